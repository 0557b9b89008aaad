//! Functions with derivatives of their own, in generated code: that the rule is what counts, in
//! both modes and to any order, against closed forms; and that a rule that is right changes
//! nothing.

use adgraph::derivative::Evaluator;
use adgraph::{Float, Graph, graph};

graph! {
    /// The square root, whose derivative is zero where it would be infinite.
    #[derivative(adjoint = root_adjoint, tangent = root_tangent)]
    #[derivatives(hessian, taylor(3))]
    #[check(range = 0.5..2.0)]
    pub fn root(x: f64) -> f64 { sqrt(x) }
    fn root_adjoint(x: f64, root: f64, seed: f64) -> f64 { root_slope(x, root) * seed }
    fn root_tangent(x: f64, root: f64, x_tangent: f64) -> f64 { root_slope(x, root) * x_tangent }
    fn root_slope(x: f64, root: f64) -> f64 { if x > 0.0 { 0.5 / root } else { 0.0 } }

    /// The length of a vector, differentiable everywhere.
    #[derivatives(hessian, batch)]
    fn length(x: [f64; 2]) -> f64 { root(dot(x, x)) }

    /// The same by the plain operator, where it is smooth.
    #[derivatives(hessian, batch)]
    fn plain_length(x: [f64; 2]) -> f64 { sqrt(dot(x, x)) }

    /// Rules in branches, in loops that stay loops, and below `deriv`.
    #[derivatives(hessian, taylor(3))]
    fn everywhere(x: [f64; 2], p: f64) -> f64 {
        let mut s = if p > 0.0 { root(x[0] * p) } else { x[0] };
        #[unroll(never)]
        for _ in 0..6 { s = root(s * s + x[1]) * 0.9; }
        s * deriv(root(x[0] * x[1]), x)[0]
    }
    #[derivatives(hessian, taylor(3))]
    fn plain_everywhere(x: [f64; 2], p: f64) -> f64 {
        let mut s = if p > 0.0 { sqrt(x[0] * p) } else { x[0] };
        #[unroll(never)]
        for _ in 0..6 { s = sqrt(s * s + x[1]) * 0.9; }
        s * deriv(sqrt(x[0] * x[1]), x)[0]
    }

    /// Hands its seed on, against the direction in which it came.
    #[derivative(adjoint = reversed_adjoint)]
    fn reversed<T: Float>(x: T) -> T { x }
    fn reversed_adjoint<U: Float>(_x: U, _result: U, seed: U) -> U { -seed }

    /// The same, by its tangent.
    #[derivative(tangent = back_tangent)]
    fn back<T: Float>(x: T) -> T { x }
    fn back_tangent<T: Float>(_x: T, _result: T, x_tangent: T) -> T { -x_tangent }

    fn adversarial<T: Float>(x: [T; 3], w: T) -> T { w * reversed(sin(w * x[0] * x[1])) + x[2] }
    fn adversarial_back<T: Float>(x: [T; 3], w: T) -> T { w * back(sin(w * x[0] * x[1])) + x[2] }
    fn single(x: f32) -> f32 { reversed(x * x) }

    /// Rounds, and is differentiated as if it did not: the rule is generic, the function is not.
    #[derivative(adjoint = through)]
    #[derivatives(jacobian)]
    fn rounded(x: [f64; 4]) -> [f64; 4] { round(x) }
    fn through<T: Float>(_x: [T; 4], _rounded: [T; 4], seed: [T; 4]) -> [T; 4] { seed }

    /// Of arguments and results of all kinds.
    #[derivative(adjoint = picked_adjoint, tangent = picked_tangent)]
    fn picked(a: &[[f64; 2]; 3], row: usize, #[dynamic] p: f64, b: f64) -> (f64, bool, [f64; 2]) {
        (p * b * b, b > p, a[row] * b)
    }
    fn picked_adjoint(
        a: &[[f64; 2]; 3], row: usize, p: f64, b: f64,
        _square: f64, large: bool, _scaled: [f64; 2],
        seed: f64, seeds: [f64; 2],
    ) -> ([[f64; 2]; 3], f64) {
        let mut by_a = zeros_like(a);
        by_a[row] = seeds * b;
        let factor = if large { 20.0 } else { 2.0 };
        (by_a, factor * p * b * seed + dot(a[row], seeds))
    }
    fn picked_tangent(
        a: &[[f64; 2]; 3], row: usize, p: f64, b: f64,
        _square: f64, large: bool, _scaled: [f64; 2],
        along_a: &[[f64; 2]; 3], along_b: f64,
    ) -> (f64, [f64; 2]) {
        let factor = if large { 20.0 } else { 2.0 };
        (factor * p * b * along_b, along_a[row] * b + a[row] * along_b)
    }
    #[derivatives(jacobian)]
    fn picks(a: &[[f64; 2]; 3], row: usize, p: f64, b: f64) -> [f64; 3] {
        let (square, _, scaled) = picked(a, row, p, b);
        concat([square], scaled)
    }

    /// A rule with a rule: the second derivative is five times that of the first.
    #[derivative(adjoint = odd_adjoint)]
    #[derivatives(hessian)]
    fn odd(x: f64) -> f64 { x * x * x }
    #[derivative(adjoint = odd_second)]
    fn odd_adjoint(x: f64, _y: f64, seed: f64) -> f64 { 3.0 * x * x * seed }
    fn odd_second(
        x: f64, _y: f64, seed: f64, _adjoint: f64, adjoint_seed: f64,
    ) -> (f64, f64, f64) {
        (30.0 * x * seed * adjoint_seed, 0.0, 3.0 * x * x * adjoint_seed)
    }
}

fn close(found: f64, expected: f64) {
    let tolerance = 1e-12 * expected.abs().max(1.0);
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} is not {expected}"
    );
}

fn all_close<'v>(
    found: impl IntoIterator<Item = &'v f64>,
    expected: impl IntoIterator<Item = &'v f64>,
) {
    let (mut found, mut expected) = (found.into_iter(), expected.into_iter());
    for (found, expected) in found.by_ref().zip(expected.by_ref()) {
        close(*found, *expected);
    }
    assert!(found.next().is_none() && expected.next().is_none());
}

#[test]
fn the_rule_is_the_derivative() {
    assert_eq!(root(4.0), 2.0);
    assert_eq!(root::gradient(4.0), (2.0, root::Adjoint { x: 0.25 }));
    assert_eq!(root::gradient(0.0), (0.0, root::Adjoint { x: 0.0 }));
    assert_eq!(root::adjoint(4.0, 3.0).1.x, 0.75);
    assert_eq!(root::tangent(4.0, &root::Tangent { x: 8.0 }), (2.0, 2.0));
    assert_eq!(root::tangent(0.0, &root::Tangent { x: 8.0 }), (0.0, 0.0));
    let (value, d) = length::gradient([3.0, 4.0]);
    assert_eq!(value, 5.0);
    all_close(&d.x, &[0.6, 0.8]);
    let none = length::Adjoint { x: [0.0; 2] };
    assert_eq!(length::gradient([0.0; 2]), (0.0, none));
    assert!(plain_length::gradient([0.0; 2]).1.x[0].is_nan());
    root::check().assert();
}

#[test]
fn not_finite_numbers_pass_through() {
    assert!(root::gradient(f64::NAN).0.is_nan());
    // Not greater than zero: the rule says what the derivative is there.
    assert_eq!(root::gradient(f64::NAN).1.x, 0.0);
    assert_eq!(
        root::gradient(f64::INFINITY),
        (f64::INFINITY, root::Adjoint { x: 0.0 })
    );
    assert!(root::adjoint(4.0, f64::NAN).1.x.is_nan());
    assert_eq!(root::adjoint(4.0, f64::INFINITY).1.x, f64::INFINITY);
}

#[test]
fn a_rule_that_is_right_changes_nothing() {
    for x in [[3.0, 4.0], [-0.1, 7.0]] {
        assert_eq!(length(x), plain_length(x));
        all_close(&length::gradient(x).1.x, &plain_length::gradient(x).1.x);
        let (found, expected) = (length::hessian(x), plain_length::hessian(x));
        all_close(found.as_flattened(), expected.as_flattened());
    }
    for p in [0.7, -0.7] {
        let x = [1.3, 0.4];
        let (value, found) = everywhere::gradient(x, p);
        let (expected_value, expected) = plain_everywhere::gradient(x, p);
        close(value, expected_value);
        all_close(&found.x, &expected.x);
        close(found.p, expected.p);
        let (found, expected) = (everywhere::hessian(x, p), plain_everywhere::hessian(x, p));
        all_close(found.as_flattened(), expected.as_flattened());
        let (d, e) = (
            everywhere::Tangent {
                x: [0.5, -2.0],
                p: 0.3,
            },
            [0.5, -2.0],
        );
        let along = plain_everywhere::Tangent { x: e, p: 0.3 };
        close(
            everywhere::tangent(x, p, &d).1,
            plain_everywhere::tangent(x, p, &along).1,
        );
        let found = everywhere::taylor(x, p, &[d, everywhere::Tangent::ZERO, d]);
        let expected =
            plain_everywhere::taylor(x, p, &[along, plain_everywhere::Tangent::ZERO, along]);
        all_close(&found, &expected);
    }
}

#[test]
fn derivatives_of_the_rule_are_those_of_higher_order() {
    for x in [0.3, 4.0_f64] {
        close(root::hessian(x)[0][0], -0.25 / (x * x.sqrt()));
        let coefficients = root::taylor(
            x,
            &[
                root::Tangent { x: 1.0 },
                root::Tangent::ZERO,
                root::Tangent::ZERO,
            ],
        );
        let expected = [
            x.sqrt(),
            0.5 / x.sqrt(),
            -0.125 / (x * x.sqrt()),
            0.0625 / (x * x * x.sqrt()),
        ];
        all_close(&coefficients, &expected);
    }
    // The derivative that the rule comes with, not the rule's own.
    assert_eq!(odd::gradient(2.0), (8.0, odd::Adjoint { x: 12.0 }));
    assert_eq!(odd::hessian(2.0), [[60.0]]);
}

#[test]
fn one_mode_is_enough_for_both() {
    let (x, w) = ([0.3, 0.5, 2.0], 1.5_f64);
    let cos = (w * x[0] * x[1]).cos();
    let by_x = [-w * w * x[1] * cos, -w * w * x[0] * cos, 1.0];
    let by_w = (w * x[0] * x[1]).sin() - w * x[0] * x[1] * cos;
    let (_, d) = adversarial::gradient(x, w);
    let (_, e) = adversarial_back::gradient(x, w);
    all_close(&d.x, &by_x);
    all_close(&e.x, &by_x);
    close(d.w, by_w);
    close(e.w, by_w);
    let along = adversarial::tangent(
        x,
        w,
        &adversarial::Tangent {
            x: [1.0, 2.0, 3.0],
            w: 0.5,
        },
    )
    .1;
    close(along, by_x[0] + 2.0 * by_x[1] + 3.0 + 0.5 * by_w);
    let tangent = adversarial_back::Tangent {
        x: [1.0, 2.0, 3.0],
        w: 0.5,
    };
    close(adversarial_back::tangent(x, w, &tangent).1, along);
    assert_eq!(
        single::gradient(3.0_f32),
        (9.0, single::Adjoint { x: -6.0 })
    );
    assert_eq!(reversed::gradient(3.0_f32).1.x, -1.0);
    assert_eq!(back::gradient(3.0_f64).1.x, -1.0);
}

#[test]
fn arguments_and_results_of_all_kinds() {
    let x = [0.4, 1.6, -2.5, f64::NAN];
    assert_eq!(rounded(x)[..3], [0.0, 2.0, -3.0]);
    let identity: [[f64; 4]; 4] =
        core::array::from_fn(|i| core::array::from_fn(|j| f64::from(u8::from(i == j))));
    assert_eq!(rounded::jacobian(x), identity);

    let a = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
    for (b, factor) in [(2.0, 2.0), (5.0, 20.0)] {
        let (value, d) = picks::adjoint(&a, 1, 3.0, b, [1.0, 10.0, 100.0]);
        assert_eq!(value, [3.0 * b * b, 3.0 * b, 4.0 * b]);
        assert_eq!(d.a, [[0.0; 2], [10.0 * b, 100.0 * b], [0.0; 2]]);
        assert_eq!(d.b, factor * 3.0 * b + 30.0 + 400.0);
        // The rule knows no derivative by what is `#[dynamic]` there.
        assert_eq!(d.p, 0.0);
        let direction = picks::Tangent {
            a: [[7.0; 2], [1.0, -1.0], [7.0; 2]],
            p: 9.0,
            b: 0.5,
        };
        let (_, tangent) = picks::tangent(&a, 1, 3.0, b, &direction);
        assert_eq!(tangent, [factor * 1.5 * b, b + 1.5, -b + 2.0]);
        let jacobian = picks::jacobian(&a, 1, 3.0, b);
        assert_eq!(
            jacobian[0],
            [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, factor * 3.0 * b]
        );
        assert_eq!(jacobian[2], [0.0, 0.0, 0.0, b, 0.0, 0.0, 0.0, 4.0]);
    }
}

#[test]
fn batches_follow_the_rule() {
    let x = [[3.0, 0.0, 1.0, -8.0, 0.5], [4.0, 0.0, 1.0, 6.0, 0.0]];
    let columns = [&x[0][..], &x[1][..]];
    let mut values = [0.0; 5];
    let mut gradients = [[0.0; 5]; 2];
    let [by_0, by_1] = &mut gradients;
    length::batch::gradient(
        columns,
        &mut values,
        length::batch::Adjoint { x: [by_0, by_1] },
    );
    for point in 0..5 {
        let (value, d) = length::gradient([x[0][point], x[1][point]]);
        assert_eq!(values[point], value);
        assert_eq!([gradients[0][point], gradients[1][point]], d.x);
    }
}

/// The gradient of a graph at run time.
fn gradient_of(graph: &Graph, x: &[f64]) -> Vec<f64> {
    let mut evaluator = Evaluator::<f64>::new(graph).expect("an evaluator");
    evaluator.gradient(x).expect("a gradient").1.to_vec()
}

#[test]
fn the_graph_carries_the_rule() {
    let graph = everywhere::graph();
    let (x, p) = ([1.3, 0.4], 0.7);
    let (_, d) = everywhere::gradient(x, p);
    assert_eq!(gradient_of(&graph, &[x[0], x[1], p]), [d.x[0], d.x[1], d.p]);
    let reread = adgraph::ir::text::parse(&graph.to_string()).expect("the text");
    assert_eq!(
        gradient_of(&reread, &[x[0], x[1], p]),
        [d.x[0], d.x[1], d.p]
    );
    assert_eq!(gradient_of(&length::graph(), &[0.0, 0.0]), [0.0, 0.0]);
    assert_eq!(
        gradient_of(&adversarial::graph::<f64>(), &[0.0, 0.0, 0.0, 1.0]),
        [0.0, 0.0, 1.0, 0.0]
    );
}
