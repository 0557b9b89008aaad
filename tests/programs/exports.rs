//! Programs as files for other programs: each with a point, and the value and gradient that the
//! generated code gives there.
//!
//! They are written into the folder that `ADGRAPH_EXPORTS` names; `tests/interop` holds them
//! against MXNet.

use super::program::Program;
use std::fmt::Write;
use std::{env, fs};

/// Writes a case in the manner of the conformance cases, if that is asked for.
pub(crate) fn export(program: &Program, graph: &str) {
    let Some(folder) = env::var_os("ADGRAPH_EXPORTS") else {
        return;
    };
    // What is not differentiated is not among the arguments of these programs.
    let sizes = program.graph.input_types().map(|ty| ty.shape.size());
    if sizes.sum::<usize>() != program.n_in {
        return;
    }
    let x = &program.points()[0];
    let ones = vec![1.0; program.n_out];
    let [y, gradient] = (program.adjoint)(x, &ones);
    let (mut inputs, mut grads) = (Vec::new(), Vec::new());
    let mut start = 0;
    let ports = program.graph.inputs().iter();
    for (input, ty) in ports.zip(program.graph.input_types()) {
        let (name, extents) = (&input.name, ty.shape.extents());
        let range = start..start + ty.shape.size();
        start = range.end;
        let tensor = |data: &[f64]| {
            format!(
                "{name:?}: {{\"shape\": {extents:?}, \"data\": {}}}",
                numbers(data)
            )
        };
        inputs.push(tensor(&x[range.clone()]));
        grads.push(tensor(&gradient[range]));
    }
    let text = format!(
        "{{\"graph\": {graph}, \"inputs\": {{{}}}, \"outputs\": {}, \"grads\": {{{}}}}}\n",
        inputs.join(", "),
        numbers(&y),
        grads.join(", "),
    );
    let file = std::path::Path::new(&folder).join(format!("{}.json", program.name));
    fs::write(file, text).unwrap();
}

/// Numbers as JSON, in which those that are not finite are texts.
fn numbers(numbers: &[f64]) -> String {
    let mut text = String::from("[");
    for (index, number) in numbers.iter().enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        match number.is_finite() {
            true => write!(text, "{comma}{number:?}").unwrap(),
            false => write!(text, "{comma}\"{number:?}\"").unwrap(),
        }
    }
    text + "]"
}
