//! Strings without their closing quote, and quotes inside strings that close them too early.

use super::broken::{Broken, closes, parses};
use super::strings::content;
use super::{Finding, Fix, code};
use crate::diagnose::tokens::{Kind, Quoted, tokenize};
use crate::msg;
use pyflow_core::fix::{TextEdit, apply};

/// `'It's late'`: a quote inside a string of the same quotes.
pub(super) fn apostrophe(b: &Broken<'_>) -> Option<Finding> {
    let line = b.on_line(b.line);
    let first = line.clone().find(|&i| {
        let plain = b.quoted(i).is_some_and(|q| q.closed && !q.triple);
        plain && b.touches(i) && b.is_word(i + 1)
    })?;
    let quoted = b.quoted(first)?;
    let quote = char::from(quoted.quote);
    let start = b.start(first);
    let line_end = b.source.line_start(b.line) + b.source.line(b.line).len();
    let rest = b.slice(b.end(first)..line_end);
    let places: Vec<usize> = rest.match_indices(quote).map(|(at, _)| b.end(first) + at).collect();
    let follows = |at: usize| b.slice(at + 1..line_end).trim_start().chars().next();
    let closes_here = |at: &&usize| {
        let letter = b.slice(**at + 1..line_end).starts_with(|c: char| c.is_alphanumeric() || c == '_');
        !letter && follows(**at).is_none_or(|c| ",)]}:;#.+%*=".contains(c))
    };
    // Apostrophes stand alone, double quotes come in pairs: the last that can close does.
    let end =
        if quote == '\'' { places.iter().find(closes_here) } else { places.iter().rev().find(closes_here) }?;
    let inside = start + usize::from(quoted.prefix) + 1..*end;
    let text = b.slice(inside.clone());
    let other = if quote == '\'' { '"' } else { '\'' };
    let word = b.w(first + 1);
    let finding = Finding::new(
        "quote-inside-string",
        msg!("syntax-quote-inside", quote = code(&quote.to_string()), word = code(word)),
    )
    .advice(msg!("syntax-quote-inside-advice", other = code(&other.to_string())));
    let swap = Fix::safe(0.93, msg!("syntax-fix-outer-quotes", quote = other.to_string()))
        .edit(inside.start - 1..inside.start, other.to_string())
        .edit(*end..*end + 1, other.to_string());
    let escape = text
        .match_indices(quote)
        .filter(|(at, _)| !text.get(..*at).is_some_and(|before| before.ends_with('\\')))
        .fold(Fix::safe(0.9, msg!("syntax-fix-escape-quotes", quote = quote.to_string())), |fix, (at, _)| {
            fix.insert(inside.start + at, "\\")
        });
    Some(if text.contains(other) || text.contains("\\'") {
        finding.fix(escape)
    } else {
        finding.fix(swap).fix(escape)
    })
}

pub(super) fn unterminated(b: &Broken<'_>) -> Option<Finding> {
    let said = b.message.contains("unterminated") || b.message.contains("while scanning");
    let open = |i: usize| b.quoted(i).is_some_and(|q| !q.closed);
    let near = b.near();
    let on_line = b.on_line(b.line).find(|&i| open(i));
    let i = on_line.or_else(|| open(near).then_some(near)).or_else(|| {
        // 3.8 and 3.9 say where the text ended.
        said.then(|| (0..b.code.len()).find(|&i| open(i))).flatten()
    })?;
    let quoted = b.quoted(i)?;
    if quoted.triple { Some(triple(b, i, quoted)) } else { Some(single(b, i, quoted)) }
}

fn single(b: &Broken<'_>, i: usize, quoted: Quoted) -> Finding {
    let quote = char::from(quoted.quote);
    let range = content(b, i, quoted);
    let text = b.slice(range.clone());
    let kind = if quoted.formatted { "syntax-unterminated-f" } else { "syntax-unterminated" };
    let finding = Finding::new(
        "unterminated-string",
        msg!(kind, quote = code(&quote.to_string()), text = code(b.w(i))),
    );
    // `"C:\dir\"`: the last backslash takes the quote's meaning away.
    let trimmed = text.trim_end_matches([')', ']', '}', ',', ':', ' ']);
    let kept = trimmed.strip_suffix(quote).filter(|before| before.ends_with('\\'));
    if let Some(before) = kept {
        let finding = finding.advice(msg!("syntax-backslash-quote-advice"));
        let at = range.start + before.len();
        let fix = Fix::safe(0.93, msg!("syntax-fix-double-backslashes"));
        let is_path = before.as_bytes().get(1..3) == Some(b":\\".as_slice()) && !before.contains("\\\\");
        if !quoted.raw && !is_path {
            return finding.fix(fix.insert(at, "\\"));
        }
        let start = b.start(i);
        let prefix = b.slice(start..start + usize::from(quoted.prefix)).replace(['r', 'R'], "");
        let fix = before
            .match_indices('\\')
            .fold(fix.edit(start..start + usize::from(quoted.prefix), prefix), |fix, (at, _)| {
                fix.insert(range.start + at, "\\")
            });
        return finding.fix(fix);
    }
    let finding = finding.advice(msg!("syntax-unterminated-advice", quote = code(&quote.to_string())));
    // `"abc'`: the wrong quote closes.
    let wrong = |c: char| c != quote && matches!(c, '"' | '\'' | '“' | '”' | '’' | '‘' | '`' | '´');
    if let Some(last) = trimmed.chars().last().filter(|&c| wrong(c)) {
        let at = range.start + trimmed.len() - last.len_utf8();
        let is_alone =
            !trimmed.get(..trimmed.len() - last.len_utf8()).is_some_and(|before| before.contains(last));
        if is_alone {
            let fix =
                Fix::safe(0.92, msg!("syntax-fix-change", old = last.to_string(), new = quote.to_string()))
                    .edit(at..at + last.len_utf8(), quote.to_string());
            return finding.fix(fix);
        }
    }
    if let Some(fix) = over_lines(b, i, quoted) {
        return finding.fix(fix);
    }
    let mut places = places(b, i, text);
    let fits = |at: usize| line_with(b, i, at, quote).is_some_and(|line| parses(&line));
    if !places.iter().any(|(at, _)| fits(range.start + at)) {
        // The quote is missing further left, and all behind it is inside out.
        let line_start = b.source.line_start(b.line_of(i));
        let before = b.slice(line_start..b.start(i));
        let found = (line_start..b.start(i)).filter(|&at| {
            let next = b.slice(at..b.text.len()).chars().next();
            let word = before
                .get(..at - line_start)
                .is_some_and(|left| left.ends_with(|c: char| !c.is_whitespace()));
            word && next.is_some_and(|c| ")]},: ".contains(c)) && fits(at)
        });
        let found: Vec<usize> = found.take(2).collect();
        if !found.is_empty() {
            let title = || msg!("syntax-fix-insert", new = quote.to_string());
            let fixes = found.into_iter().map(|at| Fix::safe(0.85, title()).insert(at, quote.to_string()));
            return finding.fixes(fixes);
        }
    }
    places.sort_by_key(|(at, _)| !fits(range.start + at));
    let title = || msg!("syntax-fix-insert", new = quote.to_string());
    finding.fixes(
        places
            .into_iter()
            .map(|(at, prior)| Fix::safe(prior, title()).insert(range.start + at, quote.to_string())),
    )
}

/// The statement of an open string with a quote more; none if there still is an open string.
fn line_with(b: &Broken<'_>, i: usize, at: usize, quote: char) -> Option<String> {
    let line = b.line_of(i);
    let start = b.start(b.head(i)).max(b.source.line_start(line));
    let end = b.source.line_start(line) + b.source.line(line).len();
    let text = format!("{}{quote}{}", b.slice(start..at), b.slice(at..end));
    let open = tokenize(&text, b.version >= (3, 12));
    let open = open.iter().any(|token| matches!(token.kind, Kind::Str(q) if !q.closed));
    (!open).then_some(text)
}

/// Where in an open string's text the quote may be missing, the likeliest first.
fn places(b: &Broken<'_>, i: usize, text: &str) -> Vec<(usize, f32)> {
    let end = text.trim_end().len();
    // What stands at the end and belongs to the code around: brackets that are open, a comma between them, a colon.
    let mut open: Vec<&str> = Vec::new();
    let mut at = i;
    while let Some(bracket) = b.enclosing(at) {
        open.push(closes(b.w(bracket)));
        at = bracket;
    }
    let head = b.w(b.head(i));
    let mut tails = vec![end];
    let mut at = end;
    while let Some(c) = text.get(..at).and_then(|before| before.chars().last()) {
        let belongs = match c {
            ')' | ']' | '}' => open.iter().any(|closer| closer.starts_with(c)),
            ',' => !open.is_empty(),
            ':' => super::broken::is_block_word(head) || open.contains(&"}"),
            ' ' => true,
            _ => false,
        };
        if !belongs {
            break;
        }
        at -= c.len_utf8();
        if c != ' ' {
            tails.push(at);
        }
    }
    let mut found: Vec<(usize, f32)> = Vec::new();
    let mut push = |at: usize, prior: f32| {
        if !found.iter().any(|(known, _)| *known == at) {
            found.push((at, prior));
        }
    };
    let last = tails.last().copied().unwrap_or(end);
    // `"Total:, total)`: a name that exists behind a comma or an operator is no text.
    let inner = text.get(..last).unwrap_or_default();
    for (at, sign) in inner.rmatch_indices([',', '+', '%']) {
        let name = inner.get(at + sign.len()..).unwrap_or_default().trim();
        let word = name.split(['.', '(', '[', ' ', ',']).next().unwrap_or_default();
        if !word.is_empty() && b.is_bound(word) && parses(&format!("({name})")) {
            push(inner.get(..at).map_or(at, |before| before.trim_end().len()), 0.85);
        }
    }
    // How many of the closing brackets at the end the code needs.
    let level = |from: usize| text.get(from..end).unwrap_or_default().matches([')', ']', '}']).count();
    let own = b.enclosing_on_line(i);
    tails.sort_by_key(|&from| (level(from).abs_diff(own), from));
    for from in tails {
        push(text.get(..from).map_or(from, |before| before.trim_end().len()), 0.85);
    }
    if let Some(comment) = inner.find("  #") {
        push(comment, 0.7);
    }
    found
}

/// A string that goes on over the next lines to a quote there: triple quotes.
fn over_lines(b: &Broken<'_>, i: usize, quoted: Quoted) -> Option<Fix> {
    const MOST_LINES: u32 = 30;
    let quote = char::from(quoted.quote);
    let start = b.source.place_of(b.start(i)).line;
    let mut line = start + 1;
    while line <= start + MOST_LINES && line < b.lines() {
        let text = b.source.line(line);
        match text.matches(quote).count() {
            0 => {}
            1 => {
                let at = text.find(quote)?;
                let after = text.get(at + 1..)?.trim();
                let closing = after.chars().all(|c| ")]},:;".contains(c)) || after.starts_with('.');
                if !closing {
                    return None;
                }
                let open = b.start(i) + usize::from(quoted.prefix);
                let close = b.source.line_start(line) + at;
                let three = quote.to_string().repeat(3);
                let title = msg!("syntax-fix-triple", quotes = three.as_str());
                return Some(
                    Fix::safe(0.85, title).edit(open..open + 1, three.clone()).edit(close..close + 1, three),
                );
            }
            _ => return None,
        }
        line += 1;
    }
    None
}

fn triple(b: &Broken<'_>, i: usize, quoted: Quoted) -> Finding {
    let quote = char::from(quoted.quote);
    let three = quote.to_string().repeat(3);
    let line = b.source.place_of(b.start(i)).line;
    let finding = Finding::new(
        "unterminated-string",
        msg!("syntax-unterminated-triple", quotes = code(&three), line = line + 1),
    )
    .advice(msg!("syntax-unterminated-triple-advice", quotes = code(&three)));
    let range = content(b, i, quoted);
    let text = b.slice(range.clone());
    // `""Text."""`: the opening ones are too few, and the closing ones open.
    if let Some(two) = (0..i).rev().find(|&j| matches!(b.w(j), "\"\"" | "''") && b.w(j).starts_with(quote))
        && text.trim().is_empty() | (b.line_of(two) == line)
        && b.touches(two)
    {
        let fix = Fix::safe(0.9, msg!("syntax-fix-change", old = b.w(two), new = three.as_str()));
        return finding.fix(fix.edit(b.range(two), three));
    }
    // The other kind of three closes.
    let other = if quote == '"' { "'''" } else { "\"\"\"" };
    if let Some(at) = text.find(other) {
        let at = range.start + at;
        let fix = Fix::safe(0.9, msg!("syntax-fix-change", old = other, new = three.as_str()));
        return finding.fix(fix.edit(at..at + 3, three));
    }
    // Two quotes or one at the end of a line are what is left of three.
    let mut at = range.start;
    for piece in text.split_inclusive(['\n', '\r']) {
        let shown = piece.trim_end();
        let marks = shown.len() - shown.trim_end_matches(quote).len();
        if (1..3).contains(&marks) && shown.matches(quote).count() == marks {
            let end = at + shown.len();
            let title = msg!("syntax-fix-insert", new = quote.to_string().repeat(3 - marks));
            return finding.fix(Fix::safe(0.9, title).insert(end, quote.to_string().repeat(3 - marks)));
        }
        at += piece.len();
    }
    // Else the line from which on the rest is a program again.
    let title = msg!("syntax-fix-insert", new = three.as_str());
    let fixes = ends(b, i).into_iter().map(|at| Fix::safe(0.75, title.clone()).insert(at, three.clone()));
    finding.fixes(fixes)
}

/// Ends of lines of an open triple-quoted string behind which the rest of the text parses.
fn ends(b: &Broken<'_>, i: usize) -> Vec<usize> {
    const MOST_TRIED: u32 = 40;
    let first = b.source.place_of(b.start(i)).line;
    let Some(quoted) = b.quoted(i) else { return Vec::new() };
    let three = char::from(quoted.quote).to_string().repeat(3);
    let mut found = Vec::new();
    for line in first..(first + MOST_TRIED).min(b.lines()) {
        let at = b.source.line_start(line) + b.source.line(line).trim_end().len();
        let is_blank = b.source.line(line).trim().is_empty();
        if is_blank || at < b.start(i) + 3 {
            continue;
        }
        let edit = TextEdit { range: at..at, new_text: three.clone() };
        if apply(b.text, &[edit]).is_some_and(|text| super::broken::parses_clean(&text)) {
            found.push(at);
            if found.len() == 2 {
                break;
            }
        }
    }
    found
}
