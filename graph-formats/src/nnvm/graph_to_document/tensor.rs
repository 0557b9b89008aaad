//! A value of the graph as the document has it.

use super::Entry;
use alloc::rc::Rc;
use graph_ir::{Element, Shape};

/// A value of the document, or a number everywhere that need not be written as a tensor yet:
/// operators of a tensor and a number take it as an attribute.
#[derive(Clone, Debug)]
pub(super) struct Tensor {
    pub(super) source: TensorSource,
    /// At least one axis; with an extent of 0 where there are no elements, which no node can
    /// express.
    pub(super) extents: Rc<[usize]>,
    pub(super) dtype: Dtype,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum TensorSource {
    Entry(Entry),
    /// The bits of a number.
    Number(u64),
}

/// The element types of documents that are written. Truth values are the numbers 0 and 1, and
/// integers are double precision numbers unless an operator of the file gives them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Dtype {
    Float32,
    /// For the indices of NNVM alone.
    Int32,
    Int64,
    Float64,
}

impl Dtype {
    /// The type for elements of the graph.
    pub(super) fn of(element: Element) -> Self {
        match element {
            Element::F32 => Self::Float32,
            Element::F64 | Element::Float | Element::Bool | Element::I64 => Self::Float64,
        }
    }

    /// The name in attributes of operators.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Float32 => "float32",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Float64 => "float64",
        }
    }

    /// The number in attributes of variables.
    pub(super) fn number(self) -> &'static str {
        match self {
            Self::Float32 => "0",
            Self::Float64 => "1",
            Self::Int32 => "4",
            Self::Int64 => "6",
        }
    }
}

impl Tensor {
    /// A number everywhere.
    pub(super) fn number(value: f64, extents: &[usize], dtype: Dtype) -> Self {
        Self {
            source: TensorSource::Number(value.to_bits()),
            extents: extents.into(),
            dtype,
        }
    }

    /// A number in the shape and type of this value.
    pub(super) fn filled(&self, value: f64) -> Self {
        Self::number(value, &self.extents, self.dtype)
    }

    /// The number that all elements are, if that is known.
    pub(super) fn splat(&self) -> Option<f64> {
        match self.source {
            TensorSource::Number(bits) => Some(f64::from_bits(bits)),
            TensorSource::Entry(_) => None,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.extents.contains(&0)
    }
}

/// The extents in the document: a value without axes has one of extent 1.
pub(super) fn extents(shape: &Shape) -> Rc<[usize]> {
    match shape.rank() {
        0 => Rc::from([1]),
        _ => shape.extents().into(),
    }
}
