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

    /// The function of the host, and its tangents: those of the value are its own; those of the
    /// adjoints come from its second derivative, and from the adjoints of other seeds, as they are
    /// linear in these.
    pub(super) fn external(&self, id: NodeId, external: &External) -> Result<Results<'b>> {
        let first = external.derivative(Role::Tangent)?;
        let arguments = self.graph.arguments(id);
        let operands = self.values(arguments);
        let values = self.builder.external(external, &operands)?;
        let is_masked = |&id: &NodeId| self.tangent(id).is_some_and(|t| t.masked);
        let masked = arguments.iter().any(is_masked);
        let varies = |ids: &[NodeId]| ids.iter().any(|&id| self.tangent(id).is_some());
        let tangents = |ids: &[NodeId]| {
            let tangents = ids.iter().map(|&id| self.tangent_or_zero(id));
            tangents.collect::<Result<Vec<_>>>()
        };
        let (own, added) = arguments.split_at(external.arguments.len());
        let fixed = &operands[..own.len()];
        let call = |role, more: &[Wire<'b>]| {
            let operands = [fixed, more].concat();
            self.builder.external(&external.with_role(role), &operands)
        };
        let tangents = match external.role {
            Role::Value => self
                .builder
                .external(&first, &[&operands[..], &tangents(own)?].concat())?,
            Role::Adjoint if !varies(own) => call(Role::Adjoint, &tangents(added)?)?,
            Role::Adjoint => {
                let more = [&operands[own.len()..], &tangents(own)?].concat();
                let mut sums = call(Role::Second, &more)?;
                if varies(added) {
                    let by_seeds = call(Role::Adjoint, &tangents(added)?)?;
                    for (sum, by_seed) in sums.iter_mut().zip(by_seeds) {
                        *sum = *sum + by_seed;
                    }
                }
                sums
            }
            // The second derivative along two directions is none of those that a host gives.
            Role::Tangent if varies(own) => return Err(external.not_differentiable()),
            Role::Tangent => call(Role::Tangent, &tangents(added)?)?,
            Role::Second => return Err(external.not_differentiable()),
        };
        let tangents = tangents.into_iter().zip(external.result_types());
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
