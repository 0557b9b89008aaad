//! Repeated steps: in files of formats without loops, an iteration is a chain of equal groups of
//! nodes, each of which starts from the results of the one before it. They are written as a loop.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use graph_ir::ops::Op;
use graph_ir::{Graph, NodeId};

use super::body::{Body, NodeText, Scope};
use super::effects::Print;
use super::form::{Forms, NodeForm};
use super::loops::Next;
use super::text::Text;
use crate::Error;

/// Shorter chains stay as they are.
const STEPS: usize = 4;
const NODES: usize = 16;

/// The longest step that is looked for.
const LONGEST: usize = 48;

/// A chain of equal steps.
pub(super) struct Chain {
    /// The nodes that are written, step by step.
    nodes: Vec<NodeId>,
    /// How many of them a step has.
    period: usize,
    /// Values that a step makes for the next one: their positions in a step, and the nodes from
    /// which the first step starts instead.
    carried: BTreeMap<usize, NodeId>,
}

impl Chain {
    pub(super) fn first(&self) -> NodeId {
        self.nodes[0]
    }

    pub(super) fn last(&self) -> NodeId {
        self.nodes[self.nodes.len() - 1]
    }

    fn steps(&self) -> usize {
        self.nodes.len() / self.period
    }
}

/// The chains of a graph, in order; no two share a node.
pub(super) fn chains(graph: &Graph, forms: &Forms, prints: &[Print]) -> Vec<Chain> {
    let live: Vec<NodeId> = graph
        .ids()
        .filter(|&id| is_written(graph, forms, id))
        .collect();
    let search = Search {
        graph,
        forms,
        prints,
        places: live
            .iter()
            .enumerate()
            .map(|(place, &id)| (id, place))
            .collect(),
        live,
    };
    if search.live.len() < NODES {
        return Vec::new();
    }
    let mut found: Vec<(usize, usize, usize)> = Vec::new();
    for period in 1..=LONGEST.min(search.live.len() / STEPS) {
        found.extend(search.runs(period));
    }
    // The most nodes first, and of equal ones the shortest step.
    found.sort_by_key(|&(period, start, end)| (core::cmp::Reverse(end - start), period));
    let mut taken = vec![false; search.live.len()];
    let mut chains: Vec<(usize, Chain)> = Vec::new();
    for (period, start, end) in found {
        if taken[start..end].contains(&true) {
            continue;
        }
        if let Some((start, chain)) = search.chain(period, start, end) {
            taken[start..start + chain.nodes.len()].fill(true);
            chains.push((start, chain));
        }
    }
    chains.sort_by_key(|&(start, _)| start);
    chains.into_iter().map(|(_, chain)| chain).collect()
}

/// Whether a node is an operator with a text of its own, rather than an input or a part of one.
fn is_written(graph: &Graph, forms: &Forms, id: NodeId) -> bool {
    let given = |id| matches!(graph.op(id), Op::Input(_) | Op::Constant(_));
    let part = matches!(forms.form(id), &NodeForm::Part(source, _) if given(source));
    forms.is_needed(id) && !given(id) && !part
}

struct Search<'g> {
    graph: &'g Graph,
    forms: &'g Forms,
    prints: &'g [Print],
    live: Vec<NodeId>,
    /// The places of nodes among those that are written.
    places: BTreeMap<NodeId, usize>,
}

impl Search<'_> {
    /// Stretches in which each node equals the one a step before it: step, start, end.
    fn runs(&self, period: usize) -> Vec<(usize, usize, usize)> {
        let mut runs = Vec::new();
        let mut start = None;
        for place in period..=self.live.len() {
            let same = place < self.live.len() && self.follows(place - period, place, period);
            match (same, start) {
                (true, None) => start = Some(place - period),
                (false, Some(from)) => {
                    start = None;
                    if place - from >= NODES.max(STEPS * period) - period {
                        runs.push((period, from, place));
                    }
                }
                _ => {}
            }
        }
        runs
    }

    /// Whether the node at a place does what another does a step later.
    fn follows(&self, place: usize, next: usize, period: usize) -> bool {
        self.alike(place, next)
            && self.pairs(place, next).all(|(a, b)| {
                let places = (self.places.get(&a), self.places.get(&b));
                a == b || matches!(places, (Some(a), Some(b)) if a + period == *b)
            })
    }

    /// Whether two nodes are the same operator, and may stand in a loop.
    fn alike(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.live[a], self.live[b]);
        let graph = self.graph;
        let plain = |id| {
            let inner = matches!(
                graph.op(id),
                Op::Branch(..) | Op::Scan(..) | Op::Call(_) | Op::Project(_) | Op::External(_)
            );
            let own = matches!(self.forms.form(id), NodeForm::Plain);
            own && !inner && graph.node_name(id).is_none()
        };
        graph.op(a) == graph.op(b)
            && plain(a)
            && plain(b)
            && graph.value_type(a) == graph.value_type(b)
            && graph.arguments(a).len() == graph.arguments(b).len()
    }

    fn pairs(&self, a: usize, b: usize) -> impl Iterator<Item = (NodeId, NodeId)> + '_ {
        let (a, b) = (self.live[a], self.live[b]);
        let pairs = self.graph.arguments(a).iter().zip(self.graph.arguments(b));
        pairs.map(|(&a, &b)| (a, b))
    }

    /// The chain in a stretch, and its start, where nothing else needs what its steps make.
    fn chain(&self, period: usize, start: usize, end: usize) -> Option<(usize, Chain)> {
        // The step before the first may start from something else.
        let earlier = start.checked_sub(period);
        let earlier = earlier.and_then(|from| self.steps(period, from, end));
        earlier.or_else(|| self.steps(period, start, end))
    }

    fn steps(&self, period: usize, start: usize, end: usize) -> Option<(usize, Chain)> {
        let carried = self.carried(period, start)?;
        let mut count = (end - start) / period;
        // The nodes after the last step may use more of it than it hands on.
        for _ in 0..2 {
            let nodes = &self.live[start..start + count * period];
            if count < STEPS || nodes.len() < NODES {
                return None;
            }
            if !self.go_on(period, start, start + nodes.len()) {
                return None;
            }
            if self.stays_inside(nodes, period, &carried) && !self.is_interrupted(nodes) {
                let nodes = nodes.to_vec();
                return Some((
                    start,
                    Chain {
                        nodes,
                        period,
                        carried,
                    },
                ));
            }
            count -= 1;
        }
        None
    }

    /// The values that the second step takes from the first, each with the node that the first
    /// takes in its place.
    fn carried(&self, period: usize, start: usize) -> Option<BTreeMap<usize, NodeId>> {
        let mut carried = BTreeMap::new();
        for place in start..start + period {
            if !self.alike(place, place + period) {
                return None;
            }
            for (a, b) in self.pairs(place, place + period) {
                let places = (self.places.get(&a), self.places.get(&b));
                match places {
                    _ if a == b => {}
                    (Some(&a), Some(&b)) if a >= start && a + period == b => {}
                    (_, Some(&b)) if (start..start + period).contains(&b) => {
                        let first = *carried.entry(b - start).or_insert(a);
                        let own = self.live[b];
                        if first != a || self.graph.value_type(a) != self.graph.value_type(own) {
                            return None;
                        }
                    }
                    _ => return None,
                }
            }
        }
        (!carried.is_empty()).then_some(carried)
    }

    /// Whether each step from the third on uses the step before it as that step uses its own
    /// predecessor, and nothing else of the chain: values common to all steps stand before it.
    fn go_on(&self, period: usize, start: usize, end: usize) -> bool {
        let before = |id| self.places.get(&id).is_none_or(|&place| place < start);
        let pairs = |place| self.pairs(place - period, place);
        (start + period..end).all(|place| {
            let first = place < start + 2 * period;
            pairs(place).all(|(a, b)| a != b && (first || !before(b)) || before(b) && a == b)
        })
    }

    /// Whether something is printed between nodes.
    fn is_interrupted(&self, nodes: &[NodeId]) -> bool {
        let within = nodes[0].index() + 1..=nodes[nodes.len() - 1].index();
        let first = self
            .prints
            .partition_point(|print| print.position < *within.start());
        let next = self.prints.get(first);
        next.is_some_and(|print| within.contains(&print.position))
    }

    /// Whether only the chain uses its nodes, except those that the last step hands on.
    fn stays_inside(
        &self,
        nodes: &[NodeId],
        period: usize,
        carried: &BTreeMap<usize, NodeId>,
    ) -> bool {
        let mut inside = vec![0; nodes.len()];
        let place = |id: NodeId| nodes.binary_search(&id).ok();
        for &id in nodes {
            for used in self.graph.arguments(id).iter().filter_map(|&id| place(id)) {
                inside[used] += 1;
            }
        }
        let uses = nodes.iter().map(|id| self.forms.uses[id.index()]);
        uses.zip(inside).enumerate().all(|(place, (all, inside))| {
            let last = place + period >= nodes.len();
            all == inside || last && carried.contains_key(&(place % period))
        })
    }
}

impl Body<'_> {
    /// Writes a chain as a loop, whose body is the second step.
    pub(super) fn chain(&mut self, scope: &mut Scope<'_>, chain: &Chain) -> Result<(), Error> {
        // Parts of inputs stand where they are used first, maybe between the nodes of the chain.
        let members = &chain.nodes;
        let between = scope.graph.ids().skip(chain.first().index());
        let between = between.take_while(|&id| id < chain.last());
        for id in between.filter(|id| members.binary_search(id).is_err()) {
            if scope.is_written(id) {
                scope.values[id.index()] = self.value(scope, id)?;
            }
        }
        let mut variables = Vec::new();
        for (&position, &first) in &chain.carried {
            let first = self.read(scope, first)?;
            let name = self.names.numbered("t");
            self.line(&format!("let mut {name} = {};", first.words))?;
            variables.push((position, Text::atom(name)));
        }
        for (position, name) in &variables {
            let own = chain.nodes[*position];
            scope.values[own.index()] = NodeText::Text(name.clone());
        }
        self.block.spent.statement()?;
        self.lines
            .open(&format!("for _ in 0..{} {{", chain.steps()));
        for &id in &chain.nodes[chain.period..2 * chain.period] {
            scope.values[id.index()] = self.value(scope, id)?;
        }
        let mut all = Vec::new();
        for (position, name) in &variables {
            let text = self.read(scope, chain.nodes[chain.period + position])?;
            let compound = None;
            let name = name.clone();
            all.push(Next {
                name,
                text,
                compound,
            });
        }
        let bound = match (&all[..], self.last.take()) {
            ([next], Some((name, lines))) if next.text.words == name => {
                let head = format!("{} = ", next.name.words);
                self.lines.rebind(&name, lines, &head)
            }
            _ => false,
        };
        if !bound {
            self.advance(&all)?;
        }
        self.lines.close("}");
        let last = chain.nodes.len() - chain.period;
        for (position, name) in variables {
            let own = chain.nodes[last + position];
            scope.values[own.index()] = NodeText::Text(name);
        }
        Ok(())
    }
}
