//! Which steps leave zeros that are exact: an element that nothing depends on has the adjoint zero,
//! and one that depends on nothing the tangent zero, whatever the factors that these meet. Slices
//! and indices leave such elements out in reverse mode, assemblies and scattering in forward mode.

use alloc::vec::Vec;

use crate::builder::Wire;
use crate::error::Result;
use crate::graph::{Constant, Data, Graph, NodeId};
use crate::ops::Placement;
use crate::types::{Shape, Type};

/// Whether each element of a tensor is known to be part of a piece.
pub fn by_pieces(pieces: &[Wire<'_>], placement: &Placement, ty: &Type) -> Result<bool> {
    let types = pieces.iter().map(|piece| piece.ty());
    let types: Vec<Type> = types.collect::<Result<_>>()?;
    let shapes: Vec<&Shape> = types.iter().map(|ty| &ty.shape).collect();
    Ok(placement.covers(&shapes, &ty.shape))
}

/// Whether constant indices name all positions along an axis of a tensor of this type.
pub(crate) fn by_indices(graph: &Graph, indices: NodeId, ty: &Type, axis: usize) -> bool {
    let known = ty.shape.count_along(axis).known();
    let indices = graph.as_constant(indices).map(Constant::data);
    let (Some(Data::I64(indices)), Some(extent)) = (indices, known) else {
        return *ty.shape.count() == 0;
    };
    let mut named = indices.clone();
    named.sort_unstable();
    named.dedup();
    named.retain(|&index| usize::try_from(index).is_ok_and(|index| index < extent));
    named.len() == extent
}
