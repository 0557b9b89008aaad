//! Writing of graphs inside of a graph, composites, functions of the host and derivatives.

use super::evaluator::evaluate;
use super::support::{check, float, refusal, written};
use graph_ir::Element;
use graph_ir::composite::Composite;
use graph_ir::graph::{External, ExternalKind, Literal, Role};
use graph_runtime::json::cppad::{Detail, Document};

#[test]
fn both_sides_of_a_branch_are_written() {
    let graph = graph!(float(&[2]), |b, x| {
        let (a, c) = (b.index(x, 0, 0)?, b.index(x, 0, 1)?);
        let branch = |condition| {
            b.begin_region()?;
            let then = b.end_region(&[a.sqrt(), c, a.less(c)])?;
            b.begin_region()?;
            let otherwise = b.end_region(&[a * c, c, c.less(a)])?;
            b.branch(condition, then, otherwise)
        };
        let known = branch(b.literal(Literal::Bool(false)))?;
        [branch(a.greater(0.0))?, known].concat()
    });
    check(&graph, &[4.0, 3.0], &[2.0, 3.0, 0.0, 12.0, 3.0, 1.0]);
    check(&graph, &[-4.0, 3.0], &[-12.0, 3.0, 0.0, -12.0, 3.0, 0.0]);
    let document = written(&graph);
    let names: Vec<_> = document.usages().map(|u| u.operator.name()).collect();
    // The second result is the same on both sides; the known branch has one side only.
    let roots = names.iter().filter(|name| **name == "sqrt").count();
    assert_eq!(roots, 1);
}

#[test]
fn a_loop_too_long_to_write_out_is_named() {
    let long = graph!(float(&[]), |b, x| {
        b.begin_region()?;
        let state = b.region_input(float(&[]));
        let body = b.end_region(&[state.sin()])?;
        b.scan_region(body, &[x], &[], 1_000_000, false)?
    });
    let mut error = String::new();
    let taken = allocation_counter::measure(|| {
        error = Document::from_graph(&long).unwrap_err().to_string();
    });
    assert!(taken.bytes_total < 1 << 20, "{taken:?}");
    let expected = "expected at most 4194304 elements in the 1000000 iterations, written out, of \
                    the loop, found 5000002";
    assert!(error.contains(expected), "{error}");
    // In a loop that is itself written out, all of it counts.
    let nested = graph!(float(&[]), |b, x| {
        b.begin_region()?;
        let outer = b.region_input(float(&[]));
        b.begin_region()?;
        let state = b.region_input(float(&[]));
        let body = b.end_region(&[state.sin()])?;
        let inner = b.scan_region(body, &[outer], &[], 1000, false)?;
        let body = b.end_region(&inner)?;
        b.scan_region(body, &[x], &[], 1000, false)?
    });
    let error = Document::from_graph(&nested).unwrap_err().to_string();
    assert!(
        error.contains("the 1000 iterations, written out"),
        "{error}"
    );
}

#[test]
fn loops_are_unrolled_in_their_direction() {
    for reverse in [false, true] {
        let graph = graph!(float(&[3, 2]), |b, x| {
            let start = b.number(Element::F64, 1.0);
            b.begin_region()?;
            let state = b.region_input(float(&[]));
            let slice = b.region_input(float(&[2]));
            let first = b.index(slice, 0, 0)?;
            let next = state * 0.5 + first;
            let body = b.end_region(&[next, slice * next, next])?;
            b.scan_region(body, &[start], &[x], 3, reverse)?
        });
        let x = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        let (mut state, mut products, mut states) = (1.0, [0.0; 6], [0.0; 3]);
        for step in 0..3 {
            let step = if reverse { 2 - step } else { step };
            state = state * 0.5 + x[2 * step];
            products[2 * step] = x[2 * step] * state;
            products[2 * step + 1] = x[2 * step + 1] * state;
            states[step] = state;
        }
        let expected = [&[state][..], &products, &states].concat();
        check(&graph, &x, &expected);
    }
}

#[test]
fn composites_are_written_as_their_bodies() {
    let graph = graph!(float(&[3]), |b, x| {
        let apply = |composite| b.composite(composite, &[x], &[0]);
        [
            apply(Composite::Softmax)?,
            apply(Composite::LogSumExp)?,
            apply(Composite::Norm)?,
            apply(Composite::Variance)?,
        ]
    });
    let x = [1.0_f64, -2.0, 0.5];
    let total: f64 = x.iter().map(|x| x.exp()).sum();
    let mean = x.iter().sum::<f64>() / 3.0;
    let variance = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 3.0;
    let mut expected: Vec<f64> = x.iter().map(|x| x.exp() / total).collect();
    expected.extend([total.ln(), (1.0_f64 + 4.0 + 0.25).sqrt(), variance]);
    check(&graph, &x, &expected);
    assert!(written(&graph).usages().all(|u| u.detail == Detail::None));

    let stopped = graph!(float(&[1]), |b, x| [b.stop_gradient(x * x)?]);
    check(&stopped, &[3.0], &[9.0]);
    let name = "stop_gradient";
    let mut details = written(&stopped)
        .usages()
        .map(|u| format!("{:?}", u.detail))
        .collect::<Vec<_>>();
    assert_eq!(
        details.pop().unwrap(),
        format!("{:?}", Detail::Function { name })
    );
}

#[test]
fn functions_of_the_host_keep_their_kind() {
    let external = |kind, role| External {
        name: "g".into(),
        kind,
        role,
        arguments: vec![float(&[2]), float(&[])],
        results: vec![float(&[]), float(&[2])],
    };
    let call = |external: &External| {
        graph!(float(&[2]), |b, x| {
            let first = b.index(x, 0, 0)?;
            let arguments = [x, first, x, first];
            let count = external.argument_types().len();
            let results = b.external(external, &arguments[..count])?;
            [results[1], results[0]]
        })
    };
    let document = written(&call(&external(ExternalKind::Smooth, Role::Value)));
    let usage = document.usage(0).unwrap();
    assert_eq!(usage.operator.name(), "atom");
    assert_eq!((usage.arguments, usage.results), (&[1, 2, 1][..], 3..6));
    assert_eq!(document.dependents(), [4, 5, 3]);
    let numbered = ExternalKind::Numbered { call: 3 };
    let document = written(&call(&external(numbered, Role::Value)));
    let (name, call_id) = ("g", 3);
    let detail = document.usage(0).unwrap().detail;
    assert_eq!(detail, Detail::Numbered { name, call_id });

    let tangent = refusal(&call(&external(ExternalKind::Smooth, Role::Tangent)));
    assert!(tangent.contains(": the derivative of a function of the host cannot be written"));
    let discrete = refusal(&call(&external(ExternalKind::Discrete, Role::Value)));
    assert!(discrete.contains("the format's discrete functions are of one number"));
    let beyond = ExternalKind::Numbered { call: 1 << 32 };
    let beyond = refusal(&call(&external(beyond, Role::Value)));
    assert!(beyond.contains("the format's call_id has 32 bits"));
}

#[test]
fn derivatives_are_graphs_like_others() {
    let graph = graph!(float(&[2]), |b, x| {
        let (a, c) = (b.index(x, 0, 0)?, b.index(x, 0, 1)?);
        [a.less(0.0).select(a, a.sqrt()) * c.sin() + a.max(c)]
    });
    let gradient = graph_autodiff::gradient(&graph, &[0]).unwrap();
    let (a, c) = (4.0_f64, 1.0_f64);
    let expected = [2.0 * c.sin() + 4.0, 0.25 * c.sin() + 1.0, 2.0 * c.cos()];
    check(&gradient, &[a, c], &expected);
    // The square root that is not taken is NaN, and its derivative infinite at zero.
    check(&gradient, &[-1.0, 0.0], &[0.0, 0.0, 0.0]);
    let hessian = graph_autodiff::reverse(&gradient, &[0]).unwrap();
    let document = written(&hessian);
    let values = evaluate(&document, &[], &[a, c, 0.0, 1.0, 0.0]);
    let second = [-c.sin() / 32.0, 0.25 * c.cos()];
    assert!((values[3] - second[0]).abs() < 1e-15 && (values[4] - second[1]).abs() < 1e-15);
}

/// The format chooses between two numbers at a time.
#[test]
fn orders_are_choices() {
    let inf = f64::INFINITY;
    let rows = graph!(float(&[2, 3]), |b, x| {
        let order = b.argsort(x, 1)?;
        [b.sort(x, 1)?, b.cast(order, Element::F64)?, b.sort(x, 0)?]
    });
    let expected = [
        &[-inf, 1.0, 3.0, -0.0, 0.0, 2.0][..],
        &[2.0, 1.0, 0.0, 1.0, 2.0, 0.0],
        &[2.0, -0.0, -inf, 3.0, 1.0, 0.0],
    ];
    check(&rows, &[3.0, 1.0, -inf, 2.0, -0.0, 0.0], &expected.concat());
    let many = graph!(float(&[16]), |b, x| [b.sort(x, 0)?]);
    let x: Vec<f64> = (0..16).map(|i| f64::from(i * 7 % 16)).collect();
    let expected: Vec<f64> = (0..16).map(f64::from).collect();
    check(&many, &x, &expected);
    let more = graph!(float(&[17]), |b, x| {
        let sorted = b.sort(x, 0)?;
        b.name_node(sorted, "sorted");
        [sorted]
    });
    assert_eq!(
        refusal(&more),
        "node %1 (`sorted`): an order of so many numbers cannot be written: the \
         format chooses between two numbers at a time: sorting takes up to 16"
    );
}

/// Iterations are written one after the other: numbers that are known in all of them are computed,
/// and what all of them share is written once.
#[test]
fn written_out_iterations_are_simplified() {
    let counting = graph!(float(&[]), |b, x| {
        let start = b.number(Element::F64, 1.0);
        b.begin_region()?;
        let count = b.region_input(float(&[]));
        let state = b.region_input(float(&[]));
        let same = x.exp() * 1.0 + x.exp() * 0.25;
        let body = b.end_region(&[count + 1.0, state * (count * 0.5) + same])?;
        let results = b.scan_region(body, &[start, x], &[], 20, false)?;
        [results[1], results[0]]
    });
    let document = written(&counting);
    let count = |name: &str| {
        let usages = document.usages();
        usages.filter(|usage| usage.operator.name() == name).count()
    };
    // One `exp`, and no product by one: a factor of each iteration but the second, where it is 1,
    // and one that all share.
    assert_eq!((count("exp"), count("mul"), count("add")), (1, 20, 21));
    let mut state = 0.3_f64;
    for k in 1..=20 {
        state = state * (f64::from(k) * 0.5) + 1.25 * 0.3_f64.exp();
    }
    check(&counting, &[0.3], &[state, 21.0]);
}
