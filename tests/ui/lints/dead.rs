// Constants and types that only unused functions use.
#![deny(dead_code)]

mod block {
    adgraph::graph! {
        use std::f64::consts::{LN_10, LN_2};

        const A: f64 = 1.0;
        const B: f64 = A;
        const N: usize = 2;
        type Row = [f64; N];
        const USED: usize = 3;
        type Triple = [f64; USED];
        const OF_KEPT: f64 = 2.0;
        const OF_CALLED: f64 = 2.0 * LN_10;
        #[allow(dead_code)]
        const ALLOWED: f64 = 2.0;
        const OF_PUBLIC: f64 = 2.0 * LN_2;
        pub const PUBLIC: f64 = OF_PUBLIC;

        fn unused(x: f64) -> f64 {
            x * B
        }

        fn unused_rows(x: [Row; 2]) -> f64 {
            x[0][1]
        }

        #[allow(dead_code)]
        fn kept(x: f64) -> f64 {
            x * OF_KEPT
        }

        fn called(x: f64) -> f64 {
            x * OF_CALLED
        }

        fn called_from_outside(x: f64, y: Triple) -> f64 {
            called(x) + y[0]
        }
    }

    pub fn outside(x: f64) -> f64 {
        called_from_outside(x, [x; 3])
    }
}

fn main() {
    println!("{} {}", block::outside(1.0), block::PUBLIC);
}
