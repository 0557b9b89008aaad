//! The two modes of differentiation as operators see them: a node in forward mode, whose tangents
//! are asked for, and one in reverse mode, which adds to the adjoints of its operands.

use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{ExternalId, FunctionId, Graph, NodeId};
use crate::ops::derivative::Sensitivity;
use crate::ops::{Scan, Slice};
use crate::types::{Shape, Type};

/// An adjoint or tangent; `None` where it is zero everywhere.
pub type Derivative<'b> = Option<Sensitivity<'b>>;

/// The tangents of a node.
pub enum Tangents<'b> {
    /// Of a node that yields one tensor.
    Tensor(Derivative<'b>),
    /// Of a node that yields a tuple, with the values: both are computed by one node.
    Results(Vec<(Wire<'b>, Derivative<'b>)>),
}

/// A node in forward mode.
pub trait Forward<'b> {
    /// The builder of the derivative.
    fn builder(&self) -> &'b Builder;
    /// The graph that is differentiated.
    fn graph(&self) -> &Graph;
    /// The node in that graph.
    fn id(&self) -> NodeId;
    /// The value of the operand at this position.
    fn operand(&self, position: usize) -> Wire<'b>;
    /// The value of the node, which yields one tensor.
    fn value(&self) -> Wire<'b>;
    /// The tangent of the operand at this position.
    fn tangent(&self, position: usize) -> Derivative<'b>;
    /// The tangent of one of the results of the operand, which yields a tuple.
    fn tangent_of_result(&self, position: usize) -> Derivative<'b>;
    /// The tangents of a branch, which is a branch of tangents.
    fn branch(&self, then: FunctionId, otherwise: FunctionId) -> Result<Tangents<'b>>;
    /// The tangents of a loop, which is a loop that carries them.
    fn scan(&self, scan: &Scan) -> Result<Tangents<'b>>;
    /// The tangents of a call of a function with a rule, which is called in its place.
    fn call(&self, function: FunctionId) -> Result<Tangents<'b>>;
    /// The tangents of a call of a function of the host.
    fn external(&self, external: ExternalId) -> Result<Tangents<'b>>;
}

impl<'b> dyn Forward<'b> + '_ {
    /// The number of operands.
    pub(crate) fn arity(&self) -> usize {
        self.graph().arguments(self.id()).len()
    }

    /// The values of all operands.
    pub(crate) fn operands(&self) -> Vec<Wire<'b>> {
        (0..self.arity()).map(|i| self.operand(i)).collect()
    }

    /// The type of the operand at this position.
    pub(crate) fn ty(&self, position: usize) -> &Type {
        self.graph().ty(self.graph().arguments(self.id())[position])
    }

    /// The tangent of the operand at this position, zero where there is none.
    pub(crate) fn tangent_or_zero(&self, position: usize) -> Result<Wire<'b>> {
        match self.tangent(position) {
            Some(t) => Ok(t.wire),
            None => self.builder().full(self.ty(position), 0.0),
        }
    }

    /// The same operator on the tangents, for operators that are linear in their float operands;
    /// `leaves_zeros` says that some elements are zero because they depend on nothing.
    pub(crate) fn linear(&self, leaves_zeros: bool) -> Result<Tangents<'b>> {
        let positions = 0..self.arity();
        let mut tangents = positions.clone().filter_map(|i| self.tangent(i));
        let masked = tangents.any(|t| t.masked) || leaves_zeros;
        let operands = positions.map(|i| match self.ty(i).is_float() {
            true => self.tangent_or_zero(i),
            false => Ok(self.operand(i)),
        });
        let operands: Vec<Wire<'b>> = operands.collect::<Result<_>>()?;
        let wire = self
            .builder()
            .copy_node(self.graph(), self.id(), &operands)?;
        Ok(Sensitivity::marked(wire, masked).into())
    }
}

impl<'b> From<Sensitivity<'b>> for Tangents<'b> {
    fn from(tangent: Sensitivity<'b>) -> Self {
        Self::Tensor(Some(tangent))
    }
}

/// A node in reverse mode, whose adjoint is known.
pub trait Reverse<'b> {
    /// The builder of the derivative.
    fn builder(&self) -> &'b Builder;
    /// The graph that is differentiated.
    fn graph(&self) -> &Graph;
    /// The node in that graph.
    fn id(&self) -> NodeId;
    /// The value of the operand at this position.
    fn operand(&self, position: usize) -> Wire<'b>;
    /// The value of the node.
    fn value(&self) -> Wire<'b>;
    /// The adjoint of the node, which yields one tensor.
    fn adjoint(&self) -> Result<Sensitivity<'b>>;
    /// Whether the operand at this position has an adjoint.
    fn is_active(&self, position: usize) -> bool;
    /// Adds to the adjoint of an operand, if it has one.
    fn add(&mut self, position: usize, adjoint: Sensitivity<'b>);
    /// Adds to the adjoint of a part, of this shape, of an operand.
    fn add_part(&mut self, position: usize, part: PartAdjoint<'b>);
    /// Adds to the adjoint of one of the results of the operand, which yields a tuple.
    fn add_result(&mut self, result: usize, adjoint: Sensitivity<'b>);
    /// Adds the adjoints of a branch to those of its operands.
    fn branch(&mut self, then: FunctionId, otherwise: FunctionId) -> Result<()>;
    /// Adds the adjoints of a loop, which runs back over the states, to those of its operands.
    fn scan(&mut self, scan: &Scan) -> Result<()>;
    /// Adds the adjoints that the rule of a called function yields.
    fn call(&mut self, function: FunctionId) -> Result<()>;
    /// Adds the adjoints that a function of the host yields.
    fn external(&mut self, external: ExternalId) -> Result<()>;
}

impl<'b> dyn Reverse<'b> + '_ {
    /// The node of the operand at this position.
    pub(crate) fn argument(&self, position: usize) -> NodeId {
        self.graph().arguments(self.id())[position]
    }

    /// The number of operands.
    pub(crate) fn arity(&self) -> usize {
        self.graph().arguments(self.id()).len()
    }

    /// The values of all operands.
    pub(crate) fn operands(&self) -> Vec<Wire<'b>> {
        (0..self.arity()).map(|i| self.operand(i)).collect()
    }

    /// The type of the operand at this position.
    pub(crate) fn ty(&self, position: usize) -> &Type {
        self.graph().ty(self.argument(position))
    }

    /// The type of the node.
    pub(crate) fn own_type(&self) -> &Type {
        self.graph().ty(self.id())
    }
}

/// A contribution to the adjoint of a part of a tensor.
pub struct PartAdjoint<'b> {
    /// The slice of the tensor that the part is.
    pub place: Slice,
    /// The shape of the part.
    pub shape: Shape,
    /// The adjoint, of that shape.
    pub adjoint: Sensitivity<'b>,
}
