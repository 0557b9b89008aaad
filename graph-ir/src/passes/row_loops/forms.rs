//! Which nodes of a loop's body have a form over all rows at once.
//!
//! That does not depend on lengths being known: a graph with numbers in the place of its symbols has
//! the same derivatives, to the bit.

use alloc::vec::Vec;

use crate::graph::{Graph, NodeId};
use crate::ops::{Op, OpView, Runs, Scan};
use crate::passes::dead::live;
use crate::passes::provenance::may_fail;

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
            varies.push(if let Op::Input(position) = body.op(id) {
                position as usize >= scan.captured
            } else {
                body.arguments(id).iter().any(|a| varies[a.index()])
            });
        }
        let forms = Self { live, varies };
        let mut nodes = body.ids().filter(|id| forms.live[id.index()]);
        nodes
            .all(|id| match forms.varies[id.index()] {
                true => forms.has_form(body, id),
                // Of no rows nothing is computed, and nothing may fail.
                false => !(may_fail(body, id) || body.op(id).yields_tuple()),
            })
            .then_some(forms)
    }

    /// Whether a node that differs between rows has a form over all of them: numbers, and the
    /// elements of rows that they are computed from.
    fn has_form(&self, body: &Graph, id: NodeId) -> bool {
        let arguments = body.arguments(id);
        let varies = |position: usize| self.varies[arguments[position].index()];
        match body.view(id) {
            OpView::Input(_) | OpView::Reshape(_) | OpView::Slice(_) => true,
            OpView::Scalar(_)
            | OpView::Cast(_)
            | OpView::Select(_)
            | OpView::Sum(_)
            | OpView::StopGradient(_) => body.ty(id).is_scalar(),
            // A number of a table that is the same for all rows.
            OpView::Gather(_) => body.ty(id).is_scalar() && !varies(0),
            OpView::Broadcast(_)
            | OpView::Transpose(_)
            | OpView::Constant(_)
            | OpView::Extent(_)
            | OpView::Iota(_)
            | OpView::Windows(_)
            | OpView::Assemble(_)
            | OpView::Reduce(_)
            | OpView::Cumulate(_)
            | OpView::Sort(_)
            | OpView::ArgSort(_)
            | OpView::Contract(_)
            | OpView::PartAt(_)
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
