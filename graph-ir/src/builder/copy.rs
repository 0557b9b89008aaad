//! Copying nodes of a finished graph: how passes and differentiation rebuild one.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::source::Source;
use super::{Builder, Wire, infer};
use crate::error::Result;
use crate::graph::{Effect, Function, Graph, NodeId, Site};
use crate::ops::{Op, Scan};
use crate::types::{Type, ValueType};

/// In what copies of nodes differ from the originals.
pub(crate) trait Change {
    /// What becomes of a site.
    fn site(&self, site: Site) -> Site {
        site
    }

    /// What becomes of a type.
    fn ty<'t>(&self, ty: &'t Type) -> Cow<'t, Type> {
        Cow::Borrowed(ty)
    }

    /// What becomes of a function inside.
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

impl Builder {
    /// Adds inputs like those of `graph`, in their order.
    pub(crate) fn copy_inputs(&self, graph: &Graph) -> Vec<Wire<'_>> {
        let inputs = graph.inputs().iter().zip(graph.input_types());
        inputs
            .map(|(input, ty)| self.input(&input.name, ty.clone(), input.kind))
            .collect()
    }

    /// Adds a node like `id` of `source`, with these arguments in place of its own, and its site.
    /// Arguments must have the types of the node's own; inputs are not copied.
    ///
    /// # Errors
    /// When an argument is not in scope or the graph becomes too large.
    pub(crate) fn copy_node<'b>(
        &'b self,
        source: &impl Source,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Wire<'b>> {
        self.copy_node_with(source, id, arguments, &mut Same)
    }

    /// [`Self::copy_node`] with changes.
    pub(crate) fn copy_node_with<'b>(
        &'b self,
        source: &impl Source,
        id: NodeId,
        arguments: &[Wire<'b>],
        change: &mut impl Change,
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
        let mut list = |list| frame.list(source.list(list).to_vec());
        let op = match node.op {
            Op::Broadcast(l) => Op::Broadcast(list(l)),
            Op::Transpose(l) => Op::Transpose(list(l)),
            Op::Slice(l) => Op::Slice(list(l)),
            Op::Windows(l) => Op::Windows(list(l)),
            Op::Assemble(l) => Op::Assemble(list(l)),
            Op::Reduce(reduction, l) => Op::Reduce(reduction, list(l)),
            Op::Contract(l) => Op::Contract(list(l)),
            Op::Composite(composite, l) => Op::Composite(composite, list(l)),
            Op::Scan(l) => {
                let scan = Scan::from_list(source.list(l));
                let body = frame.function(&change.function(source.function(scan.body))?);
                Op::Scan(frame.list(Scan { body, ..scan }.to_list()))
            }
            Op::Branch(then, otherwise) => Op::Branch(
                frame.function(&change.function(source.function(then))?),
                frame.function(&change.function(source.function(otherwise))?),
            ),
            Op::Call(callee) => {
                Op::Call(frame.function(&change.function(source.function(callee))?))
            }
            Op::External(external) => {
                let mut external = source.external(external).clone();
                for ty in external.arguments.iter_mut().chain(&mut external.results) {
                    *ty = change.ty(ty).into_owned();
                }
                Op::External(frame.external(external))
            }
            Op::Constant(constant) => {
                Op::Constant(frame.constant(source.constant(constant).clone()))
            }
            op => op,
        };
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
        let serial = frame.serial;
        state.imported = imported;
        Ok(Wire::new(self, serial, copy))
    }

    /// Appends an effect like one of a finished graph, with its site; `value` stands in for the
    /// nodes that it reads.
    ///
    /// # Errors
    /// When a value is not in scope or of another type.
    pub(crate) fn copy_effect<'b>(
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
    /// included, and gives its outputs: what a call of it gives, without a call.
    ///
    /// # Errors
    /// When the arguments do not fit, are not in scope, or the graph becomes too large.
    pub fn embed<'b>(&'b self, graph: &Graph, arguments: &[Wire<'b>]) -> Result<Vec<Wire<'b>>> {
        let types = self.types(arguments)?;
        infer::expect_types(infer::ARGUMENT, graph.input_types(), types.iter())?;
        let wires = self.copy_graph(graph, arguments)?;
        let outputs = graph.outputs().iter();
        Ok(outputs.map(|output| wires[output.node.index()]).collect())
    }

    /// Adds all of `graph` with its inputs replaced by `arguments`, its effects included, giving
    /// the wire of each node. Nodes without a site get the current one.
    ///
    /// # Errors
    /// As [`Self::copy_node`].
    pub(crate) fn copy_graph<'b>(
        &'b self,
        graph: &Graph,
        arguments: &[Wire<'b>],
    ) -> Result<Vec<Wire<'b>>> {
        let mut change = WithSite(self.site());
        let mut wires: Vec<Wire<'b>> = Vec::with_capacity(graph.len());
        let mut effects = graph.effects().iter().peekable();
        for id in graph.ids() {
            while let Some(effect) = effects.next_if(|effect| effect.position <= id.index()) {
                self.copy_effect(effect, |id| wires[id.index()])?;
            }
            let wire = match graph.op(id) {
                Op::Input(position) => arguments[position as usize],
                _ => {
                    let own = graph.arguments(id).iter();
                    let own: Vec<Wire<'b>> = own.map(|a| wires[a.index()]).collect();
                    self.copy_node_with(graph, id, &own, &mut change)?
                }
            };
            wires.push(wire);
        }
        for effect in effects {
            self.copy_effect(effect, |id| wires[id.index()])?;
        }
        Ok(wires)
    }
}
