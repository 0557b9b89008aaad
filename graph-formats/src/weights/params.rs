//! MXNet's files of arrays (`.params`), as `mx.nd.save` writes them and `mx.nd.load` reads them.
//!
//! All numbers are stored with their lowest byte first: a mark and a reserved number of 64 bits,
//! the count of arrays, the arrays, the count of names (none, or one for each array), the names,
//! each after its length. An array is a mark of its version, the way of storage (since version 2),
//! the number of axes, the extents, the device, the type, and the numbers. Arrays of before MXNet
//! 1.0 have no mark but start with the number of axes.

use super::{Error, Stored, Tensor, Weights};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The mark of a list of arrays.
const LIST: u64 = 0x112;
/// The mark of an array with extents of 64 bits.
const VERSION_1: u32 = 0xf993_fac8;
/// The mark of an array that says how it is stored.
const VERSION_2: u32 = 0xf993_fac9;
/// The mark of an array that may have no axes, which is then a single number.
const VERSION_3: u32 = 0xf993_faca;
/// The way of storage in which all elements are there.
const DENSE: u32 = 0;
/// The device that arrays are said to come from: the first processor.
const PROCESSOR: [u32; 2] = [1, 0];
/// The fewest bytes of an array: those of one without axes of the oldest version.
const LEAST: usize = 4;
/// The largest number of axes.
const MAX_RANK: u32 = 32;

/// The types in the order of their numbers in a file.
const TYPES: [Stored; 13] = [
    Stored::F32,
    Stored::F64,
    Stored::F16,
    Stored::U8,
    Stored::I32,
    Stored::I8,
    Stored::I64,
    Stored::Bool,
    Stored::I16,
    Stored::U16,
    Stored::U32,
    Stored::U64,
    Stored::Bf16,
];

impl Weights {
    /// The tensors of a file of MXNet. Those of a file without names are named `0`, `1` and so on.
    ///
    /// # Errors
    /// If the file is not one of MXNet, is cut off, or holds arrays that are stored sparsely.
    pub fn from_params(file: &[u8]) -> Result<Self, Error> {
        let mut reader = Reader { file, at: 0 };
        let found = reader.u64()?;
        if found != LIST {
            return Err(malformed(
                0,
                "0x112, the mark of MXNet's files",
                format!("{found:#x}"),
            ));
        }
        reader.u64()?;
        let count = reader.count(LEAST, "arrays")?;
        let mut tensors = Vec::new();
        for _ in 0..count {
            tensors.push(reader.array()?);
        }
        let at = reader.at;
        let names = reader.count(8, "names")?;
        if names != 0 && names != count {
            return Err(malformed(
                at,
                format!(
                    "{}, one for each array",
                    crate::shown::counted(count, "name", "names")
                ),
                names,
            ));
        }
        let mut weights = Self::new();
        for (index, tensor) in tensors.into_iter().enumerate() {
            let name = match names {
                0 => format!("{index}"),
                _ => reader.name()?,
            };
            weights.push(name, tensor);
        }
        match reader.at == file.len() {
            true => Ok(weights),
            false => {
                let found = format!("{} more bytes", file.len() - reader.at);
                Err(malformed(reader.at, "the end of the file", found))
            }
        }
    }

    /// A file that MXNet reads. A tensor without axes is stored as version 3, which MXNet takes
    /// for a number only in its mode for `numpy`.
    #[must_use]
    pub fn to_params(&self) -> Vec<u8> {
        let mut file = Vec::new();
        for number in [LIST, 0, self.len() as u64] {
            file.extend(number.to_le_bytes());
        }
        for (_, tensor) in self.iter() {
            let version = if tensor.shape().is_empty() {
                VERSION_3
            } else {
                VERSION_2
            };
            // There are at most as many axes as a shape can have, far below 2^32.
            let rank = u32::try_from(tensor.shape().len()).unwrap_or(u32::MAX);
            for number in [version, DENSE, rank] {
                file.extend(number.to_le_bytes());
            }
            for &extent in tensor.shape() {
                file.extend((extent as u64).to_le_bytes());
            }
            let kind = TYPES.iter().position(|&kind| kind == tensor.stored());
            let kind = kind.and_then(|kind| u32::try_from(kind).ok()).unwrap_or(0);
            for number in [PROCESSOR[0], PROCESSOR[1], kind] {
                file.extend(number.to_le_bytes());
            }
            file.extend(tensor.bytes());
        }
        file.extend((self.len() as u64).to_le_bytes());
        for (name, _) in self.iter() {
            file.extend((name.len() as u64).to_le_bytes());
            file.extend(name.as_bytes());
        }
        file
    }
}

fn malformed(
    byte: usize,
    expected: impl Into<alloc::borrow::Cow<'static, str>>,
    found: impl core::fmt::Display,
) -> Error {
    Error::Malformed {
        byte,
        expected: expected.into(),
        found: format!("{found}"),
    }
}

/// The file and how far it has been read.
struct Reader<'a> {
    file: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Result<&'a [u8], Error> {
        let rest = &self.file[self.at..];
        match rest.get(..count) {
            Some(bytes) => {
                self.at += count;
                Ok(bytes)
            }
            None => {
                let found = format!("{}, up to the end of the file", rest.len());
                Err(malformed(
                    self.at,
                    crate::shown::counted(count, "byte", "bytes"),
                    found,
                ))
            }
        }
    }

    fn u32(&mut self) -> Result<u32, Error> {
        let bytes = self.take(4)?;
        Ok(bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn u64(&mut self) -> Result<u64, Error> {
        let bytes = self.take(8)?;
        Ok(bytes
            .iter()
            .rev()
            .fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    /// A number of things that take `least` bytes each, which the file must have.
    fn count(&mut self, least: usize, what: &str) -> Result<usize, Error> {
        let at = self.at;
        let claimed = self.u64()?;
        let room = (self.file.len() - self.at) / least;
        match usize::try_from(claimed) {
            Ok(count) if count <= room => Ok(count),
            _ => Err(malformed(
                at,
                format!("at most {room} {what}, for which the file has room"),
                claimed,
            )),
        }
    }

    fn array(&mut self) -> Result<Tensor, Error> {
        let at = self.at;
        let mark = self.u32()?;
        if matches!(mark, VERSION_2 | VERSION_3) {
            let storage = self.u32()?;
            if storage != DENSE {
                let what = format!(
                    "an array in storage {storage}, of which only some elements are there,"
                );
                return Err(Error::Unsupported { byte: at + 4, what });
            }
        }
        let shape = match mark {
            VERSION_1 | VERSION_2 | VERSION_3 => {
                let rank = self.u32()?;
                self.shape(rank, Self::u64)?
            }
            rank => self.shape(rank, |reader| reader.u32().map(u64::from))?,
        };
        if shape.is_empty() && mark != VERSION_3 {
            let what = "an array that was never given a shape".into();
            return Err(Error::Unsupported { byte: at, what });
        }
        self.take(8)?;
        let at = self.at;
        let kind = self.u32()?;
        let stored = usize::try_from(kind).ok().and_then(|kind| TYPES.get(kind));
        let Some(&stored) = stored else {
            return Err(malformed(at, "the number of a type, from 0 to 12", kind));
        };
        let size = shape
            .iter()
            .try_fold(stored.size(), |size, &extent| size.checked_mul(extent));
        let Some(size) = size else {
            return Err(malformed(
                at,
                "a tensor that can be held",
                format!("the shape {shape:?}"),
            ));
        };
        Tensor::new(stored, &shape, self.take(size)?.to_vec())
    }

    fn shape(
        &mut self,
        rank: u32,
        mut extent: impl FnMut(&mut Self) -> Result<u64, Error>,
    ) -> Result<Vec<usize>, Error> {
        let at = self.at - 4;
        if rank > MAX_RANK {
            let expected = format!("the mark of an array, or at most {MAX_RANK} axes");
            return Err(malformed(at, expected, format!("{rank:#x}")));
        }
        let mut shape = Vec::new();
        for _ in 0..rank {
            let at = self.at;
            let claimed = extent(self)?;
            // Below any number that the sum or product of two of them could leave behind.
            let known = usize::try_from(claimed).ok();
            let known = known.filter(|&extent| extent <= usize::MAX >> 2);
            shape.push(known.ok_or_else(|| malformed(at, "an extent", claimed))?);
        }
        Ok(shape)
    }

    fn name(&mut self) -> Result<String, Error> {
        let length = self.count(1, "bytes of a name")?;
        let at = self.at;
        match core::str::from_utf8(self.take(length)?) {
            Ok(name) => Ok(name.into()),
            Err(error) => {
                let byte = at + error.valid_up_to();
                Err(malformed(
                    byte,
                    "a name in UTF-8",
                    "a byte that is none of it",
                ))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec;

    /// The output of `mx.nd.save` of MXNet 1.9.1 for `{'w': [[1, 2]], 'i': int8 [-1]}`.
    const FILE: &[u8] = &[
        0x12, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, // head
        0xc9, 0xfa, 0x93, 0xf9, 0, 0, 0, 0, 2, 0, 0, 0, // version, storage, axes
        1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, // extents
        1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // device, type
        0, 0, 0x80, 0x3f, 0, 0, 0, 0x40, // numbers
        0xc9, 0xfa, 0x93, 0xf9, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, //
        1, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0xff, //
        2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, b'w', // names
        1, 0, 0, 0, 0, 0, 0, 0, b'i',
    ];

    #[test]
    fn files_of_mxnet_are_read_and_written_as_they_were() {
        let weights = Weights::from_params(FILE).unwrap();
        let read: Vec<_> = weights
            .iter()
            .map(|(name, tensor)| (name, tensor.to_f64()))
            .collect();
        assert_eq!(read, [("w", vec![1.0, 2.0]), ("i", vec![-1.0])]);
        assert_eq!(weights.get("w").unwrap().shape(), [1, 2]);
        assert_eq!(weights.to_params(), FILE);
    }

    #[test]
    fn older_arrays_have_shorter_heads() {
        let head: &[u8] = &[
            0x12, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0,
        ];
        let rest: &[u8] = &[
            1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 7, 9, 0, 0, 0, 0, 0, 0, 0, 0,
        ];
        let oldest: &[u8] = &[1, 0, 0, 0, 2, 0, 0, 0];
        let first: &[u8] = &[0xc8, 0xfa, 0x93, 0xf9, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0];
        for shape in [oldest, first] {
            let weights = Weights::from_params(&[head, shape, rest].concat()).unwrap();
            let read: Vec<_> = weights.iter().map(|(name, t)| (name, t.to_f64())).collect();
            assert_eq!(read, [("0", vec![7.0, 9.0])]);
        }
    }

    #[test]
    fn every_type_and_a_single_number_come_back() {
        let mut weights = Weights::new();
        for stored in TYPES {
            let bytes = (0..3 * stored.size()).map(|byte| byte as u8).collect();
            weights.push(
                format!("{stored:?}"),
                Tensor::new(stored, &[3], bytes).unwrap(),
            );
        }
        weights.push("number", Tensor::of_f64(&[], &[2.5]).unwrap());
        weights.push("empty", Tensor::of_f32(&[0, 3], &[]).unwrap());
        assert_eq!(Weights::from_params(&weights.to_params()), Ok(weights));
    }

    #[test]
    fn damaged_files_are_refused() {
        for length in 0..FILE.len() {
            assert!(Weights::from_params(&FILE[..length]).is_err(), "{length}");
        }
        let changed = |at: usize, byte: u8| {
            let mut file = FILE.to_vec();
            file[at] = byte;
            Weights::from_params(&file)
                .map(drop)
                .unwrap_err()
                .to_string()
        };
        let cases = [
            (
                0,
                0x13,
                "byte 0: expected 0x112, the mark of MXNet's files, found 0x113",
            ),
            (
                23,
                0x7f,
                "byte 16: expected at most 26 arrays, for which the file has room",
            ),
            (28, 1, "byte 28: an array in storage 1"),
            (
                24,
                0,
                "byte 24: expected the mark of an array, or at most 32 axes, found 0xf993fa00",
            ),
            (
                43,
                0x7f,
                "byte 36: expected an extent, found 9151314442816847873",
            ),
            (
                42,
                0x01,
                "byte 64: expected 2251799813685256 bytes, found 67",
            ),
            (
                60,
                13,
                "byte 60: expected the number of a type, from 0 to 12, found 13",
            ),
            (107, 1, "byte 105: expected"),
        ];
        for (at, byte, message) in cases {
            let found = changed(at, byte);
            assert!(found.contains(message), "{at}: {found}");
        }
        let longer = [FILE, &[0]].concat();
        let error = Weights::from_params(&longer).unwrap_err().to_string();
        assert!(
            error.ends_with("expected the end of the file, found 1 more bytes"),
            "{error}"
        );
    }
}
