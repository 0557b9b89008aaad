// Rust that is not part of the language.
adgraph::graph! {
    pub fn control(x: f64) -> f64 {
        while let y = x {}
        'outer: for _ in 0..3 { break 'outer; }
        match x {
            _ => x,
        };
        if let y = x {}
        return x;
    }

    pub fn expressions(x: f64) -> f64 {
        let a = x?;
        let b = |y: f64| y + x;
        let c = &x;
        let d = Point { x };
        let e = vec![x];
        let f = unsafe { x };
        let g = async { x };
        let h = *x;
        let i = x ^ x;
        let j = 0..3;
        let k = "text";
        println!("{x}");
        x
    }

    pub fn statements(x: f64) -> f64 {
        let y;
        let Some(z) = x else { 0.0 };
        struct Inner;
        x
    }
}

fn main() {}
