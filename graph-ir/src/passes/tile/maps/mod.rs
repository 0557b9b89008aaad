//! Arrays with two symbolic extents or more, as loops over their rows.
//!
//! Nodes that compute row `i` of a result from row `i` of their operands (along the outermost axis,
//! and with the others as wholes) are put together into one loop over the rows, in whose body the
//! outermost axis is gone. What waits for a whole array of such rows comes after the loop: a node's
//! *stage* is the number of loops that have to end before it. Values that a later stage needs by
//! rows are kept, unless it is cheaper to compute them again.
//!
//! A sum over rows alone is carried by the loop. A sum over rows and elements adds in the order of
//! memory, over the array as one line.

//!
//! | file | does |
//! |---|---|
//! | `plan` | how each node is computed, and after how many loops |
//! | `loops` | the loops, and what stands between them |
//! | `row` | the body of a loop |

mod loops;
mod plan;
mod row;

use alloc::borrow::Cow;

use crate::error::Result;
use crate::graph::Graph;
use plan::{Plan, Way};

/// The graph with loops in place of arrays that are computed by rows with symbolic extents inside.
///
/// # Errors
/// Those of the builder.
pub(super) fn rows_as_loops(graph: &Graph) -> Result<Cow<'_, Graph>> {
    let mut changed = Cow::Borrowed(graph);
    loop {
        let plan = Plan::new(&changed);
        if plan.ways.iter().all(|way| *way == Way::Elsewhere) {
            return Ok(changed);
        }
        // A sum that a loop carries may be such an array itself, and so are the zeros before it.
        changed = Cow::Owned(loops::with_loops(&changed, &plan)?);
    }
}
