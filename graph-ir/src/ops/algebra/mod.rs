//! Linear algebra of small dense matrices: systems, factors, inverses, determinants, exponentials,
//! eigenvalues and singular values.
//!
//! Like a composite, each of these stays one node until the writers and the drawing code have seen
//! it, and is expanded before evaluation: into straight-line code for matrices up to [`UNROLLED`]
//! (the module `unrolled`), into loops for larger ones (`loops`). Both factor with partial
//! pivoting. Nodes that need the factors of the same matrix expand into equal nodes, which are
//! shared. A system, its tangent and its adjoint, which has an operator of its own with the
//! transposed matrix, therefore share one factorisation.
//!
//! Cholesky factors and triangular systems of matrices from [`KERNEL_FROM`] on, and of those whose
//! extent is symbolic, are not expanded: kernels compute them, to the same bits. So is the adjoint
//! of such a factor, which goes back through its blocks in a fraction of the time of its formula.
//! Other systems, inverses and determinants of symbolic extent are the loops.
//!
//! Derivatives are rules over the same operators (`derivatives`), so that they can be
//! differentiated again.
//!
//! Sources: N. J. Higham, *Accuracy and Stability of Numerical Algorithms*, 2nd ed., SIAM 2002,
//! chapters 9 and 10; M. B. Giles, *Collected matrix derivative results for forward and reverse
//! mode algorithmic differentiation*, 2008; I. Murray, *Differentiation of the Cholesky
//! decomposition*, 2016.

mod body;
mod derivatives;
mod exponential;
mod jacobi;
mod loops;
mod orthogonal;
mod parts;
mod spectral;
mod unrolled;

use alloc::string::String;
use alloc::vec::Vec;

pub use crate::graph::op::Algebra;
pub use loops::Bodies;

use loops::Body;

use crate::builder::{Builder, Wire};
use crate::error::{Error, Result};
use crate::graph::{Graph, InputKind, NodeId, Op};
use crate::types::{Extent, Shape, Type};

/// Up to this extent matrices are factored by straight-line code: there it is quicker than loops.
pub const UNROLLED: usize = 8;

/// Up to this extent matrices can be factored by straight-line code, where loops cannot be had.
pub const STRAIGHT: usize = 64;

/// From this extent on, kernels factor matrices and solve triangular systems. Loops over smaller
/// ones can be computed for several points at once.
pub const KERNEL_FROM: usize = graph_math::kernels::BLOCKED_FROM;

/// Up to this extent a determinant is its polynomial, which is as good as the one from factors (the
/// error of either is of the order of the sum of the products' magnitudes) and has derivatives at
/// singular matrices too.
pub const POLYNOMIAL: usize = 4;

fn is_large(extent: &Extent) -> bool {
    extent.known().is_none_or(|extent| extent >= KERNEL_FROM)
}

/// A shape of matrices.
#[derive(Clone, Copy)]
enum Expected {
    Square,
    /// At least as many rows as columns.
    Tall,
    Any,
}

impl Expected {
    fn fits(self, rows: usize, columns: usize) -> bool {
        match self {
            Self::Square => rows == columns,
            Self::Tall => rows >= columns,
            Self::Any => true,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Square => "a square matrix of floating point numbers",
            Self::Tall => {
                "a matrix of floating point numbers with at least as many rows as columns"
            }
            Self::Any => "a matrix of floating point numbers",
        }
    }
}

impl Graph {
    /// The operator of linear algebra that a node is, where a kernel computes it.
    #[must_use]
    pub fn algebra_kernel(&self, id: NodeId) -> Option<Algebra> {
        let Op::Algebra(op) = self.op(id) else {
            return None;
        };
        let operands = self.arguments(id).iter().map(|&id| self.ty(id));
        op.has_kernel(&operands.collect::<Vec<_>>()).then_some(op)
    }
}

impl Algebra {
    /// The result's type.
    ///
    /// # Errors
    /// When the number of operands is wrong, the first is no square matrix of floats, or the second
    /// no vector or matrix of as many rows.
    pub fn infer(self, operands: &[&Type]) -> Result<Type> {
        let op = || String::from(self.function());
        let (expected, found) = (self.operands().len(), operands.len());
        if expected != found {
            return Err(Error::WrongArity {
                op: op(),
                expected,
                found,
            });
        }
        let matrix = operands[0];
        let expected = self.expected();
        if !self.has_kernel(operands) && !self.has_loops() {
            matrix.shape.require_known()?;
        }
        let fits = match &matrix.shape.counts()[..] {
            [rows, columns] => match (rows.known(), columns.known()) {
                (Some(rows), Some(columns)) => expected.fits(rows, columns),
                // What takes symbols takes square matrices.
                _ => rows == columns,
            },
            _ => false,
        };
        if !fits || !matrix.is_float() {
            return Err(Error::WrongOperand {
                op: op(),
                expected: expected.words(),
                found: matrix.clone(),
            });
        }
        let Some(&right) = operands.get(1) else {
            if matches!(self, Self::Det | Self::LogDet) {
                return Ok(Type::scalar(matrix.element));
            } else if matrix.shape.is_symbolic() {
                return Ok(matrix.clone());
            }
            let (rows, columns) = (matrix.shape.extent(0), matrix.shape.extent(1));
            let least = rows.min(columns);
            let with = |extents: &[usize]| Shape::new(extents).map(|s| matrix.with_shape(s));
            return Ok(match self {
                Self::QrR => with(&[columns, columns])?,
                Self::EighValues | Self::SvdValues => with(&[least])?,
                Self::SvdU => with(&[rows, least])?,
                Self::SvdVt => with(&[least, columns])?,
                _ => matrix.clone(),
            });
        };
        if right.element != matrix.element {
            return Err(Error::ElementMismatch {
                op: op(),
                left: matrix.clone(),
                right: right.clone(),
            });
        }
        if self == Self::CholeskyAdjoint && right.shape != matrix.shape {
            return Err(Error::WrongOperand {
                op: op(),
                expected: "an adjoint of the factor's shape",
                found: right.clone(),
            });
        }
        if !(1..=2).contains(&right.shape.rank()) {
            return Err(Error::WrongOperand {
                op: op(),
                expected: "a vector or a matrix on the right side",
                found: right.clone(),
            });
        }
        if matrix.shape.count_along(0) != right.shape.count_along(0) {
            return Err(Error::ContractionExtents {
                op: op(),
                left: matrix.clone(),
                left_axis: 0,
                right: right.clone(),
                right_axis: 0,
            });
        }
        Ok(right.clone())
    }

    /// Whether there are derivative rules besides the body's own, for a first operand of this type.
    #[must_use]
    pub fn has_rules(self, matrix: &Type) -> bool {
        match self {
            Self::Det => {
                let extent = matrix.shape.counts().first().map(Extent::known);
                extent.is_some_and(|known| known.is_none_or(|extent| extent > POLYNOMIAL))
            }
            Self::Expm | Self::CholeskyAdjoint => false,
            _ => true,
        }
    }

    /// Which matrices the operator takes.
    fn expected(self) -> Expected {
        match self {
            Self::QrQ | Self::QrR => Expected::Tall,
            Self::SvdU | Self::SvdValues | Self::SvdVt => Expected::Any,
            _ => Expected::Square,
        }
    }

    /// Whether the loops that it expands into are of matrices of any extent, symbolic ones too.
    fn has_loops(self) -> bool {
        match self {
            Self::LinearSolve
            | Self::TransposedSolve
            | Self::Inverse
            | Self::Det
            | Self::LogDet => true,
            Self::LowerSolve
            | Self::LowerTransposedSolve
            | Self::Cholesky
            | Self::CholeskyAdjoint
            | Self::Expm
            | Self::QrQ
            | Self::QrR
            | Self::EighValues
            | Self::EighVectors
            | Self::SvdU
            | Self::SvdValues
            | Self::SvdVt => false,
        }
    }

    /// Whether a kernel computes the value for operands of these types, so that it is not expanded
    /// before evaluation.
    #[must_use]
    pub fn has_kernel(self, operands: &[&Type]) -> bool {
        let fits = |ty: &&Type| ty.shape.counts().first().is_some_and(is_large);
        let is_triangular = matches!(
            self,
            Self::Cholesky | Self::CholeskyAdjoint | Self::LowerSolve | Self::LowerTransposedSolve
        );
        is_triangular && operands.first().is_some_and(fits)
    }

    /// The value in terms of other operators; loops take their bodies from `bodies`, so that equal
    /// ones are shared.
    ///
    /// # Errors
    /// Those of the builder, for operands that [`Self::infer`] refuses.
    pub fn expand<'b>(self, operands: &[Wire<'b>], bodies: &mut Bodies) -> Result<Wire<'b>> {
        body::expand(self, operands, bodies)
    }

    /// The value in terms of other operators, as a graph of the operands.
    ///
    /// # Errors
    /// As [`Self::infer`].
    pub fn body(self, operands: &[&Type], mut bodies: Bodies) -> Result<Graph> {
        let builder = Builder::new();
        let inputs = self.operands().iter().zip(operands);
        let inputs =
            inputs.map(|(name, &ty)| builder.input(name, ty.clone(), InputKind::Independent));
        let inputs: Vec<Wire<'_>> = inputs.collect();
        let value = self.expand(&inputs, &mut bodies)?;
        builder.output("", value)?;
        builder.complete()
    }

    /// The tangent of the value `y` for the tangents of the operands, one of which there is at
    /// least. `absolute` says that zeros of the tangents win over what they meet.
    ///
    /// # Errors
    /// Those of the builder.
    pub fn tangent<'b>(
        self,
        operands: &[Wire<'b>],
        y: Wire<'b>,
        tangents: &[Option<Wire<'b>>],
        absolute: bool,
    ) -> Result<Wire<'b>> {
        derivatives::tangent(self, operands, y, tangents, absolute)
    }

    /// The adjoints of the operands for the adjoint `g` of the value `y`. `absolute` says that
    /// zeros of the adjoint win over what they meet.
    ///
    /// # Errors
    /// Those of the builder.
    pub fn adjoints<'b>(
        self,
        operands: &[Wire<'b>],
        y: Wire<'b>,
        g: Wire<'b>,
        absolute: bool,
    ) -> Result<Vec<Wire<'b>>> {
        derivatives::adjoints(self, operands, y, g, absolute)
    }
}
