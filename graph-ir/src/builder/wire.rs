//! Wires: values under construction, with overloaded arithmetic.
//!
//! Derivative rules and composites are written with these. An operator cannot return an error;
//! the builder keeps the first one and [`Builder::finish`] gives it.

use super::Builder;
use crate::error::Result;
use crate::graph::NodeId;
use crate::ops::ScalarOp;
use crate::types::{Element, Shape, Type};

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
    pub(super) fn new(builder: &'b Builder, frame: u32, node: NodeId) -> Self {
        Self {
            builder,
            frame,
            node,
        }
    }

    /// A placeholder for a value that could not be computed.
    pub(crate) fn poisoned(builder: &'b Builder) -> Self {
        Self::new(builder, u32::MAX, NodeId::from_number(u32::MAX))
    }

    pub(super) fn key(self) -> (u32, NodeId) {
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

    /// Elementwise choice: `a` where this condition holds, else `b`.
    #[must_use]
    pub fn select(self, a: impl Into<Operand<'b>>, b: impl Into<Operand<'b>>) -> Self {
        let (a, b) = (a.into(), b.into());
        let element = [a, b].into_iter().find_map(Operand::element);
        let element = element.unwrap_or(Element::F64);
        let [a, b] = [a, b].map(|operand| operand.wire(self.builder, element));
        Self::or_poison(self.builder, self.builder.select(self, a, b))
    }

    /// Positive zeros of the same type.
    #[must_use]
    pub fn zeros_like(self) -> Self {
        self.full_like(0.0)
    }

    /// Ones of the same type.
    #[must_use]
    pub fn ones_like(self) -> Self {
        self.full_like(1.0)
    }

    /// The number repeated in the same type.
    #[must_use]
    pub fn full_like(self, value: f64) -> Self {
        let result = self.ty().and_then(|ty| self.builder.full(&ty, value));
        Self::or_poison(self.builder, result)
    }

    /// A constant integral power as its chain of multiplications, the one of `math::powi`.
    #[must_use]
    pub fn powi_chain(self, n: i32) -> Self {
        let (mut power, mut base, mut bits) = (None, self, n.unsigned_abs());
        while bits != 0 {
            if bits & 1 == 1 {
                power = Some(power.map_or(base, |power: Self| power * base));
            }
            bits >>= 1;
            if bits != 0 {
                base = base * base;
            }
        }
        let power = power.unwrap_or_else(|| self.ones_like());
        if n < 0 { 1.0 / power } else { power }
    }

    /// The value in another shape of equal size.
    #[must_use]
    pub fn reshape(self, shape: &Shape) -> Self {
        Self::or_poison(self.builder, self.builder.reshape(self, shape))
    }

    /// The sum over the axes, which are dropped.
    #[must_use]
    pub fn sum(self, axes: &[usize]) -> Self {
        let reduction = crate::ops::Reduction::Sum;
        Self::or_poison(self.builder, self.builder.reduce(reduction, self, axes))
    }

    /// The value repeated along the axes of `shape` that `axes` does not name.
    #[must_use]
    pub fn broadcast(self, shape: &Shape, axes: &[usize]) -> Self {
        let result = self.builder.broadcast(self, shape, axes);
        Self::or_poison(self.builder, result)
    }

    pub(crate) fn apply(self, op: ScalarOp, others: &[Operand<'b>]) -> Self {
        let mut operands = [self; 3];
        for (operand, other) in operands[1..].iter_mut().zip(others) {
            *operand = match *other {
                Operand::Wire(wire) => wire,
                Operand::Number(number) => {
                    let element = self.ty().map_or(Element::F64, |ty| ty.element);
                    self.builder.number(element, number)
                }
            };
        }
        let operands = &operands[..=others.len()];
        Self::or_poison(self.builder, self.builder.scalar(op, operands))
    }
}

impl<'b> Operand<'b> {
    /// The operand as a wire, a number becoming a constant of `element`.
    pub(super) fn wire(self, builder: &'b Builder, element: Element) -> Wire<'b> {
        match self {
            Self::Wire(wire) => wire,
            Self::Number(number) => builder.number(element, number),
        }
    }

    fn element(self) -> Option<Element> {
        match self {
            Self::Wire(wire) => wire.ty().ok().map(|ty| ty.element),
            Self::Number(_) => None,
        }
    }
}
