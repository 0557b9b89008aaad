//! The structure of the sources, read from the sources.

mod operators;
