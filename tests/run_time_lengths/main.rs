//! Functions whose lengths come with the call give the bits of the same functions of known lengths:
//! all forms of a function, and what is the same for all. `run_time_arrays`, `run_time_loops` and
//! `run_time_matrices` are tests of their own, since the compiler takes much longer for all together.
#![allow(missing_docs, reason = "functions of tests")]

#[macro_use]
mod common;

mod calls;
mod checks;
mod derivatives;
mod empty;
mod external;
mod integers;
mod memory;
mod positions;
mod refusals;
mod rows;
mod tables;
mod taylor;
mod within;

use adgraph::{Float, graph};
use common::{numbers, rows, singles};

graph! {
    /// Squared error of a linear model.
    #[derivatives(hessian_product)]
    pub fn loss<const N: usize>(x: &[[f64; 3]; N], y: &[f64; N], w: [f64; 3]) -> f64 {
        let error = matmul(x, w) - y;
        dot(error, error) / N as f64
    }
    #[derivatives(hessian_product)]
    pub fn loss_3(x: &[[f64; 3]; 3], y: &[f64; 3], w: [f64; 3]) -> f64 { loss(x, y, w) }
    #[derivatives(hessian_product)]
    pub fn loss_8(x: &[[f64; 3]; 8], y: &[f64; 8], w: [f64; 3]) -> f64 { loss(x, y, w) }
    #[derivatives(hessian_product)]
    pub fn loss_75(x: &[[f64; 3]; 75], y: &[f64; 75], w: [f64; 3]) -> f64 { loss(x, y, w) }

    #[derivatives(hessian_product)]
    pub fn rosenbrock<const N: usize>(x: &[f64; N]) -> f64 {
        let (a, b) = (x[..N - 1], x[1..]);
        sum(100.0 * (b - a * a).powi(2) + (1.0 - a).powi(2))
    }
    #[derivatives(hessian_product)]
    pub fn rosenbrock_3(x: &[f64; 3]) -> f64 { rosenbrock(x) }
    #[derivatives(hessian_product)]
    pub fn rosenbrock_8(x: &[f64; 8]) -> f64 { rosenbrock(x) }
    #[derivatives(hessian_product)]
    pub fn rosenbrock_75(x: &[f64; 75]) -> f64 { rosenbrock(x) }

    pub fn differences<const N: usize>(x: &[f64; N]) -> [f64; N - 1] { x[1..] - x[..N - 1] }
    pub fn differences_3(x: &[f64; 3]) -> [f64; 2] { differences(x) }
    pub fn differences_8(x: &[f64; 8]) -> [f64; 7] { differences(x) }
    pub fn differences_75(x: &[f64; 75]) -> [f64; 74] { differences(x) }

    pub fn waves<const N: usize>(x: [f64; N], a: f64) -> [f64; N] { sin(x) * a }
    pub fn waves_3(x: [f64; 3], a: f64) -> [f64; 3] { waves(x, a) }
    pub fn waves_8(x: [f64; 8], a: f64) -> [f64; 8] { waves(x, a) }
    pub fn waves_75(x: [f64; 75], a: f64) -> [f64; 75] { waves(x, a) }

    pub fn variance<const N: usize>(x: &[f64; N]) -> f64 { mean((x - mean(x)).powi(2)) }
    pub fn variance_3(x: &[f64; 3]) -> f64 { variance(x) }
    pub fn variance_8(x: &[f64; 8]) -> f64 { variance(x) }
    pub fn variance_75(x: &[f64; 75]) -> f64 { variance(x) }

    pub fn weights<const N: usize>(x: &[f64; N]) -> [f64; N] { softmax(x) }
    pub fn weights_3(x: &[f64; 3]) -> [f64; 3] { weights(x) }
    pub fn weights_8(x: &[f64; 8]) -> [f64; 8] { weights(x) }
    pub fn weights_75(x: &[f64; 75]) -> [f64; 75] { weights(x) }

    pub fn evidence<const N: usize>(x: &[f64; N]) -> f64 { log_sum_exp(x) }
    pub fn evidence_3(x: &[f64; 3]) -> f64 { evidence(x) }
    pub fn evidence_8(x: &[f64; 8]) -> f64 { evidence(x) }
    pub fn evidence_75(x: &[f64; 75]) -> f64 { evidence(x) }

    pub fn spread<const N: usize>(x: &[f64; N]) -> f64 { max(x) - min(x) }
    pub fn spread_3(x: &[f64; 3]) -> f64 { spread(x) }
    pub fn spread_8(x: &[f64; 8]) -> f64 { spread(x) }
    pub fn spread_75(x: &[f64; 75]) -> f64 { spread(x) }

    pub fn ends<const N: usize>(x: &[f64; N]) -> f64 { x[0] * x[N - 1] + x[2] }
    pub fn ends_3(x: &[f64; 3]) -> f64 { ends(x) }
    pub fn ends_8(x: &[f64; 8]) -> f64 { ends(x) }
    pub fn ends_75(x: &[f64; 75]) -> f64 { ends(x) }

    pub fn recurrence<const N: usize>(x: &[f64; N], a: f64) -> f64 {
        let mut s = 0.5;
        for i in 0..N { s = sin(a * s) + x[i]; }
        s
    }
    pub fn recurrence_3(x: &[f64; 3], a: f64) -> f64 { recurrence(x, a) }
    pub fn recurrence_8(x: &[f64; 8], a: f64) -> f64 { recurrence(x, a) }
    pub fn recurrence_75(x: &[f64; 75], a: f64) -> f64 { recurrence(x, a) }

    pub fn running<const N: usize>(x: &[f64; N]) -> [f64; N] {
        let mut y = [0.0; N];
        let mut s = 0.0;
        for i in 0..N {
            s += x[i];
            y[i] = s;
        }
        y
    }
    pub fn running_3(x: &[f64; 3]) -> [f64; 3] { running(x) }
    pub fn running_8(x: &[f64; 8]) -> [f64; 8] { running(x) }
    pub fn running_75(x: &[f64; 75]) -> [f64; 75] { running(x) }

    pub fn layer<const N: usize>(x: &[[f64; 3]; N], w: &[[f64; 5]; 3], b: [f64; 5]) -> [[f64; 5]; N] {
        tanh(matmul(x, w) + broadcast(b, [N, 5], axis = 1))
    }
    pub fn layer_3(x: &[[f64; 3]; 3], w: &[[f64; 5]; 3], b: [f64; 5]) -> [[f64; 5]; 3] { layer(x, w, b) }
    pub fn layer_8(x: &[[f64; 3]; 8], w: &[[f64; 5]; 3], b: [f64; 5]) -> [[f64; 5]; 8] { layer(x, w, b) }
    pub fn layer_75(x: &[[f64; 3]; 75], w: &[[f64; 5]; 3], b: [f64; 5]) -> [[f64; 5]; 75] { layer(x, w, b) }

    pub fn two<const N: usize, const M: usize>(x: &[f64; N], y: &[f64; M], a: f64) -> f64 {
        sum(exp(a * x)) * sum(cos(a * y))
    }
    pub fn two_3(x: &[f64; 3], y: &[f64; 5], a: f64) -> f64 { two(x, y, a) }
    pub fn two_8(x: &[f64; 8], y: &[f64; 5], a: f64) -> f64 { two(x, y, a) }
    pub fn two_75(x: &[f64; 75], y: &[f64; 5], a: f64) -> f64 { two(x, y, a) }

    pub fn length<const N: usize>(x: &[f32; N]) -> f32 { norm(x) }
    pub fn length_3(x: &[f32; 3]) -> f32 { length(x) }
    pub fn length_8(x: &[f32; 8]) -> f32 { length(x) }
    pub fn length_75(x: &[f32; 75]) -> f32 { length(x) }

    pub fn generic<T: Float, const N: usize>(x: &[T; N], a: T) -> T { sum(exp(a * x)) }
    pub fn generic_3<T: Float>(x: &[T; 3], a: T) -> T { generic(x, a) }
    pub fn generic_8<T: Float>(x: &[T; 8], a: T) -> T { generic(x, a) }
    pub fn generic_75<T: Float>(x: &[T; 75], a: T) -> T { generic(x, a) }

    pub fn columns<const N: usize>(x: &[[f64; 3]; N]) -> ([f64; 3], f64, [f64; N]) {
        (sum(x, axis = 0), sum(x), max(x, axis = 1))
    }
    pub fn columns_3(x: &[[f64; 3]; 3]) -> ([f64; 3], f64, [f64; 3]) { columns(x) }
    pub fn columns_8(x: &[[f64; 3]; 8]) -> ([f64; 3], f64, [f64; 8]) { columns(x) }
    pub fn columns_75(x: &[[f64; 3]; 75]) -> ([f64; 3], f64, [f64; 75]) { columns(x) }

    pub fn joined<const N: usize>(x: &[f64; N], a: f64) -> [f64; 2 * N + 1] {
        concat(x, [a], 2.0 * x)
    }
    pub fn joined_3(x: &[f64; 3], a: f64) -> [f64; 7] { joined(x, a) }
    pub fn joined_8(x: &[f64; 8], a: f64) -> [f64; 17] { joined(x, a) }
    pub fn joined_75(x: &[f64; 75], a: f64) -> [f64; 151] { joined(x, a) }
}

/// All forms of all functions with arrays of one length.
macro_rules! of_length {
    ($n:literal: $loss:ident $rosenbrock:ident $differences:ident $waves:ident $variance:ident
        $weights:ident $evidence:ident $spread:ident $ends:ident $recurrence:ident $running:ident
        $layer:ident $two:ident $length:ident $generic:ident $columns:ident $joined:ident) => {{
        const N: usize = $n;
        let (x, y, r) = (numbers::<N>(), numbers::<5>(), rows::<N>());
        let (w, b) = ([[0.1, -0.2, 0.3, 0.4, -0.5]; 3], [0.1, 0.2, 0.3, 0.4, 0.5]);
        let v = [0.5, -1.5, 2.0];
        same! {
            loss $loss: &r, &x, v;
            loss $loss::gradient: &r, &x, v;
            rosenbrock $rosenbrock: &x;
            rosenbrock $rosenbrock::gradient: &x;
            differences $differences: &x;
            waves $waves: x, 0.7;
            waves $waves::adjoint: x, 0.7, x;
            variance $variance: &x;
            variance $variance::gradient: &x;
            weights $weights: &x;
            evidence $evidence: &x;
            evidence $evidence::gradient: &x;
            spread $spread: &x;
            spread $spread::gradient: &x;
            ends $ends: &x;
            ends $ends::gradient: &x;
            recurrence $recurrence: &x, 0.3;
            recurrence $recurrence::gradient: &x, 0.3;
            running $running: &x;
            layer $layer: &r, &w, b;
            two $two: &x, &y, 0.3;
            two $two::gradient: &x, &y, 0.3;
            length $length: &singles::<N>();
            length $length::gradient: &singles::<N>();
            generic $generic: &x, 0.3;
            generic $generic::gradient: &x, 0.3;
            generic $generic::gradient: &singles::<N>(), 0.3;
            columns $columns: &r;
            joined $joined: &x, 0.3;
        }
        // Seeds and directions of run-time length are slices and vectors.
        let seed = numbers::<{ 2 * N + 1 }>();
        let found = format!("{:?}", joined::adjoint(&x, 0.3, &seed));
        assert_eq!(found, format!("{:?}", $joined::adjoint(&x, 0.3, seed)));
        let found = format!("{:?}", weights::adjoint(&x, &x));
        assert_eq!(found, format!("{:?}", $weights::adjoint(&x, x)));
        let found = format!("{:?}", running::adjoint(&x, &x));
        assert_eq!(found, format!("{:?}", $running::adjoint(&x, x)));
        let (mut direction, mut known) = (x.to_vec(), x);
        direction.reverse();
        known.reverse();
        let found = rosenbrock::tangent(
            &x,
            &rosenbrock::Tangent {
                x: direction.clone(),
            },
        );
        let expected = $rosenbrock::tangent(&x, &$rosenbrock::Tangent { x: known });
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
        let found = rosenbrock::hessian_product(
            &x,
            &rosenbrock::Tangent {
                x: direction.clone(),
            },
        );
        let expected = $rosenbrock::hessian_product(&x, &$rosenbrock::Tangent { x: known });
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
        let along = loss::Tangent {
            x: r.to_vec(),
            y: direction,
            w: v,
        };
        let found = loss::hessian_product(&r, &x, v, &along);
        let expected = $loss::hessian_product(
            &r,
            &x,
            v,
            &$loss::Tangent {
                x: r,
                y: known,
                w: v,
            },
        );
        assert_eq!(format!("{found:?}"), format!("{expected:?}"));
    }};
}

#[test]
fn lengths_below_a_tile() {
    of_length!(3: loss_3 rosenbrock_3 differences_3 waves_3 variance_3 weights_3 evidence_3 spread_3
        ends_3 recurrence_3 running_3 layer_3 two_3 length_3 generic_3 columns_3 joined_3);
}

#[test]
fn lengths_of_a_tile() {
    of_length!(8: loss_8 rosenbrock_8 differences_8 waves_8 variance_8 weights_8 evidence_8 spread_8
        ends_8 recurrence_8 running_8 layer_8 two_8 length_8 generic_8 columns_8 joined_8);
}

#[test]
fn lengths_of_tiles_of_both_sizes_and_a_rest() {
    of_length!(75: loss_75 rosenbrock_75 differences_75 waves_75 variance_75 weights_75 evidence_75
        spread_75 ends_75 recurrence_75 running_75 layer_75 two_75 length_75 generic_75 columns_75
        joined_75);
}
