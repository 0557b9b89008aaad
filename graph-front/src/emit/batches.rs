//! The programs of batches: private functions that compute a point in each lane.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use graph_autodiff::Weights;
use graph_ir::passes::{self, UniformSplit};
use graph_ir::{Graph, Type};
use graph_program::{Adds, Options, Pipeline, Points, StageForm};

use super::heads;
use super::programs::{Pools, Programs};
use super::ways::{Served, Way};
use crate::derivatives::{InputGroup, Made, OutputGroup, Program, Request, Subject};
use crate::signature::{Argument, Signature};

/// The programs of batches.
#[derive(Default)]
pub(crate) struct Batches {
    /// The private functions that compute a point in each lane. Where there is none, points are
    /// computed one by one.
    in_lanes: HashSet<&'static str>,
    /// The sums over points.
    pub(crate) sums: BTreeMap<Request, PointSum>,
    /// The workspace of functions whose arrays are too large for the stack.
    pub(crate) workspace: Pools,
}

/// A sum over points.
#[derive(Default)]
pub(crate) struct PointSum {
    /// The types of values that are computed before it, the same for all points.
    pub(crate) handed: Vec<Type>,
    /// Whether it yields a column of its matrix at a time, for a direction.
    pub(crate) by_columns: bool,
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
        made: &BTreeMap<Program, Cow<'_, Graph>>,
    ) -> graph_ir::Result<String> {
        let own: Vec<bool> = signature.arguments.iter().map(Argument::differs).collect();
        let sums = self.add_sums(signature, subject.graph, &own)?;
        let mut text = String::new();
        for request in signature.made() {
            let row = request.row();
            let (Some(points), Some(program)) = (&row.points, self.of_points(request)) else {
                continue;
            };
            let graph = match made.get(&program) {
                Some(graph) => Cow::Borrowed(&**graph),
                None => (program.row().make)(subject)?.graph,
            };
            let owned = own_inputs(row.inputs, &own, subject);
            let wanted: Vec<OutputGroup> = row.outputs.iter().map(|o| o.group).collect();
            let graph = selected(graph, subject, program.row().outputs, &wanted)?;
            text += &self.add_points(points.lanes, &graph, &owned, false)?;
        }
        text += &sums;
        text += &self.add_second_sums(signature, subject, &own, made)?;
        Ok(text)
    }

    /// The program that computes a request for points, with the request's inputs. A matrix that is
    /// filled by products has none: it is computed point by point.
    fn of_points(&self, request: Request) -> Option<Program> {
        let row = request.row();
        match self.ways.get(&request)? {
            Way::Program(program) if program.row().inputs == row.inputs => Some(*program),
            Way::Program(_) => row.programs.first().copied(),
            Way::Columns(_) | Way::Rows(_) => None,
        }
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
        let made = [(Request::Value, value), (Request::Gradient, gradient)];
        let made = made.into_iter().filter(|(_, is_made)| *is_made);
        let sums = made.map(|(request, _)| (request, PointSum::default()));
        self.batches.sums.extend(sums);
        // What is differentiated below keeps the calls that come with their derivatives.
        let inlined = passes::inline_without_rules(graph)?;
        let Some(division) = heads::split(&inlined, own)? else {
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
        for sum in self.batches.sums.values_mut() {
            sum.handed = head.output_types().cloned().collect();
        }
        let handed = body.inputs().len() - head.outputs().len()..body.inputs().len();
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
            let adjoint = heads::adjoint(&head, &gradient, &wrt)?;
            text += &self.add("head_adjoint", &adjoint)?.0;
        }
        Ok(text)
    }

    /// The text of the functions that compute sums of second derivatives.
    fn add_second_sums(
        &mut self,
        signature: &Signature,
        subject: &Subject<'_>,
        own: &[bool],
        made: &BTreeMap<Program, Cow<'_, Graph>>,
    ) -> graph_ir::Result<String> {
        let shared = signature.shared();
        let mut text = String::new();
        let second = { signature.made() }
            .filter(|request| !matches!(request, Request::Value | Request::Gradient));
        let summed = second.filter_map(|request| {
            let sum = request.row().points.as_ref()?.sum.as_ref()?;
            Some((request, sum))
        });
        for (request, sum) in summed.filter(|_| !shared.is_empty()) {
            let row = request.row();
            let of = Subject {
                wrt: &shared,
                ..*subject
            };
            let mut wanted: Vec<OutputGroup> = row.outputs.iter().map(|o| o.group).collect();
            let same = made.get(&row.programs[0]).filter(|_| shared == subject.wrt);
            let served = match same {
                Some(graph) => Served::Made(Box::new(Made {
                    graph: Cow::Borrowed(&**graph),
                    pattern: None,
                })),
                None => Served::by(row.programs[0], &of)?,
            };
            let by_columns = matches!(served, Served::No);
            let program = match by_columns {
                true => Program::HessianProduct,
                false => row.programs[0],
            };
            let graph = match served {
                Served::Made(made) => made.graph,
                Served::Unmade | Served::No => (program.row().make)(&of)?.graph,
            };
            if by_columns {
                let product = |group: &mut OutputGroup| {
                    if matches!(group, OutputGroup::Dense(_)) {
                        *group = OutputGroup::Product;
                    }
                };
                wanted.iter_mut().for_each(product);
            }
            let graph = selected(graph, &of, program.row().outputs, &wanted)?;
            let mut own = own.to_vec();
            own.resize(graph.inputs().len(), false);
            let mut handed = Vec::new();
            let inlined = passes::inlined(&graph)?;
            if let Some(UniformSplit { head, body }) = heads::split(&inlined, &own)? {
                handed = head.output_types().cloned().collect();
                own.resize(body.inputs().len(), false);
                text += &self.add(sum.head, &head)?.0;
                text += &self.add_sum(sum.adds, &body, &own)?;
            } else {
                text += &self.add_sum(sum.adds, &graph, &own)?;
            }
            let sum = PointSum { handed, by_columns };
            self.batches.sums.insert(request, sum);
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
        let adds = match adds {
            true => Adds::All,
            false => Adds::Nothing,
        };
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

/// Which inputs of a program each point has of its own, given those of the function.
fn own_inputs(more: &[InputGroup], own: &[bool], subject: &Subject<'_>) -> Vec<bool> {
    let mut owned = own.to_vec();
    for group in more {
        match group {
            InputGroup::Direction => owned.extend(subject.wrt.iter().map(|&a| own[a])),
            InputGroup::Weights if subject.weights == Weights::One => {}
            InputGroup::Seed | InputGroup::Weights | InputGroup::Curve => {
                owned.extend(subject.graph.outputs().iter().map(|_| true));
            }
        }
    }
    owned
}

/// A program with those of its groups of results that are wanted.
fn selected<'g>(
    graph: Cow<'g, Graph>,
    subject: &Subject<'_>,
    groups: &[OutputGroup],
    wanted: &[OutputGroup],
) -> graph_ir::Result<Cow<'g, Graph>> {
    let wants = |group| wanted.contains(&group);
    if groups.iter().all(|&group| wants(group)) {
        return Ok(graph);
    }
    let mut outputs = graph.outputs().iter().map(|output| output.node);
    let mut nodes = Vec::new();
    for &group in groups {
        let count = group.outputs(subject.graph.outputs().len(), subject.wrt.len());
        let group_nodes = outputs.by_ref().take(count);
        match wants(group) {
            true => nodes.extend(group_nodes),
            false => group_nodes.for_each(drop),
        }
    }
    Ok(Cow::Owned(passes::set_outputs(&graph, &nodes)?))
}
