// Parentheses and braces in lengths of types, and around the values of constants.
#![deny(unused_parens, unused_braces)]

mod rust {
    pub const K: usize = 3;
    pub fn lengths(_x: [f64; (3)], _y: [f64; { 3 }], _z: [[f64; (K)]; (K + 1)], _w: [f64; { (2) }]) {}
    pub const A: f64 = (2.0);
    pub const B: f64 = { 2.0 };
    pub const C: [f64; (2)] = [0.0; (2)];
    pub type V = [f64; (3)];
}

mod block {
    adgraph::graph! {
        const K: usize = 3;
        pub fn lengths(x: [f64; (3)], y: [f64; { 3 }], z: [[f64; (K)]; (K + 1)], w: [f64; { (2) }])
            -> f64 { sum(x) + sum(y) + sum(z) + sum(w) + A + B + C[0] }
        pub fn result(x: V) -> [f64; (2)] { [sum(x); (2)] }
        pub fn of_any_length<const N: usize>(x: [f64; N], y: &[f64; { N + 1 }]) -> f64 { sum(x) + sum(y) }
        const A: f64 = (2.0);
        const B: f64 = { 2.0 };
        const C: [f64; (2)] = [0.0; (2)];
        type V = [f64; (3)];
        pub const OF_RUST: f64 = (2.0);
        pub const WITH_NAME: f64 = (2.0 * A);
        pub type WithName = [f64; { K }];
        pub type Plain = [f64; (3)];
        pub const NEEDED: f64 = (A + 1.0) * A;

        pub fn in_body(x: f64) -> f64 {
            const D: f64 = (1.0);
            const E: [f64; (2)] = [1.0; 2];
            let y: [f64; (2)] = [x; 2];
            sum(y) * D * E[0]
        }
        #[allow(unused_parens, unused_braces)]
        pub fn allowed(x: [f64; (3)]) -> f64 { sum(x) }
        #[allow(unused_parens)]
        const ALLOWED: [f64; (1)] = ([2.0]);
        pub fn of_allowed(x: f64) -> f64 { ALLOWED[0] * x }
    }
}

fn main() {}
