//! The loops of a plan.

use alloc::vec::Vec;

use super::plan::{Plan, Way};
use super::row::Row;
use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Function, FunctionId, Graph, InputKind, NodeId};
use crate::ops::{Op, OpView, Reduction, Runs, ScalarOp, Scan};
use crate::passes::rewrite::begun;
use crate::passes::tile::lines::along_lines;
use crate::types::Extent;

/// The graph with the loops of a plan.
///
/// # Errors
/// Those of the builder.
pub(super) fn with_loops(graph: &Graph, plan: &Plan) -> Result<Graph> {
    let builder = Builder::new();
    let mut loops = Loops {
        builder: &builder,
        graph,
        plan,
        wires: begun(&builder, graph),
    };
    loops.run()?;
    drop(loops);
    builder.finish()
}

/// The graph with loops under construction.
struct Loops<'p, 'g, 'b> {
    builder: &'b Builder,
    graph: &'g Graph,
    plan: &'p Plan,
    wires: Vec<Option<Wire<'b>>>,
}

impl<'b> Loops<'_, '_, 'b> {
    fn run(&mut self) -> Result<()> {
        let (builder, graph) = (self.builder, self.graph);
        let stages = self.plan.stages.iter().max().map_or(0, |last| last + 1);
        let mut by_stage: Vec<Vec<NodeId>> = alloc::vec![Vec::new(); stages];
        for id in graph.ids() {
            by_stage[self.plan.stages[id.index()]].push(id);
        }
        for (stage, nodes) in by_stage.into_iter().enumerate() {
            let (in_loops, others): (Vec<NodeId>, Vec<NodeId>) =
                nodes.into_iter().partition(|&id| self.plan.in_loop(id));
            for id in others {
                if !matches!(graph.op(id), Op::Input(_)) {
                    builder.set_site(graph.node(id).site);
                    let wire = self.elsewhere(id)?;
                    self.wires[id.index()] = Some(wire);
                }
            }
            let mut loops: Vec<(&Extent, Vec<NodeId>)> = Vec::new();
            for id in in_loops {
                let is_result =
                    self.plan.kept[id.index()] || self.plan.ways[id.index()] == Way::Carried;
                let Some(own) = self.plan.count(graph, id).filter(|_| is_result) else {
                    continue;
                };
                match loops.iter_mut().find(|(count, _)| *count == own) {
                    Some((_, results)) => results.push(id),
                    None => loops.push((own, alloc::vec![id])),
                }
            }
            for (count, results) in loops {
                self.rows(count, stage, &results)?;
            }
        }
        for effect in graph.effects() {
            builder.copy_effect(effect, |id| self.wire(id))?;
        }
        for output in graph.outputs() {
            builder.output(&output.name, self.wire(output.node))?;
        }
        Ok(())
    }

    fn wire(&self, id: NodeId) -> Wire<'b> {
        self.wires[id.index()].unwrap_or_else(|| Wire::poisoned(self.builder))
    }

    /// A node that no loop computes.
    fn elsewhere(&self, id: NodeId) -> Result<Wire<'b>> {
        let (builder, graph) = (self.builder, self.graph);
        let arguments = graph.arguments(id).iter();
        let arguments: Vec<Wire<'b>> = arguments.map(|&id| self.wire(id)).collect();
        if self.plan.ways[id.index()] != Way::Flat {
            return builder.copy_node(graph, id, &arguments);
        }
        along_lines(builder, graph, id, &arguments)
    }

    /// A loop over rows, whose results are nodes.
    fn rows(&mut self, count: &Extent, stage: usize, results: &[NodeId]) -> Result<()> {
        let (builder, graph) = (self.builder, self.graph);
        let is_carried = |id: &&NodeId| self.plan.ways[id.index()] == Way::Carried;
        let (carried, kept): (Vec<NodeId>, Vec<NodeId>) = results.iter().partition(is_carried);
        let body = Builder::new();
        body.continue_graph(graph);
        let mut row = Row::new((graph, self.plan), &body, count, stage);
        row.find(results);
        row.capture()?;
        let firsts = carried.iter().map(|&id| self.first(id));
        let firsts: Vec<Wire<'b>> = firsts.collect::<Result<_>>()?;
        let sums: Vec<Wire<'_>> = carried
            .iter()
            .map(|&id| body.input("", graph.ty(id).clone(), InputKind::Dynamic))
            .collect();
        row.stack();
        row.compute()?;
        for (&id, sum) in carried.iter().zip(sums) {
            let term = row.term(id)?;
            body.output("", body.scalar(combination(graph, id), &[sum, term])?)?;
        }
        for id in &kept {
            body.output("", row.rows[id])?;
        }
        let taken =
            |ids: &[NodeId]| -> Vec<Wire<'b>> { ids.iter().map(|&id| self.wire(id)).collect() };
        let arguments = [taken(&row.captured), firsts, taken(&row.taken)].concat();
        let captured = row.captured.len();
        drop(row);
        let scan = Scan {
            body: FunctionId::from_number(0),
            captured,
            carried: carried.len(),
            length: count.clone(),
            reverse: false,
            checkpoint: None,
            runs: Runs::All,
        };
        builder.set_site(graph.node(results[0]).site);
        let values = builder.scan(&Function::plain(body.finish()?), &scan, &arguments)?;
        for (number, (&id, value)) in carried.iter().chain(&kept).zip(values).enumerate() {
            let value = match number < carried.len() {
                true => self.of_no_rows(id, value, count)?,
                false => value,
            };
            self.wires[id.index()] = Some(value);
        }
        Ok(())
    }

    /// The value that a combination begins with, which leaves no trace in it.
    fn first(&self, id: NodeId) -> Result<Wire<'b>> {
        let ty = self.graph.ty(id);
        let first = reduction(self.graph, id).traceless(ty.element);
        let first = self.builder.literal(first);
        self.builder.spread_to(first, &ty.shape)
    }

    /// A sum, which is a positive zero where there are no rows.
    fn of_no_rows(&self, id: NodeId, sum: Wire<'b>, count: &Extent) -> Result<Wire<'b>> {
        if reduction(self.graph, id) != Reduction::Sum {
            return Ok(sum);
        }
        let none = self.builder.extent(count).equal(0.0);
        let none = self.builder.spread_to(none, &sum.ty()?.shape)?;
        Ok(none.select(sum.zeros_like(), sum))
    }
}

/// How a node combines rows: a contraction adds products up.
fn reduction(graph: &Graph, id: NodeId) -> Reduction {
    if let OpView::Reduce(reduce) = graph.view(id) {
        reduce.reduction
    } else {
        Reduction::Sum
    }
}

fn combination(graph: &Graph, id: NodeId) -> ScalarOp {
    let combination = reduction(graph, id).combination();
    combination.unwrap_or(ScalarOp::Add)
}
