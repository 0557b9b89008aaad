//! A graph or region under construction, with the tables that only building needs.

use alloc::sync::Arc;
use alloc::vec::Vec;

use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::MAX_NODES;
use super::shared::{Shared, append};
use crate::error::{Error, Result};
use crate::graph::{
    Constant, ConstantId, External, ExternalId, Function, FunctionId, Graph, Input, InputKind,
    ListId, Literal, MAX_DEPTH, NodeId, Op, Site, TypeId,
};
use crate::intern::{Interner, number_of};
use crate::scalar::ScalarOp;
use crate::types::{Extent, Type, ValueType};

/// The size up to which a region gets a copy of a constant that it uses, so that operators over it
/// can be folded. A longer table is captured like any value: many regions may read it.
const MAX_COPIED: usize = 1024;

#[derive(Debug)]
pub(crate) struct Frame {
    /// Distinguishes the wires of this frame from those of every other.
    pub(crate) serial: u32,
    /// The graph, whose interned pools stay empty until it is finished.
    pub(crate) graph: Graph,
    pub(crate) types: Types,
    lists: Interner<Vec<Extent>>,
    pub(crate) constants: Interner<Constant>,
    /// The nodes of numbers by themselves, where equal nodes are shared: derivatives are full of
    /// ones and twos.
    literals: HashMap<Literal, NodeId, FxBuildHasher>,
    externals: Interner<External>,
    /// Functions by their addresses, which stay their own as long as the graph holds them.
    functions: HashMap<usize, FunctionId, FxBuildHasher>,
    shared: Shared,
    /// Values of the surrounding frame and the inputs that stand for them, in order of capture.
    pub(crate) captures: Vec<(NodeId, NodeId)>,
    /// The nodes that stand here for surrounding values: these inputs, and copies of constants.
    pub(crate) captured: HashMap<NodeId, NodeId, FxBuildHasher>,
    /// The surrounding values that explicit inputs are made of, where these are known.
    pub(crate) origins: HashMap<NodeId, Vec<(u32, NodeId)>, FxBuildHasher>,
    /// Whether it is computed for some extents only, so that what may fail has to stay in it.
    pub(crate) conditional: bool,
}

impl Frame {
    pub(crate) fn new(serial: u32) -> Self {
        Self {
            serial,
            graph: Graph::default(),
            types: Types::default(),
            lists: Interner::default(),
            constants: Interner::default(),
            literals: HashMap::default(),
            externals: Interner::default(),
            functions: HashMap::default(),
            shared: Shared::default(),
            captures: Vec::new(),
            captured: HashMap::default(),
            origins: HashMap::default(),
            conditional: false,
        }
    }

    pub(crate) fn list(&mut self, list: Vec<Extent>) -> ListId {
        ListId::from_number(self.lists.intern(list))
    }

    pub(crate) fn list_at(&self, list: ListId) -> &[Extent] {
        self.lists.get(list.number())
    }

    pub(crate) fn constant(&mut self, constant: Constant) -> ConstantId {
        ConstantId::from_number(self.constants.intern(constant))
    }

    /// The node of a number.
    pub(crate) fn literal(
        &mut self,
        literal: Literal,
        site: Site,
        sharing: bool,
    ) -> Result<NodeId> {
        if let Some(&known) = self.literals.get(&literal) {
            return Ok(known);
        }
        let constant = self.constant(Constant::scalar(literal));
        let ty = self.types.tensor(&Type::scalar(literal.element()));
        let node = self.push(Op::Constant(constant), ty, &[], site, sharing)?;
        if sharing {
            self.literals.insert(literal, node);
        }
        Ok(node)
    }

    pub(crate) fn external(&mut self, external: External) -> ExternalId {
        ExternalId::from_number(self.externals.intern(external))
    }

    pub(crate) fn external_at(&self, external: ExternalId) -> &External {
        self.externals.get(external.number())
    }

    /// Functions are shared by identity: their bodies are not compared.
    pub(crate) fn function(&mut self, function: &Arc<Function>) -> FunctionId {
        let graph = &mut self.graph;
        let address = Arc::as_ptr(function) as usize;
        *self.functions.entry(address).or_insert_with(|| {
            let id = FunctionId::from_number(number_of(graph.functions.len()));
            graph.functions.push(Arc::clone(function));
            graph.height = graph.height.max(function.height() + 1);
            id
        })
    }

    /// Takes the pools of a graph for its own, which nothing refers to yet but the types of inputs.
    pub(super) fn take_pools(&mut self, graph: &Graph) {
        self.types = Types {
            types: Interner::of_distinct(graph.types.clone()),
            last: None,
        };
        self.lists = Interner::of_distinct(graph.lists.clone());
        self.constants = Interner::of_distinct(graph.constants.clone());
        self.externals = Interner::of_distinct(graph.externals.clone());
        for function in &graph.functions {
            self.function(function);
        }
        for (own, input) in self.graph.inputs.iter().zip(&graph.inputs) {
            self.graph.nodes[own.node.index()].ty = graph.node(input.node).ty;
        }
    }

    /// The node of this operator and these arguments: an equal one that exists, or a new one.
    pub(crate) fn push(
        &mut self,
        op: Op,
        ty: TypeId,
        arguments: &[NodeId],
        site: Site,
        sharing: bool,
    ) -> Result<NodeId> {
        // The pool of arguments is numbered with 32 bits too.
        let pool = self.graph.arguments.len() + arguments.len();
        if self.graph.nodes.len().max(pool) >= MAX_NODES {
            return Err(Error::TooManyNodes { limit: MAX_NODES });
        }
        if !sharing || self.op_has_effects(op) {
            return Ok(self.append(op, ty, arguments, site));
        }
        let swapped: [NodeId; 2];
        let arguments = match (op, arguments) {
            (Op::Scalar(scalar), &[a, b]) if is_commutative(scalar) && b < a => {
                swapped = [b, a];
                &swapped[..]
            }
            _ => arguments,
        };
        let Self { shared, graph, .. } = self;
        Ok(shared.find_or_append(graph, op, ty, arguments, site))
    }

    /// Whether a graph inside the operator has an effect, which happens once for each node.
    fn op_has_effects(&self, op: Op) -> bool {
        let has_effects = |f: FunctionId| self.graph.functions[f.index()].graph.has_effects;
        !self.graph.functions.is_empty() && op.functions().into_iter().flatten().any(has_effects)
    }

    /// Makes room for about so many more nodes and arguments.
    pub(crate) fn reserve(&mut self, nodes: usize, arguments: usize, sharing: bool) {
        self.graph.nodes.reserve(nodes);
        self.graph.arguments.reserve(arguments);
        if sharing {
            self.shared.reserve(nodes);
        }
    }

    /// Adds a node without looking for an equal one.
    pub(crate) fn append(
        &mut self,
        op: Op,
        ty: TypeId,
        arguments: &[NodeId],
        site: Site,
    ) -> NodeId {
        append(&mut self.graph, op, ty, arguments, site)
    }

    /// The node that stands here for a node of the surrounding frame.
    pub(crate) fn capture(
        &mut self,
        outer: &Self,
        node: NodeId,
        site: Site,
        sharing: bool,
    ) -> Result<NodeId> {
        let ValueType::Tensor(ty) = outer.types.get(outer.graph.node(node).ty.number()) else {
            return Err(Error::NotATensor);
        };
        if let Some(&inner) = self.captured.get(&node) {
            return Ok(inner);
        }
        let ty = self.types.tensor(ty);
        let inner = match outer.graph.op(node) {
            Op::Constant(id) if outer.constants.get(id.number()).shape().size() <= MAX_COPIED => {
                let id = self.constant(outer.constants.get(id.number()).clone());
                self.push(Op::Constant(id), ty, &[], site, sharing)?
            }
            _ => self.capture_input(ty, node, site),
        };
        self.captured.insert(node, inner);
        Ok(inner)
    }

    /// An input for a captured value. Its position is settled when the region ends.
    pub(crate) fn capture_input(&mut self, ty: TypeId, outer: NodeId, site: Site) -> NodeId {
        let inner = self.append(Op::Input(u32::MAX), ty, &[], site);
        self.captures.push((outer, inner));
        inner
    }

    /// The surrounding value that an input captures.
    pub(crate) fn captured_by(&self, input: NodeId) -> Option<NodeId> {
        // Inputs are numbered in the order of capture.
        let captures = &self.captures;
        let found = captures.binary_search_by_key(&input, |&(_, inner)| inner);
        found.ok().map(|position| captures[position].0)
    }

    /// Puts the captured values, in the order of `captures`, before the other inputs.
    pub(crate) fn settle_inputs(&mut self) {
        let captured = self.captures.iter().map(|&(_, node)| Input {
            node,
            name: alloc::string::String::new(),
            kind: InputKind::Independent,
        });
        let explicit = core::mem::take(&mut self.graph.inputs);
        self.graph.inputs = captured.chain(explicit).collect();
        for (position, input) in self.graph.inputs.iter().enumerate() {
            self.graph.nodes[input.node.index()].op = Op::Input(number_of(position));
        }
    }

    pub(crate) fn finish(mut self) -> Result<Graph> {
        if self.graph.nodes.len() >= MAX_NODES {
            return Err(Error::TooManyNodes { limit: MAX_NODES });
        }
        // Functions called by functions nest without any region open at the same time.
        if self.graph.height > MAX_DEPTH {
            return Err(Error::TooDeep { limit: MAX_DEPTH });
        }
        self.graph.has_effects = self.has_effects();
        shrink(&mut self.graph.nodes);
        shrink(&mut self.graph.arguments);
        self.graph.types = self.types.into_items();
        self.graph.lists = self.lists.into_items();
        self.graph.constants = self.constants.into_items();
        self.graph.externals = self.externals.into_items();
        Ok(self.graph)
    }

    /// Whether an evaluation of what there is so far may have an effect.
    pub(super) fn has_effects(&self) -> bool {
        let mut functions = self.graph.functions.iter();
        !self.graph.effects.is_empty() || functions.any(|f| f.graph.has_effects)
    }
}

/// The types of a frame: as an interner, but by type id.
#[derive(Debug, Default)]
pub(crate) struct Types {
    types: Interner<ValueType>,
    /// The tensor type asked for last: the next one is often the same.
    last: Option<TypeId>,
}

impl Types {
    pub(crate) fn intern(&mut self, ty: ValueType) -> TypeId {
        TypeId::from_number(self.types.intern(ty))
    }

    pub(crate) fn tensor(&mut self, ty: &Type) -> TypeId {
        if let Some(last) = self.last
            && matches!(self.get(last.number()), ValueType::Tensor(known) if known == ty)
        {
            return last;
        }
        let id = self.intern(ValueType::Tensor(ty.clone()));
        self.last = Some(id);
        id
    }

    pub(crate) fn tuple<'t>(&mut self, parts: impl IntoIterator<Item = &'t Type>) -> TypeId {
        let parts = parts.into_iter();
        let parts = parts.map(|ty| self.tensor(ty));
        let parts = parts.collect();
        self.intern(ValueType::Tuple(parts))
    }

    pub(crate) fn get(&self, number: u32) -> &ValueType {
        self.types.get(number)
    }

    fn into_items(self) -> Vec<ValueType> {
        self.types.into_items()
    }
}

/// Gives back the room that a list has grown into and does not need, where it is worth a copy.
fn shrink<T>(list: &mut Vec<T>) {
    if list.capacity() - list.len() > list.len() / 4 {
        list.shrink_to_fit();
    }
}

/// Whether exchanging the operands never changes the result (any NaN equals any NaN).
fn is_commutative(op: ScalarOp) -> bool {
    matches!(
        op,
        ScalarOp::Add
            | ScalarOp::Mul
            | ScalarOp::Hypot
            | ScalarOp::Equal
            | ScalarOp::NotEqual
            | ScalarOp::And
            | ScalarOp::Or
    )
}
