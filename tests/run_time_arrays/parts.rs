//! Elements and rows at positions along several axes, of arrays that loops change and of others.

use adgraph::{Rows, graph};

use crate::common::slope;

graph! {
    /// The most worth of things of a total weight below the number of columns, row after row in
    /// turns.
    #[derivatives(only(value, gradient))]
    pub fn knapsack<const T: usize, const W: usize>(
        worth: &[f64; T],
        weight: &[usize; T],
        room: &[f64; W],
    ) -> f64 {
        let mut best = zeros([2, W]);
        #[unroll(never)]
        for i in 0..T {
            #[unroll(never)]
            for c in 0..W {
                best[(i + 1) % 2][c] = best[i % 2][c];
                if c >= weight[i] {
                    let taken = best[i % 2][c - weight[i]] + worth[i];
                    best[(i + 1) % 2][c] = max(best[i % 2][c], taken);
                }
            }
        }
        best[0][W - 1] * room[W - 1]
    }
    #[derivatives(only(value, gradient))]
    pub fn knapsack_6_12(worth: &[f64; 6], weight: &[usize; 6], room: &[f64; 12]) -> f64 {
        knapsack(worth, weight, room)
    }

    /// Columns by their number, in the other spelling.
    #[derivatives(hessian_product)]
    pub fn columns<const N: usize>(x: &[f64; N], at: &[usize; N]) -> f64 {
        let mut a = ones([N, 3]);
        #[unroll(never)]
        for k in at {
            a[(k, 0)] = x[k] + 0.5 * a[(k, 1)];
            a[(k / 2, 2)] *= a[(k, 0)] * sin(x[k]);
            a[(0, 1)] += 0.1 * a[(N - 1, 2)];
        }
        sum(a * a)
    }
    #[derivatives(only(value, gradient))]
    pub fn columns_4(x: &[f64; 4], at: &[usize; 4]) -> f64 { columns(x, at) }
    #[derivatives(only(value, gradient))]
    pub fn columns_30(x: &[f64; 30], at: &[usize; 30]) -> f64 { columns(x, at) }

    /// Elements, rows and planes of an array of three axes, some of them in steps.
    #[derivatives(only(value, gradient))]
    pub fn planes<const N: usize>(x: &[f64; N], at: &[usize; N]) -> f64 {
        let mut a = broadcast(x, [2, 3, N]);
        let mut total = 0.0;
        #[unroll(never)]
        for k in at {
            let plane = a[k % 2];
            let row = plane[k % 3];
            total += row[k] * a[1][k % 3][k / 2] + plane[1][0];
            a[k % 2][2][k] = row[k / 2] * plane[(2, k)];
            a[(1, 0, k)] += 0.5 * sin(total);
        }
        total + sum(a * a)
    }
    #[derivatives(only(value, gradient))]
    pub fn planes_4(x: &[f64; 4], at: &[usize; 4]) -> f64 { planes(x, at) }
    #[derivatives(only(value, gradient))]
    pub fn planes_30(x: &[f64; 30], at: &[usize; 30]) -> f64 { planes(x, at) }

    /// Of a matrix that no loop changes, elements at positions that come with the call.
    #[derivatives(only(value, gradient))]
    pub fn sampled<const N: usize, const M: usize, const K: usize>(
        x: Rows<f64, N, M>,
        i: &[usize; K],
        j: &[usize; K],
    ) -> f64 {
        let mut total = 0.0;
        #[unroll(never)]
        for k in 0..K {
            total += x[i[k]][j[k]] * x[0][j[k]] * x[(i[k], 1)];
        }
        total + x[i[0]][j[0]]
    }
}

fn close(found: f64, expected: f64) {
    let error = (found - expected).abs();
    assert!(error < 1e-6 * (1.0 + expected.abs()), "{found} {expected}");
}

fn numbers<const N: usize>() -> ([f64; N], [usize; N]) {
    let x = std::array::from_fn(|i| 0.6 + 0.4 * (i as f64 * 1.7).sin());
    (x, std::array::from_fn(|i| (i * 7 + 3) % N))
}

#[test]
fn rows_in_turns() {
    let worth = [1.0, 4.5, 3.0, 2.5, 6.0, 1.5];
    let weight = [1, 4, 3, 2, 5, 3];
    let mut room = [1.0; 12];
    room[11] = 2.0;
    let mut best = [0.0; 12];
    for (worth, &weight) in worth.iter().zip(&weight) {
        for c in (weight..12).rev() {
            best[c] = f64::max(best[c], best[c - weight] + worth);
        }
    }
    let (value, d) = knapsack::gradient(&worth, &weight, &room);
    assert_eq!(value, 2.0 * best[11]);
    assert_eq!(d.room[11], best[11]);
    // Things of the weights 4, 2 and 5 are taken.
    assert_eq!(d.worth, [0.0, 2.0, 0.0, 2.0, 2.0, 0.0]);
    let (known, d_known) = knapsack_6_12::gradient(&worth, &weight, &room);
    assert_eq!((known, &d_known.worth[..]), (value, &d.worth[..]));
    assert_eq!(knapsack(&[], &[], &room), 0.0);
}

macro_rules! of_length {
    ($n:literal: $columns:ident $planes:ident) => {{
        let (x, at) = numbers::<$n>();
        same! {
            columns $columns: &x, &at;
            columns $columns::gradient: &x, &at;
            planes $planes: &x, &at;
            planes $planes::gradient: &x, &at;
        }
        for number in [0, 1, $n - 1] {
            let d = columns::gradient(&x, &at).1.x;
            close(d[number], slope(|x| columns(x, &at), &x, number));
            let d = planes::gradient(&x, &at).1.x;
            close(d[number], slope(|x| planes(x, &at), &x, number));
            let mut direction = vec![0.0; $n];
            direction[number] = 1.0;
            let direction = columns::Tangent { x: direction };
            let column = columns::hessian_product(&x, &at, &direction).x;
            let by = |x: &[f64]| columns::gradient(x, &at).1.x[1];
            close(column[1], slope(by, &x, number));
        }
    }};
}

#[test]
fn few_and_many_elements() {
    of_length!(4: columns_4 planes_4);
    of_length!(30: columns_30 planes_30);
}

#[test]
fn values_are_those_of_plain_rust() {
    let (x, at) = numbers::<30>();
    let mut a = [[1.0; 3]; 30];
    for &k in &at {
        a[k][0] = x[k] + 0.5 * a[k][1];
        a[k / 2][2] *= a[k][0] * x[k].sin();
        a[0][1] += 0.1 * a[29][2];
    }
    let expected: f64 = a.as_flattened().iter().map(|a| a * a).sum();
    close(columns(&x, &at), expected);
    let mut a = [[x; 3]; 2];
    let mut total = 0.0;
    for &k in &at {
        let plane = a[k % 2];
        let row = plane[k % 3];
        total += row[k] * a[1][k % 3][k / 2] + plane[1][0];
        a[k % 2][2][k] = row[k / 2] * plane[2][k];
        a[1][0][k] += 0.5 * total.sin();
    }
    let squares = a.as_flattened().as_flattened().iter().map(|a| a * a);
    close(planes(&x, &at), total + squares.sum::<f64>());
}

#[test]
fn elements_of_a_matrix_that_stays() {
    let x: Vec<f64> = (0..5 * 7).map(|i| (f64::from(i) * 0.7).sin()).collect();
    let (i, j) = ([0, 4, 2, 4, 4], [6, 0, 1, 3, 3]);
    let value = |x: &[f64]| sampled(Rows::new(x, 7), &i, &j);
    let expected: f64 = i
        .iter()
        .zip(&j)
        .map(|(i, j)| x[i * 7 + j] * x[*j] * x[i * 7 + 1])
        .sum();
    close(value(&x), expected + x[6]);
    let d = sampled::gradient(Rows::new(&x, 7), &i, &j).1.x;
    for number in 0..x.len() {
        close(d.elements()[number], slope(value, &x, number));
    }
}

/// Copies of rows or columns would take hours, and their adjoints more.
#[test]
fn time_and_memory_grow_with_the_iterations() {
    let x: Vec<f64> = (0..400_000).map(|i| f64::from(i % 17) * 0.01).collect();
    let at: Vec<usize> = (0..400_000).map(|i| (i * 7 + 3) % 400_000).collect();
    let d = columns::gradient(&x, &at).1.x;
    assert!((d[399_999] - slope(|x| columns(x, &at), &x, 399_999)).abs() < 1e-3);
    let matrix: Vec<f64> = (0..1000 * 1000).map(|i| f64::from(i % 13)).collect();
    let (i, j) = (&at[..100_000], &at[100_000..200_000]);
    let [i, j] = [i, j].map(|at| at.iter().map(|k| k % 1000).collect::<Vec<_>>());
    let (value, d) = sampled::gradient(Rows::new(&matrix, 1000), &i, &j);
    // The value is a sum of cubes and of a single number.
    let sum: f64 = d.x.elements().iter().zip(&matrix).map(|(d, x)| d * x).sum();
    let single = matrix[i[0] * 1000 + j[0]];
    close(sum, 3.0 * (value - single) + single);
}

#[test]
#[should_panic(expected = "the len is 7 but the index is 7")]
fn positions_outside_along_the_second_axis_are_refused() {
    let x = [1.0; 5 * 7];
    let _ = sampled(Rows::new(&x, 7), &[0, 1], &[6, 7]);
}
