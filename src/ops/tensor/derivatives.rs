//! Derivatives in a body, and equations, whose solutions are differentiated implicitly.

use crate::ops::{Equation, Extents, Tensor};

documented! {
    /// The derivative of the number `c` with respect to the variable `x`: its gradient, of the type
    /// of `x`. It is an ordinary value: you can compute with it and differentiate it again.
    ///
    /// `x` is an argument or a `let` of the body, however it was computed; a `let mut` means its
    /// current value. The derivative follows every path on which `c` is computed *from this
    /// variable*; after `let y = x;`, `y` is another variable of the same value. If `c` is not
    /// computed from `x` at all, that is an error (but zero in a loop, and for the derivative of a
    /// derivative, where a dependence may be missing in some cases); so it is if `c` was computed
    /// before `x`, or an element of it, was last assigned. If every path goes through
    /// operations without derivatives, such as comparisons, `floor` or [`stop_gradient`], the
    /// derivative is zero. The derivative with respect to one element is `deriv(c, x)[i]`.
    ///
    /// ```
    /// adgraph::graph! {
    ///     fn energy(q: [f64; 2], stiffness: f64) -> f64 {
    ///         0.5 * stiffness * sum(q * q) + cos(q[0] - q[1])
    ///     }
    ///
    ///     /// What the energy does to a body at `q`.
    ///     fn force(q: [f64; 2], stiffness: f64) -> [f64; 2] { -deriv(energy(q, stiffness), q) }
    ///
    ///     /// The square root of `a` by Newton's method.
    ///     fn root(a: f64) -> f64 {
    ///         let mut y = 1.0;
    ///         for _ in 0..6 {
    ///             let residual = y * y - a;
    ///             y -= residual / deriv(residual, y);
    ///         }
    ///         y
    ///     }
    /// }
    ///
    /// assert_eq!(force([0.5, 0.5], 2.0), [-1.0, -1.0]);
    /// let (value, d) = root::gradient(2.0);
    /// assert!((value - 2.0_f64.sqrt()).abs() < 1e-15 && (d.a - 0.5 / value).abs() < 1e-15);
    /// ```
    ///
    /// Inside a kept loop, a derivative is that of one iteration: values that the loop carries into
    /// the iteration are constant, except for the variable itself. A derivative with respect to a
    /// variable from outside the loop is possible if no carried value lies in between;
    /// `let own = p;` in the loop defines a variable of the iteration.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a number, a variable; that of the variable |
    /// | derivative | that of the expression for the derivative, to any order |
    /// | edges | those of the operators, see their pages |
    fn deriv(c: Tensor, x: Tensor);

    /// The derivative of `y` in a direction of the variable `x`: the product of the Jacobian and
    /// the direction. The result has the type of `y`, and the direction that of `x`; a scalar
    /// direction applies to all elements. For the variable, the rules of [`deriv`] apply.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// How fast the length of a vector changes as it moves.
    ///     fn speed(x: [f64; 2], velocity: [f64; 2]) -> f64 { jvp(norm(x), x, velocity) }
    /// }
    /// assert_eq!(speed([3.0, 4.0], [1.0, 2.0]), 2.2);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any, a variable, a direction of its shape; that of `y` |
    /// | derivative | that of the expression for the derivative, to any order |
    /// | edges | those of the operators, see their pages |
    fn jvp(y: Tensor, x: Tensor, direction: Tensor);

    /// The derivative of the weighted sum of all elements of `y` with respect to the variable `x`:
    /// the product of the weights and the Jacobian. The result has the type of `x`, and the weights
    /// that of `y`; a scalar weight applies to all elements. For the variable, the rules of
    /// [`deriv`] apply.
    ///
    /// ```
    /// adgraph::graph! {
    ///     fn hand(q: [f64; 2]) -> [f64; 2] {
    ///         [cos(q[0]) + cos(q[0] + q[1]), sin(q[0]) + sin(q[0] + q[1])]
    ///     }
    ///     /// The torques in the joints that hold a force at the hand.
    ///     fn torques(q: [f64; 2], force: [f64; 2]) -> [f64; 2] { vjp(hand(q), q, force) }
    /// }
    /// assert_eq!(torques([0.0, 0.0], [3.0, 5.0]), [10.0, 5.0]);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any, a variable, weights of the shape of `y`; that of the variable |
    /// | derivative | that of the expression for the derivative, to any order |
    /// | edges | those of the operators, see their pages |
    fn vjp(y: Tensor, x: Tensor, weights: Tensor);

    /// The Jacobian of `y` with respect to the variable `x`: its axes are those of `y` and then
    /// those of `x`, so that `jacobian(y, x)[i][j]` is the derivative of `y[i]` by `x[j]`. For the
    /// variable, the rules of [`deriv`] apply; with respect to several, `jacobian(y, (x, p))`, it
    /// is a tuple.
    ///
    /// It is computed in the cheapest way that its pattern of zeros allows: by rows, by columns, by
    /// rows or columns that are compressed by colouring, or entry by entry.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// Mean and covariance of a pendulum's state after a step, linearised at the mean.
    ///     fn predict(s: [f64; 2], p: [[f64; 2]; 2]) -> ([f64; 2], [[f64; 2]; 2]) {
    ///         let moved = [s[0] + 0.5 * s[1], s[1] - 0.5 * sin(s[0])];
    ///         let f = jacobian(moved, s);
    ///         (moved, matmul(matmul(f, p), transpose(f)))
    ///     }
    /// }
    /// let (_, p) = predict([0.0, 0.0], [[1.0, 0.0], [0.0, 1.0]]);
    /// assert_eq!(p, [[1.25, 0.0], [0.0, 1.25]]);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any, a variable; the axes of the value, then those of the variable |
    /// | derivative | that of the expression for the derivative, to any order |
    /// | edges | 0 where an element does not depend on the variable; else those of the operators |
    fn jacobian(y: Tensor, x: Tensor);

    /// The Hessian of the number `c` with respect to the variable `x`: its axes are those of `x`,
    /// twice. For the variable, the rules of [`deriv`] apply; with respect to several,
    /// `hessian(c, (x, p))`, it is a tuple of tuples: the rows of blocks.
    ///
    /// Each entry of the lower triangle that may differ from zero is computed once, in the cheapest
    /// way, as in [`jacobian`].
    ///
    /// ```
    /// adgraph::graph! {
    ///     fn energy(v: [f64; 2], q: f64) -> f64 {
    ///         v[0] * v[0] + v[0] * v[1] * cos(q) + 0.5 * v[1] * v[1]
    ///     }
    ///     /// The mass matrix of a pendulum on a cart.
    ///     fn mass(q: f64) -> [[f64; 2]; 2] {
    ///         let v = [0.0, 0.0];
    ///         hessian(energy(v, q), v)
    ///     }
    /// }
    /// assert_eq!(mass(0.0), [[2.0, 1.0], [1.0, 1.0]]);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a number, a variable; the axes of the variable, twice |
    /// | derivative | that of the expression for the derivative, to any order |
    /// | edges | 0 where there is no second derivative; else those of the operators |
    fn hessian(c: Tensor, x: Tensor);

    /// The value, as a constant for differentiation: `stop_gradient(x)` equals `x` and blocks
    /// derivatives.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; that of `x` |
    /// | derivative | zero |
    fn stop_gradient(x: Tensor);

    /// The solution `y` of `residual(y) = 0`: an implicit function of all values in the equation.
    /// `y` has the type of `start`, a number or an array of at most 64 elements, and the residual
    /// has as many elements.
    ///
    /// The method is Newton's, starting from `start`, with at most `iterations = 50` steps. A step
    /// that would increase the sum of the residual's magnitudes is halved, which counts as a step.
    /// The search ends with the first step that is at most `tolerance` times as large as the value
    /// after it, or that is lost in rounding; the default is `1.6e-10`, and `4.7e-5` for `f32`.
    /// Since a step squares the error, the result is then accurate to the last digits. If the
    /// Jacobian is singular at the solution, as at a double root, a step only halves the error, and
    /// the result is accurate to about the tolerance. If the search does not converge, the result
    /// is NaN.
    ///
    /// Derivatives follow from the implicit function theorem, to any order, at the cost of one
    /// linear system with the Jacobian for any number of steps. The derivative with respect to
    /// `start` is zero.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// The eccentric anomaly, by Kepler's equation.
    ///     fn anomaly(mean: f64, eccentricity: f64) -> f64 {
    ///         solve(|e| e - eccentricity * sin(e) - mean, mean)
    ///     }
    ///
    ///     fn energy(q: [f64; 2], load: f64) -> f64 { sum(cosh(q)) + 0.5 * q[0] * q[1] - load * q[0] }
    ///
    ///     /// Where the energy is least, under a load.
    ///     fn equilibrium(load: f64) -> [f64; 2] {
    ///         solve(|q| deriv(energy(q, load), q), [0.0, 0.0])
    ///     }
    /// }
    ///
    /// let (e, d) = anomaly::gradient(1.0, 0.5);
    /// assert!((e - 0.5 * e.sin() - 1.0).abs() < 1e-15);
    /// assert!((d.mean - 1.0 / (1.0 - 0.5 * e.cos())).abs() < 1e-15);
    ///
    /// let (q, rate) = equilibrium::tangent(0.0, &equilibrium::Tangent { load: 1.0 });
    /// assert_eq!(q, [0.0, 0.0]);
    /// assert!((rate[0] - 4.0 / 3.0).abs() < 1e-15 && (rate[1] + 2.0 / 3.0).abs() < 1e-15);
    /// ```
    fn solve(residual: Equation, start: Tensor; iterations: Extents, tolerance: Tensor);
}
