//! Functions whose lengths come with the call do not print; those of known lengths do.

adgraph::graph! {
    pub fn watched<const N: usize>(x: &[f64; N]) -> f64 {
        let mut s = 0.0;
        for i in 0..N {
            s += x[i];
            print("s", s);
        }
        s
    }

    fn inner<const N: usize>(x: &[f64; N]) -> f64 {
        print("x", x);
        sum(x)
    }

    pub fn of_rows<const N: usize>(x: &[f64; N]) -> [f64; N] {
        map(|v| v * inner(x), x)
    }

    pub fn of_three(x: &[f64; 3]) -> f64 {
        inner(x)
    }
}

fn main() {}
