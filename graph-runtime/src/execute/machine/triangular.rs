//! Factors and triangular systems.

use graph_math::lanes::{Body, Machine, dispatch};
use graph_math::math::Float;
use graph_math::matrix::{Factorization, Kernels, Matrix, Substitution};

use super::address::address;
use crate::execute::code::{Code, Triangular};
use crate::execute::memory::{Around, Memory, Stored};
use crate::execute::place::Kind;

pub(super) fn run(triangular: Triangular, code: &Code, memory: &mut Memory) {
    match triangular.kind {
        Kind::F64 => change::<f64>(triangular, code, memory),
        Kind::F32 => change::<f32>(triangular, code, memory),
        // Matrices are of floats.
        Kind::I64 | Kind::Bool => {}
    }
}

fn change<T: Stored + Float>(triangular: Triangular, code: &Code, memory: &mut Memory) {
    let Triangular {
        extents,
        system,
        contract,
        ..
    } = triangular;
    let at = address(code, memory, triangular.rows);
    let matrix_at = system.map(|(matrix, _)| address(code, memory, matrix.place));
    let [rows, columns] = extents;
    let (own, around) = Around::split(T::lane_mut(memory), at, rows * columns);
    match (system, matrix_at) {
        (Some((matrix, from_last)), Some(at)) => {
            let (elements, offset) = around.side(at);
            dispatch(Solved(Substitution {
                extents,
                matrix: Matrix {
                    elements,
                    offset,
                    strides: matrix.strides,
                },
                solution: own,
                from_last,
                contract,
            }));
        }
        _ => dispatch(Factored(Factorization {
            extent: rows,
            matrix: own,
            contract,
        })),
    }
}

/// A factorisation by the kernel that is compiled for the processor at hand.
struct Factored<'a, T>(Factorization<'a, T>);

impl<T: Float> Body for Factored<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self) {
        <T::On<M> as Kernels<T>>::factor(self.0);
    }
}

/// A solution by the kernel that is compiled for the processor at hand.
struct Solved<'a, T>(Substitution<'a, T>);

impl<T: Float> Body for Solved<'_, T> {
    type Output = ();

    #[inline(always)]
    fn run<M: Machine>(self) {
        <T::On<M> as Kernels<T>>::substitute(self.0);
    }
}
