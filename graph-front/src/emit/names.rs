//! The identifiers, types and type parameters that the items of one function share.

use graph_ir::types::Extent;
use graph_ir::{Dim, Element, Type};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::ToTokens;
use syn::Attribute;

use super::counts::{LengthsOf, ident_of};
use super::mixed;
use super::places::{at, respanned};
use crate::parameters::is_float;
use crate::signature::{
    Argument, Form, Formal, Parts, Signature, StructType, bytes_of, path_tokens,
};
use crate::tokens::joined;

/// The signature, with derived data.
#[derive(Clone)]
pub(crate) struct Names<'s> {
    pub(crate) signature: &'s Signature,
    /// The facade's hidden module.
    pub(crate) private: TokenStream,
    /// The path from the code being written to the function's module: nothing, or `super::`.
    pub(crate) module: TokenStream,
    /// Whether items stand where the user's function and its arguments do, for the compiler's
    /// messages. An editor would take them for these.
    pub(crate) is_placed: bool,
    /// Where code has the lengths of a call from.
    pub(crate) lengths_of: LengthsOf,
}

impl<'s> Names<'s> {
    pub(crate) fn new(signature: &'s Signature) -> Self {
        let facade = &signature.facade;
        Self {
            signature,
            private: mixed!(#facade::__private),
            module: TokenStream::new(),
            is_placed: false,
            lengths_of: LengthsOf::Arguments,
        }
    }

    /// The same for items that a compiler sees.
    pub(crate) fn placed(signature: &'s Signature) -> Self {
        Self {
            is_placed: true,
            ..Self::new(signature)
        }
    }

    /// The same for code in a module within the function's.
    pub(crate) fn within(&self) -> Self {
        Self {
            module: mixed!(super::),
            ..self.clone()
        }
    }

    /// The name of an item. The compiler shows where it stands: at the user's function.
    pub(crate) fn item(&self, name: &str) -> Ident {
        match self.is_placed {
            true => Ident::new(name, self.signature.name.span()),
            false => ident(name),
        }
    }

    /// Tokens around the name of an item, or a parameter that the user did not write: at the same
    /// place, and still a macro's.
    pub(crate) fn at_function(&self, tokens: TokenStream) -> TokenStream {
        match self.is_placed {
            true => respanned(tokens, at(self.signature.name.span())),
            false => tokens,
        }
    }

    /// `<T: Float, const N: usize>`, as far as there are such parameters.
    pub(crate) fn generics(&self) -> TokenStream {
        let facade = &self.signature.facade;
        self.generics_with(&mixed!(#facade::Float))
    }

    /// The same with the user's own bound.
    pub(crate) fn own_generics(&self) -> TokenStream {
        self.generics_with(&self.own_bound())
    }

    /// The user's own bound. By its name alone, the trait is a word of the language that needs no
    /// import; the name is still the user's token, which leads an editor to the trait.
    pub(crate) fn own_bound(&self) -> TokenStream {
        let (facade, bound) = (&self.signature.facade, &self.signature.bound);
        match is_float(bound) {
            true => mixed!(#facade::#bound),
            false => bound.clone(),
        }
    }

    fn generics_with(&self, bound: &TokenStream) -> TokenStream {
        let generic = self.signature.generic.iter();
        let generic = generic.map(|name| mixed!(#name: #bound));
        let lengths = self.lengths().into_iter();
        let all = generic.chain(lengths.map(|name| mixed!(const #name: usize)));
        angles(&all.collect::<Vec<_>>())
    }

    /// `<T, N>`, as far as there are such parameters.
    pub(crate) fn parameters(&self) -> TokenStream {
        let generic = self.signature.generic.iter();
        let generic = generic.map(ToTokens::to_token_stream);
        let lengths = self.lengths().into_iter();
        let all = generic.chain(lengths.map(|name| name.to_token_stream()));
        angles(&all.collect::<Vec<_>>())
    }

    /// `<T>`, or nothing, for what has elements of the generic float and no lengths.
    pub(crate) fn float_parameters(&self) -> TokenStream {
        let generic = self.signature.generic.iter();
        let generic = generic.map(ToTokens::to_token_stream);
        angles(&generic.collect::<Vec<_>>())
    }

    /// `<T: Float>`, or nothing.
    pub(crate) fn float_generics(&self) -> TokenStream {
        let facade = &self.signature.facade;
        let generic = self.signature.generic.iter();
        let generic = generic.map(|name| mixed!(#name: #facade::Float));
        angles(&generic.collect::<Vec<_>>())
    }

    /// `<T, const N: usize>`, as a struct without a bound declares them.
    pub(crate) fn declared(&self) -> TokenStream {
        let generic = self.signature.generic.iter();
        let generic = generic.map(ToTokens::to_token_stream);
        let lengths = self.lengths().into_iter();
        let all = generic.chain(lengths.map(|name| mixed!(const #name: usize)));
        angles(&all.collect::<Vec<_>>())
    }

    /// The `const` parameters of the generated functions.
    pub(crate) fn lengths(&self) -> Vec<Ident> {
        let symbols = self.signature.typed_symbols();
        symbols.iter().map(ident_of).collect()
    }

    /// The parameters of the user's function, with types.
    pub(crate) fn arguments(&self) -> TokenStream {
        let arguments = self.signature.formals().map(|formal| {
            let ty = self.signature.formal_type(formal, &TokenStream::new());
            self.parameter(&formal.first().variable(), ty)
        });
        joined(arguments)
    }

    /// The parameters of the function itself, with types: what it changes is behind `&mut`.
    pub(crate) fn called_arguments(&self) -> TokenStream {
        let arguments = self.signature.formals().map(|formal| {
            let ty = self.signature.called_type(formal);
            self.parameter(&formal.first().variable(), ty)
        });
        joined(arguments)
    }

    /// A parameter for an argument of the user's, which stands from its name to its type.
    pub(crate) fn parameter(&self, name: &Ident, ty: TokenStream) -> TokenStream {
        let ty = match self.is_placed {
            true => respanned(ty, name.span()),
            false => ty,
        };
        mixed!(#name: #ty,)
    }

    /// The names of the parameters, as a call hands them on.
    pub(crate) fn argument_names(&self) -> TokenStream {
        let formals = self.signature.formals();
        let names = formals.map(|formal| formal.first().variable());
        mixed!(#(#names,)*)
    }

    /// The arguments that have derivatives.
    pub(crate) fn independent(&self) -> impl Iterator<Item = &'s Argument> + use<'s> {
        let signature = self.signature;
        signature.arguments.iter().filter(|a| a.has_derivative())
    }

    /// The arguments without derivatives.
    pub(crate) fn dynamic(&self) -> impl Iterator<Item = &'s Argument> + use<'s> {
        let signature = self.signature;
        signature.arguments.iter().filter(|a| !a.has_derivative())
    }

    /// The arguments, as callers pass them, that have a part with a derivative.
    pub(crate) fn independent_formals(&self) -> impl Iterator<Item = Formal<'s>> + use<'s> {
        let formals = self.signature.formals();
        formals.filter(|formal| formal.has_derivative())
    }

    /// The arguments, as callers pass them, that have a part without a derivative.
    pub(crate) fn dynamic_formals(&self) -> impl Iterator<Item = Formal<'s>> + use<'s> {
        let formals = self.signature.formals();
        formals.filter(|formal| !formal.parts.iter().all(Argument::has_derivative))
    }

    /// The structs in arguments and results, each once.
    pub(super) fn structs(&self) -> Vec<&'s StructType> {
        let mut structs = Vec::new();
        for formal in self.signature.formals() {
            formal.form().structs(&mut structs);
        }
        self.signature.result.form().structs(&mut structs);
        structs
    }

    /// Those of some traits of the prelude and of formatting that a struct with fields for arguments
    /// derives: the structs in these have to have them.
    pub(crate) fn derived(&self, traits: impl Iterator<Item = &'static str>) -> TokenStream {
        Self::derived_with(&self.structs(), traits)
    }

    /// The same, of a struct that holds these ones.
    fn derived_with(
        structs: &[&StructType],
        traits: impl Iterator<Item = &'static str>,
    ) -> TokenStream {
        let has = |of: &&StructType, name: &str| of.derives.iter().any(|own| own == name);
        let traits = traits.filter(|name| structs.iter().all(|of| has(of, name)));
        joined(traits.map(|name| {
            let (module, name) = (module_of_trait(name), ident(name));
            mixed!(::core::#module::#name,)
        }))
    }

    /// The traits that a struct of derivatives derives, which is copied where it is small.
    pub(crate) fn derived_by_derivatives(&self, is_small: bool) -> TokenStream {
        let traits = ["Clone", "Debug", "PartialEq"].into_iter();
        let mut structs = Vec::new();
        for formal in self.independent_formals() {
            formal.form().structs(&mut structs);
        }
        Self::derived_with(&structs, traits.chain(is_small.then_some("Copy")))
    }

    /// The type of a value for an argument: one of its derivatives.
    pub(crate) fn value_type(&self, formal: Formal<'_>) -> TokenStream {
        let types = formal.parts.iter().map(|part| &part.ty);
        self.signature.form_type(formal.form(), types)
    }

    /// A value for an argument, with what is made for each of its parts.
    pub(crate) fn value_of_formal(
        &self,
        formal: Formal<'_>,
        part: impl FnMut(&Argument) -> TokenStream,
    ) -> TokenStream {
        self.built(formal.form(), formal.parts.iter().map(part))
    }

    /// Zeros of a form whose parts have these types, within a function that has the user's
    /// arguments.
    pub(crate) fn zero_of_form(&self, form: &Form, types: &[Type]) -> TokenStream {
        self.built(form, types.iter().map(|ty| self.zero_of_call(ty)))
    }

    /// A value of a form, of its parts.
    fn built(&self, form: &Form, mut parts: impl Iterator<Item = TokenStream>) -> TokenStream {
        let several = |parts: &Parts<Form>, values: Vec<TokenStream>| match parts.of() {
            Some(of) => {
                let (name, fields) = (&of.name, of.fields.iter().map(|field| &field.name));
                mixed!(#name { #(#fields: #values,)* })
            }
            None if parts.are_elements() => mixed!([#(#values),*]),
            None => mixed!((#(#values,)*)),
        };
        form.build(&mut parts, &several).unwrap_or_default()
    }

    /// Whether `Function` holds a marker: its type parameter must be used, also where every generic
    /// argument has a derivative.
    pub(crate) fn needs_marker(&self) -> bool {
        let generic = self.signature.generic.is_some();
        generic && !self.dynamic().any(|a| a.ty.element == Element::Float)
    }

    /// The result's type as the user wrote it.
    pub(crate) fn result(&self) -> TokenStream {
        self.signature.result_type()
    }

    /// Zeros of the result's type.
    pub(crate) fn zero_result(&self) -> TokenStream {
        let result = &self.signature.result;
        let zeros = result.parts().iter().map(|ty| self.zero_of_call(ty));
        self.built(result.form(), zeros)
    }

    /// Zeros of the type `Adjoint` within a function that has the user's arguments.
    pub(crate) fn zero_adjoint(&self) -> TokenStream {
        let module = &self.module;
        if !self.variables_allocate() {
            let parameters = self.parameters();
            return match parameters.is_empty() {
                true => mixed!(#module Adjoint::ZERO),
                false => mixed!(#module Adjoint::#parameters::ZERO),
            };
        }
        let zeros = self.independent_formals().map(|formal| {
            let zero = self.value_of_formal(formal, |part| self.zero_of_call(&part.ty));
            let name = formal.name();
            mixed!(#name: #zero,)
        });
        // A parameter may be that of an argument without a derivative alone.
        let parameters = self.parameters();
        match parameters.is_empty() {
            true => mixed!(#module Adjoint { #(#zeros)* }),
            false => mixed!(#module Adjoint::#parameters { #(#zeros)* }),
        }
    }

    /// The parts of the result within a variable of its type.
    pub(crate) fn result_parts(&self, variable: &TokenStream) -> Vec<TokenStream> {
        let leaves = self.signature.result.form().leaves();
        let places = leaves.iter().map(|leaf| match &leaf.path[..] {
            [] => variable.clone(),
            path => {
                let path = path_tokens(path);
                mixed!((#variable) #path)
            }
        });
        places.collect()
    }

    /// Statements that give the vectors of a variable of type `Adjoint` their lengths, within such
    /// a function.
    pub(crate) fn resize_adjoint(&self, variable: &Ident) -> TokenStream {
        joined(self.independent().map(|argument| {
            let field = argument.field();
            self.resize(&argument.ty, &mixed!(#variable.#field))
        }))
    }

    /// The same for the vectors of a reference to the type of the result.
    pub(crate) fn resize_result(&self, variable: &Ident) -> TokenStream {
        let parts = self.signature.result.parts().iter();
        let places = self.result_parts(&mixed!((*#variable)));
        joined(parts.zip(places).map(|(ty, place)| self.resize(ty, &place)))
    }

    /// A statement that gives a vector of a type its length; nothing for another type.
    fn resize(&self, ty: &Type, place: &TokenStream) -> TokenStream {
        if !self.signature.is_slice(ty) {
            return TokenStream::new();
        }
        if self.signature.is_rows(ty) {
            let [rows, columns] = self.counts(ty);
            return mixed!(#place.resize(#rows, #columns););
        }
        let (private, row) = (&self.private, self.zero(&ty.row()));
        let count = self.count(&ty.shape.count_along(0));
        mixed!(#private::generated::rows::resize(&mut #place, #row, #count);)
    }

    /// Whether the result is a single number, which is returned and not written in place.
    pub(crate) fn returns_number(&self) -> bool {
        let single = self.signature.result.as_single();
        single.is_some_and(Type::is_scalar)
    }

    /// Zeros of a type. For an empty array it is the empty literal, whose type follows from its
    /// context: an element could be larger than memory.
    pub(crate) fn zero(&self, ty: &Type) -> TokenStream {
        let zero = match (ty.element, &self.signature.generic) {
            (Element::Bool, _) => mixed!(false),
            (Element::I64, _) => mixed!(0),
            (Element::Float, Some(generic)) => {
                let private = &self.private;
                mixed!(<#generic as #private::math::Float>::ZERO)
            }
            _ => mixed!(0.0),
        };
        let private = &self.private;
        if self.signature.is_rows(ty) {
            return mixed!(#private::generated::matrices::Matrix::new());
        } else if self.signature.is_slice(ty) {
            return mixed!(#private::generated::rows::Vec::new());
        }
        zeros(zero, ty)
    }

    /// Zeros of a type within a function that has the user's arguments: as many as these say.
    pub(crate) fn zero_of_call(&self, ty: &Type) -> TokenStream {
        if !self.signature.is_slice(ty) {
            return self.zero(ty);
        }
        if self.signature.is_rows(ty) {
            let ([rows, columns], private) = (self.counts(ty), &self.private);
            return mixed!(#private::generated::matrices::Matrix::zeros(#rows, #columns));
        }
        let row = ty.row();
        let (private, row) = (&self.private, self.zero(&row));
        let count = self.count(&ty.shape.count_along(0));
        mixed!(#private::generated::rows::many(#row, #count))
    }

    /// The numbers of rows and columns of a matrix within such a function.
    fn counts(&self, ty: &Type) -> [TokenStream; 2] {
        [0, 1].map(|axis| self.count(&ty.shape.count_along(axis)))
    }

    /// Bytes of the result.
    pub(crate) fn result_size(&self) -> usize {
        bytes_of(self.signature.result.parts())
    }

    /// Bytes of `Adjoint`.
    pub(crate) fn adjoint_size(&self) -> usize {
        bytes_of(self.independent().map(|a| &a.ty))
    }

    /// The number of independent variables, which the call may say.
    pub(crate) fn variables(&self) -> Extent {
        self.independent().map(|a| a.ty.shape.count().clone()).sum()
    }

    /// The number of elements of the result, which the call may say.
    pub(crate) fn elements(&self) -> Extent {
        let parts = self.signature.result.parts().iter();
        parts.map(|ty| ty.shape.count().clone()).sum()
    }

    /// Whether the result holds arrays of run-time length.
    pub(crate) fn results_allocate(&self) -> bool {
        let mut parts = self.signature.result.parts().iter();
        parts.any(|ty| self.signature.is_slice(ty))
    }

    /// Whether derivatives hold arrays of run-time length.
    pub(crate) fn variables_allocate(&self) -> bool {
        self.independent()
            .any(|own| self.signature.is_slice(&own.ty))
    }

    /// The number of independent variables.
    pub(crate) fn inputs(&self) -> usize {
        sum(self.independent().map(|a| a.ty.shape.size()))
    }

    /// The number of elements of the result.
    pub(crate) fn outputs(&self) -> usize {
        sum(self
            .signature
            .result
            .parts()
            .iter()
            .map(|ty| ty.shape.size()))
    }

    /// The one float type of all independent variables and results, if there is one.
    pub(crate) fn float(&self) -> Option<Element> {
        self.signature.float()
    }

    /// An element type as the user's function writes it.
    pub(crate) fn element(&self, element: Element) -> TokenStream {
        self.signature.rust_type(&Type::scalar(element))
    }

    /// The `cfg` attributes of all items.
    pub(crate) fn cfg(&self) -> &'s [Attribute] {
        &self.signature.attributes.cfg
    }

    /// The attribute by which a slice of a wrong length is reported at the call. Only functions of
    /// run-time length look at lengths.
    pub(crate) fn caller(&self) -> Option<TokenStream> {
        let is_symbolic = self.signature.is_symbolic();
        is_symbolic.then(|| mixed!(#[track_caller]))
    }

    /// The function's name for documentation.
    pub(crate) fn title(&self) -> String {
        self.signature.name.to_string()
    }
}

/// The module of `core` that has a trait.
fn module_of_trait(name: &str) -> Ident {
    ident(match name {
        "Copy" => "marker",
        "Debug" => "fmt",
        "PartialEq" => "cmp",
        _ => "clone",
    })
}

/// Parameters between angle brackets, if there are any.
pub(crate) fn angles(parameters: &[TokenStream]) -> TokenStream {
    match parameters.is_empty() {
        true => TokenStream::new(),
        false => mixed!(<#(#parameters),*>),
    }
}

/// An identifier of the generated code.
pub(crate) fn ident(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

fn sum(sizes: impl Iterator<Item = usize>) -> usize {
    sizes.fold(0, usize::saturating_add)
}

/// An array of a type with this element everywhere.
pub(crate) fn zeros(zero: TokenStream, ty: &Type) -> TokenStream {
    let dims = ty.shape.dims().iter().rev();
    dims.fold(zero, |inner, dim| match dim.count().known() {
        Some(0) => mixed!([]),
        Some(_) | None => {
            let extent = extent_of(dim);
            mixed!([#inner; #extent])
        }
    })
}

/// An extent within a type: a number, or a `const` parameter.
pub(crate) fn extent_of(dim: &Dim) -> TokenStream {
    match dim.count().known() {
        Some(extent) => Literal::usize_unsuffixed(extent).to_token_stream(),
        None => {
            let symbols = dim.count().symbols();
            symbols.first().map(ident_of).to_token_stream()
        }
    }
}
