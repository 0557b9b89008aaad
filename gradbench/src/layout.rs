//! Rows of the suite, as long as the input says, and rows of the widths that are compiled.
//!
//! A narrower row lies in a wider one with zeros behind it. The programs are such that these change
//! no result, or only a part that is a known constant.

use crate::failure::{Result, extent};

/// Rows of `width` numbers, with zeros behind them.
pub(crate) fn padded<const W: usize>(
    name: &'static str,
    rows: &[Vec<f64>],
    width: usize,
) -> Result<Vec<[f64; W]>> {
    let wide = |row: &Vec<f64>| {
        extent(name, "numbers in a row", row.len(), width)?;
        Ok(widened(row))
    };
    rows.iter().map(wide).collect()
}

/// A row, with zeros behind it.
pub(crate) fn widened<const W: usize>(row: &[f64]) -> [f64; W] {
    std::array::from_fn(|i| row.get(i).copied().unwrap_or(0.0))
}

/// The first numbers of each row.
pub(crate) fn narrowed<const W: usize>(rows: &[[f64; W]], width: usize) -> Vec<&[f64]> {
    rows.iter().map(|row| &row[..width.min(W)]).collect()
}

/// A matrix of known extents.
pub(crate) fn matrix<const R: usize, const C: usize>(
    name: &'static str,
    rows: &[Vec<f64>],
) -> Result<[[f64; C]; R]> {
    extent(name, "rows", rows.len(), R)?;
    let mut found = [[0.0; C]; R];
    for (to, from) in found.iter_mut().zip(rows) {
        extent(name, "numbers in a row", from.len(), C)?;
        to.copy_from_slice(from);
    }
    Ok(found)
}
