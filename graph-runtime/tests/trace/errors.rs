//! Traced evaluations fail as others do, with the same words.

use graph_ir::Graph;
use graph_runtime::execute::{AsValues, Executable, ExecuteError, Host};
use graph_runtime::trace::Trace;

use crate::parse;

/// The error of a trace, which is that of the executor, and the number of calls before it.
fn refused(graph: &Graph, inputs: &[impl AsValues]) -> (String, usize) {
    let mut calls = 0;
    let trace = Trace::new(graph).unwrap();
    let error = trace.run(inputs, &mut |_| calls += 1).unwrap_err();
    let executable = Executable::new(graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let expected = executable.run(&mut Host::new(), &mut workspace, inputs);
    assert_eq!(Err(error.clone()), expected);
    (error.to_string(), calls)
}

const INDEX: &str = "\
graph f
%0: [f64; 3] = input 0 x
%1: f64 = reduce sum [0] %0
%2: i64 = cast %1
%3: (f64) = call f0 %0, %2
%4: f64 = project 0 %3
output %4

function f0 inner
%0: [f64; 3] = input 0
%1: i64 = input 1
%2: f64 = gather 0 %0, %1 as part
output %2
";

#[test]
fn errors_name_the_node_inside() {
    let message = "at %3/%2 (`part`): index 6 is out of range: positions are 0 to 2";
    let found = refused(&parse(INDEX), &[[1.0, 2.0, 3.0]]);
    assert_eq!(found, (message.into(), 2));
}

#[test]
fn functions_of_the_host_must_be_there() {
    let graph = parse(
        "graph f\nexternal e0 smooth value wave(f64) -> (f64)\n%0: f64 = input 0 x\n\
         %1: f64 = exp %0\n%2: (f64) = external e0 %1\n%3: f64 = project 0 %2\noutput %3\n",
    );
    let message = "at %2: the function `wave` of the host is not registered";
    assert_eq!(refused(&graph, &[1.0]), (message.into(), 1));
}

#[test]
fn inputs_must_fit() {
    let graph = parse("graph f\n%0: [f64; 2] = input 0 x\n%1: [f64; 2] = exp %0\noutput %1\n");
    let message = "input 0 (`x`) should be [f64; 2], which is 2 elements of `f64`, found 1 element \
                   of `f64`";
    assert_eq!(refused(&graph, &[1.0]), (message.into(), 0));
    let message = "expected 1 input, found 2";
    assert_eq!(refused(&graph, &[[1.0; 2]; 2]), (message.into(), 0));
}

#[test]
fn loops_do_not_run_further_than_their_rows() {
    let graph = parse(
        "graph f\n%0: i64 = input 0 n\n%1: f64 = constant 1.0\n\
         %2: (f64) = scan f0 captured 1 carried 1 length 3 counted %0, %1 as loop\n\
         %3: f64 = project 0 %2\noutput %3\n\n\
         function f0\n%0: i64 = input 0\n%1: f64 = input 1\n%2: f64 = exp %1\noutput %2\n",
    );
    let trace = Trace::new(&graph).unwrap();
    let error = trace.run(&[4_i64], &mut |_| {}).unwrap_err();
    let message = "at %2 (`loop`): the loop runs 4 times, and has room for 3";
    assert_eq!(error.to_string(), message);
}

#[test]
fn graphs_must_be_ready() {
    let symbolic = parse("graph f\n%0: [f64; N] = input 0 x\n%1: [f64; N] = exp %0\noutput %1\n");
    let error = Trace::new(&symbolic).unwrap_err().to_string();
    let message = "the extent `N` must be a number: `with_extents(&[(\"N\", ..)])` gives it one";
    assert_eq!(error, message);
    let generic = parse("graph f\n%0: T = input 0 x\n%1: T = exp %0\noutput %1\n");
    let error = Trace::new(&generic).unwrap_err();
    assert_eq!(error, ExecuteError::GenericFloat);
}
