//! Graphs of every kind, written as documents: the documents' values are those of the formulas, and
//! reading them gives a graph that is written the same.

#[macro_use]
mod support;

mod elements;
mod evaluator;
mod frame;
mod functions;
mod sums;
