//! Types of functions from outside of a block, and of calls in a block.

/// Derivatives by the arguments of a function, as their values `P`: one value, or a tuple of them
/// with one for each argument. A function from outside, `#[external(adjoint = path)]`, returns such
/// a value, or the struct `Adjoint` of a function of a block, whose fields they are.
#[diagnostic::on_unimplemented(
    message = "derivatives by the arguments are of type `{P}`, and not `{Self}`",
    note = "they are that, or the struct `Adjoint` of a function of `graph!` with these fields"
)]
pub trait DerivativesByArguments<P> {
    /// The values.
    fn into_fields(self) -> P;

    /// From the values.
    fn from_fields(fields: P) -> Self;
}

impl<P> DerivativesByArguments<P> for P {
    #[inline]
    fn into_fields(self) -> P {
        self
    }

    #[inline]
    fn from_fields(fields: P) -> Self {
        fields
    }
}

/// The value of a function of a block, in the compiler's message about a call in the block whose
/// value nothing takes. There is none outside of such messages.
#[must_use = "a function of a block does nothing but compute its value"]
#[derive(Clone, Copy, Debug)]
pub struct ValueOfFunction(());
