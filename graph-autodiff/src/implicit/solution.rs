//! The derivative of a solution, by the implicit function theorem.
//!
//! Where no solution was found, it is NaN, and derivatives are, but for those that are zero because
//! nothing depends on the solution: a search in a side not taken.

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::algebra::Algebra;
use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Function, InputKind};
use graph_ir::types::Type;

use super::Equation;
use super::matrix::{all_axes, size, solved, zeros};
use crate::{forward, reverse, without_outputs};

impl Equation {
    /// Of the parameters, the start, the solution and a seed: the adjoints of the parameters, and
    /// zero for the start.
    pub(super) fn adjoint(&self) -> Result<Arc<Function>> {
        let wrt = self.differentiable();
        let derivative = without_outputs(reverse(&self.residual.graph, &wrt)?, 1)?;
        let ty = self.ty()?;
        let inputs: Vec<&Type> = self.residual.graph.input_types().collect();
        let mut types: Vec<Type> = wrt.iter().map(|&input| inputs[input].clone()).collect();
        types.push(ty.clone());
        let graph = self.graph(|builder, inputs| {
            let (&start, parameters) = inputs.split_last().ok_or(Error::NotATensor)?;
            let input = || builder.input("", ty.clone(), InputKind::Independent);
            let (solution, seed) = (input(), input());
            let at = [parameters, &[solution]].concat();
            unless_unknown(builder, solution, size(seed), &types, || {
                let matrix = self.matrix(builder, &at)?;
                let weights = solved(Algebra::TransposedSolve, matrix, seed)?;
                let mut adjoints = builder.embed(&derivative, &[&at[..], &[-weights]].concat())?;
                adjoints.push(start.zeros_like());
                Ok(adjoints)
            })
        })?;
        Ok(Function::plain(graph))
    }

    /// Of the parameters, the start, the solution and the tangents of parameters and start: the
    /// tangent of the solution.
    pub(super) fn tangent(&self) -> Result<Arc<Function>> {
        let wrt = self.differentiable();
        let derivative = without_outputs(forward(&self.residual.graph, &wrt)?, 1)?;
        let ty = self.ty()?;
        let types: Vec<Type> = self.residual.graph.input_types().cloned().collect();
        let graph = self.graph(|builder, inputs| {
            let parameters = &inputs[..inputs.len() - 1];
            let input = |ty: &Type| builder.input("", ty.clone(), InputKind::Independent);
            let solution = input(&ty);
            let tangents: Vec<Wire<'_>> = wrt.iter().map(|&of| input(&types[of])).collect();
            input(&ty);
            let at = [parameters, &[solution]].concat();
            let sizes = tangents.iter().map(|&tangent| size(tangent));
            let seeds = sizes.reduce(|sum, size| sum + size);
            let seeds = seeds.unwrap_or(builder.number(ty.element, 0.0));
            unless_unknown(builder, solution, seeds, core::slice::from_ref(&ty), || {
                let matrix = self.matrix(builder, &at)?;
                let right = builder.embed(&derivative, &[&at[..], &tangents].concat())?[0];
                let tangent = solved(Algebra::LinearSolve, matrix, right)?;
                Ok(alloc::vec![-tangent])
            })
        })?;
        Ok(Function::plain(graph))
    }
}

/// Derivatives, or zeros where the solution is not known and the seeds, of this size, are zero.
fn unless_unknown<'b>(
    builder: &'b Builder,
    solution: Wire<'b>,
    seeds: Wire<'b>,
    types: &[Type],
    derivatives: impl FnOnce() -> Result<Vec<Wire<'b>>>,
) -> Result<Vec<Wire<'b>>> {
    let sum = solution.sum(&all_axes(solution));
    let nothing = seeds.equal(0.0).and(sum.not_equal(sum));
    builder.begin_region()?;
    let zeros = zeros(builder, types)?;
    let zeros = builder.end_region(&zeros)?;
    builder.begin_region()?;
    let derivatives = derivatives()?;
    let derivatives = builder.end_region(&derivatives)?;
    builder.branch(nothing, zeros, derivatives)
}
