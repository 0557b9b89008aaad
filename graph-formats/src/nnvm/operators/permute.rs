//! Operators that move elements about without changing how many there are.

use super::body::{Application, Body, extents, from_start, slice};
use super::flow;
use super::shape::{
    Refusal, Shape, Shapes, axes, axis, extent, known, misfit, mismatch, same, shown,
};
use super::{Attribute, DATA, NONE, Operator, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Int, Ints};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::intern::signed;
use graph_ir::{Result as Built, Wire};
const BLOCK: &[Attribute] = &[required("block_size", Int)];

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["transpose"],
        &["transpose"],
        DATA,
        &[optional("axes", Ints, "()")],
        transpose,
        Body::Rule(transposed),
    )
    .flowing(flow::transposed),
    operator(
        &["SwapAxis", "swapaxes"],
        NONE,
        DATA,
        &[optional("dim1", Int, "0"), optional("dim2", Int, "0")],
        swap,
        Body::Rule(swapped),
    )
    .flowing(flow::swapped),
    operator(
        &["reverse", "flip"],
        NONE,
        DATA,
        &[required("axis", Ints)],
        flip,
        Body::Rule(|call| flipped(call, call.parameters.ints("axis"))),
    )
    .flowing(flow::alike),
    operator(
        NONE,
        &["flip"],
        DATA,
        &[optional("axis", Int, "0")],
        flip_one,
        Body::Rule(|call| flipped(call, &[call.parameters.int("axis")])),
    )
    .flowing(flow::alike),
    operator(
        &["depth_to_space"],
        NONE,
        DATA,
        BLOCK,
        depth_to_space,
        Body::Rule(blocks_to_space),
    ),
    operator(
        &["space_to_depth"],
        NONE,
        DATA,
        BLOCK,
        space_to_depth,
        Body::Rule(space_to_blocks),
    ),
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

fn transposed<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let rank = extents(call.data())?.len();
    let named = call.parameters.ints("axes");
    let order: Vec<usize> = match named {
        [] => (0..rank).rev().collect(),
        named => named.iter().map(|&axis| from_start(axis, rank)).collect(),
    };
    Ok(vec![call.builder.transpose(call.data(), &order)?])
}

fn swapped<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let rank = extents(call.data())?.len();
    let mut order: Vec<usize> = (0..rank).collect();
    order.swap(call.axis("dim1", rank), call.axis("dim2", rank));
    Ok(vec![call.builder.transpose(call.data(), &order)?])
}

fn flipped<'b>(call: &Application<'_, 'b>, named: &[i64]) -> Built<Vec<Wire<'b>>> {
    let shape = &call.outputs[0];
    let mut ranges = vec![(0, 1); shape.len()];
    for &name in named {
        let axis = from_start(name, shape.len());
        ranges[axis] = (signed(shape[axis]) - 1, -1);
    }
    Ok(vec![slice(call.data(), ranges, shape)?])
}

/// Splits some axes, permutes, and merges again.
fn regrouped<'b>(
    call: &Application<'_, 'b>,
    split: &[usize],
    order: &[usize],
) -> Built<Vec<Wire<'b>>> {
    let parts = call
        .builder
        .reshape(call.data(), &graph_ir::Shape::new(split)?)?;
    call.reshaped(call.builder.transpose(parts, order)?)
}

fn blocks_to_space<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let own = extents(call.data())?;
    let out = &call.outputs[0];
    let block = out[2] / own[2];
    let split = [own[0], block, block, out[1], own[2], own[3]];
    regrouped(call, &split, &[0, 3, 4, 1, 5, 2])
}

fn space_to_blocks<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let own = extents(call.data())?;
    let out = &call.outputs[0];
    let block = own[2] / out[2];
    let split = [own[0], own[1], out[2], block, out[3], block];
    regrouped(call, &split, &[0, 3, 5, 1, 2, 4])
}
