//! Pieces with magics as Python: each magic becomes a call of the worker's, on the same lines.
//!
//! `%time f()` is `__pyflow_magic__("time", "f()")` for the interpreter; lines before and after stay where they are.
//! A magic that needs IPython is an error at its place, and nothing of the piece runs.

use crate::magics::{Magic, MagicKind, magics};
use crate::text::ByteRange;

/// Magics that the worker knows.
pub const KNOWN: &[&str] = &["time", "timeit", "cd", "pwd", "env", "run", "pip", "matplotlib"];
/// Of these, what can stand at the head of a cell.
const KNOWN_CELLS: &[&str] = &["time", "timeit"];

/// A magic that is not known here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// In the piece's text.
    pub range: ByteRange,
    /// As it is written: `%%latex`, `%load_ext`.
    pub name: String,
}

/// The piece without magics; None where it has none.
pub fn rewrite(piece: &str) -> Result<Option<String>, Unknown> {
    let found = magics(piece);
    if found.is_empty() {
        return Ok(None);
    }
    let mut out = String::with_capacity(piece.len() + 64 * found.len());
    let mut at = 0;
    for magic in &found {
        if magic.range.start < at {
            continue;
        }
        let Some(before) = piece.get(at..magic.range.start) else { continue };
        out.push_str(before);
        if magic.kind == MagicKind::Cell {
            let name = magic.name.as_str();
            if !KNOWN_CELLS.contains(&name) {
                return Err(unknown(magic, "%%"));
            }
            let rest = piece.get(magic.range.end..).unwrap_or_default();
            let body = format!("{}{rest}", if name == "timeit" { "" } else { &magic.args });
            // The body keeps its line numbers by the lines that stand before it in the text that is run.
            push_call(
                &mut out,
                &format!("%%{name}"),
                body.trim_start_matches(['\r', '\n']),
                rest.matches('\n').count(),
            );
            return Ok(Some(out));
        }
        let lines = piece.get(magic.range.clone()).unwrap_or_default().matches('\n').count();
        let name = match (magic.kind, &magic.target) {
            (MagicKind::Shell, Some(target)) => {
                out.push_str(target);
                out.push_str(" = ");
                "!!"
            }
            (MagicKind::Shell, None) => magic.name.as_str(),
            (MagicKind::Help, _) => "?",
            _ if KNOWN.contains(&magic.name.as_str()) => {
                if let Some(target) = &magic.target {
                    out.push_str(target);
                    out.push_str(" = ");
                }
                magic.name.as_str()
            }
            _ => return Err(unknown(magic, "%")),
        };
        let args = if magic.kind == MagicKind::Help { &magic.name } else { &magic.args };
        push_call(&mut out, name, args, lines);
        at = magic.range.end;
    }
    out.push_str(piece.get(at..).unwrap_or_default());
    Ok(Some(out))
}

fn unknown(magic: &Magic, sign: &str) -> Unknown {
    Unknown { range: magic.range.clone(), name: format!("{sign}{}", magic.name) }
}

/// A call that takes as many lines as what it stands for.
fn push_call(out: &mut String, name: &str, text: &str, lines: usize) {
    out.push_str("__pyflow_magic__(");
    push_literal(out, name);
    out.push_str(", ");
    push_literal(out, text);
    out.extend(std::iter::repeat_n('\n', lines));
    out.push(')');
}

fn push_literal(out: &mut String, text: &str) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\0' => out.push_str("\\0"),
            c => out.push(c),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn python_is_left_as_it_is() {
        assert_eq!(rewrite("x = 1 % 2\ns = '''\n%time\n!ls\n'''\n"), Ok(None));
    }

    #[test]
    fn each_magic_is_a_call_on_its_own_lines() {
        let text = "x = 1\n%time f(\"a\")\n!ls \\\n  -l\nfiles = !ls\nx?\ny = 2\n";
        let python = rewrite(text).unwrap().unwrap();
        let lines: Vec<_> = python.lines().collect();
        assert_eq!(lines[1], r#"__pyflow_magic__("time", "f(\"a\")")"#);
        assert!(lines[2].starts_with("__pyflow_magic__(\"!\", "), "{python}");
        assert_eq!(lines[4], r#"files = __pyflow_magic__("!!", "ls")"#);
        assert_eq!(lines[5], r#"__pyflow_magic__("?", "x")"#);
        assert_eq!(lines[6], "y = 2");
        assert_eq!(python.lines().count(), text.lines().count());
    }

    #[test]
    fn a_cell_magic_takes_the_rest() {
        let python = rewrite("%%time\na = 1\nb = 2\n").unwrap().unwrap();
        assert!(python.starts_with(r#"__pyflow_magic__("%%time", "a = 1\nb = 2\n""#), "{python}");
    }

    #[test]
    fn a_magic_that_needs_ipython_is_named_at_its_place() {
        let problem = rewrite("x = 1\n%load_ext autoreload\n").unwrap_err();
        assert_eq!((problem.range, problem.name.as_str()), (6..26, "%load_ext"));
        assert_eq!(rewrite("%%latex\nx\n").unwrap_err().name, "%%latex");
    }
}
