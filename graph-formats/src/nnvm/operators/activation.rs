//! Activations, the softmax family, and dropout as it is at inference.

use super::body::{Application, Body, Rule, along, extents};
use super::dtype::check_dtype;
use super::flow;
use super::meaning;
use super::shape::{Refusal, Shape, Shapes, axis, known, misfit, mismatch, same};
use super::{
    Attribute, DATA, Inputs, Is, NONE, Operator, Outputs, Parameters, operator, optional, required,
};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, Double, Int, Ints, OptionalDouble};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;
use graph_ir::composite::Composite;
use graph_ir::{Result as Built, Wire};
const FLOATS: &[&str] = &["None", "float16", "float32", "float64"];
const SOFTMAX: &[Attribute] = &[
    optional("axis", Int, "-1"),
    optional("temperature", OptionalDouble, "None"),
    optional("dtype", Choice(FLOATS), "None"),
    optional("use_length", Bool, "0"),
];
const AXIS: &[Attribute] = &[optional("axis", Int, "-1")];

const fn mxnet_softmax(names: &'static [&'static str], body: Rule) -> Operator {
    operator(names, NONE, DATA, SOFTMAX, softmax, Body::Rule(body)).flowing(flow::data_alike)
}

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["Activation"],
        NONE,
        DATA,
        &[required(
            "act_type",
            Choice(&["relu", "sigmoid", "softrelu", "softsign", "tanh"]),
        )],
        same,
        Body::Rule(activated),
    )
    .flowing(flow::alike),
    operator(
        &["LeakyReLU"],
        NONE,
        Inputs::LastUnless(&["data", "gamma"], "act_type", Is::Not("prelu")),
        &[
            optional(
                "act_type",
                Choice(&["elu", "gelu", "leaky", "prelu", "rrelu", "selu"]),
                "leaky",
            ),
            optional("slope", Double, "0.25"),
            optional("lower_bound", Double, "0.125"),
            optional("upper_bound", Double, "0.334"),
        ],
        leaky_relu,
        Body::Rule(leaked),
    )
    .flowing(flow::data_alike)
    .drawing(|parameters| parameters.word("act_type") == "rrelu"),
    operator(
        NONE,
        &["leaky_relu"],
        DATA,
        &[optional("alpha", Double, "0.25")],
        same,
        Body::Rule(|call| Ok(vec![call.data().leaky_relu(call.number("alpha"))])),
    )
    .flowing(flow::alike),
    operator(
        NONE,
        &["prelu"],
        Inputs::Named(&["data", "alpha"]),
        &[optional("axis", Int, "1")],
        prelu,
        Body::Rule(sloped),
    )
    .flowing(flow::data_alike),
    mxnet_softmax(&["softmax"], |call| {
        normalised(call, Composite::Softmax, 1.0)
    }),
    mxnet_softmax(&["log_softmax"], |call| {
        normalised(call, Composite::LogSoftmax, 1.0)
    }),
    mxnet_softmax(&["softmin"], |call| {
        normalised(call, Composite::Softmax, -1.0)
    }),
    operator(
        NONE,
        &["softmax"],
        DATA,
        AXIS,
        softmax,
        Body::Rule(|call| normalised(call, Composite::Softmax, 1.0)),
    )
    .flowing(flow::data_alike),
    operator(
        NONE,
        &["log_softmax"],
        DATA,
        AXIS,
        softmax,
        Body::Rule(|call| normalised(call, Composite::LogSoftmax, 1.0)),
    )
    .flowing(flow::data_alike),
    operator(
        &["SoftmaxActivation"],
        NONE,
        DATA,
        &[optional(
            "mode",
            Choice(&["channel", "instance"]),
            "instance",
        )],
        softmax_activation,
        Body::Rule(|call| match call.parameters.word("mode") {
            "channel" => over(call, 1..2),
            _ => over(call, 1..usize::MAX),
        }),
    )
    .flowing(flow::data_alike),
    operator(
        &["Dropout"],
        NONE,
        DATA,
        &[
            optional("p", Double, "0.5"),
            optional("mode", Choice(&["always", "training"]), "training"),
            optional("axes", Ints, "()"),
            optional(
                "cudnn_off",
                Choice(&["None", "True", "False", "1", "0"]),
                "0",
            ),
        ],
        dropout,
        Body::Rule(|call| Ok(vec![call.data()])),
    )
    .flowing(flow::data_alike)
    .outputs(Outputs::Several(2))
    .drawing(|parameters| parameters.real("p") != Some(0.0)),
    operator(
        NONE,
        &["dropout"],
        DATA,
        &[optional("rate", Double, "0.5")],
        dropout,
        Body::Rule(|call| Ok(vec![call.data()])),
    )
    .flowing(flow::data_alike)
    .outputs(Outputs::Several(2))
    .drawing(|parameters| parameters.real("rate") != Some(0.0)),
];

/// The slopes of prelu are one for all or one for each entry of axis 1.
fn leaky_relu(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    match parameters.word("act_type") {
        "prelu" => {
            let data = known(inputs, 0)?;
            let channels = data.get(1).copied().unwrap_or(1);
            slopes(data, inputs, channels)
        }
        _ => same(parameters, inputs),
    }
}

fn prelu(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let along = axis("axis", parameters.int("axis"), data.len())?;
    let alpha = super::shape::expect(inputs, 1, vec![data[along]])?;
    Ok(Shapes::new(vec![data.clone(), alpha], data.clone()))
}

fn slopes(data: &Shape, inputs: &[Option<Shape>], channels: usize) -> Result<Shapes, Refusal> {
    let gamma = inputs.get(1).cloned().flatten();
    let gamma = gamma.unwrap_or_else(|| vec![channels]);
    if gamma[..] != [channels] && gamma[..] != [1] {
        let expected = format!("the shape ({channels},) or (1,)");
        return Err(mismatch(1, expected, &gamma));
    }
    Ok(Shapes::new(vec![data.clone(), gamma], data.clone()))
}

/// NNVM's softmax has no `dtype`, which then counts as one that is not given.
fn softmax(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    axis("axis", parameters.int("axis"), known(inputs, 0)?.len())?;
    check_dtype("dtype", parameters)?;
    if parameters.bool("use_length") {
        return Err(misfit(
            "use_length",
            "False: softmax over whole axes",
            "True",
        ));
    }
    same(parameters, inputs)
}

fn softmax_activation(
    parameters: &Parameters,
    inputs: &[Option<Shape>],
) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    if parameters.word("mode") == "channel" && data.len() < 2 {
        return Err(mismatch(
            0,
            "a shape of 2 axes or more, for the channels",
            data,
        ));
    }
    same(parameters, inputs)
}

/// The second output is the mask, which nobody sees.
fn dropout(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    if parameters.word("mode") == "always" {
        return Err(misfit(
            "mode",
            "training: dropout is left out at inference",
            "always",
        ));
    }
    let data = known(inputs, 0)?;
    Ok(Shapes {
        inputs: vec![data.clone()],
        outputs: vec![data.clone(); 2],
    })
}

fn activated<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let x = call.data();
    Ok(vec![match call.parameters.word("act_type") {
        "relu" => x.relu(),
        "sigmoid" => x.sigmoid(),
        "tanh" => x.tanh(),
        "softrelu" => x.softplus(),
        _ => meaning::softsign(&[x]),
    }])
}

fn leaked<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    // Klambauer et al., Self-Normalizing Neural Networks, 2017.
    const SCALE: f64 = 1.050_700_987_355_480_5;
    const ALPHA: f64 = 1.673_263_242_354_377_2;
    let x = call.data();
    let slope = call.number("slope");
    let exponential = |factor: Wire<'b>| Ok::<_, graph_ir::Error>(x.exp_m1() * factor);
    Ok(vec![match call.parameters.word("act_type") {
        "prelu" => return sloped(call),
        "elu" => x.greater(0.0).select(x, exponential(slope)?),
        "selu" => x.greater(0.0).select(x, exponential(call.literal(ALPHA))?) * SCALE,
        "gelu" => x.gelu(),
        // At inference the slope is the mean of those that training draws.
        "rrelu" => {
            let bounds = call.number("lower_bound") + call.number("upper_bound");
            x.leaky_relu(bounds / 2.0)
        }
        _ => x.leaky_relu(slope),
    }])
}

/// A slope for each entry of the axis, or one for all.
fn sloped<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let shape = &call.outputs[0];
    let axis = match call.parameters.optional_int("axis") {
        Some(_) => call.axis("axis", shape.len()),
        None => 1.min(shape.len() - 1),
    };
    let slopes = match shape.len() {
        1 => call.broadcast(call.inputs[1])?,
        _ => along(call.inputs[1], shape, axis)?,
    };
    Ok(vec![call.data().leaky_relu(slopes)])
}

fn normalised<'b>(
    call: &Application<'_, 'b>,
    composite: Composite,
    sign: f64,
) -> Built<Vec<Wire<'b>>> {
    let axis = call.axis("axis", call.outputs[0].len());
    let temperature = call.parameters.real("temperature").unwrap_or(1.0);
    let mut data = call.data();
    if temperature != 1.0 {
        data = data / temperature;
    }
    if sign < 0.0 {
        data = -data;
    }
    Ok(vec![call.builder.composite(composite, &[data], &[axis])?])
}

/// Softmax over a range of axes, as far as there are any.
pub(super) fn over<'b>(call: &Application<'_, 'b>, range: Range<usize>) -> Built<Vec<Wire<'b>>> {
    let rank = extents(call.data())?.len();
    let axes: Vec<usize> = (range.start..range.end.min(rank)).collect();
    Ok(vec![call.builder.composite(
        Composite::Softmax,
        &[call.data()],
        &axes,
    )?])
}
