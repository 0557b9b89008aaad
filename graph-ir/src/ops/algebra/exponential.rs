//! The exponential of a matrix, by scaling and squaring.
//!
//! The matrix is halved until its norm is at most [`THETA`], where the diagonal Padé approximant of
//! degree 13 has the accuracy of double precision; the approximant is squared as often. The number
//! of halvings has no derivative, so that derivatives are those of the approximant and of its
//! squares: exact for the number that the value takes.
//!
//! Source: N. J. Higham, *The scaling and squaring method for the matrix exponential revisited*,
//! SIAM J. Matrix Anal. Appl. 26 (2005), algorithm 2.3; on derivatives A. H. Al-Mohy and
//! N. J. Higham, *Computing the Fréchet derivative of the matrix exponential*, the same journal 30
//! (2009).

use alloc::vec::Vec;

use super::parts::{product, spread, unit};
use super::{Algebra, Bodies, Body};
use crate::builder::Wire;
use crate::error::{Error, Result};
use crate::graph::Constant;
use crate::ops::Reduction;
use crate::types::Shape;

/// The largest norm at which the approximant is accurate.
const THETA: f64 = 5.371_920_351_148_152;

/// The most halvings: a norm of more than `THETA * 2^30` loses eight digits and more, and gives
/// NaN.
const MOST: usize = 30;

/// The coefficients of the numerator.
const PADE: [f64; 14] = [
    64_764_752_532_480_000.0,
    32_382_376_266_240_000.0,
    7_771_770_303_897_600.0,
    1_187_353_796_428_800.0,
    129_060_195_264_000.0,
    10_559_470_521_600.0,
    670_442_572_800.0,
    33_522_128_640.0,
    1_323_241_920.0,
    40_840_800.0,
    960_960.0,
    16_380.0,
    182.0,
    1.0,
];

/// The exponential of a square matrix.
pub(super) fn exponential<'b>(a: Wire<'b>, bodies: &mut Bodies) -> Result<Wire<'b>> {
    let builder = a.builder();
    let ty = a.ty()?;
    let norm = builder.reduce(Reduction::Max, a.abs().sum(&[0]), &[0])?;
    let norm = builder.stop_gradient(norm)?;
    let mut limits = Vec::with_capacity(MOST);
    let mut limit = THETA;
    for _ in 0..MOST {
        limits.push(limit);
        limit *= 2.0;
    }
    let limits = Constant::from_f64s(ty.element, Shape::new(&[MOST])?, &limits);
    let limits = builder.constant(limits.ok_or(Error::NotATensor)?);
    let halved = spread(norm, limits)?.greater(limits);
    let half = halved.select(limits.full_like(0.5), limits.ones_like());
    let scale = builder.reduce(Reduction::Prod, half, &[0])?;
    let scale = norm.greater(limit).select(scale.full_like(f64::NAN), scale);
    let approximant = approximant(a * spread(scale, a)?)?;
    let results = bodies.run(Body::Squaring, &ty, false, &[approximant], &[halved])?;
    Ok(results[0])
}

/// The approximant: with the odd powers `u` and the even ones `v` of the numerator, the solution of
/// `(v - u) x = v + u`.
fn approximant(a: Wire<'_>) -> Result<Wire<'_>> {
    let times = |left, right| product((left, 1), (right, 0), false);
    let unit = unit(a)?;
    let second = times(a, a)?;
    let fourth = times(second, second)?;
    let sixth = times(second, fourth)?;
    let sum = |from: usize| -> Result<_> {
        let of = |power: usize| PADE[from + power];
        let high = sixth * of(12) + fourth * of(10) + second * of(8);
        let low = sixth * of(6) + fourth * of(4) + second * of(2) + unit * of(0);
        Ok(times(sixth, high)? + low)
    };
    let (even, odd) = (sum(0)?, times(a, sum(1)?)?);
    let operands = [even - odd, even + odd];
    a.builder().algebra(Algebra::LinearSolve, &operands)
}

/// A step of the squaring: the matrix, squared where it has been halved.
pub(super) fn squaring<'b>(matrix: Wire<'b>, halved: Wire<'b>) -> Result<Vec<Wire<'b>>> {
    let builder = matrix.builder();
    builder.begin_region()?;
    let square = product((matrix, 1), (matrix, 0), false)?;
    let square = builder.end_region(&[square])?;
    builder.begin_region()?;
    let same = builder.end_region(&[matrix])?;
    builder.branch(halved, square, same)
}
