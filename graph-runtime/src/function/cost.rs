//! Costs of functions, as constants of their modules.

/// Costs of the functions of a module, as `f::COST`; `None` for one that is not there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// Of the value; nothing where `#[derivatives(only(..))]` leaves it out.
    pub value: Cost,
    /// Of value and adjoint.
    pub adjoint: Option<Cost>,
    /// Of value and tangent.
    pub tangent: Option<Cost>,
    /// Of value and gradient.
    pub gradient: Option<Cost>,
    /// Of the Jacobian: of all of it at once, or of a tangent for each variable or an adjoint for
    /// each result, whichever are fewer.
    pub jacobian: Option<Cost>,
    /// Of value, gradient and the product of the Hessian with a direction.
    pub hessian_product: Option<Cost>,
    /// Of value, gradient and Hessian: of all of them at once, or of a product for each variable.
    pub hessian: Option<Cost>,
    /// Of the entries of the sparse Jacobian.
    pub sparse_jacobian: Option<Cost>,
    /// Of the entries of the sparse Hessian, where they have a program of their own.
    pub sparse_hessian: Option<Cost>,
    /// Of value, gradient and the entries of the sparse Hessian.
    pub value_gradient_sparse_hessian: Option<Cost>,
    /// Of the Taylor coefficients.
    pub taylor: Option<Cost>,
}

impl Costs {
    /// Nothing.
    pub const NONE: Self = Self {
        value: Cost {
            flops: 0,
            transcendental: 0,
            calls: 0,
            workspace: 0,
            stack: 0,
        },
        adjoint: None,
        tangent: None,
        gradient: None,
        jacobian: None,
        hessian_product: None,
        hessian: None,
        sparse_jacobian: None,
        sparse_hessian: None,
        value_gradient_sparse_hessian: None,
        taylor: None,
    };
}

/// The largest cost of one call: of the two sides of an `if` the one that does more counts.
///
/// ```
/// # use graph_runtime::function::Cost;
/// let cost = Cost { flops: 2_000_000, ..Cost::default() };
/// assert_eq!(cost.flops / 1_000_000, 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// Additions, subtractions, multiplications, divisions, remainders and square roots; a fused
    /// product and sum counts as two.
    pub flops: u64,
    /// Calls of functions that are computed by series: `exp`, `sin`, `powf` and the like.
    pub transcendental: u64,
    /// Calls of functions from outside, whose own operations are not known.
    pub calls: u64,
    /// Bytes of intermediate arrays in the workspace; 0 where there is none. (A generic float
    /// counts as `f64`.)
    pub workspace: usize,
    /// Bytes of intermediate arrays on the stack. Numbers that are no arrays come on top: most of
    /// them live in registers.
    pub stack: usize,
}

impl Cost {
    /// Bytes of all intermediate arrays.
    #[must_use]
    pub const fn memory(&self) -> usize {
        self.workspace.saturating_add(self.stack)
    }
}
