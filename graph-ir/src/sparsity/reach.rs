//! Which variables an element depends on.
//!
//! They are found by walking from the element to the variables. What an earlier walk has passed is
//! worth remembering: its variables are collected once, so that elements that share a long
//! computation do not each walk through all of it; and what only one walk passes is not, since the
//! variables of all partial sums of a long sum would take quadratic memory.

use alloc::vec::Vec;

use super::tape::{MAX_ENTRIES, Tape, too_many_steps};
use crate::error::Result;
use crate::intern::number_of;

/// Finds the variables of elements.
pub(super) struct Reach<'t> {
    tape: &'t Tape,
    /// Per element the number of the last walk that met it, from outside and from inside of what is
    /// being remembered.
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
            if met != 0 && self.remembered[element as usize] == 0 && self.lists.len() < MAX_ENTRIES
            {
                self.remember(element)?;
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

    /// Collects the variables of an element for later walks.
    fn remember(&mut self, element: u32) -> Result<()> {
        self.walks_inside += 1;
        let walk = self.walks_inside;
        self.open_inside.push(element);
        while let Some(element) = self.open_inside.pop() {
            let met = &mut self.met_inside[element as usize];
            if core::mem::replace(met, walk) == walk {
                continue;
            }
            if (element as usize) < self.tape.variables {
                self.lists.push(element);
                continue;
            }
            let steps = match self.remembered[element as usize] {
                0 => {
                    let arguments = self.tape.arguments(element as usize);
                    self.open_inside.extend(arguments);
                    self.tape.fan_in(element as usize)
                }
                list => {
                    let list = list as usize;
                    let range = self.starts[list - 1]..self.starts[list];
                    let steps = range.len();
                    for position in range {
                        let variable = self.lists[position];
                        let met = &mut self.met_inside[variable as usize];
                        if core::mem::replace(met, walk) != walk {
                            self.lists.push(variable);
                        }
                    }
                    steps
                }
            };
            self.spend(steps)?;
        }
        self.starts.push(self.lists.len());
        self.remembered[element as usize] = number_of(self.starts.len() - 1);
        Ok(())
    }

    fn spend(&mut self, steps: usize) -> Result<()> {
        let left = self.budget.checked_sub(steps);
        self.budget = left.ok_or_else(too_many_steps)?;
        Ok(())
    }
}
