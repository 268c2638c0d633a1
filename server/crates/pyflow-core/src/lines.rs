//! What each line of a Python text is, without a syntax tree.
//!
//! Cells and magics need to know only where strings, comments and brackets are, but for texts of any size, with
//! lines that are no Python (`%time`, `!ls`) and with half-typed code. So this is a scanner that goes line by
//! line: a string in single quotes ends with its line, as it does for Python, and a magic's line is not looked
//! into.

use crate::text::ByteRange;

/// A line, without its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) range: ByteRange,
    pub(crate) start: Start,
    /// Where the line's comment starts.
    pub(crate) comment: Option<usize>,
    /// Whether there is anything but blanks and a comment.
    pub(crate) has_code: bool,
}

/// What the start of a line lies in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// A new statement can start here.
    Statement,
    /// Between brackets, or after a backslash.
    Continued,
    /// In a string of the line before.
    String,
    /// In a magic of the line before, which ended in a backslash.
    Magic,
    /// In what [`Lines::skip_rest`] left out.
    Opaque,
}

/// The lines of a text, in order.
#[derive(Debug)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    /// The next line starts here; behind the end when there is none.
    at: usize,
    string: Option<Quote>,
    depth: usize,
    backslash: bool,
    magic: bool,
    /// What follows is another language's, so quotes mean nothing.
    opaque: bool,
}

#[derive(Debug, Clone, Copy)]
struct Quote {
    mark: u8,
    triple: bool,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0, string: None, depth: 0, backslash: false, magic: false, opaque: false }
    }

    /// Take what follows as the start of a new text: brackets that are still open were forgotten by the author.
    pub(crate) fn start_anew(&mut self) {
        *self = Self { at: self.at, ..Self::new(self.text) };
    }

    /// Take what follows as no Python, up to [`Lines::start_anew`].
    pub(crate) fn skip_rest(&mut self) {
        self.opaque = true;
        self.magic = false;
    }

    fn scan(&mut self, range: ByteRange) -> Line {
        if self.depth > 0 && self.string.is_none() && starts_definition(self.text.get(range.clone())) {
            self.depth = 0;
            self.backslash = false;
        }
        let start = if self.opaque {
            Start::Opaque
        } else if self.string.is_some() {
            Start::String
        } else if self.magic {
            Start::Magic
        } else if self.backslash || self.depth > 0 {
            Start::Continued
        } else {
            Start::Statement
        };
        let line = self.text.get(range.clone()).unwrap_or_default();
        // Python does not see a byte order mark.
        let line = if range.start == 0 { line.trim_start_matches('\u{feff}') } else { line };
        let offset = range.end - line.len();
        let bytes = line.as_bytes();
        let first = bytes.iter().position(|b| !is_blank(*b));
        self.backslash = false;
        let is_comment = first.and_then(|at| bytes.get(at)) == Some(&b'#');
        if matches!(start, Start::Opaque | Start::Magic) || (start == Start::Statement && is_magic(line)) {
            self.magic = start != Start::Opaque && line.ends_with('\\');
            let comment = first.filter(|_| is_comment && start != Start::Magic).map(|at| offset + at);
            return Line { range, start, comment, has_code: first.is_some() && comment.is_none() };
        }
        let (comment, has_code) = self.scan_code(bytes);
        Line { range, start, comment: comment.map(|at| offset + at), has_code }
    }

    /// Go over a line of Python: where its comment starts, and whether there is code before it.
    fn scan_code(&mut self, bytes: &[u8]) -> (Option<usize>, bool) {
        let mut has_code = self.string.is_some();
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            if let Some(quote) = self.string {
                if byte == b'\\' {
                    at += 1;
                    if at == bytes.len() {
                        // The string goes on, whatever its quotes.
                        return (None, true);
                    }
                } else if byte == quote.mark && (!quote.triple || is_triple(bytes, at)) {
                    at += if quote.triple { 2 } else { 0 };
                    self.string = None;
                }
                at += 1;
                continue;
            }
            match byte {
                b'#' => return (Some(at), has_code),
                b'\'' | b'"' => {
                    let triple = is_triple(bytes, at);
                    self.string = Some(Quote { mark: byte, triple });
                    at += if triple { 2 } else { 0 };
                }
                b'(' | b'[' | b'{' => self.depth += 1,
                b')' | b']' | b'}' => self.depth = self.depth.saturating_sub(1),
                b'\\' if at + 1 == bytes.len() => self.backslash = true,
                _ => {}
            }
            has_code |= !is_blank(byte);
            at += 1;
        }
        if self.string.is_some_and(|quote| !quote.triple) {
            self.string = None;
        }
        (None, has_code)
    }
}

impl Iterator for Lines<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let rest = self.text.as_bytes().get(self.at..)?;
        let end = memchr::memchr2(b'\n', b'\r', rest);
        let range = self.at..self.at + end.unwrap_or(rest.len());
        self.at = match end {
            Some(end) if rest.get(end..end + 2) == Some(b"\r\n") => range.end + 2,
            Some(_) => range.end + 1,
            None => self.text.len() + 1,
        };
        Some(self.scan(range))
    }
}

/// Whether a line starts, in the first column, what never stands between brackets: then those that are open were
/// left open.
fn starts_definition(line: Option<&str>) -> bool {
    let words = ["def ", "async def ", "class ", "import ", "while ", "try:", "return ", "raise "];
    line.is_some_and(|line| words.iter().any(|word| line.starts_with(word)))
}

fn is_triple(bytes: &[u8], at: usize) -> bool {
    let mark = bytes.get(at);
    bytes.get(at + 1) == mark && bytes.get(at + 2) == mark
}

/// What Python takes as space within a line.
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0c)
}

/// Whether a line at whose start a statement can start is IPython's, not Python's.
pub(crate) fn is_magic(line: &str) -> bool {
    let line = line.trim();
    line.starts_with(['%', '!', '?']) || help_target(line).is_some() || assigned(line).is_some()
}

/// The object of `name?` or `name??`.
pub(crate) fn help_target(line: &str) -> Option<&str> {
    let target = line.strip_suffix("??").or_else(|| line.strip_suffix('?'))?;
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '*' | '%' | '[' | ']');
    (!target.is_empty() && target.chars().all(is_name)).then_some(target)
}

/// The two sides of `names = !command` or `names = %magic`.
pub(crate) fn assigned(line: &str) -> Option<(&str, &str)> {
    let (target, value) = line.split_once('=')?;
    let value = value.trim_start();
    let target = target.trim();
    let is_target = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | ',' | ' ');
    let fits = value.starts_with(['!', '%']) && value.len() > 1 && !target.is_empty();
    (fits && target.chars().all(is_target)).then_some((target, value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn starts(text: &str) -> Vec<Start> {
        Lines::new(text).map(|line| line.start).collect()
    }

    #[test]
    fn strings_comments_and_brackets_are_known() {
        use Start::{Continued, Magic, Statement, String};
        assert_eq!(starts("a = '''\n# x\n'''\nb"), [Statement, String, String, Statement]);
        assert_eq!(starts("f(\n# x\n)\nb"), [Statement, Continued, Continued, Statement]);
        assert_eq!(starts("f(\ndef g():\n  h(\n x"), [Statement, Statement, Statement, Continued]);
        assert_eq!(starts("a = 'it\nb"), [Statement, Statement]);
        assert_eq!(starts("a = 'x\\\ny'\nb"), [Statement, String, Statement]);
        assert_eq!(starts("a = 1 + \\\n 2\rb"), [Statement, Continued, Statement]);
        assert_eq!(starts("!echo it's \"\"\"\nb"), [Statement, Statement]);
        assert_eq!(starts("!a \\\n b \"\"\"\nc"), [Statement, Magic, Statement]);
        assert_eq!(starts("r'\\'\nb # ''' (\nc"), [Statement, Statement, Statement]);
        let comments: Vec<_> = Lines::new("'#' # a\n  # b\nx").map(|l| (l.comment, l.has_code)).collect();
        assert_eq!(comments, [(Some(4), true), (Some(10), false), (None, true)]);
    }

    #[test]
    fn python_is_not_taken_for_a_magic() {
        for line in
            ["x != y", "x %= 2", "x == y", "f(a=b)", "'x' % 2", "print('?')", "x = y % z", "# why?", "", "="]
        {
            assert!(!is_magic(line), "{line}");
        }
        for line in ["%time f()", "%%bash", "!ls", "x = !ls", "a, b = %sql q", "df.head?", "??df", "x.y??"] {
            assert!(is_magic(line), "{line}");
        }
    }

    proptest! {
        #[test]
        fn lines_are_the_text_s_lines(text in "([a#'\"\\\\(\\[! %?=é]|\n|\r|\r\n|'''|\"\"\"){0,40}") {
            let rope = crate::text::Text::new(&text);
            let ranges: Vec<_> = Lines::new(&text).map(|line| line.range).collect();
            let expected: Vec<_> = (0..rope.line_count()).map(|line| rope.line_range(line)).collect();
            prop_assert_eq!(ranges, expected);
        }
    }
}
