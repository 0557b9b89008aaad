//! The type rule of scalar operators.

use alloc::string::String;

use super::{Class, ScalarOp};
use crate::error::{Error, Result};
use crate::types::{Element, Type};

/// The operator as the user writes it.
pub(crate) fn label(op: ScalarOp) -> String {
    String::from(op.symbol().unwrap_or(op.name()))
}

/// A scalar operator over operands of one shape.
pub(crate) fn scalar(op: ScalarOp, operands: &[&Type]) -> Result<Type> {
    if operands.len() != op.arity() {
        return Err(Error::WrongArity {
            op: label(op),
            expected: op.arity(),
            found: operands.len(),
        });
    }
    let first = operands[0];
    for operand in operands {
        expect_class(op, operand)?;
    }
    // The label is a string: it is made for errors alone.
    if let Some(other) = operands[1..].iter().find(|operand| **operand != first) {
        agree(&label(op), first, other)?;
    }
    let element = op.class().result(first.element);
    Ok(match element == first.element {
        true => first.clone(),
        false => first.with_element(element),
    })
}

/// The element type of a scalar operator over so many operands of one type; `None` where
/// [`scalar`] refuses them.
pub(crate) fn scalar_element(op: ScalarOp, operand: &Type, count: usize) -> Option<Element> {
    let fits = count == op.arity() && op.class().takes(operand.element);
    fits.then(|| op.class().result(operand.element))
}

/// Refuses operands of different types.
pub(crate) fn agree(op: &str, left: &Type, right: &Type) -> Result<()> {
    if left == right {
        return Ok(());
    }
    let (op, left, right) = (String::from(op), left.clone(), right.clone());
    Err(if left.element == right.element {
        Error::ShapeMismatch { op, left, right }
    } else {
        Error::ElementMismatch { op, left, right }
    })
}

fn expect_class(op: ScalarOp, operand: &Type) -> Result<()> {
    let class = op.class();
    if class.takes(operand.element) {
        return Ok(());
    }
    Err(Error::WrongOperand {
        op: label(op),
        expected: match class {
            Class::Float => "floating point numbers",
            Class::Number | Class::Comparison => "numbers",
            Class::Integer => "integers",
            Class::Logic => "truth values of `bool`",
        },
        found: operand.clone(),
    })
}
