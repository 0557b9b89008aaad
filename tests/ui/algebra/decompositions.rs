// Factors, eigenvalues and singular values of what has none.
adgraph::graph! {
    pub fn wide(a: [[f64; 3]; 2]) -> [[f64; 3]; 2] {
        let (q, r) = qr(a);
        matmul(q, r)
    }

    pub fn oblong(a: [[f64; 3]; 2]) -> [f64; 2] {
        eigh(a).0
    }

    pub fn vector(a: [f64; 3]) -> [f64; 3] {
        svd(a).1
    }

    pub fn tuple(a: [[f64; 2]; 2]) -> [[f64; 2]; 2] {
        qr(a) * 2.0
    }

    pub fn parts(a: [[f64; 2]; 2]) -> [f64; 2] {
        let (u, s) = svd(a);
        matmul(u, s)
    }

    pub fn rectangle(a: [[f64; 2]; 3]) -> [[f64; 2]; 3] {
        a.expm()
    }

    pub fn right(a: [[f64; 2]; 2], b: [f64; 2]) -> [f64; 2] {
        eigh(a, b).0
    }

    pub fn part_of_name(a: [[f64; 2]; 2]) -> [f64; 2] {
        eigh_values(a)
    }

    pub fn other_name(a: [[f64; 2]; 2]) -> [f64; 2] {
        eigvals(a)
    }
}

fn main() {}
