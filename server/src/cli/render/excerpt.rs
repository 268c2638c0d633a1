//! Source lines with a range underlined.

use super::style::{Paint, Style, columns, plain};
use pyflow_core::exception::SourceRange;
use std::fmt::Write as _;

/// Lines of a range that are shown; the rest is left out with a mark.
const MOST_LINES: usize = 6;
/// Columns of a line that are shown.
const MOST_COLUMNS: usize = 110;
/// Columns that stay before the underlined part when a line is cut.
const BEFORE: usize = 30;

/// A place in a source with the lines around it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Excerpt {
    /// `shop.py:3:12`.
    pub place: String,
    /// What the place is: `in average`. May be empty.
    pub role: String,
    /// The number of the first line, from 1.
    pub first: u32,
    pub lines: Vec<String>,
    /// What is underlined; lines from 0 as in the whole text, bytes in their line.
    pub range: SourceRange,
}

impl Excerpt {
    /// The excerpt of a whole text: the range's lines and `around` lines before them.
    pub fn of_text(place: String, role: String, text: &str, range: SourceRange, around: u32) -> Self {
        let from = range.start.line.saturating_sub(around);
        let count = (range.end.line.max(range.start.line) - from + 1) as usize;
        let lines: Vec<String> =
            lines_of(text).skip(from as usize).take(count.min(MOST_LINES + 4)).map(str::to_owned).collect();
        Self { place, role, first: from + 1, lines, range }.without_blank_start()
    }

    /// Blank lines before the range tell nothing.
    fn without_blank_start(mut self) -> Self {
        while self.lines.first().is_some_and(|line| line.trim().is_empty())
            && self.first <= self.range.start.line
        {
            self.lines.remove(0);
            self.first += 1;
        }
        self
    }

    /// The digits of the last line's number.
    pub fn digits(&self) -> usize {
        (self.first as usize + self.lines.len()).saturating_sub(1).max(1).to_string().len()
    }

    /// The excerpt in a terminal. `digits` are those of the widest number of all excerpts of a report.
    pub fn render(&self, style: Style, paint: Paint, digits: usize) -> String {
        let mut out = String::new();
        let arrow = style.paint(Paint::Guide, &format!("{:digits$}--> ", ""));
        let role = if self.role.is_empty() { String::new() } else { format!(" {}", plain(&self.role)) };
        let _ = writeln!(out, "{arrow}{}{}", plain(&self.place), style.paint(Paint::Faint, &role));
        if self.lines.is_empty() {
            return out;
        }
        let bar = style.paint(Paint::Guide, &format!("{:digits$} |", ""));
        let _ = writeln!(out, "{bar}");
        let mut shown = 0;
        for (index, line) in self.lines.iter().enumerate() {
            let number = self.first + index as u32;
            let covered = covered(line, number - 1, self.range);
            if covered.is_some() {
                shown += 1;
            }
            if shown > MOST_LINES {
                let _ = writeln!(out, "{}", style.paint(Paint::Guide, "..."));
                break;
            }
            let gutter = style.paint(Paint::Guide, &format!("{number:digits$} |"));
            let (text, mark) = cut(line, covered);
            let _ = writeln!(out, "{gutter} {text}");
            if let Some((start, length)) = mark {
                let carets = style.paint(paint, &"^".repeat(length));
                let _ = writeln!(out, "{bar} {:start$}{carets}", "");
            }
        }
        out
    }
}

/// The bytes of a line that a range covers, without the blanks at both ends. An empty range is one character wide.
fn covered(line: &str, number: u32, range: SourceRange) -> Option<(usize, usize)> {
    if number < range.start.line || number > range.end.line.max(range.start.line) {
        return None;
    }
    let floor =
        |byte: usize| (0..=byte.min(line.len())).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
    let start = if number == range.start.line { floor(range.start.byte as usize) } else { 0 };
    let end = if number == range.end.line { floor(range.end.byte as usize) } else { line.len() };
    let inside = line.get(start..end.max(start)).unwrap_or_default();
    let start = start + (inside.len() - inside.trim_start().len());
    let end = start + inside.trim().len();
    if end > start {
        return Some((start, end));
    }
    // A place behind the line's end is a place still; a line inside the range that is blank is none.
    (number == range.start.line).then_some((start, start))
}

/// The line as it is shown, cut to a window around what is covered, and where the underlining starts and how long it
/// is, in columns.
fn cut(line: &str, covered: Option<(usize, usize)>) -> (String, Option<(usize, usize)>) {
    let Some((start, end)) = covered else { return (window(&plain(line), 0).0, None) };
    let before = columns(&plain(&line[..start]));
    let length = columns(&plain(&line[start..end])).max(1);
    let whole = plain(line);
    if columns(&whole) <= MOST_COLUMNS {
        return (whole, Some((before, length)));
    }
    let skip =
        if before + length.min(MOST_COLUMNS / 2) > MOST_COLUMNS { before.saturating_sub(BEFORE) } else { 0 };
    let (text, skipped) = window(&whole, skip);
    let at = before - skipped + usize::from(skipped > 0);
    (text, Some((at, length.min(MOST_COLUMNS.saturating_sub(at).max(1)))))
}

/// A window of a line from a column on, with marks where something is left out, and how many columns were skipped.
fn window(line: &str, skip: usize) -> (String, usize) {
    let mut out = String::new();
    let (mut at, mut skipped) = (0, 0);
    for c in line.chars() {
        let width = super::style::width(c);
        if at < skip {
            skipped = at + width;
        } else if at - skipped >= MOST_COLUMNS {
            out.push('…');
            break;
        } else {
            out.push(c);
        }
        at += width;
    }
    if skipped > 0 { (format!("…{out}"), skipped) } else { (out, 0) }
}

/// Lines as Python and LSP count them: they end at `\n`, `\r\n` and `\r`.
pub fn lines_of(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\n', '\r']) else {
            rest = None;
            return Some(text);
        };
        let after = &text[end..];
        rest = Some(after.strip_prefix("\r\n").unwrap_or(&after[1..]));
        Some(&text[..end])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use pyflow_core::exception::Place;

    fn range(start: (u32, u32), end: (u32, u32)) -> SourceRange {
        SourceRange { start: Place { line: start.0, byte: start.1 }, end: Place { line: end.0, byte: end.1 } }
    }

    fn shown(text: &str, at: SourceRange, around: u32) -> String {
        let excerpt = Excerpt::of_text("a.py:1:1".to_owned(), String::new(), text, at, around);
        excerpt.render(Style::default(), Paint::Error, excerpt.digits())
    }

    #[test]
    fn a_range_is_underlined_under_its_line() {
        let text = "def f(x):\r\n\n    y = 1\n\treturn y / x\n";
        assert_eq!(
            shown(text, range((3, 8), (3, 13)), 2),
            " --> a.py:1:1\n  |\n3 |     y = 1\n4 |     return y / x\n  |            ^^^^^\n"
        );
    }

    #[test]
    fn wide_characters_and_control_characters_keep_the_marks_in_place() {
        let text = "名 = '😀' + é\x1b";
        let at = text.find('é').unwrap() as u32;
        assert_eq!(
            shown(text, range((0, at), (0, at + 2)), 0),
            " --> a.py:1:1\n  |\n1 | 名 = '😀' + é␛\n  |             ^\n"
        );
    }

    #[test]
    fn a_range_of_several_lines_is_underlined_on_each() {
        let text = "x = f(\n    1,\n\n    2)\n";
        assert_eq!(
            shown(text, range((0, 4), (3, 6)), 0),
            " --> a.py:1:1\n  |\n1 | x = f(\n  |     ^^\n2 |     1,\n  |     ^^\n3 | \n4 |     2)\n  |     ^^\n"
        );
        let long = format!("f({})", "1,\n".repeat(50));
        let shown = shown(&long, range((0, 0), (50, 1)), 0);
        assert!(shown.lines().count() < 20 && shown.contains("..."), "{shown}");
    }

    #[test]
    fn a_place_behind_the_end_or_inside_a_character_is_still_shown() {
        assert_eq!(shown("f(", range((0, 2), (0, 2)), 0), " --> a.py:1:1\n  |\n1 | f(\n  |   ^\n");
        assert_eq!(shown("é", range((0, 1), (0, 9)), 0), " --> a.py:1:1\n  |\n1 | é\n  | ^\n");
        assert_eq!(shown("x", range((7, 0), (7, 3)), 0), " --> a.py:1:1\n");
    }

    #[test]
    fn a_long_line_is_cut_around_its_range() {
        let text = format!("{}boom{}", "a".repeat(500), "b".repeat(500));
        let shown = shown(&text, range((0, 500), (0, 504)), 0);
        let lines: Vec<&str> = shown.lines().collect();
        let caret = lines[3].find('^').unwrap();
        let boom = lines[2].chars().take_while(|&c| c != 'b').count();
        assert_eq!(caret, boom, "{shown}");
        assert!(lines.iter().all(|line| columns(line) < 125), "{shown}");
    }
}
