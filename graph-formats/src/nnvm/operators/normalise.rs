//! Normalisations by the statistics of each example alone, and by the Euclidean norm.

use super::body::{Application, Body, along, extents, from_start, respread};
use super::flow;
use super::shape::{Refusal, Shape, Shapes, axes, axis, expect, known, mismatch, same};
use super::{DATA, Inputs, NONE, Operator, Outputs, Parameters, operator, optional, required};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, Double, Int, Ints};
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::composite::Composite;
use graph_ir::{Result as Built, Wire};

pub(super) const ROWS: &[Operator] = &[
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
    .flowing(flow::data_alike)
    .outputs(Outputs::Several(3)),
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
    .flowing(flow::data_alike)
    .outputs(Outputs::Several(2)),
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
    let moments = data[..2].to_vec();
    Ok(Shapes {
        inputs: shapes,
        outputs: vec![data.clone(), moments.clone(), moments],
    })
}

/// The lengths are the second output.
fn l2_normalization(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let (rank, expected) = match parameters.word("mode") {
        "channel" => (2, "a shape of 2 axes or more, for the channels"),
        "spatial" => (3, "a shape of 3 axes or more, for positions in space"),
        _ => (1, ""),
    };
    if data.len() < rank {
        return Err(mismatch(0, expected, data));
    }
    let lengths = match parameters.word("mode") {
        "channel" => [&data[..1], &[1], &data[2..]].concat(),
        "spatial" => data[..2].to_vec(),
        _ => data[..1].to_vec(),
    };
    Ok(Shapes {
        inputs: vec![data.clone()],
        outputs: vec![data.clone(), lengths],
    })
}

fn l2_normalize(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    axes("axis", parameters.ints("axis"), known(inputs, 0)?.len())?;
    same(parameters, inputs)
}

/// The value, the mean and the deviation.
fn layer_normalised<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let axis = call.axis("axis", call.outputs[0].len());
    let found = Moments::new(call, &[axis])?;
    found.outputs(call, axis, found.deviation)
}

/// The value, the mean and the variance.
fn instance_normalised<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let axes: Vec<usize> = (2..call.outputs[0].len()).collect();
    let found = Moments::new(call, &axes)?;
    found.outputs(call, 1, found.variance)
}

/// Data normalised over axes, and its moments.
struct Moments<'b> {
    value: Wire<'b>,
    mean: Wire<'b>,
    variance: Wire<'b>,
    deviation: Wire<'b>,
}

impl<'b> Moments<'b> {
    fn new(call: &Application<'_, 'b>, axes: &[usize]) -> Built<Self> {
        let (data, shape) = (call.data(), &call.outputs[0]);
        let mean = call.builder.composite(Composite::Mean, &[data], axes)?;
        let variance = call.builder.composite(Composite::Variance, &[data], axes)?;
        let deviation = (variance + call.number("eps")).sqrt();
        let value = (data - respread(mean, shape, axes)?) / respread(deviation, shape, axes)?;
        Ok(Self {
            value,
            mean,
            variance,
            deviation,
        })
    }

    /// The value with a factor and an addend for each entry of an axis, the mean, and the measure
    /// of spread; these two pass no derivative on.
    fn outputs(
        &self,
        call: &Application<'_, 'b>,
        axis: usize,
        spread: Wire<'b>,
    ) -> Built<Vec<Wire<'b>>> {
        let shape = &call.outputs[0];
        let (gamma, beta) = (call.inputs[1], call.inputs[2]);
        let value = self.value * along(gamma, shape, axis)? + along(beta, shape, axis)?;
        Ok(vec![
            value,
            hidden(call, 1, self.mean)?,
            hidden(call, 2, spread)?,
        ])
    }
}

/// An output that serves the operator's own derivative, in the shape that it has there.
fn hidden<'b>(call: &Application<'_, 'b>, output: usize, value: Wire<'b>) -> Built<Wire<'b>> {
    let shape = graph_ir::Shape::new(&call.outputs[output])?;
    let value = call.builder.reshape(value, &shape)?;
    call.builder.stop_gradient(value)
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
    let value = call.data() / respread(length, &shape, &axes)?;
    Ok(vec![value, hidden(call, 1, length)?])
}

/// NNVM bounds the sum of squares from below instead of adding to it.
fn clamped_normalised<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let shape = extents(call.data())?;
    let named = call.parameters.ints("axis").iter();
    let axes: Vec<usize> = named.map(|&axis| from_start(axis, shape.len())).collect();
    let length = squares(call, &axes).max(call.number("eps")).sqrt();
    Ok(vec![call.data() / respread(length, &shape, &axes)?])
}
