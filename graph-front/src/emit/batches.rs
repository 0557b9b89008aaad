//! The programs of batches: private functions that compute a point in each lane.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use graph_ir::passes::{self, UniformSplit};
use graph_ir::{Graph, Type};
use graph_program::{Options, Pipeline, Points, StageForm};

use super::programs::{Pools, Programs};
use crate::derivatives::{InputGroup, Program, Request, Subject};
use crate::signature::{Argument, RETURN_LIMIT, Signature, bytes_of};

/// The programs of batches.
#[derive(Default)]
pub(crate) struct Batches {
    /// The private functions that compute a point in each lane. Where there is none, points are
    /// computed one by one.
    in_lanes: HashSet<&'static str>,
    /// The types of values that are computed before a sum, the same for all points.
    pub(crate) handed: Vec<Type>,
    /// The workspace of functions whose arrays are too large for the stack.
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
        subject: &Subject<'_>,
        mut made: BTreeMap<Program, Cow<'_, Graph>>,
    ) -> graph_ir::Result<String> {
        let own: Vec<bool> = signature.arguments.iter().map(Argument::differs).collect();
        let sums = self.add_sums(signature, subject.graph, &own)?;
        let mut text = String::new();
        for request in signature.made() {
            let row = request.row();
            let (Some(points), Some(program)) = (&row.points, row.programs.first()) else {
                continue;
            };
            let mut owned = own.clone();
            for &group in row.inputs {
                match group {
                    InputGroup::Direction => owned.extend(subject.wrt.iter().map(|&a| own[a])),
                    InputGroup::Seed | InputGroup::Weights | InputGroup::Curve => {
                        owned.extend(signature.result.parts().iter().map(|_| true));
                    }
                }
            }
            let graph = match made.remove(program) {
                Some(graph) => graph,
                None => (program.row().make)(subject)?.graph,
            };
            text += &self.add_points(points.lanes, &graph, &owned, false)?;
        }
        Ok(text + &sums)
    }

    /// The text of the functions that compute sums. Values that are the same for all points are
    /// computed before the points, and propagated to derivatives after them.
    fn add_sums(
        &mut self,
        signature: &Signature,
        graph: &Graph,
        own: &[bool],
    ) -> graph_ir::Result<String> {
        let shared = signature.shared();
        let value = signature.makes(Request::Value);
        let gradient = signature.makes(Request::Gradient) && !shared.is_empty();
        if !value && !gradient {
            return Ok(String::new());
        }
        let division = passes::split_uniform(&passes::inline(graph)?, own)?;
        // The values handed on, and those that come back, are arrays on the stack.
        let is_small = |division: &UniformSplit| {
            let head = &division.head;
            bytes_of(head.output_types()) <= RETURN_LIMIT
                && bytes_of(head.input_types()) <= RETURN_LIMIT
        };
        let Some(division) = division.filter(is_small) else {
            let mut text = String::new();
            if value {
                text += &self.add_sum("add_value", graph, own)?;
            }
            if gradient {
                let gradient = graph_autodiff::gradient(graph, &shared)?;
                text += &self.add_sum("add_gradient", &gradient, own)?;
            }
            return Ok(text);
        };
        let UniformSplit { head, body } = division;
        self.batches.handed = head.output_types().cloned().collect();
        let handed = body.inputs().len() - self.batches.handed.len()..body.inputs().len();
        let own: Vec<bool> = own
            .iter()
            .copied()
            .chain(handed.clone().map(|_| false))
            .collect();
        let mut text = self.add("head_value", &head)?.0;
        if value {
            text += &self.add_sum("add_value", &body, &own)?;
        }
        if gradient {
            let wrt: Vec<usize> = shared.iter().copied().chain(handed).collect();
            let gradient = graph_autodiff::gradient(&body, &wrt)?;
            text += &self.add_sum("add_gradient", &gradient, &own)?;
            let wrt = signature.positions_among_shared();
            text += &self
                .add("head_adjoint", &graph_autodiff::reverse(&head, &wrt)?)?
                .0;
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
            false => Ok(self.add(name, graph)?.0),
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
        let mut observe = |stage, form: StageForm<'_>| self.dump.observe(name, stage, form);
        let points = Points { own, adds };
        let points = pipeline.schedule_points_observed(&prepared, points, &mut observe)?;
        let Some(program) = points.filter(|program| self.limits.allows_lanes(program)) else {
            return Ok(String::new());
        };
        self.batches.in_lanes.insert(name);
        let written = self.written(name, &program, |programs| &mut programs.batches.workspace);
        Ok(written.0)
    }
}
