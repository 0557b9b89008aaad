//! Effects at their places among the usages, and constants, including unused ones.

use super::draft::Symbol;
use super::inner::Values;
use super::{Item, Writer};
use crate::Error;
use crate::cppad::Operator;
use crate::cppad::document::Call;
use crate::refusal::unwritten;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::graph::{Constant, Effect, EffectKind, Literal};
use graph_ir::ops::ScalarOp;
use graph_ir::{Graph, NodeId};

/// The largest integer up to which every integer is a double.
const EXACT: u64 = 1 << 53;

/// Which nodes of a graph have users.
pub(super) struct Written {
    used: Vec<bool>,
}

impl Written {
    pub(super) fn of(graph: &Graph) -> Self {
        let mut used = vec![false; graph.len()];
        let arguments = graph.ids().flat_map(|id| graph.arguments(id));
        let effects = graph.effects().iter().flat_map(|effect| &effect.arguments);
        let outputs = graph.outputs().iter().map(|output| &output.node);
        for id in arguments.chain(effects).chain(outputs) {
            used[id.index()] = true;
        }
        Self { used }
    }
}

impl Writer {
    /// The elements of a constant. A number of the graph itself (`top` is given) is a constant of
    /// its own even if it is there twice, and is written even if it has no user.
    pub(super) fn constant(
        &mut self,
        constant: &Constant,
        id: NodeId,
        top: Option<&Written>,
    ) -> Result<Vec<Item>, Error> {
        let own = top.filter(|_| constant.shape().rank() == 0);
        let mut items = Vec::with_capacity(constant.shape().size());
        for literal in constant.literals() {
            let value = literal.to_f64();
            items.push(match literal {
                Literal::Bool(holds) => Item::Truth(super::Truth::Known(holds)),
                Literal::I64(integer) if integer.unsigned_abs() > EXACT => {
                    let why = "the format computes with doubles, which are exact up to 2^53";
                    return Err(unwritten(format!("the integer {integer}"), why));
                }
                _ if own.is_some() => Item::Number(self.draft.constant(value)?),
                _ => Item::Number(self.draft.literal(value)?),
            });
        }
        if let (Some(top), [Item::Number(symbol)]) = (own, &*items)
            && !top.used[id.index()]
        {
            self.draft.keep(*symbol)?;
        }
        Ok(items)
    }

    /// Writes an effect, once for each element of its arguments.
    pub(super) fn effect(
        &mut self,
        effect: &Effect,
        graph: &Graph,
        values: &Values,
    ) -> Result<(), Error> {
        let written = self.effect_of(effect, values);
        written.map_err(|error| error.at_effect(graph, effect, &self.sites))
    }

    fn effect_of(&mut self, effect: &Effect, values: &Values) -> Result<(), Error> {
        let (operator, swapped, call) = match &effect.kind {
            EffectKind::ControlDependency => return Ok(()),
            EffectKind::Print { before, after } => {
                let before = self.draft.string(before);
                let after = self.draft.string(after);
                (Operator::PRINT, false, Some(Call::Print { before, after }))
            }
            EffectKind::Compare(op) => match statement(*op) {
                Some((operator, swapped)) => (operator, swapped, None),
                None => return Err(unwritten("the statement", "it is not a comparison")),
            },
            _ => return Err(unwritten("the effect", "the format has none of its kind")),
        };
        if self.sides > 0 {
            let why = "the format has no conditional effects; move it out of the branch";
            return Err(unwritten("the effect inside of a branch", why));
        }
        let &[left, right] = &*effect.arguments else {
            return Err(unwritten("the effect", "it has other than two arguments"));
        };
        let (left, right) = (values.of(left), values.of(right));
        let count = match (left.len(), right.len()) {
            (count, 1) | (1, count) => count,
            (left, right) if left == right => left,
            _ => return Err(unwritten("the effect", "its arguments differ in size")),
        };
        for index in 0..count {
            let element = |items: &[Item]| items[if items.len() == 1 { 0 } else { index }];
            let mut pair = [self.number(element(left))?, self.number(element(right))?];
            if swapped {
                pair.reverse();
            }
            let _: Symbol = self.draft.usage(operator, call, &pair, 0)?;
        }
        Ok(())
    }
}

/// The operator that states a comparison, and whether its arguments are exchanged.
fn statement(op: ScalarOp) -> Option<(Operator, bool)> {
    Some(match op {
        ScalarOp::Less => (Operator::COMP_LT, false),
        ScalarOp::LessEqual => (Operator::COMP_LE, false),
        ScalarOp::Equal => (Operator::COMP_EQ, false),
        ScalarOp::NotEqual => (Operator::COMP_NE, false),
        ScalarOp::Greater => (Operator::COMP_LT, true),
        ScalarOp::GreaterEqual => (Operator::COMP_LE, true),
        _ => return None,
    })
}
