//! Derivatives of second order: products with the Hessian of each workload in units of its
//! gradient, and whole Hessians, sparse and dense, against other ways to have them.

mod chain;
mod hessian_products;
mod hessians;

pub(crate) use hessian_products::Product;

use crate::table;
use crate::workloads;

/// The text that goes with the tables.
pub(crate) const ABOUT: &str = "Products with the Hessian, with value and gradient, in units of \
    value and gradient, for all numbers that a workload has derivatives by (of `bs`, one option). \
    Below, whole Hessians: `chain` is the sum of (x[i + 1] - x[i]^2)^2 of 1000 numbers, of whose \
    Hessian the 1999 entries of the lower triangle are computed, by num-dual all 500,500; `ba` is \
    the Hessian, 15 by 15, of the weighted residuals. Ratios are to the first of its lines.";

/// Both tables.
pub(crate) fn tables(peers: bool) -> Result<String, String> {
    let products = hessian_products::table(workloads::PRODUCTS)?;
    let hessians = hessians::table(peers)?;
    Ok(format!("{products}\n{hessians}"))
}

/// A cell with a ratio.
fn ratio(time: f64, other: f64) -> String {
    format!("{:.2}", time / other)
}

/// Columns under a header.
fn render<const N: usize>(header: [&str; N], rows: Vec<[String; N]>) -> String {
    let header = header.map(str::to_owned);
    let cells: Vec<Vec<String>> = [header].into_iter().chain(rows).map(Vec::from).collect();
    table::render(&cells)
}
