//! The language of [`graph!`](crate::graph) and [`differentiable`](crate::differentiable), and
//! every function that it offers by name.
//!
//! # Values
//!
//! Values are scalars (`f64`, `f32`, `bool`), arrays of them of any rank (`[[f64; 3]; 2]` has 2
//! rows of 3), tuples, and integers (`usize`), which index and count. There are no implicit
//! conversions; `x as f32` converts, element by element. A float literal takes its type from what
//! it meets; an integer where a float is needed is an error.
//!
//! # Statements and expressions
//!
//! | written | is |
//! |---|---|
//! | `let y = ..;`, `let mut y: [f64; 3] = ..;` | variables, also bound to tuples and arrays: `let (a, b) = ..;`, `let [a, b] = ..;` |
//! | `y = ..;`, `y += ..;`, `y[i] = ..;`, `a[(.., 0)] *= ..;` | assignment to a variable or a part of it |
//! | `if c { .. } else { .. }` | a branch: only the side taken is computed; `c` is one `bool` |
//! | `for i in 0..n { .. }` | a loop with constant bounds, also `..=`, `.rev()` and `.step_by(k)`; it is unrolled, at most 65,536 repetitions in a function |
//! | `x[1]`, `x[1..3]`, `a[(.., 0)]`, `a[i][j]` | parts; positions are constants, loop variables, or computed integers (`usize` arguments, [`argmax`]); bounds of ranges are constant |
//! | `[a, b, c]`, `[0.0; 3]`, `(a, b)`, `t.0` | arrays and tuples |
//! | `+ - * / %`, `< <= > >= == !=`, `&& \|\| !` | operators, element by element; `&&` and `\|\|` compute their right side only where a computed index could be out of range |
//! | `sin(x)`, `x.sin()`, `sum(a, axis = 0)` | functions, as functions or as methods |
//! | `f(x, y)` | calls of other functions of the same block |
//! | `const N: usize = 3;`, `type V = [f64; N];` | in the block, beside the functions; constants also in a body |
//! | `f64::consts::PI`, `f64::INFINITY` | the constants of the float types |
//!
//! A scalar meets an array freely; two arrays must agree in shape exactly, and everything else is
//! said with [`broadcast`].
//!
//! # Functions
//!
//! The functions of numbers apply element by element to arrays. Those of arrays take `axis = 0` or
//! `axis = (0, 1)` where they work along axes (without it along all), and `keep = true` to keep
//! reduced axes with extent 1. They are written here with a placeholder, [`Tensor`], since no Rust
//! type stands for arrays of every shape: they exist inside of the macros only.

mod tensor;

pub use graph_ir::math::{
    abs, acos, acosh, asin, asinh, atan, atan2, atanh, azmul, cbrt, ceil, clamp, cos, cosh, erf,
    erfc, exp, exp_m1, exp2, floor, fract, gelu, hypot, leaky_relu, ln, ln_1p, log2, log10,
    mul_add, powf, powi, recip, relu, round, sigmoid, sign, silu, sin, sinh, softplus, sqrt,
    square, tan, tanh, trunc,
};
pub use tensor::*;

use graph_ir::math::Float;

/// The larger operand, `max(x, y)`, element by element; or the largest element, `max(x)`, along
/// axes: `max(x, axis = 0)`.
///
/// A NaN beside a number is ignored. At a tie the first operand is taken and gets the derivative.
#[must_use]
pub fn max<T: Float>(x: T, y: T) -> T {
    graph_ir::math::max(x, y)
}

/// The smaller operand, `min(x, y)`, element by element; or the smallest element, `min(x)`, along
/// axes: `min(x, axis = 0)`.
///
/// A NaN beside a number is ignored. At a tie the first operand is taken and gets the derivative.
#[must_use]
pub fn min<T: Float>(x: T, y: T) -> T {
    graph_ir::math::min(x, y)
}

/// The sine and the cosine, as a tuple.
#[must_use]
pub fn sin_cos<T: Float>(x: T) -> (T, T) {
    (sin(x), cos(x))
}

/// Whether the number is a NaN.
#[must_use]
pub fn is_nan<T: Float>(x: T) -> bool {
    x.is_nan()
}
