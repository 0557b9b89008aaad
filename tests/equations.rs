//! Implicit functions: `solve` in the language, against closed forms.

use adgraph::Float;
use adgraph::derivative::Evaluator;
use adgraph::function::Function;
use adgraph::json::GraphJson;

adgraph::graph! {
    #[derivatives(hessian)]
    fn anomaly(mean: f64, e: f64) -> f64 { solve(|x| x - e * sin(x) - mean, mean) }

    #[derivatives(hessian)]
    fn root(a: f64) -> f64 { solve(|x| x.powi(2) - a, 1.0) }

    /// Where a circle and a line meet, on the side of the start.
    #[derivatives(jacobian)]
    fn meeting(radius: f64, slope: f64, start: [f64; 2]) -> [f64; 2] {
        solve(|p| [dot(p, p) - radius * radius, p[1] - slope * p[0]], start)
    }

    fn energy(q: [f64; 2], load: [f64; 2], k: f64) -> f64 {
        0.5 * k * dot(q, q) + 0.25 * sum(q.powi(4)) + q[0] * q[1] - dot(load, q)
    }

    #[derivatives(jacobian)]
    fn equilibrium(load: [f64; 2], k: f64) -> [f64; 2] {
        solve(|q| deriv(energy(q, load, k), q), [0.0, 0.0])
    }

    fn with_type(a: [f64; 2]) -> f64 {
        const N: usize = 2;
        sum(solve(|x: [f64; N]| x * x - a, [1.0; 2]))
    }

    fn no_solution(a: f64) -> f64 { solve(|x| x * x + exp(a), 0.3) }

    fn taken(a: f64) -> f64 {
        let y = solve(|x| x * x - a, 1.0);
        select(a > 0.0, y, 3.0 * a)
    }

    fn too_few(a: f64) -> f64 { solve(|x| exp(x) - a, 0.0, iterations = 2) }
    fn coarse(a: f64) -> f64 { solve(|x| exp(x) - a, 0.0, tolerance = 0.5) }

    fn single(a: f32) -> f32 { solve(|x: f32| x * x - a, 1.0) }

    fn generic<T: Float>(a: T) -> T { solve(|x: T| x.powi(3) - a, 1.0) }

    fn grid(a: [[f64; 2]; 2]) -> [[f64; 2]; 2] { solve(|x| x + 0.1 * matmul(x, x) - a, a) }

    /// A solution in each repetition of a loop, and of a function that solves.
    fn implicit_euler(y: f64, rate: f64) -> f64 {
        let mut y = y;
        #[unroll(never)]
        for _ in 0..5 {
            y = solve(|next| next - y + 0.1 * rate * next * root(1.0 + next), y);
        }
        y
    }

    fn explicit(y: f64, rate: f64) -> f64 {
        let mut y = y;
        for _ in 0..5 {
            let before = y;
            for _ in 0..8 {
                let residual = y - before + 0.1 * rate * y * sqrt(1.0 + y);
                y -= residual / (1.0 + 0.1 * rate * (sqrt(1.0 + y) + 0.5 * y / sqrt(1.0 + y)));
            }
        }
        y
    }
}

fn close(found: f64, expected: f64, tolerance: f64) {
    let scale = expected.abs().max(1.0);
    assert!(
        (found - expected).abs() <= tolerance * scale,
        "{found}, not {expected}"
    );
}

#[test]
fn keplers_equation() {
    for mean in [0.1, 1.0, 2.5, 3.1] {
        for e in [0.0, 0.3, 0.9, 0.97] {
            let (x, d) = anomaly::gradient(mean, e);
            close(x - e * x.sin(), mean, 1e-15);
            let slope = 1.0 / (1.0 - e * x.cos());
            close(d.mean, slope, 1e-13);
            close(d.e, x.sin() * slope, 1e-13);
            let hessian = anomaly::hessian(mean, e);
            // By differentiating the slopes, which depend on the solution too.
            let along = -e * x.sin() * slope.powi(3);
            close(hessian[0][0], along, 1e-11);
            let mixed = x.cos() * slope.powi(2) + x.sin() * along;
            close(hessian[0][1], mixed, 1e-11);
            close(hessian[1][0], mixed, 1e-11);
            let double = 2.0 * x.sin() * x.cos() * slope.powi(2) + x.sin().powi(2) * along;
            close(hessian[1][1], double, 1e-11);
        }
    }
}

#[test]
fn square_roots_near_and_far() {
    for a in [1e-6, 0.01, 1.0, 2.0, 1e4, 1e10] {
        let (y, d) = root::gradient(a);
        assert!((y / a.sqrt() - 1.0).abs() < 1e-15, "{y} of {a}");
        assert!((d.a * 2.0 * a.sqrt() - 1.0).abs() < 1e-14);
        let second = root::hessian(a)[0][0];
        assert!(
            (second * -4.0 * a.powf(1.5) - 1.0).abs() < 1e-13,
            "{second}"
        );
        let (same, tangent) = root::tangent(a, &root::Tangent { a: 2.0 });
        assert_eq!(same, y);
        assert!((tangent / (2.0 * d.a) - 1.0).abs() < 1e-15);
    }
}

#[test]
fn a_circle_and_a_line() {
    for (start, side) in [([1.0, 0.0], 1.0), ([-1.0, 0.5], -1.0)] {
        let (radius, slope) = (2.0, 0.5);
        let length = (1.0_f64 + slope * slope).sqrt();
        let p = meeting(radius, slope, start);
        close(p[0], side * radius / length, 1e-15);
        close(p[1], side * radius * slope / length, 1e-15);
        let jacobian = meeting::jacobian(radius, slope, start);
        let expected = [
            [
                side / length,
                -side * radius * slope / length.powi(3),
                0.0,
                0.0,
            ],
            [
                side * slope / length,
                side * radius / length.powi(3),
                0.0,
                0.0,
            ],
        ];
        for (row, expected) in jacobian.as_flattened().iter().zip(expected.as_flattened()) {
            close(*row, *expected, 1e-14);
        }
    }
}

#[test]
fn the_least_energy_and_what_it_depends_on() {
    let (load, k) = ([0.7, -0.4], 1.5);
    let q = equilibrium(load, k);
    let force = |i: usize| k * q[i] + q[i].powi(3) + q[1 - i] - load[i];
    assert!(force(0).abs() < 1e-15 && force(1).abs() < 1e-15);
    // The inverse of the Hessian, times the derivatives of the slope by the loads and the
    // stiffness.
    let h = [k + 3.0 * q[0] * q[0], k + 3.0 * q[1] * q[1]];
    let det = h[0] * h[1] - 1.0;
    let inverse = [[h[1] / det, -1.0 / det], [-1.0 / det, h[0] / det]];
    let jacobian = equilibrium::jacobian(load, k);
    for i in 0..2 {
        close(jacobian[i][0], inverse[i][0], 1e-14);
        close(jacobian[i][1], inverse[i][1], 1e-14);
        let by_k = -(inverse[i][0] * q[0] + inverse[i][1] * q[1]);
        close(jacobian[i][2], by_k, 1e-14);
    }
}

#[test]
fn no_solution_is_no_number() {
    let (value, d) = no_solution::gradient(0.5);
    assert!(value.is_nan() && d.a.is_nan());
    assert!(too_few(5.0).is_nan());
    assert!(root(-1.0).is_nan() && root(f64::NAN).is_nan() && root(f64::INFINITY).is_nan());
    // Two steps are enough from nearby, and half the value is close enough.
    assert_eq!(too_few(1.0), 0.0);
    assert!((coarse(2.0) - 2.0_f64.ln()).abs() < 0.1);
    assert!((coarse(2.0) - 2.0_f64.ln()).abs() > 1e-6);
}

#[test]
fn sides_not_taken_have_no_derivative() {
    let (value, d) = taken::gradient(-1.0);
    assert_eq!((value, d.a), (-3.0, 3.0));
    assert_eq!(
        taken::tangent(-1.0, &taken::Tangent { a: 1.0 }),
        (-3.0, 3.0)
    );
    assert_eq!(taken::gradient(4.0).0, 2.0);
}

#[test]
fn other_floats_and_shapes() {
    let (y, d) = single::gradient(2.0);
    assert!((y - 2.0_f32.sqrt()).abs() <= f32::EPSILON && (d.a - 0.5 / y).abs() <= f32::EPSILON);
    close(generic(8.0_f64), 2.0, 1e-15);
    assert!((generic(8.0_f32) - 2.0).abs() <= 2.0 * f32::EPSILON);
    let a = [[1.0, 0.2], [-0.3, 0.5]];
    let x = grid(a);
    for i in 0..2 {
        for j in 0..2 {
            let square: f64 = (0..2).map(|k| x[i][k] * x[k][j]).sum();
            close(x[i][j] + 0.1 * square, a[i][j], 1e-15);
        }
    }
}

#[test]
fn solutions_in_loops_of_functions_that_solve() {
    let (found, d) = implicit_euler::gradient(1.0, 2.0);
    let (expected, e) = explicit::gradient(1.0, 2.0);
    close(found, expected, 1e-14);
    close(d.y, e.y, 1e-12);
    close(d.rate, e.rate, 1e-12);
}

#[test]
fn the_executor_gives_the_same_bits() {
    let (mean, e) = (1.2, 0.8);
    let graph = anomaly::graph();
    let mut evaluator = Evaluator::<f64>::new(&graph).unwrap();
    let mut value = [0.0];
    anomaly::Function {}.value(&[mean, e], &mut value);
    assert_eq!(evaluator.value(&[mean, e]).unwrap(), value);
    let (_, d) = anomaly::gradient(mean, e);
    assert_eq!(evaluator.gradient(&[mean, e]).unwrap().1, [d.mean, d.e]);
    let document = graph.to_cppad_json().unwrap();
    let read = adgraph::json::cppad::from_str(&document).unwrap();
    let mut again = Evaluator::<f64>::new(&read).unwrap();
    close(again.value(&[mean, e]).unwrap()[0], value[0], 1e-14);
    let text = adgraph::ir::text::parse(&graph.to_string()).unwrap();
    assert_eq!(text.to_string(), graph.to_string());
    let source = adgraph::json::rust::to_string(&graph).unwrap();
    assert!(source.contains("#[derivative(adjoint = "), "{source}");
}

#[test]
fn an_unknown_may_have_a_type() {
    let a = [2.0_f64, 9.0];
    let (value, d) = with_type::gradient(a);
    assert!((value - (2.0_f64.sqrt() + 3.0)).abs() < 1e-12, "{value}");
    for (found, a) in d.a.into_iter().zip(a) {
        assert!((found - 0.5 / a.sqrt()).abs() < 1e-12, "{found}");
    }
}
