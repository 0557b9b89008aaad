//! Values against nalgebra's, and residuals.

use graph_ir::algebra::{Algebra, Bodies};
use nalgebra::DMatrix;

use super::matrices::{fitting, hilbert, regular};
use super::numbers::numbers;
use super::{EXTENTS, assert_close, evaluate, extents, graph, right_size, value};

/// The operator by nalgebra.
fn expected(op: Algebra, matrix: &[f64], right: &[f64], n: usize) -> Vec<f64> {
    let a = DMatrix::from_row_slice(n, n, matrix);
    let columns = right.len().checked_div(n).unwrap_or(0);
    let b = DMatrix::from_row_slice(n, columns, right);
    let result = match op {
        Algebra::LinearSolve => a.lu().solve(&b).unwrap(),
        Algebra::TransposedSolve => a.transpose().lu().solve(&b).unwrap(),
        Algebra::LowerSolve => a.solve_lower_triangular(&b).unwrap(),
        Algebra::LowerTransposedSolve => a
            .lower_triangle()
            .transpose()
            .solve_upper_triangular(&b)
            .unwrap(),
        Algebra::Cholesky => a.cholesky().unwrap().l(),
        Algebra::CholeskyAdjoint => {
            let l = a.lower_triangle();
            let mut inner = (l.transpose() * b.lower_triangle()).lower_triangle();
            inner.set_diagonal(&(inner.diagonal() * 0.5));
            let left = l.transpose().solve_upper_triangular(&inner).unwrap();
            let whole = l.transpose().solve_upper_triangular(&left.transpose());
            let whole = whole.unwrap();
            (&whole + whole.transpose()) * 0.5
        }
        Algebra::Inverse => a.try_inverse().unwrap(),
        Algebra::Det => return vec![a.determinant()],
        Algebra::LogDet => return vec![a.determinant().abs().ln()],
        Algebra::Expm => a.exp(),
        Algebra::QrQ | Algebra::QrR => {
            let (q, r) = a.qr().unpack();
            let signs = DMatrix::from_diagonal(&r.diagonal().map(f64::signum));
            match op {
                Algebra::QrQ => q * signs,
                _ => signs * r,
            }
        }
        Algebra::EighValues | Algebra::EighVectors => {
            let eigen = ((&a + a.transpose()) * 0.5).symmetric_eigen();
            let mut order: Vec<usize> = (0..n).collect();
            let values = eigen.eigenvalues;
            order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
            match op {
                Algebra::EighValues => return order.iter().map(|&i| values[i]).collect(),
                _ => eigen.eigenvectors.select_columns(&order),
            }
        }
        Algebra::SvdValues => return a.singular_values().as_slice().to_vec(),
        Algebra::SvdU => a.svd(true, true).u.unwrap(),
        Algebra::SvdVt => a.svd(true, true).v_t.unwrap(),
    };
    result.transpose().as_slice().to_vec()
}

/// Gives vectors whose sign is free the signs that were found.
fn align(op: Algebra, found: &[f64], expected: &mut [f64], n: usize) {
    let place = |vector: usize, i: usize| match op {
        Algebra::SvdVt => vector * n + i,
        _ => i * n + vector,
    };
    if !matches!(op, Algebra::EighVectors | Algebra::SvdU | Algebra::SvdVt) {
        return;
    }
    for vector in 0..n {
        let places = (0..n).map(|i| place(vector, i));
        let along: f64 = places.clone().map(|at| found[at] * expected[at]).sum();
        places.for_each(|at| expected[at] *= along.signum());
    }
}

#[test]
fn every_operator_of_every_extent_is_what_another_library_computes() {
    for op in Algebra::ALL {
        // Rotations take long in debug builds.
        let largest = if op.part().is_some() { 30 } else { 50 };
        for n in EXTENTS.into_iter().chain([12, 30, largest]) {
            for right_sides in [None, Some(1), Some(3)] {
                let extents = extents(op, n, right_sides);
                let matrix = fitting(op, n, n as u64 + 1);
                let right = numbers(right_size(op, n, right_sides), 77);
                let inputs = match op.operands().len() {
                    2 => [&matrix[..], &right].concat(),
                    _ => matrix.clone(),
                };
                let found = evaluate(&graph(op, &extents), &inputs);
                let what = format!("{} of {n}", op.name());
                if n == 0 {
                    let none = match op {
                        Algebra::Det => &[1.0][..],
                        Algebra::LogDet => &[0.0],
                        _ => &[],
                    };
                    assert_eq!(found, none, "{what}");
                    continue;
                }
                let mut expected = expected(op, &matrix, &right, n);
                align(op, &found, &mut expected, n);
                assert_close(&found, &expected, 1e-11, &what);
            }
        }
    }
}

/// Kernels compute what the loops do that smaller matrices are expanded into.
#[test]
fn kernels_have_the_bits_of_loops() {
    for op in Algebra::ALL {
        for (n, right_sides) in [(32, None), (33, Some(9)), (70, Some(3)), (70, Some(70))] {
            let extents = extents(op, n, right_sides);
            let of = graph(op, &extents);
            let types: Vec<_> = of.input_types().collect();
            // The adjoint of a factor goes through blocks, in an order of its own.
            let has_loops = op.has_kernel(&types) && op != Algebra::CholeskyAdjoint;
            if !has_loops || op.operands().len() == 1 && right_sides.is_some() {
                continue;
            }
            let right = numbers(right_size(op, n, right_sides), 77);
            for definite in [true, false] {
                let mut matrix = fitting(op, n, n as u64);
                if !definite {
                    matrix[20 * (n + 1)] = 0.0;
                }
                let inputs = match op.operands().len() {
                    2 => [&matrix[..], &right].concat(),
                    _ => matrix,
                };
                let loops = op.body(&types, Bodies::default()).unwrap();
                let [found, expected] = [&of, &loops].map(|graph| evaluate(graph, &inputs));
                let bits = |values: &[f64]| -> Vec<u64> {
                    let bits = |x: &f64| if x.is_nan() { u64::MAX } else { x.to_bits() };
                    values.iter().map(bits).collect()
                };
                assert_eq!(bits(&found), bits(&expected), "{} of {n}", op.name());
            }
        }
    }
}

/// Wilkinson's bound for elimination with partial pivoting: the residual is small beside the
/// products that it is made of, however ill conditioned the matrix.
#[test]
fn residuals_are_small_however_ill_conditioned() {
    for n in [2, 3, 5, 8, 9, 12] {
        let mut scaled = regular(n, 5);
        for (position, element) in scaled.iter_mut().enumerate() {
            *element *= 10_f64.powi(7 * (position / n % 5) as i32 - 14);
        }
        let mut tiny_pivot = regular(n, 9);
        tiny_pivot[0] = 1e-20;
        for matrix in [hilbert(n), scaled, tiny_pivot] {
            let right = numbers(n, 3);
            for op in [Algebra::LinearSolve, Algebra::TransposedSolve] {
                let x = value(op, &matrix, &right);
                for row in 0..n {
                    let at = |k: usize| match op {
                        Algebra::LinearSolve => matrix[row * n + k],
                        _ => matrix[k * n + row],
                    };
                    let terms = (0..n).map(|k| at(k) * x[k]);
                    let size: f64 = terms.clone().map(f64::abs).sum();
                    let residual = (terms.sum::<f64>() - right[row]).abs();
                    let largest = matrix.iter().fold(0.0_f64, |m, a| m.max(a.abs()));
                    let reach = largest * x.iter().map(|x| x.abs()).sum::<f64>();
                    let bound = 4.0 * n as f64 * f64::EPSILON * reach.max(size);
                    assert!(residual <= bound, "{op:?} of {n}: {residual:e} > {bound:e}");
                }
            }
        }
    }
}

#[test]
fn single_precision_and_the_bits_of_expansion() {
    use graph_ir::graph::InputKind;
    use graph_ir::{Builder, Element, Shape, Type, passes};
    for op in Algebra::ALL {
        for n in EXTENTS {
            let builder = Builder::new();
            let inputs = extents(op, n, None).into_iter().map(|extents| {
                let ty = Type::new(Element::F32, Shape::new(&extents).unwrap());
                builder.input("", ty, InputKind::Independent)
            });
            let inputs: Vec<_> = inputs.collect();
            let y = builder.algebra(op, &inputs).unwrap();
            builder.output("", y).unwrap();
            let single = builder.finish().unwrap();
            let matrix = fitting(op, n, 4);
            let right = numbers(right_size(op, n, None), 5);
            let narrow = |x: &[f64]| -> Vec<f32> { x.iter().map(|&x| x as f32).collect() };
            let operands = [narrow(&matrix), narrow(&right)];
            let operands: Vec<&[f32]> = operands[..op.operands().len()]
                .iter()
                .map(Vec::as_slice)
                .collect();
            let run = |graph: &graph_ir::Graph| -> Vec<f32> {
                let executable = graph_runtime::execute::Executable::new(graph).unwrap();
                executable.call::<f32>(&operands).unwrap().concat()
            };
            let found = run(&single);
            assert_eq!(
                found,
                run(&passes::expand(&single).unwrap()),
                "{op:?} of {n}"
            );
            let wide: Vec<f64> = found.iter().map(|&x| f64::from(x)).collect();
            let expected = value(op, &matrix, &right);
            assert_close(&wide, &expected, 3e-4, &format!("{op:?} of {n}"));
        }
    }
}
