//! The tangent of a node.

use alloc::vec::Vec;

use graph_ir::builder::Wire;
use graph_ir::error::Result;
use graph_ir::graph::NodeId;
use graph_ir::ops::derivative::Sensitivity;
use graph_ir::ops::{OpView, Partial, ScalarOp};

use super::bundle::Bundles;
use super::{Sweep, indexing, products, sums, views};

/// The tangent of an active node; `None` where it cannot be taken apart.
pub(super) fn tangent<'b>(sweep: &mut Sweep<'_, 'b>, id: NodeId) -> Result<Option<Bundles<'b>>> {
    let graph = sweep.task.function;
    let arguments = graph.arguments(id);
    Ok(match graph.view(id) {
        OpView::Scalar(op) => Some(scalar(sweep, id, op)?),
        OpView::Sum(_) => {
            let mut sum = Bundles::default();
            let terms = arguments.iter().flat_map(|&a| sweep.tangent(a).iter());
            terms.for_each(|bundle| sum.add(bundle.clone()));
            Some(sum)
        }
        OpView::Select(_) => Some(select(sweep, id)?),
        OpView::Cast(_) => {
            let element = graph.ty(id).element;
            Some(each(sweep, arguments[0], |t| {
                let wire = sweep.builder.cast(t.wire, element)?;
                Ok(Some(Sensitivity { wire, ..t }))
            })?)
        }
        OpView::Reshape(_)
        | OpView::Broadcast(_)
        | OpView::Transpose(_)
        | OpView::Slice(_)
        | OpView::Windows(_) => views::view(sweep, id)?,
        OpView::Assemble(placement) => views::assemble(sweep, id, &placement)?,
        OpView::Reduce(reduce) => sums::reduce(sweep, id, reduce.reduction, &reduce.axes)?,
        OpView::Contract(spec) => products::contract(sweep, id, &spec)?,
        OpView::Gather(gather) => indexing::gather(sweep, id, gather.axis)?,
        OpView::ScatterAdd(scatter) => indexing::scatter(sweep, id, scatter.axis)?,
        OpView::Input(_)
        | OpView::Constant(_)
        | OpView::Extent(_)
        | OpView::Iota(_)
        | OpView::StopGradient(_)
        | OpView::Cumulate(_)
        | OpView::PartAt(_)
        | OpView::Replace(_)
        | OpView::Sort(_)
        | OpView::ArgSort(_)
        | OpView::Composite(_)
        | OpView::Algebra(_)
        | OpView::Project(_)
        | OpView::Branch(_)
        | OpView::Scan(_)
        | OpView::Call(_)
        | OpView::External(_) => None,
    })
}

/// A step on all derivatives of a node.
pub(super) fn each<'b>(
    sweep: &Sweep<'_, 'b>,
    of: NodeId,
    step: impl Fn(Sensitivity<'b>) -> Result<Option<Sensitivity<'b>>>,
) -> Result<Bundles<'b>> {
    let mut results = Bundles::default();
    for bundle in sweep.tangent(of).iter() {
        if let Some(derivatives) = step(bundle.derivatives)? {
            results.add(bundle.with(derivatives));
        }
    }
    Ok(results)
}

/// Adds the tangent of an operand, times the partial derivative by it.
pub(super) fn add_product<'b>(
    sweep: &Sweep<'_, 'b>,
    of: NodeId,
    partial: Partial<'b>,
    results: &mut Bundles<'b>,
) -> Result<()> {
    for bundle in sweep.tangent(of).iter() {
        let partial = spread(partial, |wire| bundle.spread(wire))?;
        if let Some(derivatives) = bundle.derivatives.through(partial) {
            results.add(bundle.with(derivatives));
        }
    }
    Ok(())
}

fn scalar<'b>(sweep: &Sweep<'_, 'b>, id: NodeId, op: ScalarOp) -> Result<Bundles<'b>> {
    let arguments = sweep.task.function.arguments(id);
    let values: Vec<Wire<'b>> = arguments.iter().map(|&a| sweep.value(a)).collect();
    let mut results = Bundles::default();
    for (&argument, partial) in arguments.iter().zip(op.partials(&values, sweep.value(id))) {
        add_product(sweep, argument, partial, &mut results)?;
    }
    Ok(results)
}

/// A partial derivative, with its factor or condition repeated.
fn spread<'b>(
    partial: Partial<'b>,
    spread: impl Fn(Wire<'b>) -> Result<Wire<'b>>,
) -> Result<Partial<'b>> {
    Ok(match partial {
        Partial::Zero | Partial::One | Partial::MinusOne => partial,
        Partial::Times(factor) => Partial::Times(spread(factor)?),
        Partial::Where(condition) => Partial::Where(spread(condition)?),
        Partial::WhereNot(condition) => Partial::WhereNot(spread(condition)?),
        Partial::Masked(factor) => Partial::Masked(spread(factor)?),
        Partial::Guarded(factor) => Partial::Guarded(spread(factor)?),
        Partial::Unbounded(factor) => Partial::Unbounded(spread(factor)?),
    })
}

fn select<'b>(sweep: &Sweep<'_, 'b>, id: NodeId) -> Result<Bundles<'b>> {
    let arguments = sweep.task.function.arguments(id);
    let condition = sweep.value(arguments[0]);
    let mut results = Bundles::default();
    let sides = [Partial::Where(condition), Partial::WhereNot(condition)];
    for (&side, partial) in arguments[1..].iter().zip(sides) {
        add_product(sweep, side, partial, &mut results)?;
    }
    Ok(results)
}
