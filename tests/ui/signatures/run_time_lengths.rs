// Functions whose lengths come with the call: operators that are not computed by rows.
adgraph::graph! {
    pub fn square<const N: usize>(x: &[[f64; N]; N]) -> f64 {
        sum(x)
    }

    pub fn reversed<const N: usize>(x: &[f64; N]) -> [f64; N] {
        let y = 2.0 * x;
        flip(y)
    }
}

fn main() {}
