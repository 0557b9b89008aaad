//! Factors, eigenvalues, singular values and exponentials: what other programs computed, the
//! equations that define them, closed forms, and matrices at the edge.

use graph_ir::Graph;
use graph_ir::algebra::Algebra;

use super::check::{check, graph};
use super::matrices::{hilbert, regular};
use super::numbers::numbers;
use super::recorded::RECORDED;
use super::{assert_close, evaluate, weighted_square};

/// A matrix in row-major order.
#[derive(Clone, Debug)]
struct Matrix {
    rows: usize,
    columns: usize,
    elements: Vec<f64>,
}

impl Matrix {
    fn new(rows: usize, columns: usize, elements: Vec<f64>) -> Self {
        assert_eq!(elements.len(), rows * columns);
        Self {
            rows,
            columns,
            elements,
        }
    }

    fn from(rows: usize, columns: usize, element: impl Fn(usize, usize) -> f64) -> Self {
        let places = (0..rows).flat_map(|i| (0..columns).map(move |j| (i, j)));
        Self::new(rows, columns, places.map(|(i, j)| element(i, j)).collect())
    }

    fn diagonal(values: &[f64]) -> Self {
        let n = values.len();
        Self::from(n, n, |i, j| if i == j { values[i] } else { 0.0 })
    }

    fn at(&self, i: usize, j: usize) -> f64 {
        self.elements[i * self.columns + j]
    }

    fn transposed(&self) -> Self {
        Self::from(self.columns, self.rows, |i, j| self.at(j, i))
    }

    fn times(&self, other: &Self) -> Self {
        let term = |i, j| {
            (0..self.columns)
                .map(|k| self.at(i, k) * other.at(k, j))
                .sum()
        };
        Self::from(self.rows, other.columns, term)
    }

    fn largest(&self) -> f64 {
        self.elements.iter().fold(0.0, |m, x| m.max(x.abs()))
    }

    /// The numbers that were recorded for a matrix.
    fn pattern(rows: usize, columns: usize) -> Self {
        Self::from(rows, columns, |i, j| {
            (((i * columns + j) * 37 + 7 * 101 + 11) % 64) as f64 / 32.0 - 1.0
        })
    }
}

/// All results of a function, as a graph.
fn function(name: &str, rows: usize, columns: usize) -> Graph {
    graph(&[&[rows, columns]], |b, x| {
        let parts = Algebra::ALL.into_iter().filter(|op| op.function() == name);
        parts.map(|op| b.algebra(op, x).unwrap()).collect()
    })
}

/// The results of a function, of these extents.
fn results(name: &str, a: &Matrix) -> Vec<Matrix> {
    let all = evaluate(&function(name, a.rows, a.columns), &a.elements);
    let least = a.rows.min(a.columns);
    let extents = match name {
        "qr" => vec![(a.rows, a.columns), (a.columns, a.columns)],
        "eigh" => vec![(1, a.rows), (a.rows, a.rows)],
        "svd" => vec![(a.rows, least), (1, least), (least, a.columns)],
        _ => vec![(a.rows, a.columns)],
    };
    let mut rest = &all[..];
    let mut part = |(rows, columns): (usize, usize)| {
        let (part, others) = rest.split_at(rows * columns);
        rest = others;
        Matrix::new(rows, columns, part.to_vec())
    };
    extents.into_iter().map(&mut part).collect()
}

#[track_caller]
fn assert_same(found: &Matrix, expected: &Matrix, tolerance: f64, what: &str) {
    let scale = expected.largest().max(f64::MIN_POSITIVE);
    for (f, e) in found.elements.iter().zip(&expected.elements) {
        let fits = (f - e).abs() <= tolerance * scale;
        assert!(
            fits,
            "{what}: {:?}, not {:?}",
            found.elements, expected.elements
        );
    }
}

#[track_caller]
fn assert_orthonormal(columns: &Matrix, tolerance: f64, what: &str) {
    let product = columns.transposed().times(columns);
    let unit = Matrix::diagonal(&vec![1.0; columns.columns]);
    assert_same(&product, &unit, tolerance, what);
}

/// The equations that define the results of a function, to some units of rounding.
#[track_caller]
fn assert_decomposed(name: &str, a: &Matrix, what: &str) {
    let what = &format!("{name} of {} by {}, {what}", a.rows, a.columns);
    let parts = results(name, a);
    let bound = 8.0 * f64::EPSILON * a.rows.max(a.columns).max(4) as f64;
    let back = match name {
        "qr" => {
            let [q, r] = &parts[..] else { unreachable!() };
            assert_orthonormal(q, bound, what);
            for i in 0..a.columns {
                assert!(r.at(i, i) >= 0.0, "{what}: {:?}", r.elements);
                assert!(
                    (0..i).all(|j| r.at(i, j) == 0.0),
                    "{what}: {:?}",
                    r.elements
                );
            }
            q.times(r)
        }
        "eigh" => {
            let [w, v] = &parts[..] else { unreachable!() };
            assert_orthonormal(v, bound, what);
            assert!(w.elements.is_sorted(), "{what}: {:?}", w.elements);
            v.times(&Matrix::diagonal(&w.elements))
                .times(&v.transposed())
        }
        _ => {
            let [u, s, vt] = &parts[..] else {
                unreachable!()
            };
            assert_orthonormal(u, bound, what);
            assert_orthonormal(&vt.transposed(), bound, what);
            assert!(
                s.elements.is_sorted_by(|a, b| a >= b),
                "{what}: {:?}",
                s.elements
            );
            assert!(
                s.elements.iter().all(|&s| s >= 0.0),
                "{what}: {:?}",
                s.elements
            );
            u.times(&Matrix::diagonal(&s.elements)).times(vt)
        }
    };
    let expected = match name {
        "eigh" => Matrix::from(a.rows, a.rows, |i, j| (a.at(i, j) + a.at(j, i)) / 2.0),
        _ => a.clone(),
    };
    assert_same(&back, &expected, bound, what);
}

/// Gives vectors the signs with which their sums are positive: those of columns of `a`, and of the
/// rows of `b`.
fn normalise(a: &mut Matrix, b: Option<&mut Matrix>) {
    let sign = |j: usize| (0..a.rows).map(|i| a.at(i, j)).sum::<f64>().signum();
    let signs: Vec<f64> = (0..a.columns).map(sign).collect();
    *a = Matrix::from(a.rows, a.columns, |i, j| a.at(i, j) * signs[j]);
    if let Some(b) = b {
        *b = Matrix::from(b.rows, b.columns, |i, j| b.at(i, j) * signs[i]);
    }
}

/// The sum of the squares of all results, each with a weight.
fn weighted_squares(name: &str, a: &Matrix) -> Graph {
    graph(&[&[a.rows, a.columns]], |b, x| {
        let parts = Algebra::ALL.into_iter().filter(|op| op.function() == name);
        let mut total = b.number(graph_ir::Element::F64, 0.0);
        for (seed, op) in parts.enumerate() {
            total = total + weighted_square(b.algebra(op, x).unwrap(), seed);
        }
        vec![total]
    })
}

#[test]
fn values_and_gradients_are_those_of_other_programs() {
    for own in RECORDED {
        let a = Matrix::pattern(own.rows, own.columns);
        let what = format!("{} of {} by {}", own.function, own.rows, own.columns);
        let mut parts = results(own.function, &a);
        match &mut parts[..] {
            [u, _, vt] => normalise(u, Some(vt)),
            [_, v] if own.function == "eigh" => normalise(v, None),
            _ => {}
        }
        let found: Vec<f64> = parts.into_iter().flat_map(|part| part.elements).collect();
        // Values to units of rounding, vectors to these divided by distances of values.
        assert_close(&found, own.results, 3e-14, &what);
        let gradient = graph_autodiff::gradient(&weighted_squares(own.function, &a), &[0]);
        let found = evaluate(&gradient.unwrap(), &a.elements);
        // Near eigenvalues and singular values make large derivatives.
        let size = own.gradient.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
        assert_close(&found[1..], own.gradient, 2e-13 * size, &what);
    }
}

#[test]
fn factors_multiply_to_the_matrix() {
    for (rows, columns) in [
        (1, 1),
        (2, 2),
        (3, 3),
        (4, 4),
        (5, 5),
        (8, 8),
        (9, 9),
        (12, 12),
        (21, 21),
        (2, 1),
        (3, 2),
        (5, 3),
        (7, 2),
        (9, 4),
        (20, 6),
    ] {
        let random = Matrix::new(rows, columns, numbers(rows * columns, 3));
        let zeros = Matrix::from(rows, columns, |_, _| 0.0);
        let unit = Matrix::from(rows, columns, |i, j| f64::from(u8::from(i == j)));
        let ones = Matrix::from(rows, columns, |_, _| 1.0);
        let hilbert = Matrix::from(rows, columns, |i, j| 1.0 / (i + j + 1) as f64);
        // Columns that are zero, or equal to others, and columns of very different lengths.
        let dependent = Matrix::from(rows, columns, |i, j| match j % 3 {
            0 => 0.0,
            1 => random.at(i, j),
            _ => random.at(i, j - 1),
        });
        let graded = Matrix::from(rows, columns, |i, j| {
            random.at(i, j) * 10_f64.powi(6 * (j % 4) as i32 - 9)
        });
        let huge = Matrix::from(rows, columns, |i, j| random.at(i, j) * 1e200);
        let tiny = Matrix::from(rows, columns, |i, j| random.at(i, j) * 1e-200);
        for (what, a) in [
            ("random", &random),
            ("zeros", &zeros),
            ("unit", &unit),
            ("ones", &ones),
            ("hilbert", &hilbert),
            ("dependent", &dependent),
            ("graded", &graded),
            ("huge", &huge),
            ("tiny", &tiny),
        ] {
            assert_decomposed("qr", a, what);
            assert_decomposed("svd", a, what);
            assert_decomposed("svd", &a.transposed(), what);
            if rows == columns {
                assert_decomposed("eigh", a, what);
            }
        }
    }
}

/// Eigenvalues that lie together, and the largest beside the smallest.
#[test]
fn known_eigenvalues() {
    for n in [2, 3, 5, 8, 11] {
        let random = Matrix::new(n, n, numbers(n * n, 9));
        let q = results("qr", &random).remove(0);
        let clusters = |i: usize| (i / 2) as f64 + 1e-9 * (i % 2) as f64;
        let signs = |i: usize| if i < n / 2 { -1.0 } else { 2.0 };
        let powers = |i: usize| 10_f64.powi(i as i32 - 4);
        for value in [&clusters as &dyn Fn(usize) -> f64, &signs, &powers] {
            let values: Vec<f64> = (0..n).map(value).collect();
            let a = q.times(&Matrix::diagonal(&values)).times(&q.transposed());
            let found = results("eigh", &a).remove(0);
            assert_same(
                &found,
                &Matrix::new(1, n, values.clone()),
                1e-14,
                "eigenvalues",
            );
            let mut sizes: Vec<f64> = values.iter().map(|x| x.abs()).collect();
            sizes.sort_by(|a, b| b.total_cmp(a));
            let found = results("svd", &a).remove(1);
            assert_same(&found, &Matrix::new(1, n, sizes), 1e-14, "singular values");
        }
        // The second difference, whose eigenvalues are known.
        let laplace = Matrix::from(n, n, |i, j| match i.abs_diff(j) {
            0 => 2.0,
            1 => -1.0,
            _ => 0.0,
        });
        let half = |k: usize| (k as f64 * std::f64::consts::PI / (2 * n + 2) as f64).sin();
        let expected = (1..=n).map(|k| 4.0 * half(k) * half(k));
        let found = results("eigh", &laplace).remove(0);
        let expected = Matrix::new(1, n, expected.collect());
        let bound = 2.0 * n as f64 * f64::EPSILON;
        assert_same(&found, &expected, bound, "differences");
    }
}

/// A matrix of diagonal 2 by 2 blocks has the closed forms of these.
#[test]
fn closed_forms_of_two_by_two() {
    for [a, b, c] in [
        [1.0, 2.0, 3.0],
        [2.0, 0.0, 2.0],
        [0.0, 1.0, 0.0],
        [1.0, 1e-9, 1.0],
    ] {
        let matrix = Matrix::new(2, 2, vec![a, b, b, c]);
        let (middle, radius) = ((a + c) / 2.0, f64::hypot((a - c) / 2.0, b));
        let found = results("eigh", &matrix).remove(0);
        let expected = Matrix::new(1, 2, vec![middle - radius, middle + radius]);
        assert_same(&found, &expected, 4e-16, "eigenvalues");
    }
    let found = results("qr", &Matrix::new(2, 2, vec![3.0, 1.0, -4.0, 2.0]));
    assert_same(
        &found[0],
        &Matrix::new(2, 2, vec![0.6, 0.8, -0.8, 0.6]),
        4e-16,
        "q",
    );
    assert_same(
        &found[1],
        &Matrix::new(2, 2, vec![5.0, -1.0, 0.0, 2.0]),
        4e-16,
        "r",
    );
}

/// Also of matrices that are not square, at points where all values differ.
#[test]
fn derivatives_of_oblong_matrices() {
    for (rows, columns) in [(2, 1), (3, 2), (4, 2), (5, 3)] {
        // Columns of different lengths.
        let numbers = numbers(rows * columns, 17);
        let tall = Matrix::from(rows, columns, |i, j| {
            let diagonal = if i == j { 1.0 + 1.5 * i as f64 } else { 0.0 };
            0.3 * numbers[i * columns + j] + diagonal
        });
        check("qr", &function("qr", rows, columns), &tall.elements);
        // Rotations take long in debug builds.
        if columns == 3 || rows == 4 {
            continue;
        }
        check("svd", &function("svd", rows, columns), &tall.elements);
        let wide = tall.transposed();
        check("svd", &function("svd", columns, rows), &wide.elements);
    }
}

/// Equal values have a derivative as long as they are exchangeable, and vectors have none.
#[test]
fn equal_values() {
    for n in [2, 3, 4] {
        let unit = Matrix::diagonal(&vec![1.0; n]);
        for (op, what) in [(Algebra::EighValues, "trace"), (Algebra::SvdValues, "norm")] {
            let sum = graph(&[&[n, n]], |b, x| vec![b.algebra(op, x).unwrap().sum(&[0])]);
            let gradient = graph_autodiff::gradient(&sum, &[0]).unwrap();
            let found = evaluate(&gradient, &unit.elements);
            assert_close(&found[1..], &unit.elements, 1e-15, what);
        }
        for op in [Algebra::EighVectors, Algebra::SvdU, Algebra::SvdVt] {
            let function = super::graph(op, &[vec![n, n]]);
            let forward = graph_autodiff::forward(&function, &[0]).unwrap();
            let found = evaluate(
                &forward,
                &[unit.elements.clone(), numbers(n * n, 2)].concat(),
            );
            assert!(
                found[n * n..].iter().any(|x| !x.is_finite()),
                "{op:?} of {n}"
            );
        }
    }
}

/// Of dependent columns: `q` is orthonormal, and the derivative is not finite.
#[test]
fn dependent_columns_have_no_derivative() {
    let a = Matrix::new(3, 2, vec![1.0, 2.0, 2.0, 4.0, -1.0, -2.0]);
    assert_decomposed("qr", &a, "dependent");
    let function = super::graph(Algebra::QrQ, &[vec![3, 2]]);
    let forward = graph_autodiff::forward(&function, &[0]).unwrap();
    let found = evaluate(&forward, &[a.elements, numbers(6, 4)].concat());
    assert!(
        found[6..].iter().any(|x| !x.is_finite() || x.abs() > 1e12),
        "{found:?}"
    );
}

#[test]
fn a_nan_stays() {
    for n in [1, 2, 3, 5] {
        for place in 0..n * n {
            let mut a = Matrix::new(n, n, regular(n, 3));
            a.elements[place] = f64::NAN;
            for name in ["expm", "qr", "eigh", "svd", "logdet", "cholesky"] {
                let found = evaluate(&function(name, n, n), &a.elements);
                assert!(found.iter().any(|x| x.is_nan()), "{name} of {n}: {found:?}");
            }
        }
    }
}

#[test]
fn empty_matrices() {
    for (name, rows, columns) in [
        ("qr", 3, 0),
        ("qr", 0, 0),
        ("svd", 3, 0),
        ("svd", 0, 2),
        ("expm", 0, 0),
    ] {
        assert_eq!(
            evaluate(&function(name, rows, columns), &[]),
            [0.0; 0],
            "{name}"
        );
    }
}

#[test]
fn exponentials() {
    let exp = |a: &Matrix| results("expm", a).remove(0);
    // A rotation.
    for angle in [1e-9, 0.3, 2.0, 20.0, 500.0] {
        let a = Matrix::new(2, 2, vec![0.0, -angle, angle, 0.0]);
        let (s, c) = f64::sin_cos(angle);
        let expected = Matrix::new(2, 2, vec![c, -s, s, c]);
        assert_same(&exp(&a), &expected, 1e-15 * angle.max(4.0), "a rotation");
    }
    for n in [1, 2, 3, 4, 7, 9] {
        let unit = Matrix::diagonal(&vec![1.0; n]);
        assert_eq!(exp(&Matrix::from(n, n, |_, _| 0.0)).elements, unit.elements);
        // The series of a nilpotent matrix ends.
        let shift = Matrix::from(n, n, |i, j| f64::from(u8::from(j == i + 1)) * 3.0);
        let power = |k: usize| (1..=k).map(|i| 3.0 / i as f64).product::<f64>();
        let expected = Matrix::from(n, n, |i, j| if j >= i { power(j - i) } else { 0.0 });
        assert_same(&exp(&shift), &expected, 2e-15, "nilpotent");
        let values: Vec<f64> = (0..n).map(|i| 5.0 * i as f64 - 20.0).collect();
        let expected = values.iter().map(|x| x.exp()).collect::<Vec<_>>();
        let found = exp(&Matrix::diagonal(&values));
        assert_same(&found, &Matrix::diagonal(&expected), 2e-14, "a diagonal");
        for size in [1e-3, 1.0, 8.0] {
            let a = Matrix::new(n, n, numbers(n * n, 6).iter().map(|x| size * x).collect());
            let minus = Matrix::from(n, n, |i, j| -a.at(i, j));
            let (there, back) = (exp(&a), exp(&minus));
            let bound = 4e-15 * there.largest() * back.largest() * n as f64;
            assert_same(&there.times(&back), &unit, bound, "the inverse");
            let twice = exp(&Matrix::from(n, n, |i, j| 2.0 * a.at(i, j)));
            assert_same(&there.times(&there), &twice, 1e-13, "the square");
        }
    }
    // Large norms lose as many digits, and are NaN in the end.
    let slow = exp(&Matrix::diagonal(&[-1e9, -1.0]));
    assert_close(
        &[slow.at(0, 0), slow.at(1, 1)],
        &[0.0, f64::exp(-1.0)],
        1e-6,
        "decay",
    );
    for size in [6e9, 1e300, f64::INFINITY] {
        assert!(exp(&Matrix::diagonal(&[-size, -1.0])).elements[3].is_nan());
    }
}

/// The derivative of the exponential is a block of that of a larger matrix.
#[test]
fn derivatives_of_exponentials() {
    for n in [1, 2, 3, 5] {
        for size in [0.1, 1.0, 9.0, 60.0] {
            let a = Matrix::new(n, n, numbers(n * n, 6).iter().map(|x| size * x).collect());
            let direction = Matrix::new(n, n, numbers(n * n, 8));
            let forward = graph_autodiff::forward(&function("expm", n, n), &[0]).unwrap();
            let inputs = [&a.elements[..], &direction.elements].concat();
            let found = evaluate(&forward, &inputs)[n * n..].to_vec();
            let blocks = Matrix::from(2 * n, 2 * n, |i, j| match (i < n, j < n) {
                (true, true) => a.at(i, j),
                (false, false) => a.at(i - n, j - n),
                (true, false) => direction.at(i, j - n),
                (false, true) => 0.0,
            });
            let whole = results("expm", &blocks).remove(0);
            let expected = Matrix::from(n, n, |i, j| whole.at(i, j + n));
            let what = format!("{size} of {n}");
            assert_same(
                &Matrix::new(n, n, found),
                &expected,
                1e-13 * size.max(1.0),
                &what,
            );
        }
    }
}

/// Both results of a function come from one loop.
#[test]
fn results_share_what_they_have_in_common() {
    let loops = |graph: &Graph| {
        let prepared = graph_ir::passes::prepare(graph).unwrap();
        let ops = prepared.ids().map(|id| prepared.op(id));
        ops.filter(|op| matches!(op, graph_ir::ops::Op::Scan(..)))
            .count()
    };
    assert_eq!(loops(&function("eigh", 5, 5)), 1);
    assert_eq!(loops(&function("qr", 5, 5)), 2);
    let gradient =
        graph_autodiff::gradient(&weighted_squares("eigh", &Matrix::pattern(5, 5)), &[0]);
    assert_eq!(loops(&gradient.unwrap()), 1);
    let hilbert = Matrix::new(6, 6, hilbert(6));
    assert_decomposed("eigh", &hilbert, "ill conditioned");
}
