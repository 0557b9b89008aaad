// Lints of the compiler about the shape of expressions, in its own words.
#![deny(warnings)]

adgraph::graph! {
    pub fn not_a_number(x: f64, y: f32) -> f64 {
        let never = x == f64::NAN || y != f32::NAN;
        if never && x - 1.0 < f64::NAN { 1.0 } else if (f64::NAN) > x * 2.0 { 2.0 } else { x }
    }

    pub fn positions(x: [f64; 3], n: usize) -> f64 {
        let always = n >= 0;
        if always && n + 1 < 0 { x[n] } else if 0_usize <= n { x[1] } else { x[0] }
    }

    pub fn parentheses(x: [f64; 3], n: usize) -> f64 {
        let y = (x[0] * 2.0);
        let mut z = ((y));
        let mut w = x;
        z = (z + 1.0);
        z += (2.0);
        w[(n)] = (z);
        if (y > 0.0) { z = 3.0; } else if (z > 0.0) { z = 4.0; }
        for _ in (0..3) { z += 1.0; }
        let q = max((z), y) + y.max((z)) + dot(w, (x));
        let root = solve(|t| (t - y), 1.0);
        let ((a), b) = (q, z);
        for (i) in 0..3 { z += x[i]; }
        (a + b + z + root)
    }

    pub fn braces(x: f64) -> f64 {
        let y = sin({ x });
        if { y > 0.0 } { y } else { x.max({ y }) }
    }

    pub fn statements(x: f64) -> f64 {
        /// The compiler sees no documentation here.
        let y = x;;
        /// Nor here.
        if y > 0.0 { y } else { x }
    }

    pub fn negations(x: f64) -> f64 {
        let y = --x;
        y * - -x.sin() + -(-x)
    }

    pub fn dropped(x: f64) -> f64 {
        -x;
        !(x > 0.0);
        (x + 1.0);
        (x.sin());
        x
    }

    #[inline]
    #[inline]
    pub fn repeated(x: f64) -> f64 {
        x
    }

    #[allow(unused_parens, invalid_nan_comparisons)]
    pub fn allowed(x: f64) -> f64 {
        let y = (x);
        if y == f64::NAN { 1.0 } else { x }
    }

    #[expect(unused_parens, unused_comparisons)]
    pub fn expected(x: [f64; 3], n: usize) -> f64 {
        if n >= 0 { (x[0]) } else { x[1] }
    }

    #[expect(invalid_nan_comparisons)]
    pub fn unfulfilled(x: f64) -> f64 {
        x
    }

    pub fn fine(x: [f64; 3], n: usize) -> f64 {
        let y = ({ x[0] } + 1.0) * (x[1] - x[2]);
        let z = if x[0] > 0.0 { (y + 1.0) * 2.0 } else { -(y - 1.0) };
        let (a, b) = (y, z);
        if n > 0 && (a > 0.0 || b > 0.0) && 1 <= n { (a - b).abs() } else { (1.0 - a) / b }
    }
}

fn main() {}
