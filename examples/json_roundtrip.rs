//! A function of this program as files of two other worlds, and back.

use adgraph::execute::Executable;
use adgraph::json::{cppad, nnvm};
use adgraph::{Graph, graph};

graph! {
    /// A layer of a network and a loss.
    pub fn loss(weights: [[f64; 3]; 2], x: [f64; 3]) -> f64 {
        let y = tanh(matmul(weights, x));
        sum(y * y)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (weights, x) = ([[0.1, -0.4, 0.7], [1.2, 0.3, -0.5]], [1.0, 2.0, 3.0]);
    println!("generated code   {}", loss(weights, x));

    let text = cppad::to_string(&loss::graph())?;
    println!("CppAD            {} bytes", text.len());
    // CppAD knows scalars only: all arguments come back as one vector.
    let flat = [weights.as_flattened(), &x].concat();
    println!(
        "read back        {}",
        evaluate(&cppad::from_str(&text)?, &[&flat])?
    );

    let text = nnvm::to_string(&loss::graph())?;
    println!("NNVM             {} bytes", text.len());
    let back = nnvm::from_str(&text)?;
    println!(
        "read back        {}",
        evaluate(&back, &[weights.as_flattened(), &x])?
    );
    Ok(())
}

fn evaluate(graph: &Graph, inputs: &[&[f64]]) -> Result<f64, Box<dyn std::error::Error>> {
    let executable = Executable::new(graph)?;
    let mut workspace = executable.workspace()?;
    let mut y = [0.0];
    executable.evaluate(&mut workspace, inputs, &mut [&mut y])?;
    Ok(y[0])
}
