//! Branch-free elementary functions, which the compiler runs in lanes where they stand in a loop.
//! They are exact to about a unit in the last place over the ranges that the kernels need, and do
//! not care for infinities, NaN or subnormal numbers.

use wide::{bytemuck, f64x8, i64x8};

use super::fma;

/// The exponential, clamped where it would overflow or underflow.
#[inline(always)]
pub(super) fn exp(x: f64) -> f64 {
    /// Adding it leaves the nearest integer in the last bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
    const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    let x = if x < -708.0 { -708.0 } else { x };
    let x = if x > 709.0 { 709.0 } else { x };
    let rounded = fma(x, std::f64::consts::LOG2_E, ROUND);
    let power = rounded - ROUND;
    let r = fma(power, -LN_2_HIGH, x);
    let r = fma(power, -LN_2_LOW, r);
    // Taylor's coefficients from 1 / 13! down.
    let series = [
        1.605_904_383_682_161_3e-10,
        2.087_675_698_786_81e-9,
        2.505_210_838_544_172e-8,
        2.755_731_922_398_589e-7,
        2.755_731_922_398_589_3e-6,
        2.480_158_730_158_73e-5,
        1.984_126_984_126_984e-4,
        1.388_888_888_888_889e-3,
        8.333_333_333_333_333e-3,
        4.166_666_666_666_666_4e-2,
        1.666_666_666_666_666_6e-1,
        0.5,
        1.0,
        1.0,
    ];
    polynomial(&series, r) * f64::from_bits(rounded.to_bits().wrapping_add(1023) << 52)
}

/// The exponential of one number, with the series in a tree: for chains that wait for it.
#[inline(always)]
pub(super) fn exp_in_tree(x: f64) -> f64 {
    let [value, ..] = exp_of(f64x8::splat(x)).to_array();
    value
}

/// The exponentials of eight numbers, as `exp` computes them, but with the series in a tree, so
/// that a vector alone keeps the units busy too.
#[inline(always)]
pub(super) fn exp_of(x: f64x8) -> f64x8 {
    /// Adding it leaves the nearest integer in the last bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
    const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    let splat = f64x8::splat;
    let x = x.fast_max(splat(-708.0)).fast_min(splat(709.0));
    let rounded = x.mul_add(splat(std::f64::consts::LOG2_E), splat(ROUND));
    let power = rounded - ROUND;
    let r = power.mul_add(splat(-LN_2_HIGH), x);
    let r = power.mul_add(splat(-LN_2_LOW), r);
    // The series without its first two terms, by pairs of coefficients.
    let square = r * r;
    let pair = |low: f64, high: f64| r.mul_add(splat(high), splat(low));
    let fourth = square * square;
    let low = pair(1.0 / 24.0, 1.0 / 120.0).mul_add(square, pair(1.0 / 2.0, 1.0 / 6.0));
    let middle = pair(2.480_158_730_158_73e-5, 2.755_731_922_398_589_3e-6)
        .mul_add(square, pair(1.0 / 720.0, 1.0 / 5_040.0));
    let high = pair(2.087_675_698_786_81e-9, 1.605_904_383_682_161_3e-10).mul_add(
        square,
        pair(2.755_731_922_398_589e-7, 2.505_210_838_544_172e-8),
    );
    let series = high.mul_add(fourth, middle).mul_add(fourth, low);
    let value = series.mul_add(square, r + 1.0);
    let bits: i64x8 = bytemuck::cast(rounded);
    let scale: f64x8 = bytemuck::cast((bits + 1023) << 52);
    value * scale
}

/// The hyperbolic tangent, exact to a unit in the last place of 1: not relatively near zero.
#[inline(always)]
pub(super) fn tanh(x: f64) -> f64 {
    1.0 - 2.0 / (exp(2.0 * x) + 1.0)
}

/// The natural logarithm of a positive normal number.
#[inline(always)]
pub(super) fn ln(x: f64) -> f64 {
    /// The bits of the square root of one half, about which the fraction is centred.
    const CENTRE: u64 = 0x3fe6_a09e_667f_3bcd;
    const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
    const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    let bits = x.to_bits();
    let above = bits.wrapping_sub(CENTRE);
    let fraction = f64::from_bits(bits.wrapping_sub(above & 0xfff0_0000_0000_0000));
    let exponent = (above >> 52).wrapping_add(2048) & 0xfff;
    let exponent =
        f64::from_bits(0x4330_0000_0000_0000 | exponent) - (4_503_599_627_370_496.0 + 2048.0);
    let s = (fraction - 1.0) / (fraction + 1.0);
    let square = s * s;
    // 2 / (2 k + 1) from k = 9 down.
    let series = [
        2.0 / 19.0,
        2.0 / 17.0,
        2.0 / 15.0,
        2.0 / 13.0,
        2.0 / 11.0,
        2.0 / 9.0,
        2.0 / 7.0,
        2.0 / 5.0,
        2.0 / 3.0,
    ];
    let fraction = fma(square * s, polynomial(&series, square), 2.0 * s);
    fma(exponent, LN_2_HIGH, fma(exponent, LN_2_LOW, fraction))
}

/// The normal distribution: its cumulative function and its density.
///
/// A rational function near the centre and a continued fraction in the tail, after Hart and West
/// (Better approximations to cumulative normal functions, 2005).
#[inline(always)]
pub(super) fn normal(d: f64) -> (f64, f64) {
    const SCALE: f64 = 0.398_942_280_401_432_7;
    let x = d.abs();
    let e = exp(-0.5 * d * d);
    let numerator = [
        3.526_249_659_989_11e-2,
        0.700_383_064_443_688,
        6.373_962_203_531_65,
        33.912_866_078_383,
        112.079_291_497_871,
        221.213_596_169_931,
        220.206_867_912_376,
    ];
    let denominator = [
        8.838_834_764_831_84e-2,
        1.755_667_163_182_64,
        16.064_177_579_207,
        86.780_732_202_946_1,
        296.564_248_779_674,
        637.333_633_378_831,
        793.826_512_519_948,
        440.413_735_824_752,
    ];
    // x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65)))) as one fraction.
    let innermost = x + 0.65;
    let (a, b) = (fma(x, innermost, 4.0), innermost);
    let (a, b) = (fma(x, a, 3.0 * b), a);
    let (a, b) = (fma(x, a, 2.0 * b), a);
    let (a, b) = (fma(x, a, b), a);
    let central = x < 7.071_067_811_865_47;
    let over = if central {
        polynomial(&numerator, x)
    } else {
        b * SCALE
    };
    let under = if central {
        polynomial(&denominator, x)
    } else {
        a
    };
    let tail = e * over / under;
    (if d > 0.0 { 1.0 - tail } else { tail }, SCALE * e)
}

/// Horner's scheme, the highest coefficient first.
#[inline(always)]
fn polynomial<const N: usize>(coefficients: &[f64; N], x: f64) -> f64 {
    let mut value = coefficients[0];
    for &coefficient in &coefficients[1..] {
        value = fma(value, x, coefficient);
    }
    value
}
