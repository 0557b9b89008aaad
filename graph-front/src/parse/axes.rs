//! `Axis`, the type of a `const` that is an axis: in the language alone. Outside of the block an
//! axis is its length.

use quote::quote_spanned;
use syn::{ItemConst, Type};

/// The name of the type.
pub(crate) const AXIS: &str = "Axis";

/// Whether a type is that of axes.
pub(crate) fn is_axis(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.qself.is_none() && path.path.is_ident(AXIS))
}

/// A constant as Rust knows it.
pub(super) fn as_rust(item: &ItemConst) -> ItemConst {
    let mut item = item.clone();
    if is_axis(&item.ty) {
        let span = crate::diagnostics::SourcePlace::of(&item.ty).start();
        let length = quote_spanned!(span=> usize);
        item.ty = Box::new(Type::Verbatim(length));
    }
    item
}
