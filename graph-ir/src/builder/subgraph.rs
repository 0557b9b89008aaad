//! The part of the graphs under construction through which a value depends on others, as a graph
//! of its own: the function to differentiate.
//!
//! The search goes back from the value, through captured values into the surrounding graphs, and
//! no further than the values in question: each of them is cut, whatever it is made of. Of a loop
//! whose body is under construction, one thing is unknown: what its iterations hand on. It stands
//! still within an iteration, and a derivative with respect to a value of the same iteration takes
//! it as constant; one with respect to a value from outside of the loop, on which it may depend, is
//! refused.

use alloc::vec::Vec;

use hashbrown::{HashMap, HashSet};
use rustc_hash::FxBuildHasher;

use super::{Builder, Frame, State, Wire};
use crate::error::{Error, Result};
use crate::graph::{Graph, InputKind, NodeId, NodeSource, Op};
use crate::types::{Type, ValueType};

/// The nodes through which a value depends on others, as a graph of its own.
#[derive(Debug)]
pub struct Subgraph<'b> {
    /// A function of those others, in their order, and then of `captured`, whose one output is the
    /// value.
    pub graph: Graph,
    /// The other values that the subgraph uses.
    pub captured: Vec<Wire<'b>>,
}

/// A node of the graph under construction that surrounds so many others. Ascending keys are a
/// topological order: a region captures values from outside of it.
type Key = (usize, NodeId);

type Keys = HashSet<Key, FxBuildHasher>;

impl Builder {
    /// The subgraph through which `value` depends on `starts`, which are different values; `None`
    /// where it depends on none of them.
    ///
    /// # Errors
    /// [`Error::OutsideOfLoop`] in a region, of a value from outside of it on which the region's
    /// own inputs may depend; [`Error::OutOfScope`].
    pub fn subgraph<'b>(
        &'b self,
        value: Wire<'b>,
        starts: &[Wire<'b>],
    ) -> Result<Option<Subgraph<'b>>> {
        let state = self.state.borrow();
        let starts = starts.iter().map(|&start| state.key_of(start));
        let starts: Vec<Key> = starts.collect::<Result<_>>()?;
        let value = state.key_of(value)?;
        let Some(nodes) = Search::through(&state, value, &starts)? else {
            return Ok(None);
        };
        self.differentiated
            .set(self.differentiated.get().saturating_add(nodes.len()));
        let builder = Builder::new();
        let mut part = SubgraphBuilder {
            builder: &builder,
            frames: &state.frames,
            wires: HashMap::default(),
            captured: Vec::new(),
        };
        for &start in &starts {
            part.input(start)?;
        }
        for key in nodes {
            part.copy(key)?;
        }
        builder.output("", part.wires[&value])?;
        let captured = part.captured.iter();
        let captured =
            captured.map(|&(depth, node)| Wire::new(self, state.frames[depth].serial, node));
        let captured = captured.collect();
        drop(part);
        Ok(Some(Subgraph {
            graph: builder.complete()?,
            captured,
        }))
    }

    /// Whether there is a way from any of some values to another, by which that may change with
    /// them, be its derivative zero.
    ///
    /// # Errors
    /// As [`Self::subgraph`].
    pub fn depends(&self, value: Wire<'_>, starts: &[Wire<'_>]) -> Result<bool> {
        let state = self.state.borrow();
        let starts = starts.iter().map(|&start| state.key_of(start));
        let starts: Vec<Key> = starts.collect::<Result<_>>()?;
        let value = state.key_of(value)?;
        Ok(Search::through(&state, value, &starts)?.is_some())
    }

    /// [`Self::depends`] as far as the nodes so far say: of values that iterations of a loop hand on,
    /// it is not known yet what they are computed from.
    ///
    /// # Errors
    /// When a value is not in scope.
    pub fn depends_so_far(&self, value: Wire<'_>, starts: &[Wire<'_>]) -> Result<bool> {
        let state = self.state.borrow();
        let starts = starts.iter().map(|&start| state.key_of(start));
        let starts: Vec<Key> = starts.collect::<Result<_>>()?;
        let value = state.key_of(value)?;
        let search = Search::new(&state, &starts);
        Ok(search.is_some_and(|search| {
            let above = search.above(&[value]);
            search.dependent(&above.nodes).contains(&value)
        }))
    }

    /// [`Self::depends_so_far`] along a way that another value is not on.
    ///
    /// # Errors
    /// When a value is not in scope.
    pub fn depends_past(
        &self,
        value: Wire<'_>,
        starts: &[Wire<'_>],
        passed: Wire<'_>,
    ) -> Result<bool> {
        let state = self.state.borrow();
        let starts = starts.iter().map(|&start| state.key_of(start));
        let starts: Vec<Key> = starts.collect::<Result<_>>()?;
        let [value, passed] = [state.key_of(value)?, state.key_of(passed)?];
        let cut = Search::new(&state, &[&starts[..], &[passed]].concat());
        let Some((cut, search)) = cut.zip(Search::new(&state, &starts)) else {
            return Ok(false);
        };
        let mut nodes = cut.above(&[value]).nodes;
        nodes.retain(|&node| node != passed);
        Ok(search.dependent(&nodes).contains(&value))
    }

    /// Whether a value is there before another one, and so does not depend on it.
    ///
    /// # Errors
    /// When a value is not in scope.
    pub fn precedes(&self, value: Wire<'_>, other: Wire<'_>) -> Result<bool> {
        let state = self.state.borrow();
        Ok(state.key_of(value)? < state.key_of(other)?)
    }

    /// The number of nodes in all subgraphs taken so far, shared ones each time. Derivatives go
    /// through as many, so front ends bound by it the time that a text can take.
    #[must_use]
    pub fn differentiated(&self) -> usize {
        self.differentiated.get()
    }

    /// Counts further nodes as gone through: those of a derivative that is longer than its
    /// subgraph, because it has many rows.
    pub fn count_differentiated(&self, nodes: usize) {
        let known = self.differentiated.get();
        self.differentiated.set(known.saturating_add(nodes));
    }

    /// The same value as one of its own, apart from equal ones: a derivative with respect to it is
    /// taken along the uses of this one only. It costs nothing: passes take it for the value.
    ///
    /// # Errors
    /// When the value is not in scope.
    pub fn variable<'b>(&'b self, value: Wire<'b>) -> Result<Wire<'b>> {
        let ty = self.ty(value)?;
        let state = &mut *self.state.borrow_mut();
        let node = state.import(value.key())?;
        let site = state.site;
        let frame = state.top();
        let ty = frame.types.tensor(&ty);
        let node = frame.append(Op::Reshape, ty, &[node], site);
        Ok(Wire::new(self, frame.serial, node))
    }
}

impl Builder {
    /// The value that an input of a region captures, the outermost one; another value itself.
    #[must_use]
    pub fn captured<'b>(&'b self, value: Wire<'b>) -> Wire<'b> {
        let state = self.state.borrow();
        match state.key_of(value) {
            Ok((depth, node)) => Wire::new(self, state.frames[depth].serial, node),
            Err(_) => value,
        }
    }
}

impl State {
    fn key_of(&self, wire: Wire<'_>) -> Result<Key> {
        let (serial, node) = wire.key();
        let depth = self.depth_of(serial).ok_or(Error::OutOfScope)?;
        Ok(origin(&self.frames, (depth, node)))
    }
}

/// The outermost node that a node captures, or the node itself.
fn origin(frames: &[Frame], (mut depth, mut node): Key) -> Key {
    while depth > 0
        && let Some(outer) = frames[depth].captured_by(node)
    {
        (depth, node) = (depth - 1, outer);
    }
    (depth, node)
}

/// The search for nodes that depend on some others.
struct Search<'s> {
    frames: &'s [Frame],
    starts: Keys,
    /// The first of them: nothing before it depends on any.
    first: Key,
}

/// The nodes that some nodes are made of, as far back as they may depend on the starts.
struct Above {
    /// The nodes, ascending.
    nodes: Vec<Key>,
    /// Inputs of regions among them, which capture nothing.
    inputs: Vec<Key>,
}

impl<'s> Search<'s> {
    /// A search for what depends on the starts, if there are any.
    fn new(state: &'s State, starts: &[Key]) -> Option<Self> {
        let first = starts.iter().min().copied()?;
        Some(Self {
            frames: &state.frames,
            starts: starts.iter().copied().collect(),
            first,
        })
    }

    /// The nodes by which a value depends on the starts, ascending, without these; `None` if it
    /// does not.
    fn through(state: &'s State, value: Key, starts: &[Key]) -> Result<Option<Vec<Key>>> {
        let Some(search) = Self::new(state, starts) else {
            return Ok(None);
        };
        let above = search.above(&[value]);
        let dependent = search.dependent(&above.nodes);
        search.refuse_what_is_unknown(&above)?;
        let nodes = above.nodes.into_iter();
        let nodes = nodes.filter(|key| dependent.contains(key) && !search.starts.contains(key));
        Ok(dependent.contains(&value).then(|| nodes.collect()))
    }

    fn above(&self, from: &[Key]) -> Above {
        let (mut seen, mut inputs) = (Keys::default(), Vec::new());
        let mut open: Vec<Key> = from.to_vec();
        while let Some(key) = open.pop() {
            if key < self.first || !seen.insert(key) || self.starts.contains(&key) {
                continue;
            }
            let (depth, node) = key;
            let graph = &self.frames[depth].graph;
            if matches!(graph.op(node), Op::Input(_)) {
                inputs.push(key);
            }
            let arguments = graph.arguments(node).iter();
            open.extend(arguments.map(|&argument| origin(self.frames, (depth, argument))));
        }
        let mut nodes: Vec<Key> = seen.into_iter().collect();
        nodes.sort_unstable();
        Above { nodes, inputs }
    }

    /// Those of the nodes, which ascend, that depend on a start, which are starts too.
    fn dependent(&self, nodes: &[Key]) -> Keys {
        let mut dependent = Keys::default();
        for &key in nodes {
            let (depth, node) = key;
            let mut arguments = self.frames[depth].graph.arguments(node).iter();
            let mut depends =
                || arguments.any(|&a| dependent.contains(&origin(self.frames, (depth, a))));
            if self.starts.contains(&key) || depends() {
                dependent.insert(key);
            }
        }
        dependent
    }

    /// Refuses inputs of loops that may depend on a start outside of the loop.
    fn refuse_what_is_unknown(&self, above: &Above) -> Result<()> {
        let mut origins: Vec<Key> = Vec::new();
        for &key in above.inputs.iter().filter(|key| self.is_unknown(**key)) {
            let (depth, node) = key;
            let Some(known) = self.frames[depth].origins.get(&node) else {
                return Err(Error::OutsideOfLoop { part: false });
            };
            let depth_of = |serial| self.frames.iter().position(|f| f.serial == serial);
            let known = known
                .iter()
                .filter_map(|&(s, node)| Some((depth_of(s)?, node)));
            origins.extend(known.map(|key| origin(self.frames, key)));
        }
        if origins.is_empty() {
            return Ok(());
        }
        let above = self.above(&origins);
        let unknown = above.inputs.iter().any(|key| self.is_unknown(*key));
        match unknown || !self.dependent(&above.nodes).is_empty() {
            true => Err(Error::OutsideOfLoop { part: true }),
            false => Ok(()),
        }
    }

    /// Whether an input belongs to a loop inside of which a start is not, and has derivatives.
    fn is_unknown(&self, (depth, node): Key) -> bool {
        let float = tensor(&self.frames[depth], node).is_some_and(Type::is_float);
        depth > self.first.0 && float
    }
}

/// The part as a graph under construction.
struct SubgraphBuilder<'s, 'c> {
    builder: &'c Builder,
    frames: &'s [Frame],
    wires: HashMap<Key, Wire<'c>, FxBuildHasher>,
    captured: Vec<Key>,
}

impl<'c> SubgraphBuilder<'_, 'c> {
    /// An input that stands for a node.
    fn input(&mut self, key: Key) -> Result<Wire<'c>> {
        let (depth, node) = key;
        let frame = &self.frames[depth];
        let ty = tensor(frame, node).ok_or(Error::NotATensor)?.clone();
        self.builder.set_site(frame.graph.node(node).site);
        let wire = self.builder.input("", ty, InputKind::Independent);
        self.wires.insert(key, wire);
        Ok(wire)
    }

    /// A copy of a node.
    fn copy(&mut self, key: Key) -> Result<Wire<'c>> {
        let (depth, node) = key;
        let frame = &self.frames[depth];
        let arguments = frame.graph.arguments(node).iter();
        let arguments = arguments.map(|&argument| self.operand((depth, argument)));
        let arguments: Vec<Wire<'c>> = arguments.collect::<Result<_>>()?;
        let wire = self.builder.copy_node_from(frame, node, &arguments)?;
        self.wires.insert(key, wire);
        Ok(wire)
    }

    /// The wire for an argument: a copy, or an input. Constants are copied, repeated ones too,
    /// since the rules of derivatives look for them.
    fn operand(&mut self, key: Key) -> Result<Wire<'c>> {
        let key = origin(self.frames, key);
        if let Some(&wire) = self.wires.get(&key) {
            return Ok(wire);
        }
        let (depth, node) = key;
        let graph = &self.frames[depth].graph;
        let is_constant = |node| matches!(graph.op(node), Op::Constant(_));
        let shows = matches!(graph.op(node), Op::Broadcast(_) | Op::Reshape);
        let copied = is_constant(if shows {
            graph.arguments(node)[0]
        } else {
            node
        });
        if copied {
            return self.copy(key);
        }
        self.captured.push(key);
        self.input(key)
    }
}

fn tensor(frame: &Frame, node: NodeId) -> Option<&Type> {
    match NodeSource::value_type(frame, frame.graph.node(node).ty) {
        ValueType::Tensor(ty) => Some(ty),
        ValueType::Tuple(_) => None,
    }
}
