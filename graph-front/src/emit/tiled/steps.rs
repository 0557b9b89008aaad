//! Steps that are computed once.

use std::fmt::Write as _;

use graph_ir::graph::Literal;
use graph_ir::ops::Slice;
use graph_ir::passes::tile::{ArrayId, Operand, Step};
use graph_program::Program;

use super::Writer;
use crate::emit::program::{self, type_name, write_literal};

impl Writer<'_> {
    pub(super) fn step(
        &mut self,
        number: usize,
        step: &Step,
        programs: &[Program],
    ) -> std::fmt::Result {
        let function = format!("{}_step_{number}", self.name);
        match (step, programs) {
            (
                Step::Once {
                    inputs, outputs, ..
                },
                [program],
            ) => self.once(&function, program, inputs, outputs),
            (Step::Scan { .. }, [program]) => self.scan(&function, step, program),
            (Step::Tiles { .. }, _) => self.tiles(&function, step, programs),
            (
                Step::Assemble {
                    array,
                    background,
                    pieces,
                },
                _,
            ) => self.assemble(*array, *background, pieces),
            // A graph has one program.
            (Step::Once { .. } | Step::Scan { .. }, _) => Ok(()),
        }
    }

    fn once(
        &mut self,
        function: &str,
        program: &Program,
        inputs: &[Operand],
        outputs: &[ArrayId],
    ) -> std::fmt::Result {
        let slots = self.program(function, program)?;
        for operand in inputs {
            self.bind(operand)?;
        }
        let inputs: String = inputs.iter().map(|operand| self.whole(operand)).collect();
        let (mut numbers, mut written) = (String::new(), String::new());
        for array in outputs {
            match self.ty(*array).is_scalar() {
                true => write!(numbers, "a{},", array.0)?,
                false => write!(written, "&mut *a{},", array.0)?,
            }
        }
        writeln!(
            self.text,
            "let ({numbers})={function}({inputs}{written}{slots});"
        )
    }

    /// Binds the arrays of an operand that have the elements of others.
    pub(super) fn bind(&mut self, operand: &Operand) -> std::fmt::Result {
        match operand {
            Operand::Whole(array) | Operand::Rows { array, .. } | Operand::Tile { array, .. } => {
                self.same(*array)
            }
            Operand::Positions | Operand::Extent(_) => Ok(()),
        }
    }

    /// An operand that is the same in all tiles, as an argument.
    pub(super) fn whole(&self, operand: &Operand) -> String {
        match operand {
            Operand::Whole(array) if self.ty(*array).is_scalar() => format!("a{},", array.0),
            Operand::Whole(array) => format!("&*a{},", array.0),
            Operand::Rows { array, first, rows } => {
                let first = self.count(first);
                format!(
                    "support::rows::chunk::<_,{rows}>(&a{}[..],{first}),",
                    array.0
                )
            }
            Operand::Extent(extent) => format!("{},", self.extent(extent)),
            Operand::Tile { .. } | Operand::Positions => String::new(),
        }
    }

    fn assemble(
        &mut self,
        array: ArrayId,
        background: Literal,
        pieces: &[(ArrayId, Slice)],
    ) -> std::fmt::Result {
        let ty = self.ty(array).clone();
        let extents = self.counts(array);
        let mut text = String::new();
        for (piece, place) in pieces {
            self.same(*piece)?;
            let flat = match self.ty(*piece).is_scalar() {
                true => format!("core::slice::from_ref(&a{})", piece.0),
                false => {
                    let rank = self.ty(*piece).shape.rank();
                    format!("(&a{}[..]){}", piece.0, ".as_flattened()".repeat(rank - 1))
                }
            };
            let axes = place.axes.iter();
            let axes: String = axes
                .map(|(start, step)| format!("({},{step}),", self.extent(start)))
                .collect();
            let counts = self.counts(*piece);
            write!(text, "({flat},&[{counts}][..],&[{axes}][..]),")?;
        }
        let mut filled = String::new();
        write_literal(&mut filled, background);
        let target = self.flat_mut(array);
        let element = type_name(ty.element);
        writeln!(
            self.text,
            "support::rows::assemble::<{element}>(&mut {target},&[{extents}],{filled},&[{text}]);"
        )
    }

    /// The extents of an array.
    fn counts(&self, array: ArrayId) -> String {
        let counts = self.ty(array).shape.counts();
        counts
            .iter()
            .map(|extent| self.count(extent) + ",")
            .collect()
    }

    /// A local array of zeros, for a result of a program.
    pub(super) fn local(
        &mut self,
        name: &str,
        extents: &[usize],
        element: graph_ir::Element,
    ) -> std::fmt::Result {
        write!(self.text, "let mut {name}=")?;
        Self::zeros(extents, program::zero(element), &mut self.text)?;
        self.text.push_str(";\n");
        Ok(())
    }
}
