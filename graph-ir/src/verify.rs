//! The invariants of a graph, and a check of them.
//!
//! A graph that a builder made satisfies all of these; the check runs after each stage in debug
//! builds, and on graphs that were read from text. [`Builder::finish`] stands here for its sake: it
//! asks the operators' rules, which stand above the builder.
//!
//! 1. Every argument of a node precedes the node.
//! 2. Every reference into a pool (types, lists, constants, functions, externals) exists.
//! 3. Input nodes are exactly those that the list of inputs names, at their positions.
//! 4. The type of a node is the one that its operator yields for its arguments' types.
//! 5. Only projections have an argument that yields a tuple.
//! 6. Outputs and effects refer to nodes that yield tensors, and effects to as many and of such
//!    types as their kind reads. Effects stand in the order of their positions, after the nodes
//!    that they read. Names and tags belong to nodes that exist.
//! 7. The same holds for every function inside, and for those of its derivative rule, which has one
//!    at least; their types are those that [`Rule`](crate::graph::Rule) defines, and they have no
//!    effects. The graph's height is greater than theirs and at most [`MAX_DEPTH`], so that
//!    following them by recursion ends.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::builder::Builder;
use crate::error::{Error, Result};
use crate::graph::{
    Function, Graph, MAX_DEPTH, NodeId, Op, Reference, derivative_rule, infer_effect,
};
use crate::ops::typing::infer_node;
use crate::types::{Type, ValueType};

impl Builder {
    /// The finished graph.
    ///
    /// # Errors
    /// The first error of an overloaded operator; [`Error::TooManyNodes`]; an unfinished region.
    pub fn finish(self) -> Result<Graph> {
        self.complete().and_then(checked)
    }
}

/// The largest graph that is verified as soon as it is finished. Users' dev builds run the macro
/// with debug assertions; large blocks should not pay for them.
const MAX_VERIFIED: usize = 4096;

/// In debug builds every graph of moderate size is verified as soon as it is finished.
fn checked(graph: Graph) -> Result<Graph> {
    if cfg!(debug_assertions) && graph.len() <= MAX_VERIFIED {
        verify(&graph)?;
    }
    Ok(graph)
}

/// Checks every invariant.
///
/// # Errors
/// [`Error::Invalid`] with the first node that breaks one, [`Error::TooDeep`].
pub fn verify(graph: &Graph) -> Result<()> {
    let mut verified = HashSet::default();
    verify_functions(graph, &mut verified)?;
    verify_nodes(graph)
}

/// Checks the functions inside, each once however often it is referred to: functions that share
/// functions would take exponential time otherwise. Inner ones come first, since the type rules of
/// the outer one rely on their signatures.
fn verify_functions(graph: &Graph, verified: &mut Verified) -> Result<()> {
    for function in &graph.functions {
        // This bounds the recursion, and with it the depth of everything that recurses later.
        if function.height() >= graph.height.min(MAX_DEPTH) {
            return Err(Error::TooDeep { limit: MAX_DEPTH });
        }
        verify_function(function, verified)?;
    }
    Ok(())
}

fn verify_function(function: &Arc<Function>, verified: &mut Verified) -> Result<()> {
    if !verified.insert(Arc::as_ptr(function)) {
        return Ok(());
    }
    if let Some(rule) = function.rule() {
        for given in rule.functions() {
            verify_function(given, verified)?;
        }
        derivative_rule(&function.graph, rule).map_err(|error| Error::Invalid {
            node: "a derivative rule".to_string(),
            what: error.to_string(),
        })?;
    }
    verify_functions(&function.graph, verified)?;
    verify_nodes(&function.graph)
}

type Verified = HashSet<*const Function, FxBuildHasher>;

/// Checks everything but the functions inside, which must be valid already.
pub(crate) fn verify_nodes(graph: &Graph) -> Result<()> {
    for id in graph.ids() {
        node(graph, id)?;
    }
    for (position, input) in graph.inputs().iter().enumerate() {
        let op = (input.node.index() < graph.len()).then(|| graph.op(input.node));
        if !matches!(op, Some(Op::Input(p)) if p as usize == position) {
            return Err(invalid(input.node, format!("not input {position}")));
        }
    }
    if let Some((&id, _)) = graph.names.last_key_value()
        && id.index() >= graph.len()
    {
        return Err(invalid(
            id,
            "a name of a node that is not there".to_string(),
        ));
    }
    if let Some((&id, _)) = graph.tags.last_key_value()
        && id.index() >= graph.len()
    {
        return Err(invalid(id, "a tag of a node that is not there".to_string()));
    }
    let effects = graph.effects().iter().flat_map(|e| &e.arguments).copied();
    for id in graph.outputs().iter().map(|o| o.node).chain(effects) {
        let inside = id.index() < graph.len();
        if !inside || matches!(graph.value_type(id), ValueType::Tuple(_)) {
            return Err(invalid(
                id,
                "an output or effect needs a tensor".to_string(),
            ));
        }
    }
    for (position, effect) in graph.effects().iter().enumerate() {
        let types: Vec<&Type> = effect.arguments.iter().map(|&id| graph.ty(id)).collect();
        infer_effect(&effect.kind, &types).map_err(|error| Error::Invalid {
            node: format!("effect {position}"),
            what: error.to_string(),
        })?;
    }
    effects_in_order(graph)
}

fn effects_in_order(graph: &Graph) -> Result<()> {
    let mut earliest = 0;
    for effect in graph.effects() {
        let read = effect.arguments.iter().map(|id| id.index() + 1).max();
        earliest = earliest.max(read.unwrap_or(0));
        if !(earliest..=graph.len()).contains(&effect.position) {
            let id = NodeId::from_number(crate::intern::number_of(effect.position));
            return Err(invalid(id, "an effect out of order".to_string()));
        }
        earliest = effect.position;
    }
    Ok(())
}

fn node(graph: &Graph, id: NodeId) -> Result<()> {
    let node = graph.node(id);
    if node.arguments.indices().end > graph.arguments.len() {
        return Err(invalid(id, "arguments outside of their pool".to_string()));
    }
    if graph.arguments(id).iter().any(|&argument| argument >= id) {
        return Err(invalid(id, "an argument does not precede it".to_string()));
    }
    if !references_exist(graph, node.op) || node.ty.index() >= graph.types.len() {
        return Err(invalid(id, "a reference outside of its pool".to_string()));
    }
    if let Op::Input(position) = node.op {
        let listed = graph.inputs().get(position as usize);
        if listed.is_none_or(|input| input.node != id) {
            return Err(invalid(id, "an input that is not listed".to_string()));
        }
    }
    let inferred = infer_node(graph, id).map_err(|error| invalid(id, error.to_string()))?;
    let own = graph.result_types(id);
    if !inferred.iter().eq(own.iter().copied()) {
        let list = |types: &mut dyn Iterator<Item = &Type>| {
            let mut text = String::new();
            for ty in types {
                text += &format!(" {ty}");
            }
            text
        };
        let what = format!(
            "it has type{} where its operator yields{}",
            list(&mut own.iter().copied()),
            list(&mut inferred.iter()),
        );
        return Err(invalid(id, what));
    }
    Ok(())
}

fn references_exist(graph: &Graph, op: Op) -> bool {
    let mut exist = true;
    op.references(&mut |reference| {
        exist &= match reference {
            Reference::List(list) => list.index() < graph.lists.len(),
            Reference::Constant(constant) => constant.index() < graph.constants.len(),
            Reference::Function(function) => function.index() < graph.functions.len(),
            Reference::External(external) => external.index() < graph.externals.len(),
        };
    });
    exist
}

fn invalid(node: NodeId, what: String) -> Error {
    Error::Invalid {
        node: node.to_string(),
        what,
    }
}
