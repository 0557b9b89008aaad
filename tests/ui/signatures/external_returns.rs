// Derivatives from outside that return something else than the value and the derivatives.

mod alone {
    fn table(x: f64) -> f64 {
        x * x
    }

    fn table_adjoint(x: f64, seed: f64) -> f64 {
        2.0 * x * seed
    }

    fn product(x: f64, y: f64) -> f64 {
        x * y
    }

    fn product_tangent(x: f64, y: f64, direction: &(f64, f64)) -> f64 {
        y * direction.0 + x * direction.1
    }

    adgraph::graph! {
        #[external(adjoint = table_adjoint)]
        fn table(x: f64) -> f64;

        #[external(tangent = product_tangent)]
        fn product(x: f64, y: f64) -> f64;

        pub fn f(x: f64) -> f64 { table(x) + product(x, 2.0) }
    }
}

mod several {
    fn both(x: f64) -> (f64, f64) {
        (x, 2.0 * x)
    }

    fn both_adjoint(_: f64, seed: (f64, f64)) -> (f64, f64) {
        (seed.0, 2.0 * seed.1)
    }

    adgraph::graph! {
        #[external(adjoint = both_adjoint)]
        fn both(x: f64) -> (f64, f64);

        pub fn f(x: f64) -> f64 { both(x).0 }
    }
}

mod without_seed {
    fn table(x: f64) -> f64 {
        x * x
    }

    fn table_adjoint(x: f64) -> (f64, f64) {
        (x * x, 2.0 * x)
    }

    adgraph::graph! {
        #[external(adjoint = table_adjoint)]
        fn table(x: f64) -> f64;

        pub fn f(x: f64) -> f64 { table(x) }
    }
}

fn main() {}
