//! Loops whose rows do not depend on each other: a row in each lane.
//!
//! Rows are taken in blocks. Behind the last row of an incomplete block stands that row again: it is
//! computed, and nobody sees it. Terms of sums are added row by row, in the order of the loop.

use std::fmt::Write as _;

use graph_ir::Element;
use graph_ir::ops::Runs;
use graph_ir::passes::tile::{ArrayId, Fold, Loop, LoopResult};
use graph_ir::types::Type;
use graph_math::order::LANES;
use graph_program::RowsInLanes;

use super::Writer;
use super::arrays::{depth, row_size};
use super::loops::is_array;
use crate::emit::program::{type_name, write_scalar};

/// The statements of a loop, in text.
#[derive(Default)]
struct Parts {
    /// Before the first block.
    before: String,
    /// Before the computation of each block.
    turn: String,
    /// After that.
    after: String,
    /// After the last block.
    finish: String,
}

impl Writer<'_> {
    pub(super) fn rows_in_lanes(
        &mut self,
        function: &str,
        own: &Loop,
        rows: &RowsInLanes,
    ) -> std::fmt::Result {
        let slots = self.program(function, &rows.program)?;
        let firsts = own.carried.iter().map(|(first, _)| first);
        for operand in own.captured.iter().chain(firsts) {
            self.bind(operand)?;
        }
        for &array in &own.stacked {
            self.part(array)?;
        }
        self.first_sums(own)?;
        let count = self.rows_that_run(own);
        let mut passed: String = { own.captured.iter() }
            .map(|operand| self.whole(operand))
            .collect();
        let mut taken = String::new();
        let inputs = rows.program.inputs.iter().skip(own.captured.len());
        for (number, (&array, &input)) in own.stacked.iter().zip(inputs).enumerate() {
            let ty = &rows.program.buffer(input).ty;
            self.local(&format!("x{number}"), &ty.shape.extents(), ty.element)?;
            let width = row_size(self.ty(array));
            let (rows, lanes) = (self.flat(array), lanes_to_write(&format!("x{number}"), ty));
            let take = match ty.element {
                Element::I64 => "integers_to_lanes",
                _ => "to_lanes",
            };
            write!(
                taken,
                "support::rows::{take}::<_,{width}>(&({rows})[first*{width}..][..valid*{width}],\
                 {lanes});"
            )?;
            write!(passed, "&x{number},")?;
        }
        let outputs = rows.program.outputs.iter();
        for (number, &output) in outputs.enumerate() {
            let ty = &rows.program.buffer(output).ty;
            self.local(&format!("y{number}"), &ty.shape.extents(), ty.element)?;
            write!(passed, "&mut y{number},")?;
        }
        let mut parts = Parts {
            after: self.add_terms_of_rows(own, rows)?,
            ..Parts::default()
        };
        let terms = rows.sums.iter().map(Vec::len).sum();
        self.take_results(own, terms, &mut parts)?;
        let Parts {
            before,
            turn,
            after,
            finish,
        } = parts;
        let block = match own.reverse {
            true => "blocks-1-block",
            false => "block",
        };
        writeln!(
            self.text,
            "let rows={count};let blocks=rows.div_ceil({LANES});{before}\
             for block in 0..blocks{{let first=({block})*{LANES};\
             let valid=(rows-first).min({LANES});\
             {taken}{turn}{function}({passed}{slots});{after}}}{finish}"
        )?;
        if own.runs == Runs::Count {
            self.clear_rows(own, "rows")?;
        }
        for (number, (_, last)) in own.carried.iter().enumerate() {
            if self.ty(*last).is_scalar() {
                writeln!(self.text, "let a{}=s{number};", last.0)?;
            }
        }
        Ok(())
    }

    /// Gives the sums that the loop carries their first values, where they are at the end.
    fn first_sums(&mut self, own: &Loop) -> std::fmt::Result {
        for (number, (first, last)) in own.carried.iter().enumerate() {
            let value = self.whole(first);
            let value = value.trim_end_matches(',');
            if self.ty(*last).is_scalar() {
                writeln!(self.text, "let mut s{number}={value};")?;
            } else if !is_array(first, *last) {
                let (to, ty) = (self.flat_mut(*last), self.ty(*last));
                let from = ".as_flattened()".repeat(depth(ty));
                writeln!(self.text, "({to}).copy_from_slice((&({value})[..]){from});")?;
            }
        }
        Ok(())
    }

    /// Adds the terms of each row to the sums, in the order of the loop; the results of the program
    /// that are terms come first.
    fn add_terms_of_rows(&self, own: &Loop, rows: &RowsInLanes) -> Result<String, std::fmt::Error> {
        let (mut added_up, mut next) = (String::new(), 0);
        for (number, ((_, last), operators)) in own.carried.iter().zip(&rows.sums).enumerate() {
            let ty = self.ty(*last);
            let (width, name) = (ty.shape.size(), type_name(ty.element));
            let (mut terms, mut sum) = (String::new(), String::from("sum"));
            for &op in operators {
                let term = format!("t{next}");
                let lanes = flat_terms(&format!("y{next}"), ty);
                write!(
                    terms,
                    "let {term}=support::rows::chunk::<_,{width}>({lanes},0);"
                )?;
                let mut added = String::from("(");
                let term = format!("{term}[place][lane]");
                write_scalar(&mut added, op, ty.element, &[&sum, &term]);
                sum = added + ")";
                next += 1;
            }
            let target = match ty.is_scalar() {
                true => format!("core::slice::from_mut(&mut s{number})"),
                false => format!("&mut {}", self.flat_mut(*last)),
            };
            let reverse = own.reverse;
            write!(
                added_up,
                "{terms}support::rows::add_lanes::<_,{width},{reverse}>({target},valid,\
                 |sum:{name},place,lane|{sum});"
            )?;
        }
        Ok(added_up)
    }

    /// Takes the rows of the results, given the number of the first of them.
    fn take_results(&mut self, own: &Loop, first: usize, parts: &mut Parts) -> std::fmt::Result {
        for (number, result) in own.results.iter().enumerate() {
            let lanes = format!("y{}", first + number);
            match result {
                LoopResult::Rows(array) => {
                    let (ty, width) = (self.ty(*array), row_size(self.ty(*array)));
                    let (target, lanes) = (self.flat_mut(*array), flat_terms(&lanes, &ty.row()));
                    write!(
                        parts.after,
                        "support::rows::to_rows::<_,{width}>({lanes},\
                         &mut ({target})[first*{width}..][..valid*{width}]);"
                    )?;
                }
                LoopResult::Fold(fold) if fold.apart => self.sums_in_lanes(fold, &lanes, parts)?,
                LoopResult::Fold(fold) => {
                    parts.before += &self.begin_fold(number, fold);
                    let row = self.row_of_fold(number, fold.row, &lanes, &mut parts.after)?;
                    parts.after += &self.add_fold(number, fold, &row);
                    parts.finish += &self.end_fold(number, fold);
                }
            }
        }
        Ok(())
    }

    /// Adds up the elements of rows, each by itself: the program adds them to these lanes. Those of
    /// whole blocks become sums before the first block behind them.
    fn sums_in_lanes(&self, fold: &Fold, lanes: &str, parts: &mut Parts) -> std::fmt::Result {
        let (width, first, neutral, add) = self.sums_of_fold(fold);
        let rank = self.ty(fold.row).shape.rank();
        let lanes = format!(
            "(&mut {lanes}[..]){}",
            ".as_flattened_mut()".repeat(rank - 1)
        );
        let target = format!("&mut {}", self.flat_mut(fold.array));
        let take =
            format!("support::rows::take_sums::<_,{width}>({target},{lanes},{first},{add});");
        write!(parts.before, "({lanes}).as_flattened_mut().fill({first});")?;
        write!(
            parts.turn,
            "if block==support::rows::whole_groups(rows){{{take}}}"
        )?;
        write!(
            parts.after,
            "if block>=support::rows::whole_groups(rows){{\
             support::rows::add_rest::<_,{width}>({target},{lanes},valid,{first},{add});}}"
        )?;
        write!(
            parts.finish,
            "if rows==0{{({target}).fill({neutral});}}\
             else if blocks==support::rows::whole_groups(rows){{{take}}}"
        )
    }

    /// The elements of a block's rows that are combined, one row behind the other.
    fn row_of_fold(
        &mut self,
        number: usize,
        row: ArrayId,
        lanes: &str,
        after: &mut String,
    ) -> Result<String, std::fmt::Error> {
        let ty = self.ty(row).clone();
        if ty.is_scalar() {
            return Ok(format!("&{lanes}[..valid]"));
        }
        let width = ty.shape.size();
        self.local(&format!("z{number}"), &[LANES * width], ty.element)?;
        let lanes = flat_terms(lanes, &ty);
        write!(
            after,
            "support::rows::to_rows::<_,{width}>({lanes},&mut z{number}[..valid*{width}]);"
        )?;
        Ok(format!("&z{number}[..valid*{width}]"))
    }
}

/// Lanes of this type, that of a program's input, as a slice of groups to write to.
fn lanes_to_write(name: &str, ty: &Type) -> String {
    match ty.shape.rank() {
        1 => format!("core::slice::from_mut(&mut {name})"),
        rank => format!(
            "(&mut {name}[..]){}",
            ".as_flattened_mut()".repeat(rank - 2)
        ),
    }
}

/// Lanes of values of a type, as a slice of groups.
fn flat_terms(name: &str, ty: &Type) -> String {
    match ty.shape.rank() {
        0 => format!("core::slice::from_ref(&{name})"),
        rank => format!("(&{name}[..]){}", ".as_flattened()".repeat(rank - 1)),
    }
}
