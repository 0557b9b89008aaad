//! A function of the user's, applied to rows.

use crate::ops::{Applied, Tensor};

documented! {
    /// A function applied along the outermost axis of arrays, whose results are stacked along a new
    /// one: `map(|row, t| error(row, t, w), x, y)`, or `map(error, x, y)` of a function of the block,
    /// and `x.map(|v| v * v)` of one array.
    ///
    /// The arrays agree in their outermost extent, be it known or a length that comes with the call.
    /// A closure has one parameter for each of them, which may be a pattern (`|[a, b], t| ..`) and have
    /// a type (`|row: [f64; 3]| ..`). It reads the values around it, assigns none of them, and its value
    /// is a number, an array or a tuple of these; of a tuple each part is stacked.
    ///
    /// Rows are independent of each other: what goes from one to the next is carried by a loop,
    /// `for row in x { .. }`. A branch in the function is taken for each row.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any of rank 1 at least; `[T; N]` of `N` values of type `T` |
    /// | derivative | that of the function for each row; by values around it the sum over all rows |
    /// | edges | of no rows, an array of no rows |
    ///
    /// ```
    /// adgraph::graph! {
    ///     fn error(row: [f64; 2], target: f64, w: [f64; 2]) -> f64 { (dot(row, w) - target).powi(2) }
    ///
    ///     /// The mean error of a linear model over however many rows the call brings.
    ///     pub fn loss<const N: usize>(x: &[[f64; 2]; N], y: &[f64; N], w: [f64; 2]) -> f64 {
    ///         mean(map(|row, target| error(row, target, w), x, y))
    ///     }
    ///
    ///     fn angles(x: [[f64; 2]; 3]) -> [f64; 3] { map(|[a, b]| atan2(b, a), x) }
    /// }
    ///
    /// let (x, y) = ([[1.0, 2.0], [1.0, 3.0]], [5.0, 8.0]);
    /// let (value, d) = loss::gradient(&x, &y, [0.0, 2.0]);
    /// assert_eq!((value, d.w), (2.5, [-3.0, -8.0]));
    /// assert_eq!(angles([[1.0, 0.0], [2.0, 2.0], [0.0, 1.0]])[1], std::f64::consts::FRAC_PI_4);
    /// ```
    fn map(function: Applied, x: Tensor, y: Tensor);
}

#[cfg(not(doctest))]
#[doc(hidden)]
impl Tensor {
    /// A function applied to each row: `x.map(|v| v * v)`.
    #[doc = include_str!("../pages/map.md")]
    #[must_use]
    pub fn map(self, function: Applied) -> Self {
        let _ = function;
        match self.0 {}
    }
}
