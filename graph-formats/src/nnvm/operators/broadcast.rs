//! Operators of two tensors whose shapes need only be compatible, and those that only widen one.

use super::body::Body;
use super::body::Meaning::{self, Composed, Op};
use super::body::{Application, extents};
use super::meaning;
use super::shape::{
    Refusal, Shape, Shapes, axes, axis, extent, known, known_pair, misfit, mismatch, shown,
};
use super::{DATA, Inputs, LHS_RHS, NONE, Operator, Parameters, operator, optional};
use crate::nnvm::attribute_text::Kind::{Bool, Ints, OptionalInts};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::ops::ScalarOp::*;
use graph_ir::{Result as Built, Wire};

type Names = &'static [&'static str];

const fn binary(mxnet: Names, nnvm: Names, meaning: Meaning) -> Operator {
    operator(mxnet, nnvm, LHS_RHS, &[], compatible, Body::Each(meaning))
}

/// The first input, repeated to the shape of the output.
const REPEAT: Body = Body::Rule(|call| Ok(vec![call.broadcast(call.data())?]));

pub(super) const ROWS: &[Operator] = &[
    // MXNet's remainder has the sign of the divisor, NNVM's that of the dividend.
    binary(
        &["broadcast_add", "broadcast_plus"],
        &["broadcast_add", "__add_symbol__"],
        Op(Add),
    ),
    binary(
        &["broadcast_sub", "broadcast_minus"],
        &["broadcast_sub", "__sub_symbol__"],
        Op(Sub),
    ),
    binary(
        &["broadcast_mul"],
        &["broadcast_mul", "__mul_symbol__"],
        Op(Mul),
    ),
    binary(
        &["broadcast_div"],
        &["broadcast_div", "__div_symbol__"],
        Op(Div),
    ),
    binary(&["broadcast_mod"], NONE, Composed(meaning::floor_mod)),
    binary(NONE, &["broadcast_mod", "__mod_symbol__"], Op(Rem)),
    binary(
        &["broadcast_power"],
        &["broadcast_pow", "__pow_symbol__"],
        Op(Powf),
    ),
    binary(
        &["broadcast_maximum"],
        &["broadcast_max", "__max_symbol__"],
        Op(Max),
    ),
    binary(
        &["broadcast_minimum"],
        &["broadcast_min", "__min_symbol__"],
        Op(Min),
    ),
    binary(&["broadcast_hypot"], NONE, Op(Hypot)),
    binary(
        &["broadcast_equal"],
        &["broadcast_equal", "__equal_symbol__"],
        Op(Equal),
    ),
    binary(
        &["broadcast_not_equal"],
        &["broadcast_not_equal", "__not_equal_symbol__"],
        Op(NotEqual),
    ),
    binary(
        &["broadcast_greater"],
        &["broadcast_greater", "__greater_symbol__"],
        Op(Greater),
    ),
    binary(
        &["broadcast_greater_equal"],
        &["broadcast_greater_equal", "__greater_equal_symbol__"],
        Op(GreaterEqual),
    ),
    binary(
        &["broadcast_lesser"],
        &["broadcast_less", "__less_symbol__"],
        Op(Less),
    ),
    binary(
        &["broadcast_lesser_equal"],
        &["broadcast_less_equal", "__less_equal_symbol__"],
        Op(LessEqual),
    ),
    binary(&["broadcast_logical_and"], NONE, Composed(meaning::and)),
    binary(&["broadcast_logical_or"], NONE, Composed(meaning::or)),
    binary(&["broadcast_logical_xor"], NONE, Composed(meaning::xor)),
    operator(
        &["broadcast_to"],
        &["broadcast_to"],
        DATA,
        &[optional("shape", Ints, "()")],
        to_shape,
        REPEAT,
    ),
    operator(
        &["broadcast_axis", "broadcast_axes"],
        NONE,
        DATA,
        &[optional("axis", Ints, "()"), optional("size", Ints, "()")],
        along_axes,
        REPEAT,
    ),
    operator(
        &["broadcast_like"],
        NONE,
        LHS_RHS,
        &[
            optional("lhs_axes", OptionalInts, "None"),
            optional("rhs_axes", OptionalInts, "None"),
        ],
        like,
        REPEAT,
    ),
    operator(
        NONE,
        &["expand_like"],
        Inputs::Named(&["input", "shape_like"]),
        &[optional("axis", Ints, "()"), optional("exclude", Bool, "0")],
        expand_like,
        Body::Rule(expand),
    ),
];

/// The shape that two shapes broadcast to: aligned at their ends, two extents are equal or one of
/// them is 1.
pub(super) fn broadcast(left: &[usize], right: &[usize]) -> Option<Shape> {
    let rank = left.len().max(right.len());
    // Axes that a shape lacks at its front count as 1.
    let extent = |shape: &[usize], index: usize| match (index + shape.len()).checked_sub(rank) {
        Some(index) => shape[index],
        None => 1,
    };
    let pairs = (0..rank).map(|index| (extent(left, index), extent(right, index)));
    pairs
        .map(|(left, right)| match (left, right) {
            (1, other) | (other, 1) => Some(other),
            (left, right) => (left == right).then_some(left),
        })
        .collect()
}

pub(super) fn compatible(_: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (left, right) = known_pair(inputs)?;
    let Some(output) = broadcast(left, right) else {
        let expected = format!("a shape that broadcasts with {}", shown(left));
        return Err(mismatch(1, expected, right));
    };
    Ok(Shapes::new(vec![left.clone(), right.clone()], output))
}

/// Widens `data` to `output`, axis by axis.
fn widen(data: &[usize], output: &[usize], input: usize) -> Result<(), Refusal> {
    let fits = data.len() == output.len()
        && data
            .iter()
            .zip(output)
            .all(|(from, to)| from == to || *from == 1);
    match fits {
        true => Ok(()),
        false => {
            let expected = format!("a shape that is {} but for extents of 1", shown(output));
            Err(mismatch(input, expected, data))
        }
    }
}

fn to_shape(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let target = parameters.ints("shape");
    if target.len() != data.len() {
        let expected = format!(
            "{}, one for each axis of the input",
            crate::shown::counted(data.len(), "extent", "extents")
        );
        return Err(misfit("shape", expected, shown(target)));
    }
    let extents = target
        .iter()
        .zip(data)
        .map(|(&target, &held)| match target {
            // 0 keeps the extent.
            0 => Ok(held),
            target => extent("shape", target),
        });
    let output = extents.collect::<Result<Shape, Refusal>>()?;
    widen(data, &output, 0)?;
    Ok(Shapes::new(vec![data.clone()], output))
}

fn along_axes(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let (named, sizes) = (parameters.ints("axis"), parameters.ints("size"));
    if named.len() != sizes.len() {
        let expected = format!("one size for each of the axes {}", shown(named));
        return Err(misfit("size", expected, shown(sizes)));
    }
    axes("axis", named, data.len())?;
    let mut output = data.clone();
    for (&name, &size) in named.iter().zip(sizes) {
        let index = axis("axis", name, data.len())?;
        if data[index] != 1 {
            let expected = format!("an extent of 1 along axis {index}");
            return Err(mismatch(0, expected, data));
        }
        output[index] = extent("size", size)?;
    }
    Ok(Shapes::new(vec![data.clone()], output))
}

fn like(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (left, right) = known_pair(inputs)?;
    let named = |name: &'static str| parameters.optional_ints(name);
    let output = match (named("lhs_axes"), named("rhs_axes")) {
        (None, None) => right.clone(),
        (Some(left_axes), Some(right_axes)) if left_axes.len() == right_axes.len() => {
            axes("lhs_axes", left_axes, left.len())?;
            let mut output = left.clone();
            for (&to, &from) in left_axes.iter().zip(right_axes) {
                let to = axis("lhs_axes", to, left.len())?;
                output[to] = right[axis("rhs_axes", from, right.len())?];
            }
            output
        }
        (_, right_axes) => {
            let found = right_axes.map_or("None".into(), shown);
            return Err(misfit("rhs_axes", "as many axes as lhs_axes", found));
        }
    };
    widen(left, &output, 0)?;
    Ok(Shapes::new(vec![left.clone(), right.clone()], output))
}

/// The input has the axes of `shape_like` but for those named, which it lacks or has with extent
/// 1; without axes the shapes are equal.
fn expand_like(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (input, like) = known_pair(inputs)?;
    let exclude = parameters.bool("exclude");
    let marks = axes("axis", parameters.ints("axis"), like.len())?;
    let expanded: Vec<bool> = marks.iter().map(|mark| *mark != exclude).collect();
    let kept = like
        .iter()
        .zip(&expanded)
        .filter(|(_, expanded)| !**expanded);
    let kept: Shape = kept.map(|(extent, _)| *extent).collect();
    let ones: Shape = like
        .iter()
        .zip(&expanded)
        .map(|(extent, expanded)| if *expanded { 1 } else { *extent })
        .collect();
    // A tensor of one number stands for the shape without axes, which NNVM does not have.
    let lacks = *input == kept || kept.is_empty() && input[..] == [1];
    if !lacks && *input != ones {
        let expected = format!("the shape {} or {}", shown(&kept), shown(&ones));
        return Err(mismatch(0, expected, input));
    }
    Ok(Shapes::new(vec![input.clone(), like.clone()], like.clone()))
}

/// The axes named are made with extent 1 where the input lacks them.
fn expand<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let mut data = call.data();
    let like = &call.outputs[0];
    let own = extents(data)?;
    if own.len() != like.len() {
        let exclude = call.parameters.bool("exclude");
        let marks = axes("axis", call.parameters.ints("axis"), like.len()).unwrap_or_default();
        let mut ones = like.clone();
        for (extent, mark) in ones.iter_mut().zip(&marks) {
            if *mark != exclude {
                *extent = 1;
            }
        }
        data = call.builder.reshape(data, &graph_ir::Shape::new(&ones)?)?;
    }
    Ok(vec![call.broadcast(data)?])
}
