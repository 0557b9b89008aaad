//! The public items of one function: the function itself, and its module.

mod adjoint;
mod batch;
mod check;
mod cost;
mod derivative;
mod flat;
mod graph;
mod hessian;
mod jacobian;
mod matrix;
mod outside;
mod requests;
mod slices;
mod sparse;
mod taylor;
mod together;
mod twin;
mod value;
mod workspace;

use graph_autodiff::sparsity::Pattern;
use graph_program::Slot;
use proc_macro2::TokenStream;

use super::batches::Batches;
use super::names::Names;
use super::{Programs, RETURN_LIMIT, mixed};

/// What stands in the bodies.
pub(crate) enum Bodies<'p> {
    /// Calls of the compiled programs.
    Programs(&'p Programs),
    /// Nothing that works.
    Stub {
        /// The body of the function itself.
        value: &'p TokenStream,
    },
}

impl Bodies<'_> {
    /// A body, unless bodies are stubs.
    fn body(&self, body: TokenStream) -> TokenStream {
        match self {
            Self::Programs(_) => body,
            Self::Stub { .. } => mixed!(loop {}),
        }
    }

    /// The private functions that bodies call.
    fn functions(&self) -> TokenStream {
        match self {
            Self::Programs(programs) => programs.functions.clone(),
            Self::Stub { .. } => TokenStream::new(),
        }
    }

    /// The slots that a private function takes from the workspace.
    pub(crate) fn slots(&self, function: &str) -> &[Slot] {
        match self {
            Self::Programs(programs) => programs.slots(function),
            Self::Stub { .. } => &[],
        }
    }

    /// What batches run.
    fn batches(&self) -> Option<&Batches> {
        match self {
            Self::Programs(programs) => Some(&programs.batches),
            Self::Stub { .. } => None,
        }
    }

    /// Whether private functions are compiled for several machines.
    fn dispatches(&self) -> bool {
        match self {
            Self::Programs(programs) => programs.dispatches,
            Self::Stub { .. } => false,
        }
    }

    fn has_jacobian(&self) -> bool {
        match self {
            Self::Programs(programs) => programs.has_jacobian,
            Self::Stub { .. } => false,
        }
    }

    fn has_hessian(&self) -> bool {
        match self {
            Self::Programs(programs) => programs.has_hessian,
            Self::Stub { .. } => false,
        }
    }

    fn sparsity_jacobian(&self) -> Option<&Pattern> {
        match self {
            Self::Programs(programs) => programs.sparsity_jacobian.as_ref(),
            Self::Stub { .. } => None,
        }
    }

    fn sparsity_hessian(&self) -> Option<&Pattern> {
        match self {
            Self::Programs(programs) => programs.sparsity_hessian.as_ref(),
            Self::Stub { .. } => None,
        }
    }

    fn shares_gradient(&self) -> bool {
        match self {
            Self::Programs(programs) => programs.shares_gradient,
            Self::Stub { .. } => false,
        }
    }
}

pub(crate) use outside::{check as check_outside, method as outside_method};
pub(crate) use workspace::pool;

/// The function and its module.
pub(crate) fn all(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let function = value::function(names, bodies);
    let module = module(names, bodies);
    let outside = outside::implementation(names, bodies);
    mixed!(#function #module #outside)
}

fn module(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let signature = names.signature;
    let (visibility, module, private) = (&signature.visibility, signature.module(), &names.private);
    let cfg = names.cfg();
    let doc = documentation(names);
    let functions = bodies.functions();
    let workspace = workspace::items(names, bodies);
    let value = value::items(names, bodies);
    let batch = batch::items(names, bodies);
    let graph = graph::items(names, bodies);
    let outside = outside::items(names, bodies);
    let cost = cost::items(names, bodies);
    let derivatives = signature.is_differentiable().then(|| {
        let adjoint = adjoint::items(names);
        let derivatives = derivative::items(names, bodies);
        let requests = requests::items(names, bodies);
        let flat = flat::items(names, bodies);
        let check = check::items(names, bodies);
        mixed!(#adjoint #derivatives #requests #flat #check)
    });
    // The user's lints are about the user's code; the groups hold what generated code trips.
    mixed! {
        #(#cfg)*
        #[doc = #doc]
        #[allow(
            unused, unreachable_pub, missing_docs, nonstandard_style, unused_qualifications,
            trivial_casts, trivial_numeric_casts, clippy::all, clippy::pedantic
        )]
        #visibility mod #module {
            use #private::{generated as support, lanes, math};
            use lanes::Lanes as _;
            #functions
            #workspace
            #value
            #derivatives
            #batch
            #cost
            #graph
            #outside
        }
    }
}

/// What the module's documentation says: it names no function that is not there.
fn documentation(names: &Names<'_>) -> String {
    let signature = names.signature;
    let title = names.title();
    // Results too large to be returned leave no function to link to.
    let link = match names.result_size() <= RETURN_LIMIT {
        true => format!("[`{title}`]({title}())"),
        false => format!("`{title}`"),
    };
    let mut doc = match (signature.is_differentiable(), &signature.undifferentiable) {
        (true, _) => format!("Derivatives of {link}, and its graph."),
        (false, None) => format!("The graph of {link}."),
        (false, Some(why)) => format!("The graph of {link}. There are no derivatives: {why}."),
    };
    let (result, adjoint) = (names.result_size(), names.adjoint_size());
    let differentiable = signature.is_differentiable();
    let gradient = differentiable && signature.scalar_result().is_some();
    let forms = [
        ("value_into", true, result),
        (
            "adjoint_into",
            differentiable,
            result.saturating_add(adjoint),
        ),
        ("gradient_into", gradient, adjoint),
        ("tangent_into", differentiable, result.saturating_mul(2)),
    ];
    let in_place = forms
        .into_iter()
        .filter(|&(_, exists, size)| exists && size > RETURN_LIMIT);
    let in_place: Vec<String> = in_place.map(|(name, ..)| format!("`{name}`")).collect();
    if !in_place.is_empty() {
        doc += "\n\nWhat takes more than 64 KiB is not returned but written in place, by ";
        doc += &in_place.join(", ");
        doc += ".";
    }
    doc
}
