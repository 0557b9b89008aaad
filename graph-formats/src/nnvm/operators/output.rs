//! Operators at the end of a network, whose derivative is that of a loss.

use super::activation::over;
use super::body::{Application, Body};
use super::flow;
use super::loss::{of_difference, of_loss, of_margins, of_sign, of_softmax, trained};
use super::shape::{Refusal, Shape, Shapes, elements, known, mismatch, same, shown};
use super::{Attribute, DATA, Inputs, NONE, Operator, Parameters, operator, optional};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, Double};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::{Result as Built, Wire};

const LABELLED: Inputs = Inputs::Named(&["data", "label"]);
const NORMALIZATION: Attribute =
    optional("normalization", Choice(&["batch", "null", "valid"]), "null");
const GRAD_SCALE: Attribute = optional("grad_scale", Double, "1");

const fn regression(names: &'static [&'static str], body: Body) -> Operator {
    operator(names, NONE, LABELLED, &[GRAD_SCALE], regression_label, body).flowing(flow::data_alike)
}

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["SoftmaxOutput", "Softmax"],
        NONE,
        LABELLED,
        &[
            GRAD_SCALE,
            optional("ignore_label", Double, "-1"),
            optional("multi_output", Bool, "0"),
            optional("use_ignore", Bool, "0"),
            optional("preserve_shape", Bool, "0"),
            NORMALIZATION,
            optional("out_grad", Bool, "0"),
            optional("smooth_alpha", Double, "0"),
        ],
        softmax_label,
        Body::Rule(probabilities),
    )
    .flowing(flow::data_alike),
    regression(
        &["LinearRegressionOutput"],
        Body::Rule(|call| trained(call, call.data(), of_difference)),
    ),
    regression(
        &["LogisticRegressionOutput"],
        Body::Rule(|call| trained(call, call.data().sigmoid(), of_difference)),
    ),
    regression(
        &["MAERegressionOutput"],
        Body::Rule(|call| trained(call, call.data(), of_sign)),
    ),
    operator(
        &["SVMOutput"],
        NONE,
        LABELLED,
        &[
            optional("margin", Double, "1"),
            optional("regularization_coefficient", Double, "1"),
            optional("use_linear", Bool, "0"),
        ],
        class_label,
        Body::Rule(|call| trained(call, call.data(), of_margins)),
    )
    .flowing(flow::data_alike),
    operator(
        &["MakeLoss"],
        NONE,
        DATA,
        &[
            GRAD_SCALE,
            optional("valid_thresh", Double, "0"),
            NORMALIZATION,
        ],
        same,
        Body::Rule(|call| trained(call, call.data(), of_loss)),
    )
    .flowing(flow::alike),
    operator(
        &["make_loss"],
        NONE,
        DATA,
        &[],
        same,
        Body::Rule(|call| trained(call, call.data(), |_, value| Ok(value.ones_like()))),
    )
    .flowing(flow::alike),
];

/// The output has the shape of the data; the label is the first of `allowed` unless it is known to
/// be another of them.
fn labelled(inputs: &[Option<Shape>], allowed: &[Shape]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let label = inputs.get(1).cloned().flatten();
    let label = label.unwrap_or_else(|| allowed[0].clone());
    if !allowed.contains(&label) {
        let shapes: Vec<_> = allowed.iter().map(|shape| shown(shape)).collect();
        let expected = format!("the shape {}", shapes.join(" or "));
        return Err(mismatch(1, expected, &label));
    }
    Ok(Shapes::new(vec![data.clone(), label], data.clone()))
}

/// A class for each row, or the probabilities of all classes.
fn softmax_label(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    if !parameters.bool("multi_output") {
        return labelled(inputs, &[rows(data), data.clone()]);
    }
    let [first, classes, rest @ ..] = &data[..] else {
        return Err(mismatch(
            0,
            "a shape of 2 axes or more, for the classes",
            data,
        ));
    };
    let positions = elements(data).unwrap_or(0) / first / classes;
    let within = [&[*first], rest].concat();
    let kept = [&[*first, 1], rest].concat();
    labelled(
        inputs,
        &[vec![*first, positions], within, kept, data.clone()],
    )
}

fn class_label(_: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    labelled(inputs, &[rows(data)])
}

/// The shape without the last axis; a single number in one axis if there is no other.
fn rows(data: &[usize]) -> Shape {
    match data {
        [rows @ .., _] if !rows.is_empty() => rows.to_vec(),
        _ => vec![1],
    }
}

/// A number for each of the data; the axes may be other ones, but for the first.
fn regression_label(_: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let label = match inputs.get(1).cloned().flatten() {
        Some(label) => label,
        None if data.len() == 2 && data[1] == 1 => vec![data[0]],
        None => data.clone(),
    };
    if label[0] != data[0] || elements(&label) != elements(data) {
        let expected = format!("the shape {} but for the axes after the first", shown(data));
        return Err(mismatch(1, expected, &label));
    }
    Ok(Shapes::new(vec![data.clone(), label], data.clone()))
}

/// Over the second axis; over the last one if the shape is preserved, and over all but the first
/// if there are more than two and none of them is said to be special.
fn probabilities<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let rank = call.outputs[0].len();
    let axes = if call.parameters.bool("preserve_shape") {
        rank - 1..rank
    } else if call.parameters.bool("multi_output") {
        1..2
    } else {
        1..rank
    };
    let value = over(call, axes)?[0];
    trained(call, value, of_softmax)
}
