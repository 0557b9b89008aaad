//! Adjoints of the nodes with inner graphs: branches, loops, functions of the host.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::accumulate::Adjoints;
use super::{Primal, Sensitivity, adjoints_of_region};
use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Function, FunctionKind, Graph, InputKind, ListId, NodeId, Output, Role};
use crate::ops::{Op, Scan};
use crate::types::Type;

/// Hands the adjoints of a tuple node's results on to its arguments.
pub(super) fn propagate<'b>(
    builder: &'b Builder,
    graph: &Graph,
    primal: &Primal<'b>,
    id: NodeId,
    adjoints: &mut Adjoints<'b>,
) -> Result<()> {
    let types: Vec<Type> = graph.result_types(id).into_iter().cloned().collect();
    let Some(seeds) = adjoints.take_results(id, types.len()) else {
        return Ok(());
    };
    let node = Tuple {
        builder,
        graph,
        primal,
        id,
        seeds: &seeds,
        types: &types,
    };
    match graph.op(id) {
        Op::Branch(then, otherwise) => node.branch([then, otherwise], adjoints),
        Op::Scan(list) => node.scan(Scan::from_list(graph.list(list)), adjoints),
        Op::External(external) => node.external(external, adjoints),
        // Calls are inlined before the sweep.
        _ => Err(Error::NotATensor),
    }
}

/// A tuple node with the adjoints of its results.
struct Tuple<'s, 'b> {
    builder: &'b Builder,
    graph: &'s Graph,
    primal: &'s Primal<'b>,
    id: NodeId,
    seeds: &'s [Option<Sensitivity<'b>>],
    types: &'s [Type],
}

impl<'b> Tuple<'_, 'b> {
    /// A branch on the same condition, between the adjoints of the two sides.
    fn branch(
        &self,
        sides: [crate::graph::FunctionId; 2],
        adjoints: &mut Adjoints<'b>,
    ) -> Result<()> {
        let (condition, captured) = self.split_first();
        let wrt = self.active_positions(captured);
        let seeded: Vec<usize> = (0..self.seeds.len())
            .filter(|&i| self.seeds[i].is_some())
            .collect();
        let masked = self.masked();
        let side = |function| {
            let region = &self.graph.function(function).graph;
            adjoints_of_region(region, &wrt, &seeded, masked).map(plain)
        };
        let (then, otherwise) = (side(sides[0])?, side(sides[1])?);
        let mut arguments = self.wires(captured);
        arguments.extend(self.seeds.iter().flatten().map(|seed| seed.wire));
        let condition = self.primal.wires[condition.index()];
        let results = self
            .builder
            .branch_to(condition, &arguments, &then, &otherwise)?;
        for (&position, wire) in wrt.iter().zip(results) {
            adjoints.add(captured[position], Sensitivity { wire, masked });
        }
        Ok(())
    }

    /// The function of the host in its adjoint role.
    fn external(
        &self,
        external: crate::graph::ExternalId,
        adjoints: &mut Adjoints<'b>,
    ) -> Result<()> {
        let external = self.graph.external(external);
        if external.role != Role::Value {
            return Err(Error::NotDifferentiable {
                what: alloc::format!("the derivative of the host function `{}`", external.name),
            });
        }
        let own = self.graph.arguments(self.id);
        let mut arguments = self.wires(own);
        for position in 0..self.types.len() {
            arguments.push(self.seed(position)?);
        }
        let adjoint = external.with_role(Role::Adjoint);
        let results = self.builder.external(&adjoint, &arguments)?;
        for (&argument, wire) in own.iter().zip(results) {
            if self.primal.is_active(argument) {
                let masked = self.masked();
                adjoints.add(argument, Sensitivity { wire, masked });
            }
        }
        Ok(())
    }

    /// A loop in the other direction over the stored states; see [`backward_body`].
    fn scan(&self, scan: Scan, adjoints: &mut Adjoints<'b>) -> Result<()> {
        let body = &self.graph.function(scan.body).graph;
        let own = self.graph.arguments(self.id);
        let plan = Plan::new(body, scan, self.types);
        let region = adjoints_of_region(body, &plan.wrt, &plan.seeded, self.masked())?;
        let backward = plain(backward_body(body, scan, &plan, &region)?);

        let (captured, rest) = own.split_at(scan.captured);
        let (_, stacked) = rest.split_at(scan.carried);
        let mut arguments = self.wires(captured);
        for &position in &plan.carried {
            arguments.push(self.seed(position)?);
        }
        for &position in &plan.captured {
            let ty = self.graph.ty(captured[position]);
            arguments.push(self.builder.full(ty, 0.0)?);
        }
        let states = self.primal.states.iter().find(|(id, _)| *id == self.id);
        arguments.extend(states.map_or(&[][..], |(_, states)| states));
        arguments.extend(self.wires(stacked));
        for &position in &plan.outputs {
            arguments.push(self.seed(scan.carried + position)?);
        }
        let spec = Scan {
            captured: scan.captured,
            carried: plan.carried.len() + plan.captured.len(),
            reverse: !scan.reverse,
            ..scan
        };
        let results = self.builder.scan(&backward, spec, &arguments)?;
        let offset = |from: usize| move |&position: &usize| from + position;
        let receivers = plan.carried.iter().map(offset(scan.captured));
        let receivers = receivers.chain(plan.captured.iter().copied());
        let inputs = plan
            .stacked
            .iter()
            .map(offset(scan.captured + scan.carried));
        for (position, wire) in receivers.chain(inputs).zip(results) {
            if self.primal.is_active(own[position]) {
                let masked = self.masked();
                adjoints.add(own[position], Sensitivity { wire, masked });
            }
        }
        Ok(())
    }

    /// The adjoint of a result, zero without contributions.
    fn seed(&self, position: usize) -> Result<Wire<'b>> {
        match &self.seeds[position] {
            Some(seed) => Ok(seed.wire),
            None => self.builder.full(&self.types[position], 0.0),
        }
    }

    fn masked(&self) -> bool {
        self.seeds.iter().flatten().any(|seed| seed.masked)
    }

    fn wires(&self, nodes: &[NodeId]) -> Vec<Wire<'b>> {
        nodes.iter().map(|n| self.primal.wires[n.index()]).collect()
    }

    fn split_first(&self) -> (NodeId, &[NodeId]) {
        let arguments = self.graph.arguments(self.id);
        (arguments[0], &arguments[1..])
    }

    fn active_positions(&self, nodes: &[NodeId]) -> Vec<usize> {
        let positions = nodes.iter().enumerate();
        positions
            .filter(|&(_, &node)| self.primal.is_active(node))
            .map(|(position, _)| position)
            .collect()
    }
}

/// Which of a loop's values have adjoints: positions among its captured values, carried values,
/// stacked inputs and stacked outputs.
struct Plan {
    captured: Vec<usize>,
    carried: Vec<usize>,
    stacked: Vec<usize>,
    outputs: Vec<usize>,
    /// All of the body's inputs that have adjoints.
    wrt: Vec<usize>,
    /// All of the body's outputs that have adjoints.
    seeded: Vec<usize>,
}

impl Plan {
    fn new(body: &Graph, scan: Scan, results: &[Type]) -> Self {
        let inputs: Vec<bool> = body.input_types().map(Type::is_float).collect();
        let floats = |flags: &[bool]| -> Vec<usize> {
            let flags = flags.iter().enumerate();
            flags.filter(|(_, float)| **float).map(|(i, _)| i).collect()
        };
        let state = scan.captured + scan.carried;
        let outputs: Vec<bool> = results.iter().map(Type::is_float).collect();
        Self {
            captured: floats(&inputs[..scan.captured]),
            carried: floats(&inputs[scan.captured..state]),
            stacked: floats(&inputs[state..]),
            outputs: floats(&outputs[scan.carried..]),
            wrt: floats(&inputs),
            seeded: floats(&outputs),
        }
    }
}

/// The body of the backward loop. It captures what the loop captures, carries the adjoints of the
/// carried values and the sums of the captured values' adjoints, takes the states, the inputs'
/// slices and the outputs' seeds of one iteration, and yields the inputs' adjoints.
fn backward_body(body: &Graph, scan: Scan, plan: &Plan, region: &Graph) -> Result<Graph> {
    let builder = Builder::new();
    let types: Vec<Type> = body.input_types().cloned().collect();
    let results: Vec<Type> = body.output_types().cloned().collect();
    let input = |ty: &Type| builder.input("", ty.clone(), InputKind::Independent);
    let state = scan.captured + scan.carried;
    let captured: Vec<Wire<'_>> = types[..scan.captured].iter().map(input).collect();
    let carried = plan
        .carried
        .iter()
        .map(|&i| input(&types[scan.captured + i]));
    let carried: Vec<Wire<'_>> = carried.collect();
    let sums: Vec<Wire<'_>> = plan.captured.iter().map(|&i| input(&types[i])).collect();
    let states = types[scan.captured..state].iter().map(input);
    let states: Vec<Wire<'_>> = states.collect();
    let slices: Vec<Wire<'_>> = types[state..].iter().map(input).collect();
    let outputs = plan
        .outputs
        .iter()
        .map(|&i| input(&results[scan.carried + i]));
    let outputs: Vec<Wire<'_>> = outputs.collect();

    let arguments = [captured, states, slices, carried, outputs].concat();
    let wires = builder.copy_graph(region, &arguments)?;
    let adjoints = region.outputs().iter().map(|o| wires[o.node.index()]);
    let adjoints: Vec<Wire<'_>> = adjoints.collect();
    let (of_captured, rest) = adjoints.split_at(plan.captured.len());
    let (of_carried, of_stacked) = rest.split_at(plan.carried.len());
    for &wire in of_carried {
        builder.output("", wire)?;
    }
    for (&sum, &term) in sums.iter().zip(of_captured) {
        builder.output("", sum + term)?;
    }
    for &wire in of_stacked {
        builder.output("", wire)?;
    }
    builder.finish()
}

/// A loop like the original that also stores the carried values at the start of each iteration.
pub(super) fn storing_scan<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    list: ListId,
    arguments: &[Wire<'b>],
    primal: &mut Primal<'b>,
) -> Result<Wire<'b>> {
    let scan = Scan::from_list(graph.list(list));
    let mut body = graph.function(scan.body).graph.clone();
    let carried = scan.captured..scan.captured + scan.carried;
    let states: Vec<Output> = body.inputs()[carried]
        .iter()
        .map(|input| Output {
            node: input.node,
            name: alloc::string::String::new(),
        })
        .collect();
    body.outputs.extend(states);
    let results = builder.scan(&plain(body), scan, arguments)?;
    let count = graph.result_types(id).len();
    let first = results.first().copied().ok_or(Error::NotATensor)?;
    primal.states.push((id, results[count..].to_vec()));
    // Projections of the original keep their positions in the longer tuple.
    Ok(builder.arguments_of(first)[0])
}

fn plain(graph: Graph) -> Arc<Function> {
    Arc::new(Function {
        kind: FunctionKind::Plain,
        graph,
    })
}
