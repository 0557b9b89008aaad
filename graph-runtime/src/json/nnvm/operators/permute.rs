//! Operators that move elements about without changing how many there are.

use super::shape::{
    Refusal, Shape, Shapes, axes, axis, extent, known, misfit, mismatch, same, shown,
};
use super::{Attribute, DATA, NONE, Operator, Parameters, operator, optional, required};
use crate::json::nnvm::attribute_text::Kind::{Int, Ints};
use alloc::format;
use alloc::vec;

const BLOCK: &[Attribute] = &[required("block_size", Int)];

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["transpose"],
        &["transpose"],
        DATA,
        &[optional("axes", Ints, "()")],
        transpose,
    ),
    operator(
        &["SwapAxis", "swapaxes"],
        NONE,
        DATA,
        &[optional("dim1", Int, "0"), optional("dim2", Int, "0")],
        swap,
    ),
    operator(
        &["reverse", "flip"],
        NONE,
        DATA,
        &[required("axis", Ints)],
        flip,
    ),
    operator(
        NONE,
        &["flip"],
        DATA,
        &[optional("axis", Int, "0")],
        flip_one,
    ),
    operator(&["depth_to_space"], NONE, DATA, BLOCK, depth_to_space),
    operator(&["space_to_depth"], NONE, DATA, BLOCK, space_to_depth),
];

/// Without axes their order is reversed.
fn transpose(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let named = parameters.ints("axes");
    let mut output = Shape::new();
    if named.is_empty() {
        output.extend(data.iter().rev());
    } else if named.len() == data.len() {
        axes("axes", named, data.len())?;
        for &name in named {
            output.push(data[axis("axes", name, data.len())?]);
        }
    } else {
        let expected = format!("each of the {} axes once", data.len());
        return Err(misfit("axes", expected, shown(named)));
    }
    Ok(Shapes::new(vec![data.clone()], output))
}

fn swap(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let index = |name| axis(name, parameters.int(name), data.len());
    let mut output = data.clone();
    output.swap(index("dim1")?, index("dim2")?);
    Ok(Shapes::new(vec![data.clone()], output))
}

fn flip(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    axes("axis", parameters.ints("axis"), known(inputs, 0)?.len())?;
    same(parameters, inputs)
}

fn flip_one(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    axis("axis", parameters.int("axis"), known(inputs, 0)?.len())?;
    same(parameters, inputs)
}

/// `(n, c * b * b, h, w)` to `(n, c, h * b, w * b)`.
fn depth_to_space(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let block = block(parameters)?;
    match data[..] {
        [batch, depth, height, width] if depth % (block * block) == 0 => {
            let output = vec![
                batch,
                depth / (block * block),
                height * block,
                width * block,
            ];
            Ok(Shapes::new(vec![data.clone()], output))
        }
        _ => {
            let expected = format!("4 axes, the second a multiple of {}", block * block);
            Err(mismatch(0, expected, data))
        }
    }
}

/// `(n, c, h * b, w * b)` to `(n, c * b * b, h, w)`.
fn space_to_depth(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let block = block(parameters)?;
    match data[..] {
        [batch, depth, height, width] if height % block == 0 && width % block == 0 => {
            let output = vec![batch, depth * block * block, height / block, width / block];
            Ok(Shapes::new(vec![data.clone()], output))
        }
        _ => {
            let expected = format!("4 axes, the last two multiples of {block}");
            Err(mismatch(0, expected, data))
        }
    }
}

/// The side of a block, small enough that its square times an extent can be held.
fn block(parameters: &Parameters) -> Result<usize, Refusal> {
    let side = extent("block_size", parameters.int("block_size"))?;
    match side {
        ..=1024 => Ok(side),
        _ => Err(misfit("block_size", "a number up to 1024", side)),
    }
}
