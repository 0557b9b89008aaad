//! Adjoints of loops: a loop in the other direction over the stored carried values.

use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Function, Graph, Literal, NodeId};
use graph_ir::ops::{Reduction, Runs, Scan};
use graph_ir::types::Extent;

use super::accumulate::Adjoints;
use super::backward::{Plan, backward_body};
use super::inner::{Asked, Tuple};
use super::undo::Recovered;
use super::{Mark, Primal};
use crate::activity;
use crate::along::goes_along;
use crate::counter::counters;
use crate::derived::Region;
use crate::kept::{Reads, Stored, project, storing};

/// The numbers of captured and carried values of a loop: with its body, they give the meaning of
/// its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    captured: usize,
    carried: usize,
    runs: Runs,
}

impl Shape {
    fn of(scan: &Scan) -> Self {
        Self {
            captured: scan.captured,
            carried: scan.carried,
            runs: scan.runs,
        }
    }
}

impl<'b> Tuple<'_, 'b> {
    /// A loop in the other direction over the stored states; see [`backward_body`].
    pub(super) fn scan(
        &self,
        scan: &Scan,
        adjoints: &mut Adjoints<'b>,
    ) -> Result<Vec<Recovered<'b>>> {
        let own = self.graph.arguments(self.id);
        let (captured, rest) = own.split_at(scan.captured);
        let (carried, stacked) = rest.split_at(scan.carried);
        let state = scan.captured + scan.carried;
        if scan.length == 0 {
            // The carried values are handed through.
            for (&argument, seed) in carried.iter().zip(self.seeds) {
                if let (Some(seed), true) = (seed, self.primal.is_active(argument)) {
                    adjoints.add(argument, *seed);
                }
            }
            let through = self.primal.undo.through(self.graph, self.id).into_iter();
            let last = through.map(|(_, carried)| Ok((carried, self.last(carried)?)));
            return last.collect();
        }
        let plan = self.plan(scan);
        let (region, masked) = self.region(scan, &plan)?;
        let body = self.graph.function(scan.body);
        let contributions = plan.contributions(&body.graph, scan, &region);
        let key = (Shape::of(scan), plan.clone(), masked);
        let backward = self.primal.inner.backward.get(body, key, || {
            backward_body(&body.graph, scan, &plan, &region, &contributions).map(Function::plain)
        })?;

        let stored = self.primal.stored.get(&self.id);
        let counted = stored.and_then(|stored| stored.count);
        let mut arguments: Vec<Wire<'b>> = counted.into_iter().collect();
        arguments.extend(self.present(&plan, 0..scan.captured));
        for &position in &plan.carried {
            arguments.push(self.seed(position)?);
        }
        for (&position, contribution) in plan.captured.iter().zip(&contributions) {
            if contribution.is_carried() {
                let ty = self.graph.ty(captured[position]);
                arguments.push(self.builder.full(ty, 0.0)?);
            }
        }
        for &(position, step) in &plan.counters {
            let first = self.primal.wires[carried[position].index()];
            arguments.push(match scan.runs {
                Runs::All => self.last_count(first, step, &scan.length),
                Runs::While | Runs::Count => first + self.steps(arguments[0], step),
            });
        }
        for &carried in &plan.recovered {
            arguments.push(self.last(carried)?);
        }
        let states = stored.into_iter().flat_map(|stored| &stored.states);
        arguments.extend(states.map(|&(_, wire)| wire));
        arguments.extend(self.present(&plan, state..state + stacked.len()));
        arguments.extend(stored.into_iter().flat_map(|stored| &stored.values));
        for &position in &plan.outputs {
            arguments.push(self.seed(scan.carried + position)?);
        }
        let sums = contributions.iter().filter(|own| own.is_carried()).count();
        let spec = Scan {
            captured: usize::from(counted.is_some()) + plan.present(0..scan.captured).count(),
            carried: plan.carried.len() + sums + plan.counters.len() + plan.recovered.len(),
            // Rows that do not depend on each other are as well taken in their order: the loop can
            // then be one with theirs.
            reverse: scan.reverse == goes_along(&body.graph, scan),
            runs: match scan.runs {
                Runs::All => Runs::All,
                Runs::While | Runs::Count => Runs::Count,
            },
            ..scan.clone()
        };
        let results = self.builder.scan(&backward, &spec, &arguments)?;
        // A row that an iteration hands on stands among the arguments, and equal ones are one.
        let rows = backward.graph.outputs();
        let row = |result: usize| {
            let node = rows[result].node;
            let input = backward.graph.as_input(node);
            match input.filter(|&input| input >= spec.captured + spec.carried) {
                Some(input) => arguments[input],
                None => {
                    let first = (spec.carried..result).find(|&other| rows[other].node == node);
                    results[first.unwrap_or(result)]
                }
            }
        };
        let products = { contributions.iter() }.filter(|own| own.product.is_some());
        let mut factors = results.len() - 2 * products.count()..;
        let mut factor = || factors.next().map(row).ok_or(Error::NotATensor);
        let (of_carried, rest) = results.split_at(plan.carried.len());
        let (sums, rest) = rest.split_at(sums);
        let (recovered, rest) = rest[plan.counters.len()..].split_at(plan.recovered.len());
        let (of_stacked, rest) = rest.split_at(plan.stacked.len());
        let count = contributions.iter().map(|own| 2 * own.updates.len()).sum();
        let (mut updates, terms) = rest.split_at(count);
        let (mut sums, mut terms) = (sums.iter().copied(), terms.iter().copied());
        let mut of_captured = Vec::with_capacity(contributions.len());
        for (&position, contribution) in plan.captured.iter().zip(&contributions) {
            let sum = if contribution.is_carried() {
                sums.next()
            } else if contribution.is_stacked() {
                terms.next().map(sum_of_rows).transpose()?
            } else if let Some(product) = &contribution.product {
                Some(product.sum([factor()?, factor()?], spec.reverse)?)
            } else {
                None
            };
            let (own, others) = updates.split_at(2 * contribution.updates.len());
            updates = others;
            let ty = self.graph.ty(captured[position]);
            of_captured.push(contribution.sum(self.builder, ty, sum, own)?);
        }
        let results = [of_carried, &of_captured, of_stacked].concat();
        for ((input, mark), wire) in plan.receivers(scan, &region.marks).zip(results) {
            // No iteration may have run, and then the seeds are handed through.
            let mark = match scan.runs {
                Runs::All => mark,
                Runs::While | Runs::Count => Mark::Masked,
            };
            if let (Some(adjoint), true) =
                (mark.sensitivity(wire), self.primal.is_active(own[input]))
            {
                adjoints.add(own[input], self.received(adjoint));
            }
        }
        let recovered = plan
            .recovered
            .iter()
            .copied()
            .zip(recovered.iter().copied());
        Ok(recovered.collect())
    }

    /// The arguments that the backward loop takes as they are.
    fn present(&self, plan: &Plan, arguments: Range<usize>) -> impl Iterator<Item = Wire<'b>> {
        let own = self.graph.arguments(self.id);
        let present = plan.present(arguments);
        present.map(|position| self.primal.wires[own[position].index()])
    }

    /// The last version of an array that the loop carries.
    fn last(&self, carried: usize) -> Result<Wire<'b>> {
        let stored = self.primal.stored.get(&self.id);
        if stored.is_some_and(|stored| !stored.is_given) {
            let results = self.primal.wires[self.id.index()];
            return self.builder.project(results, carried);
        }
        let last = project(self.graph, self.id, carried).ok_or(Error::OutOfScope)?;
        Ok(self.primal.wires[last.index()])
    }

    /// The value of a counter in the last iteration; integers wrap around.
    fn last_count(&self, first: Wire<'b>, step: i64, length: &Extent) -> Wire<'b> {
        let steps = length - 1;
        let way = match steps.known_integer() {
            Some(steps) => self.builder.literal(Literal::I64(step.wrapping_mul(steps))),
            None => self.builder.extent(&steps) * self.builder.literal(Literal::I64(step)),
        };
        first + way
    }

    /// The way of a counter from the first iteration to the last of so many.
    fn steps(&self, count: Wire<'b>, step: i64) -> Wire<'b> {
        let one = self.builder.literal(Literal::I64(1));
        (count - one) * self.builder.literal(Literal::I64(step))
    }

    fn plan(&self, scan: &Scan) -> Plan {
        let stored = self.primal.stored.get(&self.id);
        let body = &self.graph.function(scan.body).graph;
        let arguments = self.graph.arguments(self.id).iter();
        let mut active: Vec<bool> = arguments.map(|&a| self.is_asked(a)).collect();
        let state = scan.captured + scan.carried;
        let carried = activity::carried(body, scan, &active);
        active[scan.captured..state].copy_from_slice(&carried);
        let positions = |from: usize, to: usize| -> Vec<usize> {
            (0..to - from).filter(|i| active[from + i]).collect()
        };
        let outputs = self.types.iter().zip(self.seeds).skip(scan.carried);
        let outputs = outputs.map(|(ty, seed)| ty.is_float() && seed.is_some());
        let outputs = outputs.enumerate().filter(|&(_, seeded)| seeded);
        let arguments = self.graph.arguments(self.id).iter().enumerate();
        let absent = arguments.filter_map(|(position, argument)| {
            let wire = self.primal.wires[argument.index()];
            wire.is_same(Wire::poisoned(self.builder))
                .then_some(position)
        });
        Plan {
            captured: positions(0, scan.captured),
            carried: positions(scan.captured, state),
            stacked: positions(state, active.len()),
            outputs: outputs.map(|(position, _)| position).collect(),
            reads: stored
                .map(|stored| stored.reads.clone())
                .unwrap_or_default(),
            states: stored
                .map(|stored| stored.states.iter().map(|&(carried, _)| carried).collect())
                .unwrap_or_default(),
            absent: absent.collect(),
            recovered: stored
                .map(|stored| {
                    stored
                        .reads
                        .undone
                        .iter()
                        .map(|&(_, carried)| carried)
                        .collect()
                })
                .unwrap_or_default(),
            counters: counters(body, scan)
                .into_iter()
                .enumerate()
                .filter_map(|(position, step)| Some((position, step?)))
                .collect(),
        }
    }

    /// The adjoints of the body, for marked seeds where a carried value's adjoint may be an exact
    /// zero in any iteration; whether they are marked.
    fn region(&self, scan: &Scan, plan: &Plan) -> Result<(Region, bool)> {
        let body = self.graph.function(scan.body);
        let make = |masked| {
            let asked = Asked {
                wrt: plan.wrt(scan),
                seeded: plan.seeded(scan),
                masked,
                given: plan.reads.clone(),
                carried: plan.captured.len()..plan.captured.len() + plan.carried.len(),
            };
            self.primal.inner.region(body, &asked)
        };
        let unseeded = |&position: &usize| self.seeds[position].is_none();
        if !self.masked() && !plan.carried.iter().any(unseeded) {
            let region = make(false)?;
            let fed_back = &region.marks[plan.captured.len()..][..plan.carried.len()];
            if scan.length == 1 || fed_back.iter().all(|&mark| mark == Mark::Plain) {
                return Ok((region, false));
            }
        }
        Ok((make(true)?, true))
    }
}

/// The sum over the first axis of an array. The rows become the last axis, along which a sum is
/// formed in lanes.
fn sum_of_rows(rows: Wire<'_>) -> Result<Wire<'_>> {
    let rank = rows.ty()?.shape.rank();
    let permutation: Vec<usize> = (1..rank).chain([0]).collect();
    let columns = rows.builder().transpose(rows, &permutation)?;
    rows.builder().reduce(Reduction::Sum, columns, &[rank - 1])
}

impl<'b> Primal<'b> {
    /// A loop like the original that also stores the values that its backward loop takes. With
    /// what is given of them, it is run through again for what else is read alone.
    pub(super) fn storing_scan(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        scan: &Scan,
        arguments: &[Wire<'b>],
        given: Option<(&Reads, Vec<Wire<'b>>)>,
    ) -> Result<Wire<'b>> {
        if graph.result_types(id).is_empty() {
            return builder.copy_node(graph, id, arguments);
        }
        let body = graph.function(scan.body);
        let (reads, given) = match given {
            Some((reads, values)) => (reads.clone(), values),
            None => (Reads::of(&body.graph, scan), Vec::new()),
        };
        let key = (Shape::of(scan), reads.clone());
        let make = || storing(&body.graph, scan, &reads);
        let storing = self.inner.storing.get(body, key, make)?;
        let (tuple, mut stored) =
            Stored::of(builder, &body.graph, &storing, scan, &reads, arguments)?;
        let kept = stored.kept(&body.graph, scan);
        kept.zip(given).for_each(|(kept, given)| *kept = given);
        self.stored.insert(id, stored);
        Ok(tuple)
    }
}
