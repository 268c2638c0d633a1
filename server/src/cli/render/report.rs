//! The report of what went wrong: head, places, values, why, fixes.

use super::diff;
use super::excerpt::Excerpt;
use super::style::{Paint, Style, columns, plain};
use pyflow_core::exception::Local;
use std::fmt::Write as _;

/// Lines of a message that are shown.
const MOST_MESSAGE: usize = 12;
/// Values that are shown.
const MOST_VALUES: usize = 8;
/// Columns of a value.
const MOST_VALUE: usize = 90;
/// Columns at which an explanation is wrapped.
const WRAP: usize = 96;

/// A fix as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Shown {
    /// With "(verified)" at its end where it is.
    pub title: String,
    pub assumption: Option<String>,
    pub diff: String,
}

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Report {
    /// `error` or `warning`.
    pub severity: &'static str,
    /// `ZeroDivisionError`.
    pub code: String,
    /// May have several lines.
    pub message: String,
    /// Where it happened first, then who called it.
    pub places: Vec<Excerpt>,
    /// Frames between those places that are not the user's.
    pub hidden_frames: usize,
    /// `caused by KeyError: 'a' (data.py:7)`.
    pub causes: Vec<String>,
    pub values: Vec<Local>,
    /// What happened and how to mend it; paragraphs.
    pub why: String,
    pub fixes: Vec<Shown>,
}

impl Report {
    /// The report in a terminal, ending with a line's end.
    pub fn render(&self, style: Style) -> String {
        let paint = if self.severity == "warning" { Paint::Warning } else { Paint::Error };
        let mut out = String::new();
        let mut message = self.message.lines();
        let first = message.next().map(|line| format!(": {}", plain(line))).unwrap_or_default();
        let head = format!("{}[{}]", self.severity, plain(&self.code));
        let _ = writeln!(out, "{}{}", style.paint(paint, &head), style.paint(Paint::Heading, &first));
        for line in message.by_ref().take(MOST_MESSAGE - 1) {
            let _ = writeln!(out, "  {}", plain(line));
        }
        if message.next().is_some() {
            let _ = writeln!(out, "  …");
        }
        let digits = self.places.iter().map(Excerpt::digits).max().unwrap_or(1);
        for (index, place) in self.places.iter().enumerate() {
            let paint = if index == 0 { paint } else { Paint::Guide };
            out.push_str(&place.render(style, paint, digits));
        }
        if self.hidden_frames > 0 {
            let plural = if self.hidden_frames == 1 { "frame" } else { "frames" };
            let text = format!("{:digits$} = {} {plural} of libraries not shown", "", self.hidden_frames);
            let _ = writeln!(out, "{}", style.paint(Paint::Faint, &text));
        }
        for cause in &self.causes {
            let _ = writeln!(out, "{:digits$} = {}", "", plain(cause));
        }
        self.render_values(&mut out, style);
        if !self.why.trim().is_empty() {
            let _ = writeln!(out, "\n{}", style.paint(Paint::Heading, "Why"));
            for line in self.why.trim().lines() {
                for line in wrap(&plain(line), WRAP) {
                    let _ = writeln!(out, "{}", format!("  {line}").trim_end());
                }
            }
        }
        for fix in &self.fixes {
            let _ = writeln!(out, "\n{} {}", style.paint(Paint::Heading, "Fix:"), plain(&fix.title));
            if let Some(assumption) = &fix.assumption {
                let _ = writeln!(out, "  {}", plain(assumption));
            }
            out.push_str(&diff::render(&fix.diff, style));
        }
        out
    }

    fn render_values(&self, out: &mut String, style: Style) {
        if self.values.is_empty() {
            return;
        }
        let _ = writeln!(out, "\n{}", style.paint(Paint::Heading, "Values there"));
        for local in self.values.iter().take(MOST_VALUES) {
            let mut repr = plain(local.repr.lines().next().unwrap_or_default());
            if columns(&repr) > MOST_VALUE {
                repr = repr.chars().take(MOST_VALUE).collect::<String>() + "…";
            } else if local.repr.lines().nth(1).is_some() {
                repr.push_str(" …");
            }
            let _ = writeln!(out, "  {} = {repr}", plain(&local.name));
        }
        if self.values.len() > MOST_VALUES {
            let text = format!("  and {} more", self.values.len() - MOST_VALUES);
            let _ = writeln!(out, "{}", style.paint(Paint::Faint, &text));
        }
    }
}

/// A line broken at blanks so that no part is wider than `most`, where there are blanks.
fn wrap(line: &str, most: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let last = lines.len() - 1;
        if columns(&lines[last]) + 1 + columns(word) > most && !lines[last].is_empty() {
            lines.push(word.to_owned());
        } else {
            if !lines[last].is_empty() || word.is_empty() {
                lines[last].push(' ');
            }
            lines[last].push_str(word);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use pyflow_core::exception::{Place, SourceRange};

    fn report() -> Report {
        let text = "def average(values):\n    total = sum(values)\n    return total / len(values)\n\n\n\n\n\n\nprint(average([]))\n";
        let range = |line, start, end| SourceRange {
            start: Place { line, byte: start },
            end: Place { line, byte: end },
        };
        let at = |place: &str, role: &str, range, around| {
            Excerpt::of_text(place.into(), role.into(), text, range, around)
        };
        Report {
            severity: "error",
            code: "ZeroDivisionError".into(),
            message: "division by zero".into(),
            places: vec![
                at("shop.py:3:12", "in average", range(2, 11, 30), 1),
                at("shop.py:10:7", "in <module>", range(9, 6, 17), 0),
            ],
            hidden_frames: 1,
            causes: vec!["caused by KeyError: 'a', data.py:7".into()],
            values: vec![
                Local { name: "values".into(), type_name: "list".into(), repr: "[]".into() },
                Local { name: "text".into(), type_name: "str".into(), repr: "'a\x1b'".into() },
            ],
            why: "len(values) is 0, because values is an empty list.".into(),
            fixes: vec![Shown {
                title: "Return 0 for an empty list (verified)".into(),
                assumption: Some("Assumes that the average of nothing is 0.".into()),
                diff: "--- shop.py\n+++ shop.py\n@@ -3 +3 @@\n-a\n+b\n".into(),
            }],
        }
    }

    #[test]
    fn a_report_reads_from_the_place_to_the_fix() {
        let expected = "\
error[ZeroDivisionError]: division by zero
  --> shop.py:3:12 in average
   |
 2 |     total = sum(values)
 3 |     return total / len(values)
   |            ^^^^^^^^^^^^^^^^^^^
  --> shop.py:10:7 in <module>
   |
10 | print(average([]))
   |       ^^^^^^^^^^^
   = 1 frame of libraries not shown
   = caused by KeyError: 'a', data.py:7

Values there
  values = []
  text = 'a␛'

Why
  len(values) is 0, because values is an empty list.

Fix: Return 0 for an empty list (verified)
  Assumes that the average of nothing is 0.
  --- shop.py
  +++ shop.py
  @@ -3 +3 @@
  -a
  +b
";
        assert_eq!(report().render(Style::default()), expected);
    }

    #[test]
    fn colours_change_nothing_but_the_colour() {
        let coloured = report().render(Style { colours: true });
        let mut stripped = String::new();
        let mut rest = coloured.as_str();
        while let Some((before, after)) = rest.split_once("\x1b[") {
            stripped.push_str(before);
            rest = after.split_once('m').unwrap().1;
        }
        stripped.push_str(rest);
        assert_eq!(stripped, report().render(Style::default()));
        assert_ne!(stripped, coloured);
    }

    #[test]
    fn long_things_are_bounded() {
        let mut long = report();
        long.message = "line\n".repeat(500);
        long.values =
            vec![Local { name: "x".into(), type_name: "str".into(), repr: "y".repeat(10_000) }; 100];
        long.why = "word ".repeat(200);
        let text = long.render(Style::default());
        assert!(text.lines().all(|line| columns(line) <= 110), "{text}");
        assert!(text.lines().count() < 70, "{}", text.lines().count());
        assert!(text.contains("and 92 more"));
    }
}
