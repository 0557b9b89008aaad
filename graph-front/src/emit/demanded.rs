//! Traits that nothing has, which items demand that stand for others: to use such an item is an
//! error whose text is the reason.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use super::mixed;

/// The trait of this name, given the facade's hidden module, and the lines of the error.
pub(crate) fn definition(
    private: &TokenStream,
    name: &Ident,
    message: &str,
    label: &str,
) -> TokenStream {
    let [message, label] = [message, label].map(|text| text.replace('{', "{{").replace('}', "}}"));
    mixed!(#private::generated::demanded! { #name #message #label })
}

/// A type of which the compiler knows nothing without a trait, and the demand for it, which stands
/// at this place. Of what is done with such a type the compiler reports nothing.
pub(crate) fn unknown(
    private: &TokenStream,
    demanded: &TokenStream,
    place: Span,
) -> (TokenStream, TokenStream) {
    let subject = subject(private);
    (
        mixed!(<#subject as #demanded>::Result),
        quote_spanned!(place=> #subject: #demanded),
    )
}

/// The type of which the traits are demanded: the compiler names it beside them. It has the lifetime
/// `'any`, since the compiler would notice at once that a type without parameters has no such trait.
pub(crate) fn subject(private: &TokenStream) -> TokenStream {
    mixed!(#private::generated::Generated<'any>)
}
