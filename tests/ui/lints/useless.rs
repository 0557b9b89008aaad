// Assignments of something to itself.
#![deny(dead_code)]

mod block {
    adgraph::graph! {
        pub fn f(x: f64, v: [f64; 3], m: usize) -> f64 {
            let mut y = x;
            y = y;
            let mut z = v;
            z = (z);
            let mut n = m;
            n = n;
            let mut t = (x, (x, v));
            t = t;
            t.1.0 = t.1.0;
            for _ in 0..3 {
                y = y;
            }
            let (mut a, mut b) = (x, x);
            a = a;
            (a, b) = (b, a);
            z[0] = z[0];
            y += y;
            b = b * 1.0;
            t.0 = t.1.0;
            y + z[n] + sum(t.1.1) + t.0 + a + b
        }

        pub fn generic<T: adgraph::Float>(x: T) -> T {
            let mut y = [x; 2];
            y = y;
            sum(y)
        }

        pub fn of_any_length<const N: usize>(x: [f64; N], s: f64) -> f64 {
            let mut y = s;
            y = y;
            sum(x) * y
        }

        #[allow(dead_code)]
        pub fn allowed(x: f64) -> f64 {
            let mut y = x;
            y = y;
            y
        }
    }
}

fn main() {
    let _ = block::f(1.0, [1.0; 3], 1) + block::generic(1.0) + block::of_any_length([1.0], 1.0);
    let _ = block::allowed(1.0);
}
