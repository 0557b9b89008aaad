// Functions whose lengths come with the call: operators that are not computed by rows, and types
// that Rust does not have.
adgraph::graph! {
    pub fn inside<const N: usize>(x: &[[f64; N]; 3]) -> f64 {
        sum(x)
    }

    pub fn table<const N: usize>(x: &[f64; N]) -> f64 {
        let mut t = [[0.0; N]; 2];
        t[0] = x;
        sum(t)
    }

    pub fn reversed<const N: usize>(x: &[f64; N]) -> [f64; N] {
        let y = 2.0 * x;
        flip(y)
    }

    pub fn formula<const N: usize, const M: usize>(x: &[[f64; M + 1]; N], y: &[f64; M]) -> f64 {
        sum(x) + sum(y)
    }

    pub fn result<const N: usize, const M: usize>(x: &[f64; N], y: &[f64; M]) -> [[f64; N - 1]; M] {
        broadcast(reshape(y, [M, 1]), [M, N - 1]) + broadcast(reshape(x[1..], [1, N - 1]), [M, N - 1])
    }
}

fn main() {}
