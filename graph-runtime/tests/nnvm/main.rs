//! The formats of NNVM and MXNet: what is read, how it is computed, and what is written.

mod batch;
mod cases;
mod conformance;
mod document;
mod names;
mod operators;
mod partial;
mod shapes;
mod third_party;
mod training;
mod windows;
mod written;
