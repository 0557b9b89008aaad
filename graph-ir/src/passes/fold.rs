//! Constant folding: operators over constants are computed, in their own element type and by the
//! functions that generated code calls.

use alloc::vec::Vec;

use graph_math::math::Float;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Constant, Graph, Literal, NodeId};
use crate::ops::{Depends, Elementwise, OpView, ScalarOp, Slice, Visitor};
use crate::types::{Element, Type};

/// Tensors above this size are not folded: the constants would be larger than the code.
const MAX_FOLDED: usize = 1024;

/// The value of a node whose arguments are constants, if it is cheap to keep.
pub(super) fn fold<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    arguments: &[Wire<'b>],
) -> Result<Option<Wire<'b>>> {
    // Most nodes have an argument that is not known, and are not looked at any further.
    let is_known = |&wire: &Wire<'b>| builder.is_constant(wire) || builder.splat(wire).is_some();
    if arguments.is_empty() || !arguments.iter().all(is_known) {
        return Ok(None);
    }
    let Some(op) = Foldable::of(graph, id) else {
        return Ok(None);
    };
    let own = graph.ty(id);
    if let Some(literal) = splat(builder, &op, own, arguments) {
        let wire = builder.literal(literal);
        return builder.spread_to(wire, &own.shape).map(Some);
    }
    if !own.shape.count().at_most(MAX_FOLDED) {
        return Ok(None);
    }
    if !arguments.iter().all(|&wire| builder.is_constant(wire)) {
        return Ok(None);
    }
    let positions: Vec<usize> = match &op {
        Foldable::Slice(slice) => {
            let strides = builder.ty(arguments[0])?.shape.strides();
            slice.positions(&own.shape, &strides).collect()
        }
        Foldable::Elementwise(_) | Foldable::Reshape => (0..own.shape.size()).collect(),
    };
    // Tables are read in place: a table may be long, and each of its elements taken alone.
    let literals = positions.iter().map(|&position| {
        let operands = arguments.iter();
        let operands = operands.map(|&wire| builder.element(wire, position));
        op.element(own, &operands.collect::<Option<Vec<Literal>>>()?)
    });
    let Some(literals) = literals.collect::<Option<Vec<Literal>>>() else {
        return Ok(None);
    };
    let constant = Constant::from_literals(own.element, own.shape.clone(), literals);
    Ok(Some(builder.constant(constant)))
}

/// The one element of the result, where each argument is one number repeated.
fn splat(builder: &Builder, op: &Foldable, own: &Type, arguments: &[Wire<'_>]) -> Option<Literal> {
    let operands = arguments.iter().map(|&wire| builder.splat(wire));
    op.element(own, &operands.collect::<Option<Vec<Literal>>>()?)
}

/// An operator over constants that is computed here.
enum Foldable {
    Elementwise(Elementwise),
    Reshape,
    Slice(Slice),
}

impl Foldable {
    fn of(graph: &Graph, id: NodeId) -> Option<Self> {
        let view = graph.view(id);
        if let Depends::Elementwise(op) = view.rules().depends(graph, id) {
            return Some(Self::Elementwise(op));
        }
        if let OpView::Slice(slice) = view {
            return (!slice.is_symbolic()).then_some(Self::Slice(slice));
        }
        matches!(view, OpView::Reshape(_)).then_some(Self::Reshape)
    }

    /// One element of the result.
    fn element(&self, own: &Type, operands: &[Literal]) -> Option<Literal> {
        let op = match self {
            Self::Elementwise(op) => *op,
            Self::Reshape | Self::Slice(_) => return operands.first().copied(),
        };
        match op {
            Elementwise::Scalar(op) => scalar(op, operands),
            Elementwise::Cast => cast(*operands.first()?, own.element),
            Elementwise::Select => {
                let &[Literal::Bool(condition), a, b] = operands else {
                    return None;
                };
                Some(if condition { a } else { b })
            }
            Elementwise::Sum | Elementwise::StopGradient => None,
        }
    }
}

/// The operator's value. Generic floats have no value before their type is known, and integers over
/// zero have none.
pub fn scalar(op: ScalarOp, operands: &[Literal]) -> Option<Literal> {
    match *operands.first()? {
        Literal::F64(_) => {
            let operands = bits(operands, |l| match l {
                Literal::F64(bits) => Some(f64::from_bits(bits)),
                _ => None,
            })?;
            let result = op.visit_float(One {
                operands: &operands,
            })??;
            Some(result.literal(|x| Literal::F64(x.to_bits())))
        }
        Literal::F32(_) => {
            let operands = bits(operands, |l| match l {
                Literal::F32(bits) => Some(f32::from_bits(bits)),
                _ => None,
            })?;
            let result = op.visit_float(One {
                operands: &operands,
            })??;
            Some(result.literal(|x| Literal::F32(x.to_bits())))
        }
        Literal::I64(_) => {
            let operands = bits(operands, |l| match l {
                Literal::I64(value) => Some(value),
                _ => None,
            })?;
            if op.divides() && operands.last() == Some(&0) {
                return None;
            }
            let result = op.visit_integer(One {
                operands: &operands,
            })??;
            Some(result.literal(Literal::I64))
        }
        Literal::Bool(_) => {
            let operands = bits(operands, |l| match l {
                Literal::Bool(value) => Some(value),
                _ => None,
            })?;
            let result = op.visit_logic(One {
                operands: &operands,
            })??;
            Some(result.literal(Literal::Bool))
        }
        Literal::Float(_) => None,
    }
}

fn bits<T>(operands: &[Literal], value: impl Fn(Literal) -> Option<T>) -> Option<Vec<T>> {
    operands.iter().map(|&literal| value(literal)).collect()
}

/// A conversion, as [`Op::Cast`](crate::ops::Op::Cast) defines it.
pub fn cast(literal: Literal, element: Element) -> Option<Literal> {
    Some(match (literal, element) {
        (_, Element::Float) | (Literal::Float(_), _) => return None,
        (Literal::I64(value), Element::F32) => Literal::F32(f32::from_i64(value).to_bits()),
        (Literal::I64(value), Element::Bool) => Literal::Bool(value != 0),
        (Literal::I64(_), Element::I64) => literal,
        _ => match element {
            Element::I64 => Literal::I64(literal.to_f64().to_i64()),
            _ => Literal::from_f64(element, literal.to_f64()),
        },
    })
}

/// Applies an operator to one element of each operand.
struct One<'o, T> {
    operands: &'o [T],
}

/// The value of an operator.
enum Yield<T> {
    Value(T),
    Truth(bool),
}

impl<T> Yield<T> {
    fn literal(self, value: impl Fn(T) -> Literal) -> Literal {
        match self {
            Self::Value(x) => value(x),
            Self::Truth(truth) => Literal::Bool(truth),
        }
    }
}

impl<T: Copy> Visitor<T> for One<'_, T> {
    type Output = Option<Yield<T>>;

    fn unary(self, f: impl Fn(T) -> T) -> Self::Output {
        match *self.operands {
            [x] => Some(Yield::Value(f(x))),
            _ => None,
        }
    }

    fn binary(self, f: impl Fn(T, T) -> T) -> Self::Output {
        match *self.operands {
            [x, y] => Some(Yield::Value(f(x, y))),
            _ => None,
        }
    }

    fn ternary(self, f: impl Fn(T, T, T) -> T) -> Self::Output {
        match *self.operands {
            [x, y, z] => Some(Yield::Value(f(x, y, z))),
            _ => None,
        }
    }

    fn compare(self, f: impl Fn(T, T) -> bool) -> Self::Output {
        match *self.operands {
            [x, y] => Some(Yield::Truth(f(x, y))),
            _ => None,
        }
    }
}
