//! Activations, the softmax family, and dropout as it is at inference.

use super::shape::{Refusal, Shape, Shapes, axis, known, misfit, mismatch, same};
use super::{
    Attribute, DATA, Inputs, Is, NONE, Operator, Outputs, Parameters, operator, optional, required,
};
use crate::json::nnvm::attribute_text::Kind::{
    Bool, Choice, Double, Int, Ints, OptionalDouble, Single,
};
use alloc::format;
use alloc::vec;

const FLOATS: &[&str] = &["None", "float16", "float32", "float64"];
const SOFTMAX: &[Attribute] = &[
    optional("axis", Int, "-1"),
    optional("temperature", OptionalDouble, "None"),
    optional("dtype", Choice(FLOATS), "None"),
    optional("use_length", Bool, "0"),
];
const AXIS: &[Attribute] = &[optional("axis", Int, "-1")];

const fn mxnet_softmax(names: &'static [&'static str]) -> Operator {
    operator(names, NONE, DATA, SOFTMAX, softmax)
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
    ),
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
            optional("slope", Single, "0.25"),
            optional("lower_bound", Single, "0.125"),
            optional("upper_bound", Single, "0.334"),
        ],
        leaky_relu,
    ),
    operator(
        NONE,
        &["leaky_relu"],
        DATA,
        &[optional("alpha", Double, "0.25")],
        same,
    ),
    operator(
        NONE,
        &["prelu"],
        Inputs::Named(&["data", "alpha"]),
        &[optional("axis", Int, "1")],
        prelu,
    ),
    mxnet_softmax(&["softmax"]),
    mxnet_softmax(&["log_softmax"]),
    mxnet_softmax(&["softmin"]),
    operator(NONE, &["softmax"], DATA, AXIS, softmax),
    operator(NONE, &["log_softmax"], DATA, AXIS, softmax),
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
    ),
    operator(
        &["Dropout"],
        NONE,
        DATA,
        &[
            optional("p", Single, "0.5"),
            optional("mode", Choice(&["always", "training"]), "training"),
            optional("axes", Ints, "()"),
            optional(
                "cudnn_off",
                Choice(&["None", "True", "False", "1", "0"]),
                "0",
            ),
        ],
        dropout,
    )
    .outputs(Outputs::Several(2)),
    operator(
        NONE,
        &["dropout"],
        DATA,
        &[optional("rate", Single, "0.5")],
        dropout,
    )
    .outputs(Outputs::Several(2)),
];

/// The slopes of prelu are one for all or one for each entry of axis 1.
fn leaky_relu(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    match parameters.word("act_type") {
        "prelu" => {
            let data = known(inputs, 0)?;
            let channels = data.get(1).copied().unwrap_or(1);
            slopes(data, inputs, channels)
        }
        "rrelu" => {
            let expected = "one that does not draw random numbers";
            Err(misfit("act_type", expected, "rrelu"))
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

fn softmax(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    axis("axis", parameters.int("axis"), known(inputs, 0)?.len())?;
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
