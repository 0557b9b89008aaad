//! The executor: evaluates a graph at run time, arrays in, arrays out.
//!
//! An [`Executable`] is made once from a graph and called many times. Making it compiles the graph
//! to a flat list of steps over places in one storage; that storage, a [`Workspace`], belongs to
//! the caller and is allocated once, so that an evaluation allocates nothing. Neither preparing nor
//! evaluating recurses over the nodes of a graph; graphs inside a graph become blocks of steps that
//! a small stack machine enters and leaves.
//!
//! Results have the bits of generated code: scalar operators are computed through the operator
//! table's own functions, sums in the order of `graph_ir::order`.

// `values`: slices in and slices out; `executable`, `workspace`: the interface; `host`,
// `functions`: functions of the host, and what a graph prints; `compile`: from graph to code;
// `code`, `memory`, `place`, `constants`, `walk`: blocks of steps, and the storage that they work
// on; `steps`: what each step does; `machine`: branches, loops and calls between blocks.

mod code;
mod compile;
mod constants;
mod error;
mod executable;
mod functions;
mod host;
mod machine;
mod memory;
mod place;
mod steps;
mod values;
mod walk;
mod workspace;

pub use error::{ExecuteError, Location, Result};
pub use executable::{DEFAULT_LIMIT, Executable, Outcome};
pub use functions::{Arguments, Functions, HostError, HostFunction, Results};
pub use host::{Host, Printed};
pub use values::{AsValues, AsValuesMut, Item, Values, ValuesMut};
pub use workspace::Workspace;
