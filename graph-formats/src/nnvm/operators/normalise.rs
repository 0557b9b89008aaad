//! Normalisations: by the statistics of a batch, of a layer, and by the Euclidean norm.

use super::body::{Application, Body, along, extents, from_start, respread};
use super::flow;
use super::shape::{Refusal, Shape, Shapes, axes, axis, expect, known, mismatch, same};
use super::{DATA, Inputs, NONE, Operator, Outputs, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, Double, Int, Ints, OptionalDouble};
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::composite::Composite;
use graph_ir::{Result as Built, Wire};
const BATCH_NORM: Inputs = Inputs::Named(&["data", "gamma", "beta", "moving_mean", "moving_var"]);

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["BatchNorm"],
        NONE,
        BATCH_NORM,
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
        batch_norm,
        Body::Rule(mxnet_batch_norm),
    )
    .flowing(flow::batch_normalised)
    .outputs(Outputs::Several(3)),
    operator(
        NONE,
        &["batch_norm"],
        BATCH_NORM,
        &[
            optional("axis", Int, "1"),
            optional("epsilon", Double, "1e-05"),
            optional("center", Bool, "1"),
            optional("scale", Bool, "1"),
        ],
        batch_norm,
        Body::Rule(nnvm_batch_norm),
    )
    .flowing(flow::batch_normalised)
    .outputs(Outputs::Several(3)),
    operator(
        &["LayerNorm"],
        NONE,
        Inputs::Named(&["data", "gamma", "beta"]),
        &[
            optional("axis", Int, "-1"),
            optional("eps", Double, "1e-05"),
            optional("output_mean_var", Bool, "0"),
        ],
        layer_norm,
        Body::Rule(layer_normalised),
    )
    .flowing(flow::layer_normalised)
    .outputs(Outputs::Several(3)),
    operator(
        &["InstanceNorm"],
        NONE,
        Inputs::Named(&["data", "gamma", "beta"]),
        &[optional("eps", Double, "0.001")],
        instance_norm,
        Body::Rule(instance_normalised),
    )
    .flowing(flow::data_alike),
    operator(
        &["L2Normalization"],
        NONE,
        DATA,
        &[
            optional("eps", Double, "1e-10"),
            optional(
                "mode",
                Choice(&["channel", "instance", "spatial"]),
                "instance",
            ),
        ],
        l2_normalization,
        Body::Rule(normalised),
    )
    .flowing(flow::data_alike),
    operator(
        NONE,
        &["l2_normalize"],
        DATA,
        &[required("eps", Double), required("axis", Ints)],
        l2_normalize,
        Body::Rule(clamped_normalised),
    )
    .flowing(flow::data_alike),
];

/// All parameters have one number for each entry along the axis, and so have the mean and the
/// variance that are the second and third output.
fn batch_norm(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
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

/// The mean and the variance, second and third output, keep the axis with extent 1.
fn layer_norm(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let along = axis("axis", parameters.int("axis"), data.len())?;
    let channels = vec![data[along]];
    let mut shapes = vec![data.clone()];
    for index in 1..inputs.len() {
        shapes.push(expect(inputs, index, channels.clone())?);
    }
    let mut moments = data.clone();
    moments[along] = 1;
    Ok(Shapes {
        inputs: shapes,
        outputs: vec![data.clone(), moments.clone(), moments],
    })
}

/// All axes after the channels are space.
fn instance_norm(_: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    if data.len() < 3 {
        return Err(mismatch(
            0,
            "a shape of 3 axes or more, for positions in space",
            data,
        ));
    }
    let channels = vec![data[1]];
    let mut shapes = vec![data.clone()];
    for index in 1..inputs.len() {
        shapes.push(expect(inputs, index, channels.clone())?);
    }
    Ok(Shapes::new(shapes, data.clone()))
}

fn l2_normalization(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let (rank, expected) = match parameters.word("mode") {
        "channel" => (2, "a shape of 2 axes or more, for the channels"),
        "spatial" => (3, "a shape of 3 axes or more, for positions in space"),
        _ => (1, ""),
    };
    match data.len() < rank {
        true => Err(mismatch(0, expected, data)),
        false => same(parameters, inputs),
    }
}

fn l2_normalize(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    axes("axis", parameters.ints("axis"), known(inputs, 0)?.len())?;
    same(parameters, inputs)
}

/// The statistics are those that were stored; those of a batch belong to training.
fn batch_normalised<'b>(
    call: &Application<'_, 'b>,
    epsilon: &str,
    scale: bool,
    center: bool,
) -> Built<Vec<Wire<'b>>> {
    let shape = &call.outputs[0];
    let axis = call.axis("axis", shape.len());
    let [data, gamma, beta, mean, variance] = call.inputs else {
        return Ok(Vec::new());
    };
    let deviation = (*variance + call.number(epsilon)).sqrt();
    let mut value = (*data - along(*mean, shape, axis)?) / along(deviation, shape, axis)?;
    if scale {
        value = value * along(*gamma, shape, axis)?;
    }
    if center {
        value = value + along(*beta, shape, axis)?;
    }
    Ok(vec![value])
}

fn mxnet_batch_norm<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    batch_normalised(call, "eps", !call.parameters.bool("fix_gamma"), true)
}

fn nnvm_batch_norm<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let parameters = call.parameters;
    batch_normalised(
        call,
        "epsilon",
        parameters.bool("scale"),
        parameters.bool("center"),
    )
}

fn layer_normalised<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let shape = &call.outputs[0];
    let axis = call.axis("axis", shape.len());
    let statistic = |composite| {
        let value = call.builder.composite(composite, &[call.data()], &[axis])?;
        Ok::<_, graph_ir::Error>(value)
    };
    let mean = respread(statistic(Composite::Mean)?, shape, &[axis])?;
    let deviation = (statistic(Composite::Variance)? + call.number("eps")).sqrt();
    let value = (call.data() - mean) / respread(deviation, shape, &[axis])?;
    let (gamma, beta) = (call.inputs[1], call.inputs[2]);
    Ok(vec![
        value * along(gamma, shape, axis)? + along(beta, shape, axis)?,
    ])
}

fn instance_normalised<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let shape = &call.outputs[0];
    let axes: Vec<usize> = (2..shape.len()).collect();
    let statistic = |composite| call.builder.composite(composite, &[call.data()], &axes);
    let mean = respread(statistic(Composite::Mean)?, shape, &axes)?;
    let deviation = (statistic(Composite::Variance)? + call.number("eps")).sqrt();
    let value = (call.data() - mean) / respread(deviation, shape, &axes)?;
    let (gamma, beta) = (call.inputs[1], call.inputs[2]);
    Ok(vec![
        value * along(gamma, shape, 1)? + along(beta, shape, 1)?,
    ])
}

fn squares<'b>(call: &Application<'_, 'b>, axes: &[usize]) -> Wire<'b> {
    call.data().square().sum(axes)
}

fn normalised<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let shape = extents(call.data())?;
    let axes: Vec<usize> = match call.parameters.word("mode") {
        "channel" => vec![1],
        "spatial" => (2..shape.len()).collect(),
        _ => (1..shape.len()).collect(),
    };
    let length = (squares(call, &axes) + call.number("eps")).sqrt();
    Ok(vec![call.data() / respread(length, &shape, &axes)?])
}

/// NNVM bounds the sum of squares from below instead of adding to it.
fn clamped_normalised<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let shape = extents(call.data())?;
    let named = call.parameters.ints("axis").iter();
    let axes: Vec<usize> = named.map(|&axis| from_start(axis, shape.len())).collect();
    let length = squares(call, &axes).max(call.number("eps")).sqrt();
    Ok(vec![call.data() / respread(length, &shape, &axes)?])
}
