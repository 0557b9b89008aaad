//! The rules of an operator: everything that the passes, the sweeps and the back ends have to know
//! of it, in one place.

use alloc::vec::Vec;
use core::fmt;

use super::derivative::Sensitivity;
use super::positions::Positions;
use super::{Contraction, Placement, Reduction, ScalarOp};
use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{ConstantId, ExternalId, FunctionId, Graph, NodeId};
use crate::ops::algebra::Bodies;
use crate::ops::{Op, Scan};
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::{Type, ValueType};

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
}

impl<'g> Typing<'g> {
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
    fn scan(&self, scan: Scan) -> Result<Tangents<'b>>;
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
    fn add_part(&mut self, position: usize, part: Part<'b>);
    /// Adds to the adjoint of one of the results of the operand, which yields a tuple.
    fn add_result(&mut self, result: usize, adjoint: Sensitivity<'b>);
    /// Adds the adjoints of a branch to those of its operands.
    fn branch(&mut self, then: FunctionId, otherwise: FunctionId) -> Result<()>;
    /// Adds the adjoints of a loop, which runs back over the states, to those of its operands.
    fn scan(&mut self, scan: Scan) -> Result<()>;
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
pub struct Part<'b> {
    /// The slice of the tensor that the part is.
    pub place: super::Slice,
    /// The shape of the part.
    pub shape: crate::types::Shape,
    /// The adjoint, of that shape.
    pub adjoint: Sensitivity<'b>,
}

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
        }
    }
}

/// The elements of its operands that each element of a result depends on.
pub enum Depends {
    /// The input at this position.
    Input(usize),
    /// Nothing: a constant.
    Constant(ConstantId),
    /// The operands' elements at the same place.
    Elementwise(Elementwise),
    /// One element of the operand, at these positions in the order of the result; `None` where
    /// they are all elements in their own order.
    View(Option<Positions>),
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
    /// The dependences of its [`expansion`](Operator::expand).
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

impl Depends {
    /// The operator, where it is one over elements at the same place.
    pub fn elementwise(&self) -> Option<Elementwise> {
        let Self::Elementwise(op) = self else {
            return None;
        };
        Some(*op)
    }
}

impl Own {
    /// Of an operator that computes nothing: it has a value, or shows those that are there.
    pub(crate) fn nothing(graph: &Graph, id: NodeId) -> Cost {
        let results = graph.result_types(id).into_iter();
        Cost::Own(Self {
            time: 0,
            largest: results.map(|ty| ty.shape.size()).sum(),
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
    /// Positions in an order, by a kernel.
    Sort,
    /// One of the results of a tuple node.
    Result,
    /// A branch, a loop or a function of the host.
    Region,
    /// In terms of other operators, by which it is replaced before.
    Expanded,
}
