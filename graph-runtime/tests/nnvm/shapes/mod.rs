//! The shape rules of NNVM's and MXNet's operators.

mod axes;
mod elements;
mod files;
mod layers;
mod table;
