//! Bounds for random indices: they must lie in arrays of lengths that only the function knows.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// The bounds that are tried.
const BOUNDS: [usize; 8] = [100, 30, 12, 6, 4, 3, 2, 1];

/// How often a bound is tried.
const DRAWS: usize = 4;

/// A bound for each of some indices, or groups of them, below which a function has a value.
/// `has_value` gives the indices random numbers below bounds, and tries the function.
///
/// # Errors
/// Those of `has_value`.
pub fn index_bounds<E>(
    count: usize,
    has_value: &mut dyn FnMut(&[usize]) -> Result<bool, E>,
) -> Result<Vec<usize>, E> {
    let mut have_values = |bounds: &[usize]| -> Result<bool, E> {
        for _ in 0..DRAWS {
            if !has_value(bounds)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    // One bound for all, and then larger ones for each: a count of zero repetitions would let all
    // indices in a loop pass.
    let mut bounds = Vec::new();
    for bound in BOUNDS {
        bounds = alloc::vec![bound; count];
        if have_values(&bounds)? {
            break;
        }
    }
    for own in 0..count {
        let least = bounds[own];
        for bound in BOUNDS {
            bounds[own] = bound;
            if bound <= least || have_values(&bounds)? {
                break;
            }
        }
    }
    for _ in 0..=DRAWS {
        if have_values(&bounds)? {
            return Ok(bounds);
        }
    }
    // Larger ones passed by chance.
    let zeros = alloc::vec![1; count];
    have_values(&zeros)?;
    Ok(zeros)
}

/// A line about an index that got numbers below a bound.
#[must_use]
pub fn index_line(name: &str, bound: usize) -> String {
    match bound {
        1 => format!("`{name}` is 0"),
        bound => format!("`{name}` is below {bound}"),
    }
}
