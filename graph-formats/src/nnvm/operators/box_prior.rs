//! Operators of object detectors that are functions: boxes around the points of a grid, and the
//! blocks of a picture as channels.

use super::body::{Application, Body, along, extents, sequence};
use super::shape::{Refusal, Shape, Shapes, extent, known, misfit, mismatch};
use super::{Attribute, DATA, NONE, Operator, Parameters, operator, optional};
use crate::nnvm::attribute_text::Kind::{Bool, Int, Reals};
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::{Result as Built, Wire};

const BOXES: &[Attribute] = &[
    optional("sizes", Reals, "(1,)"),
    optional("ratios", Reals, "(1,)"),
    optional("clip", Bool, "0"),
    optional("steps", Reals, "(-1, -1)"),
    optional("offsets", Reals, "(0.5, 0.5)"),
];

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["_contrib_MultiBoxPrior"],
        &["multibox_prior"],
        DATA,
        BOXES,
        boxes,
        Body::Rule(prior),
    ),
    operator(
        NONE,
        &["yolo_reorg"],
        DATA,
        &[optional("stride", Int, "1")],
        blocks,
        Body::Rule(reorganised),
    ),
];

/// Four numbers for each box: one for each size, and one for each ratio after the first, at every
/// point of the data's height and width.
fn boxes(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let &[_, _, height, width] = data.as_slice() else {
        return Err(mismatch(0, "a batch, channels, height and width", data));
    };
    for name in ["sizes", "ratios"] {
        let numbers = parameters.reals(name);
        if numbers.is_empty() || !numbers.iter().all(|number| *number > 0.0) {
            return Err(misfit(
                name,
                "positive numbers, one at least",
                format_args!("{numbers:?}"),
            ));
        }
    }
    for name in ["steps", "offsets"] {
        if parameters.reals(name).len() != 2 {
            let found = parameters.reals(name);
            return Err(misfit(name, "two numbers", format_args!("{found:?}")));
        }
    }
    let steps = parameters.reals("steps");
    if (steps[0] <= 0.0) != (steps[1] <= 0.0) {
        let expected = "two positive numbers, or two that are not";
        return Err(misfit("steps", expected, format_args!("{steps:?}")));
    }
    let count = parameters.reals("sizes").len() + parameters.reals("ratios").len() - 1;
    let all = height.saturating_mul(width).saturating_mul(count);
    Ok(Shapes::new(vec![data.clone()], vec![1, all, 4]))
}

/// Left, upper, right and lower ends of the boxes, where the picture goes from 0 to 1.
fn prior<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let data = extents(call.data())?;
    let (height, width) = (data[2], data[3]);
    let parameters = call.parameters;
    let (sizes, ratios) = (parameters.reals("sizes"), parameters.reals("ratios"));
    let halves: Vec<(f64, f64)> = sizes
        .iter()
        .map(|&size| (size, 1.0))
        .chain(ratios[1..].iter().map(|&ratio| (sizes[0], ratio)))
        .map(|(size, ratio)| {
            let root = graph_math::math::sqrt(ratio);
            (
                size * height as f64 / width as f64 * root / 2.0,
                size / root / 2.0,
            )
        })
        .collect();
    let grid = [height, width];
    let center = |axis: usize| {
        let places = call.float(sequence(call.builder, grid[axis])?)?;
        let step = match parameters.reals("steps")[axis] {
            step if step > 0.0 => step,
            _ => 1.0 / grid[axis] as f64,
        };
        along(
            (places + parameters.reals("offsets")[axis]) * step,
            &grid,
            axis,
        )
    };
    let (y, x) = (center(0)?, center(1)?);
    let ends = halves
        .iter()
        .flat_map(|&(w, h)| [x - w, y - h, x + w, y + h]);
    let all = call.builder.stack(&ends.collect::<Vec<_>>(), 2)?;
    let all = match parameters.bool("clip") {
        true => all.clamp(0.0, 1.0),
        false => all,
    };
    call.reshaped(all)
}

fn blocks(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let side = extent("stride", parameters.int("stride"))?;
    let square = side.saturating_mul(side);
    match data[..] {
        [batch, channels, height, width]
            if channels % square == 0 && height % side == 0 && width % side == 0 =>
        {
            let output = vec![batch, channels * square, height / side, width / side];
            Ok(Shapes::new(vec![data.clone()], output))
        }
        _ => {
            let expected = "channels that the square of the stride divides, and a height and width that it divides";
            Err(mismatch(0, expected, data))
        }
    }
}

/// The data is read as a picture of fewer channels and larger sides, whose points are dealt out in
/// blocks; the result is read in the shape of the output, as NNVM reads it.
fn reorganised<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let data = extents(call.data())?;
    let side = data[2] / call.outputs[0][2];
    let picture = [
        data[0],
        data[1] / (side * side),
        data[2],
        side,
        data[3],
        side,
    ];
    let picture = graph_ir::Shape::new(&picture)?;
    let dealt = call.builder.reshape(call.data(), &picture)?;
    call.reshaped(call.builder.transpose(dealt, &[0, 3, 5, 1, 2, 4])?)
}
