//! Numbers known while the macro runs, and arithmetic on them.
//!
//! A float literal has no type until it meets a typed value, as in Rust. Arithmetic on literals is
//! therefore carried out in both float types side by side, and the type that is chosen later
//! picks the result, which has the bits that the program itself would have computed.

use graph_ir::Element;
use graph_ir::graph::Literal;
use graph_ir::ops::{ScalarOp, Visitor};
use graph_math::math::Float;

/// A compile-time scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scalar {
    /// A float.
    Float(Number),
    /// An integer: a literal, a constant, a loop variable.
    Integer(i64),
    /// A truth value.
    Truth(bool),
}

/// A compile-time float, in both types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Number {
    double: f64,
    single: f32,
    element: Option<Element>,
}

impl Number {
    /// A literal: its type is not decided.
    pub(crate) fn literal(double: f64, single: f32) -> Self {
        Self {
            double,
            single,
            element: None,
        }
    }

    /// A value of a given type, rounded to it.
    pub(crate) fn typed(value: f64, element: Element) -> Self {
        Self {
            double: value,
            single: f32::from_f64(value),
            element: Some(element),
        }
    }

    /// Whether it is a finite number in `f64` but not in `f32`.
    pub(crate) fn exceeds_single(self) -> bool {
        self.single.is_infinite() && self.double.is_finite()
    }

    /// The type, if it is decided.
    pub(crate) fn element(self) -> Option<Element> {
        self.element
    }

    /// The number between this one and another: `(1 - t)` times this and `t` times the other, in
    /// either type.
    pub(crate) fn between(self, other: Self, t: f64) -> Self {
        let (single, rest) = (t as f32, (1.0 - t) as f32);
        Self {
            double: (1.0 - t) * self.double + t * other.double,
            single: rest * self.single + single * other.single,
            element: self.element.or(other.element),
        }
    }

    /// The same number with its type decided; a decided type stays.
    pub(crate) fn decide(self, element: Element) -> Self {
        Self {
            element: self.element.or(Some(element)),
            ..self
        }
    }

    /// The number converted by `as`.
    pub(crate) fn cast(self, to: Element) -> Self {
        match (self.element, to) {
            (None, _) => self.decide(to),
            (Some(Element::F32), _) => Self::typed(f64::from(self.single), to),
            (Some(_), _) => Self::typed(self.double, to),
        }
    }

    /// The value as an element of a type.
    pub(crate) fn to_literal(self, element: Element) -> Literal {
        match element {
            Element::F32 => Literal::F32(self.single.to_bits()),
            other => Literal::from_f64(other, self.double),
        }
    }

    /// The value in its own type, or in `default`, as `f64`.
    pub(crate) fn value(self, default: Element) -> f64 {
        match self.element.unwrap_or(default) {
            Element::F32 => f64::from(self.single),
            _ => self.double,
        }
    }

    fn bits(self) -> (u64, u32, Option<Element>) {
        (self.double.to_bits(), self.single.to_bits(), self.element)
    }
}

impl Scalar {
    /// The element type; `None` for a literal whose type is open.
    pub(crate) fn element(self) -> Option<Element> {
        match self {
            Self::Float(number) => number.element(),
            Self::Integer(_) => Some(Element::I64),
            Self::Truth(_) => Some(Element::Bool),
        }
    }

    /// The value as an element of a type, which fits the kind of scalar.
    pub(crate) fn to_literal(self, element: Element) -> Literal {
        match self {
            Self::Float(number) => number.to_literal(element),
            Self::Integer(value) => Literal::I64(value),
            Self::Truth(value) => Literal::Bool(value),
        }
    }

    /// Whether two scalars have the same type and bits.
    pub(crate) fn same(self, other: Self) -> bool {
        match (self, other) {
            (Self::Float(a), Self::Float(b)) => a.bits() == b.bits(),
            _ => self == other,
        }
    }
}

/// Why integers cannot be folded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IntegerError {
    /// Division by zero.
    DivisionByZero,
    /// The result leaves the range.
    Overflow,
}

/// The operator applied to floats, all of one decided type or undecided, where that is possible
/// without knowing the generic float; `default` decides comparisons of undecided ones.
pub(crate) fn fold_floats(op: ScalarOp, operands: &[Number], default: Element) -> Option<Scalar> {
    let element = operands.iter().find_map(|n| n.element);
    if element.unwrap_or(default) == Element::Float {
        return None;
    }
    let double = op.visit_float(Apply(operands.iter().map(|n| n.double).collect()))?;
    let single = op.visit_float(Apply(operands.iter().map(|n| n.single).collect()))?;
    match (double?, single?) {
        (Applied::Float(double), Applied::Float(single)) => Some(Scalar::Float(Number {
            double,
            single,
            element,
        })),
        (Applied::Truth(double), Applied::Truth(single)) => {
            let single_wins = element.unwrap_or(default) == Element::F32;
            Some(Scalar::Truth(if single_wins { single } else { double }))
        }
        _ => None,
    }
}

/// The operator applied to integers; `None` for one that integers do not have.
pub(crate) fn fold_integers(
    op: ScalarOp,
    operands: &[i64],
) -> Option<Result<Scalar, IntegerError>> {
    let checked = |value: Option<i64>| {
        let value = value.map(Scalar::Integer);
        Some(value.ok_or(IntegerError::Overflow))
    };
    match (op, operands) {
        (ScalarOp::Add, &[a, b]) => checked(a.checked_add(b)),
        (ScalarOp::Sub, &[a, b]) => checked(a.checked_sub(b)),
        (ScalarOp::Mul, &[a, b]) => checked(a.checked_mul(b)),
        (ScalarOp::Div | ScalarOp::Rem, &[_, 0]) => Some(Err(IntegerError::DivisionByZero)),
        (ScalarOp::Div, &[a, b]) => checked(a.checked_div(b)),
        (ScalarOp::Rem, &[a, b]) => checked(a.checked_rem(b)),
        (ScalarOp::Neg, &[a]) => checked(a.checked_neg()),
        (ScalarOp::Abs, &[a]) => checked(a.checked_abs()),
        (ScalarOp::Max, &[a, b]) => checked(Some(a.max(b))),
        (ScalarOp::Min, &[a, b]) => checked(Some(a.min(b))),
        (ScalarOp::Clamp, &[a, lo, hi]) => checked(Some(a.max(lo).min(hi))),
        _ => match op.visit_integer(Apply(operands.to_vec()))?? {
            Applied::Truth(truth) => Some(Ok(Scalar::Truth(truth))),
            Applied::Float(_) => None,
        },
    }
}

/// The operator applied to truth values.
pub(crate) fn fold_truths(op: ScalarOp, operands: &[bool]) -> Option<Scalar> {
    match (op, operands) {
        (ScalarOp::Equal, [a, b]) => return Some(Scalar::Truth(a == b)),
        (ScalarOp::NotEqual, [a, b]) => return Some(Scalar::Truth(a != b)),
        _ => {}
    }
    match op.visit_logic(Apply(operands.to_vec()))?? {
        Applied::Float(truth) | Applied::Truth(truth) => Some(Scalar::Truth(truth)),
    }
}

/// Applies the function of an operator to operands; `None` when their number is wrong.
struct Apply<T>(Vec<T>);

enum Applied<T> {
    Float(T),
    Truth(bool),
}

impl<T: Copy> Visitor<T> for Apply<T> {
    type Output = Option<Applied<T>>;

    fn unary(self, f: impl Fn(T) -> T) -> Self::Output {
        let &[x] = &self.0[..] else { return None };
        Some(Applied::Float(f(x)))
    }

    fn binary(self, f: impl Fn(T, T) -> T) -> Self::Output {
        let &[x, y] = &self.0[..] else { return None };
        Some(Applied::Float(f(x, y)))
    }

    fn ternary(self, f: impl Fn(T, T, T) -> T) -> Self::Output {
        let &[x, y, z] = &self.0[..] else { return None };
        Some(Applied::Float(f(x, y, z)))
    }

    fn compare(self, f: impl Fn(T, T) -> bool) -> Self::Output {
        let &[x, y] = &self.0[..] else { return None };
        Some(Applied::Truth(f(x, y)))
    }
}

#[cfg(test)]
mod tests {
    use super::{IntegerError, Number, Scalar, fold_floats, fold_integers};
    use graph_ir::Element;
    use graph_ir::ops::ScalarOp;

    #[test]
    fn literals_are_computed_in_both_types() {
        let (x, one) = (Number::literal(1.1, 1.1), Number::literal(1.0, 1.0));
        let tenth = fold_floats(ScalarOp::Sub, &[x, one], Element::F64);
        let Some(Scalar::Float(tenth)) = tenth else {
            panic!("{tenth:?}")
        };
        assert_eq!(tenth.element(), None);
        assert_eq!(tenth.decide(Element::F64).value(Element::F64), 1.1 - 1.0);
        let single = f64::from(1.1_f32 - 1.0);
        assert_eq!(tenth.decide(Element::F32).value(Element::F64), single);
        assert_ne!(single, f64::from((1.1_f64 - 1.0) as f32));
    }

    #[test]
    fn the_generic_float_is_not_folded() {
        let one = Number::literal(1.0, 1.0);
        assert_eq!(fold_floats(ScalarOp::Exp, &[one], Element::Float), None);
    }

    #[test]
    fn integers_are_checked() {
        let fold = |op, operands: &[i64]| fold_integers(op, operands);
        assert_eq!(fold(ScalarOp::Sub, &[2, 3]), Some(Ok(Scalar::Integer(-1))));
        assert_eq!(fold(ScalarOp::Div, &[7, 2]), Some(Ok(Scalar::Integer(3))));
        assert_eq!(
            fold(ScalarOp::Less, &[7, 2]),
            Some(Ok(Scalar::Truth(false)))
        );
        assert_eq!(
            fold(ScalarOp::Div, &[7, 0]),
            Some(Err(IntegerError::DivisionByZero))
        );
        assert_eq!(
            fold(ScalarOp::Mul, &[i64::MAX, 2]),
            Some(Err(IntegerError::Overflow))
        );
        assert_eq!(fold(ScalarOp::Sin, &[1]), None);
    }
}
