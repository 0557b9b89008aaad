// Levels of lints on arguments and for a block.
#![deny(warnings)]

mod block {
    adgraph::graph! {
        #![allow(unused_mut, dead_code)]
        #![allow(unused_imports, non_upper_case_globals, unused_parens, deprecated)]
        #![codegen(contract)]

        use std::f64::consts::PI;
        const small: f64 = (2.0);
        pub type Three = [f64; (3)];
        #[deprecated]
        fn never(x: f64) -> f64 { let mut y = x; y }
        pub fn user(x: f64) -> f64 { never(x) }
        #[deny(unused_mut)]
        pub fn denied(x: f64) -> f64 { let mut y = x; y }
        pub fn other(x: f64, y: f64) -> f64 { x }
    }
}

mod arguments {
    adgraph::graph! {
        pub fn allowed(#[allow(unused_variables)] x: f64, y: f64) -> f64 { 1.0 }
        pub fn marked(#[allow(unused_variables)] #[dynamic] p: f64, x: f64) -> f64 { x }
        pub fn expected(#[expect(unused_variables)] x: f64, y: f64) -> f64 { y }
        pub fn of_map(x: [f64; 3]) -> [f64; 3] { map(|#[allow(unused_variables)] v| 1.0, x) }
        pub fn of_pairs(x: [f64; 3]) -> [f64; 3] {
            map(|#[allow(unused_variables)] v: f64, w: f64| 1.0, x, x)
        }
    }
}

fn main() {}
