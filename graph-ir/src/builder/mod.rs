//! The builder: the only way to add a node.
//!
//! Each operator has a method, defined with the operator's rules in [`ops`](crate::ops). It infers
//! the type of the result from the types of the operands and refuses invalid operands, so that a
//! graph is well typed at every moment. This module contains their common parts. Equal nodes are
//! shared (unless the caller asks otherwise), since operators have no effects. Inner graphs are
//! built with the same methods between [`Builder::begin_region`] and [`Builder::end_region`];
//! values of the surrounding graph that a region uses are captured automatically as its inputs.

mod copy;
mod distance;
mod frame;
mod inner;
mod inspect;
mod push;
mod regions;
mod shared;
mod source;
mod steps;
mod subgraph;
mod take_over;
mod wire;

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::{Cell, RefCell};

pub use regions::Region;
pub use steps::Step;
pub use subgraph::Subgraph;
pub use wire::{Operand, Wire};

pub(crate) use copy::Change;
pub(crate) use frame::Frame;

use crate::error::{Error, Result};
use crate::graph::{
    Constant, Effect, EffectKind, Function, Graph, Input, InputKind, Literal, NodeId, Op, Output,
    Site, infer_effect,
};
use crate::types::{Element, Type, ValueType};

/// The largest number of nodes of a graph: their numbers are 32 bits wide and one is reserved.
pub const MAX_NODES: usize = u32::MAX as usize - 1;

/// Builds one graph.
#[derive(Debug)]
pub struct Builder {
    state: RefCell<State>,
    /// How many nodes derivatives have gone through.
    differentiated: Cell<usize>,
}

#[derive(Debug)]
struct State {
    /// The graph, and above it the regions under construction.
    frames: Vec<Frame>,
    /// The number of the next frame: wires carry theirs, so that a stale one is recognised.
    next_frame: u32,
    /// The first error of a wire's overloaded operator, which cannot return it.
    error: Option<Error>,
    site: Site,
    sharing: bool,
    /// Room for the arguments of a node that is copied.
    imported: Vec<NodeId>,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// A builder of an empty graph.
    #[must_use]
    pub fn new() -> Self {
        Self::with_sharing(true)
    }

    /// A builder that adds a node for each request even where an equal one exists: readers of
    /// files whose nodes have names use it, so that no name is lost.
    #[must_use]
    pub fn without_sharing() -> Self {
        Self::with_sharing(false)
    }

    fn with_sharing(sharing: bool) -> Self {
        Self {
            state: RefCell::new(State {
                frames: alloc::vec![Frame::new(0)],
                next_frame: 1,
                error: None,
                site: Site::default(),
                sharing,
                imported: Vec::new(),
            }),
            differentiated: Cell::new(0),
        }
    }

    /// Makes room for a copy of a graph.
    pub(crate) fn reserve_for(&self, graph: &Graph) {
        self.reserve(graph.nodes.len(), graph.arguments.len());
    }

    /// Makes room for about so many nodes with so many arguments together.
    pub fn reserve(&self, nodes: usize, arguments: usize) {
        let state = &mut *self.state.borrow_mut();
        let sharing = state.sharing;
        state.top().reserve(nodes, arguments, sharing);
    }

    /// The value of a node of the graph (or region) under construction: a holder of millions of
    /// values can keep their nodes, which are a quarter of a wire in size.
    #[must_use]
    pub fn value_of(&self, node: NodeId) -> Option<Wire<'_>> {
        let state = self.state.borrow();
        let frame = state.frames.last()?;
        let known = node.index() < frame.graph.nodes.len();
        known.then(|| Wire::new(self, frame.serial, node))
    }

    /// The serial number of the graph or region under construction, for the wires of its nodes.
    pub(crate) fn serial(&self) -> u32 {
        let state = self.state.borrow();
        state.frames.last().map_or(u32::MAX, |frame| frame.serial)
    }

    /// Names the function.
    pub fn set_name(&self, name: &str) {
        self.state.borrow_mut().top().graph.name = String::from(name);
    }

    /// Says whose numbers the sites are; see [`Graph::sites`].
    pub fn set_sites(&self, sites: &str) {
        self.state.borrow_mut().top().graph.sites = String::from(sites);
    }

    /// Takes over the name of the graph that this one is made from, its file, the word for its sites,
    /// and the functions whose bodies are among its nodes.
    pub fn continue_graph(&self, graph: &Graph) {
        self.set_name(graph.name());
        self.set_sites(graph.sites());
        let own = &mut self.state.borrow_mut();
        let own = &mut own.top().graph;
        own.file.clone_from(&graph.file);
        own.inlined.clone_from(&graph.inlined);
    }

    /// The site of the nodes added from now on.
    pub fn set_site(&self, site: Site) {
        self.state.borrow_mut().site = site;
    }

    /// The site that nodes get at the moment.
    #[must_use]
    pub fn site(&self) -> Site {
        self.state.borrow().site
    }

    /// Adds an argument of the function (or of the region under construction).
    pub fn input(&self, name: &str, ty: Type, kind: InputKind) -> Wire<'_> {
        let state = &mut *self.state.borrow_mut();
        let site = state.site;
        let frame = state.top();
        let position = crate::intern::number_of(frame.graph.inputs.len());
        let ty = frame.types.intern(ValueType::Tensor(ty));
        let node = frame.append(Op::Input(position), ty, &[], site);
        frame.graph.inputs.push(Input {
            node,
            name: String::from(name),
            kind,
        });
        Wire::new(self, frame.serial, node)
    }

    /// A constant tensor.
    pub fn constant(&self, constant: Constant) -> Wire<'_> {
        let ty = constant.ty();
        let id = {
            let state = &mut *self.state.borrow_mut();
            state.top().constant(constant)
        };
        self.push(Op::Constant(id), ty, &[])
    }

    /// A constant of rank 0.
    pub fn literal(&self, literal: Literal) -> Wire<'_> {
        let state = &mut *self.state.borrow_mut();
        let (site, sharing) = (state.site, state.sharing);
        let frame = state.top();
        let serial = frame.serial;
        match frame.literal(literal, site, sharing) {
            Ok(node) => Wire::new(self, serial, node),
            Err(error) => {
                state.error.get_or_insert(error);
                Wire::poisoned(self)
            }
        }
    }

    /// A number as a constant of rank 0, rounded to `element`.
    pub fn number(&self, element: Element, value: f64) -> Wire<'_> {
        self.literal(Literal::from_f64(element, value))
    }

    /// Declares the next result of the function.
    ///
    /// # Errors
    /// When the value belongs to another region, or is a tuple.
    pub fn output(&self, name: &str, value: Wire<'_>) -> Result<()> {
        self.ty(value)?;
        let state = &mut *self.state.borrow_mut();
        let node = state.import(value.key())?;
        state.top().graph.outputs.push(Output {
            node,
            name: String::from(name),
        });
        Ok(())
    }

    /// Appends an effect, after all nodes that there are so far.
    ///
    /// # Errors
    /// When an argument belongs to another region, or the arguments do not fit the kind.
    pub fn effect(&self, kind: EffectKind, arguments: &[Wire<'_>]) -> Result<()> {
        let types = self.types(arguments)?;
        infer_effect(&kind, &types.iter().collect::<Vec<_>>())?;
        let state = &mut *self.state.borrow_mut();
        let arguments = state.import_all(arguments)?;
        let site = state.site;
        let graph = &mut state.top().graph;
        graph.effects.push(Effect {
            kind,
            arguments,
            site,
            position: graph.nodes.len(),
        });
        Ok(())
    }

    /// Names a node, in place of any name that it had.
    pub fn name_node(&self, wire: Wire<'_>, name: &str) {
        if self.value_type(wire).is_err() {
            return;
        }
        let state = &mut *self.state.borrow_mut();
        if let Some(depth) = state.depth_of(wire.key().0) {
            let names = &mut state.frames[depth].graph.names;
            names.insert(wire.key().1, String::from(name));
        }
    }

    /// Names a node that computes something, unless it has a name: inputs and constants are
    /// known by other means.
    pub fn suggest_name(&self, wire: Wire<'_>, name: &str) {
        let op = self.op_of(wire);
        if !matches!(op, None | Some(Op::Input(_) | Op::Constant(_))) {
            self.name_unnamed(wire, name);
        }
    }

    /// Names a node unless it has a name.
    pub(crate) fn name_unnamed(&self, wire: Wire<'_>, name: &str) {
        let state = &mut *self.state.borrow_mut();
        let (frame, node) = wire.key();
        if let Some(depth) = state.depth_of(frame) {
            let names = &mut state.frames[depth].graph.names;
            names.entry(node).or_insert_with(|| String::from(name));
        }
    }

    /// Puts a tag on a node; see [`Graph::tags`].
    pub fn tag_node(&self, wire: Wire<'_>, tag: &str) {
        let state = &mut *self.state.borrow_mut();
        let (frame, node) = wire.key();
        if let Some(depth) = state.depth_of(frame) {
            let graph = &mut state.frames[depth].graph;
            graph.tag(node, tag);
        }
    }

    /// Puts the tags of a node of another graph on a value that takes its place.
    pub(crate) fn tag_as(&self, wire: Wire<'_>, graph: &Graph, id: NodeId) {
        for tag in graph.tags(id) {
            self.tag_node(wire, tag);
        }
    }

    /// Sets an annotation of the whole graph.
    pub fn set_attribute(&self, key: &str, value: &str) {
        let state = &mut *self.state.borrow_mut();
        let attributes = &mut state.top().graph.attributes;
        attributes.insert(String::from(key), String::from(value));
    }

    /// The type of a value.
    ///
    /// # Errors
    /// When the value belongs to a finished region, is a tuple, or comes from a failed operator.
    pub fn ty(&self, wire: Wire<'_>) -> Result<Type> {
        match self.value_type(wire)? {
            ValueType::Tensor(ty) => Ok(ty),
            ValueType::Tuple(_) => Err(Error::NotATensor),
        }
    }

    /// The constant that a value is, if it is one.
    #[must_use]
    pub fn as_constant(&self, wire: Wire<'_>) -> Option<Constant> {
        self.value_type(wire).ok()?;
        let state = self.state.borrow();
        let (frame, node) = wire.key();
        let frame = &state.frames[state.depth_of(frame)?];
        let Op::Constant(id) = frame.graph.nodes.get(node.index())?.op else {
            return None;
        };
        Some(frame.constants.get(id.number()).clone())
    }

    /// The graph, which `finish` verifies; so are the functions inside of a graph, with that graph.
    ///
    /// # Errors
    /// The first error of an overloaded operator; [`Error::TooManyNodes`]; an unfinished region.
    pub(crate) fn complete(self) -> Result<Graph> {
        let mut state = self.state.into_inner();
        if let Some(error) = state.error {
            return Err(error);
        }
        match (state.frames.pop(), state.frames.is_empty()) {
            (Some(frame), true) => frame.finish(),
            _ => Err(Error::OutOfScope),
        }
    }

    pub(crate) fn value_type(&self, wire: Wire<'_>) -> Result<ValueType> {
        if !core::ptr::eq(wire.builder(), self) {
            return Err(Error::OutOfScope);
        }
        let state = self.state.borrow();
        let (frame, node) = wire.key();
        let frame = state.depth_of(frame).map(|depth| &state.frames[depth]);
        match frame.and_then(|frame| Some((frame, frame.graph.nodes.get(node.index())?))) {
            Some((frame, node)) => Ok(frame.types.get(node.ty.number()).clone()),
            None => Err(Error::OutOfScope),
        }
    }

    /// Keeps the first error and stands in for the value that could not be computed.
    fn poison(&self, error: Error) -> Wire<'_> {
        let state = &mut *self.state.borrow_mut();
        // A poisoned operand is out of scope; only the error behind it is worth telling.
        state.error.get_or_insert(error);
        Wire::poisoned(self)
    }
}

impl State {
    fn top(&mut self) -> &mut Frame {
        let last = self.frames.len() - 1;
        &mut self.frames[last]
    }

    fn depth_of(&self, serial: u32) -> Option<usize> {
        self.frames.iter().rposition(|f| f.serial == serial)
    }

    /// The node that stands for a value in the region under construction: the value itself, a
    /// copy of a constant, or an input that captures it through every region between.
    #[inline]
    fn import(&mut self, (serial, node): (u32, NodeId)) -> Result<NodeId> {
        // Most values are of the region itself.
        match self.frames.last() {
            Some(top) if top.serial == serial && node.index() < top.graph.nodes.len() => Ok(node),
            _ => self.import_from((serial, node)),
        }
    }

    /// [`Self::import`] of a value of any region.
    fn import_from(&mut self, (serial, node): (u32, NodeId)) -> Result<NodeId> {
        let Some(depth) = self.depth_of(serial) else {
            return Err(Error::OutOfScope);
        };
        self.import_into(depth, node, self.frames.len() - 1)
    }

    fn import_all(&mut self, wires: &[Wire<'_>]) -> Result<Vec<NodeId>> {
        wires.iter().map(|wire| self.import(wire.key())).collect()
    }

    fn import_into(&mut self, from: usize, node: NodeId, to: usize) -> Result<NodeId> {
        if node.index() >= self.frames[from].graph.nodes.len() {
            return Err(Error::OutOfScope);
        }
        let mut node = node;
        for depth in from..to {
            let (outer, inner) = self.frames.split_at_mut(depth + 1);
            node = inner[0].capture(&outer[depth], node, self.site, self.sharing)?;
        }
        Ok(node)
    }
}
