//! Errors of trees in files, and their messages.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// An error of trees and the bytes of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are not those of a file, or a file cannot hold the arrays.
    #[error(transparent)]
    Format(#[from] graph_formats::weights::Error),
    /// An array is no field, and has no other name.
    #[error(
        "a number or array that is no field has no name in a file: give it one, \
         as in `tree::save(path, &[(\"w\", &w)])`"
    )]
    Unnamed,
    /// Two arrays have one name.
    #[error("two arrays have the name `{}`", Shown(path))]
    Twice {
        /// The name.
        path: String,
    },
    /// The file is not one of these trees.
    #[error("{mismatches}")]
    Mismatch {
        /// All that differs.
        mismatches: Mismatches,
    },
}

/// An error of trees and a file.
#[cfg(feature = "std")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system did not read the file.
    #[error("{}: the file cannot be read", path.display())]
    Read {
        /// The file.
        path: std::path::PathBuf,
        /// Why.
        #[source]
        error: std::io::Error,
    },
    /// The system did not write the file.
    #[error("{}: the file cannot be written", path.display())]
    Write {
        /// The file.
        path: std::path::PathBuf,
        /// Why.
        #[source]
        error: std::io::Error,
    },
    /// The file does not hold the trees, or no file can.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: std::path::PathBuf,
        /// Why.
        error: Error,
    },
}

/// How many mismatches an error lists.
const LISTED: usize = 16;

/// The differences between trees and a file: those of the fields in their order, then what the file
/// has besides, by name. A message lists the first 16.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mismatches(pub Vec<Mismatch>);

/// A difference between trees and a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Mismatch {
    /// The file lacks a field.
    #[error("`{}` is not in the file", Shown(path))]
    Missing {
        /// The field.
        path: String,
    },
    /// The file has something that is no field.
    #[error("`{}` is in the file, and is no field", Shown(path))]
    Unexpected {
        /// Its name.
        path: String,
    },
    /// The numbers are of another type.
    #[error(
        "`{}`: expected numbers of type {expected}, found {found}",
        Shown(path)
    )]
    Element {
        /// The field.
        path: String,
        /// The type as the format calls it: `F64`, `F32`, `U64` of indices, or `BOOL`.
        expected: &'static str,
        /// That in the file.
        found: String,
    },
    /// The shape is another one.
    #[error(
        "`{}`: expected the shape {expected:?}, found {}",
        Shown(path),
        Extents(found)
    )]
    Shape {
        /// The field.
        path: String,
        /// Its extents.
        expected: Vec<usize>,
        /// Those in the file.
        found: Vec<usize>,
    },
    /// An index is larger than any of this machine.
    #[error(
        "`{}`: expected indices of at most {limit}, found {found} at position {at}",
        Shown(path)
    )]
    Index {
        /// The field.
        path: String,
        /// The position of the first one, in row-major order.
        at: usize,
        /// The largest index that there is.
        limit: u64,
        /// The index in the file.
        found: u64,
    },
    /// A truth value is a byte other than 0 and 1.
    #[error(
        "`{}`: expected truth values of 0 or 1, found {found} at position {at}",
        Shown(path)
    )]
    Truth {
        /// The field.
        path: String,
        /// The position of the first one, in row-major order.
        at: usize,
        /// The byte in the file.
        found: u8,
    },
}

impl fmt::Display for Mismatches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, mismatch) in self.0.iter().take(LISTED).enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{mismatch}")?;
        }
        match self.0.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

/// A name of a file in a message: bounded, and without characters that move a cursor.
struct Shown<'n>(&'n str);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 120;
        for (at, c) in self.0.chars().enumerate() {
            match c {
                _ if at == LONGEST => return f.write_str("..."),
                c if c.is_control() => write!(f, "{}", c.escape_default())?,
                c => write!(f, "{c}")?,
            }
        }
        Ok(())
    }
}

/// A shape of a file, which may have any number of extents.
struct Extents<'s>(&'s [usize]);

impl fmt::Display for Extents<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LISTED: usize = 12;
        let mut list = f.debug_list();
        list.entries(self.0.iter().take(LISTED));
        match self.0.len() > LISTED {
            true => list.finish_non_exhaustive(),
            false => list.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString as _;
    use alloc::{format, vec};

    #[test]
    fn messages_are_bounded() {
        let path = "\u{1b}[2J\n".to_string() + &"n".repeat(1000);
        let all = (0..28).map(|at| Mismatch::Shape {
            path: path.clone(),
            expected: vec![at],
            found: vec![1; 1000],
        });
        let message = Mismatches(all.collect()).to_string();
        let shown = format!(
            r"`\u{{1b}}[2J\n{}...`: expected the shape [0], ",
            "n".repeat(115)
        );
        assert!(message.starts_with(&shown), "{message}");
        assert!(message.ends_with(", 1, 1, ..]; and 12 more"), "{message}");
        assert!(message.len() < 4500 && !message.contains('\u{1b}'));
        let one = Mismatch::Missing { path: "w".into() };
        let message = |count| Mismatches(vec![one.clone(); count]).to_string();
        assert_eq!(message(1), "`w` is not in the file");
        assert!(!message(LISTED).contains("more"));
        assert!(message(LISTED + 1).ends_with("; and 1 more"));
    }

    #[test]
    fn each_error_has_its_words() {
        let path = || "a.w".to_string();
        let errors = [
            Mismatch::Missing { path: path() },
            Mismatch::Unexpected { path: path() },
            Mismatch::Element {
                path: path(),
                expected: "F64",
                found: "BF16".into(),
            },
            Mismatch::Shape {
                path: path(),
                expected: vec![2, 3],
                found: vec![],
            },
            Mismatch::Index {
                path: path(),
                at: 1,
                limit: 4_294_967_295,
                found: 4_294_967_296,
            },
            Mismatch::Truth {
                path: path(),
                at: 0,
                found: 2,
            },
        ];
        let expected = [
            "`a.w` is not in the file",
            "`a.w` is in the file, and is no field",
            "`a.w`: expected numbers of type F64, found BF16",
            "`a.w`: expected the shape [2, 3], found []",
            "`a.w`: expected indices of at most 4294967295, found 4294967296 at position 1",
            "`a.w`: expected truth values of 0 or 1, found 2 at position 0",
        ];
        assert_eq!(errors.map(|error| error.to_string()), expected);
        let twice = Error::Twice { path: path() }.to_string();
        assert_eq!(twice, "two arrays have the name `a.w`");
        assert_eq!(
            Error::Unnamed.to_string(),
            "a number or array that is no field has no name in a file: give it one, as in \
             `tree::save(path, &[(\"w\", &w)])`"
        );
    }
}
