//! Loops over rows as operators over arrays: `y[i] = f(x[i])` for all `i` becomes `y = f(x)`, and so
//! does a function applied to rows (`map`).
//!
//! A loop without carried values computes its rows independently of each other. Where each node of
//! its body has a form over all rows at once, the loop becomes these: they are computed in lanes and
//! together with what is around them, and their adjoint adds up over rows as sums of arrays do. A
//! node that depends on no row is computed once. Every row keeps its bits.
//!
//! Numbers are taken, and elements of rows that these are computed from. A body with a branch, a loop,
//! a sum or a product of matrices stays a loop: a branch computes one side for each row, and sums are
//! as fast in the loop, where a row is in registers.
//!
//! | file | does |
//! |---|---|
//! | `forms` | which nodes have a form over all rows |
//! | `arrays` | the forms |

mod arrays;
mod forms;

use alloc::borrow::Cow;

use super::inside::Functions;
use super::rewrite::{Rewriter, Rewritten, contains_node, rewrite};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::{OpView, Scan};
use forms::Forms;

/// The same function with loops over rows as operators over arrays, where each node of their bodies
/// is one by itself, in inner functions too.
///
/// ```
/// use graph_ir::graph::InputKind;
/// use graph_ir::{Builder, Element, Shape, Type, passes};
///
/// let builder = Builder::new();
/// let ty = Type::new(Element::F64, Shape::new(&[1000])?);
/// let x = builder.input("x", ty, InputKind::Independent);
/// builder.begin_region()?;
/// let row = builder.region_input(Type::scalar(Element::F64));
/// let body = builder.end_region(&[row.sin() * 2.0])?;
/// let rows = builder.scan_region(body, &[], &[x], 1000, false)?;
/// builder.output("y", rows[0])?;
/// let graph = builder.finish()?;
/// let text = passes::row_loops(&graph)?.to_string();
/// assert!(!text.contains("scan") && text.contains("sin"));
/// # Ok::<(), graph_ir::Error>(())
/// ```
///
/// # Errors
/// None but those of building a graph.
pub fn row_loops(graph: &Graph) -> Result<Cow<'_, Graph>> {
    if !contains_node(graph, |graph, id| taken(graph, id).is_some()) {
        return Ok(Cow::Borrowed(graph));
    }
    let mut pass = RowLoops {
        functions: Functions::default(),
    };
    rewrite(graph, &mut pass).map(Cow::Owned)
}

/// The loop that a node is, if its body has a form over all rows.
fn taken(graph: &Graph, id: NodeId) -> Option<(Scan, Forms)> {
    let OpView::Scan(scan) = graph.view(id) else {
        return None;
    };
    let forms = Forms::of(&graph.function(scan.body).graph, &scan)?;
    Some((scan, forms))
}

struct RowLoops {
    functions: Functions,
}

impl Rewriter for RowLoops {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        let OpView::Scan(scan) = graph.view(id) else {
            return Ok(None);
        };
        // Loops in it may have become operators, so that it can become one as well.
        let body = self.function(graph.function(scan.body))?;
        match Forms::of(&body.graph, &scan) {
            Some(forms) => {
                let results = arrays::over_rows(builder, &body.graph, &scan, &forms, arguments);
                results.map(|results| Some(Rewritten::Results(results)))
            }
            None => Ok(None),
        }
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }
}
