//! The sites of graphs that were read from a file: numbers from which the place in the file is
//! computed when somebody asks, be it to write the graph in another format.

pub(super) mod cppad;
pub(super) mod nnvm;
