//! Which nodes write their results into the memory of an operand.
//!
//! Assignments to elements of an array are nodes that yield the whole array, and loops and branches
//! hand such arrays on. A node *takes over* the memory of an operand that nothing reads any more:
//! an assignment then stores a part, and a loop of assignments takes time by its iterations rather
//! than by the size of the array.
//!
//! Nodes are computed in their order, so that a reader in front of another node has read by then.
//! Views, and nodes that are computed inside the kernels of their readers, read when those do. Views
//! of few elements are loaded at once, so that an element that is read in front of an assignment may
//! be used behind it.

use alloc::vec::Vec;
use core::ops::Range;

use graph_ir::graph::{Graph, NodeId};
use graph_ir::ops::{Op, OpView, Scan};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::Settings;
use super::plan::{Plan, Role, is_elementwise, is_view};

/// A result of a node that takes over the memory of an operand.
#[derive(Clone, Copy)]
struct Taken {
    operand: usize,
    result: usize,
}

/// For each node of a graph the operands whose memory it takes over.
#[derive(Default)]
pub(super) struct TakesOver {
    taken: HashMap<NodeId, Vec<Taken>, FxBuildHasher>,
    /// The kernels that take over the memory of an input, with that.
    kernels: HashMap<NodeId, NodeId, FxBuildHasher>,
    /// Whether memory may be taken over, so that views of few elements are loaded at once.
    loads: bool,
}

/// The most elements of a view that are loaded at once.
const FEW: usize = 16;

impl TakesOver {
    /// The operands that the nodes of a graph take over, where the memory of these inputs may be
    /// overwritten, and those of a range are carried values, whose next ones are the first outputs.
    /// Recurses as deeply as branches are nested.
    pub(super) fn new(
        graph: &Graph,
        plan: &Plan,
        settings: Settings,
        writable: &[bool],
        carried: &Range<usize>,
    ) -> Self {
        let mut found = Self::default();
        let takes = |id| {
            let mut types = graph.result_types(id).into_iter();
            matches!(graph.op(id), Op::Replace(_) | Op::Scan(..) | Op::Branch(..))
                && (plan.is_large(id) || types.any(|ty| ty.shape.size() > settings.limit))
        };
        if !(graph.ids().any(takes) || writable[carried.clone()].contains(&true)) {
            return found;
        }
        found.loads = true;
        let readers = Readers::new(graph, plan, carried);
        let mut owned = alloc::vec![false; graph.len()];
        let mut is_taken = alloc::vec![false; graph.len()];
        for (input, &writable) in graph.inputs().iter().zip(writable) {
            owned[input.node.index()] = writable;
        }
        for id in graph.ids() {
            let mut taken = candidates(graph, id, settings);
            taken.retain(|own| {
                let whole = graph.arguments(id)[own.operand];
                let by = |reader, operand, _| (reader, operand) == (id, own.operand);
                owned[whole.index()] && readers.have_read(whole, id, by)
            });
            for own in &taken {
                is_taken[graph.arguments(id)[own.operand].index()] = true;
            }
            if !taken.is_empty() {
                found.taken.insert(id, taken);
            }
            let is_kernel =
                is_elementwise(graph.op(id)) && plan.role(id) == Role::Own && plan.is_large(id);
            if is_kernel
                && let Some(whole) = value_before(graph, carried, id)
                && owned[whole.index()]
                && !is_taken[whole.index()]
                && readers.have_read(whole, id, |reader, _, is_same| reader == id && is_same)
            {
                found.kernels.insert(id, whole);
            }
            owned[id.index()] |= !graph.op(id).yields_tuple()
                && plan.role(id) == Role::Own
                && is_made(graph, &readers, id)
                && plan.is_large(id);
        }
        found.loads = !(found.taken.is_empty() && found.kernels.is_empty());
        found
    }

    /// Whether a view is loaded at once.
    pub(super) fn loads(&self, graph: &Graph, plan: &Plan, id: NodeId) -> bool {
        self.loads && is_loaded(graph, plan, id)
    }

    /// Whether the node writes into the memory of the operand at this position.
    pub(super) fn at(&self, id: NodeId, operand: usize) -> bool {
        let mut taken = self.taken.get(&id).into_iter().flatten();
        taken.any(|own| own.operand == operand)
    }

    /// The operand whose memory a node takes over for a result.
    pub(super) fn operand(&self, id: NodeId, result: usize) -> Option<usize> {
        let mut taken = self.taken.get(&id)?.iter();
        { taken.find(|own| own.result == result) }.map(|own| own.operand)
    }

    /// The input whose memory a kernel takes over.
    pub(super) fn of_kernel(&self, id: NodeId) -> Option<NodeId> {
        self.kernels.get(&id).copied()
    }

    /// The node whose memory a node has: itself, or one that it has taken over.
    pub(super) fn origin(&self, graph: &Graph, node: NodeId) -> NodeId {
        let mut node = node;
        loop {
            if let Some(&whole) = self.kernels.get(&node) {
                return whole;
            }
            let (taker, result) = if let Op::Project(result) = graph.op(node) {
                (graph.arguments(node)[0], result as usize)
            } else {
                (node, 0)
            };
            match self.operand(taker, result) {
                Some(operand) => node = graph.arguments(taker)[operand],
                None => return node,
            }
        }
    }
}

/// The carried value whose next one a node is.
fn value_before(graph: &Graph, carried: &Range<usize>, id: NodeId) -> Option<NodeId> {
    let mut pairs = graph.inputs()[carried.clone()].iter().zip(graph.outputs());
    { pairs.find(|(_, output)| output.node == id) }.map(|(input, _)| input.node)
}

/// Whether an output of a loop's body is a row that is a carried value of the iteration, which is
/// stored before anything is computed.
pub(super) fn is_row_of_input(graph: &Graph, carried: &Range<usize>, output: usize) -> bool {
    output >= carried.len() && !carried.is_empty() && {
        let input = graph.as_input(graph.outputs()[output].node);
        input.is_some_and(|input| carried.contains(&input))
    }
}

/// Whether a node is a view of few elements, which is loaded at once where memory is taken over.
fn is_loaded(graph: &Graph, plan: &Plan, id: NodeId) -> bool {
    is_view(graph.op(id)) && !plan.is_large(id) && graph.ty(id).shape.size() <= FEW
}

/// The operands that a node could take over, for all that is in its own graphs.
fn candidates(graph: &Graph, id: NodeId, settings: Settings) -> Vec<Taken> {
    let view = graph.view(id);
    if let OpView::Replace(_) = view {
        return alloc::vec![Taken {
            operand: 0,
            result: 0,
        }];
    } else if let OpView::Scan(scan) = view {
        let state = |result| Taken {
            operand: scan.captured + result,
            result,
        };
        return (0..scan.carried).map(state).collect();
    }
    let OpView::Branch(branch) = view else {
        return Vec::new();
    };
    let types = graph.result_types(id);
    if !types.iter().any(|ty| ty.shape.size() > settings.limit) {
        return Vec::new();
    }
    let sides = [branch.then, branch.otherwise];
    let sides = sides.map(|side| handed_through(&graph.function(side).graph, settings));
    let results = sides[0].iter().zip(&sides[1]).enumerate();
    let taken = results.filter_map(|(result, (then, otherwise))| {
        let input = (*then)?;
        // Behind the condition.
        let operand = 1 + input;
        (*otherwise == Some(input)).then_some(Taken { operand, result })
    });
    taken.collect()
}

/// For each output of a side the input in whose memory it is, if all inputs may be overwritten.
fn handed_through(side: &Graph, settings: Settings) -> Vec<Option<usize>> {
    let plan = Plan::new(side, settings, &(0..0));
    let writable = alloc::vec![true; side.inputs().len()];
    let takes_over = TakesOver::new(side, &plan, settings, &writable, &(0..0));
    let outputs = side.outputs();
    let inputs = outputs.iter().map(|output| {
        let same = outputs.iter().filter(|own| own.node == output.node);
        let is_one = same.count() == 1 && plan.is_large(output.node);
        let origin = is_one.then(|| takes_over.origin(side, output.node));
        origin.and_then(|origin| side.as_input(origin))
    });
    inputs.collect()
}

/// Whether a large value that is computed by itself is in memory of its own, which no other node has
/// as its value.
fn is_made(graph: &Graph, readers: &Readers<'_>, id: NodeId) -> bool {
    let op = graph.op(id);
    let Op::Project(result) = op else {
        return !(is_view(op) || matches!(op, Op::Input(_) | Op::Constant(_) | Op::Windows(_)));
    };
    let (tuple, result) = (graph.arguments(id)[0], result as usize);
    let same = readers.of(tuple).iter();
    let same = same.filter(|(reader, _)| graph.op(*reader) == op);
    let view = graph.view(tuple);
    let is_own = if let OpView::Scan(scan) = view {
        let body = &graph.function(scan.body).graph;
        result >= scan.carried || !scan.hands_on(body, result)
    } else {
        matches!(view, OpView::Branch(_))
    };
    same.count() == 1 && is_own
}

/// For each carried value of a loop whether the iterations change it where it is.
pub(super) fn states(body: &Graph, scan: &Scan, plan: &Plan, settings: Settings) -> Vec<bool> {
    let carried = scan.captured..scan.captured + scan.carried;
    let inputs = &body.inputs()[carried.clone()];
    let mut found: Vec<bool> = inputs
        .iter()
        .enumerate()
        .map(|(state, input)| {
            plan.is_large(input.node) && !scan.ends_by(state) && !scan.hands_on(body, state)
        })
        .collect();
    while found.contains(&true) {
        let mut writable = alloc::vec![false; body.inputs().len()];
        writable[carried.clone()].copy_from_slice(&found);
        let takes_over = TakesOver::new(body, plan, settings, &writable, &carried);
        let stays: Vec<bool> = found
            .iter()
            .zip(inputs)
            .zip(body.outputs())
            .map(|((&own, input), output)| {
                own && takes_over.origin(body, output.node) == input.node
            })
            .collect();
        if stays == found {
            break;
        }
        found = stays;
    }
    found
}

/// Who reads each value of a graph.
struct Readers<'g> {
    graph: &'g Graph,
    plan: &'g Plan,
    /// For each node its readers with the positions of the operand.
    readers: Vec<Vec<(NodeId, usize)>>,
    /// Whether a node is read behind all others: an output, or an operand of an effect.
    at_the_end: Vec<bool>,
}

impl<'g> Readers<'g> {
    fn new(graph: &'g Graph, plan: &'g Plan, carried: &Range<usize>) -> Self {
        let mut at_the_end = alloc::vec![false; graph.len()];
        let outputs = graph.outputs().iter().enumerate();
        let outputs = outputs.filter(|(i, _)| !is_row_of_input(graph, carried, *i));
        let outputs = outputs.map(|(_, output)| &output.node);
        let effects = graph.effects().iter().flat_map(|effect| &effect.arguments);
        for node in outputs.chain(effects) {
            at_the_end[node.index()] = true;
        }
        Self {
            graph,
            plan,
            readers: graph.readers(),
            at_the_end,
        }
    }

    fn of(&self, id: NodeId) -> &[(NodeId, usize)] {
        &self.readers[id.index()]
    }

    /// Whether all others have read a value when a node is computed. `is_own` says of a reader, its
    /// operand, and whether that has its elements where the value has them, that this is the node's
    /// own read.
    fn have_read(
        &self,
        value: NodeId,
        by: NodeId,
        is_own: impl Fn(NodeId, usize, bool) -> bool,
    ) -> bool {
        let mut open = alloc::vec![(value, true)];
        while let Some((value, is_same)) = open.pop() {
            if self.at_the_end[value.index()] {
                return false;
            }
            for &(reader, operand) in self.of(value) {
                if is_own(reader, operand, is_same) {
                    continue;
                }
                let op = self.graph.op(reader);
                let is_later = is_view(op) && !is_loaded(self.graph, self.plan, reader)
                    || matches!(op, Op::Windows(_))
                    || self.plan.role(reader) == Role::Inline;
                match self.plan.role(reader) {
                    Role::Unused => {}
                    _ if reader >= by || self.is_handed_on(reader, operand) => return false,
                    _ if is_later => open.push((reader, is_same && is_elementwise(op))),
                    _ => {}
                }
            }
        }
        true
    }

    /// Whether a loop has an operand as a result.
    fn is_handed_on(&self, reader: NodeId, operand: usize) -> bool {
        let OpView::Scan(scan) = self.graph.view(reader) else {
            return false;
        };
        let body = &self.graph.function(scan.body).graph;
        let state = operand.checked_sub(scan.captured);
        state.is_some_and(|state| state < scan.carried && scan.hands_on(body, state))
    }
}
