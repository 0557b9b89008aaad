//! Type rules of the nodes with inner graphs.

use alloc::string::String;
use alloc::vec::Vec;

use crate::differentiate::differentiable_inputs;
use crate::error::{Error, Result};
use crate::graph::{Graph, Rule};
use crate::ops::Scan;
use crate::types::{Element, MAX_SIZE, Shape, Type};

/// A branch: both sides take the same arguments and yield the same types.
pub(crate) fn branch(
    condition: &Type,
    arguments: &[&Type],
    then: &Graph,
    otherwise: &Graph,
) -> Result<Vec<Type>> {
    if *condition != Type::scalar(Element::Bool) {
        return Err(Error::WrongOperand {
            op: String::from("if"),
            expected: "a condition of type `bool`",
            found: condition.clone(),
        });
    }
    for side in [then, otherwise] {
        expect_types(ARGUMENT, side.input_types(), arguments.iter().copied())?;
    }
    expect_types(
        ["result of the other branch", "results of the other branch"],
        then.output_types(),
        otherwise.output_types(),
    )?;
    Ok(then.output_types().cloned().collect())
}

/// A rule: its functions take what the function takes and yields, and seeds or tangents.
pub(crate) fn derivative_rule(function: &Graph, rule: &Rule) -> Result<()> {
    let wrt = differentiable_inputs(function);
    let inputs: Vec<&Type> = function.input_types().collect();
    let wrt: Vec<&Type> = wrt.iter().map(|&position| inputs[position]).collect();
    let floats = function.output_types().filter(|ty| ty.is_float());
    let floats: Vec<&Type> = floats.collect();
    let known: Vec<&Type> = inputs.into_iter().chain(function.output_types()).collect();
    let modes = [
        (rule.adjoint(), &floats, &wrt, ADJOINT),
        (rule.tangent(), &wrt, &floats, TANGENT),
    ];
    for (given, taken, yielded, [argument, result]) in modes {
        let Some(given) = given else { continue };
        let arguments = [&known[..], taken].concat();
        expect_types(argument, arguments.into_iter(), given.graph.input_types())?;
        expect_types(result, yielded.iter().copied(), given.graph.output_types())?;
    }
    Ok(())
}

/// Of the arguments and results of the functions of a rule, singular and plural.
const ADJOINT: [[&str; 2]; 2] = [
    ["argument of an adjoint", "arguments of an adjoint"],
    ["result of an adjoint", "results of an adjoint"],
];
const TANGENT: [[&str; 2]; 2] = [
    ["argument of a tangent", "arguments of a tangent"],
    ["result of a tangent", "results of a tangent"],
];

/// A loop: the body's inputs and outputs fit the arguments and the carried values.
pub(crate) fn scan(arguments: &[&Type], scan: Scan, body: &Graph) -> Result<Vec<Type>> {
    // Stacked values bound the length by their own size; a loop may have none.
    if scan.length > MAX_SIZE {
        return Err(Error::TooLong {
            length: scan.length,
        });
    }
    let state = scan.captured.saturating_add(scan.carried);
    expect_at_least("loop values", state, arguments.len())?;
    expect_at_least(
        "results of a loop's body",
        scan.carried,
        body.outputs().len(),
    )?;
    let (whole, stacked) = arguments.split_at(state);
    let slices = stacked.iter().enumerate();
    let slices = slices.map(|(position, ty)| unstack(ty, scan.length, position));
    let slices: Vec<Type> = slices.collect::<Result<_>>()?;
    let inputs = whole.iter().copied().chain(&slices);
    let inputs: Vec<&Type> = inputs.collect();
    expect_types(
        ["loop value", "loop values"],
        body.input_types(),
        inputs.into_iter(),
    )?;
    let carried = whole[scan.captured..].iter().copied();
    let outputs: Vec<&Type> = body.output_types().collect();
    let (next, stacks) = outputs.split_at(scan.carried);
    expect_types(
        ["carried value", "carried values"],
        carried,
        next.iter().copied(),
    )?;
    let stacks = stacks.iter().map(|ty| stack(ty, scan.length));
    next.iter()
        .map(|ty| Ok((*ty).clone()))
        .chain(stacks)
        .collect()
}

/// What [`expect_types`] compares at a call.
pub(crate) const ARGUMENT: [&str; 2] = ["argument", "arguments"];

/// Refuses lists of types that differ, the first being what is right; `what` says of what, as a
/// singular and as a plural.
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

fn expect_at_least(what: &'static str, expected: usize, found: usize) -> Result<()> {
    if found >= expected {
        return Ok(());
    }
    Err(Error::CountMismatch {
        what,
        expected,
        found,
    })
}

/// One slice of a stacked value along axis 0.
fn unstack(ty: &Type, length: usize, position: usize) -> Result<Type> {
    if ty.shape.rank() > 0 && ty.shape.extent(0) == length {
        return Ok(ty.with_shape(ty.shape.filter_axes(|axis| axis > 0)));
    }
    Err(Error::SignatureMismatch {
        what: "stacked input",
        position,
        expected: stack(ty, length)?,
        found: ty.clone(),
    })
}

/// As many slices along a new axis 0.
fn stack(ty: &Type, length: usize) -> Result<Type> {
    let mut extents = alloc::vec![length];
    extents.extend(ty.shape.extents());
    Ok(ty.with_shape(Shape::new(&extents)?))
}
