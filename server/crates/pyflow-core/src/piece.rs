//! How a piece of a document is compiled so that its lines and columns stay the document's own.
//!
//! The source of a piece is as many empty lines as stand before it, then the piece at its own column. A piece that
//! does not start at its line's start hangs under an `if True:` on the line above, so that nothing needs to be
//! dedented and strings over several lines keep their blanks. Whoever runs a wrapped source parses it, puts the
//! body of the first statement in that statement's place, and compiles the result.
//!
//! On the document's first line there is no line above: then the whole source is one line lower than the document
//! ([`Source::line_shift`]), which the runner takes back with `ast.increment_lineno(tree, -1)` after unwrapping.
//!
//! Columns in bytes are the document's everywhere. Code points are not, where text stood before the piece on its
//! first line: `SyntaxError.offset` is turned into a place by [`Source::place`].

use crate::exception::Place;
use crate::lines::Lines;
use crate::text::encoding::byte_of_code_points;
use crate::text::{ByteRange, Text};

/// What to compile for a piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Without a byte order mark, which `compile` refuses in text.
    pub text: String,
    /// Whether the first statement is an `if` that only carries the piece.
    pub wrapped: bool,
    /// Lines that the source is lower than the document: 0 or 1.
    pub line_shift: u32,
}

const WRAPPER: &str = "if True:\n";

/// The source of a piece of a text: of a selection, of a cell's body, of the whole.
pub fn source(text: &Text, range: ByteRange) -> Source {
    let range = text.clamp(range);
    let bom = text.bom_len();
    let start = range.start.max(bom);
    let line = text.line_of_byte(start);
    let line_start = if line == 0 { bom } else { text.line_start(line) };
    let lead = text.slice(line_start..start);
    let wrapped = is_indented(text, &range);
    let above = if wrapped { line.saturating_sub(1) } else { line };
    let mut source = String::with_capacity(above + WRAPPER.len() + (range.end - line_start.min(range.end)));
    source.extend(std::iter::repeat_n('\n', above));
    if wrapped {
        source.push_str(WRAPPER);
    }
    if lead.bytes().all(is_blank) {
        source.push_str(&lead);
    } else {
        source.extend(std::iter::repeat_n(' ', lead.len()));
    }
    source.push_str(&text.slice(start..range.end.max(start)));
    Source { text: source, wrapped, line_shift: u32::from(wrapped && line == 0) }
}

/// Whether the first code in a range has anything before it on its line.
pub fn is_indented(text: &Text, range: &ByteRange) -> bool {
    let slice = text.slice(range.clone());
    let Some(line) = Lines::new(&slice).find(|line| line.has_code) else { return false };
    let code = slice.get(line.range.clone()).unwrap_or_default();
    let blanks = code.len() - code.trim_start_matches([' ', '\t', '\x0c', '\u{feff}']).len();
    let first = range.start + line.range.start + blanks;
    let line = text.line_of_byte(first);
    first > if line == 0 { text.bom_len() } else { text.line_start(line) }
}

impl Source {
    /// The document's place of a line (from 1) and a column (from 1, in code points) of this source: of a
    /// `SyntaxError`'s `lineno` and `offset`. What is out of range is clamped.
    pub fn place(&self, lineno: i64, offset: i64) -> Place {
        let number = usize::try_from(lineno - 1).unwrap_or(0);
        let line = Lines::new(&self.text).nth(number).and_then(|line| self.text.get(line.range));
        let byte = byte_of_code_points(line.unwrap_or_default(), usize::try_from(offset - 1).unwrap_or(0));
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        Place { line: number.saturating_sub(self.line_shift), byte: u32::try_from(byte).unwrap_or(u32::MAX) }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;
    use std::process::{Command, Stdio};

    /// Runs a source as a worker does and prints where `1 / 0` lies by the syntax tree, the line that the traceback
    /// names, and the value of `s`; or where a SyntaxError lies.
    const RUNNER: &str = r"
import ast, sys, json
job = json.load(sys.stdin)
try:
    tree = ast.parse(job['text'], 'doc.py')
except SyntaxError as e:
    print(json.dumps(['syntax', e.lineno, e.offset])); sys.exit()
if job['wrapped']:
    tree.body[:1] = tree.body[0].body
if job['shift']:
    ast.increment_lineno(tree, -job['shift'])
at = [(n.lineno, n.col_offset) for n in ast.walk(tree) if isinstance(n, ast.BinOp) and isinstance(n.op, ast.Div)]
space, line = {}, None
try:
    exec(compile(tree, 'doc.py', 'exec'), space)
except ZeroDivisionError as e:
    tb = e.__traceback__
    while tb.tb_next: tb = tb.tb_next
    line = tb.tb_lineno
print(json.dumps(['ran', at[0] if at else None, line, space.get('s')]))
";

    fn run(source: &Source) -> Option<serde_json::Value> {
        let mut child = Command::new("python3")
            .args(["-I", "-c", RUNNER])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        let job =
            serde_json::json!({"text": source.text, "wrapped": source.wrapped, "shift": source.line_shift});
        child.stdin.take().unwrap().write_all(job.to_string().as_bytes()).unwrap();
        let out = child.wait_with_output().unwrap();
        Some(serde_json::from_slice(&out.stdout).unwrap())
    }

    fn of(marked: &str) -> (Text, Source) {
        let start = marked.find('«').unwrap();
        let end = marked.find('»').unwrap() - '«'.len_utf8();
        let text = Text::new(&marked.replace(['«', '»'], ""));
        let source = source(&text, start..end);
        (text, source)
    }

    #[test]
    fn lines_and_columns_are_the_document_s() {
        for marked in [
            "a = 1\n«x = 1 / 0»\n",
            "a = 1\nb = «1 / 0»\n",
            "é = '😀' + «1 / 0»\n",
            "\u{feff}é = «1 / 0»\n",
            "\u{feff}«x = 1 / 0\n»",
            "if True:\r\n\tif True:\r\n\t\t«x = 2\r\n\t\ty = 1 / 0»\r\n",
            "if True:\r    «x = 2\r    y = 1 / 0»\r",
            "    «x = 2\n    y = 1 / 0»\n",
            "a = 1; «b = (2,\n1 / 0)»\n",
            "# %%\n«# note\n\n    x = 1 / 0\n»",
            "class A:\n    «@property\n    def f(self): return 1\n    1 / 0»\n",
        ] {
            let (text, source) = of(marked);
            let place = text.place(text.to_string().find("1 / 0").unwrap());
            let (line, column) = (place.line + 1, place.byte);
            let Some(result) = run(&source) else { return };
            assert_eq!(
                result,
                serde_json::json!(["ran", [line, column], line, null]),
                "{marked}: {source:?}"
            );
        }
    }

    #[test]
    fn strings_over_lines_keep_their_blanks() {
        let (_, source) = of("if True:\n    «s = '''a\n  b\nc'''»\n");
        let Some(result) = run(&source) else { return };
        assert_eq!(result[3], "a\n  b\nc");
    }

    #[test]
    fn places_of_syntax_errors_are_the_document_s() {
        for marked in ["a\né = «x $ y»\n", "«é = x $ y\n»", "é = «x $ y»\n", "if a:\n\t«b\n\té = x $ y»\n"]
        {
            let (text, source) = of(marked);
            let Some(result) = run(&source) else { return };
            assert_eq!(result[0], "syntax");
            let place = source.place(result[1].as_i64().unwrap(), result[2].as_i64().unwrap());
            assert_eq!(text.offset_of_place(place), text.to_string().find('$').unwrap(), "{marked}");
        }
    }

    #[test]
    fn a_place_out_of_range_is_clamped() {
        let (_, source) = of("a\n«x»\n");
        assert_eq!(source.place(i64::MIN + 1, -1), Place { line: 0, byte: 0 });
        assert_eq!(source.place(2, 99), Place { line: 1, byte: 1 });
    }
}
