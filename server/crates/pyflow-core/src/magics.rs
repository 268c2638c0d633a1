//! Lines of a cell that are IPython's and not Python's.
//!
//! In files with cells, tools such as Hydrogen and jupytext leave magics (`%time f()`), shell escapes (`!ls`) and
//! questions (`name?`) as they are. Python can't compile them; a runner has to know them. Commented ones stay
//! comments. A `%` or `!` counts only where a statement can start, which Python itself never begins so.

use crate::lines::{Lines, Start, assigned, help_target, is_magic};
use crate::text::ByteRange;

/// A magic, with the lines that it takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Magic {
    /// From its first character to the end of its last line (a backslash carries it over to the next one).
    pub range: ByteRange,
    pub kind: MagicKind,
    /// `time` of `%time f()`; of a question the object; of a shell escape `!` or `!!`.
    pub name: String,
    /// What follows the name, without the backslashes that join lines; of a question `?` or `??`.
    pub args: String,
    /// The names on the left of `names = !command`.
    pub target: Option<String>,
}

/// What sort of magic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MagicKind {
    /// `%name args`
    Line,
    /// `%%name args`: the rest of the cell is its input. Only legal as a cell's first code.
    Cell,
    /// `!command`
    Shell,
    /// `name?`, `?name`
    Help,
}

/// Magics whose input is Python, in which further magics can stand.
const PYTHON_CELLS: &[&str] = &["time", "timeit", "capture", "prun", "pypy", "python", "python3"];

/// The magics of a cell's text, in order.
pub fn magics(cell: &str) -> Vec<Magic> {
    let mut found: Vec<Magic> = Vec::new();
    let mut lines = Lines::new(cell);
    while let Some(line) = lines.next() {
        let text = cell.get(line.range.clone()).unwrap_or_default();
        if line.start == Start::Magic {
            if let Some(magic) = found.last_mut() {
                magic.range.end = line.range.end;
                join(&mut magic.args, text.trim());
            }
        } else if line.start == Start::Statement && is_magic(text) {
            let indent = text.len() - text.trim_start().len();
            let range = line.range.start + indent..line.range.end;
            found.extend(parse(text.trim()).map(|magic| Magic { range, ..magic }));
            if hides_rest(text) {
                lines.skip_rest();
            }
        }
    }
    found
}

/// Whether a line makes the rest of its cell something else than Python.
pub(crate) fn hides_rest(line: &str) -> bool {
    let Some(rest) = line.trim().strip_prefix("%%") else { return false };
    let name = rest.split_whitespace().next().unwrap_or_default();
    !name.is_empty() && !PYTHON_CELLS.contains(&name) && help_target(line.trim()).is_none()
}

fn parse(line: &str) -> Option<Magic> {
    if let Some((target, value)) = assigned(line) {
        return Some(Magic { target: Some(target.to_owned()), ..parse(value)? });
    }
    let (kind, name, args) = if let Some(name) = help_target(line) {
        (MagicKind::Help, name, line.get(name.len()..)?)
    } else if let Some(rest) = line.strip_prefix('?') {
        let name = rest.trim_start_matches('?');
        (MagicKind::Help, name.trim(), line.get(..line.len() - name.len())?)
    } else if let Some(rest) = line.strip_prefix('!') {
        match rest.strip_prefix('!') {
            Some(rest) => (MagicKind::Shell, "!!", rest),
            None => (MagicKind::Shell, "!", rest),
        }
    } else {
        let rest = line.strip_prefix('%')?;
        let (kind, rest) = match rest.strip_prefix('%') {
            Some(rest) => (MagicKind::Cell, rest),
            None => (MagicKind::Line, rest),
        };
        let rest = rest.trim_start();
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let (name, args) = rest.split_at(end);
        (kind, name, args)
    };
    let mut joined = String::new();
    join(&mut joined, args.trim());
    Some(Magic { range: 0..0, kind, name: name.to_owned(), args: joined, target: None })
}

/// Add a line to a magic's arguments, in place of the backslash that ended the one before.
fn join(args: &mut String, line: &str) {
    if args.ends_with('\\') {
        args.pop();
        args.truncate(args.trim_end().len());
        args.push(' ');
    }
    args.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one(text: &str) -> (MagicKind, String, String, Option<String>) {
        let found = magics(text);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        let magic = found.into_iter().next().unwrap();
        (magic.kind, magic.name, magic.args, magic.target)
    }

    #[test]
    fn each_kind_is_read() {
        let s = str::to_owned;
        assert_eq!(one("%time f(1)"), (MagicKind::Line, s("time"), s("f(1)"), None));
        assert_eq!(one("%%timeit -n 3\nf()"), (MagicKind::Cell, s("timeit"), s("-n 3"), None));
        assert_eq!(one("x\n  !ls -l 'a b'"), (MagicKind::Shell, s("!"), s("ls -l 'a b'"), None));
        assert_eq!(one("!!ls"), (MagicKind::Shell, s("!!"), s("ls"), None));
        assert_eq!(one("x = !ls"), (MagicKind::Shell, s("!"), s("ls"), Some(s("x"))));
        assert_eq!(one("a, b = %sql select 1"), (MagicKind::Line, s("sql"), s("select 1"), Some(s("a, b"))));
        assert_eq!(one("df.head?"), (MagicKind::Help, s("df.head"), s("?"), None));
        assert_eq!(one("??df"), (MagicKind::Help, s("df"), s("??"), None));
        assert_eq!(one("!a \\\n  b \\\r\n  c\nx"), (MagicKind::Shell, s("!"), s("a b c"), None));
    }

    #[test]
    fn python_has_none() {
        for text in [
            "x = '''\n%time\n!ls\n'''",
            "x = (5\n%2)",
            "x = 5 \\\n% 2",
            "# %time f()\n# !ls",
            "x != y\nx %= 2",
            "print('%s?' % x)",
            "s = f(a=\n  !x)",
        ] {
            assert_eq!(magics(text), [], "{text}");
        }
    }

    #[test]
    fn another_language_s_cell_is_not_searched() {
        assert_eq!(magics("%%bash\n!x\ny?\n%z").len(), 1);
        assert_eq!(magics("%%time\n!x\ny?").len(), 3);
    }

    proptest! {
        #[test]
        fn ranges_are_whole_lines_in_order(
            pieces in prop::collection::vec(
                prop_oneof![
                    Just("%time x"), Just("!ls \\"), Just("x = !ls"), Just("y?"), Just("'''"), Just("z = 1"),
                    Just("\n"), Just("\r\n"), Just("\r"), Just("  "), Just("("), Just(")"), Just("# é"), Just("%%sql"),
                ], 0..20),
        ) {
            let text = pieces.concat();
            let rope = crate::text::Text::new(&text);
            let mut end = 0;
            for magic in magics(&text) {
                prop_assert!(end <= magic.range.start && magic.range.start < magic.range.end);
                end = magic.range.end;
                prop_assert_eq!(rope.line_range(rope.line_of_byte(magic.range.start)).start, {
                    let line = rope.line_of_byte(magic.range.start);
                    let start = rope.line_start(line);
                    prop_assert!(text[start..magic.range.start].trim().is_empty());
                    start
                });
                prop_assert_eq!(rope.line_range(rope.line_of_byte(end)).end, end);
            }
        }
    }
}
