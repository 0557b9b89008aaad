//! Checks of the lengths that come with a call, before anything is computed.

use core::fmt;

/// Refuses an array whose length is not that of the extent that its type names. What it has so many
/// of is called `rows`, in the singular; the witness is another array of that length.
///
/// # Panics
/// When the lengths differ.
#[inline]
#[track_caller]
pub fn agree(name: &str, length: usize, rows: &str, extent: &str, expected: i64, witness: &str) {
    if i64::try_from(length) != Ok(expected) {
        disagree(name, length, rows, extent, expected, witness);
    }
}

#[cold]
#[track_caller]
fn disagree(
    name: &str,
    length: usize,
    rows: &str,
    extent: &str,
    expected: i64,
    witness: &str,
) -> ! {
    let s = plural(length);
    if witness.is_empty() {
        panic!(
            "{name} has {length} {rows}{s} where {expected} are needed: its length is `{extent}`"
        );
    }
    if witness == name {
        let plural = plural(usize::try_from(expected).unwrap_or(0));
        panic!("{name} has {length} {rows}{s} and {expected} row{plural}: both are `{extent}`");
    }
    panic!("{name} has {length} {rows}{s} where {witness} has {expected}: both are `{extent}`");
}

/// The ending of a word for so many.
fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// Refuses a place for a result that is of another length.
///
/// # Panics
/// When the lengths differ.
#[inline]
#[track_caller]
pub fn fits(name: &str, length: usize, rows: &str, extent: &str, expected: i64) {
    if i64::try_from(length) != Ok(expected) {
        does_not_fit(name, length, rows, extent, expected);
    }
}

#[cold]
#[track_caller]
fn does_not_fit(name: &str, length: usize, rows: &str, extent: &str, expected: i64) -> ! {
    let name = if name.is_empty() { "the result" } else { name };
    let s = plural(length);
    panic!(
        "{name} has room for {length} {rows}{s} where {expected} are computed: as many as `{extent}`"
    );
}

/// A length that comes with a call: the argument, if it is that of one, the word for what this has
/// so many of, the symbol, and its number.
pub type Length<'t> = (&'t str, &'t str, &'t str, i64);

/// Refuses lengths under which an extent is negative, given those that it is made of and what the
/// function needs.
///
/// # Panics
/// When the extent is negative.
#[inline]
#[track_caller]
pub fn require(value: i64, lengths: &[Length<'_>], need: &str) {
    if value < 0 {
        do_not_suffice(lengths, need);
    }
}

#[cold]
#[track_caller]
fn do_not_suffice(lengths: &[Length<'_>], need: &str) -> ! {
    panic!("{} where {need}", Described(lengths))
}

/// Lengths as text; several of them with their symbols.
struct Described<'t>(&'t [Length<'t>]);

impl fmt::Display for Described<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(lengths) = self;
        for (number, (name, rows, symbol, length)) in lengths.iter().enumerate() {
            f.write_str(match number {
                0 => "",
                _ if number + 1 == lengths.len() => " and ",
                _ => ", ",
            })?;
            let s = plural(usize::try_from(*length).unwrap_or(0));
            match (name.is_empty(), lengths.len()) {
                (true, _) => write!(f, "`{symbol}` is {length}")?,
                (false, 1) => write!(f, "{name} has {length} {rows}{s}")?,
                (false, _) => write!(f, "{name} has {length} {rows}{s} (`{symbol}`)")?,
            }
        }
        Ok(())
    }
}
