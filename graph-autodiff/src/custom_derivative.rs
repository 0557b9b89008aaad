//! Derivatives that functions come with.
//!
//! A rule in one mode is enough for both: it is linear in its seeds or tangents, and the derivative
//! of a linear function is the function. Of an adjoint `s J`, as a function of the seeds `s`, the
//! adjoint for `t` is `J t`, the tangent; and the other way round.

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::builder::{Builder, Wire};
use graph_ir::error::{Error, Result};
use graph_ir::graph::{Function, Graph, InputKind};
use graph_ir::types::Type;

use super::{differentiable_inputs, reverse, without_outputs};

/// The adjoints of a function with a rule: of its inputs, its outputs and seeds of its float
/// outputs.
pub(super) fn adjoint(function: &Function) -> Result<Arc<Function>> {
    let rule = function.rule().ok_or(Error::NotATensor)?;
    match (rule.adjoint(), rule.tangent()) {
        (Some(adjoint), _) => Ok(Arc::clone(adjoint)),
        (None, Some(tangent)) => {
            transposed(&tangent.graph, differentiable_inputs(&function.graph).len())
        }
        (None, None) => Err(Error::NotATensor),
    }
}

/// The tangents of a function with a rule: of its inputs, its outputs and tangents of its
/// differentiable inputs.
pub(super) fn tangent(function: &Function) -> Result<Arc<Function>> {
    let rule = function.rule().ok_or(Error::NotATensor)?;
    match (rule.tangent(), rule.adjoint()) {
        (Some(tangent), _) => Ok(Arc::clone(tangent)),
        (None, Some(adjoint)) => {
            let outputs = function.graph.output_types();
            transposed(&adjoint.graph, outputs.filter(|ty| ty.is_float()).count())
        }
        (None, None) => Err(Error::NotATensor),
    }
}

/// The transposed function of one that is linear in its last inputs: of its other inputs and of one
/// value for each output.
fn transposed(graph: &Graph, linear: usize) -> Result<Arc<Function>> {
    let known = graph.inputs().len() - linear;
    let wrt: Vec<usize> = (known..graph.inputs().len()).collect();
    let derivative = without_outputs(reverse(graph, &wrt)?, graph.outputs().len())?;
    let builder = Builder::new();
    builder.continue_graph(graph);
    let types: Vec<&Type> = graph.input_types().collect();
    let input = |ty: &Type| builder.input("", ty.clone(), InputKind::Independent);
    let mut arguments: Vec<Wire<'_>> = types[..known].iter().map(|ty| input(ty)).collect();
    // Where it is looked at, a linear function has one derivative.
    for ty in &types[known..] {
        arguments.push(builder.full(ty, 0.0)?);
    }
    arguments.extend(graph.output_types().map(input));
    for result in builder.embed(&derivative, &arguments)? {
        builder.output("", result)?;
    }
    Ok(Function::plain(builder.finish()?))
}
