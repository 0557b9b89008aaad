//! The programs of batches: private functions that compute a point in each lane.

use std::collections::HashSet;

use graph_ir::program::{Block, Points, Program, schedule_points};
use graph_ir::{Graph, differentiate, passes};

use super::{Pools, Programs, make_room, not_compiled, program};
use crate::signature::{Argument, Signature};

/// What batches run.
#[derive(Default)]
pub(crate) struct Batches {
    /// The private functions that compute a point in each lane. Where there is none, points are
    /// computed one by one.
    in_lanes: HashSet<&'static str>,
    /// The room that those take which keep too much for the stack.
    pub(crate) workspace: Pools,
}

impl Batches {
    pub(crate) fn in_lanes(&self, function: &str) -> bool {
        self.in_lanes.contains(function)
    }
}

impl Programs {
    /// The text of the private functions of batches.
    pub(super) fn add_batches(
        &mut self,
        signature: &Signature,
        graph: &Graph,
    ) -> graph_ir::Result<String> {
        let own: Vec<bool> = signature.arguments.iter().map(Argument::differs).collect();
        let mut text = self.add_points("points_value", graph, &own, false)?;
        text += &self.add_points("add_value", graph, &own, true)?;
        if !signature.is_differentiable() {
            return Ok(text);
        }
        let wrt = signature.independent();
        let seeds = signature.result.parts().iter().map(|_| true);
        let seeded: Vec<bool> = own.iter().copied().chain(seeds).collect();
        let adjoint = differentiate::reverse(graph, &wrt)?;
        text += &self.add_points("points_adjoint", &adjoint, &seeded, false)?;
        let directions = wrt.iter().map(|&argument| own[argument]);
        let directed: Vec<bool> = own.iter().copied().chain(directions).collect();
        let tangent = differentiate::forward(graph, &wrt)?;
        text += &self.add_points("points_tangent", &tangent, &directed, false)?;
        if signature.scalar_result().is_none() {
            return Ok(text);
        }
        let gradient = differentiate::gradient(graph, &wrt)?;
        text += &self.add_points("points_gradient", &gradient, &own, false)?;
        let shared = wrt.iter().copied().filter(|&argument| !own[argument]);
        let shared: Vec<usize> = shared.collect();
        if !shared.is_empty() {
            let gradient = differentiate::gradient(graph, &shared)?;
            text += &self.add_points("add_gradient", &gradient, &own, true)?;
            if !self.batches.in_lanes("add_gradient") {
                text += &self.add("add_gradient", &gradient)?;
            }
        }
        Ok(text)
    }

    /// The text of a function that computes a point in each lane, if there is one.
    fn add_points(
        &mut self,
        name: &'static str,
        graph: &Graph,
        own: &[bool],
        adds: bool,
    ) -> graph_ir::Result<String> {
        let prepared = passes::prepare_with(graph, self.options)?;
        let points = schedule_points(&prepared, Points { own, adds }, self.options)?;
        let is_short = |program: &Program| statements(&program.body) < program::PARTS.from;
        let Some(program) = points.filter(is_short) else {
            return Ok(String::new());
        };
        self.batches.in_lanes.insert(name);
        if program::needs_workspace(&program) {
            make_room(&mut self.batches.workspace, &program.storage.slots);
            self.slots.insert(name, program.storage.slots.clone());
        }
        program::function(name, &program, self.dispatches).ok_or_else(not_compiled)
    }
}

/// The number of statements; longer code is split into parts, which lanes cannot be.
fn statements(block: &Block) -> usize {
    let inner = block.iter().flat_map(graph_ir::program::Statement::blocks);
    block.len() + inner.map(statements).sum::<usize>()
}
