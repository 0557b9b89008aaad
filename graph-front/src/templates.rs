//! Functions with `const` parameters, as they may be declared.

use graph_ir::Type;
use graph_ir::types::{Dim, Extent};
use syn::{Ident, Visibility};

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};
use crate::lower::{Constants, extents_of};
use crate::parse::{FunctionSource, ROWS, RuleNames, is_axis};
use crate::signature::{Signature, display};
use crate::tokens::mentions;

/// Whether a function has a body and `const` parameters: it is made for the lengths of each call.
pub(crate) fn is_template(function: &FunctionSource) -> bool {
    let has_body = function.import.is_none() && function.outside.is_none();
    has_body && function.signature.generics.const_params().next().is_some()
}

/// Refuses derivatives that a function with `const` parameters does not have.
pub(crate) fn check(function: &FunctionSource, diagnostics: &Diagnostics) {
    let name = &function.signature.ident;
    let rule = function.rule.iter().flat_map(RuleNames::iter).next();
    if let Some(rule) = rule.map(Ident::span) {
        let message = format!("`{name}` has `const` parameters, and no derivative of its own");
        let help = "give its derivative to a function of known lengths";
        diagnostics.push(Diagnostic::new(SourcePlace::token(rule), message).help(help));
    }
}

/// Refuses an axis of a function that has the name of one of the block: they would be told apart by
/// nothing.
pub(crate) fn check_axes(
    function: &FunctionSource,
    constants: &Constants<'_>,
    diagnostics: &Diagnostics,
) {
    for parameter in function.signature.generics.const_params() {
        let name = parameter.ident.to_string();
        if is_axis(&parameter.ty) && constants.is_axis(&name) {
            let place = SourcePlace::token(parameter.ident.span());
            let message = format!("the block has an axis `{name}`, and this is another");
            let help = "give one of them another name";
            diagnostics.push(Diagnostic::new(place, message).help(help));
        }
    }
}

/// Whether a function with `const` parameters is called from outside of its block; `requests` are
/// the words that ask for its items.
pub(crate) fn is_for_others(function: &FunctionSource, requests: &[Ident]) -> bool {
    !requests.is_empty() || !matches!(function.visibility, Visibility::Inherited)
}

/// The error about a type that Rust cannot write: with a formula of symbols where an extent is part
/// of a type.
pub(crate) fn unwritable(signature: &Signature) -> Option<Diagnostic> {
    let formula = |ty: &Type, outermost: usize, is_rows: bool| {
        // Both extents of `Rows` come with the call.
        let outermost = if is_rows { 2 } else { outermost };
        let mut dims = ty.shape.dims().iter().skip(outermost);
        let is_formula = |dim: &&Dim| {
            let extent = dim.count();
            let symbols = extent.symbols();
            !symbols.is_empty() && !symbols.iter().any(|own| *extent == Extent::symbol(own))
        };
        dims.find(is_formula)
            .map(|dim| (dim.count().clone(), ty.clone()))
    };
    let marked = |marks: &[bool], position: usize| marks.get(position) == Some(&true);
    let mut formals = signature.formals().enumerate();
    let argument = formals.find_map(|(position, formal)| {
        let is_rows = marked(&signature.rows.arguments, position);
        formal.parts.iter().find_map(|argument| {
            let found = formula(&argument.ty, usize::from(argument.by_reference), is_rows)?;
            Some((argument.name.clone(), found))
        })
    });
    let (name, (extent, ty)) = argument.or_else(|| {
        let mut parts = signature.result.parts().iter().enumerate();
        let found = parts
            .find_map(|(position, ty)| formula(ty, 1, marked(&signature.rows.results, position)))?;
        Some((signature.name.clone(), found))
    })?;
    let message = format!("no type of Rust has the extent `{extent}`, which `{name}` needs");
    let dims = ty.shape.dims().iter();
    let extents: Vec<String> = dims.map(|dim| dim.count().to_string()).collect();
    let help = match &extents[..] {
        [rows, columns] => {
            let element = display(&Type::scalar(ty.element), signature);
            format!(
                "write `Rows<{element}, {rows}, {columns}>`, whose extents come with the call, or \
                 give the extent a name of its own"
            )
        }
        _ => "a formula stands outermost, behind a reference or in a result, and in `Rows`; \
              elsewhere, give the extent a name of its own"
            .into(),
    };
    Some(Diagnostic::new(SourcePlace::token(name.span()), message).help(help))
}

/// Whether a type may be one of the language, as far as arrays go.
fn is_array(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Reference(ty) => is_array(&ty.elem),
        syn::Type::Array(ty) => is_array(&ty.elem),
        syn::Type::Path(path) => path.path.get_ident().is_some(),
        _ => false,
    }
}

/// Reports `const` parameters of such a function that are the extent of no argument: a call from
/// outside gives them by its arguments.
pub(crate) fn check_witnesses(function: &FunctionSource, diagnostics: &Diagnostics) {
    let parameters = function.signature.generics.const_params();
    let names: Vec<Ident> = parameters.map(|own| own.ident.clone()).collect();
    let mut found = vec![false; names.len()];
    for input in &function.signature.inputs {
        if let syn::FnArg::Typed(argument) = input {
            for (_, parameter) in extents_of(&argument.ty, &names) {
                found[parameter] = true;
            }
            // A type that is none of the language is an error of its own, and so is `Rows` without
            // all of its parameters, of which some would be extents.
            let is_incomplete = mentions(&argument.ty, |own| own == ROWS);
            found.iter_mut().for_each(|found| *found |= is_incomplete);
            for (name, found) in names.iter().zip(&mut found) {
                *found |= !is_array(&argument.ty) && mentions(&argument.ty, |own| name == own);
            }
        }
    }
    for (name, _) in names.iter().zip(found).filter(|(_, found)| !found) {
        let message =
            format!("`{name}` is the extent of no argument, so a call from outside cannot know it");
        let help = format!(
            "give an argument this extent, `x: &[f64; {name}]`, or `_x` where only its length counts, \
             or write a number"
        );
        let place = SourcePlace::token(name.span());
        diagnostics.push(Diagnostic::new(place, message).help(help));
    }
}
