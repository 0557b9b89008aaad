//! The signature of a function: its interface, with every type and extent resolved.
//!
//! The front end resolves the signature of each function of a block before the bodies; the back end
//! generates the signatures of all items from it. It remains available after an error in the body.

mod form;
mod lengths;
mod outside;
mod parts;
mod size;

use std::rc::Rc;

use graph_ir::types::{Extent, Symbol};
use graph_ir::{Element, Shape, Type};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Attribute, Member, Visibility};

use crate::derivatives::{Derivatives, Need, Request};
use crate::labels::Labels;
use crate::parse::{Attributes, Codegen, RowsMarks};
pub(crate) use form::{Form, path_text, path_tokens};
pub(crate) use lengths::{Lengths, Parameter};
pub(crate) use outside::Outside;
pub(crate) use parts::{Field, Parts, StructType};
pub(crate) use size::{RETURN_LIMIT, bytes_of, is_large};

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

/// One scalar or array that a function takes: an argument, or a part of one that is a struct or a
/// tuple.
#[derive(Clone)]
pub(crate) struct Argument {
    /// The name of the argument, with the user's span.
    pub(crate) name: Ident,
    /// The argument that it is a part of.
    pub(crate) within: Option<Within>,
    /// The type of the graph's input; an index is `i64` there and `usize` in Rust.
    pub(crate) ty: Type,
    /// The names of its dimensions.
    pub(crate) labels: Labels,
    /// Whether the caller passes a reference.
    pub(crate) by_reference: bool,
    /// Whether `#[dynamic]` stands on it.
    pub(crate) dynamic: bool,
    /// Whether `#[shared]` stands on it.
    pub(crate) shared: bool,
    /// Whether the function changes it: it is behind `&mut`, and what it becomes is a further
    /// result of the graph.
    pub(crate) is_state: bool,
    /// The doc comments of the argument: on the field of `Adjoint`.
    pub(crate) docs: Vec<Attribute>,
}

/// The place of a part within an argument.
#[derive(Clone)]
pub(crate) struct Within {
    /// The whole argument.
    pub(crate) whole: Rc<Whole>,
    /// The members by which the part is taken.
    pub(crate) path: Vec<Member>,
}

/// An argument of several scalars and arrays.
#[derive(Debug)]
pub(crate) struct Whole {
    pub(crate) form: Form,
    /// Whether the caller passes a reference.
    pub(crate) by_reference: bool,
}

/// An argument as callers pass it, with its parts, or itself if it has none.
#[derive(Clone, Copy)]
pub(crate) struct Formal<'s> {
    pub(crate) parts: &'s [Argument],
}

/// The result of a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ResultType {
    form: Form,
    parts: Vec<Type>,
}

impl Signature {
    /// Whether the function changes arguments.
    pub(crate) fn has_states(&self) -> bool {
        self.arguments.iter().any(|own| own.is_state)
    }

    /// How many of the parts of the result are returned: the others are what arguments become.
    pub(crate) fn returned_parts(&self) -> usize {
        self.returned.as_ref().map_or(0, |form| form.leaves().len())
    }

    /// The type of what the function returns, if it returns something.
    pub(crate) fn returned_type(&self) -> Option<TokenStream> {
        let form = self.returned.as_ref()?;
        Some(self.form_type(form, self.result.parts()))
    }

    /// The positions, among the arguments as callers pass them, of those that the function changes.
    pub(crate) fn states(&self) -> Vec<usize> {
        let formals = self.formals().enumerate();
        let states = formals.filter(|(_, formal)| formal.first().is_state);
        states.map(|(position, _)| position).collect()
    }

    /// The type of an argument as the caller of the function itself passes it: what is changed is
    /// behind `&mut`, where the function of values takes it by a shared reference or by value.
    pub(crate) fn called_type(&self, formal: Formal<'_>) -> TokenStream {
        let first = formal.first();
        if !first.is_state {
            return self.formal_type(formal, &TokenStream::new());
        }
        if formal.whole().is_none() && self.is_slice(&first.ty) {
            let row = self.row_type(&first.ty);
            return quote!(&mut [#row]);
        }
        let ty = self.form_type(formal.form(), formal.parts.iter().map(|part| &part.ty));
        quote!(&mut #ty)
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

    /// The symbols that are `const` parameters of the generated functions, in their order: those
    /// that the type of an argument needs, which is passed by value or has them inside, or that of
    /// a result which has them inside. The others come with the call, as lengths of slices, and of
    /// rows in `Rows`.
    pub(crate) fn typed_symbols(&self) -> Vec<Symbol> {
        let mut symbols = self.symbols();
        let marked = |marks: &[bool], position: usize| marks.get(position) == Some(&true);
        let formals = self.formals().enumerate();
        let formals = formals.filter(|(position, _)| !marked(&self.rows.arguments, *position));
        let arguments = formals.flat_map(|(position, formal)| {
            let parts = formal.parts.iter();
            parts.map(move |own| (position, (&own.ty, usize::from(own.by_reference))))
        });
        // The extents of the fields of a struct are part of its type.
        let results = self
            .result
            .form()
            .leaves()
            .into_iter()
            .zip(self.result.parts());
        let results = results.map(|(leaf, ty)| (ty, usize::from(!leaf.is_in_struct)));
        let results = results.enumerate();
        let results = results.filter(|(position, _)| !marked(&self.rows.results, *position));
        let types: Vec<(&Type, usize)> = arguments.chain(results).map(|(_, own)| own).collect();
        symbols.retain(|symbol| {
            types.iter().any(|(ty, outermost)| {
                let dims = ty.shape.dims().iter().skip(*outermost);
                let mut symbols = dims.flat_map(|dim| dim.count().symbols());
                symbols.any(|own| own == *symbol)
            })
        });
        symbols
    }

    /// Whether the length of an array is not part of its type in generated code.
    pub(crate) fn is_slice(&self, ty: &Type) -> bool {
        let Some(dim) = ty.shape.dims().first() else {
            return false;
        };
        let typed = self.typed_symbols();
        let is_typed = typed
            .iter()
            .any(|symbol| *dim.count() == Extent::symbol(symbol));
        dim.count().is_symbolic() && !is_typed || self.is_rows(ty)
    }

    /// Whether neither extent of a matrix is part of its type in generated code.
    pub(crate) fn is_rows(&self, ty: &Type) -> bool {
        open_columns(ty, &self.typed_symbols()).is_some()
    }

    /// The type of a row of an array.
    pub(crate) fn row_type(&self, ty: &Type) -> TokenStream {
        self.rust_type(&ty.row())
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

    /// Whether derivative items exist: every result is made of floats, there is an argument to
    /// differentiate by, and all functions called have a derivative. Other functions get their
    /// value and graph only.
    pub(crate) fn is_differentiable(&self) -> bool {
        self.undifferentiable.is_none() && self.has_differentiable_types()
    }

    /// Whether it reaches a function from outside.
    pub(crate) fn reaches(&self, outside: &Rc<Outside>) -> bool {
        self.outside
            .iter()
            .any(|reached| Rc::ptr_eq(reached, outside))
    }

    /// Whether the types allow derivatives.
    pub(crate) fn has_differentiable_types(&self) -> bool {
        self.result.parts().iter().all(Type::is_float)
            && self.arguments.iter().any(Argument::has_derivative)
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
            Need::OneFloat => self.float().is_some(),
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
        let arguments = self.arguments.iter().filter(|a| a.has_derivative());
        let types = arguments.map(|a| &a.ty).chain(self.result.parts());
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

    /// A type as Rust writes it; an array of run-time length is a vector, or a matrix.
    pub(crate) fn rust_type(&self, ty: &Type) -> TokenStream {
        if self.is_rows(ty) {
            let (facade, element) = (&self.facade, self.element_type(ty));
            return quote!(#facade::Matrix<#element>);
        }
        if self.is_slice(ty) {
            let (facade, row) = (&self.facade, self.row_type(ty));
            return quote!(#facade::__private::generated::rows::Vec<#row>);
        }
        rust_type(ty, self.generic.as_ref())
    }

    /// The type of a matrix of run-time extents as it is passed.
    pub(crate) fn rows_type(&self, ty: &Type) -> TokenStream {
        let (facade, element) = (&self.facade, self.element_type(ty));
        quote!(#facade::Rows<'_, #element>)
    }

    /// The type of an element of a matrix: a number, or what stands along the axes behind two.
    fn element_type(&self, ty: &Type) -> TokenStream {
        let shape = ty.shape.filter_axes(|axis| axis > 1);
        rust_type(&ty.with_shape(shape), self.generic.as_ref())
    }

    /// The type of an argument as the caller passes it, `&` included, given the lifetime of a
    /// reference.
    pub(crate) fn formal_type(&self, formal: Formal<'_>, lifetime: &TokenStream) -> TokenStream {
        let [first, ..] = formal.parts else {
            return TokenStream::new();
        };
        let Some(whole) = formal.whole() else {
            return match self.is_rows(&first.ty) {
                true if lifetime.is_empty() => self.rows_type(&first.ty),
                true => {
                    let (facade, element) = (&self.facade, self.element_type(&first.ty));
                    quote!(#facade::Rows<#lifetime, #element>)
                }
                false => self.passed_type(first, lifetime),
            };
        };
        let ty = self.form_type(&whole.form, formal.parts.iter().map(|part| &part.ty));
        match whole.by_reference {
            true => quote!(&#lifetime #ty),
            false => ty,
        }
    }

    /// The type of an argument as the caller passes it, `&` included.
    pub(crate) fn argument_type(&self, argument: &Argument) -> TokenStream {
        match self.is_rows(&argument.ty) {
            true => self.rows_type(&argument.ty),
            false => self.passed_type(argument, &TokenStream::new()),
        }
    }

    /// The type of an argument that is no `Rows` as it is passed, given the lifetime of a reference.
    fn passed_type(&self, argument: &Argument, lifetime: &TokenStream) -> TokenStream {
        let ty = &argument.ty;
        if argument.by_reference && self.is_slice(ty) {
            let row = self.row_type(ty);
            return quote!(&#lifetime [#row]);
        }
        let owned = self.rust_type(ty);
        match argument.by_reference {
            true => quote!(&#lifetime #owned),
            false => owned,
        }
    }

    /// The result's type.
    pub(crate) fn result_type(&self) -> TokenStream {
        self.form_type(&self.result.form, &self.result.parts)
    }
}

/// The names of values that patterns match instead of binding them: constants and unit structs of
/// generated modules, and variants of the prelude.
const MATCHED: [&str; 9] = [
    "CHUNK",
    "COST",
    "Function",
    "SPARSITY_HESSIAN",
    "SPARSITY_JACOBIAN",
    "Err",
    "None",
    "Ok",
    "Some",
];

/// The words in the name of a private function's table between the function's, in capitals, and a
/// number.
pub(crate) const TABLE: &str = "_TABLE_";

/// Whether a private function may have a table of that name.
fn is_of_table(name: &str) -> bool {
    let Some((function, number)) = name.rsplit_once(TABLE) else {
        return false;
    };
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    is_number && !function.chars().any(char::is_lowercase)
}

/// Whether a batch may have a constant of that name, for the size of a sum.
fn is_of_sum(name: &str) -> bool {
    let mut requests = Request::ALL.iter();
    requests.any(|request| request.size_of_sum() == name)
}

impl Argument {
    /// Its name as a variable of generated code, where the user's own may be that of a constant.
    pub(crate) fn variable(&self) -> Ident {
        let name = self.name.to_string();
        match MATCHED.contains(&&*name) || is_of_table(&name) || is_of_sum(&name) {
            true => {
                let span = Span::mixed_site().located_at(self.name.span());
                Ident::new(&format!("{name}_"), span)
            }
            false => self.name.clone(),
        }
    }

    /// The members by which it is taken from the argument; none of an argument itself.
    pub(crate) fn path(&self) -> &[Member] {
        self.within.as_ref().map_or(&[], |within| &within.path)
    }

    /// Its name in graphs and messages: `m.w1`.
    pub(crate) fn full_name(&self) -> String {
        format!("{}{}", self.name, path_text(self.path()))
    }

    /// One word for it, where parts are fields side by side: `m_w1`.
    pub(crate) fn flat_name(&self) -> Ident {
        match self.path() {
            [] => self.name.clone(),
            path => {
                let words = path.iter().map(|own| own.to_token_stream().to_string());
                let words: Vec<String> = words.collect();
                let span = Span::mixed_site().located_at(self.name.span());
                Ident::new(&format!("{}_{}", self.name, words.join("_")), span)
            }
        }
    }

    /// The place of it in a function that has the argument.
    pub(crate) fn place(&self) -> TokenStream {
        let (variable, path) = (self.variable(), path_tokens(self.path()));
        quote!(#variable #path)
    }

    /// The place of it in a struct that has a field for each argument, behind the dot.
    pub(crate) fn field(&self) -> TokenStream {
        let (name, path) = (&self.name, path_tokens(self.path()));
        quote!(#name #path)
    }

    /// Whether the argument is a `usize`.
    pub(crate) fn is_index(&self) -> bool {
        self.ty.element == Element::I64
    }

    /// Whether each point of a batch has its own: an index is the same for all of them.
    pub(crate) fn differs(&self) -> bool {
        !self.shared && !self.is_index()
    }

    /// Whether `Adjoint` has a field for it.
    pub(crate) fn has_derivative(&self) -> bool {
        self.ty.is_float() && !self.dynamic
    }
}

impl<'s> Formal<'s> {
    /// Its name, with the user's span.
    pub(crate) fn name(self) -> &'s Ident {
        &self.parts[0].name
    }

    /// The first of its parts, or itself: the marks on it are those of all.
    pub(crate) fn first(self) -> &'s Argument {
        &self.parts[0]
    }

    /// What it is, if it has parts.
    pub(crate) fn whole(self) -> Option<&'s Rc<Whole>> {
        let within = self.parts[0].within.as_ref();
        within.map(|within| &within.whole)
    }

    /// Whether the caller passes a reference.
    pub(crate) fn by_reference(self) -> bool {
        match self.whole() {
            Some(whole) => whole.by_reference,
            None => self.first().by_reference,
        }
    }

    /// Its form.
    pub(crate) fn form(self) -> &'s Form {
        self.whole().map_or(&Form::One, |whole| &whole.form)
    }

    /// Whether there is a derivative by a part of it.
    pub(crate) fn has_derivative(self) -> bool {
        self.parts.iter().any(Argument::has_derivative)
    }
}

impl ResultType {
    /// One scalar or array.
    #[cfg(any(test, feature = "import"))]
    pub(crate) fn single(ty: Type) -> Self {
        Self {
            form: Form::One,
            parts: vec![ty],
        }
    }

    /// A tuple of scalars and arrays.
    #[cfg(any(test, feature = "import"))]
    pub(crate) fn tuple(parts: Vec<Type>) -> Self {
        let forms = parts.iter().map(|_| Form::One);
        Self {
            form: Form::Several(forms.collect()),
            parts,
        }
    }

    /// Scalars and arrays in a form.
    pub(crate) fn new(form: Form, parts: Vec<Type>) -> Self {
        Self { form, parts }
    }

    /// The form.
    pub(crate) fn form(&self) -> &Form {
        &self.form
    }

    /// The types of the graph's outputs.
    pub(crate) fn parts(&self) -> &[Type] {
        &self.parts
    }

    /// The type of a result that is one scalar or array.
    pub(crate) fn as_single(&self) -> Option<&Type> {
        match (&self.form, &self.parts[..]) {
            (Form::One, [ty]) => Some(ty),
            _ => None,
        }
    }

    /// Whether it is several scalars and arrays.
    pub(crate) fn is_several(&self) -> bool {
        self.form != Form::One
    }
}

/// The extent of the rows of an array of run-time length that comes with the call as well, because
/// it is made of other symbols than those that are `const` parameters.
pub(crate) fn open_columns<'t>(ty: &'t Type, typed: &[Symbol]) -> Option<&'t Extent> {
    let (rows, columns) = (ty.shape.dims().first()?, ty.shape.dims().get(1)?.count());
    let symbols = columns.symbols();
    let is_open = symbols.iter().any(|own| !typed.contains(own));
    // No type of Rust has a formula inside.
    let is_formula =
        !symbols.is_empty() && symbols.iter().all(|own| *columns != Extent::symbol(own));
    ((is_open || is_formula) && rows.count().is_symbolic()).then_some(columns)
}

/// A type as the user writes it, for messages.
pub(crate) fn display(ty: &Type, signature: &Signature) -> String {
    let words = crate::diagnostics::Words {
        generic: signature.generic.as_ref().map(ToString::to_string),
    };
    words.ty(ty)
}

/// A type of a function's signature with its type parameter replaced.
pub(crate) fn concrete(ty: &Type, generic: Element) -> Type {
    match ty.element {
        Element::Float => ty.with_element(generic),
        _ => ty.clone(),
    }
}

/// A type as Rust writes it: nested arrays, `usize` for integers, `generic` for the generic float.
pub(crate) fn rust_type(ty: &Type, generic: Option<&Ident>) -> TokenStream {
    let element = match (ty.element, generic) {
        (Element::F32, _) => quote!(f32),
        (Element::Bool, _) => quote!(bool),
        (Element::I64, _) => quote!(usize),
        (Element::Float, Some(generic)) => quote!(#generic),
        (Element::F64 | Element::Float, _) => quote!(f64),
    };
    array_type(element, &ty.shape)
}

/// An array type as Rust writes it, of elements of this type.
pub(crate) fn array_type(element: TokenStream, shape: &Shape) -> TokenStream {
    let dims = shape.dims().iter().rev();
    dims.fold(element, |inner, dim| {
        let extent = extent_tokens(dim.count());
        quote!([#inner; #extent])
    })
}

/// An extent as Rust writes it: a number, or a formula of `const` parameters.
pub(crate) fn extent_tokens(extent: &Extent) -> TokenStream {
    if let Some(known) = extent.known() {
        return Literal::usize_unsuffixed(known).to_token_stream();
    }
    // Names and numbers, with signs between them.
    extent.to_string().parse().unwrap_or_default()
}
