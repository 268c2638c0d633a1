//! What faulthandler writes: where every thread was when the process died or was asked.
//!
//! Its form is that of CPython's `Python/traceback.c`: `Current thread 0x… (most recent call first):`, then lines
//! `  File "NAME", line N in FUNCTION`. There are no columns.

use pyflow_core::exception::{Frame, FrameKind, Place, SourceRange};

const MOST_FRAMES: usize = 100;

/// The frames of the thread that was running, outermost first as in a traceback. Of several dumps the last counts.
pub fn frames(text: &str) -> Vec<Frame> {
    let mut found: Vec<Frame> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("Current thread ") || line.starts_with("Stack (most recent call first)") {
            found.clear();
            inside = true;
        } else if line.starts_with("Thread ") || line.is_empty() {
            inside = false;
        } else if inside && found.len() < MOST_FRAMES {
            found.extend(frame(line));
        }
    }
    found.reverse();
    found
}

fn frame(line: &str) -> Option<Frame> {
    let rest = line.strip_prefix("  File \"")?;
    let (file, rest) = rest.rsplit_once("\", line ")?;
    let (number, function) = rest.split_once(" in ")?;
    let line = number.parse::<u32>().ok()?.saturating_sub(1);
    let place = Place { line, byte: 0 };
    Some(Frame {
        file: file.to_owned(),
        function: function.to_owned(),
        range: SourceRange { start: place, end: place },
        exact: false,
        kind: FrameKind::Internal,
        ..Frame::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_running_threads_frames_are_taken_and_no_others() {
        let text = "Fatal Python error: Segmentation fault\n\nThread 0x01 (most recent call first):\n  File \"/other.py\", line 9 in wait\n\nCurrent thread 0x02 (most recent call first):\n  File \"/usr/lib/ctypes/__init__.py\", line 517 in string_at\n  File \"/w/a \"b\".py\", line 3 in f\n  File \"/w/a.py\", line 5 in <module>\n\nExtension modules: x (total: 1)\n";
        let frames = frames(text);
        let shown: Vec<_> =
            frames.iter().map(|f| (f.file.as_str(), f.range.start.line, f.function.as_str())).collect();
        assert_eq!(
            shown,
            [
                ("/w/a.py", 4, "<module>"),
                ("/w/a \"b\".py", 2, "f"),
                ("/usr/lib/ctypes/__init__.py", 516, "string_at")
            ]
        );
    }

    #[test]
    fn rubbish_is_no_frame() {
        assert_eq!(
            frames(
                "Current thread 0x1 (most recent call first):\n  File \"x\", line nine in f\n  <no Python frame>"
            ),
            []
        );
    }
}
