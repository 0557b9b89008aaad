//! CppAD's format: what is read, how it is computed, and what is written.

mod cases;
mod conformance;
mod document;
mod errors;
mod graph;
mod text;
mod written;
