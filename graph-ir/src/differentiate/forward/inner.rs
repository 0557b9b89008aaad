//! Tangents of the nodes with inner graphs: the same node over functions that compute values and
//! tangents together.

use alloc::sync::Arc;
use alloc::vec::Vec;

use super::rules::or_zero;
use super::{Sensitivity, Sweep, region};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::{External, Function, FunctionId, FunctionKind, Graph, NodeId, Role};
use crate::ops::{Op, Scan};

type Results<'b> = Vec<(Wire<'b>, Option<Sensitivity<'b>>)>;

/// The results of an active tuple node and their tangents.
pub(super) fn results<'b>(sweep: &Sweep<'_, 'b>, id: NodeId) -> Result<Results<'b>> {
    let graph = sweep.graph;
    match graph.op(id) {
        Op::Branch(then, otherwise) => branch(sweep, id, [then, otherwise]),
        Op::Scan(list) => scan(sweep, id, Scan::from_list(graph.list(list))),
        Op::External(external) => external_(sweep, id, graph.external(external)),
        // Calls are inlined before the sweep.
        _ => Err(Error::NotATensor),
    }
}

fn branch<'b>(sweep: &Sweep<'_, 'b>, id: NodeId, sides: [FunctionId; 2]) -> Result<Results<'b>> {
    let arguments = sweep.graph.arguments(id);
    let (condition, captured) = (arguments[0], &arguments[1..]);
    let wrt: Vec<usize> = (0..captured.len())
        .filter(|&i| sweep.tangent(captured[i]).is_some())
        .collect();
    let side = |function| with_tangents(&sweep.graph.function(function).graph, &wrt);
    let (then, otherwise) = (side(sides[0])?, side(sides[1])?);
    let mut operands = sweep.values(captured);
    for &position in &wrt {
        operands.push(or_zero(sweep, captured[position])?);
    }
    let condition = sweep.value(condition);
    let results = sweep
        .builder
        .branch_to(condition, &operands, &then, &otherwise)?;
    Ok(pair(sweep.graph, id, &results))
}

/// The loop carries the tangents of its carried values beside them.
fn scan<'b>(sweep: &Sweep<'_, 'b>, id: NodeId, scan: Scan) -> Result<Results<'b>> {
    let graph = sweep.graph;
    let arguments = graph.arguments(id);
    let body = &graph.function(scan.body).graph;
    let floats: Vec<usize> = (0..arguments.len())
        .filter(|&i| graph.ty(arguments[i]).is_float())
        .collect();
    let tangents = region(body, &floats)?;
    let order = Order::new(scan, &floats, body);
    let body = Arc::new(Function {
        kind: FunctionKind::Plain,
        graph: order.rearranged(tangents),
    });
    let (captured, rest) = arguments.split_at(scan.captured);
    let (carried, stacked) = rest.split_at(scan.carried);
    let mut operands = Vec::new();
    for group in [captured, carried, stacked] {
        operands.extend(sweep.values(group));
        for &argument in group {
            if graph.ty(argument).is_float() {
                operands.push(or_zero(sweep, argument)?);
            }
        }
    }
    let spec = Scan {
        captured: scan.captured + order.float_captured,
        carried: scan.carried + order.float_carried,
        ..scan
    };
    let results = sweep.builder.scan(&body, spec, &operands)?;
    // Results: carried values, their tangents, stacked outputs, their tangents.
    let (carried, stacked) = results.split_at(spec.carried);
    let values = carried[..scan.carried].iter();
    let (outputs, output_tangents) = stacked.split_at(graph.result_types(id).len() - scan.carried);
    let values: Vec<Wire<'b>> = values.chain(outputs).copied().collect();
    let tangents = carried[scan.carried..].iter().chain(output_tangents);
    let all: Vec<Wire<'b>> = values.iter().chain(tangents).copied().collect();
    Ok(pair(graph, id, &all))
}

fn external_<'b>(sweep: &Sweep<'_, 'b>, id: NodeId, external: &External) -> Result<Results<'b>> {
    if external.role != Role::Value {
        return Err(Error::NotDifferentiable {
            what: alloc::format!("the derivative of the host function `{}`", external.name),
        });
    }
    let arguments = sweep.graph.arguments(id);
    let mut operands = sweep.values(arguments);
    let mut results = sweep.builder.external(external, &operands)?;
    for &argument in arguments {
        operands.push(or_zero(sweep, argument)?);
    }
    let tangent = external.with_role(Role::Tangent);
    results.extend(sweep.builder.external(&tangent, &operands)?);
    Ok(pair(sweep.graph, id, &results))
}

fn with_tangents(graph: &Graph, wrt: &[usize]) -> Result<Arc<Function>> {
    Ok(Arc::new(Function {
        kind: FunctionKind::Plain,
        graph: region(graph, wrt)?,
    }))
}

/// Values, then tangents of the float ones, as pairs.
fn pair<'b>(graph: &Graph, id: NodeId, results: &[Wire<'b>]) -> Results<'b> {
    let types = graph.result_types(id);
    let (values, tangents) = results.split_at(types.len());
    let mut tangents = tangents.iter();
    let pairs = values.iter().zip(types).map(|(&value, ty)| {
        let tangent = if ty.is_float() { tangents.next() } else { None };
        (value, tangent.map(|&wire| Sensitivity::new(wire)))
    });
    pairs.collect()
}

/// How the inputs and outputs of a body with tangents are ordered for a loop: each group
/// (captured, carried, stacked) is followed by its own tangents.
struct Order {
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    float_captured: usize,
    float_carried: usize,
}

impl Order {
    fn new(scan: Scan, floats: &[usize], body: &Graph) -> Self {
        let count = body.inputs().len();
        let bounds = [0, scan.captured, scan.captured + scan.carried, count];
        let tangents = |range: core::ops::Range<usize>| {
            let positions = floats.iter().enumerate();
            positions
                .filter(move |(_, input)| range.contains(input))
                .map(move |(position, _)| count + position)
        };
        let mut inputs = Vec::new();
        for group in bounds.windows(2) {
            inputs.extend(group[0]..group[1]);
            inputs.extend(tangents(group[0]..group[1]));
        }
        let results: Vec<bool> = body.output_types().map(crate::Type::is_float).collect();
        let float_carried = results[..scan.carried].iter().filter(|f| **f).count();
        let float_results = results.iter().filter(|f| **f).count();
        let first = results.len();
        let outputs = (0..scan.carried)
            .chain(first..first + float_carried)
            .chain(scan.carried..first)
            .chain(first + float_carried..first + float_results);
        Self {
            inputs,
            outputs: outputs.collect(),
            float_captured: tangents(0..scan.captured).count(),
            float_carried,
        }
    }

    fn rearranged(&self, mut graph: Graph) -> Graph {
        let (inputs, outputs) = (graph.inputs.clone(), graph.outputs.clone());
        graph.inputs = self.inputs.iter().map(|&i| inputs[i].clone()).collect();
        graph.outputs = self.outputs.iter().map(|&i| outputs[i].clone()).collect();
        for (position, input) in graph.inputs.iter().enumerate() {
            let op = Op::Input(crate::intern::number_of(position));
            graph.nodes[input.node.index()].op = op;
        }
        graph
    }
}
