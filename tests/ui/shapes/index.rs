// Positions, ranges and axes that are not there.
adgraph::graph! {
    pub fn parts(x: [f64; 3], a: [[f64; 3]; 2]) -> f64 {
        let beyond = x[3];
        let before = x[-1];
        let wide = x[1..4];
        let backwards = x[2..1];
        let column = a[(0, 3)];
        let deep = x[(0, 0)];
        let scalar = beyond[0];
        sum(a, axis = 2)[0] + before + sum(wide) + sum(backwards) + column + deep + scalar
    }

    pub fn scalar(p: f64) -> f64 {
        p[0]
    }
}

fn main() {}
