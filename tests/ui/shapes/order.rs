// What cannot be sorted, and orders that are no numbers of another.
adgraph::graph! {
    pub fn orders(x: [f64; 3], a: [[f64; 3]; 2], p: f64) -> f64 {
        let flat = sort(a, axis = (0, 1));
        let beyond = argsort(x, axis = 1);
        let scalar = sort(p);
        let truths = sort(x > 0.0);
        let down = sort(x, descending = true);
        let position = x[argsort(x)[3]];
        sum(flat) + x[beyond[0]] + scalar + sum(truths) + sum(down) + position
    }

    pub fn positions(x: [f64; 3]) -> [f64; 3] {
        argsort(x)
    }
}

fn main() {}
