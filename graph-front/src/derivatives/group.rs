//! Groups of inputs and results, used in the rows of requests and programs.

/// A group of inputs after the arguments of the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum InputGroup {
    /// A factor for each element of the result, by which adjoints are multiplied.
    Seed,
    /// A weight for each element of several results; the Hessian is that of their weighted sum. A
    /// single number has none, except over flat slices, where the weight scales the output.
    Weights,
    /// A direction in the arguments that have derivatives.
    Direction,
    /// As many of these as the highest order of Taylor coefficients.
    Curve,
}

impl InputGroup {
    /// The name of the parameter, in every surface.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Seed => "seed",
            Self::Weights => "weights",
            Self::Direction => "direction",
            Self::Curve => "curve",
        }
    }
}

/// A group of results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OutputGroup {
    /// The result of the function.
    Value,
    /// The derivative of the result in a direction.
    Tangent,
    /// Derivatives by the arguments: of the sum of the results with their seeds or weights.
    Adjoint,
    /// The Hessian times a direction, by the arguments.
    Product,
    /// All elements of a matrix of derivatives.
    Dense(Matrix),
    /// The elements of a matrix that may differ from zero; of the Hessian, those of the lower
    /// triangle.
    Entries(Matrix),
    /// Taylor coefficients of the result.
    Series,
}

impl OutputGroup {
    /// How many outputs of a program it is, of a function with so many results and arguments that
    /// have derivatives. A series is as many for each order.
    pub(crate) fn outputs(self, results: usize, independent: usize) -> usize {
        match self {
            Self::Value | Self::Tangent | Self::Series => results,
            Self::Adjoint | Self::Product => independent,
            Self::Dense(_) | Self::Entries(_) => 1,
        }
    }
}

/// A matrix with a column for each independent variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Matrix {
    /// With a row for each element of the result.
    Jacobian,
    /// With a row for each independent variable.
    Hessian,
}

/// A group of results under its names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named {
    pub(crate) group: OutputGroup,
    /// The name of the parameter or variable.
    pub(crate) name: &'static str,
    /// The name of the slice in the traits over flat slices; a number without one is returned
    /// there.
    pub(crate) slice: Option<&'static str>,
}

/// A demand on the signature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Need {
    /// A result of floats, and an argument to differentiate by.
    Derivative,
    /// A single number as the result.
    Number,
    /// One float type of all arguments with derivatives and of the results of floats.
    OneFloat,
    /// Results that are all of floats, as those in flat slices and with rows in a matrix are.
    FloatResults,
    /// A matrix that is not too large for an array.
    Array(Matrix),
    /// Extents that are known when the function is compiled.
    KnownExtents,
}

/// How a matrix is filled by a program that multiplies by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sweep {
    /// The Jacobian by tangents or adjoints, whichever are fewer.
    Jacobian,
    /// The Hessian by products with directions.
    Hessian,
}

/// A trait of functions over flat slices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Trait {
    Function,
    ScalarFunction,
    JacobianFunction,
    HessianFunction,
    SparseJacobianFunction,
    SparseHessianFunction,
    TaylorFunction,
}

impl Trait {
    /// All traits, in the order in which they are implemented.
    pub(crate) const ALL: [Self; 7] = [
        Self::Function,
        Self::ScalarFunction,
        Self::JacobianFunction,
        Self::HessianFunction,
        Self::SparseJacobianFunction,
        Self::SparseHessianFunction,
        Self::TaylorFunction,
    ];

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Function => "Function",
            Self::ScalarFunction => "ScalarFunction",
            Self::JacobianFunction => "JacobianFunction",
            Self::HessianFunction => "HessianFunction",
            Self::SparseJacobianFunction => "SparseJacobianFunction",
            Self::SparseHessianFunction => "SparseHessianFunction",
            Self::TaylorFunction => "TaylorFunction",
        }
    }
}
