//! "Did you mean": the known name closest to an unknown one.
//!
//! Names of functions carry their meaning in their affixes: `normal_isf` is not `normal_cdf`, nor
//! `acosd` `acosh`, however close the letters. Of them only a slip of the finger is taken for
//! another name; names that are merely similar are for a note.

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

/// The letters that stand for a meaning alone, before or behind the name of a function: `dsin`,
/// `atan2d`, `erfc`.
const AFFIXES: [char; 5] = ['a', 'c', 'd', 'h', 'p'];
/// The length from which on a word is told from others by its letters.
const LONG: usize = 4;
/// How many functions of similar names a note lists.
const MOST_ALIKE: usize = 3;

/// The one candidate that a function's name is, but for a slip of the finger.
pub(crate) fn slipped<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let is_meant = |candidate: &&str| *candidate != name && is_slip(name, candidate);
    let mut meant: Vec<&str> = candidates.into_iter().filter(is_meant).collect();
    meant.sort_unstable();
    meant.dedup();
    match meant[..] {
        [only] => Some(only),
        _ => None,
    }
}

/// Whether a name is another one but for case, underscores or a plural, for two letters exchanged,
/// or for a letter in a long word that is doubled, left out or next to the right one on a keyboard.
fn is_slip(name: &str, candidate: &str) -> bool {
    let [name, candidate] = [name, candidate].map(str::to_lowercase);
    let joined = |name: &str| name.replace('_', "");
    let is_plural = |one: &str, more: &str| more.strip_suffix('s') == Some(one);
    if [&name, &candidate].iter().any(|name| name.len() < LONG) {
        return false;
    }
    if joined(&name) == joined(&candidate)
        || is_plural(&name, &candidate)
        || is_plural(&candidate, &name)
    {
        return true;
    }
    let words = [&name, &candidate].map(|name| name.split('_').collect::<Vec<&str>>());
    let [written, meant] = &words;
    let mut others = written
        .iter()
        .zip(meant)
        .filter(|(own, other)| own != other);
    let (Some((own, other)), None) = (others.next(), others.next()) else {
        return false;
    };
    let is_word = other.len() >= LONG && is_slip_in_word(own, other);
    written.len() == meant.len() && (is_word || are_exchanged(own, other))
}

/// Whether two neighbouring letters of a word are exchanged.
fn are_exchanged(own: &str, other: &str) -> bool {
    let pairs = own.bytes().zip(other.bytes()).enumerate();
    let differ: Vec<(usize, (u8, u8))> = pairs.filter(|(_, (a, b))| a != b).collect();
    match differ[..] {
        [(first, (a, b)), (second, (c, d))] => {
            let are_letters = a.is_ascii_alphabetic() && b.is_ascii_alphabetic();
            own.len() == other.len() && second == first + 1 && a == d && b == c && are_letters
        }
        _ => false,
    }
}

/// [`is_slip`] in one word.
fn is_slip_in_word(own: &str, other: &str) -> bool {
    let [own, other] = [own, other].map(|word| word.chars().collect::<Vec<char>>());
    let start = own.iter().zip(&other).take_while(|(a, b)| a == b).count();
    let (rest, meant) = (&own[start..], &other[start..]);
    match (rest, meant) {
        ([a, behind @ ..], [b, as_meant @ ..]) if behind == as_meant => {
            let is_inside = start > 0 && !behind.is_empty();
            is_inside && own.len() > LONG && are_neighbours(*a, *b)
        }
        // Of two equal letters the second one is too many.
        ([more, behind @ ..], _) if behind == meant => {
            let is_at_end = start == own.len() - 1;
            let doubles = start > 0 && own[start - 1] == *more;
            let is_affix = (start == 1 || is_at_end) && AFFIXES.contains(more);
            doubles && more.is_ascii_alphabetic() && !is_affix
        }
        (_, [less, as_meant @ ..]) if rest == as_meant => {
            let is_affix = (start == 0 || rest.is_empty()) && AFFIXES.contains(less);
            less.is_ascii_alphabetic() && !is_affix && own.len() >= LONG
        }
        _ => false,
    }
}

/// Whether two letters lie side by side on a keyboard.
fn are_neighbours(a: char, b: char) -> bool {
    // Of each row the next one lies half a key to the right.
    const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
    let place = |letter| {
        let rows = ROWS.iter().enumerate();
        let mut found = rows.filter_map(|(row, keys)| Some((row, keys.find(letter)?)));
        found.next().map(|(row, key)| (row, 2 * key + row))
    };
    let (Some((row, x)), Some((other, y))) = (place(a), place(b)) else {
        return false;
    };
    match row.abs_diff(other) {
        0 => x.abs_diff(y) == 2,
        1 => x.abs_diff(y) == 1,
        _ => false,
    }
}

/// The candidates whose names are similar to that of a function that is none of them, the most
/// similar first.
pub(crate) fn alike<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let allowed = name.chars().count() / 3;
    let first_word = |name: &str| name.split('_').next().map(str::to_lowercase);
    let begins_alike = |candidate: &str| {
        let word = first_word(candidate).filter(|word| word.len() >= LONG);
        word.is_some() && word == first_word(name)
    };
    let similar = candidates.into_iter().filter_map(|candidate| {
        let distance = edits(name, candidate);
        let is_similar = distance <= allowed && distance < candidate.len();
        let is_long = [name, candidate].iter().all(|name| name.len() >= LONG);
        (is_long && candidate != name && (is_similar || begins_alike(candidate)))
            .then_some((distance, candidate))
    });
    let mut similar: Vec<(usize, &str)> = similar.collect();
    similar.sort_unstable();
    similar.dedup();
    similar
        .into_iter()
        .take(MOST_ALIKE)
        .map(|(_, candidate)| candidate)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{alike, closest, edits, slipped};

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

    #[test]
    fn slips_of_the_finger_are_told_from_other_functions() {
        let names = [
            "acosh",
            "asin",
            "asinh",
            "atan",
            "atan2",
            "bessel_j0",
            "bessel_j1",
            "cholesky",
            "cos",
            "digamma",
            "erf_inv",
            "erfc",
            "ln",
            "ln_1p",
            "ln_gamma",
            "matmul",
            "mean",
            "normal_cdf",
            "sigmoid",
            "sin",
            "sinh",
            "softmax",
            "softplus",
            "tanh",
            "transpose",
            "variance",
        ];
        for (written, meant) in [
            ("sofmtax", "softmax"),
            ("sofmax", "softmax"),
            ("softmaxx", "softmax"),
            ("sofftmax", "softmax"),
            ("sogtmax", "softmax"),
            ("Softmax", "softmax"),
            ("soft_max", "softmax"),
            ("erfinv", "erf_inv"),
            ("ln1p", "ln_1p"),
            ("lngamma", "ln_gamma"),
            ("ln_gama", "ln_gamma"),
            ("means", "mean"),
            ("matmu", "matmul"),
            ("holesky", ""),
            ("chloesky", "cholesky"),
            ("transpoes", "transpose"),
            ("norml_cdf", "normal_cdf"),
            ("normal_cfd", "normal_cdf"),
            ("atnah", ""),
            ("tanhh", ""),
            ("asind", ""),
            ("bessel_h1", ""),
            ("ln_1m", ""),
            ("sni", ""),
        ] {
            let found = slipped(written, names).unwrap_or_default();
            assert_eq!(found, meant, "{written}");
        }
    }

    #[test]
    fn similar_names_are_listed() {
        let names = ["normal_cdf", "normal_ln_pdf", "acosh", "cosh", "sin"];
        assert_eq!(alike("normal_sf", names), ["normal_cdf", "normal_ln_pdf"]);
        assert_eq!(alike("acosd", names), ["acosh"]);
        assert_eq!(alike("li", names), [""; 0]);
    }
}
