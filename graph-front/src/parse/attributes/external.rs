//! `#[external]`: declares a function of the surrounding code, and names its derivatives.

use syn::parse::ParseStream;
use syn::{Attribute, Ident, Meta, Path, Token};

use super::words::{each_word, name};
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, closest};

/// The words of `external`.
const WORDS: [&str; 4] = ["value", "adjoint", "tangent", "graph"];

/// The functions of the surrounding code that a function of the block declares.
#[derive(Clone)]
pub(crate) struct OutsideSource {
    /// The function itself, where it is not the one of the same name.
    pub(crate) value: Option<Path>,
    /// The vector-Jacobian product.
    pub(crate) adjoint: Option<Path>,
    /// The Jacobian-vector product.
    pub(crate) tangent: Option<Path>,
    /// The word that says that the function comes from another block, so that its module has its
    /// derivatives.
    pub(crate) graph: Option<Ident>,
}

/// Whether an attribute is this one.
pub(super) fn is_outside(attribute: &Attribute) -> bool {
    attribute.path().is_ident("external")
}

/// The content of the attribute, if a function has it; errors are reported.
pub(in crate::parse) fn outside(
    attributes: &[Attribute],
    diagnostics: &Diagnostics,
) -> Option<OutsideSource> {
    let mut found = attributes.iter().filter(|a| is_outside(a));
    let attribute = found.next()?;
    if let Some(second) = found.next() {
        let message = "a function has this attribute once";
        diagnostics.push(Diagnostic::new(SourcePlace::of(second), message));
    }
    let mut outside = OutsideSource {
        value: None,
        adjoint: None,
        tangent: None,
        graph: None,
    };
    let result = match &attribute.meta {
        Meta::Path(_) => Ok(()),
        Meta::List(list) => each_word(list, |word, input| {
            given(&word, input, &mut outside, diagnostics)
        }),
        Meta::NameValue(_) => Err(syn::Error::new_spanned(
            attribute,
            "write `#[external]`, or `#[external(adjoint = path, tangent = path)]`",
        )),
    };
    if let Err(error) = result {
        diagnostics.push_syntax(error);
    }
    let modes = outside.adjoint.as_ref().or(outside.tangent.as_ref());
    if let (Some(word), Some(_)) = (&outside.graph, modes) {
        let message = "the derivatives of a function of another block are those of its module";
        let help = "name them, or write `graph`, not both";
        diagnostics.push(Diagnostic::new(SourcePlace::token(word.span()), message).help(help));
    }
    Some(outside)
}

/// Reads a word and the path given to it.
fn given(
    word: &Ident,
    input: ParseStream<'_>,
    outside: &mut OutsideSource,
    diagnostics: &Diagnostics,
) -> syn::Result<()> {
    let text = word.to_string();
    let place = match text.as_str() {
        "graph" => {
            outside.graph = Some(word.clone());
            return Ok(());
        }
        "value" => &mut outside.value,
        "adjoint" => &mut outside.adjoint,
        "tangent" => &mut outside.tangent,
        _ => {
            diagnostics.push(unknown(word, &text));
            // Nothing is known of the tokens that follow.
            input.parse::<proc_macro2::TokenStream>()?;
            return Ok(());
        }
    };
    input.parse::<Token![=]>()?;
    if place
        .replace(name(input, "the path of a function")?)
        .is_some()
    {
        let message = format!("`{text}` is named twice");
        diagnostics.push(Diagnostic::new(SourcePlace::token(word.span()), message));
    }
    Ok(())
}

fn unknown(word: &Ident, text: &str) -> Diagnostic {
    let close = closest(text, WORDS).map(|name| format!("did you mean `{name}`?"));
    let message = format!("`external` takes no `{text}`");
    Diagnostic::new(SourcePlace::token(word.span()), message)
        .note(
            "it takes paths of functions, `value = path`, `adjoint = path` and `tangent = path`, \
             or `graph` for a function of another block of `graph!`",
        )
        .help_if(close)
}
