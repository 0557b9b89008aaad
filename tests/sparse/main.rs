//! Sparse derivatives as generated items: their places as constants, and their entries in every
//! form, against formulas, dense matrices, dual numbers and what CppAD recorded.

mod forms;
mod methods;
mod recorded;
mod run_time_lengths;
mod sizes;
