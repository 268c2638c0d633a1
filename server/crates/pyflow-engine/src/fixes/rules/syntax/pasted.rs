//! Text that was pasted with what stood around it: prompts, fences, entities, line numbers, conflict markers.

use super::broken::{Broken, is_statement_word, parses};
use super::{Finding, Fix, code};
use crate::diagnose::tokens::Kind;
use crate::msg;

/// The bytes of a prompt at the start of a line with its blank, if there is one: `>>> `, `... `, `In [3]: `.
fn prompt(line: &str) -> Option<(usize, usize)> {
    let start = line.len() - line.trim_start_matches([' ', '\t']).len();
    let rest = line.get(start..)?;
    let length = if rest.starts_with(">>>") || rest.starts_with("...") {
        3
    } else if let Some(inner) = rest.strip_prefix("In [").or_else(|| rest.strip_prefix("   ...")) {
        let digits = inner.bytes().take_while(u8::is_ascii_digit).count();
        if !inner.get(digits..)?.starts_with("]:") {
            return None;
        }
        4 + digits + 2
    } else {
        return None;
    };
    match rest.get(length..)?.chars().next() {
        None => Some((start, length)),
        Some(' ') => Some((start, length + 1)),
        _ => None,
    }
}

pub(super) fn prompts(b: &Broken<'_>) -> Option<Finding> {
    let is_prompt = |line: u32| prompt(b.source.line(line)).is_some();
    let first_is_real = |line: u32| {
        let text = b.source.line(line).trim_start();
        text.starts_with(">>>") || text.starts_with("In [")
    };
    // Prompts in a docstring are an example, and no mistake.
    let in_string = |line: u32| {
        let at = b.source.line_start(line);
        b.all.iter().any(|t| matches!(t.kind, Kind::Str(_)) && t.start < at && at < t.end)
    };
    if !is_prompt(b.line) || in_string(b.line) {
        return None;
    }
    let lines: Vec<u32> = (0..b.lines()).filter(|&line| is_prompt(line) && !in_string(line)).collect();
    let first = *lines.iter().find(|&&line| first_is_real(line))?;
    let shown = b.source.line(first).trim_start();
    let shown = if shown.starts_with(">>>") { ">>>" } else { "In [ ]:" };
    let mut fix = Fix::safe(0.95, msg!("syntax-fix-prompts", count = lines.len()));
    let mut after_prompt = false;
    for line in 0..b.lines() {
        let text = b.source.line(line);
        let start = b.source.line_start(line);
        if lines.contains(&line) {
            let (at, length) = prompt(text).unwrap_or((0, 0));
            fix = fix.edit(start + at..start + at + length, "");
            after_prompt = true;
        } else if after_prompt && is_output(text) {
            // What the interpreter answered is no code.
            fix = fix.edit(b.line_bytes(line, line), "");
        } else {
            after_prompt = false;
        }
    }
    Some(
        Finding::new("pasted-prompt", msg!("syntax-prompt", prompt = code(shown)))
            .advice(msg!("syntax-prompt-advice"))
            .fix(fix),
    )
}

/// Whether a line behind a prompt's is what was printed: no statement, or a bare value.
fn is_output(line: &str) -> bool {
    let text = line.trim();
    if text.is_empty() {
        return false;
    }
    let is_value = text.starts_with(['\'', '"', '[', '{', '(', '-', '<'])
        || text.starts_with(|c: char| c.is_ascii_digit())
        || matches!(text, "True" | "False" | "None")
        || text.starts_with("Out[")
        || text.starts_with("Traceback");
    // A bare word or words are what `print` printed.
    let is_words =
        !text.contains(['=', '(']) && !is_statement_word(text.split(' ').next().unwrap_or_default());
    is_value || is_words || !parses(text)
}

pub(super) fn fences(b: &Broken<'_>) -> Option<Finding> {
    let is_fence = |line: u32| {
        let text = b.source.line(line).trim();
        ["```", "~~~"].iter().any(|mark| {
            text.strip_prefix(mark).is_some_and(|rest| rest.chars().all(|c| c.is_alphanumeric() || c == ' '))
        })
    };
    if !is_fence(b.line) {
        return None;
    }
    let lines: Vec<u32> = (0..b.lines()).filter(|&line| is_fence(line)).collect();
    let fix = Fix::safe(0.95, msg!("syntax-fix-fences", count = lines.len()));
    let fix = lines.iter().fold(fix, |fix, &line| fix.edit(b.line_bytes(line, line), ""));
    let shown = code(b.source.line(b.line).trim());
    Some(Finding::new("pasted-fence", msg!("syntax-fence", fence = shown)).fix(fix))
}

const ENTITIES: [(&str, &str); 8] = [
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&amp;", "&"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&#34;", "\""),
    ("&apos;", "'"),
    ("&nbsp;", " "),
];

pub(super) fn entities(b: &Broken<'_>) -> Option<Finding> {
    let line = b.source.line(b.line);
    let (entity, plain) = ENTITIES.iter().find(|(entity, _)| line.contains(entity))?;
    let mut fix = Fix::safe(0.93, msg!("syntax-fix-entities"));
    for (at, _) in b.text.match_indices('&') {
        let inside = b.all.iter().any(|t| {
            (t.kind == Kind::Comment || matches!(t.kind, Kind::Str(q) if q.closed))
                && t.start < at
                && at < t.end
        });
        let rest = b.slice(at..b.text.len());
        if let Some((entity, plain)) = ENTITIES.iter().find(|(entity, _)| rest.starts_with(entity))
            && !inside
        {
            fix = fix.edit(at..at + entity.len(), *plain);
        }
    }
    Some(
        Finding::new("pasted-entity", msg!("syntax-entity", entity = code(entity), plain = code(plain)))
            .fix(fix),
    )
}

/// The bytes of a line number before a line's code: `12 `, `12: `, `12. `, `12| `.
fn line_number(line: &str) -> Option<(u32, usize)> {
    let start = line.len() - line.trim_start().len();
    let digits = line.get(start..)?.bytes().take_while(u8::is_ascii_digit).count();
    let number = line.get(start..start + digits)?.parse().ok()?;
    let mut end = start + digits;
    if matches!(line.as_bytes().get(end), Some(b':' | b'.' | b'|' | b')')) {
        end += 1;
    }
    match line.as_bytes().get(end) {
        None => Some((number, end)),
        Some(b' ' | b'\t') => Some((number, end + 1)),
        _ => None,
    }
}

pub(super) fn line_numbers(b: &Broken<'_>) -> Option<Finding> {
    let number = |line: u32| line_number(b.source.line(line));
    let (own, _) = number(b.line)?;
    let next = |line: u32, expected: u32| number(line).is_some_and(|(found, _)| found == expected);
    if !next(b.line + 1, own + 1) || !next(b.line + 2, own + 2) {
        return None;
    }
    let mut fix = Fix::safe(0.9, msg!("syntax-fix-line-numbers"));
    // The blanks that all have behind the number are none of the code's.
    let blanks = |line: u32, length: usize| {
        let rest = b.source.line(line).get(length..).unwrap_or_default();
        rest.len() - rest.trim_start_matches(' ').len()
    };
    let numbered = || (0..b.lines()).filter_map(|line| Some((line, number(line)?.1)));
    let with_code =
        numbered().filter(|&(line, length)| blanks(line, length) < b.source.line(line).len() - length);
    let common = with_code.map(|(line, length)| blanks(line, length)).min().unwrap_or(0);
    for (line, length) in numbered() {
        let start = b.source.line_start(line);
        let length = (length + common).min(b.source.line(line).len());
        fix = fix.edit(start..start + length, "");
    }
    Some(Finding::new("pasted-line-numbers", msg!("syntax-line-numbers", number = own)).fix(fix))
}

pub(super) fn conflict_markers(b: &Broken<'_>) -> Option<Finding> {
    let marker = |line: u32| {
        let text = b.source.line(line);
        ["<<<<<<<", "=======", ">>>>>>>"]
            .into_iter()
            .find(|mark| text.strip_prefix(mark).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
    };
    let shown = marker(b.line)?;
    let find = |from: u32, mark: &str| (from..b.lines()).find(|&line| marker(line) == Some(mark));
    let finding = Finding::new("conflict-marker", msg!("syntax-conflict", marker = code(shown)))
        .advice(msg!("syntax-conflict-advice"));
    let Some(start) = find(0, "<<<<<<<") else { return Some(finding) };
    let (Some(middle), Some(end)) = (find(start, "======="), find(start, ">>>>>>>")) else {
        return Some(finding);
    };
    if middle > end {
        return Some(finding);
    }
    let ours = Fix::guess(0.4, msg!("syntax-fix-ours"), msg!("syntax-assume-ours"))
        .edit(b.line_bytes(start, start), "")
        .edit(b.line_bytes(middle, end), "");
    let theirs = Fix::guess(0.4, msg!("syntax-fix-theirs"), msg!("syntax-assume-theirs"))
        .edit(b.line_bytes(start, middle), "")
        .edit(b.line_bytes(end, end), "");
    Some(finding.fix(ours).fix(theirs))
}

pub(super) fn shell_line(b: &Broken<'_>) -> Option<Finding> {
    let text = b.source.line(b.line).trim();
    let command =
        text.strip_prefix("$ ").or_else(|| text.strip_prefix('!')).or_else(|| text.strip_prefix('%'));
    let words: Vec<&str> = command.unwrap_or(text).split_whitespace().collect();
    let is_command = match words[..] {
        ["pip" | "pip3" | "conda" | "uv" | "poetry", second, ..] => {
            second.starts_with(|c: char| c.is_alphabetic()) && !text.contains('=')
        }
        ["python" | "python3", second, ..] => second.contains(".py") || second == "-m",
        ["cd" | "ls" | "git", second, ..] => second.starts_with(|c: char| c.is_alphanumeric() || c == '.'),
        [_, ..] => text.starts_with("$ ") || text.starts_with('%') || text.starts_with('!'),
        [] => false,
    };
    let head = b.on_line(b.line).start;
    if !is_command || !b.starts_line(head) || text.contains(" = ") {
        return None;
    }
    let at = b.start(head);
    let fix =
        Fix::guess(0.6, msg!("syntax-fix-comment-out"), msg!("syntax-assume-terminal")).insert(at, "# ");
    Some(
        Finding::new("shell-command", msg!("syntax-shell", command = code(text)))
            .advice(msg!("syntax-shell-advice"))
            .fix(fix),
    )
}
