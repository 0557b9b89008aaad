//! Graphs that together use every kind of node, each under the name of its golden file.

use std::sync::Arc;

use graph_ir::algebra::Algebra;
use graph_ir::composite::Composite;
use graph_ir::graph::{
    Constant, EffectKind, External, ExternalKind, Foreign, Function, FunctionId, FunctionKind,
    Graph, InputKind, Literal, Role, Rule,
};
use graph_ir::ops::{Contraction, Iterations, Reduction, Runs, ScalarOp, Scan, Slice, Windows};
use graph_ir::{Builder, Element, Result, Shape, Site, Type, Wire, passes};

/// A name and how its graph is built.
type Sample = (&'static str, fn() -> Result<Graph>);

/// All graphs with their names.
pub(crate) fn all() -> Vec<(&'static str, Graph)> {
    let graphs: [Sample; 13] = [
        ("empty", empty),
        ("energy", energy),
        ("energy_gradient", energy_gradient),
        ("views", views),
        ("products", products),
        ("reductions", reductions),
        ("indices", indices),
        ("constants", constants),
        ("branches", branches),
        ("loops", loops),
        ("ending_loops", ending_loops),
        ("rules", rules),
        ("host", host),
    ];
    let built = graphs.into_iter();
    built
        .map(|(name, build)| (name, build().expect(name)))
        .collect()
}

fn doubles(extents: &[usize]) -> Type {
    Type::new(Element::F64, shape(extents))
}

fn shape(extents: &[usize]) -> Shape {
    Shape::new(extents).expect("small extents")
}

fn independent<'b>(b: &'b Builder, name: &str, extents: &[usize]) -> Wire<'b> {
    b.input(name, doubles(extents), InputKind::Independent)
}

fn empty() -> Result<Graph> {
    Builder::new().finish()
}

/// The first example of the documentation, with sites and names.
fn energy() -> Result<Graph> {
    let b = Builder::new();
    b.set_name("energy");
    let x = independent(&b, "x", &[3]);
    let p = b.input("p", doubles(&[]), InputKind::Dynamic);
    b.set_site(Site(1));
    let stretch = b.range(x, 0, 1, 2)? - b.range(x, 0, 0, 2)?;
    b.name_node(stretch, "stretch");
    b.set_site(Site(2));
    let tension = 0.5 * p * b.dot(stretch, stretch)?;
    b.set_site(Site(4_000_000_000));
    let energy = tension + b.reduce(Reduction::Sum, x.cos(), &[0])?;
    b.output("", energy)?;
    b.finish()
}

fn energy_gradient() -> Result<Graph> {
    passes::prepare(&graph_autodiff::gradient(&energy()?, &[0])?)
}

fn views() -> Result<Graph> {
    let b = Builder::new();
    let x = independent(&b, "x", &[2, 3]);
    let row = independent(&b, "row", &[3]);
    let repeated = b.broadcast(row, &shape(&[2, 3]), &[1])?;
    let turned = b.transpose(x + repeated, &[1, 0])?;
    let flat = b.reshape(turned, &shape(&[6]))?;
    let axes = vec![(5, -2)];
    let every_other = b.slice(flat, &Slice::from_known(axes), &shape(&[3]))?;
    let last = b.index(b.index(x, 1, 2)?, 0, 0)?;
    let joined = b.concat(&[every_other, row], 0)?;
    let stacked = b.stack(&[row, every_other], 1)?;
    let padded = b.pad(stacked, &[(0, 0), (1, 1)], last)?;
    let mask = padded.greater(0.0);
    let kept = mask.select(padded, b.stop_gradient(padded)?);
    let windows = Windows {
        axis: 1,
        size: 2,
        stride: 1,
        dilation: 1,
    };
    b.output("windows", b.windows(x, windows)?)?;
    b.output("joined", joined)?;
    b.output("kept", kept)?;
    b.output("", b.range(x, 0, 1, 0)?)?;
    b.finish()
}

fn products() -> Result<Graph> {
    let b = Builder::new();
    let (x, y) = (
        independent(&b, "x", &[4, 2, 3]),
        independent(&b, "y", &[4, 3, 5]),
    );
    let stacks = b.matmul(x, y)?;
    let over_all = Contraction {
        batch: vec![],
        contracted: vec![(0, 0), (2, 1)],
        absolute: true,
    };
    b.output("stacks", stacks)?;
    b.output("pairs", b.contract(x, y, &over_all)?)?;
    let outer = Contraction {
        batch: vec![],
        contracted: vec![],
        absolute: false,
    };
    let v = independent(&b, "v", &[2]);
    b.output("outer", b.contract(v, v, &outer)?)?;
    b.finish()
}

fn reductions() -> Result<Graph> {
    let b = Builder::new();
    let x = independent(&b, "x", &[2, 3]);
    for reduction in Reduction::ALL {
        b.output(reduction.name(), b.reduce(reduction, x, &[1])?)?;
    }
    for composite in Composite::ALL {
        b.output(composite.name(), b.composite(composite, &[x], &[1, 0])?)?;
    }
    let square = independent(&b, "a", &[2, 2]);
    for op in Algebra::ALL {
        let right = match op {
            Algebra::CholeskyAdjoint => square,
            _ => x,
        };
        let value = b.algebra(op, &[square, right][..op.operands().len()])?;
        b.output(op.name(), value)?;
    }
    b.output("three", b.sum(&[x, x * x, x.powi(-3)], &doubles(&[2, 3]))?)?;
    b.output("none", b.sum(&[], &doubles(&[]))?)?;
    b.finish()
}

fn indices() -> Result<Graph> {
    let b = Builder::new();
    let x = independent(&b, "x", &[3, 4]);
    let at = Type::new(Element::I64, shape(&[5]));
    let at = b.input("at", at, InputKind::Dynamic);
    let rows = b.gather(x, at, 0)?;
    let sums = b.scatter_add(at, rows.sin(), 0, &doubles(&[3, 4]))?;
    b.output("", sums)?;
    let first = b.cast(b.reduce(Reduction::ArgMax, x, &[0, 1])?, Element::F32)?;
    b.output("", first)?;
    let place = [1, 3].map(|position| b.literal(Literal::I64(position)));
    let number = b.index(b.index(x, 0, 0)?, 0, 0)?;
    b.output("", b.replace(x, number, &[0, 1], &place)?)?;
    b.output("", b.part_at(x, &[0, 1], &place)?)?;
    b.output("", b.sort(x, 1)?)?;
    b.output("", b.argsort(x, 0)?)?;
    b.finish()
}

/// One constant of each element type, with every kind of number.
fn constants() -> Result<Graph> {
    let b = Builder::new();
    let numbers = [
        0.0,
        -0.0,
        1.0,
        0.1,
        -1e-320,
        1e300,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    for element in [Element::F64, Element::F32, Element::Float] {
        let constant = Constant::from_f64s(element, shape(&[9]), &numbers).expect("nine");
        b.output(element.name(), b.constant(constant))?;
    }
    for value in [i64::MIN, i64::MAX] {
        b.output("", b.literal(Literal::I64(value)))?;
    }
    let truths = Type::new(Element::Bool, shape(&[1, 2]));
    let truths = Constant::from_f64s(truths.element, truths.shape, &[1.0, 0.0]);
    b.output("truths", b.constant(truths.expect("two")))?;
    let none = Constant::from_i64s(shape(&[0, 3]), vec![]);
    b.output("none", b.constant(none.expect("none")))?;
    b.finish()
}

/// Branches in branches, sharing a callee.
fn branches() -> Result<Graph> {
    let b = Builder::new();
    b.set_name("branches");
    let (x, y) = (independent(&b, "x", &[2]), independent(&b, "y", &[]));
    b.begin_region()?;
    let argument = b.region_input(doubles(&[]));
    let body = b.end_region(&[argument.tanh()])?;
    let callee = b.region_function(body)?;
    let positive = y.greater(0.0);
    b.begin_region()?;
    let element = b.index(x, 0, 1)?;
    let small = element.less(y);
    b.begin_region()?;
    let inner_then = b.end_region(&[b.call(&callee, &[element])?[0], y])?;
    b.begin_region()?;
    let inner_otherwise = b.end_region(&[element * 2.0, element])?;
    let inner = b.branch(small, inner_then, inner_otherwise)?;
    let then = b.end_region(&[inner[0] + inner[1], x])?;
    b.begin_region()?;
    let otherwise = b.end_region(&[b.call(&callee, &[y])?[0], -x])?;
    for result in b.branch(positive, then, otherwise)? {
        b.output("", result)?;
    }
    b.finish()
}

/// A loop in each direction, the second over the stack of the first one.
fn loops() -> Result<Graph> {
    let b = Builder::new();
    let (rate, start) = (independent(&b, "rate", &[]), independent(&b, "start", &[2]));
    let steps = independent(&b, "steps", &[7]);
    b.begin_region()?;
    let (state, step) = (b.region_input(doubles(&[2])), b.region_input(doubles(&[])));
    let next = state + state * rate * step;
    let body = b.end_region(&[next, step.exp()])?;
    let forward = b.scan_region(body, &[start], &[steps], 7, false)?;
    b.begin_region()?;
    let (state, step) = (b.region_input(doubles(&[2])), b.region_input(doubles(&[])));
    let body = b.end_region(&[state - step])?;
    let backward = b.scan_region(body, &[forward[0]], &[forward[1]], 7, true)?;
    b.output("last", backward[0])?;
    b.finish()
}

/// A loop that ends by a condition, and its backward loop, which is told the number of iterations.
fn ending_loops() -> Result<Graph> {
    let b = Builder::new();
    let (start, tolerance) = (
        independent(&b, "start", &[]),
        independent(&b, "tolerance", &[]),
    );
    b.begin_region()?;
    b.region_input(Type::scalar(Element::Bool));
    let (state, count) = (
        b.region_input(doubles(&[])),
        b.region_input(Type::scalar(Element::I64)),
    );
    let next = state.sin();
    let goes_on = b.scalar(ScalarOp::Less, &[tolerance, next])?;
    let body = b.end_region(&[goes_on, next, count + b.literal(Literal::I64(1)), state])?;
    let first = [
        b.literal(Literal::Bool(true)),
        start,
        b.literal(Literal::I64(0)),
    ];
    let iterations = Iterations {
        runs: Runs::While,
        ..Iterations::new(50, false, None)
    };
    let forward = b.scan_region_with(body, &first, &[], iterations)?;
    let body = Builder::new();
    body.input("", Type::scalar(Element::I64), InputKind::Independent);
    let (sum, state) = (independent(&body, "", &[]), independent(&body, "", &[]));
    body.output("", sum + state)?;
    let scan = Scan {
        body: FunctionId::from_number(0),
        captured: 1,
        carried: 1,
        length: 50.into(),
        reverse: true,
        checkpoint: None,
        runs: Runs::Count,
    };
    let arguments = [forward[2], start, forward[3]];
    let total = b.scan(&Function::plain(body.finish()?), &scan, &arguments)?;
    b.output("total", total[0])?;
    b.finish()
}

/// Functions that come with their derivatives, one in both modes, one whose adjoint has one itself.
fn rules() -> Result<Graph> {
    let function = |kind, name: &str, inputs: usize, body: fn(&[Wire<'_>])| {
        let b = Builder::new();
        b.set_name(name);
        let inputs: Vec<Wire<'_>> = (0..inputs).map(|_| independent(&b, "", &[])).collect();
        body(&inputs);
        let graph = b.finish()?;
        Ok::<_, graph_ir::Error>(Arc::new(Function { kind, graph }))
    };
    fn yields(wire: Wire<'_>) {
        wire.builder().output("", wire).expect("a result");
    }
    let plain = FunctionKind::Plain;
    let clipped = |rule| FunctionKind::WithRule(rule);
    let inner = function(plain.clone(), "", 3, |i| yields(i[2]))?;
    let rule = Rule::new(Some(inner), None)?;
    let adjoint = function(clipped(rule), "adjoint", 1, |i| yields(i[0].tanh()))?;
    let b = Builder::new();
    let [x, y, seed] = [(); 3].map(|()| independent(&b, "", &[]));
    let clipped_seed = b.call(&adjoint, &[seed])?[0];
    b.output("", clipped_seed * (x - y))?;
    let outer = Arc::new(Function {
        kind: plain.clone(),
        graph: b.finish()?,
    });
    let tangent = function(plain, "\"", 3, |i| yields(i[1] * i[2]))?;
    let rule = Rule::new(Some(outer), Some(tangent))?;
    let round = function(clipped(rule), "round", 1, |i| yields(i[0] * 0.5))?;
    let b = Builder::new();
    let x = independent(&b, "x", &[]);
    let once = b.call(&round, &[x])?[0];
    b.output("", b.call(&round, &[once])?[0])?;
    b.finish()
}

/// Everything that only formats make: foreign operators, functions of the host, effects,
/// attributes, and names that are no words.
fn host() -> Result<Graph> {
    let b = Builder::without_sharing();
    b.set_name("host functions");
    b.set_attribute("mxnet_version", "10700");
    b.set_attribute(
        "a key",
        "line\nbreak, \"quotes\", \\, tab\t, \u{1f600}, \u{202e}",
    );
    let x = b.input("as", doubles(&[]), InputKind::Independent);
    b.name_node(x, "foreign");
    let value = External {
        name: "my_function".into(),
        kind: ExternalKind::Smooth,
        role: Role::Value,
        arguments: vec![doubles(&[])],
        results: vec![doubles(&[]), doubles(&[2])],
    };
    let step = External {
        name: "step function".into(),
        kind: ExternalKind::Discrete,
        results: vec![doubles(&[])],
        ..value.clone()
    };
    let opaque = External {
        kind: ExternalKind::Opaque,
        ..step.clone()
    };
    let numbered = External {
        kind: ExternalKind::Numbered { call: u64::MAX },
        ..value.clone()
    };
    b.effect(EffectKind::ControlDependency, &[x])?;
    let results = b.external(&value, &[x])?;
    b.external(&step, &[results[0]])?;
    b.external(&opaque, &[results[0]])?;
    b.external(&numbered.with_role(Role::Tangent), &[x, x])?;
    b.external(
        &value.with_role(Role::Adjoint),
        &[x, results[0], results[1]],
    )?;
    b.external(
        &value.with_role(Role::Second),
        &[x, results[0], results[1], x],
    )?;
    let first = External {
        kind: ExternalKind::FirstOrder,
        ..value.clone()
    };
    b.external(&first, &[x])?;
    let again = b.external(&value, &[x])?[0];
    let doubled = b.call(
        &foreign("op name", &[("axis", "0"), ("kernel size", "(3, 3)")])?,
        &[again],
    )?;
    b.call(&foreign("", &[])?, &[doubled[0]])?;
    b.output("result", doubled[0])?;
    b.output("as", x)?;
    b.set_site(Site(9));
    let print = EffectKind::Print {
        before: "x is \"".into(),
        after: "\n".into(),
    };
    b.effect(print, &[x, x])?;
    b.effect(EffectKind::Compare(ScalarOp::LessEqual), &[x, again])?;
    b.effect(EffectKind::ControlDependency, &[again, x])?;
    b.finish()
}

fn foreign(op: &str, attributes: &[(&str, &str)]) -> Result<Arc<Function>> {
    let b = Builder::new();
    b.set_name("foreign");
    let x = independent(&b, "data", &[]);
    b.output("", x + x)?;
    let attributes = attributes.iter().map(|&(k, v)| (k.into(), v.into()));
    Ok(Arc::new(Function {
        kind: FunctionKind::Foreign(Foreign {
            format: "mxnet".into(),
            op: op.into(),
            attributes: attributes.collect(),
        }),
        graph: b.finish()?,
    }))
}
