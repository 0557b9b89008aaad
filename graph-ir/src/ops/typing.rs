//! Type rules: the type rule of a node, and the parts that several operators share.
//!
//! The builder asks these functions before it adds a node, and the verifier asks them again.

use alloc::vec::Vec;
use core::cell::RefCell;

use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::ops::{OpView, Typing};
use crate::types::{Extent, Type, ValueType};

/// The types of the node's results as its operator and arguments determine them. Operators whose
/// result type is an attribute (a cast, a reshape) are checked against the node's own type.
pub(crate) fn infer_node(graph: &Graph, id: NodeId) -> Result<Vec<Type>> {
    infer_with_needs(graph, id).map(|(types, _)| types)
}

/// [`infer_node`], and the symbolic extents that must not be negative for the node to have a value.
pub(crate) fn infer_with_needs(graph: &Graph, id: NodeId) -> Result<(Vec<Type>, Vec<Extent>)> {
    let (arguments, view) = (graph.arguments(id), graph.view(id));
    if let OpView::Project(project) = view {
        let ty = project.ty(graph, arguments)?;
        return Ok((alloc::vec![ty], Vec::new()));
    }
    let mut operands = Vec::with_capacity(arguments.len());
    for &argument in arguments {
        match graph.value_type(argument) {
            ValueType::Tensor(ty) => operands.push(ty),
            ValueType::Tuple(_) => return Err(Error::NotATensor),
        }
    }
    let own = graph.value_type(id);
    if graph.op(id).yields_tuple() != matches!(own, ValueType::Tuple(_)) {
        return Err(Error::NotATensor);
    }
    let typing = Typing {
        graph,
        operands: &operands,
        own,
        needs: RefCell::default(),
    };
    let types = view.rules().infer(&typing)?;
    Ok((types, typing.needs.into_inner()))
}

/// Refuses axes that are not there, named twice or not in ascending order: an operator that
/// drops axes has one way to name them.
pub(crate) fn ascending_axes(axes: &[usize], of: &Type) -> Result<()> {
    distinct_axes(axes, of)?;
    if axes.is_sorted() {
        return Ok(());
    }
    Err(Error::WrongAxes {
        axes: axes.to_vec(),
        expected: "they must ascend",
        found: of.clone(),
    })
}

/// Refuses axes that are not there or named twice.
pub(crate) fn distinct_axes(axes: &[usize], of: &Type) -> Result<()> {
    let rank = of.shape.rank();
    let mut seen = alloc::vec![false; rank];
    for &axis in axes {
        let Some(seen) = seen.get_mut(axis) else {
            return Err(Error::AxisOutOfRange {
                axis,
                found: of.clone(),
            });
        };
        if core::mem::replace(seen, true) {
            return Err(Error::WrongAxes {
                axes: axes.to_vec(),
                expected: "each axis may be named once",
                found: of.clone(),
            });
        }
    }
    Ok(())
}
