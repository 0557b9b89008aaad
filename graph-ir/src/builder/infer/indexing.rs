//! Type rules of indexing by values.

use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::types::{Element, Shape, Type};

/// The parts of `data` at `indices` along `axis`.
pub(crate) fn gather(data: &Type, indices: &Type, axis: usize) -> Result<Type> {
    expect_indices("gather", indices)?;
    let rank = data.shape.rank();
    if axis >= rank {
        return Err(Error::AxisOutOfRange {
            axis,
            found: data.clone(),
        });
    }
    let (before, after) = (0..axis, axis + 1..rank);
    let extents: Vec<usize> = before
        .map(|a| data.shape.extent(a))
        .chain(indices.shape.extents())
        .chain(after.map(|a| data.shape.extent(a)))
        .collect();
    Ok(data.with_shape(Shape::new(&extents)?))
}

/// Zeros of type `result` to which `updates` are added at `indices` along `axis`.
pub(crate) fn scatter_add(
    indices: &Type,
    updates: &Type,
    result: &Type,
    axis: usize,
) -> Result<()> {
    if !updates.is_float() {
        return Err(Error::WrongOperand {
            op: String::from("scatter_add"),
            expected: "floating point numbers",
            found: updates.clone(),
        });
    }
    let expected = gather(result, indices, axis)?;
    if *updates == expected {
        return Ok(());
    }
    Err(Error::SignatureMismatch {
        what: "update",
        position: 0,
        expected,
        found: updates.clone(),
    })
}

fn expect_indices(op: &str, indices: &Type) -> Result<()> {
    if indices.element == Element::I64 {
        return Ok(());
    }
    Err(Error::WrongOperand {
        op: String::from(op),
        expected: "integer indices",
        found: indices.clone(),
    })
}
