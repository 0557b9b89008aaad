//! Result types without their arrow: `fn f(x: f64) f64 { .. }`, `fn f(x: f64): f64 { .. }`.

use proc_macro2::TokenTree;
use syn::parse::ParseStream;
use syn::parse::discouraged::Speculative;
use syn::token::Brace;
use syn::{ReturnType, Signature, Token, Type};

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, print_type};

/// Reads a result type that another sign, or none, stands before.
pub(super) fn result(input: ParseStream<'_>, signature: &mut Signature, diagnostics: &Diagnostics) {
    if matches!(signature.output, ReturnType::Type(..)) || input.peek(Brace) {
        return;
    }
    let ahead = input.fork();
    let parse = || -> syn::Result<Type> {
        // Signs that stand in the place of the arrow, or its two apart.
        while let TokenTree::Punct(sign) = ahead.fork().parse()?
            && matches!(sign.as_char(), ':' | '=' | '-' | '>')
        {
            ahead.parse::<TokenTree>()?;
        }
        ahead.parse()
    };
    let Ok(ty) = parse() else { return };
    if !ahead.peek(Brace) && !ahead.peek(Token![;]) {
        return;
    }
    let place = SourcePlace::token(input.span());
    let message = "expected `->` before the type of the result";
    let help = format!("write `-> {}`", print_type(&ty));
    diagnostics.push(Diagnostic::new(place, message).help(help));
    signature.output = ReturnType::Type(Default::default(), Box::new(ty));
    input.advance_to(&ahead);
}
