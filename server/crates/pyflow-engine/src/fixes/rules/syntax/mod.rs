//! Texts that are no Python: what stands there, why it is wrong, and the edit that mends it.
//!
//! A rule looks at the tokens around the place and gives a [`Finding`]: words and edits from the same evidence, so
//! that an explanation never says one thing and the fix another. Rules go by what the tokens show; the interpreter's
//! message only says where to look, because it differs by version and guesses too. The order of [`RULES`] is the
//! order of trust: the first finding explains, and its edits come first.

mod assignment;
mod await_outside;
mod blocks;
mod brackets;
mod broken;
mod c_style;
mod calls;
mod characters;
mod commas;
mod definitions;
mod encoding;
mod fstrings;
mod indentation;
mod keyword_names;
mod keyword_typos;
mod last_resort;
mod loops;
mod numbers;
mod operators;
mod outside;
mod pasted;
mod placement;
mod python2;
mod strings;
mod unterminated;

use crate::diagnose::{Crash, Source};
use crate::explain::texts::code;
use crate::messages::{Locale, Message};
use broken::Broken;
use pyflow_core::fix::{Candidate, Certainty, FileEdit, Origin, TextEdit, apply};
use pyflow_core::text::ByteRange;
use std::path::PathBuf;
use tree_sitter::Node;

/// More candidates than this help nobody.
const MOST: usize = 3;

/// What a rule found: the words, and the edits, best first.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Finding {
    pub rule: &'static str,
    pub cause: Message,
    pub advice: Option<Message>,
    fixes: Vec<Fix>,
}

impl Finding {
    /// Whether no rule knew what is wrong, and one edit was found all the same.
    pub(crate) fn is_guess(&self) -> bool {
        self.rule == last_resort::RULE
    }

    fn new(rule: &'static str, cause: Message) -> Self {
        Self { rule, cause, advice: None, fixes: Vec::new() }
    }

    fn advice(mut self, advice: Message) -> Self {
        self.advice = Some(advice);
        self
    }

    fn fix(mut self, fix: Fix) -> Self {
        if !fix.edits.is_empty() && !self.fixes.iter().any(|known| known.edits == fix.edits) {
            self.fixes.push(fix);
        }
        self
    }

    fn fixes(self, fixes: impl IntoIterator<Item = Fix>) -> Self {
        fixes.into_iter().fold(self, Finding::fix)
    }
}

/// An edit in the making; its rule is its finding's.
#[derive(Debug, Clone, PartialEq)]
struct Fix {
    title: Message,
    certainty: Certainty,
    prior: f32,
    assumption: Option<Message>,
    edits: Vec<TextEdit>,
}

impl Fix {
    fn safe(prior: f32, title: Message) -> Self {
        Self { title, certainty: Certainty::Safe, prior, assumption: None, edits: Vec::new() }
    }

    fn guess(prior: f32, title: Message, assumption: Message) -> Self {
        Self { title, certainty: Certainty::Guess, prior, assumption: Some(assumption), edits: Vec::new() }
    }

    fn edit(mut self, range: ByteRange, text: impl Into<String>) -> Self {
        self.edits.push(TextEdit { range, new_text: text.into() });
        self
    }

    fn edits(mut self, edits: impl IntoIterator<Item = TextEdit>) -> Self {
        self.edits.extend(edits);
        self
    }

    fn insert(self, at: usize, text: impl Into<String>) -> Self {
        self.edit(at..at, text)
    }
}

/// Looks at a broken text, and says what it found.
type Rule = fn(&Broken<'_>) -> Option<Finding>;

/// All rules, the surest evidence first.
const RULES: &[Rule] = &[
    encoding::encoding,
    pasted::conflict_markers,
    pasted::prompts,
    pasted::fences,
    pasted::entities,
    pasted::line_numbers,
    pasted::shell_line,
    characters::odd_characters,
    fstrings::nested_quotes,
    fstrings::backslash,
    fstrings::braces,
    strings::escapes,
    strings::bytes_not_ascii,
    unterminated::apostrophe,
    unterminated::unterminated,
    strings::continuation,
    python2::python2,
    c_style::comments,
    c_style::braces_as_blocks,
    loops::loops,
    c_style::declarations,
    blocks::else_if,
    operators::increments,
    operators::dict_arrows,
    operators::split_operators,
    operators::logical,
    operators::ternary,
    keyword_names::keyword_as_name,
    keyword_typos::typos,
    placement::future,
    placement::global,
    placement::nonlocal,
    await_outside::await_outside,
    outside::return_outside,
    outside::loop_word_outside,
    indentation::tabs,
    indentation::missing_block,
    indentation::unexpected,
    indentation::unindent,
    numbers::numbers,
    definitions::default_order,
    calls::positional_after_keyword,
    calls::keyword_not_a_name,
    calls::generator,
    brackets::mismatched,
    brackets::unmatched,
    assignment::in_condition,
    assignment::walrus,
    brackets::never_closed,
    commas::dict_separator,
    assignment::targets,
    blocks::missing_colon,
    commas::missing_comma,
    calls::missing_parentheses,
    blocks::without_block,
    last_resort::last_resort,
];

/// Whether a crash is a text that the interpreter could not read or compile, and not one that a program raised.
pub(crate) fn is_source_error(crash: &Crash<'_>) -> bool {
    let exception = crash.exception;
    if let Some(syntax) = &exception.syntax {
        // One that `eval`, `ast.parse` or the program itself raised is about another text.
        return crash.is_a("SyntaxError") && crash.sources.get(&syntax.filename).is_some();
    }
    let unread = crash.is_a("ValueError") || crash.is_a("SyntaxError");
    unread && exception.message.contains("null bytes") && exception.frames.is_empty()
}

/// What the first rule that knows says of a crash's text.
pub(crate) fn finding(crash: &Crash<'_>) -> Option<Finding> {
    let broken = Broken::of(crash)?;
    RULES.iter().find_map(|rule| rule(&broken))
}

/// The candidates for a text that is no Python, best first.
pub(crate) fn candidates(crash: &Crash<'_>, locale: Locale) -> Vec<Candidate> {
    let Some(broken) = Broken::of(crash) else { return Vec::new() };
    let mut found: Vec<(&'static str, Fix)> = Vec::new();
    let before = errors(broken.source);
    for rule in RULES {
        let Some(finding) = rule(&broken) else { continue };
        for fix in finding.fixes {
            if !found.iter().any(|(_, known)| known.edits == fix.edits) && is_better(&broken, &fix, before) {
                found.push((finding.rule, fix));
            }
        }
        // A rule that is sure leaves nothing to guess for those after it.
        if found.len() >= MOST || found.iter().any(|(_, fix)| fix.certainty == Certainty::Safe) {
            break;
        }
    }
    found.truncate(MOST);
    found.into_iter().map(|(rule, fix)| candidate(&broken, rule, fix, locale)).collect()
}

fn candidate(broken: &Broken<'_>, rule: &'static str, fix: Fix, locale: Locale) -> Candidate {
    let mut edits = fix.edits;
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    Candidate {
        title: fix.title.render(locale),
        origin: Origin::Rule,
        rule,
        certainty: fix.certainty,
        prior: fix.prior,
        assumption: fix.assumption.map(|assumption| assumption.render(locale)),
        files: vec![FileEdit { path: PathBuf::from(&broken.source.file), edits }],
    }
}

/// Whether an edit leaves fewer places that the error-tolerant parser stumbles over; where it stumbled over none
/// (it takes more than Python does), none must come.
fn is_better(broken: &Broken<'_>, fix: &Fix, before: Errors) -> bool {
    let Some(text) = apply(broken.text, &fix.edits) else { return false };
    if text == broken.text {
        return false;
    }
    let after = errors(&Source::new(broken.source.file.clone(), text));
    after.count == 0 || after.count < before.count || after.bytes < before.bytes
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Errors {
    count: usize,
    bytes: usize,
}

/// The places that the parser stumbles over.
fn errors(source: &Source) -> Errors {
    let mut errors = Errors::default();
    let Some(root) = source.root() else { return errors };
    if root.has_error() {
        count(root, &mut errors);
    }
    errors
}

fn count(root: Node<'_>, errors: &mut Errors) {
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if node.is_error() || node.is_missing() {
            errors.count += 1;
            errors.bytes += node.byte_range().len().max(1);
        } else if node.has_error() {
            let mut cursor = node.walk();
            open.extend(node.children(&mut cursor));
        }
    }
}
