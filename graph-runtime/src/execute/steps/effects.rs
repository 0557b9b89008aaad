//! Effects: prints and comparisons, in the order of their list among the steps of their block.

use alloc::string::String;

use graph_ir::graph::{EffectKind, Graph, NodeId};
use graph_ir::ops::{ScalarOp, Visitor};

use crate::execute::code::Frame;
use crate::execute::error::{ExecuteError, Result};
use crate::execute::host::{Host, Printed};
use crate::execute::memory::{Memory, Stored};
use crate::execute::place::Operand;
use crate::execute::steps::elementwise::visit;
use crate::execute::values::Values;

/// An effect that something is to be done for.
#[derive(Debug)]
pub(in crate::execute) enum Effect {
    Print {
        before: String,
        after: String,
        condition: Operand,
        value: Operand,
    },
    Compare {
        op: ScalarOp,
        operands: [Operand; 2],
    },
}

/// The code of one effect of a graph; `None` for one that nothing is to be done for.
pub(in crate::execute) fn lower(
    graph: &Graph,
    effect: &graph_ir::graph::Effect,
    operand: impl Fn(NodeId) -> Result<Operand>,
) -> Result<Option<Effect>> {
    match (&effect.kind, &effect.arguments[..]) {
        (EffectKind::Print { before, after }, &[condition, value]) => Ok(Some(Effect::Print {
            before: before.clone(),
            after: after.clone(),
            condition: operand(condition)?,
            value: operand(value)?,
        })),
        // What two constants are to each other never changes.
        (EffectKind::Compare(_), &[left, right])
            if graph.as_constant(left).is_some() && graph.as_constant(right).is_some() =>
        {
            Ok(None)
        }
        (EffectKind::Compare(op), &[left, right]) => Ok(Some(Effect::Compare {
            op: *op,
            operands: [operand(left)?, operand(right)?],
        })),
        (EffectKind::ControlDependency, _) => Ok(None),
        (kind, _) => Err(ExecuteError::UnknownEffect {
            effect: alloc::format!("{kind:?}"),
        }),
    }
}

impl Effect {
    /// Does what there is to do; gives 1 for a comparison that does not hold.
    pub(in crate::execute) fn run(&self, frame: &Frame<'_>, host: &mut Host<'_>) -> usize {
        let values = |operand: &Operand| {
            let start = frame.at(operand.kind, operand.place);
            frame.memory.values(operand.kind, start, operand.len)
        };
        match self {
            Self::Print {
                before,
                after,
                condition,
                value,
            } => {
                if let (Some(listener), true) = (&mut host.print, prints(values(condition))) {
                    listener(Printed {
                        before,
                        value: values(value),
                        after,
                    });
                }
                0
            }
            Self::Compare { op, operands } => {
                let [left, right] = operands;
                let holds = Holds {
                    memory: frame.memory,
                    at: operands.map(|operand| frame.at(operand.kind, operand.place)),
                    len: left.len.min(right.len),
                };
                usize::from(visit(*op, left.kind, holds) == Some(false))
            }
        }
    }
}

/// Whether a number is not positive.
fn prints(condition: Values<'_>) -> bool {
    match condition {
        Values::F64(v) => !v.iter().all(|&x| x > 0.0),
        Values::F32(v) => !v.iter().all(|&x| x > 0.0),
        Values::I64(v) => !v.iter().all(|&x| x > 0),
        Values::Bool(_) => false,
    }
}

/// Whether a comparison holds for all elements.
struct Holds<'m> {
    memory: &'m Memory,
    at: [usize; 2],
    len: usize,
}

impl<T: Stored> Visitor<T> for Holds<'_> {
    type Output = bool;

    fn unary(self, _: impl Fn(T) -> T) -> bool {
        true
    }

    fn binary(self, _: impl Fn(T, T) -> T) -> bool {
        true
    }

    fn ternary(self, _: impl Fn(T, T, T) -> T) -> bool {
        true
    }

    fn compare(self, f: impl Fn(T, T) -> bool) -> bool {
        let lane = T::lane(self.memory);
        let [left, right] = self.at.map(|at| &lane[at..][..self.len]);
        left.iter().zip(right).all(|(&x, &y)| f(x, y))
    }
}
