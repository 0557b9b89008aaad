//! What `#[derivatives(..)]` asks for beyond the items that every function gets.

use proc_macro2::TokenStream;

use super::{Bodies, hessian, jacobian, matrix, sparse, taylor};
use crate::emit::mixed;
use crate::emit::names::Names;

/// The items, which arguments and results of several float types do not have.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let asked = &names.signature.derivatives;
    let taylor = taylor::items(names, bodies);
    if names.float().is_none() {
        return taylor;
    }
    let jacobian = asked.jacobian.then(|| jacobian::items(names, bodies));
    let hessian = hessian::items(names, bodies);
    let sparse = sparse::items(names, bodies);
    let offsets = asked.matrices().then(|| matrix::offsets(names));
    mixed!(#offsets #jacobian #hessian #sparse #taylor)
}
