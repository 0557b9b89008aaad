//! Tangents of the nodes with inner graphs: the same node over functions that compute values and
//! tangents together. Those of loops stand in `scan.rs`.

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::builder::Wire;
use graph_ir::error::Result;
use graph_ir::graph::{External, Function, FunctionId, NodeId, Role};

use super::scan::Loop;
use super::{Sensitivity, Sweep, run};
use crate::derived::{Derived, Region};
use crate::{custom_derivative, differentiable_inputs};

/// The results of a node and their tangents.
pub(super) type Results<'b> = Vec<(Wire<'b>, Option<Sensitivity<'b>>)>;

/// The tangents of functions inside, for one graph and all graphs in it.
#[derive(Debug, Default)]
pub(super) struct Inner {
    regions: Derived<(Vec<usize>, bool), Region>,
    /// The tangents of functions with rules.
    rules: Derived<(), Arc<Function>>,
    /// Bodies of loops with tangents.
    pub(super) loops: Derived<(Loop, bool), Arc<Function>>,
}

impl Inner {
    /// The outputs of the function and then their tangents, of its inputs and then the tangents of
    /// the inputs `wrt`, which `masked` marks.
    pub(super) fn region(
        &self,
        function: &Arc<Function>,
        wrt: &[usize],
        masked: bool,
    ) -> Result<Region> {
        self.regions.get(function, (wrt.to_vec(), masked), || {
            run(&function.graph, wrt, masked, self).map(Region::new)
        })
    }
}

impl<'b> Sweep<'_, 'b> {
    pub(super) fn branch(&self, id: NodeId, sides: [FunctionId; 2]) -> Result<Results<'b>> {
        let arguments = self.graph.arguments(id);
        let (condition, captured) = (arguments[0], &arguments[1..]);
        let mut operands = self.values(captured);
        let (mut wrt, mut masked) = (Vec::new(), false);
        for (position, &argument) in captured.iter().enumerate() {
            if let Some(t) = self.tangent(argument) {
                wrt.push(position);
                operands.push(t.wire);
                masked |= t.masked;
            }
        }
        let side = |function| {
            let function = self.graph.function(function);
            self.inner.region(function, &wrt, masked)
        };
        let (then, otherwise) = (side(sides[0])?, side(sides[1])?);
        let condition = self.value(condition);
        let functions = [&then.function, &otherwise.function];
        let results = self
            .builder
            .branch_to(condition, &operands, functions[0], functions[1])?;
        let (values, tangents) = results.split_at(then.marks.len());
        let marks = then.marks.iter().zip(&*otherwise.marks);
        let tangents = marks
            .zip(tangents)
            .map(|((then, otherwise), &wire)| then.or(*otherwise).sensitivity(wire));
        Ok(values.iter().copied().zip(tangents).collect())
    }

    pub(super) fn external(&self, id: NodeId, external: &External) -> Result<Results<'b>> {
        let tangent = external.derivative(Role::Tangent)?;
        let arguments = self.graph.arguments(id);
        let mut operands = self.values(arguments);
        let values = self.builder.external(external, &operands)?;
        let mut masked = false;
        for &argument in arguments {
            operands.push(self.tangent_or_zero(argument)?);
            masked |= self.tangent(argument).is_some_and(|t| t.masked);
        }
        let tangents = self.builder.external(&tangent, &operands)?;
        let tangents = tangents.into_iter().zip(&external.results);
        let tangents =
            tangents.map(|(wire, ty)| ty.is_float().then_some(Sensitivity::marked(wire, masked)));
        Ok(values.into_iter().zip(tangents).collect())
    }

    /// The tangent that a function comes with; calls of others are inlined before the self.
    pub(super) fn call(&self, id: NodeId, function: &Arc<Function>) -> Result<Results<'b>> {
        let tangent = self
            .inner
            .rules
            .get(function, (), || custom_derivative::tangent(function))?;
        let arguments = self.graph.arguments(id);
        let mut operands = self.values(arguments);
        let values = self.builder.call(function, &operands)?;
        operands.extend(&values);
        let mut masked = false;
        for position in differentiable_inputs(&function.graph) {
            operands.push(self.tangent_or_zero(arguments[position])?);
            masked |= self.tangent(arguments[position]).is_some_and(|t| t.masked);
        }
        let mut given = self.builder.call(&tangent, &operands)?.into_iter();
        let types = function.graph.output_types();
        let results = values.into_iter().zip(types).map(|(value, ty)| {
            let tangent = ty.is_float().then(|| given.next()).flatten();
            (value, tangent.map(|wire| Sensitivity::marked(wire, masked)))
        });
        Ok(results.collect())
    }
}
