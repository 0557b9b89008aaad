// Syntax errors stand where something is missing, not at the next token that does not fit.
adgraph::graph! {
    pub fn semicolon(x: f64) -> f64 {
        let y = x * x
        let z = sin(y);
        z
    }

    pub fn call(x: f64) -> f64 {
        let y = sin(x)
        y
    }

    pub fn half_typed(x: f64) -> f64 {
        let first =

        let second = x;
        second
    }

    pub fn last_line(x: f64) -> f64 {
        let y = x;
        let first =

    }

    pub fn product(a: [[f64; 2]; 2], x: [f64; 2]) -> f64 {
        let y = a @ x;
        let z = sin(x) @ cos(x);
        sum(y) + undefined
    }
}

fn main() {}
