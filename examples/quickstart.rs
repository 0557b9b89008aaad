//! The main job: a function written once, its value, its gradient, and the graph as a file.

use adgraph::graph;
use adgraph::json::cppad;

graph! {
    /// Tension energy of a short chain.
    pub fn energy(x: [f64; 3], p: f64) -> f64 {
        let stretch = x[1..] - x[..2];
        0.5 * p * dot(stretch, stretch) + sum(cos(x))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let x = [0.1, 0.2, 0.4];
    println!("energy       {}", energy(x, 2.0));

    let (value, d) = energy::gradient(x, 2.0);
    println!("value        {value}");
    println!("d energy/dx  {:?}", d.x);
    println!("d energy/dp  {}", d.p);

    println!("\nthe graph:\n{}", energy::graph());
    println!(
        "as CppAD's json_ad_graph:\n{}",
        cppad::to_string(&energy::graph())?
    );
    Ok(())
}
