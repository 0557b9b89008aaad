//! The words of the language that are no functions, a documented module each: an editor shows
//! their pages, and offers them where they may stand.

/// Attributes of functions, arguments and loops.
pub mod attributes {
    /// The items of a function besides value, gradient, adjoint and tangent:
    /// `#[derivatives(jacobian, batch)]`; with `only(..)`, all of them.
    pub mod derivatives {}
    /// A check of the derivatives by finite differences: `f::check()`, and a test that calls it.
    /// Its options are `points`, `range`, `seed` and the lengths of the function:
    /// `#[check(points = 20, range = 0.1..2.0)]`.
    pub mod check {}
    /// Freedoms of the generated code, which may change results: `#[codegen(contract)]`.
    pub mod codegen {}
    /// The derivative that a function has instead of that of its body: `#[derivative(tangent = g)]`
    /// or `#[derivative(adjoint = g)]`.
    pub mod derivative {}
    /// A function of the surrounding code, with its derivatives:
    /// `#[external(adjoint = path, tangent = path)]`.
    pub mod external {}
    /// A function from a file of CppAD, without a body: `#[cppad("model/f.json")]`.
    pub mod cppad {}
    /// A function from a file of NNVM or MXNet, without a body: `#[nnvm("model/net.json")]`.
    pub mod nnvm {}
    /// An argument without a derivative: it has no field in `Adjoint`.
    pub mod dynamic {}
    /// An argument that is the same for all points of a batch.
    pub mod shared {}
    /// A loop that is written out: `#[unroll]`; one that stays a loop: `#[unroll(never)]`.
    pub mod unroll {}
    /// The states of a loop that its adjoint stores: `#[checkpoint(every = 100)]`,
    /// `#[checkpoint(sqrt)]`, which is the square root of their number apart, or
    /// `#[checkpoint(all)]`. It computes the others again.
    pub mod checkpoint {}
    /// The largest number of repetitions of a `while` or a `loop`: `#[limit(100)]`.
    pub mod limit {}
}

/// Requests for derivatives, in `#[derivatives(..)]`.
pub mod requests {
    /// The value, `f(x)`; a word of `only(..)`, as every function has it otherwise.
    pub mod value {}
    /// The vector-Jacobian product, `f::adjoint(x, seed)`; a word of `only(..)`, as every function
    /// has it otherwise.
    pub mod adjoint {}
    /// The value and its derivatives, `f::gradient(x)`; a word of `only(..)`, as every function
    /// with one number as its result has it otherwise.
    pub mod gradient {}
    /// The Jacobian-vector product, `f::tangent(x, &direction)`; a word of `only(..)`, as every
    /// function has it otherwise.
    pub mod tangent {}
    /// `f::jacobian(x)`: a row for each element of the result, a column for each variable.
    pub mod jacobian {}
    /// `f::hessian(x)`: a row and a column for each variable; and `hessian_product`.
    pub mod hessian {}
    /// `f::hessian_product(x, &direction)`: the Hessian times a direction, at the cost of a few
    /// gradients.
    pub mod hessian_product {}
    /// `f::value_gradient_hessian(x)`: all three, at the cost of the last.
    pub mod value_gradient_hessian {}
    /// `f::sparse_jacobian(x)`: the structurally nonzero entries, whose positions are
    /// `f::SPARSITY_JACOBIAN`.
    pub mod sparse_jacobian {}
    /// `f::sparse_hessian(x)`: the structurally nonzero entries of the lower triangle, whose
    /// positions are `f::SPARSITY_HESSIAN`.
    pub mod sparse_hessian {}
    /// `f::value_gradient_sparse_hessian(x)`: all three by one program, and `sparse_hessian`.
    pub mod value_gradient_sparse_hessian {}
    /// `taylor(order)` is `f::taylor(x, &curve)`: the Taylor coefficients of the results along a
    /// curve.
    pub mod taylor {}
    /// The module `f::batch`: many points at once.
    pub mod batch {}
    /// All items that are made, in place of those that every function has: `only(value, gradient)`.
    pub mod only {}
    /// The name of the module, which is that of the function otherwise: `module = name`.
    pub mod module {}
}

/// Options of functions, which have names in calls.
pub mod options {
    /// The axis or the axes along which the function works: `axis = 0`, `axis = N`,
    /// `axis = (0, 1)`.
    pub mod axis {}
    /// Whether the axes stay in the result, with extent 1: `keep = true`.
    pub mod keep {}
    /// The distance between the starts of windows.
    pub mod stride {}
    /// The distance between the elements of a window.
    pub mod dilation {}
    /// The largest number of steps of Newton's method.
    pub mod iterations {}
    /// The size of a step, relative to the unknowns, below which the equations are solved.
    pub mod tolerance {}
}
