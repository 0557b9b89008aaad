//! Copying nodes of a finished graph: how passes and differentiation rebuild one.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::{Builder, Frame, Wire};
use crate::error::Result;
use crate::graph::{
    ARGUMENT, ConstantId, Effect, ExternalId, Function, FunctionId, Graph, Importer, ListId,
    NodeId, NodeSource, Op, Site, expect_types,
};
use crate::types::{Extent, Type, ValueType};

/// The differences between copies of nodes and the originals.
pub(crate) trait Change {
    /// The copy's site.
    fn site(&self, site: Site) -> Site {
        site
    }

    /// The copy's type.
    fn ty<'t>(&self, ty: &'t Type) -> Cow<'t, Type> {
        Cow::Borrowed(ty)
    }

    /// The copy's integers.
    fn list<'l>(&self, list: &'l [Extent]) -> Cow<'l, [Extent]> {
        Cow::Borrowed(list)
    }

    /// The copy of a function inside.
    fn function(&mut self, function: &Arc<Function>) -> Result<Arc<Function>> {
        Ok(Arc::clone(function))
    }
}

/// Copies that differ in nothing.
struct Same;

impl Change for Same {}

/// Copies whose nodes come from this place where they come from no place of their own, such as
/// those of an operator of a file format.
struct WithSite(Site);

impl Change for WithSite {
    fn site(&self, site: Site) -> Site {
        if site == Site::default() {
            self.0
        } else {
            site
        }
    }
}

/// Copies the entries of pools that a copied node refers to.
struct Copying<'c> {
    source: &'c dyn NodeSource,
    frame: &'c mut Frame,
    change: &'c mut dyn Change,
}

impl Importer for Copying<'_> {
    fn list(&mut self, list: ListId) -> ListId {
        let list = self.change.list(self.source.list(list));
        self.frame.list(list.into_owned())
    }

    fn constant(&mut self, constant: ConstantId) -> ConstantId {
        self.frame.constant(self.source.constant(constant).clone())
    }

    fn function(&mut self, function: FunctionId) -> Result<FunctionId> {
        let changed = self.change.function(self.source.function(function))?;
        Ok(self.frame.function(&changed))
    }

    fn external(&mut self, external: ExternalId) -> ExternalId {
        let mut external = self.source.external(external).clone();
        for ty in external.arguments.iter_mut().chain(&mut external.results) {
            *ty = self.change.ty(ty).into_owned();
        }
        self.frame.external(external)
    }
}

impl Builder {
    /// Adds inputs like those of `graph`, in their order.
    pub fn copy_inputs(&self, graph: &Graph) -> Vec<Wire<'_>> {
        let inputs = graph.inputs().iter().zip(graph.input_types());
        inputs
            .map(|(input, ty)| {
                let wire = self.input(&input.name, ty.clone(), input.kind);
                self.tag_as(wire, graph, input.node);
                wire
            })
            .collect()
    }

    /// Adds a node like `id` of `graph`, with these arguments in place of its own, and its site.
    /// Arguments must have the types of the node's own; inputs are not copied.
    ///
    /// # Errors
    /// When an argument is not in scope or the graph becomes too large.
    pub fn copy_node<'b>(
        &'b self,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Wire<'b>> {
        self.copy_node_from(graph, id, arguments)
    }

    /// [`Self::copy_node`] of a graph that may be under construction.
    pub(super) fn copy_node_from<'b>(
        &'b self,
        source: &dyn NodeSource,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Wire<'b>> {
        self.copy_node_with(source, id, arguments, &mut Same)
    }

    /// [`Self::copy_node`] with changes.
    pub(crate) fn copy_node_with<'b>(
        &'b self,
        source: &dyn NodeSource,
        id: NodeId,
        arguments: &[Wire<'b>],
        change: &mut dyn Change,
    ) -> Result<Wire<'b>> {
        let state = &mut *self.state.borrow_mut();
        // Taken and put back, so that copying a graph allocates nothing for each node.
        let mut imported = core::mem::take(&mut state.imported);
        imported.clear();
        for wire in arguments {
            imported.push(state.import(wire.key())?);
        }
        let sharing = state.sharing;
        let frame = state.top();
        let node = source.node(id);
        let op = node.op.import(&mut Copying {
            source,
            frame: &mut *frame,
            change: &mut *change,
        })?;
        let ty = match source.value_type(node.ty) {
            ValueType::Tensor(ty) => frame.types.tensor(&change.ty(ty)),
            ValueType::Tuple(parts) => {
                let types = parts
                    .iter()
                    .filter_map(|&part| match source.value_type(part) {
                        ValueType::Tensor(ty) => Some(change.ty(ty)),
                        ValueType::Tuple(_) => None,
                    });
                let types: Vec<Cow<'_, Type>> = types.collect();
                frame.types.tuple(types.iter().map(AsRef::as_ref))
            }
        };
        let copy = frame.push(op, ty, &imported, change.site(node.site), sharing)?;
        if let Some(name) = source.name(id) {
            let names = &mut frame.graph.names;
            names.entry(copy).or_insert_with(|| name.into());
        }
        if let Some(tags) = source.tags(id) {
            let own = frame.graph.tags.entry(copy).or_default();
            own.extend(tags.iter().cloned());
        }
        let serial = frame.serial;
        state.imported = imported;
        Ok(Wire::new(self, serial, copy))
    }

    /// Appends an effect like one of a finished graph, with its site; `value` stands in for the
    /// nodes that it reads.
    ///
    /// # Errors
    /// When a value is not in scope or of another type.
    pub fn copy_effect<'b>(
        &'b self,
        effect: &Effect,
        value: impl Fn(NodeId) -> Wire<'b>,
    ) -> Result<()> {
        let arguments = effect.arguments.iter().map(|&id| value(id));
        let arguments: Vec<Wire<'b>> = arguments.collect();
        self.set_site(effect.site);
        self.effect(effect.kind.clone(), &arguments)
    }

    /// Adds all of `graph` with its inputs replaced by `arguments`, its effects, names and sites
    /// included, and gives its outputs: the results of a call, without a call.
    ///
    /// # Errors
    /// When the arguments do not fit, are not in scope, or the graph becomes too large.
    pub fn embed<'b>(&'b self, graph: &Graph, arguments: &[Wire<'b>]) -> Result<Vec<Wire<'b>>> {
        let types = self.types(arguments)?;
        expect_types(ARGUMENT, graph.input_types(), types.iter())?;
        let wires = self.copy_graph(graph, arguments)?;
        let outputs = graph.outputs().iter();
        Ok(outputs.map(|output| wires[output.node.index()]).collect())
    }

    /// Adds all of `graph` with its inputs replaced by `arguments`, its effects included, giving
    /// the wire of each node. Nodes without a site get the current one.
    ///
    /// # Errors
    /// As [`Self::copy_node`].
    pub fn copy_graph<'b>(
        &'b self,
        graph: &Graph,
        arguments: &[Wire<'b>],
    ) -> Result<Vec<Wire<'b>>> {
        self.copy_graph_but(graph, arguments, |_, _, _| Ok(None))
    }

    /// [`Self::copy_graph`] with others in the place of the nodes for which `other` gives one. It
    /// is asked for each node but inputs, with the wires of its operands and those of all nodes
    /// before it, and adds nodes at its site.
    ///
    /// # Errors
    /// As [`Self::copy_node`], and those of `other`.
    pub fn copy_graph_but<'b>(
        &'b self,
        graph: &Graph,
        arguments: &[Wire<'b>],
        mut other: impl FnMut(NodeId, &[Wire<'b>], &[Wire<'b>]) -> Result<Option<Wire<'b>>>,
    ) -> Result<Vec<Wire<'b>>> {
        let around = self.site();
        let mut change = WithSite(around);
        let mut wires: Vec<Wire<'b>> = Vec::with_capacity(graph.len());
        let mut operands: Vec<Wire<'b>> = Vec::new();
        let mut effects = graph.effects().iter().peekable();
        for id in graph.ids() {
            while let Some(effect) = effects.next_if(|effect| effect.position <= id.index()) {
                self.copy_effect(effect, |id| wires[id.index()])?;
            }
            if let Op::Input(position) = graph.op(id) {
                wires.push(arguments[position as usize]);
                continue;
            }
            operands.clear();
            operands.extend(graph.arguments(id).iter().map(|a| wires[a.index()]));
            self.set_site(change.site(graph.node(id).site));
            wires.push(match other(id, &operands, &wires)? {
                Some(wire) => wire,
                None => self.copy_node_with(graph, id, &operands, &mut change)?,
            });
        }
        for effect in effects {
            self.copy_effect(effect, |id| wires[id.index()])?;
        }
        self.set_site(around);
        Ok(wires)
    }
}
