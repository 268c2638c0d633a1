//! What a ValueError's message and place say together.

use super::scene::{Scene, ancestors, bare, children};
use super::trace::{Spot, trace};
use super::words_in;
use pyflow_core::facts::ValueFacts;
use tree_sitter::Node;

/// The arguments of the failing call.
pub fn arguments<'a>(scene: &Scene<'a>) -> Vec<Node<'a>> {
    let call = scene.failing("call");
    call.and_then(|c| c.child_by_field_name("arguments"))
        .map(|a| children(a).map(bare).collect())
        .unwrap_or_default()
}

/// The first argument of the failing call.
pub fn first_argument<'a>(scene: &Scene<'a>) -> Option<Node<'a>> {
    arguments(scene).into_iter().find(|a| a.kind() != "keyword_argument")
}

/// The object whose method the failing call calls.
pub fn receiver<'a>(scene: &Scene<'a>) -> Option<Node<'a>> {
    scene.failing("call")?.child_by_field_name("function")?.child_by_field_name("object").map(bare)
}

/// A number with separators between its thousands, without them.
pub fn thousands(text: &str) -> Option<String> {
    for separator in [',', ' ', '\'', '\u{a0}', '_', '.'] {
        let digits = text.trim().trim_start_matches('-');
        let groups: Vec<&str> = digits.split('.').next()?.split(separator).collect();
        let whole = if separator == '.' { digits.split('.').collect() } else { groups };
        let fits = whole.len() > 1
            && whole.iter().all(|g| !g.is_empty() && g.bytes().all(|b| b.is_ascii_digit()))
            && whole.first().is_some_and(|g| g.len() <= 3)
            && whole.iter().skip(1).all(|g| g.len() == 3);
        if fits && !(separator == '.' && whole.len() == 2) {
            return Some(text.trim().replace(separator, ""));
        }
    }
    None
}

/// A number with a decimal comma, with a point instead.
pub fn decimal_comma(text: &str) -> Option<String> {
    let changed = text.trim().replacen(',', ".", 1);
    (changed != text.trim() && changed.parse::<f64>().is_ok()).then_some(changed)
}

/// A date in ISO's order whose parts lack their zeros, or have other separators, as ISO writes it.
pub fn iso_repaired(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.trim().split(['-', '/', '.']).collect();
    let [year, month, day] = parts.as_slice() else { return None };
    let number = |s: &str| s.parse::<u32>().ok();
    if year.len() != 4 || number(month)? > 12 || number(day)? > 31 {
        return None;
    }
    let right = format!("{}-{:02}-{:02}", number(year)?, number(month)?, number(day)?);
    (right != text).then_some(right)
}

/// Formats that people write dates in; those that begin with the day stand before those with the month.
const FORMATS: &[&str] = &[
    "%Y-%m-%d",
    "%d/%m/%Y",
    "%m/%d/%Y",
    "%d.%m.%Y",
    "%d-%m-%Y",
    "%m-%d-%Y",
    "%Y/%m/%d",
    "%Y.%m.%d",
    "%Y%m%d",
    "%d/%m/%y",
    "%m/%d/%y",
    "%d.%m.%y",
    "%y-%m-%d",
    "%Y-%m-%d %H:%M",
    "%Y-%m-%d %H:%M:%S",
    "%Y-%m-%dT%H:%M",
    "%Y-%m-%dT%H:%M:%S",
    "%Y-%m-%dT%H:%M:%SZ",
    "%Y-%m-%d %H:%M:%S.%f",
    "%Y-%m-%dT%H:%M:%S.%f",
    "%d/%m/%Y %H:%M",
    "%m/%d/%Y %H:%M",
    "%d.%m.%Y %H:%M",
    "%d/%m/%Y %H:%M:%S",
    "%m/%d/%Y %H:%M:%S",
    "%d.%m.%Y %H:%M:%S",
    "%d %B %Y",
    "%d %b %Y",
    "%B %d, %Y",
    "%b %d, %Y",
    "%B %d %Y",
    "%b %d %Y",
    "%d-%b-%Y",
    "%d-%B-%Y",
    "%A, %d %B %Y",
    "%a, %d %b %Y",
    "%H:%M",
    "%H:%M:%S",
    "%I:%M %p",
    "%I:%M%p",
    "%B %Y",
    "%b %Y",
    "%m/%Y",
    "%Y-%m",
];

/// The formats that fit the date text of the message and every other text in the frame that looks like it.
pub fn fitting_formats(scene: &Scene<'_>) -> Vec<String> {
    let message = &scene.crash.exception.message;
    let arguments = arguments(scene);
    let literal =
        arguments.first().filter(|a| a.kind() == "string").map(|a| scene.text(*a).trim_matches(['\'', '"']));
    let known = arguments
        .first()
        .and_then(|a| scene.value(*a))
        .and_then(|v| v.value.as_ref())
        .and_then(|v| v.as_str());
    let given = known.or(literal);
    let quoted = message.split('\'').nth(1).filter(|_| message.contains("does not match"));
    let Some(text) = given.or(quoted) else { return Vec::new() };
    let used = arguments.get(1).map_or("", |a| scene.text(*a)).trim_matches(['\'', '"']);
    let mut texts = vec![text.to_owned()];
    let mut at = Some(*scene);
    while let Some(here) = at {
        if let Some(facts) = here.facts {
            for value in facts.locals.values().chain(facts.globals.values()) {
                for v in std::iter::once(value).chain(&value.elements) {
                    if let Some(other) = v.value.as_ref().and_then(|v| v.as_str())
                        && shape(other) == shape(text)
                    {
                        texts.push(other.to_owned());
                    }
                }
            }
        }
        at = here.caller();
    }
    FORMATS
        .iter()
        .filter(|f| **f != used && texts.iter().all(|t| fits_format(t, f)))
        .map(|f| (*f).to_owned())
        .collect()
}

/// A text with digits as `0` and letters as `a`, runs of letters as one.
fn shape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        let mark = if c.is_ascii_digit() {
            '0'
        } else if c.is_alphabetic() {
            'a'
        } else {
            c
        };
        if !(matches!(mark, 'a' | '0') && out.ends_with(mark)) {
            out.push(mark);
        }
    }
    out
}

/// Whether a text is a date in a format, as `strptime` reads them.
pub fn fits_format(text: &str, format: &str) -> bool {
    let mut rest = text;
    let mut format = format.chars();
    let number = |rest: &mut &str, most: usize, least: usize, low: u32, high: u32| {
        // As many digits as make a number in the range.
        for take in (least..=most).rev() {
            let Some(digits) = rest.get(..take) else { continue };
            if digits.bytes().all(|b| b.is_ascii_digit())
                && digits.parse().is_ok_and(|n: u32| (low..=high).contains(&n))
            {
                *rest = &rest[take..];
                return true;
            }
        }
        false
    };
    while let Some(c) = format.next() {
        let fits = if c == '%' {
            match format.next() {
                Some('Y') => number(&mut rest, 4, 4, 0, 9999),
                Some('y') => number(&mut rest, 2, 2, 0, 99),
                Some('m' | 'I') => number(&mut rest, 2, 1, 1, 12),
                Some('d') => number(&mut rest, 2, 1, 1, 31),
                Some('H') => number(&mut rest, 2, 1, 0, 23),
                Some('M') => number(&mut rest, 2, 1, 0, 59),
                Some('S') => number(&mut rest, 2, 1, 0, 61),
                Some('f') => number(&mut rest, 6, 1, 0, 999_999),
                Some('B') => words_in::month(&mut rest, false),
                Some('b') => words_in::month(&mut rest, true),
                Some('A') => words_in::day(&mut rest, false),
                Some('a') => words_in::day(&mut rest, true),
                Some('p') => words_in::noon(&mut rest),
                _ => false,
            }
        } else {
            match rest.strip_prefix(c) {
                Some(after) => {
                    rest = after;
                    true
                }
                None => false,
            }
        };
        if !fits {
            return false;
        }
    }
    rest.is_empty()
}

/// The targets that a value is unpacked into, and the statement or clause.
pub fn unpack_targets<'a>(scene: &Scene<'a>) -> Option<(Node<'a>, Node<'a>)> {
    let patterned = |n: Node<'a>| {
        n.child_by_field_name("left")
            .map(bare)
            .filter(|l| matches!(l.kind(), "pattern_list" | "tuple_pattern" | "list_pattern"))
            .map(|l| (l, n))
    };
    let kinds = ["assignment", "for_statement", "for_in_clause"];
    // On 3.11 and later the range is the targets (or the value): what is around tells.
    let around = std::iter::once(scene.node)
        .chain(ancestors(scene.node))
        .take_while(|n| n.kind() != "block")
        .filter(|n| kinds.contains(&n.kind()))
        .find_map(patterned);
    around
        .or_else(|| kinds.iter().flat_map(|kind| scene.within(kind)).find_map(patterned))
        .or_else(|| {
            let clauses = ancestors(scene.node)
                .take_while(|n| n.kind() != "block")
                .flat_map(|n| children(n).collect::<Vec<_>>());
            clauses.filter(|n| n.kind() == "for_in_clause").find_map(patterned)
        })
        .map(|(left, n)| {
            // `for i, (a, b) in …`: the inner targets, where the range says so.
            let inner = scene.frame.exact.then(|| {
                children(left).map(bare).find(|t| {
                    matches!(t.kind(), "tuple_pattern" | "list_pattern")
                        && t.byte_range() == scene.node.byte_range()
                })
            });
            (inner.flatten().unwrap_or(left), n)
        })
}

/// The value that is unpacked, and whether it is each of its elements that is.
pub fn unpacked<'a>(scene: &Scene<'a>) -> Option<(Node<'a>, bool)> {
    let (_, node) = unpack_targets(scene)?;
    let right = bare(node.child_by_field_name("right")?);
    Some((right, node.kind() != "assignment"))
}

/// Whether a loop's two targets read like a position and an item, and the items are no pairs.
pub fn enumerates(scene: &Scene<'_>) -> bool {
    let Some((targets, node)) = unpack_targets(scene) else { return false };
    let names: Vec<&str> = children(targets).map(|t| scene.text(t)).collect();
    let [first, _] = names.as_slice() else { return false };
    let telling = matches!(
        *first,
        "i" | "j"
            | "k"
            | "n"
            | "idx"
            | "index"
            | "ix"
            | "pos"
            | "position"
            | "number"
            | "num"
            | "no"
            | "nr"
            | "count"
            | "counter"
            | "line_no"
            | "lineno"
            | "line_number"
            | "row_number"
            | "rank"
            | "place"
            | "step"
            | "offset"
            | "ind"
            | "turn"
            | "round_number"
            | "attempt"
    ) || first.ends_with("_index")
        || first.ends_with("_number")
        || first.ends_with("_no")
        || first.ends_with("_idx");
    let Some(value) = node.child_by_field_name("right").and_then(|r| scene.value(r)) else { return telling };
    let scalar =
        |v: &ValueFacts| matches!(v.type_name.as_str(), "str" | "int" | "float" | "bool" | "NoneType");
    telling
        && (value.elements.is_empty()
            || value.elements.iter().all(scalar)
            || !value.elements.iter().all(|e| e.len == Some(2)))
}

/// The first element whose number of values is not that of the targets.
pub fn odd_element<'a>(scene: &Scene<'a>, iterable: Node<'a>) -> Option<&'a ValueFacts> {
    let (targets, _) = unpack_targets(scene)?;
    let wanted = children(targets).count() as u64;
    let value = scene.value(iterable)?;
    value.elements.iter().find(|e| e.len != Some(wanted))
}

/// How many values an unpacked expression gave: of a split that can be repeated, or what is known of it.
pub fn unpacked_count(scene: &Scene<'_>, node: Node<'_>) -> Option<usize> {
    let node = scene.source.root()?.named_descendant_for_byte_range(node.start_byte(), node.end_byte())?;
    if let Some(len) = scene.value(node).and_then(|v| v.len) {
        return Some(len as usize);
    }
    split(scene, node).map(|parts| parts.len())
}

/// The value that was unpacked, as text.
pub fn unpacked_value(scene: &Scene<'_>, node: Node<'_>) -> Option<String> {
    let node = scene.source.root()?.named_descendant_for_byte_range(node.start_byte(), node.end_byte())?;
    if let Some(repr) = scene.value(node).and_then(|v| v.repr.clone()) {
        return Some(repr);
    }
    split(scene, node).map(|parts| format!("{parts:?}"))
}

/// `text.split(separator)` done again, where text and separator are known.
fn split<'a>(scene: &Scene<'a>, node: Node<'a>) -> Option<Vec<String>> {
    if node.kind() != "call" {
        return None;
    }
    let function = node.child_by_field_name("function")?;
    if scene.text(function.child_by_field_name("attribute")?) != "split" {
        return None;
    }
    let mut object = bare(function.child_by_field_name("object")?);
    let mut stripped = false;
    if object.kind() == "call" {
        let inner = object.child_by_field_name("function")?;
        if scene.text(inner.child_by_field_name("attribute")?) != "strip" {
            return None;
        }
        stripped = true;
        object = inner.child_by_field_name("object")?;
    }
    let text = scene.value(object)?.value.as_ref()?.as_str()?;
    let text = if stripped { text.trim() } else { text };
    let mut arguments = children(node.child_by_field_name("arguments")?);
    let Some(first) = arguments.next() else {
        return Some(text.split_whitespace().map(str::to_owned).collect());
    };
    if arguments.next().is_some() || first.kind() != "string" {
        return None;
    }
    let separator = scene.text(first).trim_matches(['\'', '"']);
    (!separator.is_empty() && !separator.contains('\\'))
        .then(|| text.split(separator).map(str::to_owned).collect())
}

/// Whether an expression is, or comes from, what was typed in or read as text: `input()`, a csv row, `split`.
pub fn is_text_source(spot: &Spot<'_>) -> bool {
    let mut node = spot.node;
    loop {
        match node.kind() {
            "call" => {
                let Some(function) = node.child_by_field_name("function") else { return false };
                let text = spot.source.node_text(function);
                let last = text.rsplit('.').next().unwrap_or(text);
                if text == "input" || last != text && matches!(last, "readline" | "read") {
                    return true;
                }
                match function.child_by_field_name("object") {
                    Some(object) => node = bare(object),
                    None => return false,
                }
            }
            "parenthesized_expression" => node = bare(node),
            _ => return false,
        }
    }
}

/// The trail of an expression as far as it is in the scene's own function or its callers.
pub fn source_of<'a>(scene: &Scene<'a>, node: Node<'a>) -> Option<Spot<'a>> {
    trace(scene, node).into_iter().find(is_text_source)
}

/// The members of an Enum of the program, as its text has them.
pub fn enum_members(scene: &Scene<'_>, class: &str) -> String {
    for source in scene.crash.sources.iter() {
        for node in super::attributes::classes(source) {
            if super::attributes::class_name(source, node) != class.rsplit('.').next().unwrap_or(class) {
                continue;
            }
            let members = super::trace::own_nodes(node, "assignment");
            let values: Vec<&str> = members
                .into_iter()
                .filter_map(|a| a.child_by_field_name("right"))
                .map(|r| source.node_text(r))
                .take(8)
                .collect();
            return values
                .iter()
                .map(|v| format!("`{}`", v.replace('`', "'")))
                .collect::<Vec<_>>()
                .join(", ");
        }
    }
    String::new()
}
