//! Finding the first rule whose pattern fits.

use alloc::vec::Vec;

use super::{Node, Operator, Rule, Rules};
use crate::graph::Literal;
use crate::ops::term::MOST_VARIABLES;
use crate::types::{Element, Shape, Type};

/// Values that patterns are compared with.
pub(crate) trait Subject {
    /// A value: an operand, or a part of one.
    type Value: Copy;

    /// Whether two are the same value.
    fn is_same(&self, a: Self::Value, b: Self::Value) -> bool;

    /// The one number or truth value that all elements of a value are known to be.
    fn literal(&self, value: Self::Value) -> Option<Literal>;

    /// The operands of a value that this operator makes, from this position on.
    fn operand(&self, value: Self::Value, by: Operator, position: usize) -> Option<Self::Value>;

    /// The type of a value.
    fn ty(&self, value: Self::Value) -> Option<Type>;
}

/// The value that a variable stands for.
#[derive(Clone, Debug)]
pub struct Captured {
    literal: Option<Literal>,
    ty: Option<Type>,
    alone: bool,
}

impl Captured {
    /// The number that all of its elements are, if that is known.
    #[must_use]
    pub fn number(&self) -> Option<f64> {
        let literal = self.literal.filter(|l| l.element() != Element::Bool);
        literal.map(Literal::to_f64)
    }

    /// The same in its own type.
    #[must_use]
    pub fn literal(&self) -> Option<Literal> {
        self.literal
    }

    /// The element type.
    #[must_use]
    pub fn element(&self) -> Option<Element> {
        self.ty.as_ref().map(|ty| ty.element)
    }

    /// Whether the elements are floats.
    #[must_use]
    pub fn is_float(&self) -> bool {
        self.ty.as_ref().is_some_and(Type::is_float)
    }

    /// The shape.
    #[must_use]
    pub fn shape(&self) -> Option<&Shape> {
        self.ty.as_ref().map(|ty| &ty.shape)
    }

    /// Whether it is an operand of the whole and used nowhere else.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.alone
    }
}

/// The values that the variables of a rule stand for.
#[derive(Debug)]
pub struct Captures<'r> {
    variables: &'r [&'static str],
    captured: Vec<Option<Captured>>,
}

impl Captures<'_> {
    /// The value that this variable stands for; nothing is known of one that is not in the pattern.
    #[must_use]
    pub fn get(&self, variable: &str) -> Captured {
        let slot = self.variables.iter().position(|&name| name == variable);
        let captured = slot.and_then(|slot| self.captured.get(slot).cloned().flatten());
        captured.unwrap_or(Captured {
            literal: None,
            ty: None,
            alone: false,
        })
    }
}

/// The value or number that a variable is bound to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Bound<V> {
    Value(V),
    Number(f64),
}

/// The bindings of the variables, by their positions.
pub(crate) type Bindings<V> = [Option<Bound<V>>; MOST_VARIABLES];

/// A rule that fits.
pub(crate) struct Found<'r, V> {
    pub(crate) rule: &'r Rule,
    pub(crate) bound: Bindings<V>,
}

/// Whether a rule holds for the bindings of its variables.
type Holds<'t, V> = &'t dyn Fn(&Bindings<V>) -> bool;

/// The values to compare with, and the condition on the bindings in the end.
type Task<'t, S> = (&'t S, Holds<'t, <S as Subject>::Value>);

/// The comparisons that are left.
struct Goals<'g, V> {
    at: usize,
    value: V,
    rest: Option<&'g Goals<'g, V>>,
}

/// Whether only rules are tried that do not look at how operands are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Depth {
    All,
    Shallow,
}

impl Rules {
    /// The first rule that fits an operator over operands; `alone` says of an operand whether this
    /// is its only use.
    pub(crate) fn find<S: Subject>(
        &self,
        subject: &S,
        operator: Operator,
        operands: &[S::Value],
        alone: &dyn Fn(usize) -> bool,
        depth: Depth,
    ) -> Option<Found<'_, S::Value>> {
        let mut rules = self.of(operator, depth);
        rules.find_map(|rule| rule.fits(subject, operands, alone))
    }
}

impl Rule {
    pub(super) fn fits<S: Subject>(
        &self,
        subject: &S,
        operands: &[S::Value],
        alone: &dyn Fn(usize) -> bool,
    ) -> Option<Found<'_, S::Value>> {
        let Node::Made(operator, parts) = self.nodes[self.pattern] else {
            return None;
        };
        let holds = |bound: &Bindings<S::Value>| self.numbers(subject, bound, operands, alone);
        let mut bound = [None; MOST_VARIABLES];
        let found = self.operands(
            (subject, &|bound| holds(bound).is_some()),
            operator,
            (&parts, operands),
            None,
            &mut bound,
        );
        let numbers = if found { holds(&bound)? } else { return None };
        for ((slot, _), number) in self.values.iter().zip(numbers) {
            bound[*slot] = Some(Bound::Number(number));
        }
        Some(Found { rule: self, bound })
    }

    /// The numbers that the rule computes from the bindings of its variables, if it holds for them.
    fn numbers<S: Subject>(
        &self,
        subject: &S,
        bound: &Bindings<S::Value>,
        operands: &[S::Value],
        alone: &dyn Fn(usize) -> bool,
    ) -> Option<Vec<f64>> {
        if self.values.is_empty() && self.condition.is_none() {
            return Some(Vec::new());
        }
        let captured = bound.iter().map(|bound| match *bound {
            Some(Bound::Value(value)) => Some(captured(subject, value, operands, alone)),
            _ => None,
        });
        let captures = Captures {
            variables: &self.variables,
            captured: captured.collect(),
        };
        let holds = self.condition.as_ref().is_none_or(|holds| holds(&captures));
        let numbers = self.values.iter().map(|(_, value)| value(&captures));
        holds.then(|| numbers.collect())?
    }

    /// Compares parts with operands, in either order where that makes no difference.
    fn operands<S: Subject>(
        &self,
        task: Task<'_, S>,
        operator: Operator,
        (parts, operands): (&[usize; 3], &[S::Value]),
        rest: Option<&Goals<'_, S::Value>>,
        bound: &mut Bindings<S::Value>,
    ) -> bool {
        let goal = |at, value, rest| Goals { at, value, rest };
        match *operands {
            [x] => self.solve(task, Some(&goal(parts[0], x, rest)), bound),
            [x, y] => {
                let before = *bound;
                let second = goal(parts[1], y, rest);
                if self.solve(task, Some(&goal(parts[0], x, Some(&second))), bound) {
                    return true;
                }
                if !operator.commutes() {
                    return false;
                }
                *bound = before;
                let second = goal(parts[1], x, rest);
                self.solve(task, Some(&goal(parts[0], y, Some(&second))), bound)
            }
            [x, y, z] => {
                let third = goal(parts[2], z, rest);
                let second = goal(parts[1], y, Some(&third));
                self.solve(task, Some(&goal(parts[0], x, Some(&second))), bound)
            }
            _ => false,
        }
    }

    /// Makes the comparisons that are left; patterns are small, and no deeper than they are large.
    fn solve<S: Subject>(
        &self,
        task: Task<'_, S>,
        goals: Option<&Goals<'_, S::Value>>,
        bound: &mut Bindings<S::Value>,
    ) -> bool {
        let (subject, holds) = task;
        let Some(&Goals { at, value, rest }) = goals else {
            return holds(bound);
        };
        match self.nodes[at] {
            Node::Variable(slot) => {
                self.bind(subject, slot, value, bound) && self.solve(task, rest, bound)
            }
            Node::Named(slot, part) => {
                let goal = Goals {
                    at: part,
                    value,
                    rest,
                };
                self.bind(subject, slot, value, bound) && self.solve(task, Some(&goal), bound)
            }
            Node::Again(part) => {
                let goal = Goals {
                    at: part,
                    value,
                    rest,
                };
                self.solve(task, Some(&goal), bound)
            }
            Node::Number(number) => {
                let is = |l: Literal| {
                    l.element() != Element::Bool && l == Literal::from_f64(l.element(), number)
                };
                subject.literal(value).is_some_and(is) && self.solve(task, rest, bound)
            }
            Node::Truth(truth) => {
                subject.literal(value) == Some(Literal::Bool(truth))
                    && self.solve(task, rest, bound)
            }
            Node::Made(operator, parts) => {
                let mut operands = [value; 3];
                let count = operator.arity();
                for (position, operand) in operands[..count].iter_mut().enumerate() {
                    let Some(found) = subject.operand(value, operator, position) else {
                        return false;
                    };
                    *operand = found;
                }
                self.operands(task, operator, (&parts, &operands[..count]), rest, bound)
            }
        }
    }

    fn bind<S: Subject>(
        &self,
        subject: &S,
        slot: usize,
        value: S::Value,
        bound: &mut Bindings<S::Value>,
    ) -> bool {
        match bound.get_mut(slot) {
            Some(Some(Bound::Value(known))) => subject.is_same(*known, value),
            Some(free @ None) => {
                *free = Some(Bound::Value(value));
                true
            }
            _ => false,
        }
    }
}

fn captured<S: Subject>(
    subject: &S,
    value: S::Value,
    operands: &[S::Value],
    alone: &dyn Fn(usize) -> bool,
) -> Captured {
    let position = operands.iter().position(|&own| subject.is_same(own, value));
    Captured {
        literal: subject.literal(value),
        ty: subject.ty(value),
        alone: position.is_some_and(alone),
    }
}
