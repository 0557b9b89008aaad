//! Functions applied to rows: numbers, rows, tuples, captured values, branches, and functions in
//! functions.

use super::programs;

programs! {
    mapped_chain {
        graph {
            pub fn f(x: [f64; 20], a: f64) -> f64 { sum(map(|v| exp(sin(v) * a) * v, x)) }
        }
        dual |x| {
            let mut total = x[0] * 0.0;
            for &v in &x[..20] {
                total += (v.sin() * x[20]).exp() * v;
            }
            vec![total]
        }
        inside (0.2, 1.5)
        corners []
    }
    mapped_rows {
        graph {
            fn error(row: [f64; 2], target: f64, w: [f64; 2]) -> f64 { (dot(row, w) - target).powi(2) }
            pub fn f(x: [[f64; 2]; 18], y: [f64; 18], w: [f64; 2]) -> [f64; 18] {
                map(|row, target| error(row, target, w), x, y)
            }
        }
        dual |x| {
            let row = |i: usize| {
                let error = x[2 * i] * x[54] + x[2 * i + 1] * x[55] - x[36 + i];
                error * error
            };
            (0..18).map(row).collect()
        }
        inside (-1.0, 1.0)
        corners []
    }
    mapped_choices {
        graph {
            pub fn f(x: [f64; 3], w: [f64; 2]) -> [f64; 3] {
                let (chosen, scaled) = map(|v| (if v > 0.0 { ln(v) } else { w[0] }, [v, v * w[1]]), x);
                chosen * scaled[(.., 1)]
            }
        }
        dual |x| {
            let row = |i: usize| (if x[i].re() > 0.0 { x[i].ln() } else { x[3] }) * x[i] * x[4];
            (0..3).map(row).collect()
        }
        inside (0.5, 2.0)
        // The logarithm of what is not positive is not computed.
        corners [[-1.0, 0.0, 1.0, 2.0, 3.0] => [6.0, 6.0, 3.0, -3.0, -2.0]]
    }
    mapped_in_each_other {
        graph {
            fn scaled(v: f64) -> f64 { v * exp(-v) }
            pub fn f(a: [[f64; 3]; 4], p: f64) -> f64 {
                let sums = a.map(|row| sum(map(|v| scaled(v) * p + row[0], row)));
                dot(sums, map(scaled, sums))
            }
        }
        dual |x| {
            let mut total = x[0] * 0.0;
            for row in x[..12].chunks(3) {
                let mut sum = x[0] * 0.0;
                for &v in row {
                    sum = sum + v * (-v).exp() * x[12] + row[0];
                }
                total += sum * sum * (-sum).exp();
            }
            vec![total]
        }
        inside (0.2, 1.0)
        corners []
    }
}
