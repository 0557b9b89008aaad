// What a derivative is taken with respect to: a variable on which the value depends.
adgraph::graph! {
    const RATE: f64 = 0.1;

    pub fn variables(x: [f64; 3], i: usize) -> f64 {
        let c = RATE * sum(x * x);
        let pair = (c, c);
        let a = deriv(c, x[1]);
        let b = deriv(c, x * x);
        let d = deriv(c, RATE);
        let e = deriv(c, i);
        let f = deriv(c, pair);
        let g = deriv(c, y);
        let h = grad(c, x);
        a + sum(b) + d + e + f + g + h
    }

    pub fn dependence(x: [f64; 3], p: f64) -> f64 {
        let energy = sum(x * x);
        let y = x;
        let mut w = p;
        let work = w * w;
        w = 2.0 * w;
        deriv(energy, p) + sum(deriv(energy, y)) + deriv(work, w) + deriv(3.0, p)
    }
}

fn main() {}
