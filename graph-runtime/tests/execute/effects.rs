//! Prints and comparisons.

use std::sync::Arc;

use graph_ir::graph::{EffectKind, Function, Literal};
use graph_ir::ops::ScalarOp;
use graph_ir::{Builder, Element, Graph, Site, Wire, passes};
use graph_runtime::execute::{Executable, Host, Printed, Values};

use crate::support::{f64s, graph};

fn print<'b>(
    b: &'b Builder,
    before: &str,
    condition: Wire<'b>,
    value: Wire<'b>,
) -> graph_ir::Result<()> {
    let kind = EffectKind::Print {
        before: before.into(),
        after: "\n".into(),
    };
    b.effect(kind, &[condition, value])
}

/// The texts that a graph prints, and the number of its comparisons that do not hold.
fn run(graph: &Graph, x: f64) -> (Vec<String>, usize) {
    let executable = Executable::new(graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let mut lines = Vec::new();
    let mut listener = |printed: Printed<'_>| {
        let Values::F64(value) = printed.value else {
            panic!("{printed:?}");
        };
        assert_eq!(printed.after, "\n");
        lines.push(format!("{}{}", printed.before, value[0]));
    };
    let mut host = Host::new().print(&mut listener);
    let outcome = executable.run(&mut host, &mut workspace, &[x]).unwrap();
    let alone = executable.run(&mut Host::new(), &mut workspace, &[x]);
    assert_eq!(alone, Ok(outcome));
    (lines, outcome.comparisons_changed)
}

#[test]
fn arrays_are_printed_as_they_are_in_rust() {
    for rows in [2, 300] {
        let graph = graph(&[f64s(&[rows, 2])], |b, x| {
            let zero = b.number(Element::F64, 0.0);
            print(b, "sin ", zero, x[0].sin())?;
            let twice = x[0] * 2.0;
            print(b, "more ", zero, twice.greater(1.0))?;
            print(b, "sum ", x[0].sum(&[0, 1]), twice.sum(&[1]))?;
            Ok(vec![twice])
        });
        let numbers: Vec<f64> = (0..2 * rows).map(|n| 0.25 - n as f64 / 4.0).collect();
        let executable = Executable::new(&graph).unwrap();
        let mut workspace = executable.workspace().unwrap();
        let mut lines = Vec::new();
        let mut listener = |printed: Printed<'_>| lines.push(printed.to_string());
        let mut host = Host::new().print(&mut listener);
        executable
            .run(&mut host, &mut workspace, &[&numbers[..]])
            .unwrap();
        let pairs: Vec<[f64; 2]> = numbers.chunks(2).map(|p| [p[0], p[1]]).collect();
        let sines: Vec<[f64; 2]> = pairs.iter().map(|p| p.map(graph_math::math::sin)).collect();
        let more: Vec<[bool; 2]> = pairs.iter().map(|p| p.map(|x| 2.0 * x > 1.0)).collect();
        let sums: Vec<f64> = pairs.iter().map(|p| 2.0 * p[0] + 2.0 * p[1]).collect();
        let expected = [
            format!("sin {sines:?}\n"),
            format!("more {more:?}\n"),
            format!("sum {sums:?}\n"),
        ];
        assert_eq!(lines, expected);
    }
}

#[test]
fn a_print_reports_where_its_condition_is_not_positive() {
    let graph = graph(&[f64s(&[])], |b, x| {
        print(b, "twice ", x[0], x[0] * 2.0)?;
        Ok(vec![x[0]])
    });
    for (x, lines) in [
        (1.0, &[][..]),
        (0.0, &["twice 0"]),
        (-3.0, &["twice -6"]),
        (f64::NAN, &["twice NaN"]),
    ] {
        assert_eq!(run(&graph, x).0, lines);
    }
}

#[test]
fn a_comparison_that_does_not_hold_is_counted() {
    let graph = graph(&[f64s(&[])], |b, x| {
        let (one, two) = (b.number(Element::F64, 1.0), b.number(Element::F64, 2.0));
        b.effect(EffectKind::Compare(ScalarOp::Less), &[x[0], one])?;
        b.effect(EffectKind::Compare(ScalarOp::LessEqual), &[x[0], x[0]])?;
        b.effect(EffectKind::Compare(ScalarOp::NotEqual), &[x[0] * 2.0, two])?;
        // Two constants never count.
        b.effect(EffectKind::Compare(ScalarOp::Equal), &[one, two])?;
        b.effect(EffectKind::ControlDependency, &[x[0]])?;
        Ok(vec![x[0]])
    });
    for (x, count) in [(0.0, 0), (1.0, 2), (2.0, 1), (f64::NAN, 2)] {
        assert_eq!(run(&graph, x).1, count, "{x}");
    }
}

#[test]
fn a_comparison_of_tensors_counts_once() {
    let types = [f64s(&[3]), f64s(&[3])];
    let graph = graph(&types, |b, x| {
        b.effect(EffectKind::Compare(ScalarOp::Less), x)?;
        Ok(vec![])
    });
    let executable = Executable::new(&graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let mut count = |y: [f64; 3]| {
        let inputs = [[1.0, 2.0, 3.0], y];
        let none: &mut [&mut [f64]] = &mut [];
        let outcome = executable.evaluate(&mut workspace, &inputs, none);
        outcome.unwrap().comparisons_changed
    };
    assert_eq!(count([2.0, 3.0, 4.0]), 0);
    assert_eq!(count([2.0, 2.0, 0.0]), 1);
}

#[test]
fn effects_of_inner_graphs_happen_with_their_nodes() {
    let graph = graph(&[f64s(&[])], |b, x| {
        let never = b.number(Element::F64, -1.0);
        print(b, "outer ", never, x[0])?;
        b.begin_region()?;
        let sum = b.region_input(f64s(&[]));
        b.begin_region()?;
        print(b, "small ", never, sum)?;
        let then = b.end_region(&[sum + 1.0])?;
        b.begin_region()?;
        print(b, "large ", never, sum)?;
        b.effect(EffectKind::Compare(ScalarOp::Less), &[sum, x[0]])?;
        let otherwise = b.end_region(&[sum * 2.0])?;
        let next = b.branch(sum.less(2.0), then, otherwise)?;
        print(b, "next ", never, next[0])?;
        let body = b.end_region(&next)?;
        b.scan_region(body, &[x[0]], &[], 3, false)?;
        Ok(vec![])
    });
    let (lines, count) = run(&graph, 1.0);
    // The loop has no result that anybody needs, but it acts.
    let expected = [
        "outer 1", "small 1", "next 2", "large 2", "next 4", "large 4", "next 8",
    ];
    assert_eq!(lines, expected);
    assert_eq!(count, 2);
    let prepared = passes::prepare(&graph).unwrap();
    assert_eq!(run(&prepared, 1.0), (lines, count));
}

/// A function that prints its argument after a word and gives it back.
fn echo(word: &str) -> Arc<Function> {
    let graph = graph(&[f64s(&[])], |b, x| {
        b.set_site(Site(7));
        print(b, word, b.number(Element::F64, -1.0), x[0])?;
        Ok(vec![x[0]])
    });
    Function::plain(graph)
}

#[test]
fn passes_keep_effects_their_order_and_their_sites() {
    let graph = graph(&[f64s(&[])], |b, x| {
        let (called, taken, not) = (echo("call "), echo("taken "), echo("not "));
        b.call(&called, x)?;
        b.branch_to(x[0].greater(0.0), x, &taken, &not)?;
        b.call(&called, x)?;
        b.branch_to(x[0].greater(0.0), x, &taken, &not)?;
        let holds = b.literal(Literal::Bool(true));
        b.branch_to(holds, x, &not, &taken)?;
        b.call(&called, x)?;
        Ok(vec![x[0]])
    });
    let expected = ["call 2", "taken 2", "call 2", "taken 2", "not 2", "call 2"];
    assert_eq!(run(&graph, 2.0).0, expected);
    let prepared = passes::prepare(&graph).unwrap();
    assert_eq!(run(&prepared, 2.0).0, expected);
    assert_eq!(prepared.effects().len(), 4);
    assert!(prepared.effects().iter().all(|e| e.site == Site(7)));
}

#[test]
fn derivatives_have_each_effect_once() {
    let graph = graph(&[f64s(&[])], |b, x| {
        b.begin_region()?;
        let sum = b.region_input(f64s(&[]));
        let sides = [echo("then "), echo("else ")];
        let next = b.branch_to(sum.less(2.0), &[sum], &sides[0], &sides[1])?;
        let body = b.end_region(&[next[0] * 2.0])?;
        let result = b.scan_region(body, &[x[0]], &[], 2, false)?;
        b.call(&echo("call "), &result)
    });
    let expected = ["then 1", "else 2", "call 4"];
    assert_eq!(run(&graph, 1.0).0, expected);
    let gradient = graph_autodiff::gradient(&graph, &[0]).unwrap();
    assert_eq!(run(&gradient, 1.0).0, expected);
    let second = graph_autodiff::forward(&gradient, &[0]).unwrap();
    let callee = Function::plain(second);
    let second = crate::support::graph(&[f64s(&[])], |b, x| b.call(&callee, &[x[0], x[0]]));
    assert_eq!(run(&second, 1.0).0, expected);
}

#[test]
fn loops_side_by_side_print_one_after_the_other() {
    // Both read the same numbers, equally often: only what they print keeps them apart.
    let graph = graph(&[f64s(&[3])], |b, x| {
        let never = b.number(Element::F64, -1.0);
        let mut results = Vec::new();
        for word in ["first ", "second "] {
            b.begin_region()?;
            let one = b.region_input(f64s(&[]));
            print(b, word, never, one)?;
            let body = b.end_region(&[one * one])?;
            results.extend(b.scan_region(body, &[], &[x[0]], 3, false)?);
        }
        Ok(results)
    });
    let executable = Executable::new(&graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let mut lines = Vec::new();
    let mut listener = |printed: Printed<'_>| {
        let Values::F64(value) = printed.value else {
            panic!("{printed:?}");
        };
        lines.push(format!("{}{}", printed.before, value[0]));
    };
    let mut host = Host::new().print(&mut listener);
    executable
        .run(&mut host, &mut workspace, &[[1.0, 2.0, 3.0]])
        .unwrap();
    let expected = [
        "first 1", "first 2", "first 3", "second 1", "second 2", "second 3",
    ];
    assert_eq!(lines, expected);
}
