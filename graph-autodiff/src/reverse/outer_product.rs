//! Adjoints that are an outer product in each iteration of a loop.
//!
//! The adjoint of a matrix that all iterations multiply with vectors is a sum of outer products. The
//! backward loop yields their factors, a row for each iteration, and one product of matrices after
//! it is the sum: a loop that carried the sum would move over the whole matrix in each iteration.
//!
//! A product of matrices adds its terms from the first to the last. In the order of the iterations
//! these are the sums that the loop would carry, so that the sum has the same bits, but for the sign
//! of a zero.

use alloc::vec::Vec;

use graph_ir::builder::Wire;
use graph_ir::error::Result;
use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Contraction, OpView, ScalarOp};

use super::updates::Term;

/// A term whose elements are the products of all elements of one factor and all of another.
pub(super) struct OuterProduct {
    /// The factors, of which the first one has the sign.
    factors: (Term, NodeId),
    /// The term's axis of each axis of the first factor, and then of the second.
    axes: Vec<usize>,
    /// Whether a zero of the first factor wins.
    is_absolute: bool,
}

/// A term has so many times as many elements as both factors, at least, for rows of these to take
/// less time than the sum.
const LARGER: usize = 3;

impl OuterProduct {
    /// The term as an outer product, if it is one of which it pays to keep the factors.
    pub(super) fn of(body: &Graph, term: Term) -> Option<Self> {
        let mut node = term.node;
        let mut permutation: Vec<usize> = (0..body.ty(node).shape.rank()).collect();
        if let OpView::Transpose(view) = body.view(node) {
            (node, permutation) = (body.arguments(node)[0], view.permutation);
        }
        let &[first, second] = body.arguments(node) else {
            return None;
        };
        let rank = |id: NodeId| body.ty(id).shape.rank();
        let view = body.view(node);
        let (factors, axes, is_absolute) = if let OpView::Contract(spec) = view {
            let has_none = spec.batch.is_empty() && spec.contracted.is_empty();
            let axes = (0..rank(first) + rank(second)).collect();
            has_none.then_some(([first, second], axes, spec.absolute))?
        } else if let OpView::Scalar(op @ (ScalarOp::Mul | ScalarOp::Azmul)) = view {
            let (first, mut axes) = repeated(body, first)?;
            let (second, others) = repeated(body, second)?;
            axes.extend(others);
            ([first, second], axes, op == ScalarOp::Azmul)
        } else {
            return None;
        };
        let covers = (0..rank(node)).all(|axis| axes.contains(&axis));
        if !covers || axes.len() != rank(node) {
            return None;
        }
        let place = |axis| permutation.iter().position(|&own| own == axis);
        let [first, second] = factors;
        let [left, right] = factors.map(|id| body.ty(id).shape.count().estimate());
        let pays = LARGER * (left + right) <= left.saturating_mul(right);
        pays.then_some(Self {
            factors: (term.of(first), second),
            axes: axes.into_iter().map(place).collect::<Option<_>>()?,
            is_absolute,
        })
    }

    /// The factors, given the values of the nodes.
    pub(super) fn factors<'b>(&self, wires: &[Wire<'b>]) -> [Wire<'b>; 2] {
        let (first, second) = self.factors;
        [
            first.value(wires[first.node.index()]),
            wires[second.index()],
        ]
    }

    /// The sum over all iterations, given the factors of each in rows; `reverse` says that the
    /// last row is that of the first iteration.
    pub(super) fn sum<'b>(&self, mut rows: [Wire<'b>; 2], reverse: bool) -> Result<Wire<'b>> {
        let builder = rows[0].builder();
        if reverse {
            for rows in &mut rows {
                *rows = builder.flip(*rows, 0)?;
            }
        }
        let spec = Contraction {
            batch: Vec::new(),
            contracted: alloc::vec![(0, 0)],
            absolute: self.is_absolute,
        };
        let sum = builder.contract(rows[0], rows[1], &spec)?;
        let mut permutation = alloc::vec![0; self.axes.len()];
        for (own, &axis) in self.axes.iter().enumerate() {
            permutation[axis] = own;
        }
        builder.transpose(sum, &permutation)
    }
}

/// The array that a node repeats, and the node's axes that it has.
fn repeated(body: &Graph, id: NodeId) -> Option<(NodeId, Vec<usize>)> {
    let OpView::Broadcast(broadcast) = body.view(id) else {
        return None;
    };
    Some((body.arguments(id)[0], broadcast.axes))
}
