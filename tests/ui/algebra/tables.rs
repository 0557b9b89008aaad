// Tables that do not fit.
adgraph::graph! {
    pub fn lengths(x: f64) -> f64 {
        interpolate(x, [0.0, 1.0, 2.0], [0.0, 1.0])
    }

    pub fn one(x: f64, xs: [f64; 1]) -> f64 {
        cubic_spline(x, xs, xs)
    }

    pub fn matrix(x: f64, xs: [[f64; 2]; 2]) -> f64 {
        interpolate(x, xs, xs)
    }

    pub fn integers(x: f64, ys: [f64; 3]) -> f64 {
        interpolate(x, [0, 1, 2], ys)
    }

    pub fn descending(x: f64, ys: [f64; 3]) -> f64 {
        cubic_spline(x, [0.0, 2.0, 1.0], ys)
    }

    pub fn missing(x: f64, ys: [f64; 3]) -> f64 {
        x.interpolate(ys)
    }

    pub fn other_name(x: f64, ys: [f64; 3]) -> f64 {
        interp(x, ys, ys)
    }
}

fn main() {}
