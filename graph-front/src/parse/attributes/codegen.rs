//! `#[codegen(..)]`: the permissions of generated code, which otherwise gives the same bits
//! everywhere.

use graph_program::Options;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, Meta};

use super::words::each_word;
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, closest};

/// The permissions granted by `#[codegen(..)]`.
#[derive(Clone, Copy, Default)]
pub(crate) struct Codegen {
    /// Fused multiply-add.
    pub(crate) contract: bool,
    /// To take numbers to be finite.
    pub(crate) finite: bool,
    /// Code for several processors, one of which is chosen at run time.
    pub(crate) dispatch: bool,
}

impl Codegen {
    /// The permissions granted by either of two.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            contract: self.contract || other.contract,
            finite: self.finite || other.finite,
            dispatch: self.dispatch || other.dispatch,
        }
    }

    /// The options of schedules.
    pub(crate) fn options(self) -> Options {
        Options {
            contract: self.contract,
            finite: self.finite,
            ..Options::default()
        }
    }
}

/// The flags of `codegen`.
const FLAGS: [&str; 3] = ["contract", "finite", "dispatch"];

/// Whether an attribute is this one.
pub(crate) fn is_codegen(attribute: &Attribute) -> bool {
    attribute.path().is_ident("codegen")
}

/// The permissions that the `codegen` attributes in a list grant together.
pub(crate) fn codegen(attributes: &[Attribute], diagnostics: &Diagnostics) -> Codegen {
    let mut codegen = Codegen::default();
    for attribute in attributes.iter().filter(|a| is_codegen(a)) {
        let option = |word: Ident, _: ParseStream<'_>| {
            match word.to_string().as_str() {
                "contract" => codegen.contract = true,
                "finite" => codegen.finite = true,
                "dispatch" => codegen.dispatch = true,
                other => diagnostics.push(unknown(&word, other)),
            }
            Ok(())
        };
        let result = match &attribute.meta {
            Meta::List(list) if !list.tokens.is_empty() => each_word(list, option),
            _ => Err(syn::Error::new_spanned(
                attribute,
                "write what is allowed: `contract`, `finite` or `dispatch`, as in \
                 `codegen(contract, dispatch)`",
            )),
        };
        if let Err(error) = result {
            diagnostics.push_syntax(error);
        }
    }
    codegen
}

fn unknown(word: &Ident, text: &str) -> Diagnostic {
    let place = SourcePlace::token(word.span());
    let close = closest(text, FLAGS).map(|name| format!("did you mean `{name}`?"));
    Diagnostic::new(place, format!("`codegen` has no option `{text}`"))
        .note(
            "it takes `contract` (fused multiply-add), `finite` (numbers are finite) and \
             `dispatch` (code for several processors)",
        )
        .help_if(close)
}
