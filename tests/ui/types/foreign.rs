// Types of other languages and libraries, and the language's way to write them.
adgraph::graph! {
    pub fn scalars(a: float, b: double, c: int, d: boolean, e: Complex64, f: i32) -> f64 {
        1.0
    }

    pub fn arrays(a: ndarray, b: Vector3<f64>, c: nalgebra::Matrix2<f64>, d: DVector<f64>) -> f64 {
        1.0
    }

    pub fn others(a: Option<f64>, b: Box<f64>) -> f64 {
        1.0
    }

    pub fn functions(f: impl Fn(f64) -> f64, x: f64) -> f64 {
        f(x)
    }
}

fn main() {}
