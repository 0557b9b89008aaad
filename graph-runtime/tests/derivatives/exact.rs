//! The partial derivatives of every scalar operator in closed form, over correctly rounded
//! functions and by other formulas than the rules', good over the whole range of doubles.

use super::special;
use core_math as m;
use graph_ir::ops::ScalarOp;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, LN_2, LN_10, SQRT_2};

/// The partial derivatives by the operands; `None` where none is defined.
pub(crate) fn partials(op: ScalarOp, operands: &[f64]) -> Option<Vec<f64>> {
    match *operands {
        [x] => of_one(op, x).map(|partial| vec![partial]),
        [x, y] => of_two(op, x, y).map(|partials| partials.to_vec()),
        [x, y, z] => of_three(op, x, y, z).map(|partials| partials.to_vec()),
        _ => panic!("{op:?} has {} operands", operands.len()),
    }
}

fn of_one(op: ScalarOp, x: f64) -> Option<f64> {
    let within = |domain: bool, partial: f64| domain.then_some(partial);
    match op {
        ScalarOp::Neg => Some(-1.0),
        ScalarOp::Fract => Some(1.0),
        ScalarOp::Sign | ScalarOp::Floor | ScalarOp::Ceil | ScalarOp::Round | ScalarOp::Trunc => {
            Some(0.0)
        }
        ScalarOp::Abs if x == 0.0 => Some(0.0),
        ScalarOp::Abs => Some(x.signum()),
        ScalarOp::Square => Some(x + x),
        ScalarOp::Recip => Some(-(1.0 / x) / x),
        ScalarOp::Powi(0) => Some(0.0),
        ScalarOp::Powi(n) => Some(m::pow(x, f64::from(n) - 1.0) * f64::from(n)),
        ScalarOp::Sqrt => within(x >= 0.0, 0.5 / x.sqrt()),
        ScalarOp::Cbrt => Some(1.0 / m::cbrt(x).powi(2) / 3.0),
        ScalarOp::Exp | ScalarOp::ExpM1 => Some(m::exp(x)),
        ScalarOp::Exp2 => Some(m::exp2(x) * LN_2),
        ScalarOp::Ln => within(x >= 0.0, 1.0 / x),
        ScalarOp::Log2 => within(x >= 0.0, 1.0 / x / LN_2),
        ScalarOp::Log10 => within(x >= 0.0, 1.0 / x / LN_10),
        ScalarOp::Ln1p => within(x >= -1.0, 1.0 / (1.0 + x)),
        ScalarOp::Relu => Some(f64::from(x > 0.0)),
        ScalarOp::LnGamma => special::polygamma(0, x),
        ScalarOp::Digamma => special::polygamma(1, x),
        ScalarOp::Polygamma(n) => special::polygamma(n + 1, x),
        ScalarOp::ErfInv => special::slope_of_erf_inv(x),
        ScalarOp::BesselJ0 => special::slope_of_bessel_j(0, x),
        ScalarOp::BesselJ1 => special::slope_of_bessel_j(1, x),
        ScalarOp::BesselJ(n) => special::slope_of_bessel_j(n, x),
        ScalarOp::BesselY0 => special::slope_of_bessel_y(0, x),
        ScalarOp::BesselY1 => special::slope_of_bessel_y(1, x),
        ScalarOp::BesselY(n) => special::slope_of_bessel_y(n, x),
        _ => trigonometric(op, x),
    }
}

fn trigonometric(op: ScalarOp, x: f64) -> Option<f64> {
    // `1 - x^2` with one rounding.
    let rest = (-x).mul_add(x, 1.0);
    let inside = x.abs() <= 1.0;
    let finite = x.is_finite();
    match op {
        ScalarOp::Sin => finite.then(|| m::cos(x)),
        ScalarOp::Cos => finite.then(|| -m::sin(x)),
        ScalarOp::Tan => finite.then(|| 1.0 / m::cos(x).powi(2)),
        ScalarOp::Asin => inside.then(|| 1.0 / rest.sqrt()),
        ScalarOp::Acos => inside.then(|| -1.0 / rest.sqrt()),
        ScalarOp::Atan if inside => Some(1.0 / (1.0 + x * x)),
        ScalarOp::Atan => Some(1.0 / x / (x + 1.0 / x)),
        ScalarOp::Sinh => Some(m::cosh(x)),
        ScalarOp::Cosh => Some(m::sinh(x)),
        ScalarOp::Tanh => Some(1.0 / m::cosh(x) / m::cosh(x)),
        ScalarOp::Asinh if inside => Some(1.0 / (1.0 + x * x).sqrt()),
        ScalarOp::Asinh => Some(1.0 / x.abs() / (1.0 + (1.0 / x).powi(2)).sqrt()),
        ScalarOp::Acosh if x < 2.0 => (x >= 1.0).then(|| 1.0 / x.mul_add(x, -1.0).sqrt()),
        ScalarOp::Acosh => Some(1.0 / x / (1.0 - (1.0 / x).powi(2)).sqrt()),
        ScalarOp::Atanh => inside.then(|| 1.0 / rest),
        _ => Some(sigmoidal(op, x)),
    }
}

fn sigmoidal(op: ScalarOp, x: f64) -> f64 {
    // Where every one of these has reached its limit in doubles.
    let end = |low: f64, high: f64| (x.abs() > 1000.0).then_some(if x < 0.0 { low } else { high });
    match op {
        ScalarOp::Erf => end(0.0, 0.0).unwrap_or_else(|| FRAC_2_SQRT_PI * bell(x)),
        ScalarOp::Erfc => end(0.0, 0.0).unwrap_or_else(|| -FRAC_2_SQRT_PI * bell(x)),
        ScalarOp::Sigmoid => 0.25 / m::cosh(0.5 * x) / m::cosh(0.5 * x),
        ScalarOp::Softplus => end(0.0, 1.0).unwrap_or_else(|| sigmoid(x)),
        ScalarOp::Silu => end(0.0, 1.0).unwrap_or_else(|| sigmoid(x) * (1.0 + x * sigmoid(-x))),
        ScalarOp::Gelu => end(0.0, 1.0).unwrap_or_else(|| {
            let density = 0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2 * bell(x / SQRT_2);
            0.5 * m::erfc(-x / SQRT_2) + x * density
        }),
        ScalarOp::NormalCdf => {
            end(0.0, 0.0).unwrap_or_else(|| 0.5 * FRAC_2_SQRT_PI * FRAC_1_SQRT_2 * bell(x / SQRT_2))
        }
        _ => panic!("{op:?} has no exact derivative here"),
    }
}

/// `exp(-x^2)`, with the rounding error of the square put right.
fn bell(x: f64) -> f64 {
    let square = x * x;
    m::exp(-square) * (1.0 - x.mul_add(x, -square))
}

/// `exp(x / 2) / (2 * cosh(x / 2))`.
fn sigmoid(x: f64) -> f64 {
    m::exp(0.5 * x) / (2.0 * m::cosh(0.5 * x))
}

fn of_two(op: ScalarOp, x: f64, y: f64) -> Option<[f64; 2]> {
    let first = |holds: bool| [f64::from(holds), f64::from(!holds)];
    Some(match op {
        ScalarOp::Add => [1.0, 1.0],
        ScalarOp::Sub => [1.0, -1.0],
        ScalarOp::Mul | ScalarOp::Azmul => [y, x],
        ScalarOp::Div => [1.0 / y, -(x / y) / y],
        ScalarOp::Rem if y == 0.0 => return None,
        ScalarOp::Rem => [1.0, -truncated_quotient(x, y)],
        ScalarOp::Max => first(x >= y),
        ScalarOp::Min => first(x <= y),
        ScalarOp::LeakyRelu if x > 0.0 => [1.0, 0.0],
        ScalarOp::LeakyRelu => [y, x],
        ScalarOp::Powf => return power(x, y),
        ScalarOp::LnBeta if x > 0.0 && y > 0.0 => {
            let [x, y, sum] = [x, y, x + y].map(|x| special::polygamma(0, x));
            [x? - sum?, y? - sum?]
        }
        ScalarOp::LnBeta => return None,
        ScalarOp::Hypot | ScalarOp::Atan2 => return polar(op, x, y),
        _ => panic!("{op:?} has no exact derivative here"),
    })
}

/// The integral part of `x / y`, which rounds up to an integer where what is left over is negative.
fn truncated_quotient(x: f64, y: f64) -> f64 {
    let quotient = (x / y).trunc();
    let left_over = (-quotient).mul_add(y, x);
    match left_over != 0.0 && left_over.signum() != x.signum() {
        true => quotient - quotient.signum(),
        false => quotient,
    }
}

/// The derivative by the exponent exists for positive bases only, and is 0 at a zero base with a
/// positive exponent. That by the base exists for negative ones where the exponent is integral.
fn power(x: f64, y: f64) -> Option<[f64; 2]> {
    let value = m::pow(x, y);
    // Beyond the odd integers, the parity of the exponent less one is out of reach.
    if value.is_nan() || (x < 0.0 && y.abs() >= f64::from(1 << 24)) {
        return None;
    }
    let by_base = match value.is_normal() && x != 0.0 {
        _ if y == 0.0 => 0.0,
        true => y * value / x,
        false => y * m::pow(x, y - 1.0),
    };
    let by_exponent = match (x == 0.0, y > 0.0) {
        (true, true) => 0.0,
        _ => value * m::log(x),
    };
    Some([by_base, by_exponent])
}

/// Of the length (0 at the origin) and the angle (none there) of a point, scaled by a power of two
/// so that squares stay in range.
fn polar(op: ScalarOp, x: f64, y: f64) -> Option<[f64; 2]> {
    let largest = x.abs().max(y.abs());
    if largest == 0.0 {
        return (op == ScalarOp::Hypot).then_some([0.0, 0.0]);
    }
    let scale = 2.0_f64.powi(-(largest.log2().floor() as i32).clamp(-1000, 1000));
    let [x, y] = [x * scale, y * scale];
    let square = x * x + y * y;
    Some(match op {
        ScalarOp::Hypot => [x / square.sqrt(), y / square.sqrt()],
        // The ordinate is the first operand.
        _ => [y / square * scale, -x / square * scale],
    })
}

fn of_three(op: ScalarOp, x: f64, y: f64, z: f64) -> Option<[f64; 3]> {
    Some(match op {
        ScalarOp::MulAdd => [y, x, 1.0],
        ScalarOp::NormalLnPdf if z > 0.0 => {
            let distance = (x - y) / z;
            // The derivative by the deviation is zero at a distance of 1.
            if (distance.abs() - 1.0).abs() < 1e-3 {
                return None;
            }
            let by_deviation = (distance - 1.0) * (distance + 1.0) / z;
            [-distance / z, distance / z, by_deviation]
        }
        ScalarOp::NormalLnPdf => return None,
        // The upper bound has the last word.
        ScalarOp::Clamp if x.max(y) > z => [0.0, 0.0, 1.0],
        ScalarOp::Clamp if x < y => [0.0, 1.0, 0.0],
        ScalarOp::Clamp => [1.0, 0.0, 0.0],
        _ => panic!("{op:?} has no exact derivative here"),
    })
}
