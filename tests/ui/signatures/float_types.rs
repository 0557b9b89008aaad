// Float types that are bounded otherwise, not declared, or not promised: one error each.
mod bounded {
    adgraph::graph! {
        pub fn magic<T: f64>(slip: T, b: T) -> T {
            slip * b
        }
    }
}

mod undeclared {
    adgraph::graph! {
        pub fn magic(slip: T, b: T) -> T {
            let y: T = slip;
            y * b
        }
    }
}

mod promised {
    adgraph::graph! {
        pub fn magic<T: Float>(slip: T, b: T) -> f64 {
            slip * b
        }
    }
}

mod only_in_a_block {
    adgraph::graph! {
        fn magic<T: Float>(slip: T, b: T) -> f64 {
            slip * b
        }

        pub fn f(x: f64) -> f64 {
            magic(x, x)
        }
    }
}

mod among_others {
    adgraph::graph! {
        pub fn f(x: f32, #[dynamic] seen: f64, y: f32) -> f32 {
            let a = x * seen;
            let b = y - seen;
            a + b
        }

        #[derivatives jacobian]
        pub fn g(x: f64) -> [f64; 2] {
            x * x, x
        }

        pub fn h(x: f64, k: f64) -> f64 {
            let mut c: f32 = 0.0;
            c += x * k;
            c
        }
    }
}

fn main() {
    let y = bounded::magic(1.0, 2.0);
    let y = undeclared::magic(1.0, 2.0);
    let y: f64 = promised::magic(1.0, 2.0);
}
