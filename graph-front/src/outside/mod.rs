//! External functions, from the code around the block: `#[external] fn g(x: [f64; 3]) -> f64;`.
//!
//! In the graph, such a function is one node with a name and a signature. The generated module of a
//! function that calls it declares a trait, and the code next to the module implements this trait
//! with the functions in scope there (`emit::item::outside`), so that the module itself needs no
//! names from its surroundings.
//!
//! | file | does |
//! |---|---|
//! | `limits` | refuses signatures that an external function cannot have |
//! | `reach` | finds the external functions that a graph calls, and the availability of its derivatives |

mod limits;
mod reach;

use std::rc::Rc;

use graph_ir::Graph;
use syn::Path;

use crate::diagnostics::Diagnostics;
use crate::parse::{FunctionSource, OutsideSource, ParsedAttributes};
use crate::signature::{Argument, Outside, Signature};

/// The help where a derivative is needed of an order that none of these functions from outside
/// provides.
pub(crate) fn higher_order(outside: &[Rc<Outside>]) -> &'static str {
    match outside.iter().all(|function| function.is_graph) {
        true => {
            "derivatives of higher order do not cross blocks: write the function in this block too"
        }
        false => {
            "for derivatives of higher order, declare it by `#[external]` alone, without `adjoint = ..`, \
             and with `#[derivative(adjoint = rule)]`: the rule is a function of the block, which takes \
             the arguments, the value and a seed"
        }
    }
}

/// The function that a declaration stands for, unless a function from outside cannot have its
/// signature, which is reported.
pub(crate) fn declared(
    function: &FunctionSource,
    source: &OutsideSource,
    signature: &Signature,
    attributes: &ParsedAttributes,
    diagnostics: &Diagnostics,
) -> Option<Rc<Outside>> {
    let before = diagnostics.len();
    limits::check(function, source, signature, attributes, diagnostics);
    if diagnostics.len() > before {
        return None;
    }
    let value = match &source.value {
        Some(path) => path.clone(),
        None => Path::from(signature.name.clone()),
    };
    let item = |name: &str, given: &Option<Path>| match &source.graph {
        Some(word) => {
            let mut path = value.clone();
            let item = syn::Ident::new(name, word.span());
            path.segments.push(syn::PathSegment::from(item));
            Some(path)
        }
        None => given.clone(),
    };
    Some(Rc::new(Outside {
        adjoint: item("adjoint", &source.adjoint),
        tangent: item("tangent", &source.tangent),
        is_graph: source.graph.is_some(),
        value,
        signature: signature.clone(),
    }))
}

/// Records the functions from outside that the graph of a function reaches.
pub(crate) fn apply(signature: &mut Signature, graph: &Graph, all: &[Rc<Outside>]) {
    signature.outside = reach::reached(graph, all);
    if !signature.outside.is_empty() && signature.has_differentiable_types() {
        let missing = reach::missing_derivative(graph, &signature.independent());
        signature.undifferentiable = missing.map(|error| error.to_string());
    }
}

/// Whether there is something to differentiate by.
fn is_differentiable(signature: &Signature) -> bool {
    signature.arguments.iter().any(Argument::has_derivative)
}
