//! The one measure of how alike two names are.
//!
//! Case and `_`, `-`, `.`, space are folded away; the rest is compared by the optimal string alignment distance
//! (Damerau-Levenshtein where no part is edited twice), so that two swapped letters are one mistake. A name is
//! similar when the distance is at most a quarter of its length, and at least one; words under three letters only
//! when nothing but the folding differs.

/// Longer names are not compared: the cost grows with the product of the lengths.
const LONGEST: usize = 120;

/// How many edits lie between a wrong name and a real one; `None` when they are not similar, or the same.
pub fn distance(wrong: &str, real: &str) -> Option<usize> {
    if wrong == real || wrong.len() > LONGEST || real.len() > LONGEST {
        return None;
    }
    let (a, b) = (fold(wrong), fold(real));
    if a.is_empty() || b.is_empty() {
        return None;
    }
    let most = if a.len() < 3 || b.len() < 3 { 0 } else { (a.len() / 4).max(1) };
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let found = alignment(&a, &b);
    (found <= most).then_some(found)
}

/// The real names that are nearest to a wrong one, all at the same distance, in the order given.
pub fn nearest<'n>(wrong: &str, real: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let mut best = usize::MAX;
    let mut found: Vec<&str> = Vec::new();
    for name in real {
        let Some(distance) = distance(wrong, name) else { continue };
        if distance < best {
            best = distance;
            found.clear();
        }
        if distance == best && !found.contains(&name) {
            found.push(name);
        }
    }
    found
}

/// A name without case and separators.
fn fold(name: &str) -> Vec<char> {
    name.chars().filter(|c| !matches!(c, '_' | '-' | '.' | ' ')).flat_map(char::to_lowercase).collect()
}

/// The optimal string alignment distance.
fn alignment(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut before = vec![0; width];
    let mut last: Vec<usize> = (0..width).collect();
    let mut row = vec![0; width];
    for (i, &x) in a.iter().enumerate() {
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let mut least = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && x == b[j - 1] && a[i - 1] == y {
                least = least.min(before[j - 1] + 1);
            }
            row[j + 1] = least;
        }
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_letters_are_one_mistake_and_separators_none() {
        assert_eq!(distance("timeuot", "timeout"), Some(1));
        assert_eq!(distance("unitprice", "unit_price"), Some(0));
        assert_eq!(distance("Revenue", "revenue"), Some(0));
        assert_eq!(distance("OrderDict", "OrderedDict"), Some(2));
    }

    #[test]
    fn a_quarter_of_the_letters_may_differ_and_no_more() {
        assert_eq!(distance("tax", "max"), Some(1));
        assert_eq!(distance("Jon", "Mia"), None);
        assert_eq!(distance("ab", "ac"), None, "two letters say nothing");
        assert_eq!(distance("AB", "ab"), Some(0));
        assert_eq!(distance("name", "name"), None, "the name itself is no suggestion");
    }

    #[test]
    fn all_names_at_the_least_distance_are_given() {
        assert_eq!(nearest("side_c", ["side_a", "side_b", "longest"]), ["side_a", "side_b"]);
        assert_eq!(nearest("readtext", ["read_bytes", "read_text"]), ["read_text"]);
        assert!(nearest("x".repeat(500).as_str(), ["x"]).is_empty());
    }
}
