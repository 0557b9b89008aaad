//! Constants.

use super::Writer;
use super::tensor::{Dtype, Tensor};
use super::walk::NodeContext;
use crate::Error;
use crate::refusal::unwritten;
use alloc::format;
use alloc::vec::Vec;
use graph_ir::graph::{Constant, Literal};

/// The largest integer up to which every integer is a double.
pub(super) const EXACT: u64 = 1 << 53;

impl Writer {
    /// A number everywhere, or runs of numbers one after another.
    pub(super) fn constant(
        &mut self,
        constant: &Constant,
        at: NodeContext<'_>,
    ) -> Result<Tensor, Error> {
        let dtype = Dtype::of(constant.element());
        let mut runs: Vec<(f64, usize)> = Vec::new();
        for literal in constant.literals() {
            if let Literal::I64(integer) = literal
                && integer.unsigned_abs() > EXACT
            {
                let what = format!("the integer {integer}");
                let why = "the format computes with doubles, which are exact up to 2^53";
                return Err(unwritten(&what, why));
            }
            let value = literal.to_f64();
            match runs.last_mut() {
                Some((held, count)) if held.to_bits() == value.to_bits() => *count += 1,
                _ => runs.push((value, 1)),
            }
        }
        let runs = runs.into_iter();
        let runs = runs.map(|(value, count)| Tensor::number(value, &[count], dtype));
        let flat = self.draft.concat(&runs.collect::<Vec<_>>(), 0)?;
        self.draft.reshape(&flat, &at.extents())
    }
}
