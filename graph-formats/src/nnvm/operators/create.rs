//! Operators without an input.

use super::body::{Application, Body, LISTED, sequence};
use super::dtype::{DTYPES, check_dtype, typed};
use super::shape::{Refusal, Shape, Shapes, extent, misfit};
use super::{Attribute, Inputs, NONE, Operator, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, Double, Int, Ints, OptionalDouble, Text};
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::graph::Constant;
use graph_ir::{Element, Result as Built, Wire};

const NOTHING: Inputs = Inputs::Named(&[]);
const SHAPE: Attribute = optional("shape", Ints, "()");
const CONTEXT: Attribute = optional("ctx", Text, "");
const DTYPE: Attribute = optional("dtype", Choice(DTYPES), "float32");

/// One number everywhere.
macro_rules! filled {
    ($value:expr) => {
        Body::Rule(|call| {
            let value: fn(&Application<'_, '_>) -> f64 = $value;
            let full = call.builder.full(&call.ty()?, value(call))?;
            Ok(vec![typed(call, full)?])
        })
    };
}

const ZEROS: Body = filled!(|_| 0.0);
const ONES: Body = filled!(|_| 1.0);

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["_zeros"],
        NONE,
        NOTHING,
        &[SHAPE, CONTEXT, DTYPE],
        given,
        ZEROS,
    ),
    operator(
        &["_ones"],
        NONE,
        NOTHING,
        &[SHAPE, CONTEXT, DTYPE],
        given,
        ONES,
    ),
    operator(
        &["_full"],
        NONE,
        NOTHING,
        &[SHAPE, CONTEXT, DTYPE, required("value", Double)],
        given,
        filled!(|call| call.parameters.real("value").unwrap_or(0.0)),
    ),
    operator(NONE, &["zeros"], NOTHING, &[SHAPE, DTYPE], given, ZEROS),
    operator(NONE, &["ones"], NOTHING, &[SHAPE, DTYPE], given, ONES),
    operator(
        NONE,
        &["full"],
        NOTHING,
        &[SHAPE, DTYPE, required("fill_value", Double)],
        given,
        filled!(|call| call.parameters.real("fill_value").unwrap_or(0.0)),
    ),
    operator(
        &["_arange"],
        NONE,
        NOTHING,
        &[
            required("start", Double),
            optional("stop", OptionalDouble, "None"),
            optional("step", Double, "1"),
            optional("repeat", Int, "1"),
            optional("infer_range", Bool, "0"),
            CONTEXT,
            DTYPE,
        ],
        arange,
        Body::Rule(progression),
    ),
];

/// Extents of 0 follow from the uses of the tensor, and so does a shape without extents.
fn given(parameters: &Parameters, _: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    check_dtype("dtype", parameters)?;
    let extents = parameters.ints("shape").iter().map(|&value| match value {
        0 => Ok(0),
        value => extent("shape", value),
    });
    Ok(Shapes::new(vec![], extents.collect::<Result<_, _>>()?))
}

/// The longest sequence: beyond this, numbers of single precision are not whole.
const MAX_SEQUENCE: usize = 1 << 24;

/// The first number and the step from one to the next. Without `stop`, `start` is the stop and 0
/// the start.
fn bounds(parameters: &Parameters) -> (f64, f64, f64) {
    let first = parameters.real("start").unwrap_or(0.0);
    let step = parameters.real("step").unwrap_or(1.0);
    match parameters.real("stop") {
        Some(stop) => (first, stop, step),
        None => (0.0, first, step),
    }
}

/// The numbers from `start` up to but without `stop`, each `repeat` times.
fn arange(parameters: &Parameters, _: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    if parameters.bool("infer_range") {
        return Err(misfit("infer_range", "False: a stop that is known", "True"));
    }
    check_dtype("dtype", parameters)?;
    let (start, stop, step) = bounds(parameters);
    let steps = ceil((stop - start) / step);
    let limit = MAX_SEQUENCE as f64;
    let repeat = extent("repeat", parameters.int("repeat"))?;
    if !(1.0..=limit).contains(&steps) || repeat > MAX_SEQUENCE {
        let expected = "a stop that at most 16777216 steps from the start lead to";
        return Err(misfit("stop", expected, stop));
    }
    match (steps as usize).saturating_mul(repeat) {
        count @ ..=MAX_SEQUENCE => Ok(Shapes::new(vec![], vec![count])),
        count => Err(misfit("repeat", "at most 16777216 numbers in all", count)),
    }
}

/// The numbers are computed in double precision and then rounded: here if they are few, so that
/// they are constants, and else in the graph, as a file of a few bytes may ask for millions.
fn progression<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let (start, _, step) = bounds(call.parameters);
    let (builder, count) = (call.builder, call.outputs[0][0]);
    let repeat = extent("repeat", call.parameters.int("repeat")).unwrap_or(1);
    let steps = count / repeat;
    if count <= LISTED {
        let number = |index: usize| start + (index / repeat) as f64 * step;
        let numbers: Vec<f64> = (0..count).map(number).collect();
        let constant = Constant::from_f64s(call.element, call.shape()?, &numbers);
        let constant = constant.map(|constant| typed(call, builder.constant(constant)));
        return constant.into_iter().collect();
    }
    let numbers = builder.cast(sequence(builder, steps)?, Element::F64)?;
    let numbers = builder.cast(numbers * step + start, call.element)?;
    let repeated = graph_ir::Shape::new(&[steps, repeat])?;
    let numbers = builder.broadcast(numbers, &repeated, &[0])?;
    Ok(vec![typed(
        call,
        builder.reshape(numbers, &call.shape()?)?,
    )?])
}

/// The smallest whole number from `value` on, for values that are whole numbers or far below 2^53.
fn ceil(value: f64) -> f64 {
    let whole = value as i64 as f64;
    if whole < value { whole + 1.0 } else { whole }
}
