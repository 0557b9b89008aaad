// Functions that call themselves, at once or around a corner.
adgraph::graph! {
    pub fn factorial(n: f64) -> f64 {
        n * factorial(n - 1.0)
    }

    pub fn ping(x: f64) -> f64 {
        pong(x) + 1.0
    }

    fn pong(x: f64) -> f64 {
        rally(x) * 2.0
    }

    fn rally(x: f64) -> f64 {
        ping(x)
    }

    pub fn power(x: f64, n: usize) -> f64 {
        if n == 0 { 1.0 } else { x * power(x, n - 1) }
    }

    fn a(x: f64) -> f64 { b(x) }
    fn b(x: f64) -> f64 { c(x) }
    fn c(x: f64) -> f64 { d(x) }
    fn d(x: f64) -> f64 { e(x) }
    fn e(x: f64) -> f64 { f(x) }
    fn f(x: f64) -> f64 { g(x) }
    fn g(x: f64) -> f64 { h(x) }
    fn h(x: f64) -> f64 { i(x) }
    fn i(x: f64) -> f64 { a(x) }

    pub fn match_of(x: f64) -> f64 {
        ping(x) + 1.0
    }
}

fn main() {}
