//! Types of values: an element type and a shape.
//!
//! Extents are known numbers, or polynomials of symbols ([`Extent`]), which stand for numbers that a
//! caller brings. There are no implicit conversions and no unknown types: every node of a graph has exactly one
//! type from the moment it is built.

mod element;
mod extent;
mod shape;

use alloc::vec::Vec;
use core::fmt;

pub use element::Element;
pub use extent::{Extent, Factor, MAX_NESTING, MAX_TERMS, Quotient, Symbol};
pub use shape::{Dim, MAX_RANK, MAX_SIZE, Shape, ShapeError};

use crate::intern::id;

/// The type of a tensor value: the type of its elements and their number along each axis.
///
/// Printed as the nested array of Rust that holds it: shape `[2, 3]` of `f64` is `[[f64; 3]; 2]`.
///
/// ```
/// use graph_ir::{Element, Shape, Type};
///
/// let ty = Type::new(Element::F64, Shape::new(&[2, 3])?);
/// assert_eq!(ty.to_string(), "[[f64; 3]; 2]");
/// assert_eq!(format!("{ty:?}, {:?}", ty.shape), "[[f64; 3]; 2], [2, 3]");
/// # Ok::<(), graph_ir::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Type {
    /// The type of each element.
    pub element: Element,
    /// The extents, outermost first.
    pub shape: Shape,
}

impl Type {
    /// A type from its parts.
    #[must_use]
    pub fn new(element: Element, shape: Shape) -> Self {
        Self { element, shape }
    }

    /// The rank-0 type of `element`.
    #[must_use]
    pub fn scalar(element: Element) -> Self {
        Self::new(element, Shape::scalar())
    }

    /// Whether the rank is 0.
    #[must_use]
    pub fn is_scalar(&self) -> bool {
        self.shape.rank() == 0
    }

    /// Whether the elements are floating point numbers: only those have derivatives.
    #[must_use]
    pub fn is_float(&self) -> bool {
        self.element.is_float()
    }

    /// The same shape with other elements.
    #[must_use]
    pub fn with_element(&self, element: Element) -> Self {
        Self::new(element, self.shape.clone())
    }

    /// The same elements in another shape.
    #[must_use]
    pub fn with_shape(&self, shape: Shape) -> Self {
        Self::new(self.element, shape)
    }

    /// The type of a row, which lacks the outermost axis.
    #[must_use]
    pub fn row(&self) -> Self {
        self.with_shape(self.shape.row())
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for _ in 0..self.shape.rank() {
            f.write_str("[")?;
        }
        write!(f, "{}", self.element)?;
        for dim in self.shape.dims().iter().rev() {
            write!(f, "; {}]", dim.count())?;
        }
        Ok(())
    }
}

/// As [`Display`](fmt::Display): types stand in errors and in tests that fail.
impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

id!(
    /// An interned type of a graph.
    TypeId,
    "t"
);

/// The type of a node's value: a tensor, or several values that projection nodes take apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ValueType {
    /// One tensor.
    Tensor(Type),
    /// The results of a node with inner graphs, in order.
    Tuple(Vec<TypeId>),
}
