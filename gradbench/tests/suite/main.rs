//! The tool as the suite sees it: messages in, responses out.
//!
//! Values are compared with independent forms of the functions, and derivatives with differences of
//! values. Sizes are such that narrow rows lie in wider ones, and that wide ones are full.

mod bundles;
mod descents;
mod hands;
mod matrices;
mod mixtures;
mod protocol;
mod recurrent;
mod session;
mod sums;
