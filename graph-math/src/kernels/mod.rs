//! Kernels: hand-written loops that a compiler does not generate by itself.
//!
//! A scheduled program calls a kernel if plain loops would be many times slower. Both back ends,
//! generated code and the executor, call the same function and get the same bits. The documentation
//! of a kernel defines its result in the language of programs; its method (tiles, panels, blocks)
//! never affects the result.

pub mod product;
pub mod sort;

pub use product::product;
