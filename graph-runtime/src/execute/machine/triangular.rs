//! Factors and triangular systems.

use graph_math::lanes::dispatch;
use graph_math::math::Float;
use graph_math::matrix::{FactorAdjoint, Factorization, Matrix, Substitution};

use super::address::address;
use crate::execute::code::{Code, Method, Triangular};
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
        method,
        contract,
        ..
    } = triangular;
    let [rows, columns] = extents;
    let at = address(code, memory, triangular.rows);
    let read = match method {
        Method::Factor => None,
        Method::FactorAdjoint(matrix) | Method::Substitute(matrix, _) => {
            Some((address(code, memory, matrix.place), matrix.strides))
        }
    };
    let (own, around) = Around::split(T::lane_mut(memory), at, rows * columns);
    let matrix = read.map(|(at, strides)| {
        let (elements, offset) = around.side(at);
        Matrix {
            elements,
            offset,
            strides,
        }
    });
    match (method, matrix) {
        (Method::FactorAdjoint(_), Some(factor)) => dispatch(FactorAdjoint {
            extent: rows,
            factor,
            adjoint: own,
            contract,
        }),
        (Method::Substitute(_, from_last), Some(matrix)) => dispatch(Substitution {
            extents,
            matrix,
            solution: own,
            from_last,
            contract,
        }),
        (Method::Factor | Method::FactorAdjoint(_) | Method::Substitute(..), _) => {
            dispatch(Factorization {
                extent: rows,
                matrix: own,
                contract,
            });
        }
    }
}
