// Every independent error of a block is told, and none that another caused.
adgraph::graph! {
    pub fn first(x: [f64; 3], w: [f64; 4]) -> f64 {
        let y = x + w;
        let z = sin(y) * 2.0;
        let k = missing(z);
        sum(z) + k + y[7]
    }

    pub fn second(x: f64) -> f64 {
        let y = first([x, x, x], [x, x, x, x]);
        let z = 3 * y;
        z + undefined
    }

    pub fn third(x: f64) -> f64 {
        let mut y = nowhere;
        for i in 0..4 {
            y += x * i;
        }
        if y > 0.0 { y } else { [y] }
    }
}

fn main() {}
