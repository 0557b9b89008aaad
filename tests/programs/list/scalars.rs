//! Functions of a few numbers: one-liners and short formulas.

use super::programs;

programs! {
    identity {
        graph { pub fn f(x: f64) -> f64 { x } }
        dual |x| { vec![x[0]] }
        inside (-2.0, 2.0)
        corners [[0.0] => [1.0], [-0.0] => [1.0]]
    }
    constant {
        graph { pub fn f(_x: f64) -> f64 { 3.5 } }
        dual |x| { vec![x[0] * 0.0 + 3.5] }
        inside (-2.0, 2.0)
        corners [[0.0] => [0.0]]
    }
    polynomial {
        graph { pub fn f(x: f64) -> f64 { ((2.0 * x - 3.0) * x + 0.5) * x - 7.0 } }
        dual |x| { vec![((x[0] * 2.0 - 3.0) * x[0] + 0.5) * x[0] - 7.0] }
        inside (-2.0, 2.0)
        corners [[0.0] => [0.5]]
    }
    powers {
        graph { pub fn f(x: f64) -> f64 { x.powi(5) - x.powi(-2) + x.powf(1.5) + x.powi(0) } }
        dual |x| { vec![x[0].powi(5) - x[0].powi(-2) + x[0].powf(1.5) + 1.0] }
        inside (0.4, 2.0)
        corners []
    }
    power_of_variables {
        graph { pub fn f(x: f64, y: f64) -> f64 { x.powf(y) } }
        dual |x| { vec![(x[1] * x[0].ln()).exp()] }
        inside (0.4, 2.0)
        corners [[0.0, 4.0] => [0.0, 0.0], [0.0, 7.0] => [0.0, 0.0]]
    }
    quotient {
        graph { pub fn f(x: f64, y: f64) -> f64 { (x - y) / (x * x + y * y) } }
        dual |x| { vec![(x[0] - x[1]) / (x[0] * x[0] + x[1] * x[1])] }
        inside (0.3, 2.0)
        corners []
    }
    trigonometry {
        graph { pub fn f(x: f64) -> f64 { sin(x) * cos(2.0 * x) + tan(0.5 * x) } }
        dual |x| { vec![x[0].sin() * (x[0] * 2.0).cos() + (x[0] * 0.5).tan()] }
        inside (-1.5, 1.5)
        corners [[0.0] => [1.5], [-0.0] => [1.5]]
    }
    inverse_trigonometry {
        graph { pub fn f(x: f64) -> f64 { x.asin() + 2.0 * x.acos() - x.atan() } }
        dual |x| { vec![x[0].asin() + x[0].acos() * 2.0 - x[0].atan()] }
        inside (-0.8, 0.8)
        corners [[0.0] => [-2.0]]
    }
    hyperbolic {
        graph { pub fn f(x: f64) -> f64 { x.sinh() / x.cosh() - x.tanh() * x.cosh() } }
        dual |x| { vec![x[0].sinh() / x[0].cosh() - x[0].tanh() * x[0].cosh()] }
        inside (-1.5, 1.5)
        corners [[0.0] => [0.0]]
    }
    inverse_hyperbolic {
        graph { pub fn f(x: f64) -> f64 { x.asinh() + (x + 2.0).acosh() + (0.3 * x).atanh() } }
        dual |x| { vec![x[0].asinh() + (x[0] + 2.0).acosh() + (x[0] * 0.3).atanh()] }
        inside (-0.5, 1.5)
        corners []
    }
    exponentials {
        graph {
            pub fn f(x: f64) -> f64 { exp(x) - exp_m1(0.5 * x) + exp2(x) + ln(x) - ln_1p(x) }
        }
        dual |x| { vec![
            x[0].exp() - (x[0] * 0.5).exp_m1() + x[0].exp2() + x[0].ln() - x[0].ln_1p()
        ] }
        inside (0.2, 1.8)
        corners []
    }
    logarithms {
        graph { pub fn f(x: f64) -> f64 { x.log2() * x.log10() + x.ln() } }
        dual |x| { vec![x[0].log2() * x[0].log10() + x[0].ln()] }
        inside (0.2, 3.0)
        corners []
    }
    roots {
        graph { pub fn f(x: f64) -> f64 { x.sqrt() + x.cbrt() + x.recip() } }
        dual |x| { vec![x[0].sqrt() + x[0].cbrt() + x[0].recip()] }
        inside (0.3, 3.0)
        corners []
    }
    error_function {
        graph { pub fn f(x: f64, y: f64) -> f64 { x.erf() * y.erfc() } }
        inside (-1.5, 1.5)
        corners []
    }
    angles {
        graph { pub fn f(y: f64, x: f64) -> f64 { y.atan2(x) + x.hypot(y) } }
        dual |x| { vec![x[0].atan2(x[1]) + (x[0] * x[0] + x[1] * x[1]).sqrt()] }
        inside (0.2, 2.0)
        corners []
    }
    fused {
        graph { pub fn f(x: f64, y: f64, z: f64) -> f64 { x.mul_add(y, z) * x } }
        dual |x| { vec![(x[0] * x[1] + x[2]) * x[0]] }
        inside (-2.0, 2.0)
        corners [[0.0, 3.0, 2.0] => [2.0, 0.0, 0.0]]
    }
    reused_value {
        graph {
            pub fn f(x: f64) -> f64 {
                let a = x * x;
                let b = a * a;
                let c = b * b + a;
                c * b - a / (1.0 + c)
            }
        }
        dual |x| {
            let a = x[0] * x[0];
            let b = a * a;
            let c = b * b + a;
            vec![c * b - a / (c + 1.0)]
        }
        inside (-1.2, 1.2)
        corners [[0.0] => [0.0]]
    }
    negation {
        graph { pub fn f(x: f64, y: f64) -> f64 { -(-x) - (-y) * -x } }
        dual |x| { vec![x[0] - x[1] * x[0]] }
        inside (-2.0, 2.0)
        corners [[0.0, 0.0] => [1.0, 0.0]]
    }
    two_results {
        graph { pub fn f(x: f64, y: f64) -> (f64, f64) { (x * y, x.sin() + y) } }
        dual |x| { vec![x[0] * x[1], x[0].sin() + x[1]] }
        inside (-2.0, 2.0)
        corners [[0.0, 0.0] => [1.0, 1.0]]
    }
    unused_argument {
        graph { pub fn f(x: f64, _y: f64) -> f64 { 2.0 * x } }
        dual |x| { vec![x[0] * 2.0 + x[1] * 0.0] }
        inside (-2.0, 2.0)
        corners [[0.0, 0.0] => [2.0, 0.0]]
    }
    remainder {
        graph { pub fn f(x: f64, y: f64) -> f64 { (x % y) * x } }
        inside (1.1, 1.9)
        corners []
    }
    steps {
        graph {
            pub fn f(x: f64) -> f64 {
                x * (x.floor() + x.ceil() - x.round() + 2.0 * x.trunc()) + x.fract()
            }
        }
        inside (0.55, 0.95)
        corners []
    }
    normal_density {
        graph {
            const TWO_PI: f64 = 6.283185307179586;
            /// The density of the normal distribution.
            pub fn f(x: f64, mean: f64, deviation: f64) -> f64 {
                let z = (x - mean) / deviation;
                exp(-0.5 * z * z) / (deviation * sqrt(TWO_PI))
            }
        }
        dual |x| {
            let z = (x[0] - x[1]) / x[2];
            vec![(z * z * -0.5).exp() / (x[2] * std::f64::consts::TAU.sqrt())]
        }
        inside (0.4, 1.6)
        corners []
    }
    gamma_functions {
        graph {
            pub fn f(x: f64, y: f64) -> f64 {
                x.ln_gamma() * digamma(y) + ln_beta(x, y) - polygamma(x + y, 2)
            }
        }
        inside (0.4, 3.0)
        corners []
    }
    binomial_likelihood {
        graph {
            /// The logarithm of a beta-binomial probability, but for the binomial coefficient.
            pub fn f(a: f64, b: f64) -> f64 {
                ln_beta(a + 3.0, b + 5.0) - ln_beta(a, b)
            }
        }
        inside (0.4, 3.0)
        corners []
    }
    normal_functions {
        graph {
            pub fn f(x: f64, mean: f64, deviation: f64) -> f64 {
                normal_cdf(x) * erf_inv(0.5 * mean) + normal_ln_pdf(x, mean, deviation)
            }
        }
        inside (0.3, 1.6)
        corners []
    }
    bessel_functions {
        graph {
            pub fn f(x: f64, y: f64) -> f64 {
                bessel_j0(x) * bessel_y1(y) - bessel_j1(x) * y.bessel_y0() + x.bessel_j(2)
            }
        }
        inside (0.5, 4.0)
        corners [[0.0, 1.0] => [-0.04412848210783848, 0.8694697855159657]]
    }
    activations {
        graph {
            pub fn f(x: f64) -> f64 {
                sigmoid(x) + softplus(x) * silu(x) + gelu(x) + square(x)
            }
        }
        inside (-2.0, 2.0)
        corners []
    }
    stopped {
        graph { pub fn f(x: f64) -> f64 { x * x + stop_gradient(x) * 0.0 } }
        dual |x| { vec![x[0] * x[0]] }
        inside (-2.0, 2.0)
        corners [[0.0] => [0.0]]
    }
}
