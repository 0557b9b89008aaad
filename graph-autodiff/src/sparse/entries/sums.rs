//! Tangents of reductions: the columns of all terms side by side.

use alloc::vec::Vec;

use graph_ir::error::Result;
use graph_ir::graph::NodeId;
use graph_ir::ops::derivative::{Sensitivity, extremum, product_over_axes};
use graph_ir::ops::{Partial, Reduction, positions};
use graph_ir::types::Shape;

use super::Sweep;
use super::bundle::{Bundle, Bundles, wide};
use super::rules;

/// The tangent of a reduction.
pub(super) fn reduce<'b>(
    sweep: &mut Sweep<'_, 'b>,
    id: NodeId,
    reduction: Reduction,
    axes: &[usize],
) -> Result<Option<Bundles<'b>>> {
    let graph = sweep.task.function;
    let operand = graph.arguments(id)[0];
    let value = sweep.value(operand);
    let mut terms = Bundles::default();
    match reduction {
        Reduction::Sum => terms = sweep.tangent(operand).clone(),
        Reduction::Prod => {
            let one = Sensitivity::new(sweep.builder.full(graph.ty(id), 1.0)?);
            let partial = product_over_axes::adjoint(value, axes, one)?.value();
            rules::add_product(sweep, operand, Partial::Times(partial), &mut terms)?;
        }
        _ => {
            let partial = Partial::Where(extremum::mask(reduction, value, axes)?);
            rules::add_product(sweep, operand, partial, &mut terms)?;
        }
    }
    let shape = sweep.shape(operand);
    let mut results = Bundles::default();
    for bundle in terms.iter() {
        if !sweep.spend(bundle.columns.len()) {
            return Ok(None);
        }
        results.add(summed(bundle, shape, axes)?);
    }
    Ok(Some(results))
}

/// The sum over some axes: where all terms have the same columns their derivatives are added, else
/// their columns stand side by side.
pub(super) fn summed<'b>(bundle: &Bundle<'b>, shape: &Shape, axes: &[usize]) -> Result<Bundle<'b>> {
    let (kept, reduced) = positions::split(shape, axes);
    let (kept, reduced) = (kept.to_vec(), reduced.to_vec());
    let width = bundle.width;
    let columns = |from: usize| &bundle.columns[from * width..(from + 1) * width];
    let alike = kept.iter().all(|start| {
        let first = reduced.first().map(|within| columns(start + within));
        { reduced.iter() }.all(|within| Some(columns(start + within)) == first)
    });
    let derivatives = bundle.derivatives;
    if alike && !reduced.is_empty() {
        let first = kept.iter().map(|start| start + reduced[0]);
        return Ok(Bundle {
            columns: bundle.columns_at(&first.collect::<Vec<_>>()),
            width,
            derivatives: derivatives.map(|wire| wire.sum(axes)),
        });
    }
    let builder = derivatives.wire.builder();
    let places = kept
        .iter()
        .flat_map(|start| reduced.iter().map(move |within| start + within));
    let places: Vec<usize> = places.collect();
    let rank = shape.rank();
    let order = (0..rank).filter(|axis| !axes.contains(axis));
    let order = order
        .chain(axes.iter().copied())
        .chain((width != 1).then_some(rank));
    let moved = builder.transpose(derivatives.wire, &order.collect::<Vec<_>>())?;
    let own = shape.filter_axes(|axis| !axes.contains(&axis));
    let width = width * reduced.len();
    let wire = builder.reshape(moved, &wide(&own, width)?)?;
    Ok(Bundle {
        columns: bundle.columns_at(&places),
        width,
        derivatives: Sensitivity {
            wire,
            ..derivatives
        },
    })
}
