//! A picture of the README's function with its gradient:
//! `cargo run --example picture > energy.svg`.
//!
//! The function stands in a file of its own, so that the lines that the picture names are those of
//! the README.

mod energy;

use adgraph::differentiate::{differentiable_inputs, gradient};
use adgraph::draw::GraphDraw;
use adgraph::passes;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let graph = energy::energy::graph();
    let gradient = gradient(&graph, &differentiable_inputs(&graph))?;
    print!("{}", passes::optimize(&gradient)?.to_svg());
    Ok(())
}
