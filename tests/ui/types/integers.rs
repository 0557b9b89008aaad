// Floats beside integers, and integers where something else is meant.
adgraph::graph! {
    fn compared(n: usize) -> f64 { if n < 1.5 { 1.0 } else { 0.0 } }
    fn equal(n: usize) -> f64 { select(n == 2.9, 1.0, 0.0) }
    fn product(n: usize) -> f64 { (n * 1.5) as f64 }
    fn named(n: usize) -> f64 { let t = 1.5; if n < t { 1.0 } else { 0.0 } }
    fn indexed(x: [f64; 4], n: usize) -> f64 { x[n + 0.7] }
    fn listed(n: usize) -> f64 { [n, 1.5][0] as f64 }
    fn chosen(n: usize) -> f64 { select(true, n, 1.5) as f64 }
    fn position(x: [f64; 4]) -> f64 { if argmax(x) < 2.5 { 1.0 } else { 0.0 } }
    fn assigned(n: usize) -> f64 { let mut k = n; k += 0.5; k as f64 }
    fn halved(n: usize) -> f64 { (n / 2.0) as f64 }
    fn rest(x: [f64; 3], n: usize) -> f64 { x[n % 3.0] }
    fn nothing(n: usize) -> f64 { (n / 0) as f64 }
    fn counted(x: [f64; 3]) -> f64 { let mut s = 0.0; for k in 0..2000 { s += x[k % (3 - 3)]; } s }
    fn divided(n: usize) -> f64 { let mut k = n; k %= 0; k as f64 }
    fn constant() -> f64 { (7 / 0) as f64 }
    fn condition(n: usize) -> f64 { if n { 1.0 } else { 0.0 } }
    fn joined(a: [f64; 2], b: [f64; 2]) -> [f64; 4] { concat([a, b]) }
    fn stacked(a: [f64; 2], b: [f64; 2]) -> [[f64; 2]; 2] { stack([a, b]) }
    fn added(x: [f64; 3], at: [f64; 3]) -> [f64; 4] { scatter_add(x, at, 4) }
    fn unequal(x: [f64; 3], at: [usize; 2]) -> [f64; 4] { scatter_add(x, at, 4) }
    fn outside(x: [f64; 3]) -> [f64; 2] { scatter_add(x, [0, 1, 2], 2) }
    fn fine(x: [f64; 4], n: usize) -> f64 {
        if n < 2 && n + 1 < 3 && n / 2 % 3 == 0 { x[n] * n as f64 } else { 1.5 * (n as f64) }
    }
}

fn main() {}
