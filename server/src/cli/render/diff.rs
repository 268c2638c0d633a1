//! A unified diff with its lines in colour.

use super::style::{Paint, Style, plain};

/// The diff, indented, its lines in their colours.
pub fn render(diff: &str, style: Style) -> String {
    let mut out = String::new();
    for line in diff.lines() {
        let text = plain(line);
        let painted = match line.chars().next() {
            Some('+') if line.starts_with("+++ ") => style.paint(Paint::Heading, &text),
            Some('-') if line.starts_with("--- ") => style.paint(Paint::Heading, &text),
            Some('+') => style.paint(Paint::Added, &text),
            Some('-') => style.paint(Paint::Removed, &text),
            Some('@') => style.paint(Paint::Guide, &text),
            _ => text.clone(),
        };
        // A blank line of context needs no blanks.
        if !text.trim().is_empty() {
            out.push_str("  ");
            out.push_str(&painted);
        }
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_their_colours() {
        let diff = "--- a.py\n+++ a.py\n@@ -1 +1 @@\n-x\x1b[0m\n+y\n z\n";
        assert_eq!(
            render(diff, Style::default()),
            "  --- a.py\n  +++ a.py\n  @@ -1 +1 @@\n  -x␛[0m\n  +y\n   z\n"
        );
        assert!(render(diff, Style { colours: true }).contains("  \x1b[31m-x␛[0m\x1b[0m\n  \x1b[32m+y"));
    }
}
