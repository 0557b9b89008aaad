//! Random numbers, which are functions of a key.

use crate::ops::{Extents, Tensor};

documented! {
    /// Random numbers from 0 to below 1: `uniform(key)`, `uniform(key, 3)`, `uniform(key, [2, 3])`.
    ///
    /// The key is an integer, which the caller chooses, and the numbers are a function of it: the
    /// same for a key on every platform, in every function and in whatever order they are
    /// computed. Another call needs another key, which [`split`](fn@split) and
    /// [`fold_in`](fn@fold_in) give. They are those of the generator Philox4x32-10 at the positions
    /// 0, 1, .. of the key, an integer below 2^53 over 2^53 each; `f32` has them rounded, and 0 for
    /// one that rounds to 1.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// A quarter of the numbers is left out, and the others grow as much.
    ///     fn dropout(x: [f64; 8], key: usize) -> [f64; 8] {
    ///         select(uniform(key, 8) < 0.25, 0.0, x / 0.75)
    ///     }
    /// }
    /// let kept = dropout([3.0; 8], 7);
    /// assert_eq!(kept, dropout([3.0; 8], 7));
    /// assert!(kept.iter().all(|x| [0.0, 4.0].contains(x)));
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | an integer; the given shape, or one number |
    /// | derivative | none |
    /// | source | J. Salmon and others, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011) |
    fn uniform(key: Tensor, shape: Extents);

    /// Random numbers of the normal distribution with mean 0 and deviation 1: `normal(key)`,
    /// `normal(key, 3)`, `normal(key, [2, 3])`.
    ///
    /// The key is as for [`uniform`](fn@uniform), with which it shares no key: both make their numbers
    /// of the same bits. Each is the inverse of the distribution function at an odd integer
    /// below 2^53 over 2^53, so that none is above 8.3. Another mean and deviation are written out:
    /// `m + s * normal(key, 3)`, which has the derivatives by `m` and `s` too.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// The mean of a payoff over random prices, and its derivative by their deviation.
    ///     fn value(price: f64, deviation: f64, key: usize) -> f64 {
    ///         let prices = price * exp(deviation * normal(key, 10_000) - deviation.powi(2) / 2.0);
    ///         mean(max(prices - 100.0, 0.0))
    ///     }
    /// }
    /// let (value, d) = value::gradient(100.0, 0.2, 1);
    /// assert!((value - 7.97).abs() < 0.3 && (d.deviation - 39.7).abs() < 2.0);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | an integer; the given shape, or one number |
    /// | derivative | none |
    fn normal(key: Tensor, shape: Extents);

    /// Two keys that follow from one: `let (first, second) = split(key);`. Numbers of the three keys
    /// are independent, as far as tests can tell. They are `fold_in(key, 0)` and `fold_in(key, 1)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | an integer; two integers |
    /// | derivative | none |
    fn split(key: Tensor);

    /// The key that follows from a key and a number that is not negative: another one for each
    /// number. Steps of a loop count on from one key, `fold_in(key, step)`, and an array of
    /// numbers gives an array of keys.
    ///
    /// Keys are integers below 2^63, at the negative positions of the key that they follow from.
    /// Two of a million keys are equal with a chance of 1 in 10^7.
    ///
    /// ```
    /// adgraph::graph! {
    ///     /// Where a walk of random steps ends.
    ///     fn walk(start: f64, deviation: f64, key: usize) -> f64 {
    ///         let mut x = start;
    ///         for step in 0..100 {
    ///             x += deviation * normal(fold_in(key, step));
    ///         }
    ///         x
    ///     }
    /// }
    /// let (end, d) = walk::gradient(1.0, 0.5, 3);
    /// assert_eq!(d.start, 1.0);
    /// assert!((1.0 + 0.5 * d.deviation - end).abs() < 1e-12);
    /// ```
    ///
    /// | | |
    /// |---|---|
    /// | shapes | an integer, integers; integers of that shape |
    /// | derivative | none |
    fn fold_in(key: Tensor, number: Tensor);

    /// A random integer below 2^63 that is not negative, a function of a key and a position:
    /// `random_bits(key, position) % 6` is a throw of a die.
    ///
    /// It is the first 63 bits of the block that Philox4x32-10 makes of the key and of the position,
    /// as the first half of its counter; the second half has ones alone. The numbers of
    /// [`uniform`](fn@uniform) and [`normal`](fn@normal) are made of those at the positions from 0
    /// on, keys of those at negative positions.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | integers of one shape; elementwise; a scalar combines with any shape |
    /// | derivative | none |
    fn random_bits(key: Tensor, position: Tensor);
}
