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

/// The result of an adjoint from outside, `#[external(adjoint = path)]`: the value `Y` of the
/// function, and derivatives by its arguments.
#[diagnostic::on_unimplemented(
    message = "an adjoint returns the value, `{Y}`, and derivatives by the arguments, not `{Self}`",
    label = "returns `{Self}`",
    note = "it is a `fn(arguments.., seed: {Y}) -> ({Y}, derivatives)`, with the derivative by the \
            only argument, or a tuple of those by each"
)]
pub trait ValueAndDerivatives<Y> {
    /// The type of the derivatives.
    type Derivatives;

    /// The derivatives.
    fn derivatives(self) -> Self::Derivatives;
}

impl<Y, D> ValueAndDerivatives<Y> for (Y, D) {
    type Derivatives = D;

    #[inline]
    fn derivatives(self) -> D {
        self.1
    }
}

/// The result of a tangent from outside, `#[external(tangent = path)]`: the value `Y` of the
/// function, and its derivative in a direction.
#[diagnostic::on_unimplemented(
    message = "a tangent returns the value and the derivative in a direction, `({Y}, {Y})`, not \
               `{Self}`",
    label = "returns `{Self}`",
    note = "it is a `fn(arguments.., &direction) -> ({Y}, {Y})`"
)]
pub trait ValueAndTangent<Y> {
    /// The derivative.
    fn tangent(self) -> Y;
}

impl<Y> ValueAndTangent<Y> for (Y, Y) {
    #[inline]
    fn tangent(self) -> Y {
        self.1
    }
}
