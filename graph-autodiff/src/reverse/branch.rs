//! Adjoints of branches.
//!
//! A side that reads a part of an array at a computed position adds to that part of the array's
//! adjoint. The parts and their positions are results of the backward branch, and are added to
//! zeros after it, as in loops: in a loop around the branch, an iteration would fill a whole array.
//! Where the other side is taken, the position is one behind the array.

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Function, FunctionId, Graph};

use super::accumulate::Adjoints;
use super::inner::{Asked, Tuple};
use super::undo::Recovered;
use super::updates::{Contribution, Place};
use crate::derived::Region;
use crate::kept::project;

/// An adjoint that the sides yield.
enum Yielded {
    /// As a whole.
    Whole,
    /// As the parts that each of the sides adds to it.
    Parts([Vec<Place>; 2]),
}

impl<'b> Tuple<'_, 'b> {
    /// A branch on the same condition, between the adjoints of the two sides.
    pub(super) fn branch(
        &self,
        sides: [FunctionId; 2],
        adjoints: &mut Adjoints<'b>,
    ) -> Result<Vec<Recovered<'b>>> {
        let arguments = self.graph.arguments(self.id);
        let (condition, captured) = (arguments[0], &arguments[1..]);
        let wrt: Vec<usize> = (0..captured.len())
            .filter(|&i| self.is_asked(captured[i]))
            .collect();
        let seeded: Vec<usize> = (0..self.seeds.len())
            .filter(|&i| self.seeds[i].is_some())
            .collect();
        let mut kept = self
            .primal
            .kept
            .get(&self.id)
            .into_iter()
            .flatten()
            .cloned();
        let kept = [0, 1].map(|_| kept.next().unwrap_or_default());
        let side = |own: usize| {
            let function = self.graph.function(sides[own]);
            let asked = Asked {
                wrt: wrt.clone(),
                seeded: seeded.clone(),
                masked: self.masked(),
                given: kept[own].0.clone(),
                carried: 0..wrt.len(),
            };
            self.primal.inner.region(function, &asked)
        };
        let regions = [side(0)?, side(1)?];
        let yielded: Vec<Yielded> = (0..wrt.len()).map(|own| yielded(&regions, own)).collect();
        let through = self.primal.undo.through(self.graph, self.id);
        let mut values = self.wires(captured);
        for &(input, result) in &through {
            let last = project(self.graph, self.id, result).ok_or(Error::OutOfScope)?;
            values[input] = self.primal.wires[last.index()];
        }
        let nothing = Wire::poisoned(self.builder);
        let present: Vec<bool> = values.iter().map(|wire| !wire.is_same(nothing)).collect();
        let mut arguments = values;
        arguments.retain(|wire| !wire.is_same(nothing));
        let given = Given {
            present,
            values: kept.each_ref().map(|(_, values)| values.len()),
        };
        let functions = [
            side_of(&regions, &yielded, &given, 0)?,
            side_of(&regions, &yielded, &given, 1)?,
        ];
        arguments.extend(kept.iter().flat_map(|(_, values)| values));
        arguments.extend(self.seeds.iter().flatten().map(|seed| seed.wire));
        let condition = self.primal.wires[condition.index()];
        let results =
            self.builder
                .branch_to(condition, &arguments, &functions[0], &functions[1])?;
        let mut results = results.into_iter();
        let [then, otherwise] = &regions;
        let marks = then.marks.iter().zip(&*otherwise.marks);
        let marks = marks.map(|(then, otherwise)| then.or(*otherwise));
        for ((&position, mark), yielded) in wrt.iter().zip(marks).zip(&yielded) {
            let ty = self.graph.ty(captured[position]);
            let wire = match yielded {
                Yielded::Whole => results.next(),
                Yielded::Parts(places) => {
                    let sides = places.iter().zip(&regions);
                    let places =
                        sides.flat_map(|(own, region)| own.iter().map(move |own| (own, region)));
                    let mut terms: Vec<Wire<'b>> = Vec::new();
                    for (place, region) in places {
                        // A position that is out of range is reported where it stands.
                        let node = region.function.graph.node(place.node);
                        self.builder.set_site(node.site);
                        let positions = results.by_ref().take(place.axes.len());
                        let positions: Vec<Wire<'b>> = positions.collect();
                        if let Some(part) = results.next() {
                            terms.push(place.added(self.builder, ty, &positions, part)?);
                        }
                    }
                    self.builder.set_site(self.graph.node(self.id).site);
                    Some(match terms[..] {
                        [term] => term,
                        _ => self.builder.sum(&terms, ty)?,
                    })
                }
            };
            if let Some(adjoint) = wire.and_then(|wire| mark.sensitivity(wire)) {
                adjoints.add(captured[position], self.received(adjoint));
            }
        }
        let recovered = through.iter().map(|&(_, result)| result);
        Ok(recovered.zip(results).collect())
    }
}

/// How the sides yield an adjoint: as parts, where they add nothing else to it.
fn yielded(regions: &[Region; 2], own: usize) -> Yielded {
    let contributions = regions.each_ref().map(|region| {
        let graph = &region.function.graph;
        let own = Contribution::of(graph, graph.outputs()[own].node);
        own.without_merged_axes().without_zeros(graph)
    });
    let is_in_parts = contributions.iter().all(|own| own.whole.is_empty());
    match is_in_parts && contributions.iter().any(|own| !own.updates.is_empty()) {
        true => {
            let mut sides = regions.iter().zip(contributions).map(|(region, own)| {
                let graph = &region.function.graph;
                own.updates.iter().map(|own| own.place(graph)).collect()
            });
            Yielded::Parts([0, 1].map(|_| sides.next().unwrap_or_default()))
        }
        false => Yielded::Whole,
    }
}

/// The values that are given to the sides, of which each takes its own.
struct Given {
    /// The inputs before them, and whether they are there.
    present: Vec<bool>,
    /// The number of values of each side.
    values: [usize; 2],
}

/// The function of a side, with parts in the place of the adjoints that are made of them, and with
/// the inputs of both sides.
fn side_of(
    regions: &[Region; 2],
    yielded: &[Yielded],
    given: &Given,
    side: usize,
) -> Result<Arc<Function>> {
    let graph = &regions[side].function.graph;
    let before = given.present.len();
    let takes_all = given.values == [0, 0] && !given.present.contains(&false);
    if takes_all && yielded.iter().all(|own| matches!(own, Yielded::Whole)) {
        return Ok(Arc::clone(&regions[side].function));
    }
    let builder = Builder::new();
    let input = |graph: &Graph, position: usize| {
        let input = &graph.inputs()[position];
        builder.input(&input.name, graph.ty(input.node).clone(), input.kind)
    };
    let mut inputs = Vec::with_capacity(graph.inputs().len());
    inputs.extend(
        given
            .present
            .iter()
            .enumerate()
            .map(|(position, is_there)| match is_there {
                true => input(graph, position),
                false => Wire::poisoned(&builder),
            }),
    );
    for (own, (region, &count)) in regions.iter().zip(&given.values).enumerate() {
        let values = before..before + count;
        let values = values.map(|position| input(&region.function.graph, position));
        let values: Vec<Wire<'_>> = values.collect();
        inputs.extend(values.into_iter().filter(|_| own == side));
    }
    let seeds = before + given.values[side]..graph.inputs().len();
    inputs.extend(seeds.map(|position| input(graph, position)));
    let wires = builder.copy_graph(graph, &inputs)?;
    let (adjoints, recovered) = graph.outputs().split_at(yielded.len());
    for (output, yielded) in adjoints.iter().zip(yielded) {
        let Yielded::Parts(places) = yielded else {
            builder.output("", wires[output.node.index()])?;
            continue;
        };
        for (own, (places, region)) in places.iter().zip(regions).enumerate() {
            let types = &region.function.graph;
            for place in places {
                for (&axis, &position) in place.axes.iter().zip(&place.positions) {
                    builder.output(
                        "",
                        match own == side {
                            true => wires[position.index()],
                            false => {
                                let behind = graph.ty(output.node).shape.count_along(axis);
                                let behind = builder.extent(&behind);
                                builder.spread_to(behind, &types.ty(position).shape)?
                            }
                        },
                    )?;
                }
                let part = place.part;
                builder.output(
                    "",
                    match own == side {
                        true => part.value(wires[part.node.index()]),
                        false => builder.full(types.ty(part.node), 0.0)?,
                    },
                )?;
            }
        }
    }
    for output in recovered {
        builder.output("", wires[output.node.index()])?;
    }
    Ok(Function::plain(builder.finish()?))
}
