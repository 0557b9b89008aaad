//! `#[rewrite(..)]`: the rules of the block that are applied to the graph of a function.

use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Attribute, Ident, Meta, Path, Token};

use super::words::name;
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, print};

use super::super::rules::REWRITE;

/// How rules are stated.
pub(crate) const STATED: &str = "a macro cannot run what stands outside of it: state the rules in \
                                 the block, `const FUSED: Rules = rewrite! { .. };`";

/// Whether an attribute is this one.
pub(crate) fn is_rewrite(attribute: &Attribute) -> bool {
    attribute.path().is_ident(REWRITE)
}

/// The names of rules in a list of attributes.
pub(crate) fn rewrites(attributes: &[Attribute], diagnostics: &Diagnostics) -> Vec<Ident> {
    let mut names = Vec::new();
    for attribute in attributes.iter().filter(|own| is_rewrite(own)) {
        let list = match &attribute.meta {
            Meta::List(list) if !list.tokens.is_empty() => list,
            _ => {
                let message = "`#[rewrite(..)]` names no rules";
                let help = "write the names of rules of the block: `#[rewrite(FUSED)]`";
                let place = SourcePlace::of(attribute);
                diagnostics.push(Diagnostic::new(place, message).help(help));
                continue;
            }
        };
        let paths = |input: ParseStream<'_>| {
            Punctuated::<_, Token![,]>::parse_terminated_with(input, |input| {
                name::<Path>(input, "a name of rules")
            })
        };
        match list.parse_args_with(paths) {
            Err(error) => diagnostics.push_syntax(error),
            Ok(paths) => {
                for path in paths {
                    match path.get_ident() {
                        Some(own) => names.push(own.clone()),
                        None => diagnostics.push(outside(&path)),
                    }
                }
            }
        }
    }
    names
}

/// The error for rules that a path names.
fn outside(path: &Path) -> Diagnostic {
    let message = format!("`{}` does not name rules of this block", print(path));
    Diagnostic::new(SourcePlace::of(path), message).help(STATED)
}
