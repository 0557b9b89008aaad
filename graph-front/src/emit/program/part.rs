//! Parts of long programs as functions of their own.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use graph_program::{
    Block, BufferId, BufferKind, Counter, Home, Index, PartId, Position, Scope, SlotId, Statement,
};

use super::Writer;
use super::head::{Inline, Parameter};
use super::literal::type_name;
use super::place::BufferForm;

/// The outer buffers, slots and counters that a part uses.
#[derive(Default)]
struct Uses {
    buffers: BTreeSet<BufferId>,
    slots: BTreeSet<SlotId>,
    counters: BTreeSet<Counter>,
    /// The scopes inside of the part.
    inside: Vec<Scope>,
}

impl Writer<'_> {
    /// The call of a part, whose function is written next to the current one.
    pub(super) fn part(&mut self, id: PartId, block: &Block) -> std::fmt::Result {
        let mut uses = Uses {
            inside: vec![Scope::Part(id)],
            ..Uses::default()
        };
        self.find(block, &mut uses);
        uses.counters
            .retain(|&counter| !uses.inside.contains(&Scope::Loop(counter)));
        uses.buffers
            .retain(|&buffer| match self.program.storage.home(buffer) {
                Home::Own(scope) => !uses.inside.contains(&scope),
                Home::Slot(_) | Home::None => true,
            });
        let name = format!("{}_{id}", self.name);
        let turbofish = if self.is_generic() { "::<T>" } else { "" };
        write!(self.text, "{name}{turbofish}(")?;
        let parameters = self.part_parameters(&uses)?;
        self.text.push_str(");\n");
        let outer = std::mem::take(&mut self.text);
        let owned = std::mem::take(&mut self.owned);
        self.head(Inline::Never, &name, &parameters, "()")?;
        self.text.push_str("{\n");
        for &buffer in &uses.buffers {
            self.whole(buffer)?;
        }
        self.own_buffers(Scope::Part(id))?;
        self.block(block)?;
        self.text.push_str("}\n");
        self.owned = owned;
        self.beside += &std::mem::replace(&mut self.text, outer);
        Ok(())
    }

    /// Finds the uses in a block.
    fn find(&self, block: &Block, uses: &mut Uses) {
        let counters = |index: &Index, uses: &mut Uses| {
            for term in &index.terms {
                if let Position::Counter(counter) = term.position {
                    uses.counters.insert(counter);
                }
            }
        };
        for statement in block {
            statement.accesses(|access| {
                let buffer = access.buffer();
                match (
                    self.program.storage.home(buffer),
                    &self.program.buffer(buffer).kind,
                ) {
                    (Home::Slot(slot), _) => {
                        uses.slots.insert(slot);
                    }
                    (_, BufferKind::Constant(_)) => {}
                    _ => {
                        uses.buffers.insert(buffer);
                    }
                }
            });
            match statement {
                Statement::Let(_, value) => {
                    if let Some(index) = value.index() {
                        counters(index, uses);
                    }
                }
                Statement::Store(place, _) => counters(&place.index, uses),
                Statement::Product(product) => {
                    for matrix in [&product.left, &product.right, &product.result] {
                        counters(&matrix.base, uses);
                    }
                }
                Statement::Sort(sort) => {
                    for index in sort.indices() {
                        counters(index, uses);
                    }
                }
                Statement::Triangular(triangular) => {
                    for index in triangular.indices() {
                        counters(index, uses);
                    }
                }
                Statement::Loop(counter, _) => uses.inside.push(Scope::Loop(*counter)),
                Statement::Partial(partial) => uses.inside.push(Scope::Loop(partial.counter)),
                Statement::Part(part, _) => uses.inside.push(Scope::Part(*part)),
                _ => {}
            }
            for inner in statement.blocks() {
                self.find(inner, uses);
            }
        }
    }

    /// The parameters of a part's function; writes the arguments.
    fn part_parameters(&mut self, uses: &Uses) -> Result<Vec<Parameter>, std::fmt::Error> {
        let program = self.program;
        let mut parameters = Vec::new();
        for &id in &uses.buffers {
            let buffer = program.buffer(id);
            let name = self.names.buffer(id);
            let element = self.element_type(buffer);
            let (reference, ty) = match (&buffer.kind, self.form(id)) {
                (BufferKind::Input, BufferForm::Scalar) => ("", String::from(element)),
                (BufferKind::Input, BufferForm::Nested) => ("&", self.nested_type(buffer)),
                (BufferKind::Input, BufferForm::Flat) => ("&", format!("[{element}]")),
                (BufferKind::Output, BufferForm::Flat) => ("&mut ", format!("[{element}]")),
                (BufferKind::Local, _) => {
                    let size = buffer.ty.shape.size();
                    ("&mut ", format!("[{element};{size}]"))
                }
                _ => ("&mut ", self.nested_type(buffer)),
            };
            let owned = if self.owned.contains(&name) {
                "&mut "
            } else {
                ""
            };
            write!(self.text, "{owned}{name},")?;
            parameters.push(Parameter {
                name,
                reference,
                ty,
            });
        }
        for &id in &uses.slots {
            let slot = program.storage.slot(id);
            let name = self.names.slot(id);
            let owned = if self.owned.contains(&name) {
                "&mut "
            } else {
                ""
            };
            write!(self.text, "{owned}{name},")?;
            parameters.push(Parameter {
                name,
                reference: "&mut ",
                ty: format!("[{};{}]", type_name(slot.element), slot.size),
            });
        }
        for counter in &uses.counters {
            let name = counter.to_string();
            write!(self.text, "{name},")?;
            parameters.push(Parameter {
                name,
                reference: "",
                ty: String::from("usize"),
            });
        }
        Ok(parameters)
    }

    /// Restores the known length of a buffer that is passed flat, as a slice.
    fn whole(&mut self, id: BufferId) -> std::fmt::Result {
        let buffer = self.program.buffer(id);
        let Some(size) = buffer.ty.shape.count().known() else {
            return Ok(());
        };
        let name = self.names.buffer(id);
        let (kind, chunk) = match (&buffer.kind, self.form(id)) {
            (BufferKind::Input, BufferForm::Flat) => ("&", "first_chunk"),
            (BufferKind::Output, BufferForm::Flat) => ("&mut ", "first_chunk_mut"),
            _ => return Ok(()),
        };
        writeln!(
            self.text,
            "let {name}:{kind}[_;{size}]=support::known({name}.{chunk}());"
        )
    }
}
