//! Values that are repeated, chosen or printed.

use crate::ops::{Extents, Label, Tensor};

documented! {
    /// Zeros: `zeros(3)`, `zeros([2, 3])`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | none; the given one |
    /// | derivative | none |
    fn zeros(shape: Extents);

    /// Ones: `ones(3)`, `ones([2, 3])`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | none; the given one |
    /// | derivative | none |
    fn ones(shape: Extents);

    /// A value repeated in a shape: `full([2, 3], 0.5)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a number; the given one |
    /// | derivative | by the number: 1 for each element |
    fn full(shape: Extents, value: Tensor);

    /// Zeros of the type of `x`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; that of `x` |
    /// | derivative | none |
    fn zeros_like(x: Tensor);

    /// Ones of the type of `x`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; that of `x` |
    /// | derivative | none |
    fn ones_like(x: Tensor);

    /// A number repeated in the shape of `x`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any, a number; that of `x` |
    /// | derivative | by the number: 1 for each element; none by `x` |
    fn full_like(x: Tensor, value: Tensor);

    /// Each element of `a` where the condition holds, else of `b`. Both are computed; no NaN or
    /// infinity of the unselected value reaches a derivative.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | truth values, and two of one shape; that shape |
    /// | derivative | of an adjoint: by `a` itself where the condition holds, by `b` where not, else 0; none by the condition |
    /// | edges | a NaN cannot be a condition: comparisons with it are false, and `!=` is true |
    fn select(condition: Tensor, a: Tensor, b: Tensor);

    /// Prints a value with its name to standard error when the function is evaluated:
    /// `print("speed", v);` prints `speed = 3.5`, as `dbg!` does. It is a statement, without a
    /// value.
    ///
    /// The value has the `Debug` form of Rust: `1.0`, `[[1.0, 2.0], [3.0, 4.0]]`, `true`. It is
    /// printed each time that the statement is reached: in each iteration of a loop, in the side of
    /// a branch that is taken, and in each call of the function by another.
    ///
    /// A derivative prints what its value does, once: `gradient`, `adjoint` and `tangent` print in
    /// the forward pass, and neither in the reverse pass nor where it computes values again. Of
    /// the functions that return no value, `jacobian` of a small function prints nothing, and
    /// matrices that are filled by several products print once for each. In batches, each point
    /// prints, in the order of the points in a thread; the points are then computed one by one, not
    /// in lanes. Without adgraph's feature `std`, nothing is printed.
    ///
    /// The graph has the print as an effect: [`Evaluator::on_print`] listens to it, and files for
    /// CppAD have it as `print` (one for each element of an array), with the texts and condition of
    /// CppAD's `PrintFor`.
    ///
    /// ```
    /// adgraph::graph! {
    ///     fn root(a: f64) -> f64 {
    ///         let mut y = 1.0;
    ///         for _ in 0..6 {
    ///             y = 0.5 * (y + a / y);
    ///             print("y", y);
    ///         }
    ///         y
    ///     }
    /// }
    /// assert_eq!(root(4.0), 2.0);     // y = 2.5, y = 2.05, ..
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | a text, any; no value |
    /// | derivative | none |
    /// | edges | `NaN` and `inf` are printed so |
    ///
    /// [`Evaluator::on_print`]: crate::derivative::Evaluator::on_print
    fn print(label: Label, x: Tensor);
}
