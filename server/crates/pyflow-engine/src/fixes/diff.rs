//! Unified diffs, as people read them.

use similar::TextDiff;

/// The difference of two texts of one file, with the usual two header lines.
pub fn unified(name: &str, before: &str, after: &str) -> String {
    let diff = TextDiff::from_lines(before, after);
    diff.unified_diff().context_radius(2).header(name, name).to_string()
}

/// A unified diff without the header lines of its files.
pub fn body(diff: &str) -> String {
    let shown =
        diff.split_inclusive('\n').filter(|line| !line.starts_with("--- ") && !line.starts_with("+++ "));
    shown.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_shows_the_line_that_changed() {
        let diff = unified("a.py", "x = 1\nprint(y)\n", "x = 1\nprint(x)\n");
        assert_eq!(diff, "--- a.py\n+++ a.py\n@@ -1,2 +1,2 @@\n x = 1\n-print(y)\n+print(x)\n");
        assert_eq!(body(&diff), "@@ -1,2 +1,2 @@\n x = 1\n-print(y)\n+print(x)\n");
    }
}
