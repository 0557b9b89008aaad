//! Derivatives taken while a graph is built: their values in closed form, and their own derivatives
//! against differences.

use graph_autodiff::Derivatives;
use graph_ir::types::{Element, Shape, Type};
use graph_ir::{Builder, Wire};

use super::check::{check, close, graph};
use super::evaluate;

fn vector(n: usize) -> Type {
    Type::new(Element::F64, Shape::new(&[n]).unwrap())
}

fn slope<'b>(b: &'b Builder, value: Wire<'b>, of: Wire<'b>) -> Wire<'b> {
    b.gradient(value, &[of]).unwrap()[0]
}

#[test]
fn to_any_order() {
    // The derivatives of exp(x) sin(x) turn by a quarter: sqrt(2)^n exp(x) sin(x + n pi / 4).
    let g = graph(&[&[]], |b, x| {
        let mut values = vec![x[0].exp() * x[0].sin()];
        for order in 0..4 {
            values.push(slope(b, values[order], x[0]));
        }
        values
    });
    for x in [-1.3_f64, 0.0, 0.4, 2.0] {
        for (n, found) in (0..5).zip(evaluate(&g, &[x])) {
            let turned = x + f64::from(n) * core::f64::consts::FRAC_PI_4;
            let expected = 2.0_f64.sqrt().powi(n) * x.exp() * turned.sin();
            close(
                "quarter turns",
                &format!("order {n}"),
                found,
                expected,
                1e-14,
            );
        }
    }
    check("quarter turns", &g, &[0.4]);
}

#[test]
fn newton_steps_of_a_system() {
    // Two steps of Newton's method for x^2 + y^2 = a, x y = b, with the Jacobian by hand in the
    // reference.
    let g = graph(&[&[2], &[2]], |b, x| {
        let mut point = x[0];
        for _ in 0..2 {
            let [u, v] = [0, 1].map(|i| b.index(point, 0, i).unwrap());
            let [a, c] = [0, 1].map(|i| b.index(x[1], 0, i).unwrap());
            let residuals = [u * u + v * v - a, u * v - c];
            let rows = residuals.map(|r| b.gradient(r, &[u, v]).unwrap());
            let det = rows[0][0] * rows[1][1] - rows[0][1] * rows[1][0];
            let du = (residuals[0] * rows[1][1] - rows[0][1] * residuals[1]) / det;
            let dv = (rows[0][0] * residuals[1] - residuals[0] * rows[1][0]) / det;
            point = b.stack(&[u - du, v - dv], 0).unwrap();
        }
        vec![point]
    });
    let point = [2.0, 0.7, 5.0, 2.0];
    let (mut u, mut v): (f64, f64) = (2.0, 0.7);
    for _ in 0..2 {
        let (r, s) = (u * u + v * v - 5.0, u * v - 2.0);
        let det = 2.0 * u * u - 2.0 * v * v;
        (u, v) = (
            u - (r * u - 2.0 * v * s) / det,
            v - (2.0 * u * s - r * v) / det,
        );
    }
    let found = evaluate(&g, &point);
    close("newton", "x", found[0], u, 1e-14);
    close("newton", "y", found[1], v, 1e-14);
    check("newton", &g, &point);
}

#[test]
fn weighted_and_directional_derivatives_of_a_map() {
    // y = A sin(x): the Jacobian is A diag(cos x).
    let g = graph(&[&[3], &[2, 3], &[2], &[3]], |b, x| {
        let y = b.matmul(x[1], x[0].sin()).unwrap();
        let adjoint = b.adjoints(y, &[x[0], x[1]], x[2]).unwrap();
        let tangent = b.tangent(y, &[x[0]], &[x[3]]).unwrap();
        let both = b.tangent(y, &[x[0], x[1]], &[x[3], x[1]]).unwrap();
        vec![adjoint[0], adjoint[1], tangent, both]
    });
    let x = [0.3, -0.8, 1.2];
    let a = [[1.0, -2.0, 0.5], [0.3, 0.9, -1.1]];
    let (w, v) = ([0.7, -1.3], [0.2, 1.5, -0.4]);
    let point = [&x[..], a.as_flattened(), &w, &v].concat();
    let found = evaluate(&g, &point);
    for k in 0..3 {
        let expected = x[k].cos() * (w[0] * a[0][k] + w[1] * a[1][k]);
        close("map", "adjoint of x", found[k], expected, 1e-15);
        for i in 0..2 {
            close(
                "map",
                "adjoint of A",
                found[3 + 3 * i + k],
                w[i] * x[k].sin(),
                1e-15,
            );
        }
    }
    for i in 0..2 {
        let along = |k: usize| a[i][k] * x[k].cos() * v[k];
        let expected = along(0) + along(1) + along(2);
        close("map", "tangent", found[9 + i], expected, 1e-14);
        let value = |k: usize| a[i][k] * x[k].sin();
        let expected = expected + value(0) + value(1) + value(2);
        close("map", "tangent along both", found[11 + i], expected, 1e-14);
    }
    check("map", &g, &point);
}

#[test]
fn in_branches_and_of_branches() {
    // The energy is a branch; the force is taken on one side of another one.
    let g = graph(&[&[2], &[]], |b, x| {
        let length = (x[0] * x[0]).sum(&[0]);
        b.begin_region().unwrap();
        let then = b.end_region(&[length * x[1]]).unwrap();
        b.begin_region().unwrap();
        let otherwise = b.end_region(&[length.ln()]).unwrap();
        let energy = b.branch(x[1].greater(0.0), then, otherwise).unwrap()[0];
        b.begin_region().unwrap();
        let force = b.gradient(energy * energy, &[x[0]]).unwrap()[0];
        let then = b.end_region(&[force]).unwrap();
        b.begin_region().unwrap();
        let otherwise = b.end_region(&[x[0]]).unwrap();
        b.branch(length.greater(1.0), then, otherwise).unwrap()
    });
    let found = evaluate(&g, &[2.0, 1.0, 0.5]);
    // d (p r^2)^2 / dx = 4 p^2 r^2 x
    assert_eq!(found, [4.0 * 0.25 * 5.0 * 2.0, 4.0 * 0.25 * 5.0]);
    assert_eq!(evaluate(&g, &[0.5, 0.5, 0.5]), [0.5, 0.5]);
    for point in [[2.0, 1.0, 0.5], [2.0, 1.0, -0.5], [0.5, 0.5, 0.5]] {
        check("force of a branch", &g, &point);
    }
}

#[test]
fn in_loops() {
    // Symplectic Euler steps for a pendulum whose force is the derivative of its energy.
    let steps = 6;
    let g = graph(&[&[2], &[], &[steps]], |b, x| {
        b.begin_region().unwrap();
        let state = b.region_input(vector(2));
        let push = b.region_input(Type::scalar(Element::F64));
        let [angle, speed] = [0, 1].map(|i| b.index(state, 0, i).unwrap());
        let energy = x[1] * angle.cos() - push * angle;
        let speed = speed + 0.1 * slope(b, energy, angle);
        let angle = angle + 0.1 * speed;
        let next = b.stack(&[angle, speed], 0).unwrap();
        let body = b.end_region(&[next]).unwrap();
        b.scan_region(body, &[x[0]], &[x[2]], steps, false).unwrap()
    });
    let push = [0.1, -0.2, 0.3, 0.5, -0.1, 0.2];
    let (mut angle, mut speed): (f64, f64) = (0.4, -0.3);
    for push in push {
        speed += 0.1 * (-1.7 * angle.sin() - push);
        angle += 0.1 * speed;
    }
    let point = [&[0.4, -0.3, 1.7][..], &push].concat();
    let found = evaluate(&g, &point);
    close("pendulum", "angle", found[0], angle, 1e-14);
    close("pendulum", "speed", found[1], speed, 1e-14);
    check("pendulum", &g, &point);
}

#[test]
fn of_loops() {
    // The last of a recurrence, by its start and by what stands in the loop; then once more.
    let g = graph(&[&[], &[4]], |b, x| {
        let start = x[0].sin();
        b.begin_region().unwrap();
        let s = b.region_input(Type::scalar(Element::F64));
        let slice = b.region_input(Type::scalar(Element::F64));
        let body = b.end_region(&[s * slice + s.sin(), s * s]).unwrap();
        let results = b.scan_region(body, &[start], &[x[1]], 4, false).unwrap();
        let total = results[0] + results[1].sum(&[0]);
        let first = b.gradient(total, &[start, x[1]]).unwrap();
        let second = slope(b, first[0], start);
        vec![total, first[0], first[1], second]
    });
    let point = [0.7, 0.3, -0.5, 0.9, 0.2];
    let value = |start: f64, x: &[f64]| {
        let (mut s, mut squares) = (start, 0.0);
        for x in x {
            squares += s * s;
            s = s * x + s.sin();
        }
        s + squares
    };
    let found = evaluate(&g, &point);
    let start = 0.7_f64.sin();
    close("loop", "value", found[0], value(start, &point[1..]), 1e-15);
    let h = 1e-3;
    let along = |i: usize, by: f64| {
        let mut x = [start, 0.3, -0.5, 0.9, 0.2];
        x[i] += by;
        value(x[0], &x[1..])
    };
    for (i, found) in found[1..6].iter().enumerate() {
        let near = along(i, h) - along(i, -h);
        let far = along(i, 2.0 * h) - along(i, -2.0 * h);
        close(
            "loop",
            "slope",
            *found,
            (8.0 * near - far) / (12.0 * h),
            1e-10,
        );
    }
    let (near, far) = (
        along(0, h) + along(0, -h),
        along(0, 2.0 * h) + along(0, -2.0 * h),
    );
    let curvature = (16.0 * near - far - 30.0 * along(0, 0.0)) / (12.0 * h * h);
    close("loop", "curvature", found[6], curvature, 1e-8);
    check("loop", &g, &point);
}

#[test]
fn sides_not_taken_stay_out_of_higher_derivatives() {
    // The derivative of sqrt is infinite at 0, where it is not taken.
    let g = graph(&[&[]], |b, x| {
        let safe = x[0].greater(0.0).select(x[0].sqrt(), x[0] * x[0]);
        let first = slope(b, safe, x[0]);
        vec![safe, first, slope(b, first, x[0])]
    });
    assert_eq!(evaluate(&g, &[0.0]), [0.0, 0.0, 2.0]);
    assert_eq!(evaluate(&g, &[4.0]), [2.0, 0.25, -0.031_25]);
}

#[test]
fn many_derivatives_take_linear_time_and_space() {
    let steps = 4000;
    let g = graph(&[&[], &[]], |b, x| {
        let mut y = x[0];
        for _ in 0..steps {
            let start = b.variable(y).unwrap();
            let residual = start * start - x[1];
            y = start - residual / slope(b, residual, start);
        }
        vec![y]
    });
    // Six nodes a step: the variable, its square, the residual, its slope, the quotient, the rest.
    assert!(g.len() <= 7 * steps, "{}", g.len());
    let found = evaluate(&g, &[1.0, 2.0]);
    close("root", "value", found[0], 2.0_f64.sqrt(), 1e-15);
}
