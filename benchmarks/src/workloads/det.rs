//! The determinant of a 6 by 6 matrix, expanded in minors without a thought for shared ones.

use super::{Entry, Program, SecondOrder, Workload, arguments, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::det as floor;
use crate::peers::{self, Primal, Scalar};

variants! {
    /// Determinant by expansion in minors.
    pub fn det(m: &[[f64; 6]; 6]) -> f64 {
        m[0][0] * det5(m[(1.., 1..)])
            - m[0][1] * det5(concat(m[(1.., ..1)], m[(1.., 2..)], axis = 1))
            + m[0][2] * det5(concat(m[(1.., ..2)], m[(1.., 3..)], axis = 1))
            - m[0][3] * det5(concat(m[(1.., ..3)], m[(1.., 4..)], axis = 1))
            + m[0][4] * det5(concat(m[(1.., ..4)], m[(1.., 5..)], axis = 1))
            - m[0][5] * det5(m[(1.., ..5)])
    }

    fn det5(m: [[f64; 5]; 5]) -> f64 {
        m[0][0] * det4(m[(1.., 1..)])
            - m[0][1] * det4(concat(m[(1.., ..1)], m[(1.., 2..)], axis = 1))
            + m[0][2] * det4(concat(m[(1.., ..2)], m[(1.., 3..)], axis = 1))
            - m[0][3] * det4(concat(m[(1.., ..3)], m[(1.., 4..)], axis = 1))
            + m[0][4] * det4(m[(1.., ..4)])
    }

    fn det4(m: [[f64; 4]; 4]) -> f64 {
        m[0][0] * det3(m[(1.., 1..)])
            - m[0][1] * det3(concat(m[(1.., ..1)], m[(1.., 2..)], axis = 1))
            + m[0][2] * det3(concat(m[(1.., ..2)], m[(1.., 3..)], axis = 1))
            - m[0][3] * det3(m[(1.., ..3)])
    }

    fn det3(m: [[f64; 3]; 3]) -> f64 {
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
            - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
            + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    }
}

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $m:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["det", "det::gradient_into"],
                workspace: memory($variant::det::COST.gradient),
            },
            Contender::new("value", $m, 0.0, |m, y| *y = $variant::det(m), |&y| vec![y]),
            Contender::new(
                "gradient",
                $m,
                (0.0, $variant::det::Adjoint::ZERO),
                |m, (y, g)| *y = $variant::det::gradient_into(m, g),
                |(y, g)| flat(&[&[*y], g.m.as_flattened()]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let mut draw = numbers(2);
    let m: [[f64; 6]; 6] = std::array::from_fn(|_| std::array::from_fn(|_| 2.0 * draw() - 1.0));
    let flattened = Input::new(std::array::from_fn(|i| m[i / 6][i % 6]));
    let m = Input::new(m);
    Workload {
        name: "det",
        about: "determinant of a 6 by 6 matrix by expansion in minors",
        inputs: vec![("m", flattened.to_vec())],
        ours: vec![entry!(plain, &m), entry!(contract, &m)],
        floor: Entry::floor(
            "by hand",
            Contender::new("value", &m, 0.0, |m, y| *y = floor::value(m), |&y| vec![y]),
            Contender::new(
                "gradient",
                &m,
                (0.0, [[0.0; 6]; 6]),
                |m, (y, g)| *y = floor::gradient(m, g),
                |(y, g)| flat(&[&[*y], g.as_flattened()]),
            ),
        ),
        beyond: Vec::new(),
        peers: peers::all(&flattened, Det),
        tolerance: 1e-13,
    }
}

/// Products with the Hessian.
pub(super) fn product() -> SecondOrder {
    let workload = workload();
    let function = second::det::Function;
    SecondOrder::new(workload.name, function, arguments(&workload, &["m"]))
}

/// The function for any scalar.
#[derive(Clone)]
struct Det;

impl Primal<36, 1> for Det {
    fn call<S: Scalar>(&self, m: &[S; 36]) -> [S; 1] {
        [minor(m, 0, &[0, 1, 2, 3, 4, 5])]
    }
}

/// The minor of the rows from `row` on in the given columns.
fn minor<S: Scalar>(m: &[S; 36], row: usize, columns: &[usize]) -> S {
    let term = |j: usize| {
        let entry = m[6 * row + columns[j]];
        if columns.len() == 1 {
            return entry;
        }
        let mut others = [0; 5];
        others[..j].copy_from_slice(&columns[..j]);
        others[j..columns.len() - 1].copy_from_slice(&columns[j + 1..]);
        entry * minor(m, row + 1, &others[..columns.len() - 1])
    };
    (1..columns.len()).fold(term(0), |sum, j| match j % 2 {
        0 => sum + term(j),
        _ => sum - term(j),
    })
}
