// Beside an error all items of all functions are still there.
adgraph::graph! {
    #[derivatives(jacobian, hessian)]
    pub fn wrong(x: [f64; 3], p: f64) -> f64 {
        x + p
    }

    pub fn right(x: f64) -> f64 {
        x
    }
}

fn main() {
    let x = [1.0, 2.0, 3.0];
    let value: f64 = wrong(x, 1.0);
    let (_, d): (f64, wrong::Adjoint) = wrong::gradient(x, value);
    let (_, _): (f64, f64) = wrong::tangent(x, 1.0, &d);
    let _ = wrong::adjoint(d.x, d.p, 1.0);
    let _ = wrong::jacobian(x, 1.0);
    let _ = wrong::hessian(x, 1.0);
    let _ = wrong::graph();
    let _ = right::gradient(right(1.0));
}
