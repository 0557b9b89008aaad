//! Steps that are computed once.

use std::fmt::Write as _;

use graph_ir::Element;
use graph_ir::ops::Slice;
use graph_ir::passes::tile::{ArrayId, Assembly, Join, Once, Operand, Scatter, Step, Stretch};
use graph_program::{Program, StepPrograms};

use super::results::literal;
use super::{Writer, arrays};
use crate::emit::program::{self, type_name};

impl Writer<'_> {
    pub(super) fn step(
        &mut self,
        number: usize,
        step: &Step,
        programs: &StepPrograms,
    ) -> std::fmt::Result {
        let function = format!("{}_step_{number}", self.name);
        match (step, programs) {
            (Step::Once(once), StepPrograms::Graphs(programs)) => {
                let mut programs = programs.iter();
                programs.try_for_each(|program| self.once(&function, program, once))
            }
            (Step::Pass(pass), StepPrograms::Graphs(programs)) => {
                self.pass(&function, pass, programs)
            }
            (Step::Loop(own), StepPrograms::Body(programs)) => {
                self.rows_in_order(&function, own, programs)
            }
            (Step::Loop(own), StepPrograms::Lanes(rows)) => {
                self.rows_in_lanes(&function, own, rows)
            }
            (Step::Branch(own), StepPrograms::Sides(programs)) => {
                self.branch(&function, own, programs)
            }
            (Step::Assemble(assembly), _) => self.assemble(assembly),
            (Step::Join(join), _) => self.join(join),
            (Step::Scatter(scatter), _) => self.scatter(scatter),
            (Step::Kernel(call), _) => self.kernel(call),
            // The programs are those of the step.
            (Step::Once(_) | Step::Pass(_) | Step::Loop(_) | Step::Branch(_), _) => Ok(()),
        }
    }

    fn once(&mut self, function: &str, program: &Program, once: &Once) -> std::fmt::Result {
        let Once {
            inputs, outputs, ..
        } = once;
        let slots = self.program(function, program)?;
        for operand in inputs {
            self.bind(operand)?;
        }
        let inputs: String = inputs.iter().map(|operand| self.whole(operand)).collect();
        let (numbers, written) = self.results_in(outputs)?;
        writeln!(
            self.text,
            "let ({numbers})={function}({inputs}{written}{slots});"
        )
    }

    /// The results of a function: the pattern of the numbers, and the arguments for arrays.
    pub(super) fn results_in(
        &self,
        results: &[ArrayId],
    ) -> Result<(String, String), std::fmt::Error> {
        let (mut numbers, mut written) = (String::new(), String::new());
        for array in results {
            match self.ty(*array).is_scalar() {
                true => write!(numbers, "a{},", array.0)?,
                false => write!(written, "&mut *a{},", array.0)?,
            }
        }
        Ok((numbers, written))
    }

    /// Binds the arrays of an operand that have the elements of others.
    pub(super) fn bind(&mut self, operand: &Operand) -> std::fmt::Result {
        match operand {
            Operand::Whole(array) | Operand::Rows { array, .. } | Operand::Tile { array, .. } => {
                self.part(*array)
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

    fn assemble(&mut self, assembly: &Assembly) -> std::fmt::Result {
        let Assembly {
            array,
            background,
            pieces,
        } = assembly;
        let kind = self.ty(*array).element;
        let element = type_name(kind);
        // As the operator of graphs joins them.
        let overlap = match kind {
            Element::Bool => "|a,b|a|b",
            Element::I64 => "i64::wrapping_add",
            Element::F32 | Element::F64 | Element::Float => "|a,b|a+b",
        };
        let extents = self.counts(*array);
        let mut text = String::new();
        for (piece, place) in pieces {
            self.part(*piece)?;
            let flat = self.flat(*piece);
            let axes = self.places(place);
            let counts = self.counts(*piece);
            write!(text, "({flat},&[{counts}][..],&[{axes}][..]),")?;
        }
        let filled = literal(*background);
        let target = self.flat_mut(*array);
        writeln!(
            self.text,
            "support::rows::assemble::<{element},_>(&mut {target},&[{extents}],{filled},&[{text}],\
             {overlap});"
        )
    }

    fn join(&mut self, join: &Join) -> std::fmt::Result {
        for Stretch { first, end, from } in &join.stretches {
            let [first, end] = [first, end].map(|extent| self.count(extent));
            let target = format!("({})[{first}..{end}]", self.flat_mut(join.array));
            match from {
                Some(piece) => {
                    self.part(*piece)?;
                    let piece = self.flat(*piece);
                    writeln!(self.text, "{target}.copy_from_slice({piece});")?;
                }
                None => {
                    let background = literal(join.background);
                    writeln!(self.text, "{target}.fill({background});")?;
                }
            }
        }
        Ok(())
    }

    fn scatter(&mut self, scatter: &Scatter) -> std::fmt::Result {
        self.bind(&scatter.positions)?;
        self.part(scatter.updates)?;
        let positions = match &scatter.positions {
            Operand::Whole(array) if !self.ty(*array).is_scalar() => {
                let indices = self.flat(*array);
                format!("{indices}.iter().map(|&row|support::integer(row))")
            }
            operand => format!("[{}].into_iter()", self.whole(operand)),
        };
        let updates = self.flat(scatter.updates);
        self.fill(scatter.array, self.zero_of(scatter.array))?;
        self.add_rows(scatter.array, &positions, &updates)
    }

    /// The first position and the step of a slice along each axis.
    pub(super) fn places(&self, slice: &Slice) -> String {
        let axes = slice.axes.iter();
        axes.map(|(start, step)| format!("({},{step}),", self.extent(start)))
            .collect()
    }

    /// The extents of an array.
    pub(super) fn counts(&self, array: ArrayId) -> String {
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
        element: Element,
    ) -> std::fmt::Result {
        let zeros = arrays::zeros(extents, program::zero(element));
        writeln!(self.text, "let mut {name}={zeros};")
    }
}
