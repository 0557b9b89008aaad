// Batches that cannot be.

adgraph::graph! {
    #[derivatives(batch)]
    fn truth(x: f64) -> bool { x > 0.0 }

    #[derivatives(batch)]
    fn constant(#[shared] x: f64, i: usize) -> f64 { x * i as f64 }

    #[derivatives(batch)]
    fn mixed(x: f64, #[dynamic] y: f32) -> f64 { x * y as f64 }

    #[derivatives(batches)]
    fn misspelt(x: f64) -> f64 { x }

    fn misspelt_too(#[share] x: f64) -> f64 { x }

    #[derivatives(batch(diagonals))]
    fn unknown_layout(x: f64) -> f64 { x }

    #[derivatives(batch(rows, columns))]
    fn two_layouts(x: f64) -> f64 { x }

    #[derivatives(batch())]
    fn no_layout(x: f64) -> f64 { x }

    #[derivatives(batch, jacobian, batch(rows))]
    #[derivatives(jacobian)]
    fn twice(x: [f64; 2]) -> [f64; 2] { x }
}

fn main() {}
