//! Loops over rows, one after the other.

use std::fmt::Write as _;

use graph_ir::Element;
use graph_ir::passes::tile::Step;
use graph_ir::types::Type;
use graph_program::Program;

use super::Writer;

impl Writer<'_> {
    pub(super) fn scan(
        &mut self,
        function: &str,
        step: &Step,
        program: &Program,
    ) -> std::fmt::Result {
        let Step::Scan {
            count,
            reverse,
            body,
            captured,
            carried,
            stacked,
            results,
        } = step
        else {
            return Ok(());
        };
        let slots = self.program(function, program)?;
        for operand in captured
            .iter()
            .chain(carried.iter().map(|(first, _)| first))
        {
            self.bind(operand)?;
        }
        for &array in stacked {
            self.same(array)?;
        }
        let types: Vec<Type> = body.output_types().cloned().collect();
        let mut passed: String = captured.iter().map(|operand| self.whole(operand)).collect();
        let (mut numbers, mut written, mut after) = (String::new(), String::new(), String::new());
        for (number, ((first, _), ty)) in carried.iter().zip(&types).enumerate() {
            let value = self.whole(first);
            let value = value.trim_end_matches(',');
            if ty.is_scalar() {
                writeln!(self.text, "let mut s{number}={value};")?;
                write!(passed, "s{number},")?;
                write!(numbers, "y{number},")?;
                write!(after, "s{number}=y{number};")?;
            } else {
                writeln!(self.text, "let mut s{number}=*{value};")?;
                self.local(&format!("y{number}"), &ty.shape.extents(), ty.element)?;
                write!(passed, "&s{number},")?;
                write!(written, "&mut y{number},")?;
                write!(after, "s{number}=y{number};")?;
            }
        }
        for array in stacked {
            let ty = self.ty(*array);
            match (ty.shape.rank(), ty.element) {
                (1, Element::I64) => write!(passed, "a{}[row] as i64,", array.0)?,
                (1, _) => write!(passed, "a{}[row],", array.0)?,
                _ => write!(passed, "&a{}[row],", array.0)?,
            }
        }
        let types = types.iter().skip(carried.len());
        for (number, (array, ty)) in results.iter().zip(types).enumerate() {
            if ty.is_scalar() {
                write!(numbers, "r{number},")?;
                write!(after, "a{}[row]=r{number};", array.0)?;
            } else {
                write!(written, "&mut a{}[row],", array.0)?;
            }
        }
        let count = self.count(count);
        let row = match reverse {
            true => "rows-1-iteration",
            false => "iteration",
        };
        writeln!(
            self.text,
            "let rows={count};for iteration in 0..rows{{let row={row};\
             let ({numbers})={function}({passed}{written}{slots});{after}}}"
        )?;
        for (number, (_, last)) in carried.iter().enumerate() {
            match self.ty(*last).is_scalar() {
                true => writeln!(self.text, "let a{}=s{number};", last.0)?,
                false => writeln!(self.text, "*a{}=s{number};", last.0)?,
            }
        }
        Ok(())
    }
}
