//! The result of a function as the user writes it, and of the function of values that it is for all that
//! is differentiated.

use syn::{FnArg, ReturnType};

use super::{Resolver, length_by_argument, several_refused};
use crate::diagnostics::{Diagnostic, SourcePlace, print_type};
use crate::labels::Labels;
use crate::lower::open_array;
use crate::missing_result::result_in_text;
use crate::parse::{FunctionSource, is_import, own_type};
use crate::patterns::has_other_integers;
use crate::signature::{Argument, Form, Formal, ResultType};
use crate::tokens::assigned;

/// The result as it is written; `None` where it is wrong, which is reported.
pub(super) fn result(
    source: &FunctionSource,
    resolver: &Resolver<'_, '_>,
) -> Option<(ResultType, Vec<Labels>)> {
    let diagnostics = resolver.names.diagnostics;
    let ReturnType::Type(_, ty) = &source.signature.output else {
        // What it would write is its result: an error of its own.
        // A file, which is missing then, tells the result.
        let of_file = source.attributes.iter().any(is_import);
        if of_file || source.signature.inputs.iter().any(is_written) {
            return None;
        }
        let name = &source.signature.ident;
        let message = format!("`{name}` has no result");
        let help = assigned_behind_reference(source).or_else(|| assigned_copy(source));
        let help = help.unwrap_or_else(|| {
            let ty = result_in_text(source);
            format!("write the type of the result: `-> {ty}`")
        });
        diagnostics.push(Diagnostic::new(SourcePlace::token(name.span()), message).help(help));
        return None;
    };
    if let syn::Type::Path(path) = &**ty
        && path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == "Vec")
    {
        let message = "a `Vec` has no length that the macro could know";
        let help = "write the length of the result: `[f64; 3]`, or `[f64; N]` with a `const` \
                    parameter `N`, which is a `Vec` outside where the length comes with the call";
        diagnostics.push(Diagnostic::new(SourcePlace::of(ty), message).help(help));
        return None;
    }
    if let syn::Type::Reference(reference) = &**ty {
        let message = "a result is a value: it has no `&`";
        let help = format!(
            "write the type without it: `-> {}`",
            print_type(&reference.elem)
        );
        diagnostics.push(Diagnostic::new(SourcePlace::of(ty), message).help(help));
        return None;
    }
    if let Some(length) = length_by_argument(source, ty, resolver.names) {
        diagnostics.push(length);
        return None;
    }
    let name = print_type(ty);
    if name != "usize"
        && own_type(&name) == Some("usize")
        && !resolver.names.aliases.contains_key(&name)
    {
        let message = format!("a result cannot be of type `{name}`");
        let help = "a position is of type `usize`: `-> usize`";
        diagnostics.push(Diagnostic::new(SourcePlace::of(ty), message).help(help));
        return None;
    }
    let declared = resolver.resolve(ty)?;
    if let Some((message, help)) = open_array(&declared) {
        diagnostics.push(Diagnostic::new(SourcePlace::of(ty), message).help(help));
        return None;
    }
    let result = declared.flattened();
    let result = result.filter(|(_, types)| !types.is_empty());
    let mut structs = Vec::new();
    if let Some((form, _)) = &result {
        form.structs(&mut structs);
    }
    if !structs.is_empty()
        && let Some(refused) = several_refused(source, ty)
    {
        diagnostics.push(refused);
        return None;
    }
    // Of integers the language has one type inside, and `usize` outside.
    let result = result.filter(|_| !has_other_integers(ty, resolver.names));
    let result = result.map(|(form, types)| {
        let (types, labels) = types.into_iter().unzip();
        (ResultType::new(form, types), labels)
    });
    if result.is_none() {
        let message = format!("a result cannot be of type `{}`", print_type(ty));
        let help = match &**ty {
            syn::Type::Infer(_) => {
                "the type of a result is written out: `-> f64`, `-> [f64; 3]`".into()
            }
            syn::Type::Tuple(tuple) if tuple.elems.is_empty() => {
                match source.signature.inputs.iter().any(is_written) {
                    true => {
                        "remove it: what the function changes behind `&mut` is its result".into()
                    }
                    false => format!(
                        "write the type of the result: `-> {}`",
                        result_in_text(source)
                    ),
                }
            }
            _ => String::from(
                "results are floats, bools and `usize`, arrays of them, and tuples and structs of \
                 those",
            ),
        };
        diagnostics.push(Diagnostic::new(SourcePlace::of(ty), message).help(help));
    }
    result
}

/// The help for a function without a result that assigns to an argument of its own, `mut s: State`.
fn assigned_copy(source: &FunctionSource) -> Option<String> {
    let Ok(body) = &*source.body else { return None };
    if let Some(syn::Stmt::Expr(_, None)) = body.stmts.last() {
        return None;
    }
    let changed = assigned(source.tokens.clone().into());
    source.signature.inputs.iter().find_map(|input| {
        let FnArg::Typed(typed) = input else { return None };
        let syn::Pat::Ident(own) = &*typed.pat else { return None };
        let (name, ty) = (own.ident.to_string(), print_type(&typed.ty));
        let is_copy = own.mutability.is_some() && !matches!(*typed.ty, syn::Type::Reference(_));
        (is_copy && changed.contains(&name)).then(|| {
            format!(
                "`{name}` is a copy: to change what the caller has, declare it as `{name}: &mut {ty}`; or \
                 yield it, `-> {ty}`, with `{name}` as the last expression"
            )
        })
    })
}

/// Whether a function may change what the caller has behind an argument.
fn is_written(input: &FnArg) -> bool {
    match input {
        FnArg::Typed(typed) => {
            matches!(&*typed.ty, syn::Type::Reference(ty) if ty.mutability.is_some())
        }
        FnArg::Receiver(_) => false,
    }
}

/// The result of the function of values: what is returned, and what the arguments become that the
/// function changes.
pub(super) fn with_states(
    returned: Option<(ResultType, Vec<Labels>)>,
    arguments: &[Argument],
) -> (ResultType, Vec<Labels>) {
    let (mut forms, mut types, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    if let Some((result, own)) = returned {
        if !arguments.iter().any(|own| own.is_state) {
            return (result, own);
        }
        forms.push(result.form().clone());
        types.extend_from_slice(result.parts());
        labels.extend(own);
    }
    let formals = arguments.chunk_by(|a, b| a.name == b.name);
    let formals = formals.map(|parts| Formal { parts });
    for formal in formals.filter(|formal| formal.first().is_state) {
        forms.push(formal.form().clone());
        types.extend(formal.parts.iter().map(|part| part.ty.clone()));
        labels.extend(formal.parts.iter().map(|part| part.labels.clone()));
    }
    let form = match forms.len() {
        1 => forms.remove(0),
        _ => Form::Several(forms.into()),
    };
    (ResultType::new(form, types), labels)
}

/// The help for a function without a result that assigns to what is behind a reference, which it may
/// not change.
fn assigned_behind_reference(source: &FunctionSource) -> Option<String> {
    let assigned = assigned(source.tokens.clone().into());
    let mut referenced = source.referenced();
    let (name, ty) = referenced.find(|(name, _)| assigned.iter().any(|own| *name == own))?;
    let ty = print_type(ty);
    Some(format!(
        "to change what the caller has, declare the argument as `{name}: &mut {ty}`"
    ))
}
