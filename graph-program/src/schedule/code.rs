//! The program under construction: blocks, loops, variables, and loads that are not repeated.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use graph_ir::graph::{Constant, External, Literal, Site};
use graph_ir::intern::number_of;
use graph_ir::ops::ScalarOp;
use graph_ir::types::{Element, Type};
use hashbrown::HashMap;
use rustc_hash::FxBuildHasher;

use super::view::View;
use crate::{
    Atom, Block, Bound, Buffer, BufferId, BufferKind, BufferPlace, Choice, Condition, Counter,
    Expression, If, Index, Limit, Name, Names, Partial, Position, Program, Statement, Storage,
    Variable, VariableType,
};

/// Writes a program from its beginning to its end.
pub(super) struct Code {
    pub(super) program: Program,
    /// The blocks that are open, the innermost last.
    open: Vec<Open>,
    /// The variable that holds an element already. An element is loaded after all of it has been
    /// stored, so that the variable stays right as long as its block is open.
    loads: HashMap<BufferPlace, Variable, FxBuildHasher>,
    /// The variable that holds a checked integer already.
    checks: HashMap<(Variable, Condition), Variable, FxBuildHasher>,
}

#[derive(Default)]
struct Open {
    block: Block,
    /// The loads and the checks made in this block, which are forgotten with it.
    loads: Vec<BufferPlace>,
    checks: Vec<(Variable, Condition)>,
}

/// A nest of open loops, which must be closed.
pub(super) struct Nest {
    counters: Vec<Counter>,
    /// The iterations that run, of a nest of one loop.
    limit: Option<Limit>,
}

impl Code {
    pub(super) fn new(name: &str) -> Self {
        Self {
            program: Program {
                name: String::from(name),
                buffers: Vec::new(),
                inputs: Vec::new(),
                outputs: Vec::new(),
                variables: Vec::new(),
                names: Names::default(),
                counters: Vec::new(),
                externals: Vec::new(),
                texts: Vec::new(),
                body: Vec::new(),
                storage: Storage::default(),
            },
            open: alloc::vec![Open::default()],
            loads: HashMap::default(),
            checks: HashMap::default(),
        }
    }

    /// Makes room for about so many statements.
    pub(super) fn reserve(&mut self, statements: usize) {
        self.program.variables.reserve(statements);
        if let Some(open) = self.open.last_mut() {
            open.block.reserve(statements);
        }
    }

    pub(super) fn finish(mut self) -> Program {
        self.program.body = self.end_block();
        self.program
    }

    pub(super) fn input(&mut self, ty: &Type, name: &str) -> View {
        let view = self.buffer(BufferKind::Input, ty, name);
        self.program.inputs.push(view.buffer);
        view
    }

    pub(super) fn output(&mut self, ty: &Type, name: &str) -> View {
        let view = self.buffer(BufferKind::Output, ty, name);
        self.program.outputs.push(view.buffer);
        view
    }

    pub(super) fn local(&mut self, ty: &Type) -> View {
        self.buffer(BufferKind::Local, ty, "")
    }

    pub(super) fn table(&mut self, constant: &Constant) -> View {
        let kind = BufferKind::Constant(constant.clone());
        self.buffer(kind, &constant.ty(), "")
    }

    fn buffer(&mut self, kind: BufferKind, ty: &Type, name: &str) -> View {
        let buffers = &mut self.program.buffers;
        let id = BufferId(number_of(buffers.len()));
        buffers.push(Buffer {
            kind,
            ty: ty.clone(),
            name: String::from(name),
        });
        View::contiguous(id, &ty.shape)
    }

    /// Names an element of a value, or each in turn, unless it has a name.
    pub(super) fn name_atom(&mut self, atom: Atom, text: &str, element: Option<usize>) {
        if let Atom::Variable(variable) = atom {
            let element = element.map(number_of);
            let name = Name { text, element };
            self.program.names.name_variable(variable, name);
        }
    }

    /// Names a buffer, unless it is an argument, a result or a table.
    pub(super) fn name_buffer(&mut self, id: BufferId, name: &str) {
        if self.program.buffer(id).kind == BufferKind::Local {
            self.program.names.name_buffer(id, name);
        }
    }

    pub(super) fn external(&mut self, external: &External) -> u32 {
        let externals = &mut self.program.externals;
        let known = externals.iter().rposition(|e| e == external);
        let position = known.unwrap_or_else(|| {
            externals.push(external.clone());
            externals.len() - 1
        });
        number_of(position)
    }

    /// The position of texts between which a number is printed.
    pub(super) fn texts(&mut self, before: &str, after: &str) -> u32 {
        let texts = [before, after].map(String::from);
        self.program.texts.push(texts);
        number_of(self.program.texts.len() - 1)
    }

    pub(super) fn push(&mut self, statement: Statement) {
        // A block is always open: `finish` takes the code away with the last one.
        if let Some(open) = self.open.last_mut() {
            open.block.push(statement);
        }
    }

    pub(super) fn begin_block(&mut self) {
        self.open.push(Open::default());
    }

    pub(super) fn end_block(&mut self) -> Block {
        let open = self.open.pop().unwrap_or_default();
        for place in &open.loads {
            self.loads.remove(place);
        }
        for check in &open.checks {
            self.checks.remove(check);
        }
        open.block
    }

    /// Opens a loop for each extent, the outermost first, and gives the position along each.
    pub(super) fn begin_nest(&mut self, extents: &[usize]) -> (Nest, Vec<Index>) {
        let mut nest = Nest {
            counters: Vec::new(),
            limit: None,
        };
        let mut points = Vec::with_capacity(extents.len());
        for &extent in extents {
            if extent == 1 {
                points.push(Index::default());
                continue;
            }
            let counter = self.open_loop(extent);
            nest.counters.push(counter);
            points.push(Index::of(Position::Counter(counter)));
        }
        (nest, points)
    }

    /// Opens a loop of which only some iterations run.
    pub(super) fn begin_partial(&mut self, extent: usize, limit: Limit) -> (Nest, Vec<Index>) {
        let counter = self.open_loop(extent);
        let nest = Nest {
            counters: alloc::vec![counter],
            limit: Some(limit),
        };
        (nest, alloc::vec![Index::of(Position::Counter(counter))])
    }

    fn open_loop(&mut self, extent: usize) -> Counter {
        let counter = Counter(number_of(self.program.counters.len()));
        self.program.counters.push(extent);
        self.begin_block();
        counter
    }

    pub(super) fn end_nest(&mut self, nest: Nest) {
        for counter in nest.counters.into_iter().rev() {
            let body = self.end_block();
            self.push(match nest.limit {
                None => Statement::Loop(counter, body),
                Some(limit) => Statement::Partial(Box::new(Partial {
                    counter,
                    limit,
                    body,
                })),
            });
        }
    }

    pub(super) fn branch(&mut self, condition: Atom, sides: [Block; 2], choices: Vec<Choice>) {
        let [then, otherwise] = sides;
        self.push(Statement::If(Box::new(If {
            condition,
            then,
            otherwise,
            choices,
        })));
    }

    pub(super) fn variable(&mut self, element: Element) -> Variable {
        self.variable_of(element, false)
    }

    fn variable_of(&mut self, element: Element, lanes: bool) -> Variable {
        self.program.new_variable(VariableType { element, lanes })
    }

    /// The element type of an operand.
    pub(super) fn element(&self, atom: Atom) -> Element {
        match atom {
            Atom::Variable(variable) => self.program.element(variable),
            Atom::Literal(literal) => literal.element(),
        }
    }

    /// The extents of a buffer.
    pub(super) fn extents(&self, buffer: BufferId) -> Vec<usize> {
        self.program.buffer(buffer).ty.shape.extents()
    }

    /// The element type of a buffer.
    pub(super) fn buffer_element(&self, buffer: BufferId) -> Element {
        self.program.buffer(buffer).ty.element
    }

    /// A new variable, which has lanes where something that it is made of has.
    pub(super) fn compute(&mut self, element: Element, value: Expression) -> Atom {
        let has_lanes = |atom: &Atom| match atom {
            Atom::Variable(variable) => self.program.has_lanes(*variable),
            Atom::Literal(_) => false,
        };
        let lanes = match &value {
            Expression::Copy(atom) | Expression::Cast(atom) => has_lanes(atom),
            Expression::Load(place) => place.index.has_lanes(),
            Expression::Scalar(op, atoms) => atoms[..op.arity()].iter().any(has_lanes),
            Expression::Select(atoms) => atoms.iter().any(has_lanes),
            // Products and sums are fused later.
            Expression::Combine(..)
            | Expression::Position(_)
            | Expression::Check { .. }
            | Expression::MulAdd(_) => false,
        };
        let variable = self.variable_of(element, lanes);
        self.push(Statement::Let(variable, value));
        Atom::Variable(variable)
    }

    pub(super) fn scalar(&mut self, op: ScalarOp, element: Element, operands: &[Atom]) -> Atom {
        let mut atoms = [operands[0]; 3];
        atoms[..operands.len()].copy_from_slice(operands);
        self.compute(element, Expression::Scalar(op, atoms))
    }

    pub(super) fn mutable(&mut self, first: Literal) -> Variable {
        self.mutable_from(first.element(), Atom::Literal(first))
    }

    /// A mutable variable for partial results.
    pub(super) fn accumulator(&mut self, first: Literal, lanes: bool) -> Variable {
        let variable = self.variable_of(first.element(), lanes);
        self.push(Statement::Mutable(variable, Atom::Literal(first)));
        variable
    }

    pub(super) fn mutable_from(&mut self, element: Element, first: Atom) -> Variable {
        let variable = self.variable(element);
        self.push(Statement::Mutable(variable, first));
        variable
    }

    pub(super) fn assign(&mut self, variable: Variable, value: Atom) {
        self.push(Statement::Assign(variable, value));
    }

    /// The value that a mutable variable has now.
    pub(super) fn read(&mut self, variable: Variable) -> Atom {
        let element = self.program.element(variable);
        self.compute(element, Expression::Copy(Atom::Variable(variable)))
    }

    pub(super) fn store(&mut self, buffer: BufferId, index: Index, value: Atom) {
        self.push(Statement::Store(BufferPlace { buffer, index }, value));
    }

    /// An element of a buffer that is not stored to any more; loaded once in each block.
    pub(super) fn load(&mut self, buffer: BufferId, index: Index) -> Atom {
        let place = BufferPlace { buffer, index };
        if let Some(&variable) = self.loads.get(&place) {
            return Atom::Variable(variable);
        }
        let element = self.buffer_element(buffer);
        let variable = self.variable_of(element, place.index.has_lanes());
        self.push(Statement::Let(variable, Expression::Load(place.clone())));
        if let Some(open) = self.open.last_mut() {
            open.loads.push(place.clone());
        }
        self.loads.insert(place, variable);
        Atom::Variable(variable)
    }

    /// Forgets the loaded elements of a buffer, which others take the place of.
    pub(super) fn forget_loads(&mut self, buffer: BufferId) {
        self.loads.retain(|place, _| place.buffer != buffer);
    }

    /// An element of a buffer that is being stored to.
    pub(super) fn load_again(&mut self, buffer: BufferId, index: Index) -> Atom {
        let element = self.program.buffer(buffer).ty.element;
        self.compute(element, Expression::Load(BufferPlace { buffer, index }))
    }

    /// The integer as a position below `bound`, checked when the program runs.
    pub(super) fn check(&mut self, index: Atom, bound: Bound, site: Site) -> Index {
        index_of(self.checked(index, Condition::Below(bound), site))
    }

    /// The integer, which is checked when the program runs unless it is known to satisfy the
    /// condition; once in each block.
    pub(super) fn checked(&mut self, integer: Atom, condition: Condition, site: Site) -> Atom {
        let check = Expression::Check {
            integer,
            condition,
            site,
        };
        let Atom::Variable(variable) = integer else {
            let known = matches!(integer, Atom::Literal(Literal::I64(known))
                if condition.holds(known) == Some(true));
            return match known {
                true => integer,
                false => self.compute(Element::I64, check),
            };
        };
        if let Some(&checked) = self.checks.get(&(variable, condition)) {
            return Atom::Variable(checked);
        }
        let checked = self.compute(Element::I64, check);
        if let (Atom::Variable(checked), Some(open)) = (checked, self.open.last_mut()) {
            open.checks.push((variable, condition));
            self.checks.insert((variable, condition), checked);
        }
        checked
    }
}

/// The position that a checked integer is.
pub(super) fn index_of(position: Atom) -> Index {
    match position {
        Atom::Variable(variable) => Index::of(Position::Variable(variable)),
        Atom::Literal(Literal::I64(position)) => Index::constant(position),
        Atom::Literal(_) => Index::default(),
    }
}
