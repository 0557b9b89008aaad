//! Constants: the bits of their own element type.
//!
//! Stored as bits, so that constants compare and hash exactly: negative zero differs from zero
//! and a NaN equals itself.

use alloc::vec::Vec;
use core::fmt;

use graph_math::math::Float;

use crate::types::{Element, Shape, Type};

/// One element of a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    /// The bits of an `f64`.
    F64(u64),
    /// The bits of an `f32`.
    F32(u32),
    /// A truth value.
    Bool(bool),
    /// An integer.
    I64(i64),
    /// The bits of the `f64` from which the generic float is made.
    Float(u64),
}

impl Literal {
    /// `value` as an element of `element`: rounded to a float, truncated to an integer, `!= 0`
    /// for a truth value.
    #[must_use]
    pub fn from_f64(element: Element, value: f64) -> Self {
        match element {
            Element::F64 => Self::F64(value.to_bits()),
            #[allow(
                clippy::cast_possible_truncation,
                reason = "rounding to the element type is meant"
            )]
            Element::F32 => Self::F32((value as f32).to_bits()),
            Element::Bool => Self::Bool(value != 0.0),
            #[allow(
                clippy::cast_possible_truncation,
                reason = "truncation to an integer is meant"
            )]
            Element::I64 => Self::I64(value as i64),
            Element::Float => Self::Float(value.to_bits()),
        }
    }

    /// The value as `f64`: exact for floats, rounded for large integers, 0 or 1 for truth values.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        match self {
            Self::F64(bits) | Self::Float(bits) => f64::from_bits(bits),
            Self::F32(bits) => f64::from(f32::from_bits(bits)),
            Self::Bool(value) => f64::from(u8::from(value)),
            #[allow(clippy::cast_precision_loss, reason = "documented rounding")]
            Self::I64(value) => value as f64,
        }
    }

    /// The element type.
    #[must_use]
    pub fn element(self) -> Element {
        match self {
            Self::F64(_) => Element::F64,
            Self::F32(_) => Element::F32,
            Self::Bool(_) => Element::Bool,
            Self::I64(_) => Element::I64,
            Self::Float(_) => Element::Float,
        }
    }

    /// Whether this is the positive zero of its type (`false` for a truth value).
    #[must_use]
    pub fn is_zero(self) -> bool {
        self == Self::from_f64(self.element(), 0.0)
    }

    /// Whether this is the one of its type.
    #[must_use]
    pub fn is_one(self) -> bool {
        self == Self::from_f64(self.element(), 1.0)
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::F64(bits) | Self::Float(bits) => write!(f, "{:?}", f64::from_bits(*bits)),
            Self::F32(bits) => write!(f, "{:?}", f32::from_bits(*bits)),
            Self::Bool(value) => write!(f, "{value}"),
            Self::I64(value) => write!(f, "{value}"),
        }
    }
}

/// The elements of a constant tensor, as bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Data {
    /// Bits of `f64`.
    F64(Vec<u64>),
    /// Bits of `f32`.
    F32(Vec<u32>),
    /// Truth values.
    Bool(Vec<bool>),
    /// Integers.
    I64(Vec<i64>),
    /// Bits of the `f64` from which generic floats are made.
    Float(Vec<u64>),
}

/// A constant tensor; a single number is one of rank 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Constant {
    shape: Shape,
    data: Data,
    /// Whether all elements are equal, asked for at every use of a table however long it is.
    uniform: bool,
}

impl Constant {
    /// A constant of rank 0.
    #[must_use]
    pub fn scalar(literal: Literal) -> Self {
        Self::from_literals(literal.element(), Shape::scalar(), [literal])
    }

    /// A constant of `f64` values, rounded to `element`; `None` when there are not
    /// `shape.size()` values.
    #[must_use]
    pub fn from_f64s(element: Element, shape: Shape, values: &[f64]) -> Option<Self> {
        (*shape.count() == values.len()).then(|| {
            let literals = values.iter().map(|&v| Literal::from_f64(element, v));
            Self::from_literals(element, shape, literals)
        })
    }

    /// A constant of integers; `None` when there are not `shape.size()` values.
    #[must_use]
    pub fn from_i64s(shape: Shape, values: Vec<i64>) -> Option<Self> {
        (*shape.count() == values.len()).then(|| Self::new(shape, Data::I64(values)))
    }

    /// A constant of as many literals as the shape has elements, all of type `element`.
    pub fn from_literals(
        element: Element,
        shape: Shape,
        literals: impl IntoIterator<Item = Literal>,
    ) -> Self {
        Self::of_each(element, shape, &mut literals.into_iter())
    }

    /// [`Self::from_literals`], compiled once.
    fn of_each(
        element: Element,
        shape: Shape,
        literals: &mut dyn Iterator<Item = Literal>,
    ) -> Self {
        let double = |l: Literal| l.to_f64().to_bits();
        let data = match element {
            Element::F64 => Data::F64(literals.map(double).collect()),
            Element::Float => Data::Float(literals.map(double).collect()),
            Element::F32 => Data::F32(
                literals
                    .map(|l| f32::from_f64(l.to_f64()).to_bits())
                    .collect(),
            ),
            Element::Bool => Data::Bool(literals.map(|l| l.to_f64() != 0.0).collect()),
            Element::I64 => Data::I64(literals.map(integer).collect()),
        };
        Self::new(shape, data)
    }

    fn new(shape: Shape, data: Data) -> Self {
        let uniform = match &data {
            Data::F64(bits) | Data::Float(bits) => all_equal(bits),
            Data::F32(bits) => all_equal(bits),
            Data::Bool(values) => all_equal(values),
            Data::I64(values) => all_equal(values),
        };
        Self {
            shape,
            data,
            uniform,
        }
    }

    /// The type.
    #[must_use]
    pub fn ty(&self) -> Type {
        Type::new(self.element(), self.shape.clone())
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// The element type.
    #[must_use]
    pub fn element(&self) -> Element {
        match self.data {
            Data::F64(_) => Element::F64,
            Data::F32(_) => Element::F32,
            Data::Bool(_) => Element::Bool,
            Data::I64(_) => Element::I64,
            Data::Float(_) => Element::Float,
        }
    }

    /// The elements in row-major order.
    #[must_use]
    pub fn data(&self) -> &Data {
        &self.data
    }

    /// The element at a row-major position.
    ///
    /// # Panics
    /// When the position is not below the size.
    #[must_use]
    pub fn literal(&self, position: usize) -> Literal {
        match &self.data {
            Data::F64(values) => Literal::F64(values[position]),
            Data::F32(values) => Literal::F32(values[position]),
            Data::Bool(values) => Literal::Bool(values[position]),
            Data::I64(values) => Literal::I64(values[position]),
            Data::Float(values) => Literal::Float(values[position]),
        }
    }

    /// All elements in row-major order.
    pub fn literals(&self) -> impl ExactSizeIterator<Item = Literal> + '_ {
        (0..self.shape.size()).map(|position| self.literal(position))
    }

    /// The element that all elements equal, if there is one.
    #[must_use]
    pub fn splat(&self) -> Option<Literal> {
        let known = self.uniform && self.shape.size() > 0;
        known.then(|| self.literal(0))
    }

    /// The same values with the generic float, or as another float type, rounded.
    #[must_use]
    pub fn with_element(&self, element: Element) -> Self {
        Self::from_literals(element, self.shape.clone(), self.literals())
    }
}

fn all_equal<T: PartialEq>(values: &[T]) -> bool {
    values.windows(2).all(|pair| pair[0] == pair[1])
}

/// A literal as an integer without the detour over `f64` where it is one already.
fn integer(literal: Literal) -> i64 {
    match literal {
        Literal::I64(value) => value,
        other => other.to_f64().to_i64(),
    }
}
