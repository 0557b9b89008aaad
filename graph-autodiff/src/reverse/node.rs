//! A node of the sweep, as the operators' own rules see it.

use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{ExternalId, FunctionId, Graph, NodeId};
use graph_ir::ops::derivative::Sensitivity;
use graph_ir::ops::{PartAdjoint, Reverse, Scan};
use graph_ir::types::{Type, ValueType};

use super::Primal;
use super::accumulate::Adjoints;
use super::inner::Tuple;
use super::undo::Recovered;

/// Hands the adjoint of a node on to its arguments, by the rule of its operator. Gives the arrays
/// that a loop or branch recovers.
pub(super) fn propagate<'b>(
    builder: &'b Builder,
    graph: &Graph,
    primal: &Primal<'b>,
    id: NodeId,
    adjoints: &mut Adjoints<'b>,
) -> Result<Vec<Recovered<'b>>> {
    let adjoint = match graph.value_type(id) {
        ValueType::Tensor(ty) => match adjoints.total(builder, id, ty)? {
            Some(total) => {
                name(builder, graph, id, total);
                Received::Tensor(total)
            }
            None => return Ok(Vec::new()),
        },
        ValueType::Tuple(_) => {
            let types: Vec<Type> = graph.result_types(id).into_iter().cloned().collect();
            let seeds = match adjoints.take_results(builder, id, &types)? {
                Some(seeds) => seeds,
                None if primal.undo.undoes(id) => alloc::vec![None; types.len()],
                None => return Ok(Vec::new()),
            };
            let signed = |seed: Option<Sensitivity<'b>>| seed.map(Sensitivity::signed);
            let seeds = seeds.into_iter().map(signed).collect();
            Received::Results { seeds, types }
        }
    };
    let mut node = AtNode {
        builder,
        graph,
        primal,
        id,
        adjoint,
        adjoints,
        recovered: Vec::new(),
    };
    graph.view(id).rules().adjoint(&mut node)?;
    Ok(node.recovered)
}

/// Names the adjoint of a named node after it. A negative is not the adjoint.
fn name<'b>(builder: &'b Builder, graph: &Graph, id: NodeId, adjoint: Sensitivity<'b>) {
    if let Some(name) = graph.node_name(id)
        && !adjoint.negative
    {
        builder.suggest_name(adjoint.wire, &alloc::format!("d_{name}"));
    }
}

/// The adjoint of a node.
enum Received<'b> {
    Tensor(Sensitivity<'b>),
    /// Of each result of a tuple node, with its type.
    Results {
        seeds: Vec<Option<Sensitivity<'b>>>,
        types: Vec<Type>,
    },
}

struct AtNode<'s, 'b> {
    builder: &'b Builder,
    graph: &'s Graph,
    primal: &'s Primal<'b>,
    id: NodeId,
    adjoint: Received<'b>,
    adjoints: &'s mut Adjoints<'b>,
    recovered: Vec<Recovered<'b>>,
}

impl<'b> AtNode<'_, 'b> {
    fn argument(&self, position: usize) -> NodeId {
        self.graph.arguments(self.id)[position]
    }

    /// The node with the adjoints of its results, and where those of its arguments go.
    fn tuple(&mut self) -> Result<(Tuple<'_, 'b>, &mut Adjoints<'b>)> {
        let Received::Results { seeds, types } = &self.adjoint else {
            return Err(Error::NotATensor);
        };
        let tuple = Tuple {
            builder: self.builder,
            graph: self.graph,
            primal: self.primal,
            id: self.id,
            seeds,
            types,
        };
        Ok((tuple, self.adjoints))
    }
}

impl<'b> Reverse<'b> for AtNode<'_, 'b> {
    fn builder(&self) -> &'b Builder {
        self.builder
    }

    fn graph(&self) -> &Graph {
        self.graph
    }

    fn id(&self) -> NodeId {
        self.id
    }

    fn operand(&self, position: usize) -> Wire<'b> {
        self.primal.wires[self.argument(position).index()]
    }

    fn value(&self) -> Wire<'b> {
        self.primal.wires[self.id.index()]
    }

    fn adjoint(&self) -> Result<Sensitivity<'b>> {
        match self.adjoint {
            Received::Tensor(adjoint) => Ok(adjoint),
            Received::Results { .. } => Err(Error::NotATensor),
        }
    }

    fn is_active(&self, position: usize) -> bool {
        self.primal.is_active(self.argument(position))
    }

    fn add(&mut self, position: usize, adjoint: Sensitivity<'b>) {
        if self.is_active(position) {
            self.adjoints.add(self.argument(position), adjoint);
        }
    }

    fn add_part(&mut self, position: usize, part: PartAdjoint<'b>) {
        if self.is_active(position) {
            self.adjoints.add_part(self.argument(position), part);
        }
    }

    fn add_result(&mut self, result: usize, adjoint: Sensitivity<'b>) {
        self.adjoints.add_result(self.argument(0), result, adjoint);
    }

    fn branch(&mut self, then: FunctionId, otherwise: FunctionId) -> Result<()> {
        let (tuple, adjoints) = self.tuple()?;
        self.recovered = tuple.branch([then, otherwise], adjoints)?;
        Ok(())
    }

    fn scan(&mut self, scan: &Scan) -> Result<()> {
        let (tuple, adjoints) = self.tuple()?;
        self.recovered = tuple.scan(scan, adjoints)?;
        Ok(())
    }

    fn call(&mut self, function: FunctionId) -> Result<()> {
        let function = self.graph.function(function);
        let (tuple, adjoints) = self.tuple()?;
        tuple.call(function, adjoints)
    }

    fn external(&mut self, external: ExternalId) -> Result<()> {
        let (tuple, adjoints) = self.tuple()?;
        tuple.external(external, adjoints)
    }
}
