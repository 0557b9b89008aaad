//! Checks of a graph that was read: it is valid, and evaluates within a bound of memory.

use graph_ir::{Element, Graph};
use graph_runtime::execute::{Executable, Host, Values};

/// The memory that the values of a graph may take; what needs more is refused.
const LIMIT: u64 = 32 << 20;

/// Loops and calls may stand for more work than a file is long: larger graphs are not evaluated.
const NODES: usize = 20_000;

/// The bits of a graph's outputs where all inputs are one number; nothing for a graph that refuses
/// to be evaluated. Any NaN is one pattern.
pub fn outputs(graph: &Graph, at: f64) -> Option<Vec<u64>> {
    graph_ir::verify::verify(graph).expect("a graph that was read is valid");
    if graph_ir::passes::unfolded_size(graph) > NODES {
        return None;
    }
    let executable = Executable::with_limit(graph, LIMIT).ok()?;
    let floats = graph.input_types().map(|ty| match ty.element {
        Element::F64 if ty.shape.size() < 1 << 20 => Some(vec![at; ty.shape.size()]),
        _ => None,
    });
    let inputs = floats.collect::<Option<Vec<_>>>()?;
    let mut workspace = executable.workspace().ok()?;
    executable.run(&mut Host::new(), &mut workspace, &inputs).ok()?;
    let mut bits = Vec::new();
    for number in 0..graph.outputs().len() {
        match workspace.output(number) {
            Some(Values::F64(values)) => bits.extend(values.iter().map(|x| match x.is_nan() {
                true => u64::MAX,
                false => x.to_bits(),
            })),
            other => bits.push(u64::from(other.is_some())),
        }
    }
    Some(bits)
}
