//! Colours, and text that is safe and measurable in a terminal.

/// What a piece of text is, for its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    Error,
    Warning,
    /// A line number, a frame's place: what leads the eye.
    Guide,
    Heading,
    Added,
    Removed,
    Faint,
}

/// Whether colours are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    pub colours: bool,
}

impl Style {
    /// The style for a stream: colours on a terminal, unless they are not wanted (<https://no-color.org>) or the
    /// terminal has none.
    pub fn detect(
        is_terminal: bool,
        refused: bool,
        var: &dyn Fn(&str) -> Option<std::ffi::OsString>,
    ) -> Self {
        let set = |name: &str| var(name).is_some_and(|value| !value.is_empty());
        let dumb = var("TERM").is_some_and(|term| term == "dumb");
        Self { colours: is_terminal && !refused && !set("NO_COLOR") && !dumb }
    }

    /// The text in its colour.
    pub fn paint(self, paint: Paint, text: &str) -> String {
        if !self.colours || text.is_empty() {
            return text.to_owned();
        }
        let code = match paint {
            Paint::Error => "1;31",
            Paint::Warning => "1;33",
            Paint::Guide => "1;34",
            Paint::Heading => "1",
            Paint::Added => "32",
            Paint::Removed => "31",
            Paint::Faint => "2",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

/// How many columns a tab is shown as.
pub const TAB: usize = 4;

/// A foreign text in one line that only adds characters to a terminal: control characters are shown as pictures,
/// marks that turn the direction of writing are replaced, tabs are widened.
pub fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\t' => out.extend(std::iter::repeat_n(' ', TAB)),
            '\x7f' => out.push('\u{2421}'),
            '\0'..='\x1f' => out.extend(char::from_u32(0x2400 + c as u32)),
            '\u{80}'..='\u{9f}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}' => {
                out.push('\u{fffd}');
            }
            _ => out.push(c),
        }
    }
    out
}

/// The columns that a text takes which went through [`plain`].
pub fn columns(text: &str) -> usize {
    text.chars().map(width).sum()
}

/// The columns of one character: two for East Asian wide ones and emoji, none for marks that combine with the one
/// before (Unicode Standard Annex 11, in ranges coarse enough for underlining).
pub fn width(c: char) -> usize {
    match c as u32 {
        0x0300..=0x036f
        | 0x0483..=0x0489
        | 0x0591..=0x05bd
        | 0x064b..=0x065f
        | 0x200b..=0x200d
        | 0x20d0..=0x20ff
        | 0xfe00..=0xfe0f
        | 0xfe20..=0xfe2f
        | 0xe0100..=0xe01ef => 0,
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe4f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x1f300..=0x1f64f
        | 0x1f680..=0x1f6ff
        | 0x1f900..=0x1f9ff
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_foreign_reaches_the_terminal_as_a_command() {
        assert_eq!(plain("a\x1b[31m\tb\r\u{202e}c\u{9b}\x7f"), "a␛[31m    b␍\u{fffd}c\u{fffd}␡");
        assert_eq!(plain("naïve 😀"), "naïve 😀");
    }

    #[test]
    fn colours_are_for_terminals_that_want_them() {
        let with = |terminal, refused, name: &'static str, value: &'static str| {
            Style::detect(terminal, refused, &move |asked| (asked == name).then(|| value.into())).colours
        };
        assert!(with(true, false, "TERM", "xterm"));
        assert!(with(true, false, "NO_COLOR", ""));
        assert!(!with(false, false, "TERM", "xterm"));
        assert!(!with(true, true, "TERM", "xterm"));
        assert!(!with(true, false, "NO_COLOR", "1"));
        assert!(!with(true, false, "TERM", "dumb"));
    }
}
