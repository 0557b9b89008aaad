//! Checks of derivatives find wrong ones, and say where.

use graph_ir::graph::InputKind;
use graph_ir::{Builder, Element, Graph, Shape, Type, Wire};
use graph_runtime::check::{self, Options};

/// A graph of one vector of three numbers.
fn graph(f: impl for<'b> Fn(&'b Builder, Wire<'b>) -> Wire<'b>) -> Graph {
    let builder = Builder::new();
    builder.set_name("f");
    let ty = Type::new(Element::F64, Shape::new(&[3]).unwrap());
    let x = builder.input("x", ty, InputKind::Independent);
    builder.output("y", f(&builder, x)).unwrap();
    builder.finish().unwrap()
}

#[test]
fn right_derivatives_agree() {
    let smooth = graph(|_, x| (x.sin() * x).exp());
    let report = check::graph(&smooth, Options::default()).unwrap();
    assert!(report.is_ok(), "{report}");
    let agree: Vec<usize> = report.rows().iter().map(|row| row.agree).collect();
    assert_eq!(agree, [8, 24, 24, 24, 24, 24]);
    // Where it is not finite there is nothing to compare, elsewhere there is.
    let half = graph(|_, x| x.ln());
    let report = check::graph(
        &half,
        Options {
            points: 30,
            ..Options::DEFAULT
        },
    )
    .unwrap();
    assert!(report.is_ok(), "{report}");
    let adjoint = &report.rows()[1];
    assert!(adjoint.agree > 5 && adjoint.not_comparable > 5, "{report}");
    // Where there is never anything to compare, nothing has been checked.
    let outside = graph(|b, x| (x - b.number(Element::F64, 10.0)).ln());
    let report = check::graph(&outside, Options::default()).unwrap();
    assert!(!report.is_ok());
    let text = report.to_string();
    assert!(
        text.starts_with("derivatives of f at 8 points (seed 1):\n"),
        "{text}"
    );
    let nothing = "adjoint, by differences of values: nothing could be compared";
    assert!(text.contains(nothing), "{text}");
}

#[test]
fn wrong_derivatives_differ() {
    // Half of the derivative of x * x is held back.
    let held = graph(|b, x| b.stop_gradient(x).unwrap() * x);
    let report = check::graph(&held, Options::default()).unwrap();
    assert!(!report.is_ok());
    let [transpose, adjoint, tangent, jacobian, hessian, entries] = report.rows() else {
        panic!("{report}");
    };
    // The two modes agree with each other, and with no differences of values.
    assert_eq!((transpose.agree, transpose.differ), (8, 0));
    assert_eq!((jacobian.differ, entries.differ), (0, 0));
    assert_eq!((adjoint.differ, tangent.differ), (24, 24));
    // The adjoint is x, whose derivative is held back as well.
    assert_eq!(hessian.differ, 24);
    let example = adjoint.example.as_deref().unwrap();
    assert!(example.starts_with("variable 0 at ["), "{example}");
    let text = report.to_string();
    assert!(
        text.contains("adjoint, by differences of values: variable 0 at ["),
        "{text}"
    );
    let panic = std::panic::catch_unwind(|| report.assert()).unwrap_err();
    assert_eq!(*panic.downcast_ref::<String>().unwrap(), text);
}

#[test]
fn edges_are_borne() {
    let constant = graph(|b, _| b.number(Element::F64, 3.0));
    let report = check::graph(&constant, Options::default()).unwrap();
    assert!(report.is_ok(), "{report}");
    let none = check::graph(
        &constant,
        Options {
            points: 0,
            ..Options::DEFAULT
        },
    )
    .unwrap();
    assert!(none.is_ok() && none.rows().is_empty());
    let builder = Builder::new();
    let empty = Type::new(Element::F64, Shape::new(&[0]).unwrap());
    let x = builder.input("x", empty, InputKind::Independent);
    builder.output("y", x.sin()).unwrap();
    assert!(
        check::graph(&builder.finish().unwrap(), Options::default())
            .unwrap()
            .is_ok()
    );
}
