//! A tensor as it is stored: a type, a shape, and bytes.

use super::Error;
use super::half::{brain, half};
use alloc::string::ToString;
use alloc::vec::Vec;

/// The types in which numbers are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the names say it: kind and bits")]
pub enum Stored {
    F64,
    F32,
    F16,
    Bf16,
    I64,
    I32,
    I16,
    I8,
    U64,
    U32,
    U16,
    U8,
    Bool,
}

impl Stored {
    /// The bytes of one number.
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Self::F64 | Self::I64 | Self::U64 => 8,
            Self::F32 | Self::I32 | Self::U32 => 4,
            Self::F16 | Self::Bf16 | Self::I16 | Self::U16 => 2,
            Self::I8 | Self::U8 | Self::Bool => 1,
        }
    }
}

/// Numbers of one type with a shape, in row-major order. Without axes it is a single number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    stored: Stored,
    shape: Vec<usize>,
    /// The numbers, the lowest byte of each first.
    bytes: Vec<u8>,
}

impl Tensor {
    /// A tensor of these bytes, the lowest of each number first.
    ///
    /// # Errors
    /// If there are more or fewer bytes than the shape asks for.
    pub fn new(stored: Stored, shape: &[usize], bytes: Vec<u8>) -> Result<Self, Error> {
        let count = shape
            .iter()
            .try_fold(1_usize, |count, &extent| count.checked_mul(extent));
        let size = count.and_then(|count| count.checked_mul(stored.size()));
        if size != Some(bytes.len()) {
            return Err(Error::Count {
                shape: shape.to_vec(),
                expected: count.map_or("too many".into(), |count| count.to_string()),
                found: bytes.len() / stored.size(),
            });
        }
        Ok(Self {
            stored,
            shape: shape.to_vec(),
            bytes,
        })
    }

    /// A tensor of double precision numbers.
    ///
    /// # Errors
    /// If the shape has more or fewer.
    pub fn of_f64(shape: &[usize], numbers: &[f64]) -> Result<Self, Error> {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
        Self::new(Stored::F64, shape, bytes.collect())
    }

    /// A tensor of single precision numbers, in which MXNet computes.
    ///
    /// # Errors
    /// If the shape has more or fewer.
    pub fn of_f32(shape: &[usize], numbers: &[f32]) -> Result<Self, Error> {
        let bytes = numbers.iter().flat_map(|number| number.to_le_bytes());
        Self::new(Stored::F32, shape, bytes.collect())
    }

    /// The type in which the numbers are stored.
    #[must_use]
    pub fn stored(&self) -> Stored {
        self.stored
    }

    /// The extents.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The numbers as they are stored, the lowest byte of each first.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The numbers in double precision, to which integers beyond 2^53 are rounded; truth values
    /// are 0 and 1.
    #[must_use]
    pub fn to_f64(&self) -> Vec<f64> {
        macro_rules! numbers {
            ($size:literal, $number:expr) => {
                self.bytes
                    .as_chunks::<$size>()
                    .0
                    .iter()
                    .map(|&bytes| $number(bytes))
                    .collect()
            };
        }
        match self.stored {
            Stored::F64 => numbers!(8, f64::from_le_bytes),
            Stored::F32 => numbers!(4, |bytes| f64::from(f32::from_le_bytes(bytes))),
            Stored::F16 => numbers!(2, |bytes| half(u16::from_le_bytes(bytes))),
            Stored::Bf16 => numbers!(2, |bytes| brain(u16::from_le_bytes(bytes))),
            Stored::I64 => numbers!(8, |bytes| i64::from_le_bytes(bytes) as f64),
            Stored::I32 => numbers!(4, |bytes| f64::from(i32::from_le_bytes(bytes))),
            Stored::I16 => numbers!(2, |bytes| f64::from(i16::from_le_bytes(bytes))),
            Stored::I8 => numbers!(1, |bytes| f64::from(i8::from_le_bytes(bytes))),
            Stored::U64 => numbers!(8, |bytes| u64::from_le_bytes(bytes) as f64),
            Stored::U32 => numbers!(4, |bytes| f64::from(u32::from_le_bytes(bytes))),
            Stored::U16 => numbers!(2, |bytes| f64::from(u16::from_le_bytes(bytes))),
            Stored::U8 => self.bytes.iter().map(|&byte| f64::from(byte)).collect(),
            Stored::Bool => self
                .bytes
                .iter()
                .map(|&byte| f64::from(u8::from(byte != 0)))
                .collect(),
        }
    }

    /// The numbers in single precision, to which others are rounded.
    #[must_use]
    pub fn to_f32(&self) -> Vec<f32> {
        self.to_f64()
            .into_iter()
            .map(|number| number as f32)
            .collect()
    }
}
