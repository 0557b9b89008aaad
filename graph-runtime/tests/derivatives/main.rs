//! Derivatives against finite differences, of first and second order, in both modes: every row
//! of the operator table, every structural operator, composites and inner graphs.

mod agreement;
mod bodies;
mod check;
mod checkpoints;
mod composites;
mod edges;
mod exact;
mod extremes;
mod inner;
mod inside;
mod requests;
mod rules;
mod scalar;
mod sort;
mod special;
mod structural;

use check::evaluate;
