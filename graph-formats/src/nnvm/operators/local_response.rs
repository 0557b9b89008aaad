//! Normalisation by the neighbours along an axis, as early networks had it after convolutions.

use super::body::{Application, Body};
use super::shape::{Refusal, Shape, Shapes, axis, extent, known, misfit, mismatch, same};
use super::{DATA, NONE, Operator, Outputs, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Double, Int};
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::ops::Windows;
use graph_ir::{Result as Built, Wire};

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["LRN"],
        NONE,
        DATA,
        &[
            optional("alpha", Double, "0.0001"),
            optional("beta", Double, "0.75"),
            optional("knorm", Double, "2"),
            required("nsize", Int),
        ],
        |parameters, inputs| {
            let data = known(inputs, 0)?;
            if data.len() != 4 {
                return Err(mismatch(0, "a shape of 4 axes", data));
            }
            let shapes = neighbours("nsize", parameters, inputs)?;
            let outputs = vec![data.clone(); 2];
            Ok(Shapes { outputs, ..shapes })
        },
        Body::Rule(|call| local(call, "nsize", 1, "knorm")),
    )
    .outputs(Outputs::Several(2)),
    operator(
        NONE,
        &["lrn"],
        DATA,
        &[
            required("size", Int),
            required("axis", Int),
            required("alpha", Double),
            required("beta", Double),
            required("bias", Double),
        ],
        |parameters, inputs| {
            axis("axis", parameters.int("axis"), known(inputs, 0)?.len())?;
            neighbours("size", parameters, inputs)
        },
        Body::Rule(|call| {
            let axis = call.axis("axis", call.outputs[0].len());
            let mut outputs = local(call, "size", axis, "bias")?;
            outputs.truncate(1);
            Ok(outputs)
        }),
    ),
];

/// As many on one side as on the other.
fn neighbours(
    name: &'static str,
    parameters: &Parameters,
    inputs: &[Option<Shape>],
) -> Result<Shapes, Refusal> {
    match extent(name, parameters.int(name))? {
        size if size % 2 == 1 => same(parameters, inputs),
        size => Err(misfit(name, "an odd number", size)),
    }
}

/// `x * (bias + alpha * mean of the squares of the neighbours along an axis)^-beta`, where those
/// beyond the end count as 0; and the base of that power, which passes no derivative on.
fn local<'b>(
    call: &Application<'_, 'b>,
    size: &str,
    axis: usize,
    bias: &str,
) -> Built<Vec<Wire<'b>>> {
    let extent = call.outputs[0][axis];
    let size = usize::try_from(call.parameters.int(size)).unwrap_or(1);
    // More neighbours on a side than there are others add nothing.
    let side = (size / 2).min(extent - 1);
    let mut widths = vec![(0, 0); call.outputs[0].len()];
    widths[axis] = (side, side);
    let squares = call.data().square();
    let squares = call.builder.pad(squares, &widths, call.literal(0.0))?;
    let near = Windows::new(axis, 2 * side + 1);
    let near = call.builder.windows(squares, near)?.sum(&[widths.len()]);
    let scale = call.number("alpha") / size as f64;
    let base = near * scale + call.number(bias);
    let value = call.data() * base.powf(-call.number("beta"));
    Ok(vec![value, call.builder.stop_gradient(base)?])
}
