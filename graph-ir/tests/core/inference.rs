//! The type that the builder infers for each operator.

use graph_ir::composite::Composite;
use graph_ir::graph::{External, ExternalKind, Literal, Role};
use graph_ir::ops::{Contraction, Reduction, Runs, ScalarOp, Scan, Slice, Windows};
use graph_ir::{Builder, Element, Result, Wire, verify};

use crate::{doubles, input, shape, tensor, x};

/// Builds one value over fresh inputs and compares its type, as text. The finished graph must
/// pass the verifier, which infers once more.
#[track_caller]
fn check(expected: &str, build: impl for<'b> FnOnce(&'b Builder) -> Result<Wire<'b>>) {
    let builder = Builder::new();
    let value = build(&builder).expect("a value");
    builder.output("", value).expect("an output");
    assert_eq!(builder.ty(value).unwrap().to_string(), expected);
    verify::verify(&builder.finish().unwrap()).unwrap();
}

#[test]
fn elementwise_operators_keep_the_shape() {
    check("[f64; 3]", |b| {
        b.scalar(ScalarOp::Add, &[x(b, &[3]), x(b, &[3])])
    });
    check("[bool; 3]", |b| {
        b.scalar(ScalarOp::Less, &[x(b, &[3]), x(b, &[3])])
    });
    check("[[f32; 0]; 2]", |b| {
        b.scalar(ScalarOp::Sin, &[input(b, tensor(Element::F32, &[2, 0]))])
    });
    check("i64", |b| {
        let i = input(b, tensor(Element::I64, &[]));
        b.scalar(ScalarOp::Mul, &[i, i])
    });
    check("bool", |b| {
        let truth = input(b, tensor(Element::Bool, &[]));
        b.scalar(ScalarOp::Not, &[truth])
    });
    check("[i64; 3]", |b| b.cast(x(b, &[3]), Element::I64));
    check("[f64; 3]", |b| b.sum(&[], &doubles(&[3])));
    check("[T; 3]", |b| {
        let generic = input(b, tensor(Element::Float, &[3]));
        b.scalar(ScalarOp::Powi(2), &[generic])
    });
}

#[test]
fn scalars_meet_tensors() {
    check("[[f64; 3]; 2]", |b| {
        b.scalar(ScalarOp::Clamp, &[x(b, &[]), x(b, &[2, 3]), x(b, &[])])
    });
    check("[f64; 3]", |b| {
        let condition = input(b, tensor(Element::Bool, &[]));
        b.select(condition, x(b, &[3]), x(b, &[]))
    });
    check("[f64; 3]", |b| {
        let condition = input(b, tensor(Element::Bool, &[3]));
        b.select(condition, x(b, &[]), x(b, &[]))
    });
    check("[f32; 3]", |b| {
        Ok(2.0 / input(b, tensor(Element::F32, &[3])))
    });
}

#[test]
fn views_move_elements() {
    check("[[[f64; 4]; 3]; 2]", |b| {
        b.broadcast(x(b, &[2, 4]), &shape(&[2, 3, 4]), &[0, 2])
    });
    check("[[[f64; 2]; 4]; 3]", |b| {
        b.transpose(x(b, &[2, 3, 4]), &[1, 2, 0])
    });
    check("[[f64; 2]; 3]", |b| b.reshape(x(b, &[6]), &shape(&[3, 2])));
    check("[[f64; 1]; 1]", |b| b.reshape(x(b, &[]), &shape(&[1, 1])));
    check("[f64; 2]", |b| {
        let axes = vec![(4, -3)];
        b.slice(x(b, &[5]), &Slice::from_known(axes), &shape(&[2]))
    });
    check("[f64; 0]", |b| b.range(x(b, &[5]), 0, 5, 0));
    check("[[[f64; 3]; 5]; 2]", |b| {
        b.windows(x(b, &[2, 7]), Windows::new(1, 3))
    });
    check("[[[f64; 2]; 7]; 3]", |b| {
        let windows = Windows {
            stride: 2,
            dilation: 3,
            ..Windows::new(0, 2)
        };
        b.windows(x(b, &[9, 7]), windows)
    });
    // A window of one position, and a single window.
    check("[[f64; 1]; 4]", |b| {
        b.windows(x(b, &[4]), Windows::new(0, 1))
    });
    check("[[[f64; 4]; 2]; 1]", |b| {
        b.windows(x(b, &[4, 2]), Windows::new(0, 4))
    });
    check("[f64; 3]", |b| b.index(x(b, &[2, 3]), 0, 1));
    check("[[f64; 5]; 2]", |b| {
        b.concat(&[x(b, &[2, 3]), x(b, &[2, 0]), x(b, &[2, 2])], 1)
    });
    check("[[f64; 2]; 3]", |b| b.stack(&[x(b, &[3]), x(b, &[3])], 1));
    check("[[f64; 5]; 2]", |b| {
        b.pad(
            x(b, &[2, 2]),
            &[(0, 0), (1, 2)],
            b.number(Element::F64, 7.0),
        )
    });
}

#[test]
fn reductions_drop_axes() {
    check("[f64; 3]", |b| {
        b.reduce(Reduction::Sum, x(b, &[2, 3, 4]), &[2, 0])
    });
    check("i64", |b| {
        b.reduce(Reduction::ArgMax, x(b, &[2, 3]), &[0, 1])
    });
    check("f64", |b| b.reduce(Reduction::Sum, x(b, &[0]), &[0]));
    check("[f64; 0]", |b| {
        b.reduce(Reduction::Max, x(b, &[0, 0]), &[0])
    });
    check("[f64; 2]", |b| {
        b.composite(Composite::LogSumExp, &[x(b, &[2, 3])], &[1])
    });
    check("[[f64; 3]; 2]", |b| {
        b.composite(Composite::Softmax, &[x(b, &[2, 3])], &[1])
    });
}

#[test]
fn products_order_their_axes() {
    check("f64", |b| b.dot(x(b, &[3]), x(b, &[3])));
    check("[[f64; 4]; 2]", |b| b.matmul(x(b, &[2, 3]), x(b, &[3, 4])));
    check("[f64; 2]", |b| b.matmul(x(b, &[2, 3]), x(b, &[3])));
    check("[f64; 3]", |b| b.matmul(x(b, &[2]), x(b, &[2, 3])));
    check("[[[f64; 4]; 2]; 5]", |b| {
        b.matmul(x(b, &[5, 2, 3]), x(b, &[5, 3, 4]))
    });
    check("[[[f64; 7]; 2]; 5]", |b| {
        let contraction = Contraction {
            batch: vec![(1, 0)],
            contracted: vec![(2, 2)],
            absolute: true,
        };
        b.contract(x(b, &[2, 5, 3]), x(b, &[5, 7, 3]), &contraction)
    });
}

#[test]
fn indices_take_the_place_of_an_axis() {
    check("[[[f64; 4]; 5]; 2]", |b| {
        let indices = input(b, tensor(Element::I64, &[5]));
        b.gather(x(b, &[2, 3, 4]), indices, 1)
    });
    check("[f64; 4]", |b| {
        let index = input(b, tensor(Element::I64, &[]));
        b.gather(x(b, &[3, 4]), index, 0)
    });
    check("[[f64; 4]; 3]", |b| {
        let indices = input(b, tensor(Element::I64, &[5]));
        b.scatter_add(indices, x(b, &[5, 4]), 0, &doubles(&[3, 4]))
    });
    check("[[[f64; 4]; 3]; 2]", |b| {
        let position = || b.literal(Literal::I64(1));
        let whole = x(b, &[2, 3, 4]);
        b.replace(whole, x(b, &[3]), &[0, 2], &[position(), position()])
    });
}

#[test]
fn results_of_inner_graphs_are_projected() {
    check("[[f64; 3]; 4]", |b| {
        let (start, stacked) = (x(b, &[3]), x(b, &[4]));
        b.begin_region()?;
        let carried = b.region_input(doubles(&[3]));
        let slice = b.region_input(doubles(&[]));
        let next = carried * slice;
        let body = b.end_region(&[next, next])?;
        let results = b.scan_region(body, &[start], &[stacked], 4, true)?;
        Ok(results[1])
    });
    check("f64", |b| {
        b.begin_region()?;
        let argument = b.region_input(doubles(&[]));
        let body = b.end_region(&[argument.sin()])?;
        let function = b.region_function(body)?;
        let once = b.call(&function, &[x(b, &[])])?[0];
        let scan = Scan {
            body: graph_ir::graph::FunctionId::from_number(9),
            captured: 0,
            carried: 1,
            length: 3.into(),
            reverse: false,
            checkpoint: None,
            runs: Runs::All,
        };
        Ok(b.scan(&function, &scan, &[once])?[0])
    });
}

#[test]
fn a_function_of_the_host_has_a_signature_for_each_role() {
    let value = External {
        name: "g".into(),
        kind: ExternalKind::Smooth,
        role: Role::Value,
        arguments: vec![doubles(&[3])],
        results: vec![doubles(&[]), doubles(&[2])],
    };
    check("[f64; 2]", |b| Ok(b.external(&value, &[x(b, &[3])])?[1]));
    let tangent = value.with_role(Role::Tangent);
    check("f64", |b| {
        Ok(b.external(&tangent, &[x(b, &[3]), x(b, &[3])])?[0])
    });
    let adjoint = value.with_role(Role::Adjoint);
    check("[f64; 3]", |b| {
        Ok(b.external(&adjoint, &[x(b, &[3]), x(b, &[]), x(b, &[2])])?[0])
    });
}

#[test]
fn what_changes_nothing_adds_no_node() {
    let b = &Builder::new();
    let v = x(b, &[2, 3]);
    let same = [
        b.broadcast(v, &shape(&[2, 3]), &[0, 1]).unwrap(),
        b.transpose(v, &[0, 1]).unwrap(),
        b.reshape(v, &shape(&[2, 3])).unwrap(),
        b.range(v, 1, 0, 3).unwrap(),
        b.cast(v, Element::F64).unwrap(),
        b.reduce(Reduction::Sum, v, &[]).unwrap(),
        b.concat(&[v], 0).unwrap(),
    ];
    assert!(same.iter().all(|wire| wire.node() == v.node()));
}
