//! Types as the user writes them, resolved: aliases followed, extents evaluated.

use graph_ir::{Element, Shape, Type};
use proc_macro2::TokenStream;
use syn::{Expr, FnArg, ReturnType};

use crate::block::Names;
use crate::diagnostics::{Diagnostic, Diagnostics, Place, closest, print, unsupported_pattern};
use crate::lower::Lowerer;
use crate::parse::{FunctionSource, ParsedAttributes};
use crate::signature::{Argument, ResultType, Signature};

/// How far aliases may refer to aliases.
const MAX_ALIASES: usize = 64;

/// A type in a `let`, a cast, or a signature.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Declared {
    /// A scalar or an array.
    Tensor(Type),
    /// A tuple.
    Tuple(Vec<Declared>),
    /// `_`.
    Infer,
}

/// Resolves a function's signature; `None` when it holds an error, which is reported.
pub(crate) fn signature(
    source: &FunctionSource,
    attributes: &ParsedAttributes,
    facade: &TokenStream,
    names: &Names<'_>,
) -> Option<Signature> {
    let before = names.diagnostics.len();
    qualifiers(source, names.diagnostics);
    let generic = generic(source, names.diagnostics);
    let resolver = Resolver {
        names,
        generic: generic.as_ref().map(ToString::to_string),
    };
    let arguments = arguments(source, &resolver);
    let result = result(source, &resolver);
    if names.diagnostics.len() > before {
        return None;
    }
    Some(Signature {
        name: source.signature.ident.clone(),
        visibility: source.visibility.clone(),
        attributes: attributes.attributes.clone(),
        generic,
        bound: bound(source),
        arguments,
        result: result?,
        derivatives: attributes.derivatives.clone(),
        facade: facade.clone(),
    })
}

/// For each argument whether it is declared `mut`.
pub(crate) fn mutable_arguments(signature: &syn::Signature) -> Vec<bool> {
    let mutable = |arg: &FnArg| match arg {
        FnArg::Typed(arg) => matches!(&*arg.pat, syn::Pat::Ident(p) if p.mutability.is_some()),
        FnArg::Receiver(_) => false,
    };
    signature.inputs.iter().map(mutable).collect()
}

/// What types may refer to.
struct Resolver<'r, 'e> {
    names: &'r Names<'e>,
    generic: Option<String>,
}

fn qualifiers(source: &FunctionSource, diagnostics: &Diagnostics) {
    let signature = &source.signature;
    let refuse = |place: Place, what: &str, help: &str| {
        let message = format!("{what} not part of the language of `graph!`");
        diagnostics.push(Diagnostic::new(place, message).help(help));
    };
    if let Some(token) = &signature.constness {
        refuse(
            Place::token(token.span),
            "`const` functions are",
            "remove the `const`",
        );
    }
    if let Some(token) = &signature.asyncness {
        refuse(
            Place::token(token.span),
            "`async` functions are",
            "remove the `async`: the function computes at once",
        );
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        refuse(
            Place::token(token.span),
            "`unsafe` functions are",
            "remove the `unsafe`: generated code needs none",
        );
    }
    if let Some(abi) = &signature.abi {
        refuse(
            Place::of(abi),
            "functions of a foreign interface are",
            "remove the `extern`",
        );
    }
    if let Some(variadic) = &signature.variadic {
        refuse(
            Place::of(variadic),
            "variadic arguments are",
            "name each argument",
        );
    }
}

/// The type parameter, of which there may be one, with the bound `Float`.
fn generic(source: &FunctionSource, diagnostics: &Diagnostics) -> Option<proc_macro2::Ident> {
    let generics = &source.signature.generics;
    let help = "a function may be generic over its float type: `fn f<T: Float>(x: T) -> T`";
    let mut generic = None;
    for parameter in &generics.params {
        match parameter {
            syn::GenericParam::Type(parameter) if generic.is_none() => {
                generic = Some(parameter.ident.clone());
                let bounds = parameter.bounds.iter();
                let is_float = |bound: &syn::TypeParamBound| match bound {
                    syn::TypeParamBound::Trait(bound) => bound
                        .path
                        .segments
                        .last()
                        .is_some_and(|s| s.ident == "Float"),
                    _ => false,
                };
                let (floats, others): (Vec<_>, Vec<_>) = bounds.partition(|b| is_float(b));
                if floats.is_empty() && generics.where_clause.is_none() {
                    let name = &parameter.ident;
                    let message = format!("the type parameter `{name}` needs the bound `Float`");
                    diagnostics
                        .push(Diagnostic::new(Place::token(name.span()), message).help(help));
                }
                for other in others {
                    let message = "a float type of the language has the bound `Float` alone";
                    diagnostics.push(Diagnostic::new(Place::of(other), message).help(help));
                }
            }
            other => {
                let message = format!("the parameter `{}` cannot be used here", print(other));
                diagnostics.push(Diagnostic::new(Place::of(other), message).help(help));
            }
        }
    }
    if let Some(clause) = &generics.where_clause {
        let message = "`where` clauses are not part of the language of `graph!`";
        diagnostics.push(Diagnostic::new(Place::of(clause), message).help(help));
    }
    generic
}

/// The bounds of the type parameter as they are written.
fn bound(source: &FunctionSource) -> TokenStream {
    let mut parameters = source.signature.generics.type_params();
    let bounds = parameters.next().map(|parameter| &parameter.bounds);
    bounds
        .map(quote::ToTokens::to_token_stream)
        .unwrap_or_default()
}

fn arguments(source: &FunctionSource, resolver: &Resolver<'_, '_>) -> Vec<Argument> {
    let diagnostics = resolver.names.diagnostics;
    let mut arguments: Vec<Argument> = Vec::new();
    for input in &source.signature.inputs {
        let typed = match input {
            FnArg::Typed(typed) => typed,
            FnArg::Receiver(receiver) => {
                let message = "a function of `graph!` has no `self`";
                diagnostics.push(Diagnostic::new(Place::of(receiver), message));
                continue;
            }
        };
        let name = match &*typed.pat {
            syn::Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => &p.ident,
            other => {
                diagnostics.push(
                    unsupported_pattern(other).note("an argument is a name and a type: `x: f64`"),
                );
                continue;
            }
        };
        if arguments.iter().any(|argument| argument.name == *name) {
            let message = format!("the argument `{name}` is declared twice");
            let help = "give each argument a name of its own";
            diagnostics.push(Diagnostic::new(Place::token(name.span()), message).help(help));
            continue;
        }
        let Some((ty, by_reference)) = resolver.argument_type(&typed.ty) else {
            continue;
        };
        let mut argument = Argument {
            name: name.clone(),
            ty,
            by_reference,
            dynamic: false,
            docs: Vec::new(),
        };
        for attribute in &typed.attrs {
            if attribute.path().is_ident("dynamic") {
                argument.dynamic = true;
            } else if attribute.path().is_ident("doc") {
                argument.docs.push(attribute.clone());
            } else {
                let text = print(attribute.path());
                let close = closest(&text, ["dynamic", "doc"]);
                let message = format!("an argument cannot have the attribute `{text}`");
                let diagnostic = Diagnostic::new(Place::of(attribute), message);
                diagnostics.push(match close {
                    Some(close) => diagnostic.help(format!("did you mean `{close}`?")),
                    None => diagnostic.help("`#[dynamic]` marks an argument without a derivative"),
                });
            }
        }
        arguments.push(argument);
    }
    arguments
}

fn result(source: &FunctionSource, resolver: &Resolver<'_, '_>) -> Option<ResultType> {
    let diagnostics = resolver.names.diagnostics;
    let ReturnType::Type(_, ty) = &source.signature.output else {
        let name = &source.signature.ident;
        let message = format!("`{name}` has no result");
        let help = "write the type of the result: `-> f64`";
        diagnostics.push(Diagnostic::new(Place::token(name.span()), message).help(help));
        return None;
    };
    let result = match resolver.resolve(ty, 0)? {
        Declared::Tensor(ty) => Some(ResultType::Single(ty)),
        Declared::Tuple(parts) => {
            let parts = parts.into_iter().map(|part| match part {
                Declared::Tensor(ty) => Some(ty),
                Declared::Tuple(_) | Declared::Infer => None,
            });
            parts
                .collect::<Option<Vec<_>>>()
                .filter(|parts| !parts.is_empty())
                .map(ResultType::Tuple)
        }
        Declared::Infer => None,
    };
    let valid = result.filter(|result| result.parts().iter().all(|ty| ty.element != Element::I64));
    if valid.is_none() {
        let message = format!("a result cannot be of type `{}`", print(ty));
        let help = "results are floats and bools, arrays of them, and tuples of those";
        diagnostics.push(Diagnostic::new(Place::of(ty), message).help(help));
    }
    valid
}

impl Resolver<'_, '_> {
    /// The type of an argument, and whether it is passed by reference.
    fn argument_type(&self, ty: &syn::Type) -> Option<(Type, bool)> {
        let diagnostics = self.names.diagnostics;
        let (inner, by_reference) = match ty {
            syn::Type::Reference(reference) => {
                if let Some(lifetime) = &reference.lifetime {
                    let message = "references of the language have no lifetimes";
                    diagnostics
                        .push(Diagnostic::new(Place::of(lifetime), message).help("remove it"));
                    return None;
                }
                if let Some(token) = &reference.mutability {
                    let message = "an argument is not written to: results are returned";
                    let help = "remove the `mut`, and return what would be written";
                    diagnostics.push(Diagnostic::new(Place::token(token.span), message).help(help));
                    return None;
                }
                (&*reference.elem, true)
            }
            other => (other, false),
        };
        let message = match self.resolve(inner, 0)? {
            Declared::Tensor(resolved) => {
                let is_index = resolved.element == Element::I64;
                if by_reference && resolved.is_scalar() {
                    "a number is passed by value: remove the `&`".to_string()
                } else if is_index && (!resolved.is_scalar() || print(inner) != "usize") {
                    "an index is a `usize`".to_string()
                } else {
                    return Some((resolved, by_reference));
                }
            }
            _ => "an argument is a scalar, an array, or a reference to an array".to_string(),
        };
        diagnostics.push(Diagnostic::new(Place::of(ty), message));
        None
    }

    fn resolve(&self, ty: &syn::Type, depth: usize) -> Option<Declared> {
        let mut extent = |expr: &Expr| evaluate_extent(expr, self.names);
        resolve(ty, self.names, self.generic.as_deref(), &mut extent, depth)
    }
}

/// A type; `None` when it is none of the language's, which is reported.
fn resolve(
    ty: &syn::Type,
    names: &Names<'_>,
    generic: Option<&str>,
    extent: &mut dyn FnMut(&Expr) -> Option<usize>,
    depth: usize,
) -> Option<Declared> {
    match ty {
        syn::Type::Paren(ty) => resolve(&ty.elem, names, generic, extent, depth),
        syn::Type::Group(ty) => resolve(&ty.elem, names, generic, extent, depth),
        syn::Type::Infer(_) => Some(Declared::Infer),
        syn::Type::Tuple(tuple) => {
            let parts = tuple.elems.iter();
            let parts = parts.map(|part| resolve(part, names, generic, extent, depth));
            parts.collect::<Option<Vec<_>>>().map(Declared::Tuple)
        }
        syn::Type::Array(array) => {
            let element = resolve(&array.elem, names, generic, extent, depth);
            let count = extent(&array.len)?;
            let Declared::Tensor(inner) = element? else {
                let message = "an array is made of scalars or arrays";
                names
                    .diagnostics
                    .push(Diagnostic::new(Place::of(&array.elem), message));
                return None;
            };
            let extents: Vec<usize> = [count].into_iter().chain(inner.shape.extents()).collect();
            match Shape::new(&extents) {
                Ok(shape) => Some(Declared::Tensor(inner.with_shape(shape))),
                Err(error) => {
                    names
                        .diagnostics
                        .push(Diagnostic::new(Place::of(array), error.to_string()));
                    None
                }
            }
        }
        syn::Type::Path(path) if path.qself.is_none() => named(ty, path, names, generic, depth),
        other => {
            names.diagnostics.push(unknown_type(other));
            None
        }
    }
}

fn named(
    ty: &syn::Type,
    path: &syn::TypePath,
    names: &Names<'_>,
    generic: Option<&str>,
    depth: usize,
) -> Option<Declared> {
    let Some(name) = path.path.get_ident().map(ToString::to_string) else {
        names.diagnostics.push(unknown_type(ty));
        return None;
    };
    let scalar = |element| Some(Declared::Tensor(Type::scalar(element)));
    if let Some(alias) = names.aliases.get(&name) {
        if depth >= MAX_ALIASES {
            let message = format!("the type alias `{name}` refers to itself");
            names
                .diagnostics
                .push(Diagnostic::new(Place::of(ty), message));
            return None;
        }
        let mut extent = |expr: &Expr| evaluate_extent(expr, names);
        return resolve(&alias.ty, names, generic, &mut extent, depth + 1);
    }
    match name.as_str() {
        name if generic == Some(name) => scalar(Element::Float),
        "f64" => scalar(Element::F64),
        "f32" => scalar(Element::F32),
        "bool" => scalar(Element::Bool),
        "usize" | "isize" | "u8" | "u16" | "u32" | "u64" | "i8" | "i16" | "i32" | "i64" => {
            scalar(Element::I64)
        }
        name => {
            let message = format!("cannot find the type `{name}`");
            let diagnostic = Diagnostic::new(Place::of(ty), message);
            let aliases = names.aliases.keys().map(String::as_str);
            let known = ["f64", "f32", "usize", "bool"]
                .into_iter()
                .chain(aliases)
                .chain(generic);
            names.diagnostics.push(match closest(name, known) {
                Some(close) => diagnostic.help(format!("did you mean `{close}`?")),
                None => diagnostic
                    .note("the macro sees only what stands in the block, not types outside of it")
                    .help(format!(
                        "write an alias in the block: `type {name} = [f64; 3];`"
                    )),
            });
            None
        }
    }
}

fn unknown_type(ty: &syn::Type) -> Diagnostic {
    let message = match ty {
        syn::Type::Slice(_) => "a slice has no length that the macro could know",
        syn::Type::Reference(_) => "references stand in signatures only, around the whole type",
        _ => "this type is not part of the language of `graph!`",
    };
    Diagnostic::new(Place::of(ty), message)
        .help("types are `f64`, `f32`, `bool`, `usize` and nested arrays: `[[f64; 3]; 2]`")
}

/// An extent in a signature or an alias, where only the block's constants are known.
fn evaluate_extent(expr: &Expr, names: &Names<'_>) -> Option<usize> {
    let builder = graph_ir::Builder::new();
    Lowerer::new(&builder, names, None).constant_extent(expr)
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A type inside of a body.
    pub(crate) fn resolve_type(&mut self, ty: &'e syn::Type) -> Option<Declared> {
        let generic = self.generic_name();
        let names = self.names();
        let mut extents = Vec::new();
        collect_extents(ty, &mut extents);
        let known: Vec<Option<usize>> = extents
            .into_iter()
            .map(|e| self.constant_extent(e))
            .collect();
        let mut known = known.into_iter();
        let mut extent = |_: &Expr| known.next().flatten();
        resolve(ty, names, generic.as_deref(), &mut extent, 0)
    }
}

/// The lengths of the arrays in a type, innermost first, as `resolve` asks for them.
fn collect_extents<'e>(ty: &'e syn::Type, extents: &mut Vec<&'e Expr>) {
    match ty {
        syn::Type::Paren(ty) => collect_extents(&ty.elem, extents),
        syn::Type::Group(ty) => collect_extents(&ty.elem, extents),
        syn::Type::Tuple(tuple) => {
            for part in &tuple.elems {
                collect_extents(part, extents);
            }
        }
        syn::Type::Array(array) => {
            collect_extents(&array.elem, extents);
            extents.push(&array.len);
        }
        _ => {}
    }
}
