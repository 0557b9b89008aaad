//! The size of values that functions take and return.

use graph_ir::Type;

/// How many bytes a generated function returns by value; for larger results only the `_into`
/// forms exist. (A megabyte returned by value overflows the stack of a thread in a build without
/// optimisation.)
pub(crate) const RETURN_LIMIT: usize = 64 * 1024;

/// The size of values in bytes.
pub(crate) fn bytes_of<'t>(types: impl IntoIterator<Item = &'t Type>) -> usize {
    let bytes = |ty: &Type| ty.shape.size().saturating_mul(ty.element.bytes());
    types.into_iter().map(bytes).fold(0, usize::saturating_add)
}
