// What `only` leaves out is not there, to the compiler as to everyone.
mod model {
    adgraph::graph! {
        #[derivatives(only(gradient))]
        pub fn energy(x: f64) -> f64 { x * x }
    }
}

fn main() {
    let _ = model::energy::gradient(1.0);
    let _ = model::energy(1.0);
    let _ = model::energy::tangent(1.0, &model::energy::Tangent { x: 1.0 });
}
