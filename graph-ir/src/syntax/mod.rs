//! The textual form of single nodes, which their operators write and read: names, types, constants,
//! and the pools of attributes.

mod cursor;
mod draft;
pub(crate) mod name;
mod node;
mod numbers;
mod operators;
mod value;

pub use node::{NodeReader, NodeWriter};

pub(crate) use cursor::Cursor;
pub(crate) use draft::{Draft, Functions, function_of};
pub(crate) use node::{read_arguments, write_arguments};
pub(crate) use numbers::Numbers;
pub(crate) use operators::Operators;
pub(crate) use value::{read_type, read_types, write_type, write_types};
