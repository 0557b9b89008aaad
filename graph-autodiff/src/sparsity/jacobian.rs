//! The pattern of a Jacobian.

use alloc::vec::Vec;

use graph_ir::error::Result;

use super::pattern::Pattern;
use super::reach::Reach;
use super::tape::{MAX_ENTRIES, MAX_STEPS, Slot, Tape, too_many_entries};

/// A row for each result, a column for each variable.
///
/// Results are asked in the order of their computation, in which each finds what those before it
/// have collected.
pub(super) fn pattern(tape: &Tape, results: &[Slot]) -> Result<Pattern> {
    let mut reach = Reach::new(tape, MAX_STEPS);
    let mut order: Vec<usize> = (0..results.len()).collect();
    order.sort_by_key(|&row| results[row]);
    let (mut found, mut ranges) = (Vec::new(), alloc::vec![0..0; results.len()]);
    for row in order {
        let start = found.len();
        if results[row].is_active() {
            reach.variables_of(results[row].0, &mut found)?;
        }
        if found.len() > MAX_ENTRIES {
            return Err(too_many_entries());
        }
        ranges[row] = start..found.len();
    }
    let mut pattern = Pattern::without_rows(tape.variables);
    for range in ranges {
        pattern.push(found[range].iter().map(|&variable| variable as usize));
    }
    Ok(pattern)
}
