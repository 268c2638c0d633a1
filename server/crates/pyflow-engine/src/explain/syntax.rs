//! Why a text is no Python: what the rules for edits found, else what the interpreter's message says.
//!
//! Messages of the interpreter differ by version. [`MESSAGES`] is the one table of those that say more than the
//! tokens do; a rule's finding always goes before it.

use crate::diagnose::{Crash, Explanation};
use crate::fixes::rules::syntax;
use crate::messages::Message;
use crate::msg;

/// How a message of CPython begins (or, after `…`, what it contains), and the words for it.
const MESSAGES: &[(&str, &str)] = &[
    // 3.8 and 3.9; from 3.10 on most of these name the bracket or block.
    ("unexpected EOF", "syntax-m-eof"),
    ("duplicate argument", "syntax-m-duplicate-parameter"),
    // 3.12
    ("duplicate parameter", "syntax-m-duplicate-parameter"),
    ("can't use starred expression here", "syntax-m-star"),
    ("cannot use starred expression here", "syntax-m-star"),
    ("starred assignment target must be in a list or tuple", "syntax-m-star"),
    ("two starred expressions", "syntax-m-two-starred"),
    // 3.9
    ("multiple starred expressions in assignment", "syntax-m-two-starred"),
    ("named arguments must follow bare *", "syntax-m-bare-star"),
    // 3.12
    ("named parameters must follow bare *", "syntax-m-bare-star"),
    ("too many nested", "syntax-m-nesting"),
    ("too many statically nested blocks", "syntax-m-nesting"),
    ("only single target (not ", "syntax-m-annotation"),
    ("illegal target for annotation", "syntax-m-annotation"),
    ("…illegal expression for augmented assignment", "syntax-m-augmented"),
    ("cannot delete", "syntax-m-delete"),
    ("cannot assign to True", "syntax-m-true"),
    ("cannot assign to False", "syntax-m-true"),
    ("cannot assign to None", "syntax-m-true"),
    ("import * only allowed at module level", "syntax-m-star-import"),
    ("default 'except:' must be last", "syntax-m-except-last"),
    ("cannot have both 'except' and 'except*'", "syntax-m-mixed-except"),
    ("cannot mix bytes and nonbytes literals", "syntax-m-bytes-mixed"),
    ("positional patterns follow keyword patterns", "syntax-m-pattern"),
    ("patterns may only match literals", "syntax-m-pattern"),
    ("alternative patterns bind different names", "syntax-m-pattern"),
    ("multiple assignments to name", "syntax-m-pattern"),
    ("…makes remaining patterns unreachable", "syntax-m-unreachable"),
    ("trailing comma not allowed without surrounding parentheses", "syntax-m-import-trailing"),
    ("'yield' inside", "syntax-m-yield-in"),
    ("'yield from' inside", "syntax-m-yield-in"),
    ("'return' with value in async generator", "syntax-m-async-generator"),
    // 3.10
    ("expected 'else' after 'if' expression", "syntax-m-ternary-else"),
    // 3.14
    ("expected expression before 'if'", "syntax-m-ternary-else"),
    ("expected expression after 'else'", "syntax-m-ternary-else"),
    ("cannot use", "syntax-m-as-target"),
    ("'elif' block follows an 'else' block", "syntax-m-elif-after-else"),
    ("…prefixes are incompatible", "syntax-m-prefix"),
];

/// The words of the table for a message, if it has it.
fn by_message(message: &str) -> Option<Message> {
    let (_, id) = MESSAGES.iter().find(|(pattern, _)| match pattern.strip_prefix('…') {
        Some(inner) => message.contains(inner),
        None => message.starts_with(pattern),
    })?;
    let name = message.split_whitespace().next_back().unwrap_or_default();
    Some(msg!(*id, name = format!("`{name}`")))
}

/// The explanation of a SyntaxError and its kin, and of a source that Python could not read.
pub(crate) fn explain(crash: &Crash<'_>) -> Explanation {
    let finding = syntax::finding(crash);
    let message = &crash.exception.message;
    let known = by_message(message);
    match (finding, known) {
        (Some(finding), None) => with(finding),
        (Some(finding), Some(_)) if !finding.is_guess() => with(finding),
        (_, Some(known)) => Explanation::of(known),
        (None, None) if message.starts_with("f-string") => {
            Explanation::of(msg!("syntax-unknown-inside")).advice(msg!("syntax-unknown-advice"))
        }
        (None, None) => {
            Explanation::of(msg!("syntax-unknown", message = message)).advice(msg!("syntax-unknown-advice"))
        }
    }
}

fn with(finding: syntax::Finding) -> Explanation {
    let explanation = Explanation::of(finding.cause);
    match finding.advice {
        Some(advice) => explanation.advice(advice),
        None => explanation,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Locale;

    #[test]
    fn every_message_of_the_table_has_words() {
        for (pattern, id) in MESSAGES {
            let message = pattern.trim_start_matches('…');
            let words = by_message(message).expect("a pattern finds itself");
            assert_eq!(words.id, *id, "{pattern} is hidden by one before it");
            assert_ne!(words.render(Locale::English), *id, "{id} has no text");
        }
    }
}
