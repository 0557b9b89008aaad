// Uses of deprecated items of a block by others of the same block.
#![deny(warnings)]

mod block {
    adgraph::graph! {
        #[deprecated]
        pub fn plain(x: f64) -> f64 { x * x }
        #[deprecated(since = "0.2.0", note = "use `plain`")]
        #[derivatives(jacobian, hessian, batch, sparse_hessian)]
        #[check]
        pub fn noted(x: f64, #[dynamic] p: f64) -> f64 { p * x * x }
        #[deprecated = "write it out"]
        pub const K: f64 = 2.0;
        #[deprecated]
        pub type V = [f64; 3];
        #[deprecated]
        pub fn generic<T: adgraph::Float>(x: T) -> T { x * x }

        pub fn user(x: f64) -> f64 { plain(x) + noted(x, 1.0) * K + self::plain(2.0) }
        pub fn by_type(v: V) -> V { map(plain, v) }
        pub const TWICE_K: f64 = 2.0 * K;
        pub fn of_floats<T: adgraph::Float>(x: T) -> T { generic(x) }
        #[derivative(adjoint = slope)]
        pub fn with_rule(x: f64) -> f64 { x.sin() }
        #[deprecated]
        fn slope(x: f64, _y: f64, seed: f64) -> f64 { seed * x.cos() }

        #[allow(deprecated)]
        pub fn allowed(v: V) -> f64 { plain(v[0]) * K }
        #[expect(deprecated)]
        pub fn expected(x: f64) -> f64 { plain(x) }
        #[expect(deprecated)]
        pub fn unfulfilled(x: f64) -> f64 { x }
        pub fn others(plain: f64, V: [f64; 2]) -> f64 {
            let noted = plain;
            noted + map(|V| V, V)[0]
        }
    }
}

// What code around the block does not see.
mod hidden {
    adgraph::graph! {
        #[deprecated]
        const OWN: usize = 3;
        #[deprecated]
        type Row = [f64; 3];
        #[deprecated(note = "sum")]
        fn of_length<const N: usize>(x: [f64; N]) -> f64 { sum(x) }
        #[deprecated]
        #[derivatives(only(gradient))]
        pub fn without_value(x: f64) -> f64 { x }
        #[deprecated]
        pub fn large(x: &[f64; 20000]) -> [f64; 20000] { x + x }

        pub fn user(x: Row) -> f64 { of_length(x) + without_value(x[OWN - 1]) }
        pub fn of_large(x: &[f64; 20000]) -> f64 { sum(large(x)) }
        #[cfg(any())]
        #[deprecated]
        pub fn configured(x: f64) -> f64 { x }
        #[cfg(all())]
        pub fn configured(x: f64) -> f64 { x }
        #[cfg(all())]
        pub fn of_configured(x: f64) -> f64 { configured(x) }
        #[cfg(any())]
        pub fn left_out(x: f64) -> f64 { without_value(x) }
    }
}

#[adgraph::differentiable]
mod module {
    #[deprecated]
    pub const K: f64 = 2.0;
    pub const TWICE_K: f64 = 2.0 * K;
    #[deprecated]
    pub type V = [f64; 3];
    #[deprecated]
    pub fn plain(x: f64) -> f64 { x * x }
    pub fn user(v: V) -> f64 { plain(v[0]) * K }
}

// The items that stand in for those with errors use nothing.
mod with_error {
    adgraph::graph! {
        #[deprecated]
        pub fn plain(x: f64) -> f64 { x * x }
        #[deprecated]
        pub const K: f64 = 2.0;
        pub fn user(x: f64) -> f64 { plain(x) * K + unknown }
    }
}

fn main() {
    adgraph::graph! {
        #[deprecated]
        fn plain(x: f64) -> f64 { x * x }
        fn user(x: f64) -> f64 { plain(x) }
    }
    let _ = user::gradient(1.0);
}
