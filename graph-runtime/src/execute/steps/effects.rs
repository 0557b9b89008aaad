//! Effects: prints and comparisons, in the order of their list after the steps of their block.

use alloc::string::String;

use graph_ir::graph::{EffectKind, Graph, NodeId};
use graph_ir::ops::{Class, ScalarOp, Visitor};

use crate::execute::code::Frame;
use crate::execute::error::{ExecuteError, Result};
use crate::execute::host::{Host, Printed};
use crate::execute::memory::{Kind, Memory, Operand, Stored};
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

/// The code of one effect of a graph; `None` for one that does nothing.
pub(in crate::execute) fn lower(
    graph: &Graph,
    position: usize,
    operand: impl Fn(NodeId) -> Result<Operand>,
) -> Result<Option<Effect>> {
    let effect = &graph.effects()[position];
    let wrong = |expected| ExecuteError::WrongEffect { position, expected };
    match (&effect.kind, &effect.arguments[..]) {
        (EffectKind::Print { before, after }, &[condition, value]) => {
            if !graph.ty(condition).is_float() {
                return Err(wrong("a float that tells whether to print"));
            }
            Ok(Some(Effect::Print {
                before: before.clone(),
                after: after.clone(),
                condition: operand(condition)?,
                value: operand(value)?,
            }))
        }
        (EffectKind::Print { .. }, _) => Err(wrong("two arguments to print")),
        (EffectKind::Compare(op), &[left, right]) => {
            let alike = graph.ty(left) == graph.ty(right);
            let operands = [operand(left)?, operand(right)?];
            if op.class() != Class::Comparison || !alike || operands[0].kind == Kind::Bool {
                return Err(wrong("a comparison of two numbers of one type"));
            }
            Ok(is_counted(graph, effect.arguments.as_slice())
                .then_some(Effect::Compare { op: *op, operands }))
        }
        (EffectKind::Compare(_), _) => Err(wrong("two arguments to compare")),
        (EffectKind::ControlDependency, _) => Ok(None),
        _ => Err(wrong("an executor that knows effects of its kind")),
    }
}

/// Whether an evaluation may find that a comparison does not hold: never of two constants.
fn is_counted(graph: &Graph, arguments: &[NodeId]) -> bool {
    !arguments.iter().all(|&id| graph.as_constant(id).is_some())
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

/// Whether an element is not positive.
fn prints(condition: Values<'_>) -> bool {
    match condition {
        Values::F64(v) => !v.iter().all(|&x| x > 0.0),
        Values::F32(v) => !v.iter().all(|&x| x > 0.0),
        Values::Bool(_) | Values::I64(_) => false,
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
