//! Evaluation of graphs over flat slices, by the executor.

use adgraph::Graph;
use adgraph::execute::Executable;

/// The outputs of a graph, one after another, for its inputs, one after another.
pub(crate) fn evaluate(graph: &Graph, inputs: &[f64]) -> Vec<f64> {
    let executable = Executable::new(graph).unwrap();
    let mut rest = inputs;
    let inputs: Vec<&[f64]> = executable
        .input_types()
        .map(|ty| rest.split_off(..ty.shape.size()).unwrap())
        .collect();
    assert!(rest.is_empty(), "the graph has fewer inputs");
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

/// Every input's position: all inputs of the programs are differentiated.
pub(crate) fn all_inputs(graph: &Graph) -> Vec<usize> {
    (0..graph.inputs().len()).collect()
}

/// Whether two lists agree to a relative tolerance, NaN with NaN.
pub(crate) fn close(found: &[f64], expected: &[f64], tolerance: f64) -> bool {
    let pairs = found.iter().zip(expected);
    found.len() == expected.len()
        && pairs.into_iter().all(|(&f, &e)| {
            f == e || (f.is_nan() && e.is_nan()) || (f - e).abs() <= tolerance * e.abs().max(1.0)
        })
}
