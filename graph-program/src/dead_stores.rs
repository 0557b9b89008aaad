//! Removal of unread values: variables whose value is not used, and stores to locals that are
//! never loaded. The scheduler computes whole tensors; views may have asked for less.

use alloc::vec;
use alloc::vec::Vec;

use super::{
    Atom, Block, BufferId, BufferKind, Expression, If, Index, Program, Reported, Statement,
    Triangular, Variable,
};

/// The variables and buffers that are read, found while walking backwards.
struct Live {
    variables: Vec<bool>,
    buffers: Vec<bool>,
}

/// Drops unused variables and unread stores. A check stays although its value is not used.
pub(super) fn eliminate_dead_stores(program: &mut Program) {
    let mut live = Live {
        variables: vec![false; program.variables.len()],
        buffers: vec![false; program.buffers.len()],
    };
    for (live, buffer) in live.buffers.iter_mut().zip(&program.buffers) {
        *live = buffer.kind == BufferKind::Output;
    }
    let mut body = core::mem::take(&mut program.body);
    if !program.counters.is_empty() {
        live.mutable(&body);
    }
    live.block(&mut body);
    program.body = body;
}

impl Live {
    /// Marks the state of loops: the values assigned to mutable variables and all that is loaded
    /// inside loops, which a later iteration may read before (in the text) it is stored.
    fn mutable(&mut self, block: &Block) {
        let mut blocks = vec![(block, false)];
        while let Some((block, in_loop)) = blocks.pop() {
            for statement in block {
                match statement {
                    Statement::Loop(_, body) => blocks.push((body, true)),
                    Statement::Partial(partial) => blocks.push((&partial.body, true)),
                    Statement::Part(_, body) => blocks.push((body, in_loop)),
                    Statement::If(branch) => {
                        blocks.extend([(&branch.then, in_loop), (&branch.otherwise, in_loop)]);
                    }
                    Statement::Let(_, Expression::Load(place)) if in_loop => {
                        self.buffer(place.buffer);
                    }
                    Statement::Assign(variable, _) if in_loop => self.variable(*variable),
                    Statement::Product(product) if in_loop => {
                        self.buffer(product.left.buffer);
                        self.buffer(product.right.buffer);
                    }
                    Statement::Sort(sort) if in_loop => self.buffer(sort.keys.buffer),
                    Statement::Triangular(triangular) if in_loop => {
                        self.triangular(triangular);
                    }
                    _ => {}
                }
            }
        }
    }

    /// Marks the buffers that the kernel reads: the rows are among them.
    fn triangular(&mut self, triangular: &Triangular) {
        self.buffer(triangular.rows.buffer);
        if let Some(matrix) = triangular.matrix() {
            self.buffer(matrix.buffer);
        }
    }

    fn block(&mut self, block: &mut Block) {
        let mut stays = vec![true; block.len()];
        for (stays, statement) in stays.iter_mut().zip(&mut *block).rev() {
            *stays = self.statement(statement);
        }
        let mut stays = stays.into_iter();
        block.retain(|_| stays.next() == Some(true));
    }

    /// Whether the statement stays; if so, marks the values that it reads.
    fn statement(&mut self, statement: &mut Statement) -> bool {
        match statement {
            Statement::Let(variable, value) => {
                let needed = self.is_live(*variable) || matches!(value, Expression::Check { .. });
                if needed {
                    self.expression(value);
                }
                needed
            }
            Statement::Mutable(variable, value) | Statement::Assign(variable, value) => {
                let needed = self.is_live(*variable);
                if needed {
                    self.atom(*value);
                }
                needed
            }
            Statement::Store(place, value) => {
                let needed = self.buffers[place.buffer.0 as usize];
                if needed {
                    self.index(&place.index);
                    self.atom(*value);
                }
                needed
            }
            Statement::Loop(_, body) | Statement::Part(_, body) => {
                self.block(body);
                !body.is_empty()
            }
            Statement::Partial(partial) => {
                self.block(&mut partial.body);
                let needed = !partial.body.is_empty();
                if needed {
                    self.atom(partial.limit.atom());
                }
                needed
            }
            Statement::Product(product) => {
                let needed = self.buffers[product.result.buffer.0 as usize];
                if needed {
                    for matrix in [&product.left, &product.right, &product.result] {
                        self.index(&matrix.base);
                    }
                    self.buffer(product.left.buffer);
                    self.buffer(product.right.buffer);
                }
                needed
            }
            Statement::Sort(sort) => {
                let needed = self.buffers[sort.positions.buffer.0 as usize];
                if needed {
                    for index in sort.indices() {
                        self.index(index);
                    }
                    self.buffer(sort.keys.buffer);
                }
                needed
            }
            Statement::Triangular(triangular) => {
                let needed = self.buffers[triangular.rows.buffer.0 as usize];
                if needed {
                    triangular.indices().for_each(|index| self.index(index));
                    self.triangular(triangular);
                }
                needed
            }
            Statement::If(branch) => {
                let If {
                    condition,
                    then,
                    otherwise,
                    choices,
                } = &mut **branch;
                choices.retain(|choice| self.is_live(choice.variable));
                for choice in &*choices {
                    self.atom(choice.then);
                    self.atom(choice.otherwise);
                }
                self.block(then);
                self.block(otherwise);
                let needed = !(then.is_empty() && otherwise.is_empty() && choices.is_empty());
                if needed {
                    self.atom(*condition);
                }
                needed
            }
            Statement::Call { arguments, .. } => {
                for &argument in &*arguments {
                    self.buffer(argument);
                }
                true
            }
            Statement::Print { unless, value, .. } => {
                self.atom(*unless);
                match *value {
                    Reported::Element(atom) => self.atom(atom),
                    Reported::All(buffer) => self.buffer(buffer),
                }
                true
            }
            Statement::Expect(holds) => {
                self.atom(*holds);
                true
            }
        }
    }

    fn expression(&mut self, value: &Expression) {
        value.atoms(|atom| self.atom(atom));
        if let Expression::Load(place) = value {
            self.buffer(place.buffer);
        }
        if let Some(index) = value.index() {
            self.index(index);
        }
    }

    fn index(&mut self, index: &Index) {
        for variable in index.variables() {
            self.variable(variable);
        }
    }

    fn atom(&mut self, atom: Atom) {
        if let Atom::Variable(variable) = atom {
            self.variable(variable);
        }
    }

    fn variable(&mut self, variable: Variable) {
        self.variables[variable.0 as usize] = true;
    }

    fn buffer(&mut self, buffer: BufferId) {
        self.buffers[buffer.0 as usize] = true;
    }

    fn is_live(&self, variable: Variable) -> bool {
        self.variables[variable.0 as usize]
    }
}
