//! Batches of functions with derivatives of their own: what points share is computed once, and is
//! differentiated by its rule.

use adgraph::graph;

/// A function that the block cannot look into.
fn shade(x: f64) -> f64 {
    (1.0 + x * x).sqrt()
}

fn shade_adjoint(x: f64, seed: f64) -> (f64, f64) {
    (shade(x), seed * x / shade(x))
}

fn shade_tangent(x: f64, along: &f64) -> (f64, f64) {
    (shade(x), along * x / shade(x))
}

graph! {
    #[external]
    #[derivative(adjoint = shade_rule)]
    fn shade(x: f64) -> f64;
    fn shade_rule(x: f64, shade: f64, seed: f64) -> f64 { seed * x / shade }
    #[external(value = shade)]
    #[derivative(tangent = shade_along)]
    fn by_tangent(x: f64) -> f64;
    fn shade_along(x: f64, shade: f64, x_tangent: f64) -> f64 { x_tangent * x / shade }
    #[external(value = shade, adjoint = shade_adjoint, tangent = shade_tangent)]
    fn from_outside(x: f64) -> f64;

    /// Rounds, and is differentiated as if it doubled: a rule that the body does not have.
    #[derivative(adjoint = twice)]
    fn stepped(x: f64) -> f64 { round(x) }
    fn twice(_x: f64, _rounded: f64, seed: f64) -> f64 { 2.0 * seed }

    /// The rule is all that is the same for all points.
    #[derivatives(batch, hessian)]
    fn alone(a: f64, #[shared] k: f64) -> f64 { a * shade(k) }
    #[derivatives(batch, hessian)]
    fn alone_by_tangent(a: f64, #[shared] k: f64) -> f64 { a * by_tangent(k) }
    #[derivatives(batch)]
    fn alone_from_outside(a: f64, #[shared] k: f64) -> f64 { a * from_outside(k) }
    #[derivatives(batch)]
    fn alone_stepped(a: f64, #[shared] k: f64) -> f64 { a * stepped(exp(k)) }

    /// The rule depends on the point, and something else is the same for all points.
    #[derivatives(batch, hessian)]
    fn beside(a: f64, #[shared] k: f64) -> f64 { a * exp(k) + shade(a * k) }
    #[derivatives(batch, hessian)]
    fn beside_by_tangent(a: f64, #[shared] k: f64) -> f64 { a * exp(k) + by_tangent(a * k) }
    #[derivatives(batch)]
    fn beside_from_outside(a: f64, #[shared] k: f64) -> f64 { a * exp(k) + from_outside(a * k) }
    #[derivatives(batch)]
    fn beside_stepped(a: f64, #[shared] k: f64) -> f64 { a * exp(k) + stepped(a * k) }

    /// No derivative goes through what has none.
    #[external(value = shade)]
    fn without(x: f64) -> f64;
    #[derivatives(batch)]
    fn stopped(a: f64, #[shared] k: f64) -> f64 { a * exp(k) + stop_gradient(a * without(k)) }

    #[derivatives(batch)]
    fn stopped_at(a: f64, #[shared] k: f64) -> f64 { a * exp(k) + stop_gradient(a * sqrt(k)) }

    /// Both, without lanes, with a matrix that is factored once.
    #[derivatives(batch)]
    fn solved(a: f64, #[shared] k: f64, #[shared] m: [[f64; 2]; 2], i: usize) -> f64 {
        let x = linear_solve(m, [shade(k), stepped(1.5 * k)]);
        if a > 0.0 { shade(a * k) * x[i] } else { sum(x) * stepped(3.0 * a) }
    }
}

const POINTS: [f64; 9] = [0.5, -1.25, 2.0, 0.0, 3.5, -0.75, 1.0, 4.0, -2.5];

fn close(found: f64, expected: f64) {
    let scale = expected.abs().max(1.0);
    assert!(
        (found - expected).abs() <= 1e-13 * scale,
        "{found} and {expected}"
    );
}

/// Compares the sums of a function with those of its points.
macro_rules! sums_are_those_of_points {
    ($($name:ident),*) => {$(
        for k in [0.75, -0.5, 0.0] {
            let (total, shared) = $name::batch::sum_gradient(&POINTS, k);
            let points: Vec<_> = POINTS.iter().map(|&a| $name::gradient(a, k)).collect();
            close(total, points.iter().map(|point| point.0).sum());
            close(shared.k, points.iter().map(|point| point.1.k).sum());
        }
    )*};
}

#[test]
fn sums_of_gradients_follow_the_rule() {
    sums_are_those_of_points!(
        alone,
        alone_by_tangent,
        alone_from_outside,
        alone_stepped,
        beside,
        beside_by_tangent,
        beside_from_outside,
        beside_stepped,
        stopped
    );
    let sum: f64 = POINTS.iter().sum();
    let (_, shared) = alone::batch::sum_gradient(&POINTS, 0.75);
    close(shared.k, sum * 0.6);
    let (_, shared) = alone_stepped::batch::sum_gradient(&POINTS, 0.0);
    close(shared.k, sum * 2.0);
}

#[test]
fn sums_of_second_derivatives_follow_the_rule() {
    macro_rules! check {
        ($($name:ident),*) => {$(
            let hessian = $name::batch::sum_hessian(&POINTS, 0.75);
            let points = POINTS.iter().map(|&a| $name::hessian(a, 0.75)[1][1]);
            close(hessian[0][0], points.sum());
        )*};
    }
    check!(alone, alone_by_tangent, beside, beside_by_tangent);
}

#[test]
fn no_derivative_passes_through_what_is_stopped() {
    let (total, shared) = stopped_at::batch::sum_gradient(&POINTS, 0.0);
    let sum: f64 = POINTS.iter().sum();
    close(total, sum);
    close(shared.k, sum);
}

#[test]
fn matrices_are_factored_once_beside_a_rule() {
    let m = [[2.0, 0.5], [-1.0, 3.0]];
    let (total, shared) = solved::batch::sum_gradient(&POINTS, 0.75, m, 1);
    let points = POINTS.iter().map(|&a| solved::gradient(a, 0.75, m, 1));
    let points: Vec<_> = points.collect();
    close(total, points.iter().map(|point| point.0).sum());
    close(shared.k, points.iter().map(|point| point.1.k).sum());
    for (i, row) in shared.m.iter().enumerate() {
        for (j, &found) in row.iter().enumerate() {
            close(found, points.iter().map(|point| point.1.m[i][j]).sum());
        }
    }
}
