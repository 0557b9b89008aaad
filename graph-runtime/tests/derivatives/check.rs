//! Compares derivative graphs with finite differences of the values.

use graph_ir::graph::InputKind;
use graph_ir::ops::Op;
use graph_ir::types::{Element, Shape, Type};
use graph_ir::{Builder, Graph, Wire, passes, verify};
use graph_runtime::execute::Executable;

/// Step of the five-point difference: its truncation error (h^4) and the rounding error of the
/// values (1e-16 / h) are both near 1e-13 for functions of moderate derivatives.
const STEP: f64 = 1e-3;

/// A graph of f64 inputs with these extents.
pub(crate) fn graph(
    inputs: &[&[usize]],
    body: impl for<'b> FnOnce(&'b Builder, &[Wire<'b>]) -> Vec<Wire<'b>>,
) -> Graph {
    let builder = Builder::new();
    let wires: Vec<Wire<'_>> = inputs
        .iter()
        .enumerate()
        .map(|(i, extents)| {
            let shape = Shape::new(extents).unwrap();
            let ty = Type::new(Element::F64, shape);
            builder.input(&format!("x{i}"), ty, InputKind::Independent)
        })
        .collect();
    for (i, output) in body(&builder, &wires).into_iter().enumerate() {
        builder.output(&format!("y{i}"), output).unwrap();
    }
    let graph = builder.finish().unwrap();
    verify::verify(&graph).unwrap();
    graph
}

/// The outputs of a graph, one after another, for its inputs, one after another.
pub(crate) fn evaluate(graph: &Graph, inputs: &[f64]) -> Vec<f64> {
    let executable = Executable::new(graph).unwrap();
    let mut rest = inputs;
    let inputs: Vec<&[f64]> = executable
        .input_types()
        .map(|ty| rest.split_off(..ty.shape.size()).unwrap())
        .collect();
    assert!(rest.is_empty(), "the graph has fewer inputs");
    executable.call::<f64>(&inputs).unwrap().concat()
}

/// Checks first and second derivatives of every float output by every input at a point.
pub(crate) fn check(name: &str, graph: &Graph, point: &[f64]) {
    let scalar = weighted(graph);
    first(name, graph, &scalar, point);
    let gradient = gradient_of(&scalar);
    // The gradient's first output is the value; its derivative was checked already.
    let second = weighted(&gradient);
    first(&format!("{name}, second order"), &gradient, &second, point);
}

/// The adjoint of a weighted sum of the outputs against differences, and the tangent against
/// the adjoint.
fn first(name: &str, graph: &Graph, scalar: &Graph, point: &[f64]) {
    let gradient = gradient_of(scalar);
    let found = evaluate(&gradient, point);
    let n = point.len();
    let adjoint = &found[found.len() - n..];
    let value = |x: &[f64]| evaluate(scalar, x)[0];
    for (i, &found) in adjoint.iter().enumerate() {
        let expected = difference(&value, point, i);
        close(
            name,
            &format!("adjoint {i} at {point:?}"),
            found,
            expected,
            1e-7,
        );
    }
    let wrt = graph_autodiff::differentiable_inputs(graph);
    let forward = graph_autodiff::forward(scalar, &wrt).unwrap();
    verify::verify(&forward).unwrap();
    let direction: Vec<f64> = (0..n).map(|i| weight(i + 3)).collect();
    let both = [point, &direction].concat();
    let tangent = *evaluate(&forward, &both).last().unwrap();
    let expected: f64 = adjoint.iter().zip(&direction).map(|(a, d)| a * d).sum();
    close(
        name,
        &format!("tangent at {point:?}"),
        tangent,
        expected,
        1e-11,
    );
}

/// Value and adjoints, checked to be a valid graph before and after optimisation.
pub(crate) fn gradient_of(scalar: &Graph) -> Graph {
    let wrt = graph_autodiff::differentiable_inputs(scalar);
    let gradient = graph_autodiff::gradient(scalar, &wrt).unwrap();
    verify::verify(&gradient).unwrap();
    let prepared = passes::prepare(&gradient).unwrap();
    verify::verify(&prepared).unwrap();
    for id in prepared.ids() {
        let op = prepared.op(id);
        assert!(!matches!(
            op,
            Op::Call(_) | Op::Composite(..) | Op::StopGradient
        ));
    }
    gradient
}

/// The sum of all float outputs' elements, with different weights so that errors cannot cancel.
fn weighted(graph: &Graph) -> Graph {
    let inputs: Vec<Vec<usize>> = graph.input_types().map(|ty| ty.shape.extents()).collect();
    let inputs: Vec<&[usize]> = inputs.iter().map(Vec::as_slice).collect();
    let callee = graph_ir::graph::Function::plain(graph.clone());
    self::graph(&inputs, |builder, wires| {
        let mut total = builder.number(Element::F64, 0.0);
        let mut number = 0;
        for result in builder.call(&callee, wires).unwrap() {
            let ty = result.ty().unwrap();
            if !ty.is_float() {
                continue;
            }
            let weights: Vec<f64> = (0..ty.shape.size()).map(|i| weight(number + i)).collect();
            number += weights.len();
            let weights =
                graph_ir::graph::Constant::from_f64s(Element::F64, ty.shape.clone(), &weights);
            let product = builder.constant(weights.unwrap()) * result;
            let axes: Vec<usize> = (0..ty.shape.rank()).collect();
            total = total + product.sum(&axes);
        }
        vec![total]
    })
}

#[allow(clippy::cast_precision_loss, reason = "small numbers")]
fn weight(i: usize) -> f64 {
    1.0 + (i as f64 * 0.7).sin() * 0.5
}

/// The five-point difference along one coordinate.
pub(crate) fn difference(f: &impl Fn(&[f64]) -> f64, point: &[f64], i: usize) -> f64 {
    let at = |offset: f64| {
        let mut x = point.to_vec();
        x[i] += offset;
        f(&x)
    };
    (at(-2.0 * STEP) - 8.0 * at(-STEP) + 8.0 * at(STEP) - at(2.0 * STEP)) / (12.0 * STEP)
}

pub(crate) fn close(name: &str, what: &str, found: f64, expected: f64, tolerance: f64) {
    let scale = expected.abs().max(1.0);
    assert!(
        (found - expected).abs() <= tolerance * scale,
        "{name}: {what} is {found}, expected {expected}"
    );
}
