//! Derivatives against finite differences, of first and second order, in both modes: every row
//! of the operator table, every structural operator, composites and inner graphs.

mod check;
mod composites;
mod edges;
mod inner;
mod scalar;
mod structural;
