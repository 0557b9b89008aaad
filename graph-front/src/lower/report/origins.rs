//! Axes of arrays that come from the same value: the axis of the larger one along which each axis
//! of the smaller one runs.
//!
//! Where extents are equal, they do not say whether `sum(a, axis = 1)` has an element for each row
//! of `a` or for each column. The nodes that compute it do.

use std::collections::BTreeMap;

use graph_ir::graph::NodeId;
use graph_ir::ops::OpView;
use graph_ir::{Shape, Wire};

use crate::lower::Lowerer;

/// How many nodes are looked at: what is computed from one array lies close to it in most bodies.
const MOST_NODES: usize = 256;
/// In how many ways the axes of an array may come from those of another.
const MOST_WAYS: usize = 4;

/// For each axis of an array, the axis that it is of another one.
type Axes = Vec<Option<usize>>;

/// A node of the graph under construction that surrounds so many others: a value has a greater key
/// than those that it is computed from.
type Key = (usize, NodeId);

/// Where the axes of the smaller and of the larger array come from, in a value that both are
/// computed from.
#[derive(Default)]
struct Ways {
    smaller: Vec<Axes>,
    larger: Vec<Axes>,
}

impl<'b> Lowerer<'b, '_> {
    /// The axis of the larger array along which each axis of the smaller one runs, where the value
    /// nearest to both that they are computed from says so.
    pub(super) fn axes_within(&self, smaller: Wire<'b>, larger: Wire<'b>) -> Option<Axes> {
        let own = |wire: Wire<'b>| Some((0..wire.ty().ok()?.shape.rank()).map(Some).collect());
        let mut open: BTreeMap<Key, (Wire<'b>, Ways)> = BTreeMap::new();
        self.enter(
            &mut open,
            smaller,
            Ways {
                smaller: vec![own(smaller)?],
                ..Ways::default()
            },
        )?;
        self.enter(
            &mut open,
            larger,
            Ways {
                larger: vec![own(larger)?],
                ..Ways::default()
            },
        )?;
        for _ in 0..MOST_NODES {
            let (_, (wire, ways)) = open.pop_last()?;
            if let Some(met) = met(&ways) {
                return met;
            }
            for (operand, from) in self.axes_of_operands(wire) {
                let within =
                    |ways: &[Axes]| ways.iter().filter_map(|own| behind(own, &from)).collect();
                let ways = Ways {
                    smaller: within(&ways.smaller),
                    larger: within(&ways.larger),
                };
                if !ways.smaller.is_empty() || !ways.larger.is_empty() {
                    self.enter(&mut open, operand, ways)?;
                }
            }
        }
        None
    }

    /// Adds ways to those of a value.
    fn enter(
        &self,
        open: &mut BTreeMap<Key, (Wire<'b>, Ways)>,
        wire: Wire<'b>,
        ways: Ways,
    ) -> Option<()> {
        let wire = self.builder.captured(wire);
        let key = (self.builder.depth_of(wire).ok()?, wire.node());
        let (_, own) = open.entry(key).or_insert_with(|| (wire, Ways::default()));
        for (own, more) in [
            (&mut own.smaller, ways.smaller),
            (&mut own.larger, ways.larger),
        ] {
            for way in more {
                if own.len() < MOST_WAYS && !own.contains(&way) {
                    own.push(way);
                }
            }
        }
        Some(())
    }

    /// The operands whose axes a value has, and for each axis of the value the operand's.
    fn axes_of_operands(&self, wire: Wire<'b>) -> Vec<(Wire<'b>, Axes)> {
        let (Some(view), Ok(ty)) = (self.builder.view_of(wire), wire.ty()) else {
            return Vec::new();
        };
        let operands = self.builder.arguments_of(wire);
        if let OpView::Project(result) = view {
            return self.rows_of_operands(&operands, result.0, ty.shape.rank());
        }
        let operands = operands.into_iter().enumerate();
        let axes = operands.filter_map(|(position, operand)| {
            let own = operand.ty().ok()?.shape;
            Some((operand, axes_of_operand(&view, position, &own, &ty.shape)?))
        });
        axes.collect()
    }

    /// [`Self::axes_of_operands`] of a result of a loop: what iterations yield is stacked as the
    /// rows are that they read.
    fn rows_of_operands(
        &self,
        tuple: &[Wire<'b>],
        result: usize,
        rank: usize,
    ) -> Vec<(Wire<'b>, Axes)> {
        let Some(&tuple) = tuple.first() else {
            return Vec::new();
        };
        let Some(OpView::Scan(scan)) = self.builder.view_of(tuple) else {
            return Vec::new();
        };
        if result < scan.carried {
            return Vec::new();
        }
        let rows = self
            .builder
            .arguments_of(tuple)
            .into_iter()
            .skip(scan.captured + scan.carried);
        let first = |axis: usize| (axis == 0).then_some(0);
        rows.map(|row| (row, (0..rank).map(first).collect()))
            .collect()
    }
}

/// The axes that a value tells of two arrays that are computed from it: nothing where only one is, no
/// axes where both are in several ways.
fn met(ways: &Ways) -> Option<Option<Axes>> {
    let mut found: Vec<Axes> = Vec::new();
    for smaller in &ways.smaller {
        for larger in &ways.larger {
            let place = |axis: &Option<usize>| {
                axis.and_then(|axis| larger.iter().position(|own| *own == Some(axis)))
            };
            let axes: Axes = smaller.iter().map(place).collect();
            if axes.iter().any(Option::is_some) && !found.contains(&axes) {
                found.push(axes);
            }
        }
    }
    let first = found.pop()?;
    Some(found.is_empty().then_some(first))
}

/// The axes of an array in the operand of a value that it is computed from.
fn behind(own: &Axes, from: &Axes) -> Option<Axes> {
    let axes: Axes = own
        .iter()
        .map(|axis| axis.and_then(|axis| from.get(axis).copied()?))
        .collect();
    axes.iter().any(Option::is_some).then_some(axes)
}

/// For each axis of a result the axis of an operand that it is; `None` where the operator keeps
/// none.
fn axes_of_operand(
    view: &OpView,
    position: usize,
    operand: &Shape,
    result: &Shape,
) -> Option<Axes> {
    let same = || Some((0..result.rank()).map(Some).collect());
    let without = |dropped: &[usize]| {
        Some(
            (0..operand.rank())
                .filter(|axis| !dropped.contains(axis))
                .map(Some)
                .collect(),
        )
    };
    match view {
        OpView::Scalar(_)
        | OpView::Cast(_)
        | OpView::Select(_)
        | OpView::Sum(_)
        | OpView::StopGradient(_)
        | OpView::Slice(_)
        | OpView::Cumulate(_)
        | OpView::Sort(_)
        | OpView::ArgSort(_) => same(),
        OpView::Replace(_) if position == 0 => same(),
        OpView::Broadcast(own) => {
            let axis = |axis| own.axes.iter().position(|to| *to == axis);
            Some((0..result.rank()).map(axis).collect())
        }
        OpView::Transpose(own) => Some(own.permutation.iter().copied().map(Some).collect()),
        OpView::Reshape(_) => reshaped(operand, result),
        OpView::Reduce(own) => without(&own.axes),
        OpView::Composite(_) if operand.rank() == result.rank() => same(),
        OpView::Composite(own) => without(&own.axes),
        OpView::PartAt(own) if position == 0 => without(&own.axes),
        OpView::Contract(own) => {
            let batch = own.batch.len();
            let mut axes = vec![None; result.rank()];
            for (place, &(left, right)) in axes.iter_mut().zip(&own.batch) {
                *place = Some([left, right][position.min(1)]);
            }
            let (free, start) = match position {
                0 => (own.left_free(operand.rank()), batch),
                _ => {
                    let free = own.right_free(operand.rank());
                    let start = result.rank().saturating_sub(free.len());
                    (free, start)
                }
            };
            for (place, axis) in axes.iter_mut().skip(start).zip(free) {
                *place = Some(axis);
            }
            Some(axes)
        }
        OpView::Gather(own) if position == 0 => {
            let more = result.rank() + 1 - operand.rank();
            let axis = |axis: usize| match axis {
                before if before < own.axis => Some(before),
                within if within < own.axis + more => None,
                behind => Some(behind + 1 - more),
            };
            Some((0..result.rank()).map(axis).collect())
        }
        OpView::Input(_)
        | OpView::Constant(_)
        | OpView::Extent(_)
        | OpView::Iota(_)
        | OpView::Windows(_)
        | OpView::Assemble(_)
        | OpView::Gather(_)
        | OpView::PartAt(_)
        | OpView::ScatterAdd(_)
        | OpView::Replace(_)
        | OpView::Algebra(_)
        | OpView::Project(_)
        | OpView::Branch(_)
        | OpView::Scan(_)
        | OpView::Call(_)
        | OpView::External(_) => None,
    }
}

/// The axes of an array whose shape has more or fewer extents of 1, and the same others.
fn reshaped(operand: &Shape, result: &Shape) -> Option<Axes> {
    let long = |shape: &Shape| -> Vec<usize> {
        (0..shape.rank())
            .filter(|&axis| shape.count_along(axis) != 1)
            .collect()
    };
    let (from, to) = (long(operand), long(result));
    let mut pairs = from.iter().zip(&to);
    let is_kept = from.len() == to.len()
        && pairs.all(|(&from, &to)| operand.count_along(from) == result.count_along(to));
    let axis = |axis| Some(from[to.iter().position(|own| *own == axis)?]);
    is_kept.then(|| (0..result.rank()).map(axis).collect())
}
