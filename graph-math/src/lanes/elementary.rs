//! The elementary functions of lanes, from the rows of the numbers' table.

use super::Lanes;
use super::register::{DoubleRegister, Register};
use super::vector::{Doubles, Singles};
use crate::elementary::table::{functions, single};
use crate::elementary::{
    Elementary, activation, bessel, beta, exact, exponential, gamma, hyperbolic,
    inverse_trigonometric, logarithm, logarithm_pair, normal, pow, quantile, root, trigonometric,
    zeta,
};

/// Makes the implementations from the rows.
macro_rules! of_lanes {
    ($(
        $(#[$doc:meta])+
        $name:ident($first:ident $(, $arg:ident)* $(; $n:ident)?) = $kind:ident $($path:path),+;
    )+) => {
        impl<R: DoubleRegister> Elementary for Doubles<R> {
            $(
                // Lanes are inlined for the machine that their caller is compiled for. A build
                // without optimisation keeps room for each of their values on the stack, which is
                // some ten kilobytes for a function, and inlined anew for each call.
                #[cfg_attr(not(debug_assertions), inline(always))]
                #[cfg_attr(debug_assertions, inline)]
                fn $name(self $(, $arg: Self)* $(, $n: i32)?) -> Self {
                    of_lanes!(@f64x8 $kind, $name, (self $(, $arg)*), $($path),+ $(; $n)?)
                }
            )+
        }

        impl<R: Register<f32>, D: DoubleRegister> Elementary for Singles<R, D> {
            $(
                #[cfg_attr(not(debug_assertions), inline(always))]
                #[cfg_attr(debug_assertions, inline)]
                fn $name(self $(, $arg: Self)* $(, $n: i32)?) -> Self {
                    of_lanes!(@f32x8 $kind, $name, (self $(, $arg)*), $($path),+ $(; $n)?)
                }
            )+
        }
    };
    (@f64x8 lanes, $name:ident, ($($x:expr),+), $both:path) => { $both($($x),+) };
    (@f32x8 lanes, $name:ident, ($($x:expr),+), $both:path) => {
        Self::narrow($both($($x.widen()),+))
    };
    (@$type:ident own, $name:ident, ($x:expr), $f64:path, $f32:path) => { Self::$name($x) };
    (@f64x8 each, $name:ident, $x:tt, $f64:path, $f32:path $(; $n:ident)?) => {
        of_lanes!(@map $x, $f64 $(; $n)?)
    };
    (@f32x8 each, $name:ident, $x:tt, $f64:path, $f32:path $(; $n:ident)?) => {
        of_lanes!(@map $x, $f32 $(; $n)?)
    };
    (@map ($x:expr), $scalar:path) => { $x.map($scalar) };
    (@map ($x:expr), $scalar:path; $n:ident) => { $x.map(|x| $scalar(x, $n)) };
    (@map ($x:expr, $y:expr), $scalar:path) => { $x.map2($y, $scalar) };
    (@map ($x:expr, $y:expr, $z:expr), $scalar:path) => {{
        let (x, y, z) = ($x.to_array(), $y.to_array(), $z.to_array());
        Self::from_fn(|j| $scalar(x[j], y[j], z[j]))
    }};
}

functions!(of_lanes);
