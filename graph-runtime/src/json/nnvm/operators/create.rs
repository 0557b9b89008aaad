//! Operators without an input.

use super::elementwise::DTYPES;
use super::shape::{MAX_ELEMENTS, Refusal, Shape, Shapes, extent, misfit, shown};
use super::{Attribute, Inputs, NONE, Operator, Parameters, operator, optional, required};
use crate::json::nnvm::attribute_text::Kind::{
    Bool, Choice, Double, Int, Ints, OptionalDouble, Text,
};
use alloc::vec;

const NOTHING: Inputs = Inputs::Named(&[]);
const SHAPE: Attribute = optional("shape", Ints, "()");
const CONTEXT: Attribute = optional("ctx", Text, "");
const DTYPE: Attribute = optional("dtype", Choice(DTYPES), "float32");

pub(super) const ROWS: &[Operator] = &[
    operator(&["_zeros"], NONE, NOTHING, &[SHAPE, CONTEXT, DTYPE], given),
    operator(&["_ones"], NONE, NOTHING, &[SHAPE, CONTEXT, DTYPE], given),
    operator(
        &["_full"],
        NONE,
        NOTHING,
        &[SHAPE, CONTEXT, DTYPE, required("value", Double)],
        given,
    ),
    operator(NONE, &["zeros"], NOTHING, &[SHAPE, DTYPE], given),
    operator(NONE, &["ones"], NOTHING, &[SHAPE, DTYPE], given),
    operator(
        NONE,
        &["full"],
        NOTHING,
        &[SHAPE, DTYPE, required("fill_value", Double)],
        given,
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
    ),
];

/// MXNet finds extents of 0 from what uses the tensor; here they must be given.
fn given(parameters: &Parameters, _: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let named = parameters.ints("shape");
    let extents = named.iter().map(|&value| match value {
        0 => Err(misfit("shape", "extents that are known", shown(named))),
        value => extent("shape", value),
    });
    let output: Shape = extents.collect::<Result<_, _>>()?;
    match output.is_empty() {
        true => Err(misfit("shape", "extents that are known", "()")),
        false => Ok(Shapes::new(vec![], output)),
    }
}

/// The number of steps from `start` up to but without `stop`, each number `repeat` times. Without
/// `stop`, `start` is the stop and 0 the start.
fn arange(parameters: &Parameters, _: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    if parameters.bool("infer_range") {
        return Err(misfit("infer_range", "False: a stop that is known", "True"));
    }
    let first = parameters.real("start").unwrap_or(0.0);
    let (start, stop) = match parameters.real("stop") {
        Some(stop) => (first, stop),
        None => (0.0, first),
    };
    let step = parameters.real("step").unwrap_or(1.0);
    let steps = libm_ceil((stop - start) / step);
    let limit = MAX_ELEMENTS as f64;
    if !(1.0..=limit).contains(&steps) {
        return Err(misfit(
            "stop",
            "a stop that steps from the start lead to",
            stop,
        ));
    }
    let repeat = extent("repeat", parameters.int("repeat"))?;
    let output = vec![(steps as usize).saturating_mul(repeat)];
    Ok(Shapes::new(vec![], output))
}

/// The smallest whole number from `value` on, for values that are whole numbers or far below 2^53.
fn libm_ceil(value: f64) -> f64 {
    let whole = value as i64 as f64;
    if whole < value { whole + 1.0 } else { whole }
}
