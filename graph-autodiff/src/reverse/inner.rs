//! Adjoints of the nodes with inner graphs: functions of the host, and, in files of their own,
//! branches and loops.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::ops::Range;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::Result;
use graph_ir::graph::{ExternalId, Function, Graph, NodeId, Role};
use graph_ir::passes::DropEffects;
use graph_ir::types::Type;

use super::accumulate::Adjoints;
use super::backward::Plan;
use super::scan::Shape as LoopShape;
use super::{Primal, Sensitivity, adjoints_of_region};
use crate::derived::{Derived, Region};
use crate::kept::Reads;
use crate::{custom_derivative, differentiable_inputs};

/// The adjoints that are asked for of a function inside.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Asked {
    /// The inputs whose adjoints are asked for.
    pub(super) wrt: Vec<usize>,
    /// The outputs that have seeds.
    pub(super) seeded: Vec<usize>,
    /// Whether the seeds are marked.
    pub(super) masked: bool,
    /// The nodes whose values are given.
    pub(super) given: Reads,
    /// The adjoints that elements are added to where they are, by their positions in `wrt`.
    pub(super) carried: Range<usize>,
}

/// The derivatives of functions inside, for one graph and all graphs in it.
#[derive(Debug, Default)]
pub(super) struct Inner {
    silence: RefCell<DropEffects>,
    regions: Derived<Asked, Region>,
    /// The adjoints of functions with rules.
    rules: Derived<(), Arc<Function>>,
    /// Bodies of loops that store the values that their backward loops take.
    pub(super) storing: Derived<(LoopShape, Reads), Arc<Function>>,
    /// Bodies of backward loops.
    pub(super) backward: Derived<(LoopShape, Plan, bool), Arc<Function>>,
}

impl Inner {
    /// The adjoints of a function's inputs, in terms of the inputs, the given values, and seeds.
    pub(super) fn region(&self, function: &Arc<Function>, asked: &Asked) -> Result<Region> {
        self.regions.get(function, asked.clone(), || {
            let silent = self.silence.borrow_mut().in_function(function)?;
            adjoints_of_region(&silent.graph, asked, self).map(Region::new)
        })
    }
}

/// How many operations a graph inside counts for. They are not looked at: its results are late
/// in any case.
const INNER: u32 = 100;

/// A tuple node with the adjoints of its results.
pub(super) struct Tuple<'s, 'b> {
    pub(super) builder: &'b Builder,
    pub(super) graph: &'s Graph,
    pub(super) primal: &'s Primal<'b>,
    pub(super) id: NodeId,
    pub(super) seeds: &'s [Option<Sensitivity<'b>>],
    pub(super) types: &'s [Type],
}

impl<'b> Tuple<'_, 'b> {
    /// The function of the host in its adjoint role, or that derivative's own adjoint: the second
    /// derivative is symmetric, so that it serves for the adjoint of the adjoint and of the
    /// tangent.
    pub(super) fn external(&self, external: ExternalId, adjoints: &mut Adjoints<'b>) -> Result<()> {
        let external = self.graph.external(external);
        external.derivative(Role::Adjoint)?;
        let ids = self.graph.arguments(self.id);
        let wires = self.wires(ids);
        let seeds = (0..self.types.len()).map(|position| self.seed(position));
        let seeds: Vec<Wire<'b>> = seeds.collect::<Result<_>>()?;
        let (own, added) = wires.split_at(external.arguments.len());
        let call = |role, more: &[&[Wire<'b>]]| {
            let operands = [own, &more.concat()].concat();
            self.builder.external(&external.with_role(role), &operands)
        };
        let is_active = |ids: &[NodeId]| ids.iter().any(|&id| self.primal.is_active(id));
        let (of_own, of_added) = ids.split_at(own.len());
        let mut results = match (external.role, is_active(of_own)) {
            (Role::Value, _) => call(Role::Adjoint, &[&seeds])?,
            (Role::Adjoint, true) => call(Role::Second, &[added, &seeds])?,
            (Role::Tangent, true) => call(Role::Second, &[&seeds, added])?,
            (Role::Adjoint | Role::Tangent, false) => own.to_vec(),
            (Role::Second, _) => return Err(external.not_differentiable()),
        };
        if is_active(of_added) {
            results.extend(match external.role {
                Role::Adjoint => call(Role::Tangent, &[&seeds])?,
                Role::Tangent => call(Role::Adjoint, &[&seeds])?,
                Role::Value | Role::Second => Vec::new(),
            });
        }
        for (&argument, wire) in ids.iter().zip(results) {
            if self.primal.is_active(argument) {
                adjoints.add(
                    argument,
                    self.received(Sensitivity::marked(wire, self.masked())),
                );
            }
        }
        Ok(())
    }

    /// The adjoint that a function comes with; calls of others are inlined before the sweep.
    pub(super) fn call(&self, function: &Arc<Function>, adjoints: &mut Adjoints<'b>) -> Result<()> {
        let make = || custom_derivative::adjoint(function);
        let adjoint = self.primal.inner.rules.get(function, (), make)?;
        let own = self.graph.arguments(self.id);
        let mut arguments = self.wires(own);
        let results = self.primal.wires[self.id.index()];
        for position in 0..self.types.len() {
            arguments.push(self.builder.project(results, position)?);
        }
        for position in (0..self.types.len()).filter(|&i| self.types[i].is_float()) {
            arguments.push(self.seed(position)?);
        }
        let given = self.builder.call(&adjoint, &arguments)?;
        for (position, wire) in differentiable_inputs(&function.graph)
            .into_iter()
            .zip(given)
        {
            if self.primal.is_active(own[position]) {
                let adjoint = Sensitivity::marked(wire, self.masked());
                adjoints.add(own[position], self.received(adjoint));
            }
        }
        Ok(())
    }

    /// The adjoint of a result, zero without contributions.
    pub(super) fn seed(&self, position: usize) -> Result<Wire<'b>> {
        match &self.seeds[position] {
            Some(seed) => Ok(seed.wire),
            None => self.builder.full(&self.types[position], 0.0),
        }
    }

    /// An adjoint that the node hands on, which has come by all of its seeds.
    pub(super) fn received(&self, adjoint: Sensitivity<'b>) -> Sensitivity<'b> {
        let seeds = self.seeds.iter().flatten().map(|seed| seed.depth);
        adjoint.after(seeds.max().unwrap_or(0)).after(INNER)
    }

    /// Whether an argument's adjoint is asked for: of none, where arrays alone are recovered.
    pub(super) fn is_asked(&self, argument: NodeId) -> bool {
        self.primal.is_active(argument) && self.seeds.iter().any(Option::is_some)
    }

    pub(super) fn masked(&self) -> bool {
        self.seeds.iter().flatten().any(|seed| seed.masked)
    }

    pub(super) fn wires(&self, nodes: &[NodeId]) -> Vec<Wire<'b>> {
        nodes.iter().map(|n| self.primal.wires[n.index()]).collect()
    }
}
