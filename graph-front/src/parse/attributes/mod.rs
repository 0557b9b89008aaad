//! Attributes: those that the macro consumes, and those that it forwards.
//!
//! | file | reads |
//! |---|---|
//! | `derivatives` | `#[derivatives(..)]`: the requested items |
//! | `check` | `#[check(..)]`: the points at which derivatives are compared |
//! | `codegen` | `#[codegen(..)]`: the permissions of generated code |
//! | `derivative` | `#[derivative(..)]`: the functions that compute a function's derivative |
//! | `external` | `#[external(..)]`: a function of the surrounding code |
//! | `files` | `#[cppad(..)]` and `#[nnvm(..)]`: the source file of a function |
//! | `levels` | `#[allow(..)]` and the like: the levels of lints |
//! | `places` | nothing: it says which constructs each attribute stands on |
//! | `rewrite` | `#[rewrite(..)]`: the names of rules |
//! | `tags` | `#[tag(..)]`: the words by which tools find nodes |
//! | `words` | the words between the parentheses |

mod check;
mod codegen;
mod derivative;
mod derivatives;
mod external;
mod files;
mod levels;
mod places;
mod rewrite;
mod tags;
mod words;

pub(crate) use codegen::Codegen;
pub(super) use codegen::{codegen, is_codegen};
pub(crate) use derivative::RuleNames;
pub(super) use derivative::rule;
pub(crate) use external::OutsideSource;
pub(super) use external::outside;
#[cfg(feature = "import")]
pub(crate) use files::Format;
pub(crate) use files::Import;
pub(super) use files::{import, unknown_file};
pub(crate) use levels::{
    expectations_in_body, is_level, levels_in_body, levels_of_deprecated, levels_of_function,
};
pub(crate) use places::{
    Carrier, is_misplaced, is_own, misplaced_in_body, misspelt, too_early, unknown_on_loop,
};

pub(crate) use rewrite::STATED;
pub(super) use rewrite::{is_rewrite, rewrites};
pub(crate) use tags::{check_tags, is_tag, tags};

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{ParseStream, Parser};
use syn::{Attribute, Ident, MetaList, Path, Token};

use crate::derivatives::Derivatives;
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, print};
use check::check;
pub(crate) use check::{OPTIONS, unknown_option};
use derivative::is_rule;
pub(crate) use derivatives::by_default_and_others;
use derivatives::{check_only, derivatives, is_request};
use external::is_outside;
pub(crate) use files::is_import;
use levels::expects_in_body;
use places::conditional;
pub(super) use places::{in_place_of_limit, is_attribute, is_known_on_loop};

/// The attributes of a function, sorted by where they go.
#[derive(Clone, Default)]
pub(crate) struct Attributes {
    /// Doc comments: on the function; the module refers to it.
    pub(crate) docs: Vec<Attribute>,
    /// `cfg` attributes: on every generated item.
    pub(crate) cfg: Vec<Attribute>,
    /// All others: on the function alone.
    pub(crate) other: Vec<Attribute>,
}

/// A function's attributes, and where derivatives were asked for.
#[derive(Default)]
pub(crate) struct ParsedAttributes {
    /// The attributes by where they go.
    pub(crate) attributes: Attributes,
    /// The names of the rules for its graph.
    pub(crate) rewrites: Vec<Ident>,
    /// The requested derivatives.
    pub(crate) derivatives: Derivatives,
    /// The permissions of generated code.
    pub(crate) codegen: Codegen,
    /// The words that ask for derivatives.
    pub(crate) requests: Vec<Ident>,
    /// Those of them that ask for more than every function has.
    more: Vec<Ident>,
}

impl ParsedAttributes {
    /// Sorts attributes.
    pub(crate) fn of(all: &[Attribute], diagnostics: &Diagnostics) -> Self {
        let mut parsed = Self {
            codegen: codegen(all, diagnostics),
            rewrites: rewrites(all, diagnostics),
            ..Self::default()
        };
        for attribute in all {
            let path = attribute.path();
            if path.is_ident("doc") {
                parsed.attributes.docs.push(attribute.clone());
            } else if path.is_ident("cfg") {
                parsed.attributes.cfg.push(attribute.clone());
            } else if path.is_ident("derivatives") {
                derivatives(attribute, &mut parsed, diagnostics);
            } else if path.is_ident("check") && parsed.derivatives.check.is_some() {
                let message = "the function has this attribute already";
                let diagnostic = Diagnostic::new(SourcePlace::of(attribute), message);
                diagnostics.push(diagnostic.help("remove one of the two"));
            } else if path.is_ident("check") {
                match check(attribute) {
                    Ok(check) => parsed.derivatives.check = Some(check),
                    Err(error) => diagnostics.push_syntax(error),
                }
                parsed.requests.extend(path.get_ident().cloned());
            } else if let Some(error) = conditional(attribute) {
                diagnostics.push(error);
            } else if last_is(path, "differentiable") {
                if let syn::Meta::List(list) = &attribute.meta
                    && let Err(error) = differentiable_arguments(list.tokens.clone())
                {
                    diagnostics.push_syntax(error);
                }
            } else if !is_codegen(attribute)
                && !is_rewrite(attribute)
                && !is_import(attribute)
                && !is_rule(attribute)
                && !is_outside(attribute)
                && !expects_in_body(attribute)
                && !is_misplaced(attribute, Carrier::Function, diagnostics)
            {
                match misspelt(attribute) {
                    Some(misspelt) => diagnostics.push(misspelt),
                    None => parsed.attributes.other.push(attribute.clone()),
                }
            }
        }
        check_only(&parsed, diagnostics);
        parsed
    }
}

/// The arguments of `#[differentiable(..)]`: the facade's path, where it is written.
pub(crate) fn differentiable_arguments(arguments: TokenStream) -> syn::Result<Option<TokenStream>> {
    let parser = |input: ParseStream<'_>| {
        if input.is_empty() {
            return Ok(None);
        }
        if !input.peek(Token![crate]) {
            let message = "expected `crate = path`, the path of the crate `adgraph`";
            // The list itself may stand there: `derivatives(hessian)`.
            let list = input.fork().parse::<MetaList>().ok();
            let list = list.filter(|list| list.path.is_ident("derivatives"));
            let asked = input.fork().parse::<Ident>().ok();
            let asked = asked.filter(|word| is_request(&word.to_string()));
            let asked = list
                .map(|list| print(&list.tokens))
                .or(asked.map(|word| word.to_string()));
            let diagnostic = Diagnostic::new(SourcePlace::token(input.span()), message);
            return Err(diagnostic
                .help_if(asked.map(|word| {
                    format!(
                        "derivatives are asked for by another attribute: `#[derivatives({word})]`"
                    )
                }))
                .into_syn());
        }
        input.parse::<Token![crate]>()?;
        input.parse::<Token![=]>()?;
        let path: Path = input.parse()?;
        input.parse::<Option<Token![,]>>()?;
        Ok(Some(quote!(#path)))
    };
    parser.parse2(arguments)
}

fn last_is(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|s| s.ident == name)
}
