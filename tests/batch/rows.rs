//! Points as rows: the same bits as points as columns.

use adgraph::{Float, graph};

use crate::SIZES;

graph! {
    /// Arrays, numbers, a matrix, something empty, and what all points share.
    #[derivatives(batch(rows))]
    fn row(
        x: [f64; 4],
        #[dynamic] label: f64,
        m: &[[f64; 2]; 3],
        #[dynamic] nothing: [f64; 0],
        #[shared] w: [f64; 4],
        #[shared] #[dynamic] scale: f64,
    ) -> f64 {
        let z = dot(x, w) + scale * sum(sin(m)) + sum(nothing);
        softplus(z) - label * z + x[0] * m[2][1]
    }

    /// Several results, of several shapes.
    #[derivatives(batch(rows))]
    fn turned(x: [f64; 2], #[shared] angle: f64) -> ([f64; 2], f64, [[f64; 2]; 2]) {
        let (c, s) = (cos(angle), sin(angle));
        let m = [[c, -s], [s, c]];
        (matmul(m, x), dot(x, x), outer(x, x))
    }

    /// A check that only some points run: these are computed one by one.
    #[derivatives(batch(rows))]
    fn looked_up(x: [f64; 2], #[shared] table: [f64; 4], i: usize) -> [f64; 2] {
        if x[0] > 0.0 { x * table[i] } else { x * x }
    }

    /// Of either float type.
    #[derivatives(batch(rows))]
    fn volume<T: Float>(m: &[[T; 2]; 2], #[shared] s: T) -> T {
        s * (m[0][0] * m[1][1] - m[0][1] * m[1][0])
    }
}

/// Rows of so many numbers, of so many points.
fn rows<const N: usize>(seed: u64, points: usize) -> Vec<[f64; N]> {
    let mut bits = seed;
    let mut draw = || {
        bits = bits
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (bits >> 33) as f64 / (1_u64 << 30) as f64 - 1.0
    };
    (0..points)
        .map(|_| core::array::from_fn(|_| draw()))
        .collect()
}

const W: [f64; 4] = [0.5, -0.25, 1.5, 0.125];

#[test]
fn values_and_derivatives_are_those_of_single_calls() {
    for n in SIZES {
        let x = rows::<4>(1, n);
        let labels: Vec<f64> = rows::<1>(2, n).concat();
        let m: Vec<[[f64; 2]; 3]> = rows::<6>(3, n)
            .iter()
            .map(|r| [[r[0], r[1]], [r[2], r[3]], [r[4], r[5]]])
            .collect();
        let nothing = vec![[0.0; 0]; n];
        let mut value = vec![f64::NAN; n];
        row::batch::value(&x, &labels, &m, &nothing, W, 0.5, &mut value);
        let mut again = vec![f64::NAN; n];
        let (mut dx, mut dm, mut dw) = (
            vec![[f64::NAN; 4]; n],
            vec![[[f64::NAN; 2]; 3]; n],
            vec![[f64::NAN; 4]; n],
        );
        let adjoint = row::batch::Adjoint {
            x: &mut dx,
            m: &mut dm,
            w: &mut dw,
        };
        row::batch::gradient(&x, &labels, &m, &nothing, W, 0.5, &mut again, adjoint);
        assert_eq!(value, again);
        for i in 0..n {
            let (y, d) = row::gradient(x[i], labels[i], &m[i], [], W, 0.5);
            assert_eq!(y.to_bits(), value[i].to_bits());
            assert_eq!((d.x, d.m, d.w), (dx[i], dm[i], dw[i]), "point {i} of {n}");
        }
        let total = row::batch::sum_value(&x, &labels, &m, &nothing, W, 0.5);
        let (value_of_sum, d) = row::batch::sum_gradient(&x, &labels, &m, &nothing, W, 0.5);
        assert_eq!(total.to_bits(), value_of_sum.to_bits());
        let sum: f64 = value.iter().sum();
        assert!((total - sum).abs() <= 1e-12 * (1.0 + sum.abs()));
        for j in 0..4 {
            let sum: f64 = dw.iter().map(|row| row[j]).sum();
            assert!((d.w[j] - sum).abs() <= 1e-11 * (1.0 + sum.abs()));
        }
    }
}

#[test]
fn adjoints_and_tangents_of_several_results_are_those_of_single_calls() {
    for n in SIZES {
        let x = rows::<2>(4, n);
        let (s0, s1) = (rows::<2>(5, n), rows::<1>(6, n).concat());
        let s2: Vec<[[f64; 2]; 2]> = rows::<4>(7, n)
            .iter()
            .map(|r| [[r[0], r[1]], [r[2], r[3]]])
            .collect();
        let nan = f64::NAN;
        let (mut y0, mut y1, mut y2) = (vec![[nan; 2]; n], vec![nan; n], vec![[[nan; 2]; 2]; n]);
        let (mut dx, mut da) = (vec![[nan; 2]; n], vec![nan; n]);
        turned::batch::adjoint(
            &x,
            0.3,
            (&s0, &s1, &s2),
            (&mut y0, &mut y1, &mut y2),
            turned::batch::Adjoint {
                x: &mut dx,
                angle: &mut da,
            },
        );
        let (mut t0, mut t1, mut t2) = (vec![[nan; 2]; n], vec![nan; n], vec![[[nan; 2]; 2]; n]);
        let direction = turned::batch::Tangent { x: &s0, angle: 0.7 };
        let (mut z0, mut z1, mut z2) = (y0.clone(), y1.clone(), y2.clone());
        turned::batch::tangent(
            &x,
            0.3,
            direction,
            (&mut z0, &mut z1, &mut z2),
            (&mut t0, &mut t1, &mut t2),
        );
        assert_eq!((&y0, &y1, &y2), (&z0, &z1, &z2));
        for i in 0..n {
            let (y, d) = turned::adjoint(x[i], 0.3, (s0[i], s1[i], s2[i]));
            assert_eq!((y, d.x, d.angle), ((y0[i], y1[i], y2[i]), dx[i], da[i]));
            let direction = turned::Tangent {
                x: s0[i],
                angle: 0.7,
            };
            let (y, t) = turned::tangent(x[i], 0.3, &direction);
            assert_eq!((y, t), ((y0[i], y1[i], y2[i]), (t0[i], t1[i], t2[i])));
        }
    }
}

#[test]
fn points_that_have_no_lanes_are_computed_one_by_one() {
    let (x, table) = (rows::<2>(8, 19), [1.0, -2.0, 3.0, 0.5]);
    let mut value = vec![[f64::NAN; 2]; 19];
    looked_up::batch::value(&x, table, 2, &mut value);
    for (x, value) in x.iter().zip(&value) {
        assert_eq!(looked_up(*x, table, 2), *value);
    }
}

#[test]
fn generic_functions_have_rows_of_either_float() {
    let m = [[[1.0, 2.0], [3.0, 4.0]], [[0.5, 0.0], [0.0, 2.0]]];
    let mut value = [f64::NAN; 2];
    volume::batch::value(&m, 2.0, &mut value);
    assert_eq!(value, [-4.0, 2.0]);
    let m = m.map(|m| m.map(|row| row.map(|x| x as f32)));
    let mut value = [f32::NAN; 2];
    volume::batch::value(&m, 2.0, &mut value);
    assert_eq!(value, [-4.0, 2.0]);
}

#[test]
#[should_panic(expected = "`label` has 2 points and `x` has 3")]
fn rows_of_several_lengths_are_refused() {
    let mut value = [0.0; 3];
    row::batch::value(
        &[[0.0; 4]; 3],
        &[0.0; 2],
        &[[[0.0; 2]; 3]; 3],
        &[[]; 3],
        W,
        0.5,
        &mut value,
    );
}

#[test]
#[should_panic(expected = "`nothing` has 2 points and `x` has 3")]
fn rows_without_numbers_are_counted_too() {
    let mut value = [0.0; 3];
    row::batch::value(
        &[[0.0; 4]; 3],
        &[0.0; 3],
        &[[[0.0; 2]; 3]; 3],
        &[[]; 2],
        W,
        0.5,
        &mut value,
    );
}
