//! Elements of one value that are kept from call to call.

use alloc::vec;
use alloc::vec::Vec;

use graph_ir::Type;

use super::error::Result;
use super::place::Kind;
use super::values::{AsValues, Values};

/// The elements of one value, owned.
#[derive(Clone, Debug)]
pub(crate) enum Kept {
    F64(Vec<f64>),
    F32(Vec<f32>),
    Bool(Vec<bool>),
    I64(Vec<i64>),
}

impl Kept {
    /// A copy of these elements.
    pub(crate) fn new(values: Values<'_>) -> Self {
        match values {
            Values::F64(values) => Self::F64(values.to_vec()),
            Values::F32(values) => Self::F32(values.to_vec()),
            Values::Bool(values) => Self::Bool(values.to_vec()),
            Values::I64(values) => Self::I64(values.to_vec()),
        }
    }

    /// Zeros of a type.
    pub(crate) fn zeros(ty: &Type) -> Result<Self> {
        let size = ty.shape.size();
        Ok(match Kind::of(ty.element)? {
            Kind::F64 => Self::F64(vec![0.0; size]),
            Kind::F32 => Self::F32(vec![0.0; size]),
            Kind::Bool => Self::Bool(vec![false; size]),
            Kind::I64 => Self::I64(vec![0; size]),
        })
    }

    /// Takes over elements of the same type and number, without allocating.
    pub(crate) fn set(&mut self, values: Values<'_>) {
        match (self, values) {
            (Self::F64(own), Values::F64(values)) => own.copy_from_slice(values),
            (Self::F32(own), Values::F32(values)) => own.copy_from_slice(values),
            (Self::Bool(own), Values::Bool(values)) => own.copy_from_slice(values),
            (Self::I64(own), Values::I64(values)) => own.copy_from_slice(values),
            (own, values) => *own = Self::new(values),
        }
    }

    /// Some of the elements, one after another.
    pub(crate) fn part(&self, start: usize, len: usize) -> Self {
        let range = start..start + len;
        match self {
            Self::F64(own) => Self::F64(own[range].to_vec()),
            Self::F32(own) => Self::F32(own[range].to_vec()),
            Self::Bool(own) => Self::Bool(own[range].to_vec()),
            Self::I64(own) => Self::I64(own[range].to_vec()),
        }
    }

    /// Takes over the elements of a part, which are that row of these.
    pub(crate) fn set_row(&mut self, row: usize, part: &Self) {
        fn set<T: Copy>(own: &mut [T], row: usize, part: &[T]) {
            own[row * part.len()..][..part.len()].copy_from_slice(part);
        }
        match (self, part) {
            (Self::F64(own), Self::F64(part)) => set(own, row, part),
            (Self::F32(own), Self::F32(part)) => set(own, row, part),
            (Self::Bool(own), Self::Bool(part)) => set(own, row, part),
            (Self::I64(own), Self::I64(part)) => set(own, row, part),
            _ => {}
        }
    }

    /// The elements as numbers; truth values are 0 and 1.
    pub(crate) fn numbers(&self) -> Vec<f64> {
        match self {
            Self::F64(own) => own.clone(),
            Self::F32(own) => own.iter().map(|&x| x.into()).collect(),
            Self::Bool(own) => own.iter().map(|&x| f64::from(u8::from(x))).collect(),
            Self::I64(own) => own.iter().map(|&x| x as f64).collect(),
        }
    }
}

impl AsValues for Kept {
    fn as_values(&self) -> Values<'_> {
        match self {
            Self::F64(own) => Values::F64(own),
            Self::F32(own) => Values::F32(own),
            Self::Bool(own) => Values::Bool(own),
            Self::I64(own) => Values::I64(own),
        }
    }
}
