//! Copies of arrays, `tile` and `repmat`, with as many of them as a call says.

use super::given::{Given, entries};
use crate::lower::report::grouped;

/// How many copies of an array a help writes side by side.
const MOST_COPIES: usize = 8;

/// Copies of an array, one behind the other and side by side.
pub(super) fn tiled(name: &str, given: &Given<'_, '_>) -> Option<String> {
    let behind = given.texts.get(1..)?;
    let counts = match behind {
        [Some(list)] if let Some(counts) = entries(list) => counts,
        behind => behind.iter().cloned().collect::<Option<_>>()?,
    };
    let all = given.taking(behind.len() + 1, &[]);
    let vector = |count: &str| match count.parse::<usize>() {
        Ok(1) => Some("{x}".to_string()),
        Ok(count @ 2..=MOST_COPIES) => Some(format!("concat({})", vec!["{x}"; count].join(", "))),
        _ => None,
    };
    let extents: Vec<String> = given
        .shape()?
        .counts()
        .iter()
        .map(ToString::to_string)
        .collect();
    match (&extents[..], &counts[..]) {
        ([_], [count]) => match vector(count) {
            Some(copies) => Some(all.sentence(&format!("write `{copies}`"))),
            None => Some(all.sentence(&format!(
                "write `reshape(broadcast({{x}}, [{0}, {{n}}], axis = 1), [{0} * {{n}}])`",
                grouped(count)
            ))),
        },
        ([_], [rows, columns]) => {
            let row = format!(
                "of a row it is `broadcast({}, [{rows}, {} * {{n}}], axis = 1)`",
                vector(columns)?,
                grouped(columns)
            );
            Some(all.sentence(&match name {
                "tile" => row,
                _ => format!(
                    "{row}, of a column `broadcast({}, [{} * {{n}}, {columns}], axis = 0)`",
                    vector(rows)?,
                    grouped(rows)
                ),
            }))
        }
        ([rows, columns], [down, across]) => Some(all.sentence(&format!(
            "write `{}`",
            in_tiles(rows, columns, down, across)
        ))),
        ([rows, columns], [count]) if name == "tile" => {
            Some(all.sentence(&format!("write `{}`", in_tiles(rows, columns, "1", count))))
        }
        ([rows, columns], [count]) => Some(all.sentence(&format!(
            "one behind the other they are `{}`, in both directions, as in MATLAB, `{}`",
            in_tiles(rows, columns, count, "1"),
            in_tiles(rows, columns, count, count)
        ))),
        _ => None,
    }
}

/// Copies of a matrix as a larger one, so many down and across.
fn in_tiles(rows: &str, columns: &str, down: &str, across: &str) -> String {
    let times = |count: &str, extent: &str| match count {
        "1" => extent.to_string(),
        count => format!("{} * {}", grouped(count), grouped(extent)),
    };
    format!(
        "reshape(broadcast({{x}}, [{down}, {rows}, {across}, {columns}], axis = (1, 3)), [{}, {}])",
        times(down, rows),
        times(across, columns)
    )
}
