//! "Did you mean": the known name closest to an unknown one.

/// The candidate that differs least from `name`, if it differs little.
pub(crate) fn closest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let length = name.chars().count();
    let (allowed, is_short) = ((length / 3).max(1), length <= 3);
    let first = |name: &str| name.chars().next().map(|first| first.to_ascii_lowercase());
    let digits = |name: &str| -> String { name.chars().filter(char::is_ascii_digit).collect() };
    let own = digits(name);
    candidates
        .into_iter()
        // `log3` is not meant for `log2`, nor `sin2` for `sin`.
        .filter(|&candidate| own.is_empty() || digits(candidate) == own)
        .filter(|&candidate| candidate != name)
        // Of a short name the first letter says most: `tr` is not meant for `qr`.
        .filter(|&candidate| !is_short || first(candidate) == first(name))
        .map(|candidate| (edits(name, candidate), candidate))
        .filter(|&(distance, candidate)| distance <= allowed && distance < candidate.len())
        .min_by_key(|&(distance, candidate)| {
            // A letter too few or too many is most often the last one.
            let begins = name.starts_with(candidate) || candidate.starts_with(name);
            (distance, first(candidate) != first(name), !begins)
        })
        .map(|(_, candidate)| candidate)
}

/// The number of insertions, deletions, replacements and exchanges of neighbours between two
/// names (the optimal string alignment distance), letters of either case being equal.
pub(crate) fn edits(left: &str, right: &str) -> usize {
    let letters = |name: &str| -> Vec<char> { name.to_lowercase().chars().take(64).collect() };
    let (left, right) = (letters(left), letters(right));
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=right.len()).collect();
    for (i, &l) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &r) in right.iter().enumerate() {
            let replaced = above[j] + usize::from(l != r);
            let mut best = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && l == right[j - 1] && left[i - 1] == r {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[right.len()]
}

#[cfg(test)]
mod tests {
    use super::{closest, edits};

    #[test]
    fn distances_count_edits() {
        assert_eq!(edits("sin", "sin"), 0);
        assert_eq!(edits("sni", "sin"), 1);
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(edits("sqrt", "sqr"), 1);
        assert_eq!(edits("Sin", "sin"), 0);
    }

    #[test]
    fn only_near_names_are_suggested() {
        let names = ["sin", "cos", "softmax"];
        assert_eq!(closest("sofmax", names), Some("softmax"));
        assert_eq!(closest("con", names), Some("cos"));
        assert_eq!(closest("energy", names), None);
        assert_eq!(closest("q", ["x"]), None);
        assert_eq!(closest("tr", ["qr", "trace"]), None);
        assert_eq!(closest("men", ["len", "mean"]), Some("mean"));
        assert_eq!(closest("log3", ["log2", "ln"]), None);
        assert_eq!(closest("lgo2", ["log10", "log2"]), Some("log2"));
    }
}
