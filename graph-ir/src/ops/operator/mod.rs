//! The rules of an operator: everything that the passes, the sweeps and the back ends need to know
//! about it, in one trait.
//!
//! | file | holds |
//! |---|---|
//! | `modes` | a node in forward and in reverse mode |
//! | `properties` | answers of operators: reads, dependence, cost, role |

mod modes;
mod properties;

pub use modes::{Derivative, Forward, PartAdjoint, Reverse, Tangents};
pub use properties::{Cost, Depends, Elementwise, Own, Reads, Role};

use alloc::vec::Vec;
use core::cell::RefCell;
use core::fmt;

use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::ops::Op;
use crate::ops::algebra::Bodies;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Extent, Type, ValueType};

/// The rules of an operator, over its attributes.
///
/// There are no default methods: an operator that says nothing of its derivative, of its pattern
/// or of its cost does not compile. A rule is stated once, here; the sweeps, the patterns, the
/// schedule and the text ask for it and name no operator.
pub trait Operator {
    /// The name in messages.
    fn name(&self) -> &'static str;

    /// The type rule: the types of the results for operands of these types.
    ///
    /// # Errors
    /// When the operator does not take such operands.
    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>>;

    /// The textual form: the operator's word and attributes, and its arguments.
    ///
    /// # Errors
    /// Those of the writer.
    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result;

    /// The operator that stands in a text after this word, with its arguments; `None` where the
    /// word is another operator's.
    ///
    /// # Errors
    /// When the text after the word is no such operator.
    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>>
    where
        Self: Sized;

    /// Whether results depend on float operands in a way that has a derivative other than zero.
    fn has_derivative(&self, graph: &Graph) -> bool;

    /// The tangent, for operands at least one of which has one. Linear operators are
    /// `Forward::linear` of their operands.
    ///
    /// # Errors
    /// When there is no derivative, or the graph becomes too large.
    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>>;

    /// The adjoint: hands the adjoint of the result on to the operands. For a linear operator this
    /// is its transpose.
    ///
    /// # Errors
    /// As [`Self::tangent`].
    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()>;

    /// The operands whose values the adjoint reads, where `moves` says which of the operands have
    /// adjoints: a loop has to keep these values for the way back.
    fn reads(&self, moves: &dyn Fn(usize) -> bool) -> Reads;

    /// The elements of the operands that each element of the results depends on.
    fn depends(&self, graph: &Graph, id: NodeId) -> Depends;

    /// The work that one evaluation is.
    fn cost(&self, graph: &Graph, id: NodeId) -> Cost;

    /// The way in which programs compute it.
    fn role(&self) -> Role;

    /// The value in terms of other operators, where the operator is said in terms of others;
    /// always given for [`Role::Expanded`].
    ///
    /// # Errors
    /// When the graph becomes too large.
    fn expand<'b>(&self, operands: &[Wire<'b>], bodies: &mut Bodies) -> Result<Option<Wire<'b>>>;
}

/// A node whose type is asked for.
pub struct Typing<'g> {
    pub(crate) graph: &'g Graph,
    pub(crate) operands: &'g [&'g Type],
    /// The node's own type: an attribute of operators such as casts and reshapes.
    pub(crate) own: &'g ValueType,
    /// The extents that must not be negative, or the operator has no value.
    pub(crate) needs: RefCell<Vec<Extent>>,
}

impl<'g> Typing<'g> {
    /// Notes extents that must not be negative.
    pub(crate) fn needs(&self, extents: impl IntoIterator<Item = Extent>) {
        let unknown = extents.into_iter().filter(|extent| !extent.is_natural());
        self.needs.borrow_mut().extend(unknown);
    }

    /// The operands, if there are so many.
    pub(crate) fn operands<const N: usize>(&self, name: &str) -> Result<[&'g Type; N]> {
        self.operands
            .try_into()
            .map_err(|_| wrong_arity(name, N, self.operands.len()))
    }

    /// The first operand and the others.
    pub(crate) fn first(&self, name: &str) -> Result<(&'g Type, &'g [&'g Type])> {
        match self.operands.split_first() {
            Some((first, rest)) => Ok((first, rest)),
            None => Err(wrong_arity(name, 1, 0)),
        }
    }

    /// The node's own type, of an operator that yields one tensor.
    pub(crate) fn own(&self) -> Result<&'g Type> {
        match self.own {
            ValueType::Tensor(ty) => Ok(ty),
            ValueType::Tuple(_) => Err(Error::NotATensor),
        }
    }
}

fn wrong_arity(name: &str, expected: usize, found: usize) -> Error {
    Error::WrongArity {
        op: name.into(),
        expected,
        found,
    }
}
