//! Writing of arguments, effects and names, and of large graphs.

use super::evaluator::evaluate;
use super::support::{float, refusal, ty, written};
use graph_ir::graph::{EffectKind, InputKind};
use graph_ir::ops::{Reduction, ScalarOp};
use graph_ir::{Builder, Element, Shape};
use graph_runtime::json::Error;
use graph_runtime::json::cppad::{self, Document};

#[test]
fn arguments_are_flattened_with_parameters_first() {
    let builder = Builder::new();
    builder.set_name("mixed");
    let x = builder.input("x", float(&[2]), InputKind::Independent);
    let p = builder.input("p", float(&[]), InputKind::Dynamic);
    let n = builder.input("n", ty(Element::I64, &[]), InputKind::Independent);
    let s = builder.input("s", ty(Element::F32, &[]), InputKind::Independent);
    let on = builder.input("on", ty(Element::Bool, &[]), InputKind::Dynamic);
    let single = builder.cast(s * 0.1, Element::F64).unwrap();
    let count = builder.cast(n, Element::F64).unwrap();
    let first = builder.index(x, 0, 0).unwrap();
    let value = on.select(first * p + count, single);
    builder.output("y", value).unwrap();
    let document = written(&builder.finish().unwrap());
    assert_eq!(document.function_name(), "mixed");
    assert_eq!((document.n_dynamic(), document.n_variable()), (3, 3));
    let value = |on| evaluate(&document, &[2.0, 7.0, on], &[3.0, 0.0, 5.0])[0];
    assert_eq!(value(1.0), 13.0);
    assert_eq!(value(0.0), 5.0 * f64::from(0.1_f32));
}

#[test]
fn effects_are_written_at_their_place() {
    let graph = graph!(float(&[2]), |b, x| {
        let (a, c) = (b.index(x, 0, 0)?, b.index(x, 0, 1)?);
        b.effect(EffectKind::Compare(ScalarOp::Greater), &[a, c])?;
        let sine = a.sin();
        let print = EffectKind::Print {
            before: "a".into(),
            after: "z".into(),
        };
        b.effect(print, &[c, sine])?;
        b.effect(EffectKind::ControlDependency, &[c, sine])?;
        let cosine = sine.cos();
        b.effect(EffectKind::Compare(ScalarOp::NotEqual), &[x, x])?;
        [cosine]
    });
    let document = written(&graph);
    let usages: Vec<_> = document
        .usages()
        .map(|u| (u.operator.name(), u.arguments.to_vec()))
        .collect();
    let expected = [
        ("comp_lt", vec![2, 1]),
        ("sin", vec![1]),
        ("print", vec![2, 3]),
        ("cos", vec![3]),
        ("comp_ne", vec![1, 1]),
        ("comp_ne", vec![2, 2]),
    ];
    assert_eq!(usages, expected);

    let conditional = graph!(float(&[]), |b, x| {
        b.begin_region()?;
        b.effect(EffectKind::Compare(ScalarOp::Less), &[x, x])?;
        let then = b.end_region(&[x])?;
        b.begin_region()?;
        let otherwise = b.end_region(&[x])?;
        b.branch(x.less(0.0), then, otherwise)?
    });
    let message = refusal(&conditional);
    assert!(
        message.starts_with("node %0 in node %3: the effect inside of a branch cannot"),
        "{message}"
    );
}

#[test]
fn names_must_do_without_quotation_marks() {
    let builder = Builder::new();
    builder.set_name("say \"f\"");
    let graph = builder.finish().unwrap();
    assert_eq!(
        cppad::to_string(&graph).unwrap_err().to_string(),
        "/function_name: the text \"say \\\"f\\\"\" cannot be written: strings of the format have \
         no escapes and cannot hold `\"` or NUL"
    );
}

#[test]
fn size_is_borne_or_refused() {
    let large = graph!(float(&[1 << 33]), |b, x| [
        b.reshape(x, &Shape::new(&[1 << 16, 1 << 17])?)?
    ]);
    assert!(matches!(
        Document::from_graph(&large),
        Err(Error::TooLarge { .. })
    ));
    let empty = graph!(float(&[1 << 38, 3, 0]), |b, x| {
        let index = b.number(Element::I64, 1.0);
        let found = b.gather(x, index, 1)?;
        [
            b.reduce(Reduction::Sum, x, &[0])?,
            b.scatter_add(index, found, 1, &float(&[1 << 38, 3, 0]))?,
        ]
    });
    assert_eq!(written(&empty).n_node(), 0);
    let endless = graph!(float(&[]), |b, x| {
        b.begin_region()?;
        let body = b.end_region(&[])?;
        b.scan_region(body, &[], &[], 1_usize << 40, false)?;
        [x]
    });
    let endless = Document::from_graph(&endless);
    assert!(matches!(endless, Err(Error::TooLarge { .. })));
    let wide = graph!(float(&[1]), |b, x| {
        let many = b.broadcast(x, &Shape::new(&[1 << 40, 1])?, &[1])?;
        [b.reduce(Reduction::Sum, many, &[0])?]
    });
    assert!(matches!(
        Document::from_graph(&wide),
        Err(Error::TooLarge { .. })
    ));

    // A file that claims inputs and names none is not read, so it is not written either.
    const MANY: usize = (1 << 20) + 2;
    let unused = graph!(float(&[MANY]), |b, x| [b.index(x, 0, 0)?]);
    let error = Document::from_graph(&unused).unwrap_err().to_string();
    assert!(
        error.starts_with("/n_variable_ind: expected at most 1048577 inputs"),
        "{error}"
    );
    let used = graph!(float(&[MANY]), |b, x| [b.reduce(
        Reduction::Sum,
        x,
        &[0]
    )?]);
    assert_eq!(written(&used).n_variable() as usize, MANY);

    let graph = graph!(float(&[1]), |b, x| {
        let mut value = b.index(x, 0, 0)?;
        for _ in 0..50_000 {
            value = value * value + 0.1;
        }
        [value]
    });
    let start = std::time::Instant::now();
    let document = written(&graph);
    println!(
        "{} usages in {:?}",
        document.usages().len(),
        start.elapsed()
    );
    assert_eq!(document.usages().len(), 100_000);
    assert!(start.elapsed().as_secs() < 30);
}
