//! Calls in functions, branches and loops, with the way to them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use graph_runtime::derivative::Evaluator;
use graph_runtime::execute::{Executable, Functions, Host, Printed};
use graph_runtime::trace::{Filter, Kind, Trace};

use crate::{all, lines, parse};

const CALLS: &str = "\
graph outer
sites line
%0: [f64; 2] = input 0 x
%1: f64 = reduce sum [0] %0 as total @2
%2: f64 = constant 0.0 @3
%3: bool = less %2, %1 @3
%4: (f64) = branch f0 else f1 %3, %1 @3
%5: f64 = project 0 %4 as chosen @3
%6: (f64, f64) = call f2 %5, %1 @4
%7: f64 = project 0 %6 as near @4
%8: f64 = project 1 %6 as far @4
%9: f64 = sub %7, %8 @5
tag %1 seen
output %9 y

function f0
%0: f64 = input 0
%1: f64 = exp %0 @3
output %1

function f1
%0: f64 = input 0
%1: f64 = neg %0 @3
output %1

function f2 pair
%0: f64 = input 0 a
%1: f64 = input 1
%2: f64 = mul %0, %1 as product @9
%3: f64 = add %0, %1 @10
output %2
output %3
";

#[test]
fn calls_and_branches_are_followed() {
    let graph = parse(CALLS);
    let expected = [
        "line 2: total = reduce sum [0] x: [-1.0, -2.0] -> -3.0",
        "line 3: %3 = less 0.0, total: -3.0 -> false",
        "line 3: %1 = neg total: -3.0 -> 3.0, in the `else` of the `if` on line 3",
        "line 3: chosen = branch f0 else f1 %3: false, total: -3.0 -> 3.0",
        "line 9: product = mul a: 3.0, total: -3.0 -> -9.0, in a call of `pair` on line 4",
        "line 10: %3 = add a: 3.0, total: -3.0 -> 0.0, in a call of `pair` on line 4",
        "line 4: %6 = call f2 chosen: 3.0, total: -3.0 -> (-9.0, 0.0)",
        "line 5: y = sub near: -9.0, far: 0.0 -> -9.0",
    ];
    assert_eq!(all(&graph, &[[-1.0, -2.0]]), expected);
    let then = &all(&graph, &[[1.0, 0.0]])[2];
    let expected = "line 3: %1 = exp total: 1.0 -> 2.718281828459045, in the `if` on line 3";
    assert_eq!(then, expected);
}

#[test]
fn filters_look_at_calls_inside_and_at_single_results() {
    let graph = parse(CALLS);
    let x = [[-1.0, -2.0]];
    let starts = |filter: Filter| -> Vec<String> {
        let lines = lines(&graph, filter, &x);
        let start = |line: &String| line.split(" -> ").next().unwrap().to_string();
        lines.iter().map(start).collect()
    };
    assert_eq!(
        starts(Filter::new().name("product")),
        ["line 9: product = mul a: 3.0, total: -3.0"]
    );
    assert_eq!(
        starts(Filter::new().name("far")),
        ["line 4: %6 = call f2 chosen: 3.0, total: -3.0"]
    );
    assert_eq!(
        starts(Filter::new().tag("seen").tag("other")),
        ["line 2: total = reduce sum [0] x: [-1.0, -2.0]"]
    );
    assert_eq!(starts(Filter::new().line(3)).len(), 3);
    assert_eq!(
        starts(Filter::new().line(3).kind(Kind::Elementwise)).len(),
        2
    );
    assert_eq!(starts(Filter::new().kind(Kind::Control)).len(), 2);
    assert_eq!(starts(Filter::new().kind(Kind::Reduction)).len(), 1);
    assert_eq!(
        starts(Filter::new().operator("neg").operator("sub")).len(),
        2
    );
    assert!(starts(Filter::new().operator("s")).is_empty());
}

/// A loop from the last row to the first, with what is the same in all iterations, what is handed
/// on, and what is stacked on both sides.
const LOOP: &str = "\
graph outer
sites line
%0: f64 = input 0 scale
%1: [f64; 3] = input 1 rows
%2: f64 = constant 0.0
%3: (f64, [f64; 3]) = scan f0 captured 1 carried 1 length 3 reverse %0, %2, %1 @7
%4: f64 = project 0 %3 as total @7
%5: [f64; 3] = project 1 %3 as partial @7
output %4 y
output %5

function f0
%0: f64 = input 0
%1: f64 = input 1
%2: f64 = input 2
%3: f64 = mul %0, %2 @8
%4: f64 = add %1, %3 as sum @9
output %4
output %3
";

#[test]
fn iterations_are_told_by_their_rows() {
    let graph = parse(LOOP);
    let inputs: [&[f64]; 2] = [&[10.0], &[1.0, 2.0, 3.0]];
    let expected = [
        "line 8: %3 = mul scale: 10.0, %2: 3.0 -> 30.0, in repetition 2 of the loop on line 7",
        "line 9: sum = add %1: 0.0, %3: 30.0 -> 30.0, in repetition 2 of the loop on line 7",
        "line 8: %3 = mul scale: 10.0, %2: 2.0 -> 20.0, in repetition 1 of the loop on line 7",
        "line 9: sum = add %1: 30.0, %3: 20.0 -> 50.0, in repetition 1 of the loop on line 7",
        "line 8: %3 = mul scale: 10.0, %2: 1.0 -> 10.0, in repetition 0 of the loop on line 7",
        "line 9: sum = add %1: 50.0, %3: 10.0 -> 60.0, in repetition 0 of the loop on line 7",
        "line 7: %3 = scan f0 captured 1 carried 1 length 3 reverse scale: 10.0, 0.0, \
         rows: [1.0, 2.0, 3.0] -> (60.0, [10.0, 20.0, 30.0])",
    ];
    assert_eq!(all(&graph, &inputs), expected);
    let sums = lines(&graph, Filter::new().name("sum"), &inputs);
    assert_eq!(sums.len(), 3);
}

/// Iterations that do not run are not told, and leave zeros.
#[test]
fn loops_end_where_they_end() {
    let counted = LOOP
        .replace("input 0 scale", "input 0 count")
        .replace("%0: f64 = input 0 count", "%0: i64 = input 0 count")
        .replace("length 3 reverse", "length 3 reverse counted")
        .replace("function f0\n%0: f64", "function f0\n%0: i64")
        .replace("%3: f64 = mul %0, %2 @8", "%3: f64 = mul %2, %2 @8");
    let graph = parse(&counted);
    let trace = Trace::new(&graph).unwrap();
    let rows = [1.0, 2.0, 3.0];
    for (count, total, partial) in [(2, 5.0, [1.0, 4.0, 0.0]), (-1, 0.0, [0.0; 3])] {
        let inputs: [&dyn graph_runtime::execute::AsValues; 2] = [&count, &rows];
        let mut adds = Vec::new();
        let traced = trace.run(&inputs, &mut |call| {
            if call.operator == "add" {
                adds.push(call.to_string());
            }
        });
        let traced = traced.unwrap();
        assert_eq!(traced.get::<f64>(0), Some(&[total][..]));
        assert_eq!(traced.get::<f64>(1), Some(&partial[..]));
        assert_eq!(adds.len(), usize::try_from(count).unwrap_or(0));
        let executable = Executable::new(&graph).unwrap();
        let mut workspace = executable.workspace().unwrap();
        executable
            .run(&mut Host::new(), &mut workspace, &inputs)
            .unwrap();
        assert_eq!(workspace.output(1), traced.values(1));
    }
}

#[test]
fn prints_and_functions_of_the_host_are_reached_once() {
    let graph = parse(
        "graph f\nexternal e0 discrete value count(f64) -> (f64)\n%0: f64 = input 0 x\n\
         %1: (f64) = external e0 %0\n%2: f64 = project 0 %1 as counted\n%3: f64 = constant 0.0\n\
         effect print \"x = \" \"\\n\" %3, %2\n%4: f64 = add %2, %2\noutput %4 y\n",
    );
    let count = Arc::new(AtomicUsize::new(0));
    let own = Arc::clone(&count);
    let functions = Functions::new().discrete("count", move |x| {
        own.fetch_add(1, Relaxed);
        x.floor()
    });
    let mut printed = Vec::new();
    let mut listener = |text: Printed<'_>| printed.push(text.to_string());
    let mut host = Host::new().functions(&functions).print(&mut listener);
    let mut seen = Vec::new();
    let trace = Trace::new(&graph).unwrap();
    trace
        .run_with(&mut host, &[2.5], &mut |call| seen.push(call.to_string()))
        .unwrap();
    let expected = [
        "counted = external count x: 2.5 -> 2.0",
        "y = add counted: 2.0, counted: 2.0 -> 4.0",
    ];
    assert_eq!(seen, expected);
    assert_eq!(
        (printed, count.load(Relaxed)),
        (vec!["x = 2.0\n".to_string()], 1)
    );
}

/// An evaluator's graph is a marked one: nodes and lines are those of the graph that it was given.
#[test]
fn evaluators_tell_the_nodes_of_their_graphs() {
    let graph = parse(
        "graph f\nsites line\nfile \"f.rs\"\n%0: [f64; 3] = input 0 x @1\n%1: i64 = dynamic 1 i @1\n\
         %2: f64 = gather 0 %0, %1 as part @2\n%3: f64 = exp %2 @3\noutput %3 y\n",
    );
    let mut evaluator = Evaluator::<f64>::new(&graph).unwrap();
    evaluator.set_parameter(1, 2_i64).unwrap();
    let mut seen = Vec::new();
    let x = [0.5, 1.5, 0.0];
    let y = evaluator
        .trace(&x, &mut |call| {
            seen.push((call.node.to_string(), call.to_string()));
        })
        .unwrap()
        .to_vec();
    let expected = [
        (
            "%2",
            "f.rs:2: part = gather 0 x: [0.5, 1.5, 0.0], i: 2 -> 0.0",
        ),
        ("%3", "f.rs:3: y = exp part: 0.0 -> 1.0"),
    ];
    assert_eq!(
        seen,
        expected.map(|(node, line)| (node.into(), line.into()))
    );
    assert_eq!(y, evaluator.value(&x).unwrap());
    evaluator.set_parameter(1, 3_i64).unwrap();
    let error = evaluator.trace(&x, &mut |_| {}).unwrap_err();
    assert_eq!(error, evaluator.value(&x).unwrap_err());
    let message = "at %2 (`part`): index 3 is out of range: positions are 0 to 2";
    assert_eq!(error.to_string(), message);
}

/// Many elements are told by the first of them.
#[test]
fn long_values_are_shortened() {
    let graph = parse("graph\n%0: [f64; 9] = input 0 x\n%1: [f64; 9] = neg %0\noutput %1\n");
    let lines = all(&graph, &[[1.0; 9]]);
    let expected = "%1 = neg x: [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, .. 9 elements] -> \
                    [-1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, -1.0, .. 9 elements]";
    assert_eq!(lines, [expected]);
}

/// What no result needs is not called.
#[test]
fn what_is_not_needed_is_not_called() {
    let graph =
        parse("graph\n%0: f64 = input 0 x\n%1: f64 = exp %0\n%2: f64 = sin %0\noutput %2 y\n");
    assert_eq!(all(&graph, &[0.0]), ["y = sin x: 0.0 -> 0.0"]);
}
