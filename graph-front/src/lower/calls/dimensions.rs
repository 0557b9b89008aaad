//! The names of the dimensions of results: a dimension that is one of an operand keeps its name, and
//! dimensions that run together are not two axes.

use super::arguments::Arguments;
use super::builtins::Builtin;
use crate::diagnostics::SourcePlace;
use crate::labels::{Label, Labels};
use crate::lower::Lowerer;
use crate::lower::values::Operand;

/// A dimension of the first operand and one of the second.
type Pair = (usize, usize);

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Whether the dimensions of operands that run together are not two axes; otherwise that is
    /// reported.
    pub(super) fn dimensions_agree(
        &mut self,
        builtin: Builtin,
        name: &str,
        operands: &[Operand<'b, 'e>],
        arguments: &Arguments<'b, 'e>,
        place: SourcePlace,
    ) -> bool {
        let Some((first, others)) = operands.split_first() else {
            return true;
        };
        for other in others {
            let pairs = together(builtin, [first, other], arguments);
            let [own, labels] = [first, other].map(|operand| operand.value.labels());
            let axes = pairs.iter().find_map(|&(a, b)| {
                let (a, b) = (own.get(a)?, labels.get(b)?);
                (a.is_axis() && b.is_axis() && a != b).then_some([a, b])
            });
            if let Some(axes) = axes {
                self.two_axes(name, axes, place, &[first, other]);
                return false;
            }
        }
        true
    }
}

/// The dimensions of two operands that run together.
fn together(
    builtin: Builtin,
    operands: [&Operand<'_, '_>; 2],
    arguments: &Arguments<'_, '_>,
) -> Vec<Pair> {
    let [left, right] = operands.map(rank);
    let each = |count: usize| (0..count).map(|at| (at, at)).collect();
    match builtin {
        Builtin::Dot | Builtin::Cross => each(1),
        Builtin::Matmul if left > 0 && right > 0 => {
            let batch = left.max(right).saturating_sub(2);
            let mut pairs: Vec<Pair> = each(batch);
            pairs.push((left - 1, batch));
            pairs
        }
        Builtin::Concat => {
            let along = single(arguments, 0);
            let mut pairs: Vec<Pair> = each(left.min(right));
            pairs.retain(|&(at, _)| at != along);
            pairs
        }
        _ => Vec::new(),
    }
}

/// The names of the dimensions of the result of a function of tensors.
pub(super) fn labels_of(
    builtin: Builtin,
    operands: &[Operand<'_, '_>],
    arguments: &Arguments<'_, '_>,
) -> Labels {
    let Some(first) = operands.first() else {
        return Labels::default();
    };
    if operands.iter().all(|o| o.value.labels().is_empty()) {
        return Labels::default();
    }
    let (own, count) = (first.value.labels(), rank(first));
    match (builtin, operands) {
        (Builtin::Reduce(..), _) => reduced(&own, count, arguments),
        (Builtin::Composite(composite), _) if composite.drops_axes() => {
            reduced(&own, count, arguments)
        }
        (
            Builtin::Composite(_)
            | Builtin::Cumulate(_)
            | Builtin::Flip
            | Builtin::Sort
            | Builtin::ArgSort
            | Builtin::Tril
            | Builtin::Triu
            | Builtin::StopGradient
            | Builtin::ZerosLike
            | Builtin::OnesLike
            | Builtin::FullLike
            | Builtin::Interpolate
            | Builtin::CubicSpline
            | Builtin::Cross,
            _,
        ) => own,
        (Builtin::Transpose, _) => match arguments.axes() {
            Some(axes) => own.chosen(axes.iter().filter_map(|&axis| usize::try_from(axis).ok())),
            None => own.chosen((0..count).rev()),
        },
        (Builtin::Outer, [_, right]) => own.followed_by(count, &right.value.labels(), rank(right)),
        (Builtin::Matmul, [_, right]) => product(&own, count, right),
        (Builtin::Concat, _) => {
            let along = single(arguments, 0);
            merged(&own, count, operands).only(count, |at| at != along)
        }
        (Builtin::Stack, _) => {
            let mut labels = merged(&own, count, operands).list(count);
            labels.insert(single(arguments, 0).min(count), None);
            Labels::of(labels)
        }
        // Linear algebra: its dimensions stand for themselves.
        _ => Labels::default(),
    }
}

/// The names that are left where some dimensions are reduced.
fn reduced(own: &Labels, rank: usize, arguments: &Arguments<'_, '_>) -> Labels {
    let is_kept = |at: usize| match arguments.axes() {
        Some(axes) => !axes.iter().any(|&axis| usize::try_from(axis) == Ok(at)),
        None => false,
    };
    match arguments.keep() {
        true => own.only(rank, is_kept),
        false => own.chosen((0..rank).filter(|&at| is_kept(at))),
    }
}

/// The names of a product of matrices or vectors, or of stacks of matrices.
fn product(left: &Labels, left_rank: usize, right: &Operand<'_, '_>) -> Labels {
    let (labels, right_rank) = (right.value.labels(), rank(right));
    let batch = left_rank.max(right_rank).saturating_sub(2);
    let mut all: Vec<Option<Label>> = left.list(left_rank.saturating_sub(1));
    all.extend(labels.list(right_rank).into_iter().skip(batch + 1));
    Labels::of(all)
}

/// The names of the dimensions of operands that lie side by side.
fn merged(own: &Labels, count: usize, operands: &[Operand<'_, '_>]) -> Labels {
    let others = operands.iter().skip(1);
    others.fold(own.clone(), |all, other| {
        all.merged(&other.value.labels(), count)
    })
}

fn single(arguments: &Arguments<'_, '_>, default: usize) -> usize {
    let axis = arguments.axes().and_then(|axes| axes.first());
    axis.and_then(|&axis| usize::try_from(axis).ok())
        .unwrap_or(default)
}

fn rank(operand: &Operand<'_, '_>) -> usize {
    operand.value.shape().map_or(0, |shape| shape.rank())
}
