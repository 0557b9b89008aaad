//! The pattern of the Hessian of a weighted sum of results.
//!
//! Pairs of elements that have a second derivative are pushed from each element to those that it is
//! computed from, last elements first, until only pairs of variables are left: the structure of
//! edge pushing. An element that is linear in its arguments has no pair of its own, so that a long
//! chain of additions costs nothing.
//!
//! R. M. Gower and M. P. Mello, "A new framework for the computation of Hessians", Optimization
//! Methods and Software 27(2), 2012.

use alloc::vec::Vec;

use graph_ir::error::Result;
use graph_ir::intern::number_of;

use super::pattern::Pattern;
use super::reach::Reach;
use super::tape::{MAX_ENTRIES, MAX_STEPS, Slot, Tape, too_many_entries, too_many_steps};

/// From this number of arguments on it is asked whether an element depends on fewer variables:
/// pairs are then pushed to these at once.
const MANY: usize = 8;

/// So many steps are taken to find such variables, which only saves others.
const ASKING: usize = 1 << 26;

/// The lower triangle: a row and a column for each variable.
pub(super) fn pattern(tape: &Tape, results: &[Slot]) -> Result<Pattern> {
    let used = used(tape, results);
    let mut pairs = Pairs {
        others: alloc::vec![Vec::new(); tape.len()],
        sorted: alloc::vec![0; tape.len()],
        stored: 0,
        steps: 0,
    };
    let mut reach = Some(Reach::new(tape, ASKING));
    let mut targets = Vec::new();
    for element in (tape.variables..tape.len()).rev().filter(|&e| used[e]) {
        tape.pairs(element, |a, b| pairs.add(a, b))?;
        let others = pairs.take(element);
        if others.is_empty() {
            continue;
        }
        targets.clear();
        targets_of(tape, element, &mut reach, &mut targets);
        for other in others {
            if other as usize != element {
                targets
                    .iter()
                    .try_for_each(|&target| pairs.add(target, other))?;
                continue;
            }
            for (position, &a) in targets.iter().enumerate() {
                let up_to = &targets[..=position];
                up_to.iter().try_for_each(|&b| pairs.add(a, b))?;
            }
        }
    }
    let mut pattern = Pattern::without_rows(tape.variables);
    for variable in 0..tape.variables {
        let others = pairs.take(variable);
        pattern.push(others.into_iter().map(|other| other as usize));
    }
    Ok(pattern)
}

/// For each element whether a result depends on it.
fn used(tape: &Tape, results: &[Slot]) -> Vec<bool> {
    let mut used = alloc::vec![false; tape.len()];
    for result in results.iter().filter(|result| result.is_active()) {
        used[result.number()] = true;
    }
    for element in (tape.variables..tape.len()).rev() {
        if used[element] {
            let arguments = tape.arguments(element);
            arguments.for_each(|argument| used[argument as usize] = true);
        }
    }
    used
}

/// The elements to which the pairs of an element are pushed: its arguments or, where these are
/// more, its variables.
fn targets_of<'t>(
    tape: &'t Tape,
    element: usize,
    reach: &mut Option<Reach<'t>>,
    targets: &mut Vec<u32>,
) {
    targets.extend(tape.arguments(element));
    targets.sort_unstable();
    targets.dedup();
    if targets.len() < MANY {
        return;
    }
    let mut variables = Vec::new();
    let asked = reach.as_mut();
    match asked.map(|reach| reach.variables_of(number_of(element), &mut variables)) {
        Some(Ok(())) if variables.len() < targets.len() => *targets = variables,
        Some(Err(_)) => *reach = None,
        _ => {}
    }
}

/// The pairs at hand, each with its later element.
struct Pairs {
    others: Vec<Vec<u32>>,
    /// How many of each element's entries were left when they were last sorted: they are again
    /// when there are twice as many, so that equal ones never take more memory than different ones.
    sorted: Vec<u32>,
    stored: usize,
    steps: usize,
}

impl Pairs {
    const FEW: usize = 16;

    fn add(&mut self, a: u32, b: u32) -> Result<()> {
        let (later, earlier) = (a.max(b) as usize, a.min(b));
        let others = &mut self.others[later];
        others.push(earlier);
        self.stored += 1;
        self.steps += 1;
        if others.len() >= Self::FEW.max(2 * self.sorted[later] as usize) {
            self.stored -= others.len();
            others.sort_unstable();
            others.dedup();
            self.stored += others.len();
            self.sorted[later] = number_of(others.len());
        }
        if self.stored > MAX_ENTRIES {
            return Err(too_many_entries());
        }
        match self.steps > MAX_STEPS {
            true => Err(too_many_steps()),
            false => Ok(()),
        }
    }

    /// The earlier elements of the pairs of an element, each once.
    fn take(&mut self, element: usize) -> Vec<u32> {
        let mut others = core::mem::take(&mut self.others[element]);
        self.stored -= others.len();
        others.sort_unstable();
        others.dedup();
        others
    }
}
