//! The parameters of a function between `<` and `>`: the float type, and lengths.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::FnArg;

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, closest, print};
use crate::parse::{AXIS, FunctionSource, is_axis};
use crate::qualifiers::qualifiers;
use crate::signature::Lengths;
use crate::tokens::{mentions, sign};

/// The trait that bounds the type parameter.
const FLOAT: &str = "Float";

/// The libraries whose trait of that name is another one. Any other word that a path begins with may
/// be a name of this library.
const FLOATS_OF: [&str; 4] = ["num_traits", "num", "core", "std"];

/// The type parameter, at most one, with the bound `Float`; and the names of the parameters that
/// are refused.
pub(crate) fn generic(
    source: &FunctionSource,
    lengths: &Lengths,
    diagnostics: &Diagnostics,
) -> (Option<Ident>, Vec<String>) {
    let generics = &source.signature.generics;
    let help = "a function may be generic over its float type: `fn f<T: Float>(x: T) -> T`";
    let mut generic = None;
    let mut refused = Vec::new();
    for parameter in &generics.params {
        match parameter {
            syn::GenericParam::Lifetime(_) => {}
            syn::GenericParam::Type(parameter) if generic.is_none() => {
                generic = Some(parameter.ident.clone());
                let bounds = parameter.bounds.iter();
                let is_float = |bound: &syn::TypeParamBound| match bound {
                    syn::TypeParamBound::Trait(bound) => {
                        bound.path.segments.last().is_some_and(|s| s.ident == FLOAT)
                    }
                    _ => false,
                };
                let (floats, others): (Vec<_>, Vec<_>) = bounds.partition(|b| is_float(b));
                let lacks_float = floats.is_empty() && generics.where_clause.is_none();
                if let Some(closure) = others.iter().find(|bound| is_function(bound)) {
                    diagnostics.push(no_value(SourcePlace::of(closure)));
                } else if lacks_float {
                    let name = &parameter.ident;
                    let message = format!("the type parameter `{name}` needs the bound `Float`");
                    diagnostics
                        .push(Diagnostic::new(SourcePlace::token(name.span()), message).help(help));
                }
                if let Some(other) = floats.iter().find_map(|bound| other_trait(bound)) {
                    let message = format!("`{other}` is another trait than `adgraph::Float`");
                    let help = "write `Float`, which the block knows as it is";
                    let place = SourcePlace::of(floats[0]);
                    diagnostics.push(Diagnostic::new(place, message).help(help));
                }
                // Those that stand in its place are no errors of their own.
                for other in others.iter().filter(|_| !lacks_float) {
                    let message = "a float type of the language has the bound `Float` alone";
                    diagnostics.push(Diagnostic::new(SourcePlace::of(other), message).help(help));
                }
            }
            syn::GenericParam::Const(parameter)
                if lengths.iter().any(|(name, _)| parameter.ident == name) => {}
            other => {
                let message = format!("the parameter `{}` cannot be used here", print(other));
                let diagnostic = Diagnostic::new(SourcePlace::of(other), message);
                diagnostics.push(match other {
                    syn::GenericParam::Const(parameter) => diagnostic.help(format!(
                        "a length is a number that the block knows: `const {}: usize = 3;`",
                        parameter.ident
                    )),
                    syn::GenericParam::Type(_) | syn::GenericParam::Lifetime(_) => {
                        diagnostic.help(help)
                    }
                });
                refused.push(match other {
                    syn::GenericParam::Type(parameter) => parameter.ident.to_string(),
                    syn::GenericParam::Const(parameter) => parameter.ident.to_string(),
                    syn::GenericParam::Lifetime(parameter) => parameter.lifetime.ident.to_string(),
                });
            }
        }
    }
    if let Some(clause) = &generics.where_clause {
        let mut bounds = clause.predicates.iter().filter_map(|own| match own {
            syn::WherePredicate::Type(own) => own.bounds.iter().find(|bound| is_function(bound)),
            _ => None,
        });
        let message = "`where` clauses are not part of the language of `graph!`";
        let place = SourcePlace::token(clause.where_token.span);
        diagnostics.push(match bounds.next() {
            Some(closure) => no_value(SourcePlace::of(closure)),
            None => Diagnostic::new(place, message).help(help),
        });
    }
    lifetimes(source, diagnostics);
    unused(source, generic.as_ref(), diagnostics);
    (generic, refused)
}

/// The path of a bound that is the trait of this name of another library.
fn other_trait(bound: &syn::TypeParamBound) -> Option<String> {
    let syn::TypeParamBound::Trait(bound) = bound else {
        return None;
    };
    let first = bound.path.segments.first()?.ident.to_string();
    let is_other = bound.path.segments.len() > 1 && FLOATS_OF.contains(&&*first);
    is_other.then(|| print(&bound.path))
}

/// Whether a bound is that of functions and closures.
fn is_function(bound: &syn::TypeParamBound) -> bool {
    match bound {
        syn::TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|last| {
            let name = last.ident.to_string();
            matches!(&*name, "Fn" | "FnMut" | "FnOnce")
        }),
        _ => false,
    }
}

/// The error for a function that is an argument.
fn no_value(place: SourcePlace) -> Diagnostic {
    Diagnostic::new(place, "functions are no values of the language")
        .help("write the function in the block, and call it by its name")
}

/// Reports lifetimes, at the first one.
fn lifetimes(source: &FunctionSource, diagnostics: &Diagnostics) {
    let mut open = vec![source.signature.to_token_stream()];
    while let Some(tokens) = open.pop() {
        let mut tokens = tokens.into_iter();
        while let Some(token) = tokens.next() {
            match (sign(&token), token) {
                (_, TokenTree::Group(group)) => open.push(group.stream()),
                (Some('\''), quote) => {
                    let end = tokens.next().map_or(quote.span(), |name| name.span());
                    let place = SourcePlace::between(quote.span(), end);
                    let message = "references of the language have no lifetimes";
                    let help = "remove the lifetimes: `x: &[f64; 3]`";
                    diagnostics.push(Diagnostic::new(place, message).help(help));
                    return;
                }
                _ => {}
            }
        }
    }
}

/// Reports a type parameter that no argument has: no call could tell what it is.
fn unused(source: &FunctionSource, generic: Option<&Ident>, diagnostics: &Diagnostics) {
    let Some(name) = generic else {
        return;
    };
    let has = |input: &FnArg| match input {
        FnArg::Typed(typed) => mentions(&typed.ty, |word| name == word),
        FnArg::Receiver(_) => true,
    };
    if source.signature.inputs.iter().any(has) {
        return;
    }
    let message = format!("the type parameter `{name}` is the type of no argument");
    let help = format!("give an argument this type, `x: {name}`, or remove the parameter");
    diagnostics.push(Diagnostic::new(SourcePlace::token(name.span()), message).help(help));
}

/// The `const` parameters of a function, which are lengths; `None` when the signature holds an
/// error that does not depend on them, which is reported.
pub(crate) fn parameters(source: &FunctionSource, diagnostics: &Diagnostics) -> Option<Vec<Ident>> {
    let before = diagnostics.len();
    qualifiers(source, diagnostics);
    let parameters: Vec<_> = source.signature.generics.const_params().collect();
    let names: Vec<Ident> = parameters.iter().map(|own| own.ident.clone()).collect();
    let lengths = Lengths::symbolic(names.iter().map(|name| (name.to_string(), false)));
    generic(source, &lengths, diagnostics);
    for parameter in parameters {
        let name = &parameter.ident;
        let refusal = match (&parameter.ty, &parameter.default) {
            (syn::Type::Path(ty), None) if ty.path.is_ident("usize") => continue,
            (ty, None) if is_axis(ty) => continue,
            (ty, None) => Diagnostic::new(
                SourcePlace::of(ty),
                format!("the `const` parameter `{name}` is a length, which is a `usize`"),
            ),
            (_, Some((_, default))) => Diagnostic::new(
                SourcePlace::of(default),
                "a `const` parameter of a function has no default",
            ),
        };
        let own = closest(&print(&parameter.ty), ["usize", AXIS]).unwrap_or("usize");
        diagnostics.push(refusal.help(format!("write `const {name}: {own}`")));
    }
    (diagnostics.len() == before).then_some(names)
}

/// Whether a bound is the trait by its name alone.
pub(crate) fn is_float(bound: &TokenStream) -> bool {
    let mut tokens = bound.clone().into_iter();
    let first = tokens.next();
    matches!(first, Some(TokenTree::Ident(name)) if name == FLOAT) && tokens.next().is_none()
}

/// The bounds of the type parameter as they are written.
pub(crate) fn bound(source: &FunctionSource) -> TokenStream {
    let mut parameters = source.signature.generics.type_params();
    let bounds = parameters.next().map(|parameter| &parameter.bounds);
    bounds.map(ToTokens::to_token_stream).unwrap_or_default()
}
