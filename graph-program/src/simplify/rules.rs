//! The identities by which one scalar expression is simpler than another.
//!
//! The exact ones hold for every float, up to which NaN a NaN is; see `passes::simplify` for those
//! that look exact and are not.

use graph_ir::graph::Literal;
use graph_ir::ops::ScalarOp;
use graph_ir::passes::{cast_literal, reciprocal, scalar_literal, upward_scale};
use graph_ir::types::Element;

use crate::{Atom, Expression};

/// Which identities hold.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    /// Whether numbers are finite and zeros have no sign.
    pub(super) finite: bool,
}

/// The replacement of an expression.
pub(super) enum Simpler {
    Atom(Atom),
    Expression(Expression),
}

/// The value given to a variable, where rules [look at](look_at) it.
type Given<'a> = &'a dyn Fn(Atom) -> Option<&'a Expression>;

/// Whether a rule may look at this behind the variable that is given it.
pub(super) fn look_at(value: &Expression) -> bool {
    match *value {
        Expression::Scalar(ScalarOp::Neg | ScalarOp::Not, _) => true,
        Expression::Scalar(ScalarOp::Mul, [x, y, _]) => scale(x).or(scale(y)).is_some(),
        _ => false,
    }
}

impl Rules {
    /// A simpler replacement of an expression of a type, if any.
    pub(super) fn simpler(
        self,
        element: Element,
        value: &Expression,
        given: Given<'_>,
    ) -> Option<Simpler> {
        match *value {
            Expression::Scalar(op, ref atoms) => {
                let atoms = &atoms[..op.arity()];
                if let Some(literal) = folded(op, atoms) {
                    return Some(Simpler::Atom(Atom::Literal(literal)));
                }
                self.scalar(op, element, atoms, given)
            }
            Expression::Position(ref index) if index.is_constant() => {
                Some(Simpler::Atom(Atom::Literal(Literal::I64(index.offset))))
            }
            Expression::Cast(Atom::Literal(literal)) => {
                let literal = cast_literal(literal, element)?;
                Some(Simpler::Atom(Atom::Literal(literal)))
            }
            Expression::Select([condition, a, b]) => select(condition, a, b, given),
            Expression::Check {
                index: index @ Atom::Literal(Literal::I64(position)),
                bound,
                ..
            } if usize::try_from(position).is_ok_and(|p| p < bound) => Some(Simpler::Atom(index)),
            _ => None,
        }
    }

    fn scalar(
        self,
        op: ScalarOp,
        element: Element,
        atoms: &[Atom],
        given: Given<'_>,
    ) -> Option<Simpler> {
        if self.finite
            && let Some(simpler) = finite(op, element, atoms)
        {
            return Some(simpler);
        }
        let negated = |atom| operand_of(ScalarOp::Neg, atom, given);
        Some(match (op, atoms) {
            (ScalarOp::Mul, &[x, y]) if is(y, 1.0) => Simpler::Atom(x),
            (ScalarOp::Mul, &[x, y]) if is(x, 1.0) => Simpler::Atom(y),
            (ScalarOp::Mul, &[x, y]) if is(y, -1.0) => unary(ScalarOp::Neg, x),
            (ScalarOp::Mul, &[x, y]) if is(x, -1.0) => unary(ScalarOp::Neg, y),
            (ScalarOp::Mul, &[x, y]) => match (negated(x), negated(y)) {
                (Some(a), Some(b)) => binary(ScalarOp::Mul, a, b),
                _ => scaled_once(x, y, given).or_else(|| scaled_once(y, x, given))?,
            },
            // A zero wins over everything, another number over nothing.
            (ScalarOp::Azmul, &[Atom::Literal(x), y]) => match x.to_f64() == 0.0 {
                true => Simpler::Atom(Atom::Literal(Literal::from_f64(element, 0.0))),
                false => binary(ScalarOp::Mul, Atom::Literal(x), y),
            },
            (ScalarOp::Div, &[x, y]) if is(y, 1.0) => Simpler::Atom(x),
            (ScalarOp::Div, &[x, y]) if is(y, -1.0) => unary(ScalarOp::Neg, x),
            (ScalarOp::Div, &[x, Atom::Literal(y)]) => {
                binary(ScalarOp::Mul, x, Atom::Literal(reciprocal(y)?))
            }
            (ScalarOp::Add, &[x, y]) if is(y, -0.0) => Simpler::Atom(x),
            (ScalarOp::Add, &[x, y]) if is(x, -0.0) => Simpler::Atom(y),
            (ScalarOp::Add, &[x, y]) => match (negated(x), negated(y)) {
                (_, Some(b)) => binary(ScalarOp::Sub, x, b),
                (Some(a), None) => binary(ScalarOp::Sub, y, a),
                (None, None) => return None,
            },
            (ScalarOp::Sub, &[x, y]) if is(y, 0.0) => Simpler::Atom(x),
            (ScalarOp::Sub, &[x, y]) if is(x, -0.0) => unary(ScalarOp::Neg, y),
            (ScalarOp::Sub, &[x, y]) => binary(ScalarOp::Add, x, negated(y)?),
            (ScalarOp::Neg, &[x]) => Simpler::Atom(negated(x)?),
            (ScalarOp::Square, &[x]) => binary(ScalarOp::Mul, x, x),
            (ScalarOp::Not, &[x]) => Simpler::Atom(operand_of(ScalarOp::Not, x, given)?),
            (ScalarOp::And, &[x, y]) => match (truth(x), truth(y)) {
                (Some(true), _) | (_, Some(false)) => Simpler::Atom(y),
                (_, Some(true)) | (Some(false), _) => Simpler::Atom(x),
                (None, None) => return None,
            },
            (ScalarOp::Or, &[x, y]) => match (truth(x), truth(y)) {
                (Some(false), _) | (_, Some(true)) => Simpler::Atom(y),
                (_, Some(false)) | (Some(true), _) => Simpler::Atom(x),
                (None, None) => return None,
            },
            _ => return None,
        })
    }
}

/// Simplifies by rules that hold for finite numbers and zeros without a sign. Comparisons stay: the
/// search for the largest and the smallest begins with NaN.
fn finite(op: ScalarOp, element: Element, atoms: &[Atom]) -> Option<Simpler> {
    let zero = |atom| is(atom, 0.0) || is(atom, -0.0);
    match (op, atoms) {
        (ScalarOp::Mul | ScalarOp::Azmul, &[x, y]) => match (x, y) {
            _ if zero(x) => Some(Simpler::Atom(x)),
            _ if zero(y) => Some(Simpler::Atom(y)),
            _ => (op == ScalarOp::Azmul).then(|| binary(ScalarOp::Mul, x, y)),
        },
        (ScalarOp::Div, &[x, _]) if zero(x) => Some(Simpler::Atom(x)),
        (ScalarOp::Add, &[x, y]) if zero(y) => Some(Simpler::Atom(x)),
        (ScalarOp::Add, &[x, y]) if zero(x) => Some(Simpler::Atom(y)),
        (ScalarOp::Sub, &[x, y]) if zero(y) => Some(Simpler::Atom(x)),
        (ScalarOp::Sub, &[x, y]) if zero(x) => Some(unary(ScalarOp::Neg, y)),
        (ScalarOp::Sub, &[x, y]) if x == y => {
            let zero = Literal::from_f64(element, 0.0);
            Some(Simpler::Atom(Atom::Literal(zero)))
        }
        (ScalarOp::MulAdd, &[x, y, z]) if zero(x) || zero(y) => Some(Simpler::Atom(z)),
        (ScalarOp::MulAdd, &[x, y, z]) if zero(z) => Some(binary(ScalarOp::Mul, x, y)),
        _ => None,
    }
}

fn select(condition: Atom, a: Atom, b: Atom, given: Given<'_>) -> Option<Simpler> {
    if a == b {
        return Some(Simpler::Atom(a));
    }
    match truth(condition) {
        Some(true) => Some(Simpler::Atom(a)),
        Some(false) => Some(Simpler::Atom(b)),
        None => {
            let opposite = operand_of(ScalarOp::Not, condition, given)?;
            Some(Simpler::Expression(Expression::Select([opposite, b, a])))
        }
    }
}

/// The operand of an operator that gave a value.
fn operand_of(op: ScalarOp, atom: Atom, given: Given<'_>) -> Option<Atom> {
    match *given(atom)? {
        Expression::Scalar(found, [operand, ..]) if found == op => Some(operand),
        _ => None,
    }
}

/// `(a * 2) * 4` as `a * 8`, as on graphs.
fn scaled_once(product: Atom, by: Atom, given: Given<'_>) -> Option<Simpler> {
    let by = scale(by)?;
    let Expression::Scalar(ScalarOp::Mul, [a, b, _]) = *given(product)? else {
        return None;
    };
    let (scaled, inner) = match (scale(b), scale(a)) {
        (Some(inner), _) => (a, inner),
        (None, inner) => (b, inner?),
    };
    let together = Literal::from_f64(inner.element(), inner.to_f64() * by.to_f64());
    upward_scale(together)?;
    Some(binary(ScalarOp::Mul, scaled, Atom::Literal(together)))
}

/// A literal that is a power of two and not below one.
fn scale(atom: Atom) -> Option<Literal> {
    match atom {
        Atom::Literal(literal) => upward_scale(literal).map(|_| literal),
        Atom::Variable(_) => None,
    }
}

fn folded(op: ScalarOp, atoms: &[Atom]) -> Option<Literal> {
    let mut operands = [Literal::Bool(false); 3];
    for (operand, &atom) in operands.iter_mut().zip(atoms) {
        let Atom::Literal(literal) = atom else {
            return None;
        };
        *operand = literal;
    }
    scalar_literal(op, &operands[..atoms.len()])
}

fn is(atom: Atom, value: f64) -> bool {
    matches!(atom, Atom::Literal(literal) if literal == Literal::from_f64(literal.element(), value))
}

fn truth(atom: Atom) -> Option<bool> {
    match atom {
        Atom::Literal(Literal::Bool(truth)) => Some(truth),
        _ => None,
    }
}

fn unary(op: ScalarOp, x: Atom) -> Simpler {
    Simpler::Expression(Expression::Scalar(op, [x; 3]))
}

fn binary(op: ScalarOp, x: Atom, y: Atom) -> Simpler {
    Simpler::Expression(Expression::Scalar(op, [x, y, x]))
}
