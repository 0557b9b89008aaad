//! Elements that an iteration of a loop reads of an array that the loop changes.
//!
//! The way back through an iteration computes values of the iteration again from the carried values
//! at its start. Of an array of which an iteration reads and replaces a few elements, it needs
//! these elements alone: they are kept in place of the whole array, so that the way back takes time
//! and memory by the iterations, as the loop does.
//!
//! An element that one side of a branch reads is a result of the branch then, which is zero where
//! the other side is taken.

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Function, Graph, NodeId};
use graph_ir::ops::{Op, OpView, Scan};
use graph_ir::types::Type;
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use crate::stored::needed;

/// The nodes of a graph whose values are kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Reads {
    /// Those of the graph itself, ascending.
    pub(super) own: Vec<NodeId>,
    /// The branches with such nodes in their sides, ascending.
    pub(super) branches: Vec<(NodeId, [Self; 2])>,
}

impl Reads {
    /// The nodes of a loop's body whose values are kept, because keeping them makes keeping
    /// carried arrays unnecessary.
    pub(super) fn of(body: &Graph, scan: &Scan) -> Self {
        // Their values are not those of the nodes at hand once effects are dropped.
        if body.has_effects() {
            return Self::default();
        }
        let state = &body.inputs()[scan.captured..][..scan.carried];
        let mut arrays: Vec<Option<usize>> = alloc::vec![None; body.inputs().len()];
        for (carried, input) in state.iter().enumerate() {
            let is_array = body.ty(input.node).shape.rank() > 0;
            arrays[scan.captured + carried] = is_array.then_some(carried);
        }
        let (candidates, _) = Candidates::of(body, &arrays);
        if candidates.is_empty() {
            return Self::default();
        }
        let all = candidates.kept(&|_| true);
        let [with_arrays, with_reads] = [&Self::default(), &all].map(|given| needed(body, given));
        candidates.kept(&|carried| {
            let input = state[carried].node.index();
            with_arrays[input] && !with_reads[input]
        })
    }

    pub(super) fn is_empty(&self) -> bool {
        self.own.is_empty() && self.branches.is_empty()
    }

    /// Those in the sides of a branch.
    pub(super) fn of_branch(&self, id: NodeId) -> Option<&[Self; 2]> {
        let found = self.branches.binary_search_by_key(&id, |(id, _)| *id);
        found.ok().map(|position| &self.branches[position].1)
    }

    /// The types of the values, in their order: the graph's own ones, then those of the branches,
    /// first side first.
    pub(super) fn types(&self, graph: &Graph) -> Vec<Type> {
        let own = self.own.iter().map(|&id| graph.ty(id).clone());
        let mut types: Vec<Type> = own.collect();
        for (id, sides) in &self.branches {
            for (function, side) in graph.functions_of(*id).zip(sides) {
                types.extend(side.types(&function.graph));
            }
        }
        types
    }

    /// Copies the nodes of a graph, whose branches then yield the values in their sides; gives the
    /// wires of the nodes, and the values.
    pub(super) fn copy<'b>(
        &self,
        builder: &'b Builder,
        graph: &Graph,
    ) -> Result<(Vec<Wire<'b>>, Vec<Wire<'b>>)> {
        let inputs = builder.copy_inputs(graph);
        let mut wires: Vec<Wire<'b>> = Vec::with_capacity(graph.len());
        let mut of_branches = Vec::new();
        for id in graph.ids() {
            builder.set_site(graph.node(id).site);
            let arguments = graph.arguments(id).iter().map(|id| wires[id.index()]);
            let arguments: Vec<Wire<'b>> = arguments.collect();
            let wire = if let Op::Input(position) = graph.op(id) {
                inputs[position as usize]
            } else if let Some(sides) = self.of_branch(id) {
                let functions: Vec<&Arc<Function>> = graph.functions_of(id).collect();
                let [then, otherwise] = [0, 1].map(|own| yielding(&functions, sides, own));
                let (condition, captured) = arguments.split_first().ok_or(Error::OutOfScope)?;
                let results = builder.branch_to(*condition, captured, &then?, &otherwise?)?;
                let count = graph.result_types(id).len();
                of_branches.extend_from_slice(&results[count..]);
                // Projections of the original keep their positions in the longer tuple.
                builder.arguments_of(*results.first().ok_or(Error::NotATensor)?)[0]
            } else {
                builder.copy_node(graph, id, &arguments)?
            };
            wires.push(wire);
        }
        let own = self.own.iter().map(|id| wires[id.index()]);
        let values = own.chain(of_branches).collect();
        Ok((wires, values))
    }
}

/// A side of a branch that also yields the values that are kept in both, where those of the other
/// one are zero.
fn yielding(functions: &[&Arc<Function>], sides: &[Reads; 2], own: usize) -> Result<Arc<Function>> {
    let builder = Builder::new();
    let graph = &functions[own].graph;
    let (wires, values) = sides[own].copy(&builder, graph)?;
    for output in graph.outputs() {
        builder.output(&output.name, wires[output.node.index()])?;
    }
    for (side, (function, reads)) in functions.iter().zip(sides).enumerate() {
        if side == own {
            values
                .iter()
                .try_for_each(|&value| builder.output("", value))?;
        } else {
            for ty in reads.types(&function.graph) {
                builder.output("", builder.full(&ty, 0.0)?)?;
            }
        }
    }
    drop(wires);
    Ok(Function::plain(builder.finish()?))
}

/// Nodes whose values could be kept, with the number of the carried array that they read.
struct Candidates {
    own: Vec<(NodeId, usize)>,
    branches: Vec<(NodeId, [Self; 2])>,
}

impl Candidates {
    fn is_empty(&self) -> bool {
        self.own.is_empty() && self.branches.is_empty()
    }

    /// Those that read a part of an array; `arrays` says for each input the array of which it is a
    /// version. Gives for each output too the array of which it is one.
    ///
    /// Recurses as deeply as branches are nested.
    fn of(graph: &Graph, arrays: &[Option<usize>]) -> (Self, Vec<Option<usize>>) {
        let mut version_of: Vec<Option<usize>> = alloc::vec![None; graph.len()];
        for (input, array) in graph.inputs().iter().zip(arrays) {
            version_of[input.node.index()] = *array;
        }
        let mut results: HashMap<NodeId, Vec<Option<usize>>, FxBuildHasher> = HashMap::default();
        // Of a row that is read to read an element of it, the element is kept.
        let mut is_read = alloc::vec![false; graph.len()];
        let mut found = Self {
            own: Vec::new(),
            branches: Vec::new(),
        };
        for id in graph.ids() {
            let arguments = graph.arguments(id);
            let first = arguments.first().map(|first| first.index());
            let whole = first.and_then(|first| version_of[first]);
            let mut takes_element = 0;
            let view = graph.view(id);
            if let (OpView::Replace(_), Some(_)) = (&view, whole) {
                version_of[id.index()] = whole;
                takes_element = 1;
            } else if let (OpView::Gather(_), Some(array)) = (&view, whole) {
                version_of[id.index()] = whole.filter(|_| !graph.ty(id).is_scalar());
                found.own.push((id, array));
                takes_element = 1;
            } else if let OpView::Branch(_) = view {
                let captured = arguments[1..].iter().map(|a| version_of[a.index()]);
                let captured: Vec<Option<usize>> = captured.collect();
                let sides = graph.functions_of(id);
                let mut sides = sides.map(|side| Self::of(&side.graph, &captured));
                if captured.iter().any(Option::is_some)
                    && let (Some(then), Some(otherwise)) = (sides.next(), sides.next())
                {
                    let pairs = then.1.into_iter().zip(otherwise.1);
                    let same = pairs.map(|(a, b)| a.filter(|_| a == b));
                    results.insert(id, same.collect());
                    found.branches.push((id, [then.0, otherwise.0]));
                }
            } else if let OpView::Project(project) = view
                && let Some(own) = results.get(&arguments[0])
            {
                version_of[id.index()] = own[project.0];
                let captured = graph.arguments(arguments[0]).iter();
                let array = captured.filter_map(|a| version_of[a.index()]).next();
                let array = array.filter(|_| own[project.0].is_none());
                found.own.extend(array.map(|array| (id, array)));
            }
            for argument in &arguments[takes_element..] {
                is_read[argument.index()] = true;
            }
        }
        for output in graph.outputs() {
            is_read[output.node.index()] = true;
        }
        found
            .own
            .retain(|(id, _)| is_read[id.index()] && is_small(graph.ty(*id)));
        let outputs = graph.outputs().iter();
        let outputs = outputs.map(|output| version_of[output.node.index()]);
        (found, outputs.collect())
    }

    /// Those of some of the arrays.
    fn kept(&self, is_kept: &dyn Fn(usize) -> bool) -> Reads {
        let own = self.own.iter();
        let own = own.filter_map(|&(id, array)| is_kept(array).then_some(id));
        let branches = self.branches.iter().map(|(id, sides)| {
            let sides = sides.each_ref().map(|side| side.kept(is_kept));
            (*id, sides)
        });
        let mut branches: Vec<(NodeId, [Reads; 2])> = branches.collect();
        branches.retain(|(_, sides)| !sides.iter().all(Reads::is_empty));
        Reads {
            own: own.collect(),
            branches,
        }
    }
}

/// Whether a value is small beside the array of which it is read: a number, or few of them.
fn is_small(ty: &Type) -> bool {
    ty.shape.count().known().is_some_and(|size| size <= FEW)
}

/// The most elements of an array that are read, or added to, one by one.
pub(super) const FEW: usize = 16;
