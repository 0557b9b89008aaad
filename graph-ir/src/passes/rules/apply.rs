//! Rules applied to graphs.

use alloc::vec::Vec;
use core::cell::Cell;

use super::matching::Depth;
use super::values::{Values, make, may_be_tensor_operator, operator_of, tensor_operator};
use super::{Operator, Rules, Subject as _};
use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Graph, NodeId};
use crate::passes::uses::uses;
use crate::passes::{Functions, Rewriter, Rewritten, Sizes, rewrite, sweep};
use crate::types::Type;

/// How often a graph is gone through at most.
pub const SWEEPS: usize = 16;

/// The largest number of rewritings for each node, in all sweeps together: rules that make ever
/// more operands that others fit end at a graph of such a size.
pub const FUEL: usize = 16;

/// A graph of fewer nodes has fuel as one of so many.
const FEW: usize = 64;

impl Graph {
    /// The same function by rules: sweeps over all nodes, inner functions included, until no rule
    /// fits any more, there have been [`SWEEPS`], or the [`FUEL`] is spent. Nodes that nothing
    /// depends on any more are left out.
    ///
    /// # Errors
    /// [`Error::RuleType`] when a replacement differs in type from the value that it replaces; when
    /// the graph would have too many nodes.
    pub fn rewrite(&self, rules: &Rules) -> Result<Graph> {
        let mut graph = self.clone();
        let nodes = Sizes::of(self).total.max(FEW);
        let mut fuel = nodes.saturating_mul(FUEL);
        for _ in 0..SWEEPS {
            let mut pass = Apply {
                rules,
                functions: Functions::default(),
                uses: uses(&graph),
                fuel: Cell::new(fuel),
            };
            let next = rewrite(&graph, &mut pass)?;
            let spent = fuel - pass.fuel.get();
            if spent == 0 {
                break;
            }
            fuel -= spent;
            graph = sweep(&next)?;
        }
        Ok(graph)
    }
}

struct Apply<'r> {
    rules: &'r Rules,
    functions: Functions,
    uses: Vec<u32>,
    /// How many more rewritings there may be.
    fuel: Cell<usize>,
}

impl Rewriter for Apply<'_> {
    fn node<'b>(
        &mut self,
        builder: &'b Builder,
        graph: &Graph,
        id: NodeId,
        arguments: &[Wire<'b>],
    ) -> Result<Option<Rewritten<'b>>> {
        let over_tensors = || {
            if !may_be_tensor_operator(graph.op(id)) {
                return None;
            }
            let operands = graph.arguments(id).iter();
            let ranks: Vec<usize> = operands.map(|&own| graph.ty(own).shape.rank()).collect();
            tensor_operator(&graph.view(id), &ranks)
        };
        let Some(operator) = operator_of(graph.op(id)).or_else(over_tensors) else {
            return Ok(None);
        };
        let alone = |position: usize| self.uses[graph.arguments(id)[position].index()] == 1;
        let ty = graph.ty(id);
        let Some(mut wire) = self.once(builder, operator, arguments, ty, &alone)? else {
            return Ok(None);
        };
        while let Some(operator) = Values(builder).operator(wire) {
            let operands = builder.arguments_of(wire);
            match self.once(builder, operator, &operands, ty, &|_| false)? {
                Some(next) => wire = next,
                None => break,
            }
        }
        Ok(Some(Rewritten::Wire(wire)))
    }

    fn functions(&mut self) -> Option<&mut Functions> {
        Some(&mut self.functions)
    }

    fn inner(&mut self, graph: &Graph) -> Result<Graph> {
        let outer = core::mem::replace(&mut self.uses, uses(graph));
        let result = rewrite(graph, self);
        self.uses = outer;
        result
    }
}

impl Apply<'_> {
    /// The replacement of an operator over operands by the first rule that fits.
    fn once<'b>(
        &self,
        builder: &'b Builder,
        operator: Operator,
        operands: &[Wire<'b>],
        ty: &Type,
        alone: &dyn Fn(usize) -> bool,
    ) -> Result<Option<Wire<'b>>> {
        let Some(fuel) = self.fuel.get().checked_sub(1) else {
            return Ok(None);
        };
        let values = Values(builder);
        let Some(found) = { self.rules }.find(&values, operator, operands, alone, Depth::All)
        else {
            return Ok(None);
        };
        let plain = |operator, operands: &[Wire<'b>]| make(builder, operator, operands);
        let wire = match found.replacement(builder, ty, &plain) {
            Ok(wire) => wire,
            Err(error @ Error::TooManyNodes { .. }) => return Err(error),
            // A rule does not fit operands that its replacement does not take.
            Err(_) => return Ok(None),
        };
        found.rule.expect_type(ty, &wire.ty()?)?;
        self.fuel.set(fuel);
        Ok(Some(wire))
    }
}
