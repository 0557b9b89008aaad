//! Type rules: what an operator yields for operands of given types, or why it refuses them.
//!
//! The builder asks these functions before it adds a node, and the verifier asks them again.

mod effect;
mod elementwise;
mod indexing;
mod inner;
mod node;
mod products;
mod views;

pub(crate) use effect::effect;
pub(crate) use elementwise::{scalar, scalar_element, select, sum};
pub(crate) use indexing::{gather, scatter_add};
pub(crate) use inner::{ARGUMENT, branch, derivative_rule, expect_types, scan};
pub(crate) use node::node;
pub(crate) use products::{contract, reduce};
pub(crate) use views::{assemble, broadcast, reshape, slice, transpose, windows};

use alloc::string::String;

use crate::error::{Error, Result};
use crate::ops::ScalarOp;
use crate::types::Type;

/// The operator as the user writes it.
pub(crate) fn label(op: ScalarOp) -> String {
    String::from(op.symbol().unwrap_or(op.name()))
}

/// Refuses axes that are not there, named twice or not in ascending order: an operator that
/// drops axes has one way to name them.
pub(crate) fn ascending_axes(axes: &[usize], of: &Type) -> Result<()> {
    distinct_axes(axes, of)?;
    if axes.is_sorted() {
        return Ok(());
    }
    Err(Error::WrongAxes {
        axes: axes.to_vec(),
        expected: "they must ascend",
        found: of.clone(),
    })
}

/// Refuses axes that are not there or named twice.
pub(crate) fn distinct_axes(axes: &[usize], of: &Type) -> Result<()> {
    let rank = of.shape.rank();
    let mut seen = alloc::vec![false; rank];
    for &axis in axes {
        let Some(seen) = seen.get_mut(axis) else {
            return Err(Error::AxisOutOfRange {
                axis,
                found: of.clone(),
            });
        };
        if core::mem::replace(seen, true) {
            return Err(Error::WrongAxes {
                axes: axes.to_vec(),
                expected: "each axis may be named once",
                found: of.clone(),
            });
        }
    }
    Ok(())
}
