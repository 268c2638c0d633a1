//! A tolerant tokenizer for Python texts that may be broken anywhere.
//!
//! Purpose: syntax errors are explained and mended by what stands in the text, so every byte has to be in a token
//! whatever the text is. Invariants: tokens are in order, none is empty, together they tile the text; nothing here
//! fails, and time and memory are linear in the text.

use pyflow_core::text::ByteRange;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A word: a name or a keyword.
    Name,
    /// A digit and all letters, digits, points and underscores after it, so `1st` and `0777` are one token.
    Number,
    /// A string with its prefix and quotes.
    Str(Quoted),
    Op,
    Comment,
    /// The end of a logical line.
    Newline,
    /// A line end inside brackets or after nothing but a comment.
    BlankLine,
    /// White space at the start of a physical line outside strings.
    Indent,
    /// Other white space that Python allows (and a form feed).
    Space,
    /// A backslash with the line end after it.
    Continuation,
    /// One character that no Python text has outside strings and comments: a smart quote, a no-break space, `$`, NUL.
    Odd,
}

/// What a string token looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quoted {
    /// Bytes of the prefix (`rb` has 2).
    pub prefix: u8,
    pub quote: u8,
    pub triple: bool,
    /// Whether the closing quote is there. Without it a plain string ends before its line end, a triple one at the
    /// text's end.
    pub closed: bool,
    /// An `f` or a `t` is in the prefix.
    pub formatted: bool,
    /// An `r` is in the prefix.
    pub raw: bool,
    /// A `b` is in the prefix.
    pub bytes: bool,
}

impl Quoted {
    /// Bytes of one quote mark.
    pub fn mark(&self) -> usize {
        if self.triple { 3 } else { 1 }
    }
}

/// A token: its kind, its bytes, and how many brackets are open before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
    pub depth: u32,
}

impl Token {
    pub fn range(&self) -> ByteRange {
        self.start..self.end
    }

    /// Whether the token is one that the grammar sees, line ends aside.
    pub fn is_code(&self) -> bool {
        matches!(self.kind, Kind::Name | Kind::Number | Kind::Str(_) | Kind::Op | Kind::Odd)
    }
}

/// Operators of three and two characters; `<>` is Python 2's and still one token.
const LONG_OPS: [&str; 25] = [
    "**=", "//=", ">>=", "<<=", "...", "!=", "<>", "==", "<=", ">=", "->", ":=", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "@=", "**", "//", "<<", ">>",
];

/// The tokens of a text. From Python 3.12 on (`nested`) the quotes of an f-string may stand inside its braces.
pub fn tokenize(text: &str, nested: bool) -> Vec<Token> {
    Scanner { text, bytes: text.as_bytes(), at: 0, depth: 0, line_start: true, code_on_line: false, nested }
        .run()
}

struct Scanner<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    depth: u32,
    line_start: bool,
    code_on_line: bool,
    nested: bool,
}

impl Scanner<'_> {
    fn run(mut self) -> Vec<Token> {
        let mut tokens = Vec::with_capacity(self.bytes.len() / 4 + 1);
        while self.at < self.bytes.len() {
            let (start, depth) = (self.at, self.depth);
            let kind = self.step();
            debug_assert!(self.at > start, "a token has no bytes");
            tokens.push(Token { kind, start, end: self.at, depth });
        }
        tokens
    }

    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_while(&mut self, keep: impl Fn(char) -> bool) {
        for c in self.text.get(self.at..).unwrap_or_default().chars() {
            if !keep(c) {
                break;
            }
            self.at += c.len_utf8();
        }
    }

    /// Length of a line end here.
    fn line_end(&self) -> usize {
        match (self.peek(0), self.peek(1)) {
            (b'\r', b'\n') => 2,
            (b'\r' | b'\n', _) if self.at < self.bytes.len() => 1,
            _ => 0,
        }
    }

    fn step(&mut self) -> Kind {
        let end = self.line_end();
        if end > 0 {
            self.at += end;
            let logical = self.depth == 0 && self.code_on_line;
            self.line_start = true;
            if self.depth == 0 {
                self.code_on_line = false;
            }
            return if logical { Kind::Newline } else { Kind::BlankLine };
        }
        let first = self.peek(0);
        if matches!(first, b' ' | b'\t' | b'\x0c') {
            self.skip_while(|c| matches!(c, ' ' | '\t' | '\x0c'));
            return if std::mem::take(&mut self.line_start) { Kind::Indent } else { Kind::Space };
        }
        self.line_start = false;
        if first == b'#' {
            self.skip_while(|c| c != '\n' && c != '\r');
            return Kind::Comment;
        }
        if first == b'\\' {
            self.at += 1;
            let end = self.line_end();
            self.at += end;
            self.code_on_line = true;
            return if end > 0 { Kind::Continuation } else { Kind::Odd };
        }
        self.code_on_line = true;
        if let Some(quoted) = self.string() {
            return Kind::Str(quoted);
        }
        if first.is_ascii_digit() || (first == b'.' && self.peek(1).is_ascii_digit()) {
            self.number();
            return Kind::Number;
        }
        let Some(c) = self.text.get(self.at..).and_then(|rest| rest.chars().next()) else {
            self.at = self.bytes.len();
            return Kind::Odd;
        };
        if c == '_' || c.is_alphabetic() {
            self.skip_while(|c| c == '_' || c.is_alphanumeric());
            return Kind::Name;
        }
        let rest = &self.bytes[self.at..];
        if let Some(op) = LONG_OPS.iter().find(|op| rest.starts_with(op.as_bytes())) {
            self.at += op.len();
            return Kind::Op;
        }
        self.at += c.len_utf8();
        match c {
            '(' | '[' | '{' => {
                self.depth += 1;
                Kind::Op
            }
            ')' | ']' | '}' => {
                self.depth = self.depth.saturating_sub(1);
                Kind::Op
            }
            '+' | '-' | '*' | '/' | '%' | '@' | '&' | '|' | '^' | '~' | '<' | '>' | '=' | ',' | ':' | '.'
            | ';' => Kind::Op,
            _ => Kind::Odd,
        }
    }

    fn number(&mut self) {
        let start = self.at;
        let hex = self.peek(0) == b'0' && matches!(self.peek(1), b'x' | b'X');
        loop {
            self.skip_while(|c| c == '_' || c == '.' || c.is_alphanumeric());
            // `1e-5`
            let before = self.bytes.get(self.at.wrapping_sub(1)).copied().unwrap_or(0);
            let mantissa = self.bytes.get(start..self.at - 1).unwrap_or_default();
            let exponent = !hex
                && matches!(before, b'e' | b'E')
                && mantissa.iter().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'_'))
                && matches!(self.peek(0), b'+' | b'-')
                && self.peek(1).is_ascii_digit();
            if !exponent {
                break;
            }
            self.at += 1;
        }
        // `1if x else 2` is a number and a keyword; `1..real`, a number and an attribute.
        let word = self.text.get(start..self.at).unwrap_or_default();
        let digits = word.find(|c: char| !(c.is_ascii_digit() || c == '_')).unwrap_or(word.len());
        if matches!(word.get(digits..), Some("if" | "else" | "or" | "and" | "in" | "is" | "for" | "not")) {
            self.at = start + digits;
        }
    }

    /// A string that starts here, consumed.
    fn string(&mut self) -> Option<Quoted> {
        let prefix = self.bytes[self.at..].iter().take(3).take_while(|b| b"rRbBuUfFtT".contains(b)).count();
        let quote = self.peek(prefix);
        if prefix > 2 || !matches!(quote, b'"' | b'\'') {
            return None;
        }
        let has = |letter: u8| {
            self.bytes[self.at..self.at + prefix].iter().any(|b| b.eq_ignore_ascii_case(&letter))
        };
        let triple = self.peek(prefix + 1) == quote && self.peek(prefix + 2) == quote;
        let mut quoted = Quoted {
            prefix: prefix as u8,
            quote,
            triple,
            closed: false,
            formatted: has(b'f') || has(b't'),
            raw: has(b'r'),
            bytes: has(b'b'),
        };
        let body = self.at + prefix + quoted.mark();
        let nested =
            if self.nested && quoted.formatted { nested_end(self.bytes, body, quoted, 0) } else { None };
        let end = nested.or_else(|| plain_end(self.bytes, body, quoted));
        quoted.closed = end.is_some();
        self.at =
            end.unwrap_or_else(|| if triple { self.bytes.len() } else { line_end_from(self.bytes, body) });
        Some(quoted)
    }
}

fn line_end_from(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    let mut at = from;
    // A backslash before the line end carries the string on.
    while let Some(found) = memchr::memchr2(b'\n', b'\r', &bytes[at.min(bytes.len())..]) {
        let end = at + found;
        let escaped = bytes[from..end].iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1;
        if !escaped {
            return end;
        }
        at = end + if bytes[end] == b'\r' && bytes.get(end + 1) == Some(&b'\n') { 2 } else { 1 };
    }
    from + rest.len()
}

/// The end of a string, quotes inside braces not regarded.
fn plain_end(bytes: &[u8], body: usize, quoted: Quoted) -> Option<usize> {
    let mut at = body;
    loop {
        match *bytes.get(at)? {
            b'\\' => {
                at += if bytes.get(at + 1) == Some(&b'\r') && bytes.get(at + 2) == Some(&b'\n') {
                    3
                } else {
                    2
                };
            }
            b'\n' | b'\r' if !quoted.triple => return None,
            b if b == quoted.quote => {
                if !quoted.triple {
                    return Some(at + 1);
                }
                if bytes.get(at + 1) == Some(&b) && bytes.get(at + 2) == Some(&b) {
                    return Some(at + 3);
                }
                at += 1;
            }
            _ => at += 1,
        }
    }
}

/// How deep f-strings are followed into each other.
const MOST_NESTED: u8 = 8;

/// The end of an f-string whose braces may hold strings with its own quotes; none if it does not end well.
fn nested_end(bytes: &[u8], body: usize, quoted: Quoted, level: u8) -> Option<usize> {
    if level > MOST_NESTED {
        return None;
    }
    let (mut at, mut depth) = (body, 0_u32);
    loop {
        let b = *bytes.get(at)?;
        if !quoted.triple && matches!(b, b'\n' | b'\r') && depth == 0 {
            return None;
        }
        if depth == 0 {
            match b {
                b'\\' if bytes.get(at + 1) != Some(&b'{') => at += 2,
                b'{' if bytes.get(at + 1) == Some(&b'{') => at += 2,
                b'{' => {
                    depth = 1;
                    at += 1;
                }
                b if b == quoted.quote => {
                    if !quoted.triple {
                        return Some(at + 1);
                    }
                    if bytes.get(at + 1) == Some(&b) && bytes.get(at + 2) == Some(&b) {
                        return Some(at + 3);
                    }
                    at += 1;
                }
                _ => at += 1,
            }
            continue;
        }
        match b {
            b'{' | b'(' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b')' | b']' => {
                depth -= 1;
                at += 1;
            }
            b'"' | b'\'' => {
                let triple = bytes.get(at + 1) == Some(&b) && bytes.get(at + 2) == Some(&b);
                let formatted =
                    bytes.get(at.wrapping_sub(1)).is_some_and(|p| matches!(p, b'f' | b'F' | b't'));
                let inner = Quoted {
                    prefix: 0,
                    quote: b,
                    triple,
                    closed: false,
                    formatted,
                    raw: false,
                    bytes: false,
                };
                let from = at + inner.mark();
                at = if formatted {
                    nested_end(bytes, from, inner, level + 1)?
                } else {
                    plain_end(bytes, from, inner)?
                };
            }
            b'\n' | b'\r' if !quoted.triple && depth == 0 => return None,
            _ => at += 1,
        }
    }
}

/// Whether a word is one of Python's keywords, `None`, `True` and `False` included.
pub fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// The keywords of all versions from 3.8 on. `match`, `case`, `type` and `_` are names as well, so they are none here.
pub const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn words(text: &str, nested: bool) -> Vec<(&str, Kind)> {
        tokenize(text, nested)
            .iter()
            .filter(|token| token.kind != Kind::Space)
            .map(|token| (&text[token.range()], token.kind))
            .collect()
    }

    fn texts(text: &str) -> Vec<&str> {
        words(text, true).into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn words_numbers_and_operators_are_told_apart() {
        assert_eq!(texts("x=1st+0777 <> 1e-5"), ["x", "=", "1st", "+", "0777", "<>", "1e-5"]);
        assert_eq!(texts("a && b||c"), ["a", "&", "&", "b", "|", "|", "c"]);
        assert_eq!(texts("1if x else 2"), ["1", "if", "x", "else", "2"]);
        assert_eq!(texts("0xfe-1"), ["0xfe", "-", "1"]);
        assert_eq!(texts("x**=2//y->z:=w"), ["x", "**=", "2", "//", "y", "->", "z", ":=", "w"]);
    }

    #[test]
    fn what_no_python_has_is_odd_and_single() {
        let odd: Vec<&str> = words("“a”\u{a0}b\u{200b}$?!\0`", true)
            .into_iter()
            .filter(|(_, kind)| *kind == Kind::Odd)
            .map(|(text, _)| text)
            .collect();
        assert_eq!(odd, ["“", "”", "\u{a0}", "\u{200b}", "$", "?", "!", "\0", "`"]);
    }

    #[test]
    fn strings_end_where_they_should() {
        assert_eq!(texts(r#"rb'a\'b' + """x"y""" "#), [r"rb'a\'b'", "+", r#""""x"y""""#]);
        assert_eq!(texts("'abc\nd"), ["'abc", "\n", "d"]);
        assert_eq!(texts("'ab\\\nc' d"), ["'ab\\\nc'", "d"]);
        assert_eq!(texts("x = '''abc\nd"), ["x", "=", "'''abc\nd"]);
        let closed = |text| match tokenize(text, true)[0].kind {
            Kind::Str(quoted) => quoted.closed,
            _ => panic!("no string"),
        };
        assert!(closed("''") && closed("'''a'''") && !closed("'") && !closed("'''a''"));
    }

    #[test]
    fn quotes_inside_an_f_string_count_by_version() {
        let text = r#"f"{a["b"]}" + c"#;
        assert_eq!(words(text, true)[0].0, r#"f"{a["b"]}""#);
        assert_eq!(words(text, false)[0].0, r#"f"{a[""#);
        assert_eq!(words(r#"f"{f"{x["y"]}"}" z"#, true)[1].0, "z");
    }

    #[test]
    fn lines_are_logical_outside_brackets_only() {
        use Kind::{BlankLine, Comment, Indent, Name, Newline, Op};
        let kinds: Vec<Kind> = tokenize("a(\r\n b)\n\n# c\nd", true).iter().map(|token| token.kind).collect();
        assert_eq!(
            kinds,
            [Name, Op, BlankLine, Indent, Name, Op, Newline, BlankLine, Comment, BlankLine, Name]
        );
    }

    proptest! {
        #[test]
        fn tokens_tile_every_text(text in "(?s)[a-z0-9 \\t\\r\\n'\"{}\\[\\]()f#\\\\.,:=<>!eé“\u{a0}\0]{0,60}", nested: bool) {
            let mut at = 0;
            for token in tokenize(&text, nested) {
                prop_assert_eq!(token.start, at);
                prop_assert!(token.end > token.start);
                prop_assert!(text.is_char_boundary(token.end));
                at = token.end;
            }
            prop_assert_eq!(at, text.len());
        }

        #[test]
        fn tokens_tile_any_characters(text in any::<String>(), nested: bool) {
            let tokens = tokenize(&text, nested);
            prop_assert_eq!(tokens.iter().map(|token| &text[token.range()]).collect::<String>(), text);
        }
    }
}
