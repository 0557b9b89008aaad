//! Normalisations: by the statistics of a batch, of a layer, and by the Euclidean norm.

use super::shape::{Refusal, Shape, Shapes, axes, axis, expect, known, mismatch, same};
use super::{DATA, Inputs, NONE, Operator, Outputs, Parameters, operator, optional, required};
use crate::json::nnvm::attribute_text::Kind::{
    Bool, Choice, Double, Int, Ints, OptionalDouble, Single,
};
use alloc::vec;

const BATCH_NORM: Inputs = Inputs::Named(&["data", "gamma", "beta", "moving_mean", "moving_var"]);

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["BatchNorm"],
        NONE,
        BATCH_NORM,
        &[
            optional("eps", Double, "0.0010000000474974513"),
            optional("momentum", Single, "0.9"),
            optional("fix_gamma", Bool, "1"),
            optional("use_global_stats", Bool, "0"),
            optional("output_mean_var", Bool, "0"),
            optional("axis", Int, "1"),
            optional("cudnn_off", Bool, "0"),
            optional("min_calib_range", OptionalDouble, "None"),
            optional("max_calib_range", OptionalDouble, "None"),
        ],
        batch_norm,
    )
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
    )
    .outputs(Outputs::Several(3)),
    operator(
        &["LayerNorm"],
        NONE,
        Inputs::Named(&["data", "gamma", "beta"]),
        &[
            optional("axis", Int, "-1"),
            optional("eps", Single, "1e-05"),
            optional("output_mean_var", Bool, "0"),
        ],
        layer_norm,
    )
    .outputs(Outputs::Several(3)),
    operator(
        &["L2Normalization"],
        NONE,
        DATA,
        &[
            optional("eps", Single, "1e-10"),
            optional(
                "mode",
                Choice(&["channel", "instance", "spatial"]),
                "instance",
            ),
        ],
        l2_normalization,
    ),
    operator(
        NONE,
        &["l2_normalize"],
        DATA,
        &[required("eps", Single), required("axis", Ints)],
        l2_normalize,
    ),
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
