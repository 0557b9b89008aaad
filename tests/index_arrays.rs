//! Arrays of indices as arguments: connections, labels, observations.

use adgraph::derivative::Evaluator;
use adgraph::{Float, graph};

graph! {
    type Point = [f64; 2];

    /// The energy of springs of length 1 between points.
    #[derivatives(hessian, hessian_product, sparse_hessian, batch)]
    #[check(range = 0.5..3.0)]
    pub fn energy(#[shared] ends: &[[usize; 2]; 6], x: [Point; 4], #[dynamic] stiffness: f64) -> f64 {
        let mut sum = 0.0;
        for [i, j] in ends {
            let stretch = norm(x[i] - x[j]) - 1.0;
            sum += 0.5 * stiffness * stretch * stretch;
        }
        sum
    }

    /// The same in a loop that stays a loop.
    #[derivatives(hessian)]
    pub fn kept(ends: &[[usize; 2]; 6], x: [Point; 4], #[dynamic] stiffness: f64) -> f64 {
        let mut sum = 0.0;
        #[unroll(never)]
        for e in 0..6 {
            let stretch = norm(x[ends[e][0]] - x[ends[(e, 1)]]) - 1.0;
            sum += 0.5 * stiffness * stretch * stretch;
        }
        sum
    }

    /// Forces, added where they pull.
    #[derivatives(jacobian)]
    pub fn forces(ends: [[usize; 2]; 6], x: [Point; 4]) -> [Point; 4] {
        let mut force = [[0.0; 2]; 4];
        for [i, j] in ends {
            let pull = x[j] - x[i];
            force[i] += pull;
            force[j] -= pull;
        }
        force
    }

    /// The same without loops.
    #[derivatives(jacobian)]
    pub fn added(ends: &[[usize; 2]; 6], x: [Point; 4]) -> [Point; 4] {
        let first = ends[(.., 0)];
        let second = ends[(.., 1)];
        let pull = x[second] - x[first];
        scatter_add(pull, first, 4) - scatter_add(pull, second, 4)
    }

    /// Along an inner axis, at positions of rank 2, and at one of rank 0.
    #[derivatives(hessian)]
    pub fn axes(x: [[[f64; 2]; 3]; 2], at: &[[usize; 2]; 3], n: usize) -> f64 {
        let sums = scatter_add(x, at, 5, axis = 1);
        let one = x[0][0].scatter_add(n, 3, axis = 0);
        sum(sums * sums * sums) + sum(one * one)
    }

    /// Gathered as a whole, and counted.
    pub fn picked<T: Float>(x: [T; 5], at: [usize; 3], #[dynamic] w: [T; 3]) -> T {
        dot(x[at], w) + at[0] as T
    }

    /// The likelihood of observations of a hidden Markov model.
    pub fn forward(start: [f64; 2], step: [[f64; 2]; 2], emit: [[f64; 3]; 2], seen: &[usize; 40]) -> f64 {
        let mut belief = start * emit[(.., seen[0])];
        #[unroll(never)]
        for t in 1..40 {
            belief = matmul(belief, step) * emit[(.., seen[t])];
        }
        ln(sum(belief))
    }

    /// As many indices as no stack should hold twice.
    pub fn large(x: [f64; 3], at: &[usize; 100_000]) -> f64 {
        let mut sum = 0.0;
        for i in at { sum += x[i] * x[i]; }
        sum
    }

    fn twice<const N: usize, const M: usize>(x: [f64; M], at: &[usize; N]) -> f64 {
        sum(x[at]) + N as f64
    }

    /// By functions of the block, at indices that are data and at some that are not.
    pub fn called(x: [f64; 4], at: [usize; 2]) -> f64 { twice(x, at) * twice(x, [0, 3, 3]) }

    /// No indices, and one.
    pub fn empty(x: [f64; 2], at: [usize; 0], one: [usize; 1]) -> f64 { sum(x[at]) + x[one][0] }
}

const ENDS: [[usize; 2]; 6] = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3]];
const X: [[f64; 2]; 4] = [[0.1, 0.2], [1.3, -0.1], [1.2, 1.4], [-0.2, 0.9]];

/// The energy and its gradient, by hand.
fn by_hand(ends: &[[usize; 2]], x: &[[f64; 2]; 4], stiffness: f64) -> (f64, [[f64; 2]; 4]) {
    let (mut sum, mut gradient) = (0.0, [[0.0; 2]; 4]);
    for &[i, j] in ends {
        let d = [x[i][0] - x[j][0], x[i][1] - x[j][1]];
        let length = d[0].hypot(d[1]);
        sum += 0.5 * stiffness * (length - 1.0).powi(2);
        for axis in 0..2 {
            let slope = stiffness * (length - 1.0) * d[axis] / length;
            gradient[i][axis] += slope;
            gradient[j][axis] -= slope;
        }
    }
    (sum, gradient)
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * (1.0 + b.abs())
}

fn assert_close(found: &[[f64; 2]; 4], expected: &[[f64; 2]; 4]) {
    let pairs = found.as_flattened().iter().zip(expected.as_flattened());
    assert!(
        pairs.clone().all(|(&a, &b)| close(a, b)),
        "{found:?}, {expected:?}"
    );
}

#[test]
fn springs_whose_ends_are_data() {
    let other = [[3, 1], [0, 2], [2, 1], [1, 3], [0, 1], [2, 3]];
    for ends in [&ENDS, &other] {
        let (value, gradient) = by_hand(ends, &X, 2.5);
        let (found, d) = energy::gradient(ends, X, 2.5);
        assert!(close(found, value) && close(energy(ends, X, 2.5), value));
        assert_close(&d.x, &gradient);
        let (found, d) = kept::gradient(ends, X, 2.5);
        assert!(close(found, value));
        assert_close(&d.x, &gradient);
        let (one, other) = (energy::hessian(ends, X, 2.5), kept::hessian(ends, X, 2.5));
        let entries = energy::sparse_hessian(ends, X, 2.5);
        let mut sparse = [[0.0; 8]; 8];
        for (row, column, entry) in energy::SPARSITY_HESSIAN.triplets(&entries) {
            (sparse[row][column], sparse[column][row]) = (entry, entry);
        }
        for row in 0..8 {
            let mut direction = energy::Tangent::ZERO;
            direction.x.as_flattened_mut()[row] = 1.0;
            let product = energy::hessian_product(ends, X, 2.5, &direction).x;
            for column in 0..8 {
                let expected = product.as_flattened()[column];
                assert!(close(one[row][column], expected) && close(other[row][column], expected));
                assert!(close(sparse[row][column], expected));
            }
        }
    }
    energy::check().assert();
}

#[test]
fn a_batch_shares_its_indices() {
    let points: Vec<[[f64; 2]; 4]> = (0..19)
        .map(|n| X.map(|row| row.map(|x| x * (1.0 + 0.1 * f64::from(n)))))
        .collect();
    let column = |i: usize, j: usize| points.iter().map(|x| x[i][j]).collect::<Vec<f64>>();
    let columns: [[Vec<f64>; 2]; 4] =
        std::array::from_fn(|i| std::array::from_fn(|j| column(i, j)));
    let columns: [[&[f64]; 2]; 4] =
        std::array::from_fn(|i| std::array::from_fn(|j| &columns[i][j][..]));
    let stiffness = vec![2.5; points.len()];
    let mut values = vec![0.0; points.len()];
    energy::batch::value(&ENDS, columns, &stiffness, &mut values);
    for (x, value) in points.iter().zip(values) {
        assert_eq!(value, energy(&ENDS, *x, 2.5));
    }
}

#[test]
fn forces_are_added_where_they_pull() {
    let found = forces(ENDS, X);
    let mut expected = [[0.0; 2]; 4];
    for [i, j] in ENDS {
        for axis in 0..2 {
            expected[i][axis] += X[j][axis] - X[i][axis];
            expected[j][axis] -= X[j][axis] - X[i][axis];
        }
    }
    assert_close(&found, &expected);
    // All four points are connected: the Laplacian of the complete graph.
    let jacobian = forces::jacobian(ENDS, X);
    for (row, line) in jacobian.iter().enumerate() {
        for (column, &entry) in line.iter().enumerate() {
            let same_axis = row % 2 == column % 2;
            let laplacian = if row == column { -3.0 } else { 1.0 };
            assert_eq!(entry, if same_axis { laplacian } else { 0.0 });
        }
    }
}

#[test]
fn parts_are_added_at_positions() {
    let other = [[3, 1], [0, 2], [2, 1], [1, 3], [0, 0], [2, 3]];
    for ends in [&ENDS, &other] {
        assert_close(&added(ends, X), &forces(*ends, X));
        let pairs = [added::jacobian(ends, X), forces::jacobian(*ends, X)];
        assert_eq!(pairs[0], pairs[1]);
    }
    let x = [
        [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]],
        [[-1.0, 0.5], [2.0, 0.25], [1.5, -3.0]],
    ];
    let at = [[0, 4], [4, 1], [2, 4]];
    let mut sums = [[0.0_f64; 5]; 2];
    for (row, x) in sums.iter_mut().zip(&x) {
        for (at, x) in at.as_flattened().iter().zip(x.as_flattened()) {
            row[*at] += x;
        }
    }
    let cubes: f64 = sums.as_flattened().iter().map(|s| s.powi(3)).sum();
    let (value, d) = axes::gradient(x, &at, 2);
    assert!(close(value, cubes + 1.0 + 4.0));
    for (i, (row, x)) in sums.iter().zip(&x).enumerate() {
        for (j, (at, x)) in at.as_flattened().iter().zip(x.as_flattened()).enumerate() {
            let own = if i == 0 && j < 2 { 2.0 * x } else { 0.0 };
            assert!(close(
                d.x[i].as_flattened()[j],
                3.0 * row[*at].powi(2) + own
            ));
        }
    }
    let hessian = axes::hessian(x, &at, 2);
    // Elements 1 and 2 of the first row meet at position 4.
    assert!(close(hessian[1][2], 6.0 * sums[0][4]) && hessian[0][1] == 0.0);
}

#[test]
fn they_are_written_as_rust() {
    let text = adgraph::json::rust::to_string(&added::graph()).expect("a text");
    assert!(text.contains("ends: [[usize; 2]; 6]"), "{text}");
    assert_eq!(text.matches("scatter_add(").count(), 2, "{text}");
}

#[test]
fn floats_of_any_type_are_picked() {
    let x = [1.0, 2.0, 4.0, 8.0, 16.0];
    assert_eq!(
        picked(x, [4, 0, 4], [1.0, 10.0, 100.0]),
        16.0 + 10.0 + 1600.0 + 4.0
    );
    let (_, d) = picked::gradient(x, [4, 0, 4], [1.0, 10.0, 100.0]);
    assert_eq!(d.x, [10.0, 0.0, 0.0, 0.0, 101.0]);
    let (_, d) = picked::gradient(x.map(|x| x as f32), [1, 1, 1], [1.0, 2.0, 3.0]);
    assert_eq!(d.x, [0.0, 6.0, 0.0, 0.0, 0.0]);
}

#[test]
fn observations_choose_columns() {
    let seen: [usize; 40] = std::array::from_fn(|t| (t * t + t / 3) % 3);
    let (start, step) = ([0.6, 0.4], [[0.7, 0.3], [0.2, 0.8]]);
    let emit = [[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]];
    let by_hand = |start: [f64; 2]| {
        let mut belief = [start[0] * emit[0][seen[0]], start[1] * emit[1][seen[0]]];
        for &s in &seen[1..] {
            belief = [
                (belief[0] * step[0][0] + belief[1] * step[1][0]) * emit[0][s],
                (belief[0] * step[0][1] + belief[1] * step[1][1]) * emit[1][s],
            ];
        }
        (belief[0] + belief[1]).ln()
    };
    let (value, d) = forward::gradient(start, step, emit, &seen);
    assert!(close(value, by_hand(start)));
    // The likelihood is linear in the start, so its difference is exact up to rounding.
    let (one, other) = (by_hand([1.0, 0.0]), by_hand([0.0, 1.0]));
    for (found, part) in d.start.iter().zip([one, other]) {
        assert!(close(*found, (part - value).exp()), "{found} {part}");
    }
}

#[test]
fn many_indices_are_not_copied() {
    let at: Box<[usize; 100_000]> = (0..100_000)
        .map(|i| i % 3)
        .collect::<Vec<_>>()
        .try_into()
        .expect("as many");
    // A copy of the indices would not fit this stack.
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    let run = move || {
        let (value, d) = large::gradient([1.0, 2.0, 3.0], &at);
        assert_eq!(value, 33334.0 + 33333.0 * 4.0 + 33333.0 * 9.0);
        assert_eq!(d.x, [66668.0, 133_332.0, 199_998.0]);
    };
    thread
        .spawn(run)
        .expect("a thread")
        .join()
        .expect("no overflow");
}

#[test]
fn functions_of_the_block_and_empty_arrays() {
    let x = [1.0, 2.0, 4.0, 8.0];
    assert_eq!(called(x, [1, 2]), 8.0 * 20.0);
    assert_eq!(empty([5.0, 7.0], [], [1]), 7.0);
}

#[test]
fn graphs_take_them_as_integers() {
    let mut function = Evaluator::<f64>::new(&energy::graph()).expect("an evaluator");
    let ends: Vec<i64> = ENDS.as_flattened().iter().map(|&i| i as i64).collect();
    function.set_parameter(0, &ends[..]).expect("the ends");
    function.set_parameter(2, [2.5]).expect("the stiffness");
    let value = function.value(X.as_flattened()).expect("a value")[0];
    assert_eq!(value, energy(&ENDS, X, 2.5));
}

#[test]
fn positions_outside_of_the_array_panic() {
    for wrong in [4, usize::MAX] {
        let ends = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, wrong]];
        let found = std::panic::catch_unwind(|| kept(&ends, X, 1.0)).expect_err("out of range");
        let text = found.downcast_ref::<String>().expect("a text");
        assert!(
            text.starts_with("index out of bounds: the len is 4"),
            "{text}"
        );
    }
}
