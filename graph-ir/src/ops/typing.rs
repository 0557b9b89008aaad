//! Type rules: the type rule of a node, the parts that several operators share, and the
//! rule of scalar operators.
//!
//! The builder asks these functions before it adds a node, and the verifier asks them again.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::ops::{Class, OpView, ScalarOp, Typing};
use crate::types::{Element, Type, ValueType};

/// The types of the node's results as its operator and arguments determine them. Operators whose
/// result type is an attribute (a cast, a reshape) are checked against the node's own type.
pub(crate) fn infer_node(graph: &Graph, id: NodeId) -> Result<Vec<Type>> {
    let (arguments, view) = (graph.arguments(id), graph.view(id));
    if let OpView::Project(project) = view {
        return project.ty(graph, arguments).map(|ty| alloc::vec![ty]);
    }
    let mut operands = Vec::with_capacity(arguments.len());
    for &argument in arguments {
        match graph.value_type(argument) {
            ValueType::Tensor(ty) => operands.push(ty),
            ValueType::Tuple(_) => return Err(Error::NotATensor),
        }
    }
    let own = graph.value_type(id);
    if graph.op(id).yields_tuple() != matches!(own, ValueType::Tuple(_)) {
        return Err(Error::NotATensor);
    }
    view.rules().infer(&Typing {
        graph,
        operands: &operands,
        own,
    })
}

/// The operator as the user writes it.
pub(crate) fn label(op: ScalarOp) -> String {
    String::from(op.symbol().unwrap_or(op.name()))
}

/// Refuses axes that are not there, named twice or not in ascending order: an operator that
/// drops axes has one way to name them.
pub(crate) fn ascending_axes(axes: &[usize], of: &Type) -> Result<()> {
    distinct_axes(axes, of)?;
    if axes.is_sorted() {
        return Ok(());
    }
    Err(Error::WrongAxes {
        axes: axes.to_vec(),
        expected: "they must ascend",
        found: of.clone(),
    })
}

/// Refuses axes that are not there or named twice.
pub(crate) fn distinct_axes(axes: &[usize], of: &Type) -> Result<()> {
    let rank = of.shape.rank();
    let mut seen = alloc::vec![false; rank];
    for &axis in axes {
        let Some(seen) = seen.get_mut(axis) else {
            return Err(Error::AxisOutOfRange {
                axis,
                found: of.clone(),
            });
        };
        if core::mem::replace(seen, true) {
            return Err(Error::WrongAxes {
                axes: axes.to_vec(),
                expected: "each axis may be named once",
                found: of.clone(),
            });
        }
    }
    Ok(())
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

/// The words for the values that [`expect_types`] compares at a call.
pub(crate) const ARGUMENT: [&str; 2] = ["argument", "arguments"];

/// Refuses a list of types that differs from the expected one; `what` names the typed values, as
/// a singular and as a plural.
pub(crate) fn expect_types<'t>(
    what: [&'static str; 2],
    expected: impl ExactSizeIterator<Item = &'t Type>,
    found: impl ExactSizeIterator<Item = &'t Type>,
) -> Result<()> {
    if expected.len() != found.len() {
        return Err(Error::CountMismatch {
            what: what[1],
            expected: expected.len(),
            found: found.len(),
        });
    }
    for (position, (expected, found)) in expected.zip(found).enumerate() {
        if expected != found {
            return Err(Error::SignatureMismatch {
                what: what[0],
                position,
                expected: expected.clone(),
                found: found.clone(),
            });
        }
    }
    Ok(())
}
