//! The kinds within a family of operators: reductions, running values, composites and operators of
//! linear algebra. What they compute stands with their rules.

use crate::scalar::ScalarOp;

/// The reductions. Their order of combination is [`graph_math::order`]'s; two floats are combined
/// by the scalar operator of [`Self::combination`], two integers by wrapping arithmetic and by
/// their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reduction {
    /// The sum; 0 without elements.
    Sum,
    /// The product; 1 without elements.
    Prod,
    /// The largest element (a NaN is ignored beside numbers); there must be an element.
    Max,
    /// The smallest element (a NaN is ignored beside numbers); there must be an element.
    Min,
    /// The position of the first largest element in row-major order over the reduced axes. A NaN
    /// is ignored beside numbers; 0 where there are only NaNs.
    ArgMax,
    /// The position of the first smallest element in row-major order over the reduced axes. A NaN
    /// is ignored beside numbers; 0 where there are only NaNs.
    ArgMin,
}

impl Reduction {
    /// Every reduction, for tables and tests.
    pub const ALL: [Self; 6] = [
        Self::Sum,
        Self::Prod,
        Self::Max,
        Self::Min,
        Self::ArgMax,
        Self::ArgMin,
    ];

    /// The name in the textual form and in the language.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Prod => "prod",
            Self::Max => "max",
            Self::Min => "min",
            Self::ArgMax => "argmax",
            Self::ArgMin => "argmin",
        }
    }

    /// Whether the result is a position rather than a value.
    #[must_use]
    pub fn yields_position(self) -> bool {
        matches!(self, Self::ArgMax | Self::ArgMin)
    }

    /// The value without elements, where there is one.
    #[must_use]
    pub fn neutral(self) -> Option<f64> {
        match self {
            Self::Sum => Some(0.0),
            Self::Prod => Some(1.0),
            Self::Max | Self::Min | Self::ArgMax | Self::ArgMin => None,
        }
    }

    /// The scalar operator that combines two elements; `None` for positions.
    #[must_use]
    pub fn combination(self) -> Option<ScalarOp> {
        match self {
            Self::Sum => Some(ScalarOp::Add),
            Self::Prod => Some(ScalarOp::Mul),
            Self::Max => Some(ScalarOp::Max),
            Self::Min => Some(ScalarOp::Min),
            Self::ArgMax | Self::ArgMin => None,
        }
    }
}

/// The way in which a running value takes the next element in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cumulation {
    /// The sum of all elements up to each.
    Sum,
    /// The product of all elements up to each.
    Prod,
}

impl Cumulation {
    /// Every one, for tables and tests.
    pub const ALL: [Self; 2] = [Self::Sum, Self::Prod];

    /// The name in the language.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sum => "cumsum",
            Self::Prod => "cumprod",
        }
    }

    /// The operator that takes the next element in.
    #[must_use]
    pub fn combination(self) -> ScalarOp {
        match self {
            Self::Sum => ScalarOp::Add,
            Self::Prod => ScalarOp::Mul,
        }
    }
}

/// A composite over one float tensor, along a set of its axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Composite {
    /// `exp(x - m) / sum(exp(x - m))` with `m` the maximum: no overflow.
    Softmax,
    /// The logarithm of `softmax`, accurate where that underflows.
    LogSoftmax,
    /// `ln(sum(exp(x)))` without overflow; drops the axes.
    LogSumExp,
    /// The arithmetic mean; drops the axes.
    Mean,
    /// The mean squared deviation from the mean (divided by the count); drops the axes.
    Variance,
    /// The Euclidean norm, 0 without elements; drops the axes. Its derivative at zero is zero.
    Norm,
}

impl Composite {
    /// Every composite, for tables and tests.
    pub const ALL: [Self; 6] = [
        Self::Softmax,
        Self::LogSoftmax,
        Self::LogSumExp,
        Self::Mean,
        Self::Variance,
        Self::Norm,
    ];

    /// The name in the textual form and in the language.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Softmax => "softmax",
            Self::LogSoftmax => "log_softmax",
            Self::LogSumExp => "log_sum_exp",
            Self::Mean => "mean",
            Self::Variance => "variance",
            Self::Norm => "norm",
        }
    }

    /// The composite of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|c| c.name() == name)
    }

    /// Whether the axes are missing from the result.
    #[must_use]
    pub fn drops_axes(self) -> bool {
        !matches!(self, Self::Softmax | Self::LogSoftmax)
    }

    /// Whether there is no value without elements. The norm of none is 0, as their sum is.
    #[must_use]
    pub fn needs_elements(self) -> bool {
        match self {
            Self::Softmax | Self::LogSoftmax | Self::LogSumExp | Self::Mean | Self::Variance => {
                true
            }
            Self::Norm => false,
        }
    }

    /// Whether there are derivative rules besides the body's own.
    #[must_use]
    pub fn has_rules(self) -> bool {
        !matches!(self, Self::Mean | Self::Variance)
    }
}

/// An operator of linear algebra over float matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algebra {
    /// `(a, b)`: the `x` with `a x = b`, for a square matrix and a vector or the columns of a
    /// matrix.
    LinearSolve,
    /// `(a, b)`: the `x` with `aᵀ x = b`, from the factors that [`Self::LinearSolve`] needs.
    TransposedSolve,
    /// `(l, b)`: the `x` with `l x = b`, where of `l` the lower triangle is read and the other
    /// taken for zero.
    LowerSolve,
    /// `(l, b)`: the `x` with `lᵀ x = b`, as [`Self::LowerSolve`].
    LowerTransposedSolve,
    /// The lower triangular `l` with `l lᵀ = (a + aᵀ) / 2` and a positive diagonal.
    Cholesky,
    /// `(l, g)`: the adjoint of the matrix of which `l` is the [`Self::Cholesky`] factor, for the
    /// adjoint `g` of that; a symmetric matrix.
    CholeskyAdjoint,
    /// The inverse of a matrix.
    Inverse,
    /// The determinant of a matrix.
    Det,
    /// The logarithm of the magnitude of the determinant of a matrix.
    LogDet,
    /// The exponential of a matrix.
    Expm,
    /// The factor with orthonormal columns of a matrix `q r`.
    QrQ,
    /// The upper triangular factor of such a matrix, with no negative number on its diagonal.
    QrR,
    /// The eigenvalues of the symmetric matrix `(a + aᵀ) / 2`, ascending.
    EighValues,
    /// Its eigenvectors in that order, as columns.
    EighVectors,
    /// The left singular vectors of a matrix, as columns.
    SvdU,
    /// The singular values, descending.
    SvdValues,
    /// The right singular vectors, as rows.
    SvdVt,
}

impl Algebra {
    /// Every operator, for tables and tests.
    pub const ALL: [Self; 17] = [
        Self::LinearSolve,
        Self::TransposedSolve,
        Self::LowerSolve,
        Self::LowerTransposedSolve,
        Self::Cholesky,
        Self::CholeskyAdjoint,
        Self::Inverse,
        Self::Det,
        Self::LogDet,
        Self::Expm,
        Self::QrQ,
        Self::QrR,
        Self::EighValues,
        Self::EighVectors,
        Self::SvdU,
        Self::SvdValues,
        Self::SvdVt,
    ];

    /// The name in the textual form.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::LinearSolve => "linear_solve",
            Self::TransposedSolve => "transposed_solve",
            Self::LowerSolve => "lower_solve",
            Self::LowerTransposedSolve => "lower_transposed_solve",
            Self::Cholesky => "cholesky",
            Self::CholeskyAdjoint => "cholesky_adjoint",
            Self::Inverse => "inverse",
            Self::Det => "det",
            Self::LogDet => "logdet",
            Self::Expm => "expm",
            Self::QrQ => "qr_q",
            Self::QrR => "qr_r",
            Self::EighValues => "eigh_values",
            Self::EighVectors => "eigh_vectors",
            Self::SvdU => "svd_u",
            Self::SvdValues => "svd_values",
            Self::SvdVt => "svd_vt",
        }
    }

    /// The name of the function in the language.
    #[must_use]
    pub fn function(self) -> &'static str {
        self.part().map_or(self.name(), |(function, _)| function)
    }

    /// The function in the language of whose results this is one, and its position among them.
    #[must_use]
    pub fn part(self) -> Option<(&'static str, usize)> {
        match self {
            Self::QrQ => Some(("qr", 0)),
            Self::QrR => Some(("qr", 1)),
            Self::EighValues => Some(("eigh", 0)),
            Self::EighVectors => Some(("eigh", 1)),
            Self::SvdU => Some(("svd", 0)),
            Self::SvdValues => Some(("svd", 1)),
            Self::SvdVt => Some(("svd", 2)),
            Self::LinearSolve
            | Self::TransposedSolve
            | Self::LowerSolve
            | Self::LowerTransposedSolve
            | Self::Cholesky
            | Self::CholeskyAdjoint
            | Self::Inverse
            | Self::Det
            | Self::LogDet
            | Self::Expm => None,
        }
    }

    /// The operator of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|op| op.name() == name)
    }

    /// The names of the operands.
    #[must_use]
    pub fn operands(self) -> &'static [&'static str] {
        match self {
            Self::LinearSolve | Self::TransposedSolve => &["a", "b"],
            Self::LowerSolve | Self::LowerTransposedSolve => &["l", "b"],
            Self::CholeskyAdjoint => &["l", "g"],
            _ => &["a"],
        }
    }
}
