//! A determinant by expansion in minors.
//!
//! A minor is of the first rows and of a set of as many columns, and is numbered by that set, a bit
//! for each column. It is expanded along its last row in minors of one column less, whose numbers
//! are smaller, and computed once, however many larger ones have it. So there are as many minors as
//! sets of columns, not as permutations.

use serde::Deserialize;

use super::Module;
use crate::failure::{Result, extent, within};
use crate::layout::widened;
use crate::measure::{Answer, Prepare, Query, json, repeated};

/// A program for matrices of up to some number of columns.
macro_rules! of_width {
    ($width:ident, $w:literal) => {
        mod $width {
            adgraph::graph! {
                const W: usize = $w;

                /// The determinant, by the last row of each minor, and the sign and the smaller
                /// minor that belong to each column; the sign is 0 where the minor does not have
                /// the column.
                #[derivatives(only(value, gradient))]
                pub fn determinant<const L: usize, const S: usize>(
                    m: &[[f64; W]; L],
                    last: &[usize; S],
                    #[dynamic] signs: &[[f64; W]; S],
                    smaller: &[[usize; W]; S],
                ) -> f64 {
                    let mut minors = zeros([S]);
                    minors[0] = 1.0;
                    for set in 1..S {
                        let row = m[last[set]] * signs[set];
                        minors[set] = sum(row * minors[smaller[set]]);
                    }
                    minors[S - 1]
                }
            }
        }
    };
}
of_width!(w8, 8);
of_width!(w12, 12);
of_width!(w16, 16);

pub(super) const MODULE: Module = Module {
    name: "det",
    functions: &[("primal", primal), ("gradient", gradient)],
};

#[derive(Deserialize)]
#[allow(non_snake_case, reason = "the name of the field in the suite")]
struct Input {
    A: Vec<f64>,
    ell: usize,
}

/// A matrix, and the expansions of all minors.
struct Matrix<const W: usize> {
    rows: Vec<[f64; W]>,
    last: Vec<usize>,
    signs: Vec<[f64; W]>,
    smaller: Vec<[usize; W]>,
}

impl<const W: usize> Prepare for Matrix<W> {
    type Input = Input;

    fn prepare(input: Input) -> Result<Self> {
        let size = input.ell;
        within("ell", size, (1, W as i64))?;
        extent("A", "numbers", input.A.len(), size * size)?;
        let has = |set: usize, c: usize| set >> c & 1 == 1;
        let rows = |set: usize| set.count_ones() as usize;
        let sign = |set: usize, c: usize| match (set >> c).count_ones() % 2 {
            _ if !has(set, c) => 0.0,
            // An even number of columns of the minor stand behind this one.
            1 => 1.0,
            _ => -1.0,
        };
        let smaller = |set: usize, c: usize| if has(set, c) { set & !(1 << c) } else { 0 };
        let sets = 0..1_usize << size;
        Ok(Self {
            rows: input.A.chunks_exact(size).map(widened).collect(),
            last: sets
                .clone()
                .map(|set| rows(set).saturating_sub(1))
                .collect(),
            signs: sets
                .clone()
                .map(|set| std::array::from_fn(|c| sign(set, c)))
                .collect(),
            smaller: sets
                .map(|set| std::array::from_fn(|c| smaller(set, c)))
                .collect(),
        })
    }
}

/// Calls a function with the program for the size of an input.
macro_rules! dispatched {
    ($input:ident, $function:ident) => {{
        let query = Query::<Input>::of($input)?;
        match query.fields.ell {
            0..=8 => $function!(query, w8, 8),
            9..=12 => $function!(query, w12, 12),
            _ => $function!(query, w16, 16),
        }
    }};
}

fn primal(input: &str) -> Result<Answer> {
    macro_rules! primal {
        ($query:ident, $width:ident, $w:literal) => {
            repeated(
                $query,
                (0.0, $width::determinant::Workspace::new()),
                |m: &Matrix<$w>, (y, workspace)| {
                    *y = $width::determinant::value_with(
                        workspace, &m.rows, &m.last, &m.signs, &m.smaller,
                    );
                    Ok(())
                },
                |_, (y, _)| json(y),
            )
        };
    }
    dispatched!(input, primal)
}

fn gradient(input: &str) -> Result<Answer> {
    macro_rules! gradient {
        ($query:ident, $width:ident, $w:literal) => {
            repeated(
                $query,
                (
                    $width::determinant::Adjoint::ZERO,
                    $width::determinant::Workspace::new(),
                ),
                |m: &Matrix<$w>, (d, workspace)| {
                    $width::determinant::gradient_into_with(
                        workspace, &m.rows, &m.last, &m.signs, &m.smaller, d,
                    );
                    Ok(())
                },
                |m, (d, _)| {
                    let numbers = d.m.iter().flat_map(|row| &row[..m.rows.len()]);
                    json(&numbers.collect::<Vec<_>>())
                },
            )
        };
    }
    dispatched!(input, gradient)
}
