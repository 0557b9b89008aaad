//! The graph: an append-only list of typed nodes.
//!
//! Every argument precedes its user, so a cycle cannot be built and a plain loop over the nodes is
//! a topological traversal. A node is small (at most 32 bytes); its arguments, the integer lists of
//! its operator, constants, types and inner functions are in pools of the graph, and attributes
//! that only some nodes have (names) are in side tables. A finished graph is immutable: passes and
//! differentiation read one graph and build another.
//!
//! Operators are data here (`op`); their rules are in [`ops`](crate::ops), above the builder.

mod constant;
mod derivative_rule;
mod edit;
mod effect;
mod external;
mod function;
mod location;
mod node;
pub(crate) mod op;
mod per_function;
mod signature;
mod source;
mod tags;
mod users;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

pub use constant::{Constant, Data, Literal};
pub use derivative_rule::Rule;
pub use effect::{Effect, EffectKind};
pub use external::{External, ExternalKind, Role};
pub use function::{Foreign, Function, FunctionKind};
pub use location::Location;
pub use node::{ConstantId, ExternalId, FunctionId, ListId, Node, NodeId, Site};
pub use per_function::PerFunction;
pub use signature::{Input, InputKind, Output, differentiable_inputs};
pub use users::Users;

pub use crate::types::TypeId;

pub(crate) use derivative_rule::derivative_rule;
pub(crate) use effect::infer_effect;
pub(crate) use location::LINES;
pub(crate) use node::ArgumentRange;
pub(crate) use op::{Importer, Op, Reference, operators};
pub(crate) use signature::{ARGUMENT, expect_types};
pub(crate) use source::NodeSource;

use crate::types::{Extent, Type, ValueType};

/// How deeply regions may be nested. Passes follow nested regions by recursion, which this
/// bounds; a file that nests more deeply is refused.
pub const MAX_DEPTH: usize = 64;

/// A function as a graph: typed inputs, nodes in topological order, outputs, ordered effects.
///
/// Made by a [`Builder`](crate::Builder) only.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub(crate) name: String,
    pub(crate) sites: String,
    /// See [`Self::file`].
    pub(crate) file: String,
    pub(crate) nodes: Vec<Node>,
    pub(crate) arguments: Vec<NodeId>,
    pub(crate) types: Vec<ValueType>,
    pub(crate) lists: Vec<Vec<Extent>>,
    pub(crate) constants: Vec<Constant>,
    pub(crate) functions: Vec<Arc<Function>>,
    pub(crate) externals: Vec<External>,
    pub(crate) inputs: Vec<Input>,
    pub(crate) outputs: Vec<Output>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) names: BTreeMap<NodeId, String>,
    pub(crate) tags: tags::Tags,
    pub(crate) attributes: BTreeMap<String, String>,
    /// See [`Self::inlined`].
    pub(crate) inlined: BTreeMap<String, (Site, Site)>,
    /// How deeply functions are nested inside: 0 without any, else one more than the deepest.
    pub(crate) height: usize,
    /// Whether it has an effect, or a function inside does.
    pub(crate) has_effects: bool,
}

impl Graph {
    /// The function's name; empty when it has none.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whose numbers the sites of the nodes are: the front end that made the graph, under the name
    /// by which those who can resolve them know it, such as `line` for the lines of a source text.
    /// Empty when nobody can.
    #[must_use]
    pub fn sites(&self) -> &str {
        &self.sites
    }

    /// The functions of which [`inline`](crate::passes::inline) has replaced calls by their bodies,
    /// by their names, with the first and the last site of their own nodes: pictures tell by them
    /// which nodes were a call. Graphs made of this one keep them, texts do not.
    #[must_use]
    pub fn inlined(&self) -> &BTreeMap<String, (Site, Site)> {
        &self.inlined
    }

    /// The inputs in the order of the arguments.
    #[must_use]
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// The results in order.
    #[must_use]
    pub fn outputs(&self) -> &[Output] {
        &self.outputs
    }

    /// Whether a node is one of the results.
    pub(crate) fn is_output(&self, id: NodeId) -> bool {
        self.outputs.iter().any(|output| output.node == id)
    }

    /// The effects of an evaluation, in order.
    #[must_use]
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// Whether an evaluation may have an effect: one of the graph's own, or one of a graph inside.
    #[must_use]
    pub fn has_effects(&self) -> bool {
        self.has_effects
    }

    /// The functions that a node refers to: the sides of a branch, the body of a loop, the function
    /// of a call; none otherwise.
    pub fn functions_of(&self, id: NodeId) -> impl Iterator<Item = &Arc<Function>> {
        let functions = self.op(id).functions().into_iter().flatten();
        functions.map(|function| self.function(function))
    }

    /// For each node its readers, in their order, with the position of the operand that it is.
    #[must_use]
    pub fn readers(&self) -> Vec<Vec<(NodeId, usize)>> {
        let mut readers = alloc::vec![Vec::new(); self.len()];
        for id in self.ids() {
            for (operand, argument) in self.arguments(id).iter().enumerate() {
                readers[argument.index()].push((id, operand));
            }
        }
        readers
    }

    /// Whether the node has to stay although nothing may depend on its value, and as often as it
    /// is there: a graph inside has an effect.
    #[must_use]
    pub fn node_has_effects(&self, id: NodeId) -> bool {
        self.has_effects
            && self
                .functions_of(id)
                .any(|function| function.graph.has_effects)
    }

    /// Whether nothing is called: there are neither functions inside nor functions of the host.
    pub(crate) fn is_flat(&self) -> bool {
        self.functions.is_empty() && self.externals.is_empty()
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no node.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All node ids, arguments before users.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..crate::intern::number_of(self.nodes.len())).map(NodeId::from_number)
    }

    /// One node.
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// The operator of a node.
    #[inline]
    #[must_use]
    pub fn op(&self, id: NodeId) -> Op {
        self.node(id).op
    }

    /// The arguments of a node.
    #[inline]
    #[must_use]
    pub fn arguments(&self, id: NodeId) -> &[NodeId] {
        &self.arguments[self.node(id).arguments.indices()]
    }

    /// The type of a node's value.
    #[inline]
    #[must_use]
    pub fn value_type(&self, id: NodeId) -> &ValueType {
        &self.types[self.node(id).ty.index()]
    }

    /// The type of a node that yields one tensor.
    ///
    /// # Panics
    /// When the node yields a tuple: only projections have tuples as arguments.
    #[inline]
    #[must_use]
    pub fn ty(&self, id: NodeId) -> &Type {
        match self.value_type(id) {
            ValueType::Tensor(ty) => ty,
            ValueType::Tuple(_) => panic!("{id} yields a tuple"),
        }
    }

    /// The types of all results of a node: one for a tensor, all of a tuple's.
    #[must_use]
    pub fn result_types(&self, id: NodeId) -> Vec<&Type> {
        match self.value_type(id) {
            ValueType::Tensor(ty) => alloc::vec![ty],
            ValueType::Tuple(parts) => parts
                .iter()
                .filter_map(|part| match &self.types[part.index()] {
                    ValueType::Tensor(ty) => Some(ty),
                    ValueType::Tuple(_) => None,
                })
                .collect(),
        }
    }

    /// An integer list that an operator refers to.
    #[must_use]
    pub fn list(&self, id: ListId) -> &[Extent] {
        &self.lists[id.index()]
    }

    /// A constant that an operator refers to.
    #[must_use]
    pub fn constant(&self, id: ConstantId) -> &Constant {
        &self.constants[id.index()]
    }

    /// The value of a node that is a constant.
    #[must_use]
    pub fn as_constant(&self, id: NodeId) -> Option<&Constant> {
        let Op::Constant(constant) = self.op(id) else {
            return None;
        };
        Some(self.constant(constant))
    }

    /// The position of the input that a node is.
    #[must_use]
    pub fn as_input(&self, id: NodeId) -> Option<usize> {
        let Op::Input(position) = self.op(id) else {
            return None;
        };
        Some(position as usize)
    }

    /// An inner function that an operator refers to.
    #[must_use]
    pub fn function(&self, id: FunctionId) -> &Arc<Function> {
        &self.functions[id.index()]
    }

    /// All inner functions, in the order of their ids.
    #[must_use]
    pub fn functions(&self) -> &[Arc<Function>] {
        &self.functions
    }

    /// All functions of the host, in the order of their ids.
    #[must_use]
    pub fn externals(&self) -> &[External] {
        &self.externals
    }

    /// A function of the host that an operator refers to.
    #[must_use]
    pub fn external(&self, id: ExternalId) -> &External {
        &self.externals[id.index()]
    }

    /// The name that a front end gave a node.
    #[must_use]
    pub fn node_name(&self, id: NodeId) -> Option<&str> {
        self.names.get(&id).map(String::as_str)
    }

    /// Annotations of the whole graph that survive a round trip through a file.
    #[must_use]
    pub fn attributes(&self) -> &BTreeMap<String, String> {
        &self.attributes
    }

    /// The type of each input.
    pub fn input_types(&self) -> impl ExactSizeIterator<Item = &Type> {
        self.inputs.iter().map(|input| self.ty(input.node))
    }

    /// The type of each output.
    pub fn output_types(&self) -> impl ExactSizeIterator<Item = &Type> {
        self.outputs.iter().map(|output| self.ty(output.node))
    }
}
