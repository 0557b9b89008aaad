//! The sides of a rule, written with the operators themselves.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::{Add, Div, Mul, Neg, Rem, Sub};

use super::ScalarOp;

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
}

impl Operator {
    /// The operator that rules call by this word, one with an integer parameter by a word and this
    /// parameter.
    #[must_use]
    pub fn of_word(word: &str, parameter: Option<i32>) -> Option<Self> {
        match word {
            "select" => Some(Self::Select),
            _ => ScalarOp::from_name(word, parameter).map(Self::Scalar),
        }
    }

    /// The number of operands.
    #[must_use]
    pub fn arity(self) -> usize {
        match self {
            Self::Scalar(op) => op.arity(),
            Self::Select => 3,
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
