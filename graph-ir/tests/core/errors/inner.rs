//! Arguments and results that do not fit an inner graph or a function of the host.

use std::sync::Arc;

use graph_ir::graph::{
    EffectKind, External, ExternalKind, Function, FunctionKind, InputKind, Role, Rule,
};
use graph_ir::ops::{OpView, Runs, ScalarOp, Scan};
use graph_ir::types::MAX_SIZE;
use graph_ir::{Builder, Element, Graph, Wire};

use super::{integers, truths};
use crate::{doubles, shape, tensor, x};

#[test]
fn signatures_that_do_not_fit() {
    refuse!("argument 0 should be f64, found [f64; 2]", |b| {
        let function = sine(b);
        b.call(&function, &[x(b, &[2])])
    });
    refuse!("the number of arguments should be 1, found 2", |b| {
        let function = sine(b);
        b.call(&function, &[x(b, &[]), x(b, &[])])
    });
    refuse!(
        "result of the other branch 0 should be f64, found [f64; 2]",
        |b| {
            let (one, two) = (x(b, &[]), x(b, &[2]));
            b.begin_region()?;
            let then = b.end_region(&[one])?;
            b.begin_region()?;
            let otherwise = b.end_region(&[two])?;
            b.branch(truths(b, &[]), then, otherwise)
        },
    );
    refuse!(
        "the number of results of the other branch should be 0, found 1",
        |b| {
            let one = x(b, &[]);
            b.begin_region()?;
            let then = b.end_region(&[])?;
            b.begin_region()?;
            let otherwise = b.end_region(&[one])?;
            b.branch(truths(b, &[]), then, otherwise)
        }
    );
    refuse!("argument 1 should be i64, found f64", |b| {
        let external = External {
            name: "g".into(),
            kind: ExternalKind::Discrete,
            role: Role::Value,
            arguments: vec![doubles(&[]), tensor(Element::I64, &[])],
            results: vec![],
        };
        b.external(&external, &[x(b, &[]), x(b, &[])])
    });
    refuse!("update 0 should be [f64; 2], found [f64; 3]", |b| {
        b.scatter_add(integers(b, &[2]), x(b, &[3]), 0, &doubles(&[5]))
    });
}

#[test]
fn loops_that_do_not_fit() {
    refuse!("the number of loop values should be 2, found 1", |b| {
        b.scan(&sine(b), &scan(1, 1, 3), &[x(b, &[])])
    });
    refuse!(
        "the number of results of a loop's body should be 2, found 1",
        |b| { b.scan(&sine(b), &scan(0, 2, 3), &[x(b, &[]), x(b, &[])]) }
    );
    refuse!("loop value 0 should be f64, found [f64; 2]", |b| {
        b.scan(&sine(b), &scan(0, 1, 3), &[x(b, &[2])])
    });
    refuse!(
        "stacked input 0 should be [[f64; 4]; 3], found [f64; 4]",
        |b| b.scan(&sine(b), &scan(0, 0, 3), &[x(b, &[4])]),
    );
    refuse!("carried value 0 should be f64, found [f64; 2]", |b| {
        b.begin_region()?;
        let carried = b.region_input(doubles(&[]));
        let next = b.broadcast(carried, &shape(&[2]), &[])?;
        let body = b.end_region(&[next])?;
        b.scan_region(body, &[x(b, &[])], &[], 3, false)
    });
}

#[test]
fn loops_that_are_too_long() {
    for length in [MAX_SIZE + 1, usize::MAX / 4, usize::MAX / 2] {
        let builder = Builder::new();
        let start = x(&builder, &[]);
        let error = builder.scan(&sine(&builder), &scan(0, 1, length), &[start]);
        assert_eq!(
            error.unwrap_err().to_string(),
            format!("a loop of {length} iterations is too long: at most {MAX_SIZE} are allowed")
        );
    }
    let builder = Builder::new();
    let start = x(&builder, &[]);
    let end = builder.scan(&sine(&builder), &scan(0, 1, MAX_SIZE), &[start]);
    builder.output("", end.unwrap()[0]).unwrap();
    let graph = builder.finish().unwrap();
    let lengths = graph.ids().filter_map(|id| match graph.view(id) {
        OpView::Scan(scan) => Some(scan.iterations()),
        _ => None,
    });
    assert!(lengths.eq([MAX_SIZE]));

    let text = graph.to_string();
    let long = text.replace(&MAX_SIZE.to_string(), &(MAX_SIZE + 1).to_string());
    let error = long.parse::<Graph>().unwrap_err().to_string();
    assert!(error.contains("iterations is too long"), "{error}");
    let wrapping = text.replace(&MAX_SIZE.to_string(), "18446744073709551615");
    assert!(wrapping.parse::<Graph>().is_err());
}

#[test]
fn derivatives_that_do_not_exist() {
    let b = Builder::new();
    let count = b.input("n", tensor(Element::I64, &[]), InputKind::Independent);
    b.output("", count).unwrap();
    let error = graph_autodiff::reverse(&b.finish().unwrap(), &[0]).unwrap_err();
    assert_eq!(error.to_string(), "input `n` of type i64 has no derivative");
}

#[test]
fn derivative_rules_that_do_not_fit() {
    let function = |b: Builder, kind| {
        Arc::new(Function {
            kind,
            graph: b.finish().unwrap(),
        })
    };
    let adjoint = |inputs: usize| {
        let b = Builder::new();
        let inputs: Vec<Wire<'_>> = (0..inputs).map(|_| x(&b, &[])).collect();
        b.output("", inputs[0]).unwrap();
        function(b, FunctionKind::Plain)
    };
    assert_eq!(
        Rule::new(None, None).unwrap_err().to_string(),
        "the number of functions of a derivative rule should be 1, found 0"
    );
    let call = |rule: Rule| {
        let b = Builder::new();
        let own = x(&b, &[]);
        b.output("", own.sin()).unwrap();
        let callee = function(b, FunctionKind::WithRule(rule));
        let b = Builder::new();
        let error = b.call(&callee, &[x(&b, &[])]).map(|_| ());
        error.map_err(|error| error.to_string())
    };
    assert_eq!(
        call(Rule::new(Some(adjoint(2)), None).unwrap()),
        Err("the number of arguments of an adjoint should be 3, found 2".into())
    );
    assert_eq!(
        call(Rule::new(Some(adjoint(3)), Some(adjoint(4))).unwrap()),
        Err("the number of arguments of a tangent should be 3, found 4".into())
    );
    assert_eq!(call(Rule::new(Some(adjoint(3)), None).unwrap()), Ok(()));

    let b = Builder::new();
    let own = x(&b, &[]);
    b.effect(EffectKind::Compare(ScalarOp::Less), &[own, own])
        .unwrap();
    let acting = function(b, FunctionKind::Plain);
    assert_eq!(
        Rule::new(Some(acting), None).unwrap_err().to_string(),
        "a function that gives a derivative has effects"
    );
    // Rules of rules of rules.
    let mut nested: graph_ir::Result<Arc<Function>> = Ok(adjoint(3));
    for _ in 0..70 {
        nested = nested.and_then(|inner| {
            let rule = Rule::new(Some(inner), None)?;
            let b = Builder::new();
            b.output("", x(&b, &[])).unwrap();
            Ok(function(b, FunctionKind::WithRule(rule)))
        });
    }
    assert_eq!(
        nested.unwrap_err().to_string(),
        "regions are nested more than 64 deep"
    );
}

/// `sin` as a function inside.
pub(super) fn sine(b: &Builder) -> Arc<Function> {
    b.begin_region().unwrap();
    let body = b.end_region(&[b.region_input(doubles(&[])).sin()]).unwrap();
    b.region_function(body).unwrap()
}

fn scan(captured: usize, carried: usize, length: usize) -> Scan {
    Scan {
        body: graph_ir::graph::FunctionId::from_number(0),
        captured,
        carried,
        length: length.into(),
        reverse: false,
        checkpoint: None,
        runs: Runs::All,
    }
}

#[test]
fn equations() {
    use graph_autodiff::implicit::{Newton, root};
    for (message, extents, yields) in [
        (
            "result of an equation 0 should be [f64; 2], found f64",
            &[2][..],
            false,
        ),
        (
            "an equation of 65 unknowns is too large: at most 64 are allowed",
            &[65],
            true,
        ),
    ] {
        refuse!(message, |b| {
            let start = x(b, extents);
            b.begin_region()?;
            let unknown = b.region_input(start.ty()?);
            let result = if yields { unknown } else { unknown.sum(&[0]) };
            let region = b.end_region(&[result])?;
            let (residual, parameters) = b.closure(region)?;
            root(b, &residual, &parameters, start, Newton::default())
        });
    }
}
