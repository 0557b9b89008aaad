//! The programs of batches: private functions that compute a point in each lane.

use std::collections::HashSet;

use graph_ir::passes::{self, Division};
use graph_ir::{Graph, Type};
use graph_program::{Options, Pipeline, Points};

use super::names::bytes_of;
use super::{Pools, Programs, RETURN_LIMIT, make_room, program};
use crate::signature::{Argument, Signature};

/// What batches run.
#[derive(Default)]
pub(crate) struct Batches {
    /// The private functions that compute a point in each lane. Where there is none, points are
    /// computed one by one.
    in_lanes: HashSet<&'static str>,
    /// What is computed before sums, the same for all points.
    pub(crate) handed: Vec<Type>,
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
        text += &self.add_sums(signature, graph, &own)?;
        if !signature.is_differentiable() {
            return Ok(text);
        }
        let wrt = signature.independent();
        let seeds = signature.result.parts().iter().map(|_| true);
        let seeded: Vec<bool> = own.iter().copied().chain(seeds).collect();
        let adjoint = graph_autodiff::reverse(graph, &wrt)?;
        text += &self.add_points("points_adjoint", &adjoint, &seeded, false)?;
        let directions = wrt.iter().map(|&argument| own[argument]);
        let directed: Vec<bool> = own.iter().copied().chain(directions).collect();
        let tangent = graph_autodiff::forward(graph, &wrt)?;
        text += &self.add_points("points_tangent", &tangent, &directed, false)?;
        if signature.scalar_result().is_some() {
            let gradient = graph_autodiff::gradient(graph, &wrt)?;
            text += &self.add_points("points_gradient", &gradient, &own, false)?;
        }
        Ok(text)
    }

    /// The text of what is added up. What is the same for all points is computed before them, and
    /// what it takes to derivatives after them.
    fn add_sums(
        &mut self,
        signature: &Signature,
        graph: &Graph,
        own: &[bool],
    ) -> graph_ir::Result<String> {
        let shared = signature.shared();
        let differentiable = signature.is_differentiable()
            && signature.scalar_result().is_some()
            && !shared.is_empty();
        let division = passes::divide(&passes::inline(graph)?, own)?;
        // What is handed on, and what comes back, are arrays on the stack.
        let is_small = |division: &Division| {
            let head = &division.head;
            bytes_of(head.output_types()) <= RETURN_LIMIT
                && bytes_of(head.input_types()) <= RETURN_LIMIT
        };
        let Some(division) = division.filter(is_small) else {
            let mut text = self.add_sum("add_value", graph, own)?;
            if differentiable {
                let gradient = graph_autodiff::gradient(graph, &shared)?;
                text += &self.add_sum("add_gradient", &gradient, own)?;
            }
            return Ok(text);
        };
        let Division { head, body } = division;
        self.batches.handed = head.output_types().cloned().collect();
        let handed = body.inputs().len() - self.batches.handed.len()..body.inputs().len();
        let own: Vec<bool> = own
            .iter()
            .copied()
            .chain(handed.clone().map(|_| false))
            .collect();
        let mut text = self.add("head_value", &head)?;
        text += &self.add_sum("add_value", &body, &own)?;
        if differentiable {
            let wrt: Vec<usize> = shared.iter().copied().chain(handed).collect();
            let gradient = graph_autodiff::gradient(&body, &wrt)?;
            text += &self.add_sum("add_gradient", &gradient, &own)?;
            let wrt = signature.positions_among_shared();
            text += &self.add("head_adjoint", &graph_autodiff::reverse(&head, &wrt)?)?;
        }
        Ok(text)
    }

    /// The text of a function that adds up, for a point in each lane or for one point.
    fn add_sum(
        &mut self,
        name: &'static str,
        graph: &Graph,
        own: &[bool],
    ) -> graph_ir::Result<String> {
        let text = self.add_points(name, graph, own, true)?;
        match self.batches.in_lanes(name) {
            true => Ok(text),
            false => self.add(name, graph),
        }
    }

    /// The text of a function that computes a point in each lane, if there is one.
    fn add_points(
        &mut self,
        name: &'static str,
        graph: &Graph,
        own: &[bool],
        adds: bool,
    ) -> graph_ir::Result<String> {
        let pipeline = Pipeline::new(Options {
            parts: Some(self.limits.lanes),
            ..self.options
        });
        let prepared = pipeline.prepare(graph)?;
        let dump = self.dump.clone();
        let points = pipeline.schedule_points_observed(
            &prepared,
            Points { own, adds },
            &mut |stage, form| {
                if let Some(dump) = &dump {
                    dump.observe(name, stage, form);
                }
            },
        )?;
        let Some(program) = points.filter(|program| self.limits.allows_lanes(program)) else {
            return Ok(String::new());
        };
        self.batches.in_lanes.insert(name);
        let style = self.style(&program);
        if style.takes_slots {
            make_room(&mut self.batches.workspace, &program.storage.slots);
            self.slots.insert(name, program.storage.slots.clone());
        }
        Ok(program::function(name, &program, style))
    }
}
