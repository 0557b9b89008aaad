//! Operators that give the same elements in the same order another shape.

use super::body::Body;
use super::flow;
use super::shape::{MAX_RANK, misfit, mismatch, shown};
use super::shape::{Refusal, Shape, Shapes, axes, axis, elements, extent, known, known_pair};
use super::{DATA, Inputs, LHS_RHS, NONE, Operator, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Bool, Int, Ints, OptionalInt, OptionalInts};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

/// The first input in the shape of the output.
const SAME_ELEMENTS: Body = Body::Rule(|call| call.reshaped(call.data()));

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["Reshape", "reshape"],
        NONE,
        DATA,
        &[
            optional("shape", Ints, "()"),
            optional("reverse", Bool, "0"),
            optional("target_shape", Ints, "()"),
            optional("keep_highest", Bool, "0"),
        ],
        mxnet_reshape,
        SAME_ELEMENTS,
    )
    .flowing(flow::reshaped),
    operator(
        NONE,
        &["reshape"],
        DATA,
        &[required("shape", Ints)],
        nnvm_reshape,
        SAME_ELEMENTS,
    )
    .flowing(flow::reshaped),
    operator(
        &["reshape_like"],
        NONE,
        LHS_RHS,
        &[
            optional("lhs_begin", OptionalInt, "None"),
            optional("lhs_end", OptionalInt, "None"),
            optional("rhs_begin", OptionalInt, "None"),
            optional("rhs_end", OptionalInt, "None"),
        ],
        reshape_like,
        SAME_ELEMENTS,
    ),
    operator(
        NONE,
        &["reshape_like"],
        Inputs::Named(&["data", "shape_like"]),
        &[],
        reshape_like,
        SAME_ELEMENTS,
    ),
    operator(
        &["Flatten", "flatten"],
        &["flatten"],
        DATA,
        &[],
        flatten,
        SAME_ELEMENTS,
    )
    .flowing(flow::flattened),
    operator(
        &["expand_dims"],
        NONE,
        DATA,
        &[required("axis", Int)],
        expand_dims,
        SAME_ELEMENTS,
    )
    .flowing(flow::expanded),
    operator(
        NONE,
        &["expand_dims"],
        DATA,
        &[required("axis", Int), optional("num_newaxis", Int, "1")],
        expand_dims,
        SAME_ELEMENTS,
    )
    .flowing(flow::expanded),
    operator(
        &["squeeze"],
        NONE,
        DATA,
        &[optional("axis", OptionalInts, "None")],
        mxnet_squeeze,
        SAME_ELEMENTS,
    )
    .flowing(flow::squeezed),
    operator(
        NONE,
        &["squeeze"],
        DATA,
        &[optional("axis", Ints, "()")],
        nnvm_squeeze,
        SAME_ELEMENTS,
    )
    .flowing(flow::squeezed),
];

/// The shape that the codes of a reshape make of a shape: a positive number is an extent, 0 copies
/// one, -1 (once) is whatever is left over, -2 copies all that remain, -3 multiplies two, and -4
/// splits one into the two that follow, one of which may be -1.
fn decode(data: &[usize], codes: &[i64]) -> Result<Shape, Refusal> {
    let refuse = |expected: &'static str| misfit("shape", expected, shown(codes));
    let past_end = || refuse("codes for no more axes than the input has");
    let mut output = Shape::new();
    let mut inferred = None;
    let mut next = 0;
    let mut rest = codes.iter().copied();
    while let Some(code) = rest.next() {
        match code {
            1.. => {
                output.push(extent("shape", code)?);
                next += 1;
            }
            0 => {
                output.push(*data.get(next).ok_or_else(past_end)?);
                next += 1;
            }
            -1 => {
                if inferred.replace(output.len()).is_some() {
                    return Err(refuse("at most one -1"));
                }
                output.push(1);
                next += 1;
            }
            -2 => {
                output.extend(data.iter().skip(next));
                next = next.max(data.len());
            }
            -3 => match data.get(next..next + 2) {
                Some([first, second]) => {
                    output.push(first * second);
                    next += 2;
                }
                _ => return Err(refuse("two axes left to multiply for every -3")),
            },
            -4 => {
                let (Some(first), Some(second)) = (rest.next(), rest.next()) else {
                    return Err(refuse("two extents after every -4"));
                };
                let whole = *data.get(next).ok_or_else(past_end)?;
                output.extend(split(whole, first, second, refuse)?);
                next += 1;
            }
            _ => return Err(refuse("extents and the codes 0, -1, -2, -3, -4")),
        }
    }
    if let Some(index) = inferred {
        let (total, others) = (elements(data), elements(&output));
        output[index] = match (total, others) {
            (Some(total), Some(others)) if total % others == 0 => total / others,
            _ => {
                return Err(refuse(
                    "extents that divide the number of elements, for the -1",
                ));
            }
        };
    }
    Ok(output)
}

/// The two factors of an extent, one of which may be left open.
fn split(
    whole: usize,
    first: i64,
    second: i64,
    refuse: impl Fn(&'static str) -> Refusal,
) -> Result<[usize; 2], Refusal> {
    let factors = match (first, second) {
        (-1, -1) => return Err(refuse("at most one -1 after a -4")),
        (-1, given) => {
            let given = extent("shape", given)?;
            [whole / given, given]
        }
        (given, -1) => {
            let given = extent("shape", given)?;
            [given, whole / given]
        }
        (first, second) => [extent("shape", first)?, extent("shape", second)?],
    };
    match factors[0].checked_mul(factors[1]) == Some(whole) {
        true => Ok(factors),
        false => Err(refuse("two factors of the extent after every -4")),
    }
}

/// Fails unless a shape has as many elements as the data.
fn same_size(data: &[usize], output: &[usize], name: &'static str) -> Result<(), Refusal> {
    if output.is_empty() || elements(output) != elements(data) {
        let expected = format!("a shape of as many elements as {}", shown(data));
        return Err(misfit(name, expected, shown(output)));
    }
    Ok(())
}

fn nnvm_reshape(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let output = decode(data, parameters.ints("shape"))?;
    same_size(data, &output, "shape")?;
    Ok(Shapes::new(vec![data.clone()], output))
}

fn mxnet_reshape(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let target = parameters.ints("target_shape");
    if parameters.ints("shape").is_empty() && !target.is_empty() {
        let output = legacy_target(data, target, parameters.bool("keep_highest"))?;
        same_size(data, &output, "target_shape")?;
        return Ok(Shapes::new(vec![data.clone()], output));
    }
    if !parameters.bool("reverse") {
        return nnvm_reshape(parameters, inputs);
    }
    // The codes are applied from the right.
    let from_right: Shape = data.iter().rev().copied().collect();
    let codes: Vec<i64> = parameters.ints("shape").iter().rev().copied().collect();
    let mut output = decode(&from_right, &codes)?;
    output.reverse();
    same_size(data, &output, "shape")?;
    Ok(Shapes::new(vec![data.clone()], output))
}

/// The shape of MXNet's first versions: one 0 is whatever is left over, and the first extent may
/// be kept.
fn legacy_target(data: &[usize], target: &[i64], keep_first: bool) -> Result<Shape, Refusal> {
    let mut output = Shape::new();
    let mut open = None;
    for (index, &code) in target.iter().enumerate() {
        if index == 0 && keep_first {
            output.push(data[0]);
        } else if code == 0 && open.replace(index).is_none() {
            output.push(1);
        } else {
            output.push(extent("target_shape", code)?);
        }
    }
    if let Some(index) = open {
        output[index] = match (elements(data), elements(&output)) {
            (Some(total), Some(others)) => (total / others).max(1),
            _ => 1,
        };
    }
    Ok(output)
}

/// The axes from `lhs_begin` to `lhs_end` are replaced by those from `rhs_begin` to `rhs_end`;
/// without any of these, all by all.
fn reshape_like(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (left, right) = known_pair(inputs)?;
    let bound = |name: &'static str, default: usize, rank: usize| {
        let Some(value) = parameters.optional_int(name) else {
            return Ok(default);
        };
        let from_start = if value < 0 {
            value + rank as i64
        } else {
            value
        };
        let index = usize::try_from(from_start).ok();
        let index = index.filter(|index| *index <= rank);
        index.ok_or_else(|| misfit(name, format!("an axis up to {rank}"), value))
    };
    let range = |begin, end, rank: usize| {
        let (first, last) = (bound(begin, 0, rank)?, bound(end, rank, rank)?);
        match first <= last {
            true => Ok(first..last),
            false => Err(misfit(end, format!("an axis from {first} on"), last)),
        }
    };
    let replaced = range("lhs_begin", "lhs_end", left.len())?;
    let by = range("rhs_begin", "rhs_end", right.len())?;
    let mut output = left.clone();
    output.splice(replaced, right[by].iter().copied());
    if output.is_empty() || elements(&output) != elements(left) {
        let expected = format!("a shape of as many elements as {}", shown(left));
        return Err(mismatch(1, expected, right));
    }
    Ok(Shapes::new(vec![left.clone(), right.clone()], output))
}

/// All axes but the first become one.
fn flatten(_: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let output = vec![data[0], data[1..].iter().product()];
    Ok(Shapes::new(vec![data.clone()], output))
}

fn expand_dims(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    // An axis is inserted before one of the axes or after the last.
    let index = axis("axis", parameters.int("axis"), data.len() + 1)?;
    let count = parameters.optional_int("num_newaxis").unwrap_or(1);
    let count = usize::try_from(count)
        .ok()
        .filter(|count| *count <= MAX_RANK);
    let Some(count) = count else {
        let found = parameters.int("num_newaxis");
        return Err(misfit("num_newaxis", "a number from 0 to 32", found));
    };
    let mut output = data.clone();
    output.splice(index..index, core::iter::repeat_n(1, count));
    Ok(Shapes::new(vec![data.clone()], output))
}

fn mxnet_squeeze(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    squeeze(parameters.optional_ints("axis"), inputs)
}

/// NNVM takes no axes for all axes of extent 1, where MXNet would leave the shape alone.
fn nnvm_squeeze(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let named = parameters.ints("axis");
    squeeze((!named.is_empty()).then_some(named), inputs)
}

fn squeeze(named: Option<&[i64]>, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let marks = match named {
        None => data.iter().map(|extent| *extent == 1).collect(),
        Some(named) => axes("axis", named, data.len())?,
    };
    if let Some(index) = (0..data.len()).find(|&index| marks[index] && data[index] != 1) {
        let expected = format!("an extent of 1 along axis {index}");
        return Err(mismatch(0, expected, data));
    }
    let kept = data.iter().zip(&marks).filter(|(_, marked)| !**marked);
    let mut output: Shape = kept.map(|(extent, _)| *extent).collect();
    if output.is_empty() {
        output.push(1);
    }
    Ok(Shapes::new(vec![data.clone()], output))
}
