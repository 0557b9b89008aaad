//! The body of a backward loop, and what of the loop it is about.

use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::{Graph, InputKind, Literal, NodeId, Output};
use graph_ir::ops::{Runs, Scan};
use graph_ir::passes::MOST_APART;
use graph_ir::types::{Element, Type};

use super::Mark;
use super::in_place::in_place;
use super::updates::Contribution;
use crate::along::goes_along;
use crate::derived::Region;
use crate::kept::Reads;
use crate::{ADJOINT, derived_name};

/// Which of a loop's values have adjoints: positions among its captured values, carried values,
/// stacked inputs and stacked outputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Plan {
    pub(super) captured: Vec<usize>,
    pub(super) carried: Vec<usize>,
    pub(super) stacked: Vec<usize>,
    pub(super) outputs: Vec<usize>,
    /// The nodes of the body whose values are kept.
    pub(super) reads: Reads,
    /// The carried values that are kept.
    pub(super) states: Vec<usize>,
    /// The arguments whose values are not there.
    pub(super) absent: Vec<usize>,
    /// The carried arrays that the backward loop recovers, and carries.
    pub(super) recovered: Vec<usize>,
    /// The carried values that are counters, and by how much an iteration moves them.
    pub(super) counters: Vec<(usize, i64)>,
}

impl Plan {
    /// The arguments whose values are there.
    pub(super) fn present(&self, arguments: Range<usize>) -> impl Iterator<Item = usize> {
        arguments.filter(|position| !self.absent.contains(position))
    }

    /// All of the body's inputs that have adjoints.
    pub(super) fn wrt(&self, scan: &Scan) -> Vec<usize> {
        let carried = self.carried.iter().map(|i| scan.captured + i);
        let stacked = self.stacked.iter();
        let stacked = stacked.map(|i| scan.captured + scan.carried + i);
        let captured = self.captured.iter().copied();
        captured.chain(carried).chain(stacked).collect()
    }

    /// The adjoints of the captured values that one iteration computes. Parts of arrays, and the
    /// factors of outer products, are stacked if all iterations run; there may be far fewer
    /// iterations than slices otherwise.
    ///
    /// The other terms of a loop whose rows are taken in their order are stacked as well, if they are
    /// few enough to be added up in lanes, while the loop runs.
    pub(super) fn contributions(
        &self,
        body: &Graph,
        scan: &Scan,
        region: &Region,
    ) -> Vec<Contribution> {
        let graph = &region.function.graph;
        let outputs = graph.outputs().iter().take(self.captured.len());
        let contribution = |output: &Output| match scan.runs {
            Runs::All => Contribution::of(graph, output.node).with_merged_axes(graph),
            Runs::While | Runs::Count => Contribution::whole(output.node),
        };
        let all: Vec<Contribution> = outputs.clone().map(contribution).collect();
        let sizes = all.iter().zip(outputs);
        let mut sizes = sizes
            .filter(|(own, _)| own.has_terms())
            .map(|(_, output)| graph.ty(output.node).shape.count().known());
        let terms = sizes.try_fold(0_usize, |sum, size| Some(sum.saturating_add(size?)));
        let are_few = terms.is_some_and(|terms| terms <= MOST_APART);
        let all = all.into_iter();
        match scan.runs {
            Runs::All if are_few && goes_along(body, scan) => {
                all.map(Contribution::by_rows).collect()
            }
            Runs::All => all.map(|own| own.with_product(graph)).collect(),
            Runs::While | Runs::Count => all.collect(),
        }
    }

    /// All of the body's outputs that have adjoints.
    pub(super) fn seeded(&self, scan: &Scan) -> Vec<usize> {
        let outputs = self.outputs.iter().map(|i| scan.carried + i);
        self.carried.iter().copied().chain(outputs).collect()
    }

    /// The arguments of the loop whose adjoints the backward loop yields, with their marks; `marks`
    /// are those of [`Self::wrt`].
    pub(super) fn receivers(
        &self,
        scan: &Scan,
        marks: &[Mark],
    ) -> impl Iterator<Item = (usize, Mark)> {
        let all = self.wrt(scan).into_iter().zip(marks.iter().copied());
        let all: Vec<(usize, Mark)> = all.collect();
        let (captured, rest) = all.split_at(self.captured.len());
        let (carried, stacked) = rest.split_at(self.carried.len());
        [carried, captured, stacked].concat().into_iter()
    }
}

/// The body of the backward loop. It captures the number of iterations of a loop that ends by a
/// condition, and what the loop captures, carries the adjoints of the carried values, the sums of
/// the captured values' adjoints, the counters and the arrays that it recovers, takes the states,
/// the inputs' slices, the kept elements and the outputs' seeds of one iteration, and yields the
/// inputs' adjoints, the updates of captured values' adjoints, the terms that are stacked and the
/// factors of outer products. Arguments that are not there are left out.
pub(super) fn backward_body(
    body: &Graph,
    scan: &Scan,
    plan: &Plan,
    region: &Region,
    contributions: &[Contribution],
) -> Result<Graph> {
    let builder = Builder::new();
    let types: Vec<Type> = body.input_types().cloned().collect();
    let results: Vec<Type> = body.output_types().cloned().collect();
    let name = |position: usize| &*body.inputs()[position].name;
    let named = |name: &str, ty: &Type| builder.input(name, ty.clone(), InputKind::Independent);
    let value = |position: usize| named(name(position), &types[position]);
    let adjoint = |position: usize| named(&derived_name(ADJOINT, name(position)), &types[position]);
    let state = scan.captured + scan.carried;
    if scan.runs == Runs::While {
        named("", &Type::scalar(Element::I64));
    }
    let present = |position: usize| match plan.absent.contains(&position) {
        true => Wire::poisoned(&builder),
        false => value(position),
    };
    let captured: Vec<Wire<'_>> = (0..scan.captured).map(present).collect();
    let carried = plan.carried.iter().map(|&i| adjoint(scan.captured + i));
    let carried: Vec<Wire<'_>> = carried.collect();
    let sums = plan.captured.iter().zip(contributions);
    let sums = sums.filter(|(_, contribution)| contribution.is_carried());
    let sums: Vec<Wire<'_>> = sums.map(|(&i, _)| adjoint(i)).collect();
    let counts = plan.counters.iter();
    let counts = counts.map(|&(i, _)| value(scan.captured + i));
    let counts: Vec<Wire<'_>> = counts.collect();
    let value_of = |&carried: &usize| value(scan.captured + carried);
    let arrays: Vec<Wire<'_>> = plan.recovered.iter().map(value_of).collect();
    let kept: Vec<Wire<'_>> = plan.states.iter().map(value_of).collect();
    let mut states = alloc::vec![Wire::poisoned(&builder); scan.carried];
    let counters = plan.counters.iter().map(|(carried, _)| carried);
    let known = counters.zip(&counts);
    let known = known.chain(plan.recovered.iter().zip(&arrays));
    for (&carried, &wire) in known.chain(plan.states.iter().zip(&kept)) {
        states[carried] = wire;
    }
    let slices: Vec<Wire<'_>> = (state..types.len()).map(present).collect();
    let reads = plan.reads.types(body)?;
    let reads: Vec<Wire<'_>> = reads.iter().map(|ty| named("", ty)).collect();
    let outputs = plan
        .outputs
        .iter()
        .map(|&i| named(ADJOINT, &results[scan.carried + i]));
    let outputs: Vec<Wire<'_>> = outputs.collect();

    let arguments = [captured, states, slices, reads, carried, outputs].concat();
    let region = &region.function.graph;
    let wires = builder.copy_graph(region, &arguments)?;
    let adjoints: Vec<NodeId> = region.outputs().iter().map(|o| o.node).collect();
    let (_, rest) = adjoints.split_at(plan.captured.len());
    let (of_carried, rest) = rest.split_at(plan.carried.len());
    let (of_stacked, recovered) = rest.split_at(plan.stacked.len());
    for node in of_carried {
        builder.output("", wires[node.index()])?;
    }
    let carried = contributions.iter().filter(|own| own.is_carried());
    for (&sum, contribution) in sums.iter().zip(carried) {
        let term = contribution.term(&builder, region, &wires, &sum.ty()?)?;
        builder.output("", sum + term)?;
    }
    for (&count, &(_, step)) in counts.iter().zip(&plan.counters) {
        let back = builder.literal(Literal::I64(step.wrapping_neg()));
        builder.output("", count + back)?;
    }
    for node in recovered {
        builder.output("", wires[node.index()])?;
    }
    let updates = contributions.iter().flat_map(|own| &own.updates);
    let of_stacked = of_stacked.iter().map(|node| wires[node.index()]);
    for wire in of_stacked {
        builder.output("", wire)?;
    }
    for update in updates {
        builder.output("", update.positions(&builder, region, &wires)?)?;
        let parts = update.parts;
        builder.output("", parts.value(wires[parts.node.index()]))?;
    }
    let stacked = plan.captured.iter().zip(contributions);
    for (&position, contribution) in stacked.filter(|(_, own)| own.is_stacked()) {
        let term = contribution.term(&builder, region, &wires, &types[position])?;
        builder.output("", term)?;
    }
    for product in contributions.iter().filter_map(|own| own.product.as_ref()) {
        for factor in product.factors(&wires) {
            builder.output("", factor)?;
        }
    }
    let sums = plan.carried.len()..plan.carried.len() + sums.len();
    in_place(builder.finish()?, sums)
}
