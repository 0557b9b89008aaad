//! Reads a network that MXNet wrote, infers the shapes of its weights, evaluates and
//! differentiates it.

use std::collections::BTreeMap;

use adgraph::derivative::Evaluator;
use adgraph::json::nnvm;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The file says what is computed; how many samples there are is up to the reader.
    let shapes = BTreeMap::from([(String::from("data"), vec![4, 5])]);
    let graph = nnvm::from_str_with(include_str!("data/mlp-symbol.json"), &shapes)?;
    println!("inputs, their shapes inferred from that of `data`:");
    for (input, ty) in graph.inputs().iter().zip(graph.input_types()) {
        println!("  {:12} {ty}", input.name);
    }
    for (output, ty) in graph.outputs().iter().zip(graph.output_types()) {
        println!("output\n  {:12} {ty}", output.name);
    }

    let mut network = Evaluator::<f64>::new(&graph)?;
    let x: Vec<f64> = (0..network.n_in())
        .map(|i| f64::from(i as u32 % 7) * 0.1 - 0.3)
        .collect();
    println!(
        "\nlog-probabilities of the first sample: {:.4?}",
        &network.value(&x)?[..3]
    );

    // The gradient of the first sample's first log-probability by the last layer's bias.
    let mut seed = vec![0.0; network.n_out()];
    seed[0] = 1.0;
    let bias = graph
        .inputs()
        .iter()
        .position(|input| input.name == "fc3_bias");
    let variables = bias.and_then(|position| network.variables_of(position));
    let (_, adjoint) = network.adjoint(&x, &seed)?;
    if let Some(variables) = variables {
        println!(
            "its derivative by `fc3_bias`:          {:.4?}",
            &adjoint[variables]
        );
    }
    Ok(())
}
