//! Answers of operators about themselves: the values that an adjoint reads, the dependence between
//! elements, the cost, and the role in programs.

use alloc::vec::Vec;

use crate::graph::{ConstantId, ExternalId, FunctionId, Graph, NodeId};
use crate::ops::positions::Positions;
use crate::ops::{Contraction, Placement, Reduction, ScalarOp, Scan};

/// The operands whose values an adjoint reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// None: the operator is linear.
    None,
    /// Each of them.
    All,
    /// The first one.
    First,
    /// The last one.
    Last,
    /// Those from this position on.
    From(usize),
}

impl Reads {
    /// The operands of a product: each is read if the other has an adjoint.
    pub(crate) fn of_product(moves: &dyn Fn(usize) -> bool) -> Self {
        match (moves(0), moves(1)) {
            (true, true) => Self::All,
            (true, false) => Self::Last,
            (false, _) => Self::First,
        }
    }

    /// Those of a node's arguments.
    pub fn of(self, graph: &Graph, id: NodeId) -> &[NodeId] {
        let arguments = graph.arguments(id);
        match self {
            Self::None => &[],
            Self::All => arguments,
            Self::First => &arguments[..1],
            Self::Last => &arguments[arguments.len() - 1..],
            Self::From(first) => &arguments[first..],
        }
    }
}

/// The elements of its operands that each element of a result depends on.
pub enum Depends {
    /// The input at this position.
    Input(usize),
    /// Nothing: a constant.
    Constant(ConstantId),
    /// Nothing: integers that the extents of a call determine.
    Nothing,
    /// The operands' elements at the same place.
    Elementwise(Elementwise),
    /// One element of the operand, at these positions in the order of the result; `None` where
    /// they are all elements in their own order.
    View(Option<Positions>),
    /// One element of the operand, at a position that depends on symbols.
    SymbolicView,
    /// The element of the piece that covers it, or the sum of those that do, or the background.
    Pieces(Placement),
    /// All elements along these axes of the operand.
    Reduction(Reduction, Vec<usize>),
    /// The factors of a sum of products.
    Contraction(Contraction),
    /// Elements of the first operand along this axis, at positions that the second one names.
    Gathered(usize),
    /// Elements of the second operand, at positions along this axis that the first one names.
    Scattered(usize),
    /// One element of the same line along this axis, without anything but moving it.
    Lines(usize),
    /// The operand's result at this position, whole.
    Result(usize),
    /// The results of one of two functions of all operands but the first, which says which.
    Branch(FunctionId, FunctionId),
    /// The results of a loop.
    Scan(Scan),
    /// The results of a function of the operands.
    Call(FunctionId),
    /// Everything, through a function of the host.
    External(ExternalId),
    /// The dependences of its [`expansion`](super::Operator::expand).
    Expansion,
}

/// An operator over the elements of its operands at the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elementwise {
    /// A row of the table.
    Scalar(ScalarOp),
    /// A change of the element type.
    Cast,
    /// A choice between two operands by a third.
    Select,
    /// A sum of any number of operands.
    Sum,
    /// The same element, without derivative.
    StopGradient,
}

impl Elementwise {
    /// The time that an element takes with so many operands, in that of a sum, roughly.
    pub fn time(self, operands: usize) -> u32 {
        match self {
            Self::Scalar(op) => op.time(),
            Self::Cast | Self::Select => 1,
            Self::Sum => u32::try_from(operands).unwrap_or(u32::MAX),
            Self::StopGradient => 0,
        }
    }
}

impl Depends {
    /// The operator, where it is one over elements at the same place.
    pub fn elementwise(&self) -> Option<Elementwise> {
        let Self::Elementwise(op) = self else {
            return None;
        };
        Some(*op)
    }
}

/// The work that an evaluation of a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// Of an operator without graphs inside.
    Own(Own),
    /// Of one of two functions.
    Branch(FunctionId, FunctionId),
    /// Of a function, so many times.
    Function(FunctionId, usize),
}

/// The work of an operator without graphs inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Own {
    /// The time that it takes, in that of a sum of two numbers, roughly.
    pub time: u64,
    /// The size of the largest tensor that it touches, which decides between straight-line code
    /// and loops.
    pub largest: usize,
    /// The statements that it is as straight-line code.
    pub statements: usize,
}

impl Own {
    /// Of an operator that computes nothing: it has a value, or shows those that are there.
    pub(crate) fn nothing(graph: &Graph, id: NodeId) -> Cost {
        let results = graph.result_types(id).into_iter();
        Cost::Own(Self {
            time: 0,
            largest: results.map(|ty| ty.shape.count().estimate()).sum(),
            statements: 0,
        })
    }
}

/// The way in which programs compute a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is there before anything is computed.
    Input,
    /// A table, or a number.
    Constant,
    /// Element by element from elements at the same place.
    Elementwise,
    /// Where the operand's elements lie, seen in another way: nothing is computed.
    View,
    /// Pieces, copied to their places.
    Assembly,
    /// A loop over the axes that are dropped, inside of one over those that are kept.
    Reduction,
    /// Sums of products.
    Contraction,
    /// Copies from positions known at run time.
    Gather,
    /// Additions at positions known at run time.
    Scatter,
    /// A part of a tensor, written where the tensor is.
    Replacement,
    /// Positions in an order, by a kernel.
    Sort,
    /// One of the results of a tuple node.
    Result,
    /// A branch, a loop or a function of the host.
    Region,
    /// In terms of other operators, by which it is replaced before.
    Expanded,
}
