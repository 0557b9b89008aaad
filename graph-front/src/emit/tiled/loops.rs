//! Loops over rows, one after the other.

use std::fmt::Write as _;

use graph_ir::ops::Runs;
use graph_ir::passes::tile::{ArrayId, Fold, Loop, LoopResult, Operand};
use graph_ir::types::{Extent, Type};
use graph_ir::{Element, Site};
use graph_math::order::LANES;
use graph_program::StepPrograms;

use super::Writer;
use super::arrays::{chunked, depth, outer_axes};
use crate::emit::lines::Check;

/// The parts of a loop, in text.
#[derive(Default)]
struct Parts {
    /// The arguments of the body: values, and the places of arrays.
    passed: String,
    written: String,
    /// The pattern of the numbers that it returns.
    numbers: String,
    /// The statements before the first iteration, after each, and after the last one.
    before: String,
    after: String,
    finish: String,
}

impl Writer<'_> {
    pub(super) fn rows_in_order(
        &mut self,
        function: &str,
        own: &Loop,
        programs: &[StepPrograms],
    ) -> std::fmt::Result {
        let state = own.captured.len();
        let mut in_place = vec![None; own.body.inputs().len()];
        for (number, &output) in own
            .tiling
            .outputs
            .iter()
            .enumerate()
            .take(own.carried.len())
        {
            let is_array = own.tiling.arrays[output.0].ty.shape.rank() > 0;
            let input = state + number;
            if is_array && own.tiling.input_of(output) == Some(input) {
                in_place[input] = Some(number);
            }
        }
        let inner = (&own.body, &own.tiling);
        let memory = self.inner(function, inner, programs, &in_place)?;
        let firsts = own.carried.iter().map(|(first, _)| first);
        for operand in own.captured.iter().chain(firsts) {
            self.bind(operand)?;
        }
        for &array in &own.stacked {
            self.part(array)?;
        }
        let captured = own.captured.iter();
        let mut parts = Parts {
            passed: captured.map(|operand| self.whole(operand)).collect(),
            ..Parts::default()
        };
        let types: Vec<Type> = own.body.output_types().cloned().collect();
        for (number, ((first, last), ty)) in own.carried.iter().zip(&types).enumerate() {
            let changed = in_place[state + number].is_some();
            if changed && is_array(first, *last) {
                write!(parts.passed, "&mut *a{},", last.0)?;
                continue;
            }
            let first = self.whole(first);
            self.carried(
                (number, changed),
                first.trim_end_matches(','),
                ty,
                &mut parts,
            )?;
        }
        for &array in &own.stacked {
            let row = self.row(array);
            match (self.ty(array).shape.rank(), self.ty(array).element) {
                (1, Element::I64) => write!(parts.passed, "support::integer({row}),")?,
                (1, _) => write!(parts.passed, "{row},")?,
                _ => write!(parts.passed, "&{row},")?,
            }
        }
        let results = types.iter().skip(own.carried.len());
        for (number, (result, ty)) in own.results.iter().zip(results).enumerate() {
            if ty.is_scalar() {
                write!(parts.numbers, "r{number},")?;
            }
            match result {
                LoopResult::Rows(array) => {
                    let row = self.row(*array);
                    match ty.is_scalar() {
                        true => write!(parts.after, "{row}=r{number};")?,
                        false => write!(parts.written, "&mut {row},")?,
                    }
                }
                LoopResult::Fold(fold) => {
                    let row = match ty.is_scalar() {
                        true => format!("&[r{number}]"),
                        false => {
                            write!(parts.written, "&mut *a{},", fold.row.0)?;
                            self.flat(fold.row)
                        }
                    };
                    if fold.apart {
                        self.sums_of_rows(number, fold, &row, &mut parts)?;
                        continue;
                    }
                    parts.before += &self.begin_fold(number, fold);
                    parts.after += &self.add_fold(number, fold, &row);
                    parts.finish += &self.end_fold(number, fold);
                }
            }
        }
        let Parts {
            passed,
            written,
            numbers,
            before,
            after,
            finish,
        } = parts;
        let count = self.rows_that_run(own);
        // Rows of iterations that do not run are zero.
        let (end, ran) = match own.runs {
            Runs::While => ("if !s0{ran=iteration;break;}", "let mut ran=rows;"),
            Runs::Count => ("", "let ran=rows;"),
            Runs::All => ("", ""),
        };
        let row = match own.reverse {
            true => "rows-1-iteration",
            false => "iteration",
        };
        writeln!(
            self.text,
            "let rows={count};{ran}{before}for iteration in 0..rows{{{end}let row={row};\
             let ({numbers})={function}({passed}{written}{memory});{after}}}{finish}"
        )?;
        if own.runs != Runs::All {
            self.clear_rows(own, "ran")?;
        }
        for (number, (first, last)) in own.carried.iter().enumerate() {
            if in_place[state + number].is_some() && is_array(first, *last) {
                continue;
            }
            let ty = self.ty(*last);
            let last = last.0;
            match (ty.is_scalar(), ty.shape.is_symbolic()) {
                (true, _) => writeln!(self.text, "let a{last}=s{number};")?,
                (false, true) => writeln!(self.text, "a{last}.copy_from_slice(s{number});")?,
                (false, false) => writeln!(self.text, "*a{last}=s{number};")?,
            }
        }
        Ok(())
    }

    /// The number of iterations at most; where the loop is told how many run, that number, checked.
    pub(super) fn rows_that_run(&self, own: &Loop) -> String {
        let count = self.count(&own.count);
        let (Runs::Count, Some(told)) = (own.runs, own.captured.first()) else {
            return count;
        };
        let check = Check::Iterations.text(self.site_of(own).0);
        let told = self.whole(told);
        let told = told.trim_end_matches(',');
        // In a closure, as the function is located where it is called.
        format!("(||support::{check}({told},{count}))() as usize")
    }

    /// Zeros in the rows of the results from one on.
    pub(super) fn clear_rows(&mut self, own: &Loop, from: &str) -> std::fmt::Result {
        for array in own.results.iter().map(LoopResult::array) {
            let rest = self.rows_from(array, from);
            let flat = ".as_flattened_mut()".repeat(depth(self.ty(array)));
            writeln!(self.text, "{rest}{flat}.fill(Default::default());")?;
        }
        Ok(())
    }

    /// Adds up the elements of rows, each by itself.
    fn sums_of_rows(
        &mut self,
        number: usize,
        fold: &Fold,
        row: &str,
        parts: &mut Parts,
    ) -> std::fmt::Result {
        let (width, first, neutral, add) = self.sums_of_fold(fold);
        let (memory, element) = (format!("lanes{number}"), self.ty(fold.row).element);
        self.take_array(&memory, element, &(width * LANES).to_string())?;
        let target = self.flat_mut(fold.array);
        write!(
            parts.before,
            "let mut sum{number}=support::rows::RowSums::<_,{width}>::new({memory},{first},rows);"
        )?;
        write!(parts.after, "sum{number}.add(&{row},&mut {target},{add});")?;
        write!(
            parts.finish,
            "sum{number}.finish(&mut {target},{neutral},{add});"
        )
    }

    /// Declares a carried value and its next one, unless an iteration changes it where it is.
    fn carried(
        &mut self,
        (number, changed): (usize, bool),
        first: &str,
        ty: &Type,
        parts: &mut Parts,
    ) -> std::fmt::Result {
        if ty.is_scalar() {
            writeln!(self.text, "let mut s{number}={first};")?;
            write!(parts.passed, "s{number},")?;
            write!(parts.numbers, "y{number},")?;
            return write!(parts.after, "s{number}=y{number};");
        }
        if !changed {
            write!(parts.written, "&mut *y{number},")?;
        }
        if ty.shape.is_symbolic() {
            for name in ["s", "y"].into_iter().take(2 - usize::from(changed)) {
                let elements = self.count(ty.shape.count());
                self.take_array(&format!("{name}{number}"), ty.element, &elements)?;
                let chunks = chunked(ty, "as_chunks_mut");
                writeln!(self.text, "let mut {name}{number}={name}{number}{chunks};")?;
            }
            match changed {
                true => write!(parts.passed, "&mut *s{number},")?,
                false => {
                    write!(parts.passed, "&*s{number},")?;
                    write!(
                        parts.after,
                        "core::mem::swap(&mut s{number},&mut y{number});"
                    )?;
                }
            }
        } else {
            let extents = ty.shape.extents();
            self.local(&format!("s{number}"), &extents, ty.element)?;
            if changed {
                write!(parts.passed, "&mut s{number},")?;
            } else {
                self.local(&format!("y{number}"), &extents, ty.element)?;
                writeln!(self.text, "let y{number}=&mut y{number};")?;
                write!(parts.passed, "&s{number},")?;
                write!(parts.after, "s{number}=*y{number};")?;
            }
        }
        let (to, from) = (
            ".as_flattened_mut()".repeat(depth(ty)),
            ".as_flattened()".repeat(depth(ty)),
        );
        match ty.element {
            // It may be an argument.
            Element::I64 => writeln!(
                self.text,
                "support::rows::integers((&mut s{number}[..]){to},(&({first})[..]){from});"
            ),
            _ => writeln!(self.text, "s{number}.copy_from_slice(&({first})[..]);"),
        }
    }

    /// The place of a loop: that of its results.
    fn site_of(&self, own: &Loop) -> Site {
        let last = own.carried.iter().map(|&(_, last)| last);
        let result = last.chain(own.results.iter().map(LoopResult::array)).next();
        result.map_or(Site::default(), |array| self.tiling.arrays[array.0].site)
    }

    /// The row of an array that belongs to an iteration.
    fn row(&self, array: ArrayId) -> String {
        let rest = self.rows_from(array, "row");
        match self.width(array) {
            Some(width) => format!("{rest}[..{width}]"),
            None => format!("a{}[row]", array.0),
        }
    }

    /// The rows of an array from one on.
    fn rows_from(&self, array: ArrayId, first: &str) -> String {
        match self.width(array) {
            Some(width) => format!("a{}[{first}*{width}..]", array.0),
            None => format!("a{}[{first}..]", array.0),
        }
    }

    /// The number of places that a row of an array takes, where it may be more than one.
    fn width(&self, array: ArrayId) -> Option<String> {
        let ty = self.ty(array);
        let inner = &ty.shape.counts()[1..outer_axes(ty)];
        let width = { inner.iter() }.fold(Extent::from(1), |width, own| &width * own);
        (!inner.is_empty()).then(|| self.count(&width))
    }
}

/// Whether an operand is all of an array.
pub(super) fn is_array(operand: &Operand, array: ArrayId) -> bool {
    matches!(operand, Operand::Whole(own) if *own == array)
}
