//! Checks the functions of a derivative against their expected signatures.

use graph_ir::{Element, Type};
use syn::Ident;

use super::expected::{Expected, Mode, Signatures};
use crate::diagnostics::{Diagnostic, SourcePlace, closest, plural};
use crate::lower::{Names, is_builtin};
use crate::parse::{FunctionSource, RuleNames};
use crate::signature::{Argument, Signature, concrete, display};

/// Why a function can have no derivative of its own.
pub(super) fn refuse(rule: &RuleNames, signature: &Signature) -> Option<Diagnostic> {
    let first = rule.iter().next()?;
    let (missing, note) = if !signature.arguments.iter().any(Argument::has_derivative) {
        (
            "no argument to differentiate by",
            "arguments of floats without `#[dynamic]` have derivatives",
        )
    } else if !signature.result.parts().iter().any(Type::is_float) {
        ("no result of floats", "what is no float has no derivative")
    } else {
        return None;
    };
    let name = &signature.name;
    let message = format!("`{name}` has no derivative: it has {missing}");
    Some(Diagnostic::new(SourcePlace::token(first.span()), message).note(note))
}

/// The element type that a function of a derivative takes for its type parameter, if the function
/// fits; `None` without a further error where it has errors of its own.
pub(super) fn element(
    name: &Ident,
    mode: Mode,
    signature: &Signature,
    sources: &[FunctionSource],
    names: &Names<'_>,
) -> Option<Element> {
    let Some(callee) = names.functions.get(&name.to_string()) else {
        names
            .diagnostics
            .push(unknown(name, mode, signature, names));
        return None;
    };
    if names.templates.contains_key(&name.to_string()) {
        let message = format!(
            "`{name}` has `const` parameters, and cannot be {}",
            mode.with_article()
        );
        let help = "write a function of known lengths that calls it";
        let place = SourcePlace::token(name.span());
        names
            .diagnostics
            .push(Diagnostic::new(place, message).help(help));
        return None;
    }
    // That it needs itself is reported with the other cycles.
    let found = callee
        .signature
        .as_ref()
        .filter(|_| signature.name != *name)?;
    let expected = Signatures::of(signature, mode);
    let element = type_parameter(&expected, found);
    match mismatch(signature, &expected, (found, element), sources) {
        Some(diagnostic) => {
            let declaration = expected.declaration(&name.to_string(), signature);
            let diagnostic = diagnostic
                .note(format!(
                    "it is {} of `{}`: {}",
                    expected.mode.with_article(),
                    signature.name,
                    expected.mode.meaning()
                ))
                .help(format!("declare it as `{declaration}`"));
            names.diagnostics.push(diagnostic);
            None
        }
        None => Some(element),
    }
}

/// A name that no function of the block has.
fn unknown(name: &Ident, mode: Mode, signature: &Signature, names: &Names<'_>) -> Diagnostic {
    let text = name.to_string();
    let others = names.functions.keys().map(String::as_str);
    let others = others.filter(|other| signature.name != other);
    let message = format!("there is no function `{text}` in this block");
    let diagnostic = Diagnostic::new(SourcePlace::token(name.span()), message);
    if let Some(close) = closest(&text, others) {
        return diagnostic.help(format!("did you mean `{close}`?"));
    }
    let diagnostic = match is_builtin(&text) {
        true => diagnostic.note("it is a function of the language"),
        false => diagnostic,
    };
    let declaration = Signatures::of(signature, mode).declaration(&text, signature);
    diagnostic.help(format!("write it in the block: `{declaration}`"))
}

/// The element type that a function's type parameter must have to fit: the one expected where the
/// parameter is first used.
fn type_parameter(expected: &Signatures, found: &Signature) -> Element {
    let arguments = found.arguments.iter().map(|argument| &argument.ty);
    let results = found.result.parts().iter();
    let wanted = expected.arguments.iter().map(|argument| &argument.ty);
    let yielded = expected.results.iter().map(|result| &result.ty);
    let pairs = arguments.zip(wanted).chain(results.zip(yielded));
    let mut generic = pairs.filter(|(own, _)| own.element == Element::Float);
    let first = generic.find(|(_, wanted)| wanted.is_float());
    first.map_or(Element::F64, |(_, wanted)| wanted.element)
}

/// The first argument or result of a function that differs from the expected one.
fn mismatch(
    signature: &Signature,
    expected: &Signatures,
    (found, element): (&Signature, Element),
    sources: &[FunctionSource],
) -> Option<Diagnostic> {
    let name = &found.name;
    let place = SourcePlace::token(name.span());
    let (taken, wanted) = (found.arguments.len(), expected.arguments.len());
    if taken != wanted {
        let message = format!(
            "`{name}` takes {taken} argument{}, and should take {wanted}",
            plural(taken)
        );
        return Some(Diagnostic::new(place, message));
    }
    let differs = |own: &Type, wanted: &Expected| concrete(own, element) != wanted.ty;
    for (argument, wanted) in found.arguments.iter().zip(&expected.arguments) {
        if differs(&argument.ty, wanted) {
            let message = format!(
                "the argument `{}` of `{name}` is {}, and should be {}: {}",
                argument.name,
                display(&argument.ty, found),
                display(&wanted.ty, signature),
                wanted.what
            );
            let place = SourcePlace::token(argument.name.span());
            return Some(Diagnostic::new(place, message));
        }
    }
    let parts = found.result.parts();
    let source = sources.iter().find(|s| s.signature.ident == *name);
    let place = match source.map(|source| &source.signature.output) {
        Some(syn::ReturnType::Type(_, ty)) => SourcePlace::of(ty),
        _ => place,
    };
    if parts.len() != expected.results.len() {
        let message = format!(
            "`{name}` returns {} value{}, and should return {}",
            parts.len(),
            plural(parts.len()),
            expected.results.len(),
        );
        return Some(Diagnostic::new(place, message));
    }
    let pairs = parts.iter().zip(&expected.results).enumerate();
    let mut wrong = pairs.filter(|(_, (own, wanted))| differs(own, wanted));
    wrong.next().map(|(position, (own, wanted))| {
        let part = match found.result.is_several() {
            false => String::from("the result"),
            true => format!("result {position}"),
        };
        let message = format!(
            "{part} of `{name}` is {}, and should be {}: {}",
            display(own, found),
            display(&wanted.ty, signature),
            wanted.what
        );
        Diagnostic::new(place, message)
    })
}
