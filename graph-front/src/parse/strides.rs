//! Ranges with a step, `x[1::2]` and `x[::-1]`, which the language does not have: the loop or the
//! call that takes the same elements.

use proc_macro2::{TokenStream, TokenTree};

use crate::diagnostics::print;
use crate::tokens::sign;

/// One entry of an index.
enum Entry {
    /// One position, or a whole axis as `..`.
    Plain(String),
    Stepped {
        start: String,
        end: String,
        step: String,
    },
}

/// The help for an index, of the array `base`, with a step in one of its entries.
pub(super) fn in_place_of_step(base: &str, tokens: &[TokenTree]) -> String {
    let entries = tokens.split(|token| sign(token) == Some(','));
    let entries: Option<Vec<Entry>> = entries.map(entry).collect();
    let code = entries.and_then(|entries| code(base, &entries, tokens));
    code.unwrap_or_else(|| "take the elements in a loop, one position after the other".into())
}

/// The entry that is written with two colons or with two pairs of dots, or is simple.
fn entry(tokens: &[TokenTree]) -> Option<Entry> {
    let is = |at: usize, own: char| tokens.get(at).and_then(sign) == Some(own);
    let mut parts: Vec<Vec<TokenTree>> = vec![Vec::new()];
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let is_dots = is(at, '.') && is(at + 1, '.');
        match is_dots || is(at, ':') {
            true => parts.push(Vec::new()),
            false => parts.last_mut()?.push(token.clone()),
        }
        at += 1 + usize::from(is_dots);
    }
    let text = |part: &[TokenTree]| print(&part.iter().cloned().collect::<TokenStream>());
    match &parts[..] {
        [one] => Some(Entry::Plain(text(one))),
        [start, end] if start.is_empty() && end.is_empty() => Some(Entry::Plain("..".into())),
        [start, end, step] => Some(Entry::Stepped {
            start: text(start),
            end: text(end),
            step: text(step),
        }),
        _ => None,
    }
}

fn code(base: &str, entries: &[Entry], tokens: &[TokenTree]) -> Option<String> {
    let is_stepped = |entry: &&Entry| matches!(entry, Entry::Stepped { .. });
    let axis = entries.iter().position(|entry| is_stepped(&entry))?;
    let Entry::Stepped { start, end, step } = &entries[axis] else {
        return None;
    };
    if base.is_empty() || entries.iter().filter(is_stepped).count() > 1 {
        return None;
    }
    let mut others = entries.iter().filter(|entry| !is_stepped(entry));
    let are_whole = others.all(|entry| matches!(entry, Entry::Plain(text) if text == ".."));
    if step == "-1" && start.is_empty() && end.is_empty() && are_whole {
        let whole = match entries {
            [_] => format!("flip({base})"),
            _ => format!("flip({base}, axis = {axis})"),
        };
        return Some(format!("from the last one to the first it is `{whole}`"));
    }
    // The names of the loop are none of those that the index has.
    let free = |names: [&'static str; 4]| {
        let is_used = |name: &str| name == base || tokens.iter().any(|token| print(token) == name);
        names.into_iter().find(|name| !is_used(name))
    };
    let (counter, result) = (free(["i", "j", "k", "l"])?, free(["y", "z", "u", "v"])?);
    let position = position(&extent(base, axis), counter, start, step);
    let index = |own: &str, with_positions: bool| {
        let entries = entries.iter().map(|entry| match entry {
            Entry::Plain(text) if text == ".." || with_positions => Some(text.as_str()),
            Entry::Plain(_) => None,
            Entry::Stepped { .. } => Some(own),
        });
        let entries: Vec<&str> = entries.flatten().collect();
        match entries[..] {
            [one] => one.to_string(),
            _ => format!("({})", entries.join(", ")),
        }
    };
    let before = entries[..axis].iter();
    let kept = before.filter(|entry| matches!(entry, Entry::Plain(text) if text == ".."));
    Some(format!(
        "take the elements in a loop into an array of their number: \
         `for {counter} in 0..{} {{ {result}[{}] = {base}[{}]; }}`",
        extent(result, kept.count()),
        index(counter, false),
        index(&position, true),
    ))
}

/// The position of the element that a counter belongs to, of an axis of this extent.
fn position(extent: &str, counter: &str, start: &str, step: &str) -> String {
    let (sign, step) = match step.strip_prefix('-') {
        Some(step) => ('-', step.trim_start()),
        None => ('+', step),
    };
    let moved = match factor(step).as_str() {
        "1" | "" => counter.to_string(),
        step => format!("{step} * {counter}"),
    };
    let start = match (from_end(extent, start), sign) {
        (Some(start), _) => start,
        (None, _) if !start.is_empty() => start.into(),
        (None, '+') => return moved,
        (None, _) => format!("{extent} - 1"),
    };
    match (start.as_str(), sign) {
        ("0", '+') => moved,
        _ => format!("{start} {sign} {moved}"),
    }
}

/// A step as the factor of a product.
fn factor(step: &str) -> String {
    match step.contains(' ') {
        true => format!("({step})"),
        false => step.into(),
    }
}

/// The position that is counted from the end of an axis, if it is: `-2`.
pub(super) fn from_end(extent: &str, position: &str) -> Option<String> {
    let back = position.strip_prefix('-')?.trim_start();
    Some(format!("{extent} - {back}"))
}

/// The extent of an array along an axis.
pub(super) fn extent(base: &str, axis: usize) -> String {
    format!("{base}{}.len()", "[0]".repeat(axis))
}
