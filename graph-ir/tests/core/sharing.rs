//! Equal nodes are one node; operands of commutative operators are put in order.

use graph_ir::graph::{Constant, Literal, NodeId};
use graph_ir::ops::{Class, Op, Reduction, ScalarOp};
use graph_ir::{Builder, Element, Shape, Type, passes};

use crate::{shape, x};

#[test]
fn equal_nodes_are_shared() {
    let b = &Builder::new();
    let (v, w) = (x(b, &[3]), x(b, &[3]));
    assert_eq!((v - w).node(), (v - w).node());
    assert_ne!((v - w).node(), (w - v).node());
    assert_eq!(v.powi(3).node(), v.powi(3).node());
    assert_ne!(v.powi(3).node(), v.powi(2).node());
    let total = |axes| b.reduce(Reduction::Sum, v, axes).unwrap().node();
    assert_eq!(total(&[0]), total(&[0]));
    let column = || b.reshape(v, &shape(&[3, 1])).unwrap().node();
    assert_eq!(column(), column());
    assert_ne!(column(), b.reshape(v, &shape(&[1, 3])).unwrap().node());
}

#[test]
fn exactly_the_commutative_operators_order_their_operands() {
    use ScalarOp::{Add, And, Equal, Hypot, Mul, NotEqual, Or};
    let commutative = [Add, Mul, Hypot, Equal, NotEqual, And, Or];
    for op in ScalarOp::all() {
        if op.arity() != 2 {
            continue;
        }
        let b = &Builder::new();
        let (v, w) = match op.class() {
            Class::Logic => (x(b, &[]).less(0.0), x(b, &[]).less(0.0)),
            Class::Integer => {
                let integer = || b.cast(x(b, &[]), Element::I64).unwrap();
                (integer(), integer())
            }
            Class::Float | Class::Number | Class::Comparison => (x(b, &[]), x(b, &[])),
        };
        let one = b.scalar(op, &[v, w]).unwrap().node();
        let other = b.scalar(op, &[w, v]).unwrap().node();
        assert_eq!(one == other, commutative.contains(&op), "{op:?}");
    }
}

#[test]
fn optimized_loops_with_equal_bodies_are_one() {
    let builder = Builder::new();
    let b = &builder;
    let rows = x(b, &[20]);
    let looped = |over, offset| {
        b.begin_region().unwrap();
        let row = b.region_input(Type::scalar(Element::F64));
        let body = b.end_region(&[row.sin() + offset]).unwrap();
        b.scan_region(body, &[], &[over], 20, false).unwrap()[0]
    };
    // The last two differ from the first: by what they compute, and of what.
    let results = [(rows, 1.0), (rows, 1.0), (rows, 2.0), (rows.exp(), 1.0)];
    for (over, offset) in results {
        b.output("", looped(over, offset)).unwrap();
    }
    let graph = passes::optimize(&builder.finish().unwrap()).unwrap();
    let loops = graph
        .ids()
        .filter(|&id| matches!(graph.op(id), Op::Scan(..)));
    assert_eq!(loops.count(), 3);
    let nodes: Vec<NodeId> = graph.outputs().iter().map(|output| output.node).collect();
    assert_eq!(nodes[0], nodes[1]);
    assert!(nodes[1..].windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(graph.functions().len(), 2);
}

#[test]
fn constants_are_shared_by_their_bits() {
    let b = &Builder::new();
    let number = |value: f64| b.number(Element::F64, value).node();
    assert_eq!(number(1.5), number(1.5));
    assert_ne!(number(0.0), number(-0.0));
    assert_eq!(number(f64::NAN), number(f64::NAN));
    assert_ne!(number(1.0), b.number(Element::F32, 1.0).node());
    assert_ne!(number(1.0), b.number(Element::Float, 1.0).node());
    let one = Constant::from_f64s(Element::F64, Shape::new(&[1]).unwrap(), &[1.0]).unwrap();
    assert_ne!(number(1.0), b.constant(one).node());
    let truth = b.literal(Literal::Bool(true)).node();
    assert_eq!(truth, b.number(Element::Bool, 2.0).node());
}

#[test]
fn inputs_are_never_shared() {
    let b = &Builder::new();
    assert_ne!(x(b, &[]).node(), x(b, &[]).node());
}

#[test]
fn a_builder_without_sharing_adds_every_node_as_it_is() {
    let b = Builder::without_sharing();
    let (v, w) = (x(&b, &[]), x(&b, &[]));
    let (one, two) = (w * v, w * v);
    assert_ne!(one.node(), two.node());
    b.output("", two).unwrap();
    let (w, v, two) = (w.node(), v.node(), two.node());
    let graph = b.finish().unwrap();
    assert_eq!(graph.arguments(two), [w, v]);
}
