//! Help for triangles and diagonals beside the main one, which other libraries take by an offset:
//! `triu(a, 1)`.

use super::builtins::Builtin;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::Operand;

/// The names that libraries give to the offset.
const NAMES: [&str; 3] = ["k", "diagonal", "offset"];

/// Whether an argument of this name is an offset from the main diagonal.
pub(super) fn is_offset(name: &str) -> bool {
    NAMES.contains(&name)
}

/// The help for a function of the main diagonal that is called with an offset from it.
pub(super) fn with_offset(
    builtin: Builtin,
    operand: &Operand<'_, '_>,
    offset: i64,
) -> Option<String> {
    let text = short_text(operand.expr)?;
    let part = grouped(&text);
    let shape = operand.value.shape()?;
    let extent = |axis: usize| shape.count_along(axis).known_integer();
    let by = offset.unsigned_abs();
    let is_above = offset > 0;
    let code = match (builtin, shape.rank()) {
        // An operand that is a number is the extent of a unit matrix.
        (Builtin::Eye, 0) if is_within(offset, operand.value.as_integer()) => match is_above {
            true => format!("triu(roll(eye({text}), {by}, axis = 1))"),
            false => format!("tril(roll(eye({text}), -{by}, axis = 1))"),
        },
        (Builtin::Diag, 1) if offset != 0 => {
            let axis = usize::from(is_above);
            format!("roll(diag(concat({text}, zeros({by}))), {by}, axis = {axis})")
        }
        (_, 2) if !is_within(offset, extent(usize::from(is_above))) => return None,
        (Builtin::Diag, 2) => match is_above {
            true => format!("diag({part}[(.., {by}..)])"),
            false => format!("diag({part}[{by}..])"),
        },
        (Builtin::Triu, 2) => match is_above {
            true => {
                format!(
                    "concat(zeros_like({part}[(.., ..{by})]), triu({part}[(.., {by}..)]), axis = 1)"
                )
            }
            false => format!("concat({part}[..{by}], triu({part}[{by}..]))"),
        },
        (Builtin::Tril, 2) => match is_above {
            true => format!("concat({part}[(.., ..{by})], tril({part}[(.., {by}..)]), axis = 1)"),
            false => {
                format!("concat(zeros_like({part}[..{by}]), tril({part}[{by}..]))")
            }
        },
        _ => return None,
    };
    Some(format!("with that offset from the diagonal it is `{code}`"))
}

/// The help for a unit matrix with other extents, `eye(3, 4)`.
pub(super) fn unit_matrix(rows: i64, columns: i64) -> String {
    if rows == columns {
        return format!("of {rows} rows and columns it is `eye({rows})`");
    }
    let code = match rows < columns {
        true => format!("eye({columns})[..{rows}]"),
        false => format!("eye({rows})[(.., ..{columns})]"),
    };
    format!("of {rows} rows and {columns} columns it is `{code}`")
}

/// Whether there is a diagonal with this offset, along an axis of this extent.
fn is_within(offset: i64, extent: Option<i64>) -> bool {
    let extent = extent.and_then(|extent| u64::try_from(extent).ok());
    offset != 0 && extent.is_some_and(|extent| offset.unsigned_abs() < extent)
}
