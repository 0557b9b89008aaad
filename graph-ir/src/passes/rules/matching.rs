//! Finding the first rule whose pattern fits.

use super::captures::{Captures, Facts};
use super::{Node, Operator, Rule, Rules};
use crate::graph::Literal;
use crate::ops::term::MOST_VARIABLES;
use crate::types::{Element, Shape};

/// Values that patterns are compared with: those of a graph, or those of a program.
///
/// A value that is known to be a number or a truth value is not one that an operator makes.
pub trait Subject {
    /// A value: an operand, or a part of one.
    type Value: Copy;

    /// Whether two are the same value.
    fn is_same(&self, a: Self::Value, b: Self::Value) -> bool;

    /// The one number or truth value that all elements of a value are known to be.
    fn literal(&self, value: Self::Value) -> Option<Literal>;

    /// The operator that makes a value.
    fn operator(&self, value: Self::Value) -> Option<Operator>;

    /// The operands of a value that this operator makes; those beyond its arity mean nothing.
    fn operands(&self, value: Self::Value, by: Operator) -> Option<[Self::Value; 3]>;

    /// The element type of a value.
    fn element(&self, value: Self::Value) -> Option<Element>;

    /// The shape of a value.
    fn shape(&self, value: Self::Value) -> Option<Shape>;
}

/// The value or number that a variable is bound to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound<V> {
    Value(V),
    Number(f64),
}

/// The bindings of the variables, by their positions.
pub(super) type Bindings<V> = [Option<Bound<V>>; MOST_VARIABLES];

/// A rule that fits, with the values of its variables.
#[derive(Debug)]
pub struct Found<'r, V> {
    pub(super) rule: &'r Rule,
    pub(super) bound: Bindings<V>,
}

/// Which rules are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Depth {
    /// All.
    All,
    /// Those alone that neither look at how operands are made nor for numbers among them.
    Shallow,
}

/// An operand of a pattern, as far as one look at it tells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Any,
    Number(f64),
    Truth(bool),
    Made(Operator),
}

/// The result of one look at an operand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Sight {
    Unknown,
    Literal(Literal),
    Made(Operator),
}

impl Sight {
    pub(super) fn of<S: Subject>(subject: &S, value: S::Value) -> Self {
        match subject.literal(value) {
            Some(literal) => Self::Literal(literal),
            None => { subject.operator(value) }.map_or(Self::Unknown, Self::Made),
        }
    }
}

impl Kind {
    /// Those of the operator at the root of a pattern.
    pub(super) fn of_operands(nodes: &[Node], pattern: usize) -> [Self; 3] {
        let Node::Made(_, operands) = nodes[pattern] else {
            return [Self::Any; 3];
        };
        operands.map(|at| {
            let at = match nodes[at] {
                Node::Named(_, part) | Node::Again(part) => part,
                _ => at,
            };
            match nodes[at] {
                Node::Number(number) => Self::Number(number),
                Node::Truth(truth) => Self::Truth(truth),
                Node::Made(operator, _) => Self::Made(operator),
                Node::Variable(_) | Node::Named(..) | Node::Again(_) => Self::Any,
            }
        })
    }

    /// Whether an operand that looks like this may be of this kind.
    fn admits(self, sight: Sight) -> bool {
        match (self, sight) {
            (Self::Any, _) => true,
            (Self::Number(number), Sight::Literal(literal)) => is_number(literal, number),
            (Self::Truth(truth), Sight::Literal(literal)) => literal == Literal::Bool(truth),
            (Self::Made(by), Sight::Made(operator)) => by.accepts(operator),
            (Self::Number(_) | Self::Truth(_) | Self::Made(_), _) => false,
        }
    }
}

/// Whether a literal is this number, in its own type.
fn is_number(literal: Literal, number: f64) -> bool {
    let element = literal.element();
    element != Element::Bool && literal == Literal::from_f64(element, number)
}

/// The positions of two operands at the root of a pattern that are one variable.
pub(super) fn twins(nodes: &[Node], pattern: usize) -> Option<[usize; 2]> {
    let Node::Made(operator, operands) = nodes[pattern] else {
        return None;
    };
    let variable = |position: usize| match nodes[operands[position]] {
        Node::Variable(slot) if position < operator.arity() => Some(slot),
        _ => None,
    };
    let mut pairs = [[0, 1], [0, 2], [1, 2]].into_iter();
    pairs.find(|&[a, b]| variable(a).is_some() && variable(a) == variable(b))
}

impl Rules {
    /// The first rule that fits an operator over operands; `alone` says of an operand whether this
    /// is its only use.
    pub fn find<S: Subject>(
        &self,
        subject: &S,
        operator: Operator,
        operands: &[S::Value],
        alone: &dyn Fn(usize) -> bool,
        depth: Depth,
    ) -> Option<Found<'_, S::Value>> {
        let mut sights = [Sight::Unknown; 3];
        if depth == Depth::All {
            for (sight, &operand) in sights.iter_mut().zip(operands) {
                *sight = Sight::of(subject, operand);
            }
        }
        let sights = &sights[..operands.len().min(3)];
        let mut rules = self.of(operator, depth);
        rules.find_map(|rule| {
            let may_fit = rule.may_fit(subject, operator, operands, sights);
            may_fit.then(|| rule.fits(subject, operands, alone))?
        })
    }
}

impl Rule {
    /// Whether a first look at the operands does not rule it out; nearly all rules end here.
    pub(super) fn may_fit<S: Subject>(
        &self,
        subject: &S,
        operator: Operator,
        operands: &[S::Value],
        sights: &[Sight],
    ) -> bool {
        if self.over_tensors && !self.root().is_some_and(|root| root.accepts(operator)) {
            return false;
        }
        if let Some([a, b]) = self.twins
            && !subject.is_same(operands[a], operands[b])
        {
            return false;
        }
        let admit = |kinds: [Kind; 3]| {
            let mut pairs = kinds.iter().zip(sights);
            pairs.all(|(kind, &sight)| kind.admits(sight))
        };
        let [first, second, third] = self.operands;
        admit(self.operands) || operator.commutes() && admit([second, first, third])
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
        let mut attempt = Attempt {
            rule: self,
            subject,
            operands,
            alone,
            bound: [None; MOST_VARIABLES],
        };
        let fits = attempt.operands(operator, &parts, operands, None);
        fits.then_some(Found {
            rule: self,
            bound: attempt.bound,
        })
    }
}

/// The comparisons that are left.
struct Goals<'g, V> {
    at: usize,
    value: V,
    rest: Option<&'g Goals<'g, V>>,
}

/// The comparison of one rule with the operands of one operator.
struct Attempt<'a, S: Subject> {
    rule: &'a Rule,
    subject: &'a S,
    operands: &'a [S::Value],
    alone: &'a dyn Fn(usize) -> bool,
    bound: Bindings<S::Value>,
}

impl<S: Subject> Attempt<'_, S> {
    /// Compares parts with operands, in either order where that makes no difference.
    fn operands(
        &mut self,
        operator: Operator,
        parts: &[usize; 3],
        operands: &[S::Value],
        rest: Option<&Goals<'_, S::Value>>,
    ) -> bool {
        let goal = |at, value, rest| Goals { at, value, rest };
        match *operands {
            [x] => self.solve(Some(&goal(parts[0], x, rest))),
            [x, y] => {
                let before = operator.commutes().then_some(self.bound);
                let second = goal(parts[1], y, rest);
                if self.solve(Some(&goal(parts[0], x, Some(&second)))) {
                    return true;
                }
                let Some(before) = before else {
                    return false;
                };
                self.bound = before;
                let second = goal(parts[1], x, rest);
                self.solve(Some(&goal(parts[0], y, Some(&second))))
            }
            [x, y, z] => {
                let third = goal(parts[2], z, rest);
                let second = goal(parts[1], y, Some(&third));
                self.solve(Some(&goal(parts[0], x, Some(&second))))
            }
            _ => false,
        }
    }

    /// Makes the comparisons that are left; patterns are small, and no deeper than they are large.
    fn solve(&mut self, goals: Option<&Goals<'_, S::Value>>) -> bool {
        let Some(&Goals { at, value, rest }) = goals else {
            return self.complete();
        };
        let of_part = |part| Goals {
            at: part,
            value,
            rest,
        };
        match self.rule.nodes[at] {
            Node::Variable(slot) => self.bind(slot, value) && self.solve(rest),
            Node::Named(slot, part) => self.bind(slot, value) && self.solve(Some(&of_part(part))),
            Node::Again(part) => self.solve(Some(&of_part(part))),
            Node::Number(number) => {
                let is = |literal| is_number(literal, number);
                self.subject.literal(value).is_some_and(is) && self.solve(rest)
            }
            Node::Truth(truth) => {
                self.subject.literal(value) == Some(Literal::Bool(truth)) && self.solve(rest)
            }
            Node::Made(operator, parts) => match self.subject.operands(value, operator) {
                Some(own) => self.operands(operator, &parts, &own[..operator.arity()], rest),
                None => false,
            },
        }
    }

    fn bind(&mut self, slot: usize, value: S::Value) -> bool {
        match self.bound.get_mut(slot) {
            Some(Some(Bound::Value(known))) => self.subject.is_same(*known, value),
            Some(free @ None) => {
                *free = Some(Bound::Value(value));
                true
            }
            _ => false,
        }
    }

    /// Whether the rule holds for the values of its variables; binds the numbers that it computes
    /// from them.
    fn complete(&mut self) -> bool {
        let rule = self.rule;
        let captures = Captures {
            variables: &rule.variables,
            facts: self,
        };
        if !rule.condition.as_ref().is_none_or(|holds| holds(&captures)) {
            return false;
        }
        for (slot, value) in &rule.values {
            let captures = Captures {
                variables: &rule.variables,
                facts: self,
            };
            let Some(number) = value(&captures) else {
                return false;
            };
            self.bound[*slot] = Some(Bound::Number(number));
        }
        true
    }

    /// The value that a variable stands for.
    fn value(&self, slot: usize) -> Option<S::Value> {
        match self.bound.get(slot) {
            Some(&Some(Bound::Value(value))) => Some(value),
            _ => None,
        }
    }
}

impl<S: Subject> Facts for Attempt<'_, S> {
    fn literal(&self, slot: usize) -> Option<Literal> {
        self.subject.literal(self.value(slot)?)
    }

    fn element(&self, slot: usize) -> Option<Element> {
        self.subject.element(self.value(slot)?)
    }

    fn shape(&self, slot: usize) -> Option<Shape> {
        self.subject.shape(self.value(slot)?)
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
