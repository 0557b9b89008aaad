//! Limits on declarations of functions from outside.

use graph_ir::Type;
use syn::FnArg;

use super::is_differentiable;
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, plural};
use crate::parse::{FunctionSource, OutsideSource, ParsedAttributes};
use crate::signature::{RETURN_LIMIT, Signature, bytes_of, display};

/// Reports all that is wrong with a declaration.
pub(super) fn check(
    function: &FunctionSource,
    source: &OutsideSource,
    signature: &Signature,
    attributes: &ParsedAttributes,
    diagnostics: &Diagnostics,
) {
    let name = &signature.name;
    let place = SourcePlace::token(name.span());
    let refuse = |place: SourcePlace, message: String, help: &str| {
        diagnostics.push(Diagnostic::new(place, message).help(help));
    };
    if let Err(error) = &*function.body {
        diagnostics.push_syntax(error.clone());
    }
    if let Some(import) = &function.import {
        let message = format!("`{name}` comes from a file or from outside, not from both");
        refuse(import.place(), message, "remove one of the attributes");
    }
    if let Some(generic) = &signature.generic {
        let message = format!("`{name}` is from outside, where it has one float type");
        let help = "write `f64` or `f32`; two declarations with `value = path` serve for both";
        refuse(SourcePlace::token(generic.span()), message, help);
    }
    let others = &attributes.attributes;
    for other in others.cfg.iter().chain(&others.other) {
        let message = String::from("a function from outside has no attributes of its own");
        refuse(
            SourcePlace::of(other),
            message,
            "put it where the function is",
        );
    }
    if let Some(word) = attributes.requests.first() {
        let message = format!("`{name}` is from outside: nothing is generated for it");
        let help = "ask for it at a function of the block that calls it";
        refuse(SourcePlace::token(word.span()), message, help);
    }
    if !matches!(function.visibility, syn::Visibility::Inherited) {
        let message = format!("`{name}` is from outside, where it has its visibility");
        refuse(
            SourcePlace::of(&function.visibility),
            message,
            "remove it here",
        );
    }
    types(function, signature, diagnostics);
    let own = source.adjoint.as_ref().or(source.tangent.as_ref());
    if let (Some(path), Some(_)) = (own, &function.rule) {
        let message = format!("`{name}` has two derivatives");
        let help = "`#[derivative(..)]` names functions of the block, `#[external(..)]` functions \
                    from outside: keep one";
        refuse(SourcePlace::of(path), message, help);
    }
    let smooth = own.is_some() || source.graph.is_some();
    if smooth && !is_differentiable(signature) {
        let message = format!("`{name}` has no argument to differentiate by");
        let help = "arguments of floats without `#[dynamic]` have derivatives";
        refuse(place, message, help);
    }
}

/// Refuses types that do not pass.
fn types(function: &FunctionSource, signature: &Signature, diagnostics: &Diagnostics) {
    let name = &signature.name;
    let before = diagnostics.len();
    let refuse = |place: SourcePlace, what: &str, ty: &Type| {
        let ty = display(ty, signature);
        let message = format!("{what} of a function from outside is made of floats, not {ty}");
        let help = "numbers of `f64` or `f32`, arrays of them, and tuples of those as results";
        diagnostics.push(Diagnostic::new(place, message).help(help));
    };
    for (argument, input) in signature.arguments.iter().zip(&function.signature.inputs) {
        let FnArg::Typed(typed) = input else { continue };
        if !argument.ty.is_float() {
            refuse(SourcePlace::of(&typed.ty), "an argument", &argument.ty);
        }
    }
    let result = SourcePlace::of(&function.signature.output);
    let mut parts = signature.result.parts().iter();
    if let Some(part) = parts.find(|part| !part.is_float()) {
        refuse(result, "a result", part);
    }
    if diagnostics.len() > before {
        return;
    }
    let place = SourcePlace::token(name.span());
    if signature.column_element().is_none() {
        let message = format!("`{name}` mixes float types, and a function from outside has one");
        let help = "declare a function around it that takes and returns `f64` alone";
        diagnostics.push(Diagnostic::new(place, message).help(help));
    }
    let by_value = signature.arguments.iter().filter(|a| !a.by_reference);
    let large = by_value.filter(|a| bytes_of([&a.ty]) > RETURN_LIMIT);
    let count = large.count();
    if count > 0 {
        let message = format!(
            "`{name}` takes {count} argument{} of more than 64 KiB by value",
            plural(count)
        );
        let help = "write a reference: `&[f64; 10000]`";
        diagnostics.push(Diagnostic::new(place, message).help(help));
    }
    if bytes_of(signature.result.parts()) > RETURN_LIMIT {
        let message = format!("`{name}` returns more than 64 KiB");
        let note = "what a function from outside returns is moved over the stack";
        diagnostics.push(Diagnostic::new(result, message).note(note));
    }
}
