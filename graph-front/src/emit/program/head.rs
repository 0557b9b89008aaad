//! The head of a function: its parameters and its result, and where the body is compiled for
//! several machines, the way there.

use std::fmt::Write as _;

use graph_ir::Element;
use graph_program::{Buffer, BufferId, BufferKind, SlotId};

use super::Writer;
use super::literal::type_name;
use super::place::BufferForm;

/// The type of elements that users pass as indices.
const INTEGER: &str = "impl support::Integer";

/// A parameter of a function.
pub(super) struct Parameter {
    pub(super) name: String,
    /// Empty, `&` or `&mut `.
    pub(super) reference: &'static str,
    pub(super) ty: String,
}

/// Whether a function may become part of its callers.
#[derive(Clone, Copy)]
pub(super) enum Inline {
    Maybe,
    Never,
}

impl Writer<'_> {
    /// Everything before the braces of the body.
    pub(super) fn head(
        &mut self,
        inline: Inline,
        name: &str,
        parameters: &[Parameter],
        result: &str,
    ) -> std::fmt::Result {
        self.text.push_str(match inline {
            Inline::Maybe => "#[inline]",
            Inline::Never => "#[inline(never)]",
        });
        let mut list = String::new();
        for Parameter {
            name,
            reference,
            ty,
        } in parameters
        {
            write!(list, "{name}:{reference}{ty},")?;
        }
        if !self.style.dispatches {
            let generics = self.generics("");
            return write!(self.text, "fn {name}{generics}({list})->{result}");
        }
        self.dispatcher(name, parameters, &list, result)?;
        let generics = self.generics("M:support::Machine,");
        write!(
            self.text,
            "#[inline(always)]fn {name}_on{generics}({list})->{result}"
        )
    }

    /// A function that hands its arguments on to the body as compiled for the machine at hand.
    fn dispatcher(
        &mut self,
        name: &str,
        parameters: &[Parameter],
        list: &str,
        result: &str,
    ) -> std::fmt::Result {
        let parameter = if self.is_generic() { "T" } else { "" };
        let (mut fields, mut integers, mut held) = (String::new(), 0, String::from("'a,"));
        let mut arguments = String::from("'a,");
        for Parameter {
            name,
            reference,
            ty,
        } in parameters
        {
            let reference = reference.replace('&', "&'a ");
            // A field needs a name for a type that a parameter leaves open.
            let ty = if ty.contains(INTEGER) {
                let own = format!("I{integers}");
                integers += 1;
                write!(held, "{own}:support::Integer,")?;
                write!(arguments, "{own},")?;
                ty.replace(INTEGER, &own)
            } else {
                ty.clone()
            };
            write!(fields, "{name}:{reference}{ty},")?;
        }
        let (generics, held) = (self.generics(""), self.generics(&held));
        let names: String = parameters.iter().map(|p| format!("{},", p.name)).collect();
        let passed: String = parameters
            .iter()
            .map(|p| format!("self.{},", p.name))
            .collect();
        // The parameters of the body are references of their own again, which the compiler knows
        // not to alias.
        write!(
            self.text,
            "fn {name}{generics}({list})->{result}{{\n\
             struct Call{held}{{{fields}marker: ::core::marker::PhantomData<(&'a(),{parameter})>}}\n\
             impl{held} support::Body for Call<{arguments}{parameter}>{{type Output={result};\n\
             #[inline(always)]fn run<M:support::Machine>(self)->{result}\
             {{{name}_on::<M,{parameter}>({passed})}}}}\n\
             support::dispatch(Call{{{names}marker: ::core::marker::PhantomData}})}}\n"
        )
    }

    /// The generic parameters of a function of this program, with those in `first` before its own.
    fn generics(&self, first: &str) -> String {
        match (self.is_generic(), first) {
            (true, _) => format!("<{first}T:math::Float>"),
            (false, "") => String::new(),
            (false, _) => format!("<{first}>"),
        }
    }

    /// The parameters of the whole program.
    pub(super) fn parameters(&self) -> Vec<Parameter> {
        let program = self.program;
        let buffer = |id: BufferId, reference| Parameter {
            name: self.names.buffer(id),
            reference,
            ty: self.nested_type(program.buffer(id)),
        };
        let inputs = program.inputs.iter().map(|&id| match self.is_scalar(id) {
            true => buffer(id, ""),
            false => buffer(id, "&"),
        });
        let outputs = program.outputs.iter().filter(|&&id| !self.is_scalar(id));
        let outputs = outputs.map(|&id| buffer(id, "&mut "));
        let slots = match self.style.takes_slots {
            true => &program.storage.slots[..],
            false => &[],
        };
        let slots = (0..).zip(slots).map(|(number, slot)| Parameter {
            name: self.names.slot(SlotId(number)),
            reference: "&mut ",
            ty: format!("[{};{}]", type_name(slot.element), slot.size),
        });
        inputs.chain(outputs).chain(slots).collect()
    }

    /// The tuple of the scalar outputs.
    pub(super) fn result(&self) -> String {
        let scalars = self
            .program
            .outputs
            .iter()
            .filter(|&&id| self.is_scalar(id));
        let types = scalars.map(|&id| type_name(self.program.buffer(id).ty.element));
        let types: String = types.flat_map(|ty| [ty, ","]).collect();
        format!("({types})")
    }

    pub(super) fn is_scalar(&self, id: BufferId) -> bool {
        self.program.buffer(id).ty.is_scalar()
    }

    /// The number of rows of a table, as an expression.
    pub(super) fn rows(&self, table: BufferId) -> String {
        let name = self.names.buffer(table);
        let strides = self.program.buffer(table).ty.shape.strides();
        match (self.form(table), strides.first()) {
            (BufferForm::Flat, Some(row)) => format!("{name}.len()/{row}"),
            _ => format!("{name}.len()"),
        }
    }

    pub(super) fn is_generic(&self) -> bool {
        let mut buffers = self.program.inputs.iter().chain(&self.program.outputs);
        buffers.any(|&id| self.program.buffer(id).ty.element == Element::Float)
    }

    /// The nested array that a buffer is for the caller.
    pub(super) fn nested_type(&self, buffer: &Buffer) -> String {
        let dims = buffer.ty.shape.dims().iter().rev();
        let element = String::from(self.element_type(buffer));
        dims.fold(element, |inner, dim| match dim.count().known() {
            Some(extent) => format!("[{inner};{extent}]"),
            None => format!("[{inner}]"),
        })
    }

    /// The type of a buffer's elements, in a parameter. Arrays of indices stay as the user passes
    /// them: they may be large, and each load converts one element.
    pub(super) fn element_type(&self, buffer: &Buffer) -> &'static str {
        match holds_indices(buffer) {
            true if self.style.takes_integers => INTEGER,
            true => "usize",
            false => type_name(buffer.ty.element),
        }
    }
}

/// Whether a buffer is an argument that is an array of indices.
pub(crate) fn holds_indices(buffer: &Buffer) -> bool {
    let is_argument = matches!(buffer.kind, BufferKind::Input);
    is_argument && buffer.ty.element == Element::I64 && !buffer.ty.is_scalar()
}
