//! Keywords that are spelt wrong, or as another language spells them.

use super::broken::{Broken, parses};
use super::{Finding, Fix, code};
use crate::diagnose::tokens::{KEYWORDS, is_keyword};
use crate::msg;

/// Words of other languages, and what Python has for them.
const FOREIGN: [(&str, &str); 24] = [
    ("define", "def"),
    ("function", "def"),
    ("func", "def"),
    ("fun", "def"),
    ("fn", "def"),
    ("sub", "def"),
    ("proc", "def"),
    ("procedure", "def"),
    ("method", "def"),
    ("elseif", "elif"),
    ("elsif", "elif"),
    ("elif", "elif"),
    ("foreach", "for"),
    ("catch", "except"),
    ("rescue", "except"),
    ("throw", "raise"),
    ("switch", "match"),
    ("include", "import"),
    ("require", "import"),
    ("using", "import"),
    ("struct", "class"),
    ("interface", "class"),
    ("delete", "del"),
    ("otherwise", "else"),
];

pub(super) fn typos(b: &Broken<'_>) -> Option<Finding> {
    let near = b.near();
    let own = b.on_line(b.line);
    // What the typo broke may show on the line below only: `esle` after an `if`.
    let head = b.head(near.min(b.code.len().checked_sub(1)?));
    let mut places: Vec<usize> = own.clone().collect();
    if !own.contains(&head) {
        places.extend(b.on_line(b.line_of(head)));
    }
    places.sort_by_key(|&i| (i.abs_diff(near), i));
    // The first word of a statement is the likeliest.
    places.sort_by_key(|&i| b.head(i) != i);
    let mut best: Option<(usize, &'static str, u8)> = None;
    for i in places {
        if !b.is_name(i) || b.w(i.wrapping_sub(1)) == "." || !stands_loose(b, i) {
            continue;
        }
        for (word, distance) in meant(b.w(i)) {
            let better = best.is_none_or(|(_, _, known)| distance < known);
            if better && fits(b, i, word) {
                best = Some((i, word, distance));
            }
        }
        if best.is_some() {
            break;
        }
    }
    let (i, new, _) = best?;
    let old = b.w(i);
    let mut fix = Fix::safe(0.93, msg!("syntax-fix-change", old = old, new = new));
    for j in (0..b.code.len()).filter(|&j| b.w(j) == old && (j == i || stands_loose(b, j) && fits(b, j, new)))
    {
        fix = fix.edit(b.range(j), new);
    }
    let foreign = FOREIGN.iter().any(|(word, _)| *word == old);
    let cause = if foreign {
        msg!("syntax-keyword-foreign", old = code(old), new = code(new))
    } else {
        msg!("syntax-keyword-typo", old = code(old), new = code(new))
    };
    Some(Finding::new("keyword-typo", cause).fix(fix))
}

/// Whether a word touches another operand without an operator between, or begins a statement that ends in a colon:
/// what a name never does.
fn stands_loose(b: &Broken<'_>, i: usize) -> bool {
    let same_line = |j: usize| j < b.code.len() && b.line_of(j) == b.line_of(i);
    let operand = |j: usize| {
        same_line(j)
            && (b.is_word(j)
                && !matches!(
                    b.w(j),
                    "in" | "is" | "and" | "or" | "if" | "else" | "for" | "not" | "as" | "import"
                )
                || b.is_str(j)
                || b.kind(j) == Some(crate::diagnose::tokens::Kind::Number))
    };
    let before = i > 0
        && same_line(i - 1)
        && (operand(i - 1) && !is_keyword(b.w(i.wrapping_sub(1)))
            || matches!(b.w(i.wrapping_sub(1)), ")" | "]"));
    let after = operand(i + 1) || (same_line(i + 1) && matches!(b.w(i + 1), "not" | "lambda"));
    let alone = b.head(i) == i && (b.w(i + 1) == ":" || b.w(b.tail(i)) == ":") && same_line(i + 1);
    let call = b.head(i) == i && matches!(b.w(i + 1), "(" | "[" | "{") && b.w(b.tail(i)) == ":";
    before || after || alone || call
}

/// Keywords that a word may have been meant as, with how far they are.
fn meant(word: &str) -> Vec<(&'static str, u8)> {
    let mut found: Vec<(&'static str, u8)> = Vec::new();
    if let Some((_, new)) = FOREIGN.iter().find(|(old, _)| *old == word) {
        found.push((new, 0));
    }
    let folded = word.to_lowercase();
    for keyword in KEYWORDS.iter().copied().chain(["print"]) {
        if keyword == "print" {
            continue;
        }
        let plain = keyword.to_lowercase();
        if folded == plain {
            found.push((keyword, 0));
            continue;
        }
        let most = match keyword.len() {
            0..=4 => 1,
            _ => 2,
        };
        let distance = distance(&folded, &plain);
        let same_start = folded.chars().next() == plain.chars().next();
        let anagram = sorted(&folded) == sorted(&plain);
        if distance <= most && (keyword.len() > 2 || same_start || folded.len() <= 3)
            || anagram && folded.len() > 2
        {
            found.push((keyword, distance as u8));
        }
    }
    found.sort_by_key(|(_, distance)| *distance);
    found
}

fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

/// Optimal string alignment: a transposition counts once.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().take(24).collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// Whether the statement parses with the keyword in the word's place, and no name is used like that elsewhere.
fn fits(b: &Broken<'_>, i: usize, keyword: &str) -> bool {
    let (head, tail) = (b.head(i), b.tail(i));
    let line_end = b.source.line_start(b.line_of(i)) + b.source.line(b.line_of(i)).len();
    // A statement whose brackets are open reaches too far: the physical line has to do.
    let end = if b.end(tail) > line_end && b.code.get(i).is_some_and(|t| t.depth == 0) {
        line_end
    } else {
        b.end(tail)
    };
    let statement =
        format!("{}{keyword}{}", b.slice(b.start(head)..b.start(i)), b.slice(b.end(i)..end.max(b.end(i))));
    let statement = statement.split('#').next().unwrap_or_default().trim_end();
    let begins = head == i;
    let block = super::broken::is_block_word(keyword);
    if begins && block && !statement.ends_with(':') {
        // The colon is missing as well.
        return parses(&format!("{statement}:"));
    }
    if begins && matches!(keyword, "in" | "is" | "and" | "or" | "as") {
        return false;
    }
    parses(statement)
}
