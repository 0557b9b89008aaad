//! Which nodes over arrays of symbolic extents are calls of kernels.

use alloc::vec::Vec;

use graph_math::order::LANES_FROM;

use super::{Kernel, Product};
use crate::graph::{Graph, NodeId};
use crate::ops::{Contraction, OpView};
use crate::types::{Dim, Extent, Shape, Type, ValueType};

/// A sum of so many products at most is computed with what uses it rather than by a kernel, where
/// it can be. All orders of its terms are one.
const SHORT: usize = LANES_FROM - 1;

/// The kernel that computes a node over arrays of symbolic extents; `None` where none does.
pub(super) fn kernel(graph: &Graph, id: NodeId) -> Option<Kernel> {
    let arguments = graph.arguments(id);
    let types = arguments.iter().map(|&id| match graph.value_type(id) {
        ValueType::Tensor(ty) => Some(ty),
        ValueType::Tuple(_) => None,
    });
    let types: Vec<&Type> = types.collect::<Option<_>>()?;
    if let OpView::Algebra(_) = graph.view(id) {
        let symbolic = types.iter().any(|ty| ty.shape.is_symbolic());
        let kernel = graph.algebra_kernel(id).filter(|_| symbolic);
        return kernel.map(Kernel::Algebra);
    } else if let OpView::Transpose(transpose) = graph.view(id) {
        let exchanges = exchanges_rows(&transpose.permutation, types[0]);
        return exchanges.then_some(Kernel::Transpose);
    } else if let OpView::ArgSort(_) = graph.view(id) {
        let vector = types[0].shape.rank() == 1 && types[0].shape.is_symbolic();
        return vector.then_some(Kernel::ArgSort);
    }
    let OpView::Contract(spec) = graph.view(id) else {
        return None;
    };
    let [left, right] = types[..] else {
        return None;
    };
    product(&spec, left, right, graph.ty(id))
}

/// Whether sums of so many products are added in one order, whatever they are part of.
pub(super) fn is_short(terms: &Extent) -> bool {
    terms.known().is_some_and(|terms| terms <= SHORT)
}

/// Whether a permutation makes columns of rows, whose elements may be arrays of known extents.
fn exchanges_rows(permutation: &[usize], ty: &Type) -> bool {
    let Some((rows, inner)) = permutation.split_first_chunk() else {
        return false;
    };
    let mut stay = inner.iter().copied().zip(2..);
    let are_known = ty.shape.dims().iter().skip(2);
    *rows == [1, 0]
        && stay.all(|(axis, place)| axis == place)
        && are_known.map(Dim::count).all(|count| !count.is_symbolic())
        && has_symbolic_rows(ty)
}

/// Whether an array has more than one symbolic extent.
fn has_symbolic_rows(ty: &Type) -> bool {
    let dims = ty.shape.dims().iter();
    dims.filter(|dim| dim.count().is_symbolic()).count() > 1
}

/// A contraction as a product of matrices: one of matrices of symbolic extents whose terms are added
/// one by one, and are many where the result has rows of symbolic extents.
fn product(spec: &Contraction, left: &Type, right: &Type, result: &Type) -> Option<Kernel> {
    let terms = spec.count(&left.shape);
    if ![left, right, result].into_iter().any(has_symbolic_rows)
        || has_symbolic_rows(result) && is_short(&terms)
        || spec.is_in_lanes(left.shape.rank(), right.shape.rank())
        || !spec.batch.is_empty()
    {
        return None;
    }
    let (of_left, of_right): (Vec<usize>, Vec<usize>) = spec.contracted.iter().copied().unzip();
    let left = Operand::new(
        &left.shape,
        &spec.left_free(left.shape.rank()),
        &of_left,
        &terms,
    )?;
    let right = Operand::new(
        &right.shape,
        &spec.right_free(right.shape.rank()),
        &of_right,
        &terms,
    )?;
    // A single column would leave the lanes of the kernel empty: it is a row of the transposed
    // product.
    let swapped = right.count == 1;
    let (rows, columns) = if swapped {
        (right, left)
    } else {
        (left, right)
    };
    Some(Kernel::Product(Product {
        swapped,
        extents: [rows.count, columns.count, terms],
        strides: [[rows.along, rows.term], [columns.term, columns.along]],
        zeros_win: [spec.absolute && !swapped, spec.absolute && swapped],
    }))
}

/// An operand of a contraction as a matrix.
struct Operand {
    /// The number of positions along its free axes.
    count: Extent,
    /// The distances between neighbours along the free axes and along the contracted ones.
    along: Extent,
    term: Extent,
}

impl Operand {
    /// `None` where the axes of either kind do not lie together, in order.
    fn new(shape: &Shape, free: &[usize], contracted: &[usize], terms: &Extent) -> Option<Self> {
        let count: Extent = free.iter().map(|&axis| shape.count_along(axis)).product();
        let one = || Extent::from(1);
        let in_order = |first: &[usize], second: &[usize]| {
            first.iter().chain(second).copied().eq(0..shape.rank())
        };
        if in_order(free, contracted) {
            let (along, term) = (terms.clone(), one());
            Some(Self { count, along, term })
        } else if in_order(contracted, free) {
            let (along, term) = (one(), count.clone());
            Some(Self { count, along, term })
        } else {
            None
        }
    }
}
