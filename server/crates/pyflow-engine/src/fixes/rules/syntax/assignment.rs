//! `=` where `==` was meant, `:=` where `=` was, and targets that can't be assigned to.

use super::broken::Broken;
use super::operators::operand_start;
use super::{Finding, Fix, code};
use crate::diagnose::tokens::Kind;
use crate::msg;

/// `if x = 3:`.
pub(super) fn in_condition(b: &Broken<'_>) -> Option<Finding> {
    let line = b.on_line(b.line);
    let near = b.near().min(b.code.len().checked_sub(1)?);
    let at = if line.contains(&near) { near } else { line.start };
    let head = b.head(at);
    let word = b.w(head);
    // A condition: of a statement, of a comprehension, of a conditional expression.
    let begins = (head..=b.tail(head)).find(|&i| {
        let statement = i == head && matches!(word, "if" | "elif" | "while" | "assert");
        let inner = i > head && b.w(i) == "if" && b.line_of(i) == b.line;
        let returned = i == head && word == "return";
        statement || inner || returned
    })?;
    let base = b.code.get(begins)?.depth;
    let is_call = |open: usize| {
        b.w(open) == "("
            && (b.is_name(open.wrapping_sub(1)) || matches!(b.w(open.wrapping_sub(1)), ")" | "]"))
    };
    let in_place = |i: usize| {
        // Not a keyword argument of a call inside the condition.
        let open = b.enclosing(i);
        b.depth(i) == base || b.depth(i) > base && open.is_some_and(|open| !is_call(open))
    };
    let end = (begins + 1..=b.tail(head))
        .take_while(|&i| !(b.depth(i) == base && matches!(b.w(i), ":" | "else")) && b.depth(i) >= base)
        .last()?;
    let equals: Vec<usize> = (begins + 2..=end).filter(|&i| b.w(i) == "=" && in_place(i)).collect();
    let first = *equals.first()?;
    let left = b.span(operand_start(b, first.wrapping_sub(1)), first.wrapping_sub(1));
    let finding = Finding::new("assignment-in-condition", msg!("syntax-equals", left = code(left)))
        .advice(msg!("syntax-equals-advice"));
    let compare = |prior: f32| {
        let fix = Fix::safe(prior, msg!("syntax-fix-change", old = "=", new = "=="));
        equals.iter().fold(fix, |fix, &i| {
            let before =
                if b.end(i.wrapping_sub(1)) == b.start(i) && b.end(i) != b.start(i + 1) { " " } else { "" };
            fix.edit(b.range(i), format!("{before}=="))
        })
    };
    // `while line = next_line():` gives a new name a value: that is `:=`.
    let is_name = b.is_name(first.wrapping_sub(1)) && b.w(first.wrapping_sub(2)) != ".";
    let calls = (first + 1..=end).any(|i| b.w(i) == "(");
    let fresh = is_name
        && !b.is_bound_before(b.w(first.wrapping_sub(1)), head)
        && calls
        && matches!(word, "if" | "elif" | "while");
    if fresh && b.version >= (3, 8) {
        let inside = b.w(first.wrapping_sub(2)) == "(" && b.depth(first) > base;
        let walrus = Fix::safe(0.9, msg!("syntax-fix-change", old = "=", new = ":="));
        let walrus = if inside
            || first - 1 == begins + 1
                && equals.len() == 1
                && !(first..=end).any(|i| {
                    matches!(b.w(i), "==" | "!=" | "<" | ">" | "and" | "or" | "is" | "<=" | ">=")
                        && b.depth(i) == base
                }) {
            walrus.edit(b.range(first), ":=")
        } else {
            let value_end = (first + 1..=end)
                .take_while(|&i| {
                    !(b.depth(i) == base
                        && matches!(
                            b.w(i),
                            "==" | "!=" | "<" | ">" | "and" | "or" | "is" | "<=" | ">=" | "not" | "in"
                        ))
                })
                .last()?;
            walrus
                .insert(b.start(first.wrapping_sub(1)), "(")
                .edit(b.range(first), ":=")
                .insert(b.end(value_end), ")")
        };
        return Some(finding.fix(walrus).fix(compare(0.5)));
    }
    Some(finding.fix(compare(0.95)))
}

/// `x := 1` as a statement.
pub(super) fn walrus(b: &Broken<'_>) -> Option<Finding> {
    let line = b.on_line(b.line);
    let at = line.clone().find(|&i| b.w(i) == ":=")?;
    let head = b.head(at);
    let target = operand_start(b, at.wrapping_sub(1));
    let statement =
        (target == head || matches!(b.w(target.wrapping_sub(1)), ":" | ";" | "else")) && b.depth(at) == 0;
    let finding = Finding::new("walrus", msg!("syntax-walrus", walrus = code(":="), equals = code("=")));
    // A default is given with `=`.
    let parameter = b.enclosing(at).is_some_and(|open| open == head + 2 && b.w(head) == "def");
    if statement || parameter {
        let fix = Fix::safe(0.97, msg!("syntax-fix-change", old = ":=", new = "=")).edit(b.range(at), "=");
        return Some(finding.fix(fix));
    }
    if b.message.contains("cannot use assignment expressions with")
        || b.w(at.wrapping_sub(2)) == "."
        || b.w(at.wrapping_sub(1)) == "]"
    {
        return Some(finding.advice(msg!("syntax-walrus-target")));
    }
    if b.message.contains("comprehension") {
        return Some(finding.advice(msg!("syntax-walrus-comprehension")));
    }
    // Behind `=` or `return` it needs parentheses.
    let depth = b.depth(at);
    let end = (at + 1..=b.tail(at))
        .take_while(|&i| {
            b.depth(i) >= depth
                && !(b.depth(i) == depth && matches!(b.w(i), "," | ")" | "]" | "}" | ":" | ";"))
        })
        .last()?;
    let fix =
        Fix::safe(0.85, msg!("syntax-fix-parentheses")).insert(b.start(target), "(").insert(b.end(end), ")");
    Some(finding.advice(msg!("syntax-walrus-parentheses")).fix(fix))
}

/// Targets that are no names: `f(x) = 1`, `5 = x`, `a + b = c`, `total-price = 1`.
pub(super) fn targets(b: &Broken<'_>) -> Option<Finding> {
    let said = b.message.starts_with("cannot assign to")
        || b.message.contains("illegal expression for augmented")
        || b.message.starts_with("can't assign to")
        || b.message.starts_with("invalid syntax. Maybe you meant '=='");
    if !said {
        return None;
    }
    let line = b.on_line(b.line);
    let near = b.near().min(line.end.saturating_sub(1)).max(line.start);
    let head = b.head(near);
    let tail = b.tail(near);
    let equals = (head..=tail).find(|&i| {
        matches!(b.w(i), "=" | "+=" | "-=" | "*=" | "/=" | "//=" | "%=" | "**=")
            && b.depth(i) == 0
            && b.start(i) >= b.at.start
    });
    let Some(equals) = equals else {
        let shown = b.slice(b.at.clone());
        return Some(
            Finding::new("assign-target", msg!("syntax-target", text = code(shown)))
                .advice(msg!("syntax-target-advice")),
        );
    };
    let from = if b.w(head) == "for" || b.depth(head) > 0 { near } else { head };
    let left = b.span(from, equals.wrapping_sub(1));
    let augmented = b.w(equals) != "=";
    let right = b.slice(b.start(equals + 1)..b.end(tail));
    let called = b.pair(equals.wrapping_sub(1)).is_some_and(|open| {
        open > from && (b.is_name(open.wrapping_sub(1)) || matches!(b.w(open.wrapping_sub(1)), ")" | "]"))
    });
    if augmented && !called {
        return None;
    }
    if called && b.w(equals.wrapping_sub(1)) == ")" {
        return Some(call_target(b, from, equals, tail, left, right, augmented));
    }
    let finding = Finding::new("assign-target", msg!("syntax-target", text = code(left)))
        .advice(msg!("syntax-target-advice"));
    // `total-price = 5`: a hyphen in a name.
    let hyphens = (from..equals).all(|i| {
        if (i - from) % 2 == 0 {
            b.is_name(i)
        } else {
            b.w(i) == "-" && b.touches(i) && b.touches(i.wrapping_sub(1))
        }
    });
    let plain_name = b.is_name(equals + 1) && equals + 1 == tail;
    if hyphens && equals > from + 1 {
        let names: Vec<&str> = (from..equals).step_by(2).map(|i| b.w(i)).collect();
        let unknown = names.iter().any(|name| !b.is_bound_before(name, from));
        if unknown {
            let new = names.join("_");
            let count = equals - from;
            let mut fix = Fix::safe(0.92, msg!("syntax-fix-rename", old = left, new = new.as_str()));
            for i in 0..b.code.len() {
                let same = (0..count).all(|n| b.w(i + n) == b.w(from + n))
                    && (0..count - 1).all(|n| b.touches(i + n));
                if same {
                    fix = fix.edit(b.start(i)..b.end(i + count - 1), new.clone());
                }
            }
            return Some(
                Finding::new("assign-target", msg!("syntax-hyphen", name = code(left), new = code(&new)))
                    .fix(fix),
            );
        }
    }
    // `5 = x`, `a + b = c`: the other way round.
    if !augmented && plain_name
        || !augmented && tail > equals + 1 && (equals + 1..=tail).all(|i| b.is_name(i) || b.w(i) == ".")
    {
        let swap = format!("{right} = {left}");
        let fix = Fix::safe(0.9, msg!("syntax-fix-change", old = b.span(from, tail), new = swap.as_str()))
            .edit(b.start(from)..b.end(tail), swap);
        return Some(
            Finding::new("assign-target", msg!("syntax-reversed", left = code(left), right = code(right)))
                .fix(fix),
        );
    }
    // `"name" = value`: a name in quotes.
    if let Some(quoted) = b.quoted(from)
        && from + 1 == equals
    {
        let name = left.trim_matches(char::from(quoted.quote));
        if !name.is_empty()
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !name.starts_with(|c: char| c.is_ascii_digit())
        {
            let fix =
                Fix::safe(0.85, msg!("syntax-fix-change", old = left, new = name)).edit(b.range(from), name);
            return Some(finding.fix(fix));
        }
    }
    let compare = b.kind(from) != Some(Kind::Number) && !augmented && b.message.contains("'=='");
    let fix =
        Fix::guess(0.3, msg!("syntax-fix-change", old = "=", new = "=="), msg!("syntax-assume-compare"))
            .edit(b.range(equals), "==");
    Some(if compare && b.w(from) != "(" { finding.fix(fix) } else { finding })
}

fn call_target(
    b: &Broken<'_>,
    from: usize,
    equals: usize,
    tail: usize,
    left: &str,
    right: &str,
    augmented: bool,
) -> Finding {
    let close = equals - 1;
    let finding = Finding::new("assign-to-call", msg!("syntax-call-target", text = code(left)));
    let Some(open) = b.pair(close).filter(|&open| open > from) else { return finding };
    let name = open - 1;
    let arguments = super::calls::arguments(b, open + 1, close);
    let finding = finding.advice(msg!("syntax-call-target-advice"));
    let method = b.w(name.wrapping_sub(1)) == ".";
    let object = if method { b.span(from, name - 2) } else { b.w(name) };
    let swap = format!("{right} = {left}");
    let swapped = Fix::safe(0.85, msg!("syntax-fix-change", old = b.span(from, tail), new = swap.as_str()))
        .edit(b.start(from)..b.end(tail), swap);
    let fresh = equals + 1 == tail && b.is_name(tail) && !b.is_bound_before(b.w(tail), from);
    if fresh && !augmented {
        return finding.fix(swapped);
    }
    let Some(&(first, last)) = arguments.first() else { return finding };
    let key = b.span(first, last);
    // `counts.get(word, 0) += 1`
    if augmented && method && matches!(b.w(name), "get" | "setdefault") {
        let default = arguments.get(1).map_or("0", |&(from, to)| b.span(from, to));
        let sign = b.w(equals).trim_end_matches('=');
        let new = format!("{object}[{key}] = {object}.get({key}, {default}) {sign} {right}");
        let fix = Fix::safe(0.9, msg!("syntax-fix-change", old = b.span(from, tail), new = new.as_str()))
            .edit(b.start(from)..b.end(tail), new);
        return finding.fix(fix);
    }
    let index = |prior: f32, start: usize| {
        let new = format!("{object}[{key}]");
        Fix::safe(prior, msg!("syntax-fix-change", old = left, new = new.as_str()))
            .edit(b.start(start)..b.end(close), new)
    };
    let is_function = (0..b.code.len()).any(|i| matches!(b.w(i), "def" | "class") && b.w(i + 1) == b.w(name));
    if method
        && matches!(b.w(name), "get" | "setdefault" | "pop" | "__getitem__" | "index" | "item")
        && arguments.len() <= 2
    {
        return finding.fix(index(0.92, from));
    }
    if method
        && matches!(b.w(name), "append" | "add" | "put" | "push" | "insert" | "update" | "extend")
        && !augmented
    {
        let new = format!("{object}[{key}]");
        return finding.fix(
            Fix::safe(0.7, msg!("syntax-fix-change", old = left, new = new.as_str()))
                .edit(b.start(from)..b.end(close), new),
        );
    }
    if !method && !is_function && b.is_bound(b.w(name)) && arguments.len() == 1 {
        return finding.fix(index(0.92, name));
    }
    let compare =
        Fix::guess(0.3, msg!("syntax-fix-change", old = "=", new = "=="), msg!("syntax-assume-compare"))
            .edit(b.range(equals), "==");
    if equals + 1 == tail && b.is_name(tail) && !augmented {
        finding.fix(swapped)
    } else {
        finding.fix(compare)
    }
}
