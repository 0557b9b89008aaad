//! The header of a safetensors file: where each tensor is, before any of them is read.
//!
//! The format's own crate drops the first of two tensors of one name, and adds up sizes that may
//! overflow. So its types are used for what stands in the JSON, and this file decides whether the
//! whole is a file: each name once, tensors one after another, to the last byte.

use super::super::{Error, Stored};
use super::TYPES;
use super::json::Header;
use crate::shown::short;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;
use safetensors::tensor::TensorInfo;

/// The bytes at the beginning of a file that are the length of its header.
pub const PREFIX: usize = 8;

/// The longest header, in bytes: that of the format's own crate.
const LONGEST: u64 = 100_000_000;

/// A tensor of a file: what the header says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, which no other one has.
    pub name: String,
    /// The type of its numbers as the format calls it, `F64`.
    pub type_name: String,
    /// The same, if it is one of whole bytes and single numbers.
    pub stored: Option<Stored>,
    /// The extents.
    pub shape: Vec<usize>,
    /// Its bytes, counted from the end of the header.
    pub bytes: Range<usize>,
}

/// The length of the header of a file of so many bytes, which begins with these, [`PREFIX`] if it
/// has them.
///
/// # Errors
/// If the file cannot hold it, or it is longer than 100 MB.
pub fn header_length(prefix: &[u8], file: u64) -> Result<usize, Error> {
    let Ok(prefix) = prefix.try_into() else {
        let message = format!("expected {PREFIX} bytes at least, found {}", prefix.len());
        return Err(malformed(message));
    };
    let length = u64::from_le_bytes(prefix);
    let rest = file.saturating_sub(PREFIX as u64);
    if length > rest {
        let expected = format!("a header of {length} bytes, as the file begins");
        return Err(malformed(format!("expected {expected}, found {rest}")));
    }
    if length > LONGEST {
        let message = format!("expected a header of at most {LONGEST} bytes, found {length}");
        return Err(malformed(message));
    }
    usize::try_from(length).map_err(|_| malformed("the header is too long for this machine".into()))
}

/// The tensors of a header, in the order of their bytes, of which there are so many behind it.
///
/// # Errors
/// If it is not the JSON of the format, a name comes twice, or the tensors are not all of the bytes,
/// one after another.
pub fn entries(header: &[u8], data: u64) -> Result<Vec<Entry>, Error> {
    let read: Header = serde_json::from_slice(header)
        .map_err(|error| malformed(format!("header: {}", short(&error.to_string()))))?;
    let mut tensors = read.tensors;
    expect_unique(&tensors)?;
    tensors.sort_by_key(|(_, tensor)| tensor.data_offsets);
    let mut entries = Vec::with_capacity(tensors.len());
    let mut end = 0;
    for (name, tensor) in tensors {
        let bytes = placed(&name, &tensor, end)?;
        end = bytes.end;
        let stored = TYPES.iter().find(|(_, dtype)| *dtype == tensor.dtype);
        entries.push(Entry {
            name,
            type_name: tensor.dtype.to_string(),
            stored: stored.map(|(stored, _)| *stored),
            shape: tensor.shape,
            bytes,
        });
    }
    match end as u64 == data {
        true => Ok(entries),
        false => Err(malformed(format!(
            "expected {end} bytes of tensors, as the header says, found {data}"
        ))),
    }
}

/// The bytes of a tensor, before which others end.
fn placed(name: &str, tensor: &TensorInfo, end: usize) -> Result<Range<usize>, Error> {
    let wrong = |expected: fmt::Arguments<'_>, found: fmt::Arguments<'_>| {
        let name = short(name);
        malformed(format!("`{name}`: expected {expected}, found {found}"))
    };
    let bytes = tensor.data_offsets.0..tensor.data_offsets.1;
    if bytes.start != end || bytes.end < end {
        let expected = format_args!("bytes from {end} on");
        return Err(wrong(expected, format_args!("{bytes:?}")));
    }
    let (dtype, shape) = (tensor.dtype, Few(&tensor.shape));
    let Some(size) = size(tensor) else {
        let expected = format_args!("a whole number of bytes that can be counted");
        return Err(wrong(expected, format_args!("{dtype} of shape {shape:?}")));
    };
    if bytes.len() != size {
        let expected = format_args!("{size} bytes of {dtype}, shape {shape:?}");
        return Err(wrong(expected, format_args!("{}", bytes.len())));
    }
    Ok(bytes)
}

/// The bytes that type and shape ask for, if they can be counted and are whole.
fn size(tensor: &TensorInfo) -> Option<usize> {
    let mut extents = tensor.shape.iter();
    let count = extents.try_fold(1_usize, |count, &extent| count.checked_mul(extent));
    let bits = count?.checked_mul(tensor.dtype.bitsize())?;
    bits.is_multiple_of(8).then_some(bits / 8)
}

fn expect_unique(tensors: &[(String, TensorInfo)]) -> Result<(), Error> {
    let mut names: Vec<&str> = tensors.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(()),
        Some(pair) => Err(twice(pair[0])),
    }
}

/// The error for a name that comes twice.
pub(super) fn twice(name: &str) -> Error {
    let name = short(name);
    malformed(format!(
        "the format has each name once, and `{name}` comes twice"
    ))
}

pub(super) fn malformed(message: String) -> Error {
    Error::Safetensors { message }
}

/// The beginning of a shape, which a file may give any number of extents.
struct Few<'s>(&'s [usize]);

impl fmt::Debug for Few<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut list = f.debug_list();
        list.entries(self.0.iter().take(8));
        match self.0.len() > 8 {
            true => list.finish_non_exhaustive(),
            false => list.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn message(header: &str, data: u64) -> String {
        entries(header.as_bytes(), data).unwrap_err().to_string()
    }

    fn tensor(name: &str, ty: &str, shape: &str, from: usize, to: usize) -> String {
        format!(
            r#""{name}": {{"dtype": "{ty}", "shape": {shape}, "data_offsets": [{from}, {to}]}}"#
        )
    }

    #[test]
    fn tensors_come_in_the_order_of_their_bytes() {
        let (a, b, c) = (
            tensor("a", "F64", "[2]", 1, 17),
            tensor("b", "F8_E4M3", "[]", 0, 1),
            tensor("c", "U8", "[3, 0]", 17, 17),
        );
        let header = format!(r#"{{{a}, {c}, "__metadata__": {{"format": "pt"}}, {b}}}  "#);
        let read = entries(header.as_bytes(), 17).unwrap();
        let names: Vec<_> = read.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["b", "a", "c"]);
        assert_eq!(
            (read[1].stored, &read[1].shape),
            (Some(Stored::F64), &vec![2])
        );
        assert_eq!((read[0].stored, &*read[0].type_name), (None, "F8_E4M3"));
        assert_eq!(entries(b"{}", 0), Ok(vec![]));
    }

    /// Also where the names are spelt differently, the tensors are equal, or have no bytes: the
    /// format's own crate takes the last one.
    #[test]
    fn names_stand_once() {
        let once = "the format has each name once, and `w` comes twice";
        for other in ["w", r"\u0077"] {
            for (first, second, data) in [([0, 8], [8, 16], 16), ([0, 8], [0, 8], 8)] {
                let first = tensor("w", "F64", "[1]", first[0], first[1]);
                let second = tensor(other, "F64", "[1]", second[0], second[1]);
                assert_eq!(message(&format!("{{{first}, {second}}}"), data), once);
            }
            let none = tensor("w", "F64", "[0]", 0, 0);
            let again = tensor(other, "F32", "[0]", 0, 0);
            assert_eq!(message(&format!("{{{none}, {again}}}"), 0), once);
        }
    }

    #[test]
    fn tensors_are_all_of_the_bytes() {
        let one = |ty, shape, from, to| format!("{{{}}}", tensor("w", ty, shape, from, to));
        let pair = |from, to| {
            let first = tensor("a", "F32", "[2]", 0, 8);
            let second = tensor("b", "F32", "[2]", from, to);
            format!("{{{first}, {second}}}")
        };
        let most = usize::MAX;
        for (header, data, expected) in [
            (
                pair(4, 12),
                12,
                "`b`: expected bytes from 8 on, found 4..12",
            ),
            (
                pair(16, 24),
                24,
                "`b`: expected bytes from 8 on, found 16..24",
            ),
            (pair(8, 4), 8, "`b`: expected bytes from 8 on, found 8..4"),
            (pair(0, 8), 8, "`b`: expected bytes from 8 on, found 0..8"),
            (
                one("F64", "[2]", 0, 8),
                8,
                "`w`: expected 16 bytes of F64, shape [2], found 8",
            ),
            (
                one("F32", "[2]", 0, 8),
                12,
                "expected 8 bytes of tensors, as the header says, found 12",
            ),
            (
                one("F4", "[3]", 0, 1),
                1,
                "`w`: expected a whole number of bytes that can be counted, found F4 of shape [3]",
            ),
        ] {
            assert_eq!(message(&header, data), expected);
        }
        let large = format!("[{most}, 2, 1, 1, 1, 1, 1, 1, 1]");
        assert_eq!(
            message(&one("U8", &large, 0, 8), 8),
            format!(
                "`w`: expected a whole number of bytes that can be counted, \
                 found U8 of shape [{most}, 2, 1, 1, 1, 1, 1, 1, ..]"
            )
        );
        // Nothing is added to what all tensors have together, 2^64 bytes less 8.
        let each = most / 8;
        let eight = (0..8).map(|at| {
            let shape = format!("[{each}]");
            tensor(&at.to_string(), "U8", &shape, at * each, (at + 1) * each)
        });
        let header = format!("{{{}}}", eight.collect::<Vec<_>>().join(", "));
        let expected = format!(
            "expected {} bytes of tensors, as the header says, found 8",
            8 * each
        );
        assert_eq!(message(&header, 8), expected);
    }

    #[test]
    fn the_length_is_what_the_file_can_hold() {
        let length = |length: u64, file| header_length(&length.to_le_bytes(), file);
        assert_eq!(length(2, 10), Ok(2));
        for (claimed, file, expected) in [
            (
                3,
                10,
                "expected a header of 3 bytes, as the file begins, found 2",
            ),
            (
                u64::MAX,
                10,
                "expected a header of 18446744073709551615 bytes, as the file begins, found 2",
            ),
            (
                100_000_001,
                1 << 40,
                "expected a header of at most 100000000 bytes, found 100000001",
            ),
        ] {
            assert_eq!(length(claimed, file).unwrap_err().to_string(), expected);
        }
    }

    #[test]
    fn what_is_no_header_says_where() {
        for (header, expected) in [
            ("", "header: EOF while parsing a value at line 1 column 0"),
            (
                "[]",
                "header: invalid type: sequence, expected an object of tensors by their names at line 1 column 0",
            ),
            ("{} x", "header: trailing characters at line 1 column 4"),
            (
                r#"{"w": {}}"#,
                "header: missing field `dtype` at line 1 column 8",
            ),
            (
                r#"{"__metadata__": 3}"#,
                "header: invalid type: integer `3`, expected a map at line 1 column 18",
            ),
        ] {
            assert_eq!(message(header, 0), expected);
        }
        let deep = format!(r#"{{"w": {}"#, "[".repeat(1_000_000));
        assert!(message(&deep, 0).starts_with("header: "));
        assert!(entries(b"{\"\xff\": 1}", 0).is_err());
        let unknown = format!("{{{}}}", tensor("w", "F65", "[]", 0, 8));
        let unknown = message(&unknown, 8);
        assert!(
            unknown.starts_with("header: unknown variant `F65`, expected one of"),
            "{unknown}"
        );
    }
}
