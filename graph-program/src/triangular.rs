//! Factors of symmetric matrices and triangular systems, as one statement.

use super::{BufferPlace, Index, Matrix};

/// Rows that a kernel changes in place: [`factor`](graph_math::kernels::factor),
/// [`factor_adjoint`](graph_math::kernels::factor_adjoint) or
/// [`substitute`](graph_math::kernels::substitute).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Triangular {
    /// The number of rows, and of elements of each of them.
    pub extents: [usize; 2],
    /// Where the rows lie, one after the other.
    pub rows: BufferPlace,
    /// The method.
    pub method: Method,
    /// Whether products and differences may be fused, with one rounding, where the target does that.
    pub contract: bool,
}

/// The method of a kernel that changes rows.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Method {
    /// A square matrix becomes the upper triangular factor of its symmetric part.
    Factor,
    /// The adjoint of a factor becomes that of the symmetric part of its matrix.
    FactorAdjoint {
        /// The lower triangular factor. Its buffer is another one.
        factor: Matrix,
    },
    /// The right side of a triangular system becomes its solution.
    Substitute {
        /// The matrix. Its buffer is another one.
        matrix: Matrix,
        /// Whether it is an upper triangular one: rows then go from the last to the first.
        from_last: bool,
    },
}

impl Triangular {
    /// The matrix that is read besides the rows.
    #[must_use]
    pub fn matrix(&self) -> Option<&Matrix> {
        match &self.method {
            Method::Factor => None,
            Method::FactorAdjoint { factor } => Some(factor),
            Method::Substitute { matrix, .. } => Some(matrix),
        }
    }

    /// Where the rows and the matrix begin.
    pub fn indices(&self) -> impl Iterator<Item = &Index> {
        let matrix = self.matrix().map(|matrix| &matrix.base);
        matrix.into_iter().chain([&self.rows.index])
    }

    /// The same, to be changed.
    pub(super) fn indices_mut(&mut self) -> impl Iterator<Item = &mut Index> {
        let matrix = match &mut self.method {
            Method::Factor => None,
            Method::FactorAdjoint { factor } => Some(&mut factor.base),
            Method::Substitute { matrix, .. } => Some(&mut matrix.base),
        };
        matrix.into_iter().chain([&mut self.rows.index])
    }
}
