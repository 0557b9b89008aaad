//! Graphs that are large in one respect: results of one node, captured values, functions,
//! elements of a table. Whatever takes quadratic time over one of these does not end here while
//! anybody waits: each size squared is minutes at least, where the work itself is seconds.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use graph_ir::graph::{Constant, External, ExternalKind, Function, InputKind, Role};
use graph_ir::ops::Op;
use graph_ir::{Builder, Element, Graph, Shape, Type, Wire, passes, text, verify};
use graph_runtime::json::cppad;

/// Results, captured values, functions.
const MANY: usize = 100_000;

/// Elements of a table.
const LONG: usize = 1_000_000;

/// A limit at which a test fails rather than waits: the work takes a small part of this, in a debug
/// build on an old machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn soon(work: impl FnOnce() + Send + 'static) {
    let (done, end) = channel();
    let worker = thread::spawn(move || {
        work();
        let _ = done.send(());
    });
    match end.recv_timeout(PATIENCE) {
        Err(RecvTimeoutError::Timeout) => panic!("it takes longer than in proportion to the size"),
        _ => worker.join().expect("the work does not panic"),
    }
}

fn number() -> Type {
    Type::scalar(Element::F64)
}

fn input(b: &Builder) -> Wire<'_> {
    b.input("x", number(), InputKind::Independent)
}

fn table(b: &Builder, values: impl Fn(usize) -> f64) -> Wire<'_> {
    let values: Vec<f64> = (0..LONG).map(values).collect();
    let shape = Shape::new(&[LONG]).unwrap();
    b.constant(Constant::from_f64s(Element::F64, shape, &values).unwrap())
}

fn element<'b>(b: &'b Builder, table: Wire<'b>, index: usize) -> Wire<'b> {
    b.index(table, 0, i64::try_from(index).unwrap()).unwrap()
}

/// Every stage between a front end and a back end.
fn through_all_stages(graph: &Graph) {
    verify::verify(graph).unwrap();
    passes::prepare(graph).unwrap();
    passes::specialize(graph, Element::F32).unwrap();
    graph_autodiff::forward(graph, &[0]).unwrap();
    graph_autodiff::reverse(graph, &[0]).unwrap();
}

#[test]
fn results_of_one_node() {
    soon(|| {
        let b = Builder::new();
        let host = External {
            name: "g".into(),
            kind: ExternalKind::Smooth,
            role: Role::Value,
            arguments: vec![number()],
            results: vec![number(); MANY],
        };
        for result in b.external(&host, &[input(&b)]).unwrap() {
            b.output("", result).unwrap();
        }
        let graph = b.finish().unwrap();
        through_all_stages(&graph);
        let again = text::parse(&text::print(&graph)).unwrap();
        assert_eq!(again.outputs().len(), MANY);
        let document = cppad::to_string(&graph).unwrap();
        let again = cppad::from_str(&document).unwrap();
        assert_eq!(again.output_types().next().unwrap().shape.size(), MANY);
    });
}

/// As many values as told, each computed from the one before.
fn chain(x: Wire<'_>, length: usize) -> Vec<Wire<'_>> {
    let values = std::iter::successors(Some(x), |value| Some(value.sin()));
    values.take(length).collect()
}

#[test]
fn values_captured_by_a_branch() {
    soon(|| {
        let b = Builder::new();
        let x = input(&b);
        let values = chain(x, MANY / 2);
        b.begin_region().unwrap();
        let sum = b.sum(&values, &number()).unwrap();
        let then = b.end_region(&[sum]).unwrap();
        b.begin_region().unwrap();
        let product = values.iter().fold(x, |product, &value| product * value);
        let otherwise = b.end_region(&[product]).unwrap();
        let results = b.branch(x.greater(0.0), then, otherwise).unwrap();
        b.output("", results[0]).unwrap();
        through_all_stages(&b.finish().unwrap());
    });
}

#[test]
fn values_carried_and_captured_by_a_loop() {
    soon(|| {
        let b = Builder::new();
        let values = chain(input(&b), MANY / 4);
        b.begin_region().unwrap();
        let carried: Vec<Wire<'_>> = values.iter().map(|_| b.region_input(number())).collect();
        let next = carried.iter().zip(&values);
        let next: Vec<Wire<'_>> = next.map(|(&carried, &value)| carried * value).collect();
        let body = b.end_region(&next).unwrap();
        for result in b.scan_region(body, &values, &[], 3, false).unwrap() {
            b.output("", result).unwrap();
        }
        through_all_stages(&b.finish().unwrap());
    });
}

#[test]
fn functions_called_far_apart() {
    soon(|| {
        let functions: Vec<Arc<Function>> = (0..MANY / 8)
            .map(|i| {
                let b = Builder::new();
                let y = input(&b).sin() * f64::from(u32::try_from(i).unwrap());
                b.output("", y).unwrap();
                Function::plain(b.finish().unwrap())
            })
            .collect();
        let b = Builder::new();
        let mut y = input(&b);
        for function in functions.iter().chain(&functions) {
            y = b.call(function, &[y]).unwrap()[0];
        }
        b.output("", y).unwrap();
        let graph = b.finish().unwrap();
        through_all_stages(&graph);
        // A function is there once, however often it is called.
        let called = |id| match graph.op(id) {
            Op::Call(function) => Some(function.index()),
            _ => None,
        };
        assert!(
            graph
                .ids()
                .filter_map(called)
                .eq((0..functions.len()).chain(0..functions.len()))
        );
    });
}

#[test]
fn elements_of_tables_one_by_one() {
    soon(|| {
        let b = Builder::new();
        let x = input(&b);
        let count = i32::try_from(LONG).unwrap();
        let alike = table(&b, |_| 3.0);
        let almost = table(&b, |i| f64::from(i == LONG - 1));
        let counted = table(&b, |i| f64::from(i32::try_from(i).unwrap() - count / 2));
        let mut y = x;
        for i in 0..MANY / 8 {
            y = y * element(&b, alike, i) + element(&b, almost, i) / element(&b, counted, i);
        }
        b.output("", y).unwrap();
        let graph = passes::optimize(&b.finish().unwrap()).unwrap();
        assert!(graph.len() > MANY / 8);
        let uses_table = |id| graph.as_constant(id).is_some_and(|c| c.shape().size() > 1);
        assert!(!graph.ids().any(uses_table));
    });
}

#[test]
fn a_table_read_in_many_branches() {
    soon(|| {
        let b = Builder::new();
        let x = input(&b);
        let table = table(&b, |i| f64::from(u32::try_from(i).unwrap()));
        let index = b.cast(x, Element::I64).unwrap();
        let mut y = x;
        for _ in 0..MANY / 8 {
            b.begin_region().unwrap();
            let then = b.end_region(&[y + b.gather(table, index, 0).unwrap()]);
            b.begin_region().unwrap();
            let otherwise = b.end_region(&[y.sin()]);
            let results = b.branch(y.less(1.0), then.unwrap(), otherwise.unwrap());
            y = results.unwrap()[0];
        }
        b.output("", y).unwrap();
        let graph = b.finish().unwrap();
        through_all_stages(&graph);
        // The table is there once.
        let text = text::print(&graph);
        assert_eq!(text.matches("999999.0]").count(), 1);
    });
}
