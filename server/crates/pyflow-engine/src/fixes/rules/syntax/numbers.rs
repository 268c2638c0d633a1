//! Numbers that are none: names that start with a digit, leading zeros, units, dates.

use super::broken::Broken;
use super::{Finding, Fix, code};
use crate::diagnose::tokens::Kind;
use crate::msg;

pub(super) fn numbers(b: &Broken<'_>) -> Option<Finding> {
    let line = b.on_line(b.line);
    let near = b.near();
    let mut places: Vec<usize> =
        line.filter(|&i| b.kind(i) == Some(Kind::Number) && !is_number(b.w(i))).collect();
    places.sort_by_key(|&i| i.abs_diff(near));
    let i = *places.first()?;
    let word = b.w(i);
    if let Some(found) = compound(b, i) {
        return Some(found);
    }
    if word.len() > 1 && word.bytes().all(|c| c.is_ascii_digit() || c == b'_') && word.starts_with('0') {
        return Some(leading_zero(b, i));
    }
    if word.matches('.').count() > 1 {
        return Some(dots(b, i));
    }
    if word.ends_with('_') || word.contains("__") {
        let new: String = word.split('_').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_");
        let fix =
            Fix::safe(0.9, msg!("syntax-fix-change", old = word, new = new.as_str())).edit(b.range(i), new);
        return Some(Finding::new("number", msg!("syntax-number-underscore", text = code(word))).fix(fix));
    }
    let digits = word.bytes().take_while(|c| c.is_ascii_digit() || matches!(c, b'.' | b'_')).count();
    let (number, rest) = word.split_at(digits);
    if matches!(rest, "L" | "l") {
        let fix =
            Fix::safe(0.95, msg!("syntax-fix-change", old = word, new = number)).edit(b.range(i), number);
        return Some(Finding::new("number", msg!("syntax-number-long", text = code(word))).fix(fix));
    }
    if word.len() > 1
        && word.starts_with('0')
        && matches!(word.as_bytes().get(1), Some(b'x' | b'X' | b'b' | b'B' | b'o' | b'O'))
    {
        return Some(Finding::new("number", msg!("syntax-number-base", text = code(word))));
    }
    Some(digit_name(b, i, number, rest))
}

/// Whether Python takes it as a number.
fn is_number(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let digits = |text: &str, ok: fn(&u8) -> bool| {
        !text.is_empty()
            && !text.ends_with('_')
            && !text.contains("__")
            && text.bytes().all(|c| ok(&c) || c == b'_')
    };
    for (prefix, ok) in [
        ("0x", u8::is_ascii_hexdigit as fn(&u8) -> bool),
        ("0b", |c: &u8| matches!(c, b'0' | b'1')),
        ("0o", |c: &u8| (b'0'..=b'7').contains(c)),
    ] {
        if let Some(rest) = lower.strip_prefix(prefix) {
            return digits(rest.strip_prefix('_').unwrap_or(rest), ok);
        }
    }
    let body = lower.strip_suffix('j').unwrap_or(&lower);
    let (mantissa, exponent) = body.split_once('e').map_or((body, None), |(m, e)| (m, Some(e)));
    if exponent.is_some_and(|e| !digits(e.trim_start_matches(['+', '-']), u8::is_ascii_digit)) {
        return false;
    }
    let decimal = u8::is_ascii_digit;
    if let Some((whole, part)) = mantissa.split_once('.') {
        let fits = |part: &str| part.is_empty() || digits(part, decimal);
        return fits(whole) && fits(part) && mantissa.len() > 1;
    }
    let float = exponent.is_some() || lower.ends_with('j');
    let zeros =
        mantissa.len() > 1 && mantissa.starts_with('0') && mantissa.bytes().any(|c| c != b'0' && c != b'_');
    digits(mantissa, decimal) && (!zeros || float)
}

/// `2024-01-05`, `08:30`: a date or a time, meant as a text.
fn compound(b: &Broken<'_>, i: usize) -> Option<Finding> {
    let sign = |j: usize| matches!(b.w(j), "-" | ":" | "/");
    let (mut from, mut to) = (i, i);
    while from >= 2
        && sign(from - 1)
        && b.kind(from.wrapping_sub(2)) == Some(Kind::Number)
        && b.touches(from.wrapping_sub(1))
        && b.touches(from.wrapping_sub(2))
    {
        from -= 2;
    }
    while sign(to + 1) && b.kind(to + 2) == Some(Kind::Number) && b.touches(to) && b.touches(to + 1) {
        to += 2;
    }
    // A slice or the value of a dictionary is no time.
    let in_brackets = b.enclosing(from).is_some_and(|open| matches!(b.w(open), "[" | "{"));
    if from == to || in_brackets && b.w(from + 1) == ":" {
        return None;
    }
    let text = b.span(from, to);
    let new = format!("\"{text}\"");
    let fix = Fix::guess(
        0.8,
        msg!("syntax-fix-change", old = text, new = new.as_str()),
        msg!("syntax-assume-text", text = code(text)),
    )
    .edit(b.start(from)..b.end(to), new);
    Some(Finding::new("number", msg!("syntax-number-date", text = code(text))).fix(fix))
}

fn leading_zero(b: &Broken<'_>, i: usize) -> Finding {
    let word = b.w(i);
    let stripped = word.trim_start_matches(['0', '_']);
    let finding =
        Finding::new("leading-zero", msg!("syntax-leading-zero", text = code(word), number = code(stripped)))
            .advice(msg!("syntax-leading-zero-advice", octal = code(&format!("0o{stripped}"))));
    let octal_digits = stripped.bytes().all(|c| (b'0'..=b'7').contains(&c));
    // File modes are octal.
    let call = b.enclosing(i).map_or("", |open| b.w(open.wrapping_sub(1)));
    let mode = matches!(
        call,
        "chmod" | "fchmod" | "lchmod" | "umask" | "mkdir" | "makedirs" | "mkfifo" | "mknod" | "open"
    ) || b.w(i.wrapping_sub(2)).to_lowercase().contains("mode")
        || b.w(i.wrapping_sub(2)).to_lowercase().contains("perm");
    let change = |new: &str, prior: f32| {
        Fix::safe(prior, msg!("syntax-fix-change", old = word, new = new)).edit(b.range(i), new)
    };
    let octal = format!("0o{stripped}");
    // All such numbers on the line, as in a date's arguments.
    let others = b.on_line(b.line).filter(|&j| {
        j != i
            && b.kind(j) == Some(Kind::Number)
            && !is_number(b.w(j))
            && b.w(j).bytes().all(|c| c.is_ascii_digit())
    });
    let mut decimal = change(stripped, 0.88);
    for j in others {
        decimal = decimal.edit(b.range(j), b.w(j).trim_start_matches('0'));
    }
    if mode && octal_digits {
        return finding.fix(change(&octal, 0.92)).fix(decimal);
    }
    if octal_digits { finding.fix(decimal).fix(change(&octal, 0.4)) } else { finding.fix(decimal) }
}

/// `3.14.15`, `192.168.0.1`, `1.000.000`.
fn dots(b: &Broken<'_>, i: usize) -> Finding {
    let word = b.w(i);
    let finding = Finding::new("number", msg!("syntax-number-dots", text = code(word)));
    let parts: Vec<&str> = word.split('.').collect();
    let grouped =
        parts.iter().skip(1).all(|part| part.len() == 3) && parts.first().is_some_and(|part| part.len() <= 3);
    let text = format!("\"{word}\"");
    let quoted = Fix::guess(
        0.75,
        msg!("syntax-fix-change", old = word, new = text.as_str()),
        msg!("syntax-assume-text", text = code(word)),
    )
    .edit(b.range(i), text);
    if grouped {
        let new = parts.join("_");
        let fix = Fix::guess(
            0.75,
            msg!("syntax-fix-change", old = word, new = new.as_str()),
            msg!("syntax-assume-thousands"),
        )
        .edit(b.range(i), new);
        return finding.fix(fix);
    }
    finding.fix(quoted)
}

/// A name for what was called `1st`, `3d_model`, `2nd_try`.
fn name_for(b: &Broken<'_>, word: &str, number: &str, rest: &str) -> String {
    let taken = |name: &str| b.code.iter().any(|token| b.slice(token.range()) == name);
    let ordinal = match word {
        "1st" => Some("first"),
        "2nd" => Some("second"),
        "3rd" => Some("third"),
        "4th" => Some("fourth"),
        "5th" => Some("fifth"),
        _ => None,
    };
    let named = match rest.split_once('_') {
        Some((short, tail)) if !tail.is_empty() => format!("{tail}_{number}{short}"),
        _ if rest.is_empty() => format!("n{number}"),
        _ => format!("{rest}_{number}"),
    };
    let found = ordinal.map(str::to_owned).into_iter().chain([named]).find(|name| !taken(name));
    found.unwrap_or_else(|| format!("_{word}"))
}

/// `1st`, `2x`, `10kg`.
fn digit_name(b: &Broken<'_>, i: usize, number: &str, rest: &str) -> Finding {
    let word = b.w(i);
    let uses: Vec<usize> =
        (0..b.code.len()).filter(|&j| b.w(j) == word && b.kind(j) == Some(Kind::Number)).collect();
    let is_target = |&j: &usize| {
        let (before, after) = (b.w(j.wrapping_sub(1)), b.w(j + 1));
        after == "=" && (b.head(j) == j || matches!(before, "," | ";" | "(" | ":"))
            || matches!(before, "def" | "class" | "for" | "as" | "import")
            || (matches!(b.w(b.head(j)), "def") && matches!(after, "," | ")" | ":"))
            || (b.head(j) == j && after == ",")
    };
    if uses.iter().any(is_target) {
        let new = name_for(b, word, number, rest);
        let finding = Finding::new("name-with-digit", msg!("syntax-digit-name", name = code(word)))
            .advice(msg!("syntax-digit-name-advice", new = code(&new)));
        let mut fix = Fix::safe(0.93, msg!("syntax-fix-rename", old = word, new = new.as_str()));
        // Other such names would be the next errors.
        let mut known = vec![(word, new)];
        for j in 0..b.code.len() {
            let other = b.w(j);
            if b.kind(j) != Some(Kind::Number) || is_number(other) {
                continue;
            }
            if !known.iter().any(|(name, _)| *name == other) {
                let digits = other.bytes().take_while(u8::is_ascii_digit).count();
                let (number, rest) = other.split_at(digits);
                if !(0..b.code.len()).any(|k| b.w(k) == other && is_target(&k)) {
                    continue;
                }
                known.push((other, name_for(b, other, number, rest)));
            }
            if let Some((_, new)) = known.iter().find(|(name, _)| *name == other) {
                fix = fix.edit(b.range(j), new.clone());
            }
        }
        return finding.fix(fix);
    }
    let finding = Finding::new("number", msg!("syntax-number-letters", text = code(word), rest = code(rest)));
    // `2x`: a factor and a name.
    if b.is_bound(rest) || b.w(i + 1) == "(" && b.touches(i) {
        let new = format!("{number} * {rest}");
        let fix = Fix::guess(
            0.85,
            msg!("syntax-fix-change", old = word, new = new.as_str()),
            msg!("syntax-assume-product", number = code(number), name = code(rest)),
        )
        .edit(b.range(i), new);
        return finding.fix(fix);
    }
    let text = format!("\"{word}\"");
    let drop = Fix::guess(
        0.7,
        msg!("syntax-fix-change", old = word, new = number),
        msg!("syntax-assume-unit", unit = code(rest)),
    )
    .edit(b.range(i), number);
    let quoted = Fix::guess(
        0.5,
        msg!("syntax-fix-change", old = word, new = text.as_str()),
        msg!("syntax-assume-text", text = code(word)),
    )
    .edit(b.range(i), text);
    finding.fix(drop).fix(quoted)
}
