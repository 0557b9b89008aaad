//! Functions with `const` parameters, as they may be declared.

use syn::{Ident, Visibility};

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};
use crate::parse::{FunctionSource, ParsedAttributes, RuleNames};

/// Whether a function has a body and `const` parameters: it is made for the lengths of each call.
pub(crate) fn is_template(function: &FunctionSource) -> bool {
    let has_body = function.import.is_none() && function.outside.is_none();
    has_body && function.signature.generics.const_params().next().is_some()
}

/// Refuses items and derivatives that a function with `const` parameters does not have.
pub(crate) fn check(
    function: &FunctionSource,
    attributes: &ParsedAttributes,
    diagnostics: &Diagnostics,
) {
    let name = &function.signature.ident;
    let refuse = |place: SourcePlace, message: String, help: &str| {
        diagnostics.push(Diagnostic::new(place, message).help(help));
    };
    const CALLER: &str = "write a function of known lengths that calls it";
    if let Some(word) = attributes.requests.first() {
        let message = format!("`{name}` has `const` parameters, and so no items of its own");
        refuse(SourcePlace::token(word.span()), message, CALLER);
    } else if !matches!(function.visibility, Visibility::Inherited) {
        let message = format!("`{name}` has `const` parameters, and is called in its block alone");
        let place = SourcePlace::of(&function.visibility);
        refuse(place, message, &format!("remove the `pub`, and {CALLER}"));
    }
    let rule = function.rule.iter().flat_map(RuleNames::iter).next();
    if let Some(rule) = rule.map(Ident::span) {
        let message = format!("`{name}` has `const` parameters, and no derivative of its own");
        let help = "give its derivative to a function of known lengths";
        refuse(SourcePlace::token(rule), message, help);
    }
}
