//! Finding the first rule whose pattern fits.

use alloc::vec::Vec;

use super::captured::{Captures, Facts};
use super::{Node, Operator, Rule, Rules};
use crate::graph::Literal;
use crate::ops::term::MOST_VARIABLES;
use crate::types::{Element, Type};

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

    /// The root of a value.
    fn root(&self, value: Self::Value) -> Root;
}

/// What is seen of an operand at once: most rules do not fit by this alone.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Root {
    /// The operator that makes it, if patterns may ask for that.
    pub(crate) operator: Option<Operator>,
    /// The one number or truth value that all of its elements are known to be.
    pub(crate) literal: Option<Literal>,
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
        // Shallow rules ask for no roots.
        let mut roots = [Root::default(); 3];
        if depth == Depth::All {
            for (root, &operand) in roots.iter_mut().zip(operands) {
                *root = subject.root(operand);
            }
        }
        let roots = roots.get(..operands.len())?;
        let same = matches!(*operands, [x, y] if subject.is_same(x, y));
        { self.of(operator, depth) }
            .filter(|rule| rule.may_fit(roots, same))
            .find_map(|rule| rule.fits(subject, operands, alone))
    }
}

impl Rule {
    /// Whether the rule may fit operands with these roots. `same` says whether the first two are
    /// one value.
    fn may_fit(&self, roots: &[Root], same: bool) -> bool {
        let Node::Made(operator, parts) = self.nodes[self.pattern] else {
            return false;
        };
        let admits = |part: usize, root: &Root| self.admits(parts[part], root);
        match roots {
            [x, y] => {
                let twice = self.nodes[parts[0]] == self.nodes[parts[1]];
                let variable = matches!(self.nodes[parts[0]], Node::Variable(_));
                (same || !twice || !variable)
                    && (admits(0, x) && admits(1, y)
                        || operator.commutes() && admits(0, y) && admits(1, x))
            }
            _ => (0..).zip(roots).all(|(part, root)| admits(part, root)),
        }
    }

    /// Whether a part of the pattern may stand for a value with this root.
    fn admits(&self, part: usize, root: &Root) -> bool {
        match self.nodes[part] {
            Node::Variable(_) => true,
            Node::Named(_, part) | Node::Again(part) => self.admits(part, root),
            Node::Number(number) => root.literal.is_some_and(|l| is_number(l, number)),
            Node::Truth(truth) => root.literal == Some(Literal::Bool(truth)),
            Node::Made(operator, _) => root.operator == Some(operator),
        }
    }

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
        let facts = Given {
            subject,
            bound,
            operands,
            alone,
        };
        let captures = Captures {
            variables: &self.variables,
            facts: &facts,
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
                let literal = subject.literal(value);
                literal.is_some_and(|l| is_number(l, number)) && self.solve(task, rest, bound)
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

/// Whether a literal is this number, in its own type.
fn is_number(literal: Literal, number: f64) -> bool {
    let element = literal.element();
    element != Element::Bool && literal == Literal::from_f64(element, number)
}

/// What the variables are bound to, among the operands of the whole.
struct Given<'g, S: Subject> {
    subject: &'g S,
    bound: &'g Bindings<S::Value>,
    operands: &'g [S::Value],
    alone: &'g dyn Fn(usize) -> bool,
}

impl<S: Subject> Given<'_, S> {
    fn value(&self, slot: usize) -> Option<S::Value> {
        match *self.bound.get(slot)? {
            Some(Bound::Value(value)) => Some(value),
            _ => None,
        }
    }
}

impl<S: Subject> Facts for Given<'_, S> {
    fn literal(&self, slot: usize) -> Option<Literal> {
        self.subject.literal(self.value(slot)?)
    }

    fn ty(&self, slot: usize) -> Option<Type> {
        self.subject.ty(self.value(slot)?)
    }

    fn is_alone(&self, slot: usize) -> bool {
        let Some(value) = self.value(slot) else {
            return false;
        };
        let mut operands = self.operands.iter();
        let position = operands.position(|&own| self.subject.is_same(own, value));
        position.is_some_and(self.alone)
    }
}
