//! Parameters: the inputs without derivatives, kept from call to call.

use alloc::vec::Vec;

use crate::execute::Values;

/// The elements of one parameter.
#[derive(Clone, Debug)]
pub(super) enum Parameter {
    F64(Vec<f64>),
    F32(Vec<f32>),
    Bool(Vec<bool>),
    I64(Vec<i64>),
}

impl Parameter {
    /// A parameter with these elements.
    pub(super) fn new(values: Values<'_>) -> Self {
        match values {
            Values::F64(values) => Self::F64(values.to_vec()),
            Values::F32(values) => Self::F32(values.to_vec()),
            Values::Bool(values) => Self::Bool(values.to_vec()),
            Values::I64(values) => Self::I64(values.to_vec()),
        }
    }

    /// The elements.
    pub(super) fn values(&self) -> Values<'_> {
        match self {
            Self::F64(elements) => Values::F64(elements),
            Self::F32(elements) => Values::F32(elements),
            Self::Bool(elements) => Values::Bool(elements),
            Self::I64(elements) => Values::I64(elements),
        }
    }

    /// Takes over elements of the same type and number, without allocating.
    pub(super) fn set(&mut self, values: Values<'_>) {
        match (self, values) {
            (Self::F64(own), Values::F64(values)) => own.copy_from_slice(values),
            (Self::F32(own), Values::F32(values)) => own.copy_from_slice(values),
            (Self::Bool(own), Values::Bool(values)) => own.copy_from_slice(values),
            (Self::I64(own), Values::I64(values)) => own.copy_from_slice(values),
            (own, values) => *own = Self::new(values),
        }
    }
}
