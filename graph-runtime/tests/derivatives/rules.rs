//! Functions that come with their derivatives: the rule counts, in both modes, whichever is given,
//! to any order, through branches, loops and calls.

use std::sync::Arc;

use graph_autodiff::Derivatives;
use graph_ir::graph::{Function, FunctionKind, InputKind, Rule};
use graph_ir::types::{Element, Type};
use graph_ir::{Builder, Graph, Wire, passes, text};

use super::check::{check, close, graph};
use super::evaluate;

fn number() -> Type {
    Type::scalar(Element::F64)
}

/// A function of numbers.
fn function(
    kind: FunctionKind,
    inputs: usize,
    body: impl for<'b> FnOnce(&[Wire<'b>]) -> Vec<Wire<'b>>,
) -> Arc<Function> {
    let builder = Builder::new();
    let inputs: Vec<Wire<'_>> = (0..inputs)
        .map(|_| builder.input("", number(), InputKind::Independent))
        .collect();
    for output in body(&inputs) {
        builder.output("", output).unwrap();
    }
    let graph = builder.finish().unwrap();
    Arc::new(Function { kind, graph })
}

/// Which functions a rule has.
const MODES: [[bool; 2]; 3] = [[true, false], [false, true], [true, true]];

/// `x^2 y`, whose derivative is right, but three times as large by `y`: a derivative that is
/// computed without the rule differs.
fn odd(modes: [bool; 2]) -> Arc<Function> {
    // Of x, y, the result, and the seed.
    let adjoint = function(FunctionKind::Plain, 4, |i| {
        vec![2.0 * i[0] * i[1] * i[3], 3.0 * i[0] * i[0] * i[3]]
    });
    // Of x, y, the result, and the two tangents; by the result where that is possible.
    let tangent = function(FunctionKind::Plain, 5, |i| {
        vec![2.0 * i[0] * i[1] * i[3] + 3.0 * i[2] / i[1] * i[4]]
    });
    let rule = Rule::new(modes[0].then_some(adjoint), modes[1].then_some(tangent));
    function(FunctionKind::WithRule(rule.unwrap()), 2, |i| {
        vec![i[0] * i[0] * i[1]]
    })
}

fn called<'b>(b: &'b Builder, function: &Arc<Function>, x: &[Wire<'b>]) -> Wire<'b> {
    b.call(function, x).unwrap()[0]
}

#[test]
fn the_rule_counts_in_both_modes_to_any_order() {
    let (x, y) = (0.7_f64, 1.3_f64);
    for modes in MODES {
        let f = odd(modes);
        let g = graph(&[&[], &[]], |b, x| vec![called(b, &f, x).sin()]);
        let cos = (x * x * y).cos();
        let expected = [2.0 * x * y * cos, 3.0 * x * x * cos];
        let reverse = graph_autodiff::reverse(&g, &[0, 1]).unwrap();
        let found = evaluate(&reverse, &[x, y, 2.0]);
        let forward = graph_autodiff::forward(&g, &[0, 1]).unwrap();
        let along = evaluate(&forward, &[x, y, 5.0, 7.0]);
        let what = format!("{modes:?}");
        close(&what, "value", found[0], (x * x * y).sin(), 1e-15);
        close(&what, "by x", found[1], 2.0 * expected[0], 1e-14);
        close(&what, "by y", found[2], 2.0 * expected[1], 1e-14);
        let tangent = 5.0 * expected[0] + 7.0 * expected[1];
        close(&what, "tangent", along[1], tangent, 1e-14);
        // The derivative of the rule, in all four orders of modes.
        let sine = (x * x * y).sin();
        let second = [
            // By x of the derivative by x, by y of that by x.
            2.0 * y * cos - 2.0 * x * y * sine * 2.0 * x * y,
            2.0 * x * cos - 2.0 * x * y * sine * 3.0 * x * x,
        ];
        let first = passes::trim(&reverse).unwrap();
        let over = graph_autodiff::forward(&first, &[0, 1]).unwrap();
        let found = evaluate(&over, &[x, y, 1.0, 5.0, 7.0]);
        let along = 5.0 * second[0] + 7.0 * second[1];
        if modes[0] {
            // The adjoint's own derivative does not know of the tangent that is given.
            close(&what, "second", found[4], along, 1e-13);
        }
    }
}

#[test]
fn a_rule_that_is_right_is_as_if_there_were_none() {
    // The logistic function, by its value.
    for modes in MODES {
        let adjoint = function(FunctionKind::Plain, 3, |i| vec![i[1] * (1.0 - i[1]) * i[2]]);
        let tangent = function(FunctionKind::Plain, 3, |i| vec![i[1] * (1.0 - i[1]) * i[2]]);
        let rule = Rule::new(modes[0].then_some(adjoint), modes[1].then_some(tangent));
        let sigmoid = function(FunctionKind::WithRule(rule.unwrap()), 1, |i| {
            vec![1.0 / (1.0 + (-i[0]).exp())]
        });
        let inner = Arc::clone(&sigmoid);
        let g = graph(&[&[], &[]], |b, x| {
            let once = called(b, &inner, &[x[0] * x[1]]);
            // In a branch, in a loop, and in a function that is called.
            b.begin_region().unwrap();
            let then = b.end_region(&[called(b, &inner, &[once * x[1]])]).unwrap();
            b.begin_region().unwrap();
            let otherwise = b.end_region(&[x[1]]).unwrap();
            let branch = b.branch(x[0].greater(0.0), then, otherwise).unwrap()[0];
            b.begin_region().unwrap();
            let state = b.region_input(number());
            let next = called(b, &inner, &[state * x[1] + once]);
            let body = b.end_region(&[next]).unwrap();
            let looped = b.scan_region(body, &[branch], &[], 4, false).unwrap()[0];
            let outer = function(FunctionKind::Plain, 1, |i| {
                let b = i[0].builder();
                vec![called(b, &inner, i) * i[0]]
            });
            vec![once, looped, called(b, &outer, &[looped + branch])]
        });
        for point in [[0.4, 0.9], [-0.4, 0.9]] {
            check(&format!("sigmoid {modes:?}"), &g, &point);
        }
        let third = |x: f64| {
            let s = 1.0 / (1.0 + (-x).exp());
            s * (1.0 - s) * (1.0 - 6.0 * s + 6.0 * s * s)
        };
        let mut g = graph(&[&[]], |b, x| vec![called(b, &sigmoid, x)]);
        for _ in 0..3 {
            let wrt = graph_autodiff::gradient(&g, &[0]).unwrap();
            g = last_output(&wrt);
        }
        let found = evaluate(&g, &[0.3])[0];
        close("sigmoid", "third derivative", found, third(0.3), 1e-14);
    }
}

/// A graph with its last output alone.
fn last_output(graph: &Graph) -> Graph {
    let builder = Builder::new();
    let inputs: Vec<Wire<'_>> = graph
        .input_types()
        .map(|ty| builder.input("", ty.clone(), InputKind::Independent))
        .collect();
    let outputs = builder.embed(graph, &inputs).unwrap();
    builder.output("", outputs[outputs.len() - 1]).unwrap();
    builder.finish().unwrap()
}

#[test]
fn arguments_without_derivative_have_none() {
    // The second argument may change between calls; the third is an index, of which there is a
    // result too.
    let graph = text::parse(
        "adgraph 1
graph
%0: [f64; 3] = input 0 x
%1: f64 = input 1 p
%2: i64 = dynamic 2 i
%3: (f64, i64) = call f0 %0, %1, %2
%4: f64 = project 0 %3
%5: i64 = project 1 %3
%6: f64 = cast %5
%7: f64 = mul %4, %6
output %7

function f0 {tangent f1}
%0: [f64; 3] = input 0
%1: f64 = dynamic 1
%2: i64 = input 2
%3: f64 = gather 0 %0, %2
%4: f64 = mul %3, %1
%5: i64 = constant 2
output %4
output %5

function f1
%0: [f64; 3] = input 0
%1: f64 = input 1
%2: i64 = input 2
%3: f64 = input 3
%4: i64 = input 4
%5: [f64; 3] = input 5
%6: f64 = gather 0 %5, %2
%7: f64 = mul %6, %1
output %7
",
    )
    .unwrap();
    let reverse = graph_autodiff::reverse(&graph, &[0, 1]).unwrap();
    let found = graph_runtime::execute::Executable::new(&reverse).unwrap();
    let mut workspace = found.workspace().unwrap();
    let inputs = [
        graph_runtime::execute::Values::F64(&[1.0, 2.0, 3.0]),
        graph_runtime::execute::Values::F64(&[5.0]),
        graph_runtime::execute::Values::I64(&[1]),
        graph_runtime::execute::Values::F64(&[7.0]),
    ];
    found
        .run(
            &mut graph_runtime::execute::Host::new(),
            &mut workspace,
            &inputs,
        )
        .unwrap();
    let output = |position| match workspace.output(position) {
        Some(graph_runtime::execute::Values::F64(values)) => values.to_vec(),
        other => panic!("{other:?}"),
    };
    assert_eq!(output(0), [20.0]);
    assert_eq!(output(1), [0.0, 70.0, 0.0]);
    assert_eq!(output(2), [0.0]);
}

#[test]
fn seeds_of_sides_not_taken() {
    // The rule multiplies so that the zero of the seed wins over its infinite factor.
    let adjoint = function(FunctionKind::Plain, 3, |i| vec![i[2].azmul(0.5 / i[1])]);
    let rule = Rule::new(Some(adjoint), None).unwrap();
    let root = function(FunctionKind::WithRule(rule), 1, |i| vec![i[0].sqrt()]);
    let g = graph(&[&[]], |b, x| {
        let safe = x[0].greater(0.0).select(called(b, &root, x), x[0] * x[0]);
        vec![safe, b.gradient(safe, &[x[0]]).unwrap()[0]]
    });
    assert_eq!(evaluate(&g, &[0.0]), [0.0, 0.0]);
    assert_eq!(evaluate(&g, &[4.0]), [2.0, 0.25]);
    let forward = graph_autodiff::forward(&g, &[0]).unwrap();
    assert_eq!(evaluate(&forward, &[0.0, 1.0]), [0.0, 0.0, 0.0, 2.0]);
}

#[test]
fn derivatives_of_graphs_under_construction_take_the_rule() {
    let f = odd([true, false]);
    let g = graph(&[&[], &[]], |b, x| {
        let y = called(b, &f, x);
        let slopes = b.gradient(y * y, x).unwrap();
        vec![slopes[0], slopes[1]]
    });
    let (x, y) = (0.7_f64, 1.3_f64);
    let value = x * x * y;
    let found = evaluate(&g, &[x, y]);
    close("odd", "by x", found[0], 2.0 * value * 2.0 * x * y, 1e-15);
    close("odd", "by y", found[1], 2.0 * value * 3.0 * x * x, 1e-15);
}
