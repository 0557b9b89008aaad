//! Element types that attributes name, and casts to them.

use super::body::{Application, Body};
use super::flow;
use super::integer;
use super::shape::{Refusal, Shape, Shapes, known, misfit, same};
use super::{DATA, Operator, Parameters, operator, required};
use crate::nnvm::attribute_text::Kind::Choice;
use alloc::vec;
use graph_ir::{Element, Result as Built, Wire};

/// The element types that an attribute may name, or none. Their order is not that of NNVM's
/// numbers.
pub(super) const DTYPES_OR_NONE: &[&str] = &[
    "", "float64", "float32", "float16", "bfloat16", "bool", "int8", "int16", "int32", "int64",
    "uint8", "uint16", "uint32", "uint64",
];
/// The element types that an attribute may name.
pub(super) const DTYPES: &[&str] = match DTYPES_OR_NONE {
    [_, types @ ..] => types,
    [] => &[],
};

pub(super) const ROWS: &[Operator] = &[operator(
    &["Cast", "cast"],
    &["cast"],
    DATA,
    &[required("dtype", Choice(DTYPES))],
    castable,
    Body::Rule(|call| match narrow(call.parameters.word("dtype")) {
        Some((bits, signed)) => Ok(vec![integer::wrapped(call.data(), bits, signed)?]),
        None => Ok(vec![typed(call, call.data())?]),
    }),
)
.flowing(flow::alike)];

fn castable(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    known(inputs, 0)?;
    if narrow(parameters.word("dtype")).is_none() {
        check_dtype("dtype", parameters)?;
    }
    same(parameters, inputs)
}

/// The bits of an integer type that a cast wraps around into, and whether it has a sign.
fn narrow(dtype: &str) -> Option<(i32, bool)> {
    match dtype {
        "int8" => Some((8, true)),
        "int16" => Some((16, true)),
        "uint8" => Some((8, false)),
        "uint16" => Some((16, false)),
        "uint32" => Some((32, false)),
        _ => None,
    }
}

/// Types whose numbers wrap around or are rounded more coarsely than a graph's are not imitated.
pub(super) fn check_dtype(name: &'static str, parameters: &Parameters) -> Result<(), Refusal> {
    match parameters.word(name) {
        "" | "None" | "float64" | "float32" | "int32" | "int64" | "bool" => Ok(()),
        other => {
            let expected = "one of the types float64, float32, int32, int64, bool";
            Err(misfit(name, expected, other))
        }
    }
}

/// A value in the type that `dtype` names. All floats of a graph are of one type, so that a cast
/// between them changes nothing, but that it rounds where the file says that its operand has more
/// digits. Truth values are the numbers 0 and 1.
pub(super) fn typed<'b>(call: &Application<'_, 'b>, value: Wire<'b>) -> Built<Wire<'b>> {
    let builder = call.builder;
    match call.parameters.word("dtype") {
        "int32" | "int64" => builder.cast(value, Element::I64),
        "bool" => {
            let truth = builder.cast(value, Element::Bool)?;
            builder.cast(truth, call.element)
        }
        "float32" if call.has_double => {
            let single = builder.cast(value, Element::F32)?;
            builder.cast(single, call.element)
        }
        _ => builder.cast(value, call.element),
    }
}
