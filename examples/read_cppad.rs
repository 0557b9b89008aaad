//! Reads a graph that CppAD recorded and wrote, and asks it for values and derivatives.
//!
//! The file holds Black and Scholes' prices of a call and a put as functions of spot, strike and
//! volatility, with rate and time as dynamic parameters.

use adgraph::derivative::Evaluator;
use adgraph::json::cppad;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let graph = cppad::from_str(include_str!("data/black_scholes.json"))?;
    println!("`{}`: {} nodes", graph.name(), graph.len());
    for (input, ty) in graph.inputs().iter().zip(graph.input_types()) {
        println!("input  {}: {ty} ({:?})", input.name, input.kind);
    }
    for (output, ty) in graph.outputs().iter().zip(graph.output_types()) {
        println!("output {}: {ty}", output.name);
    }

    let mut prices = Evaluator::<f64>::new(&graph)?;
    let (rate, time) = (0.05, 1.0);
    prices.set_parameter(0, [rate, time])?;
    let x = [100.0, 105.0, 0.2];
    println!("\nspot, strike, volatility = {x:?}");
    println!("call, put = {:?}", prices.value(&x)?);

    let jacobian = prices.jacobian(&x)?;
    println!("delta = {:.6?}", [jacobian.row(0)[0], jacobian.row(1)[0]]);
    println!("vega  = {:.6?}", [jacobian.row(0)[2], jacobian.row(1)[2]]);

    let hessian = prices.hessian(&x, &[1.0, 0.0])?;
    println!("gamma = {:.6}", hessian.row(0)[0]);
    Ok(())
}
