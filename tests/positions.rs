//! Assignments at several positions at once, their values and their derivatives.

use adgraph::graph;

graph! {
    const FREE: [usize; 3] = [5, 0, 2];

    fn stiffness(x: [f64; 6]) -> [[f64; 6]; 6] {
        let mut k = outer(x, x);
        for i in 0..6 { k[i][i] += 2.0 + x[i]; }
        k
    }

    /// The displacements where nothing is held, beside those that are given.
    #[derivatives(jacobian)]
    #[check(range = 0.5..1.5)]
    pub fn assigned(x: [f64; 6], f: [f64; 6]) -> [f64; 6] {
        let k = stiffness(x);
        let mut u = 0.25 * f;
        u[FREE] = linear_solve(k[FREE][(.., FREE)], f[FREE]);
        u[[1, 3]] *= x[4..];
        u
    }

    /// The same without assignments at several positions.
    #[derivatives(jacobian)]
    pub fn scattered(x: [f64; 6], f: [f64; 6]) -> [f64; 6] {
        let k = stiffness(x);
        let solved = scatter_add(linear_solve(k[FREE][(.., FREE)], f[FREE]), FREE, 6);
        let held = 0.25 * f * [0.0, 1.0, 0.0, 1.0, 1.0, 0.0];
        solved + held * [1.0, x[4], 1.0, x[5], 1.0, 1.0]
    }

    /// A stiffness matrix out of those of elements, which share points.
    #[derivatives(hessian)]
    #[check(range = 0.5..1.5)]
    pub fn assembled(ends: &[[usize; 2]; 4], x: [f64; 5]) -> f64 {
        let mut k = zeros([5, 5]);
        for at in ends {
            let stretch = x[at[1]] - x[at[0]];
            k[at][(.., at)] += stretch * stretch * [[1.0, -1.0], [-1.0, 1.0]];
        }
        sum(k * k) + dot(x, matmul(k, x))
    }

    /// The same, element by element.
    #[derivatives(hessian)]
    pub fn by_element(ends: &[[usize; 2]; 4], x: [f64; 5]) -> f64 {
        let mut k = zeros([5, 5]);
        for [i, j] in ends {
            let stretch = x[j] - x[i];
            let own = stretch * stretch;
            k[i][i] += own;
            k[i][j] -= own;
            k[j][i] -= own;
            k[j][j] += own;
        }
        sum(k * k) + dot(x, matmul(k, x))
    }

    /// Of lengths that the call brings: parts are added where `at` says, replaced at the ends.
    pub fn of_any_length<const N: usize, const M: usize>(
        x: &[f64; N], at: &[usize; M], part: &[f64; M],
    ) -> f64 {
        let mut y = x * x;
        y[at] += part * part;
        y[[1, 0]] = [part[0], x[1] * part[0]];
        y[at] -= 0.5;
        sum(y * y)
    }
}

const ENDS: [[usize; 2]; 4] = [[0, 1], [1, 2], [4, 1], [3, 3]];

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * (1.0 + a.abs())
}

#[test]
fn known_positions_take_their_parts() {
    let (x, f) = (
        [0.9, 1.2, 0.7, 1.1, 0.8, 1.4],
        [1.0, -2.0, 0.5, 3.0, 1.5, -1.0],
    );
    assert_eq!(assigned(x, f), scattered(x, f));
    let found = assigned::jacobian(x, f);
    let expected = scattered::jacobian(x, f);
    for (found, expected) in found.iter().flatten().zip(expected.iter().flatten()) {
        assert!(close(*found, *expected), "{found} {expected}");
    }
}

#[test]
fn parts_at_equal_positions_are_added() {
    let x = [0.3, 1.1, -0.4, 0.8, 0.6];
    let (value, d) = assembled::gradient(&ENDS, x);
    let (expected, by_hand) = by_element::gradient(&ENDS, x);
    assert!(close(value, expected), "{value} {expected}");
    for (found, expected) in d.x.iter().zip(&by_hand.x) {
        assert!(close(*found, *expected), "{found} {expected}");
    }
    let found = assembled::hessian(&ENDS, x);
    let expected = by_element::hessian(&ENDS, x);
    for (found, expected) in found.as_flattened().iter().zip(expected.as_flattened()) {
        assert!(close(*found, *expected), "{found} {expected}");
    }
}

/// [`of_any_length`] with loops.
fn by_loops(x: &[f64], at: &[usize], part: &[f64]) -> f64 {
    let mut y: Vec<f64> = x.iter().map(|x| x * x).collect();
    for (&at, part) in at.iter().zip(part) {
        y[at] += part * part;
    }
    (y[1], y[0]) = (part[0], x[1] * part[0]);
    for &at in at {
        y[at] -= 0.5;
    }
    y.iter().map(|y| y * y).sum()
}

#[test]
fn positions_and_lengths_come_with_the_call() {
    let (x, at, part) = (
        [0.4, 1.2, -0.7, 0.9],
        [2, 0, 2, 3, 2],
        [0.5, 1.5, -0.3, 0.7, 1.1],
    );
    let (value, d) = of_any_length::gradient(&x, &at, &part);
    assert!(close(value, by_loops(&x, &at, &part)));
    let step = 1e-5;
    for k in 0..4 {
        let moved = |by: f64| {
            let mut x = x;
            x[k] += by;
            by_loops(&x, &at, &part)
        };
        let slope = (moved(step) - moved(-step)) / (2.0 * step);
        assert!((d.x[k] - slope).abs() < 1e-8, "{k}: {} {slope}", d.x[k]);
    }
    for k in 0..5 {
        let moved = |by: f64| {
            let mut part = part;
            part[k] += by;
            by_loops(&x, &at, &part)
        };
        let slope = (moved(step) - moved(-step)) / (2.0 * step);
        assert!(
            (d.part[k] - slope).abs() < 1e-8,
            "{k}: {} {slope}",
            d.part[k]
        );
    }
}
