//! Facts about a whole program that are needed before its first line is written.

use std::collections::HashMap;

use graph_program::{
    Access, Block, Bound, BufferId, BufferPlace, Condition, Expression, Index, Program, Statement,
    Variable,
};

/// Facts about a program.
pub(crate) struct Scan<'p> {
    places: Vec<Vec<&'p Index>>,
    whole: Vec<bool>,
    used: Vec<bool>,
    bounds: HashMap<Variable, usize>,
    /// The number of statements.
    pub(crate) statements: usize,
}

impl<'p> Scan<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        let mut scan = Self {
            places: vec![Vec::new(); program.buffers.len()],
            whole: vec![false; program.buffers.len()],
            used: vec![false; program.buffers.len()],
            bounds: HashMap::new(),
            statements: 0,
        };
        scan.block(program, &program.body);
        scan
    }

    /// The indices at which a buffer is loaded and stored; none are noted for rank 0 and 1.
    pub(crate) fn places(&self, buffer: BufferId) -> &[&'p Index] {
        &self.places[buffer.0 as usize]
    }

    /// Whether a kernel takes the buffer, as a flat slice.
    pub(crate) fn is_whole(&self, buffer: BufferId) -> bool {
        self.whole[buffer.0 as usize]
    }

    /// Whether the buffer is loaded or stored anywhere.
    pub(crate) fn is_used(&self, buffer: BufferId) -> bool {
        self.used[buffer.0 as usize]
    }

    /// The number of values that a checked variable can have.
    pub(crate) fn bound(&self, variable: Variable) -> usize {
        self.bounds.get(&variable).copied().unwrap_or(usize::MAX)
    }

    /// Blocks are nested as deeply as the graph's regions and loops.
    fn block(&mut self, program: &'p Program, block: &'p Block) {
        self.statements += block.len();
        for statement in block {
            statement.accesses(|access| match access {
                Access::Load(place) | Access::Store(place) => self.place(program, place),
                Access::LoadAll(buffer) | Access::StoreAll(buffer) | Access::StoreSome(buffer) => {
                    self.used[buffer.0 as usize] = true;
                    self.whole[buffer.0 as usize] = true;
                }
                Access::CountRows(table) => self.used[table.0 as usize] = true,
            });
            if let Statement::Let(variable, Expression::Check { condition, .. }) = statement
                && let Condition::Below(Bound::Known(bound)) = condition
            {
                self.bounds.insert(*variable, *bound);
            }
            for inner in statement.blocks() {
                self.block(program, inner);
            }
        }
    }

    fn place(&mut self, program: &'p Program, place: &'p BufferPlace) {
        let number = place.buffer.0 as usize;
        self.used[number] = true;
        if program.buffer(place.buffer).ty.shape.rank() > 1 {
            self.places[number].push(&place.index);
        }
    }
}
