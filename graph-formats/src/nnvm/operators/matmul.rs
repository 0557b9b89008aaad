//! Products of matrices and tensors, and the layers made of them.

use super::body::{Application, Body, along, extents};
use super::flow;
use super::shape::{
    Refusal, Shape, Shapes, expect, extent, known, known_pair, misfit, mismatch, shown,
};
use super::{
    Attribute, Inputs, Is, LHS_RHS, NONE, Operator, Parameters, operator, optional, required,
};
use crate::nnvm::attribute_text::Kind::{Bool, Choice, Double, Int};
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;
use graph_ir::ops::Contraction;
use graph_ir::{Element, Result as Built, Wire};
const LAYER: &[&str] = &["data", "weight", "bias"];
const STORAGE: Attribute = optional(
    "forward_stype",
    Choice(&["None", "csr", "default", "row_sparse"]),
    "None",
);
const TRANSPOSE_A: Attribute = optional("transpose_a", Bool, "0");
const TRANSPOSE_B: Attribute = optional("transpose_b", Bool, "0");

pub(super) const ROWS: &[Operator] = &[
    operator(
        &["dot"],
        NONE,
        LHS_RHS,
        &[TRANSPOSE_A, TRANSPOSE_B, STORAGE],
        dot,
        Body::Rule(dot_value),
    ),
    operator(
        &["batch_dot"],
        NONE,
        LHS_RHS,
        &[TRANSPOSE_A, TRANSPOSE_B, STORAGE],
        batch_dot,
        Body::Rule(batched_value),
    ),
    operator(
        &["_linalg_gemm2", "linalg_gemm2"],
        NONE,
        Inputs::Named(&["A", "B"]),
        &[
            TRANSPOSE_A,
            TRANSPOSE_B,
            optional("alpha", Double, "1"),
            optional("axis", Int, "-2"),
        ],
        gemm2,
        Body::Rule(|call| {
            let value = batched_value(call)?[0];
            Ok(vec![value * call.number("alpha")])
        }),
    ),
    operator(
        NONE,
        &["matmul"],
        LHS_RHS,
        &[TRANSPOSE_A, TRANSPOSE_B],
        matmul,
        Body::Rule(matmul_value),
    ),
    operator(
        &["FullyConnected"],
        NONE,
        Inputs::LastUnless(LAYER, "no_bias", Is::True),
        &[
            required("num_hidden", Int),
            optional("no_bias", Bool, "0"),
            optional("flatten", Bool, "1"),
        ],
        fully_connected,
        Body::Rule(layer_value),
    )
    .flowing(flow::fully_connected),
    operator(
        NONE,
        &["dense"],
        Inputs::LastUnless(LAYER, "use_bias", Is::False),
        &[required("units", Int), optional("use_bias", Bool, "1")],
        dense,
        Body::Rule(layer_value),
    )
    .flowing(flow::dense),
];

/// The contracted axis and the others of an operand: the last is contracted, or the first.
fn parted(shape: &[usize], first: bool) -> (usize, &[usize]) {
    let parts = match first {
        true => shape.split_first(),
        false => shape.split_last(),
    };
    parts.map_or((1, &[]), |(contracted, rest)| (*contracted, rest))
}

/// The shape that contraction of `left.0` with `right.0` leaves.
fn contract(left: (usize, &[usize]), right: (usize, &[usize])) -> Result<Shape, Refusal> {
    if left.0 != right.0 {
        let expected = format!("an extent of {} along the contracted axis", left.0);
        return Err(Refusal::Input(1, expected.into(), format!("{}", right.0)));
    }
    let mut output = [left.1, right.1].concat();
    if output.is_empty() {
        output.push(1);
    }
    Ok(output)
}

/// MXNet contracts the last axis of the first operand, or the first if it is transposed, with the
/// first of the second operand, or the last; the other axes keep their order.
fn dot(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (left, right) = known_pair(inputs)?;
    let (first, second) = (
        parameters.bool("transpose_a"),
        parameters.bool("transpose_b"),
    );
    if left.len() == 1 && right.len() == 1 && (first || second) {
        return Err(misfit("transpose_a", "no transposition of vectors", "one"));
    }
    let output = contract(parted(left, first), parted(right, !second))?;
    Ok(Shapes::new(vec![left.clone(), right.clone()], output))
}

/// NNVM takes a vector for a matrix of one row, and transposes by reversing all axes.
fn matmul(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let (left, right) = known_pair(inputs)?;
    let matrix = |shape: &Shape, transposed: bool| {
        let mut shape = match shape[..] {
            [length] => vec![1, length],
            _ => shape.clone(),
        };
        if transposed {
            shape.reverse();
        }
        shape
    };
    let first = matrix(left, parameters.bool("transpose_a"));
    let second = matrix(right, parameters.bool("transpose_b"));
    let output = contract(parted(&first, false), parted(&second, true))?;
    Ok(Shapes::new(vec![left.clone(), right.clone()], output))
}

/// The last two axes are multiplied as matrices, for every entry of the axes before them.
fn batched(
    parameters: &Parameters,
    inputs: &[Option<Shape>],
    rank: usize,
) -> Result<Shapes, Refusal> {
    let (left, right) = known_pair(inputs)?;
    if left.len() < rank {
        return Err(mismatch(
            0,
            format!(
                "a shape of {} or more",
                crate::shown::counted(rank, "axis", "axes")
            ),
            left,
        ));
    }
    let batch = left.len() - 2;
    if right.len() != left.len() || right[..batch] != left[..batch] {
        let expected = format!("the axes {} and two more", shown(&left[..batch]));
        return Err(mismatch(1, expected, right));
    }
    let transposed = |name| parameters.bool(name);
    let first = parted(&left[batch..], transposed("transpose_a"));
    let second = parted(&right[batch..], !transposed("transpose_b"));
    let output = [&left[..batch], &contract(first, second)?].concat();
    Ok(Shapes::new(vec![left.clone(), right.clone()], output))
}

fn batch_dot(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    batched(parameters, inputs, 3)
}

fn gemm2(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    match parameters.int("axis") {
        -2 => batched(parameters, inputs, 2),
        other => Err(misfit(
            "axis",
            "-2, for rows in the axis before the last",
            other,
        )),
    }
}

/// The first axis stays; the others are taken for one, unless `flatten` is off.
fn fully_connected(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    if !parameters.bool("flatten") {
        return layer("num_hidden", parameters, inputs);
    }
    let length = data[1..].iter().product();
    // MXNet takes a vector for numbers of one input each.
    let units = extent("num_hidden", parameters.int("num_hidden"))?;
    weighted(inputs, length, vec![data[0], units])
}

fn dense(parameters: &Parameters, inputs: &[Option<Shape>]) -> Result<Shapes, Refusal> {
    layer("units", parameters, inputs)
}

/// The last axis is multiplied with the weight, the others stay.
fn layer(
    name: &'static str,
    parameters: &Parameters,
    inputs: &[Option<Shape>],
) -> Result<Shapes, Refusal> {
    let data = known(inputs, 0)?;
    let (length, rest) = parted(data, false);
    let units = extent(name, parameters.int(name))?;
    let mut output = rest.to_vec();
    output.push(units);
    weighted(inputs, length, output)
}

/// The shapes of a layer whose weight takes `length` numbers to as many as `output` ends with.
fn weighted(inputs: &[Option<Shape>], length: usize, output: Shape) -> Result<Shapes, Refusal> {
    let units = output.last().copied().unwrap_or(1);
    let mut shapes = vec![known(inputs, 0)?.clone()];
    let parameters: Vec<Shape> = vec![vec![units, length], vec![units]];
    for (index, shape) in (1..inputs.len()).zip(parameters) {
        shapes.push(expect(inputs, index, shape)?);
    }
    Ok(Shapes::new(shapes, output))
}

fn contracted<'b>(
    call: &Application<'_, 'b>,
    left: Wire<'b>,
    right: Wire<'b>,
    batch: usize,
    pair: (usize, usize),
) -> Built<Wire<'b>> {
    let contraction = Contraction {
        batch: (0..batch).map(|axis| (axis, axis)).collect(),
        contracted: vec![pair],
        absolute: false,
    };
    call.builder.contract(left, right, &contraction)
}

/// The first axis of an operand, or its last.
fn end(wire: Wire<'_>, first: bool) -> Built<usize> {
    Ok(if first { 0 } else { extents(wire)?.len() - 1 })
}

fn dot_value<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let (left, right) = (call.inputs[0], call.inputs[1]);
    let pair = (
        end(left, call.parameters.bool("transpose_a"))?,
        end(right, !call.parameters.bool("transpose_b"))?,
    );
    call.reshaped(contracted(call, left, right, 0, pair)?)
}

fn batched_value<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let batch = call.outputs[0].len() - 2;
    let transposed = |name| usize::from(call.parameters.bool(name));
    let pair = (
        batch + 1 - transposed("transpose_a"),
        batch + transposed("transpose_b"),
    );
    let value = contracted(call, call.inputs[0], call.inputs[1], batch, pair)?;
    call.reshaped(value)
}

fn matmul_value<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let operand = |index: usize, name| {
        let own = extents(call.inputs[index])?;
        let matrix = match own[..] {
            [length] => vec![1, length],
            _ => own,
        };
        let order: Vec<usize> = match call.parameters.bool(name) {
            true => (0..matrix.len()).rev().collect(),
            false => (0..matrix.len()).collect(),
        };
        let shape = graph_ir::Shape::new(&matrix)?;
        let wire = call.builder.reshape(call.inputs[index], &shape)?;
        call.builder.transpose(wire, &order)
    };
    let (left, right) = (operand(0, "transpose_a")?, operand(1, "transpose_b")?);
    let pair = (end(left, false)?, 0);
    call.reshaped(contracted(call, left, right, 0, pair)?)
}

/// Data times the transpose of the weight, plus the bias. The axes that the weight takes are one.
/// Of integers the product is computed as of floats, and is integers again.
fn layer_value<'b>(call: &Application<'_, 'b>) -> Built<Vec<Wire<'b>>> {
    let out = &call.outputs[0];
    let integers = call.data().ty()?.element == Element::I64;
    let (data, weight) = (call.float(call.data())?, call.float(call.inputs[1])?);
    let length = extents(weight)?[1];
    let mut flat = out.clone();
    flat[out.len() - 1] = length;
    let data = call.builder.reshape(data, &graph_ir::Shape::new(&flat)?)?;
    let mut value = contracted(call, data, weight, 0, (flat.len() - 1, 1))?;
    if let Some(&bias) = call.inputs.get(2) {
        value = value + along(call.float(bias)?, out, out.len() - 1)?;
    }
    Ok(vec![match integers {
        true => call.builder.cast(value, Element::I64)?,
        false => value,
    }])
}
