//! Numbers that fill rows and other parts of arrays, of known lengths and of those of the call.

use adgraph::graph;

graph! {
    /// Rows of one number each, which the position weighs.
    #[derivatives(only(value, gradient))]
    pub fn rows<const N: usize>(x: &[f64; N]) -> f64 {
        let mut y = zeros([N, 2]);
        for i in 0..N {
            y[i] = sin(x[i]);
            y[i][1] *= i as f64;
        }
        sum(y)
    }
    #[derivatives(only(value, gradient))]
    pub fn rows_5(x: &[f64; 5]) -> f64 { rows(x) }
    #[derivatives(only(value, gradient))]
    pub fn rows_300(x: &[f64; 300]) -> f64 { rows(x) }

    /// Some of the rows, and what is added to all of them.
    #[derivatives(only(value, gradient))]
    pub fn some<const N: usize>(x: &[f64; N]) -> f64 {
        let mut y = ones([N, 3]);
        for (i, v) in x.iter().enumerate() {
            if v > 0.0 {
                y[i] = v * v;
            }
            y[i] += 0.5 * v;
            y[i] -= 1.0;
        }
        sum(y * y)
    }
    #[derivatives(only(value, gradient))]
    pub fn some_5(x: &[f64; 5]) -> f64 { some(x) }
    #[derivatives(only(value, gradient))]
    pub fn some_300(x: &[f64; 300]) -> f64 { some(x) }

    /// Outside of loops, and parts that are no rows.
    #[derivatives(only(value, gradient))]
    pub fn parts<const N: usize>(x: &[f64; N], k: usize) -> f64 {
        let mut y = zeros([N, 2]);
        y[0] = x[0];
        y[k] = x[1];
        y[(.., 1)] += x[N - 1];
        let mut z = zeros(N);
        z[..] = x[0] * x[1];
        z[1..] = 2.0;
        sum(y * y) + sum(z)
    }
    #[derivatives(only(value, gradient))]
    pub fn parts_5(x: &[f64; 5], k: usize) -> f64 { parts(x, k) }
    #[derivatives(only(value, gradient))]
    pub fn parts_300(x: &[f64; 300], k: usize) -> f64 { parts(x, k) }

    /// Rows of integers.
    pub fn counted<const N: usize>(x: &[f64; N]) -> [[usize; 2]; N] {
        let mut y = [[0; 2]; N];
        for i in 0..N {
            if x[i] > 0.0 {
                y[i] = i;
            }
        }
        y
    }
}

fn points<const N: usize>() -> [f64; N] {
    std::array::from_fn(|i| ((i * 7 + 3) % 11) as f64 / 4.0 - 1.0)
}

/// The values and gradients of the length of the call and of the known one, and those by hand.
fn agree(own: (f64, &[f64]), known: (f64, &[f64]), value: f64, slope: impl Fn(usize) -> f64) {
    for (found, gradient) in [own, known] {
        assert!(
            (found - value).abs() <= 1e-12 * value.abs().max(1.0),
            "{found} {value}"
        );
        for (i, found) in gradient.iter().enumerate() {
            let slope = slope(i);
            assert!(
                (found - slope).abs() <= 1e-12 * slope.abs().max(1.0),
                "{i}: {found} {slope}"
            );
        }
    }
}

fn check_rows<const N: usize>(known: (f64, [f64; N])) {
    let x = points::<N>();
    let value = x
        .iter()
        .enumerate()
        .map(|(i, x)| (1.0 + i as f64) * x.sin())
        .sum();
    let (own, d) = rows::gradient(&x);
    agree((own, &d.x), (known.0, &known.1), value, |i| {
        (1.0 + i as f64) * x[i].cos()
    });
}

fn check_some<const N: usize>(known: (f64, [f64; N])) {
    let x = points::<N>();
    let of = |v: f64| {
        if v > 0.0 {
            v * v + 0.5 * v - 1.0
        } else {
            0.5 * v
        }
    };
    let slope = |v: f64| if v > 0.0 { 2.0 * v + 0.5 } else { 0.5 };
    let value = x.iter().map(|&v| 3.0 * of(v) * of(v)).sum();
    let (own, d) = some::gradient(&x);
    agree((own, &d.x), (known.0, &known.1), value, |i| {
        6.0 * of(x[i]) * slope(x[i])
    });
}

fn check_parts<const N: usize>(k: usize, known: (f64, [f64; N])) {
    let x = points::<N>();
    let (a, b, z) = (x[0], x[1], x[N - 1]);
    let n = N as f64;
    // The rows `0` and `k` hold `a` and `b`, the others 0; `z` is added to the second column.
    let value = a * a
        + b * b
        + (a + z).powi(2)
        + (b + z).powi(2)
        + (n - 2.0) * z * z
        + a * b
        + 2.0 * (n - 1.0);
    let (own, d) = parts::gradient(&x, k);
    agree((own, &d.x), (known.0, &known.1), value, |i| match i {
        0 => 2.0 * a + 2.0 * (a + z) + b,
        1 => 2.0 * b + 2.0 * (b + z) + a,
        i if i == N - 1 => 2.0 * (a + z) + 2.0 * (b + z) + 2.0 * (n - 2.0) * z,
        _ => 0.0,
    });
}

#[test]
fn a_number_fills_the_row_that_it_is_assigned_to() {
    let of = |(value, d): (f64, rows_5::Adjoint)| (value, d.x);
    check_rows::<5>(of(rows_5::gradient(&points())));
    let of = |(value, d): (f64, rows_300::Adjoint)| (value, d.x);
    check_rows::<300>(of(rows_300::gradient(&points())));
    assert_eq!(rows(&[]), 0.0);
}

#[test]
fn rows_are_filled_under_conditions_and_added_to() {
    let of = |(value, d): (f64, some_5::Adjoint)| (value, d.x);
    check_some::<5>(of(some_5::gradient(&points())));
    let of = |(value, d): (f64, some_300::Adjoint)| (value, d.x);
    check_some::<300>(of(some_300::gradient(&points())));
}

#[test]
fn other_parts_are_filled_too() {
    let of = |(value, d): (f64, parts_5::Adjoint)| (value, d.x);
    check_parts::<5>(3, of(parts_5::gradient(&points(), 3)));
    let of = |(value, d): (f64, parts_300::Adjoint)| (value, d.x);
    check_parts::<300>(77, of(parts_300::gradient(&points(), 77)));
}

#[test]
fn rows_of_integers_are_filled() {
    assert_eq!(counted(&[1.0, -1.0, 2.0]), [[0, 0], [0, 0], [2, 2]]);
}
