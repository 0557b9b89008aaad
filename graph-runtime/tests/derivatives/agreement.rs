//! Second derivatives of every row of the operator table at the edges of its domain, by every way
//! that leads to them: what is regular there must be the same by all.

use graph_autodiff::{self, Weights};
use graph_ir::graph::Function;
use graph_ir::ops::ScalarOp;
use graph_ir::{Element, Graph};
use graph_runtime::derivative::Evaluator;
use graph_runtime::execute::Executable;

use super::check::graph;
use super::scalar::graph_of;

const MODERATE: [f64; 12] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    2.0,
    -2.0,
    0.5,
    1.5,
    3.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];
/// Where the second derivatives leave the range of floats on the way, they are not compared.
const EXTREME: [f64; 5] = [1e300, -1e300, 1e-300, -1e-300, 1e160];

/// A way to the Hessian.
type Way = (&'static str, Box<dyn FnMut(&[f64]) -> Vec<f64>>);

#[test]
fn all_ways_to_second_derivatives_agree_at_the_edges() {
    for op in ScalarOp::all().into_iter().filter(is_of_floats) {
        let (n, graph) = (op.arity(), graph_of(op));
        let gradient = Executable::new(&slopes(&graph)).unwrap();
        let value = Executable::new(&graph).unwrap();
        let mut ways = ways(&graph);
        let points = points(n, if n == 3 { 4 } else { 1 });
        let regular = points.iter().filter(|x| {
            let value = call(&value, x)[0];
            let underflow = value.abs() < f64::MIN_POSITIVE && x.iter().all(|x| *x != 0.0);
            let slopes = call(&gradient, x);
            value.is_finite() && slopes.iter().all(|s| s.is_finite()) && !underflow
        });
        let mut compared = 0;
        for x in regular {
            let all: Vec<Vec<f64>> = ways.iter_mut().map(|(_, way)| way(x)).collect();
            let finite = all[0].iter().all(|entry| entry.is_finite());
            if !finite && x.iter().any(|x| EXTREME.contains(x)) {
                continue;
            }
            compared += 1;
            let entries = all[0].iter().filter(|entry| entry.is_finite());
            let tolerance = 1e-9 * entries.fold(1e-290, |max: f64, entry| max.max(entry.abs()));
            for ((name, _), found) in ways.iter().zip(&all) {
                let pairs = found.iter().zip(&all[0]);
                let same = { pairs }.all(|(a, b)| a == b || (a - b).abs() <= tolerance);
                let dense = &all[0];
                assert!(
                    same,
                    "{op:?} at {x:?}: {name} is {found:?}, dense is {dense:?}"
                );
            }
        }
        assert!(compared >= 4, "{op:?} was compared at {compared} points");
    }
}

/// The dense Hessian, and all else.
fn ways(graph: &Graph) -> Vec<Way> {
    let wrt = graph_autodiff::differentiable_inputs(graph);
    let n = wrt.len();
    let gradient = slopes(graph);
    let dense = graph_autodiff::value_gradient_hessian(graph, &wrt, Weights::One).unwrap();
    let product = graph_autodiff::hessian_product(graph, &wrt).unwrap();
    let over_reverse = graph_autodiff::reverse(&gradient, &wrt).unwrap();
    let over_forward: Vec<Executable> = (0..n)
        .flat_map(|i| (0..n).map(move |j| (i, j)))
        .map(|(i, j)| Executable::new(&slope(&slope(graph, i), j)).unwrap())
        .collect();
    let series = graph_autodiff::taylor(graph, &wrt, 2).unwrap();
    let [dense, product, over_reverse, series] =
        [dense, product, over_reverse, series].map(|graph| Executable::new(&graph).unwrap());
    let along_units = |executable: Executable, rest: usize| {
        move |x: &[f64]| -> Vec<f64> {
            let units = (0..n).map(|i| unit(n, i));
            let rows = units.map(|unit| call(&executable, &[x, &unit, &vec![0.0; rest]].concat()));
            rows.flat_map(|row| row[row.len() - n..].to_vec()).collect()
        }
    };
    let (mut first, mut second) = (evaluator(graph), evaluator(graph));
    let dense_of = move |x: &[f64]| call(&dense, x)[1 + n..].to_vec();
    let diagonal = dense_of.clone();
    vec![
        ("dense", Box::new(dense_of)),
        ("product", Box::new(along_units(product, 0))),
        (
            "reverse over reverse",
            Box::new(along_units(over_reverse, 0)),
        ),
        (
            "the evaluator's",
            Box::new(move |x| first.hessian(x, &[1.0]).unwrap().elements().to_vec()),
        ),
        (
            "sparse",
            Box::new(move |x| {
                let sparse = second.sparse_hessian(x, &[1.0]).unwrap();
                let mut full = vec![0.0; n * n];
                for ((row, column), value) in sparse.pattern().places().zip(sparse.values()) {
                    full[row * n + column] = *value;
                    full[column * n + row] = *value;
                }
                full
            }),
        ),
        (
            "forward over forward",
            Box::new(move |x| over_forward.iter().map(|e| call(e, x)[0]).collect()),
        ),
        (
            "the series'",
            Box::new(move |x| {
                let mut found = diagonal(x);
                for i in 0..n {
                    let inputs = [x, &unit(n, i), &vec![0.0; n]].concat();
                    found[i * n + i] = 2.0 * call(&series, &inputs)[2];
                }
                found
            }),
        ),
    ]
}

#[test]
fn second_derivatives_of_powers_at_a_zero_base_are_those_of_the_limit() {
    let (infinity, graph) = (f64::INFINITY, graph_of(ScalarOp::Powf));
    let expected = [
        // x^(y - 1) (1 + y ln x) is what stands off the diagonal.
        (1.0, [0.0, -infinity, -infinity, 0.0]),
        (1.5, [infinity, 0.0, 0.0, 0.0]),
        (2.0, [2.0, 0.0, 0.0, 0.0]),
        (2.5, [0.0; 4]),
        (3.0, [0.0; 4]),
    ];
    for (exponent, expected) in expected {
        for base in [0.0, -0.0] {
            for (name, way) in &mut ways(&graph) {
                assert_eq!(way(&[base, exponent]), expected, "{name}, {exponent}");
            }
        }
    }
}

/// The derivatives of second and third order vanish at infinity where they do on the way there.
#[test]
fn higher_derivatives_have_their_limits_at_infinity() {
    let mut checked = Vec::new();
    for op in ScalarOp::all()
        .into_iter()
        .filter(|op| is_of_floats(op) && op.arity() == 1)
    {
        let graph = graph_of(op);
        let by_reverse = |graph: &Graph| slopes(graph);
        let by_forward = |graph: &Graph| slope(graph, 0);
        for (mode, next) in [
            ("reverse", &by_reverse as &dyn Fn(&Graph) -> Graph),
            ("forward", &by_forward),
        ] {
            let second = next(&next(&graph));
            let orders = [&graph, &second, &next(&second)];
            let [value, second, third] = orders.map(|graph| Executable::new(graph).unwrap());
            for sign in [1.0, -1.0] {
                let at = |executable: &Executable, x: f64| call(executable, &[sign * x])[0];
                let vanishes = |executable: &Executable| {
                    let on_the_way = [1e30, 1e60].map(|x| at(executable, x).abs());
                    on_the_way[0] < 1e-40 && on_the_way[1] <= on_the_way[0]
                };
                if at(&value, f64::INFINITY).is_nan() || !vanishes(&second) {
                    continue;
                }
                let found = [&second, &third].map(|order| at(order, f64::INFINITY));
                assert_eq!(found, [0.0; 2], "{op:?}, {mode}, on the side of {sign}");
                checked.push(op);
            }
        }
    }
    use ScalarOp::{Asinh, Atan, Cbrt, Erf, Erfc, Gelu, Sigmoid, Silu, Softplus, Tanh};
    for op in [
        Asinh, Atan, Cbrt, Erf, Erfc, Gelu, Sigmoid, Silu, Softplus, Tanh,
    ] {
        let times = checked.iter().filter(|found| **found == op).count();
        assert_eq!(times, 4, "{op:?}");
    }
}

#[test]
fn derivatives_of_angles_vanish_far_out() {
    let graph = graph_of(ScalarOp::Atan2);
    let gradient = Executable::new(&slopes(&graph)).unwrap();
    let far = [f64::INFINITY, f64::NEG_INFINITY, 1.0, -2.0, 0.0];
    for x in far.iter().flat_map(|&y| far.map(|x| [y, x])) {
        if x.iter().any(|x| x.is_infinite()) {
            assert_eq!(call(&gradient, &x), [0.0; 2], "{x:?}");
            for (name, way) in &mut ways(&graph) {
                assert_eq!(way(&x), [0.0; 4], "{name}, {x:?}");
            }
        }
    }
}

fn is_of_floats(op: &ScalarOp) -> bool {
    op.class().has_partials()
}

/// All combinations of numbers, of each operand every `step`-th.
fn points(n: usize, step: usize) -> Vec<Vec<f64>> {
    let numbers: Vec<f64> = MODERATE.into_iter().chain(EXTREME).step_by(step).collect();
    let count = numbers.len();
    let digit = |number: usize, i: usize| numbers[number / count.pow(i as u32) % count];
    (0..count.pow(n as u32))
        .map(|number| (0..n).map(|i| digit(number, i)).collect())
        .collect()
}

/// The gradient as a function with a result for each operand.
fn slopes(of: &Graph) -> Graph {
    let wrt = graph_autodiff::differentiable_inputs(of);
    let callee = Function::plain(graph_autodiff::gradient(of, &wrt).unwrap());
    graph(&vec![&[][..]; wrt.len()], |b, x| {
        b.call(&callee, x).unwrap().split_off(1)
    })
}

/// The tangent along one operand.
fn slope(of: &Graph, along: usize) -> Graph {
    let wrt = graph_autodiff::differentiable_inputs(of);
    let callee = Function::plain(graph_autodiff::forward(of, &wrt).unwrap());
    graph(&vec![&[][..]; wrt.len()], |b, x| {
        let direction = unit(x.len(), along);
        let direction = direction.iter().map(|&d| b.number(Element::F64, d));
        let inputs: Vec<_> = x.iter().copied().chain(direction).collect();
        b.call(&callee, &inputs).unwrap().split_off(1)
    })
}

fn evaluator(graph: &Graph) -> Evaluator<f64> {
    Evaluator::new(graph).unwrap()
}

fn unit(n: usize, i: usize) -> Vec<f64> {
    let mut unit = vec![0.0; n];
    unit[i] = 1.0;
    unit
}

fn call(executable: &Executable, numbers: &[f64]) -> Vec<f64> {
    let inputs: Vec<[f64; 1]> = numbers.iter().map(|&x| [x]).collect();
    executable.call::<f64>(&inputs).unwrap().concat()
}
