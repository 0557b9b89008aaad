//! Adjoints of loops: a loop in the other direction over the stored carried values.

use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Function, Graph, InputKind, Literal, NodeId, Output};
use graph_ir::ops::{Runs, Scan};
use graph_ir::types::{Element, Extent, Type};

use super::accumulate::Adjoints;
use super::in_place::in_place;
use super::inner::{Asked, Tuple};
use super::undo::Recovered;
use super::updates::Contribution;
use super::{Mark, Primal};
use crate::activity;
use crate::counter::counters;
use crate::derived::Region;
use crate::kept::{Reads, Stored, project, storing};
use crate::{ADJOINT, derived_name};

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
        let contributions = plan.contributions(scan, &region);
        let body = self.graph.function(scan.body);
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
            reverse: !scan.reverse,
            runs: match scan.runs {
                Runs::All => Runs::All,
                Runs::While | Runs::Count => Runs::Count,
            },
            ..scan.clone()
        };
        let results = self.builder.scan(&backward, &spec, &arguments)?;
        let (of_carried, rest) = results.split_at(plan.carried.len());
        let (sums, rest) = rest.split_at(sums);
        let (recovered, rest) = rest[plan.counters.len()..].split_at(plan.recovered.len());
        let (of_stacked, mut updates) = rest.split_at(plan.stacked.len());
        let mut sums = sums.iter().copied();
        let mut of_captured = Vec::with_capacity(contributions.len());
        for (&position, contribution) in plan.captured.iter().zip(&contributions) {
            let carried = contribution.is_carried().then(|| sums.next()).flatten();
            let (own, others) = updates.split_at(2 * contribution.updates.len());
            updates = others;
            let ty = self.graph.ty(captured[position]);
            of_captured.push(contribution.sum(self.builder, ty, carried, own)?);
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

/// Which of a loop's values have adjoints: positions among its captured values, carried values,
/// stacked inputs and stacked outputs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Plan {
    captured: Vec<usize>,
    carried: Vec<usize>,
    stacked: Vec<usize>,
    outputs: Vec<usize>,
    /// The nodes of the body whose values are kept.
    reads: Reads,
    /// The carried values that are kept.
    states: Vec<usize>,
    /// The arguments whose values are not there.
    absent: Vec<usize>,
    /// The carried arrays that the backward loop recovers, and carries.
    recovered: Vec<usize>,
    /// The carried values that are counters, and by how much an iteration moves them.
    counters: Vec<(usize, i64)>,
}

impl Plan {
    /// The arguments whose values are there.
    fn present(&self, arguments: Range<usize>) -> impl Iterator<Item = usize> {
        arguments.filter(|position| !self.absent.contains(position))
    }

    /// All of the body's inputs that have adjoints.
    fn wrt(&self, scan: &Scan) -> Vec<usize> {
        let carried = self.carried.iter().map(|i| scan.captured + i);
        let stacked = self.stacked.iter();
        let stacked = stacked.map(|i| scan.captured + scan.carried + i);
        let captured = self.captured.iter().copied();
        captured.chain(carried).chain(stacked).collect()
    }

    /// The adjoints of the captured values that one iteration computes. Parts of arrays are stacked
    /// if all iterations run; there may be far fewer iterations than slices otherwise.
    fn contributions(&self, scan: &Scan, region: &Region) -> Vec<Contribution> {
        let region = &region.function.graph;
        let outputs = region.outputs().iter().take(self.captured.len());
        let contribution = |output: &Output| match scan.runs {
            Runs::All => Contribution::of(region, output.node).with_merged_axes(region),
            Runs::While | Runs::Count => Contribution::whole(output.node),
        };
        outputs.map(contribution).collect()
    }

    /// All of the body's outputs that have adjoints.
    fn seeded(&self, scan: &Scan) -> Vec<usize> {
        let outputs = self.outputs.iter().map(|i| scan.carried + i);
        self.carried.iter().copied().chain(outputs).collect()
    }

    /// The arguments of the loop whose adjoints the backward loop yields, with their marks; `marks`
    /// are those of [`Self::wrt`].
    fn receivers(&self, scan: &Scan, marks: &[Mark]) -> impl Iterator<Item = (usize, Mark)> {
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
/// inputs' adjoints and the updates of captured values' adjoints. Arguments that are not there are
/// left out.
fn backward_body(
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
        let terms = contribution.whole.iter();
        let terms: Vec<Wire<'_>> = terms
            .map(|term| term.value(wires[term.node.index()]))
            .collect();
        let term = match terms[..] {
            [term] => term,
            _ => builder.sum(&terms, &sum.ty()?)?,
        };
        if let Some(term) = contribution.whole.last() {
            builder.set_site(region.node(term.node).site);
        }
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
    let sums = plan.carried.len()..plan.carried.len() + sums.len();
    in_place(builder.finish()?, sums)
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
