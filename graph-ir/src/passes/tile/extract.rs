//! The steps of a plan: passes over rows, and computations between them.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::combine::{Combination, combination, factors, laid_out};
use super::joins::{Rows, joined};
use super::part::{Context, Part};
use super::plan::{Kind, Plan};
use super::rows::{row_axis, rows_of};
use super::{
    Array, ArrayId, Assembly, Branch, Fold, Join, KernelCall, Loop, LoopResult, Once, Operand,
    Origin, Pass, Scatter, Side, Step, Stretch, Terms, TileResult, Tiling,
};
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, NodeId};
use crate::ops::OpView;
use crate::types::{Extent, Type};

/// The computations of a graph on their way to steps.
pub(super) struct Extraction<'g> {
    pub(super) graph: &'g Graph,
    pub(super) plan: &'g Plan,
    /// The numbers of rows of tiles.
    sizes: &'g [usize],
    arrays: Vec<Array>,
    of_nodes: HashMap<NodeId, ArrayId, FxBuildHasher>,
    /// The nodes computed once whose values other steps need, by their stages.
    demanded: BTreeMap<usize, BTreeSet<NodeId>>,
}

/// The results of a pass over rows: of the nodes of one extent and stage.
type Passes<'g> = BTreeMap<usize, Vec<(&'g Extent, Vec<NodeId>)>>;

impl<'g> Extraction<'g> {
    pub(super) fn new(graph: &'g Graph, plan: &'g Plan, sizes: &'g [usize]) -> Self {
        Self {
            graph,
            plan,
            sizes,
            arrays: Vec::new(),
            of_nodes: HashMap::default(),
            demanded: BTreeMap::new(),
        }
    }

    pub(super) fn run(mut self, outputs: &[NodeId]) -> Result<Tiling> {
        for (position, input) in self.graph.inputs().iter().enumerate() {
            let ty = self.graph.ty(input.node).clone();
            let array = self.add(ty, Origin::Input(position), input.node);
            self.of_nodes.insert(input.node, array);
        }
        let outputs: Vec<ArrayId> = outputs.iter().map(|&id| self.array(id)).collect();
        let stages = self.plan.stages.iter().max().map_or(0, |stage| stage + 1);
        // Passes over rows first: they say which values of other computations they need.
        let mut over_rows: Vec<Vec<Step>> = (0..stages).map(|_| Vec::new()).collect();
        for (stage, passes) in self.passes() {
            for (extent, results) in passes {
                let step = self.tiles(extent, stage, &results)?;
                over_rows[stage].push(step);
            }
        }
        for id in self.graph.ids() {
            if let Some(step) = self.by_itself(id) {
                over_rows[self.plan.stage_of(id)].push(step);
            }
        }
        let mut steps: Vec<Step> = Vec::new();
        for (stage, mut after) in over_rows.into_iter().enumerate().rev() {
            after.reverse();
            steps.extend(after);
            let step = self.once(stage)?;
            steps.extend(step);
        }
        steps.reverse();
        Ok(Tiling {
            arrays: self.arrays,
            outputs,
            steps,
            sizes: self.sizes.to_vec(),
        })
    }

    /// The passes over rows, by their stages.
    fn passes(&self) -> Passes<'g> {
        let mut passes = Passes::new();
        for id in self.graph.ids() {
            let stage = self.plan.stage_of(id);
            let extent = match self.plan.of(id) {
                Kind::Terms => {
                    let operand = self.graph.ty(self.graph.arguments(id)[0]);
                    row_axis(operand).map(|(_, extent)| extent)
                }
                Kind::Rows | Kind::Positions | Kind::Window if self.plan.is_kept(id) => {
                    rows_of(self.graph.ty(id))
                }
                _ => None,
            };
            let Some(extent) = extent else { continue };
            let of_stage = passes.entry(stage).or_default();
            match of_stage.iter_mut().find(|(known, _)| *known == extent) {
                Some((_, results)) => results.push(id),
                None => of_stage.push((extent, alloc::vec![id])),
            }
        }
        passes
    }

    /// The step of a node that is a step by itself.
    fn by_itself(&mut self, id: NodeId) -> Option<Step> {
        let graph = self.graph;
        let arguments = graph.arguments(id);
        let (kind, view) = (self.plan.of(id), graph.view(id));
        if let Kind::Assembled(background) = kind
            && let Some(rows) = joined(graph, id)
        {
            return Some(Step::Join(Join {
                stretches: self.stretches(id, &rows),
                array: self.array(id),
                background: *background,
            }));
        }
        if let (Kind::Assembled(background), OpView::Assemble(placement)) = (kind, &view) {
            let pieces = arguments[1..].iter().zip(&placement.pieces);
            let pieces = pieces.map(|(&piece, place)| (self.array(piece), place.clone()));
            return Some(Step::Assemble(Assembly {
                pieces: pieces.collect(),
                array: self.array(id),
                background: *background,
            }));
        }
        if *kind == Kind::Scattered {
            return Some(Step::Scatter(Scatter {
                positions: self.whole(arguments[0]),
                updates: self.array(arguments[1]),
                array: self.array(id),
            }));
        }
        if let Kind::Kernel(kernel) = kind {
            let operands = arguments.iter().map(|&operand| self.array(operand));
            return Some(Step::Kernel(KernelCall {
                operands: operands.collect(),
                array: self.array(id),
                kernel: kernel.clone(),
                site: graph.node(id).site,
            }));
        }
        if let Kind::Block(_) = kind {
            // Its positions are computed before anything reads it.
            self.array(id);
        }
        if !matches!(kind, Kind::Scan | Kind::Branch) {
            return None;
        }
        let inner = self.plan.inner.get(&id)?;
        if let OpView::Branch(_) = view {
            let (condition, captured) = arguments.split_first()?;
            let sides = graph.functions_of(id).zip(inner);
            let sides = sides.map(|(function, tiling)| Side {
                graph: function.graph.clone(),
                tiling: tiling.clone(),
            });
            return Some(Step::Branch(Box::new(Branch {
                condition: self.whole(*condition),
                captured: captured.iter().map(|&id| self.whole(id)).collect(),
                sides: sides.collect::<Vec<_>>().try_into().ok()?,
                results: arrays(&self.results_of(id)),
            })));
        }
        let OpView::Scan(scan) = view else {
            return None;
        };
        let mut carried_results = self.results_of(id);
        let results = carried_results.split_off(scan.carried);
        let (captured, rest) = arguments.split_at(scan.captured);
        let (carried, stacked) = rest.split_at(scan.carried);
        let captured = captured.iter().map(|&id| self.whole(id)).collect();
        let carried = carried.iter().zip(arrays(&carried_results));
        let carried = carried.map(|(&first, last)| (self.whole(first), last));
        let carried = carried.collect();
        Some(Step::Loop(Box::new(Loop {
            body: graph.function(scan.body).graph.clone(),
            tiling: inner.first()?.clone(),
            captured,
            carried,
            stacked: stacked.iter().map(|&id| self.array(id)).collect(),
            results,
            count: scan.length,
            reverse: scan.reverse,
            runs: scan.runs,
        })))
    }

    /// The stretches of an array that no step before has written: pieces, and the gaps between all
    /// of them.
    fn stretches(&mut self, id: NodeId, rows: &[Rows]) -> Vec<Stretch> {
        let shape = &self.graph.ty(id).shape;
        let row = shape.row();
        let mut stretches = Vec::new();
        let mut add = |first: &Extent, end: Extent, from| {
            if *first != end {
                stretches.push(Stretch {
                    first: first * row.count(),
                    end: end * row.count(),
                    from,
                });
            }
        };
        let mut behind = Extent::from(0);
        for own in rows {
            add(&behind, own.first.clone(), None);
            behind = &own.first + &own.count;
            if !self.plan.placed.contains_key(&own.piece) {
                add(&own.first, behind.clone(), Some(self.array(own.piece)));
            }
        }
        add(&behind, shape.count_along(0), None);
        stretches
    }

    /// The results of a loop or a branch, as arrays or as what a loop combines rows to.
    fn results_of(&mut self, id: NodeId) -> Vec<LoopResult> {
        let graph = self.graph;
        let types: Vec<Type> = graph.result_types(id).into_iter().cloned().collect();
        let mut results: Vec<Option<LoopResult>> = alloc::vec![None; types.len()];
        for result in graph.ids().filter(|&other| graph.arguments(other) == [id]) {
            if let OpView::Project(position) = graph.view(result) {
                results[position.0] = Some(self.result(result));
            }
        }
        let results = results.into_iter().zip(types);
        results
            .map(|(known, ty)| {
                known.unwrap_or_else(|| LoopResult::Rows(self.add(ty, Origin::Step, id)))
            })
            .collect()
    }

    fn result(&mut self, result: NodeId) -> LoopResult {
        let graph = self.graph;
        if let Some(fold) = self.plan.folded.get(&result) {
            return LoopResult::Fold(Fold {
                array: self.array(fold.id),
                row: self.add(graph.ty(result).row(), Origin::Step, result),
                reduction: fold.reduction,
                apart: fold.apart,
            });
        }
        LoopResult::Rows(self.array(result))
    }

    /// The array that holds a value.
    pub(super) fn array(&mut self, id: NodeId) -> ArrayId {
        let id = self.plan.origin(id);
        if let Some(&array) = self.of_nodes.get(&id) {
            return array;
        }
        let origin = match self.plan.of(id) {
            Kind::Part(first) => Origin::Part {
                of: self.array(self.graph.arguments(id)[0]),
                first: first.clone(),
            },
            Kind::Block(count) => {
                let (graph, count) = (self.graph, *count);
                let positions = graph.arguments(id)[1..][..count].iter();
                Origin::Block {
                    positions: positions.map(|&position| self.array(position)).collect(),
                    of: self.array(graph.arguments(id)[0]),
                }
            }
            _ => match self.plan.placed.get(&id) {
                Some((of, first)) => Origin::Place {
                    first: first * self.graph.ty(id).shape.row().count(),
                    of: self.array(*of),
                },
                None => Origin::Step,
            },
        };
        if matches!(
            self.plan.of(id),
            Kind::Whole | Kind::Piece | Kind::Constant | Kind::Extent(_)
        ) {
            let stage = self.demanded.entry(self.plan.stage_of(id));
            stage.or_default().insert(id);
        }
        let array = self.add(self.graph.ty(id).clone(), origin, id);
        self.of_nodes.insert(id, array);
        array
    }

    fn add(&mut self, ty: Type, origin: Origin, node: NodeId) -> ArrayId {
        let site = self.graph.node(node).site;
        self.arrays.push(Array { ty, origin, site });
        ArrayId(self.arrays.len() - 1)
    }

    /// A value as a whole, as an operand.
    fn whole(&mut self, id: NodeId) -> Operand {
        match self.plan.of(id) {
            Kind::Extent(extent) => Operand::Extent(extent.clone()),
            _ => Operand::Whole(self.array(id)),
        }
    }

    /// The computation between passes, if there is anything to compute.
    fn once(&mut self, stage: usize) -> Result<Option<Step>> {
        let Some(wanted) = self.demanded.get(&stage) else {
            return Ok(None);
        };
        let wanted: Vec<NodeId> = wanted.iter().copied().collect();
        let builder = Builder::new();
        let mut part = Part::new(self, &builder, Context::Once(stage));
        part.compute(&wanted)?;
        for (number, id) in wanted.iter().enumerate() {
            let wire = part.wires[id];
            builder.output(&alloc::format!("y{number}"), wire)?;
        }
        let inputs = core::mem::take(&mut part.operands);
        drop(part);
        let outputs = wanted.iter().map(|&id| self.array(id)).collect();
        let graph = builder.finish()?;
        Ok(Some(Step::Once(Box::new(Once {
            graph,
            inputs,
            outputs,
        }))))
    }

    /// A pass over rows.
    fn tiles(&mut self, extent: &Extent, stage: usize, wanted: &[NodeId]) -> Result<Step> {
        let (mut inputs, mut graphs) = (Vec::new(), Vec::new());
        for &rows in self.sizes {
            let tile;
            // The inputs are the same for tiles of all sizes.
            (tile, inputs) = self.tile(
                Context::Tiles {
                    extent,
                    stage,
                    rows,
                },
                wanted,
            )?;
            graphs.push(tile);
        }
        let mut results = Vec::with_capacity(wanted.len());
        for &id in wanted {
            let array = self.array(id);
            results.push(match self.combination(id) {
                None => TileResult::Rows(array),
                Some(Combination::Product) => TileResult::Product(array),
                Some(Combination::Scatter) => TileResult::Scatter(array),
                Some(Combination::Terms(reduction, order, count)) => TileResult::Terms(Terms {
                    array,
                    reduction,
                    order,
                    count,
                }),
            });
        }
        Ok(Step::Pass(Pass {
            count: extent.clone(),
            graphs,
            inputs,
            results,
        }))
    }

    /// How a node combines rows.
    fn combination(&self, id: NodeId) -> Option<Combination> {
        let combines = *self.plan.of(id) == Kind::Terms;
        combines.then(|| combination(self.graph, id)).flatten()
    }

    /// The graph of a tile, and its inputs.
    fn tile(&mut self, context: Context<'_>, wanted: &[NodeId]) -> Result<(Graph, Vec<Operand>)> {
        let builder = Builder::new();
        let graph = self.graph;
        let mut part = Part::new(self, &builder, context);
        part.compute(wanted)?;
        let mut outputs: Vec<Wire<'_>> = Vec::with_capacity(wanted.len());
        for &id in wanted {
            let Some(combination) = part.from.combination(id) else {
                outputs.push(part.wires[&id]);
                continue;
            };
            let operands = graph.arguments(id).iter();
            let operands: Vec<Wire<'_>> = operands.map(|a| part.wires[a]).collect();
            match combination {
                Combination::Product => outputs.extend(factors(&builder, graph, id, &operands)?),
                Combination::Scatter => outputs.extend(operands),
                Combination::Terms(_, order, _) => {
                    outputs.push(laid_out(&builder, graph, id, order, &operands)?);
                }
            }
        }
        for (number, output) in outputs.into_iter().enumerate() {
            builder.output(&alloc::format!("y{number}"), output)?;
        }
        let inputs = core::mem::take(&mut part.operands);
        drop(part);
        Ok((builder.finish()?, inputs))
    }
}

fn arrays(results: &[LoopResult]) -> Vec<ArrayId> {
    results.iter().map(LoopResult::array).collect()
}
