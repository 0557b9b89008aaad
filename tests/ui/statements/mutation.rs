// Assignments to what does not change.
adgraph::graph! {
    const LIMIT: f64 = 1.0;

    pub fn assigned(x: f64, v: [f64; 3]) -> f64 {
        let y = x;
        y = 2.0;
        y += 1.0;
        x = y;
        v[0] = 1.0;
        LIMIT = 2.0;
        for i in 0..3 {
            i = 2;
        }
        sin(x) = 1.0;
        x
    }

    pub fn changed(x: f64, v: [f64; 3]) -> f64 {
        let mut y = x;
        y = v;
        let mut w = v;
        w[3] = 1.0;
        w[0] = v;
        w[1] += 1;
        y
    }
}

fn main() {}
