//! Operators that make a larger tensor: of several, of copies of one, or with a margin.

use super::body::{Application, Body, extents, slice};
use super::flow;
use super::shape::{
    MAX_RANK, Refusal, Shape, Shapes, all_known, axis, elements, extent, known, misfit, mismatch,
    shown,
};
use super::{Attribute, DATA, Inputs, NONE, Operator, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Choice, Double, Int, Ints, OptionalInt, Pairs};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::intern::signed;

/// The number of inputs again; where it is missing, the inputs are counted.
use graph_ir::{Result as Built, Wire};
pub(super) const NUM_ARGS: &[Attribute] = &[optional("num_args", OptionalInt, "None")];

const MANY: Inputs = Inputs::Many(Some("num_args"));

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["Concat", "concat"],
        NONE,
        MANY,
        &[required("num_args", Int), optional("dim", Int, "1")],
        mxnet_concat,
        Body::Rule(|call| joined(call, "dim")),
    )
    .flowing(flow::concatenated),
    operator(
        NONE,
        &["concatenate"],
        Inputs::Many(None),
        &[optional("axis", Int, "1")],
        nnvm_concat,
        Body::Rule(|call| joined(call, "axis")),
    )
    .flowing(flow::concatenated),
    operator(
        &["stack"],
        NONE,
        MANY,
        &[optional("axis", Int, "0"), required("num_args", Int)],
        stack,
        Body::Rule(stacked),
    )
    .flowing(flow::stacked),
    operator(
        &["tile"],
        NONE,
        DATA,
        &[required("reps", Ints)],
        tile,
        Body::Rule(tiled),
    ),
    operator(
        &["repeat"],
        NONE,
        DATA,
        &[
            required("repeats", Int),
            optional("axis", OptionalInt, "None"),
        ],
        repeat,
        Body::Rule(repeated),
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
        Body::Rule(mxnet_padded),
    ),
    operator(
        NONE,
        &["pad"],
        DATA,
        &[
            optional("pad_value", Double, "0"),
            required("pad_width", Pairs),
        ],
        nnvm_pad,
        Body::Rule(nnvm_padded),
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
    all_known(inputs)?;
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
        let expected = "two widths from 0 on for each axis";
        misfit("pad_width", expected, found)
    };
    if pairs.len() != data.len() {
        return Err(refuse(format!(
            "widths for {}",
            crate::shown::counted(pairs.len(), "axis", "axes")
        )));
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

fn joined<'b>(call: &Application<'_, 'b>, name: &str) -> Built<Vec<Wire<'b>>> {
    let along = call.axis(name, call.outputs[0].len());
    Ok(vec![call.builder.concat(call.inputs, along)?])
}

fn stacked<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let along = call.axis("axis", call.outputs[0].len());
    Ok(vec![call.builder.stack(call.inputs, along)?])
}

/// Every axis is repeated as a whole along a new one before it, and the two are merged.
fn tiled<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let (own, out) = (extents(call.data())?, &call.outputs[0]);
    let lead = out.len() - own.len();
    let mut apart = Shape::new();
    let mut axes = Vec::new();
    for (index, &extent) in out.iter().enumerate() {
        let held = index.checked_sub(lead).map_or(1, |index| own[index]);
        apart.extend([extent / held, held]);
        if index >= lead {
            axes.push(2 * index + 1);
        }
    }
    spread(call, &own, &apart, &axes)
}

/// Every element is repeated along a new axis after its own, and the two are merged.
fn repeated<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let times = extent("repeats", call.parameters.int("repeats")).unwrap_or(1);
    let (own, at) = match call.parameters.optional_int("axis") {
        None => (vec![call.data().ty()?.shape.size()], 0),
        Some(_) => {
            let own = extents(call.data())?;
            let at = call.axis("axis", own.len());
            (own, at)
        }
    };
    let mut apart = own.clone();
    apart.insert(at + 1, times);
    let axes: Vec<usize> = (0..apart.len()).filter(|&axis| axis != at + 1).collect();
    spread(call, &own, &apart, &axes)
}

fn spread<'b>(
    call: &Application<'_, 'b>,
    own: &[usize],
    apart: &[usize],
    axes: &[usize],
) -> Built<Vec<Wire<'b>>> {
    let data = call
        .builder
        .reshape(call.data(), &graph_ir::Shape::new(own)?)?;
    let apart = graph_ir::Shape::new(apart)?;
    call.reshaped(call.builder.broadcast(data, &apart, axes)?)
}

fn nnvm_padded<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let pairs = call.parameters.pairs("pad_width").iter();
    let widths = pairs.map(|pair| (width(pair.first()), width(pair.get(1))));
    let widths: Vec<(usize, usize)> = widths.collect();
    let value = call.number("pad_value");
    Ok(vec![call.builder.pad(call.data(), &widths, value)?])
}

fn mxnet_padded<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let pairs = call.parameters.ints("pad_width").chunks(2);
    let widths = pairs.map(|pair| (width(pair.first()), width(pair.get(1))));
    let widths: Vec<(usize, usize)> = widths.collect();
    let reflect = match call.parameters.word("mode") {
        "constant" => {
            let value = call.number("constant_value");
            return Ok(vec![call.builder.pad(call.data(), &widths, value)?]);
        }
        mode => mode == "reflect",
    };
    let mut data = call.data();
    for (axis, &(before, after)) in widths.iter().enumerate() {
        let length = extents(data)?[axis];
        let (low, high) = match reflect {
            true => (
                mirrored(data, axis, before, before)?,
                mirrored(data, axis, length.saturating_sub(2), after)?,
            ),
            false => (
                constant(data, axis, 0, before)?,
                constant(data, axis, length - 1, after)?,
            ),
        };
        let parts: Vec<Wire<'b>> = low.into_iter().chain([data]).chain(high).collect();
        data = call.builder.concat(&parts, axis)?;
    }
    Ok(vec![data])
}

/// `count` entries of an axis, backwards from one of them.
fn mirrored<'b>(data: Wire<'b>, axis: usize, from: usize, count: usize) -> Built<Option<Wire<'b>>> {
    backwards(data, axis, from, count, -1)
}

/// One entry of an axis, `count` times.
fn constant<'b>(data: Wire<'b>, axis: usize, from: usize, count: usize) -> Built<Option<Wire<'b>>> {
    let Some(one) = backwards(data, axis, from, count.min(1), 1)? else {
        return Ok(None);
    };
    let parts = vec![one; count];
    data.builder().concat(&parts, axis).map(Some)
}

fn backwards<'b>(
    data: Wire<'b>,
    axis: usize,
    from: usize,
    count: usize,
    step: i64,
) -> Built<Option<Wire<'b>>> {
    if count == 0 {
        return Ok(None);
    }
    let mut shape = extents(data)?;
    shape[axis] = count;
    let mut ranges = vec![(0, 1); shape.len()];
    ranges[axis] = (signed(from), step);
    slice(data, ranges, &shape).map(Some)
}

/// A width that the shape rule has checked.
fn width(width: Option<&i64>) -> usize {
    width.map_or(0, |&width| usize::try_from(width).unwrap_or(0))
}
