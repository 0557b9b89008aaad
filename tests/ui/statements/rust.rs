// Items and statements of Rust, and what follows from them: one error for each.
adgraph::graph! {
    use std::f64::consts::*;
    static GRAVITY: f64 = 9.81;

    pub fn items(x: f64) -> f64 {
        fn inner(y: f64) -> f64 { 2.0 * y }
        let twice = |y| 2.0 * y;
        struct Point { x: f64 }
        let p = Point { x };
        enum Kind { First }
        let k = Kind::First;
        mod m {}
        macro_rules! squared { ($x:expr) => { $x * $x } }
        inner(x) + twice(x) + p.x + m::f(x) + squared!(x) + PI * E * GRAVITY
    }

    pub fn lengths(x: [f64, 3], y: [[f64; 3], 2]) -> f64 {
        let z: [f64, 3] = x;
        sum(z) + sum(y)
    }

    pub fn lengths_elsewhere(x: [f64; 3], y: [[f64; 3]; 2]) -> f64 {
        lengths(x, y)
    }

    pub fn later(x: [f64; 3], p: f64) -> f64 {
        let a;
        if p > 0.0 {
            a = p;
        }
        let mut b;
        for i in 0..3 {
            b = x[i];
        }
        let c: f64;
        c = 1;
        let d;
        d = p;
        d = 2.0 * p;
        a + b + c + d
    }

    pub fn several(x: [f64; 3], p: f64) -> f64 {
        let (mut a, b) = (p, 1.0);
        (a, b) = (b, a);
        (a, _) = (a, b, p);
        [a, _] = x;
        (a, _) += (b, p);
        (a, .., _) = (b, p);
        let [c, ..] = x;
        let [.., d, e, f, g] = x;
        a
    }

    pub fn paths(x: [f64; 3], p: f64, q: f32) -> f64 {
        let a = f64::sqrt(x);
        let b = f64::exp(q);
        let c = f64::max(p);
        let d = f32::from(p);
        let e = f64::from(x);
        let f = crate::several(x, p);
        let g = f64::PI;
        std::mem::swap(&mut a, &mut b);
        let h = Vec::with_capacity(3);
        a
    }
}

fn main() {
    lengths_elsewhere([1.0; 3], [[1.0; 3]; 2]);
}
