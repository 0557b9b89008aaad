//! Wires: values under construction. Their arithmetic, which stands with the operators, cannot
//! return an error; the builder keeps the first one and [`Builder::finish`] gives it.

use super::Builder;
use crate::error::Result;
use crate::graph::NodeId;
use crate::types::{Element, Type};

/// A value under construction; `Copy`, valid as long as its builder and its region.
#[derive(Clone, Copy, Debug)]
pub struct Wire<'b> {
    builder: &'b Builder,
    frame: u32,
    node: NodeId,
}

/// An operand of a wire's methods: another wire, or a number, which becomes a constant of the
/// wire's own element type.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'b> {
    /// A value.
    Wire(Wire<'b>),
    /// A number.
    Number(f64),
}

impl<'b> From<Wire<'b>> for Operand<'b> {
    fn from(wire: Wire<'b>) -> Self {
        Self::Wire(wire)
    }
}

impl From<f64> for Operand<'_> {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl<'b> Wire<'b> {
    pub(crate) fn new(builder: &'b Builder, frame: u32, node: NodeId) -> Self {
        Self {
            builder,
            frame,
            node,
        }
    }

    /// A placeholder for a value that is not there: what is made of it is an error.
    #[must_use]
    pub fn poisoned(builder: &'b Builder) -> Self {
        Self::new(builder, u32::MAX, NodeId::from_number(u32::MAX))
    }

    pub(crate) fn key(self) -> (u32, NodeId) {
        (self.frame, self.node)
    }

    /// The builder.
    #[must_use]
    pub fn builder(self) -> &'b Builder {
        self.builder
    }

    /// The node in the graph or region that computes the value.
    #[must_use]
    pub fn node(self) -> NodeId {
        self.node
    }

    /// Whether this is the very same value.
    #[must_use]
    pub fn is_same(self, other: Self) -> bool {
        core::ptr::eq(self.builder, other.builder) && self.key() == other.key()
    }

    /// The type.
    ///
    /// # Errors
    /// As [`Builder::ty`].
    pub fn ty(self) -> Result<Type> {
        self.builder.ty(self)
    }

    /// The value of a fallible building step, or a stand-in whose error `finish` gives.
    #[must_use]
    pub fn or_poison(builder: &'b Builder, result: Result<Self>) -> Self {
        result.unwrap_or_else(|error| builder.poison(error))
    }
}

impl<'b> Operand<'b> {
    /// The operand as a wire, a number becoming a constant of `element`.
    pub(crate) fn wire(self, builder: &'b Builder, element: Element) -> Wire<'b> {
        match self {
            Self::Wire(wire) => wire,
            Self::Number(number) => builder.number(element, number),
        }
    }

    /// The element type of a wire.
    pub(crate) fn element(self) -> Option<Element> {
        match self {
            Self::Wire(wire) => wire.ty().ok().map(|ty| ty.element),
            Self::Number(_) => None,
        }
    }
}
