//! The executor: evaluates a graph at run time, arrays in, arrays out.
//!
//! An [`Executable`] is made once from a graph and called many times. The graph is prepared and
//! scheduled as for generated code; the [`Program`](graph_program::Program) is compiled to a flat
//! list of instructions over one arena. The arena, in a [`Workspace`], belongs to the caller and is
//! allocated once, so that an evaluation allocates nothing. Neither preparation nor evaluation
//! recurses over the nodes of a graph.
//!
//! Results have the bits of generated code, which is printed from the same program: scalar
//! operators use the functions of the operator table, or arithmetic with the same bits.

// `values`, `kept`: slices in and slices out; `executable`, `workspace`: the interface; `batch`,
// `columns`, `parallel`: many points; `host`, `functions`: functions of the host, and printed
// texts; `compile`: from program to code; `code`, `instruction`: the code; `memory`, `aligned`,
// `place`, `constants`: the arena; `machine`: runs the code.

mod aligned;
mod batch;
mod code;
mod columns;
mod compile;
mod constants;
mod error;
mod executable;
mod functions;
mod host;
mod instruction;
mod kept;
mod machine;
mod memory;
#[cfg(feature = "rayon")]
mod parallel;
mod place;
mod values;
mod workspace;

pub use batch::Batch;
pub(crate) use error::expect_count;
pub use error::{ExecuteError, Location, Result};
pub use executable::{DEFAULT_LIMIT, Executable, Outcome, PIPELINE};
pub use functions::{Arguments, Functions, HostError, HostFunction, Results};
pub use host::{Host, Printed};
pub(crate) use kept::Kept;
#[cfg(feature = "rayon")]
pub use parallel::Batches;
pub use values::{AsValues, AsValuesMut, Item, Values, ValuesMut};
pub use workspace::Workspace;
