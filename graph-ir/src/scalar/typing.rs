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
    let element = result_element(op, first.element);
    Ok(match element == first.element {
        true => first.clone(),
        false => first.with_element(element),
    })
}

/// The element type of a scalar operator over so many operands of one type; `None` where
/// [`scalar`] refuses them.
pub(crate) fn scalar_element(op: ScalarOp, operand: &Type, count: usize) -> Option<Element> {
    let fits = count == op.arity() && class_of(op, operand.element).0;
    fits.then(|| result_element(op, operand.element))
}

fn result_element(op: ScalarOp, operand: Element) -> Element {
    match op.class() {
        Class::Comparison => Element::Bool,
        Class::Float | Class::Number | Class::Logic => operand,
    }
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

/// Whether an operator takes such elements, and which it takes.
fn class_of(op: ScalarOp, element: Element) -> (bool, &'static str) {
    match op.class() {
        Class::Float => (element.is_float(), "floating point numbers"),
        Class::Number | Class::Comparison => (element != Element::Bool, "numbers"),
        Class::Logic => (element == Element::Bool, "truth values of `bool`"),
    }
}

fn expect_class(op: ScalarOp, operand: &Type) -> Result<()> {
    let (fits, expected) = class_of(op, operand.element);
    if fits {
        Ok(())
    } else {
        Err(wrong(&label(op), expected, operand))
    }
}

fn wrong(op: &str, expected: &'static str, found: &Type) -> Error {
    Error::WrongOperand {
        op: String::from(op),
        expected,
        found: found.clone(),
    }
}
