//! Parts shared by the shape rules: shapes, their limits, axes, and refusals.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// The extents of a tensor. In NNVM and MXNet there is at least one, and none is 0: an extent of 0
/// and an empty shape mean that they are not known.
pub type Shape = Vec<usize>;

/// The largest number of elements of a tensor, which is MXNet's.
pub const MAX_ELEMENTS: usize = i32::MAX as usize;
/// The largest number of axes of a tensor.
pub const MAX_RANK: usize = 32;
/// The largest number of outputs of a node.
pub const MAX_OUTPUTS: usize = 1 << 16;

/// The shapes of all inputs and all outputs of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Shapes {
    pub(in super::super) inputs: Vec<Shape>,
    pub(in super::super) outputs: Vec<Shape>,
}

/// Why a rule gives no shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Refusal {
    /// The shapes of these inputs are not known and do not follow from the others.
    Unknown(Vec<usize>),
    /// The shape of this input does not fit.
    Input(usize, Cow<'static, str>, String),
    /// The shape of this output does not fit.
    Output(usize, Cow<'static, str>, String),
    /// The value of this attribute does not fit.
    Attribute(&'static str, Cow<'static, str>, String),
}

impl Shapes {
    pub(super) fn new(inputs: Vec<Shape>, output: Shape) -> Self {
        let outputs = vec![output];
        Self { inputs, outputs }
    }
}

/// The shape of input `index`, which must be known.
pub(super) fn known(inputs: &[Option<Shape>], index: usize) -> Result<&Shape, Refusal> {
    let shape = inputs.get(index).and_then(Option::as_ref);
    shape.ok_or_else(|| Refusal::Unknown(vec![index]))
}

/// The shapes of two inputs, which must be known.
pub(super) fn known_pair(inputs: &[Option<Shape>]) -> Result<(&Shape, &Shape), Refusal> {
    all_known(&inputs[..inputs.len().min(2)])?;
    Ok((known(inputs, 0)?, known(inputs, 1)?))
}

/// Checks that the shapes of all inputs are known.
pub(super) fn all_known(inputs: &[Option<Shape>]) -> Result<(), Refusal> {
    let open = (0..inputs.len()).filter(|&index| inputs[index].is_none());
    let open: Vec<usize> = open.collect();
    match open.is_empty() {
        true => Ok(()),
        false => Err(Refusal::Unknown(open)),
    }
}

/// Fixes the shape of input `index`: the one that it has must be `shape`.
pub(super) fn expect(
    inputs: &[Option<Shape>],
    index: usize,
    shape: Shape,
) -> Result<Shape, Refusal> {
    match inputs.get(index).and_then(Option::as_ref) {
        Some(held) if *held != shape => Err(mismatch(index, shown(&shape), held)),
        _ => Ok(shape),
    }
}

/// The refusal of an input's shape.
pub(super) fn mismatch(
    index: usize,
    expected: impl Into<Cow<'static, str>>,
    found: &[usize],
) -> Refusal {
    Refusal::Input(index, expected.into(), shown(found))
}

/// The refusal of an attribute's value.
pub(super) fn misfit(
    attribute: &'static str,
    expected: impl Into<Cow<'static, str>>,
    found: impl core::fmt::Display,
) -> Refusal {
    Refusal::Attribute(attribute, expected.into(), format!("{found}"))
}

/// A shape as it stands in messages: `(2, 3)`.
pub(in super::super) fn shown<T: core::fmt::Display>(shape: &[T]) -> String {
    let extents: Vec<String> = shape.iter().map(|extent| format!("{extent}")).collect();
    match extents.len() {
        1 => format!("({},)", extents[0]),
        _ => format!("({})", extents.join(", ")),
    }
}

/// The number of elements; `None` beyond [`MAX_ELEMENTS`].
pub(super) fn elements(shape: &[usize]) -> Option<usize> {
    let count = shape
        .iter()
        .try_fold(1_usize, |count, extent| count.checked_mul(*extent))?;
    (count <= MAX_ELEMENTS).then_some(count)
}

/// Whether a tensor may have a shape; if not, the requirement that it breaks.
pub(in super::super) fn check_shape(shape: &[usize]) -> Result<(), &'static str> {
    if shape.is_empty() || shape.contains(&0) {
        return Err("a shape of at least one axis and without an extent of 0");
    }
    if shape.len() > MAX_RANK {
        return Err("a shape of at most 32 axes");
    }
    match elements(shape) {
        Some(_) => Ok(()),
        None => Err("a shape of at most 2147483647 elements"),
    }
}

/// The axis that an attribute names, counted from the end if it is negative.
pub(super) fn axis(attribute: &'static str, axis: i64, rank: usize) -> Result<usize, Refusal> {
    let from_start = if axis < 0 { axis + rank as i64 } else { axis };
    match usize::try_from(from_start) {
        Ok(index) if index < rank => Ok(index),
        _ => {
            let expected = format!("an axis from -{rank} to {}", rank as i64 - 1);
            Err(misfit(attribute, expected, axis))
        }
    }
}

/// The axes that an attribute names: a mark for each axis of the tensor.
pub(super) fn axes(
    attribute: &'static str,
    named: &[i64],
    rank: usize,
) -> Result<Vec<bool>, Refusal> {
    let mut marks = vec![false; rank];
    for &name in named {
        let index = axis(attribute, name, rank)?;
        if core::mem::replace(&mut marks[index], true) {
            return Err(misfit(attribute, "every axis once", shown(named)));
        }
    }
    Ok(marks)
}

/// The extent that an attribute gives.
pub(super) fn extent(attribute: &'static str, value: i64) -> Result<usize, Refusal> {
    match usize::try_from(value) {
        Ok(extent) if extent > 0 => Ok(extent),
        _ => Err(misfit(attribute, "a positive number", value)),
    }
}

/// The rule of operators whose output has the shape of their only input.
pub(super) fn same(_: &super::Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?.clone();
    Ok(Shapes::new(vec![data.clone()], data))
}
