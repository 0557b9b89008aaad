//! A program as the text of a Rust function.
//!
//! The text is parsed into tokens once: the compiler's own lexer takes a fraction of the time that
//! building tokens one by one takes in a macro, which is not optimised. Values have their names
//! from the source (see `identifiers`), and methods have the names of external functions. The other
//! names are `b3` for buffers, `s1` for slots that buffers share, `v7` for variables and `i2` for
//! counters. The surrounding module or the function itself defines `math`, `lanes`, `support`, `T`
//! (the generic float), `M` (the machine that the code is compiled for), `Outside` (which
//! implements `External`) and `Used` (which stands for the uses of the user's function).

mod expression;
mod head;
mod host;
mod identifiers;
mod kernel_product;
mod kernel_sort;
mod kernel_triangular;
mod lanes;
mod limits;
mod literal;
mod operator;
mod part;
mod place;
mod print;
mod scan;
mod storage;

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;

use graph_ir::Element;
use graph_program::{
    Atom, Block, Buffer, BufferId, BufferKind, Choice, Home, If, Limit, Partial, Program, Scope,
    Statement, Variable,
};

use crate::signature::TABLE;
use head::Inline;
use identifiers::Identifiers;
pub(super) use literal::{type_name, write_literal, zero};
pub(super) use operator::write_scalar;
use place::{BufferForm, form};
use scan::Scan;

pub(crate) use limits::Limits;

/// The text of a function that runs a program. Its parameters are the inputs (scalars by value,
/// arrays by reference), then the array outputs by mutable reference, and the slots likewise where
/// they come from a workspace; it returns a tuple of the scalar outputs. It is generic over `T`
/// where the program is.
pub(crate) fn function(name: &str, program: &Program, style: Style) -> String {
    let scan = Scan::new(program);
    let forms = program.buffer_ids().map(|id| form(program, &scan, id));
    let mut writer = Writer {
        program,
        forms: forms.collect(),
        names: Identifiers::new(program),
        scan,
        own: own_buffers(program),
        owned: HashSet::new(),
        style,
        name,
        beside: String::new(),
        text: String::new(),
    };
    // The approximate length of a statement.
    writer.text.reserve(32 * writer.scan.statements + 512);
    let written = writer.function();
    debug_assert!(written.is_ok(), "memory takes any text");
    writer.beside + &writer.text
}

/// How the function of a program is called and compiled.
#[derive(Clone, Copy)]
pub(crate) struct Style {
    /// Whether it runs as compiled for the processor at hand.
    pub(crate) dispatches: bool,
    /// Whether its slots are parameters, from a workspace, rather than on its stack.
    pub(crate) takes_slots: bool,
    /// Whether arrays of integers among its arguments may be computed ones as well as the caller's
    /// indices.
    pub(crate) takes_integers: bool,
}

/// The buffers that live by themselves, by where they do.
fn own_buffers(program: &Program) -> HashMap<Scope, Vec<BufferId>> {
    let mut own: HashMap<_, Vec<BufferId>> = HashMap::new();
    for id in program.buffer_ids() {
        if let Home::Own(within) = program.storage.home(id) {
            own.entry(within).or_default().push(id);
        }
    }
    own
}

/// How many statements share one declaration in a long block.
///
/// Each `let` opens a scope that the rest of the block is in. rustc and LLVM handle that in
/// time that grows with the square of the depth, and LLVM's writer of debug information recurses
/// over it: some 2500 scopes overflow its stack.
const GROUP: usize = 256;

/// How a statement that binds a variable does so.
#[derive(Clone, Copy)]
enum Binding {
    Let,
    /// The variable is declared before.
    Assign,
}

impl Binding {
    fn keyword(self) -> &'static str {
        match self {
            Self::Let => "let ",
            Self::Assign => "",
        }
    }
}

struct Writer<'p> {
    program: &'p Program,
    scan: Scan<'p>,
    names: Identifiers,
    forms: Vec<BufferForm>,
    own: HashMap<Scope, Vec<BufferId>>,
    /// The names of arrays that the function at hand holds, rather than references to them.
    owned: HashSet<String>,
    style: Style,
    name: &'p str,
    /// The items next to the current function: tables, and the functions of parts.
    beside: String,
    text: String,
}

impl Writer<'_> {
    fn function(&mut self) -> std::fmt::Result {
        let (parameters, result) = (self.parameters(), self.result());
        self.head(Inline::Maybe, self.name, &parameters, &result)?;
        self.text.push_str("{let _:Used;\n");
        self.buffers()?;
        self.block(&self.program.body)?;
        self.text.push('(');
        for &id in &self.program.outputs {
            if self.is_scalar(id) {
                self.names.write_buffer(&mut self.text, id)?;
                self.text.push(',');
            }
        }
        self.text.push_str(")}\n");
        Ok(())
    }

    /// The declarations of local buffers and tables, and flat names of nested ones.
    fn buffers(&mut self) -> std::fmt::Result {
        let program = self.program;
        if !self.style.takes_slots {
            self.slots()?;
        }
        self.own_buffers(Scope::Program)?;
        for id in program.buffer_ids().filter(|&id| self.scan.is_used(id)) {
            let Buffer { kind, ty, .. } = program.buffer(id);
            match kind {
                BufferKind::Input if self.form(id) == BufferForm::Flat => {
                    let flat = ".as_flattened()".repeat(ty.shape.rank() - 1);
                    let name = self.names.buffer(id);
                    writeln!(self.text, "let {name}={name}{flat};")?;
                }
                BufferKind::Output if self.form(id) == BufferForm::Flat => {
                    let flat = ".as_flattened_mut()".repeat(ty.shape.rank() - 1);
                    let name = self.names.buffer(id);
                    writeln!(self.text, "let {name}={name}{flat};")?;
                }
                BufferKind::Input | BufferKind::Output | BufferKind::Local => {}
                BufferKind::Constant(constant) => {
                    // A static cannot be generic: such a table holds the `f64`s and each load
                    // converts one.
                    let element = match ty.element {
                        Element::Float => Element::F64,
                        element => element,
                    };
                    let size = ty.shape.size();
                    let ty = type_name(element);
                    let name = self.table_name(id);
                    write!(self.beside, "static {name}:[{ty};{size}]=[")?;
                    let constant = constant.with_element(element);
                    for literal in constant.literals() {
                        write_literal(&mut self.beside, literal);
                        self.beside.push(',');
                    }
                    self.beside.push_str("];\n");
                }
            }
        }
        Ok(())
    }

    /// The name of a table of constants, which is placed next to the function.
    fn table_name(&self, id: BufferId) -> String {
        format!("{}{TABLE}{}", self.name.to_uppercase(), id.0)
    }

    fn block(&mut self, block: &Block) -> std::fmt::Result {
        if block.len() <= GROUP {
            return self.statements(block, Binding::Let);
        }
        for group in block.chunks(GROUP) {
            self.declarations(group)?;
            self.statements(group, Binding::Assign)?;
        }
        Ok(())
    }

    fn statements(&mut self, block: &[Statement], binding: Binding) -> std::fmt::Result {
        for statement in block {
            self.statement(statement, binding)?;
        }
        Ok(())
    }

    /// One `let` without values for all that some statements bind.
    fn declarations(&mut self, block: &[Statement]) -> std::fmt::Result {
        self.text.push_str("let (");
        for statement in block {
            match statement {
                Statement::Let(variable, _) => self.listed(*variable)?,
                Statement::Mutable(variable, _) => {
                    self.text.push_str("mut ");
                    self.listed(*variable)?;
                }
                Statement::Store(place, _) if self.form(place.buffer) == BufferForm::Scalar => {
                    self.names.write_buffer(&mut self.text, place.buffer)?;
                    self.text.push(',');
                }
                Statement::If(branch) => {
                    for choice in &branch.choices {
                        self.listed(choice.variable)?;
                    }
                }
                _ => {}
            }
        }
        self.text.push_str(");\n");
        Ok(())
    }

    /// A variable in a tuple.
    fn listed(&mut self, variable: Variable) -> std::fmt::Result {
        self.names.write_variable(&mut self.text, variable)?;
        self.text.push(',');
        Ok(())
    }

    /// The beginning of a statement that gives a variable a value.
    fn sets(&mut self, keyword: &str, variable: Variable) -> std::fmt::Result {
        self.text.push_str(keyword);
        self.names.write_variable(&mut self.text, variable)?;
        self.text.push('=');
        Ok(())
    }

    fn statement(&mut self, statement: &Statement, binding: Binding) -> std::fmt::Result {
        match statement {
            Statement::Let(variable, value) => {
                self.sets(binding.keyword(), *variable)?;
                if self.program.has_lanes(*variable) {
                    self.lanes_expression(*variable, value)?;
                } else {
                    self.expression(*variable, value)?;
                }
            }
            Statement::Mutable(variable, value) => {
                let keyword = match binding {
                    Binding::Let => "let mut ",
                    Binding::Assign => "",
                };
                self.sets(keyword, *variable)?;
                self.value_of(*variable, *value)?;
            }
            Statement::Assign(variable, value) => {
                self.sets("", *variable)?;
                self.value_of(*variable, *value)?;
            }
            Statement::Store(place, value) if place.index.has_lanes() => {
                self.store_lanes(place, *value)?;
            }
            Statement::Store(place, value) => {
                let id = place.buffer;
                let form = self.form(id);
                if form == BufferForm::Scalar {
                    self.text.push_str(binding.keyword());
                    self.names.write_buffer(&mut self.text, id)?;
                    self.text.push('=');
                } else {
                    self.buffer_name(id)?;
                    self.place((id, form), &place.index);
                    self.text.push('=');
                }
                self.atom(*value)?;
            }
            Statement::Loop(counter, body) => {
                let extent = self.program.counters[counter.0 as usize];
                writeln!(self.text, "for i{} in 0..{extent}usize{{", counter.0)?;
                self.own_buffers(Scope::Loop(*counter))?;
                self.block(body)?;
                self.text.push_str("}\n");
                return Ok(());
            }
            Statement::Partial(partial) => {
                self.partial(partial)?;
                return Ok(());
            }
            Statement::If(branch) => self.branch(binding, branch)?,
            Statement::Part(id, block) => return self.part(*id, block),
            Statement::Product(product) => self.product(product)?,
            Statement::Sort(sort) => self.sort(sort)?,
            Statement::Triangular(triangular) => self.triangular(triangular)?,
            Statement::Call {
                external,
                arguments,
                results,
                ..
            } => {
                let external = &self.program.externals[*external as usize];
                self.call(external, arguments, results)?;
            }
            Statement::Print {
                texts,
                unless,
                value,
            } => return self.print(*texts, *unless, *value),
            // Statements about comparisons are for evaluations at run time.
            Statement::Expect(_) => {}
        }
        self.text.push_str(";\n");
        Ok(())
    }

    /// A loop of which only some iterations run.
    fn partial(&mut self, partial: &Partial) -> std::fmt::Result {
        let Partial {
            counter,
            limit,
            body,
        } = partial;
        let extent = self.program.counters[counter.0 as usize];
        write!(self.text, "for i{} in ", counter.0)?;
        match *limit {
            Limit::While(going) => {
                write!(self.text, "0..{extent}usize{{\nif !")?;
                self.atom(going)?;
                self.text.push_str("{break;}\n");
            }
            Limit::From(from) => {
                self.text.push('(');
                self.atom(from)?;
                writeln!(self.text, ") as usize..{extent}usize{{")?;
            }
            // The extent tells the compiler that the counter is below it.
            Limit::Below(below) => {
                self.text.push_str("0..((");
                self.atom(below)?;
                writeln!(self.text, ") as usize).min({extent}usize){{")?;
            }
        }
        self.own_buffers(Scope::Loop(*counter))?;
        self.block(body)?;
        self.text.push_str("}\n");
        Ok(())
    }

    /// Writes the new value of a mutable variable.
    fn value_of(&mut self, variable: Variable, value: Atom) -> std::fmt::Result {
        if !self.program.has_lanes(variable) {
            return self.atom(value);
        }
        let lanes = self.lanes_operand(self.program.element(variable), value);
        self.text.push_str(&lanes);
        Ok(())
    }

    fn branch(&mut self, binding: Binding, branch: &If) -> std::fmt::Result {
        let If {
            condition,
            then,
            otherwise,
            choices,
        } = branch;
        if !choices.is_empty() {
            self.text.push_str(binding.keyword());
            self.text.push('(');
            for choice in choices {
                self.listed(choice.variable)?;
            }
            self.text.push_str(")=");
        }
        self.text.push_str("if ");
        self.atom(*condition)?;
        self.text.push_str("{\n");
        self.block(then)?;
        self.choose(choices, |choice| choice.then)?;
        self.text.push_str("}else{\n");
        self.block(otherwise)?;
        self.choose(choices, |choice| choice.otherwise)?;
        self.text.push('}');
        Ok(())
    }

    /// The value of one side of a branch.
    fn choose(&mut self, choices: &[Choice], side: impl Fn(&Choice) -> Atom) -> std::fmt::Result {
        if choices.is_empty() {
            return Ok(());
        }
        self.text.push('(');
        for choice in choices {
            self.atom(side(choice))?;
            self.text.push(',');
        }
        self.text.push(')');
        Ok(())
    }

    fn form(&self, id: BufferId) -> BufferForm {
        self.forms[id.0 as usize]
    }
}
