// Imports of constants, and endless loops.
#![deny(warnings)]

mod block {
    adgraph::graph! {
        use std::f64::consts::PI;
        use std::f64::consts::{E, TAU as TURN, LN_2};
        use core::f64::EPSILON;
        #[allow(unused_imports)]
        use std::f64::consts::SQRT_2;
        use std::f32::consts::LN_10;

        const LN_4: f64 = 2.0 * LN_2;
        #[allow(dead_code)]
        fn kept(x: f64) -> f64 {
            x * LN_10 as f64
        }

        pub fn f(x: f64) -> f64 {
            x * TURN + LN_4
        }
    }
}

mod bodies {
    adgraph::graph! {
        pub fn in_bodies(x: f64) -> f64 {
            use std::f64::consts::PI;
            use std::f64::consts::{E, TAU};
            const HALF_TURN: f64 = TAU / 2.0;
            x * HALF_TURN
        }

        #[allow(unused_imports)]
        pub fn allowed(x: f64) -> f64 {
            use std::f64::consts::PI;
            x
        }

        pub fn twice(x: f64) -> f64 {
            use std::f64::consts::PI;
            let y = x * PI;
            let PI = 3.0;
            y * PI
        }
    }
}

#[adgraph::differentiable]
mod module {
    use std::f64::consts::PI;
    use std::f64::consts::{E, TAU};
    use std::f64::consts::LN_2;

    const TWO: f64 = 2.0 * LN_2;

    pub fn g(x: f64) -> f64 {
        x * TAU + TWO
    }
}

adgraph::graph! {
    pub fn endless(x: f64) -> f64 {
        let mut y = x;
        #[limit(9)]
        while true {
            y *= 0.5;
            if y < 1.0 {
                break;
            }
        }
        #[limit(9)]
        'again: while (true) {
            y *= 0.5;
            if y < 1.0 {
                break;
            }
        }
        y
    }

    #[allow(while_true)]
    pub fn endless_and_allowed(x: f64) -> f64 {
        let mut y = x;
        #[limit(9)]
        while true {
            y *= 0.5;
            if y < 1.0 {
                break;
            }
        }
        y
    }
}

fn main() {}
