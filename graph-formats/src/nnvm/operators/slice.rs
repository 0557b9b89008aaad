//! Operators that cut a part out of a tensor.

use super::body::{Application, Body, extents, slice};
use super::shape::{
    Refusal, Shape, Shapes, axes, axis, known, known_pair, misfit, mismatch, shown,
};
use super::{DATA, Inputs, NONE, Operator, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Int, Ints, OptionalInt, Slots};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::intern::signed;
use graph_ir::{Result as Built, Wire};
const LIKE: Inputs = Inputs::Named(&["data", "shape_like"]);

/// The first elements along every axis, as many as the output has.
const LEADING: Body = Body::Rule(|call| {
    let shape = &call.outputs[0];
    Ok(vec![slice(call.data(), vec![(0, 1); shape.len()], shape)?])
});

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["slice", "crop"],
        NONE,
        DATA,
        &[
            required("begin", Slots),
            required("end", Slots),
            optional("step", Slots, "()"),
        ],
        mxnet_slice,
        Body::Rule(|call| ranged(call, mxnet_ranges)),
    ),
    operator(
        &["slice_axis"],
        NONE,
        DATA,
        &[
            required("axis", Int),
            required("begin", Int),
            required("end", OptionalInt),
        ],
        slice_axis,
        Body::Rule(ranged_axis),
    ),
    operator(
        NONE,
        &["strided_slice"],
        DATA,
        &[
            required("begin", Ints),
            required("end", Ints),
            optional("stride", Ints, "()"),
        ],
        strided_slice,
        Body::Rule(|call| ranged(call, nnvm_ranges)),
    ),
    operator(
        &["slice_like"],
        NONE,
        LIKE,
        &[optional("axes", Ints, "()")],
        mxnet_like,
        LEADING,
    ),
    operator(
        NONE,
        &["slice_like"],
        Inputs::Named(&["data", "slice_like"]),
        &[optional("axis", Ints, "()")],
        nnvm_like,
        LEADING,
    ),
];

/// A range along one axis: the first element, the number of elements, and the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    begin: usize,
    count: usize,
    step: i64,
}

/// The elements from `begin` up to `end` (before 0 if it is -1) by `step`; `None` without any.
fn range(begin: i64, end: i64, step: i64) -> Option<Range> {
    let distance = if step > 0 { end - begin } else { begin - end };
    let count = (distance > 0).then(|| (distance - 1) / step.abs() + 1)?;
    Some(Range {
        begin: usize::try_from(begin).ok()?,
        count: usize::try_from(count).ok()?,
        step,
    })
}

/// The ranges of MXNet's `slice`: bounds may count from the end but must lie within the axis.
fn mxnet_ranges(parameters: &Parameters, data: &[usize]) -> Result<Vec<Range>, Refusal> {
    let (begins, ends, steps) = (
        parameters.slots("begin"),
        parameters.slots("end"),
        parameters.slots("step"),
    );
    lengths(begins.len(), ends.len(), steps.len(), data.len())?;
    let ranges = data.iter().enumerate().map(|(index, &extent)| {
        let length = signed(extent);
        let step = steps.get(index).copied().flatten().unwrap_or(1);
        if step == 0 || step == i64::MIN {
            return Err(misfit("step", "steps other than 0", step));
        }
        let within = |name, value: Option<i64>, default: i64, last: i64| {
            let Some(value) = value else {
                return Ok(default);
            };
            let from_start = if value < 0 {
                value.saturating_add(length)
            } else {
                value
            };
            match (0..=last).contains(&from_start) {
                true => Ok(from_start),
                false => {
                    let expected = format!("bounds within axis {index} of extent {extent}");
                    Err(misfit(name, expected, value))
                }
            }
        };
        let (first, last) = if step > 0 {
            (0, length)
        } else {
            (length - 1, -1)
        };
        let begin = begins.get(index).copied().flatten();
        let begin = within("begin", begin, first, length - 1)?;
        let end = within("end", ends.get(index).copied().flatten(), last, length)?;
        let found = range(begin, end, step);
        found.ok_or_else(|| {
            let expected = format!("an end that leaves elements of axis {index}");
            misfit("end", expected, end)
        })
    });
    ranges.collect()
}

/// The ranges of NNVM's `strided_slice`, which are numpy's: bounds are clamped to the axis.
fn nnvm_ranges(parameters: &Parameters, data: &[usize]) -> Result<Vec<Range>, Refusal> {
    let (begins, ends, steps) = (
        parameters.ints("begin"),
        parameters.ints("end"),
        parameters.ints("stride"),
    );
    if [begins, ends, steps]
        .iter()
        .any(|list| list.len() > data.len())
    {
        let expected = format!(
            "at most {}, one for each axis",
            crate::shown::counted(data.len(), "bound", "bounds")
        );
        return Err(misfit("begin", expected, shown(begins)));
    }
    let ranges = data.iter().enumerate().map(|(index, &extent)| {
        let length = signed(extent);
        let step = steps.get(index).copied().unwrap_or(1);
        if step == 0 || step == i64::MIN {
            return Err(misfit("stride", "strides other than 0", step));
        }
        let (low, high) = if step > 0 {
            (0, length)
        } else {
            (-1, length - 1)
        };
        let clamped = |value: Option<&i64>, default: i64| match value {
            None => default,
            Some(&value) if value < 0 => value.saturating_add(length).clamp(low, high),
            Some(&value) => value.clamp(low, high),
        };
        let (first, last) = if step > 0 { (low, high) } else { (high, low) };
        let begin = clamped(begins.get(index), first);
        let end = clamped(ends.get(index), last);
        range(begin, end, step).ok_or_else(|| {
            let expected = format!("bounds that leave elements of axis {index}");
            misfit("end", expected, shown(ends))
        })
    });
    ranges.collect()
}

/// The range of `slice_axis`.
fn axis_range(parameters: &Parameters, data: &[usize]) -> Result<(usize, Range), Refusal> {
    let index = axis("axis", parameters.int("axis"), data.len())?;
    let length = signed(data[index]);
    let from_start = |value: i64| if value < 0 { value + length } else { value };
    let begin = from_start(parameters.int("begin"));
    let end = parameters.optional_int("end").map_or(length, from_start);
    if !(0..length).contains(&begin) {
        let expected = format!("a bound within axis {index} of extent {length}");
        return Err(misfit("begin", expected, parameters.int("begin")));
    }
    match range(begin, end, 1) {
        Some(range) if end <= length => Ok((index, range)),
        _ => {
            let expected = format!("a bound after {begin} and up to {length}");
            Err(misfit("end", expected, end))
        }
    }
}

fn lengths(begin: usize, end: usize, step: usize, rank: usize) -> Result<(), Refusal> {
    if begin > rank {
        let expected = format!(
            "at most {}, one for each axis",
            crate::shown::counted(rank, "bound", "bounds")
        );
        return Err(misfit("begin", expected, format!("{begin} of them")));
    }
    if end != begin {
        let expected = format!(
            "{}, as many as begin has",
            crate::shown::counted(begin, "bound", "bounds")
        );
        return Err(misfit("end", expected, format!("{end} of them")));
    }
    if step != 0 && step != begin {
        let expected = format!("no steps or {begin} of them, as many as begin has");
        return Err(misfit("step", expected, format!("{step} of them")));
    }
    Ok(())
}

fn mxnet_slice(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let ranges = mxnet_ranges(parameters, data)?;
    let output = ranges.iter().map(|range| range.count).collect();
    Ok(Shapes::new(vec![data.clone()], output))
}

fn strided_slice(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let ranges = nnvm_ranges(parameters, data)?;
    let output = ranges.iter().map(|range| range.count).collect();
    Ok(Shapes::new(vec![data.clone()], output))
}

fn slice_axis(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let (index, range) = axis_range(parameters, data)?;
    let mut output = data.clone();
    output[index] = range.count;
    Ok(Shapes::new(vec![data.clone()], output))
}

/// MXNet asks for equal ranks if no axes are named.
fn mxnet_like(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (data, like) = known_pair(inputs)?;
    let named = parameters.ints("axes");
    if named.is_empty() && data.len() != like.len() {
        let expected = format!(
            "a shape of {}",
            crate::shown::counted(data.len(), "axis", "axes")
        );
        return Err(mismatch(1, expected, like));
    }
    cut("axes", named, data, like)
}

fn nnvm_like(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (data, like) = known_pair(inputs)?;
    cut("axis", parameters.ints("axis"), data, like)
}

/// Cuts the named axes of `data`, or all that both have, to the extents that `like` has.
fn cut(name: &'static str, named: &[i64], data: &Shape, like: &Shape) -> Result<Shapes, Refusal> {
    let marks = match named {
        [] => vec![true; data.len().min(like.len())],
        named => axes(name, named, data.len())?,
    };
    let mut output = data.clone();
    for index in (0..marks.len()).filter(|&index| marks[index]) {
        match like.get(index) {
            Some(&extent) if extent <= data[index] => output[index] = extent,
            _ => {
                let expected = format!("an extent up to {} along axis {index}", data[index]);
                return Err(mismatch(1, expected, like));
            }
        }
    }
    Ok(Shapes::new(vec![data.clone(), like.clone()], output))
}

/// The ranges of a rule that has already given the shape of the output.
fn ranged<'b>(
    call: &Application<'_, 'b>,
    ranges: fn(&Parameters, &[usize]) -> Result<Vec<Range>, Refusal>,
) -> Built<Vec<Wire<'b>>> {
    let own = extents(call.data())?;
    let ranges = ranges(call.parameters, &own).unwrap_or_default();
    let axes = ranges.iter().map(start).collect();
    Ok(vec![slice(call.data(), axes, &call.outputs[0])?])
}

fn ranged_axis<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let own = extents(call.data())?;
    let mut axes = vec![(0, 1); own.len()];
    if let Ok((axis, range)) = axis_range(call.parameters, &own) {
        axes[axis] = start(&range);
    }
    Ok(vec![slice(call.data(), axes, &call.outputs[0])?])
}

fn start(range: &Range) -> (i64, i64) {
    (signed(range.begin), range.step)
}
