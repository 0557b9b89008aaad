//! The sum of the squares of a product of two matrices of 32 by 32.

use super::{Entry, Program, SecondOrder, Workload, arguments, memory, numbers, variants};
use crate::contender::{Contender, Input, flat};
use crate::floors::mm::{self as floor, Matrix, Workspace};
use crate::peers::kernels;
use crate::peers::{self, Primal, Scalar};

variants! {
    /// The sum of the squares of a product.
    pub fn squares(a: &[[f64; 32]; 32], b: &[[f64; 32]; 32]) -> f64 {
        let c = matmul(a, b);
        sum(c * c)
    }
}

/// A generated entry of this workload.
macro_rules! entry {
    ($variant:ident, $input:expr) => {
        Entry::ours(
            stringify!($variant),
            Program {
                text: $variant::TEXT,
                functions: ["squares", "squares::gradient_into"],
                workspace: memory($variant::squares::COST.gradient),
            },
            Contender::new(
                "value",
                $input,
                0.0,
                |[a, b], y| *y = $variant::squares(a, b),
                |&y| vec![y],
            ),
            Contender::new(
                "gradient",
                $input,
                (0.0, $variant::squares::Adjoint::ZERO),
                |[a, b], (y, g)| *y = $variant::squares::gradient_into(a, b, g),
                |(y, g)| flat(&[&[*y], g.a.as_flattened(), g.b.as_flattened()]),
            ),
        )
    };
}

pub(super) fn workload() -> Workload {
    let mut draw = numbers(5);
    let flattened: [f64; 2048] = std::array::from_fn(|_| 2.0 * draw() - 1.0);
    let matrix = |first: usize| -> Matrix<32> {
        std::array::from_fn(|i| std::array::from_fn(|j| flattened[first + 32 * i + j]))
    };
    let input = Input::new([matrix(0), matrix(1024)]);
    const ZERO: Matrix<32> = [[0.0; 32]; 32];
    let mut peers = peers::tapes(&Input::new(flattened), Squares);
    peers.push(super::by_library("faer", &input, kernels::faer));
    peers.push(super::by_library(
        "matrixmultiply",
        &input,
        kernels::matrixmultiply,
    ));
    Workload {
        name: "mm32",
        about: "sum of the squares of a product of 32 by 32 matrices",
        inputs: vec![
            ("a", flattened[..1024].to_vec()),
            ("b", flattened[1024..].to_vec()),
        ],
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "by hand",
            Contender::new(
                "value",
                &input,
                (0.0, Workspace::ZERO),
                |[a, b], (y, workspace)| *y = floor::value(a, b, workspace),
                |&(y, _)| vec![y],
            ),
            Contender::new(
                "gradient",
                &input,
                (0.0, [ZERO; 2], Workspace::ZERO),
                |[a, b], (y, [a_bar, b_bar], workspace)| {
                    *y = floor::gradient(a, b, workspace, a_bar, b_bar);
                },
                |(y, [a, b], _)| flat(&[&[*y], a.as_flattened(), b.as_flattened()]),
            ),
        ),
        beyond: Vec::new(),
        peers,
        tolerance: 1e-12,
    }
}

/// Products with the Hessian.
pub(super) fn product() -> SecondOrder {
    let workload = workload();
    let function = second::squares::Function;
    SecondOrder::new(workload.name, function, arguments(&workload, &["a", "b"]))
}

/// The function for any scalar.
#[derive(Clone)]
struct Squares;

impl Primal<2048, 1> for Squares {
    fn call<S: Scalar>(&self, x: &[S; 2048]) -> [S; 1] {
        let (a, b) = x.split_at(1024);
        let square = |i: usize| {
            let (row, column) = (&a[i / 32 * 32..][..32], &b[i % 32..]);
            let products = row.iter().zip(column.iter().step_by(32));
            let products = products.map(|(&a, &b)| a * b);
            let c = products.reduce(|sum, product| sum + product);
            c.map(|c| c * c).expect("32 products")
        };
        [(1..1024).fold(square(0), |sum, i| sum + square(i))]
    }
}
