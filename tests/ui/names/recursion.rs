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

    pub fn match_of(x: f64) -> f64 {
        ping(x) + 1.0
    }
}

fn main() {}
