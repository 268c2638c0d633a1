//! Characters that look right and are not: curly quotes, blanks of other widths, nothing at all.

use super::broken::Broken;
use super::{Finding, Fix};
use crate::diagnose::tokens::{Kind, tokenize};
use crate::msg;
use pyflow_core::fix::TextEdit;

fn is_double(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '‟' | '«' | '»' | '″' | '〃' | '＂' | '〝' | '〞')
}

fn is_single(c: char) -> bool {
    matches!(c, '‘' | '’' | '‚' | '‛' | '′' | '‹' | '›' | '´' | '＇')
}

/// What Python writes for a character that only looks like it.
fn plain(c: char) -> Option<&'static str> {
    const FULL_WIDTH: &str =
        "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
    Some(match c {
        '\u{2028}'
        | '\u{2029}'
        | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}'
        | '\u{ad}'
        | '\u{180e}' => "",
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' => "-",
        '×' | '✕' | '✖' | '·' | '⋅' | '∙' | '∗' => "*",
        '÷' | '∕' | '⁄' => "/",
        '≤' | '⩽' => "<=",
        '≥' | '⩾' => ">=",
        '≠' => "!=",
        '≡' => "==",
        '…' => "...",
        '→' => "->",
        '²' => "**2",
        '³' => "**3",
        '，' | '、' | '،' => ",",
        '；' => ";",
        '：' | '∶' => ":",
        '。' => ".",
        '【' => "[",
        '】' => "]",
        '¬' => "not ",
        '∧' => "and",
        '∨' => "or",
        '∈' => "in",
        '∉' => "not in",
        '\u{ff01}'..='\u{ff5e}' => {
            let at = c as usize - 0xff01;
            FULL_WIDTH.get(at..at + 1)?
        }
        c if c.is_whitespace() => " ",
        c if c.is_control() => "",
        _ => return None,
    })
}

/// The name that people know a character by: an id in the catalogues.
fn kind_of(c: char) -> &'static str {
    match c {
        c if is_double(c) || is_single(c) => "syntax-char-quote",
        '\u{a0}' | '\u{202f}' => "syntax-char-nbsp",
        c if c.is_whitespace() && !matches!(c, '\u{2028}' | '\u{2029}') => "syntax-char-space",
        c if plain(c) == Some("") => "syntax-char-invisible",
        _ => "syntax-char-other",
    }
}

pub(super) fn odd_characters(b: &Broken<'_>) -> Option<Finding> {
    let near = b.on_line(b.line);
    let odd =
        |i: &usize| b.kind(*i) == Some(Kind::Odd) && !b.w(*i).is_ascii() && !b.w(*i).starts_with('\u{fffd}');
    let said = b.message.starts_with("invalid character") || b.message.starts_with("invalid non-printable");
    let control = |i: &usize| b.kind(*i) == Some(Kind::Odd) && b.w(*i).starts_with(|c: char| c.is_control());
    let first = near.clone().find(odd).or_else(|| said.then(|| near.clone().find(control)).flatten())?;
    let c = b.w(first).chars().next()?;
    let finding = Finding::new(
        "odd-character",
        msg!(
            kind_of(c),
            character = shown(c),
            code = format!("U+{:04X}", c as u32),
            plain = plain(c).unwrap_or("")
        ),
    );
    let finding = if is_double(c) || is_single(c) {
        finding.advice(msg!("syntax-char-quote-advice"))
    } else {
        finding.advice(msg!("syntax-char-advice"))
    };
    let edits = straighten(b);
    let title = if is_double(c) || is_single(c) {
        msg!("syntax-fix-quotes")
    } else if plain(c).is_some_and(|text| text.trim().is_empty()) {
        msg!("syntax-fix-invisible", code = format!("U+{:04X}", c as u32))
    } else {
        msg!("syntax-fix-change", old = shown(c), new = plain(c).unwrap_or(""))
    };
    Some(finding.fix(Fix::safe(0.95, title).edits(edits)))
}

fn shown(c: char) -> String {
    if c.is_whitespace() || plain(c) == Some("") { String::new() } else { c.to_string() }
}

/// Edits that replace all such characters outside strings and comments. One at a time, because a straight quote
/// makes a string of what follows it.
fn straighten(b: &Broken<'_>) -> Vec<TextEdit> {
    const MOST_EDITS: usize = 400;
    let mut edits: Vec<TextEdit> = Vec::new();
    // The text as it is so far, and the place in it from where it is not straight yet.
    let mut text = b.text.to_owned();
    // How far places in it have moved.
    let mut shift: i64 = 0;
    let mut from = 0;
    while edits.len() < MOST_EDITS {
        let found = tokenize(&text, b.version >= (3, 12)).into_iter().find(|token| {
            token.start >= from
                && token.kind == Kind::Odd
                && text.get(token.range()).is_some_and(|word| {
                    word.chars().all(|c| plain(c).is_some() || is_double(c) || is_single(c)) && word != "\\"
                })
                && !text.get(token.range()).is_some_and(str::is_ascii)
        });
        let Some(token) = found else { break };
        let Some(c) = text.get(token.range()).and_then(|word| word.chars().next()) else { break };
        let mut changes: Vec<(std::ops::Range<usize>, String)> = Vec::new();
        if is_double(c) || is_single(c) {
            changes = quote_pair(&text, token.start, c);
        } else if let Some(plain) = plain(c) {
            changes.push((token.range(), plain.to_owned()));
        }
        for (range, new) in changes.iter().rev() {
            text.replace_range(range.clone(), new);
        }
        for (range, new) in &changes {
            let old = |at: usize| (at as i64 - shift) as usize;
            edits.push(TextEdit { range: old(range.start)..old(range.end), new_text: new.clone() });
        }
        // All of this step's changes are in the old text's order; places behind the last have moved by their sum.
        let moved: i64 = changes.iter().map(|(range, new)| new.len() as i64 - range.len() as i64).sum();
        from = changes.last().map_or(token.end, |(range, _)| (range.end as i64 + moved) as usize);
        shift += moved;
    }
    edits
}

/// The replacements for an opening curly quote and the quote that closes it on the same line.
fn quote_pair(text: &str, open: usize, c: char) -> Vec<(std::ops::Range<usize>, String)> {
    let same = |other: char| {
        if is_double(c) { is_double(other) || other == '"' } else { is_single(other) || other == '\'' }
    };
    let rest = text.get(open..).unwrap_or_default();
    let line_end = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let line = rest.get(..line_end).unwrap_or_default();
    let run = line.chars().take_while(|&other| same(other)).count();
    // `“””` is what a word processor made of three straight ones.
    let alone = |end: usize| vec![(open..open + end, if is_double(c) { "\"" } else { "'" }.to_owned())];
    if run >= 3 {
        let mark = if is_double(c) { "\"" } else { "'" };
        let three = |at: usize| {
            let marks = text.get(at..).unwrap_or_default().char_indices().take(3);
            marks.map(move |(inner, q)| (at + inner..at + inner + q.len_utf8(), mark.to_owned()))
        };
        let opened: usize = line.chars().take(3).map(char::len_utf8).sum();
        // The three that close it, maybe lines below.
        let behind = text.get(open + opened..).unwrap_or_default();
        let close = behind.char_indices().find(|(at, _)| {
            let run =
                behind.get(*at..).unwrap_or_default().chars().take(3).filter(|&other| same(other)).count();
            run == 3
        });
        let closing = close.map(|(at, _)| three(open + opened + at)).into_iter().flatten();
        return three(open)
            .chain(closing)
            .filter(|(range, new)| text.get(range.clone()) != Some(new))
            .collect();
    }
    let mut chars = line.char_indices().skip(1).peekable();
    let mut close = None;
    while let Some((at, other)) = chars.next() {
        let letter_after = chars.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        // An apostrophe between letters closes nothing.
        if same(other) && !(is_single(c) && letter_after) {
            close = Some((at, other));
            break;
        }
    }
    let Some((at, closing)) = close else { return alone(c.len_utf8()) };
    let content = line.get(c.len_utf8()..at).unwrap_or_default();
    let own = if is_double(c) { '"' } else { '\'' };
    let other = if own == '"' { '\'' } else { '"' };
    let quote = if !content.contains(own) {
        own
    } else if !content.contains(other) {
        other
    } else {
        own
    };
    let mut changes = vec![(open..open + c.len_utf8(), quote.to_string())];
    if content.contains(quote) {
        changes.extend(content.match_indices(quote).map(|(inner, _)| {
            let at = open + c.len_utf8() + inner;
            (at..at, "\\".to_owned())
        }));
    }
    changes.push((open + at..open + at + closing.len_utf8(), quote.to_string()));
    changes
}
