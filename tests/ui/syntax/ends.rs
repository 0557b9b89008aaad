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

    pub fn index(a: [f64; 3]) -> f64 {
        let s = sin(a[0])
        s + 1.0
    }

    pub fn name(x: f64) -> f64 {
        let n = x.;
        n
    }

    pub fn operand(x: f64) -> f64 {
        x +
        let y = x;
        y
    }

    pub fn product(a: [[f64; 2]; 2], x: [f64; 2]) -> f64 {
        let y = a @ x;
        let z = sin(x) @ cos(x);
        sum(y) + undefined
    }
}

adgraph::graph! {
    const WITHOUT_END: f64 = 2.0
    fn behind_constant(x: f64) -> f64 {
        x * WITHOUT_END
    }

    const WITHOUT_VALUE: f64;
    fn behind_no_value(x: f64) -> f64 {
        x * WITHOUT_VALUE
    }

    const HALF_TYPED: f64 =
}

adgraph::graph! {
    fn half_typed_signature(x: f64) -> f64
}

fn main() {}
