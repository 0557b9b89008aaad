// Loops that stay loops: bodies that an iteration cannot hand on to the next, and counters where
// only a number will do.
adgraph::graph! {
    pub fn carried(x: [f64; 4]) -> f64 {
        let mut s = 0.0;
        let mut v = x;
        let mut k = 1;
        #[unroll(never)]
        for i in 0..4 {
            s = x;
            v = x[1..];
            k = 0.5;
            s += i;
        }
        s + sum(v)
    }

    pub fn pairs(x: f64) -> f64 {
        let mut p = (x, x);
        #[unroll(never)]
        for _ in 0..4 {
            p = (x, x, x);
            p.0 = [x, x];
        }
        p.0
    }

    pub fn counters(x: [f64; 8]) -> f64 {
        let mut s = 0.0;
        #[unroll(never)]
        for i in 0..4 {
            for j in 0..i {
                s += x[j];
            }
        }
        #[unroll(never)]
        for i in 0..4 {
            s += x[0].powi(i) + sum(x[..i]);
        }
        for i in 0..1_000_000 {
            let t = [x[0]; i];
            s += sum(t);
        }
        s
    }

    pub fn triangle(x: &[f64; 200_000]) -> f64 {
        let mut s = 0.0;
        for i in 0..100_000 {
            s += sum(x[..i]) + sum(x[i..2 * i]);
        }
        s
    }

    pub fn bounds(x: f64) -> f64 {
        let mut s = x;
        #[checkpoint(all)]
        for i in 0..100_000 {
            for j in i..100_000 {
                s += x * j as f64;
            }
        }
        s
    }
}

fn main() {}
