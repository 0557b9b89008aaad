//! Operators that cut a tensor into several along an axis.

use super::body::{Application, Body, extents};
use super::flow;
use super::shape::{
    MAX_OUTPUTS, Refusal, Shape, Shapes, axis, extent, known, misfit, mismatch, shown,
};
use super::{DATA, NONE, Operator, Outputs, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Bool, Int, Sections};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::intern::signed;
use graph_ir::{Result as Built, Wire};
pub(super) const ROWS: &[Operator] = &[
    operator(
        &["SliceChannel", "split"],
        NONE,
        DATA,
        &[
            required("num_outputs", Int),
            optional("axis", Int, "1"),
            optional("squeeze_axis", Bool, "0"),
        ],
        mxnet_split,
        Body::Rule(parts),
    )
    .flowing(flow::split)
    .outputs(Outputs::Counted("num_outputs")),
    operator(
        NONE,
        &["split"],
        DATA,
        &[
            required("indices_or_sections", Sections),
            optional("axis", Int, "1"),
        ],
        nnvm_split,
        Body::Rule(parts),
    )
    .outputs(Outputs::Sections("indices_or_sections")),
];

/// The extent of each of `count` equal parts.
fn equal_part(name: &'static str, whole: usize, count: i64) -> Result<(usize, usize), Refusal> {
    let parts = extent(name, count)?;
    if !whole.is_multiple_of(parts) || parts > MAX_OUTPUTS {
        let expected = format!("a number up to {MAX_OUTPUTS} that divides the extent {whole}");
        return Err(misfit(name, expected, count));
    }
    Ok((parts, whole / parts))
}

fn mxnet_split(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let index = axis("axis", parameters.int("axis"), data.len())?;
    let count = parameters.int("num_outputs");
    let (count, part) = equal_part("num_outputs", data[index], count)?;
    let mut output = data.clone();
    output[index] = part;
    if parameters.bool("squeeze_axis") {
        if part != 1 || data.len() == 1 {
            let expected = format!("an extent of {count} along axis {index}, and another axis");
            return Err(mismatch(0, expected, data));
        }
        output.remove(index);
    }
    Ok(Shapes {
        inputs: vec![data.clone()],
        outputs: vec![output; count],
    })
}

fn nnvm_split(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    const NAME: &str = "indices_or_sections";
    let data = known(inputs, 0)?;
    let index = axis("axis", parameters.int("axis"), data.len())?;
    let extents = match parameters.optional_int(NAME) {
        Some(count) => {
            let (count, part) = equal_part(NAME, data[index], count)?;
            vec![part; count]
        }
        None => between(NAME, parameters.ints(NAME), data[index])?,
    };
    let outputs = extents.iter().map(|&extent| {
        let mut output = data.clone();
        output[index] = extent;
        output
    });
    Ok(Shapes {
        inputs: vec![data.clone()],
        outputs: outputs.collect(),
    })
}

/// The extents of the parts between cut points, which ascend and lie within the extent.
fn between(name: &'static str, points: &[i64], whole: usize) -> Result<Vec<usize>, Refusal> {
    let mut extents = Vec::new();
    let mut last = 0;
    let whole = signed(whole);
    for &point in points.iter().chain([&whole]) {
        if point <= last || extents.len() == MAX_OUTPUTS {
            let expected = format!("ascending cut points from 1 to {}", whole - 1);
            return Err(misfit(name, expected, shown(points)));
        }
        extents.push(extent(name, point - last)?);
        last = point;
    }
    Ok(extents)
}

fn parts<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let own = extents(call.data())?;
    let along = call.axis("axis", own.len());
    let squeezed = call.outputs[0].len() < own.len();
    let mut begin = 0_usize;
    let parts = call.outputs.iter().map(|output| {
        let count = if squeezed { 1 } else { output[along] };
        let from = signed(begin);
        let part = call.builder.range(call.data(), along, from, count)?;
        begin += count;
        call.builder.reshape(part, &graph_ir::Shape::new(output)?)
    });
    parts.collect()
}
