// Assignments that nothing reads: of parts of arrays and tuples, in patterns, and in loops.
#![deny(warnings)]

mod block {
    adgraph::graph! {
        pub fn elements(x: f64, mut given: [f64; 2], i: usize) -> f64 {
            let mut e = [x, given[0]];
            let read = e[0];
            e[1] = 2.0;
            let mut rows = [[x; 2]; 2];
            // Only the last one: each looks at the array before.
            rows[0][1] = 2.0;
            rows[i][1] += x * 3.0;
            given[0] = read;
            read
        }

        pub fn values(x: f64) -> f64 {
            let mut only = (x, 1.0);
            only.1 = 2.0;
            let mut t = (x, [x, x]);
            let read = t.0;
            if read > 0.0 {
                t.1[0] = 3.0;
            }
            let mut lost = (read, x);
            lost.0 += 1.0;
            lost = (x, x);
            lost.0
        }

        pub fn patterns(x: f64, y: f64) -> f64 {
            let (mut a, mut only) = (x, y);
            a *= 2.0;
            only = y - x;
            let [mut first, _] = [a, y];
            first = 1.0;
            let (mut dead, mut b) = (x, y);
            (dead, b) = (b * 2.0, first + dead);
            a + b
        }

        pub fn loops(x: f64) -> f64 {
            let mut s = x;
            for _ in 0..3 {
                let mut e = x;
                s += e;
                e *= 2.0;
            }
            for i in 0..2 {
                let mut e = [x; 2];
                s += e[0];
                if s > 1.0 {
                    e[i] = x;
                }
            }
            s
        }

        pub fn delimiters(x: f64) -> f64 {
            let y: (f64) = x;
            let z = {{ y + 1.0 }};
            let w = (if z > 0.0 { z } else { { y } });
            w + sum(map(|v: (f64)| (v * 2.0), [x, z])) + w as (f64)
        }

        /// What is read is no mistake: before the loop comes round again, and behind a side.
        pub fn right(x: f64, i: usize) -> (f64, f64) {
            let mut t = (x, 1.0);
            t.1 = 2.0;
            let mut e = [x; 3];
            let mut before = x;
            let mut s = 0.0;
            for k in 0..3 {
                s += e[i] + before;
                e[k] = s;
                before = s * 2.0;
                if s > 9.0 {
                    t.0 = s;
                }
            }
            (t.0 + t.1, s)
        }

        /// Names of tuples that are names of numbers elsewhere.
        pub fn names(x: f64) -> f64 {
            let mut t = (x, 1.0);
            t.0 += 2.0;
            let [e, t] = [t.0, t.1];
            let (t, s) = (t * 2.0 + e, sum(map(|t| t * e, [t, x])));
            let t = t + s;
            t
        }
    }
}

fn main() {}
