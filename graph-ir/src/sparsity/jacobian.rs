//! The pattern of a Jacobian.

use alloc::vec::Vec;

use super::pattern::Pattern;
use super::reach::Reach;
use super::tape::{MAX_ENTRIES, MAX_STEPS, Slot, Tape, too_many_entries};
use crate::error::Result;

/// A row for each result, a column for each variable.
pub(super) fn pattern(tape: &Tape, results: &[Slot]) -> Result<Pattern> {
    let mut pattern = Pattern::without_rows(tape.variables);
    let mut reach = Reach::new(tape, MAX_STEPS);
    let mut found = Vec::new();
    for result in results {
        found.clear();
        if result.is_active() {
            reach.variables_of(result.0, &mut found)?;
        }
        if pattern.entries() + found.len() > MAX_ENTRIES {
            return Err(too_many_entries());
        }
        pattern.push(found.iter().map(|&variable| variable as usize));
    }
    Ok(pattern)
}
