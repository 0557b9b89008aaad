//! Functions from outside, in generated code and at run time: values and derivatives against closed
//! forms, by functions written by hand and by those of another block.

mod places;

use std::sync::atomic::{AtomicUsize, Ordering};

use adgraph::derivative::Evaluator;
use adgraph::graph;

/// Methods with names of those of slices, which the code beside a module is not to call.
#[allow(dead_code, reason = "nothing calls them")]
trait Methods {
    fn copy_from_slice(&self) {}
    fn fill(&self) {}
}

impl<T: ?Sized> Methods for T {}

/// The energy of a spring, as a table or another library would have it.
fn energy(x: [f64; 3], stiffness: f64) -> f64 {
    stiffness * x.iter().map(|x| x * x).sum::<f64>()
}

fn energy_adjoint(x: [f64; 3], stiffness: f64, seed: f64) -> (f64, ([f64; 3], f64)) {
    let value = energy(x, stiffness);
    let by_x = x.map(|x| 2.0 * stiffness * x * seed);
    (value, (by_x, value / stiffness * seed))
}

fn energy_tangent(x: [f64; 3], k: f64, direction: &([f64; 3], f64)) -> (f64, f64) {
    let pairs = x.iter().zip(&direction.0);
    let along: f64 = pairs.map(|(x, d)| 2.0 * k * x * d).sum();
    (energy(x, k), along + energy(x, k) / k * direction.1)
}

fn step(x: f64) -> f64 {
    if x > 0.0 { 1.0 } else { 0.0 }
}

mod elsewhere {
    adgraph::graph! {
        /// Rotates rows, and squares what is given.
        pub(crate) fn turned(
            a: &[[f64; 2]; 3], #[dynamic] angle: f64, s: f64,
        ) -> ([[f64; 2]; 3], f64) {
            let (sine, cosine) = sin_cos(angle);
            (matmul(a, [[cosine, -sine], [sine, cosine]]) * s, s * s)
        }
    }

    pub(crate) fn single(x: f32) -> f32 {
        x * x
    }

    pub(crate) fn single_adjoint(x: f32, seed: f32) -> (f32, f32) {
        (x * x, 2.0 * x * seed)
    }
}
use elsewhere::turned;

fn cubed(x: f64) -> f64 {
    x * x * x
}

/// The tangent of the adjoint, `3 x^2 seed`.
fn cubed_second(x: f64, _: f64, seed: f64, _: f64, along: [f64; 3]) -> f64 {
    6.0 * x * seed * along[0] + 3.0 * x * x * along[2]
}

static CALLS: AtomicUsize = AtomicUsize::new(0);

fn counted(x: f64) -> f64 {
    CALLS.fetch_add(1, Ordering::Relaxed);
    x
}

graph! {
    #[external(adjoint = energy_adjoint, tangent = energy_tangent)]
    fn energy(x: [f64; 3], stiffness: f64) -> f64;
    #[external(value = energy, adjoint = energy_adjoint)]
    fn by_adjoint(x: [f64; 3], stiffness: f64) -> f64;
    #[external(value = energy, tangent = energy_tangent)]
    fn by_tangent(x: [f64; 3], stiffness: f64) -> f64;
    #[external]
    fn step(x: f64) -> f64;
    #[external]
    fn counted(x: f64) -> f64;
    #[external(graph)]
    fn turned(a: &[[f64; 2]; 3], #[dynamic] angle: f64, s: f64) -> ([[f64; 2]; 3], f64);
    #[external(value = elsewhere::single, adjoint = elsewhere::single_adjoint)]
    fn square(x: f32) -> f32;
    #[external(value = f64::cbrt)]
    fn cube_root(x: f64) -> f64;

    #[check(range = 0.5..1.5)]
    fn whole(x: [f64; 3], k: f64) -> f64 { sin(energy(x * x, k)) * k }
    fn whole_by_adjoint(x: [f64; 3], k: f64) -> f64 { sin(by_adjoint(x * x, k)) * k }
    fn bare(x: [f64; 3], k: f64) -> f64 { by_adjoint(x, k) }
    fn whole_by_tangent(x: [f64; 3], k: f64) -> f64 { sin(by_tangent(x * x, k)) * k }
    fn plain(x: [f64; 3], k: f64) -> f64 { sin(k * sum((x * x) * (x * x))) * k }

    /// No derivative goes through the step: its argument is dynamic, or it is stopped.
    fn gated(x: f64, #[dynamic] p: f64) -> f64 { x * x * step(p) + stop_gradient(step(x)) }
    /// The step is on the side of a branch, and in a loop, and it is these that are stopped.
    fn gated_inside(x: f64) -> f64 {
        let mut count = 0.0;
        #[unroll(never)]
        for i in 0..5 { count += step(x - i as f64); }
        stop_gradient(if x > 3.0 { step(x) } else { 2.0 * x }) * x + stop_gradient(count) * x
    }

    /// A function that takes a derivative of one from outside has no derivative itself.
    #[derivatives(batch)]
    fn force(x: f64, k: f64) -> f64 { -deriv(energy([x, x * x, 0.0], k), x) }
    #[derivatives(jacobian)]
    fn held(x: f64, k: f64) -> f64 { stop_gradient(deriv(energy([x, 0.0, 0.0], 2.0), x)) * k }

    #[derivatives(jacobian)]
    fn rotation(a: [[f64; 2]; 3], s: f64) -> [f64; 3] {
        let (b, c) = turned(a * s, 0.5, s);
        b[(.., 0)] * c
    }
    #[derivatives(jacobian)]
    fn plain_rotation(a: [[f64; 2]; 3], s: f64) -> [f64; 3] {
        let (sine, cosine) = sin_cos(0.5);
        (matmul(a * s, [[cosine, -sine], [sine, cosine]]) * s)[(.., 0)] * s * s
    }

    fn single(x: f32) -> f32 { square(x) * x }

    /// In a loop that stays one, on both sides of a branch.
    #[derivatives(batch)]
    #[codegen(dispatch)]
    fn walked(x: [f64; 3], k: f64) -> f64 {
        let mut s = 0.0;
        let mut x = x;
        #[unroll(never)]
        for _ in 0..20 {
            s += if k > 0.0 { energy(x, k) } else { by_adjoint(x, 1.0 - k) };
            x = 0.9 * x + 0.01 * k;
        }
        s
    }
    fn plain_walked(x: [f64; 3], k: f64) -> f64 {
        let mut s = 0.0;
        let mut x = x;
        #[unroll(never)]
        for _ in 0..20 {
            s += if k > 0.0 { k * dot(x, x) } else { (1.0 - k) * dot(x, x) };
            x = 0.9 * x + 0.01 * k;
        }
        s
    }

    fn chosen(x: f64) -> f64 { if x > 0.0 { counted(x) } else { -x } }
    fn root(x: f64) -> f64 { cube_root(x) }

    /// With a derivative in the language, whose own derivative is from outside.
    #[external]
    #[derivative(adjoint = cubed_adjoint)]
    fn cubed(x: f64) -> f64;
    #[derivative(tangent = cubed_tangent)]
    fn cubed_adjoint(x: f64, _y: f64, seed: f64) -> f64 { 3.0 * x * x * seed }
    fn cubed_tangent(
        x: f64, y: f64, seed: f64, adjoint: f64, dx: f64, dy: f64, ds: f64,
    ) -> f64 {
        cubed_second(x, y, seed, adjoint, [dx, dy, ds])
    }
    #[external]
    fn cubed_second(x: f64, y: f64, seed: f64, adjoint: f64, along: [f64; 3]) -> f64;

    #[derivatives(hessian)]
    fn smooth(x: f64) -> f64 { x * cubed(x) }
}

fn close(found: f64, expected: f64) {
    let tolerance = 1e-12 * expected.abs().max(1.0);
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} is not {expected}"
    );
}

fn all_close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        close(*found, *expected);
    }
}

const X: [f64; 3] = [0.5, -0.25, 0.75];

/// Value, derivatives, and the derivative in a direction.
macro_rules! derivatives {
    ($function:ident) => {{
        let (value, d) = $function::gradient(X, 1.5);
        assert_eq!(value, $function(X, 1.5));
        let direction = $function::Tangent {
            x: [0.3, -0.2, 0.0],
            k: 2.0,
        };
        let (_, along) = $function::tangent(X, 1.5, &direction);
        [value, d.x[0], d.x[1], d.x[2], d.k, along]
    }};
}

#[test]
fn derivatives_go_through_functions_from_outside() {
    let expected = derivatives!(plain);
    all_close(&derivatives!(whole), &expected);
    // One mode gives the other.
    all_close(&derivatives!(whole_by_adjoint), &expected);
    all_close(&derivatives!(whole_by_tangent), &expected);
    all_close(&derivatives!(walked), &derivatives!(plain_walked));
    whole::check().assert();
    let x = 3.0_f32;
    assert_eq!(single::gradient(x), (27.0, single::Adjoint { x: 27.0 }));
    assert_eq!(
        single::tangent(x, &single::Tangent { x: 2.0 }),
        (27.0, 54.0)
    );
    assert_eq!(root(27.0), 3.0);
}

#[test]
fn functions_of_other_blocks_come_with_their_derivatives() {
    let (a, s) = ([[1.0, 2.0], [-0.5, 0.25], [3.0, -4.0]], 0.7);
    all_close(&rotation(a, s), &plain_rotation(a, s));
    let (found, expected) = (rotation::jacobian(a, s), plain_rotation::jacobian(a, s));
    all_close(found.as_flattened(), expected.as_flattened());
    let seed = [1.0, -2.0, 0.5];
    let (_, found) = rotation::adjoint(a, s, seed);
    let (_, expected) = plain_rotation::adjoint(a, s, seed);
    all_close(found.a.as_flattened(), expected.a.as_flattened());
    close(found.s, expected.s);
}

#[test]
fn no_derivative_is_needed_where_none_goes_through() {
    assert_eq!(gated::gradient(3.0, 1.0), (10.0, gated::Adjoint { x: 6.0 }));
    assert_eq!(
        gated::gradient(-3.0, -1.0),
        (0.0, gated::Adjoint { x: -0.0 })
    );
    let direction = gated::Tangent { x: 0.5 };
    assert_eq!(gated::tangent(3.0, 1.0, &direction), (10.0, 3.0));
    for (x, slope) in [(3.5, 1.0 + 4.0), (2.5, 5.0 + 3.0)] {
        assert_eq!(gated_inside::gradient(x).1.x, slope);
        let direction = gated_inside::Tangent { x: 2.0 };
        assert_eq!(gated_inside::tangent(x, &direction).1, 2.0 * slope);
    }
}

#[test]
fn a_derivative_from_outside_is_a_value() {
    // Of `k (x^2 + x^4)`.
    let expected = |x: f64, k: f64| -k * (2.0 * x + 4.0 * x * x * x);
    close(force(0.5, 1.5), expected(0.5, 1.5));
    let (x, k) = ([0.5, -1.0, 2.0], [1.5, 1.0, -1.0]);
    let mut forces = [0.0; 3];
    force::batch::value(&x, &k, &mut forces);
    all_close(&forces, &[0, 1, 2].map(|i| expected(x[i], k[i])));
    assert_eq!(held::jacobian(0.5, 3.0), [[0.0, 2.0]]);
    assert_eq!(held::gradient(0.5, 3.0).0, 6.0);
}

#[test]
fn derivatives_of_higher_order_are_those_of_rules() {
    let x = 1.5;
    let (value, d) = smooth::gradient(x);
    assert_eq!((value, d.x), (x * x * x * x, 4.0 * x * x * x));
    close(smooth::hessian(x)[0][0], 12.0 * x * x);
}

#[test]
fn a_side_that_is_not_taken_is_not_called() {
    let before = CALLS.load(Ordering::Relaxed);
    assert_eq!(chosen(-2.0), 2.0);
    assert_eq!(CALLS.load(Ordering::Relaxed), before);
    assert_eq!(chosen(2.0), 2.0);
    assert_eq!(CALLS.load(Ordering::Relaxed), before + 1);
    assert_eq!(chosen::COST.value.calls, 1);
    assert_eq!(walked::COST.value.calls, 20);
    assert_eq!(plain::COST.value.calls, 0);
}

#[test]
fn not_finite_numbers_pass_through() {
    assert!(whole([f64::NAN, 0.0, 0.0], 1.0).is_nan());
    assert!(whole::gradient([0.0; 3], f64::NAN).1.k.is_nan());
    assert_eq!(root(f64::INFINITY), f64::INFINITY);
    assert_eq!(root(-0.0).to_bits(), (-0.0_f64).to_bits());
    // An argument that does not move has no part in a tangent, whatever its derivative is.
    assert!(bare::gradient(X, 0.0).1.k.is_nan());
    let direction = bare::Tangent {
        x: [1.0; 3],
        k: 0.0,
    };
    assert_eq!(bare::tangent(X, 0.0, &direction).1, 0.0);
}

#[test]
fn batches_call_for_each_point() {
    let columns = [
        [0.5, -1.0, 2.0, 0.1, 0.3],
        [1.0, 0.0, 0.5, 0.2, -0.3],
        [0.25, 3.0, -0.5, 0.3, 0.0],
    ];
    let k = [1.0, -1.0, 0.5, 2.0, -0.5];
    let x = [&columns[0][..], &columns[1][..], &columns[2][..]];
    let mut values = [0.0; 5];
    let (mut by_x, mut by_k) = ([[0.0; 5]; 3], [0.0; 5]);
    let [a, b, c] = &mut by_x;
    walked::batch::gradient(
        x,
        &k,
        &mut values,
        walked::batch::Adjoint {
            x: [a, b, c],
            k: &mut by_k,
        },
    );
    for point in 0..5 {
        let at = [columns[0][point], columns[1][point], columns[2][point]];
        let (value, d) = walked::gradient(at, k[point]);
        assert_eq!(values[point], value);
        assert_eq!(
            [by_x[0][point], by_x[1][point], by_x[2][point], by_k[point]],
            [d.x[0], d.x[1], d.x[2], d.k]
        );
        let (expected, e) = plain_walked::gradient(at, k[point]);
        close(value, expected);
        all_close(&d.x, &e.x);
        close(d.k, e.k);
    }
}

#[test]
fn graphs_call_them_at_run_time() {
    let x = [X[0], X[1], X[2], 1.5];
    let mut evaluator = Evaluator::<f64>::new(&walked::graph())
        .expect("an evaluator")
        .functions(walked::functions());
    let (value, gradient) = evaluator.gradient(&x).expect("a gradient");
    let (expected, d) = walked::gradient(X, 1.5);
    assert_eq!(value, expected);
    assert_eq!(gradient, [d.x[0], d.x[1], d.x[2], d.k]);
    let tangent = walked::Tangent {
        x: [1.0, 2.0, 3.0],
        k: 4.0,
    };
    let (_, along) = evaluator
        .tangent(&x, &[1.0, 2.0, 3.0, 4.0])
        .expect("a tangent");
    assert_eq!(along, [walked::tangent(X, 1.5, &tangent).1]);
    // Without them it says which one it lacks.
    let mut without = Evaluator::<f64>::new(&walked::graph()).expect("an evaluator");
    let error = without.value(&x).expect_err("a function that is missing");
    assert!(
        error.to_string().contains("by_adjoint") || error.to_string().contains("energy"),
        "{error}"
    );
    assert!(rotation::functions().contains("turned"));
    assert!(!chosen::functions().contains("turned"));
    let mut root = Evaluator::<f64>::new(&root::graph())
        .expect("an evaluator")
        .functions(root::functions());
    assert_eq!(root.value(&[27.0]).expect("a value"), [3.0]);
    assert!(root.gradient(&[27.0]).is_err());
}

#[test]
fn they_are_atoms_of_cppad() {
    let json = adgraph::json::cppad::to_string(&whole::graph()).expect("a text");
    assert!(json.contains("\"energy\""), "{json}");
    let read = adgraph::json::cppad::from_str(&json).expect("a graph");
    let again = adgraph::json::cppad::to_string(&read).expect("a text");
    assert_eq!(json, again);
}
