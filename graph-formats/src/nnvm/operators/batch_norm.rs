//! Batch normalisation, by the statistics of the batch in training and by stored ones otherwise.

use super::body::{Application, Body, along};
use super::flow;
use super::shape::{Refusal, Shape, Shapes, axis, expect, known};
use super::{Inputs, NONE, Operator, Outputs, Parameters, operator, optional};
use crate::nnvm::attribute_text::Kind::{Bool, Double, Int, OptionalDouble};
use crate::nnvm::document_to_graph::Purpose;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::composite::Composite;
use graph_ir::{Result as Built, Wire};

const INPUTS: Inputs = Inputs::Named(&["data", "gamma", "beta", "moving_mean", "moving_var"]);

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["BatchNorm"],
        NONE,
        INPUTS,
        &[
            optional("eps", Double, "0.0010000000474974513"),
            optional("momentum", Double, "0.9"),
            optional("fix_gamma", Bool, "1"),
            optional("use_global_stats", Bool, "0"),
            optional("output_mean_var", Bool, "0"),
            optional("axis", Int, "1"),
            optional("cudnn_off", Bool, "0"),
            optional("min_calib_range", OptionalDouble, "None"),
            optional("max_calib_range", OptionalDouble, "None"),
        ],
        channels,
        Body::Rule(of_mxnet),
    )
    .flowing(flow::batch_normalised)
    .outputs(Outputs::Several(3)),
    operator(
        NONE,
        &["batch_norm"],
        INPUTS,
        &[
            optional("axis", Int, "1"),
            optional("epsilon", Double, "1e-05"),
            optional("center", Bool, "1"),
            optional("scale", Bool, "1"),
        ],
        channels,
        Body::Rule(of_nnvm),
    )
    .flowing(flow::batch_normalised)
    .outputs(Outputs::Several(3)),
];

/// All parameters have one number for each entry along the axis, and so have the mean and the
/// variance that are the second and third output.
fn channels(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let channels = vec![data[axis("axis", parameters.int("axis"), data.len())?]];
    let mut shapes = vec![data.clone()];
    for index in 1..inputs.len() {
        shapes.push(expect(inputs, index, channels.clone())?);
    }
    Ok(Shapes {
        inputs: shapes,
        outputs: vec![data.clone(), channels.clone(), channels],
    })
}

/// The value, the mean and the variance or deviation.
struct Normalised<'b> {
    value: Wire<'b>,
    mean: Wire<'b>,
    variance: Wire<'b>,
    deviation: Wire<'b>,
}

/// The value, the mean, and one over the deviation, which MXNet calls the variance. The last two
/// pass no derivative on.
fn of_mxnet<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let parameters = call.parameters;
    let stored = call.purpose == Purpose::Inference || parameters.bool("use_global_stats");
    let found = normalised(call, "eps", stored, !parameters.bool("fix_gamma"), true)?;
    let still = |wire| call.builder.stop_gradient(wire);
    Ok(vec![
        found.value,
        still(found.mean)?,
        still(1.0 / found.deviation)?,
    ])
}

fn of_nnvm<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let (scale, center) = (
        call.parameters.bool("scale"),
        call.parameters.bool("center"),
    );
    let stored = call.purpose == Purpose::Inference;
    let found = normalised(call, "epsilon", stored, scale, center)?;
    let still = |wire| call.builder.stop_gradient(wire);
    Ok(vec![
        found.value,
        still(found.mean)?,
        still(found.variance)?,
    ])
}

fn normalised<'b>(
    call: &Application<'_, 'b>,
    epsilon: &str,
    stored: bool,
    scale: bool,
    center: bool,
) -> Built<Normalised<'b>> {
    let shape = &call.outputs[0];
    let axis = call.axis("axis", shape.len());
    let data = call.data();
    let (gamma, beta) = (call.inputs[1], call.inputs[2]);
    let (mean, variance) = if stored {
        (call.inputs[3], call.inputs[4])
    } else {
        let others: Vec<usize> = (0..shape.len()).filter(|&other| other != axis).collect();
        let statistic = |composite| call.builder.composite(composite, &[data], &others);
        (statistic(Composite::Mean)?, statistic(Composite::Variance)?)
    };
    let deviation = (variance + call.number(epsilon)).sqrt();
    let mut value = (data - along(mean, shape, axis)?) / along(deviation, shape, axis)?;
    if scale {
        value = value * along(gamma, shape, axis)?;
    }
    if center {
        value = value + along(beta, shape, axis)?;
    }
    Ok(Normalised {
        value,
        mean,
        variance,
        deviation,
    })
}
