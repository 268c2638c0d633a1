//! The texts that a traceback names: what ran where it is known, else the file as it is.

use crate::diagnose::{Source, Sources};
use crate::documents::DocumentSnapshot;
use pyflow_core::exception::{Exception, FrameKind};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A file above this is no source that anybody wrote.
const MOST_FILE_BYTES: u64 = 16 << 20;
/// A traceback through more files than this shows the others without their lines.
const MOST_FILES: usize = 40;

/// Whose files are whose: what makes a frame the user's.
#[derive(Debug, Clone, Default)]
pub struct Territory {
    /// The workspace folder, or the document's folder.
    pub root: Option<PathBuf>,
    /// The document's own folder.
    pub folder: Option<PathBuf>,
    /// The interpreter's prefixes and package folders.
    pub library: Vec<PathBuf>,
}

impl Territory {
    /// Whose code a file holds. The interpreter's own folders are library wherever they lie, a `.venv` in the
    /// workspace too.
    pub fn kind(&self, file: &str, is_document: bool) -> FrameKind {
        if is_document {
            return FrameKind::User;
        }
        if file.is_empty() || file.starts_with('<') {
            return FrameKind::Internal;
        }
        let path = Path::new(file);
        let in_packages = path.components().any(|part| {
            matches!(part.as_os_str().to_str(), Some("site-packages" | "dist-packages" | "node_modules"))
        });
        if in_packages || self.library.iter().any(|folder| path.starts_with(folder)) {
            return FrameKind::Library;
        }
        let ours = self.root.iter().chain(&self.folder).any(|folder| path.starts_with(folder));
        // Elsewhere, but not installed: a script beside the project, a path that the user added.
        if ours || path.is_absolute() { FrameKind::User } else { FrameKind::Internal }
    }
}

/// The texts of one run.
#[derive(Debug, Clone)]
pub struct RunTexts {
    /// What was compiled, by the name that its frames have. Comes before everything else.
    pub ran: Arc<Source>,
    /// The documents that were open when it ran.
    pub open: Vec<Arc<DocumentSnapshot>>,
    /// Texts that stood in for files, by path.
    pub overlays: BTreeMap<String, String>,
    pub territory: Territory,
}

impl RunTexts {
    /// Loads every text that the exception's user frames name, and says whose each frame is.
    pub fn load(&self, exception: &mut Exception, sources: &mut Sources) {
        let mut files = BTreeSet::new();
        self.walk(exception, &mut files, 0);
        for file in files.into_iter().take(MOST_FILES) {
            if sources.get(&file).is_none()
                && let Some(source) = self.text(&file)
            {
                sources.insert(source);
            }
        }
        fill(exception, sources, 0);
    }

    /// The text of one file.
    pub fn text(&self, file: &str) -> Option<Arc<Source>> {
        if file == self.ran.file {
            return Some(Arc::clone(&self.ran));
        }
        if let Some(text) = self.overlays.get(file) {
            return Some(Arc::new(Source::new(file, text.as_str())));
        }
        if let Some(open) = self.open.iter().find(|open| open.file_name() == file) {
            return Some(Arc::new(Source::new(file, open.text.to_string())));
        }
        read_source(Path::new(file)).map(|text| Arc::new(Source::new(file, text)))
    }

    fn walk(&self, exception: &mut Exception, files: &mut BTreeSet<String>, depth: usize) {
        if depth > 8 {
            return;
        }
        for frame in &mut exception.frames {
            frame.kind = self.territory.kind(&frame.file, frame.file == self.ran.file);
            if frame.kind == FrameKind::User && frame.has_file() {
                files.insert(frame.file.clone());
            }
        }
        if let Some(syntax) = &exception.syntax {
            files.insert(syntax.filename.clone());
        }
        // Functions and classes of the user's that the crash knew: a rule may have to mend them there.
        for facts in &exception.facts.frames {
            let expressions = facts.exprs.iter().map(|expression| &expression.value);
            let values = facts.locals.values().chain(facts.globals.values()).chain(expressions);
            for defined in values.filter_map(|value| value.defined.as_ref()) {
                if self.territory.kind(&defined.file, defined.file == self.ran.file) == FrameKind::User {
                    files.insert(defined.file.clone());
                }
            }
        }
        let links = exception.cause.iter_mut().chain(&mut exception.context).map(Box::as_mut);
        for other in links.chain(exception.group.iter_mut().flatten()) {
            self.walk(other, files, depth + 1);
        }
    }
}

/// The lines of the frames.
fn fill(exception: &mut Exception, sources: &Sources, depth: usize) {
    if depth > 8 {
        return;
    }
    for frame in &mut exception.frames {
        let Some(source) = sources.get(&frame.file) else { continue };
        source.line(frame.range.start.line).clone_into(&mut frame.source);
        if !frame.exact {
            // The line is all that is known: its code, without the blanks around it and the comment behind it.
            (frame.range.start.byte, frame.range.end.byte) = code_of_line(source, frame.range.start.line);
            frame.range.end.line = frame.range.start.line;
        }
        if frame.range.end.line != frame.range.start.line {
            frame.end_source = Some(source.line(frame.range.end.line).to_owned());
        }
    }
    let links = exception.cause.iter_mut().chain(&mut exception.context).map(Box::as_mut);
    for other in links.chain(exception.group.iter_mut().flatten()) {
        fill(other, sources, depth + 1);
    }
}

/// The bytes of a line's code: without indentation, trailing blanks, and a trailing comment.
pub(super) fn code_of_line(source: &Source, line: u32) -> (u32, u32) {
    let text = source.line(line);
    let start = text.len() - text.trim_start_matches([' ', '\t', '\u{c}', '\u{feff}']).len();
    let from = source.line_start(line);
    // A comment is one by the tree's word: a `#` may stand in a string.
    let comment = source.root().and_then(|root| {
        memchr::memchr_iter(b'#', text.as_bytes()).find(|at| {
            root.descendant_for_byte_range(from + at, from + at + 1)
                .is_some_and(|node| node.kind() == "comment")
        })
    });
    let end = text.get(..comment.unwrap_or(text.len())).unwrap_or(text).trim_end().len();
    let end = if end > start { end } else { text.trim_end().len() };
    (start.min(end) as u32, end as u32)
}

fn read_source(path: &Path) -> Option<String> {
    let mut options = std::fs::File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        // A name out of a traceback may be a pipe: opening must not wait for its other end.
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    let file = options.open(path).ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(MOST_FILE_BYTES).read_to_end(&mut bytes).ok()?;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
    Some(String::from_utf8_lossy(bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_belong_to_whom_their_file_belongs() {
        let territory = Territory {
            root: Some("/w".into()),
            folder: Some("/w/src".into()),
            library: vec!["/usr/lib/python3.11".into()],
        };
        for (file, kind) in [
            ("/w/a.py", FrameKind::User),
            ("/w/.venv/lib/python3.11/site-packages/x/y.py", FrameKind::Library),
            ("/usr/lib/python3.11/json/decoder.py", FrameKind::Library),
            ("<frozen os>", FrameKind::Internal),
            ("<string>", FrameKind::Internal),
            ("/elsewhere/helper.py", FrameKind::User),
        ] {
            assert_eq!(territory.kind(file, false), kind, "{file}");
        }
        assert_eq!(territory.kind("untitled:Untitled-1", true), FrameKind::User);
    }

    #[test]
    fn a_lines_code_ends_before_its_comment_but_not_inside_a_string() {
        let source = Source::new("a.py", "    x = '#' + 1  # why\n# only\n");
        assert_eq!(code_of_line(&source, 0), (4, 15));
        assert_eq!(code_of_line(&source, 1), (0, 6));
    }
}
