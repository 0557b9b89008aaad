//! The frame of every pass: rebuilds a graph node by node, with some nodes replaced.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::inside::{Functions, once};
use crate::builder::{Builder, Change, Wire};
use crate::error::{Error, Result};
use crate::graph::{Function, Graph, NodeId, Site};
use crate::intern::number_of;
use crate::ops::Op;
use crate::types::{Extent, Type};

/// Whether the graph, or a function inside of it, has a node that a pass would replace: a pass
/// without work need not rebuild the graph.
pub fn contains(graph: &Graph, wanted: impl Fn(&Graph, Op) -> bool) -> bool {
    contains_node(graph, |graph, id| wanted(graph, graph.op(id)))
}

/// [`contains`] of a node that more than its operator tells.
pub fn contains_node(graph: &Graph, wanted: impl Fn(&Graph, NodeId) -> bool) -> bool {
    let mut graphs = graph.graphs();
    graphs.any(|graph| graph.ids().any(|id| wanted(graph, id)))
}

/// The value in the new graph of a node of the old one.
#[derive(Clone, Debug)]
pub enum Rewritten<'b> {
    /// A tensor, or a tuple that projections take apart.
    Wire(Wire<'b>),
    /// The results of a tuple node that was replaced.
    Results(Vec<Wire<'b>>),
    /// Nothing: the node was not wanted.
    Absent,
}

/// The values of the nodes so far. There may be millions of them: each takes the room of a node,
/// and results of tuple nodes that were replaced, which are few, stand beside them.
struct Values<'b> {
    builder: &'b Builder,
    /// The serial number of the graph under construction, whose nodes they are.
    serial: u32,
    nodes: Vec<NodeId>,
    results: HashMap<NodeId, Vec<Wire<'b>>, FxBuildHasher>,
}

impl<'b> Values<'b> {
    fn new(builder: &'b Builder, graph: &Graph) -> Self {
        Self {
            builder,
            serial: builder.serial(),
            nodes: Vec::with_capacity(graph.len()),
            results: HashMap::default(),
        }
    }

    /// Adds the value of the next node.
    fn push(&mut self, value: Rewritten<'b>) {
        let wire = match value {
            Rewritten::Wire(wire) => wire,
            Rewritten::Results(results) => {
                let id = NodeId::from_number(number_of(self.nodes.len()));
                self.results.insert(id, results);
                Wire::poisoned(self.builder)
            }
            Rewritten::Absent => Wire::poisoned(self.builder),
        };
        self.nodes.push(wire.node());
    }

    /// The results of a tuple node that was replaced.
    fn results(&self, id: NodeId) -> Option<&[Wire<'b>]> {
        self.results.get(&id).map(Vec::as_slice)
    }

    /// The wire of a node that yields a tensor, or a tuple that projections take apart.
    fn wire(&self, id: NodeId) -> Wire<'b> {
        let (node, absent) = (self.nodes[id.index()], Wire::poisoned(self.builder));
        if node != absent.node() {
            return Wire::new(self.builder, self.serial, node);
        }
        match self.results.contains_key(&id) {
            true => Wire::or_poison(self.builder, Err(Error::NotATensor)),
            // An argument of a loop that does not need it; anything else refuses the stand-in.
            false => absent,
        }
    }
}

/// A pass: its rewriting of one node whose arguments have been rewritten already.
///
/// The frame takes passes as objects, so that it is compiled once.
pub trait Rewriter: AsObject {
    /// The node's replacement, or `None` to keep it, as a pass does that looks at no node.
    fn node<'b>(
        &mut self,
        _builder: &'b Builder,
        _graph: &Graph,
        _id: NodeId,
        _arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        Ok(None)
    }

    /// Where the pass keeps the inner functions that it has rewritten; `None` if it leaves inner
    /// functions as they are.
    fn functions(&mut self) -> Option<&mut Functions>;

    /// The pass applied to an inner function of a node that is kept.
    fn function(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        once(self.as_object(), function)
    }

    /// The pass applied to the graph of an inner function: by itself, unless it knows something of
    /// the one graph that it is in.
    fn inner(&mut self, graph: &Graph) -> Result<Graph> {
        rewrite(graph, self.as_object())
    }

    /// The site of a rewritten node.
    fn site(&mut self, graph: &Graph, id: NodeId) -> Site {
        graph.node(id).site
    }

    /// The type of a kept node, or of an input, whose type was `ty`.
    fn ty<'t>(&self, ty: &'t Type) -> Cow<'t, Type> {
        Cow::Borrowed(ty)
    }

    /// The integers of a kept node whose integers were `list`.
    fn list<'l>(&self, list: &'l [Extent]) -> Cow<'l, [Extent]> {
        Cow::Borrowed(list)
    }

    /// Whether nodes that are kept refer to the same types, lists and constants as before, and
    /// every input stays: then they are copied as they are.
    fn keeps_pools(&self, _: &Graph) -> bool {
        false
    }

    /// For each node whether it stays, where nodes that nothing depends on are left out.
    fn live(&self, _: &Graph) -> Option<Vec<bool>> {
        None
    }

    /// Whether an input stays; if not, neither does its node.
    fn keeps_input(&self, _: usize) -> bool {
        true
    }

    /// Whether an output stays.
    fn keeps_output(&self, _: usize) -> bool {
        true
    }

    /// Whether effects stay.
    fn keeps_effects(&self) -> bool {
        true
    }
}

/// A pass of any type as an object, which the provided methods of a trait cannot make of `self`.
pub trait AsObject {
    /// The pass.
    fn as_object(&mut self) -> &mut dyn Rewriter;
}

impl<P: Rewriter> AsObject for P {
    fn as_object(&mut self) -> &mut dyn Rewriter {
        self
    }
}

/// Applies a pass to a whole graph.
pub fn rewrite(graph: &Graph, pass: &mut dyn Rewriter) -> Result<Graph> {
    let builder = Builder::new();
    builder.reserve_for(graph);
    builder.continue_graph(graph);
    for (key, value) in graph.attributes() {
        builder.set_attribute(key, value);
    }
    let live = pass.live(graph);
    let values = body(&builder, graph, pass, live.as_deref())?;
    let outputs = graph.outputs().iter().enumerate();
    for (_, output) in outputs.filter(|&(position, _)| pass.keeps_output(position)) {
        builder.output(&output.name, values.wire(output.node))?;
    }
    drop(values);
    builder.finish()
}

/// Begins a graph like another one whose nodes come in another order: with its name, attributes and
/// inputs. For each node the wire, so far of the inputs alone.
pub(super) fn begun<'b>(builder: &'b Builder, graph: &Graph) -> Vec<Option<Wire<'b>>> {
    builder.continue_graph(graph);
    for (key, value) in graph.attributes() {
        builder.set_attribute(key, value);
    }
    let mut wires = alloc::vec![None; graph.len()];
    for input in graph.inputs() {
        builder.set_site(graph.node(input.node).site);
        let wire = builder.input(&input.name, graph.ty(input.node).clone(), input.kind);
        if let Some(name) = graph.node_name(input.node) {
            builder.name_node(wire, name);
        }
        builder.tag_as(wire, graph, input.node);
        wires[input.node.index()] = Some(wire);
    }
    wires
}

/// All nodes, with the effects at their positions among them.
fn body<'b>(
    builder: &'b Builder,
    graph: &Graph,
    pass: &mut dyn Rewriter,
    live: Option<&[bool]>,
) -> Result<Values<'b>> {
    // The order of the inputs is the signature's, which need not be that of their nodes.
    let inputs: Vec<Option<Wire<'b>>> = graph
        .inputs()
        .iter()
        .enumerate()
        .map(|(position, input)| {
            builder.set_site(graph.node(input.node).site);
            let ty = pass.ty(graph.ty(input.node)).into_owned();
            let kept = pass.keeps_input(position);
            kept.then(|| builder.input(&input.name, ty, input.kind))
        })
        .collect();
    let keeps_pools = pass.keeps_pools(graph);
    if keeps_pools {
        builder.take_pools(graph);
    }
    let mut values = Values::new(builder, graph);
    let mut arguments: Vec<Wire<'b>> = Vec::new();
    let effects = match pass.keeps_effects() {
        true => graph.effects(),
        false => &[],
    };
    let mut effects = effects.iter().peekable();
    for id in graph.ids() {
        while let Some(effect) = effects.next_if(|effect| effect.position <= id.index()) {
            builder.copy_effect(effect, |id| values.wire(id))?;
        }
        if let Op::Input(position) = graph.op(id) {
            let wire = inputs[position as usize];
            values.push(wire.map_or(Rewritten::Absent, Rewritten::Wire));
            if let (Some(name), Some(wire)) = (graph.node_name(id), wire) {
                builder.name_node(wire, name);
            }
            if let Some(wire) = wire {
                builder.tag_as(wire, graph, id);
            }
            continue;
        }
        if live.is_some_and(|live| !live[id.index()]) {
            values.push(Rewritten::Absent);
            continue;
        }
        builder.set_site(pass.site(graph, id));
        let value = if let Op::Project(position) = graph.op(id) {
            project(builder, graph, id, position, &values, pass)?
        } else {
            arguments.clear();
            let own = graph.arguments(id).iter();
            arguments.extend(own.map(|&a| values.wire(a)));
            match pass.node(builder, graph, id, &arguments)? {
                Some(value) => value,
                None if keeps_pools => Rewritten::Wire(builder.copy_kept(graph, id, &arguments)?),
                None => keep(builder, graph, id, &arguments, pass)?,
            }
        };
        if let (Some(name), Rewritten::Wire(wire)) = (graph.node_name(id), &value) {
            match matches!(graph.op(id), Op::Input(_) | Op::Constant(_)) {
                true => builder.name_unnamed(*wire, name),
                // A simplified value takes over the name of the original only if it has none yet.
                false => builder.suggest_name(*wire, name),
            }
        }
        if let Rewritten::Wire(wire) = &value {
            builder.tag_as(*wire, graph, id);
        }
        values.push(value);
    }
    for effect in effects {
        builder.copy_effect(effect, |id| values.wire(id))?;
    }
    Ok(values)
}

fn project<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    position: u32,
    values: &Values<'b>,
    pass: &mut dyn Rewriter,
) -> Result<Rewritten<'b>> {
    let tuple = graph.arguments(id)[0];
    match values.results(tuple) {
        Some(results) => Ok(Rewritten::Wire(results[position as usize])),
        None => keep(builder, graph, id, &[values.wire(tuple)], pass),
    }
}

/// Copies a node, with the pass applied to its types and its inner functions.
fn keep<'b>(
    builder: &'b Builder,
    graph: &Graph,
    id: NodeId,
    arguments: &[Wire<'b>],
    pass: &mut dyn Rewriter,
) -> Result<Rewritten<'b>> {
    let site = builder.site();
    let copy = builder.copy_node_with(graph, id, arguments, &mut Kept { pass, site })?;
    Ok(Rewritten::Wire(copy))
}

/// The changes of a pass to the nodes that it keeps.
struct Kept<'p> {
    pass: &'p mut dyn Rewriter,
    site: Site,
}

impl Change for Kept<'_> {
    fn site(&self, _: Site) -> Site {
        self.site
    }

    fn ty<'t>(&self, ty: &'t Type) -> Cow<'t, Type> {
        self.pass.ty(ty)
    }

    fn list<'l>(&self, list: &'l [Extent]) -> Cow<'l, [Extent]> {
        self.pass.list(list)
    }

    fn function(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        self.pass.function(function)
    }
}
