//! The places of arguments in sentences about calls.

/// The letters of the operands by their positions.
pub(super) const LETTERS: [&str; 4] = ["x", "y", "z", "w"];

/// The letters of places for operands behind the first one.
pub(super) const OPERANDS: [&str; 4] = ["y", "z", "w", "o"];

/// A place in a sentence, `{letter}`, `{letter:name}` or `{letter:name=default}`.
pub(super) struct Place<'p> {
    pub(super) text: &'p str,
    pub(super) letter: &'p str,
    pub(super) name: &'p str,
    pub(super) default: Option<&'p str>,
}

/// The places in a sentence. Code has braces with a blank behind them.
pub(super) fn places(pattern: &str) -> Vec<Place<'_>> {
    let starts = pattern.match_indices('{');
    let places = starts.filter_map(|(at, _)| {
        let (inner, _) = pattern[at + 1..].split_once('}')?;
        let text = &pattern[at..at + inner.len() + 2];
        let (letter, rest) = inner.split_once(':').unwrap_or((inner, ""));
        let (name, default) = match rest.split_once('=') {
            Some((name, default)) => (name, Some(default)),
            None => (rest, None),
        };
        let is_word = !letter.is_empty() && letter.bytes().all(|byte| byte.is_ascii_lowercase());
        is_word.then_some(Place {
            text,
            letter,
            name,
            default,
        })
    });
    places.collect()
}
