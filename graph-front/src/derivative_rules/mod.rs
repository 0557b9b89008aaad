//! Functions with custom derivatives: `#[derivative(adjoint = .., tangent = ..)]`.
//!
//! The block calls such a function together with its rule, and the items of its own module are
//! those of a call of it.
//!
//! | file | does |
//! |---|---|
//! | `expected` | derives the expected signatures of the functions of a derivative |
//! | `fit` | compares actual signatures with them |

mod expected;
mod fit;

use std::sync::Arc;

use graph_ir::graph::{Function, FunctionKind, Rule};
use graph_ir::{Builder, Element, Graph, Site, Wire};

use crate::diagnostics::SourcePlace;
use crate::lower::Names;
use crate::parse::FunctionSource;
use crate::signature::Signature;

/// A derivative whose functions fit: their names, and the element type of each one's type
/// parameter.
#[derive(Clone)]
pub(crate) struct Fitting {
    adjoint: Option<(String, Element)>,
    tangent: Option<(String, Element)>,
}

/// The derivative that a function names, if all of it fits; errors are reported.
pub(crate) fn check(
    function: &FunctionSource,
    signature: &Signature,
    sources: &[FunctionSource],
    names: &Names<'_>,
) -> Option<Fitting> {
    let rule = function.rule.as_ref()?;
    if let Some(refusal) = fit::refuse(rule, signature) {
        names.diagnostics.push(refusal);
        return None;
    }
    let mode = |name: &Option<syn::Ident>, what| {
        let name = name.as_ref()?;
        let element = fit::element(name, what, signature, sources, names)?;
        Some((name.to_string(), element))
    };
    let fitting = Fitting {
        adjoint: mode(&rule.adjoint, expected::Mode::Adjoint),
        tangent: mode(&rule.tangent, expected::Mode::Tangent),
    };
    let given = [
        (&rule.adjoint, &fitting.adjoint),
        (&rule.tangent, &fitting.tangent),
    ];
    let all = given
        .iter()
        .all(|(name, fits)| name.is_some() == fits.is_some());
    all.then_some(fitting)
}

/// A function as the block calls it: with its derivative. `None` where a function of the derivative
/// has errors of its own.
pub(crate) fn with_rule(
    graph: &Graph,
    fitting: &Fitting,
    names: &Names<'_>,
) -> graph_ir::Result<Option<Arc<Function>>> {
    let function = |mode: &Option<(String, Element)>| match mode {
        Some((name, element)) => names.functions.get(name)?.function(*element),
        None => None,
    };
    let given = [&fitting.adjoint, &fitting.tangent];
    let [adjoint, tangent] = given.map(function);
    if adjoint.is_some() != fitting.adjoint.is_some()
        || tangent.is_some() != fitting.tangent.is_some()
    {
        return Ok(None);
    }
    let kind = FunctionKind::WithRule(Rule::new(adjoint, tangent)?);
    Ok(Some(Arc::new(Function {
        kind,
        graph: graph.clone(),
    })))
}

/// The graph that consists of a call of a function: the items of its module are made from it.
pub(crate) fn call(function: &Arc<Function>, signature: &Signature) -> graph_ir::Result<Graph> {
    let graph = &function.graph;
    let builder = Builder::new();
    builder.set_name(graph.name());
    builder.set_sites(graph.sites());
    let inputs = graph.inputs().iter().map(|input| {
        builder.set_site(graph.node(input.node).site);
        builder.input(&input.name, graph.ty(input.node).clone(), input.kind)
    });
    let inputs: Vec<Wire<'_>> = inputs.collect();
    builder.set_site(Site(SourcePlace::token(signature.name.span()).line()));
    let results = builder.call(function, &inputs)?;
    for (result, output) in results.into_iter().zip(graph.outputs()) {
        builder.output(&output.name, result)?;
    }
    builder.finish()
}
