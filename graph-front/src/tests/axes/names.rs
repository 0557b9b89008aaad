//! Dimensions by the names that their extents were written with.

use super::{same_bits, value, values};

#[test]
fn functions_along_a_dimension_take_its_name() {
    let declared = "const A: usize = 2; const B: usize = 3;";
    let by_name = "
        fn f(x: [[f64; B]; A]) -> ([f64; A], [f64; B], [f64; B], [[f64; B]; A], [[f64; B]; A], [[f64; B]; A], [[f64; B]; 1]) {
            (sum(x, axis = B), mean(x, axis = A), max(x, axis = A), softmax(x, axis = B),
             cumsum(x, axis = A), sort(flip(x, axis = B), axis = B), norm(x, axis = A, keep = true))
        }";
    let by_number = "
        fn f(x: [[f64; 3]; 2]) -> ([f64; 2], [f64; 3], [f64; 3], [[f64; 3]; 2], [[f64; 3]; 2], [[f64; 3]; 2], [[f64; 3]; 1]) {
            (sum(x, axis = 1), mean(x, axis = 0), max(x, axis = 0), softmax(x, axis = 1),
             cumsum(x, axis = 0), sort(flip(x, axis = 1), axis = 1), norm(x, axis = 0, keep = true))
        }";
    same_bits(&format!("{declared} {by_name}"), by_number, &[6]);
    // Axes, and more functions.
    same_bits(
        "fn f(x: [[f64; W]; C], y: [[f64; W]; C]) -> ([[f64; W]; 6], [[f64; W]; C], [[[f64; 2]; 3]; C], f64) {
            (concat(x, y, axis = C), roll(x, 1, axis = W), windows(x, 2, axis = W), sum(x, axis = (W, C)))
        }",
        "fn f(x: [[f64; 4]; 3], y: [[f64; 4]; 3]) -> ([[f64; 4]; 6], [[f64; 4]; 3], [[[f64; 2]; 3]; 3], f64) {
            (concat(x, y, axis = 0), roll(x, 1, axis = 1), windows(x, 2, axis = 1), sum(x, axis = (1, 0)))
        }",
        &[12, 12],
    );
}

#[test]
fn transpose_takes_the_names_in_their_new_order() {
    same_bits(
        "fn f(x: [[[f64; H]; W]; C]) -> [[[f64; C]; H]; W] { transpose(x, [W, H, C]) }",
        "fn f(x: [[[f64; 5]; 4]; 3]) -> [[[f64; 3]; 5]; 4] { transpose(x, axis = (1, 2, 0)) }",
        &[60],
    );
    same_bits(
        "fn f(x: [[[f64; 5]; W]; C]) -> [[[f64; C]; 5]; W] { transpose(x, [W, 2, C]) }",
        "fn f(x: [[[f64; 5]; 4]; 3]) -> [[[f64; 3]; 5]; 4] { x.transpose([1, 2, 0]) }",
        &[60],
    );
}

#[test]
fn names_go_with_dimensions() {
    same_bits(
        "fn f(x: [[[f64; H]; W]; C], i: usize) -> (f64, [f64; C], [f64; W], [[f64; H]; 2]) {
            let whole: [f64; H] = x[(0, 1)];
            let a = sum(x[1], axis = W);
            let b = x[(.., 2)];
            let c = sum(x[i], axis = H);
            let mut y = zeros([C, W]);
            for k in 0..W { y[(.., k)] = x[(.., k, 0)]; }
            let part = x[(..2, 0)];
            (sum(a * whole), sum(y, axis = W) + sum(b, axis = H), c, part)
        }",
        "fn f(x: [[[f64; 5]; 4]; 3], i: usize) -> (f64, [f64; 3], [f64; 4], [[f64; 5]; 2]) {
            let whole = x[(0, 1)];
            let a = sum(x[1], axis = 0);
            let b = x[(.., 2)];
            let c = sum(x[i], axis = 1);
            let mut y = zeros([3, 4]);
            for k in 0..4 { y[(.., k)] = x[(.., k, 0)]; }
            let part = x[(..2, 0)];
            (sum(a * whole), sum(y, axis = 1) + sum(b, axis = 1), c, part)
        }",
        &[60, 1],
    );
}

#[test]
fn names_go_through_branches_loops_and_equations() {
    same_bits(
        "fn f(x: [[f64; W]; C], b: [f64; C], s: f64) -> [[f64; W]; C] {
            let mut y = transpose(x);
            for i in 0..40 { y = 0.5 * y + sin(x) * b; }
            let z = if s > 0.0 { y } else { transpose(x) };
            let mut t = (z, s);
            for i in 0..40 { t = (t.0 + x * 0.01, t.1); }
            let r: [f64; W];
            if s > 0.5 { r = x[0]; } else { r = x[1]; }
            let u = solve(|u| u * u * u + u - b, b);
            transpose(t.0) + r + u
        }",
        "fn f(x: [[f64; 4]; 3], b: [f64; 3], s: f64) -> [[f64; 4]; 3] {
            let mut y = transpose(x);
            for i in 0..40 { y = 0.5 * y + transpose(sin(x) * broadcast(b, [3, 4], axis = 0)); }
            let z = if s > 0.0 { y } else { transpose(x) };
            let mut t = (z, s);
            for i in 0..40 { t = (t.0 + transpose(x * 0.01), t.1); }
            let r: [f64; 4];
            if s > 0.5 { r = x[0]; } else { r = x[1]; }
            let u = solve(|u| u * u * u + u - b, b);
            transpose(t.0) + broadcast(r, [3, 4]) + broadcast(u, [3, 4], axis = 0)
        }",
        &[12, 3, 1],
    );
}

#[test]
fn derivatives_have_the_axes_of_their_variables() {
    same_bits(
        "fn f(x: [[f64; W]; C], b: [f64; W]) -> ([[f64; C]; W], [f64; W], [[f64; W]; C], [[[f64; W]; 3]; 3], [[f64; C]; W], [[f64; 4]; 4]) {
            let y = contract(sin(x), b);
            let c = sum(y * y);
            let (dx, db) = deriv(c, (x, b));
            let along = jvp(y, b, db);
            let by_x = vjp(y, x, along);
            (transpose(dx, [W, C]), db, by_x * b, jacobian(y, x), transpose(jacobian(y, b)), hessian(c, b))
        }",
        "fn f(x: [[f64; 4]; 3], b: [f64; 4]) -> ([[f64; 3]; 4], [f64; 4], [[f64; 4]; 3], [[[f64; 4]; 3]; 3], [[f64; 3]; 4], [[f64; 4]; 4]) {
            let y = matmul(sin(x), b);
            let c = sum(y * y);
            let (dx, db) = deriv(c, (x, b));
            let along = jvp(y, b, db);
            let by_x = vjp(y, x, along);
            (transpose(dx), db, by_x * broadcast(b, [3, 4]), jacobian(y, x), transpose(jacobian(y, b)), hessian(c, b))
        }",
        &[12, 4],
    );
}

#[test]
fn a_length_may_still_be_the_number_of_a_dimension() {
    let text = "const LAST: usize = 1; fn f(x: [[f64; 2]; 2]) -> [f64; 2] { sum(x, axis = LAST) }";
    assert_eq!(values(text, &[&[1.0, 2.0, 3.0, 4.0]]), [[3.0, 7.0]]);
    // A name comes first.
    let text = "const A: usize = 1; fn f(x: [[f64; 2]; A]) -> f64 { sum(sum(x, axis = A)) }";
    assert_eq!(value(text, &[&[1.0, 2.0]]), 3.0);
}
