//! Compilation: from a program to code.
//!
//! There is one function for each kind of statement. Recursion follows nested blocks, whose depth
//! is that of the graph's regions, but not the statements of a block.
//!
//! | file | does |
//! |---|---|
//! | `registers` | assigns registers to variables and literals |
//! | `place` | resolves indices |
//! | `straight_order` | sorts scalar statements into chains and runs |
//! | `straight`, `chain` | write runs, and chains |
//! | `single` | computes a variable as a single value |
//! | `wide` | computes a variable as one value for each lane or iteration |
//! | `fused` | multiplies and adds, with one rounding |
//! | `product` | multiplies matrices |
//! | `triangular` | factors matrices and solves triangular systems |
//! | `cost` | selects the loops to run in strips, by their costs |
//! | `parallel` | determines the loops whose iterations are independent |
//! | `strips` | writes a loop in strips |
//! | `lifetime` | computes lifetimes of wide registers |
//! | `layout` | assigns positions in the arena to buffers |

mod chain;
mod cost;
mod fused;
mod layout;
mod lifetime;
mod parallel;
mod place;
mod product;
mod registers;
mod single;
mod sort;
mod straight;
mod straight_order;
mod strips;
mod triangular;
mod wide;

use alloc::sync::Arc;
use alloc::vec::Vec;

use graph_ir::graph::{Literal, Site};
use graph_ir::intern::signed;
use graph_ir::passes::Provenance;
use graph_program::{
    Atom, Block, BufferId, Counter, If, Limit, Partial, Program, Reported, Statement, Variable,
};

use super::code::{Call, Code, Position, Register, Report};
use super::error::Result;
use super::instruction::{Control, Instruction, Outside};
use super::place::{Kind, Span};
use cost::Strips;
use lifetime::Lifetimes;
use registers::Registers;
use straight_order::Moment;

/// The code of a program whose values take at most `limit` bytes.
pub(super) fn compile(program: &Program, provenance: &Arc<Provenance>, limit: u64) -> Result<Code> {
    layout::check_buffers(program, limit)?;
    let strips = Strips::new(program);
    let mut compiler = Compiler {
        program,
        code: Code {
            provenance: Arc::clone(provenance),
            cost: strips.cost,
            ..Code::default()
        },
        registers: Registers::new(program)?,
        buffers: Vec::new(),
        calls: Vec::new(),
        reported: Vec::new(),
        targets: Vec::new(),
        strips,
        born: Vec::new(),
        temporary: Vec::new(),
        lifetimes: Lifetimes::new(program),
        uses: straight_order::uses(program),
        moments: alloc::vec![Moment::default(); program.variables.len()],
    };
    compiler.block(&program.body);
    compiler.finish(limit)
}

/// A program on its way to code.
struct Compiler<'p> {
    program: &'p Program,
    code: Code,
    registers: Registers,
    /// The buffer of each place; none where the place is only a number.
    buffers: Vec<Option<BufferId>>,
    /// The buffers of each call's arguments and results.
    calls: Vec<[&'p [BufferId]; 2]>,
    /// The buffer of each report, where it is of one.
    reported: Vec<Option<BufferId>>,
    /// The buffer of each product's result.
    targets: Vec<BufferId>,
    /// Which loops run in strips.
    strips: Strips,
    /// The variables that the statement gave a register of a strip.
    born: Vec<Variable>,
    /// The registers of a strip that only the statement needs.
    temporary: Vec<(Kind, Register)>,
    lifetimes: Lifetimes,
    /// How often the program reads each variable, at most 2.
    uses: Vec<u8>,
    /// For each variable its moment in the stretch that is being sorted.
    moments: Vec<Moment>,
}

impl<'p> Compiler<'p> {
    fn block(&mut self, block: &'p Block) {
        let mut rest = &block[..];
        while let Some(first) = rest.first() {
            let straight = rest.iter().take_while(|s| straight::is_straight(s));
            let (stretch, after) = rest.split_at(straight.count());
            if stretch.is_empty() {
                self.statement(first, None);
                rest = &rest[1..];
            } else {
                self.straight(stretch);
                rest = after;
            }
        }
    }

    /// One statement, which may be part of a loop that runs in strips.
    fn statement(&mut self, statement: &'p Statement, strip: Option<Counter>) {
        match statement {
            Statement::Let(variable, value) => self.give(*variable, statement, value, strip),
            Statement::Mutable(variable, value) => self.declare(*variable, *value, strip),
            Statement::Assign(variable, value) => self.assign(*variable, *value),
            Statement::Store(place, value) => self.store(place, *value, strip),
            Statement::Loop(counter, body) => self.repeat(*counter, body, strip),
            Statement::Partial(partial) => self.partial(partial),
            // Parts are for back ends that make functions of them; nobody asks for them here.
            Statement::Part(_, body) => self.block(body),
            Statement::Product(product) => self.product(product),
            Statement::Sort(sort) => self.sort(sort),
            Statement::Triangular(triangular) => self.triangular(triangular),
            Statement::If(branch) => self.branch(branch),
            Statement::Call {
                external,
                arguments,
                results,
                site,
            } => self.call(*external, [arguments, results], *site),
            Statement::Print {
                texts,
                unless,
                value,
            } => {
                let (_, unless) = self.operand(*unless);
                self.report(*texts, *value, unless);
            }
            Statement::Expect(holds) => {
                let (_, holds) = self.operand(*holds);
                self.push(Outside::Expect(holds));
            }
        }
    }

    /// A loop; inside of one that runs in strips, for all iterations of a strip together.
    fn repeat(&mut self, counter: Counter, body: &'p Block, strip: Option<Counter>) {
        let extent = self.program.counters[counter.0 as usize];
        if extent == 0 {
            return;
        }
        if strip.is_none() && self.strips.has(counter) {
            return self.repeat_in_strips(counter, body);
        }
        let register = self.registers.define_counter(counter);
        self.push(Control::Begin { counter: register });
        let start = self.here();
        match strip {
            None => self.block(body),
            Some(strip) => self.strip(body, strip),
        }
        if start == self.here() {
            // There is nothing in it, however many iterations there are.
            self.code.instructions.pop();
            return;
        }
        self.push(Control::Next {
            counter: register,
            body: start,
            extent,
        });
    }

    /// A loop of which only some iterations run.
    fn partial(&mut self, partial: &'p Partial) {
        let extent = self.program.counters[partial.counter.0 as usize];
        if extent == 0 {
            return;
        }
        let (_, operand) = self.operand(partial.limit.atom());
        let bound = match partial.limit {
            Limit::While(_) | Limit::Below(_) => operand,
            Limit::From(_) => {
                let extent = Literal::I64(signed(extent));
                self.operand(Atom::Literal(extent)).1
            }
        };
        let counter = self.registers.define_counter(partial.counter);
        self.push(match partial.limit {
            Limit::While(_) | Limit::Below(_) => Control::Begin { counter },
            Limit::From(_) => Control::BeginFrom {
                counter,
                from: operand,
            },
        });
        let start = self.here();
        self.push(Control::Jump(start));
        self.block(&partial.body);
        self.push(Control::Next {
            counter,
            body: start,
            extent,
        });
        let end = self.here();
        let leave = match partial.limit {
            Limit::While(_) => Control::Branch {
                condition: operand,
                otherwise: end,
            },
            Limit::From(_) | Limit::Below(_) => Control::Below {
                counter,
                bound,
                end,
            },
        };
        self.code.instructions[start as usize] = leave.into();
    }

    fn branch(&mut self, branch: &'p If) {
        let (_, condition) = self.operand(branch.condition);
        let entry = self.here();
        self.push(Control::Jump(entry));
        self.block(&branch.then);
        for choice in &branch.choices {
            self.declare(choice.variable, choice.then, None);
        }
        let exit = self.here();
        self.push(Control::Jump(exit));
        let otherwise = self.here();
        self.block(&branch.otherwise);
        for choice in &branch.choices {
            self.assign(choice.variable, choice.otherwise);
        }
        let end = self.here();
        let choice = Control::Branch {
            condition,
            otherwise,
        };
        self.code.instructions[entry as usize] = choice.into();
        self.code.instructions[exit as usize] = Control::Jump(end).into();
    }

    fn call(&mut self, external: u32, buffers: [&'p [BufferId]; 2], site: Site) {
        let external = &self.program.externals[external as usize];
        self.calls.push(buffers);
        let number = self.code.calls.len() as Position;
        self.code.calls.push(Call {
            name: external.name.clone(),
            role: external.role,
            number: match external.kind {
                graph_ir::graph::ExternalKind::Numbered { call } => Some(call),
                _ => None,
            },
            arguments: Vec::new(),
            own: external.arguments.len(),
            results: Vec::new(),
            targets: Vec::new(),
            site,
        });
        self.push(Outside::Call(number));
    }

    fn report(&mut self, texts: u32, value: Reported, unless: Register) {
        let mut extents = Vec::new();
        // The span of a buffer is known when all are laid out.
        let (value, buffer) = match value {
            Reported::Element(atom) => {
                let (kind, register) = self.operand(atom);
                let (start, len) = (register as usize, 1);
                (Span { kind, start, len }, None)
            }
            Reported::All(buffer) => {
                extents = self.program.buffer(buffer).ty.shape.extents();
                let (kind, start, len) = (Kind::F64, 0, 0);
                (Span { kind, start, len }, Some(buffer))
            }
        };
        let report = self.code.reports.len() as Position;
        self.reported.push(buffer);
        self.code.reports.push(Report {
            texts: self.program.texts[texts as usize].clone(),
            extents,
            value,
        });
        self.push(Outside::Print { report, unless });
    }

    fn push(&mut self, instruction: impl Into<Instruction>) {
        self.code.instructions.push(instruction.into());
    }

    /// The position of the next instruction.
    fn here(&self) -> Position {
        self.code.instructions.len() as Position
    }
}
