//! Derivatives against finite differences, of first and second order, in both modes: every row
//! of the operator table, every structural operator, composites and inner graphs.

mod bodies;
mod check;
mod checkpoints;
mod composites;
mod edges;
mod exact;
mod extremes;
mod inner;
mod inside;
mod requests;
mod rules;
mod scalar;
mod structural;

use graph_ir::Graph;
use graph_runtime::execute::Executable;

/// The outputs of a graph, one after another, for its inputs, one after another.
fn evaluate(graph: &Graph, inputs: &[f64]) -> Vec<f64> {
    let executable = Executable::new(graph).unwrap();
    let mut rest = inputs;
    let inputs: Vec<&[f64]> = executable
        .input_types()
        .map(|ty| rest.split_off(..ty.shape.size()).unwrap())
        .collect();
    let mut outputs: Vec<Vec<f64>> = executable
        .output_types()
        .map(|ty| vec![0.0; ty.shape.size()])
        .collect();
    let mut workspace = executable.workspace().unwrap();
    executable
        .evaluate(&mut workspace, &inputs, &mut outputs)
        .unwrap();
    outputs.concat()
}
