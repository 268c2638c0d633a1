//! Where a text is wrong, from the numbers that CPython gives for it.
//!
//! Facts of CPython, tried on 3.8 to 3.13:
//! - `offset` counts characters when a `str` was compiled. Compiled from bytes (an import) 3.9 to 3.12 count bytes in
//!   errors of the grammar; "leading zeros" is in bytes always from 3.10 on.
//! - `end_offset` may be 0, -1, or before the start; then nothing is known of the end (3.8 and 3.9: never).
//! - Before 3.12 an error inside an f-string's braces is numbered in a text of its own, `(a b)`; in 3.8 its line is 1.
//! - At the end of the text the offset is one past the last line.
//! - NUL, an unknown coding line and bytes that are not UTF-8 have no usable line.
//! - Of a file with a BOM the first line's columns are the characters of that many bytes of BOM and line.

use super::Source;
use super::source_bytes;
use super::tokens::{Kind, Quoted, Token, tokenize};
use pyflow_core::exception::{Place, SourceRange, SyntaxPlace};

const BOM: char = '\u{feff}';

/// The range that a syntax error is shown at; always inside one line of the text. Where the end is unknown it is the
/// line's end.
pub fn place(source: &Source, syntax: &SyntaxPlace, message: &str, version: (u8, u8)) -> SourceRange {
    if let Some(range) = unplaced(source, syntax, message) {
        return range;
    }
    let nested = version >= (3, 12);
    if let Some(range) = inside_f_string(source, syntax, nested) {
        return range;
    }
    let last = source.line_count().saturating_sub(1) as i64;
    let mut line = (syntax.lineno - 1).clamp(0, last) as u32;
    // The end of the text is shown on the last line that has something.
    if syntax.lineno - 1 > last || (line > 0 && i64::from(line) == last && source.line(line).is_empty()) {
        line = last_line_with_text(source, line);
    }
    let text = source.line(line);
    if version < (3, 10)
        && let Some(range) = by_token(source, line, message)
    {
        return range;
    }
    if syntax.offset <= 0 || text.is_empty() {
        return whole_line(source, line);
    }
    let one_line = syntax.end_lineno == syntax.lineno && syntax.end_offset > syntax.offset;
    let numbers = (syntax.offset - 1, one_line.then_some(syntax.end_offset - 1));
    let columns = columns(source, line, &syntax.text, numbers, counts_bytes(message, version));
    let start = columns.0.min(text.len());
    let end = columns.1.unwrap_or_else(|| {
        if version < (3, 10) { token_end(source, line, start) } else { text.trim_end().len() }
    });
    range(line, start, end.clamp(start, text.len()))
}

/// Whether the numbers of a message are in bytes even when a `str` was compiled.
fn counts_bytes(message: &str, version: (u8, u8)) -> bool {
    version >= (3, 10) && message.starts_with("leading zeros in decimal integer literals")
}

/// Start and end as bytes of the line. Both readings of the numbers are tried on a line where they differ: the one
/// whose ends are ends of tokens is right.
fn columns(
    source: &Source,
    line: u32,
    shown: &str,
    (start, end): (i64, Option<i64>),
    bytes_first: bool,
) -> (usize, Option<usize>) {
    let text = source.line(line);
    let kept_bom = if line == 0 && text.starts_with(BOM) { BOM.len_utf8() } else { 0 };
    let as_bytes = |at: i64| floor_boundary(text, usize::try_from(at).unwrap_or(0));
    let as_chars = |at: i64| {
        let at = usize::try_from(at).unwrap_or(0);
        if line == 0 && shown.starts_with(BOM) {
            let after = text.strip_prefix(BOM).unwrap_or(text);
            let before: usize = std::iter::once(BOM).chain(after.chars()).take(at).map(char::len_utf8).sum();
            return floor_boundary(text, kept_bom + before);
        }
        text.char_indices().nth(at).map_or(text.len(), |(byte, _)| byte)
    };
    let by_chars = (as_chars(start), end.map(as_chars));
    if text.is_ascii() {
        return by_chars;
    }
    let by_bytes = (as_bytes(start), end.map(as_bytes));
    if bytes_first {
        return by_bytes;
    }
    let mut tokens = line_tokens(source, line);
    tokens.retain(Token::is_code);
    // The tokens between an f-string's braces are ends, too.
    let formatted = |token: &Token| matches!(token.kind, Kind::Str(Quoted { formatted: true, .. }));
    let strings: Vec<Token> = tokens.iter().copied().filter(formatted).collect();
    for string in strings {
        let Kind::Str(quoted) = string.kind else { continue };
        let from = string.start + usize::from(quoted.prefix) + quoted.mark();
        let inner = tokenize(source.slice(from..string.end), false);
        tokens.extend(inner.iter().filter(|token| token.is_code()).map(|token| Token {
            start: token.start + from,
            end: token.end + from,
            ..*token
        }));
    }
    let line_start = source.line_start(line);
    let fits = |(start, end): (usize, Option<usize>)| {
        let (from, to) = (line_start + start, end.map(|end| line_start + end));
        let starts = tokens.iter().any(|token| token.start == from) || start == text.len();
        let ends = to.is_none_or(|to| tokens.iter().any(|token| token.end == to));
        u8::from(starts) + u8::from(ends)
    };
    let past_end = usize::try_from(start).is_ok_and(|at| at > text.chars().count());
    if past_end || fits(by_bytes) > fits(by_chars) { by_bytes } else { by_chars }
}

/// Errors without a line: the text shows where they are.
fn unplaced(source: &Source, syntax: &SyntaxPlace, message: &str) -> Option<SourceRange> {
    if message.contains("null byte") {
        let at = memchr::memchr(0, source.text.as_bytes())?;
        let place = source.place_of(at);
        return Some(range(place.line, place.byte as usize, place.byte as usize + 1));
    }
    if message.starts_with("Non-UTF-8 code")
        || message.contains("codec can't decode") && syntax.text.contains('\u{fffd}')
    {
        // Opened by an editor, the bytes are U+FFFD, or have become letters of another encoding.
        let line = source.text.find('\u{fffd}').map(|at| source.place_of(at).line);
        let said = message
            .split("on line ")
            .nth(1)
            .and_then(|rest| rest.split(|c: char| !c.is_ascii_digit()).next()?.parse::<i64>().ok())
            .unwrap_or(syntax.lineno);
        let last = source.line_count().saturating_sub(1) as i64;
        return Some(whole_line(source, line.unwrap_or((said - 1).clamp(0, last) as u32)));
    }
    if syntax.lineno <= 0 {
        let line = source_bytes::coding_line(source.text.as_bytes()).map_or(0, |cookie| cookie.line);
        return Some(whole_line(source, line));
    }
    None
}

/// An error that is numbered in the text between an f-string's braces.
fn inside_f_string(source: &Source, syntax: &SyntaxPlace, nested: bool) -> Option<SourceRange> {
    let shown = syntax.text.trim_end_matches(['\r', '\n']);
    let inner = shown.strip_prefix('(')?.trim_end_matches(')');
    let line = u32::try_from(syntax.lineno - 1).ok()?;
    if nested || inner.is_empty() || source.line(line).trim_start_matches('\u{feff}') == shown {
        return None;
    }
    let tokens = tokenize(&source.text, false);
    let holds = |token: &&Token| match token.kind {
        Kind::Str(Quoted { formatted: true, .. }) => source.slice(token.range()).contains(inner),
        _ => false,
    };
    // 3.8 numbers the lines from the f-string on; later versions know the line.
    let on_line = |token: &&Token| {
        let (first, last) = (source.place_of(token.start).line, source.place_of(token.end).line);
        (first..=last).contains(&line)
    };
    let token = tokens.iter().filter(holds).find(on_line).or_else(|| tokens.iter().find(holds))?;
    let text = source.slice(token.range());
    let from =
        token.start + text.find(&format!("{{{inner}")).map(|at| at + 1).or_else(|| text.find(inner))?;
    let nth = |at: i64| {
        let at = usize::try_from(at).unwrap_or(0);
        from + inner.char_indices().nth(at).map_or(inner.len(), |(byte, _)| byte)
    };
    // The virtual text has a bracket first, and offsets count from 1.
    let start = nth(syntax.offset - 2);
    let end = if syntax.end_offset > syntax.offset { nth(syntax.end_offset - 2) } else { from + inner.len() };
    let place = source.place_of(start);
    let end = source.place_of(end.max(start));
    let end = if end.line == place.line { end.byte as usize } else { source.line(place.line).len() };
    Some(range(place.line, place.byte as usize, end))
}

/// In 3.8 and 3.9 some messages point past what is wrong: the token is in the text.
fn by_token(source: &Source, line: u32, message: &str) -> Option<SourceRange> {
    let wanted: fn(&Token) -> bool = match message {
        "EOL while scanning string literal" | "EOF while scanning triple-quoted string literal" => {
            |token| matches!(token.kind, Kind::Str(Quoted { closed: false, .. }))
        }
        "invalid character in identifier" => |token| token.kind == Kind::Odd,
        "inconsistent use of tabs and spaces in indentation" => |token| token.kind == Kind::Indent,
        _ => return None,
    };
    let tokens = line_tokens(source, line);
    let token = tokens.iter().find(|token| wanted(token))?;
    let line_start = source.line_start(line);
    if token.start < line_start {
        return None;
    }
    let start = token.start - line_start;
    Some(range(line, start, (token.end - line_start).min(source.line(line).len())))
}

/// Tokens that have a byte on the line.
fn line_tokens(source: &Source, line: u32) -> Vec<Token> {
    let (start, end) = (source.line_start(line), source.line_start(line) + source.line(line).len());
    let mut tokens = tokenize(&source.text, false);
    tokens.retain(|token| token.start <= end && token.end > start);
    tokens
}

fn token_end(source: &Source, line: u32, start: usize) -> usize {
    let (line_start, length) = (source.line_start(line), source.line(line).len());
    let at = line_start + start;
    line_tokens(source, line)
        .iter()
        .find(|token| token.start <= at && at < token.end)
        .map_or(length, |token| (token.end - line_start).min(length))
}

fn last_line_with_text(source: &Source, from: u32) -> u32 {
    (0..=from).rev().find(|&line| !source.line(line).trim().is_empty()).unwrap_or(0)
}

/// From the first character that is no white space to the last.
fn whole_line(source: &Source, line: u32) -> SourceRange {
    let text = source.line(line);
    let start = text.len() - text.trim_start_matches([' ', '\t', '\x0c', '\u{feff}']).len();
    range(line, start, text.trim_end().len().max(start))
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn range(line: u32, start: usize, end: usize) -> SourceRange {
    SourceRange {
        start: Place { line, byte: start as u32 },
        end: Place { line, byte: end.max(start) as u32 },
    }
}
