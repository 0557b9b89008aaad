//! The arrays of trees, as a file names them: paths, types and shapes, and their numbers as bytes.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use graph_formats::weights::{Stored, Tensor, Weights};

use super::error::{Error, Mismatch};
use crate::tree::{Array, Numbers, NumbersMut, Path, Tree, walk_within};

/// An array of a tree: what a file says of it.
pub(super) struct Leaf {
    pub(super) path: String,
    pub(super) kind: Kind,
    pub(super) shape: Vec<usize>,
}

/// The type of numbers in a field, which is that in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    F64,
    F32,
    Usize,
    Bool,
}

impl Kind {
    fn of(numbers: &Numbers<'_>) -> Self {
        match numbers {
            Numbers::F64(_) => Self::F64,
            Numbers::F32(_) => Self::F32,
            Numbers::Usize(_) => Self::Usize,
            Numbers::Bool(_) => Self::Bool,
        }
    }

    /// The type in the file. Indices have 64 bits on every machine.
    pub(super) fn stored(self) -> Stored {
        match self {
            Self::F64 => Stored::F64,
            Self::F32 => Stored::F32,
            Self::Usize => Stored::U64,
            Self::Bool => Stored::Bool,
        }
    }

    /// The name that the format has for it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::F64 => "F64",
            Self::F32 => "F32",
            Self::Usize => "U64",
            Self::Bool => "BOOL",
        }
    }
}

/// The arrays of trees in their order, each of a name of its own.
///
/// # Errors
/// [`Error::Unnamed`], [`Error::Twice`].
pub(super) fn leaves<'t>(
    trees: impl Iterator<Item = (&'t str, &'t dyn Tree)>,
) -> Result<Vec<Leaf>, Error> {
    let mut leaves = Vec::new();
    for (name, tree) in trees {
        walk_within(&Path::root(name), tree, &mut |path, array| {
            leaves.push(Leaf {
                path: path.to_string(),
                kind: Kind::of(&array.numbers),
                shape: array.shape().collect(),
            });
        });
    }
    let mut seen = BTreeSet::new();
    for Leaf { path, .. } in &leaves {
        if path.is_empty() {
            return Err(Error::Unnamed);
        }
        if !seen.insert(path) {
            return Err(Error::Twice { path: path.clone() });
        }
    }
    Ok(leaves)
}

/// The arrays of trees with their numbers.
///
/// # Errors
/// Those of [`leaves`].
pub(super) fn weights(trees: &[(&str, &dyn Tree)]) -> Result<Weights, Error> {
    leaves(trees.iter().copied())?;
    let (mut weights, mut result) = (Weights::new(), Ok(()));
    for (name, tree) in trees {
        walk_within(&Path::root(name), *tree, &mut |path, array| {
            if result.is_ok() {
                let tensor = tensor(&array);
                result = tensor.map(|tensor| weights.push(path.to_string(), tensor));
            }
        });
    }
    result?;
    Ok(weights)
}

fn tensor(array: &Array<'_>) -> Result<Tensor, graph_formats::weights::Error> {
    let bytes = match array.numbers {
        Numbers::F64(numbers) => numbers.iter().flat_map(|x| x.to_le_bytes()).collect(),
        Numbers::F32(numbers) => numbers.iter().flat_map(|x| x.to_le_bytes()).collect(),
        Numbers::Usize(numbers) => {
            let wide = numbers.iter().map(|&index| index as u64);
            wide.flat_map(u64::to_le_bytes).collect()
        }
        Numbers::Bool(numbers) => numbers.iter().map(|&truth| u8::from(truth)).collect(),
    };
    let shape: Vec<usize> = array.shape().collect();
    Tensor::new(Kind::of(&array.numbers).stored(), &shape, bytes)
}

/// The first number in the bytes that no field of this kind can have; the largest index is given.
pub(super) fn impossible(leaf: &Leaf, bytes: &[u8], limit: u64) -> Option<Mismatch> {
    let path = || leaf.path.clone();
    match leaf.kind {
        Kind::F64 | Kind::F32 => None,
        Kind::Usize => {
            let indices = bytes
                .as_chunks()
                .0
                .iter()
                .map(|&index| u64::from_le_bytes(index));
            let (at, found) = indices.enumerate().find(|&(_, index)| index > limit)?;
            let path = path();
            Some(Mismatch::Index {
                path,
                at,
                limit,
                found,
            })
        }
        Kind::Bool => {
            let (at, &found) = bytes.iter().enumerate().find(|&(_, &byte)| byte > 1)?;
            let path = path();
            Some(Mismatch::Truth { path, at, found })
        }
    }
}

/// Overwrites numbers by those in the bytes, of which there are as many.
pub(super) fn fill(numbers: NumbersMut<'_>, bytes: &[u8]) {
    match numbers {
        NumbersMut::F64(numbers) => {
            for (number, &bytes) in numbers.iter_mut().zip(bytes.as_chunks().0) {
                *number = f64::from_le_bytes(bytes);
            }
        }
        NumbersMut::F32(numbers) => {
            for (number, &bytes) in numbers.iter_mut().zip(bytes.as_chunks().0) {
                *number = f32::from_le_bytes(bytes);
            }
        }
        NumbersMut::Usize(numbers) => {
            for (number, &bytes) in numbers.iter_mut().zip(bytes.as_chunks().0) {
                // All of them fit: `impossible` has looked.
                *number = u64::from_le_bytes(bytes) as usize;
            }
        }
        NumbersMut::Bool(numbers) => {
            for (number, &byte) in numbers.iter_mut().zip(bytes) {
                *number = byte == 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;

    fn messages(result: Result<Vec<Leaf>, Error>) -> String {
        result.map(drop).unwrap_err().to_string()
    }

    #[test]
    fn names_are_given_once() {
        let (pair, nested) = ((1.0, 2.0_f32), ((true, [3_usize; 2]), 4.0));
        let trees: [(&str, &dyn Tree); 3] = [("", &nested), ("a.b", &pair), ("rate", &0.5)];
        let named = leaves(trees.into_iter()).unwrap();
        let names: Vec<&str> = named.iter().map(|leaf| leaf.path.as_str()).collect();
        assert_eq!(names, ["0.0", "0.1", "1", "a.b.0", "a.b.1", "rate"]);
        let twice: [(&str, &dyn Tree); 2] = [("a", &nested), ("a.0", &pair)];
        assert_eq!(
            messages(leaves(twice.into_iter())),
            "two arrays have the name `a.0.0`"
        );
        let unnamed: [(&str, &dyn Tree); 1] = [("", &[0.5])];
        assert!(messages(leaves(unnamed.into_iter())).contains("no name"));
    }

    /// On a machine of 32 bits, whose largest index is given.
    #[test]
    fn indices_have_to_fit() {
        let limit = u64::from(u32::MAX);
        let leaf = Leaf {
            path: "at".into(),
            kind: Kind::Usize,
            shape: vec![3],
        };
        let bytes = |last: u64| {
            let all = [0, limit, last].into_iter();
            all.flat_map(u64::to_le_bytes).collect::<Vec<u8>>()
        };
        assert_eq!(impossible(&leaf, &bytes(1), limit), None);
        let found = limit + 1;
        let path = "at".into();
        let expected = Mismatch::Index {
            path,
            at: 2,
            limit,
            found,
        };
        assert_eq!(impossible(&leaf, &bytes(found), limit), Some(expected));
    }
}
