//! Shapes of change that make an exception go away without mending anything.
//!
//! Deleting the failing statement makes more than half of all crashing programs run clean, and nearly none of
//! them right. So the texts before and after an edit are compared by what they are made of: whatever silences,
//! skips or removes is refused, for rules and models alike.

use crate::diagnose::Source;
use crate::diagnose::scene::{collect, statement_of};
use pyflow_core::exception::{Exception, FrameKind};
use std::collections::BTreeMap;
use tree_sitter::Node;

/// Why a change is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Denial {
    /// A `try` or `except` more than before, or one that catches more.
    Catches,
    /// `pass`, `...`, `continue` or `break` more than before.
    Skips,
    /// A `return` without a value, or of a constant nothing, more than before.
    ReturnsEarly,
    /// A condition that is never true.
    NeverRuns,
    /// `# type: ignore`, `# noqa`.
    Silences,
    /// `sys.exit`, `exit`, `quit`, `os._exit`, `raise SystemExit`.
    Exits,
    /// `contextlib.suppress`, a warning filter, a changed `sys.excepthook`.
    Suppresses,
    /// An assertion or a `raise` less than before.
    RemovesCheck,
    /// The statement that failed is gone, or is a comment now.
    RemovesStatement,
    /// A function's or block's body is empty now.
    EmptiesBody,
}

/// Why a change from one text to another may not be offered; `None` if its shape is allowed. Without an exception (what
/// is to be mended was a warning) no statement is known to have failed.
pub fn reason(before: &Source, after: &Source, exception: Option<&Exception>) -> Option<Denial> {
    let (Some(old), Some(new)) = (before.root(), after.root()) else { return None };
    let (was, is) = (census(before, old), census(after, new));
    let count = |c: &BTreeMap<&'static str, usize>, key: &str| c.get(key).copied().unwrap_or(0);
    let more = |key: &str| count(&is, key) > count(&was, key);
    let fewer = |key: &str| count(&is, key) < count(&was, key);
    if more("try") || more("except") || more("except-width") {
        return Some(Denial::Catches);
    }
    if more("pass") || more("continue") || more("break") {
        return Some(Denial::Skips);
    }
    if more("bare-return") {
        return Some(Denial::ReturnsEarly);
    }
    if more("never") {
        return Some(Denial::NeverRuns);
    }
    if more("silence") {
        return Some(Denial::Silences);
    }
    if more("exit") {
        return Some(Denial::Exits);
    }
    if more("suppress") {
        return Some(Denial::Suppresses);
    }
    if fewer("assert") || fewer("raise") {
        return Some(Denial::RemovesCheck);
    }
    // A broken text has no statements to compare.
    if old.has_error() {
        return None;
    }
    if fewer("statement") {
        return Some(Denial::RemovesStatement);
    }
    if fewer("definition-body") {
        return Some(Denial::EmptiesBody);
    }
    removes_failing(before, after, exception?)
}

/// Counts of what matters here.
fn census(source: &Source, root: Node<'_>) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    let mut add = |key: &'static str, by: usize| *counts.entry(key).or_insert(0) += by;
    collect(root, &mut |node| {
        let text = || source.node_text(node);
        let kind = node.kind();
        match kind {
            "try_statement" => add("try", 1),
            "except_clause" => {
                add("except", 1);
                let header = text().split(':').next().unwrap_or_default();
                let header = header.split(" as ").next().unwrap_or_default();
                // What it catches: `except:` most, then `Exception`, then each named type.
                let names = header
                    .split(|c: char| !c.is_alphanumeric() && c != '_' && c != '.')
                    .filter(|w| !w.is_empty());
                let names: Vec<&str> = names.collect();
                let broad =
                    names.len() <= 1 || names.iter().any(|n| matches!(*n, "Exception" | "BaseException"));
                add("except-width", if broad { 20 } else { names.len() });
            }
            "pass_statement" => add("pass", 1),
            "ellipsis" if node.parent().is_some_and(|p| p.kind() == "expression_statement") => add("pass", 1),
            "continue_statement" => add("continue", 1),
            "break_statement" => add("break", 1),
            "return_statement" if node.named_child(0).is_none_or(|v| v.kind() == "none") => {
                add("bare-return", 1);
            }
            "if_statement" | "while_statement" | "elif_clause" => {
                let condition = node.child_by_field_name("condition").map_or("", |c| source.node_text(c));
                if matches!(
                    condition.trim_matches(['(', ')', ' ']),
                    "False"
                        | "0"
                        | "None"
                        | "not True"
                        | "\"\""
                        | "''"
                        | "TYPE_CHECKING"
                        | "typing.TYPE_CHECKING"
                ) {
                    add("never", 1);
                }
            }
            "assert_statement" => add("assert", 1),
            "raise_statement" => {
                add("raise", 1);
                let raised = node.named_child(0).map_or("", |r| source.node_text(r));
                let name = raised.split('(').next().unwrap_or_default().trim();
                if matches!(name, "SystemExit" | "KeyboardInterrupt" | "GeneratorExit") {
                    add("exit", 1);
                }
            }
            "call" => {
                let function = node.child_by_field_name("function").map_or("", |f| source.node_text(f));
                match function {
                    "sys.exit" | "exit" | "quit" | "os._exit" | "os.abort" | "os.kill" => add("exit", 1),
                    "contextlib.suppress"
                    | "suppress"
                    | "warnings.filterwarnings"
                    | "warnings.simplefilter"
                    | "logging.disable" => add("suppress", 1),
                    _ => {}
                }
            }
            "comment" => {
                let comment = text().to_ascii_lowercase();
                if comment.contains("type: ignore") || comment.contains("noqa") || comment.contains("pragma:")
                {
                    add("silence", 1);
                }
            }
            "assignment" => {
                let left = node.child_by_field_name("left").map_or("", |l| source.node_text(l));
                if matches!(left, "sys.excepthook" | "threading.excepthook" | "sys.unraisablehook") {
                    add("suppress", 1);
                }
            }
            "function_definition" | "class_definition" => {
                let body = node.child_by_field_name("body");
                let real = body.is_some_and(|b| {
                    crate::diagnose::scene::children(b).any(|s| {
                        let inner = s.named_child(0).map_or("", |n| n.kind());
                        s.kind() != "pass_statement"
                            && !(s.kind() == "expression_statement" && matches!(inner, "string" | "ellipsis"))
                    })
                });
                add("definition-body", usize::from(real));
            }
            _ => {}
        }
        let parent = node.parent().map_or("", |p| p.kind());
        if matches!(parent, "module" | "block") && kind != "comment" {
            add("statement", 1);
        }
        true
    });
    counts
}

/// Whether the statement that failed is no longer there: the same statement of the text, by its number.
fn removes_failing(before: &Source, after: &Source, exception: &Exception) -> Option<Denial> {
    let frame = exception.frames.iter().rev().find(|f| f.kind == FrameKind::User && f.file == before.file)?;
    let at = before.byte_of(frame.range.start);
    let end = (at + 1).min(before.text.len());
    let statement = statement_of(before.node_at(at..end.max(at))?);
    let (old, index) = statements(before, Some(statement.start_byte()))?;
    let (new, _) = statements(after, None)?;
    let index = index?;
    let left = |kinds: &[u16]| kinds.iter().filter(|k| **k == statement.kind_id()).count();
    // Statements may be added before it, but one of its kind must not have become another.
    let gone = left(&new) < left(&old) && new.get(index) != old.get(index);
    // An assignment or call that became a text of its own is gone as well.
    let gone = gone || inert(after) > inert(before);
    gone.then_some(Denial::RemovesStatement)
}

/// Statements that do nothing: a literal or a name alone.
fn inert(source: &Source) -> usize {
    let mut count = 0;
    if let Some(root) = source.root() {
        collect(root, &mut |n| {
            let idle = n.kind() == "expression_statement"
                && n.named_child(0).is_some_and(|v| {
                    matches!(v.kind(), "string" | "integer" | "none" | "true" | "false" | "identifier")
                });
            count += usize::from(idle);
            true
        });
    }
    count
}

/// The kinds of all statements in the text's order, and the number of the one that starts at a byte.
fn statements(source: &Source, wanted: Option<usize>) -> Option<(Vec<u16>, Option<usize>)> {
    let mut kinds = Vec::new();
    let mut index = None;
    collect(source.root()?, &mut |n| {
        if n.parent().is_some_and(|p| matches!(p.kind(), "module" | "block")) && n.kind() != "comment" {
            if wanted == Some(n.start_byte()) && index.is_none() {
                index = Some(kinds.len());
            }
            kinds.push(n.kind_id());
        }
        true
    });
    Some((kinds, index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use pyflow_core::exception::{Frame, Place, SourceRange};

    const BEFORE: &str = "def f(x):\n    assert x\n    y = x.a\n    return y\n\n\nprint(f(1))\n";

    fn denied(after: &str) -> Option<Denial> {
        let range = SourceRange { start: Place { line: 2, byte: 4 }, end: Place { line: 2, byte: 11 } };
        let frame = Frame { file: "a.py".to_owned(), kind: FrameKind::User, range, ..Frame::default() };
        let exception = Exception { frames: vec![frame], ..Exception::default() };
        reason(&Source::new("a.py", BEFORE), &Source::new("a.py", after), Some(&exception))
    }

    #[test]
    fn what_silences_is_refused() {
        let with = |old: &str, new: &str| denied(&BEFORE.replace(old, new));
        assert_eq!(with("    y = x.a\n", ""), Some(Denial::RemovesStatement));
        assert_eq!(with("y = x.a", "pass"), Some(Denial::Skips));
        assert_eq!(with("y = x.a", "y = None"), None, "a changed value is not a shape");
        assert_eq!(
            with("    y = x.a", "    try:\n        y = x.a\n    except AttributeError:\n        y = 0"),
            Some(Denial::Catches)
        );
        assert_eq!(with("    assert x\n", ""), Some(Denial::RemovesCheck));
        assert_eq!(with("    assert x\n", "    return\n"), Some(Denial::ReturnsEarly));
        assert_eq!(with("    y = x.a", "    return None\n    y = x.a"), Some(Denial::ReturnsEarly));
        assert_eq!(with("    y = x.a", "    if False:\n        y = x.a"), Some(Denial::NeverRuns));
        assert_eq!(with("y = x.a", "y = x.a  # type: ignore"), Some(Denial::Silences));
        assert_eq!(with("y = x.a", "sys.exit(0)"), Some(Denial::Exits));
        assert_eq!(
            with("    y = x.a", "    with suppress(AttributeError):\n        y = x.a"),
            Some(Denial::Suppresses)
        );
        assert_eq!(with("y = x.a", "\"y\""), Some(Denial::RemovesStatement));
    }

    #[test]
    fn an_honest_edit_is_allowed() {
        assert_eq!(denied(&BEFORE.replace("x.a", "x.b")), None);
        assert_eq!(denied(&format!("import json\n{BEFORE}")), None);
        assert_eq!(denied(&BEFORE.replace("    y = x.a", "    global z\n    y = x.a")), None);
    }
}
