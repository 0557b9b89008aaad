//! Derivatives written as methods of a function, `f.gradient(x)` for `f::gradient(x)`: an error
//! that says what to write. The compiler looks for a method in all traits in scope, of which the prelude
//! brings this one, and reports a bound that is not met by its own text.

/// A function with derivatives as methods, of which there is none: those of a function `f` of a
/// block are functions of the module `f`.
#[diagnostic::on_unimplemented(
    message = "derivatives of a function are no methods of it",
    label = "for a function `f` of `graph!`, write `f::` in place of `f.`",
    note = "they are functions of the module `f`; `f::Function` has them as methods over flat slices",
    note = "a `WithSparsity` has the sparse ones where `WithSparsity::new(function).jacobian()?`, or \
            `.hessian()?`, found the places of their entries"
)]
pub trait HasDerivativesAsMethods {}

/// Derivatives as methods, which no type has: `f.gradient(x)` in place of `f::gradient(x)` is an
/// error that says so, where the prelude is imported.
#[allow(missing_docs, reason = "none of the methods can be called")]
pub trait DerivativesAsMethods {
    fn gradient(&mut self) {}
    fn adjoint(&mut self) {}
    fn tangent(&mut self) {}
    fn jacobian(&mut self) {}
    fn hessian(&mut self) {}
    fn hessian_product(&mut self) {}
    fn sparse_jacobian(&mut self) {}
    fn sparse_hessian(&mut self) {}
    fn taylor(&mut self) {}
    fn grad(&mut self) {}
    fn value_and_grad(&mut self) {}
}

impl<T: HasDerivativesAsMethods> DerivativesAsMethods for T {}
