//! The size of values that functions take and return.

use graph_ir::Type;

/// How many bytes a generated function returns by value; for larger results only the `_into`
/// forms exist. (A megabyte returned by value overflows the stack of a thread in a build without
/// optimisation.)
pub(crate) const RETURN_LIMIT: usize = 64 * 1024;

/// How many numbers an argument has that is passed by value, in a signature that is suggested.
const BY_VALUE: usize = 16;

/// The bytes of an array whose length is known at run time, which lies elsewhere.
const VECTOR: usize = 24;

/// The size of values in bytes.
pub(crate) fn bytes_of<'t>(types: impl IntoIterator<Item = &'t Type>) -> usize {
    let bytes = |ty: &Type| {
        let size = ty.shape.count().known();
        size.map_or(VECTOR, |size| size.saturating_mul(ty.element.bytes()))
    };
    types.into_iter().map(bytes).fold(0, usize::saturating_add)
}

/// Whether an argument is better passed by reference.
pub(crate) fn is_large(ty: &Type) -> bool {
    !ty.shape.count().at_most(BY_VALUE)
}
