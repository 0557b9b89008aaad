//! Sparse derivatives: their entries against those of dense matrices, which are computed column by
//! column or row by row, and against closed forms.

mod closed;
mod dense;
mod functions;
mod methods;
#[path = "../numbers/mod.rs"]
mod numbers;
