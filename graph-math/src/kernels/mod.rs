//! Kernels: loops that are written by hand because a compiler does not find them.
//!
//! A scheduled program names a kernel where plain loops would be many times slower, and both back
//! ends call it: generated code and the executor get the same bits from the same function. A
//! kernel computes exactly what its documentation says in the language of programs; how it goes
//! about it (tiles, panels, blocks) never shows in a result.

pub mod product;
pub mod sort;

pub use product::product;
