//! Optimisers over structs of parameters: stochastic gradient descent, momentum, Adam, AdamW and
//! L-BFGS, with schedules of the learning rate and bounds of gradients.
//!
//! Parameters, gradients and states are of one type `M`, any [`Tree`](crate::tree::Tree): a struct
//! of a block. Its floats are learnt, `f64` and `f32` each in its own precision. Indices, truth
//! values, and fields with `#[dynamic]` are never changed, whatever their gradient is, not by
//! weight decay either, and do not count in norms.
//!
//! An optimiser is a `Copy` struct of its hyperparameters, which belong to the program. Its state is
//! made of structs of parameters, `Moments<Mlp>`, and is a tree itself: it is saved with the
//! parameters, and a run that is continued has the same bits as one that was not stopped.
//!
//! ```
//! use graph_runtime::optimise::{Adam, Cosine, Moments, Schedule, clip_norm};
//!
//! // The gradient of a sum of squares, by hand.
//! let gradient = |m: &([f64; 2], f64)| ([2.0 * m.0[0], 2.0 * m.0[1]], 2.0 * (m.1 - 1.0));
//! let mut m = ([1.0, -2.0], 3.0);
//! let mut state = Moments::new(|| ([0.0; 2], 0.0));
//! let rate = Cosine { from: 0.1, to: 0.001, steps: 200 };
//! for _ in 0..200 {
//!     let mut g = gradient(&m);
//!     clip_norm(&mut g, 1.0)?;
//!     let rule = Adam { rate: rate.at(state.step), ..Adam::default() };
//!     rule.step(&mut state, &mut m, &g);
//! }
//! assert!(m.0[1].abs() < 1e-2 && (m.1 - 1.0).abs() < 1e-2);
//! # Ok::<(), graph_runtime::optimise::ClipError>(())
//! ```
//!
//! # Numbers that are not finite
//!
//! Steps are plain arithmetic: a gradient that is a NaN or infinite makes the number that it belongs
//! to a NaN or infinite, with its place in the state, and no other one. [`clip_norm`] refuses such a
//! gradient, and `global_norm(&g).is_finite()` asks before a step. [`Lbfgs`] stops where the value or the
//! gradient is not finite.
//!
//! Hyperparameters outside of their ranges are not refused by steps, which compute what they say;
//! `check()` of an optimiser names the first one.

mod adam;
mod clip;
mod decay;
#[cfg(feature = "alloc")]
mod lbfgs;
mod leaves;
mod range;
mod schedule;
mod sgd;
mod state;
mod vectors;

pub use adam::{Adam, AdamW, Moments};
pub use clip::{ClipError, clip_norm, clip_values};
#[cfg(feature = "alloc")]
pub use lbfgs::{History, Lbfgs, Report, Stop};
pub use range::OutOfRange;
pub use schedule::{Cosine, Exponential, Linear, Schedule, Staircase, Warmup};
pub use sgd::{Momentum, Sgd, Velocity};
pub use vectors::{global_norm, scale};
