//! What a selection means when it is run.
//!
//! * A part of one line is run as it is: an expression, or some simple statements. A whole line that starts a
//!   statement means the statement.
//! * A selection over several lines grows to the whole statements that it touches.
//! * An empty one means the statement at the cursor with its decorators: on a compound statement's header the whole
//!   of it, inside its body the inner statement.
//! * One character that is no expression by itself is a cursor: in Helix a cursor always selects what it stands on.
//! * A comment or a blank line means nothing, unless a statement goes on around it.
//!
//! Where the syntax tree has an error, or there is none, whole lines are taken: Python will say what is wrong.

use crate::lines::is_magic;
use crate::piece;
use crate::syntax::{Tree, innermost_statement, is_compound, is_suite};
use crate::text::{ByteRange, Text};
use tree_sitter::Node;

/// What to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selection {
    /// There is no code there.
    Nothing,
    Piece {
        /// From the first character of code to the last.
        range: ByteRange,
        /// Whether it does not start at its line's start, see [`piece`].
        indented: bool,
    },
}

/// What the selected bytes of a text mean. `tree` is the text's own.
pub fn resolve(text: &Text, tree: Option<&Tree>, selected: ByteRange) -> Selection {
    let selected = text.clamp(selected);
    let found = if selected.is_empty() || is_block_cursor(text, tree, &selected) {
        at_cursor(text, tree, selected.start)
    } else if text.line_of_byte(selected.start) == text.line_of_byte(selected.end) {
        in_line(text, tree, selected)
    } else {
        over_lines(text, tree, selected)
    };
    match found {
        Some(range) if !range.is_empty() => {
            Selection::Piece { indented: piece::is_indented(text, &range), range }
        }
        _ => Selection::Nothing,
    }
}

/// Whether a selection is of one character or line end, and not of a name or number of one character.
fn is_block_cursor(text: &Text, tree: Option<&Tree>, selected: &ByteRange) -> bool {
    let selection = text.slice(selected.clone());
    let mut chars = selection.chars();
    let is_one = chars.next().is_some() && chars.next().is_none() || selection == "\r\n";
    let node = tree.and_then(|tree| tree.node_at(selected.clone()));
    is_one
        && node.is_none_or(|node| {
            node.byte_range() != *selected || matches!(node.kind(), "ERROR" | "string_content")
        })
}

fn in_line(text: &Text, tree: Option<&Tree>, selected: ByteRange) -> Option<ByteRange> {
    let piece = trim(text, selected)?;
    if text.byte_at(piece.start) == Some(b'#') {
        return None;
    }
    let line = text.line_of_byte(piece.start);
    if trim(text, text.line_range(line))? == piece
        && let Some(statement) = tree.and_then(|tree| tree.statement_at(piece.start))
        && statement.start_byte() == piece.start
        && statement.end_byte() > piece.end
    {
        return Some(with_semicolon(text, statement.byte_range()));
    }
    Some(piece)
}

fn over_lines(text: &Text, tree: Option<&Tree>, selected: ByteRange) -> Option<ByteRange> {
    let mut piece = trim(text, selected)?;
    let Some(tree) = tree else { return Some(whole_lines(text, piece)) };
    // Comments at the ends are outside of the blocks that they seem to stand in.
    while let Some(comment) = comment_at(tree, piece.start) {
        piece = trim(text, comment.end_byte()..piece.end)?;
    }
    while let Some(comment) = comment_at(tree, piece.end - 1) {
        piece = trim(text, piece.start..comment.start_byte())?;
    }
    let Some((first, last)) = tree.touched(piece.clone()) else {
        return Some(whole_lines(text, piece));
    };
    let grown = first.start.min(piece.start)..last.end.max(piece.end);
    if tree.path(piece).iter().any(Node::is_error) || grown != (first.start..last.end) {
        return Some(with_semicolon(text, whole_lines(text, grown)));
    }
    // Statements of several lines have to start on a line of their own: after a semicolon the first could not
    // keep its column and be indented like the others.
    let line = text.line_range(text.line_of_byte(grown.start));
    let start = if last.start > line.end { trim(text, line)?.start } else { grown.start };
    Some(with_semicolon(text, start..grown.end))
}

fn at_cursor(text: &Text, tree: Option<&Tree>, cursor: usize) -> Option<ByteRange> {
    let line = text.line_range(text.line_of_byte(cursor));
    let Some(tree) = tree else { return trim(text, line).filter(|line| !is_comment(text, line)) };
    let Some(code) = trim(text, line).filter(|line| !is_comment(text, line)) else {
        return around_blank(text, tree, cursor);
    };
    let mut code = code;
    while let Some(comment) = comment_at(tree, code.end - 1) {
        code = trim(text, code.start..comment.start_byte())?;
    }
    // Between two statements of a line, the one before is meant.
    let mut byte = cursor.clamp(code.start, text.floor_char_boundary(code.end - 1));
    while byte > code.start && matches!(text.byte_at(byte), Some(b' ' | b'\t' | b';')) {
        byte -= 1;
    }
    let byte = text.floor_char_boundary(byte);
    let mut path = tree.path(byte..byte);
    if is_magic(&text.slice(code.clone())) && !path.iter().any(|node| node.kind() == "string") {
        return Some(code);
    }
    let Some(mut statement) = innermost_statement(&path) else {
        return Some(with_semicolon(text, code));
    };
    // The body of `if x: y` is on the header's line, which means the whole of it.
    while let Some(suite) = path.iter().rposition(|node| node.kind() == "block")
        && path.get(suite).is_some_and(|block| !is_first_on_line(text, block.start_byte()))
    {
        path.truncate(suite);
        statement = innermost_statement(&path)?;
    }
    Some(with_semicolon(text, statement.byte_range()))
}

/// The statement that a blank line or a comment lies in, such as a call over many lines.
fn around_blank(text: &Text, tree: &Tree, cursor: usize) -> Option<ByteRange> {
    let path = tree.path(cursor..cursor);
    let smallest = path.iter().rev().find(|node| node.kind() != "comment")?;
    let kind = smallest.kind();
    if is_suite(smallest) || is_compound(kind) || kind.ends_with("_clause") {
        return None;
    }
    innermost_statement(&path).map(|node| with_semicolon(text, node.byte_range()))
}

fn is_first_on_line(text: &Text, byte: usize) -> bool {
    let line = text.line_range(text.line_of_byte(byte));
    trim(text, line).is_none_or(|code| code.start >= byte)
}

fn is_comment(text: &Text, range: &ByteRange) -> bool {
    text.byte_at(range.start) == Some(b'#')
}

fn comment_at(tree: &Tree, byte: usize) -> Option<Node<'_>> {
    tree.node_at(byte..byte + 1).filter(|node| node.kind() == "comment")
}

/// The range without blanks and line ends at its ends; `None` if there is nothing else.
fn trim(text: &Text, range: ByteRange) -> Option<ByteRange> {
    let slice = text.slice(range.clone());
    let blank = |c: char| matches!(c, ' ' | '\t' | '\x0c' | '\n' | '\r' | '\u{feff}');
    let end = range.start + slice.trim_end_matches(blank).len();
    let start = range.start + (slice.len() - slice.trim_start_matches(blank).len());
    (start < end).then_some(start..end)
}

/// The range with the rest of its first and last line, without blanks at the ends.
fn whole_lines(text: &Text, range: ByteRange) -> ByteRange {
    let start = text.line_start(text.line_of_byte(range.start));
    let end = text.line_range(text.line_of_byte(range.end)).end;
    trim(text, start..end).unwrap_or(range)
}

/// A semicolon at the end of the line belongs to the statement: it keeps its value from being shown.
fn with_semicolon(text: &Text, range: ByteRange) -> ByteRange {
    let line = text.line_range(text.line_of_byte(range.end));
    let rest = text.slice(range.end..line.end);
    let after = rest.trim_start_matches([' ', '\t']);
    match after.strip_prefix(';').map(str::trim_start) {
        Some(more) if more.is_empty() || more.starts_with('#') => {
            range.start..range.end + (rest.len() - after.len()) + 1
        }
        _ => range,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The piece for a text with a cursor `|`, or a selection between `«` and `»`.
    fn piece(marked: &str) -> Option<(String, bool)> {
        let plain = marked.replace(['|', '«', '»'], "");
        let start = marked.find(['|', '«']).unwrap();
        let end = marked.find('»').map_or(start, |end| end - '«'.len_utf8());
        let text = Text::new(&plain);
        match resolve(&text, Some(&Tree::parse(&text).unwrap()), start..end) {
            Selection::Nothing => None,
            Selection::Piece { range, indented } => Some((plain[range].to_owned(), indented)),
        }
    }

    #[track_caller]
    fn is(marked: &str, expected: &str, indented: bool) {
        assert_eq!(piece(marked), Some((expected.to_owned(), indented)), "{marked}");
    }

    #[test]
    fn a_part_of_a_line_is_taken_as_it_is() {
        is("total = «price * 2»\n", "price * 2", true);
        is("total = « price»  * 2\n", "price", true);
        is("«a = 1; b» = 2\n", "a = 1; b", false);
        is("f(\n    «g(1),»\n)\n", "g(1),", true);
        assert_eq!(piece("x = 1  «# note»\n"), None);
        assert_eq!(piece("x = 1«  » # note\n"), None);
    }

    #[test]
    fn a_whole_line_means_its_statement() {
        is("«for x in y:»\n    x\nz\n", "for x in y:\n    x", false);
        is("if a:\n    «x = [»\n        1,\n    ]\n", "x = [\n        1,\n    ]", true);
    }

    #[test]
    fn lines_grow_to_the_statements_they_touch() {
        is("a = 1\nb« = 2\nc =» 3\nd = 4\n", "b = 2\nc = 3", false);
        is("a = 1\n«b = 2\n»c = 3\n", "b = 2", false);
        is("if x:\n    a« = 1\n    b» = 2\n    c = 3\n", "a = 1\n    b = 2", true);
        is("if x:\n    a« = 1\nelse:\n    b» = 2\nc\n", "if x:\n    a = 1\nelse:\n    b = 2", false);
        is("if x:\n    a« = 1\nb» = 2\n", "if x:\n    a = 1\nb = 2", false);
        is("x = f(\n    «1,\n    2»,\n)\n", "x = f(\n    1,\n    2,\n)", false);
        is("@d\nde«f f():\n    retu»rn 1\n", "@d\ndef f():\n    return 1", false);
        is(
            "def f():\n    «# first\n    x = 1\n    y = 2  # two\n    # last»\n    z\n",
            "x = 1\n    y = 2",
            true,
        );
        is("a = 1; b« = 2\nc» = 3\n", "a = 1; b = 2\nc = 3", false);
        is("a = 1; b« = (\n2»)\n", "b = (\n2)", true);
        is("s = '''\n«a\nb»\n'''\n", "s = '''\na\nb\n'''", false);
        assert_eq!(piece("a\n«# note\n\n# more\n»b\n"), None);
        assert_eq!(piece("a\n«\n   \n»b\n"), None);
    }

    #[test]
    fn a_cursor_means_its_statement() {
        is("a = 1\nb |= 2\n", "b = 2", false);
        is("b = 2|\n", "b = 2", false);
        is("   |  b = 2\n", "b = 2", true);
        is("b = 2  # |note\n", "b = 2", false);
        is("b = 2;|\n", "b = 2;", false);
        is("a = 1; |b = 2; c = 3\n", "b = 2", true);
        is("a = 1; b = 2|\n", "b = 2", true);
        is("a = 1 |; b = 2\n", "a = 1", false);
        is("f(\n  1,\n|\n  # c\n)\n", "f(\n  1,\n\n  # c\n)", false);
        is("s = '''\n|\n'''\n", "s = '''\n\n'''", false);
        is("x = '%time'\n'''\n%a|\n'''\n", "'''\n%a\n'''", false);
    }

    #[test]
    fn a_block_cursor_is_a_cursor() {
        is("a = 1\npr«i»nt(a)\nb\n", "print(a)", false);
        is("a = 1«\n»b\n", "a = 1", false);
        is("a = 1«\r\n»b\n", "a = 1", false);
        is("a = f«(»x)\nb\n", "a = f(x)", false);
        is("a = f(«x»)\nb\n", "x", true);
        is("«x»\nb\n", "x", false);
        is("s = '«é»'\nb\n", "s = 'é'", false);
        assert_eq!(piece("a\n«\n»b\n"), None);
    }

    #[test]
    fn a_header_means_the_compound_statement_and_its_body_does_not() {
        let code = "@d(1)\nclass A:\n    @p\n    def f(self):\n        return 1\nx\n";
        let whole = "@d(1)\nclass A:\n    @p\n    def f(self):\n        return 1";
        let method = "@p\n    def f(self):\n        return 1";
        let at = |needle: &str| code.replacen(needle, &format!("|{needle}"), 1);
        is(&at("@d"), whole, false);
        is(&at("A:"), whole, false);
        is(&at("@p"), method, true);
        is(&at("f(self)"), method, true);
        is(&at("return"), "return 1", true);
        is("if a: |b = 1\n", "if a: b = 1", false);
        is("for x in y:\n    if a: b; |c\n", "if a: b; c", true);
        is("if a:\n    b\nel|se:\n    c\n", "if a:\n    b\nelse:\n    c", false);
        is("try:\n    a\nexcept |E:\n    b\n", "try:\n    a\nexcept E:\n    b", false);
        is("match a:\n    case |1:\n        b\n", "match a:\n    case 1:\n        b", false);
        is("match a:\n    case 1:\n        |b\n", "b", true);
    }

    #[test]
    fn a_comment_or_a_blank_line_means_nothing() {
        for marked in [
            "|",
            "a\n|\nb\n",
            "a\n# no|te\nb\n",
            "def f():\n    a\n|\n    b\n",
            "def f():\n    # n|\n    b\n",
        ] {
            assert_eq!(piece(marked), None, "{marked}");
        }
    }

    #[test]
    fn broken_code_is_taken_by_lines() {
        is("a = 1\nb = = |2\nc = 3\n", "b = = 2", false);
        is("%time f(|x)\n", "%time f(x)", false);
        let text = Text::new("a = (\n  1)\nb\n");
        let whole = Selection::Piece { range: 0..10, indented: false };
        assert_eq!(resolve(&text, None, 2..9), whole);
        assert_eq!(resolve(&text, None, 7..7), Selection::Piece { range: 8..10, indented: true });
    }

    proptest! {
        #[test]
        fn a_piece_is_code_around_what_was_selected(
            pieces in prop::collection::vec(
                prop_oneof![
                    Just("if x:\n"), Just("    y = é(1)\n"), Just("    # c\n"), Just("\n"), Just("z = [1,\r\n"),
                    Just("  2]\r\n"), Just("'''"), Just("a; b\n"), Just("@d\n"), Just("def f(): pass\n"), Just("%t\n"),
                    Just("\u{feff}"), Just("\r"),
                ], 0..14),
            a in 0..120usize, len in 0..40usize,
        ) {
            let text = Text::new(&pieces.concat());
            let tree = Tree::parse(&text).unwrap();
            for tree in [Some(&tree), None] {
                if let Selection::Piece { range, .. } = resolve(&text, tree, a..a + len) {
                    prop_assert!(!range.is_empty() && range.end <= text.len_bytes());
                    prop_assert_eq!(text.clamp(range.clone()), range.clone());
                    let code = text.slice(range).to_string();
                    prop_assert_eq!(code.trim_matches(['\n', '\r', ' ']), code.as_str());
                }
            }
        }
    }
}
