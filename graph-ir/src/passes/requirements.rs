//! The conditions on the symbols of a graph.
//!
//! Where an `if` asks for extents alone (`if N > 2 { x[2] } else { x[0] }`), what its sides need is
//! needed under that condition only.

use alloc::sync::Arc;
use alloc::vec::Vec;

use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::error::Result;
use crate::graph::{Function, Graph, Literal, NodeId, Site};
use crate::ops::typing::infer_with_needs;
use crate::ops::{Op, OpView, ScalarOp};
use crate::types::{Extent, Symbol};

/// How many sets of conditions are told apart. Beyond, inner graphs need what they need whatever
/// the conditions are: that asks for more, and takes time for each function once.
const MOST_CASES: usize = 1 << 12;

/// A condition on the symbols of a graph: an extent that must not be negative for a node to have a
/// value, such as `N - 4` where the fourth of `N` elements is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// The extent.
    pub extent: Extent,
    /// Extents one of which is negative where the node is not computed: the condition holds for
    /// them then.
    pub when: Vec<Extent>,
    /// Where the node comes from.
    pub site: Site,
}

impl Requirement {
    /// Whether numbers in the place of symbols break the condition.
    #[must_use]
    pub fn is_broken(&self, number: &dyn Fn(&Symbol) -> Option<Extent>) -> bool {
        let is_natural = |extent: &Extent| extent.with(number).is_natural();
        self.extent.with(number).is_negative() && self.when.iter().all(is_natural)
    }
}

impl Graph {
    /// The conditions on the symbols of the graph and of those inside of it, each once.
    ///
    /// # Errors
    /// When a node does not fit its operands, which no finished graph holds.
    pub fn requirements(&self) -> Result<Vec<Requirement>> {
        let mut search = Search::default();
        let inputs = alloc::vec![None; self.inputs().len()];
        search.graph(self, &inputs, &[], Site::default())?;
        let all = search.found;
        let is_weaker = |own: &Requirement| {
            let mut others = all.iter().filter(|other| other.extent == own.extent);
            !own.when.is_empty()
                && others.any(|other| {
                    let fewer = other.when.len() < own.when.len();
                    fewer && other.when.iter().all(|extent| own.when.contains(extent))
                })
        };
        Ok(all.iter().filter(|own| !is_weaker(own)).cloned().collect())
    }
}

/// An inner graph with the extents among its inputs, and the conditions under which it is computed.
type Case = (*const Function, Vec<Option<Extent>>, Vec<Extent>);

#[derive(Default)]
struct Search {
    found: Vec<Requirement>,
    known: HashSet<(Extent, Vec<Extent>), FxBuildHasher>,
    seen: HashSet<Case, FxBuildHasher>,
}

impl Search {
    /// Recurses as deeply as functions are nested. The bodies of the language's own functions have no
    /// places: what they need, their caller does, which is at `outer`.
    fn graph(
        &mut self,
        graph: &Graph,
        inputs: &[Option<Extent>],
        when: &[Extent],
        outer: Site,
    ) -> Result<()> {
        let scope = Scope { graph, inputs };
        for id in graph.ids() {
            let site = match graph.node(id).site {
                own if own == Site::default() => outer,
                own => own,
            };
            for extent in infer_with_needs(graph, id)?.1 {
                let follows = |known: &Extent| (&extent - known).is_natural();
                let is_new = !when.iter().any(follows);
                if is_new && self.known.insert((extent.clone(), when.to_vec())) {
                    self.found.push(Requirement {
                        extent,
                        when: when.to_vec(),
                        site,
                    });
                }
            }
            let arguments = graph.arguments(id).iter();
            let extents = arguments.map(|&argument| scope.extent(argument));
            let view = graph.view(id);
            if let OpView::Branch(branch) = view {
                let (condition, extents) = (graph.arguments(id)[0], extents.skip(1));
                let extents: Vec<Option<Extent>> = extents.collect();
                for (side, truth) in [(branch.then, true), (branch.otherwise, false)] {
                    let mut own = when.to_vec();
                    scope.follow(condition, truth, &mut own);
                    self.function(graph.function(side), &extents, &own, site)?;
                }
                continue;
            }
            // Inputs of a loop's body that stay; the body is computed where there is an iteration.
            let mut when = when.to_vec();
            let stay = if let OpView::Scan(scan) = view {
                if scan.length.is_symbolic() {
                    when.push(scan.length - 1);
                }
                scan.captured
            } else {
                usize::MAX
            };
            let extents = extents.enumerate();
            let extents = extents.map(|(position, own)| own.filter(|_| position < stay));
            let extents: Vec<Option<Extent>> = extents.collect();
            for function in graph.functions_of(id) {
                self.function(function, &extents, &when, site)?;
            }
        }
        Ok(())
    }

    fn function(
        &mut self,
        function: &Arc<Function>,
        inputs: &[Option<Extent>],
        when: &[Extent],
        outer: Site,
    ) -> Result<()> {
        let none: Vec<Option<Extent>> = alloc::vec![None; inputs.len()];
        let (inputs, when) = match self.seen.len() < MOST_CASES {
            true => (inputs, when),
            false => (&none[..], &[][..]),
        };
        let case = (Arc::as_ptr(function), inputs.to_vec(), when.to_vec());
        match self.seen.insert(case) {
            true => self.graph(&function.graph, inputs, when, outer),
            false => Ok(()),
        }
    }
}

/// Whether a condition holds; `None` where it depends on more than these numbers.
pub(super) fn decided(
    graph: &Graph,
    condition: NodeId,
    number: &dyn Fn(&Symbol) -> Option<Extent>,
) -> Option<bool> {
    let scope = Scope { graph, inputs: &[] };
    for truth in [true, false] {
        let mut extents = Vec::new();
        let is_all = scope.follow(condition, truth, &mut extents);
        let known: Vec<Extent> = extents.iter().map(|extent| extent.with(number)).collect();
        if known.iter().any(Extent::is_negative) {
            return Some(!truth);
        } else if is_all && known.iter().all(Extent::is_natural) {
            return Some(truth);
        }
    }
    None
}

/// A graph, and the extents among its inputs.
struct Scope<'g> {
    graph: &'g Graph,
    inputs: &'g [Option<Extent>],
}

impl Scope<'_> {
    /// The extent that an integer is.
    fn extent(&self, id: NodeId) -> Option<Extent> {
        let graph = self.graph;
        if graph.op(id).yields_tuple() || !graph.ty(id).is_scalar() {
            return None;
        }
        let view = graph.view(id);
        if let OpView::Extent(value) = view {
            return Some(value.extent);
        } else if let OpView::Input(input) = view {
            return self.inputs.get(input.0)?.clone();
        } else if let Op::Constant(constant) = graph.op(id) {
            let Literal::I64(integer) = graph.constant(constant).splat()? else {
                return None;
            };
            return Some(Extent::from(integer));
        }
        let (OpView::Scalar(op), &[a, b]) = (view, graph.arguments(id)) else {
            return None;
        };
        let (a, b) = (self.extent(a)?, self.extent(b)?);
        match op {
            ScalarOp::Add => Some(a + b),
            ScalarOp::Sub => Some(a - b),
            ScalarOp::Mul => Some(&a * &b),
            _ => None,
        }
    }

    /// Adds extents that are not negative where a condition has this value; says whether it has it
    /// wherever they are not. Recurses as deeply as the condition is nested.
    fn follow(&self, condition: NodeId, truth: bool, to: &mut Vec<Extent>) -> bool {
        let graph = self.graph;
        let view = graph.view(condition);
        let arguments = graph.arguments(condition);
        if let OpView::Project(result) = view {
            return self.follow_result(arguments[0], result.0, truth, to);
        } else if let Op::Constant(constant) = graph.op(condition) {
            return graph.constant(constant).splat() == Some(Literal::Bool(truth));
        }
        let OpView::Scalar(op) = view else {
            return false;
        };
        match (op, truth, arguments) {
            (ScalarOp::Not, _, &[of]) => return self.follow(of, !truth, to),
            (ScalarOp::And, true, &[a, b]) | (ScalarOp::Or, false, &[a, b]) => {
                let all = [a, b].map(|of| self.follow(of, truth, to));
                return all == [true; 2];
            }
            _ => {}
        }
        let &[a, b] = arguments else { return false };
        if graph.op(a).yields_tuple() || graph.op(b).yields_tuple() {
            return false;
        }
        let (Some(a), Some(b)) = (self.extent(a), self.extent(b)) else {
            return false;
        };
        let (less, more) = (&b - &a, &a - &b);
        match (op, truth) {
            (ScalarOp::Less, true) | (ScalarOp::GreaterEqual, false) => to.push(less - 1),
            (ScalarOp::Less, false) | (ScalarOp::GreaterEqual, true) => to.push(more),
            (ScalarOp::LessEqual, true) | (ScalarOp::Greater, false) => to.push(less),
            (ScalarOp::LessEqual, false) | (ScalarOp::Greater, true) => to.push(more - 1),
            (ScalarOp::Equal, true) | (ScalarOp::NotEqual, false) => to.extend([less, more]),
            (ScalarOp::Equal, false) | (ScalarOp::NotEqual, true) => {
                // Of two unequal extents one is larger: which, other conditions may say.
                let is_natural = |extent: &Extent| {
                    let follows = |known: &Extent| (extent - known).is_natural();
                    extent.is_natural() || to.iter().any(follows)
                };
                let larger = [more, less].into_iter().find(is_natural);
                let Some(larger) = larger else { return false };
                to.push(larger - 1);
            }
            _ => return false,
        }
        true
    }

    /// The same for a result of a branch one of whose sides always has the other value, such as
    /// that of `a && b`.
    fn follow_result(
        &self,
        branch: NodeId,
        result: usize,
        truth: bool,
        to: &mut Vec<Extent>,
    ) -> bool {
        let OpView::Branch(own) = self.graph.view(branch) else {
            return false;
        };
        let (condition, captured) = match self.graph.arguments(branch).split_first() {
            Some((condition, captured)) => (*condition, captured),
            None => return false,
        };
        let inputs: Vec<Option<Extent>> = captured.iter().map(|&id| self.extent(id)).collect();
        let sides = [(own.then, true), (own.otherwise, false)];
        let sides = sides.map(|(side, taken)| {
            let graph = &self.graph.function(side).graph;
            let inputs = &inputs[..];
            (Scope { graph, inputs }, graph.outputs()[result].node, taken)
        });
        for (number, (scope, value, _)) in sides.iter().enumerate() {
            let Op::Constant(constant) = scope.graph.op(*value) else {
                continue;
            };
            if scope.graph.constant(constant).splat() == Some(Literal::Bool(!truth)) {
                let (other, value, taken) = &sides[1 - number];
                let all = [
                    self.follow(condition, *taken, to),
                    other.follow(*value, truth, to),
                ];
                return all == [true; 2];
            }
        }
        false
    }
}
