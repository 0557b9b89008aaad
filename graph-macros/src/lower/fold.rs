//! Operators whose operands are all known.

use graph_ir::ops::ScalarOp;

use super::Lowerer;
use super::report::Operand;
use super::scalar::{IntegerError, Number, Scalar, fold_floats, fold_integers, fold_truths};
use super::value::Value;
use crate::diagnostics::{Diagnostic, Place};

impl<'b> Lowerer<'b, '_> {
    /// The result, if all operands are known and of one kind.
    pub(super) fn fold(
        &mut self,
        op: ScalarOp,
        operands: &[Operand<'b, '_>],
        place: Place,
    ) -> Option<Value<'b>> {
        let scalars = operands.iter().map(|o| match o.value {
            Value::Scalar(scalar) => Some(scalar),
            _ => None,
        });
        let scalars: Vec<Scalar> = scalars.collect::<Option<_>>()?;
        if let Some(numbers) = all(&scalars, float) {
            let mut elements = numbers.iter().filter_map(|n| n.element());
            let first = elements.next();
            if elements.any(|element| Some(element) != first) {
                return None;
            }
            return fold_floats(op, &numbers, self.float).map(Value::Scalar);
        }
        if let Some(truths) = all(&scalars, truth) {
            return fold_truths(op, &truths).map(Value::Scalar);
        }
        let integers = all(&scalars, integer)?;
        let error = match fold_integers(op, &integers)? {
            Ok(scalar) => return Some(Value::Scalar(scalar)),
            Err(error) => error,
        };
        let message = match error {
            IntegerError::DivisionByZero => "division by zero",
            IntegerError::Overflow => "this integer leaves the range of 64 bits",
        };
        Some(self.error(Diagnostic::new(place, message)))
    }
}

fn all<T>(scalars: &[Scalar], kind: impl Fn(Scalar) -> Option<T>) -> Option<Vec<T>> {
    scalars.iter().map(|&scalar| kind(scalar)).collect()
}

fn float(scalar: Scalar) -> Option<Number> {
    match scalar {
        Scalar::Float(number) => Some(number),
        _ => None,
    }
}

fn integer(scalar: Scalar) -> Option<i64> {
    match scalar {
        Scalar::Integer(value) => Some(value),
        _ => None,
    }
}

fn truth(scalar: Scalar) -> Option<bool> {
    match scalar {
        Scalar::Truth(value) => Some(value),
        _ => None,
    }
}
