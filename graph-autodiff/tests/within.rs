//! Derivatives of values under construction: the nodes that they share, where they are computed,
//! and errors. Their values are tested where graphs are evaluated.

use graph_autodiff::Derivatives;
use graph_ir::graph::{EffectKind, External, ExternalKind, Graph, InputKind, Role};
use graph_ir::ops::{Op, ScalarOp};
use graph_ir::{Builder, Element, Error, Shape, Site, Type, Wire, passes, verify};

/// A tensor type.
fn tensor(element: Element, extents: &[usize]) -> Type {
    Type::new(element, Shape::new(extents).expect("small extents"))
}

/// A tensor type of `f64`.
fn doubles(extents: &[usize]) -> Type {
    tensor(Element::F64, extents)
}

/// An input without a name.
fn input(builder: &Builder, ty: Type) -> Wire<'_> {
    builder.input("", ty, InputKind::Independent)
}

/// An input of `f64`s.
fn x<'b>(builder: &'b Builder, extents: &[usize]) -> Wire<'b> {
    input(builder, doubles(extents))
}

fn count(graph: &Graph, wanted: ScalarOp) -> usize {
    let ops = graph.ids().map(|id| graph.op(id));
    ops.filter(|op| *op == Op::Scalar(wanted)).count()
}

fn finished(b: Builder) -> Graph {
    let graph = b.finish().unwrap();
    verify::verify(&graph).unwrap();
    graph
}

#[test]
fn what_is_computed_already_is_not_computed_again() {
    let b = Builder::new();
    let v = x(&b, &[3]);
    let exp = v.sin().exp();
    let energy = (exp * exp).sum(&[0]);
    let force = b.gradient(energy, &[v]).unwrap()[0];
    b.output("energy", energy).unwrap();
    b.output("force", force).unwrap();
    let graph = finished(b);
    assert_eq!(count(&graph, ScalarOp::Exp), 1);
    assert_eq!(count(&graph, ScalarOp::Sin), 1);
    assert_eq!(count(&graph, ScalarOp::Cos), 1);
}

#[test]
fn the_derivative_of_an_argument_is_the_gradient_of_the_function() {
    let b = Builder::new();
    let (v, w) = (x(&b, &[3]), x(&b, &[]));
    let value = (v.sin() * w).sum(&[0]).tanh();
    let inside = b.gradient(value, &[v, w]).unwrap();
    b.output("", value).unwrap();
    for wire in inside {
        b.output("", wire).unwrap();
    }
    let inside = passes::optimize(&finished(b)).unwrap();
    let b = Builder::new();
    let (v, w) = (x(&b, &[3]), x(&b, &[]));
    b.output("", (v.sin() * w).sum(&[0]).tanh()).unwrap();
    let outside = graph_autodiff::gradient(&finished(b), &[0, 1]).unwrap();
    let outside = passes::optimize(&outside).unwrap();
    let ops = |graph: &Graph| graph.ids().map(|id| graph.op(id)).collect::<Vec<_>>();
    let (mut inside, mut outside) = (ops(&inside), ops(&outside));
    inside.sort_by_key(|op| format!("{op:?}"));
    outside.sort_by_key(|op| format!("{op:?}"));
    assert_eq!(inside, outside);
}

#[test]
fn what_a_value_is_made_of_is_cut_off() {
    let b = Builder::new();
    let v = x(&b, &[]);
    let square = v * v;
    // Not through the square.
    let slope = b.gradient(square.sin() + v, &[square]).unwrap()[0];
    assert!(slope.is_same(square.cos()));
    // Both at once: the square is a variable next to `v`.
    let both = b.gradient(square * v, &[square, v]).unwrap();
    assert!(both[0].is_same(v) && both[1].is_same(square));
}

#[test]
fn a_value_named_twice_has_its_derivative_twice() {
    let b = Builder::new();
    let v = x(&b, &[]);
    let slopes = b.gradient(v.sin(), &[v, v]).unwrap();
    assert!(slopes[0].is_same(v.cos()) && slopes[1].is_same(v.cos()));
    let tangent = b.tangent(v * v, &[v, v], &[v, v]).unwrap();
    b.output("", tangent).unwrap();
    finished(b);
}

#[test]
fn a_variable_is_told_apart_from_equal_values_until_it_is_merged() {
    let b = Builder::new();
    let v = x(&b, &[]);
    let [own, other] = [(); 2].map(|()| b.variable(v).unwrap());
    assert!(!own.is_same(other) && !own.is_same(v));
    let slope = b.gradient(own * v * other, &[own]).unwrap()[0];
    b.output("", own * v * other).unwrap();
    b.output("", slope).unwrap();
    let constant = b.variable(b.number(Element::F64, 2.0)).unwrap();
    let of_constant = b.gradient(constant.sin(), &[constant]).unwrap()[0];
    assert!(of_constant.is_same(constant.cos()));
    let merged = passes::merge_variables(&finished(b)).unwrap();
    verify::verify(&merged).unwrap();
    // v * v, v * v * v, and the slope, which is the first of them.
    assert_eq!(count(&merged, ScalarOp::Mul), 2);
    assert_eq!(
        merged
            .ids()
            .filter(|&id| merged.op(id) == Op::Reshape)
            .count(),
        0
    );
}

#[test]
fn what_does_not_depend_has_derivative_zero() {
    let b = Builder::new();
    let (v, w) = (x(&b, &[]), x(&b, &[2]));
    let sine = v.sin();
    assert!(!b.depends(sine, &[w]).unwrap() && b.depends(sine, &[w, v]).unwrap());
    let zero = b.gradient(sine, &[w]).unwrap()[0];
    assert_eq!(zero.ty().unwrap(), doubles(&[2]));
    assert_eq!(b.splat(zero).unwrap().to_f64().to_bits(), 0);
    // A value made before the variable does not depend on it, nor does it on values made later.
    assert!(!b.depends(v, &[sine]).unwrap());
    let still = b.tangent(sine, &[w], &[w]).unwrap();
    assert_eq!(b.splat(still).unwrap().to_f64(), 0.0);
    // A floor depends, without a derivative.
    let floor = b.scalar(ScalarOp::Floor, &[v]).unwrap();
    assert!(b.depends(floor, &[v]).unwrap());
    let zero = b.gradient(floor, &[v]).unwrap()[0];
    assert_eq!(b.splat(zero).unwrap().to_f64(), 0.0);
    assert!(b.gradient(sine, &[]).unwrap().is_empty());
}

#[test]
fn what_has_no_derivative_is_refused() {
    let b = Builder::new();
    let (v, i) = (x(&b, &[2]), input(&b, tensor(Element::I64, &[])));
    let text = |error: Error| error.to_string();
    assert_eq!(
        text(b.gradient(v, &[v]).unwrap_err()),
        "a value of type [f64; 2], as a gradient needs one number, has no derivative"
    );
    assert_eq!(
        text(b.adjoints(v, &[i], v).unwrap_err()),
        "a value of type i64 has no derivative"
    );
    assert_eq!(
        text(b.tangent(i, &[v], &[v]).unwrap_err()),
        "a value of type i64 has no derivative"
    );
    let one = x(&b, &[]);
    assert_eq!(
        text(b.adjoints(v, &[v], one).unwrap_err()),
        "seed 0 should be [f64; 2], found f64"
    );
    assert_eq!(
        text(b.tangent(v, &[v], &[one]).unwrap_err()),
        "direction 0 should be [f64; 2], found f64"
    );
    assert_eq!(
        text(b.tangent(v, &[v], &[]).unwrap_err()),
        "the number of directions should be 1, found 0"
    );
    let other = Builder::new();
    let foreign = x(&other, &[]);
    assert_eq!(b.gradient(foreign, &[v]).unwrap_err(), Error::OutOfScope);
    assert_eq!(b.gradient(one, &[foreign]).unwrap_err(), Error::OutOfScope);
}

#[test]
fn in_a_region_a_derivative_is_computed_there() {
    let b = Builder::new();
    let (v, condition) = (x(&b, &[]), input(&b, tensor(Element::Bool, &[])));
    let sine = v.sin();
    b.begin_region().unwrap();
    let product = sine * v;
    // By way of the sine, which stands outside, too.
    let slope = b.gradient(product, &[v]).unwrap()[0];
    let then = b.end_region(&[slope]).unwrap();
    b.begin_region().unwrap();
    let otherwise = b.end_region(&[v]).unwrap();
    let result = b.branch(condition, then, otherwise).unwrap()[0];
    b.output("", result).unwrap();
    let graph = finished(b);
    assert_eq!(count(&graph, ScalarOp::Cos), 0);
    let side = graph.ids().find_map(|id| match graph.op(id) {
        Op::Branch(then, _) => Some(graph.function(then)),
        _ => None,
    });
    assert_eq!(count(&side.unwrap().graph, ScalarOp::Cos), 1);
}

/// A loop under construction: its carried value, and a slice made of `data`.
fn in_a_loop<'b>(b: &'b Builder, data: Wire<'b>) -> [Wire<'b>; 2] {
    b.begin_region().unwrap();
    let carried = b.region_input(doubles(&[]));
    let slice = b.region_input_of(b.depth(), doubles(&[]), &[data]).unwrap();
    [carried, slice]
}

#[test]
fn within_an_iteration_what_is_handed_on_is_constant() {
    let b = Builder::new();
    let (p, data) = (x(&b, &[]), x(&b, &[4]));
    let [state, slice] = in_a_loop(&b, data);
    let energy = p * state * slice;
    let force = b.gradient(energy, &[state]).unwrap()[0];
    assert!(force.is_same(p * slice));
    // A value from outside, on which neither the slice nor anything handed on depends.
    let square = slice * p;
    assert!(b.gradient(square, &[p]).unwrap()[0].is_same(slice));
}

#[test]
fn what_iterations_hand_on_may_depend_on_what_is_outside() {
    let b = Builder::new();
    let (p, data) = (x(&b, &[]), x(&b, &[4]));
    let [state, slice] = in_a_loop(&b, data);
    let error = b.gradient(p * state, &[p]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a derivative with respect to a value from outside of a loop is taken inside of it, through \
         what the loop's iterations hand on, which may depend on that value"
    );
    let error = b.gradient(p * slice, &[data]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a derivative with respect to a value from outside of a loop is taken inside of it, through \
         an array of which each iteration takes a part, which may depend on that value"
    );
    // A variable of the iteration that is equal to the value outside is another value.
    let own = b.variable(p).unwrap();
    assert!(b.gradient(own * state, &[own]).unwrap()[0].is_same(state));
    // A loop inside of the loop: the values that the outer one hands on are captured.
    let [inner, _] = in_a_loop(&b, data);
    assert!(b.gradient(inner * own, &[own]).is_err());
    let slope = b.gradient((state * own).sin(), &[own]).unwrap()[0];
    assert_eq!(b.depth_of(slope), Ok(2));
    assert_eq!(b.depth_of(own), Ok(1));
}

#[test]
fn a_derivative_has_no_effects_and_the_sites_of_what_it_comes_from() {
    let b = Builder::new();
    let (v, condition) = (x(&b, &[]), input(&b, tensor(Element::Bool, &[])));
    b.set_site(Site(7));
    b.begin_region().unwrap();
    let sine = v.sin();
    b.effect(EffectKind::Compare(ScalarOp::Less), &[v, sine])
        .unwrap();
    let then = b.end_region(&[sine]).unwrap();
    b.begin_region().unwrap();
    let otherwise = b.end_region(&[v]).unwrap();
    let y = b.branch(condition, then, otherwise).unwrap()[0];
    b.set_site(Site(8));
    let slope = b.gradient(y * y, &[v]).unwrap()[0];
    b.output("", y).unwrap();
    b.output("", slope).unwrap();
    let graph = finished(b);
    let acting = graph.ids().filter(|&id| graph.node_has_effects(id)).count();
    assert_eq!(acting, 1);
    let branches = graph.ids();
    let mut branches = branches.filter(|&id| matches!(graph.op(id), Op::Branch(..)));
    assert!(branches.all(|id| graph.node(id).site == Site(7)));
}

#[test]
fn the_inputs_that_a_value_depends_on() {
    let b = Builder::new();
    let names = ["a", "b", "c", "d", "n"];
    let [a, second, c, d, n] =
        names.map(|name| b.input(name, doubles(&[]), InputKind::Independent));
    b.begin_region().unwrap();
    let then = b.end_region(&[a, second]).unwrap();
    b.begin_region().unwrap();
    let otherwise = b.end_region(&[a.sin(), c]).unwrap();
    let branch = b.branch(n.less(0.0), then, otherwise).unwrap();
    // Six values that move up by one in each iteration: the last becomes the first after five.
    b.begin_region().unwrap();
    let states = [(); 6].map(|()| b.region_input(doubles(&[])));
    let next: Vec<Wire<'_>> = (0..6).map(|i| states[(i + 1) % 6]).collect();
    let body = b
        .end_region(&[&next[..5], &[states[5] * d]].concat())
        .unwrap();
    let first = [a, a, a, a, a, second];
    let last = b.scan_region(body, &first, &[], 9, false).unwrap();
    for value in [
        branch[0],
        branch[1],
        last[0],
        last[5],
        a,
        b.number(Element::F64, 1.0),
    ] {
        b.output("", value).unwrap();
    }
    let inner = finished(b);
    let expected: [&[usize]; 6] = [&[0, 4], &[1, 2, 4], &[0, 1, 3], &[1, 3], &[0], &[]];
    let found = |graph: &Graph| -> Vec<Vec<usize>> {
        let outputs = graph.outputs().iter();
        outputs.map(|output| graph.variables(output.node)).collect()
    };
    assert_eq!(found(&inner), expected);
    // The same through a call.
    let b = Builder::new();
    let inputs: Vec<Wire<'_>> = names.iter().map(|_| x(&b, &[])).collect();
    let function = graph_ir::graph::Function::plain(inner);
    let results = b.call(&function, &inputs).unwrap();
    for result in results {
        b.output("", result).unwrap();
    }
    let graph = finished(b);
    assert_eq!(found(&graph), expected);
    let call = graph.ids().find(|&id| matches!(graph.op(id), Op::Call(_)));
    assert_eq!(graph.variables(call.unwrap()), [0, 1, 2, 3, 4]);
}

/// `step(x) x`, where nobody knows a derivative of `step`, with `stopped` without one through it.
fn opaque(stopped: bool) -> Graph {
    let b = Builder::new();
    let x = b.input("x", Type::scalar(Element::F64), InputKind::Independent);
    let step = External {
        name: "step".into(),
        kind: ExternalKind::Opaque,
        role: Role::Value,
        arguments: vec![Type::scalar(Element::F64)],
        results: vec![Type::scalar(Element::F64)],
    };
    let mut y = b.external(&step, &[x]).unwrap()[0];
    if stopped {
        y = b.stop_gradient(y).unwrap();
    }
    b.output("", y * x).unwrap();
    b.finish().unwrap()
}

#[test]
fn no_derivative_goes_through_an_opaque_function() {
    let graph = opaque(false);
    for error in [
        graph_autodiff::reverse(&graph, &[0]).unwrap_err(),
        graph_autodiff::forward(&graph, &[0]).unwrap_err(),
    ] {
        let text = "the function from outside `step` has no derivative";
        assert_eq!(error.to_string(), text);
    }
    // Where none is asked for it is a function like any other.
    let graph = opaque(true);
    for derivative in [
        graph_autodiff::reverse(&graph, &[0]).unwrap(),
        graph_autodiff::forward(&graph, &[0]).unwrap(),
    ] {
        let text = derivative.to_string();
        assert!(text.contains("opaque value"), "{text}");
        assert!(
            !text.contains("opaque tangent") && !text.contains("opaque adjoint"),
            "{text}"
        );
    }
}
