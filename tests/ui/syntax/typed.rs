// Statements and closures that are typed in part, and lists and iterators of other languages.
adgraph::graph! {
    fn scaled(v: f64, by: f64) -> f64 { v * by }

    pub fn equals(x: [f64; 3]) -> f64 {
        let y sum(x);
        let z: f64 2.0 * y;
        z
    }

    pub fn closures(x: [f64; 3]) -> f64 {
        let a = map(|v| , x);
        let b = map(|v v * v, x);
        let c = x.map(v| 2.0 * v);
        sum(a + b + c)
    }

    pub fn lists(x: [f64; 3]) -> f64 {
        let mut y = [];
        for v in x {
            y.push(v * v);
        }
        let z = [v * v for v in x];
        sum(y + z)
    }

    pub fn chains(x: [f64; 3], y: [f64; 3]) -> f64 {
        let a = x.iter().zip(y.iter()).map(|(u, v)| u * v).sum::<f64>();
        let b = x.iter().enumerate().map(|(i, v)| i as f64 * v).sum::<f64>();
        let c = x.iter().fold(0.0, |s, v| 0.5 * s + v);
        a + b + c + sum(scaled(x, y))
    }

    pub fn braces(x: [f64; 3]) -> f64 {
        let mut s = 0.0;
        for i in 0..3 {
            if x[i] < 0.0 { break; }
            s += x[i];
            s
        }
    }

    pub fn pairs(x: [f64; 3]) -> (f64 f64) {
        let [a b, c] = x;
        let mut s = 0.0;
        for in 0..3 {
            s += a * b;
        }
        (s, c)
    }

    pub fn no_element(x: f64, y: []) -> f64 { x }
}

fn main() {
    let _ = equals::gradient([1.0; 3]);
}
