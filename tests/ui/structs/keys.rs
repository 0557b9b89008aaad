use adgraph::graph;

graph! {
    pub fn number(key: f64) -> f64 { normal(key) }

    pub fn bounds(low: f64, high: f64) -> f64 { uniform(low, high) }

    pub fn several(key: usize) -> f64 { let keys = split(key, 3); normal(keys[0]) }

    pub fn step(key: usize, t: f64) -> f64 { normal(fold_in(key, t)) }

    pub fn shape(key: usize, x: [f64; 2]) -> f64 { sum(normal(key, x)) }

    pub fn seeds(keys: [usize; 2]) -> f64 { uniform(keys) }
}

fn main() {}
