//! The language of [`graph!`](crate::graph) and [`differentiable`](crate::differentiable), and
//! every function that it offers by name.
//!
//! # Values
//!
//! Values are scalars (`f64`, `f32`, `bool`), arrays of them of any rank (`[[f64; 3]; 2]` has 2
//! rows of 3), tuples, and integers (`usize`) for indices and counts. There are no implicit
//! conversions; `x as f32` converts element by element. A float literal takes its type from its
//! context; an integer literal in place of a float is an error.
//!
//! # Statements and expressions
//!
//! | syntax | meaning |
//! |---|---|
//! | `let y = ..;`, `let mut y: [f64; 3] = ..;` | variables; patterns destructure tuples and arrays: `let (a, b) = ..;`, `let [a, b] = ..;` |
//! | `y = ..;`, `y += ..;`, `y[i] = ..;`, `a[(.., 0)] *= ..;` | assignment to a variable or a part of it |
//! | `if c { .. } else { .. }` | a branch: only the branch taken is computed; `c` is one `bool` |
//! | `for i in 0..n { .. }` | a loop, also over `..=`, `.rev()` and `.step_by(k)`; see [loops](#loops) |
//! | `x[1]`, `x[1..3]`, `a[(.., 0)]`, `a[i][j]` | elements and slices; indices are constants, loop variables, or computed integers (`usize` arguments, [`argmax`]); bounds of ranges are constant |
//! | `[a, b, c]`, `[0.0; 3]`, `(a, b)`, `t.0` | arrays and tuples |
//! | `+ - * / %`, `< <= > >= == !=`, `&& \|\| !` | elementwise operators; `&&` and `\|\|` evaluate their right side lazily only if a computed index in it could be out of range |
//! | `sin(x)`, `x.sin()`, `sum(a, axis = 0)` | functions, in function or method syntax |
//! | `f(x, y)` | calls of other functions of the same block |
//! | `deriv(c, x)` | the derivative of a number with respect to a variable, see [`deriv`]; [`jvp`], [`vjp`], [`jacobian`] and [`hessian`] |
//! | `const N: usize = 3;`, `type V = [f64; N];` | constants and type aliases, at block level; constants also in a body |
//! | `f64::consts::PI`, `f64::INFINITY` | the constants of the float types |
//!
//! A scalar combines with an array of any shape. Two arrays must have exactly the same shape; use
//! [`broadcast`] for everything else. Arrays whose dimensions are [axes](#axes) meet by name.
//!
//! # Axes
//!
//! A dimension is called by the name that its extent was written with, and functions along a dimension
//! take that name: `sum(x, axis = N)`, `transpose(x, [K, N])`. Where no dimension has the name of a
//! constant, that is a number like another.
//!
//! An [`Axis`] has an identity: `const C: Axis = 3;` in a block or a body, `fn f<const N: Axis>(..)`.
//! Two axes never agree, however long they are, in operators, assignments, calls and results.
//!
//! * Operators, functions of several arrays element by element, and [`stack`] align arrays whose
//!   dimensions are all axes. The result has the axes of the first operand in their order, then those
//!   that the others have besides; an operand is repeated along the axes that it lacks.
//! * [`contract`] sums over the axes that two arrays have in common, and [`rename`] calls a dimension
//!   by another name.
//! * Where a type is written, the order is the type's: `transpose` gives an array that order. A type
//!   also names the dimensions of a plain array, `let k: [f64; C] = [1.0, 2.0, 3.0];`, and
//!   `reshape(k, [C])` does so in an expression.
//! * A call of a function of the block with `const` parameters takes on the axes of the caller.
//! * A part, `x[..2]`, has no axis in the place of the dimension that is cut; the others stay.
//! * An array has an axis once. Where a product would have it twice, as `matmul(x, transpose(x))`
//!   has, both are plain dimensions. Results of linear algebra are plain.
//!
//! ```
//! adgraph::graph! {
//!     const TIME: Axis = 3;
//!     const STATION: Axis = 3;
//!
//!     /// What each station measured, above its own mean.
//!     fn anomaly(x: [[f64; STATION]; TIME]) -> [[f64; STATION]; TIME] {
//!         x - mean(x, axis = TIME)
//!     }
//! }
//! let x = [[1.0, 10.0, 5.0], [2.0, 20.0, 5.0], [3.0, 30.0, 5.0]];
//! assert_eq!(anomaly(x)[0], [-1.0, -10.0, 0.0]);
//! ```
//!
//! All of this is checked while compiling. Generated code has plain arrays: an axis is its length.
//!
//! # Loops
//!
//! A `for` is *unrolled* up to about 1024 operations over all of its iterations (an operation on an
//! array of up to 32 elements counts once for each element, one on a larger array as 8). The body
//! of an unrolled loop is repeated, and in each copy the loop variable is a number. A longer `for`
//! is *kept*: it stays a loop, in generated code and in derivatives. `#[unroll]` and
//! `#[unroll(never)]` on the `for` override this choice.
//!
//! A kept loop carries the outer `let mut` variables that its body assigns; their types do not
//! change. An index that is affine in loop variables, such as `x[2 * i + 1]`, `a[(i, ..)]` or
//! `x[i..i + 3]`, is checked for all iterations at compile time and costs no check at run time. A
//! condition on one loop variable, `if i > 0 { .. x[i - 1] .. }`, splits the loop where its value
//! changes, and its branches are checked for the iterations that reach them. An array that a loop
//! accesses at only one such index, `y[i] = ..` or `y[i] += ..`, is not carried: each iteration has
//! its own element.
//!
//! The bounds of a loop may move with loops around it, `for j in 0..i`, or be integers that are
//! computed, `for k in first[i]..first[i + 1]`. A kept one is made for the most iterations that there
//! may be, which the ranges around it say, its bounds or the arrays that its body reads; in the last
//! case, a call with more of them panics.
//!
//! Code that needs the loop variable as a compile-time number, such as the length of a range of an
//! array (`x[..i]`), works in unrolled loops only. Such a loop is unrolled automatically if possible;
//! a function may have 16,384 unrolled iterations in total, of which a loop inside of it that is kept
//! counts at most 256.
//!
//! The adjoint of a kept loop runs back over the carried values of each iteration, as far as it
//! needs them (the adjoint of a sum does not). Up to 1 MiB, all of these values are stored, and with
//! them values of the iteration that take long to compute again, such as those of `exp`. For a
//! longer loop of `n` iterations, every `sqrt(n)`-th state is stored and the states in between are
//! recomputed, which takes the memory of `2 sqrt(n)` states. `#[checkpoint(every = 100)]` stores
//! every hundredth state instead, `#[checkpoint(all)]` every state. Of a loop whose length comes with
//! the call all states are stored, unless `#[checkpoint(sqrt)]` or a number asks for less.
//!
//! `#[limit(n)] while c { .. }` and `#[limit(n)] loop { .. break; }` repeat at most `n` times; `break`
//! and `continue` are statements of these loops and of `for`. Such a loop is always kept, and its
//! adjoint runs back over the repetitions that ran.
//!
//! ```
//! adgraph::graph! {
//!     /// A damped oscillator after 1000 steps.
//!     fn swing(x: f64, v: f64, damping: f64) -> f64 {
//!         let h = 0.01;
//!         let mut x = x;
//!         let mut v = v;
//!         for _ in 0..1000 {
//!             v += h * (-x - damping * v);
//!             x += h * v;
//!         }
//!         x
//!     }
//! }
//!
//! let (x, d) = swing::gradient(1.0, 0.0, 0.1);
//! assert!((x + 0.5267).abs() < 1e-4 && (d.v + 0.3250).abs() < 1e-4);
//! ```
//!
//! # Functions
//!
//! Scalar functions apply to arrays element by element. Array functions that work along axes take
//! `axis = 0`, `axis = N` or `axis = (0, 1)` (all axes are the default of reductions), and `keep = true` to
//! keep reduced axes with extent 1. Array functions exist inside the macros only. Their signatures
//! here use a placeholder, [`Tensor`], because no Rust type covers arrays of every shape.

mod placeholders;
mod scalar;
mod tensor;

pub use placeholders::*;
pub use scalar::*;
pub use tensor::*;

/// The functions without the types of their signatures, for editors.
pub(crate) mod functions {
    pub use super::Axis;
    pub use super::scalar::*;
    // Their documentation is tested once.
    #[cfg(not(doctest))]
    pub use super::tensor::operands::*;
}
