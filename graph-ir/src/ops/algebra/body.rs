//! The bodies of the operators.

use alloc::vec::Vec;

use super::orthogonal::Reflections;
use super::parts::{elements, extent, rows, transposed, unit};
use super::{
    Algebra, Bodies, POLYNOMIAL, derivatives, exponential, jacobi, loops, parts, unrolled,
};
use crate::builder::Wire;
use crate::error::Result;

/// The operator's value in terms of others.
pub(super) fn expand<'b>(
    op: Algebra,
    operands: &[Wire<'b>],
    bodies: &mut Bodies,
) -> Result<Wire<'b>> {
    let builder = operands[0].builder();
    let types: Vec<_> = operands.iter().map(|o| o.ty()).collect::<Result<_>>()?;
    let ty = op.infer(&types.iter().collect::<Vec<_>>())?;
    if *operands[0].ty()?.shape.count() == 0 {
        // Nothing, or the product of no factors.
        let value = if op == Algebra::LogDet { 0.0 } else { 1.0 };
        return builder.full(&ty, value);
    }
    match *operands {
        [l, g] if op == Algebra::CholeskyAdjoint => {
            derivatives::factor_adjoint(parts::lower_triangle(l)?, g, true)
        }
        [a] => of_matrix(op, a, bodies),
        [a, b] => solve(op, a, b, bodies),
        _ => Err(crate::error::Error::NotATensor),
    }
}

fn of_matrix<'b>(op: Algebra, a: Wire<'b>, bodies: &mut Bodies) -> Result<Wire<'b>> {
    let count = extent(a)?;
    match op {
        Algebra::Cholesky => {
            let symmetric = a * 0.5 + transposed(a)? * 0.5;
            if bodies.loop_over(&count, 1) {
                return transposed(loops::cholesky(symmetric, bodies)?);
            }
            let rows = unrolled::cholesky(symmetric)?;
            let rows = rows.iter().map(|row| a.builder().stack(row, 0));
            a.builder().stack(&rows.collect::<Result<Vec<_>>>()?, 0)
        }
        Algebra::Expm => exponential::exponential(a, bodies),
        Algebra::QrQ => Reflections::of(a, bodies)?.orthonormal(bodies),
        Algebra::QrR => Reflections::of(a, bodies)?.upper(),
        Algebra::EighValues | Algebra::EighVectors => jacobi::eigen(op, a, bodies),
        Algebra::SvdU | Algebra::SvdValues | Algebra::SvdVt => jacobi::singular(op, a, bodies),
        Algebra::Inverse => solve(Algebra::LinearSolve, a, unit(a)?, bodies),
        Algebra::LogDet if bodies.loop_over(&count, 1) => {
            loops::factor(a, bodies)?.ln_determinant()
        }
        Algebra::LogDet => Ok(unrolled::factor(a)?.ln_determinant()),
        _ if count.known().is_some_and(|count| count <= POLYNOMIAL) => {
            Ok(polynomial(&elements(a)?))
        }
        _ if bodies.loop_over(&count, 1) => loops::factor(a, bodies)?.determinant(),
        _ => Ok(unrolled::factor(a)?.determinant()),
    }
}

fn solve<'b>(op: Algebra, a: Wire<'b>, b: Wire<'b>, bodies: &mut Bodies) -> Result<Wire<'b>> {
    let columns = b.ty()?.shape.row();
    let columns = columns.count().known().unwrap_or(usize::MAX);
    if bodies.loop_over(&extent(a)?, columns) {
        return match op {
            Algebra::TransposedSolve => loops::factor(a, bodies)?.solve_transposed(b, bodies),
            Algebra::LowerSolve => loops::triangle(transposed(a)?, b, false, bodies),
            Algebra::LowerTransposedSolve => loops::triangle(a, b, true, bodies),
            _ => loops::factor(a, bodies)?.solve(b, bodies),
        };
    }
    let mut right = rows(b)?;
    let solution = match op {
        Algebra::TransposedSolve => unrolled::factor(a)?.solve_transposed(right),
        Algebra::LowerSolve => {
            let lower = elements(a)?;
            unrolled::forward(&mut right, |row, column| lower[row][column]);
            right
        }
        Algebra::LowerTransposedSolve => {
            let lower = elements(a)?;
            unrolled::back(&mut right, |row, column| lower[column][row]);
            right
        }
        _ => unrolled::factor(a)?.solve(right),
    };
    a.builder().stack(&solution, 0)
}

/// The determinant as a polynomial: row by row the minors of the rows so far, for each choice of
/// columns, from those of one row less.
fn polynomial<'b>(rows: &[Vec<Wire<'b>>]) -> Wire<'b> {
    let count = rows.len();
    // By the columns chosen, as bits.
    let mut minors: Vec<Option<Wire<'b>>> = alloc::vec![None; 1 << count];
    for (column, &element) in rows[0].iter().enumerate() {
        minors[1 << column] = Some(element);
    }
    for (number, row) in rows.iter().enumerate().skip(1) {
        for chosen in 0..minors.len() {
            if chosen.count_ones() as usize == number + 1 {
                minors[chosen] = expansion(row, chosen, &minors);
            }
        }
    }
    minors[(1 << count) - 1].unwrap_or(rows[0][0])
}

/// Laplace's expansion along the last row of the chosen columns.
fn expansion<'b>(row: &[Wire<'b>], chosen: usize, minors: &[Option<Wire<'b>>]) -> Option<Wire<'b>> {
    let columns = (0..row.len()).filter(|column| chosen >> column & 1 == 1);
    // From the last column on, whose sign is always positive.
    let terms = columns.rev().filter_map(|column| {
        let minor = minors[chosen & !(1 << column)]?;
        Some(row[column] * minor)
    });
    let mut positive = false;
    terms.reduce(|sum, term| {
        let next = if positive { sum + term } else { sum - term };
        positive = !positive;
        next
    })
}
