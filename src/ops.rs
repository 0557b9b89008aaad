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
//! | `for i in 0..n { .. }` | a loop with constant bounds, also `..=`, `.rev()` and `.step_by(k)`; see [loops](#loops) |
//! | `x[1]`, `x[1..3]`, `a[(.., 0)]`, `a[i][j]` | parts; positions are constants, loop variables, or computed integers (`usize` arguments, [`argmax`]); bounds of ranges are constant |
//! | `[a, b, c]`, `[0.0; 3]`, `(a, b)`, `t.0` | arrays and tuples |
//! | `+ - * / %`, `< <= > >= == !=`, `&& \|\| !` | operators, element by element; `&&` and `\|\|` compute their right side only where a computed index could be out of range |
//! | `sin(x)`, `x.sin()`, `sum(a, axis = 0)` | functions, as functions or as methods |
//! | `f(x, y)` | calls of other functions of the same block |
//! | `deriv(c, x)` | the derivative of a number by a variable, see [`deriv`]; [`jvp`] and [`vjp`] |
//! | `const N: usize = 3;`, `type V = [f64; N];` | in the block, beside the functions; constants also in a body |
//! | `f64::consts::PI`, `f64::INFINITY` | the constants of the float types |
//!
//! A scalar meets an array freely; two arrays must agree in shape exactly, and everything else is
//! said with [`broadcast`].
//!
//! # Loops
//!
//! A `for` whose repetitions together are at most some 1024 operations (an operation on an array of
//! up to 32 elements counts once for each, one on a larger array as 8) is *unrolled*: its body is
//! repeated, and in each repetition its variable is a number. A longer one stays a loop, in
//! generated code and in derivatives. `#[unroll]` and `#[unroll(never)]` on the `for` choose
//! instead.
//!
//! A loop that stays one carries the `let mut` variables of its surroundings that its body assigns;
//! their types do not change. An index that is made of loop variables and constants by `+`, `-` and
//! multiplication with constants, such as `x[2 * i + 1]`, `a[(i, ..)]` or `x[i..i + 3]`, is checked
//! for all repetitions at compile time and costs no check later. A condition of one loop variable,
//! `if i > 0 { .. x[i - 1] .. }`, divides the loop where its answer changes, and what stands in it
//! is checked for the repetitions that get there. An array that a loop touches at one such index
//! alone, `y[i] = ..` or `y[i] += ..`, is not carried: each repetition has its own element.
//!
//! What needs the number itself, the bounds of a loop inside (`for j in 0..i`) or `i % 2`, is for
//! unrolled loops, which a function may repeat 65,536 times in all; such a loop is unrolled by
//! itself if that is possible.
//!
//! The adjoint of a loop runs back over the carried values of each repetition, as far as it needs
//! them (that of a sum does not). They are stored while they take at most 1 MiB; of a longer loop of
//! `n` repetitions only those `sqrt(n)` apart are, and those in between are computed again, which
//! takes the memory of `2 sqrt(n)` states. `#[checkpoint(every = 100)]` stores every hundredth
//! instead, `#[checkpoint(all)]` all.
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
//! The functions of numbers apply element by element to arrays. Those of arrays take `axis = 0` or
//! `axis = (0, 1)` where they work along axes (without it along all), and `keep = true` to keep
//! reduced axes with extent 1. They are written here with a placeholder, [`Tensor`], since no Rust
//! type stands for arrays of every shape: they exist inside of the macros only.

mod scalar;
mod tensor;

pub use scalar::*;
pub use tensor::*;
