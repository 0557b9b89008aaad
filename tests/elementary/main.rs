//! An elementary function has one value at a point, to the bit, whatever computes it: a generated
//! function alone, over an array, compiled for the processor at hand or in a batch, on any number
//! of threads, and the executor at one point, over an array or over columns.
//!
//! Among the points are all special numbers, in every lane and beside any other. There are a
//! million for each function in release and fewer without optimizations; `MATH_SAMPLES=10000000`
//! asks for another number.
//! `RUSTFLAGS="-C target-cpu=native" cargo test --release --test elementary` tests the processor's
//! own instructions, and `--features rayon` tests threads.

mod agree;
#[path = "../../graph-ir/tests/math_operands/mod.rs"]
mod math_operands;
#[cfg(feature = "rayon")]
#[path = "../pools/mod.rs"]
mod pools;

use adgraph::ir::ops::{Class, ScalarOp};

/// A test for each function, of numbers of one type, and their names; an integer parameter stands
/// behind the operands.
macro_rules! functions {
    ($T:ident, $names:ident: $($name:ident($($x:ident),+ $(; $n:literal)?),)+) => {
        const $names: &[(&str, usize)] = &[$((stringify!($name), [$(stringify!($x)),+].len())),+];

        mod $T {
            $(
                #[test]
                fn $name() {
                    adgraph::graph! {
                        #[derivatives(batch)]
                        fn alone($($x: $T),+) -> $T {
                            $name($($x),+ $(, $n)?)
                        }

                        #[codegen(dispatch)]
                        #[derivatives(batch)]
                        fn dispatched($($x: $T),+) -> $T {
                            $name($($x),+ $(, $n)?)
                        }

                        fn array($($x: &[$T; 1000]),+) -> [$T; 1000] {
                            $name($($x),+ $(, $n)?)
                        }

                        #[codegen(dispatch)]
                        fn dispatched_array($($x: &[$T; 1000]),+) -> [$T; 1000] {
                            $name($($x),+ $(, $n)?)
                        }
                    }
                    crate::agree::Ways {
                        alone: |[$($x),+]| alone($($x),+),
                        dispatched: |[$($x),+]| dispatched($($x),+),
                        arrays: [
                            |[$($x),+]| array($($x),+),
                            |[$($x),+]| dispatched_array($($x),+),
                        ],
                        batches: [
                            |[$($x),+], y| alone::batch::value($($x,)+ y),
                            |[$($x),+], y| dispatched::batch::value($($x,)+ y),
                        ],
                        graphs: [alone::graph(), array::graph()],
                    }
                    .agree();
                }
            )+
        }
    };
}

functions! {
    f64, DOUBLES:
    abs(x),
    sign(x),
    sqrt(x),
    cbrt(x),
    recip(x),
    square(x),
    exp(x),
    exp2(x),
    exp_m1(x),
    ln(x),
    log2(x),
    log10(x),
    ln_1p(x),
    powi(x; -7),
    powf(x, y),
    sin(x),
    cos(x),
    tan(x),
    asin(x),
    acos(x),
    atan(x),
    atan2(y, x),
    sinh(x),
    cosh(x),
    tanh(x),
    asinh(x),
    acosh(x),
    atanh(x),
    hypot(x, y),
    erf(x),
    erfc(x),
    max(x, y),
    min(x, y),
    floor(x),
    ceil(x),
    round(x),
    trunc(x),
    fract(x),
    azmul(x, y),
    sigmoid(x),
    softplus(x),
    relu(x),
    leaky_relu(x, slope),
    silu(x),
    gelu(x),
    normal_cdf(x),
    erf_inv(x),
    ln_gamma(x),
    digamma(x),
    polygamma(x; 2),
    ln_beta(a, b),
    bessel_j0(x),
    bessel_j1(x),
    bessel_j(x; 3),
    bessel_y0(x),
    bessel_y1(x),
    bessel_y(x; 3),
}

// Lanes of `f32` convert to `f64` or go one by one, and these do each.
functions! {
    f32, SINGLES:
    sqrt(x),
    cbrt(x),
    exp(x),
    ln(x),
    powf(x, y),
    sin(x),
    atan2(y, x),
    tanh(x),
    erfc(x),
    max(x, y),
    round(x),
    gelu(x),
    normal_cdf(x),
    polygamma(x; 1),
    ln_beta(a, b),
    bessel_y1(x),
}

#[test]
fn no_function_of_the_table_is_missing() {
    let is_function = |op: &ScalarOp| op.class() == Class::Float && op.symbol().is_none();
    let mut table: Vec<_> = ScalarOp::all()
        .into_iter()
        .filter(|op| is_function(op) && op.arity() <= 2)
        .map(|op| (op.name(), op.arity()))
        .collect();
    // One with a parameter stands there for each of some samples.
    table.dedup();
    let mut tested = DOUBLES.to_vec();
    table.sort_unstable();
    tested.sort_unstable();
    assert_eq!(tested, table);
    assert!(SINGLES.iter().all(|single| DOUBLES.contains(single)));
}
