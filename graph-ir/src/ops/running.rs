//! Running sums and products over rows whose number is not known, as loops over the rows.

use alloc::vec::Vec;

use super::Cumulation;
use super::derivative::Sensitivity;
use crate::builder::Wire;
use crate::error::Result;
use crate::types::Type;

/// The rows that a running value is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rows {
    /// Those up to its own.
    UpTo,
    /// Those before its own.
    Before,
    /// Those behind its own.
    Behind,
}

/// The running values of the rows of an operand.
pub(in crate::ops) fn running<'b>(operand: Wire<'b>, cumulation: Cumulation) -> Result<Wire<'b>> {
    combined(operand, cumulation, Rows::UpTo)
}

/// For each row of an operand the product of all others, element by element.
pub(in crate::ops) fn products_of_others(operand: Wire<'_>) -> Result<Wire<'_>> {
    let before = combined(operand, Cumulation::Prod, Rows::Before)?;
    Ok(before * combined(operand, Cumulation::Prod, Rows::Behind)?)
}

/// For each row of an operand the value that some of its rows combine to, element by element.
fn combined<'b>(operand: Wire<'b>, cumulation: Cumulation, rows: Rows) -> Result<Wire<'b>> {
    let op = cumulation.combination();
    let start = match cumulation {
        // A number keeps its bits when this is added, a negative zero as well.
        Cumulation::Sum => -0.0,
        Cumulation::Prod => 1.0,
    };
    along(
        operand,
        &[],
        &[start],
        rows == Rows::Behind,
        |state, own| {
            let builder = own[0].builder();
            let next = Wire::or_poison(builder, builder.scalar(op, &[state[0], own[0]]));
            let row = if rows == Rows::UpTo { next } else { state[0] };
            (alloc::vec![next], row)
        },
    )
}

/// The tangent of the running products of an operand, for the tangent of that:
/// `t[i] = x[i] t[i - 1] + y[i - 1] dx[i]`, which divides by nothing.
pub(in crate::ops) fn product_tangent<'b>(
    operand: Wire<'b>,
    tangent: Sensitivity<'b>,
) -> Result<Sensitivity<'b>> {
    let wire = along(
        operand,
        &[tangent.wire],
        &[1.0, 0.0],
        false,
        |state, own| {
            // Before the first row the tangent is zero, whatever it meets.
            let product = state[1].azmul(own[0]);
            let of_own = Sensitivity {
                wire: own[1],
                ..tangent
            };
            let next = product + of_own.times(state[0]).signed().wire;
            (alloc::vec![state[0] * own[0], next], next)
        },
    )?;
    Ok(Sensitivity { wire, ..tangent })
}

/// The adjoint of an operand, for that of its running products: `s[i] = x[i + 1] s[i + 1] + g[i]`
/// times the product before each.
pub(in crate::ops) fn product_adjoint<'b>(
    operand: Wire<'b>,
    g: Sensitivity<'b>,
) -> Result<Sensitivity<'b>> {
    let wire = along(operand, &[g.wire], &[-0.0], true, |state, own| {
        let sum = state[0] + own[1];
        let next = match g.masked {
            true => sum.azmul(own[0]),
            false => sum * own[0],
        };
        (alloc::vec![next], sum)
    })?;
    let before = combined(operand, Cumulation::Prod, Rows::Before)?;
    Ok(Sensitivity { wire, ..g }.times(before))
}

/// The rows that a loop over the rows of operands of one type computes, whose state starts with
/// rows of these numbers: `step` is given the state and the own rows, to the next state and the row.
fn along<'b>(
    operand: Wire<'b>,
    others: &[Wire<'b>],
    starts: &[f64],
    reverse: bool,
    step: impl Fn(&[Wire<'b>], &[Wire<'b>]) -> (Vec<Wire<'b>>, Wire<'b>),
) -> Result<Wire<'b>> {
    let (builder, ty) = (operand.builder(), operand.ty()?);
    let row: Type = ty.row();
    let start = |&number: &f64| builder.full(&row, number);
    let starts = starts.iter().map(start).collect::<Result<Vec<_>>>()?;
    let stacked: Vec<Wire<'b>> = [&[operand][..], others].concat();
    builder.begin_region()?;
    let inputs = |count: usize| -> Vec<Wire<'b>> {
        (0..count)
            .map(|_| builder.region_input(row.clone()))
            .collect()
    };
    let (state, own) = (inputs(starts.len()), inputs(stacked.len()));
    let (mut results, result) = step(&state, &own);
    results.push(result);
    let body = builder.end_region(&results)?;
    let count = ty.shape.count_along(0);
    let results = builder.scan_region(body, &starts, &stacked, count, reverse)?;
    Ok(results[starts.len()])
}

/// A function of each row of an operand whose outermost extent is symbolic, as a loop.
pub(in crate::ops) fn each_row<'b>(
    operand: Wire<'b>,
    function: &dyn Fn(Wire<'b>) -> Result<Wire<'b>>,
) -> Result<Wire<'b>> {
    along(operand, &[], &[], false, |_, own| {
        let row = Wire::or_poison(own[0].builder(), function(own[0]));
        (Vec::new(), row)
    })
}
