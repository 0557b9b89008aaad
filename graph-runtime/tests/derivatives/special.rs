//! The gamma function's relatives, the inverse of the error function and Bessel functions, by other
//! formulas than those under test and good over the whole range of doubles. Numbers of formulas are
//! those of the NIST Digital Library of Mathematical Functions.

use core_math as m;
use std::f64::consts::{FRAC_1_SQRT_2, FRAC_2_PI, FRAC_2_SQRT_PI, PI};

/// Bernoulli numbers `B(2k)`, from `B(2)` on.
const BERNOULLI: [f64; 8] = [
    1.0 / 6.0,
    -1.0 / 30.0,
    1.0 / 42.0,
    -1.0 / 30.0,
    5.0 / 66.0,
    -691.0 / 2730.0,
    7.0 / 6.0,
    -3617.0 / 510.0,
];

/// Where the asymptotic series of the gamma function's relatives are taken.
const FAR: f64 = 50.0;

/// The derivative of order `n + 1` of `ln_gamma`, by steps to a large argument (5.15.5) and the
/// asymptotic series there (5.11.2 and 5.15.8); `None` at the poles, and far below zero.
pub(crate) fn polygamma(n: i32, x: f64) -> Option<f64> {
    if x <= 0.0 && x == x.floor() || x < -1000.0 {
        return None;
    }
    if x == f64::INFINITY {
        return Some(if n == 0 { x } else { 0.0 });
    }
    if x < 0.0 && x - x.floor() == 0.5 && n % 2 == 0 {
        // What steps would add cancels (5.15.6).
        return polygamma(n, 1.0 - x);
    }
    let (order, sign) = (f64::from(n), if n % 2 == 0 { -1.0 } else { 1.0 });
    let factorial: f64 = (1..=n).map(f64::from).product();
    let (mut y, mut steps) = (x, 0.0);
    while y < FAR {
        steps += factorial / y.powi(n + 1);
        y += 1.0;
    }
    // `(2k + n - 1)! / (2k)! / y^(2k + n)`, from 2 on.
    let mut rising = 0.5 * factorial * (order + 1.0) / y.powi(n + 2);
    let mut series = 0.5 * factorial / y.powi(n + 1);
    for (k, number) in (1_u8..).zip(BERNOULLI) {
        series += number * rising;
        let even = 2.0 * f64::from(k);
        rising *= (even + order) * (even + order + 1.0) / (even + 1.0) / (even + 2.0) / (y * y);
    }
    let main = match n {
        0 => -m::log(y),
        _ => factorial / order / y.powi(n),
    };
    Some(sign * (steps + (main + series)))
}

/// The slope of the inverse of the error function, by bisection.
pub(crate) fn slope_of_erf_inv(x: f64) -> Option<f64> {
    let size = x.abs();
    if size < 1e-6 {
        // By the series (7.17.2).
        return Some((1.0 + 0.25 * PI * x * x) / FRAC_2_SQRT_PI);
    }
    if size >= 1.0 {
        return (size == 1.0).then_some(f64::INFINITY);
    }
    let (mut low, mut high) = (0.0, 8.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        let is_low = match size < 0.5 {
            true => m::erf(middle) < size,
            false => m::erfc(middle) > 1.0 - size,
        };
        *(if is_low { &mut low } else { &mut high }) = middle;
    }
    Some(m::exp(low * low) / FRAC_2_SQRT_PI)
}

/// The slope of a Bessel function of the first kind.
pub(crate) fn slope_of_bessel_j(n: i32, x: f64) -> Option<f64> {
    let [below, above] = [n - 1, n + 1].map(|n| bessel_j(n, x));
    x.is_finite().then_some(0.5 * (below - above))
}

/// The slope of a Bessel function of the second kind, near zero and at some other numbers.
pub(crate) fn slope_of_bessel_y(n: i32, x: f64) -> Option<f64> {
    let (below, own, above) = (bessel_y(n - 1, x)?, bessel_y(n, x)?, bessel_y(n + 1, x)?);
    // Where the function overflows, little can be said about its slope.
    own.is_finite().then_some(0.5 * (below - above))
}

/// By the series (10.2.2), by the integral (10.9.2), whose sum over equal steps converges fast, or
/// far out.
fn bessel_j(n: i32, x: f64) -> f64 {
    let (order, size) = (n.abs(), x.abs());
    let is_odd = order % 2 == 1 && (n < 0) != (x < 0.0);
    let value = if size < 3.5 {
        let half = 0.5 * size;
        let mut term = (1..=order).fold(1.0, |term, k| term * half / f64::from(k));
        let mut sum = 0.0;
        for k in 1..40 {
            sum += term;
            term *= -half * half / f64::from(k) / f64::from(k + order);
        }
        sum
    } else if size < 40.0 {
        let angles = (0..200).map(|k| (f64::from(k) + 0.5) * PI / 200.0);
        let terms = angles.map(|t| m::cos(f64::from(order) * t - size * m::sin(t)));
        terms.sum::<f64>() / 200.0
    } else {
        far_out(order, size)[0]
    };
    if is_odd { -value } else { value }
}

/// From recorded values for the orders 0 and 1, by the recurrence (10.6.1), or far out.
fn bessel_y(n: i32, x: f64) -> Option<f64> {
    let order = n.abs();
    let sign = if n < 0 && order % 2 == 1 { -1.0 } else { 1.0 };
    if !(x > 0.0 && x.is_finite()) {
        return None;
    }
    if x >= 40.0 {
        return Some(sign * far_out(order, x)[1]);
    }
    let [mut below, mut own] = if x < 1e-7 {
        // 10.8.2 and 10.7.4.
        let gamma = 0.577_215_664_901_532_9;
        [
            FRAC_2_PI * (m::log(x) - std::f64::consts::LN_2 + gamma),
            -FRAC_2_PI / x,
        ]
    } else {
        RECORDED.iter().find(|(at, _)| *at == x)?.1
    };
    if order == 0 {
        return Some(below);
    }
    for k in 1..order {
        let above = 2.0 * f64::from(k) / x * own - below;
        (below, own) = (own, if own.is_finite() { above } else { own });
    }
    Some(sign * own)
}

/// Of both kinds, by the asymptotic series (10.17.3 and 10.17.4).
fn far_out(order: i32, x: f64) -> [f64; 2] {
    let (sin, cos) = (m::sin(x), m::cos(x));
    // Of the phase `x - pi / 4`, turned back by quarters.
    let (mut c, mut s) = (FRAC_1_SQRT_2 * (cos + sin), FRAC_1_SQRT_2 * (sin - cos));
    for _ in 0..order {
        (c, s) = (s, -c);
    }
    let (mut even, mut odd, mut term) = (0.0, 0.0, 1.0_f64);
    for k in 0..60 {
        let sign = if k / 2 % 2 == 0 { 1.0 } else { -1.0 };
        *(if k % 2 == 0 { &mut even } else { &mut odd }) += sign * term;
        let place = f64::from(2 * k + 1);
        let factor = f64::from(4 * order * order) - place * place;
        let next = term * factor / (8.0 * f64::from(k + 1) * x);
        if next.abs() > term.abs() && k > 2 * order {
            break;
        }
        term = next;
    }
    let amplitude = (FRAC_2_PI / x).sqrt();
    [
        amplitude * (c * even - s * odd),
        amplitude * (s * even + c * odd),
    ]
}

/// The functions of the second kind of order 0 and 1, computed with 50 digits.
const RECORDED: [(f64, [f64; 2]); 13] = [
    (0.1, [-1.5342386513503667, -6.4589510947020266]),
    (
        0.10000000149011612,
        [-1.5342386417257798, -6.458951000742351],
    ),
    (0.5, [-0.44451873350670656, -1.471472392670243]),
    (
        0.9999999999999998,
        [0.08825696421567679, -0.7812128213002889],
    ),
    (1.0, [0.08825696421567696, -0.7812128213002887]),
    (
        1.0000001192092896,
        [0.08825705734349619, -0.7812127176514195],
    ),
    (2.0, [0.5103756726497451, -0.10703243154093754]),
    (3.0, [0.3768500100127904, 0.3246744247918]),
    (6.5, [-0.17324243491898234, -0.27409127395927546]),
    (9.0, [0.24993669828502468, 0.10431457519671589]),
    (20.0, [0.06264059680938383, -0.1655116143625213]),
    (26.0, [0.012044625860755602, -0.15579655322960265]),
    (37.5, [-0.10876981940906565, -0.07317908043183007]),
];
