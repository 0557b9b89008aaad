//! The public items of one function: the function itself, and its module.
//!
//! Each file writes one surface over the rows of requests: `function` the functions of the module,
//! `flat` the functions over flat slices, `batch` the functions at many points, `cost` their costs.
//! `compute` writes their common statements, `forms` says which functions there are, and `absent`
//! writes stand-ins for the others.

mod absent;
mod adjoint;
mod batch;
mod check;
mod compute;
mod cost;
mod flat;
mod forms;
mod function;
mod graph;
mod matrix;
mod outside;
mod slices;
mod states;
mod structs;
mod twin;
mod value;
mod workspace;

use graph_autodiff::sparsity::Pattern;
use graph_ir::Element;
use graph_program::Slot;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::batches::Batches;
use super::mixed;
use super::names::Names;
use super::programs::Programs;
use super::ways::Way;
use crate::derivatives::{Matrix, Request};
use crate::signature::RETURN_LIMIT;

/// The bodies of the generated functions.
pub(crate) enum Bodies<'p> {
    /// Calls of the compiled programs.
    Programs(&'p Programs),
    /// Stubs, which compute nothing.
    Stub {
        /// The body of the function itself.
        value: &'p TokenStream,
        /// The error that they stand beside; none in an editor.
        error: Option<&'p TokenStream>,
        /// Whether there is a workspace, which only programs show.
        has_workspace: bool,
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

    /// A statement by which an item uses the function that it belongs to (see `lints::functions`),
    /// given the path to the function's module. The private functions that bodies call have it
    /// themselves.
    fn used(&self, module: &TokenStream) -> TokenStream {
        match self {
            Self::Programs(_) => mixed!(let _: #module Used;),
            Self::Stub { .. } => TokenStream::new(),
        }
    }

    /// The private functions that bodies call, and the type whose uses they are.
    fn functions(&self) -> TokenStream {
        match self {
            Self::Programs(programs) => {
                let functions = &programs.functions;
                mixed! {
                    #[doc(hidden)]
                    pub enum Used {}

                    #functions
                }
            }
            Self::Stub { .. } => TokenStream::new(),
        }
    }

    /// The slots that a private function takes from the workspace.
    pub(crate) fn slots(&self, function: &str) -> &[Slot] {
        match self {
            Self::Programs(programs) => programs.slots.get(function).map_or(&[], Vec::as_slice),
            Self::Stub { .. } => &[],
        }
    }

    /// The pools that a private function takes memory from.
    pub(crate) fn pools(&self, function: &str) -> &[Element] {
        match self {
            Self::Programs(programs) => programs.pools.get(function).map_or(&[], |own| &own.0),
            Self::Stub { .. } => &[],
        }
    }

    /// The programs of batches, unless bodies are stubs.
    fn batches(&self) -> Option<&Batches> {
        match self {
            Self::Programs(programs) => Some(&programs.batches),
            Self::Stub { .. } => None,
        }
    }

    /// Whether private functions are compiled for several machines.
    fn dispatches(&self) -> bool {
        match self {
            Self::Programs(programs) => programs.codegen.dispatch,
            Self::Stub { .. } => false,
        }
    }

    /// The error that stubs stand beside.
    fn error(&self) -> Option<&TokenStream> {
        match self {
            Self::Programs(_) => None,
            Self::Stub { error, .. } => *error,
        }
    }

    /// How a request is computed, unless bodies are stubs.
    fn way(&self, request: Request) -> Option<Way> {
        match self {
            Self::Programs(programs) => programs.ways.get(&request).copied(),
            Self::Stub { .. } => None,
        }
    }

    /// The pattern of a matrix whose entries are computed.
    fn pattern(&self, matrix: Matrix) -> Option<&Pattern> {
        match (self, matrix) {
            (Self::Programs(programs), Matrix::Jacobian) => programs.jacobian.as_ref(),
            (Self::Programs(programs), Matrix::Hessian) => programs.hessian.as_ref(),
            (Self::Stub { .. }, _) => None,
        }
    }
}

pub(crate) use outside::{
    calls as calls_of_outside, check as check_outside, method as outside_method,
};
pub(crate) use value::imported;
pub(crate) use workspace::pool;

/// The function and its module.
pub(crate) fn all(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let [function, module] = parts(names, bodies);
    mixed!(#function #module)
}

/// The function, and its module with what belongs to that.
pub(crate) fn parts(names: &Names<'_>, bodies: &Bodies<'_>) -> [TokenStream; 2] {
    let function = value::function(names, bodies);
    let module = module(names, bodies);
    let outside = outside::implementation(names, bodies);
    let structs = structs::implementations(names);
    [function, mixed!(#module #outside #structs)]
}

/// The module, of those items that there are: each surface says itself whether it has any.
fn module(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let signature = names.signature;
    let functions = bodies.functions();
    let workspace = workspace::items(names, bodies);
    let batch = batch::items(names, bodies);
    let graph = graph::items(names, bodies);
    let outside = outside::items(names, bodies);
    let cost = cost::items(names, bodies);
    let adjoint = adjoint::items(names, bodies);
    let offsets = matrix::offsets(names, bodies);
    let unknown = matrix::unknown(names, bodies);
    let requests = signature.made();
    let requests = requests.map(|request| function::items(names, bodies, request));
    let in_place = states::items(names, bodies);
    let flat = flat::items(names, bodies);
    let check = check::items(names, bodies);
    let absent = absent::items(names, bodies);
    let items = mixed! {
        #functions
        #workspace
        #adjoint
        #offsets
        #unknown
        #(#requests)*
        #in_place
        #flat
        #check
        #batch
        #cost
        #graph
        #outside
        #absent
    };
    module_of(names, bodies, &items)
}

/// A module with these items.
fn module_of(names: &Names<'_>, bodies: &Bodies<'_>, items: &TokenStream) -> TokenStream {
    let signature = names.signature;
    let (visibility, module, private) = (&signature.visibility, signature.module(), &names.private);
    let cfg = names.cfg();
    let doc = documentation(names, bodies);
    // Where there is no function, its documentation stands on the module.
    let docs = &signature.attributes.docs;
    let stands_here = !signature.makes(Request::Value) && !docs.is_empty();
    let docs = stands_here.then(|| mixed!(#(#docs)* #[doc = ""]));
    // Another module of that name is reported at the name of the function.
    let at = Span::mixed_site().located_at(module.span());
    let keyword = quote_spanned!(at=> mod);
    let structs = structs::aliases(names);
    let content = mixed! {
        use #private::{generated as support, lanes, math};
        use lanes::Lanes as _;
        #structs
        #items
    };
    let content = quote_spanned!(at=> { #content });
    mixed! {
        #(#cfg)*
        #docs
        #[doc = #doc]
        #[allow(
            forbidden_lint_groups, unreachable_code, unused_assignments, unused_braces, unused_imports, unused_must_use,
            unused_mut, unused_parens, unused_variables, unreachable_pub, nonstandard_style,
            unused_qualifications, trivial_casts, trivial_numeric_casts, clippy::all,
            clippy::pedantic, clippy::nursery, clippy::restriction, reason = "generated code"
        )]
        #visibility #keyword #module #content
    }
}

/// The module's documentation: it names no function that is not there.
fn documentation(names: &Names<'_>, bodies: &Bodies<'_>) -> String {
    let signature = names.signature;
    let title = names.title();
    // Results too large to be returned leave no function to link to.
    let has_function = signature.makes(Request::Value) && names.result_size() <= RETURN_LIMIT;
    let link = match has_function {
        true => format!("[`{title}`]({title}())"),
        false => format!("`{title}`"),
    };
    let mut doc = match (signature.is_differentiable(), &signature.undifferentiable) {
        (true, _) => format!("Derivatives of {link}, and its graph."),
        (false, None) => format!("The graph of {link}."),
        (false, Some(why)) => format!("The graph of {link}. There are no derivatives: {why}."),
    };
    let in_place = signature.made();
    let in_place = in_place.filter(|r| function::returned_size(names, bodies, *r) > RETURN_LIMIT);
    let in_place: Vec<String> = in_place
        .map(|r| format!("`{}_into`", r.row().word))
        .collect();
    if !in_place.is_empty() {
        doc += "\n\nWhat takes more than 64 KiB is not returned but written in place, by ";
        doc += &in_place.join(", ");
        doc += ".";
    }
    doc
}
