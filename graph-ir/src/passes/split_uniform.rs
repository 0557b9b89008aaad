//! The split of a function of many points into a uniform and a varying part: values that depend
//! only on inputs that are the same for all points are computed once.

use alloc::format;
use alloc::vec::Vec;

use crate::builder::{Builder, Wire};
use crate::error::Result;
use crate::graph::{Graph, InputKind, NodeId};
use crate::ops::{Op, Role};
use crate::types::{Type, ValueType};

/// The least cost of a uniform part that is worth splitting off: that of a division.
const WORTH: usize = 8;

/// The two parts of a function.
#[derive(Clone, Debug)]
pub struct UniformSplit {
    /// The values that are the same for all points: a function of the shared inputs, in their
    /// order.
    pub head: Graph,
    /// The rest: a function of all inputs, in their order, and then of the outputs of the head.
    pub body: Graph,
}

/// Splits a function; `own` tells for each input whether each point has its own value. The head
/// passes floats to the body; views of them, and values of other types derived from them, are
/// recomputed where they are used. `None` if no uniform part is worth it, and for functions with
/// effects, also inside branches and loops.
///
/// # Errors
/// None but those of building a graph.
pub fn split_uniform(graph: &Graph, own: &[bool]) -> Result<Option<UniformSplit>> {
    let differs = differing(graph, own);
    let (boundary, used) = boundary(graph, &differs);
    let head = needed(graph, &boundary);
    let work = graph
        .ids()
        .filter(|id| head[id.index()])
        .map(|id| cost(graph, id));
    if graph.has_effects() || work.fold(0, usize::saturating_add) < WORTH {
        return Ok(None);
    }
    Ok(Some(UniformSplit {
        head: head_of(graph, own, &head, &boundary)?,
        body: body_of(graph, &used, &boundary)?,
    }))
}

/// Whether each node varies between points.
fn differing(graph: &Graph, own: &[bool]) -> Vec<bool> {
    let mut differs: Vec<bool> = Vec::with_capacity(graph.len());
    for id in graph.ids() {
        let depends = if let Op::Input(position) = graph.op(id) {
            own[position as usize]
        } else {
            graph.arguments(id).iter().any(|a| differs[a.index()])
        };
        differs.push(depends);
    }
    differs
}

/// The nodes that the head hands on, ascending, and for each node whether the body uses it: unused
/// nodes are in neither, as they might fail where the function does not.
fn boundary(graph: &Graph, differs: &[bool]) -> (Vec<NodeId>, Vec<bool>) {
    let mut used = alloc::vec![false; graph.len()];
    for output in graph.outputs() {
        used[output.node.index()] = true;
    }
    let mut boundary = Vec::new();
    let ids: Vec<NodeId> = graph.ids().collect();
    for &id in ids.iter().rev() {
        let own = differs[id.index()];
        if !used[id.index()] {
            continue;
        }
        if !own && is_handed_on(graph, id) {
            boundary.push(id);
            continue;
        }
        for argument in graph.arguments(id) {
            used[argument.index()] = true;
        }
    }
    boundary.reverse();
    (boundary, used)
}

/// Whether a node that does not differ is computed once, if it is used.
fn is_handed_on(graph: &Graph, id: NodeId) -> bool {
    let is_float = match graph.value_type(id) {
        ValueType::Tensor(ty) => ty.is_float(),
        ValueType::Tuple(_) => false,
    };
    let role = graph.view(id).rules().role();
    is_float && !matches!(role, Role::Input | Role::Constant | Role::View)
}

/// The nodes that these nodes need, themselves included.
fn needed(graph: &Graph, nodes: &[NodeId]) -> Vec<bool> {
    let mut needed = alloc::vec![false; graph.len()];
    for id in nodes {
        needed[id.index()] = true;
    }
    let ids: Vec<NodeId> = graph.ids().collect();
    for &id in ids
        .iter()
        .rev()
        .filter(|id| !matches!(graph.op(**id), Op::Input(_)))
    {
        if needed[id.index()] {
            for argument in graph.arguments(id) {
                needed[argument.index()] = true;
            }
        }
    }
    needed
}

/// The cost of a node; a node with graphs inside, or over tensors, is never cheap.
fn cost(graph: &Graph, id: NodeId) -> usize {
    let view = graph.view(id);
    match view.rules().role() {
        Role::Input | Role::Constant | Role::Result => 0,
        Role::Region | Role::Reduction | Role::Contraction => WORTH,
        Role::Elementwise
        | Role::View
        | Role::Assembly
        | Role::Gather
        | Role::Scatter
        | Role::Replacement
        | Role::Sort
        | Role::Expanded => match graph.value_type(id) {
            ValueType::Tensor(ty) => {
                let depends = view.rules().depends(graph, id);
                let operands = graph.arguments(id).len();
                let each = depends.elementwise().map_or(1, |op| op.time(operands));
                (each as usize).saturating_mul(ty.shape.count().estimate())
            }
            ValueType::Tuple(_) => WORTH,
        },
    }
}

/// The graph of the values that are the same for all points.
fn head_of(graph: &Graph, own: &[bool], needed: &[bool], boundary: &[NodeId]) -> Result<Graph> {
    let builder = Builder::new();
    builder.continue_graph(graph);
    let inputs = graph.inputs().iter().zip(own).map(|(input, own)| {
        let ty = graph.ty(input.node).clone();
        (!own).then(|| builder.input(&input.name, ty, input.kind))
    });
    let inputs: Vec<Option<Wire<'_>>> = inputs.collect();
    let wires = copied(&builder, graph, &inputs, |id| needed[id.index()], &[])?;
    for (number, id) in boundary.iter().enumerate() {
        if let Some(wire) = wires[id.index()] {
            builder.output(&format!("shared_{number}"), wire)?;
        }
    }
    builder.finish()
}

/// The graph of the rest.
fn body_of(graph: &Graph, used: &[bool], boundary: &[NodeId]) -> Result<Graph> {
    let builder = Builder::new();
    builder.continue_graph(graph);
    let inputs = builder.copy_inputs(graph).into_iter().map(Some);
    let inputs: Vec<Option<Wire<'_>>> = inputs.collect();
    let handed: Vec<(NodeId, Wire<'_>)> = boundary
        .iter()
        .enumerate()
        .map(|(number, &id)| {
            let ty: Type = graph.ty(id).clone();
            let name = format!("shared_{number}");
            (id, builder.input(&name, ty, InputKind::Independent))
        })
        .collect();
    let wires = copied(&builder, graph, &inputs, |id| used[id.index()], &handed)?;
    for output in graph.outputs() {
        if let Some(wire) = wires[output.node.index()] {
            builder.output(&output.name, wire)?;
        }
    }
    builder.finish()
}

/// The wires of the nodes that are kept, in a new graph; those of some are given.
fn copied<'b>(
    builder: &'b Builder,
    graph: &Graph,
    inputs: &[Option<Wire<'b>>],
    kept: impl Fn(NodeId) -> bool,
    given: &[(NodeId, Wire<'b>)],
) -> Result<Vec<Option<Wire<'b>>>> {
    let mut wires: Vec<Option<Wire<'b>>> = Vec::with_capacity(graph.len());
    let mut given = given.iter().peekable();
    for id in graph.ids() {
        if let Some((_, wire)) = given.next_if(|(node, _)| *node == id) {
            wires.push(Some(*wire));
            continue;
        }
        if let Op::Input(position) = graph.op(id) {
            wires.push(inputs[position as usize]);
            continue;
        }
        let arguments = graph.arguments(id).iter();
        let arguments: Option<Vec<Wire<'b>>> = arguments.map(|a| wires[a.index()]).collect();
        wires.push(match arguments.filter(|_| kept(id)) {
            Some(arguments) => Some(builder.copy_node(graph, id, &arguments)?),
            None => None,
        });
    }
    Ok(wires)
}
