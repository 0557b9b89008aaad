//! The way through a graph: its nodes in their order, with its effects among them.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::Graph;
use graph_ir::graph::NodeId;
use graph_ir::ops::Op;

use super::call::{Call, Kind, Value};
use super::leaf::{Leaves, Operands};
use super::origin::{Origin, at};
use super::plan::Plan;
use super::{Filter, Traced, Visitor};
use crate::check::Step;
use crate::execute::{AsValues, Host, Kept, Outcome, Result};

/// A traced evaluation.
pub(super) struct Walk<'w, 'h> {
    pub(super) origin: Origin<'w>,
    filter: &'w Filter,
    host: &'w mut Host<'h>,
    visitor: &'w mut Visitor<'w>,
    /// By the addresses of the graphs.
    plans: BTreeMap<usize, Arc<Plan>>,
    leaves: Leaves,
    /// The way into the graph at hand, in words and as nodes.
    pub(super) path: Vec<Step>,
    pub(super) nodes: Vec<NodeId>,
    outcome: Outcome,
}

/// A graph with the values of its nodes so far.
pub(super) struct Frame<'f> {
    pub(super) graph: &'f Graph,
    pub(super) plan: Arc<Plan>,
    /// The names that inputs have outside.
    names: &'f [String],
    /// For each node its results, as long as somebody reads them.
    values: Vec<Vec<Arc<Kept>>>,
    /// How often each is still read.
    left: Vec<u32>,
}

impl<'w, 'h> Walk<'w, 'h> {
    pub(super) fn new(
        origin: Origin<'w>,
        filter: &'w Filter,
        host: &'w mut Host<'h>,
        visitor: &'w mut Visitor<'w>,
    ) -> Self {
        Self {
            origin,
            filter,
            host,
            visitor,
            plans: BTreeMap::new(),
            leaves: Leaves::default(),
            path: Vec::new(),
            nodes: Vec::new(),
            outcome: Outcome::default(),
        }
    }

    /// Evaluates the outermost graph.
    pub(super) fn whole(mut self, graph: &Graph, inputs: &Operands) -> Result<Traced> {
        let outputs = self.graph(graph, inputs, &[])?;
        Ok(Traced {
            outputs,
            outcome: self.outcome,
        })
    }

    /// The results of a graph at these inputs.
    pub(super) fn graph(
        &mut self,
        graph: &Graph,
        inputs: &Operands,
        names: &[String],
    ) -> Result<Vec<Arc<Kept>>> {
        let plan = self.plan(graph);
        let mut frame = Frame {
            graph,
            names,
            values: alloc::vec![Vec::new(); graph.len()],
            left: plan.uses.clone(),
            plan,
        };
        let mut effects = graph.effects().iter().enumerate().peekable();
        for id in graph.ids() {
            while let Some((number, _)) = effects.next_if(|(_, own)| own.position <= id.index()) {
                self.effect(&frame, number)?;
            }
            if frame.plan.live[id.index()] {
                self.node(&mut frame, id, inputs)?;
            }
        }
        for (number, _) in effects {
            self.effect(&frame, number)?;
        }
        let outputs = graph.outputs().iter();
        let outputs = outputs.flat_map(|output| frame.values[output.node.index()].first());
        Ok(outputs.cloned().collect())
    }

    fn plan(&mut self, graph: &Graph) -> Arc<Plan> {
        let origin = &self.origin;
        let key = core::ptr::from_ref(graph) as usize;
        let plan = self.plans.entry(key);
        Arc::clone(plan.or_insert_with(|| Arc::new(Plan::new(graph, origin))))
    }

    fn effect(&mut self, frame: &Frame<'_>, number: usize) -> Result<()> {
        let operands = frame.operands(&frame.graph.effects()[number].arguments);
        let outcome = self
            .leaves
            .effect(frame.graph, number, self.host, &operands)?;
        self.outcome.comparisons_changed += outcome.comparisons_changed;
        Ok(())
    }

    fn node(&mut self, frame: &mut Frame<'_>, id: NodeId, inputs: &Operands) -> Result<()> {
        let (graph, kind) = (frame.graph, frame.plan.nodes[id.index()].kind);
        let mut operands = Vec::new();
        let results = if let Op::Input(position) = graph.op(id) {
            inputs.get(position as usize).cloned().into_iter().collect()
        } else if let Op::Project(position) = graph.op(id) {
            let whole = &frame.values[graph.arguments(id)[0].index()];
            whole.get(position as usize).cloned().into_iter().collect()
        } else {
            operands = frame.operands(graph.arguments(id));
            match kind == Kind::Control {
                true => self.inside(frame, id, &operands)?,
                false => {
                    let results = self.leaves.node(graph, id, self.host, &operands);
                    let here = |error| at(error, self.origin.location(&self.nodes, graph, id));
                    results.map_err(here)?
                }
            }
        };
        if kind != Kind::Source {
            self.show(frame, id, &operands, &results);
        }
        frame.values[id.index()] = results;
        for argument in graph.arguments(id) {
            let left = &mut frame.left[argument.index()];
            *left = left.saturating_sub(1);
            if *left == 0 {
                frame.values[argument.index()] = Vec::new();
            }
        }
        Ok(())
    }

    /// Hands a call to the visitor, if it is asked for.
    fn show(&mut self, frame: &Frame<'_>, id: NodeId, operands: &Operands, results: &Operands) {
        let (graph, plan) = (frame.graph, &frame.plan);
        let own = &plan.nodes[id.index()];
        let operands = graph.arguments(id).iter().zip(operands);
        let operands = operands.map(|(&node, values)| Value {
            node: plan.nodes[node.index()].shown,
            name: frame.name(node),
            ty: graph.ty(node),
            values: values.as_values(),
            is_constant: graph.as_constant(node).is_some(),
        });
        let operands: Vec<Value<'_>> = operands.collect();
        let types = graph.result_types(id).into_iter();
        let results = types.zip(results).enumerate();
        let results = results.map(|(position, (ty, values))| Value {
            node: own.shown,
            name: match graph.op(id).yields_tuple() {
                true => plan.result(id, position),
                false => &own.name,
            },
            ty,
            values: values.as_values(),
            is_constant: false,
        });
        let results: Vec<Value<'_>> = results.collect();
        let only = match &results[..] {
            [only] => only.name,
            _ => "",
        };
        let call = Call {
            node: own.shown,
            path: &self.path,
            operator: &own.operator,
            kind: own.kind,
            name: if own.name.is_empty() { only } else { &own.name },
            tags: &own.tags,
            file: self.origin.file(),
            line: own.line,
            operands: &operands,
            results: &results,
        };
        if self.filter.accepts(&call) {
            (self.visitor)(&call);
        }
    }
}

impl Frame<'_> {
    fn operands(&self, nodes: &[NodeId]) -> Vec<Arc<Kept>> {
        let values = nodes
            .iter()
            .flat_map(|node| self.values[node.index()].first());
        values.cloned().collect()
    }

    /// The name of a node here, or of the input that it is outside.
    pub(super) fn name(&self, node: NodeId) -> &str {
        let own = &self.plan.nodes[node.index()].name;
        let outside = self.graph.as_input(node).filter(|_| own.is_empty());
        let outside = outside.and_then(|position| self.names.get(position));
        outside.unwrap_or(own)
    }
}
