//! The sides of a rule, written with the operators themselves.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use super::{Reduction, ScalarOp};

/// How many operators, variables and numbers a rule has at most.
pub(crate) const MOST: usize = 256;

/// How many variables a rule has at most.
pub(crate) const MOST_VARIABLES: usize = 8;

/// An operator of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operator {
    /// A scalar operator.
    Scalar(ScalarOp),
    /// The choice between two values.
    Select,
    /// An operator over whole tensors.
    Tensor(TensorOperator),
}

/// An operator of a pattern over whole tensors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TensorOperator {
    /// A reduction: `sum(x)`, `sum_along(x, 0)`.
    Reduce(Reduction, Along),
    /// The axes in the opposite order.
    Transpose,
    /// The product of matrices and vectors, at most one of which is a vector, or the sum of the
    /// products of the elements of two vectors.
    Matmul,
    /// The elements in another shape.
    Reshape,
    /// A scalar in all places of a tensor, as where it meets one.
    Spread,
}

/// The axes that a reduction is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Along {
    /// Whether these are all.
    all: bool,
    /// The axis, where it is one.
    axis: Option<i32>,
}

impl Along {
    /// All axes.
    pub const ALL: Self = Self {
        all: true,
        axis: None,
    };

    /// One axis, whether there are others or not.
    #[must_use]
    pub const fn axis(axis: i32) -> Self {
        Self {
            all: false,
            axis: Some(axis),
        }
    }

    /// These axes, of a tensor of this rank.
    pub(crate) fn of(axes: &[usize], rank: usize) -> Self {
        let axis = match axes {
            [axis] => i32::try_from(*axis).ok(),
            _ => None,
        };
        Self {
            all: axes.len() == rank,
            axis,
        }
    }

    /// The axes of a tensor of this rank.
    pub(crate) fn axes(self, rank: usize) -> Vec<usize> {
        match self.axis {
            Some(axis) => alloc::vec![usize::try_from(axis).unwrap_or(usize::MAX)],
            None => (0..rank).collect(),
        }
    }

    fn accepts(self, found: Self) -> bool {
        match self.axis {
            Some(_) => self.axis == found.axis,
            None => found.all,
        }
    }
}

impl TensorOperator {
    /// Those that need no parameter, by their words.
    const PLAIN: [(&'static str, Self); 6] = [
        ("sum", Self::Reduce(Reduction::Sum, Along::ALL)),
        ("prod", Self::Reduce(Reduction::Prod, Along::ALL)),
        ("transpose", Self::Transpose),
        ("matmul", Self::Matmul),
        ("reshape", Self::Reshape),
        ("spread", Self::Spread),
    ];

    /// The reductions along an axis, by their words.
    const ALONG: [(&'static str, Reduction); 4] = [
        ("sum_along", Reduction::Sum),
        ("prod_along", Reduction::Prod),
        ("max_along", Reduction::Max),
        ("min_along", Reduction::Min),
    ];

    fn of_word(word: &str, parameter: Option<i32>) -> Option<Self> {
        match parameter {
            None => { Self::PLAIN.iter() }
                .find(|(own, _)| *own == word)
                .map(|(_, operator)| *operator),
            Some(axis) => { Self::ALONG.iter() }
                .find(|(own, _)| *own == word)
                .map(|(_, reduction)| Self::Reduce(*reduction, Along::axis(axis))),
        }
    }

    fn arity(self) -> usize {
        match self {
            Self::Matmul => 2,
            Self::Reduce(..) | Self::Transpose | Self::Reshape | Self::Spread => 1,
        }
    }
}

impl Operator {
    /// The operator that rules call by this word, one with an integer parameter by a word and this
    /// parameter.
    #[must_use]
    pub fn of_word(word: &str, parameter: Option<i32>) -> Option<Self> {
        match word {
            "select" => Some(Self::Select),
            _ => { ScalarOp::from_name(word, parameter).map(Self::Scalar) }
                .or_else(|| TensorOperator::of_word(word, parameter).map(Self::Tensor)),
        }
    }

    /// The words of operators over tensors.
    pub fn tensor_words() -> impl Iterator<Item = &'static str> {
        let plain = TensorOperator::PLAIN.iter().map(|own| own.0);
        plain.chain(TensorOperator::ALONG.iter().map(|own| own.0))
    }

    /// Whether a pattern with this operator fits a node with that one.
    pub(crate) fn accepts(self, found: Self) -> bool {
        match (self, found) {
            (
                Self::Tensor(TensorOperator::Reduce(own, along)),
                Self::Tensor(TensorOperator::Reduce(other, found)),
            ) => own == other && along.accepts(found),
            _ => self == found,
        }
    }

    /// The same for all operators that one pattern may fit.
    pub(crate) fn family(self) -> Self {
        match self {
            Self::Tensor(TensorOperator::Reduce(reduction, _)) => {
                Self::Tensor(TensorOperator::Reduce(reduction, Along::ALL))
            }
            other => other,
        }
    }

    /// The number of operands.
    #[must_use]
    pub fn arity(self) -> usize {
        match self {
            Self::Scalar(op) => op.arity(),
            Self::Select => 3,
            Self::Tensor(op) => op.arity(),
        }
    }

    /// Whether the operands may change places, to the same bits.
    pub(crate) fn commutes(self) -> bool {
        let Self::Scalar(op) = self else {
            return false;
        };
        matches!(
            op,
            ScalarOp::Add
                | ScalarOp::Mul
                | ScalarOp::Equal
                | ScalarOp::NotEqual
                | ScalarOp::And
                | ScalarOp::Or
        )
    }
}

/// A part of a side; parts are numbered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Node {
    Variable(usize),
    Number(f64),
    Truth(bool),
    /// An operator over its first operands; the others are the first one again.
    Made(Operator, [usize; 3]),
    /// A part that has a name as well.
    Named(usize, usize),
    /// The root of a replacement that is looked at again.
    Again(usize),
}

/// The sides of a rule under construction.
#[derive(Debug)]
pub struct Sketch {
    variables: Vec<Cow<'static, str>>,
    nodes: RefCell<Vec<Node>>,
}

impl Sketch {
    pub(crate) fn new(variables: Vec<Cow<'static, str>>) -> Self {
        Self {
            variables,
            nodes: RefCell::default(),
        }
    }

    pub(crate) fn finish(self) -> Vec<Node> {
        self.nodes.into_inner()
    }

    fn push(&self, node: Node) -> Term<'_> {
        let nodes = &mut *self.nodes.borrow_mut();
        nodes.push(node);
        let at = nodes.len() - 1;
        Term { sketch: self, at }
    }

    fn slot(&self, name: &str) -> usize {
        let slot = self.variables.iter().position(|own| own == name);
        slot.unwrap_or(usize::MAX)
    }

    /// A variable of the rule.
    pub fn variable(&self, name: &str) -> Term<'_> {
        self.push(Node::Variable(self.slot(name)))
    }

    /// A part of the pattern that has a name.
    pub fn named<'s>(&'s self, name: &str, part: Term<'s>) -> Term<'s> {
        self.push(Node::Named(self.slot(name), part.at))
    }

    /// A number.
    pub fn number(&self, number: f64) -> Term<'_> {
        self.push(Node::Number(number))
    }

    /// A truth value.
    pub fn truth(&self, truth: bool) -> Term<'_> {
        self.push(Node::Truth(truth))
    }

    /// An operator over parts; `None` where these are not as many as its operands.
    pub fn made<'s>(&'s self, operator: Operator, parts: &[Term<'s>]) -> Option<Term<'s>> {
        let (first, others) = parts.split_first()?;
        let others: Vec<Factor<'s>> = others.iter().map(|&part| part.into()).collect();
        (parts.len() == operator.arity()).then(|| first.made(operator, &others))
    }

    /// The number of a whole side.
    pub fn side<'s>(&'s self, side: impl Into<Factor<'s>>) -> usize {
        side.into().term(self).at
    }
}

/// A part of a side of a rule; `Copy`, with the operators of the table.
#[derive(Clone, Copy, Debug)]
pub struct Term<'s> {
    sketch: &'s Sketch,
    at: usize,
}

/// An operand of a [`Term`]: another one, a number, or a truth value.
#[derive(Clone, Copy, Debug)]
pub enum Factor<'s> {
    /// A part.
    Term(Term<'s>),
    /// A number.
    Number(f64),
    /// A truth value.
    Truth(bool),
}

impl<'s> Factor<'s> {
    fn term(self, sketch: &'s Sketch) -> Term<'s> {
        match self {
            Self::Term(term) => term,
            Self::Number(number) => sketch.push(Node::Number(number)),
            Self::Truth(truth) => sketch.push(Node::Truth(truth)),
        }
    }
}

impl<'s> From<Term<'s>> for Factor<'s> {
    fn from(term: Term<'s>) -> Self {
        Self::Term(term)
    }
}

impl From<f64> for Factor<'_> {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<bool> for Factor<'_> {
    fn from(truth: bool) -> Self {
        Self::Truth(truth)
    }
}

impl<'s> Term<'s> {
    pub(crate) fn apply(self, op: ScalarOp, others: &[Factor<'s>]) -> Self {
        self.made(Operator::Scalar(op), others)
    }

    fn made(self, operator: Operator, others: &[Factor<'s>]) -> Self {
        let mut operands = [self.at; 3];
        for (operand, other) in operands[1..].iter_mut().zip(others) {
            *operand = other.term(self.sketch).at;
        }
        self.sketch.push(Node::Made(operator, operands))
    }

    /// Elementwise choice by this truth value; see [`select`].
    #[must_use]
    pub fn select(self, a: impl Into<Factor<'s>>, b: impl Into<Factor<'s>>) -> Self {
        self.made(Operator::Select, &[a.into(), b.into()])
    }

    /// The sum of all elements.
    #[must_use]
    pub fn sum(self) -> Self {
        self.over(TensorOperator::Reduce(Reduction::Sum, Along::ALL), &[])
    }

    /// The product of all elements.
    #[must_use]
    pub fn prod(self) -> Self {
        self.over(TensorOperator::Reduce(Reduction::Prod, Along::ALL), &[])
    }

    /// The axes in the opposite order.
    #[must_use]
    pub fn transpose(self) -> Self {
        self.over(TensorOperator::Transpose, &[])
    }

    /// The product of matrices and vectors.
    #[must_use]
    pub fn matmul(self, other: impl Into<Factor<'s>>) -> Self {
        self.over(TensorOperator::Matmul, &[other.into()])
    }

    /// The elements in another shape: in a replacement that of its place.
    #[must_use]
    pub fn reshape(self) -> Self {
        self.over(TensorOperator::Reshape, &[])
    }

    /// A scalar in all places of a tensor: in a replacement of its place.
    #[must_use]
    pub fn spread(self) -> Self {
        self.over(TensorOperator::Spread, &[])
    }

    /// The sums along an axis, which is dropped.
    #[must_use]
    pub fn sum_along(self, axis: i32) -> Self {
        self.along(Reduction::Sum, axis)
    }

    /// The products along an axis, which is dropped.
    #[must_use]
    pub fn prod_along(self, axis: i32) -> Self {
        self.along(Reduction::Prod, axis)
    }

    /// The largest elements along an axis, which is dropped.
    #[must_use]
    pub fn max_along(self, axis: i32) -> Self {
        self.along(Reduction::Max, axis)
    }

    /// The smallest elements along an axis, which is dropped.
    #[must_use]
    pub fn min_along(self, axis: i32) -> Self {
        self.along(Reduction::Min, axis)
    }

    fn along(self, reduction: Reduction, axis: i32) -> Self {
        self.over(TensorOperator::Reduce(reduction, Along::axis(axis)), &[])
    }

    fn over(self, operator: TensorOperator, others: &[Factor<'s>]) -> Self {
        self.made(Operator::Tensor(operator), others)
    }

    /// A replacement whose root the rules look at again, in one sweep.
    #[must_use]
    pub fn again(self) -> Self {
        self.sketch.push(Node::Again(self.at))
    }
}

/// `a` where the condition holds, else `b`.
#[must_use]
pub fn select<'s>(
    condition: impl Into<Factor<'s>>,
    a: impl Into<Factor<'s>>,
    b: impl Into<Factor<'s>>,
) -> Term<'s> {
    let all = [condition.into(), a.into(), b.into()];
    let sketch = all.into_iter().find_map(|factor| match factor {
        Factor::Term(term) => Some(term.sketch),
        Factor::Number(_) | Factor::Truth(_) => None,
    });
    let Some(sketch) = sketch else {
        unreachable!("a rule chooses between something")
    };
    all[0].term(sketch).select(all[1], all[2])
}

macro_rules! binary {
    ($trait:ident, $method:ident, $op:ident) => {
        impl<'s, F: Into<Factor<'s>>> $trait<F> for Term<'s> {
            type Output = Term<'s>;

            fn $method(self, other: F) -> Term<'s> {
                self.apply(ScalarOp::$op, &[other.into()])
            }
        }

        impl<'s> $trait<Term<'s>> for f64 {
            type Output = Term<'s>;

            fn $method(self, other: Term<'s>) -> Term<'s> {
                let number = Factor::Number(self).term(other.sketch);
                number.apply(ScalarOp::$op, &[other.into()])
            }
        }
    };
}

binary!(Add, add, Add);
binary!(Sub, sub, Sub);
binary!(Mul, mul, Mul);
binary!(Div, div, Div);
binary!(Rem, rem, Rem);

impl<'s> Neg for Term<'s> {
    type Output = Term<'s>;

    fn neg(self) -> Term<'s> {
        self.apply(ScalarOp::Neg, &[])
    }
}

/// The operators over tensors as functions: `sum(x)`, `matmul(a, b)`, `sum_along(x, 0)`.
pub mod tensors {
    use super::{Factor, Term};

    /// The sum of all elements.
    #[must_use]
    pub fn sum(x: Term<'_>) -> Term<'_> {
        x.sum()
    }

    /// The product of all elements.
    #[must_use]
    pub fn prod(x: Term<'_>) -> Term<'_> {
        x.prod()
    }

    /// The axes in the opposite order.
    #[must_use]
    pub fn transpose(x: Term<'_>) -> Term<'_> {
        x.transpose()
    }

    /// The product of matrices and vectors.
    #[must_use]
    pub fn matmul<'s>(a: Term<'s>, b: impl Into<Factor<'s>>) -> Term<'s> {
        a.matmul(b)
    }

    /// The elements in another shape: in a replacement that of its place.
    #[must_use]
    pub fn reshape(x: Term<'_>) -> Term<'_> {
        x.reshape()
    }

    /// A scalar in all places of a tensor: in a replacement of its place.
    #[must_use]
    pub fn spread(x: Term<'_>) -> Term<'_> {
        x.spread()
    }

    /// The sums along an axis, which is dropped.
    #[must_use]
    pub fn sum_along(x: Term<'_>, axis: i32) -> Term<'_> {
        x.sum_along(axis)
    }

    /// The products along an axis, which is dropped.
    #[must_use]
    pub fn prod_along(x: Term<'_>, axis: i32) -> Term<'_> {
        x.prod_along(axis)
    }

    /// The largest elements along an axis, which is dropped.
    #[must_use]
    pub fn max_along(x: Term<'_>, axis: i32) -> Term<'_> {
        x.max_along(axis)
    }

    /// The smallest elements along an axis, which is dropped.
    #[must_use]
    pub fn min_along(x: Term<'_>, axis: i32) -> Term<'_> {
        x.min_along(axis)
    }
}
