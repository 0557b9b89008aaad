//! Operators that make a larger tensor: of several, of copies of one, or with a margin.

use super::shape::{
    MAX_RANK, Refusal, Shape, Shapes, axis, elements, extent, known, misfit, mismatch, shown,
};
use super::{Attribute, DATA, Inputs, NONE, Operator, Parameters, operator, optional, required};
use crate::json::nnvm::attribute_text::Kind::{
    Choice, Double, Int, Ints, OptionalInt, Pairs, Single,
};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

/// The number of inputs again; where it is missing, the inputs are counted.
pub(super) const NUM_ARGS: &[Attribute] = &[optional("num_args", OptionalInt, "None")];

const MANY: Inputs = Inputs::Many(Some("num_args"));

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["Concat", "concat"],
        NONE,
        MANY,
        &[required("num_args", Int), optional("dim", Int, "1")],
        mxnet_concat,
    ),
    operator(
        NONE,
        &["concatenate"],
        Inputs::Many(None),
        &[optional("axis", Int, "1")],
        nnvm_concat,
    ),
    operator(
        &["stack"],
        NONE,
        MANY,
        &[optional("axis", Int, "0"), required("num_args", Int)],
        stack,
    ),
    operator(&["tile"], NONE, DATA, &[required("reps", Ints)], tile),
    operator(
        &["repeat"],
        NONE,
        DATA,
        &[
            required("repeats", Int),
            optional("axis", OptionalInt, "None"),
        ],
        repeat,
    ),
    operator(
        &["Pad", "pad"],
        NONE,
        DATA,
        &[
            required("mode", Choice(&["constant", "edge", "reflect"])),
            required("pad_width", Ints),
            optional("constant_value", Double, "0"),
        ],
        mxnet_pad,
    ),
    operator(
        NONE,
        &["pad"],
        DATA,
        &[
            optional("pad_value", Single, "0"),
            required("pad_width", Pairs),
        ],
        nnvm_pad,
    ),
];

fn mxnet_concat(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    concat("dim", parameters.int("dim"), inputs)
}

fn nnvm_concat(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    concat("axis", parameters.int("axis"), inputs)
}

/// The inputs agree but along the axis, along which their extents add up.
fn concat(name: &'static str, value: i64, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let first = known(inputs, 0)?;
    let along = axis(name, value, first.len())?;
    let mut output = first.clone();
    for index in 1..inputs.len() {
        let input = known(inputs, index)?;
        let agree = |at: usize| at == along || input[at] == first[at];
        if input.len() != first.len() || !(0..input.len()).all(agree) {
            let expected = format!("the shape {} but along axis {along}", shown(first));
            return Err(mismatch(index, expected, input));
        }
        output[along] = output[along].saturating_add(input[along]);
    }
    Ok(Shapes::new(
        inputs.iter().flatten().cloned().collect(),
        output,
    ))
}

/// The inputs have one shape and are put along a new axis.
fn stack(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let mut shapes = super::elementwise::equal(parameters, inputs)?;
    let output = &mut shapes.outputs[0];
    let at = axis("axis", parameters.int("axis"), output.len() + 1)?;
    output.insert(at, inputs.len());
    Ok(shapes)
}

/// The factors and the shape are aligned at their ends, and 1 stands where one is shorter.
fn tile(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let factors = parameters.ints("reps");
    let rank = data.len().max(factors.len());
    if rank > MAX_RANK {
        let expected = format!("at most {MAX_RANK} factors");
        return Err(misfit(
            "reps",
            expected,
            format!("{} of them", factors.len()),
        ));
    }
    let mut output = vec![1; rank - data.len()];
    output.extend(data);
    for (extent_, &factor) in output[rank - factors.len()..].iter_mut().zip(factors) {
        *extent_ = extent_.saturating_mul(extent("reps", factor)?);
    }
    Ok(Shapes::new(vec![data.clone()], output))
}

/// Every element along the axis so many times in a row; without an axis, of the flattened tensor.
fn repeat(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let times = extent("repeats", parameters.int("repeats"))?;
    let (mut output, at) = match parameters.optional_int("axis") {
        None => (vec![elements(data).unwrap_or(usize::MAX)], 0),
        Some(value) => (data.clone(), axis("axis", value, data.len())?),
    };
    output[at] = output[at].saturating_mul(times);
    Ok(Shapes::new(vec![data.clone()], output))
}

/// MXNet pads the axes after the second of a tensor of 4 or 5 axes; the widths are in one list.
fn mxnet_pad(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let widths = parameters.ints("pad_width");
    if !(4..=5).contains(&data.len()) {
        return Err(mismatch(0, "a shape of 4 or 5 axes", data));
    }
    if widths.len() != 2 * data.len() || widths[..4] != [0; 4] {
        let expected = format!("{} numbers, the first four of them 0", 2 * data.len());
        return Err(misfit("pad_width", expected, shown(widths)));
    }
    let pairs: Vec<Vec<i64>> = widths.chunks(2).map(<[i64]>::to_vec).collect();
    if parameters.word("mode") == "reflect" {
        let fits = |(pair, &extent): (&Vec<i64>, &usize)| {
            pair.iter()
                .all(|&width| usize::try_from(width).is_ok_and(|width| width < extent))
        };
        if !pairs.iter().zip(data).all(fits) {
            let expected = format!("widths below the extents {}", shown(data));
            return Err(misfit("pad_width", expected, shown(widths)));
        }
    }
    padded(data, &pairs)
}

fn nnvm_pad(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    padded(data, parameters.pairs("pad_width"))
}

fn padded(data: &Shape, pairs: &[Vec<i64>]) -> Result<Shapes, Refusal> {
    let refuse = |found| {
        let expected = format!("two widths from 0 on for each of the {} axes", data.len());
        misfit("pad_width", expected, found)
    };
    if pairs.len() != data.len() {
        return Err(refuse(format!("widths for {} axes", pairs.len())));
    }
    let mut output = Shape::new();
    for (pair, &extent) in pairs.iter().zip(data) {
        let [before, after] = pair[..] else {
            return Err(refuse(shown(pair)));
        };
        match (usize::try_from(before), usize::try_from(after)) {
            (Ok(before), Ok(after)) => {
                output.push(extent.saturating_add(before).saturating_add(after));
            }
            _ => return Err(refuse(shown(pair))),
        }
    }
    Ok(Shapes::new(vec![data.clone()], output))
}
