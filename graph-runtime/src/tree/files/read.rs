//! Reading trees: all of a file is held against them before any number is overwritten.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use graph_formats::weights::safetensors::{Entry, PREFIX, entries, header_length};

use super::error::{Error, Mismatch, Mismatches};
use super::leaves::{Leaf, fill, impossible, leaves};
use crate::tree::{Path, Tree, walk_mut_within};

/// Overwrites the arrays of trees by those of a file of so many bytes, of which it is given a few at
/// a time: the length of the header, the header, and then those of each array that is as expected.
///
/// # Errors
/// If the bytes cannot be had, or are not those of the trees, which then keep their numbers.
pub(super) fn read<'f, E: From<Error>>(
    length: u64,
    trees: &mut [(&str, &mut dyn Tree)],
    mut bytes: impl FnMut(Range<u64>) -> Result<Cow<'f, [u8]>, E>,
) -> Result<(), E> {
    let leaves = leaves(trees.iter().map(|(name, tree)| (*name, &**tree)))?;
    let prefix = bytes(0..length.min(PREFIX as u64))?;
    let header = header_length(prefix.as_ref(), length).map_err(Error::Format)?;
    let data = (PREFIX + header) as u64;
    let entries = entries(&bytes(PREFIX as u64..data)?, length - data).map_err(Error::Format)?;
    let numbers = fitting(&leaves, entries, |range| {
        bytes(data + range.start as u64..data + range.end as u64)
    })?;
    let mut numbers = numbers.iter();
    for (name, tree) in trees {
        walk_mut_within(&Path::root(name), *tree, &mut |_, array| {
            if let Some(bytes) = numbers.next() {
                fill(array, bytes);
            }
        });
    }
    Ok(())
}

/// The bytes of each array, if the file has these arrays and no others.
fn fitting<'f, E: From<Error>>(
    leaves: &[Leaf],
    entries: Vec<Entry>,
    mut bytes: impl FnMut(Range<usize>) -> Result<Cow<'f, [u8]>, E>,
) -> Result<Vec<Cow<'f, [u8]>>, E> {
    let named = entries.into_iter().map(|entry| {
        let Entry { name, .. } = &entry;
        (name.clone(), entry)
    });
    let mut entries: BTreeMap<String, Entry> = named.collect();
    let (mut numbers, mut mismatches) = (Vec::new(), Vec::new());
    for leaf in leaves {
        let Some(entry) = entries.remove(&leaf.path) else {
            let path = leaf.path.clone();
            mismatches.push(Mismatch::Missing { path });
            continue;
        };
        let range = entry.bytes.clone();
        let before = mismatches.len();
        mismatches.extend(differences(leaf, entry));
        if mismatches.len() == before {
            let held = bytes(range)?;
            mismatches.extend(impossible(leaf, &held, usize::MAX as u64));
            // What is not going to be used need not be kept.
            if mismatches.is_empty() {
                numbers.push(held);
            }
        }
    }
    let unexpected = entries.into_keys();
    mismatches.extend(unexpected.map(|path| Mismatch::Unexpected { path }));
    match mismatches.is_empty() {
        true => Ok(numbers),
        false => Err(E::from(Error::Mismatch {
            mismatches: Mismatches(mismatches),
        })),
    }
}

/// How a tensor of the file differs from the array of its name.
fn differences(leaf: &Leaf, entry: Entry) -> impl Iterator<Item = Mismatch> {
    let path = || leaf.path.clone();
    let element = (entry.stored != Some(leaf.kind.stored())).then(|| Mismatch::Element {
        path: path(),
        expected: leaf.kind.name(),
        found: entry.type_name,
    });
    let shape = (entry.shape != leaf.shape).then(|| Mismatch::Shape {
        path: path(),
        expected: leaf.shape.clone(),
        found: entry.shape,
    });
    element.into_iter().chain(shape)
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::{String, ToString as _};
    use alloc::vec::Vec;

    use crate::tree::{Tree, from_safetensors, to_safetensors};

    /// A file of this header, and these bytes behind it.
    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        let mut file = (header.len() as u64).to_le_bytes().to_vec();
        file.extend(header.as_bytes());
        file.extend(data);
        file
    }

    fn refused(file: &[u8], tree: &mut dyn Tree) -> String {
        let result = from_safetensors(file, &mut [("", tree)]);
        result.unwrap_err().to_string()
    }

    #[test]
    fn every_mismatch_is_in_one_error() {
        let written = (
            (1_usize, [1.0, 2.0], [[1.0_f32; 3]; 2]),
            (true, [false; 0], 5.0),
        );
        let mut file = to_safetensors(&[("m", &written), ("zz", &1.0), ("a", &2.0)]).unwrap();
        // Of all, the truth value comes last.
        *file.last_mut().unwrap() = 2;
        let start = (
            (0_usize, [7.0_f32; 2], [[0.5; 2]; 3], 1.0),
            (false, [true; 0]),
        );
        let mut read = start;
        let error = from_safetensors(&file, &mut [("m", &mut read)]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "`m.0.1`: expected numbers of type F32, found F64; \
             `m.0.2`: expected numbers of type F64, found F32; \
             `m.0.2`: expected the shape [3, 2], found [2, 3]; \
             `m.0.3` is not in the file; \
             `m.1.0`: expected truth values of 0 or 1, found 2 at position 0; \
             `a` is in the file, and is no field; \
             `m.1.2` is in the file, and is no field; \
             `zz` is in the file, and is no field"
        );
        assert_eq!(read, start);
    }

    /// Types are equal, or it is an error: no integer becomes a float, no half a whole number.
    #[test]
    fn nothing_is_converted() {
        let header = |ty: &str, size: usize| {
            format!(r#"{{"0":{{"dtype":"{ty}","shape":[],"data_offsets":[0,{size}]}}}}"#)
        };
        let types = [("F64", 8), ("F32", 4), ("U64", 8), ("BOOL", 1)];
        let others = [("I64", 8), ("U32", 4), ("BF16", 2), ("C64", 8), ("U8", 1)];
        let trees: [&mut dyn Tree; 4] =
            [&mut (1.0,), &mut (1.0_f32,), &mut (1_usize,), &mut (true,)];
        for (tree, (own, _)) in trees.into_iter().zip(types) {
            for (found, size) in types.into_iter().chain(others) {
                let file = file(&header(found, size), &[0; 8][..size]);
                if found == own {
                    assert_eq!(from_safetensors(&file, &mut [("", &mut *tree)]), Ok(()));
                    continue;
                }
                let expected = format!("`0`: expected numbers of type {own}, found {found}");
                assert_eq!(refused(&file, tree), expected);
            }
        }
    }

    #[test]
    fn other_texts_and_another_order_do_not_matter() {
        let file = file(
            r#"{"1":{"dtype":"F64","shape":[],"data_offsets":[0,8]},"__metadata__":{"format":"np"},
            "0":{"shape":[1],"data_offsets":[8,12],"dtype":"F32"}}"#,
            &[2.0_f64.to_le_bytes().as_slice(), &3.0_f32.to_le_bytes()].concat(),
        );
        let mut read = ([0.0_f32], 0.0);
        from_safetensors(&file, &mut [("", &mut read)]).unwrap();
        assert_eq!(read, ([3.0], 2.0));
    }

    /// Every beginning of a file, and files of which any one byte is another: an error or numbers,
    /// and no tree that is half read.
    #[test]
    fn damaged_files_are_errors() {
        let written = ([1.0, -0.0], (7_usize, [true, false]));
        let start = ([8.0, 9.0], (3_usize, [false, true]));
        let file = to_safetensors(&[("", &written)]).unwrap();
        for length in 0..file.len() {
            let mut read = start;
            refused(&file[..length], &mut read);
            assert_eq!(read, start);
        }
        for at in 0..file.len() {
            for byte in [0, 1, b' ', b'"', b'0', b'9', b'{', b'}', 0x7f, 0xff] {
                let (mut changed, mut read) = (file.clone(), start);
                changed[at] = byte;
                match from_safetensors(&changed, &mut [("", &mut read)]) {
                    Ok(()) => assert_ne!(read, start),
                    Err(_) => assert_eq!(read, start),
                }
            }
        }
        let longer = [&file[..], &[0]].concat();
        let expected = "expected 26 bytes of tensors, as the header says, found 27";
        assert_eq!(refused(&longer, &mut start.clone()), expected);
        assert_eq!(
            refused(&[1, 2, 3], &mut start.clone()),
            "expected 8 bytes at least, found 3"
        );
    }

    #[test]
    fn many_names_are_listed_in_part() {
        let entry = |at| format!(r#""n{at}":{{"dtype":"F64","shape":[0],"data_offsets":[0,0]}}"#);
        let header = (0..100_000).map(entry).collect::<Vec<_>>().join(",");
        let message = refused(&file(&format!("{{{header}}}"), &[]), &mut (1.0,));
        assert!(
            message.starts_with("`0` is not in the file; `n0` is in the"),
            "{message}"
        );
        assert!(
            message.ends_with("; and 99985 more") && message.len() < 1000,
            "{message}"
        );
    }
}
