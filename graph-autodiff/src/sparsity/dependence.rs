//! The dependence of an operator on its operands, as the operator table gives it.
//!
//! The partial derivatives of a row are built once over numbers as operands, and looked at: which
//! are zero, and which depend on which operand in a way that has a derivative. Nothing here names
//! an operator.

use alloc::vec::Vec;

use graph_ir::builder::Builder;
use graph_ir::error::Result;
use graph_ir::graph::{Graph, InputKind};
use graph_ir::ops::{Op, Partial, ScalarOp};
use graph_ir::types::{Element, Type};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

/// The largest number of operands of a scalar operator.
pub(super) const OPERANDS: usize = 3;

/// On which operands, and pairs of operands, a scalar operator depends in a way that has a
/// derivative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rule {
    /// Whether the partial derivative by each operand is anything but zero.
    pub(super) first: [bool; OPERANDS],
    /// Whether the second partial derivative by each pair is; symmetric.
    pub(super) second: [[bool; OPERANDS]; OPERANDS],
    /// The operand that the partial derivative by each operand is, as in a product: where that is
    /// zero, the other has no influence.
    pub(super) factor: [Option<usize>; OPERANDS],
}

/// The rules of the operators that were asked for.
#[derive(Debug, Default)]
pub(super) struct Rules {
    known: HashMap<ScalarOp, Rule, FxBuildHasher>,
    first: HashMap<ScalarOp, [bool; OPERANDS], FxBuildHasher>,
}

impl Rules {
    pub(super) fn of(&mut self, op: ScalarOp) -> Result<Rule> {
        if let Some(&rule) = self.known.get(&op) {
            return Ok(rule);
        }
        let Row {
            graph,
            first,
            factors,
        } = Row::of(op)?;
        let mut rule = Rule {
            first,
            ..Rule::default()
        };
        let depends = self.depends(&graph)?;
        for (operand, factor) in factors {
            let node = graph.outputs()[factor].node;
            let on = depends[node.index()];
            for (other, _) in on.iter().enumerate().filter(|(_, on)| **on) {
                rule.second[operand][other] = true;
                rule.second[other][operand] = true;
            }
            if let Op::Input(position) = graph.op(node) {
                rule.factor[operand] = Some(position as usize);
            }
        }
        self.known.insert(op, rule);
        Ok(rule)
    }

    /// For each node of a row's graph the operands on which it depends.
    fn depends(&mut self, graph: &Graph) -> Result<Vec<[bool; OPERANDS]>> {
        let mut depends: Vec<[bool; OPERANDS]> = Vec::with_capacity(graph.len());
        for id in graph.ids() {
            let mut own = [false; OPERANDS];
            let arguments = graph.arguments(id);
            let passes = if let Some(position) = graph.as_input(id) {
                own[position] = true;
                [false; OPERANDS]
            } else if let Op::Scalar(op) = graph.op(id) {
                self.first(op)?
            } else {
                // Conditions have no derivative.
                [graph.op(id) != Op::Select, true, true]
            };
            if graph.ty(id).is_float() {
                for (argument, _) in arguments.iter().zip(passes).filter(|(_, passes)| *passes) {
                    let of_argument: [bool; OPERANDS] = depends[argument.index()];
                    own.iter_mut().zip(of_argument).for_each(|(o, a)| *o |= a);
                }
            }
            depends.push(own);
        }
        Ok(depends)
    }

    fn first(&mut self, op: ScalarOp) -> Result<[bool; OPERANDS]> {
        if let Some(&first) = self.first.get(&op) {
            return Ok(first);
        }
        let first = Row::of(op)?.first;
        self.first.insert(op, first);
        Ok(first)
    }
}

/// The partial derivatives of an operator as a graph over its operands.
struct Row {
    graph: Graph,
    first: [bool; OPERANDS],
    /// The operands whose partial derivative is a factor, with its output.
    factors: Vec<(usize, usize)>,
}

impl Row {
    fn of(op: ScalarOp) -> Result<Self> {
        let builder = Builder::new();
        let number = || Type::scalar(Element::F64);
        let operands = (0..op.arity()).map(|_| builder.input("", number(), InputKind::Independent));
        let operands: Vec<_> = operands.collect();
        let mut first = [false; OPERANDS];
        let mut factors = Vec::new();
        // An operator on truth values has no float for an operand, and no derivative.
        if let Ok(value) = builder.scalar(op, &operands) {
            for (operand, partial) in op.partials(&operands, value).into_iter().enumerate() {
                first[operand] = !matches!(partial, Partial::Zero);
                let (Partial::Times(factor)
                | Partial::Masked(factor)
                | Partial::Guarded(factor)
                | Partial::Unbounded(factor)) = partial
                else {
                    continue;
                };
                factors.push((operand, factors.len()));
                builder.output("", factor)?;
            }
        }
        drop(operands);
        Ok(Self {
            graph: builder.finish()?,
            first,
            factors,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{OPERANDS, Rule, Rules};
    use graph_ir::ops::ScalarOp;

    fn rule(op: ScalarOp) -> Rule {
        Rules::default().of(op).unwrap()
    }

    /// The pairs with a second derivative, in the upper triangle.
    fn pairs(op: ScalarOp) -> alloc::vec::Vec<(usize, usize)> {
        let second = rule(op).second;
        let all = (0..OPERANDS).flat_map(|i| (i..OPERANDS).map(move |j| (i, j)));
        all.filter(|&(i, j)| second[i][j]).collect()
    }

    #[test]
    fn what_operators_are_known_to_be() {
        use ScalarOp::*;
        let linear = [
            Add,
            Sub,
            Neg,
            Abs,
            Sign,
            Max,
            Min,
            Clamp,
            Floor,
            Fract,
            Rem,
            Relu,
            Powi(0),
            Powi(1),
        ];
        for op in linear {
            assert_eq!(pairs(op), [], "{op:?}");
        }
        let curved = [
            Sqrt,
            Square,
            Exp,
            Sin,
            Tanh,
            Erf,
            Sigmoid,
            Softplus,
            Gelu,
            Powi(2),
            Powi(-1),
            Powi(i32::MIN),
        ];
        for op in curved {
            assert_eq!(pairs(op), [(0, 0)], "{op:?}");
        }
        for op in [Mul, MulAdd, Azmul, LeakyRelu] {
            assert_eq!(pairs(op), [(0, 1)], "{op:?}");
        }
        assert_eq!(pairs(Div), [(0, 1), (1, 1)]);
        for op in [Powf, Atan2, Hypot] {
            assert_eq!(pairs(op), [(0, 0), (0, 1), (1, 1)], "{op:?}");
        }
        let constant = [Sign, Floor, Ceil, Round, Trunc, Powi(0), Less, Not];
        for op in constant {
            assert_eq!(rule(op).first, [false; OPERANDS], "{op:?}");
        }
        assert_eq!(rule(Mul).factor, [Some(1), Some(0), None]);
        assert_eq!(rule(MulAdd).factor, [Some(1), Some(0), None]);
        assert_eq!(rule(Azmul).factor, [Some(1), Some(0), None]);
        assert_eq!(rule(Div).factor, [None; OPERANDS]);
    }

    #[test]
    fn every_row_has_a_rule_over_its_operands_only() {
        for op in ScalarOp::all() {
            let rule = rule(op);
            assert!(op.arity() <= OPERANDS);
            for operand in op.arity()..OPERANDS {
                assert!(!rule.first[operand], "{op:?}");
                assert_eq!(rule.second[operand], [false; OPERANDS], "{op:?}");
            }
            if !op.class().has_partials() {
                assert_eq!(rule, Rule::default(), "{op:?}");
            }
            for operand in 0..op.arity() {
                // Where there is no first derivative, there is no second one.
                let second = rule.second[operand].contains(&true);
                assert!(rule.first[operand] || !second, "{op:?}");
            }
        }
    }
}
