// Signs of mathematics that are no tokens of Rust: the compiler drops them, and the macro says what
// to write.

adgraph::graph! {
    fn most(x: f64) -> f64 { if x ≤ 3.0 { x } else { 1.0 } }

    fn product(x: f64) -> f64 { 3.0 × x }

    fn solution(a: [[f64; 2]; 2], b: [f64; 2]) -> [f64; 2] { a \ b }

    fn quotient(x: [f64; 3]) -> f64 { sum(x) ÷ 2.0 }
}

fn main() {}
