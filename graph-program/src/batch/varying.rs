//! The values that differ between points: those computed from an input that differs.

use alloc::vec::Vec;

use crate::{
    Atom, Block, BufferId, BufferPlace, Expression, If, Index, Program, Statement, Variable,
};

/// The variables and buffers whose values differ between points.
pub(super) struct Varying {
    variables: Vec<bool>,
    buffers: Vec<bool>,
    /// For each mutable variable, inside of how many conditions that differ it is declared.
    declared: Vec<u32>,
}

impl Varying {
    /// The values that differ when these inputs do. Outputs count as different, so that each point
    /// has its own.
    pub(super) fn new(program: &Program, inputs: &[bool]) -> Self {
        let mut varying = Self {
            variables: alloc::vec![false; program.variables.len()],
            buffers: alloc::vec![false; program.buffers.len()],
            declared: alloc::vec![0; program.variables.len()],
        };
        let own = program.inputs.iter().zip(inputs).filter(|(_, own)| **own);
        for &id in own.map(|(id, _)| id).chain(&program.outputs) {
            varying.buffers[id.0 as usize] = true;
        }
        // A loop hands values from below in the text on to its next iteration.
        while varying.block(&program.body, 0) {}
        varying
    }

    /// Whether it differs; variables that a rewritten program has besides are none of these.
    pub(super) fn variable(&self, variable: Variable) -> bool {
        let differs = self.variables.get(variable.0 as usize);
        differs.copied().unwrap_or(false)
    }

    pub(super) fn buffer(&self, buffer: BufferId) -> bool {
        self.buffers[buffer.0 as usize]
    }

    pub(super) fn atom(&self, atom: Atom) -> bool {
        matches!(atom, Atom::Variable(variable) if self.variable(variable))
    }

    pub(super) fn index(&self, index: &Index) -> bool {
        index.variables().any(|variable| self.variable(variable))
    }

    /// Whether an assignment inside of so many conditions that differ concerns a variable of
    /// outside.
    pub(super) fn is_outside(&self, variable: Variable, conditions: u32) -> bool {
        self.declared[variable.0 as usize] < conditions
    }

    /// Follows statements inside of so many conditions that differ; whether there was anything
    /// new.
    fn block(&mut self, block: &Block, conditions: u32) -> bool {
        let mut news = false;
        for statement in block {
            news |= self.statement(statement, conditions);
        }
        news
    }

    fn statement(&mut self, statement: &Statement, conditions: u32) -> bool {
        match statement {
            Statement::Let(variable, value) => {
                // Points that do not take part are not checked.
                let is_checked = conditions > 0 && matches!(value, Expression::Check { .. });
                let differs = is_checked || self.expression(value);
                self.mark(*variable, differs)
            }
            Statement::Mutable(variable, value) => {
                self.declared[variable.0 as usize] = conditions;
                let differs = self.atom(*value);
                self.mark(*variable, differs)
            }
            Statement::Assign(variable, value) => {
                let differs = self.atom(*value) || self.is_outside(*variable, conditions);
                self.mark(*variable, differs)
            }
            Statement::Store(BufferPlace { buffer, index }, value) => {
                let differs = conditions > 0 || self.atom(*value) || self.index(index);
                let known = &mut self.buffers[buffer.0 as usize];
                let news = differs && !*known;
                *known |= differs;
                news
            }
            Statement::Loop(_, body) | Statement::Part(_, body) => self.block(body, conditions),
            Statement::Partial(partial) => self.block(&partial.body, conditions),
            Statement::If(branch) => {
                let If {
                    condition,
                    then,
                    otherwise,
                    choices,
                } = &**branch;
                let differs = self.atom(*condition);
                let inside = conditions + u32::from(differs);
                let mut news = self.block(then, inside);
                news |= self.block(otherwise, inside);
                for choice in choices {
                    let differs = differs || self.atom(choice.then) || self.atom(choice.otherwise);
                    news |= self.mark(choice.variable, differs);
                }
                news
            }
            Statement::Product(_)
            | Statement::Sort(_)
            | Statement::Triangular(_)
            | Statement::Call { .. }
            | Statement::Print { .. }
            | Statement::Expect(_) => false,
        }
    }

    fn expression(&self, value: &Expression) -> bool {
        let mut differs = match value {
            Expression::Load(place) => self.buffer(place.buffer),
            _ => false,
        };
        value.atoms(|atom| differs |= self.atom(atom));
        differs || value.index().is_some_and(|index| self.index(index))
    }

    fn mark(&mut self, variable: Variable, differs: bool) -> bool {
        let known = &mut self.variables[variable.0 as usize];
        let news = differs && !*known;
        *known |= differs;
        news
    }
}
