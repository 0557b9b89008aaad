//! The sum of the squares of a product of two matrices of 256 by 256.

use super::{
    Entry, Program, SecondOrder, Workload, arguments, by_library, memory, numbers, variants,
};
use crate::contender::{Contender, Input, flat};
use crate::floors::mm::{self as floor, Matrix, Workspace};
use crate::peers::kernels;

variants! {
    /// The sum of the squares of a product.
    pub fn squares(a: &[[f64; 256]; 256], b: &[[f64; 256]; 256]) -> f64 {
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
    let zero: Matrix<256> = [[0.0; 256]; 256];
    let mut draw = numbers(6);
    let mut matrix =
        || -> Matrix<256> { std::array::from_fn(|_| std::array::from_fn(|_| 2.0 * draw() - 1.0)) };
    let input = Input::new([matrix(), matrix()]);
    let beyond = Contender::new(
        "register tiles by hand",
        &input,
        (0.0, [zero; 2], Workspace::ZERO),
        |[a, b], (y, [a_bar, b_bar], workspace)| {
            *y = floor::gradient(a, b, workspace, a_bar, b_bar);
        },
        |(y, [a, b], _)| flat(&[&[*y], a.as_flattened(), b.as_flattened()]),
    );
    Workload {
        name: "mm256",
        about: "sum of the squares of a product of 256 by 256 matrices; by hand with faer's product",
        inputs: vec![
            ("a", input[0].as_flattened().to_vec()),
            ("b", input[1].as_flattened().to_vec()),
        ],
        ours: vec![entry!(plain, &input), entry!(contract, &input)],
        floor: Entry::floor(
            "faer",
            Contender::new(
                "value",
                &input,
                (0.0, zero),
                |[a, b], (y, c)| *y = floor::value_by(kernels::faer, a, b, c),
                |&(y, _)| vec![y],
            ),
            by_library("faer", &input, kernels::faer),
        ),
        beyond: vec![beyond],
        peers: vec![by_library(
            "matrixmultiply",
            &input,
            kernels::matrixmultiply,
        )],
        tolerance: 1e-12,
    }
}

/// Products with the Hessian.
pub(super) fn product() -> SecondOrder {
    let workload = workload();
    let function = second::squares::Function;
    SecondOrder::new(workload.name, function, arguments(&workload, &["a", "b"]))
}
