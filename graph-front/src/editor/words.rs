//! Words that are no functions: attributes, the requests in `#[derivatives(..)]`, and the options
//! of calls. Each is mentioned as the facade's documented module of that name.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use syn::parse::Parser;
use syn::{Attribute, FnArg, Meta, Path};

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};
use crate::emit::mixed;
use crate::parse::{FunctionSource, is_level, is_own};
use crate::tokens::{joined, sign, unknown_value};

/// The words of attributes on a function and its arguments.
pub(super) fn of_function(function: &FunctionSource, support: &TokenStream) -> TokenStream {
    let arguments = function.signature.inputs.iter();
    let on_arguments = arguments.flat_map(|argument| match argument {
        FnArg::Typed(argument) => &argument.attrs[..],
        FnArg::Receiver(_) => &[],
    });
    let on_arguments = on_arguments.filter(|own| may_be_own(own));
    let on_function = function.attributes.iter().filter(|own| is_own(own));
    let attributes = on_function.chain(on_arguments);
    joined(attributes.map(|attribute| of_attribute(attribute, support)))
}

/// The functions of the surrounding code that a function's attributes name, its rules, and the one
/// that it declares.
pub(super) fn of_surroundings(function: &FunctionSource) -> TokenStream {
    let lists = function
        .attributes
        .iter()
        .filter_map(|own| match &own.meta {
            Meta::List(list) if NAMING.iter().any(|name| list.path.is_ident(name)) => Some(list),
            Meta::List(_) | Meta::Path(_) | Meta::NameValue(_) => None,
        });
    let paths = lists.flat_map(|list| {
        let tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
        let arguments = tokens.split(|token| sign(token) == Some(','));
        let paths = arguments.filter_map(|argument| match argument {
            [TokenTree::Ident(_), equals, path @ ..] if sign(equals) == Some('=') => {
                let path: TokenStream = path.iter().cloned().collect();
                syn::parse2::<Path>(path).ok()
            }
            _ => None,
        });
        paths.collect::<Vec<Path>>()
    });
    let rules = joined(paths.map(|path| mixed!((#path);)));
    let declared = function.outside.as_ref().map(|_| {
        let name = &function.signature.ident;
        mixed!((#name);)
    });
    mixed!(#rules #declared)
}

/// The attributes that name functions, each behind a `=`.
const NAMING: [&str; 2] = ["derivative", "external"];

/// Whether an attribute in the text of a function is one of the language, or is being written: the
/// compiler's own there are levels of lints and comments.
fn may_be_own(attribute: &Attribute) -> bool {
    let name = attribute.path().get_ident();
    let is_known = name.is_some_and(|name| name == "doc" || name == "cfg");
    name.is_some() && !is_known && !is_level(attribute)
}

/// The same of attributes in a body.
pub(super) fn of_tokens(tokens: &[TokenTree], support: &TokenStream) -> TokenStream {
    let tokens: TokenStream = tokens.iter().cloned().collect();
    let attributes = Attribute::parse_outer.parse2(tokens).unwrap_or_default();
    let own = attributes.iter().filter(|own| may_be_own(own));
    joined(own.map(|own| of_attribute(own, support)))
}

/// The name of an attribute of the language, and the requests in it.
fn of_attribute(attribute: &Attribute, support: &TokenStream) -> TokenStream {
    let name = attribute.path();
    let requests = match &attribute.meta {
        Meta::List(list) if name.is_ident("derivatives") => {
            let span = list.delimiter.span().open();
            let list = requests(list.tokens.clone(), span, support);
            Some(mixed!(let _ = #list;))
        }
        Meta::List(_) | Meta::Path(_) | Meta::NameValue(_) => None,
    };
    mixed!((#support::words::attributes::#name); #requests)
}

/// An option of a call.
pub(super) fn option(name: &TokenTree, support: &TokenStream) -> TokenStream {
    mixed!(#support::words::options::#name)
}

/// The words in `#[derivatives(..)]`, in the user's parentheses, where an editor looks for what may
/// stand there.
fn requests(list: TokenStream, span: Span, support: &TokenStream) -> Group {
    let mut words = TokenStream::new();
    // The name behind `module =` is the user's own.
    let mut is_value = false;
    // Where a word is missing an editor looks for the place of one.
    let mut is_missing = true;
    for token in list {
        is_missing = sign(&token) == Some(',');
        match token {
            TokenTree::Ident(word) if !is_value => {
                words.extend(mixed!(#support::words::requests::#word,));
            }
            TokenTree::Group(group) => {
                let inner = requests(group.stream(), group.span_open(), support);
                words.extend(mixed!(#inner,));
            }
            TokenTree::Punct(mark) => is_value = mark.as_char() == '=',
            TokenTree::Ident(_) | TokenTree::Literal(_) => {}
        }
    }
    if is_missing {
        let missing = unknown_value(Span::mixed_site());
        words.extend(mixed!(#support::words::requests::#missing,));
    }
    let mut whole = Group::new(Delimiter::Parenthesis, words);
    whole.set_span(span);
    whole
}

/// The tokens with a name in each attribute that has none, `#[]`: a parser would lose the function,
/// and an editor looks for the place of the name. Follows groups by recursion, whose depth
/// [`crate::guard`] bounds.
pub(crate) fn with_names(tokens: TokenStream, diagnostics: &Diagnostics) -> TokenStream {
    named(tokens.clone(), diagnostics).unwrap_or(tokens)
}

/// The tokens where a name is missing among them.
fn named(tokens: TokenStream, diagnostics: &Diagnostics) -> Option<TokenStream> {
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut is_changed = false;
    for at in 0..tokens.len() {
        let TokenTree::Group(group) = &tokens[at] else {
            continue;
        };
        let before = at.checked_sub(1).and_then(|before| sign(&tokens[before]));
        let is_empty = group.delimiter() == Delimiter::Bracket && group.stream().is_empty();
        let content = match before == Some('#') && is_empty {
            true => {
                let place = SourcePlace::between(group.span_open(), group.span_close());
                diagnostics.push(Diagnostic::new(place, "expected the name of an attribute"));
                Some(TokenTree::from(unknown_value(Span::mixed_site())).into())
            }
            false => named(group.stream(), diagnostics),
        };
        if let Some(content) = content {
            let mut new = Group::new(group.delimiter(), content);
            new.set_span(group.span());
            tokens[at] = new.into();
            is_changed = true;
        }
    }
    is_changed.then(|| tokens.into_iter().collect())
}
