// Matrices that are no square matrices, and right sides that do not fit.
adgraph::graph! {
    pub fn wide(a: [[f64; 3]; 2], b: [f64; 2]) -> [f64; 2] {
        linear_solve(a, b)
    }

    pub fn vector(a: [f64; 4]) -> f64 {
        det(a)
    }

    pub fn logarithm(a: [[f64; 2]; 3]) -> f64 {
        logdet(a)
    }

    pub fn integers(b: [f64; 2]) -> [f64; 2] {
        linear_solve([[2, 0], [0, 2]], b)
    }

    pub fn right(a: [[f64; 3]; 3], b: [f64; 2]) -> [f64; 3] {
        linear_solve(a, b)
    }

    pub fn stack_of_matrices(a: [[f64; 2]; 2], b: [[[f64; 2]; 2]; 2]) -> [f64; 2] {
        linear_solve(a, b)[0][0]
    }

    pub fn one(a: [[f64; 2]; 2]) -> [f64; 2] {
        linear_solve(a)
    }

    pub fn axes(a: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
        inverse(a, axis = 0)
    }

    pub fn other_name(a: [[f64; 2]; 2]) -> f64 {
        determinant(a)
    }

    pub fn factor(a: [[f64; 2]; 3]) -> [[f64; 2]; 3] {
        a.cholesky()
    }
}

fn main() {}
