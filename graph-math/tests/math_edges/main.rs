//! The functions of `math` at their edges: zeros of both signs, infinities, NaN, poles, the ends
//! of domains, ties. The expected values are those of annex F of the C standard, of CppAD, or of
//! the standard library; each check runs for both float types.

mod binary;
mod exact;
mod special;

use graph_math::math::{self, Float};
use std::f64::consts::LN_2;

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;
const HALF_PI: f64 = std::f64::consts::FRAC_PI_2;
const PI: f64 = std::f64::consts::PI;

/// Runs a generic check for `f64` and for `f32`.
macro_rules! for_both {
    ($($test:ident = $($check:ident)::+;)+) => {
        $(
            #[test]
            fn $test() {
                $($check)::+::<f64>();
                $($check)::+::<f32>();
            }
        )+
    };
}

for_both! {
    unary_functions_at_zeros_and_infinities = unary_edges;
    unary_functions_outside_their_domain = domains;
    unary_functions_at_poles_and_exact_points = points;
    families_at_the_edges = special::families;
    beta_functions_at_the_edges = special::beta;
    normal_densities_at_the_edges = special::densities;
    powers_at_the_edges = binary::powers;
    powers_with_huge_exponents = binary::huge_exponents;
    angles_at_the_edges = binary::angles;
    lengths_at_the_edges = binary::lengths;
    integer_powers_at_the_edges = binary::integer_powers;
    maximum_and_minimum_at_the_edges = exact::extremes;
    clamp_at_the_edges = exact::clamped;
    products_and_signs_at_the_edges = exact::products;
    rounding_at_the_edges = exact::rounding;
    fused_multiply_add_rounds_once = exact::fused;
    numbers_convert = exact::conversions;
}

/// Fails unless both are NaN or both the same number with the same sign.
fn same<T: Float>(got: T, expected: f64, what: &str) {
    let wanted = T::from_f64(expected);
    let equal = got.to_bits_u64() == wanted.to_bits_u64() || got.is_nan() && wanted.is_nan();
    assert!(equal, "{what} ({} bits): {got}, expected {wanted}", T::BITS);
}

/// `name: [at 0, at -0, at infinity, at negative infinity]` for functions of one argument; each
/// must also be NaN at NaN.
macro_rules! at_edges {
    ($float:ident; $($name:ident: [$($expected:expr),+];)+) => {
        $(
            for (x, expected) in [0.0, -0.0, INF, -INF].into_iter().zip([$($expected),+]) {
                let got = math::$name($float::from_f64(x));
                same(got, expected, &format!("{}({x:?})", stringify!($name)));
            }
            same(math::$name($float::NAN), NAN, concat!(stringify!($name), "(NaN)"));
        )+
    };
}

fn unary_edges<T: Float>() {
    at_edges! { T;
        abs: [0.0, 0.0, INF, INF];
        sqrt: [0.0, -0.0, INF, NAN];
        cbrt: [0.0, -0.0, INF, -INF];
        floor: [0.0, -0.0, INF, -INF];
        ceil: [0.0, -0.0, INF, -INF];
        round: [0.0, -0.0, INF, -INF];
        trunc: [0.0, -0.0, INF, -INF];
        exp: [1.0, 1.0, INF, 0.0];
        exp2: [1.0, 1.0, INF, 0.0];
        exp_m1: [0.0, -0.0, INF, -1.0];
        ln: [-INF, -INF, INF, NAN];
        log2: [-INF, -INF, INF, NAN];
        log10: [-INF, -INF, INF, NAN];
        ln_1p: [0.0, -0.0, INF, NAN];
        sin: [0.0, -0.0, NAN, NAN];
        cos: [1.0, 1.0, NAN, NAN];
        tan: [0.0, -0.0, NAN, NAN];
        asin: [0.0, -0.0, NAN, NAN];
        acos: [HALF_PI, HALF_PI, NAN, NAN];
        atan: [0.0, -0.0, HALF_PI, -HALF_PI];
        sinh: [0.0, -0.0, INF, -INF];
        cosh: [1.0, 1.0, INF, INF];
        tanh: [0.0, -0.0, 1.0, -1.0];
        asinh: [0.0, -0.0, INF, -INF];
        acosh: [NAN, NAN, INF, NAN];
        atanh: [0.0, -0.0, NAN, NAN];
        erf: [0.0, -0.0, 1.0, -1.0];
        erfc: [1.0, 1.0, 0.0, 2.0];
    }
    at_edges! { T;
        sign: [0.0, 0.0, 1.0, -1.0];
        square: [0.0, 0.0, INF, INF];
        recip: [INF, -INF, 0.0, -0.0];
        fract: [0.0, 0.0, NAN, NAN];
        relu: [0.0, 0.0, INF, 0.0];
        sigmoid: [0.5, 0.5, 1.0, 0.0];
        softplus: [LN_2, LN_2, INF, 0.0];
        silu: [0.0, -0.0, INF, -0.0];
        gelu: [0.0, -0.0, INF, -0.0];
        normal_cdf: [0.5, 0.5, 1.0, 0.0];
        erf_inv: [0.0, -0.0, NAN, NAN];
        ln_gamma: [INF, INF, INF, INF];
        digamma: [-INF, INF, INF, NAN];
        bessel_j0: [1.0, 1.0, 0.0, 0.0];
        bessel_j1: [0.0, -0.0, 0.0, 0.0];
        bessel_y0: [-INF, -INF, 0.0, NAN];
        bessel_y1: [-INF, -INF, 0.0, NAN];
    }
}

fn domains<T: Float>() {
    let above = T::ONE + T::EPSILON;
    for (got, what) in [
        (math::sqrt(-T::ONE), "sqrt(-1)"),
        (math::ln(-T::ONE), "ln(-1)"),
        (math::log2(-T::MIN_POSITIVE), "log2 just below 0"),
        (math::log10(-T::max_value()), "log10(-MAX)"),
        (math::ln_1p(-above), "ln_1p just below -1"),
        (math::asin(above), "asin just above 1"),
        (math::acos(-above), "acos just below -1"),
        (math::acosh(T::ONE - T::EPSILON), "acosh just below 1"),
        (math::acosh(-T::max_value()), "acosh(-MAX)"),
        (math::atanh(above), "atanh just above 1"),
        (math::atanh(-T::max_value()), "atanh(-MAX)"),
        (math::erf_inv(above), "erf_inv just above 1"),
        (math::bessel_y0(-T::MIN_POSITIVE), "bessel_y0 just below 0"),
        (math::bessel_y1(-T::max_value()), "bessel_y1(-MAX)"),
    ] {
        same(got, NAN, what);
    }
}

fn points<T: Float>() {
    let at = T::from_f64;
    same(math::ln(at(1.0)), 0.0, "ln(1)");
    same(math::ln_1p(at(-1.0)), -INF, "ln_1p(-1)");
    same(math::log2(at(8.0)), 3.0, "log2(8)");
    same(math::log10(at(1000.0)), 3.0, "log10(1000)");
    same(math::exp2(at(-3.0)), 0.125, "exp2(-3)");
    same(math::cbrt(at(-27.0)), -3.0, "cbrt(-27)");
    same(math::acos(at(1.0)), 0.0, "acos(1)");
    same(math::acos(at(-1.0)), PI, "acos(-1)");
    same(math::asin(at(1.0)), HALF_PI, "asin(1)");
    same(math::asin(at(-1.0)), -HALF_PI, "asin(-1)");
    same(math::acosh(at(1.0)), 0.0, "acosh(1)");
    same(math::atanh(at(1.0)), INF, "atanh(1)");
    same(math::atanh(at(-1.0)), -INF, "atanh(-1)");
    same(math::erf_inv(at(1.0)), INF, "erf_inv(1)");
    same(math::erf_inv(at(-1.0)), -INF, "erf_inv(-1)");
    same(math::ln_gamma(at(1.0)), 0.0, "ln_gamma(1)");
    same(math::ln_gamma(at(-7.0)), INF, "ln_gamma(-7)");
    same(math::digamma(at(-7.0)), NAN, "digamma(-7)");
}
