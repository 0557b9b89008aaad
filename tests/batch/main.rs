//! Batches: every point has the bits of a call of its own, wherever it stands.

mod chunks;
mod matrices;
#[cfg(feature = "rayon")]
#[path = "../pools/mod.rs"]
mod pools;
mod rows;
mod rules;

use adgraph::graph;

graph! {
    /// A price that has everything: functions, a branch that differs by point, shared arguments.
    #[derivatives(batch)]
    pub fn price(
        spot: f64,
        x: [f64; 3],
        #[dynamic] data: f64,
        #[shared] weights: &[[f64; 3]; 2],
        #[shared] strike: f64,
        #[dynamic] #[shared] offset: f64,
        i: usize,
    ) -> f64 {
        let hidden = tanh(matmul(weights, x));
        let payoff = if spot > strike { (spot - strike) * hidden[0] } else { exp(-spot) * data };
        payoff + sum(hidden) * x[i] + offset * log_sum_exp(x)
    }

    /// Several results, with a loop that stays one.
    #[derivatives(batch)]
    pub fn orbit(x: [f64; 2], #[shared] h: f64) -> ([f64; 2], f64) {
        let mut p = x;
        let mut energy = 0.0;
        #[unroll(never)]
        for _ in 0..40 {
            p = [p[0] + h * p[1], p[1] - h * sin(p[0])];
            energy += p[1] * p[1];
        }
        (p, energy)
    }

    /// A check that only some points run: these are computed one by one.
    #[derivatives(batch)]
    pub fn looked_up(x: f64, #[shared] table: [f64; 4], i: usize) -> f64 {
        if x > 0.0 { x * table[i] } else { x * x }
    }

    /// More on the way than fits on the stack, in lanes and alone.
    #[derivatives(batch)]
    pub fn large(x: [f64; 3], #[shared] w: &[[f64; 3]; 6000]) -> f64 {
        let hidden = reshape(sin(matmul(w, x)), [60, 100]);
        sum(exp(-matmul(transpose(hidden), hidden)))
    }

    /// Much that is the same for all points: functions of shared arguments, and a comparison.
    #[derivatives(batch)]
    pub fn kernel(
        x: [f64; 2],
        #[shared] logs: [[f64; 2]; 3],
        #[shared] s: f64,
        #[shared] #[dynamic] t: f64,
    ) -> f64 {
        let scales = exp(logs) / (1.0 + exp(-s));
        let heights = sum(scales, axis = 1);
        let shift = if s > t { sqrt(t) } else { s * s };
        let mut total = 0.0;
        for k in 0..3 {
            total += heights[k] * cos(scales[k][0] * x[0] + scales[k][1] * x[1] + shift);
        }
        total
    }

    /// The same for points without lanes.
    #[derivatives(batch)]
    pub fn kernel_of(x: f64, #[shared] logs: [f64; 3], i: usize) -> f64 {
        let scales = exp(logs);
        if x > 0.0 { sin(x) * scales[i] } else { scales[0] / (1.0 - x) }
    }

    /// Loops that all points repeat equally often, as another loop and a number of the call say.
    #[derivatives(batch)]
    pub fn counted(x: [f64; 3], #[shared] w: [[f64; 3]; 3], n: usize) -> f64 {
        let mut total = x[0];
        #[unroll(never)]
        for j in 0..3 {
            let mut row = x[j];
            #[unroll(never)]
            for i in 0..j {
                row += w[j][i] * x[i];
            }
            total += row * row;
        }
        for _ in 0..n.min(20) {
            total = sin(total) * w[0][0];
        }
        total
    }

    /// Generic, of matrices.
    #[derivatives(batch)]
    pub fn volume<T: Float>(m: &[[T; 2]; 2], #[shared] s: T) -> T {
        s * (m[0][0] * m[1][1] - m[0][1] * m[1][0])
    }
}

use adgraph::Float;

/// So many columns of numbers, of so many points.
fn columns(count: usize, points: usize) -> Vec<Vec<f64>> {
    let mut bits = 7_u64;
    let mut draw = || {
        bits = bits
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (bits >> 33) as f64 / (1_u64 << 30) as f64 - 1.0
    };
    (0..count)
        .map(|_| (0..points).map(|_| draw()).collect())
        .collect()
}

const WEIGHTS: [[f64; 3]; 2] = [[0.5, -0.25, 1.5], [-1.0, 0.75, 0.125]];

const SIZES: [usize; 8] = [0, 1, 7, 8, 9, 64, 1000, 2500];

/// Numbers of points around those of chunks.
const CHUNK_SIZES: [usize; 7] = [0, 1, 9, 1023, 1024, 1025, 5000];

#[test]
fn values_and_gradients_are_those_of_single_calls() {
    for n in SIZES {
        let c = columns(5, n);
        let (spot, data) = (&c[0][..], &c[4][..]);
        let x = [&c[1][..], &c[2], &c[3]];
        let mut value = vec![f64::NAN; n];
        price::batch::value(spot, x, data, &WEIGHTS, 0.1, 0.3, 1, &mut value);
        let mut again = vec![f64::NAN; n];
        let mut d: [Vec<f64>; 11] = std::array::from_fn(|_| vec![f64::NAN; n]);
        let [d_spot, d0, d1, d2, w00, w01, w02, w10, w11, w12, strike] = d.each_mut();
        price::batch::gradient(
            spot,
            x,
            data,
            &WEIGHTS,
            0.1,
            0.3,
            1,
            &mut again,
            price::batch::Adjoint {
                spot: d_spot,
                x: [d0, d1, d2],
                weights: [[w00, w01, w02], [w10, w11, w12]],
                strike,
            },
        );
        assert_eq!(value, again);
        for i in 0..n {
            let point = x.map(|column| column[i]);
            let (y, g) = price::gradient(spot[i], point, data[i], &WEIGHTS, 0.1, 0.3, 1);
            assert_eq!(y.to_bits(), value[i].to_bits());
            let flat = [&[g.spot], &g.x[..], g.weights.as_flattened(), &[g.strike]].concat();
            for (d, g) in d.iter().zip(flat) {
                assert_eq!(d[i].to_bits(), g.to_bits(), "point {i} of {n}");
            }
        }
    }
}

#[test]
fn adjoints_and_tangents_are_those_of_single_calls() {
    for n in SIZES {
        let c = columns(7, n);
        let x = [&c[0][..], &c[1]];
        let mut out = columns(11, n);
        let [p0, p1, e, _, _, _, dx0, dx1, dh, ..] = &mut out[..] else {
            panic!("columns are missing");
        };
        orbit::batch::adjoint(
            x,
            0.1,
            ([&c[2], &c[3]], &c[4]),
            ([p0, p1], e),
            orbit::batch::Adjoint {
                x: [dx0, dx1],
                h: dh,
            },
        );
        for i in 0..n {
            let seed = ([c[2][i], c[3][i]], c[4][i]);
            let ((p, e), d) = orbit::adjoint([c[0][i], c[1][i]], 0.1, seed);
            let expected = [p[0], p[1], e, d.x[0], d.x[1], d.h];
            let found = [0, 1, 2, 6, 7, 8].map(|column| out[column][i]);
            assert_eq!(found.map(f64::to_bits), expected.map(f64::to_bits));
        }
        let [p0, p1, e, q0, q1, f, ..] = &mut out[..] else {
            panic!("columns are missing");
        };
        let direction = orbit::batch::Tangent {
            x: [&c[5], &c[6]],
            h: 0.25,
        };
        orbit::batch::tangent(x, 0.1, direction, ([p0, p1], e), ([q0, q1], f));
        for i in 0..n {
            let direction = orbit::Tangent {
                x: [c[5][i], c[6][i]],
                h: 0.25,
            };
            let ((p, e), (q, f)) = orbit::tangent([c[0][i], c[1][i]], 0.1, &direction);
            let expected = [p[0], p[1], e, q[0], q[1], f];
            let found = [0, 1, 2, 3, 4, 5].map(|column| out[column][i]);
            assert_eq!(found.map(f64::to_bits), expected.map(f64::to_bits));
        }
    }
}

/// The sum of numbers in the order that the documentation of batches fixes.
fn sum(values: &[f64]) -> f64 {
    let mut total = 0.0;
    for chunk in values.chunks(1024) {
        let mut lanes = [0.0; 8];
        for (i, value) in chunk.iter().enumerate() {
            lanes[i % 8] += value;
        }
        let [a, b, c, d, e, f, g, h] = lanes;
        total += ((a + e) + (c + g)) + ((b + f) + (d + h));
    }
    total
}

#[test]
fn sums_are_formed_in_the_order_that_is_documented() {
    for n in [0, 1, 7, 8, 9, 1000, 1024, 1025, 5000, 70_000] {
        let c = columns(5, n);
        let (spot, data) = (&c[0][..], &c[4][..]);
        let x = [&c[1][..], &c[2], &c[3]];
        let points = (0..n).map(|i| {
            let point = x.map(|column| column[i]);
            price::gradient(spot[i], point, data[i], &WEIGHTS, 0.1, 0.3, 2)
        });
        let points: Vec<_> = points.collect();
        let of = |f: &dyn Fn(&(f64, price::Adjoint)) -> f64| -> f64 {
            sum(&points.iter().map(f).collect::<Vec<f64>>())
        };
        let value = of(&|point| point.0);
        let total = price::batch::sum_value(spot, x, data, &WEIGHTS, 0.1, 0.3, 2);
        assert_eq!(total.to_bits(), value.to_bits(), "{n} points");
        let (total, shared) = price::batch::sum_gradient(spot, x, data, &WEIGHTS, 0.1, 0.3, 2);
        assert_eq!(total.to_bits(), value.to_bits(), "{n} points");
        let close = |found: f64, expected: f64| {
            let scale = 1.0 + n as f64;
            assert!(
                (found - expected).abs() <= 1e-13 * scale,
                "{found} and {expected} of {n}"
            );
        };
        close(shared.strike, of(&|point| point.1.strike));
        for (i, j) in (0..2).flat_map(|i| (0..3).map(move |j| (i, j))) {
            close(shared.weights[i][j], of(&|point| point.1.weights[i][j]));
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn sums_have_the_same_bits_on_any_number_of_threads() {
    for n in [1, 1025, 70_003] {
        let c = columns(5, n);
        let (spot, data) = (&c[0][..], &c[4][..]);
        let x = [&c[1][..], &c[2], &c[3]];
        let [one, two, three] = pools::POOLS.each_ref().map(|pool| {
            pool.install(|| {
                let value = price::batch::sum_value(spot, x, data, &WEIGHTS, 0.1, 0.3, 2);
                let (same, d) = price::batch::sum_gradient(spot, x, data, &WEIGHTS, 0.1, 0.3, 2);
                assert_eq!(value.to_bits(), same.to_bits());
                [&[value, d.strike], d.weights.as_flattened()]
                    .concat()
                    .iter()
                    .map(|number| number.to_bits())
                    .collect::<Vec<_>>()
            })
        });
        assert_eq!(one, two, "{n} points");
        assert_eq!(one, three, "{n} points");
    }
}

#[test]
fn points_that_have_no_lanes_are_computed_one_by_one() {
    let table = [1.0, -2.0, 3.0, 0.5];
    for n in SIZES {
        let c = columns(1, n);
        let mut value = vec![f64::NAN; n];
        looked_up::batch::value(&c[0], table, 2, &mut value);
        let mut d: [Vec<f64>; 5] = std::array::from_fn(|_| vec![f64::NAN; n]);
        let [x, a, b, e, f] = d.each_mut().map(|column| &mut column[..]);
        let adjoint = looked_up::batch::Adjoint {
            x,
            table: [a, b, e, f],
        };
        let mut again = vec![f64::NAN; n];
        looked_up::batch::gradient(&c[0], table, 2, &mut again, adjoint);
        assert_eq!(value, again);
        for i in 0..n {
            let (y, g) = looked_up::gradient(c[0][i], table, 2);
            assert_eq!(y.to_bits(), value[i].to_bits());
            assert_eq!(d[0][i].to_bits(), g.x.to_bits());
            assert_eq!(d[3][i].to_bits(), g.table[2].to_bits());
        }
        let (total, shared) = looked_up::batch::sum_gradient(&c[0], table, 2);
        assert_eq!(total.to_bits(), sum(&value).to_bits());
        assert_eq!(shared.table[2].to_bits(), sum(&d[3]).to_bits());
        assert_eq!(
            [shared.table[0], shared.table[1], shared.table[3]],
            [0.0; 3]
        );
    }
}

#[test]
fn loops_of_a_counted_length_are_those_of_single_calls() {
    let w = [[1.5, 0.25, -0.5], [0.75, -1.25, 0.5], [2.0, -0.125, 1.0]];
    for (n, times) in SIZES.into_iter().zip([0, 1, 2, 5, 20].into_iter().cycle()) {
        let c = columns(3, n);
        let x = [&c[0][..], &c[1], &c[2]];
        let mut value = vec![f64::NAN; n];
        let mut d: [Vec<f64>; 12] = std::array::from_fn(|_| vec![f64::NAN; n]);
        let mut columns = d.iter_mut().map(|column| &mut column[..]);
        let mut three = || std::array::from_fn(|_| columns.next().unwrap());
        let adjoint = counted::batch::Adjoint {
            x: three(),
            w: std::array::from_fn(|_| three()),
        };
        counted::batch::gradient(x, w, times, &mut value, adjoint);
        for i in 0..n {
            let (y, g) = counted::gradient(x.map(|column| column[i]), w, times);
            assert_eq!(y.to_bits(), value[i].to_bits());
            let expected = [&g.x[..], g.w.as_flattened()].concat();
            for (d, g) in d.iter().zip(expected) {
                assert_eq!(d[i].to_bits(), g.to_bits(), "point {i} of {n}");
            }
        }
        let (total, shared) = counted::batch::sum_gradient(x, w, times);
        assert_eq!(total.to_bits(), sum(&value).to_bits());
        let expected = d[3..].iter().map(|column| sum(column).to_bits());
        let found = shared.w.as_flattened().iter().map(|sum| sum.to_bits());
        assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }
}

#[test]
fn what_points_share_is_taken_to_derivatives() {
    let logs = [[0.1, -0.3], [0.7, 0.2], [-1.0, 0.5]];
    for (n, s) in [(0, 0.3), (1, 0.9), (29, 0.9), (2100, -0.4)] {
        let c = columns(2, n);
        let x = [&c[0][..], &c[1]];
        let mut values = vec![f64::NAN; n];
        kernel::batch::value(x, logs, s, 0.25, &mut values);
        let (total, shared) = kernel::batch::sum_gradient(x, logs, s, 0.25);
        assert_eq!(total.to_bits(), sum(&values).to_bits());
        assert_eq!(total, kernel::batch::sum_value(x, logs, s, 0.25));
        let mut expected = kernel::Adjoint {
            x: [0.0; 2],
            logs: [[0.0; 2]; 3],
            s: 0.0,
        };
        for i in 0..n {
            let (y, d) = kernel::gradient([c[0][i], c[1][i]], logs, s, 0.25);
            assert_eq!(y.to_bits(), values[i].to_bits());
            expected.s += d.s;
            let all = expected.logs.as_flattened_mut().iter_mut();
            all.zip(d.logs.as_flattened())
                .for_each(|(sum, d)| *sum += d);
        }
        let scale = 1e-13 * (1.0 + n as f64);
        assert!((shared.s - expected.s).abs() <= scale);
        let pairs = shared
            .logs
            .as_flattened()
            .iter()
            .zip(expected.logs.as_flattened());
        for (found, expected) in pairs {
            assert!((found - expected).abs() <= scale, "{found} and {expected}");
        }
    }
    let c = columns(1, 50);
    let (total, shared) = kernel_of::batch::sum_gradient(&c[0], [0.1, 0.2, 0.3], 1);
    let points = c[0]
        .iter()
        .map(|&x| kernel_of::gradient(x, [0.1, 0.2, 0.3], 1));
    let points: Vec<_> = points.collect();
    assert_eq!(
        total,
        sum(&points.iter().map(|p| p.0).collect::<Vec<f64>>())
    );
    for i in 0..3 {
        let expected: f64 = points.iter().map(|p| p.1.logs[i]).sum();
        assert!((shared.logs[i] - expected).abs() <= 1e-12);
    }
}

#[test]
fn what_is_too_large_for_the_stack_is_on_the_heap() {
    let rows: Vec<[f64; 3]> = columns(6000, 3)
        .into_iter()
        .map(|c| [c[0], c[1], c[2]])
        .collect();
    let w: &[[f64; 3]; 6000] = rows.first_chunk().expect("6000 rows");
    let c = columns(3, 11);
    let x = [&c[0][..], &c[1], &c[2]];
    let mut value = [f64::NAN; 11];
    large::batch::value(x, w, &mut value);
    for (i, value) in value.iter().enumerate() {
        let alone = large(x.map(|column| column[i]), w);
        assert_eq!(value.to_bits(), alone.to_bits());
    }
    assert_eq!(
        large::batch::sum_value(x, w).to_bits(),
        sum(&value).to_bits()
    );
    let mut shared = large::batch::Shared {
        w: [[0.0; 3]; 6000],
    };
    let total = large::batch::sum_gradient_into(x, w, &mut shared);
    assert_eq!(total.to_bits(), sum(&value).to_bits());
    let mut expected = large::Adjoint::ZERO;
    let mut entry = 0.0;
    for i in 0..11 {
        large::gradient_into(x.map(|column| column[i]), w, &mut expected);
        entry += expected.w[4321][1];
    }
    assert!((shared.w[4321][1] - entry).abs() < 1e-12 * (1.0 + entry.abs()));
}

#[test]
fn generic_functions_have_batches_of_either_float() {
    fn check<T: Float>() {
        let column = |first: f64| -> Vec<T> {
            (0..19)
                .map(|i| T::from_f64(first + 0.5 * f64::from(i)))
                .collect()
        };
        let [a, b, c, d] = [1.0, -2.0, 0.25, 3.0].map(column);
        let (m, s) = ([[&a[..], &b], [&c, &d]], T::from_f64(0.75));
        let mut value = vec![T::NAN; 19];
        volume::batch::value(&m, s, &mut value);
        for (i, &value) in value.iter().enumerate() {
            assert_eq!(value, volume(&[[a[i], b[i]], [c[i], d[i]]], s));
        }
        let (total, shared) = volume::batch::sum_gradient(&m, s);
        assert_eq!(total, shared.s * s);
    }
    check::<f64>();
    check::<f32>();
}

#[test]
#[should_panic(expected = "`x` has 3 points and `spot` has 4")]
fn columns_of_several_lengths_are_refused() {
    let (spot, x) = ([0.5; 4], [0.5; 3]);
    let _ = price::batch::sum_value(&spot, [&x, &spot, &spot], &spot, &WEIGHTS, 0.1, 0.3, 0);
}

#[test]
#[should_panic(expected = "`value` has 5 points and `spot` has 4")]
fn results_of_another_length_are_refused() {
    let (spot, mut value) = ([0.5; 4], [0.5; 5]);
    let x = [&spot[..]; 3];
    price::batch::value(&spot, x, &spot, &WEIGHTS, 0.1, 0.3, 0, &mut value);
}

#[test]
#[should_panic(expected = "column 1 of `x` has 2 points and column 0 of `x` has 3")]
fn ragged_columns_are_told_apart() {
    let (mut position, mut energy) = ([[0.0; 3]; 2], [0.0; 3]);
    let [first, second] = &mut position;
    orbit::batch::value([&[0.0; 3], &[0.0; 2]], 0.1, ([first, second], &mut energy));
}
