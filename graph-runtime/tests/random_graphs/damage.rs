//! Random damage to a text.

use super::source::RandomSource;

/// Replacements for numbers: the edges of the allowed range, and beyond.
const NUMBERS: [&str; 22] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "63",
    "64",
    "65",
    "-1",
    "-2",
    "1000",
    "1048577",
    "2147483648",
    "4294967295",
    "4294967296",
    "1099511627776",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "1e400",
    "NaN",
    "99999999999999999999999999",
];

/// The text with a few damages; `words` are other words of the language.
pub(crate) fn damaged(source: &mut RandomSource, text: &str, words: &[&str]) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + source.below(3) {
        bytes = once(source, &bytes, words);
    }
    bytes
}

fn once(source: &mut RandomSource, bytes: &[u8], words: &[&str]) -> Vec<u8> {
    let mut damaged = bytes.to_vec();
    match source.below(12) {
        0 => damaged.truncate(source.below(bytes.len())),
        1 if !bytes.is_empty() => {
            let at = source.below(bytes.len());
            damaged[at] = match source.below(3) {
                0 => damaged[at] ^ (1 << source.below(8)),
                1 => *source.pick(b" %[]():;,@\"\\{}-0129.ef\n\r\t"),
                _ => source.below(256) as u8,
            };
        }
        2..5 => replace(source, &mut damaged, is_digit, |source, _| {
            source.pick(&NUMBERS).to_string()
        }),
        5 => replace(source, &mut damaged, is_digit, |source, old| {
            let near = old.parse::<i64>().unwrap_or(0);
            (near.wrapping_add(source.below(5) as i64 - 2)).to_string()
        }),
        6..8 => replace(source, &mut damaged, is_letter, |source, _| {
            source.pick(words).to_string()
        }),
        8 => swap(source, &mut damaged),
        9 => lines(source, &mut damaged),
        10 => {
            // A stretch from anywhere goes anywhere.
            let from = source.below(bytes.len());
            let length = source.below(80).min(bytes.len() - from);
            let to = source.below(bytes.len());
            damaged.splice(to..to, bytes[from..from + length].iter().copied());
        }
        _ => {
            let from = source.below(bytes.len());
            let length = source.below(10).min(bytes.len() - from);
            damaged.drain(from..from + length);
        }
    }
    damaged
}

fn is_digit(byte: u8) -> bool {
    byte.is_ascii_digit()
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// The runs of characters of a kind.
fn runs(bytes: &[u8], belongs: fn(u8) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, &byte) in bytes.iter().enumerate() {
        if !belongs(byte) {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

fn replace(
    source: &mut RandomSource,
    bytes: &mut Vec<u8>,
    belongs: fn(u8) -> bool,
    by: impl Fn(&mut RandomSource, &str) -> String,
) {
    let runs = runs(bytes, belongs);
    if runs.is_empty() {
        return;
    }
    let run = source.pick(&runs).clone();
    let old = String::from_utf8_lossy(&bytes[run.clone()]).into_owned();
    bytes.splice(run, by(source, &old).into_bytes());
}

/// Two words or numbers change places.
fn swap(source: &mut RandomSource, bytes: &mut Vec<u8>) {
    let runs = runs(bytes, |byte| is_digit(byte) || is_letter(byte));
    if runs.len() < 2 {
        return;
    }
    let (a, b) = (source.below(runs.len()), source.below(runs.len()));
    let (first, second) = (runs[a.min(b)].clone(), runs[a.max(b)].clone());
    let (early, late) = (
        bytes[first.clone()].to_vec(),
        bytes[second.clone()].to_vec(),
    );
    bytes.splice(second, early);
    bytes.splice(first, late);
}

/// A line, or a few of them, repeated, dropped or moved.
fn lines(source: &mut RandomSource, bytes: &mut Vec<u8>) {
    let mut lines: Vec<Vec<u8>> = bytes
        .split_inclusive(|&b| b == b'\n')
        .map(<[u8]>::to_vec)
        .collect();
    if lines.is_empty() {
        return;
    }
    let from = source.below(lines.len());
    let count = (1 + source.below(6)).min(lines.len() - from);
    let block: Vec<Vec<u8>> = lines[from..from + count].to_vec();
    match source.below(3) {
        0 => drop(lines.drain(from..from + count)),
        1 => drop(lines.splice(from..from, block)),
        _ => {
            lines.drain(from..from + count);
            let to = source.below(lines.len() + 1);
            lines.splice(to..to, block);
        }
    }
    *bytes = lines.concat();
}
