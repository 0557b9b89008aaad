// Imports of what a block names: types of the language serve the block, other names do not.
#![deny(unused_imports)]

mod types {
    use adgraph::Rows;
    use adgraph::ops::Axis;

    adgraph::graph! {
        const C: Axis = 3;

        pub fn total<const N: usize, const M: usize>(x: Rows<f64, N, M>) -> f64 {
            sum(x)
        }

        pub fn mean_of_channels(x: [[f64; C]; 2]) -> [f64; 2] {
            mean(x, axis = C)
        }
    }
}

mod in_the_block_alone {
    use adgraph::*;

    graph! {
        pub fn all_of<const N: usize>(x: &[[f64; 3]; N], p: f64) -> f64 {
            scaled(x, p)
        }

        fn scaled<const N: usize, const M: usize>(x: Rows<f64, N, M>, p: f64) -> f64 {
            p * sum(x)
        }
    }
}

mod without {
    use adgraph::ops::sum;
    use std::f64::consts::PI;

    adgraph::graph! {
        pub fn total<const N: usize, const M: usize>(x: Rows<f64, N, M>) -> f64 {
            f64::consts::PI * sum(x)
        }
    }
}

fn main() {}
