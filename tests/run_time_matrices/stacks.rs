//! Known numbers of rows of run-time length: channels of a signal, coordinates of points, ranges of
//! rows of matrices.

use adgraph::graph;

graph! {
    /// Elements, rows and both kinds of sums.
    #[derivatives(hessian_product)]
    pub fn channels<const N: usize>(x: &[[f64; N]; 3], w: [f64; 3]) -> f64 {
        let y = x * x + 0.5 * x;
        let scaled = softmax(x[1])[0] * sum(sin(y[0])) + y[2][1];
        scaled + sum(matmul(w, y)) + dot(sum(x, axis = 1), w) + sum(exp(x))
    }
    #[derivatives(only(value, gradient))]
    pub fn channels_4(x: &[[f64; 4]; 3], w: [f64; 3]) -> f64 { channels(x, w) }
    #[derivatives(only(value, gradient))]
    pub fn channels_40(x: &[[f64; 40]; 3], w: [f64; 3]) -> f64 { channels(x, w) }

    /// Results, and rows at computed positions.
    pub fn rows<const N: usize>(x: &[[f64; N]; 3], k: usize) -> ([[f64; N]; 3], [f64; N], [f64; 3]) {
        let s = softmax(x, axis = 1);
        (s * x, 2.0 * x[k] + s[0], sum(x * s, axis = 1) + max(x, axis = 1))
    }
    pub fn rows_4(x: &[[f64; 4]; 3], k: usize) -> ([[f64; 4]; 3], [f64; 4], [f64; 3]) { rows(x, k) }
    pub fn rows_40(x: &[[f64; 40]; 3], k: usize) -> ([[f64; 40]; 3], [f64; 40], [f64; 3]) {
        rows(x, k)
    }

    /// Assigned rows and elements.
    #[derivatives(hessian_product)]
    pub fn assigned<const N: usize>(x: &[[f64; N]; 3]) -> f64 {
        let mut y = zeros([3, N]);
        y[0] = x[0] * x[2];
        y[1..] = x[1..];
        #[unroll(never)]
        for i in 1..N {
            y[0][i] += y[1][i - 1] * y[2][i];
            y[2][i] = 0.5 * y[0][i - 1];
        }
        sum(y * y)
    }
    #[derivatives(only(value, gradient))]
    pub fn assigned_4(x: &[[f64; 4]; 3]) -> f64 { assigned(x) }
    #[derivatives(only(value, gradient))]
    pub fn assigned_40(x: &[[f64; 40]; 3]) -> f64 { assigned(x) }

    /// Carried by a loop.
    #[derivatives(hessian_product)]
    pub fn steps<const N: usize, const T: usize>(x: &[[f64; N]; 3], w: &[f64; T]) -> f64 {
        let mut y = x;
        #[unroll(never)]
        for t in 0..T { y = 0.5 * y + sin(w[t] * y); }
        sum(y * y) + y[1][0]
    }
    #[derivatives(only(value, gradient))]
    pub fn steps_4(x: &[[f64; 4]; 3], w: &[f64; 5]) -> f64 { steps(x, w) }
    #[derivatives(only(value, gradient))]
    pub fn steps_40(x: &[[f64; 40]; 3], w: &[f64; 5]) -> f64 { steps(x, w) }

    /// Products over the length, and linear algebra of them.
    #[derivatives(hessian_product)]
    pub fn covariance<const N: usize>(x: &[[f64; N]; 3]) -> f64 {
        let c = matmul(x, transpose(x)) + eye(3);
        ln(det(c)) + sum(sum(c, axis = 0) / c[0])
    }
    #[derivatives(only(value, gradient))]
    pub fn covariance_4(x: &[[f64; 4]; 3]) -> f64 { covariance(x) }
    #[derivatives(only(value, gradient))]
    pub fn covariance_40(x: &[[f64; 40]; 3]) -> f64 { covariance(x) }

    /// The first rows of a matrix of run-time lengths, and pieces of it at known places.
    #[derivatives(hessian_product)]
    pub fn pieces<const N: usize, const M: usize>(x: &[[f64; M]; N]) -> f64 {
        let mut y = zeros([N, M]);
        y[1..3] = x[0..2] * x[1..3];
        let z = concat(x[0..2], y, 2.0 * x[..1]);
        sum(z * z) + sum(exp(x[1..3]))
    }
    #[derivatives(only(value, gradient))]
    pub fn pieces_4(x: &[[f64; 4]; 4]) -> f64 { pieces(x) }
    #[derivatives(only(value, gradient))]
    pub fn pieces_40(x: &[[f64; 40]; 4]) -> f64 { pieces(x) }

    /// Three axes, the known one between the others, and two known ones.
    #[derivatives(hessian_product)]
    pub fn deep<const N: usize, const M: usize>(x: &[[[f64; M]; 3]; N], y: &[[[f64; M]; 3]; 2]) -> f64 {
        sum(exp(x)) + sum(x[1][1]) * sum(y[1][2] * y[0][1]) + sum(y * y) + sum(sum(y, axis = 2)[1])
    }
    #[derivatives(only(value, gradient))]
    pub fn deep_4(x: &[[[f64; 4]; 3]; 5], y: &[[[f64; 4]; 3]; 2]) -> f64 { deep(x, y) }
    #[derivatives(only(value, gradient))]
    pub fn deep_40(x: &[[[f64; 40]; 3]; 5], y: &[[[f64; 40]; 3]; 2]) -> f64 { deep(x, y) }

    /// Matrices, as many as the function says.
    #[derivatives(hessian_product)]
    pub fn planes<const N: usize, const M: usize>(x: &[[[f64; M]; N]; 3], w: [f64; 3]) -> f64 {
        let y = x * broadcast(w, [3, N, M], axis = 0) + sin(x);
        sum(y * y) + sum(max(y[1], axis = 1)) + sum(x, axis = 0)[1][2] * sum(y[..2])
            + dot(sum(sum(x, axis = 2), axis = 1), w) + sum(matmul(x[0], transpose(y[2])))
    }
    #[derivatives(only(value, gradient))]
    pub fn planes_4(x: &[[[f64; 4]; 5]; 3], w: [f64; 3]) -> f64 { planes(x, w) }
    #[derivatives(only(value, gradient))]
    pub fn planes_40(x: &[[[f64; 40]; 5]; 3], w: [f64; 3]) -> f64 { planes(x, w) }
    pub fn scaled<const N: usize, const M: usize>(x: &[[[f64; M]; N]; 3], k: usize) -> [[[f64; M]; N]; 3] {
        x * x[k][0][0]
    }
}

fn series<const N: usize>(from: f64) -> [f64; N] {
    std::array::from_fn(|i| 0.3 + 0.4 * (from + i as f64 * 1.7).sin())
}

fn stack<const N: usize, const K: usize>(from: f64) -> [[f64; N]; K] {
    std::array::from_fn(|k| series(from + 0.3 * k as f64))
}

/// The gradient by a stack is that by differences.
macro_rules! by_differences {
    ($f:ident, $x:ident $(, $rest:expr)*) => {
        let found = $f::gradient(&$x $(, $rest)*).1.x;
        for k in 0..$x.len() {
            for i in [0, 1, 3] {
                let moved = |by: f64| {
                    let mut x = $x;
                    x[k][i] += by;
                    $f(&x $(, $rest)*)
                };
                let expected = (moved(1e-5) - moved(-1e-5)) / 2e-5;
                let error = (found[k][i] - expected).abs();
                let limit = 1e-6 * (1.0 + expected.abs());
                assert!(error < limit, "{} {k} {i}: {} {expected}", stringify!($f), found[k][i]);
            }
        }
    };
}

macro_rules! of_length {
    ($n:literal: $channels:ident $rows:ident $assigned:ident $steps:ident $covariance:ident
     $pieces:ident $deep:ident $planes:ident) => {{
        let x: [[f64; $n]; 3] = stack(0.0);
        let (w, t, m) = ([0.5, -1.5, 2.0], series::<5>(1.0), stack::<$n, 4>(2.0));
        let planes_of_rows = std::array::from_fn::<[[f64; $n]; 5], 3, _>(|k| stack(k as f64));
        let (d, e) = (
            std::array::from_fn::<[[f64; $n]; 3], 5, _>(|k| stack(k as f64)),
            [x, x],
        );
        same! {
            channels $channels: &x, w;
            channels $channels::gradient: &x, w;
            rows $rows: &x, 1;
            assigned $assigned: &x;
            assigned $assigned::gradient: &x;
            steps $steps: &x, &t;
            steps $steps::gradient: &x, &t;
            covariance $covariance: &x;
            covariance $covariance::gradient: &x;
            pieces $pieces: &m;
            pieces $pieces::gradient: &m;
            deep $deep: &d, &e;
            deep $deep::gradient: &d, &e;
            planes $planes: &planes_of_rows, w;
            planes $planes::gradient: &planes_of_rows, w;
        }
        let seed = (x, x[1], w);
        let found = format!("{:?}", rows::adjoint(&x, 2, seed));
        assert_eq!(found, format!("{:?}", $rows::adjoint(&x, 2, seed)));
        by_differences!(channels, x, w);
        by_differences!(assigned, x);
        by_differences!(steps, x, &t);
        by_differences!(covariance, x);
        by_differences!(pieces, m);
        let scaled = scaled(&planes_of_rows, 1);
        let factor = planes_of_rows[1][0][0];
        assert_eq!(scaled[2][3], planes_of_rows[2][3].map(|x| x * factor));
        // A row of the Hessian, by differences of gradients.
        let mut along = [[0.0; $n]; 3];
        along[1][2] = 1.0;
        let row = steps::hessian_product(
            &x,
            &t,
            &steps::Tangent {
                x: along,
                w: vec![0.0; 5],
            },
        )
        .x;
        let moved = |by: f64| {
            let mut x = x;
            x[1][2] += by;
            steps::gradient(&x, &t).1.x
        };
        let (up, down) = (moved(1e-5), moved(-1e-5));
        for k in 0..3 {
            for i in 0..$n {
                let expected = (up[k][i] - down[k][i]) / 2e-5;
                assert!((row[k][i] - expected).abs() < 1e-6 * (1.0 + expected.abs()));
            }
        }
    }};
}

#[test]
fn lengths_below_a_tile() {
    of_length!(4: channels_4 rows_4 assigned_4 steps_4 covariance_4 pieces_4 deep_4 planes_4);
}

#[test]
fn lengths_of_tiles_and_a_rest() {
    of_length!(40: channels_40 rows_40 assigned_40 steps_40 covariance_40 pieces_40 deep_40
        planes_40);
}
