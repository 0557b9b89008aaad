//! Scalar operators as operators of the graph: the rules that all rows of the table share.

use alloc::vec::Vec;
use core::fmt;

use super::derivative::Sensitivity;
use super::elementwise::elementwise_cost;
use super::operator::{
    Cost, Depends, Elementwise, Forward, Operator, Reads, Reverse, Role, Tangents, Typing,
};
use super::{Op, Partial, ScalarOp, Stored};
use crate::builder::Wire;
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::algebra::Bodies;
use crate::scalar;
use crate::syntax::{NodeReader, NodeWriter};
use crate::types::Type;

impl ScalarOp {
    pub(super) fn read(_: Stored<'_>, op: Self) -> Self {
        op
    }
}

impl Operator for ScalarOp {
    fn name(&self) -> &'static str {
        (*self).name()
    }

    fn infer(&self, node: &Typing<'_>) -> Result<Vec<Type>> {
        Ok(alloc::vec![scalar::scalar(*self, node.operands)?])
    }

    fn print(&self, text: &mut NodeWriter<'_>) -> fmt::Result {
        text.word((*self).name())?;
        if let Some(parameter) = self.parameter() {
            text.word(format_args!(" {parameter}"))?;
        }
        text.arguments()
    }

    fn parse(word: &str, text: &mut NodeReader<'_, '_, '_>) -> Result<Option<Op>> {
        let Some(op) = text.scalar(word) else {
            return Ok(None);
        };
        if op.parameter().is_none() {
            return text.plain(Op::Scalar(op));
        }
        let before = *text.line;
        let parameter = text.line.number("the operator's integer parameter")?;
        match Self::from_name(word, Some(parameter)) {
            Some(op) => text.plain(Op::Scalar(op)),
            None => Err(before.error("a parameter that the operator does not have")),
        }
    }

    fn has_derivative(&self, _: &Graph) -> bool {
        true
    }

    fn tangent<'b>(&self, node: &dyn Forward<'b>) -> Result<Tangents<'b>> {
        let partials = self.partials(&node.operands(), node.value());
        let terms = partials.into_iter().enumerate();
        let terms = terms.filter_map(|(i, partial)| node.tangent(i)?.through(partial));
        Ok(Tangents::Tensor(terms.reduce(Sensitivity::plus)))
    }

    fn adjoint<'b>(&self, node: &mut dyn Reverse<'b>) -> Result<()> {
        let (builder, adjoint) = (node.builder(), node.adjoint()?);
        let known = builder.len();
        let mut operands = [node.value(); 3];
        for (position, operand) in operands[..node.arity()].iter_mut().enumerate() {
            *operand = node.operand(position);
        }
        let partials = self.partials(&operands[..node.arity()], node.value());
        let mut own: [Option<(Sensitivity<'b>, Partial<'b>)>; 3] = [None; 3];
        for (position, partial) in partials.into_iter().enumerate() {
            if !node.is_active(position) {
                continue;
            }
            let (g, partial) = without_sign(adjoint, partial, known);
            let argument = node.argument(position);
            let same = (0..position).find(|&known| node.argument(known) == argument);
            match (same.and_then(|known| own[known].as_mut()), partial) {
                // An operand that stands twice gets one product.
                (Some((own, Partial::Times(first))), Partial::Times(second))
                    if own.negative == g.negative && own.wire.node() == g.wire.node() =>
                {
                    if first.node() != second.node() {
                        *first = *first + second;
                    } else if builder.is_repeated(g.wire) {
                        *own = own.times(g.wire.full_like(2.0));
                    } else {
                        *first = *first * if own.negative { -2.0 } else { 2.0 };
                        own.negative = false;
                    }
                }
                _ => own[position] = Some((g, partial)),
            }
        }
        for (position, own) in own.into_iter().enumerate() {
            if let Some(contribution) = own.and_then(|(g, partial)| g.times_partial(partial)) {
                node.add(position, contribution);
            }
        }
        Ok(())
    }

    fn reads(&self, moves: &dyn Fn(usize) -> bool) -> Reads {
        match self {
            Self::Add | Self::Sub | Self::Neg => Reads::None,
            Self::Mul => Reads::of_product(moves),
            Self::Div if !moves(1) => Reads::Last,
            _ => Reads::All,
        }
    }

    fn depends(&self, _: &Graph, _: NodeId) -> Depends {
        Depends::Elementwise(Elementwise::Scalar(*self))
    }

    fn cost(&self, graph: &Graph, id: NodeId) -> Cost {
        elementwise_cost(graph, id, self.time())
    }

    fn role(&self) -> Role {
        Role::Elementwise
    }

    fn expand<'b>(&self, _: &[Wire<'b>], _: &mut Bodies) -> Result<Option<Wire<'b>>> {
        Ok(None)
    }
}

/// The sign of a partial derivative is the adjoint's to carry, unless the negative is there anyway:
/// among the nodes that were known before.
fn without_sign<'b>(
    g: Sensitivity<'b>,
    partial: Partial<'b>,
    known: usize,
) -> (Sensitivity<'b>, Partial<'b>) {
    match partial {
        Partial::Times(factor) if factor.node().index() >= known => {
            match factor.builder().negated(factor) {
                Some(positive) => (g.negated(), Partial::Times(positive)),
                None => (g, partial),
            }
        }
        _ => (g, partial),
    }
}
