//! Scalar operators without graphs: their names, classes and types, and their evaluation. Each
//! operator is one row of a table (`rows`), which also generates the rules that build nodes, in
//! [`ops`](crate::ops).

mod rows;
mod table;
mod typing;
mod work;

use graph_math::math::Value;

use crate::types::Element;

pub use rows::ScalarOp;
pub(crate) use rows::rows;
pub(crate) use table::bind;
pub(crate) use typing::{agree, scalar, scalar_element};
pub use work::{SCALAR_LIMIT, Work};

/// The operand and result types of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Floats to a float of the same type.
    Float,
    /// Floats to a float, or integers to an integer.
    Number,
    /// Two floats or two integers to a truth value.
    Comparison,
    /// Integers to an integer.
    Integer,
    /// Truth values to a truth value.
    Logic,
}

impl Class {
    /// Whether its operators take elements of this type.
    #[must_use]
    pub fn takes(self, element: Element) -> bool {
        match self {
            Self::Float => element.is_float(),
            Self::Number | Self::Comparison => element != Element::Bool,
            Self::Integer => element == Element::I64,
            Self::Logic => element == Element::Bool,
        }
    }

    /// The type of what its operators compute from elements of a type that they take.
    #[must_use]
    pub fn result(self, element: Element) -> Element {
        match self {
            Self::Comparison => Element::Bool,
            Self::Float | Self::Number | Self::Integer | Self::Logic => element,
        }
    }

    /// Whether its operators compute floats from floats, so that they have partial derivatives.
    #[must_use]
    pub fn has_partials(self) -> bool {
        match self {
            Self::Float | Self::Number => true,
            Self::Comparison | Self::Integer | Self::Logic => false,
        }
    }
}

impl ScalarOp {
    /// Whether the last operand is a divisor. Over integers it must not be zero; otherwise
    /// evaluation ends with an error.
    #[must_use]
    pub fn divides(self) -> bool {
        matches!(self, Self::Div | Self::Rem)
    }
}

/// Receives the function of a scalar operator, compiled for the element type `T`.
pub trait Visitor<T> {
    /// The visitor's result.
    type Output;
    /// An operator of one operand.
    fn unary(self, f: impl Fn(T) -> T) -> Self::Output;
    /// An operator of two operands.
    fn binary(self, f: impl Fn(T, T) -> T) -> Self::Output;
    /// An operator of three operands.
    fn ternary(self, f: impl Fn(T, T, T) -> T) -> Self::Output;
    /// A comparison.
    fn compare(self, f: impl Fn(T, T) -> bool) -> Self::Output;
}

/// Receives the function of a scalar operator, compiled for floats `T`, alone or in lanes.
pub trait ValueVisitor<T: Value> {
    /// The visitor's result.
    type Output;
    /// An operator of one operand.
    fn unary(self, f: impl Fn(T) -> T) -> Self::Output;
    /// An operator of two operands.
    fn binary(self, f: impl Fn(T, T) -> T) -> Self::Output;
    /// An operator of three operands.
    fn ternary(self, f: impl Fn(T, T, T) -> T) -> Self::Output;
    /// A comparison.
    fn compare(self, f: impl Fn(T, T) -> T::Mask) -> Self::Output;
}
