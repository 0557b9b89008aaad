// What `deriv`, `jvp` and `vjp` differentiate, and the directions and weights that they take.
adgraph::graph! {
    pub fn values(x: [f64; 3], i: usize) -> [f64; 3] {
        let y = x * x;
        let a = deriv(y, x);
        let b = deriv(x[0] > 0.0, x);
        let c = vjp((y, y), x, 1.0);
        let d = jvp(i, x, x);
        a + b + c + d
    }

    pub fn directions(x: [f64; 3], w: [f64; 2]) -> [f64; 3] {
        let y = x[..2] * w;
        let a = vjp(y, x, x);
        let b = jvp(y, x, w);
        let c = vjp(y, x, 1);
        let d = deriv(y);
        a + b + c + d
    }

    fn loss(w: [f64; 3], y: f64) -> f64 { dot(w, w) - y }

    pub fn orders(w: [f64; 3], y: f64) -> [f64; 3] {
        let c = y * dot(w, w);
        let a = deriv(c, y, 2);
        let b = deriv(c, w, 2);
        let d = jax.grad(lambda v: v * v)(y);
        grad(loss)(w, y) + jax.grad(loss, argnums=1)(w, y)
    }
}

fn main() {}
