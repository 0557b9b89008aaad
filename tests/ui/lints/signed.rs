// Integers of the language are signed: a difference may be below zero.
#![deny(warnings)]

adgraph::graph! {
    pub fn before(x: [f64; 5], n: usize, m: usize) -> f64 {
        let d = n - m;
        let first = if n - 1 < 0 { -1.0 } else { x[n - 1] };
        let mut s = if d >= 0 { first } else { 0.0 };
        for i in 0..5 {
            if i - 1 >= 0 { s += x[i]; }
        }
        if argmax(x) - 3 < 0 { s } else { 2.0 * s }
    }

    pub fn useless(n: usize) -> f64 {
        if n * 2 + 1 < 0 { 1.0 } else { 0.0 }
    }
}

fn main() {}
