// Names of axes that do not fit.
adgraph::graph! {
    pub fn operands(a: [[f64; 3]; 2]) -> [[f64; 2]; 2] {
        einsum("ij,kj->ik", a)
    }

    pub fn axes(a: [[f64; 3]; 2], x: [f64; 3]) -> [f64; 2] {
        einsum("ij,jk->i", a, x)
    }

    pub fn extents(a: [[f64; 3]; 2], x: [f64; 3]) -> [f64; 3] {
        einsum("ij,i->j", a, x)
    }

    pub fn result(a: [[f64; 3]; 2]) -> [f64; 2] {
        einsum("ij->k", a)
    }

    pub fn ellipsis(a: [[f64; 3]; 2]) -> [f64; 2] {
        einsum("...j->...", a)
    }

    pub fn variable(a: [[f64; 3]; 2], b: [[f64; 3]; 2]) -> f64 {
        einsum(a, b)
    }

    pub fn method(a: [[f64; 3]; 2]) -> f64 {
        a.einsum("ij->")
    }

    pub fn other_name(a: [[f64; 3]; 2], b: [[f64; 3]; 2]) -> f64 {
        tensordot(a, b)
    }
}

fn main() {}
