//! Functions through tabulated points.

use crate::ops::{Extents, Tensor};

documented! {
    /// So many evenly spaced numbers from the first to the last, both among them:
    /// `linspace(0.0, 1.0, 11)`. Element `i` of `n` is `(1 - t) * first + t * last` with
    /// `t = i / (n - 1)`, so that both ends are exact.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | two numbers and a constant integer, at most 65,536; a vector |
    /// | derivative | by `first`: `1 - t`; by `last`: `t` |
    /// | edges | one element is `first`; an infinite end makes the other NaN |
    fn linspace(first: Tensor, last: Tensor, count: Extents);

    /// The piecewise linear function through the points `(xs[i], ys[i])`, at each element of `x`,
    /// as numpy's `interp`. Below the first knot and above the last one it is constant. The knots
    /// `xs` ascend; both tables are arrays of numbers or of values.
    ///
    /// The interval is found by comparisons with all knots of tables up to 9 points, and by
    /// bisection in longer ones.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any, and two vectors of equal length, of 2 at least; that of `x` |
    /// | derivative | by `x`: the slope of the interval, at a knot of the interval above it, and 0 outside; by `xs` and `ys` too |
    /// | edges | a NaN stays, with the slope of the first interval; a NaN in `ys` reaches its two intervals; an infinite `x` gives the value at that end; of two equal knots, the second counts from there on |
    ///
    /// Knots are met exactly; elsewhere the error is a few units in the last place of the larger
    /// neighbour. Knots that do not ascend, or are NaN, give numbers without
    /// meaning.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// The density of air at a height in kilometres.
    ///     fn density(height: f64) -> f64 {
    ///         interpolate(height, [0.0, 5.0, 10.0, 20.0], [1.225, 0.736, 0.414, 0.089])
    ///     }
    /// }
    /// let (value, d) = density::gradient(6.0);
    /// assert!((value - 0.6716).abs() < 1e-12 && (d.height + 0.0644).abs() < 1e-12);
    /// ```
    fn interpolate(x: Tensor, xs: Tensor, ys: Tensor);

    /// The cubic spline through the points `(xs[i], ys[i])`, at each element of `x`: a cubic
    /// polynomial in each interval, two times continuously differentiable. At both ends the
    /// condition is *not-a-knot*, as in scipy's `CubicSpline`: the third derivative is continuous
    /// at the second and the last but one knot, too. Outside of the knots the outermost polynomials
    /// continue. The spline of three points is their parabola, that of two their line. The knots
    /// `xs` ascend; both tables are arrays of numbers or of values.
    ///
    /// The slopes at the knots solve a system of equations of three neighbours each (C. de Boor, *A
    /// Practical Guide to Splines*, 2001, chapter IV). It is solved once for all elements of `x`,
    /// and for constant tables of up to 64 points at compile time.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any, and two vectors of equal length, of 2 at least; that of `x` |
    /// | derivative | by `x`: that of the polynomial, of which the third order jumps at the knots; by `xs` and `ys` too |
    /// | edges | a NaN stays; a NaN in a table makes all values NaN; equal knots give NaN |
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// A road through given points.
    ///     fn road(x: f64, heights: [f64; 5]) -> f64 {
    ///         cubic_spline(x, [0.0, 1.0, 2.5, 4.0, 5.0], heights)
    ///     }
    /// }
    /// let (height, d) = road::gradient(2.5, [0.0, 1.0, 0.5, 1.5, 1.0]);
    /// assert_eq!(height, 0.5);
    /// // At a knot, its value alone counts.
    /// assert_eq!(d.heights, [0.0, 0.0, 1.0, 0.0, 0.0]);
    /// ```
    fn cubic_spline(x: Tensor, xs: Tensor, ys: Tensor);
}
