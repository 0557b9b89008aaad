//! Loops over rows, one after the other.

use std::fmt::Write as _;

use graph_ir::Element;
use graph_ir::passes::tile::Loop;
use graph_ir::types::Type;
use graph_program::Program;

use super::Writer;

impl Writer<'_> {
    pub(super) fn rows_in_order(
        &mut self,
        function: &str,
        own: &Loop,
        program: &Program,
    ) -> std::fmt::Result {
        let Loop {
            count,
            reverse,
            body,
            captured,
            carried,
            stacked,
            results,
        } = own;
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
                let extents = ty.shape.extents();
                match ty.element {
                    // It may be an argument.
                    Element::I64 => {
                        self.local(&format!("s{number}"), &extents, ty.element)?;
                        writeln!(
                            self.text,
                            "support::rows::integers(&mut s{number}[..]{0},({value}){1});",
                            ".as_flattened_mut()".repeat(extents.len() - 1),
                            ".as_flattened()".repeat(extents.len() - 1),
                        )?;
                    }
                    _ => writeln!(self.text, "let mut s{number}=*{value};")?,
                }
                self.local(&format!("y{number}"), &extents, ty.element)?;
                write!(passed, "&s{number},")?;
                write!(written, "&mut y{number},")?;
                write!(after, "s{number}=y{number};")?;
            }
        }
        for array in stacked {
            let ty = self.ty(*array);
            match (ty.shape.rank(), ty.element) {
                (1, Element::I64) => write!(passed, "support::integer(a{}[row]),", array.0)?,
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
