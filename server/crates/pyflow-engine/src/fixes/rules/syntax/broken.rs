//! A text that Python refused, its tokens, and the questions that rules ask of them.

use crate::diagnose::syntax_place::place;
use crate::diagnose::tokens::{Kind, Quoted, Token, is_keyword, tokenize};
use crate::diagnose::{Crash, Source};
use pyflow_core::fix::TextEdit;
use pyflow_core::text::ByteRange;
use tree_sitter::Parser;

/// Texts above this get words but no edits.
const MOST_BYTES: usize = 1 << 20;

pub(super) struct Broken<'a> {
    pub(super) source: &'a Source,
    pub(super) text: &'a str,
    pub(super) message: &'a str,
    pub(super) version: (u8, u8),
    /// All tokens.
    pub(super) all: Vec<Token>,
    /// The tokens that the grammar sees.
    pub(super) code: Vec<Token>,
    /// The line, and the bytes, where the interpreter says that it is wrong.
    pub(super) line: u32,
    pub(super) at: ByteRange,
    /// Of each token of `code`: the first token of its logical line.
    heads: Vec<usize>,
    /// Of each token of `code`: the bracket that is open there.
    parents: Vec<Option<usize>>,
    /// Of each bracket in `code`: its partner.
    pairs: Vec<Option<usize>>,
    /// Closing brackets without an opening one, and opening ones without or with another closing one.
    pub(super) unmatched: Vec<usize>,
    pub(super) unclosed: Vec<usize>,
    /// Opening and closing brackets that met and do not fit.
    pub(super) mismatched: Vec<(usize, usize)>,
}

impl<'a> Broken<'a> {
    /// The text of a syntax error; none if its file's text is not known.
    pub(super) fn of(crash: &Crash<'a>) -> Option<Self> {
        let exception = crash.exception;
        let syntax = exception.syntax.clone().unwrap_or_default();
        let source = crash.sources.get(&syntax.filename).or_else(|| crash.sources.get(&crash.run.file))?;
        // Without a tree it is nested so deeply that nobody wrote it.
        if source.text.len() > MOST_BYTES || source.root().is_none() {
            return None;
        }
        let version = crash.interpreter.version;
        let range = place(source, &syntax, &exception.message, version);
        Some(Self::new(source, &exception.message, version, source.byte_range(range)))
    }

    pub(super) fn new(source: &'a Source, message: &'a str, version: (u8, u8), at: ByteRange) -> Self {
        let text = source.text.as_str();
        let all = tokenize(text, version >= (3, 12));
        let mut broken = Self {
            source,
            text,
            message,
            version,
            code: Vec::with_capacity(all.len()),
            line: source.place_of(at.start).line,
            at,
            heads: Vec::new(),
            parents: Vec::new(),
            pairs: Vec::new(),
            unmatched: Vec::new(),
            unclosed: Vec::new(),
            mismatched: Vec::new(),
            all: Vec::new(),
        };
        let mut head = None;
        for token in &all {
            if token.is_code() {
                let head = *head.get_or_insert(broken.code.len());
                broken.code.push(*token);
                broken.heads.push(head);
            } else if token.kind == Kind::Newline {
                head = None;
            }
        }
        broken.all = all;
        broken.match_brackets();
        broken
    }

    fn match_brackets(&mut self) {
        self.pairs = vec![None; self.code.len()];
        let mut open: Vec<usize> = Vec::new();
        for i in 0..self.code.len() {
            self.parents.push(open.last().copied());
            match self.w(i) {
                "(" | "[" | "{" => open.push(i),
                ")" | "]" | "}" => {
                    let closer = self.w(i);
                    match open.pop() {
                        None => self.unmatched.push(i),
                        Some(opener) if closes(self.w(opener)) == closer => {
                            self.pairs[opener] = Some(i);
                            self.pairs[i] = Some(opener);
                        }
                        Some(opener) => self.mismatched.push((opener, i)),
                    }
                }
                _ => {}
            }
        }
        self.unclosed = open;
    }

    /// A code token's text; empty for no token.
    pub(super) fn w(&self, i: usize) -> &'a str {
        self.code.get(i).map_or("", |token| self.slice(token.range()))
    }

    pub(super) fn slice(&self, range: ByteRange) -> &'a str {
        self.text.get(range).unwrap_or_default()
    }

    /// The text from one code token to another, both included.
    pub(super) fn span(&self, from: usize, to: usize) -> &'a str {
        self.slice(self.start(from)..self.end(to))
    }

    pub(super) fn start(&self, i: usize) -> usize {
        self.code.get(i).map_or(self.text.len(), |token| token.start)
    }

    pub(super) fn end(&self, i: usize) -> usize {
        self.code.get(i).map_or(self.text.len(), |token| token.end)
    }

    pub(super) fn range(&self, i: usize) -> ByteRange {
        self.start(i)..self.end(i)
    }

    pub(super) fn kind(&self, i: usize) -> Option<Kind> {
        self.code.get(i).map(|token| token.kind)
    }

    pub(super) fn quoted(&self, i: usize) -> Option<Quoted> {
        match self.kind(i) {
            Some(Kind::Str(quoted)) => Some(quoted),
            _ => None,
        }
    }

    pub(super) fn is_word(&self, i: usize) -> bool {
        self.kind(i) == Some(Kind::Name)
    }

    /// A name, and no keyword.
    pub(super) fn is_name(&self, i: usize) -> bool {
        self.is_word(i) && !is_keyword(self.w(i))
    }

    pub(super) fn is_str(&self, i: usize) -> bool {
        self.quoted(i).is_some()
    }

    pub(super) fn line_of(&self, i: usize) -> u32 {
        self.source.place_of(self.start(i)).line
    }

    /// The bracket that belongs to this one.
    pub(super) fn pair(&self, i: usize) -> Option<usize> {
        self.pairs.get(i).copied().flatten()
    }

    /// The first token that ends behind the error's start.
    pub(super) fn near(&self) -> usize {
        self.code.partition_point(|token| token.end <= self.at.start)
    }

    /// The first token of a token's logical line.
    pub(super) fn head(&self, i: usize) -> usize {
        self.heads.get(i).copied().unwrap_or(i)
    }

    /// The last token of a token's logical line.
    pub(super) fn tail(&self, i: usize) -> usize {
        let head = self.head(i);
        let after = self.heads.partition_point(|&known| known <= head);
        after.saturating_sub(1).max(head)
    }

    /// The code tokens that start on a physical line.
    pub(super) fn on_line(&self, line: u32) -> std::ops::Range<usize> {
        let start = self.source.line_start(line);
        let end = self.source.line_start(line.saturating_add(1));
        let end = if line as usize + 1 >= self.source.line_count() { self.text.len() + 1 } else { end };
        let from = self.code.partition_point(|token| token.start < start);
        let to = self.code.partition_point(|token| token.start < end);
        from..to.max(from)
    }

    /// Whether a token is the first code on its physical line.
    pub(super) fn starts_line(&self, i: usize) -> bool {
        i == 0 || self.line_of(i - 1) < self.line_of(i)
    }

    /// Whether nothing but a comment follows on the token's physical line.
    pub(super) fn ends_line(&self, i: usize) -> bool {
        i + 1 >= self.code.len() || self.line_of(i + 1) > self.source.place_of(self.end(i)).line
    }

    /// Whether a token and the next touch each other.
    pub(super) fn touches(&self, i: usize) -> bool {
        i + 1 < self.code.len() && self.end(i) == self.start(i + 1)
    }

    /// The bracket that encloses a token; of a closing bracket, the one that it closes.
    pub(super) fn enclosing(&self, i: usize) -> Option<usize> {
        self.parents.get(i).copied().flatten()
    }

    /// How many brackets are open before a token.
    pub(super) fn depth(&self, i: usize) -> u32 {
        self.code.get(i).map_or(0, |token| token.depth)
    }

    /// The white space before a line's code.
    pub(super) fn indent(&self, line: u32) -> &'a str {
        let text = self.source.line(line);
        let rest = text.trim_start_matches([' ', '\t', '\x0c']);
        let text: &'a str = text;
        text.get(..text.len() - rest.len()).unwrap_or_default()
    }

    /// Whether a line has code (not only white space or a comment).
    pub(super) fn has_code(&self, line: u32) -> bool {
        let text = self.source.line(line).trim_start();
        !text.is_empty() && !text.starts_with('#')
    }

    pub(super) fn lines(&self) -> u32 {
        self.source.line_count() as u32
    }

    /// The next line with code.
    pub(super) fn next_code_line(&self, line: u32) -> Option<u32> {
        (line + 1..self.lines()).find(|&line| self.has_code(line))
    }

    pub(super) fn previous_code_line(&self, line: u32) -> Option<u32> {
        (0..line).rev().find(|&line| self.has_code(line))
    }

    /// The last line of the block or statement that a line starts: lines that are deeper, and blank ones between.
    pub(super) fn block_end(&self, line: u32) -> u32 {
        let width = columns(self.indent(line));
        let mut end = line;
        for next in line + 1..self.lines() {
            if self.source.line(next).trim().is_empty() {
                continue;
            }
            if columns(self.indent(next)) <= width {
                break;
            }
            end = next;
        }
        end
    }

    /// One step of indentation in this text.
    pub(super) fn indent_unit(&self) -> String {
        let mut counts = std::collections::BTreeMap::<String, usize>::new();
        let mut last = "";
        for line in (0..self.lines()).filter(|&line| self.has_code(line)) {
            let indent = self.indent(line);
            if let Some(step) = indent.strip_prefix(last)
                && !step.is_empty()
                && line > 0
                && line != self.line
            {
                *counts.entry(step.to_owned()).or_default() += 1;
            }
            last = indent;
        }
        counts.into_iter().max_by_key(|(_, count)| *count).map_or_else(|| "    ".to_owned(), |(step, _)| step)
    }

    /// Edits that put `unit` before each of some lines that are not blank.
    pub(super) fn indent_lines(&self, lines: impl IntoIterator<Item = u32>, unit: &str) -> Vec<TextEdit> {
        lines
            .into_iter()
            .filter(|&line| !self.source.line(line).trim().is_empty())
            .map(|line| {
                let at = self.source.line_start(line);
                TextEdit { range: at..at, new_text: unit.to_owned() }
            })
            .collect()
    }

    /// Edits that replace the white space `old` at the start of some lines by `new`.
    pub(super) fn reindent(
        &self,
        lines: impl IntoIterator<Item = u32>,
        old: &str,
        new: &str,
    ) -> Vec<TextEdit> {
        lines
            .into_iter()
            .filter(|&line| !self.source.line(line).trim().is_empty())
            .filter_map(|line| {
                let at = self.source.line_start(line);
                self.source
                    .line(line)
                    .starts_with(old)
                    .then(|| TextEdit { range: at..at + old.len(), new_text: new.to_owned() })
            })
            .collect()
    }

    /// The end of line that the text uses.
    pub(super) fn newline(&self) -> &'static str {
        match memchr::memchr2(b'\n', b'\r', self.text.as_bytes()) {
            Some(at) if self.text.as_bytes().get(at..at + 2) == Some(b"\r\n") => "\r\n",
            Some(at) if self.text.as_bytes().get(at) == Some(&b'\r') => "\r",
            _ => "\n",
        }
    }

    /// The bytes of whole lines with their ends.
    pub(super) fn line_bytes(&self, from: u32, to: u32) -> ByteRange {
        self.source.line_start(from)..self.source.line_start(to + 1)
    }

    /// Whether a name is bound anywhere: assigned, a loop's or a parameter's name, defined, imported.
    pub(super) fn is_bound(&self, name: &str) -> bool {
        (0..self.code.len()).any(|i| self.w(i) == name && self.binds(i))
    }

    /// Whether a name is bound before a token.
    pub(super) fn is_bound_before(&self, name: &str, before: usize) -> bool {
        (0..before.min(self.code.len())).any(|i| self.w(i) == name && self.binds(i))
    }

    fn binds(&self, i: usize) -> bool {
        if !self.is_word(i) || self.w(i.wrapping_sub(1)) == "." {
            return false;
        }
        let (before, after) = (self.w(i.wrapping_sub(1)), self.w(i + 1));
        let head = self.w(self.head(i));
        matches!(before, "def" | "class" | "import" | "as" | "for" | "global")
            || matches!(after, "=" | ":=" | "in")
            || (matches!(after, "," | ")" | ":") && matches!(head, "def" | "async"))
            || (after == "," && (self.head(i) == i || head == "for"))
            || (matches!(before, ",") && matches!(head, "import" | "from"))
            || (after == ":" && self.head(i) == i)
    }
}

/// Whether a piece of code is one whole statement, as far as the error-tolerant parser sees; a block's head is given
/// a body.
pub(super) fn parses(statement: &str) -> bool {
    let statement = statement.trim();
    let first = statement.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
    let before = match first {
        "elif" | "else" => "if x:\n    x\n",
        "except" | "finally" => "try:\n    x\n",
        _ => "",
    };
    let after = if statement.ends_with(':') { "\n    x\n" } else { "\n" };
    parses_clean(&format!("{before}{statement}{after}"))
}

/// Whether the parser sees nothing wrong.
pub(super) fn parses_clean(text: &str) -> bool {
    let mut parser = Parser::new();
    if parser.set_language(&tree_sitter_python::LANGUAGE.into()).is_err() {
        return false;
    }
    parser.parse(text, None).is_some_and(|tree| !tree.root_node().has_error())
}

/// The bracket that closes one.
pub(super) fn closes(opener: &str) -> &'static str {
    match opener {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

/// The bracket that opens one.
pub(super) fn opens(closer: &str) -> &'static str {
    match closer {
        ")" => "(",
        "]" => "[",
        _ => "{",
    }
}

/// The width of white space as Python counts it: tabs to the next multiple of 8.
pub(super) fn columns(indent: &str) -> usize {
    indent.chars().fold(0, |width, c| match c {
        '\t' => width / 8 * 8 + 8,
        '\x0c' => 0,
        _ => width + 1,
    })
}

/// Statements that have a block.
pub(super) fn is_block_word(word: &str) -> bool {
    matches!(
        word,
        "if" | "elif"
            | "else"
            | "for"
            | "while"
            | "def"
            | "class"
            | "try"
            | "except"
            | "finally"
            | "with"
            | "async"
    )
}

/// Words that start a statement and nothing else.
pub(super) fn is_statement_word(word: &str) -> bool {
    is_block_word(word)
        || matches!(
            word,
            "return"
                | "import"
                | "from"
                | "raise"
                | "pass"
                | "break"
                | "continue"
                | "global"
                | "nonlocal"
                | "del"
                | "assert"
        )
}

impl Broken<'_> {
    /// How many brackets that are open at a token were opened on its own line.
    pub(super) fn enclosing_on_line(&self, i: usize) -> usize {
        let line = self.line_of(i);
        let (mut count, mut at) = (0, i);
        while let Some(bracket) = self.enclosing(at) {
            if self.line_of(bracket) < line {
                break;
            }
            count += 1;
            at = bracket;
        }
        count
    }
}
