//! How long wide registers are needed: a register takes as much room as a strip has iterations, and
//! a body may have many variables, few of them alive at the same time.

use alloc::vec::Vec;

use graph_program::{Block, Program, Statement, Variable};

/// For each variable of a loop's body the last statement, of the block that defines it, that uses
/// it or holds a use of it.
pub(super) struct Lifetimes {
    last: Vec<u32>,
    /// How deep in the body the block is that defines a variable.
    depth: Vec<u32>,
    /// Where the walk is: for each block around it, the statement.
    path: Vec<u32>,
}

impl Lifetimes {
    pub(super) fn new(program: &Program) -> Self {
        let variables = match program.counters.is_empty() {
            true => 0,
            false => program.variables.len(),
        };
        Self {
            last: alloc::vec![0; variables],
            depth: alloc::vec![u32::MAX; variables],
            path: Vec::new(),
        }
    }

    /// The last use of a variable of a body that has been walked.
    pub(super) fn last(&self, variable: Variable) -> u32 {
        self.last[variable.0 as usize]
    }

    /// Walks a body.
    pub(super) fn walk(&mut self, block: &Block) {
        let depth = self.path.len();
        self.path.push(0);
        for (number, statement) in (0..).zip(block) {
            self.path[depth] = number;
            statement.variables(|variable, written| match (written, statement) {
                (true, Statement::Let(..) | Statement::Mutable(..)) => {
                    self.depth[variable.0 as usize] = depth as u32;
                    self.last[variable.0 as usize] = number;
                }
                _ => self.used(variable),
            });
            for block in statement.blocks() {
                self.walk(block);
            }
        }
        self.path.pop();
    }

    /// Variables from outside the body have no depth.
    fn used(&mut self, variable: Variable) {
        let depth = self.depth[variable.0 as usize] as usize;
        if let Some(&number) = self.path.get(depth) {
            self.last[variable.0 as usize] = number;
        }
    }
}
