//! Operators that pick elements by indices that are values.

use super::elementwise::DTYPES;
use super::shape::{
    Refusal, Shape, Shapes, axis, elements, expect, extent, known, known_pair, misfit, mismatch,
    shown,
};
use super::{Inputs, NONE, Operator, Parameters, operator, optional, required};
use crate::json::nnvm::attribute_text::Kind::{Bool, Choice, Double, Int, OptionalInt};
use alloc::format;
use alloc::vec;

const INDEXED: Inputs = Inputs::Named(&["data", "indices"]);

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["take"],
        NONE,
        Inputs::Named(&["a", "indices"]),
        &[
            optional("axis", Int, "0"),
            optional("mode", Choice(&["clip", "raise", "wrap"]), "clip"),
        ],
        take,
    ),
    operator(
        NONE,
        &["take"],
        INDEXED,
        &[optional("axis", OptionalInt, "None")],
        take,
    ),
    operator(
        &["Embedding"],
        NONE,
        Inputs::Named(&["data", "weight"]),
        &[
            required("input_dim", Int),
            required("output_dim", Int),
            optional("dtype", Choice(DTYPES), "float32"),
            optional("sparse_grad", Bool, "0"),
        ],
        embedding,
    ),
    operator(
        &["pick", "choose_element_0index"],
        NONE,
        Inputs::Named(&["data", "index"]),
        &[
            optional("axis", OptionalInt, "-1"),
            optional("keepdims", Bool, "0"),
            optional("mode", Choice(&["clip", "wrap"]), "clip"),
        ],
        pick,
    ),
    operator(
        &["one_hot"],
        NONE,
        Inputs::Named(&["indices"]),
        &[
            required("depth", Int),
            optional("on_value", Double, "1"),
            optional("off_value", Double, "0"),
            optional("dtype", Choice(DTYPES), "float32"),
        ],
        one_hot,
    ),
    operator(&["gather_nd"], &["gather_nd"], INDEXED, &[], gather_nd),
];

/// The axis is replaced by those of the indices; without an axis the data is taken flattened.
fn take(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (data, indices) = known_pair(inputs)?;
    let mut output = data.clone();
    match parameters.optional_int("axis") {
        None => output.clone_from(indices),
        Some(value) => {
            let along = axis("axis", value, data.len())?;
            output.splice(along..=along, indices.iter().copied());
        }
    }
    Ok(Shapes::new(vec![data.clone(), indices.clone()], output))
}

fn embedding(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let indices = known(inputs, 0)?;
    let rows = extent("input_dim", parameters.int("input_dim"))?;
    let length = extent("output_dim", parameters.int("output_dim"))?;
    let weight = expect(inputs, 1, vec![rows, length])?;
    let mut output = indices.clone();
    output.push(length);
    Ok(Shapes::new(vec![indices.clone(), weight], output))
}

/// One element along the axis for each index; without an axis, of the flattened data.
fn pick(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let keep = parameters.bool("keepdims");
    let Some(value) = parameters.optional_int("axis") else {
        let indices = known(inputs, 1)?;
        let output = match keep {
            true => vec![1; data.len()],
            false => vec![1],
        };
        if elements(indices) != Some(1) {
            return Err(mismatch(
                1,
                "a single index, for the flattened data",
                indices,
            ));
        }
        return Ok(Shapes::new(vec![data.clone(), indices.clone()], output));
    };
    let along = axis("axis", value, data.len())?;
    let mut kept = data.clone();
    kept[along] = 1;
    let mut dropped = data.clone();
    dropped.remove(along);
    if dropped.is_empty() {
        dropped.push(1);
    }
    let default = if keep { &kept } else { &dropped };
    let indices = inputs.get(1).and_then(Option::as_ref).unwrap_or(default);
    if *indices != kept && *indices != dropped {
        let expected = format!("the shape {} or {}", shown(&dropped), shown(&kept));
        return Err(mismatch(1, expected, indices));
    }
    Ok(Shapes::new(
        vec![data.clone(), indices.clone()],
        default.clone(),
    ))
}

fn one_hot(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let indices = known(inputs, 0)?;
    let mut output = indices.clone();
    output.push(extent("depth", parameters.int("depth"))?);
    match parameters.word("dtype") {
        "float16" | "bfloat16" => {
            let found = parameters.word("dtype");
            Err(misfit(
                "dtype",
                "a type of 32 or 64 bits, or an integer",
                found,
            ))
        }
        _ => Ok(Shapes::new(vec![indices.clone()], output)),
    }
}

/// The first axis of the indices has one index for each of the first axes of the data.
fn gather_nd(_: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (data, indices) = known_pair(inputs)?;
    let depth = indices[0];
    if depth > data.len() {
        let expected = format!("a first extent up to {}, the axes of the data", data.len());
        return Err(mismatch(1, expected, indices));
    }
    let mut output = [&indices[1..], &data[depth..]].concat();
    if output.is_empty() {
        output.push(1);
    }
    Ok(Shapes::new(vec![data.clone(), indices.clone()], output))
}
