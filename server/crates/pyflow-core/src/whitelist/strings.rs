//! What a string literal of Python says.

use tree_sitter::Node;

/// The value of a string node, with interpolations left out. Escapes that need Unicode's names are left as they
/// are.
pub(super) fn value(code: &str, string: Node<'_>) -> String {
    let mut cursor = string.walk();
    let mut out = String::new();
    let mut is_raw = false;
    if !cursor.goto_first_child() {
        return out;
    }
    loop {
        let node = cursor.node();
        let text = code.get(node.byte_range()).unwrap_or_default();
        match node.kind() {
            "string_start" => is_raw = text.contains(['r', 'R']),
            "string_content" if is_raw => out.push_str(text),
            "string_content" => unescape(text, &mut out),
            _ => {}
        }
        if !cursor.goto_next_sibling() {
            return out;
        }
    }
}

fn unescape(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        out.push_str(before);
        let mut chars = escape.chars();
        chars.next();
        let kind = chars.next();
        let digits = |from: usize, most: usize, radix: u32| {
            let digits = escape.get(from..).unwrap_or_default();
            let end = digits.char_indices().take(most).take_while(|(_, c)| c.is_digit(radix)).count();
            let value = digits.get(..end).and_then(|digits| u32::from_str_radix(digits, radix).ok());
            (value.and_then(char::from_u32), from + end)
        };
        let (value, len) = match kind {
            Some('x') => digits(2, 2, 16),
            Some('u') => digits(2, 4, 16),
            Some('U') => digits(2, 8, 16),
            Some('0'..='7') => digits(1, 3, 8),
            Some('\n') => (None, 2),
            Some(c @ ('\\' | '\'' | '"')) => (Some(c), 2),
            Some(c) => (Some(' '), 1 + c.len_utf8()),
            None => (None, 1),
        };
        out.extend(value);
        rest = escape.get(len..).unwrap_or_default();
    }
    out.push_str(rest);
}

/// The attributes that the replacement fields of a format string read: `m` and `x` of `{0.m[1].x!r:>3}`.
pub(super) fn format_attributes(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some((_, after)) = rest.split_once('{') {
        rest = after;
        let field = after.split(['}', '{', '!', ':']).next().unwrap_or_default();
        // A dot inside an index is part of a key.
        let mut in_index = false;
        for (at, c) in field.char_indices() {
            match c {
                '[' => in_index = true,
                ']' => in_index = false,
                '.' if !in_index => {
                    let name = field.get(at + 1..).unwrap_or_default();
                    found.extend(name.split(['.', '[']).next());
                }
                _ => {}
            }
        }
    }
    found
}

/// The names between double underscores in a text.
pub(super) fn dunders(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| word.len() > 4 && word.starts_with("__") && word.ends_with("__"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_read() {
        let plain = |text: &str| {
            let mut out = String::new();
            unescape(text, &mut out);
            out
        };
        assert_eq!(plain(r"\x5f\u005f\U0000005f\137a\\\'"), r"____a\'");
        assert_eq!(plain(r"\x5é\"), "\u{5}é");
        assert_eq!(plain(r"\N{X}\ud800"), " {X}");
    }

    #[test]
    fn fields_of_formats_are_read() {
        assert_eq!(format_attributes("{0.m.n[a.b].x!r:{w.y}} {} {{k.z}} {"), ["m", "n", "x", "y", "z"]);
    }
}
