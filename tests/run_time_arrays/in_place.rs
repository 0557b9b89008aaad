//! Arrays whose elements loops assign at computed positions.

use adgraph::graph;

use crate::common::slope;

graph! {
    /// A recurrence that looks back by half.
    #[derivatives(hessian_product)]
    pub fn halves<const N: usize>(x: &[f64; N]) -> f64 {
        let mut a = x;
        #[unroll(never)]
        for i in 1..N {
            a[i] = 0.5 * a[i / 2] * sin(x[i]) + a[i];
        }
        sum(a * a)
    }
    #[derivatives(only(value, gradient))]
    pub fn halves_5(x: &[f64; 5]) -> f64 { halves(x) }
    #[derivatives(only(value, gradient))]
    pub fn halves_40(x: &[f64; 40]) -> f64 { halves(x) }

    /// Elements change places, and grow.
    #[derivatives(hessian_product)]
    pub fn swaps<const N: usize>(x: &[f64; N], to: &[usize; N]) -> f64 {
        let mut a = x;
        #[unroll(never)]
        for i in 0..N {
            let own = a[i];
            a[i] = a[to[i]] * own;
            a[to[i]] = own;
        }
        sum(a * a * x)
    }
    #[derivatives(only(value, gradient))]
    pub fn swaps_5(x: &[f64; 5], to: &[usize; 5]) -> f64 { swaps(x, to) }
    #[derivatives(only(value, gradient))]
    pub fn swaps_40(x: &[f64; 40], to: &[usize; 40]) -> f64 { swaps(x, to) }

    /// A table of known length.
    #[derivatives(only(value, gradient))]
    pub fn weights<const N: usize>(x: &[f64; N], to: &[usize; N]) -> f64 {
        let mut table = zeros(100);
        #[unroll(never)]
        for i in 0..N {
            table[to[i]] += x[i] * x[i];
        }
        sum(table * table)
    }
    #[derivatives(only(value, gradient))]
    pub fn weights_5(x: &[f64; 5], to: &[usize; 5]) -> f64 { weights(x, to) }
    #[derivatives(only(value, gradient))]
    pub fn weights_40(x: &[f64; 40], to: &[usize; 40]) -> f64 { weights(x, to) }

    /// Neighbours in descending order, by exchanges under a condition.
    #[derivatives(hessian_product)]
    pub fn sorted<const N: usize>(x: &[f64; N]) -> f64 {
        let mut a = x;
        #[unroll(never)]
        for _ in 0..N {
            #[unroll(never)]
            for j in 0..N - 1 {
                if a[j] < a[j + 1] {
                    let left = a[j];
                    a[j] = a[j + 1];
                    a[j + 1] = left;
                }
            }
        }
        a[0].powi(2) + 2.0 * a[1] * a[2] + 3.0 * a[3].powi(3)
    }
    #[derivatives(only(value, gradient))]
    pub fn sorted_5(x: &[f64; 5]) -> f64 { sorted(x) }
    #[derivatives(only(value, gradient))]
    pub fn sorted_40(x: &[f64; 40]) -> f64 { sorted(x) }

    /// The least cost of two series laid side by side.
    #[derivatives(only(value, gradient))]
    pub fn alignment<const N: usize, const M: usize>(x: &[f64; N], y: &[f64; M]) -> f64 {
        let mut cost = zeros([N + 1, M + 1]);
        #[unroll(never)]
        for j in 0..M { cost[0][j + 1] = 100.0 + y[j]; }
        #[unroll(never)]
        for i in 0..N { cost[i + 1][0] = 100.0; }
        #[unroll(never)]
        for i in 0..N {
            #[unroll(never)]
            for j in 0..M {
                let least = min(cost[i][j], min(cost[i][j + 1], cost[i + 1][j]));
                cost[i + 1][j + 1] = (x[i] - y[j]).powi(2) + least;
            }
        }
        cost[N][M]
    }
    #[derivatives(only(value, gradient))]
    pub fn alignment_5_5(x: &[f64; 5], y: &[f64; 5]) -> f64 { alignment(x, y) }
    #[derivatives(only(value, gradient))]
    pub fn alignment_40_40(x: &[f64; 40], y: &[f64; 40]) -> f64 { alignment(x, y) }

    /// Neighbours at a computed position.
    #[derivatives(only(value, gradient))]
    pub fn blocks<const N: usize>(x: &[f64; N], to: &[usize; N]) -> f64 {
        let mut a = ones(N + 2);
        #[unroll(never)]
        for i in 0..N {
            let k = to[i];
            a[k..k + 3] = 0.5 * a[k..k + 3] * x[i] + [x[i], a[k + 2], 1.0];
        }
        sum(a * a)
    }
    #[derivatives(only(value, gradient))]
    pub fn blocks_5(x: &[f64; 5], to: &[usize; 5]) -> f64 { blocks(x, to) }
    #[derivatives(only(value, gradient))]
    pub fn blocks_40(x: &[f64; 40], to: &[usize; 40]) -> f64 { blocks(x, to) }

    /// Rows of a matrix and elements of its columns, a loop that ends early, and what was there
    /// before.
    pub fn mixed<const N: usize>(x: &[[f64; 3]; N], to: &[usize; N]) -> ([[f64; 3]; N], f64) {
        let mut a = x;
        let mut before = 0.0;
        #[unroll(never)]
        for i in 0..N {
            let old = a[to[i]];
            a[to[i]] = 0.5 * old + a[i];
            a[i][to[i] % 3] = before;
            before += sin(old[1]) + a[to[i]][2];
            if before > 6.0 { break; }
        }
        (a, before)
    }
    pub fn mixed_5(x: &[[f64; 3]; 5], to: &[usize; 5]) -> ([[f64; 3]; 5], f64) { mixed(x, to) }
    pub fn mixed_40(x: &[[f64; 3]; 40], to: &[usize; 40]) -> ([[f64; 3]; 40], f64) { mixed(x, to) }

    /// Elements at constant positions, which loops read and assign.
    #[derivatives(hessian_product)]
    pub fn rooted<const N: usize>(x: &[f64; N], to: &[usize; N]) -> f64 {
        let mut a = x;
        let mut last = 0.0;
        #[unroll(never)]
        for k in to {
            let old = a[0];
            a[k] = 0.5 * a[k] * a[0] + 0.1 * a[N - 1];
            if a[k] > a[0] { a[0] = 0.9 * a[k]; }
            a[1] += 0.1 * x[k] * a[1] * old;
            last += old * a[1];
        }
        sum(a * a) + last
    }
    #[derivatives(only(value, gradient))]
    pub fn rooted_5(x: &[f64; 5], to: &[usize; 5]) -> f64 { rooted(x, to) }
    #[derivatives(only(value, gradient))]
    pub fn rooted_40(x: &[f64; 40], to: &[usize; 40]) -> f64 { rooted(x, to) }

    /// Two rows, one after the other.
    #[derivatives(only(value, gradient))]
    pub fn rolling<const N: usize>(x: &[f64; N], to: &[usize; N]) -> f64 {
        let mut a = zeros([2, N]);
        #[unroll(never)]
        for k in to {
            a[0][k] += 0.5 * a[1][k / 2] + x[k] * x[k];
            a[1][k] = a[0][k] * a[1][0];
            a[1][0] += x[k];
        }
        sum(a * a)
    }
    #[derivatives(only(value, gradient))]
    pub fn rolling_5(x: &[f64; 5], to: &[usize; 5]) -> f64 { rolling(x, to) }
    #[derivatives(only(value, gradient))]
    pub fn rolling_40(x: &[f64; 40], to: &[usize; 40]) -> f64 { rolling(x, to) }

    /// A loop that need not run at all.
    #[derivatives(only(value, gradient))]
    pub fn products<const N: usize>(x: &[f64; N], n: usize) -> f64 {
        let mut product = 1.0;
        let mut k = 0;
        #[limit(50)]
        while k < n { product *= x[k]; k += 1; }
        product
    }
    /// Such loops in one that runs.
    pub fn triangular<const N: usize, const E: usize>(
        b: &[f64; N],
        values: &[f64; E],
        columns: &[usize; E],
        first: &[usize; N],
        count: &[usize; N],
    ) -> [f64; N] {
        let mut x = b;
        #[unroll(never)]
        for i in 0..N {
            let mut k = first[i];
            let end = first[i] + count[i];
            #[limit(20)]
            while k < end { x[i] -= values[k] * x[columns[k]]; k += 1; }
        }
        x
    }

    /// Elements and rows at positions that come with the call, outside of loops.
    #[derivatives(only(value, gradient))]
    pub fn picks<const N: usize>(x: &[f64; N], r: &[[f64; 3]; N], k: [usize; 3]) -> f64 {
        x[k[0]] * x[k[1]] - x[k[2]] * sin(x[k[0]]) + sum(r[k[0]] * r[k[1]]) * r[k[2]][k[0] % 3] + r[0][1]
    }
    #[derivatives(only(value, gradient))]
    pub fn picks_5(x: &[f64; 5], r: &[[f64; 3]; 5], k: [usize; 3]) -> f64 { picks(x, r, k) }
    #[derivatives(only(value, gradient))]
    pub fn picks_40(x: &[f64; 40], r: &[[f64; 3]; 40], k: [usize; 3]) -> f64 { picks(x, r, k) }

    #[derivatives(only(value, gradient))]
    pub fn first_twice<const N: usize>(x: &[f64; N], at: &[usize; N]) -> f64 {
        let mut a = x;
        #[unroll(never)]
        for i in 0..N {
            let old = a;
            a[at[i]] = 2.0 * old[0];
            a[0] += old[at[i]];
        }
        a[0]
    }
}

macro_rules! of_length {
    ($n:literal: $halves:ident $swaps:ident $weights:ident $sorted:ident $alignment:ident
     $mixed:ident $blocks:ident $picks:ident $rooted:ident $rolling:ident) => {{
        let x: [f64; $n] = std::array::from_fn(|i| 0.6 + 0.4 * (i as f64 * 1.7).sin());
        let y: [f64; $n] = std::array::from_fn(|i| 0.6 + 0.4 * (i as f64 * 1.3).cos());
        let to: [usize; $n] = std::array::from_fn(|i| (i * 7 + 3) % $n);
        let r = crate::common::rows::<$n>();
        same! {
            halves $halves: &x;
            halves $halves::gradient: &x;
            swaps $swaps: &x, &to;
            swaps $swaps::gradient: &x, &to;
            weights $weights: &x, &to;
            weights $weights::gradient: &x, &to;
            sorted $sorted: &x;
            sorted $sorted::gradient: &x;
            alignment $alignment: &x, &y;
            alignment $alignment::gradient: &x, &y;
            mixed $mixed: &r, &to;
            blocks $blocks: &x, &to;
            blocks $blocks::gradient: &x, &to;
            picks $picks: &x, &r, [3, 1, 3];
            rooted $rooted: &x, &to;
            rooted $rooted::gradient: &x, &to;
            rolling $rolling: &x, &to;
            rolling $rolling::gradient: &x, &to;
            picks $picks::gradient: &x, &r, [3, 1, 3];
        }
        let found = format!("{:?}", mixed::adjoint(&r, &to, (r.to_vec(), 0.7)));
        assert_eq!(found, format!("{:?}", $mixed::adjoint(&r, &to, (r, 0.7))));
        for number in [0, 1, 3, $n - 1] {
            let close = |what: &str, found: f64, expected: f64| {
                let error = (found - expected).abs();
                assert!(
                    error < 1e-6 * (1.0 + expected.abs()),
                    "{what}: {found} {expected}"
                );
            };
            let all = halves::gradient(&x).1.x;
            close("halves", all[number], slope(halves, &x, number));
            let all = swaps::gradient(&x, &to).1.x;
            close("swaps", all[number], slope(|x| swaps(x, &to), &x, number));
            let all = weights::gradient(&x, &to).1.x;
            close(
                "weights",
                all[number],
                slope(|x| weights(x, &to), &x, number),
            );
            let all = blocks::gradient(&x, &to).1.x;
            close("blocks", all[number], slope(|x| blocks(x, &to), &x, number));
            let all = rooted::gradient(&x, &to).1.x;
            close("rooted", all[number], slope(|x| rooted(x, &to), &x, number));
            let all = rolling::gradient(&x, &to).1.x;
            close(
                "rolling",
                all[number],
                slope(|x| rolling(x, &to), &x, number),
            );
            let k = [3, 1, 3];
            let all = picks::gradient(&x, &r, k).1.x;
            close("picks", all[number], slope(|x| picks(x, &r, k), &x, number));
            let all = sorted::gradient(&x).1.x;
            close("sorted", all[number], slope(sorted, &x, number));
            let d = alignment::gradient(&x, &y).1;
            close(
                "alignment",
                d.x[number],
                slope(|x| alignment(x, &y), &x, number),
            );
            close(
                "alignment",
                d.y[number],
                slope(|y| alignment(&x, y), &y, number),
            );
            // A column of the Hessian.
            let mut direction = vec![0.0; $n];
            direction[number] = 1.0;
            let along = halves::Tangent {
                x: direction.clone(),
            };
            let column = halves::hessian_product(&x, &along).x;
            let by = |x: &[f64]| halves::gradient(x).1.x[1];
            close("halves twice", column[1], slope(by, &x, number));
            let along = swaps::Tangent {
                x: direction.clone(),
            };
            let column = swaps::hessian_product(&x, &to, &along).x;
            let by = |x: &[f64]| swaps::gradient(x, &to).1.x[1];
            close("swaps twice", column[1], slope(by, &x, number));
            let along = sorted::Tangent { x: direction };
            let column = sorted::hessian_product(&x, &along).x;
            let by = |x: &[f64]| sorted::gradient(x).1.x[1];
            close("sorted twice", column[1], slope(by, &x, number));
        }
    }};
}

#[test]
fn few_elements() {
    of_length!(5: halves_5 swaps_5 weights_5 sorted_5 alignment_5_5 mixed_5 blocks_5 picks_5
        rooted_5 rolling_5);
}

#[test]
fn many_elements() {
    of_length!(40: halves_40 swaps_40 weights_40 sorted_40 alignment_40_40 mixed_40 blocks_40
        picks_40 rooted_40 rolling_40);
}

#[test]
fn values_are_those_of_plain_rust() {
    let x: Vec<f64> = (0..30).map(|i| 0.6 + 0.4 * f64::from(i).sin()).collect();
    let to: Vec<usize> = (0..30).map(|i| i * 11 % 30).collect();
    let mut a = x.clone();
    for i in 1..30 {
        a[i] += 0.5 * a[i / 2] * x[i].sin();
    }
    let expected: f64 = a.iter().map(|a| a * a).sum();
    assert!((halves(&x) - expected).abs() < 1e-12);
    let mut a = x.clone();
    for i in 0..30 {
        let own = a[i];
        a[i] = a[to[i]] * own;
        a[to[i]] = own;
    }
    let expected: f64 = a.iter().zip(&x).map(|(a, x)| a * a * x).sum();
    assert!((swaps(&x, &to) - expected).abs() < 1e-12);
    let mut a = x.clone();
    a.sort_by(|a, b| b.total_cmp(a));
    let expected = a[0].powi(2) + 2.0 * a[1] * a[2] + 3.0 * a[3].powi(3);
    assert!((sorted(&x) - expected).abs() < 1e-12);
    let mut a = x.clone();
    for &at in &to {
        let old = a.clone();
        a[at] = 2.0 * old[0];
        a[0] += old[at];
    }
    assert!((first_twice(&x, &to) - a[0]).abs() < 1e-9 * a[0].abs());
    assert_eq!(first_twice(&[2.0], &[0]), 6.0);
}

/// Copies of the array in each iteration would take hours, and its states on the way back a
/// terabyte.
#[test]
fn time_and_memory_grow_with_the_iterations() {
    let x: Vec<f64> = (0..400_000).map(|i| f64::from(i % 17) * 0.05).collect();
    let to: Vec<usize> = (0..400_000).map(|i| (i * 7 + 3) % 400_000).collect();
    let found = halves::gradient(&x).1.x[399_999];
    assert!((found - slope(halves, &x, 399_999)).abs() < 1e-3);
    let found = swaps::gradient(&x, &to).1.x[399_999];
    assert!((found - slope(|x| swaps(x, &to), &x, 399_999)).abs() < 1e-3);
    let found = blocks::gradient(&x, &to).1.x[399_998];
    assert!((found - slope(|x| blocks(x, &to), &x, 399_998)).abs() < 1e-3);
    assert!(weights::gradient(&x, &vec![7; 400_000]).1.x[16] > 0.0);
    let small: Vec<f64> = x.iter().map(|x| x * 1e-3).collect();
    let found = rooted::gradient(&small, &to).1.x[399_999];
    assert!((found - slope(|x| rooted(x, &to), &small, 399_999)).abs() < 1e-3);
}

#[test]
fn loops_over_no_elements() {
    assert_eq!(swaps(&[], &[]), 0.0);
    assert_eq!(weights(&[], &[]), 0.0);
    assert_eq!(halves(&[3.0]), 9.0);
    assert_eq!(swaps::gradient(&[2.0], &[0]).1.x, [12.0]);
}

#[test]
fn loops_that_do_not_run_read_nothing() {
    assert_eq!(products::gradient(&[], 0).1.x, [0.0; 0]);
    assert_eq!(products::gradient(&[2.0, 3.0], 0).1.x, [0.0; 2]);
    assert_eq!(products::gradient(&[2.0, 3.0], 2).1.x, [3.0, 2.0]);
    let (x, d) = triangular::adjoint(&[2.0], &[], &[], &[0], &[0], &[3.0]);
    assert_eq!((x, d.b, d.values), (vec![2.0], vec![3.0], vec![]));
    let (b, values) = ([1.0, 2.0, 3.0], [0.5, 0.25, 2.0]);
    let at = (&[0, 0, 1], &[0, 0, 1], &[0, 1, 2]);
    let seed = [1.0; 3];
    let (x, d) = triangular::adjoint(&b, &values, at.0, at.1, at.2, &seed);
    assert_eq!(x, [1.0, 1.5, -0.25]);
    assert_eq!(
        (&d.b[..], &d.values[..]),
        (&[1.25, -1.0, 1.0][..], &[1.0, -1.0, -1.5][..])
    );
}

#[test]
#[should_panic(expected = "index")]
fn positions_outside_are_refused() {
    let _ = swaps(&[1.0, 2.0], &[0, 2]);
}
