//! The words that dates are written with in English, as `strptime` reads them in the C locale.

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// Takes a month's name off the front of a text.
pub(super) fn month(rest: &mut &str, short: bool) -> bool {
    take(rest, &MONTHS, short)
}

/// Takes a weekday's name off the front of a text.
pub(super) fn day(rest: &mut &str, short: bool) -> bool {
    take(rest, &DAYS, short)
}

/// Takes `AM` or `PM` off the front of a text.
pub(super) fn noon(rest: &mut &str) -> bool {
    take(rest, &["am", "pm"], false)
}

fn take(rest: &mut &str, words: &[&str], short: bool) -> bool {
    for word in words {
        let word = if short { &word[..3] } else { word };
        if rest.get(..word.len()).is_some_and(|head| head.eq_ignore_ascii_case(word)) {
            *rest = &rest[word.len()..];
            return true;
        }
    }
    false
}
