//! The sites of graphs that were read from a file: numbers from which the place in the file is
//! computed when somebody asks, be it to write the graph in another format.

pub(super) mod cppad;
pub(super) mod nnvm;

use graph_ir::{Graph, NodeId};

use crate::Place;

/// The entry of the file that a node comes from, in a graph that was read from CppAD, NNVM or MXNet,
/// or in one that was made of it; `None` for other graphs, and for nodes that come from no entry.
///
/// ```
/// let graph = graph_formats::cppad::from_str(
///     r#"{"function_name":"f","op_define_vec":[1,[{"op_code":1,"name":"sin","n_arg":1}]],
///     "n_dynamic_ind":0,"n_variable_ind":1,"constant_vec":[0,[]],
///     "op_usage_vec":[1,[[1,1]]],"dependent_vec":[1,[2]]}"#,
/// )?;
/// let gradient = graph_autodiff::reverse(&graph, &[0])?;
/// let cosine = gradient.nodes_with_operator("cos").next().expect("a cosine");
/// let place = graph_formats::place(&gradient, cosine).expect("a place");
/// assert_eq!(place.pointer, "/op_usage_vec/1/0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn place(graph: &Graph, node: NodeId) -> Option<Place> {
    let site = graph.node(node).site;
    match graph.sites() {
        "cppad" => cppad::place(site),
        "nnvm" => nnvm::place(site),
        _ => None,
    }
}
