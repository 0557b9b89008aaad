//! Derivatives at run time, against derivatives worked out by hand.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use graph_ir::graph::{EffectKind, External, ExternalKind, InputKind, Role};
use graph_ir::ops::{Reduction, ScalarOp};
use graph_ir::{Builder, Element, Graph, Shape, Type};
use graph_runtime::derivative::Evaluator;
use graph_runtime::execute::{Arguments, Functions, HostError, HostFunction, Results};

fn ty(element: Element, extents: &[usize]) -> Type {
    Type::new(element, Shape::new(extents).unwrap())
}

fn close(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{found:?}, not {expected:?}");
    for (f, e) in found.iter().zip(expected) {
        let same = f == e || (f - e).abs() <= 1e-13 * e.abs().max(1.0);
        assert!(same, "{found:?}, not {expected:?}");
    }
}

/// `(a, b, p) -> ([a0 a1, sin(a0), p b^3], a1 b)` for `a` of two numbers.
fn sample(element: Element) -> Graph {
    let builder = Builder::new();
    let a = builder.input("a", ty(element, &[2]), InputKind::Independent);
    let p = builder.input("p", ty(element, &[]), InputKind::Dynamic);
    let b = builder.input("b", ty(element, &[]), InputKind::Independent);
    let [a0, a1] = [0, 1].map(|i| builder.index(a, 0, i).unwrap());
    let first = builder
        .stack(&[a0 * a1, a0.sin(), p * b.powi(3)], 0)
        .unwrap();
    let which = builder.reduce(Reduction::ArgMax, first, &[0]).unwrap();
    builder.output("first", first).unwrap();
    builder.output("which", which).unwrap();
    builder.output("second", a1 * b).unwrap();
    builder.finish().unwrap()
}

const X: [f64; 3] = [0.5, 3.0, 2.0];
const P: f64 = 10.0;

fn evaluator() -> Evaluator<f64> {
    let mut function = Evaluator::new(&sample(Element::F64)).unwrap();
    function.set_parameter(1, P).unwrap();
    function
}

/// The Jacobian of the sample at `X`.
fn jacobian() -> [[f64; 3]; 4] {
    let [a0, a1, b] = X;
    [
        [a1, a0, 0.0],
        [a0.cos(), 0.0, 0.0],
        [0.0, 0.0, 3.0 * P * b * b],
        [0.0, b, a1],
    ]
}

fn value() -> [f64; 4] {
    let [a0, a1, b] = X;
    [a0 * a1, a0.sin(), P * b * b * b, a1 * b]
}

#[test]
fn variables_and_results_are_flat() {
    let mut function = evaluator();
    assert_eq!((function.n_in(), function.n_out()), (3, 4));
    assert_eq!(function.variables_of(0), Some(0..2));
    assert_eq!(function.variables_of(1), None);
    assert_eq!(function.variables_of(2), Some(2..3));
    assert_eq!(function.results_of(0), Some(0..3));
    assert_eq!(function.results_of(1), None);
    assert_eq!(function.results_of(2), Some(3..4));
    close(function.value(&X).unwrap(), &value());
}

#[test]
fn adjoint_and_tangent_are_products_with_the_jacobian() {
    let mut function = evaluator();
    let (seed, direction) = ([1.0, -2.0, 0.5, 3.0], [0.25, -1.0, 2.0]);
    let expected: Vec<f64> = (0..3)
        .map(|j| (0..4).map(|i| seed[i] * jacobian()[i][j]).sum())
        .collect();
    let (y, adjoint) = function.adjoint(&X, &seed).unwrap();
    close(y, &value());
    close(adjoint, &expected);
    let expected = jacobian().map(|row| (0..3).map(|j| row[j] * direction[j]).sum());
    let (y, tangent) = function.tangent(&X, &direction).unwrap();
    close(y, &value());
    close(tangent, &expected);
}

#[test]
fn the_jacobian_is_the_same_by_columns_and_by_rows() {
    let mut function = evaluator();
    let by_columns = function.jacobian(&X).unwrap();
    assert_eq!((by_columns.rows(), by_columns.columns()), (4, 3));
    close(by_columns.elements(), jacobian().as_flattened());
    assert_eq!(by_columns[(3, 1)], X[2]);
    close(by_columns.row(1), &jacobian()[1]);
    // Fewer results than variables: only the last output.
    let builder = Builder::new();
    let x = builder.input("x", ty(Element::F64, &[3]), InputKind::Independent);
    let [a, b, c] = [0, 1, 2].map(|i| builder.index(x, 0, i).unwrap());
    builder.output("y", a * b).unwrap();
    builder.output("z", b / c).unwrap();
    let mut function = Evaluator::<f64>::new(&builder.finish().unwrap()).unwrap();
    let by_rows = function.jacobian(&X).unwrap();
    let [a, b, c] = X;
    let expected = [[b, a, 0.0], [0.0, 1.0 / c, -b / (c * c)]];
    close(by_rows.elements(), expected.as_flattened());
}

#[test]
fn the_hessian_is_weighted() {
    let mut function = evaluator();
    let [a0, _, b] = X;
    let w = [2.0, 3.0, 0.5, -1.0];
    let expected = [
        [-w[1] * a0.sin(), w[0], 0.0],
        [w[0], 0.0, w[3]],
        [0.0, w[3], w[2] * 6.0 * P * b],
    ];
    let hessian = function.hessian(&X, &w).unwrap();
    assert_eq!((hessian.rows(), hessian.columns()), (3, 3));
    close(hessian.elements(), expected.as_flattened());
    let direction = [1.0, -1.0, 0.5];
    let expected = expected.map(|row| (0..3).map(|j| row[j] * direction[j]).sum());
    close(
        function.hessian_product(&X, &w, &direction).unwrap(),
        &expected,
    );
}

#[test]
fn parameters_keep_their_values_and_may_change() {
    let mut function = Evaluator::<f64>::new(&sample(Element::F64)).unwrap();
    let at_zero = function.value(&X).unwrap()[2];
    assert_eq!(at_zero, 0.0);
    function.jacobian(&X).unwrap();
    function.set_parameter(1, [4.0]).unwrap();
    assert_eq!(function.value(&X).unwrap()[2], 32.0);
    assert_eq!(function.jacobian(&X).unwrap()[(2, 2)], 48.0);
    assert_eq!(
        function.adjoint(&X, &[0.0, 0.0, 1.0, 0.0]).unwrap().1[2],
        48.0
    );
    let error = function.set_parameter(0, [1.0, 2.0]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "input 0 is no parameter: parameters are the inputs that are not among the variables"
    );
    assert!(function.set_parameter(9, [1.0]).is_err());
    let error = function.set_parameter(1, [1_i64]).unwrap_err().to_string();
    assert!(
        error.starts_with("input 1 (`p`) should be `f64`"),
        "{error}"
    );
}

#[test]
fn variables_may_be_chosen() {
    let mut function = Evaluator::<f64>::with_respect_to(&sample(Element::F64), &[2, 1]).unwrap();
    function.set_parameter(0, [X[0], X[1]]).unwrap();
    // First b, then p, as they were named.
    let jacobian = function.jacobian(&[X[2], P]).unwrap();
    close(jacobian.row(2), &[3.0 * P * X[2] * X[2], X[2].powi(3)]);
    close(jacobian.row(3), &[X[1], 0.0]);
    let refused = |wrt: &[usize]| {
        let function = Evaluator::<f64>::with_respect_to(&sample(Element::F64), wrt);
        function.unwrap_err().to_string()
    };
    assert_eq!(refused(&[2, 2]), "input 2 is named twice");
    assert_eq!(refused(&[3]), "expected 4 inputs, found 3");
}

#[test]
fn generic_graphs_take_the_evaluators_type() {
    let generic = sample(Element::Float);
    let mut double = Evaluator::<f64>::new(&generic).unwrap();
    double.set_parameter(1, P).unwrap();
    close(
        double.jacobian(&X).unwrap().elements(),
        jacobian().as_flattened(),
    );
    let mut single = Evaluator::<f32>::new(&generic).unwrap();
    single.set_parameter(1, P as f32).unwrap();
    let found = single.jacobian(&X.map(|x| x as f32)).unwrap();
    for (f, e) in found.elements().iter().zip(jacobian().as_flattened()) {
        assert!((f64::from(*f) - e).abs() <= 1e-6 * e.abs(), "{f} {e}");
    }
}

#[test]
fn other_float_types_are_refused() {
    let refused = Evaluator::<f32>::new(&sample(Element::F64)).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "input 0 (`a`) is [f64; 2], but derivatives are taken in `f32`"
    );
    let builder = Builder::new();
    let x = builder.input("x", ty(Element::F64, &[]), InputKind::Independent);
    let y = builder.cast(x, Element::F32).unwrap();
    builder.output("y", y).unwrap();
    let refused = Evaluator::<f64>::new(&builder.finish().unwrap()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "output 0 (`y`) is f32, but derivatives are taken in `f64`"
    );
}

#[test]
fn slices_of_other_lengths_are_refused() {
    let mut function = evaluator();
    let text = |result: Result<(), _>| {
        let error: graph_runtime::execute::ExecuteError = result.unwrap_err();
        error.to_string()
    };
    let few = [1.0];
    assert_eq!(
        text(function.value(&few).map(drop)),
        "expected 3 variables, found 1"
    );
    assert_eq!(
        text(function.hessian(&X, &few).map(drop)),
        "expected 4 weights, found 1"
    );
    assert!(function.adjoint(&X, &few).is_err());
    assert!(function.tangent(&X, &few).is_err());
    assert!(function.hessian_product(&X, &[1.0; 4], &few).is_err());
    assert_eq!(
        text(function.gradient(&X).map(drop)),
        "expected 1 result for a gradient, found 4"
    );
}

#[test]
fn matrices_are_limited() {
    let builder = Builder::new();
    let x = builder.input("x", ty(Element::F64, &[1 << 20]), InputKind::Independent);
    builder.output("y", x * x).unwrap();
    let mut function = Evaluator::<f64>::new(&builder.finish().unwrap()).unwrap();
    let error = function
        .jacobian(&vec![0.0; 1 << 20])
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "executing the graph needs at least 8796093022208 bytes, at most 4294967296 are allowed"
    );
}

#[test]
fn a_function_of_nothing_has_empty_matrices() {
    let builder = Builder::new();
    let y = builder.number(Element::F64, 2.0);
    builder.output("y", y * y).unwrap();
    let mut function = Evaluator::<f64>::new(&builder.finish().unwrap()).unwrap();
    let jacobian = function.jacobian(&[]).unwrap();
    assert_eq!((jacobian.rows(), jacobian.columns()), (1, 0));
    assert!(function.hessian(&[], &[1.0]).unwrap().elements().is_empty());
    assert_eq!(function.gradient(&[]).unwrap(), (4.0, &[][..]));
}

/// `x -> x_{n}` of `x_{k+1} = x_k^2 c` if that is below 1, else `x_k c`, over three steps.
fn looped() -> Graph {
    let builder = Builder::new();
    let scalar = ty(Element::F64, &[]);
    let x = builder.input("x", scalar.clone(), InputKind::Independent);
    let c = builder.input("c", ty(Element::F64, &[3]), InputKind::Independent);
    let build = || -> graph_ir::Result<()> {
        builder.begin_region()?;
        let state = builder.region_input(scalar.clone());
        let factor = builder.region_input(scalar.clone());
        builder.begin_region()?;
        let small = builder.end_region(&[state * state * factor])?;
        builder.begin_region()?;
        let large = builder.end_region(&[state * factor])?;
        let next = builder.branch(state.less(1.0), small, large)?;
        let body = builder.end_region(&next)?;
        let last = builder.scan_region(body, &[x], &[c], 3, false)?[0];
        builder.output("y", last)
    };
    build().unwrap();
    builder.finish().unwrap()
}

#[test]
fn loops_and_branches_have_derivatives() {
    let mut function = Evaluator::<f64>::new(&looped()).unwrap();
    // 0.5 is small: 0.25 * 8 = 2 is large: 2 * 0.25 = 0.5 is small: 0.25 * 3.
    let x = [0.5, 8.0, 0.25, 3.0];
    // y = (x^2 c0 c1)^2 c2.
    let y = 0.75;
    let gradient = [4.0 * y / x[0], 2.0 * y / x[1], 2.0 * y / x[2], y / x[3]];
    let (found, derivative) = function.gradient(&x).unwrap();
    close(&[found], &[y]);
    close(derivative, &gradient);
    let (_, tangent) = function.tangent(&x, &[0.0, 1.0, 0.0, 0.0]).unwrap();
    close(tangent, &gradient[1..2]);
    let powers = [4.0, 2.0, 2.0, 1.0];
    let hessian = function.hessian(&x, &[1.0]).unwrap();
    for i in 0..4 {
        for j in 0..4 {
            let power = powers[i] * (powers[j] - f64::from(u8::from(i == j)));
            close(&[hessian[(i, j)]], &[power * y / (x[i] * x[j])]);
        }
    }
}

/// `x -> x^3`, with its derivative.
struct Cube;

impl HostFunction for Cube {
    fn value(&self, x: &Arguments<'_>, y: &mut Results<'_>) -> Result<(), HostError> {
        y.get_mut::<f64>(0)?[0] = x.get::<f64>(0)?[0].powi(3);
        Ok(())
    }

    fn adjoint(
        &self,
        x: &Arguments<'_>,
        seed: &Arguments<'_>,
        y: &mut Results<'_>,
    ) -> Result<(), HostError> {
        let x = x.get::<f64>(0)?[0];
        y.get_mut::<f64>(0)?[0] = 3.0 * x * x * seed.get::<f64>(0)?[0];
        Ok(())
    }
}

#[test]
fn functions_of_the_host_give_their_derivatives() {
    let builder = Builder::new();
    let x = builder.input("x", ty(Element::F64, &[]), InputKind::Independent);
    let scalar = vec![ty(Element::F64, &[])];
    let cube = External {
        name: "cube".into(),
        kind: ExternalKind::Smooth,
        role: Role::Value,
        arguments: scalar.clone(),
        results: scalar,
    };
    let y = builder.external(&cube, &[x * 2.0]).unwrap()[0];
    builder.output("y", y).unwrap();
    let functions = Functions::new().register("cube", Cube);
    let function = Evaluator::<f64>::new(&builder.finish().unwrap()).unwrap();
    let mut function = function.functions(functions);
    assert_eq!(function.gradient(&[1.5]).unwrap(), (27.0, &[54.0][..]));
    let error = function.hessian(&[1.5], &[1.0]).unwrap_err().to_string();
    let advice = "it has no second derivative: give it one with `HostFunction::second`";
    assert!(error.ends_with(advice), "{error}");
    let error = function.tangent(&[1.5], &[1.0]).unwrap_err().to_string();
    assert!(
        error.ends_with("the function `cube` of the host failed: it has no tangent"),
        "{error}"
    );
}

/// `(a, b) -> (a[0] b^2 + a[1]^3, sin(a[0]) b)`, with its derivatives to the second order.
struct Pair;

impl HostFunction for Pair {
    fn value(&self, x: &Arguments<'_>, y: &mut Results<'_>) -> Result<(), HostError> {
        let (a, b) = (x.get::<f64>(0)?, x.get::<f64>(1)?[0]);
        y.get_mut::<f64>(0)?
            .copy_from_slice(&[a[0] * b * b + a[1].powi(3), a[0].sin() * b]);
        Ok(())
    }

    fn tangent(
        &self,
        x: &Arguments<'_>,
        along: &Arguments<'_>,
        y: &mut Results<'_>,
    ) -> Result<(), HostError> {
        let (a, b) = (x.get::<f64>(0)?, x.get::<f64>(1)?[0]);
        let (da, db) = (along.get::<f64>(0)?, along.get::<f64>(1)?[0]);
        let first = b * b * da[0] + 3.0 * a[1] * a[1] * da[1] + 2.0 * a[0] * b * db;
        let second = a[0].cos() * b * da[0] + a[0].sin() * db;
        y.get_mut::<f64>(0)?.copy_from_slice(&[first, second]);
        Ok(())
    }

    fn adjoint(
        &self,
        x: &Arguments<'_>,
        seed: &Arguments<'_>,
        y: &mut Results<'_>,
    ) -> Result<(), HostError> {
        let (a, b) = (x.get::<f64>(0)?, x.get::<f64>(1)?[0]);
        let s = seed.get::<f64>(0)?;
        let by_a = [
            s[0] * b * b + s[1] * a[0].cos() * b,
            s[0] * 3.0 * a[1] * a[1],
        ];
        y.get_mut::<f64>(0)?.copy_from_slice(&by_a);
        y.get_mut::<f64>(1)?[0] = s[0] * 2.0 * a[0] * b + s[1] * a[0].sin();
        Ok(())
    }

    fn second(
        &self,
        x: &Arguments<'_>,
        seed: &Arguments<'_>,
        along: &Arguments<'_>,
        y: &mut Results<'_>,
    ) -> Result<(), HostError> {
        let (a, b) = (x.get::<f64>(0)?, x.get::<f64>(1)?[0]);
        let (s, da, db) = (
            seed.get::<f64>(0)?,
            along.get::<f64>(0)?,
            along.get::<f64>(1)?[0],
        );
        let mixed = s[0] * 2.0 * b + s[1] * a[0].cos();
        let by_a = [
            -s[1] * a[0].sin() * b * da[0] + mixed * db,
            s[0] * 6.0 * a[1] * da[1],
        ];
        y.get_mut::<f64>(0)?.copy_from_slice(&by_a);
        y.get_mut::<f64>(1)?[0] = mixed * da[0] + s[0] * 2.0 * a[0] * db;
        Ok(())
    }
}

/// `exp` of the pair's first result times its second one, of `(x[0], x[1], x[0] x[2])`.
fn through_a_pair(kind: ExternalKind) -> Graph {
    let builder = Builder::new();
    let x = builder.input("x", ty(Element::F64, &[3]), InputKind::Independent);
    let pair = External {
        name: "pair".into(),
        kind,
        role: Role::Value,
        arguments: vec![ty(Element::F64, &[2]), ty(Element::F64, &[])],
        results: vec![ty(Element::F64, &[2])],
    };
    let [x0, x1, x2] = [0, 1, 2].map(|i| builder.index(x, 0, i).unwrap());
    let a = builder.stack(&[x0, x1], 0).unwrap();
    let y = builder.external(&pair, &[a, x0 * x2]).unwrap()[0];
    let [y0, y1] = [0, 1].map(|i| builder.index(y, 0, i).unwrap());
    builder.output("y", y0.exp() * y1).unwrap();
    builder.finish().unwrap()
}

/// The same function without the host.
fn without_a_host() -> Graph {
    let builder = Builder::new();
    let x = builder.input("x", ty(Element::F64, &[3]), InputKind::Independent);
    let [x0, x1, x2] = [0, 1, 2].map(|i| builder.index(x, 0, i).unwrap());
    let b = x0 * x2;
    let y0 = x0 * b * b + x1 * x1 * x1;
    builder.output("y", y0.exp() * (x0.sin() * b)).unwrap();
    builder.finish().unwrap()
}

#[test]
fn functions_of_the_host_give_their_second_derivatives() {
    let x = [0.4, -0.7, 1.3];
    let with = |graph: &Graph| {
        let evaluator = Evaluator::<f64>::new(graph).unwrap();
        evaluator.functions(Functions::new().register("pair", Pair))
    };
    let mut function = with(&through_a_pair(ExternalKind::Smooth));
    let mut expected = with(&without_a_host());
    let equal = |found: &[f64], expected: &[f64]| {
        for (found, expected) in found.iter().zip(expected) {
            let scale = 1e-13 * (1.0 + expected.abs());
            assert!((found - expected).abs() < scale, "{found} and {expected}");
        }
    };
    let hessian = expected.hessian(&x, &[1.0]).unwrap();
    equal(
        function.hessian(&x, &[1.0]).unwrap().elements(),
        hessian.elements(),
    );
    let direction = [1.0, -0.5, 2.0];
    let product = expected.hessian_product(&x, &[2.0], &direction).unwrap();
    equal(
        function.hessian_product(&x, &[2.0], &direction).unwrap(),
        product,
    );
    let entries = expected.sparse_hessian(&x, &[1.0]).unwrap();
    let entries: Vec<_> = entries.triplets().collect();
    let found = function.sparse_hessian(&x, &[1.0]).unwrap();
    for (row, column, value) in entries {
        equal(&[found.get(row, column).unwrap()], &[value]);
    }

    // The second derivative as the adjoint of a tangent, and as the adjoint of an adjoint.
    let reference = without_a_host();
    for first in [
        graph_autodiff::forward as fn(&Graph, &[usize]) -> graph_ir::Result<Graph>,
        graph_autodiff::reverse,
    ] {
        let twice = |graph: &Graph| {
            let graph = graph_autodiff::reverse(&first(graph, &[0]).unwrap(), &[0, 1]).unwrap();
            let mut function = with(&graph);
            let n_in = function.n_in();
            let point: Vec<f64> = (0..n_in).map(|i| x[i % 3] + 0.1 * (i / 3) as f64).collect();
            function.value(&point).unwrap().to_vec()
        };
        equal(
            &twice(&through_a_pair(ExternalKind::Smooth)),
            &twice(&reference),
        );
    }
}

#[test]
fn derivatives_that_the_host_does_not_give_are_named() {
    let only_first =
        graph_autodiff::hessian_product(&through_a_pair(ExternalKind::FirstOrder), &[0]);
    let error = only_first.unwrap_err().to_string();
    let expected = "the derivative of the function from outside `pair`";
    assert!(error.contains(expected), "{error}");
    let smooth = through_a_pair(ExternalKind::Smooth);
    let product = graph_autodiff::hessian_product(&smooth, &[0]).unwrap();
    let third = graph_autodiff::reverse(&product, &[0]);
    let error = third.unwrap_err().to_string();
    let expected = "the second derivative of the function from outside `pair`";
    assert!(error.contains(expected), "{error}");
    let tangent = graph_autodiff::forward(&smooth, &[0]).unwrap();
    let error = graph_autodiff::forward(&tangent, &[0])
        .unwrap_err()
        .to_string();
    let expected = "the derivative of the function from outside `pair`";
    assert!(error.contains(expected), "{error}");
    let graph = through_a_pair(ExternalKind::Smooth);
    let function = Evaluator::<f64>::new(&graph).unwrap();
    let mut function = function.functions(Functions::new().register("pair", Cube));
    let error = function.hessian(&[1.0, 2.0, 3.0], &[1.0]).unwrap_err();
    let error = error.to_string();
    assert!(error.contains("`pair` of the host failed"), "{error}");
}

#[test]
fn a_matrix_prints_once_and_comparisons_are_told() {
    let builder = Builder::new();
    let x = builder.input("x", ty(Element::F64, &[2]), InputKind::Independent);
    let [a, b] = [0, 1].map(|i| builder.index(x, 0, i).unwrap());
    let print = EffectKind::Print {
        before: "b is ".into(),
        after: String::new(),
    };
    builder.effect(print, &[a, b]).unwrap();
    let less = EffectKind::Compare(ScalarOp::Less);
    builder.effect(less, &[a, b]).unwrap();
    builder.output("y", a * b).unwrap();
    builder.output("z", a + b).unwrap();
    let printed = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&printed);
    let mut function = Evaluator::<f64>::new(&builder.finish().unwrap())
        .unwrap()
        .on_print(move |_| {
            counter.fetch_add(1, Ordering::Relaxed);
        });
    function.jacobian(&[-1.0, -2.0]).unwrap();
    assert_eq!(printed.load(Ordering::Relaxed), 1);
    assert_eq!(function.comparisons_changed(), 1);
    function.hessian(&[-1.0, 2.0], &[1.0, 1.0]).unwrap();
    assert_eq!(printed.load(Ordering::Relaxed), 2);
    assert_eq!(function.comparisons_changed(), 0);
}

#[test]
fn evaluators_are_for_threads() {
    fn sent<T: Send + Clone>() {}
    sent::<Evaluator<f64>>();
    let mut one = evaluator();
    let mut other = one.clone();
    other.set_parameter(1, 1.0).unwrap();
    assert_eq!(one.value(&X).unwrap()[2], 80.0);
    assert_eq!(other.value(&X).unwrap()[2], 8.0);
    let text = format!("{one:?}");
    assert!(text.contains("n_in: 3"), "{text}");
}

#[test]
fn only_the_first_call_allocates() {
    let mut function = evaluator();
    let mut all = |x: &[f64; 3]| {
        let mut sum = function.value(x).unwrap()[0];
        sum += function.adjoint(x, &[1.0; 4]).unwrap().1[0];
        sum += function.tangent(x, &[1.0; 3]).unwrap().1[0];
        sum += function.jacobian(x).unwrap()[(0, 0)];
        sum += function.hessian(x, &[1.0; 4]).unwrap()[(0, 0)];
        function.set_parameter(1, P).unwrap();
        sum
    };
    let first = all(&X);
    let counted = allocation_counter::measure(|| assert_eq!(all(&X), first));
    assert_eq!(counted.count_total, 0);
}
