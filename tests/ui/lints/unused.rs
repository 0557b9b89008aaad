// Lints of the compiler inside of bodies, in its own words; errors here, so that they are seen.
#![deny(unused)]

adgraph::graph! {
    fn square(x: f64) -> f64 {
        x * x
    }

    pub fn variables(x: [f64; 3], unused: f64, _quiet: f64, mut fixed: f64) -> f64 {
        let never = sin(x);
        let mut still = x[0];
        let (first, second) = (x[1], x[2]);
        let equation = solve(|y| y - x[0], 1.0);
        for i in 0..3 {
            let s = first + still;
        }
        first
    }

    pub fn shadowed_accumulator(x: [f64; 3]) -> f64 {
        let s = 0.0;
        for i in 0..3 {
            let s = s + x[i];
        }
        s
    }

    pub fn assignments(x: [f64; 3]) -> f64 {
        let mut sum = 0.0;
        sum += x[1];
        let mut last = x[2];
        last = x[0];
        last = 2.0 * last;
        let mut parts = [0.0; 3];
        for i in 0..3 {
            parts[i] = parts[i] + x[i];
        }
        if x[0] > 0.0 {
            let inside = 3.0;
        }
        parts[0]
    }

    pub fn later(x: [f64; 3]) -> f64 {
        let never: f64;
        let mut once;
        once = x[0];
        let mut kept = x[1];
        let mut lost = x[2];
        (kept, lost) = (lost, kept);
        for (i, v) in x.iter().enumerate() {
            kept += 1.0;
        }
        for (mut v, w) in x.iter().zip(x) {
            kept += v * w;
        }
        kept + once
    }

    pub fn dropped(x: [f64; 3]) -> f64 {
        sin(x);
        x.cos();
        square(x[0]);
        x[0] + x[1];
        x[0] > 0.0 && x[1] > 0.0;
        x;
        x[0]
    }

    #[allow(unused_variables)]
    pub fn allowed(x: f64, p: f64) -> f64 {
        x
    }

    #[expect(unused_variables)]
    pub fn expected(x: f64, p: f64) -> f64 {
        x
    }

    #[expect(unused_mut)]
    pub fn unfulfilled(x: f64) -> f64 {
        x
    }

    pub fn fine(x: [f64; 3], n: usize) -> f64 {
        const K: usize = 2;
        #[allow(unused_variables)]
        let kept = 1.0;
        let mut sum: [f64; K] = [0.0; K];
        for _ in 0..3 {
            sum += x[n] * x[..K];
        }
        let (mut a, mut b) = (x[0], x[1]);
        (a, (b, _)) = (b, (a, 0.0));
        [sum[0], sum[1]] = [a, b];
        let late;
        if a > b {
            late = a;
        } else {
            late = b;
        }
        sum *= late;
        for (i, (v, _)) in x[..K].iter().zip(x).enumerate() {
            sum[i] += v;
        }
        for v in &x {
            sum *= v;
        }
        let r = if x[0] > 0.0 { sum } else if x[0] < -1.0 { 2.0 * sum } else { let y = sum; y };
        r[0] + dot(r, x[1..])
    }

    pub fn unreached(x: [f64; 3]) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            if x[i] > 0.0 {
                break;
                s += 1.0;
            }
            s += x[i];
            continue;
            let y = s;
            s = y;
        }
        s
    }

    pub fn parentheses(x: (f64), y: f64) -> (f64) {
        x + y
    }

    pub fn labels(x: [f64; 3]) -> f64 {
        let mut y = 1.0;
        'outer: for i in 0..3 {
            y *= x[i];
        }
        #[limit(9)]
        'again: while y > 1.0 {
            y *= 0.5;
        }
        y
    }
}

fn main() {}
