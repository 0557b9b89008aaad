//! The signature of a function: its interface, with every type and extent resolved.
//!
//! The front end resolves the signature of each function of a block before the bodies; the back end
//! generates the signatures of all items from it. It remains available after an error in the body.

mod arguments;
mod form;
mod lengths;
mod outside;
mod parts;
mod results;
mod size;
mod types;

use std::rc::Rc;

use graph_ir::types::Symbol;
use graph_ir::{Element, Type};
use proc_macro2::{Ident, TokenStream};
use syn::Visibility;

use crate::derivatives::{Derivatives, Need, Request};
use crate::labels::Labels;
use crate::parse::{Attributes, Codegen, RowsMarks};
pub(crate) use arguments::{Argument, Formal, TABLE, Whole, Within};
pub(crate) use form::{Form, array_of, path_text, path_tokens};
pub(crate) use lengths::{Lengths, Parameter};
pub(crate) use outside::Outside;
pub(crate) use parts::{Field, Parts, Step, StructType};
pub(crate) use results::ResultType;
pub(crate) use size::{RETURN_LIMIT, bytes_of, is_large};
pub(crate) use types::{array_type, concrete, display, extent_tokens, open_columns, rust_type};

/// A function's signature.
#[derive(Clone)]
pub(crate) struct Signature {
    /// The name, with the user's span.
    pub(crate) name: Ident,
    /// The visibility of the function and of its module.
    pub(crate) visibility: Visibility,
    /// The attributes that stand on the function, sorted by where they go.
    pub(crate) attributes: Attributes,
    /// The type parameter of a function that is generic over its float type: [`Element::Float`]
    /// in types stands for it.
    pub(crate) generic: Option<Ident>,
    /// The bound of the type parameter as the user wrote it; empty without a type parameter.
    pub(crate) bound: TokenStream,
    /// The values of its `const` parameters, which its types and its body are made for. Of a
    /// function that others call from outside of the block they are the symbols of these names:
    /// [`Self::symbols`] are them in their order, and the types of arguments and results, those of
    /// the graph's inputs and outputs, have them in their extents.
    pub(crate) lengths: Lengths,
    /// The arguments; argument `i` is input `i` of the graph.
    pub(crate) arguments: Vec<Argument>,
    /// The result of the function of values: what the function returns, and behind that what the
    /// arguments become that it changes; part `i` is output `i` of the graph.
    pub(crate) result: ResultType,
    /// The form of what the function returns; `None` where that is nothing.
    pub(crate) returned: Option<Form>,
    /// For each part of the result the names of its dimensions.
    pub(crate) result_labels: Vec<Labels>,
    /// Which arguments and parts of the result are written as `Rows`.
    pub(crate) rows: RowsMarks,
    /// The derivatives that the user requests.
    pub(crate) derivatives: Derivatives,
    /// The permissions of generated code.
    pub(crate) codegen: Codegen,
    /// Whether what it prints is left out, which `#[cppad(.., silent)]` asks for.
    pub(crate) silent: bool,
    /// The functions from outside that it reaches, once its body has been lowered.
    pub(crate) outside: Vec<Rc<Outside>>,
    /// The reason why it has no derivatives though its types would allow them, once its body has
    /// been lowered.
    pub(crate) undifferentiable: Option<String>,
    /// The path of the facade, where every generated path starts: `$crate` or `::adgraph`.
    pub(crate) facade: TokenStream,
}

impl Signature {
    /// Whether the function changes arguments.
    pub(crate) fn has_states(&self) -> bool {
        self.arguments.iter().any(|own| own.is_state)
    }

    /// How many of the parts of the result are returned: the others are what arguments become.
    pub(crate) fn returned_parts(&self) -> usize {
        self.returned.as_ref().map_or(0, Form::count)
    }

    /// The positions, among the arguments as callers pass them, of those that the function changes.
    pub(crate) fn states(&self) -> Vec<usize> {
        let formals = self.formals().enumerate();
        let states = formals.filter(|(_, formal)| formal.first().is_state);
        states.map(|(position, _)| position).collect()
    }

    /// The arguments as callers pass them.
    pub(crate) fn formals(&self) -> impl Iterator<Item = Formal<'_>> {
        let groups = self.arguments.chunk_by(|a, b| a.name == b.name);
        groups.map(|parts| Formal { parts })
    }

    /// The symbols of a function whose extents are known only when it is called, in the order of
    /// its `const` parameters; none of a function of known extents.
    pub(crate) fn symbols(&self) -> Vec<Symbol> {
        self.lengths.symbols()
    }

    /// Whether extents are known only when the function is called.
    pub(crate) fn is_symbolic(&self) -> bool {
        self.lengths.is_symbolic()
    }

    /// The name of the generated module.
    pub(crate) fn module(&self) -> &Ident {
        self.derivatives.module.as_ref().unwrap_or(&self.name)
    }

    /// The positions of the arguments that have derivatives, ascending: those of floats without
    /// `#[dynamic]`. These are the fields of `Adjoint`, and `wrt` for differentiation.
    pub(crate) fn independent(&self) -> Vec<usize> {
        let arguments = self.arguments.iter().enumerate();
        let independent = arguments.filter(|(_, a)| a.has_derivative());
        independent.map(|(position, _)| position).collect()
    }

    /// The positions of the arguments that have derivatives and are the same for all points of a
    /// batch, ascending.
    pub(crate) fn shared(&self) -> Vec<usize> {
        let mut independent = self.independent();
        independent.retain(|&position| !self.arguments[position].differs());
        independent
    }

    /// The same, counted among the arguments that are the same for all points.
    pub(crate) fn positions_among_shared(&self) -> Vec<usize> {
        let shared = self.arguments.iter().filter(|a| !a.differs()).enumerate();
        let independent = shared.filter(|(_, a)| a.has_derivative());
        independent.map(|(position, _)| position).collect()
    }

    /// Whether derivative items exist: the types allow it, and all functions called have a
    /// derivative. Other functions get their value and graph only.
    pub(crate) fn is_differentiable(&self) -> bool {
        self.undifferentiable.is_none() && self.has_differentiable_types()
    }

    /// Whether it reaches a function from outside.
    pub(crate) fn reaches(&self, outside: &Rc<Outside>) -> bool {
        self.outside
            .iter()
            .any(|reached| Rc::ptr_eq(reached, outside))
    }

    /// Whether the types allow derivatives: there is an argument to differentiate by and a result of
    /// floats, and no result is in the way.
    pub(crate) fn has_differentiable_types(&self) -> bool {
        self.result.parts().iter().any(Type::is_float)
            && self.undifferentiable_result().is_none()
            && self.arguments.iter().any(Argument::has_derivative)
    }

    /// The type of a result that is no float and that the function returns by itself: then there are
    /// no derivatives. Fields of structs and what arguments become may be indices and conditions, as
    /// those of arguments may be: they have no derivative, and their seeds are ignored.
    pub(crate) fn undifferentiable_result(&self) -> Option<&Type> {
        let mut parts = self.result.parts().iter();
        if parts.all(Type::is_float) {
            return None;
        }
        let returned = self.result.parts()[..self.returned_parts()].iter();
        let mut returned = returned.zip(self.result.form().leaves());
        let found = returned.find(|(ty, leaf)| !ty.is_float() && !leaf.is_in_struct);
        found.map(|(ty, _)| ty)
    }

    /// The type of the single scalar result, if that is what the function returns: such a
    /// function has a gradient.
    pub(crate) fn scalar_result(&self) -> Option<&Type> {
        let single = self.result.as_single();
        single.filter(|ty| ty.is_scalar() && ty.is_float())
    }

    /// Whether the functions of a request are there: it is asked for, and the types allow it.
    /// (A matrix that is refused is there in a stub.)
    pub(crate) fn makes(&self, request: Request) -> bool {
        let allows = |need: &Need| match need {
            Need::Derivative => self.is_differentiable(),
            Need::Number => self.scalar_result().is_some(),
            Need::OneFloat => self.one_float().is_some(),
            Need::FloatResults => self.result.parts().iter().all(Type::is_float),
            Need::Array(_) => true,
            Need::KnownExtents => !self.is_symbolic(),
        };
        self.derivatives.makes(request) && request.row().needs.iter().all(allows)
    }

    /// The requests whose functions are there.
    pub(crate) fn made(&self) -> impl Iterator<Item = Request> {
        let all = Request::ALL.iter().copied();
        all.filter(|&request| self.makes(request))
    }

    /// The one float type of all arguments with derivatives and of the results, if there is one.
    pub(crate) fn float(&self) -> Option<Element> {
        let all = self.result.parts().iter().all(Type::is_float);
        self.one_float().filter(|_| all)
    }

    /// The same, whatever the results that are no floats are.
    pub(crate) fn one_float(&self) -> Option<Element> {
        let arguments = self.arguments.iter().filter(|a| a.has_derivative());
        let results = self.result.parts().iter().filter(|ty| ty.is_float());
        let types = arguments.map(|a| &a.ty).chain(results);
        let mut elements = types.map(|ty| ty.element);
        let first = elements.next()?;
        elements.all(|element| element == first).then_some(first)
    }

    /// The one float type of all arguments of floats and of the results, which the columns of a
    /// batch have, if there is one.
    pub(crate) fn column_element(&self) -> Option<Element> {
        let arguments = self.arguments.iter().map(|a| &a.ty);
        let types = arguments.chain(self.result.parts());
        let mut floats = types.filter(|ty| ty.is_float()).map(|ty| ty.element);
        let first = floats.next()?;
        floats.all(|element| element == first).then_some(first)
    }
}
