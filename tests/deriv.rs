//! Derivatives in the language, in generated code: their own derivatives, in matrices, batches,
//! loops and files. The programs in `tests/programs` compare more of their values.

use adgraph::execute::Executable;
use adgraph::{Float, graph, json};

graph! {
    /// The mean squared error of a line.
    fn error(w: [f64; 2], x: &[f64; 5], y: &[f64; 5]) -> f64 {
        mean(square(w[0] * x + w[1] - y))
    }

    /// The error after so many steps down the slope, by the rate.
    fn trained(rate: f64, #[dynamic] x: &[f64; 5], #[dynamic] y: &[f64; 5]) -> f64 {
        let mut w = [0.0, 0.0];
        for _ in 0..20 {
            w -= rate * deriv(error(w, x, y), w);
        }
        error(w, x, y)
    }

    /// The same in a loop that stays one.
    fn trained_in_a_loop(rate: f64, #[dynamic] x: &[f64; 5], #[dynamic] y: &[f64; 5]) -> f64 {
        let mut w = [0.0, 0.0];
        #[unroll(never)]
        for _ in 0..20 {
            w -= rate * deriv(error(w, x, y), w);
        }
        error(w, x, y)
    }

    /// A double well whose depth is learned.
    fn well(q: [f64; 2], depth: f64) -> f64 {
        depth * (q[0] * q[0] - 1.0).powi(2) + 0.5 * q[1] * q[1]
    }

    #[derivatives(jacobian, batch)]
    fn force(q: [f64; 2], #[shared] depth: f64) -> [f64; 2] {
        -deriv(well(q, depth), q)
    }

    #[derivatives(hessian)]
    fn action(q: [f64; 2], v: [f64; 2], depth: f64) -> f64 {
        let slope = deriv(well(q, depth), q);
        dot(slope, slope) + jvp(well(q, depth), q, v)
    }

    /// A thousand steps of a body in the well, and the energy that is left.
    fn simulated(q: [f64; 2], depth: f64) -> f64 {
        let mut q = q;
        let mut v = [0.0, 0.0];
        for _ in 0..1000 {
            let energy = well(q, depth);
            v -= 0.01 * (deriv(energy, q) + 0.3 * v);
            q += 0.01 * v;
        }
        well(q, depth) + 0.5 * dot(v, v)
    }

    /// A dependence that is missing in the first repetition.
    fn missing_at_first(x: [f64; 2]) -> [f64; 2] {
        let (mut q, mut v) = (x, [0.0; 2]);
        #[unroll]
        for i in 0..3 {
            let e = if i > 0 { dot(q, q) } else { 1.0 };
            v -= 0.5 * deriv(e, q);
            q += v;
        }
        q
    }

    /// Values that an assignment of an element lies behind: a factor, and the elements of sums.
    fn behind_assignments(x: [f64; 3]) -> ([f64; 3], [f64; 3]) {
        let mut q = x;
        let w = q[0];
        q[0] = 2.0;
        let held = deriv(q[1] * w, q);
        for i in 1..3 {
            q[i] += q[i - 1];
            let e = q[i] * q[i - 1];
            q[i] -= deriv(e, q)[i];
        }
        (held, q)
    }

    fn implicit<T: Float>(a: T) -> T {
        let mut y = 1.0;
        for _ in 0..8 {
            let residual = y + y.powi(3) - a;
            y -= residual / deriv(residual, y);
        }
        y
    }

    fn single(x: [f32; 3]) -> [f32; 3] {
        deriv(sum(x * x * x), x)
    }

    /// The curvature of a loop's result by the loop's inputs.
    fn of_a_loop(x: [f64; 30], p: f64) -> f64 {
        let mut s = p;
        #[unroll(never)]
        for i in 0..30 {
            s = sin(s + x[i]);
        }
        deriv(deriv(s, p), p)
    }
}

const X: [f64; 5] = [-1.0, -0.4, 0.1, 0.7, 1.2];
const Y: [f64; 5] = [0.3, 0.1, 0.5, 1.1, 0.9];

/// The five-point difference.
fn slope(f: impl Fn(f64) -> f64, x: f64) -> f64 {
    let h = 1e-4;
    (f(x - 2.0 * h) - 8.0 * f(x - h) + 8.0 * f(x + h) - f(x + 2.0 * h)) / (12.0 * h)
}

fn close(found: f64, expected: f64, tolerance: f64) {
    let scale = expected.abs().max(1.0);
    assert!(
        (found - expected).abs() <= tolerance * scale,
        "{found}, expected {expected}"
    );
}

/// Training with the slope by hand, and the derivative by the rate beside it.
fn trained_by_hand(rate: f64) -> (f64, f64) {
    let off = |w: [f64; 2], i: usize| w[0] * X[i] + w[1] - Y[i];
    let (mut w, mut dw) = ([0.0; 2], [0.0; 2]);
    for _ in 0..20 {
        let (mut slope, mut change) = ([0.0; 2], [0.0; 2]);
        for (i, x) in X.into_iter().enumerate() {
            let moved = dw[0] * x + dw[1];
            for (k, factor) in [x, 1.0].into_iter().enumerate() {
                slope[k] += 0.4 * off(w, i) * factor;
                change[k] += 0.4 * moved * factor;
            }
        }
        for k in 0..2 {
            dw[k] -= slope[k] + rate * change[k];
            w[k] -= rate * slope[k];
        }
    }
    let terms = (0..5).map(|i| {
        let moved = dw[0] * X[i] + dw[1];
        (off(w, i).powi(2) / 5.0, 0.4 * off(w, i) * moved)
    });
    terms.fold((0.0, 0.0), |(a, b), (c, d)| (a + c, b + d))
}

#[test]
fn derivatives_are_of_values_behind_assignments() {
    // At rest in the first repetition, v = -x to q = 0 in the second, and on by v in the third.
    assert_eq!(missing_at_first([1.0, -3.0]), [-1.0, 3.0]);
    // 2 + y - 2, and z + y - y.
    let (held, q) = behind_assignments([5.0, 3.0, 7.0]);
    assert_eq!(held, [0.0, 5.0, 0.0]);
    assert_eq!(q, [2.0, 3.0, 7.0]);
}

#[test]
fn the_slope_of_a_hyperparameter() {
    for rate in [0.0, 0.05, 0.3] {
        let (value, expected) = trained_by_hand(rate);
        let (found, d) = trained::gradient(rate, &X, &Y);
        close(found, value, 1e-14);
        close(d.rate, expected, 1e-13);
        close(d.rate, slope(|rate| trained(rate, &X, &Y), rate), 1e-9);
        let (found, d) = trained_in_a_loop::gradient(rate, &X, &Y);
        close(found, value, 1e-14);
        close(d.rate, expected, 1e-13);
        let ahead = trained_in_a_loop::Tangent { rate: 1.0 };
        close(
            trained_in_a_loop::tangent(rate, &X, &Y, &ahead).1,
            expected,
            1e-13,
        );
    }
}

#[test]
fn matrices_of_derivatives() {
    let (q, depth) = ([0.7, -0.2], 1.5);
    assert_eq!(force([1.0, 2.0], 3.0), [0.0, -2.0]);
    // The Jacobian of the force: minus the Hessian of the well, and by the depth.
    let j = force::jacobian(q, depth);
    let curvature = 4.0 * depth * (3.0 * q[0] * q[0] - 1.0);
    close(j[0][0], -curvature, 1e-14);
    assert_eq!((j[0][1], j[1][0], j[1][1], j[1][2]), (0.0, 0.0, -1.0, 0.0));
    close(j[0][2], -4.0 * q[0] * (q[0] * q[0] - 1.0), 1e-14);
    // Second derivatives of what has first ones: third ones of the well.
    let v = [0.3, -0.8];
    let h = action::hessian(q, v, depth);
    let at = |x: [f64; 5]| action::gradient([x[0], x[1]], [x[2], x[3]], x[4]).1;
    let point = [q[0], q[1], v[0], v[1], depth];
    for row in 0..5 {
        for column in 0..5 {
            let along = |by: f64| {
                let mut x = point;
                x[column] = by;
                let d = at(x);
                [d.q[0], d.q[1], d.v[0], d.v[1], d.depth][row]
            };
            close(h[row][column], slope(along, point[column]), 1e-9);
        }
    }
}

#[test]
fn batches_have_the_bits_of_single_calls() {
    let q: Vec<[f64; 2]> = (0..21)
        .map(|i| [f64::from(i) * 0.1 - 1.0, 0.5 - f64::from(i) * 0.03])
        .collect();
    let columns = [0, 1].map(|k| q.iter().map(|q| q[k]).collect::<Vec<f64>>());
    let mut forces = [vec![0.0_f64; 21], vec![0.0_f64; 21]];
    let [a, b] = &mut forces;
    force::batch::value([&columns[0], &columns[1]], 1.3, [&mut a[..], &mut b[..]]);
    for (i, &q) in q.iter().enumerate() {
        let alone = force(q, 1.3);
        assert_eq!(
            [forces[0][i].to_bits(), forces[1][i].to_bits()],
            alone.map(f64::to_bits)
        );
    }
}

#[test]
fn loops_that_differentiate_are_differentiated() {
    let (mut q, mut v) = ([0.3_f64, -0.5], [0.0; 2]);
    for _ in 0..1000 {
        let slope = [4.0 * 1.2 * q[0] * (q[0] * q[0] - 1.0), q[1]];
        for k in 0..2 {
            v[k] -= 0.01 * (slope[k] + 0.3 * v[k]);
            q[k] += 0.01 * v[k];
        }
    }
    let energy =
        1.2 * (q[0] * q[0] - 1.0).powi(2) + 0.5 * (q[1] * q[1] + v[0] * v[0] + v[1] * v[1]);
    let (found, d) = simulated::gradient([0.3, -0.5], 1.2);
    close(found, energy, 1e-12);
    close(
        d.depth,
        slope(|depth| simulated([0.3, -0.5], depth), 1.2),
        1e-8,
    );
    close(d.q[0], slope(|x| simulated([x, -0.5], 1.2), 0.3), 1e-8);
    let x = [0.1; 30];
    let second = |p: f64| {
        let (mut s, mut first, mut second) = (p, 1.0_f64, 0.0_f64);
        for x in x {
            let (sin, cos) = (s + x).sin_cos();
            (s, first, second) = (sin, cos * first, cos * second - sin * first * first);
        }
        second
    };
    close(of_a_loop(x, 0.4), second(0.4), 1e-13);
    close(of_a_loop::gradient(x, 0.4).1.p, slope(second, 0.4), 1e-9);
}

#[test]
fn float_types() {
    let y = implicit(10.0_f64);
    assert_eq!(y, 2.0);
    let (_, d) = implicit::gradient(10.0_f64);
    close(d.a, 1.0 / 13.0, 1e-15);
    assert_eq!(implicit(10.0_f32), 2.0);
    assert_eq!(single([1.0, 2.0, -3.0]), [3.0, 12.0, 27.0]);
    assert_eq!(
        single::adjoint([1.0, 2.0, -3.0], [1.0; 3]).1.x,
        [6.0, 12.0, -18.0]
    );
}

#[test]
fn files_hold_ordinary_operators() {
    let graph = action::graph();
    let point: [&[f64]; 3] = [&[0.7, -0.2], &[0.3, -0.8], &[1.5]];
    let value = |graph: &adgraph::Graph, inputs: &[&[f64]]| -> f64 {
        let executable = Executable::new(graph).expect("executable");
        let mut workspace = executable.workspace().expect("workspace");
        let mut outputs = [vec![0.0]];
        executable
            .evaluate(&mut workspace, inputs, &mut outputs)
            .expect("evaluated");
        outputs[0][0]
    };
    let expected = action([0.7, -0.2], [0.3, -0.8], 1.5);
    let cppad =
        json::cppad::from_str(&json::cppad::to_string(&graph).expect("a text")).expect("a graph");
    close(value(&cppad, &[&point.concat()]), expected, 1e-15);
    let nnvm =
        json::nnvm::from_str(&json::nnvm::to_string(&graph).expect("a text")).expect("a graph");
    close(value(&nnvm, &point), expected, 1e-15);
}
