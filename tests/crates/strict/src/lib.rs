//! A user's crate that denies everything: generated code must not disturb it.
#![no_std]
#![forbid(unsafe_code, missing_docs)]
#![deny(
    warnings,
    clippy::all,
    clippy::pedantic,
    clippy::nursery,
    clippy::exhaustive_structs
)]

use derivatives::{Float, differentiable, graph};

graph! {
    const STIFFNESS: f64 = 2.5;

    /// Energy of a spring, and of many.
    #[derivatives(batch)]
    #[codegen(dispatch)]
    pub fn spring(x: [f64; 2]) -> f64 {
        let stretch = x[1] - x[0] - length(1.0);
        0.5 * STIFFNESS * stretch * stretch
    }

    fn length(scale: f64) -> f64 {
        2.0 * total([scale; 2])
    }

    fn total<const N: usize>(x: [f64; N]) -> f64 {
        mean(x)
    }

    /// Statements of Rust that bind and assign in more ways than one.
    pub fn statements(x: [f64; 3], w: [f64; 3]) -> f64 {
        let [first, .., last] = x;
        let (mut a, mut b) = (first, last);
        let larger;
        if a > b {
            larger = a;
        } else {
            larger = b;
        }
        for (i, (v, w)) in x.iter().zip(w).enumerate() {
            (a, b) = (b, a + v * w * x[i]);
        }
        for v in &w {
            a *= v;
        }
        a + b + f64::max(larger, f64::from(2))
    }

    /// A function of every kind of argument.
    pub(crate) fn mixed(
        a: &[[f64; 3]; 2],
        x: [f64; 3],
        i: usize,
        #[dynamic] p: f64,
        s: f32,
    ) -> ([f64; 2], f32) {
        let y = if p > 0.0 { matmul(a, x) * p } else { a[(.., 1)] };
        (y * x[i], s * s)
    }

    /// Generic over the float type, of many points too.
    #[derivatives(batch)]
    pub fn generic<T: Float>(x: T, y: [T; 2]) -> T {
        let mut total = 0.5 * x;
        for i in 0..2 {
            total += sin(y[i]) * x;
        }
        total
    }

    /// With a derivative of its own.
    #[derivative(adjoint = clipped_adjoint)]
    pub fn clipped(x: f64) -> f64 {
        min(x, 1.0)
    }

    fn clipped_adjoint(_x: f64, _result: f64, seed: f64) -> f64 {
        seed
    }

    #[external(adjoint = outside_adjoint)]
    fn outside(x: [f64; 2], p: f64) -> (f64, [f64; 2]);

    /// Of a function from outside.
    #[derivatives(jacobian)]
    pub fn reaching(x: [f64; 2], p: f64) -> f64 {
        let (y, z) = outside(x * p, p);
        y + sum(z)
    }

    /// Larger than what becomes scalars.
    #[derivatives(jacobian, hessian, taylor(2))]
    pub fn large(x: &[f64; 100]) -> [f64; 100] {
        let scale = 1.0 + sum(x * x);
        x / scale
    }

    /// Neighbours only, in a generic float type.
    #[derivatives(sparse_jacobian, sparse_hessian, value_gradient_sparse_hessian)]
    pub fn chain<T: Float>(x: &[T; 9], #[dynamic] p: T) -> (T, [T; 8]) {
        (p * dot(x, x), x[1..] - x[..8] * x[..8])
    }

    /// With intermediate arrays that are too large for the stack.
    pub fn wide<T: Float>(x: [T; 2]) -> T {
        let table = sin(broadcast(x, (100, 200, 2)));
        sum(table * table[(0, 0, 1)]) + sum(table, axis = (0, 1))[0]
    }
}

fn outside(x: [f64; 2], p: f64) -> (f64, [f64; 2]) {
    (x[0] * p, x)
}

/// The result of [`outside`].
type Outside = (f64, [f64; 2]);

fn outside_adjoint(x: [f64; 2], p: f64, seed: Outside) -> (Outside, ([f64; 2], f64)) {
    let by_x = [p * seed.0 + seed.1[0], seed.1[1]];
    (outside(x, p), (by_x, x[0] * seed.0))
}

graph! {
    #![codegen(contract, finite, dispatch)]

    /// Everything that generated code may do.
    pub fn free<T: Float>(x: [T; 40], i: usize) -> (T, [T; 40]) {
        (dot(x, x) * x[i] + 1.0, matmul([[1.0, 0.0], [0.0, 2.0]], [x[0], x[1]])[0] * x)
    }
}

/// One function through the attribute.
#[differentiable(crate = derivatives)]
#[derivatives(value_gradient_hessian)]
#[check]
pub fn bowl(x: [f64; 3], p: f64) -> f64 {
    dot(x, x) * p
}

/// A module through the attribute, with other items in it. The manifest has the crate's name.
#[differentiable]
pub mod formulas {
    /// An item that is not a function passes through.
    pub const ANSWER: u32 = 42;

    /// The square.
    pub fn squared(x: f64) -> f64 {
        x * x
    }

    /// Its square.
    pub fn fourth(x: f64) -> f64 {
        squared(squared(x))
    }
}

graph! {
    /// A function from a file, relative to this crate.
    #[cppad("model/rosenbrock.json")]
    #[derivatives(hessian_product)]
    pub fn rosenbrock(x: [f64; 2]) -> f64;

    fn in_a_valley(t: f64) -> f64 {
        rosenbrock([t, t * t])
    }
}

/// Uses only some of the items, and defines functions inside a function's body.
#[must_use]
pub fn user(x: f64) -> f64 {
    graph! {
        fn local(x: f64) -> f64 {
            x.exp() - 1.0
        }
    }
    graph! {
        #[derivatives(sparse_hessian)]
        fn curved(x: [f64; 3]) -> f64 {
            sum(x[1..] * x[..2])
        }
    }
    #[differentiable(crate = derivatives)]
    fn inner(x: f64, n: usize) -> f64 {
        let table = [x, 2.0 * x];
        table[n]
    }
    let (value, adjoint) = local::gradient(x);
    let (energy, _) = spring::gradient([x, value]);
    let (mixed, _) = mixed(&[[x; 3]; 2], [1.0; 3], 1, x, 2.0);
    let curvature = curved::sparse_hessian([x; 3])[curved::SPARSITY_HESSIAN.starts[1]];
    energy + curvature + adjoint.x + mixed[0] + inner(x, 1) + formulas::fourth(x) + in_a_valley(x)
}

/// A list of all generated items, of a function whose bound nothing else uses.
pub mod listed {
    use derivatives::{Float, graph};

    graph! {
        /// Without its value, and of many points.
        #[derivatives(only(gradient, hessian_product, batch))]
        pub fn parts<T: Float>(x: [T; 2], #[shared] y: T) -> T {
            x[0] * exp(x[1] * y)
        }
    }
}
