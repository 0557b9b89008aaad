//! Placeholder for the back end: the items of a function without their meaning.

use graph_ir::Graph;
use proc_macro2::TokenStream;
use quote::quote;

use crate::signature::Signature;
use crate::stub;

/// The items of a function.
pub(crate) fn function(signature: &Signature, _graph: &Graph) -> TokenStream {
    stub::items(signature, &quote!({ loop {} }))
}
