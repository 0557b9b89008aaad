//! Sorting in generated code: values, derivatives, requests, batches, against std's stable sort.

use adgraph::{Float, graph};

graph! {
    /// Weighted order statistics of few numbers.
    #[derivatives(jacobian, hessian, sparse_hessian, batch)]
    pub fn few(x: [f64; 5], w: [f64; 5]) -> f64 {
        let y = sort(x);
        dot(y * y, w) + y[0] * y[4]
    }

    /// Of more numbers than are compared one with another.
    #[derivatives(jacobian, hessian, sparse_hessian, batch)]
    pub fn many(x: [f64; 19], w: [f64; 19]) -> f64 {
        let y = sort(x);
        dot(y * y, w) + y[0] * y[18]
    }

    /// Sorted along either axis, in loops.
    pub fn tables(x: &[[f64; 40]; 30]) -> ([[f64; 40]; 30], [[f64; 40]; 30]) {
        (sort(x), sort(x, axis = 0))
    }

    /// Positions are indices into something else, and numbers.
    pub fn order(x: [f64; 18], y: [[f64; 2]; 18]) -> ([[f64; 2]; 18], [f64; 2], f64) {
        let p = argsort(x);
        (y[p], y[p[17]], p[16] as f64)
    }

    /// The median of three, and a sorted table, of either float.
    pub fn generic<T: Float>(x: [T; 3], table: [T; 20]) -> (T, [T; 20]) {
        (sort(x)[1], sort(table - x[0]))
    }

    /// The mean without the largest and the smallest numbers, in a kept loop.
    pub fn trimmed(x: [[f64; 10]; 200]) -> f64 {
        let mut total = 0.0;
        for i in 0..200 {
            total += mean(sort(x[i])[2..8]);
        }
        total
    }

    /// The order is that of a constant table.
    pub fn constant(x: [f64; 12]) -> [f64; 12] {
        const KEYS: [f64; 12] = [5.0, 3.0, 9.0, 1.0, 0.5, 7.0, 3.0, 2.0, 8.0, 6.0, 4.0, 0.0];
        x[argsort(KEYS)]
    }
}

/// Numbers with ties and both zeros.
fn numbers<const N: usize>(seed: u32) -> [f64; N] {
    let mut state = seed;
    std::array::from_fn(|_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match state >> 28 {
            0 => -0.0,
            other => f64::from(other) - 7.0,
        }
    })
}

/// The order, by std.
fn expected(x: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|&i, &j| x[i].partial_cmp(&x[j]).expect("numbers"));
    order
}

fn bits(x: impl IntoIterator<Item = f64>) -> Vec<u64> {
    x.into_iter().map(f64::to_bits).collect()
}

#[test]
fn derivatives_are_permutations() {
    for seed in 0..40 {
        macro_rules! check {
            ($name:ident, $n:literal) => {
                let (x, w) = (numbers::<$n>(seed), numbers::<$n>(seed + 1));
                let order = expected(&x);
                let [first, last] = [order[0], order[$n - 1]];
                let (value, d) = $name::gradient(x, w);
                let squares: f64 = order.iter().zip(&w).map(|(&i, w)| x[i] * x[i] * w).sum();
                assert_eq!(value, squares + x[first] * x[last]);
                let mut by_x = [0.0; $n];
                let mut hessian = [[0.0; 2 * $n]; 2 * $n];
                for (place, &i) in order.iter().enumerate() {
                    by_x[i] = 2.0 * x[i] * w[place];
                    hessian[i][i] = 2.0 * w[place];
                    hessian[i][$n + place] = 2.0 * x[i];
                    hessian[$n + place][i] = 2.0 * x[i];
                    assert_eq!(d.w[place], x[i] * x[i]);
                }
                by_x[first] += x[last];
                by_x[last] += x[first];
                hessian[first][last] += 1.0;
                hessian[last][first] += 1.0;
                assert_eq!(d.x, by_x);
                let all: Vec<f64> = d.x.into_iter().chain(d.w).collect();
                assert_eq!($name::jacobian(x, w)[0][..], all);
                assert_eq!($name::hessian(x, w), hessian);
                let pattern = $name::SPARSITY_HESSIAN;
                let entries = $name::sparse_hessian(x, w);
                for ((row, column), entry) in pattern.places().zip(entries) {
                    assert_eq!(entry, hessian[row][column], "{row}, {column}");
                }
                let t = $name::tangent(x, w, &$name::Tangent { x: w, w: x });
                let slope =
                    |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
                assert_eq!(t.1, slope(&by_x, &w) + slope(&d.w, &x));
            };
        }
        check!(few, 5);
        check!(many, 19);
    }
}

#[test]
fn batches_have_the_bits_of_single_calls() {
    for n in [1, 7, 8, 29] {
        macro_rules! check {
            ($name:ident, $n:literal) => {
                let points: Vec<[f64; $n]> = (0..n).map(|i| numbers(i)).collect();
                let w = numbers::<$n>(77);
                let columns: [Vec<f64>; $n] =
                    std::array::from_fn(|i| points.iter().map(|x| x[i]).collect());
                let weights: [Vec<f64>; $n] = w.map(|w| vec![w; points.len()]);
                let mut values = vec![0.0; points.len()];
                $name::batch::value(
                    columns.each_ref().map(|column| &column[..]),
                    weights.each_ref().map(|column| &column[..]),
                    &mut values,
                );
                let single = points.iter().map(|&x| $name(x, w));
                assert_eq!(bits(values), bits(single));
            };
        }
        check!(few, 5);
        check!(many, 19);
    }
}

#[test]
fn tables_are_sorted_along_either_axis() {
    let flat: [f64; 1200] = numbers(5);
    let x: [[f64; 40]; 30] = std::array::from_fn(|i| std::array::from_fn(|j| flat[40 * i + j]));
    let (rows, columns) = tables(&x);
    for (row, sorted) in x.iter().zip(&rows) {
        assert_eq!(
            bits(*sorted),
            bits(expected(row).into_iter().map(|i| row[i]))
        );
    }
    for j in 0..40 {
        let column: Vec<f64> = x.iter().map(|row| row[j]).collect();
        let sorted = columns.iter().map(|row| row[j]);
        assert_eq!(
            bits(sorted),
            bits(expected(&column).into_iter().map(|i| column[i]))
        );
    }
}

#[test]
fn positions_are_indices_and_numbers() {
    let x: [f64; 18] = numbers(9);
    let y: [[f64; 2]; 18] = std::array::from_fn(|i| [i as f64, -1.0]);
    let (moved, last, before) = order(x, y);
    let positions = expected(&x);
    assert_eq!(moved.map(|row| row[0] as usize)[..], positions);
    assert_eq!(last[0] as usize, positions[17]);
    assert_eq!(before as usize, positions[16]);
}

#[test]
fn either_float_and_the_executor_give_the_same() {
    let table: [f64; 20] = numbers(3);
    let single = generic([2.0_f32, f32::NAN, -1.0], table.map(|x| x as f32));
    let double = generic([2.0_f64, f64::NAN, -1.0], table);
    assert_eq!((single.0, double.0), (2.0, 2.0));
    assert_eq!(single.1.map(f64::from), double.1);
    let order = expected(&table);
    let sorted: [f64; 20] = std::array::from_fn(|i| table[order[i]] - 2.0);
    assert_eq!(double.1, sorted);
}

#[test]
fn a_loop_sorts_each_row() {
    let flat: [f64; 2000] = numbers(21);
    let x: [[f64; 10]; 200] = std::array::from_fn(|i| std::array::from_fn(|j| flat[10 * i + j]));
    let (value, d) = trimmed::gradient(x);
    let mut total = 0.0;
    for (row, d) in x.iter().zip(&d.x) {
        let order = expected(row);
        total += order[2..8].iter().map(|&i| row[i]).sum::<f64>() / 6.0;
        for (place, &i) in order.iter().enumerate() {
            let expected = if (2..8).contains(&place) {
                1.0 / 6.0
            } else {
                0.0
            };
            assert_eq!(d[i], expected);
        }
    }
    assert!((value - total).abs() < 1e-12);
    assert_eq!(
        constant(std::array::from_fn(|i| i as f64)),
        [11.0, 4.0, 3.0, 7.0, 1.0, 6.0, 10.0, 0.0, 9.0, 5.0, 8.0, 2.0]
    );
}
