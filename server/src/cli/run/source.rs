//! The file that is run, as text, and back to bytes when a fix is written.

use crate::cli::Failure;
use pyflow_core::fix::{self, Verdict};
use pyflow_core::{minimal, uri};
use pyflow_engine::api::Fix;
use pyflow_engine::disk;
use std::path::{Path, PathBuf};

/// The largest file that is run.
const MOST_BYTES: u64 = 64 << 20;
const BOM: &str = "\u{feff}";

/// A Python file.
#[derive(Debug)]
pub(super) struct Source {
    /// Absolute, links followed, as the program will see it.
    pub path: PathBuf,
    /// As it was named.
    pub shown: String,
    /// Without a byte order mark. Bytes that are no UTF-8 are replaced: what Python itself can't read is told by the
    /// engine, which looks at the file's bytes.
    pub text: String,
}

impl Source {
    pub(super) fn read(file: &Path) -> Result<Self, Failure> {
        let shown = file.display().to_string();
        let path = std::path::absolute(file).map_err(|error| Failure::usage(format!("{shown}: {error}")))?;
        let bytes = disk::read_bounded(&path, MOST_BYTES)
            .map_err(|error| Failure::usage(format!("{shown}: {error}")))?
            .ok_or_else(|| Failure::usage(format!("{shown}: there is no such file")))?;
        let text = decode(&bytes);
        let text = text.strip_prefix(BOM).map(str::to_owned).unwrap_or(text);
        Ok(Self { path, shown, text })
    }

    /// Whether the program's text names anything that reads its input.
    pub(super) fn seems_to_read(&self) -> bool {
        const WORDS: [&str; 8] =
            ["input", "stdin", "getpass", "prompt", "Prompt", "breakpoint", "pdb", "interact"];
        WORDS.iter().any(|word| self.text.contains(word))
    }
}

/// The text of a file in UTF-8, or in Latin-1 where its coding line says so (PEP 263).
fn decode(bytes: &[u8]) -> String {
    let is_latin = || {
        let head = bytes.split(|&byte| byte == b'\n').take(2);
        head.map(String::from_utf8_lossy).any(|line| {
            let Some((_, name)) = line.split_once("coding").filter(|_| line.trim_start().starts_with('#'))
            else {
                return false;
            };
            let name = name.trim_start_matches([':', '=', ' ', '\t']).to_ascii_lowercase().replace('_', "-");
            ["latin-1", "latin1", "iso-8859-1", "iso8859-1"].iter().any(|latin| name.starts_with(latin))
        })
    };
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) if is_latin() => bytes.iter().map(|&byte| char::from(byte)).collect(),
        Err(_) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

pub(super) fn is_verified(fix: &Fix) -> bool {
    fix.verified == Verdict::Yes
}

/// Writes a fix to the files that it is for: all of them are looked at before the first is written. Permissions, line
/// ends and a byte order mark stay as they are.
pub(super) fn write(fix: &Fix, source: &Source) -> Result<(), Failure> {
    let mut changed = Vec::new();
    for file in &fix.files {
        let path = uri::to_path(&file.uri).unwrap_or_else(|| source.path.clone());
        let shown = path.display();
        let bytes = disk::read_bounded(&path, MOST_BYTES).ok().flatten().unwrap_or_default();
        let Ok(on_disk) = String::from_utf8(bytes) else {
            return Err(Failure::failed(format!("{shown} is not in UTF-8, so the fix is not written")));
        };
        let text = on_disk.strip_prefix(BOM).unwrap_or(&on_disk);
        if text != &*file.before {
            return Err(Failure::failed(format!(
                "{shown} has changed since it ran, so the fix is not written"
            )));
        }
        let Some(new) = fix::apply(text, &file.edit.edits) else {
            return Err(Failure::failed(format!("the fix does not fit {shown}, so it is not written")));
        };
        let new = minimal::with_line_ends_of(text, &new);
        let mark = if text.len() < on_disk.len() { BOM } else { "" };
        changed.push((path, format!("{mark}{new}")));
    }
    for (path, text) in changed {
        disk::write_atomically(&path, text.as_bytes())
            .map_err(|error| Failure::failed(format!("{} can't be written: {error}", path.display())))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use pyflow_core::fix::{FileEdit, Origin, TextEdit};
    use pyflow_engine::api::FixedFile;

    fn fix_of(path: &Path, before: &str, edit: TextEdit) -> Fix {
        let file = FixedFile {
            uri: uri::from_path(path),
            version: Some(1),
            edit: FileEdit { path: path.to_owned(), edits: vec![edit] },
            before: before.into(),
        };
        Fix {
            title: String::new(),
            origin: Origin::Rule,
            rule: None,
            verified: Verdict::Yes,
            preferred: true,
            certain: true,
            pending: false,
            assumption: None,
            trial: String::new(),
            files: vec![file],
            diff: String::new(),
        }
    }

    #[test]
    fn a_fix_keeps_the_mark_the_line_ends_and_what_it_does_not_touch() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.py");
        std::fs::write(&path, "\u{feff}a = 1\r\nb = 2\r\n").unwrap();
        let source = Source::read(&path).unwrap();
        assert_eq!(source.text, "a = 1\r\nb = 2\r\n");
        let edit = TextEdit { range: 4..5, new_text: "3\nc = 4".to_owned() };
        write(&fix_of(&path, &source.text, edit.clone()), &source).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "\u{feff}a = 3\r\nc = 4\r\nb = 2\r\n");
        let again = write(&fix_of(&path, &source.text, edit), &source).unwrap_err();
        assert!(format!("{again:?}").contains("has changed"), "{again:?}");
    }

    #[test]
    fn a_file_in_another_encoding_is_read_as_its_coding_line_says_and_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.py");
        std::fs::write(&path, b"# -*- coding: latin-1 -*-\nx = '\xe9'\n").unwrap();
        let source = Source::read(&path).unwrap();
        assert!(source.text.contains("'é'"));
        let fix = fix_of(&path, &source.text, TextEdit { range: 0..1, new_text: String::new() });
        assert!(write(&fix, &source).is_err());
        assert!(matches!(Source::read(&folder.path().join("no.py")), Err(Failure::Told { code: 2, .. })));
        assert!(matches!(Source::read(folder.path()), Err(Failure::Told { code: 2, .. })));
    }
}
