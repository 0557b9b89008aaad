//! Which nodes of a loop's body have a form over all rows at once.

use alloc::vec::Vec;

use crate::graph::{Graph, NodeId};
use crate::ops::{Op, OpView, Runs, ScalarOp, Scan};
use crate::passes::dead::live;
use crate::types::{Element, ValueType};

/// Longer bodies stay loops: computed with all rows at once, their values would not be in registers.
const LONGEST: usize = 256;

/// How the nodes of a body are computed.
pub(super) struct Forms {
    /// Whether a result depends on the node.
    pub(super) live: Vec<bool>,
    /// Whether a node differs between rows.
    pub(super) varies: Vec<bool>,
}

impl Forms {
    /// `None` where the loop is not one over rows that do not depend on each other, or a node has no
    /// form over all of them.
    pub(super) fn of(body: &Graph, scan: &Scan) -> Option<Self> {
        let is_over_rows = scan.carried == 0 && scan.runs == Runs::All;
        if !is_over_rows || body.has_effects() || body.len() > LONGEST {
            return None;
        }
        let live = live(body);
        let mut varies: Vec<bool> = Vec::with_capacity(body.len());
        for id in body.ids() {
            let own = match body.op(id) {
                Op::Input(position) => position as usize >= scan.captured,
                _ => body.arguments(id).iter().any(|a| varies[a.index()]),
            };
            varies.push(own);
        }
        let forms = Self { live, varies };
        let mut nodes = body.ids().filter(|id| forms.live[id.index()]);
        // Of no rows nothing is computed, and nothing may fail.
        let some_rows = scan.length.known().is_some_and(|length| length > 0);
        nodes
            .all(|id| match forms.varies[id.index()] {
                true => is_row(body, id) && forms.has_form(body, id, some_rows),
                false => some_rows || !may_fail(body, id),
            })
            .then_some(forms)
    }

    /// Whether a node that differs between rows has a form over all of them.
    fn has_form(&self, body: &Graph, id: NodeId, some_rows: bool) -> bool {
        let arguments = body.arguments(id);
        let varies = |position: usize| self.varies[arguments[position].index()];
        match body.view(id) {
            OpView::Input(_)
            | OpView::Scalar(_)
            | OpView::Cast(_)
            | OpView::Select(_)
            | OpView::Sum(_)
            | OpView::StopGradient(_)
            | OpView::Broadcast(_)
            | OpView::Transpose(_)
            | OpView::Reshape(_)
            | OpView::Slice(_) => true,
            OpView::Gather(gather) => match [varies(0), varies(1)] {
                // The axes of the indices take the place of the first one.
                [false, true] => gather.axis == 0,
                [true, false] => some_rows,
                [true, true] | [false, false] => false,
            },
            OpView::Constant(_)
            | OpView::Extent(_)
            | OpView::Iota(_)
            | OpView::Windows(_)
            | OpView::Assemble(_)
            | OpView::Reduce(_)
            | OpView::Cumulate(_)
            | OpView::Sort(_)
            | OpView::ArgSort(_)
            | OpView::Contract(_)
            | OpView::ScatterAdd(_)
            | OpView::Replace(_)
            | OpView::Composite(_)
            | OpView::Algebra(_)
            | OpView::Project(_)
            | OpView::Branch(_)
            | OpView::Scan(_)
            | OpView::Call(_)
            | OpView::External(_) => false,
        }
    }
}

/// Whether a value is a tensor of known extents: of others, arrays of all rows are computed row by row
/// in any case.
fn is_row(body: &Graph, id: NodeId) -> bool {
    match body.value_type(id) {
        ValueType::Tensor(ty) => !ty.shape.is_symbolic(),
        ValueType::Tuple(_) => false,
    }
}

/// Whether computing a value may panic, or runs code that may.
fn may_fail(body: &Graph, id: NodeId) -> bool {
    match body.op(id) {
        Op::Gather(_)
        | Op::ScatterAdd(_)
        | Op::Replace(_)
        | Op::Branch(..)
        | Op::Scan(..)
        | Op::Call(_)
        | Op::External(_) => true,
        Op::Scalar(ScalarOp::Div | ScalarOp::Rem) => body.ty(id).element == Element::I64,
        Op::Input(_)
        | Op::Constant(_)
        | Op::Extent(_)
        | Op::Iota
        | Op::Scalar(_)
        | Op::Cast
        | Op::Select
        | Op::Sum
        | Op::Broadcast(_)
        | Op::Transpose(_)
        | Op::Reshape
        | Op::Slice(_)
        | Op::Windows(_)
        | Op::Assemble(_)
        | Op::Reduce(..)
        | Op::Cumulate(..)
        | Op::Sort(_)
        | Op::ArgSort(_)
        | Op::Contract(_)
        | Op::StopGradient
        | Op::Composite(..)
        | Op::Algebra(_)
        | Op::Project(_) => false,
    }
}
