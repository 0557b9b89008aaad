//! Taylor coefficients along a curve: forward mode, again and again.
//!
//! Along the curve `x(t) = x + c_1 t + c_2 t^2 + ...` the `k`-th derivative of a value is the
//! tangent of its `k-1`-th one, where the tangent of the input's `j`-th derivative is its
//! `j+1`-th. All of them are computed from the same nodes, and equal ones are one: the work, which
//! by a naive count doubles with every order, grows with its square, as by the recurrences for
//! power series. (Inside a loop that stays one nothing is known to be equal, and it does double.)
//!
//! Source: A. Griewank and A. Walther, *Evaluating Derivatives*, 2nd ed., SIAM 2008, chapter 13.

use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::{Function, Graph};

use super::{COEFFICIENT, derived_name, forward, prepared};

/// The Taylor coefficients of the outputs along a curve: a graph that takes the inputs of `graph`
/// and then, for each order `k` from 1 to `order` and each position of `wrt`, the coefficient
/// `c_k` of that input along the curve `x + c_1 t + c_2 t^2 + ...`, of the input's type. It yields
/// the outputs, and for each order the coefficient of each output at `t^k` (zero for an output
/// that is no float). Where `c_1` is a direction and the others are zero, `k!` times the
/// coefficient is the `k`-th derivative in that direction.
///
/// # Errors
/// As [`forward`](super::forward()).
pub fn taylor(graph: &Graph, wrt: &[usize], order: usize) -> Result<Graph> {
    // The derivatives up to some order, as a function of the inputs and their derivatives.
    let mut known = prepared(graph, wrt)?;
    for k in 1..=order {
        known = next_order(graph, &known, wrt, k)?;
    }
    scaled(graph, known, wrt, order)
}

/// From the derivatives below order `k` those up to `k`.
fn next_order(graph: &Graph, known: &Graph, wrt: &[usize], k: usize) -> Result<Graph> {
    let (n_value, n_input) = (graph.outputs().len(), graph.inputs().len());
    // The inputs that move along the curve: the variables, and their derivatives below `k`.
    let mut moving = wrt.to_vec();
    moving.extend(n_input..n_input + wrt.len() * (k - 1));
    let tangent = Function::plain(forward(known, &moving)?);
    let builder = Builder::new();
    builder.continue_graph(graph);
    let inputs = builder.copy_inputs(known);
    let mut derivatives = inputs[n_input..].to_vec();
    for &position in wrt {
        let input = &graph.inputs()[position];
        let ty = graph.ty(input.node).clone();
        derivatives.push(builder.input(&coefficient_name(&input.name, k), ty, input.kind));
    }
    // The tangent of each is the next derivative of the same variable.
    let arguments: Vec<Wire<'_>> = inputs.into_iter().chain(derivatives).collect();
    let results = builder.call(&tangent, &arguments)?;
    let (values, tangents) = results.split_at(known.outputs().len());
    for (output, value) in known.outputs().iter().zip(values) {
        builder.output(&output.name, *value)?;
    }
    let highest = &tangents[tangents.len() - n_value..];
    for (output, value) in graph.outputs().iter().zip(highest) {
        builder.output(&coefficient_name(&output.name, k), *value)?;
    }
    builder.finish()
}

/// Derivatives as coefficients: that of `t^k` is the derivative divided by `k!`.
fn scaled(graph: &Graph, derivatives: Graph, wrt: &[usize], order: usize) -> Result<Graph> {
    let (n_value, n_input) = (graph.outputs().len(), graph.inputs().len());
    let derivatives = Function::plain(derivatives);
    let factorials: Vec<f64> = (1..=order)
        .scan(1.0, |product, k| {
            *product *= k as f64;
            Some(*product)
        })
        .collect();
    let builder = Builder::new();
    builder.continue_graph(graph);
    let mut inputs = builder.copy_inputs(&derivatives.graph);
    for (number, input) in inputs[n_input..].iter_mut().enumerate() {
        let factorial = factorials[number / wrt.len()];
        *input = *input * builder.number(input.ty()?.element, factorial);
    }
    let results = builder.call(&derivatives, &inputs)?;
    let outputs = derivatives.graph.outputs().iter().zip(results);
    for (number, (output, wire)) in outputs.enumerate() {
        let ty = wire.ty()?;
        let wire = match number.checked_sub(n_value) {
            Some(number) if ty.is_float() => {
                wire / builder.number(ty.element, factorials[number / n_value])
            }
            _ => wire,
        };
        builder.output(&output.name, wire)?;
    }
    builder.finish()
}

/// The name of the coefficient at `t^k`.
fn coefficient_name(name: &str, k: usize) -> alloc::string::String {
    derived_name(&alloc::format!("{COEFFICIENT}_{k}"), name)
}
