//! The table of scalar functions: `BLESS=1 cargo test --test reference` writes it from the operator
//! table.

use graph_math::math::{self, Float};

use crate::ops::Tensor;

functions! {
    /// The absolute value; its derivative is `sign`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `sign(x)` |
    /// | CppAD | `abs` |
    /// | NNVM | `abs` |
    /// | MXNet | `abs` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | ∞ | -1 |
    /// | -1 | 1 | -1 |
    /// | -0 | 0 | 0 |
    /// | 0 | 0 | 0 |
    /// | 1 | 1 | 1 |
    /// | ∞ | ∞ | 1 |
    /// | NaN | NaN | NaN |
    abs(x);

    /// The angle in [0, pi] with this cosine.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `-1 / sqrt((1 - x) * (x + 1))` |
    /// | CppAD | `acos` |
    /// | NNVM | not supported |
    /// | MXNet | `arccos` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | NaN |
    /// | -1 | 3.14159 | -∞ |
    /// | -0 | 1.57080 | -1 |
    /// | 0 | 1.57080 | -1 |
    /// | 1 | 0 | -∞ |
    /// | ∞ | NaN | NaN |
    /// | NaN | NaN | NaN |
    acos(x);

    /// The non-negative inverse of `cosh`, for `x` of 1 and above.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `select(1 / (sqrt(x - 1) * sqrt(x + 1)) == 0, 0, 1 / (sqrt(x - 1) * sqrt(x + 1)))` |
    /// | CppAD | `acosh` |
    /// | NNVM | `ones`, `__sub_scalar__`, `sqrt`, `__add_scalar__`, `elemwise_mul`, `elemwise_add`, `broadcast_equal`, `__div_scalar__`, `full`, `log`, `elemwise_div`, `where` |
    /// | MXNet | `arccosh` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | NaN |
    /// | -1 | NaN | NaN |
    /// | -0 | NaN | NaN |
    /// | 0 | NaN | NaN |
    /// | 1 | 0 | ∞ |
    /// | ∞ | ∞ | 0 |
    /// | NaN | NaN | NaN |
    acosh(x);

    /// The angle in [-pi/2, pi/2] with this sine.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `1 / sqrt((1 - x) * (x + 1))` |
    /// | CppAD | `asin` |
    /// | NNVM | not supported |
    /// | MXNet | `arcsin` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | NaN |
    /// | -1 | -1.57080 | ∞ |
    /// | -0 | -0 | 1 |
    /// | 0 | 0 | 1 |
    /// | 1 | 1.57080 | ∞ |
    /// | ∞ | NaN | NaN |
    /// | NaN | NaN | NaN |
    asin(x);

    /// The inverse of `sinh`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `select(1 / hypot(x, 1) == 0, 0, 1 / hypot(x, 1))` |
    /// | CppAD | `asinh` |
    /// | NNVM | `zeros`, `broadcast_less`, `negative`, `where`, `full`, `broadcast_greater`, `log`, `broadcast_add`, `ones`, `elemwise_mul`, `__add_scalar__`, `sqrt`, `elemwise_div`, `elemwise_add`, `broadcast_equal`, `__div_scalar__`, `__sub_scalar__` |
    /// | MXNet | `arcsinh` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -∞ | 0 |
    /// | -1 | -0.881374 | 0.707107 |
    /// | -0 | -0 | 1 |
    /// | 0 | 0 | 1 |
    /// | 1 | 0.881374 | 0.707107 |
    /// | ∞ | ∞ | 0 |
    /// | NaN | NaN | NaN |
    asinh(x);

    /// The angle in [-pi/2, pi/2] with this tangent.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `select(1 / (x * x + 1) == 0, 0, 1 / (x * x + 1))` |
    /// | CppAD | `atan` |
    /// | NNVM | not supported |
    /// | MXNet | `arctan` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -1.57080 | 0 |
    /// | -1 | -0.785398 | 0.5 |
    /// | -0 | -0 | 1 |
    /// | 0 | 0 | 1 |
    /// | 1 | 0.785398 | 0.5 |
    /// | ∞ | 1.57080 | 0 |
    /// | NaN | NaN | NaN |
    atan(x);

    /// The angle in [-pi, pi] of the point with ordinate `y` and abscissa `x`. The derivative
    /// divides by the distance twice, because the square of the distance overflows early.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | operands of one shape; elementwise; a scalar combines with any shape |
    /// | derivative | by `y`: `select(hypot(y, x) == inf, 0, x / hypot(y, x) / hypot(y, x))`; by `x`: `select(hypot(y, x) == inf, 0, -y / hypot(y, x) / hypot(y, x))` |
    /// | CppAD | `cexp_le`, `div`, `atan`, `add`, `cexp_lt`, `sub`, `cexp_eq`, `abs` |
    /// | NNVM | not supported |
    /// | MXNet | `_equal_scalar`, `_logical_and`, `_zeros`, `abs`, `_lesser_equal`, `_lesser_scalar`, `_greater_equal_scalar`, `_full`, `where`, `elemwise_div`, `arctan`, `elemwise_add`, `elemwise_sub` |
    ///
    /// At the edges:
    ///
    /// | `y` | `x` | value | by `y` | by `x` |
    /// |---|---|---|---|---|
    /// | 0 | 0 | 0 | NaN | NaN |
    /// | 1 | 0 | 1.57080 | 0 | -1 |
    /// | 0 | 1 | 0 | 1 | -0 |
    /// | 1 | 1 | 0.785398 | 0.500000 | -0.500000 |
    /// | -1 | 0.5 | -1.10715 | 0.400000 | 0.800000 |
    /// | ∞ | 0 | 1.57080 | 0 | 0 |
    /// | 0 | ∞ | 0 | 0 | 0 |
    /// | NaN | 0 | NaN | NaN | NaN |
    /// | 0 | NaN | NaN | NaN | NaN |
    atan2(y, x);

    /// The inverse of `tanh`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `1 / ((1 - x) * (x + 1))` |
    /// | CppAD | `atanh` |
    /// | NNVM | `zeros`, `broadcast_less`, `ones`, `negative`, `where`, `__mul_scalar__`, `__rsub_scalar__`, `elemwise_div`, `__add_scalar__`, `broadcast_equal`, `__div_scalar__`, `__sub_scalar__`, `elemwise_mul`, `full`, `log` |
    /// | MXNet | `arctanh` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | -0 |
    /// | -1 | -∞ | ∞ |
    /// | -0 | -0 | 1 |
    /// | 0 | 0 | 1 |
    /// | 1 | ∞ | ∞ |
    /// | ∞ | NaN | -0 |
    /// | NaN | NaN | NaN |
    atanh(x);

    /// The product with absolute zero: if `x` is 0, the result is 0, even if `y` is infinite or
    /// NaN.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | operands of one shape; elementwise; a scalar combines with any shape |
    /// | derivative | by `x`: `y`; by `y`: `x` |
    /// | CppAD | `azmul` |
    /// | NNVM | `zeros`, `broadcast_equal`, `__mul_scalar__`, `where`, `elemwise_mul`, `__add_scalar__` |
    /// | MXNet | `_equal_scalar`, `_mul_scalar`, `_zeros`, `where`, `elemwise_mul`, `_plus_scalar` |
    ///
    /// At the edges:
    ///
    /// | `x` | `y` | value | by `x` | by `y` |
    /// |---|---|---|---|---|
    /// | 0 | 0 | 0 | 0 | 0 |
    /// | 1 | 0 | 0 | 0 | 1 |
    /// | 0 | 1 | 0 | 1 | 0 |
    /// | 1 | 1 | 1 | 1 | 1 |
    /// | -1 | 0.5 | -0.5 | 0.5 | -1 |
    /// | ∞ | 0 | NaN | 0 | ∞ |
    /// | 0 | ∞ | 0 | ∞ | 0 |
    /// | NaN | 0 | NaN | 0 | NaN |
    /// | 0 | NaN | 0 | NaN | 0 |
    azmul(x, y);

    /// The Bessel function of the first kind and a constant integral order `n`, which may be
    /// negative; it takes a time that grows with the order. The derivative is
    /// `(J[n - 1] - J[n + 1]) / 2`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `(bessel_j(x, 4) - bessel_j(x, 6)) * 0.5` for `n = 5` |
    /// | CppAD | not supported |
    /// | NNVM | not supported |
    /// | MXNet | not supported |
    ///
    /// At the edges, for `n = 5`:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -0 | 0 |
    /// | -1 | -0.000249758 | 0.00122785 |
    /// | -0 | -0 | 0 |
    /// | 0 | 0 | 0 |
    /// | 1 | 0.000249758 | 0.00122785 |
    /// | ∞ | 0 | 0 |
    /// | NaN | NaN | NaN |
    bessel_j(x; n);

    /// The Bessel function of the first kind and order 0. Accurate to 4 units in the last place of
    /// its amplitude, `sqrt(2 / (pi x))` or at most 1.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `-bessel_j1(x)` |
    /// | CppAD | not supported |
    /// | NNVM | not supported |
    /// | MXNet | not supported |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | 0 | -0 |
    /// | -1 | 0.765198 | 0.440051 |
    /// | -0 | 1 | 0 |
    /// | 0 | 1 | -0 |
    /// | 1 | 0.765198 | -0.440051 |
    /// | ∞ | 0 | -0 |
    /// | NaN | NaN | NaN |
    bessel_j0(x);

    /// The Bessel function of the first kind and order 1. Accurate to 4 units in the last place of
    /// its amplitude, `sqrt(2 / (pi x))` or at most 1. The derivative is that of `bessel_j`, which
    /// does not divide by `x` and so is exact at 0.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `(bessel_j0(x) - bessel_j(x, 2)) * 0.5` |
    /// | CppAD | not supported |
    /// | NNVM | not supported |
    /// | MXNet | not supported |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | 0 | 0 |
    /// | -1 | -0.440051 | 0.325147 |
    /// | -0 | -0 | 0.5 |
    /// | 0 | 0 | 0.5 |
    /// | 1 | 0.440051 | 0.325147 |
    /// | ∞ | 0 | 0 |
    /// | NaN | NaN | NaN |
    bessel_j1(x);

    /// The Bessel function of the second kind and a constant integral order `n`, which may be
    /// negative: infinite at 0, NaN below. The derivative is `(Y[n - 1] - Y[n + 1]) / 2`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `(select(bessel_y(x, 4) == -inf, 0, bessel_y(x, 4)) - bessel_y(x, 6)) * 0.5` for `n = 5` |
    /// | CppAD | not supported |
    /// | NNVM | not supported |
    /// | MXNet | not supported |
    ///
    /// At the edges, for `n = 5`:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | NaN |
    /// | -1 | NaN | NaN |
    /// | -0 | -∞ | ∞ |
    /// | 0 | -∞ | ∞ |
    /// | 1 | -260.406 | 1268.75 |
    /// | ∞ | 0 | 0 |
    /// | NaN | NaN | NaN |
    bessel_y(x; n);

    /// The Bessel function of the second kind and order 0: negative infinity at 0, NaN below.
    /// Accurate to 5 units in the last place of the larger of it and its amplitude.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `-bessel_y1(x)` |
    /// | CppAD | not supported |
    /// | NNVM | not supported |
    /// | MXNet | not supported |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | NaN |
    /// | -1 | NaN | NaN |
    /// | -0 | -∞ | ∞ |
    /// | 0 | -∞ | ∞ |
    /// | 1 | 0.0882570 | 0.781213 |
    /// | ∞ | 0 | -0 |
    /// | NaN | NaN | NaN |
    bessel_y0(x);

    /// The Bessel function of the second kind and order 1: negative infinity at 0, NaN below.
    /// Accurate to 5 units in the last place of the larger of it and its amplitude.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `(select(bessel_y0(x) == -inf, 0, bessel_y0(x)) - bessel_y(x, 2)) * 0.5` |
    /// | CppAD | not supported |
    /// | NNVM | not supported |
    /// | MXNet | not supported |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | NaN |
    /// | -1 | NaN | NaN |
    /// | -0 | -∞ | ∞ |
    /// | 0 | -∞ | ∞ |
    /// | 1 | -0.781213 | 0.869470 |
    /// | ∞ | 0 | 0 |
    /// | NaN | NaN | NaN |
    bessel_y1(x);

    /// The cube root, also of negative numbers.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `select(1 / (cbrt(x) * (cbrt(x) * 3)) == 0, 0, 1 / (cbrt(x) * (cbrt(x) * 3)))` |
    /// | CppAD | `sign`, `abs`, `pow`, `mul` |
    /// | NNVM | `zeros`, `broadcast_greater`, `ones`, `broadcast_less`, `full`, `broadcast_equal`, `where`, `abs`, `broadcast_pow`, `elemwise_mul` |
    /// | MXNet | `cbrt` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -∞ | 0 |
    /// | -1 | -1 | 0.333333 |
    /// | -0 | -0 | ∞ |
    /// | 0 | 0 | ∞ |
    /// | 1 | 1 | 0.333333 |
    /// | ∞ | ∞ | 0 |
    /// | NaN | NaN | NaN |
    cbrt(x);

    /// The smallest integer not below `x`; the derivative is zero.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `0` |
    /// | CppAD | `discrete` |
    /// | NNVM | `ceil` |
    /// | MXNet | `ceil` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -∞ | 0 |
    /// | -1 | -1 | 0 |
    /// | -0 | -0 | 0 |
    /// | 0 | 0 | 0 |
    /// | 1 | 1 | 0 |
    /// | ∞ | ∞ | 0 |
    /// | NaN | NaN | 0 |
    ceil(x);

    /// `lo` if `x < lo`, `hi` if `x > hi`, else `x`, as in std, but without a panic: if `lo > hi`,
    /// `hi` takes precedence, and a bound of NaN bounds nothing. Bounds that are written as numbers in
    /// the wrong order are an error. At a bound, `x` gets the derivative.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | operands of one shape; elementwise; a scalar combines with any shape |
    /// | derivative | by `x`: 0 where `x < lo \|\| select(x < lo, lo, x) > hi`, else 1; by `lo`: 1 where `x < lo && !(lo > hi)`, else 0; by `hi`: 1 where `select(x < lo, lo, x) > hi`, else 0 |
    /// | CppAD | `cexp_lt` |
    /// | NNVM | `broadcast_less`, `where`, `broadcast_greater` |
    /// | MXNet | `_lesser`, `where`, `_greater` |
    ///
    /// At the edges:
    ///
    /// | `x` | `lo` | `hi` | value | by `x` | by `lo` | by `hi` |
    /// |---|---|---|---|---|---|---|
    /// | 1 | 1 | 2 | 1 | 1 | 0 | 0 |
    /// | 2 | 1 | 2 | 2 | 1 | 0 | 0 |
    /// | 3 | 2 | 1 | 1 | 0 | 0 | 1 |
    /// | NaN | 0 | 1 | NaN | 1 | 0 | 0 |
    /// | ∞ | 0 | 1 | 1 | 0 | 0 | 1 |
    clamp(x, lo, hi);

    /// The cosine of an angle in radians.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `-sin(x)` |
    /// | CppAD | `cos` |
    /// | NNVM | not supported |
    /// | MXNet | `cos` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | NaN |
    /// | -1 | 0.540302 | 0.841471 |
    /// | -0 | 1 | 0 |
    /// | 0 | 1 | -0 |
    /// | 1 | 0.540302 | -0.841471 |
    /// | ∞ | NaN | NaN |
    /// | NaN | NaN | NaN |
    cos(x);

    /// The hyperbolic cosine.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `sinh(x)` |
    /// | CppAD | `cosh` |
    /// | NNVM | `exp`, `negative`, `elemwise_add`, `__mul_scalar__` |
    /// | MXNet | `cosh` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | ∞ | -∞ |
    /// | -1 | 1.54308 | -1.17520 |
    /// | -0 | 1 | -0 |
    /// | 0 | 1 | 0 |
    /// | 1 | 1.54308 | 1.17520 |
    /// | ∞ | ∞ | ∞ |
    /// | NaN | NaN | NaN |
    cosh(x);

    /// The derivative of `ln_gamma`: infinite at the two zeros, with the sign opposite to theirs,
    /// NaN at the other poles and at negative infinity. Accurate to 5 units in the last place;
    /// below 0, where it has zeros between the poles, of the larger of it and 1.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `polygamma(x, 1)` |
    /// | CppAD | not supported |
    /// | NNVM | not supported |
    /// | MXNet | not supported |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | NaN |
    /// | -1 | NaN | ∞ |
    /// | -0 | ∞ | ∞ |
    /// | 0 | -∞ | ∞ |
    /// | 1 | -0.577216 | 1.64493 |
    /// | ∞ | ∞ | 0 |
    /// | NaN | NaN | NaN |
    digamma(x);

    /// The error function.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `select(exp(-(x * x)) == 0, 0, exp(-(x * x))) * 1.1283791670955126` |
    /// | CppAD | `erf` |
    /// | NNVM | not supported |
    /// | MXNet | `erf` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -1 | 0 |
    /// | -1 | -0.842701 | 0.415107 |
    /// | -0 | -0 | 1.12838 |
    /// | 0 | 0 | 1.12838 |
    /// | 1 | 0.842701 | 0.415107 |
    /// | ∞ | 1 | 0 |
    /// | NaN | NaN | NaN |
    erf(x);

    /// The inverse of `erf`: infinite at -1 and 1, NaN outside. Accurate to 1.5 units in the last
    /// place.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `exp(erf_inv(x) * erf_inv(x)) * 0.886226925452758` |
    /// | CppAD | `abs`, `sub`, `add`, `mul`, `log`, `div`, `sqrt`, `neg`, `cexp_lt`, `erfc`, `erf`, `exp`, `cexp_eq` |
    /// | NNVM | not supported |
    /// | MXNet | `erfinv` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | NaN |
    /// | -1 | -∞ | ∞ |
    /// | -0 | -0 | 0.886227 |
    /// | 0 | 0 | 0.886227 |
    /// | 1 | ∞ | ∞ |
    /// | ∞ | NaN | NaN |
    /// | NaN | NaN | NaN |
    erf_inv(x);

    /// `1 - erf(x)`, accurate for large `x`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `select(exp(-(x * x)) == 0, 0, exp(-(x * x))) * -1.1283791670955126` |
    /// | CppAD | `erfc` |
    /// | NNVM | not supported |
    /// | MXNet | `erf`, `_rminus_scalar` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | 2 | -0 |
    /// | -1 | 1.84270 | -0.415107 |
    /// | -0 | 1 | -1.12838 |
    /// | 0 | 1 | -1.12838 |
    /// | 1 | 0.157299 | -0.415107 |
    /// | ∞ | 0 | -0 |
    /// | NaN | NaN | NaN |
    erfc(x);

    /// e to the power of x.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `exp(x)` |
    /// | CppAD | `exp` |
    /// | NNVM | `exp` |
    /// | MXNet | `exp` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | 0 | 0 |
    /// | -1 | 0.367879 | 0.367879 |
    /// | -0 | 1 | 1 |
    /// | 0 | 1 | 1 |
    /// | 1 | 2.71828 | 2.71828 |
    /// | ∞ | ∞ | ∞ |
    /// | NaN | NaN | NaN |
    exp(x);

    /// 2 to the power of x.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `exp2(x) * 0.6931471805599453` |
    /// | CppAD | `mul`, `exp` |
    /// | NNVM | `full`, `broadcast_mul`, `exp` |
    /// | MXNet | `_mul_scalar`, `exp` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | 0 | 0 |
    /// | -1 | 0.5 | 0.346574 |
    /// | -0 | 1 | 0.693147 |
    /// | 0 | 1 | 0.693147 |
    /// | 1 | 2 | 1.38629 |
    /// | ∞ | ∞ | ∞ |
    /// | NaN | NaN | NaN |
    exp2(x);

    /// `exp(x) - 1`, accurate near 0.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `exp(x)` |
    /// | CppAD | `expm1` |
    /// | NNVM | `exp`, `ones`, `broadcast_equal`, `__div_scalar__`, `__add_scalar__`, `elemwise_mul`, `full`, `zeros`, `broadcast_max`, `__sub_scalar__`, `log`, `elemwise_div`, `where` |
    /// | MXNet | `expm1` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -1 | 0 |
    /// | -1 | -0.632121 | 0.367879 |
    /// | -0 | -0 | 1 |
    /// | 0 | 0 | 1 |
    /// | 1 | 1.71828 | 2.71828 |
    /// | ∞ | ∞ | ∞ |
    /// | NaN | NaN | NaN |
    exp_m1(x);

    /// The largest integer not above `x`; the derivative is zero.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `0` |
    /// | CppAD | `discrete` |
    /// | NNVM | `floor` |
    /// | MXNet | `floor` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -∞ | 0 |
    /// | -1 | -1 | 0 |
    /// | -0 | -0 | 0 |
    /// | 0 | 0 | 0 |
    /// | 1 | 1 | 0 |
    /// | ∞ | ∞ | 0 |
    /// | NaN | NaN | 0 |
    floor(x);

    /// `x - trunc(x)`; the derivative is one.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `1` |
    /// | CppAD | `discrete`, `sub` |
    /// | NNVM | `trunc`, `elemwise_sub` |
    /// | MXNet | `trunc`, `elemwise_sub` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | 1 |
    /// | -1 | 0 | 1 |
    /// | -0 | 0 | 1 |
    /// | 0 | 0 | 1 |
    /// | 1 | 0 | 1 |
    /// | ∞ | NaN | 1 |
    /// | NaN | NaN | 1 |
    fract(x);

    /// `x` times the normal distribution function, in the exact form by `erfc`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `erfc(x * -0.7071067811865476) * 0.5 + azmul(select(exp(x * x * -0.5) == 0, 0, exp(x * x * -0.5)), x) * 0.3989422804014327` |
    /// | CppAD | `mul`, `erfc` |
    /// | NNVM | not supported |
    /// | MXNet | `LeakyReLU` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -0 | 0 |
    /// | -1 | -0.158655 | -0.0833155 |
    /// | -0 | -0 | 0.5 |
    /// | 0 | 0 | 0.5 |
    /// | 1 | 0.841345 | 1.08332 |
    /// | ∞ | ∞ | 1 |
    /// | NaN | NaN | NaN |
    gelu(x);

    /// `sqrt(x^2 + y^2)` without intermediate overflow; the derivative at the origin is zero.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | operands of one shape; elementwise; a scalar combines with any shape |
    /// | derivative | by `x`: `select(hypot(x, y) == 0, 0, x / select(hypot(x, y) == 0, 1, hypot(x, y)))`; by `y`: `select(hypot(x, y) == 0, 0, y / select(hypot(x, y) == 0, 1, hypot(x, y)))` |
    /// | CppAD | `mul`, `add`, `sqrt` |
    /// | NNVM | `elemwise_mul`, `elemwise_add`, `sqrt` |
    /// | MXNet | `_hypot` |
    ///
    /// At the edges:
    ///
    /// | `x` | `y` | value | by `x` | by `y` |
    /// |---|---|---|---|---|
    /// | 0 | 0 | 0 | 0 | 0 |
    /// | 1 | 0 | 1 | 1 | 0 |
    /// | 0 | 1 | 1 | 0 | 1 |
    /// | 1 | 1 | 1.41421 | 0.707107 | 0.707107 |
    /// | -1 | 0.5 | 1.11803 | -0.894427 | 0.447214 |
    /// | ∞ | 0 | ∞ | NaN | 0 |
    /// | 0 | ∞ | ∞ | 0 | NaN |
    /// | NaN | 0 | NaN | NaN | NaN |
    /// | 0 | NaN | NaN | NaN | NaN |
    hypot(x, y);

    /// `x` if positive, else `slope * x`; the derivative at 0 is the slope.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | operands of one shape; elementwise; a scalar combines with any shape |
    /// | derivative | by `x`: `select(x > 0, 1, slope)`; by `slope`: `select(x > 0, 0, x)` |
    /// | CppAD | `mul`, `cexp_lt` |
    /// | NNVM | `zeros`, `broadcast_greater`, `elemwise_mul`, `where` |
    /// | MXNet | `_greater_scalar`, `elemwise_mul`, `where` |
    ///
    /// At the edges:
    ///
    /// | `x` | `slope` | value | by `x` | by `slope` |
    /// |---|---|---|---|---|
    /// | 0 | 0 | 0 | 0 | 0 |
    /// | 1 | 0 | 1 | 1 | 0 |
    /// | 0 | 1 | 0 | 1 | 0 |
    /// | 1 | 1 | 1 | 1 | 0 |
    /// | -1 | 0.5 | -0.5 | 0.5 | -1 |
    /// | ∞ | 0 | ∞ | 1 | 0 |
    /// | 0 | ∞ | NaN | ∞ | 0 |
    /// | NaN | 0 | NaN | 0 | NaN |
    /// | 0 | NaN | NaN | NaN | 0 |
    leaky_relu(x, slope);

    /// The natural logarithm.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `1 / x` |
    /// | CppAD | `log` |
    /// | NNVM | `log` |
    /// | MXNet | `log` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | -0 |
    /// | -1 | NaN | -1 |
    /// | -0 | -∞ | -∞ |
    /// | 0 | -∞ | ∞ |
    /// | 1 | 0 | 1 |
    /// | ∞ | ∞ | 0 |
    /// | NaN | NaN | NaN |
    ln(x);

    /// `ln(1 + x)`, accurate near 0.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `1 / (x + 1)` |
    /// | CppAD | `log1p` |
    /// | NNVM | `ones`, `__add_scalar__`, `broadcast_equal`, `__div_scalar__`, `__sub_scalar__`, `elemwise_mul`, `full`, `log`, `elemwise_div`, `where` |
    /// | MXNet | `log1p` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | -0 |
    /// | -1 | -∞ | ∞ |
    /// | -0 | -0 | 1 |
    /// | 0 | 0 | 1 |
    /// | 1 | 0.693147 | 0.5 |
    /// | ∞ | ∞ | 0 |
    /// | NaN | NaN | NaN |
    ln_1p(x);

    /// The logarithm of the absolute value of the beta function,
    /// `ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b)` without the cancellation for large operands.
    /// Accurate to 8 units in the last place of the larger of it and 1 for positive operands. The
    /// derivatives are accurate to rounding errors of `digamma(a + b)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | operands of one shape; elementwise; a scalar combines with any shape |
    /// | derivative | by `a`: `digamma(a) - digamma(a + b)`; by `b`: `digamma(b) - digamma(a + b)` |
    /// | CppAD | `sub`, `cexp_lt`, `add`, `mul`, `div`, `log`, `sin`, `abs`, `discrete`, `cexp_eq`, `cexp_le` |
    /// | NNVM | not supported |
    /// | MXNet | `gammaln`, `elemwise_add`, `elemwise_sub` |
    ///
    /// At the edges:
    ///
    /// | `a` | `b` | value | by `a` | by `b` |
    /// |---|---|---|---|---|
    /// | 0 | 0 | NaN | NaN | NaN |
    /// | 1 | 0 | ∞ | 0 | -∞ |
    /// | 0 | 1 | ∞ | -∞ | 0 |
    /// | 1 | 1 | 0 | -1 | -1 |
    /// | -1 | 0.5 | ∞ | NaN | -2.00000 |
    /// | ∞ | 0 | NaN | NaN | -∞ |
    /// | 0 | ∞ | NaN | -∞ | NaN |
    /// | NaN | 0 | NaN | NaN | NaN |
    /// | 0 | NaN | NaN | NaN | NaN |
    ln_beta(a, b);

    /// The logarithm of the absolute value of the gamma function: infinite at the poles 0, -1, -2,
    /// .. and at both infinities. Accurate to 3 units in the last place; below 0, where it has
    /// zeros between the poles, of the larger of it and 1.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `digamma(x)` |
    /// | CppAD | `sub`, `cexp_lt`, `add`, `mul`, `div`, `log`, `sin`, `abs`, `discrete`, `cexp_eq`, `cexp_le` |
    /// | NNVM | not supported |
    /// | MXNet | `gammaln` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | ∞ | NaN |
    /// | -1 | ∞ | NaN |
    /// | -0 | ∞ | ∞ |
    /// | 0 | ∞ | -∞ |
    /// | 1 | 0 | -0.577216 |
    /// | ∞ | ∞ | ∞ |
    /// | NaN | NaN | NaN |
    ln_gamma(x);

    /// The logarithm to base 10.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `0.4342944819032518 / x` |
    /// | CppAD | `log`, `div` |
    /// | NNVM | `log`, `full`, `broadcast_div` |
    /// | MXNet | `log10` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | -0 |
    /// | -1 | NaN | -0.434294 |
    /// | -0 | -∞ | -∞ |
    /// | 0 | -∞ | ∞ |
    /// | 1 | 0 | 0.434294 |
    /// | ∞ | ∞ | 0 |
    /// | NaN | NaN | NaN |
    log10(x);

    /// The logarithm to base 2.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `1.4426950408889634 / x` |
    /// | CppAD | `log`, `div` |
    /// | NNVM | `log`, `full`, `broadcast_div` |
    /// | MXNet | `log2` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | -0 |
    /// | -1 | NaN | -1.44270 |
    /// | -0 | -∞ | -∞ |
    /// | 0 | -∞ | ∞ |
    /// | 1 | 0 | 1.44270 |
    /// | ∞ | ∞ | 0 |
    /// | NaN | NaN | NaN |
    log2(x);

    /// The larger operand; if one operand is NaN, the other one, as in std. At a tie, the result is
    /// the first operand, which gets the derivative.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | operands of one shape; elementwise; a scalar combines with any shape |
    /// | derivative | by `x`: 1 where `x >= y \|\| y != y`, else 0; by `y`: 0 where `x >= y \|\| y != y`, else 1 |
    /// | CppAD | `cexp_eq`, `cexp_le` |
    /// | NNVM | `broadcast_max` |
    /// | MXNet | `_maximum` |
    ///
    /// At the edges:
    ///
    /// | `x` | `y` | value | by `x` | by `y` |
    /// |---|---|---|---|---|
    /// | 0 | 0 | 0 | 1 | 0 |
    /// | 1 | 0 | 1 | 1 | 0 |
    /// | 0 | 1 | 1 | 0 | 1 |
    /// | 1 | 1 | 1 | 1 | 0 |
    /// | -1 | 0.5 | 0.5 | 0 | 1 |
    /// | ∞ | 0 | ∞ | 1 | 0 |
    /// | 0 | ∞ | ∞ | 0 | 1 |
    /// | NaN | 0 | 0 | 0 | 1 |
    /// | 0 | NaN | 0 | 1 | 0 |
    ///
    /// Of one array, `max(x)` is the largest element, and `max(x, axis = 0)` that along
    /// axes. A NaN beside numbers is ignored, the first of equals gets the derivative, and an axis
    /// without elements is an error.
    max(x, y);

    /// The smaller operand; if one operand is NaN, the other one, as in std. At a tie, the result
    /// is the first operand, which gets the derivative.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | operands of one shape; elementwise; a scalar combines with any shape |
    /// | derivative | by `x`: 1 where `x <= y \|\| y != y`, else 0; by `y`: 0 where `x <= y \|\| y != y`, else 1 |
    /// | CppAD | `cexp_eq`, `cexp_le` |
    /// | NNVM | `broadcast_min` |
    /// | MXNet | `_minimum` |
    ///
    /// At the edges:
    ///
    /// | `x` | `y` | value | by `x` | by `y` |
    /// |---|---|---|---|---|
    /// | 0 | 0 | 0 | 1 | 0 |
    /// | 1 | 0 | 0 | 0 | 1 |
    /// | 0 | 1 | 0 | 1 | 0 |
    /// | 1 | 1 | 1 | 1 | 0 |
    /// | -1 | 0.5 | -1 | 1 | 0 |
    /// | ∞ | 0 | 0 | 0 | 1 |
    /// | 0 | ∞ | 0 | 1 | 0 |
    /// | NaN | 0 | 0 | 0 | 1 |
    /// | 0 | NaN | 0 | 1 | 0 |
    ///
    /// Of one array, `min(x)` is the smallest element, and `min(x, axis = 0)` that along
    /// axes. A NaN beside numbers is ignored, the first of equals gets the derivative, and an axis
    /// without elements is an error.
    min(x, y);

    /// `x * y + z` with one rounding.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | operands of one shape; elementwise; a scalar combines with any shape |
    /// | derivative | by `x`: `y`; by `y`: `x`; by `z`: `1` |
    /// | CppAD | `mul`, `add` |
    /// | NNVM | `elemwise_mul`, `elemwise_add` |
    /// | MXNet | `elemwise_mul`, `elemwise_add` |
    ///
    /// At the edges:
    ///
    /// | `x` | `y` | `z` | value | by `x` | by `y` | by `z` |
    /// |---|---|---|---|---|---|---|
    /// | 1 | 1 | 2 | 3 | 1 | 1 | 1 |
    /// | 2 | 1 | 2 | 4 | 1 | 2 | 1 |
    /// | 3 | 2 | 1 | 7 | 2 | 3 | 1 |
    /// | NaN | 0 | 1 | NaN | 0 | NaN | 1 |
    /// | ∞ | 0 | 1 | NaN | 0 | ∞ | 1 |
    mul_add(x, y, z);

    /// The standard normal distribution function, `erfc(-x / sqrt(2)) / 2`. Accurate to 1.5 units
    /// in the last place, also in the lower tail.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `select(exp(x * x * -0.5) == 0, 0, exp(x * x * -0.5)) * 0.3989422804014327` |
    /// | CppAD | `mul`, `erfc` |
    /// | NNVM | not supported |
    /// | MXNet | `_mul_scalar`, `erf`, `_rminus_scalar` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | 0 | 0 |
    /// | -1 | 0.158655 | 0.241971 |
    /// | -0 | 0.5 | 0.398942 |
    /// | 0 | 0.5 | 0.398942 |
    /// | 1 | 0.841345 | 0.241971 |
    /// | ∞ | 1 | 0 |
    /// | NaN | NaN | NaN |
    normal_cdf(x);

    /// The logarithm of the density of the normal distribution with this mean and standard
    /// deviation, finite where the density underflows. NaN for a deviation that is not positive.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | operands of one shape; elementwise; a scalar combines with any shape |
    /// | derivative | by `x`: `-((x - mean) / deviation) / deviation`; by `mean`: `(x - mean) / deviation / deviation`; by `deviation`: `(square((x - mean) / deviation) - 1) / deviation` |
    /// | CppAD | `sub`, `div`, `mul`, `log`, `add`, `neg` |
    /// | NNVM | `elemwise_sub`, `elemwise_div`, `__mul_scalar__`, `elemwise_mul`, `log`, `full`, `broadcast_add`, `elemwise_add`, `negative` |
    /// | MXNet | `elemwise_sub`, `elemwise_div`, `_mul_scalar`, `elemwise_mul`, `log`, `_plus_scalar`, `elemwise_add`, `negative` |
    ///
    /// At the edges:
    ///
    /// | `x` | `mean` | `deviation` | value | by `x` | by `mean` | by `deviation` |
    /// |---|---|---|---|---|---|---|
    /// | 1 | 1 | 2 | -1.61209 | -0 | 0 | -0.5 |
    /// | 2 | 1 | 2 | -1.73709 | -0.25 | 0.25 | -0.375 |
    /// | 3 | 2 | 1 | -1.41894 | -1 | 1 | 0 |
    /// | NaN | 0 | 1 | NaN | NaN | NaN | NaN |
    /// | ∞ | 0 | 1 | -∞ | -∞ | ∞ | ∞ |
    normal_ln_pdf(x, mean, deviation);

    /// The derivative of order `n` of `digamma`, for a constant `n`; NaN for a negative one. At the
    /// poles it is infinite if `n` is odd, and as `digamma` if `n` is even. For positive `x` it is
    /// accurate to `5 + n` units in the last place up to order 500.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `polygamma(x, 8)` for `n = 7` |
    /// | CppAD | not supported |
    /// | NNVM | not supported |
    /// | MXNet | not supported |
    ///
    /// At the edges, for `n = 7`:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | NaN |
    /// | -1 | ∞ | NaN |
    /// | -0 | ∞ | ∞ |
    /// | 0 | ∞ | -∞ |
    /// | 1 | 5060.55 | -40401.0 |
    /// | ∞ | 0 | -0 |
    /// | NaN | NaN | NaN |
    polygamma(x; n);

    /// `x` to the power of `y`. The derivative by `x` is zero if `y` is zero, and the derivative by
    /// `y` is zero at a zero base with a positive exponent, so that the regular cases there are
    /// correct.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | operands of one shape; elementwise; a scalar combines with any shape |
    /// | derivative | by `x`: `azmul(y, powf(x, y - 1))`; by `y`: `select(x == 0 && y > 0, azmul(select(y > 1, select(y > 2, 1, x), 1), azmul(select(y > 2, 1, x), ln(select(y > 2, 1, x)))), powf(x, y) * ln(x))` |
    /// | CppAD | `pow` |
    /// | NNVM | `elemwise_pow` |
    /// | MXNet | `_power` |
    ///
    /// At the edges:
    ///
    /// | `x` | `y` | value | by `x` | by `y` |
    /// |---|---|---|---|---|
    /// | 0 | 0 | 1 | 0 | -∞ |
    /// | 1 | 0 | 1 | 0 | 0 |
    /// | 0 | 1 | 0 | 1 | 0 |
    /// | 1 | 1 | 1 | 1 | 0 |
    /// | -1 | 0.5 | NaN | NaN | NaN |
    /// | ∞ | 0 | 1 | 0 | ∞ |
    /// | 0 | ∞ | 0 | NaN | 0 |
    /// | NaN | 0 | 1 | 0 | NaN |
    /// | 0 | NaN | NaN | NaN | NaN |
    powf(x, y);

    /// An integral power, of a constant exponent as a fixed chain of multiplications, of another
    /// as `powf`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `powi(x, 6) * 7` for `n = 7` |
    /// | CppAD | `mul` |
    /// | NNVM | `elemwise_mul` |
    /// | MXNet | `elemwise_mul` |
    ///
    /// At the edges, for `n = 7`:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -∞ | ∞ |
    /// | -1 | -1 | 7 |
    /// | -0 | -0 | 0 |
    /// | 0 | 0 | 0 |
    /// | 1 | 1 | 7 |
    /// | ∞ | ∞ | ∞ |
    /// | NaN | NaN | NaN |
    powi(x; n);

    /// The reciprocal.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `-(recip(x) * recip(x))` |
    /// | CppAD | `div` |
    /// | NNVM | `__rdiv_scalar__` |
    /// | MXNet | `reciprocal` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -0 | -0 |
    /// | -1 | -1 | -1 |
    /// | -0 | -∞ | -∞ |
    /// | 0 | ∞ | -∞ |
    /// | 1 | 1 | -1 |
    /// | ∞ | 0 | -0 |
    /// | NaN | NaN | NaN |
    recip(x);

    /// `x` if positive, else 0; the derivative at 0 is zero.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | 1 where `x > 0`, else 0 |
    /// | CppAD | `cexp_le` |
    /// | NNVM | `relu` |
    /// | MXNet | `relu` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | 0 | 0 |
    /// | -1 | 0 | 0 |
    /// | -0 | 0 | 0 |
    /// | 0 | 0 | 0 |
    /// | 1 | 1 | 1 |
    /// | ∞ | ∞ | 1 |
    /// | NaN | NaN | 0 |
    relu(x);

    /// The nearest integer, halves away from zero; the derivative is zero.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `0` |
    /// | CppAD | `discrete` |
    /// | NNVM | `round` |
    /// | MXNet | `round` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -∞ | 0 |
    /// | -1 | -1 | 0 |
    /// | -0 | -0 | 0 |
    /// | 0 | 0 | 0 |
    /// | 1 | 1 | 0 |
    /// | ∞ | ∞ | 0 |
    /// | NaN | NaN | 0 |
    round(x);

    /// `1 / (1 + exp(-x))`, accurate on both sides.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `sigmoid(x) * sigmoid(-x)` |
    /// | CppAD | `neg`, `exp`, `add`, `div` |
    /// | NNVM | `sigmoid` |
    /// | MXNet | `sigmoid` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | 0 | 0 |
    /// | -1 | 0.268941 | 0.196612 |
    /// | -0 | 0.5 | 0.25 |
    /// | 0 | 0.5 | 0.25 |
    /// | 1 | 0.731059 | 0.196612 |
    /// | ∞ | 1 | 0 |
    /// | NaN | NaN | NaN |
    sigmoid(x);

    /// The sign, -1, 0 or 1: 0 at both zeros, NaN at NaN; the derivative is zero.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `0` |
    /// | CppAD | `sign` |
    /// | NNVM | `zeros`, `broadcast_greater`, `ones`, `broadcast_less`, `full`, `broadcast_equal`, `where` |
    /// | MXNet | `sign` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -1 | 0 |
    /// | -1 | -1 | 0 |
    /// | -0 | 0 | 0 |
    /// | 0 | 0 | 0 |
    /// | 1 | 1 | 0 |
    /// | ∞ | 1 | 0 |
    /// | NaN | NaN | 0 |
    sign(x);

    /// `x * sigmoid(x)`.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `sigmoid(x) + azmul(select(sigmoid(-x) == 0, 0, sigmoid(-x)), silu(x))` |
    /// | CppAD | `neg`, `exp`, `add`, `div`, `mul` |
    /// | NNVM | `sigmoid`, `elemwise_mul` |
    /// | MXNet | `sigmoid`, `elemwise_mul` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -0 | 0 |
    /// | -1 | -0.268941 | 0.0723295 |
    /// | -0 | -0 | 0.5 |
    /// | 0 | 0 | 0.5 |
    /// | 1 | 0.731059 | 0.927671 |
    /// | ∞ | ∞ | 1 |
    /// | NaN | NaN | NaN |
    silu(x);

    /// The sine of an angle in radians.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `cos(x)` |
    /// | CppAD | `sin` |
    /// | NNVM | not supported |
    /// | MXNet | `sin` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | NaN |
    /// | -1 | -0.841471 | 0.540302 |
    /// | -0 | -0 | 1 |
    /// | 0 | 0 | 1 |
    /// | 1 | 0.841471 | 0.540302 |
    /// | ∞ | NaN | NaN |
    /// | NaN | NaN | NaN |
    sin(x);

    /// The hyperbolic sine.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `cosh(x)` |
    /// | CppAD | `sinh` |
    /// | NNVM | `tanh`, `exp`, `negative`, `elemwise_add`, `__mul_scalar__`, `elemwise_mul` |
    /// | MXNet | `sinh` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -∞ | ∞ |
    /// | -1 | -1.17520 | 1.54308 |
    /// | -0 | -0 | 1 |
    /// | 0 | 0 | 1 |
    /// | 1 | 1.17520 | 1.54308 |
    /// | ∞ | ∞ | ∞ |
    /// | NaN | NaN | NaN |
    sinh(x);

    /// `ln(1 + exp(x))` without overflow.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `sigmoid(x)` |
    /// | CppAD | `neg`, `cexp_le`, `exp`, `log1p`, `add` |
    /// | NNVM | `zeros`, `broadcast_greater_equal`, `where`, `ones`, `negative`, `exp`, `__add_scalar__`, `broadcast_equal`, `__div_scalar__`, `__sub_scalar__`, `elemwise_mul`, `full`, `log`, `elemwise_div`, `elemwise_add` |
    /// | MXNet | `Activation` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | 0 | 0 |
    /// | -1 | 0.313262 | 0.268941 |
    /// | -0 | 0.693147 | 0.5 |
    /// | 0 | 0.693147 | 0.5 |
    /// | 1 | 1.31326 | 0.731059 |
    /// | ∞ | ∞ | 1 |
    /// | NaN | NaN | NaN |
    softplus(x);

    /// The square root. The derivative at a zero is infinite, with the sign of the zero.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `0.5 / sqrt(x)` |
    /// | CppAD | `sqrt` |
    /// | NNVM | `sqrt` |
    /// | MXNet | `sqrt` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | NaN |
    /// | -1 | NaN | NaN |
    /// | -0 | -0 | -∞ |
    /// | 0 | 0 | ∞ |
    /// | 1 | 1 | 0.5 |
    /// | ∞ | ∞ | 0 |
    /// | NaN | NaN | NaN |
    sqrt(x);

    /// The square.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `x * 2` |
    /// | CppAD | `mul` |
    /// | NNVM | `elemwise_mul` |
    /// | MXNet | `square` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | ∞ | -∞ |
    /// | -1 | 1 | -2 |
    /// | -0 | 0 | -0 |
    /// | 0 | 0 | 0 |
    /// | 1 | 1 | 2 |
    /// | ∞ | ∞ | ∞ |
    /// | NaN | NaN | NaN |
    square(x);

    /// The tangent of an angle in radians.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `tan(x) * tan(x) + 1` |
    /// | CppAD | `tan` |
    /// | NNVM | not supported |
    /// | MXNet | `tan` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | NaN | NaN |
    /// | -1 | -1.55741 | 3.42552 |
    /// | -0 | -0 | 1 |
    /// | 0 | 0 | 1 |
    /// | 1 | 1.55741 | 3.42552 |
    /// | ∞ | NaN | NaN |
    /// | NaN | NaN | NaN |
    tan(x);

    /// The hyperbolic tangent. The derivative is computed from the value: it is accurate to a
    /// rounding error of 1, hence zero if the value rounds to 1.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `1 - tanh(x) * tanh(x)` |
    /// | CppAD | `tanh` |
    /// | NNVM | `tanh` |
    /// | MXNet | `tanh` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -1 | 0 |
    /// | -1 | -0.761594 | 0.419974 |
    /// | -0 | -0 | 1 |
    /// | 0 | 0 | 1 |
    /// | 1 | 0.761594 | 0.419974 |
    /// | ∞ | 1 | 0 |
    /// | NaN | NaN | NaN |
    tanh(x);

    /// The integral part; the derivative is zero.
    ///
    /// | | |
    /// |---|---|
    /// | shapes | any; elementwise |
    /// | derivative | `0` |
    /// | CppAD | `discrete` |
    /// | NNVM | `trunc` |
    /// | MXNet | `trunc` |
    ///
    /// At the edges:
    ///
    /// | `x` | value | derivative |
    /// |---|---|---|
    /// | -∞ | -∞ | 0 |
    /// | -1 | -1 | 0 |
    /// | -0 | -0 | 0 |
    /// | 0 | 0 | 0 |
    /// | 1 | 1 | 0 |
    /// | ∞ | ∞ | 0 |
    /// | NaN | NaN | 0 |
    trunc(x);
}
