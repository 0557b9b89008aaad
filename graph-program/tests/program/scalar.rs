//! One scalar operation on literals, for both evaluators of these tests.

use graph_ir::Element;
use graph_ir::graph::Literal;
use graph_ir::ops::{ScalarOp, Visitor};
use graph_math::math::Float;

struct Apply<T>(Vec<T>);

enum Outcome<T> {
    Number(T),
    Truth(bool),
}

impl<T: Copy> Visitor<T> for Apply<T> {
    type Output = Outcome<T>;

    fn unary(self, f: impl Fn(T) -> T) -> Outcome<T> {
        Outcome::Number(f(self.0[0]))
    }

    fn binary(self, f: impl Fn(T, T) -> T) -> Outcome<T> {
        Outcome::Number(f(self.0[0], self.0[1]))
    }

    fn ternary(self, f: impl Fn(T, T, T) -> T) -> Outcome<T> {
        Outcome::Number(f(self.0[0], self.0[1], self.0[2]))
    }

    fn compare(self, f: impl Fn(T, T) -> bool) -> Outcome<T> {
        Outcome::Truth(f(self.0[0], self.0[1]))
    }
}

/// The operator's value; a test fails where it has none.
pub(crate) fn apply(op: ScalarOp, operands: &[Literal]) -> Literal {
    match operands[0].element() {
        Element::F64 | Element::Float => {
            let values = operands.iter().map(|l| l.to_f64()).collect();
            match op.visit_float(Apply::<f64>(values)).expect("floats") {
                Outcome::Number(value) => Literal::F64(value.to_bits()),
                Outcome::Truth(value) => Literal::Bool(value),
            }
        }
        Element::F32 => {
            let values = operands.iter().map(|l| f32::from_f64(l.to_f64()));
            match op
                .visit_float(Apply::<f32>(values.collect()))
                .expect("floats")
            {
                Outcome::Number(value) => Literal::F32(value.to_bits()),
                Outcome::Truth(value) => Literal::Bool(value),
            }
        }
        Element::I64 => {
            let values = operands.iter().map(|&l| integer(l)).collect();
            match op.visit_integer(Apply(values)).expect("integers") {
                Outcome::Number(value) => Literal::I64(value),
                Outcome::Truth(value) => Literal::Bool(value),
            }
        }
        Element::Bool => {
            let values = operands.iter().map(|&l| truth(l)).collect();
            match op.visit_logic(Apply(values)).expect("truth values") {
                Outcome::Number(value) | Outcome::Truth(value) => Literal::Bool(value),
            }
        }
    }
}

/// A conversion, as Rust's `as`.
pub(crate) fn cast(value: Literal, element: Element) -> Literal {
    match (value, element) {
        (Literal::I64(value), Element::F64) => Literal::F64((value as f64).to_bits()),
        (Literal::I64(value), Element::F32) => Literal::F32((value as f32).to_bits()),
        (Literal::I64(value), Element::I64) => Literal::I64(value),
        (value, element) => Literal::from_f64(element, value.to_f64()),
    }
}

pub(crate) fn integer(value: Literal) -> i64 {
    match value {
        Literal::I64(value) => value,
        other => panic!("{other} is no integer"),
    }
}

pub(crate) fn truth(value: Literal) -> bool {
    match value {
        Literal::Bool(value) => value,
        other => panic!("{other} is no truth value"),
    }
}

/// Equal bits, or two NaNs.
pub(crate) fn same(a: Literal, b: Literal) -> bool {
    a == b || (a.element() == b.element() && a.to_f64().is_nan() && b.to_f64().is_nan())
}
