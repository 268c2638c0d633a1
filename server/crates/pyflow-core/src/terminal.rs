//! What a terminal would show of a program's output: carriage returns gone back, colours and other escapes gone.

/// The text as it would stand on the screen: of a progress bar the last state. One cell a character; a tab is one.
pub fn reduce(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut line: Vec<char> = Vec::new();
    let mut at = 0_usize;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' => {
                out.extend(line.drain(..));
                out.push('\n');
                at = 0;
            }
            '\r' => at = 0,
            '\u{8}' => at = at.saturating_sub(1),
            '\u{1b}' => match chars.next_if(|&next| matches!(next, '[' | ']' | 'P' | '^' | '_' | 'X')) {
                Some('[') => {
                    let parameters: String =
                        std::iter::from_fn(|| chars.next_if(|c| matches!(c, '\u{20}'..='\u{3f}'))).collect();
                    if chars.next() == Some('K') {
                        erase(&mut line, at, &parameters);
                    }
                }
                // A string for the terminal itself: up to BEL or ESC \.
                Some(_) => {
                    while let Some(c) = chars.next() {
                        if c == '\u{7}' || (c == '\u{1b}' && chars.next_if_eq(&'\\').is_some()) {
                            break;
                        }
                    }
                }
                None => {
                    chars.next();
                }
            },
            c if c.is_control() && c != '\t' => {}
            c => {
                if at < line.len() {
                    line[at] = c;
                } else {
                    line.push(c);
                }
                at += 1;
            }
        }
    }
    out.extend(line);
    out
}

/// Erase in line: to its end, from its start, or all of it.
fn erase(line: &mut Vec<char>, at: usize, parameters: &str) {
    match parameters {
        "1" => line.iter_mut().take(at + 1).for_each(|c| *c = ' '),
        "2" => line.iter_mut().for_each(|c| *c = ' '),
        _ => line.truncate(at),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_progress_bar_the_last_state_is_left() {
        assert_eq!(reduce(" 10%\r 50%\r100%\ndone\n"), "100%\ndone\n");
        assert_eq!(reduce("abcdef\rxy"), "xycdef");
        assert_eq!(reduce("abcdef\r\u{1b}[Kxy\r\n"), "xy\n");
    }

    #[test]
    fn colours_titles_and_links_leave_nothing_behind() {
        assert_eq!(reduce("\u{1b}[1;31mred\u{1b}[0m"), "red");
        assert_eq!(reduce("\u{1b}]0;title\u{7}text"), "text");
        assert_eq!(reduce("\u{1b}]8;;http://x\u{1b}\\link\u{1b}]8;;\u{1b}\\"), "link");
    }

    #[test]
    fn a_cut_escape_is_no_harm() {
        for text in ["\u{1b}", "\u{1b}[", "\u{1b}[3", "\u{1b}]0;x", "a\u{8}\u{8}\u{8}b"] {
            assert!(reduce(text).len() <= 1, "{text:?}");
        }
    }
}
