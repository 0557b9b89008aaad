//! Integers that a loop carries from one iteration to the next by a constant step: they are made of
//! the loop's variable, and so are the windows that move with them.

use alloc::format;
use alloc::string::String;

use graph_ir::graph::Literal;
use graph_ir::ops::{Op, ScalarOp, Scan};
use graph_ir::types::{Element, Type};
use graph_ir::{Graph, NodeId};

use super::body::{Body, Scope};
use super::form::NodeForm;
use super::text::{Binding, Text};

/// An integer `factor * variable + offset`.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    variable: String,
    factor: i64,
    offset: i64,
}

impl Counter {
    pub(super) fn new(variable: &str, factor: i64, offset: i64) -> Self {
        Self {
            variable: variable.into(),
            factor,
            offset,
        }
    }

    /// The counter that a loop carries at a position, if it is one, and its value after the loop.
    pub(super) fn of(
        scope: &Scope<'_>,
        id: NodeId,
        scan: &Scan,
        position: usize,
        variable: &str,
    ) -> Option<(Self, i64)> {
        let graph = scope.graph;
        let first = graph.arguments(id)[scan.captured + position];
        let start = integer(graph, first)?;
        let body = &graph.function(scan.body).graph;
        let input = body.inputs().get(scan.captured + position)?.node;
        let next = body.outputs().get(position)?.node;
        let (Op::Scalar(ScalarOp::Add), &[a, b]) = (body.op(next), body.arguments(next)) else {
            return None;
        };
        let other = if a == input { b } else { a };
        if a != input && b != input {
            return None;
        }
        let step = integer(body, other)?;
        let length = scan.length.known_integer()?;
        let last = start.checked_add(step.checked_mul(length)?)?;
        let (factor, offset) = match scan.reverse {
            false => (step, start),
            true => (step.checked_neg()?, last.checked_sub(step)?),
        };
        Some((Self::new(variable, factor, offset), last))
    }

    /// The text of the integer, with so much added.
    pub(super) fn text(&self, more: i64) -> Text {
        let offset = self.offset.wrapping_add(more);
        let own = &self.variable;
        let (moving, binding) = match self.factor {
            0 => return super::literal::number(Literal::I64(offset), Element::F64),
            1 => (own.clone(), Binding::Atom),
            -1 => return Text::new(format!("{offset} - {own}"), Binding::Sum),
            factor if factor < 0 => {
                let factor = factor.unsigned_abs();
                return Text::new(format!("{offset} - {factor} * {own}"), Binding::Sum);
            }
            factor => (format!("{factor} * {own}"), Binding::Product),
        };
        match offset {
            0 => Text::new(moving, binding),
            offset if offset < 0 => {
                let offset = offset.unsigned_abs();
                Text::new(format!("{moving} - {offset}"), Binding::Sum)
            }
            offset => Text::new(format!("{moving} + {offset}"), Binding::Sum),
        }
    }
}

impl Body<'_> {
    /// The range that indices are, if they are neighbours from one on that moves with a loop.
    pub(super) fn moving_range(&self, scope: &Scope<'_>, indices: NodeId) -> Option<String> {
        let graph = scope.graph;
        if graph.node_name(indices).is_some() || graph.ty(indices).shape.rank() != 1 {
            return None;
        }
        let &[a, b] = graph.arguments(indices) else {
            return None;
        };
        if graph.op(indices) != Op::Scalar(ScalarOp::Add) {
            return None;
        }
        let (first, other) = match (neighbours(graph, a), neighbours(graph, b)) {
            (Some(first), _) => (first, b),
            (_, Some(first)) => (first, a),
            _ => return None,
        };
        let &NodeForm::Spread(source) = scope.forms.form(other) else {
            return None;
        };
        let text = self.read(scope, source).ok()?;
        let counter = self.counters.iter();
        let counter = counter
            .rev()
            .find(|counter| counter.text(0).words == text.words)?;
        let count = i64::try_from(graph.ty(indices).shape.size()).ok()?;
        let (start, end) = (counter.text(first), counter.text(first.checked_add(count)?));
        Some(format!("{}..{}", start.words, end.words))
    }
}

/// The first of several integers, if each is one more than the one before it.
fn neighbours(graph: &Graph, id: NodeId) -> Option<i64> {
    let own = graph.as_constant(id)?;
    let mut integers = own.literals().map(|literal| match literal {
        Literal::I64(value) => Some(value),
        _ => None,
    });
    let first = integers.next()??;
    let mut rest = integers.zip(1..);
    rest.all(|(value, more)| value == first.checked_add(more))
        .then_some(first)
}

/// An integer that is known: a constant, or a sum of two.
fn integer(graph: &Graph, id: NodeId) -> Option<i64> {
    if *graph.ty(id) != Type::scalar(Element::I64) {
        return None;
    }
    let constant = |id| match graph.as_constant(id)?.literal(0) {
        Literal::I64(value) => Some(value),
        _ => None,
    };
    if let (Op::Scalar(ScalarOp::Add), &[a, b]) = (graph.op(id), graph.arguments(id)) {
        return constant(a)?.checked_add(constant(b)?);
    }
    constant(id)
}
