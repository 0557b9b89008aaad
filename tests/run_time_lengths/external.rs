//! Functions of the surrounding code in functions whose lengths come with the call.

use adgraph::derivative::Evaluator;
use adgraph::graph;

/// The energy of a spring, as a table or another library would have it.
fn energy(x: [f64; 3], stiffness: f64) -> f64 {
    stiffness * x.iter().map(|x| x * x).sum::<f64>()
}

fn energy_adjoint(x: [f64; 3], stiffness: f64, seed: f64) -> (f64, ([f64; 3], f64)) {
    let value = energy(x, stiffness);
    let by_x = x.map(|x| 2.0 * stiffness * x * seed);
    (value, (by_x, value / stiffness * seed))
}

fn step(x: f64) -> f64 {
    if x > 0.0 { 1.0 } else { 0.0 }
}

fn cubed(x: f64) -> f64 {
    x * x * x
}

/// The tangent of the adjoint, `3 x^2 seed`.
fn cubed_second(x: f64, _: f64, seed: f64, _: f64, along: [f64; 3]) -> f64 {
    6.0 * x * seed * along[0] + 3.0 * x * x * along[2]
}

mod elsewhere {
    adgraph::graph! {
        pub(crate) fn turned(x: [f64; 2], angle: f64) -> [f64; 2] {
            let (sine, cosine) = sin_cos(angle);
            [cosine * x[0] - sine * x[1], sine * x[0] + cosine * x[1]]
        }
    }
}
use elsewhere::turned;

graph! {
    #[external(adjoint = energy_adjoint)]
    fn energy(x: [f64; 3], stiffness: f64) -> f64;
    #[external]
    fn step(x: f64) -> f64;
    #[external(graph)]
    fn turned(x: [f64; 2], angle: f64) -> [f64; 2];
    #[external]
    #[derivative(adjoint = cubed_adjoint)]
    fn cubed(x: f64) -> f64;
    #[derivative(tangent = cubed_tangent)]
    fn cubed_adjoint(x: f64, _y: f64, seed: f64) -> f64 { 3.0 * x * x * seed }
    fn cubed_tangent(x: f64, y: f64, seed: f64, adjoint: f64, dx: f64, dy: f64, ds: f64) -> f64 {
        cubed_second(x, y, seed, adjoint, [dx, dy, ds])
    }
    #[external]
    fn cubed_second(x: f64, y: f64, seed: f64, adjoint: f64, along: [f64; 3]) -> f64;

    /// In a loop over rows, and of a sum over all of them.
    pub fn springs<const N: usize>(x: &[[f64; 3]; N], k: f64) -> f64 {
        let mut total = 0.0;
        for i in 0..N { total += sin(energy(x[i], k)); }
        total * energy(sum(x, axis = 0), k)
    }
    pub fn springs_11(x: &[[f64; 3]; 11], k: f64) -> f64 { springs(x, k) }

    /// The result of one of another block, and one without a derivative.
    pub fn path<const N: usize>(x: &[[f64; 2]; N], angle: f64) -> [[f64; 2]; N] {
        let mut y = x;
        for i in 0..N { y[i] = turned(x[i], angle) * stop_gradient(step(x[i][0])); }
        y
    }
    pub fn path_11(x: &[[f64; 2]; 11], angle: f64) -> [[f64; 2]; 11] { path(x, angle) }

    /// Of an array by value, with second derivatives.
    #[derivatives(hessian_product)]
    pub fn cubes<const N: usize>(x: [f64; N]) -> f64 {
        let mut total = 0.0;
        for x in x { total += cubed(x); }
        cubed(total)
    }
}

fn rows<const N: usize, const M: usize>() -> [[f64; M]; N] {
    std::array::from_fn(|i| std::array::from_fn(|j| ((3 * i + j) * 5 % 17) as f64 / 17.0 - 0.4))
}

fn close(found: f64, expected: f64) {
    let tolerance = 1e-12 * expected.abs().max(1.0);
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} is not {expected}"
    );
}

#[test]
fn derivatives_by_hand_are_called() {
    let (x, k) = (rows::<11, 3>(), 1.5);
    same! {
        springs springs_11: &x, k;
        springs springs_11::gradient: &x, k;
    }
    let energies = x.map(|row| energy(row, k));
    let total: [f64; 3] = std::array::from_fn(|j| x.iter().map(|row| row[j]).sum());
    let sines: f64 = energies.iter().map(|e| e.sin()).sum();
    let (value, d) = springs::gradient(&x, k);
    close(value, sines * energy(total, k));
    for (d, (row, e)) in d.x.iter().zip(x.iter().zip(energies)) {
        for j in 0..3 {
            let inner = 2.0 * k * row[j] * e.cos() * energy(total, k);
            close(d[j], inner + sines * 2.0 * k * total[j]);
        }
    }
    assert_eq!(springs(&[], k), 0.0);
}

#[test]
fn results_are_rows() {
    let (x, angle) = (rows::<11, 2>(), 0.7);
    assert_eq!(
        format!("{:?}", path(&x, angle)),
        format!("{:?}", path_11(&x, angle))
    );
    let found = format!("{:?}", path::adjoint(&x, angle, &x));
    assert_eq!(found, format!("{:?}", path_11::adjoint(&x, angle, x)));
    for (y, x) in path(&x, angle).iter().zip(x) {
        let (sine, cosine) = angle.sin_cos();
        close(y[0], step(x[0]) * (cosine * x[0] - sine * x[1]));
        close(y[1], step(x[0]) * (sine * x[0] + cosine * x[1]));
    }
}

#[test]
fn second_derivatives_are_those_of_rules() {
    let (x, along): ([f64; 5], [f64; 5]) =
        ([0.5, -1.5, 2.0, 0.25, 1.0], [1.0, 0.5, -2.0, 0.0, 3.0]);
    let total: f64 = x.iter().map(|x| x.powi(3)).sum();
    let (value, d) = cubes::gradient(x);
    close(value, total.powi(3));
    for (d, x) in d.x.iter().zip(x) {
        close(*d, 9.0 * total.powi(2) * x * x);
    }
    // The derivative of the total in the direction.
    let moved: f64 = x.iter().zip(along).map(|(x, v)| 3.0 * x * x * v).sum();
    let product = cubes::hessian_product(x, &cubes::Tangent { x: along });
    let expected = x.iter().zip(along);
    let expected = expected.map(|(x, v)| 18.0 * total * (moved * x * x + total * x * v));
    for (found, expected) in product.x.iter().zip(expected) {
        close(*found, expected);
    }
}

#[test]
fn graphs_call_them_at_run_time() {
    let (x, k) = (rows::<11, 3>(), 1.5);
    let graph = springs::graph()
        .with_extents(&[("N", 11)])
        .expect("a graph");
    let mut evaluator = Evaluator::<f64>::new(&graph).expect("an evaluator");
    evaluator = evaluator.functions(springs::functions());
    let mut inputs = x.as_flattened().to_vec();
    inputs.push(k);
    let (value, gradient) = evaluator.gradient(&inputs).expect("a gradient");
    let (expected, d) = springs::gradient(&x, k);
    assert_eq!(value, expected);
    let of_rows = d.x.as_flattened().iter().chain([&d.k]);
    assert!(gradient.iter().eq(of_rows));
}
