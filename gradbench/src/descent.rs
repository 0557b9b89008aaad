//! The minimization that the suite prescribes for evals with minimizations in each other.
//!
//! It goes down the slope by a rate that doubles after every ten steps in a row that led lower, and
//! halves after one that did not. It ends where the slope, or a step, is shorter than 1e-5.

use crate::failure::{Failure, Result};

/// Below this, a slope or a step is nothing.
const NOTHING: f64 = 1e-5;

/// The rate of the first steps.
const RATE: f64 = 1e-5;

/// So many steps in a row double the rate.
const ROW: usize = 10;

/// A minimization that has not ended after so many steps never will: a value or a slope is not a
/// number.
const MOST: usize = 1 << 24;

/// A function with its derivatives, either of which may fail.
pub(crate) trait Slope<const N: usize> {
    /// The value at a point.
    fn value(&mut self, x: [f64; N]) -> Result<f64>;

    /// The derivatives at a point.
    fn slope(&mut self, x: [f64; N]) -> Result<[f64; N]>;
}

/// Where a function is least, from a point on.
pub(crate) fn least<const N: usize>(f: &mut impl Slope<N>, start: [f64; N]) -> Result<[f64; N]> {
    let mut x = start;
    let mut value = f.value(x)?;
    let mut slope = f.slope(x)?;
    let mut rate = RATE;
    let mut row = 0;
    for _ in 0..MOST {
        if length(slope) <= NOTHING {
            return Ok(x);
        }
        if row == ROW {
            rate *= 2.0;
            row = 0;
            continue;
        }
        let next = std::array::from_fn(|i| x[i] - rate * slope[i]);
        if length::<N>(std::array::from_fn(|i| x[i] - next[i])) <= NOTHING {
            return Ok(x);
        }
        let there = f.value(next)?;
        if there < value {
            (x, value, slope) = (next, there, f.slope(next)?);
            row += 1;
        } else {
            rate /= 2.0;
            row = 0;
        }
    }
    Err(Failure::Endless(MOST))
}

/// Calls a function with room for more and more steps, until they are enough.
pub(crate) fn enough<T>(room: &mut usize, mut f: impl FnMut(usize) -> Option<T>) -> Result<T> {
    while *room <= MOST {
        if let Some(found) = f(*room) {
            return Ok(found);
        }
        *room *= 2;
    }
    Err(Failure::Endless(MOST))
}

fn length<const N: usize>(x: [f64; N]) -> f64 {
    x.iter().map(|x| x * x).sum::<f64>().sqrt()
}
