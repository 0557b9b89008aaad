//! Which variables an element depends on.
//!
//! They are found by walking from the element to the variables. An element that an earlier walk has
//! passed is worth remembering: its variables are collected once, so that elements that share a
//! long computation do not each walk through all of it; one that only one walk passes is not, since
//! the variables of all partial sums of a long sum would take quadratic memory. Short lists never
//! do: once walks are seen to meet, every so many elements one is remembered whose list is short,
//! so that results may share a long computation in any order, its end first too.

use alloc::vec::Vec;

use graph_ir::error::Result;
use graph_ir::intern::number_of;

use super::tape::{MAX_ENTRIES, Tape, too_many_steps};

/// The length of a short list, and how many elements a walk passes before it comes to one.
const SHORT: usize = 16;

/// Finds the variables of elements.
pub(super) struct Reach<'t> {
    tape: &'t Tape,
    /// Per element the number of the last walk that met it, from outside and from inside of the
    /// element being remembered.
    met: Vec<u32>,
    met_inside: Vec<u32>,
    walks: u32,
    walks_inside: u32,
    /// Per element the number of its list among those remembered, plus 1.
    remembered: Vec<u32>,
    starts: Vec<usize>,
    lists: Vec<u32>,
    /// Elements still to walk through.
    open: Vec<u32>,
    open_inside: Vec<u32>,
    /// How many more steps may be taken.
    budget: usize,
    /// Whether short lists have been remembered.
    prepared: bool,
}

impl<'t> Reach<'t> {
    /// Walks on a tape, of so many steps together.
    pub(super) fn new(tape: &'t Tape, budget: usize) -> Self {
        Self {
            tape,
            met: alloc::vec![0; tape.len()],
            met_inside: alloc::vec![0; tape.len()],
            walks: 0,
            walks_inside: 0,
            remembered: alloc::vec![0; tape.len()],
            starts: alloc::vec![0],
            lists: Vec::new(),
            open: Vec::new(),
            open_inside: Vec::new(),
            budget,
            prepared: false,
        }
    }

    /// Adds the variables of an element to a list, in any order, each once.
    ///
    /// # Errors
    /// When the budget is spent; nothing can be asked any more.
    pub(super) fn variables_of(&mut self, element: u32, found: &mut Vec<u32>) -> Result<()> {
        self.walks += 1;
        let walk = self.walks;
        self.open.push(element);
        while let Some(element) = self.open.pop() {
            let met = core::mem::replace(&mut self.met[element as usize], walk);
            if met == walk {
                continue;
            }
            if (element as usize) < self.tape.variables {
                found.push(element);
                continue;
            }
            if met != 0 && !core::mem::replace(&mut self.prepared, true) {
                self.remember_short()?;
            }
            if met != 0 && self.remembered[element as usize] == 0 && self.lists.len() < MAX_ENTRIES
            {
                self.remember(element, usize::MAX)?;
            }
            let steps = match self.remembered[element as usize] {
                0 => {
                    self.open.extend(self.tape.arguments(element as usize));
                    self.tape.fan_in(element as usize)
                }
                list => {
                    let list = list as usize;
                    let variables = &self.lists[self.starts[list - 1]..self.starts[list]];
                    for &variable in variables {
                        if core::mem::replace(&mut self.met[variable as usize], walk) != walk {
                            found.push(variable);
                        }
                    }
                    variables.len()
                }
            };
            self.spend(steps)?;
        }
        Ok(())
    }

    /// Collects short lists, as far as half of the budget and a part of the memory go.
    fn remember_short(&mut self) -> Result<()> {
        const LONG: usize = usize::MAX;
        let tape = self.tape;
        let enough = self.budget / 2;
        // Per element how many a walk from it passes at most before it comes to lists, or that it
        // comes to more variables than a short list has.
        let mut passed = alloc::vec![0; tape.len()];
        for element in tape.variables..tape.len() {
            if self.budget < enough || self.lists.len() > MAX_ENTRIES / 4 {
                break;
            }
            self.spend(tape.fan_in(element))?;
            let below = tape.arguments(element).map(|a| passed[a as usize]);
            let count = below.fold(1, usize::saturating_add);
            passed[element] = match count {
                ..=SHORT | LONG => count,
                _ => match self.remember(number_of(element), SHORT)? {
                    true => 1,
                    false => LONG,
                },
            };
        }
        Ok(())
    }

    /// Collects the variables of an element for later walks, unless there are more than `most`;
    /// whether there are not.
    fn remember(&mut self, element: u32, most: usize) -> Result<bool> {
        self.walks_inside += 1;
        let walk = self.walks_inside;
        let (of, first) = (element, self.lists.len());
        self.open_inside.push(element);
        while let Some(element) = self.open_inside.pop() {
            let met = &mut self.met_inside[element as usize];
            if core::mem::replace(met, walk) == walk {
                continue;
            }
            if (element as usize) < self.tape.variables {
                self.lists.push(element);
            } else {
                let steps = self.pass_inside(element, walk);
                self.spend(steps)?;
            }
            if self.lists.len() - first > most {
                self.lists.truncate(first);
                self.open_inside.clear();
                return Ok(false);
            }
        }
        self.starts.push(self.lists.len());
        self.remembered[of as usize] = number_of(self.starts.len() - 1);
        Ok(true)
    }

    /// Goes on from an element to its arguments, or takes what is remembered of it; in so many
    /// steps.
    fn pass_inside(&mut self, element: u32, walk: u32) -> usize {
        let list = self.remembered[element as usize] as usize;
        if list == 0 {
            let arguments = self.tape.arguments(element as usize);
            self.open_inside.extend(arguments);
            return self.tape.fan_in(element as usize);
        }
        let range = self.starts[list - 1]..self.starts[list];
        for position in range.clone() {
            let variable = self.lists[position];
            let met = &mut self.met_inside[variable as usize];
            if core::mem::replace(met, walk) != walk {
                self.lists.push(variable);
            }
        }
        range.len()
    }

    fn spend(&mut self, steps: usize) -> Result<()> {
        let left = self.budget.checked_sub(steps);
        self.budget = left.ok_or_else(too_many_steps)?;
        Ok(())
    }
}
