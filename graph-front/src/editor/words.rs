//! Words that are no functions: attributes, the requests in `#[derivatives(..)]`, and the options
//! of calls. Each is mentioned as the facade's documented module of that name.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use syn::parse::Parser;
use syn::{Attribute, FnArg, Meta};

use crate::emit::mixed;
use crate::parse::{FunctionSource, is_own};
use crate::tokens::joined;

/// The words of attributes on a function and its arguments.
pub(super) fn of_function(function: &FunctionSource, support: &TokenStream) -> TokenStream {
    let arguments = function.signature.inputs.iter();
    let on_arguments = arguments.flat_map(|argument| match argument {
        FnArg::Typed(argument) => &argument.attrs[..],
        FnArg::Receiver(_) => &[],
    });
    let attributes = function.attributes.iter().chain(on_arguments);
    joined(attributes.map(|attribute| of_attribute(attribute, support)))
}

/// The same of attributes in a body.
pub(super) fn of_tokens(tokens: &[TokenTree], support: &TokenStream) -> TokenStream {
    let tokens: TokenStream = tokens.iter().cloned().collect();
    let attributes = Attribute::parse_outer.parse2(tokens).unwrap_or_default();
    joined(attributes.iter().map(|own| of_attribute(own, support)))
}

/// The name of an attribute of the language, and the requests in it.
fn of_attribute(attribute: &Attribute, support: &TokenStream) -> TokenStream {
    if !is_own(attribute) {
        return TokenStream::new();
    }
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
    for token in list {
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
    let mut whole = Group::new(Delimiter::Parenthesis, words);
    whole.set_span(span);
    whole
}
