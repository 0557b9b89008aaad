// Derivatives in which a copy of the variable counts, though it may be meant as a constant.
adgraph::graph! {
    pub fn implicit(start: f64, h: f64) -> f64 {
        let mut u = start;
        for _ in 0..100 {
            let old = u;
            let r = u - old + h * u.powi(3);
            u -= r / deriv(r, u);
        }
        u
    }

    pub fn system(start: [f64; 2], h: f64) -> [f64; 2] {
        let mut u = start;
        let old = u;
        let r = u - old + h * u * u;
        u -= linear_solve(jacobian(r, u), r);
        u
    }

    pub fn in_front(start: f64, h: f64) -> f64 {
        let mut u = start;
        let old = u;
        for _ in 0..100 {
            let r = u - old + h * u.powi(3);
            u -= r / deriv(r, u);
        }
        u
    }
}

fn main() {}
