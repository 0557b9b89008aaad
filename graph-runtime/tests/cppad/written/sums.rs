//! Writing of operators that combine elements, and of indexing.

use super::support::{INF, NAN, check, float, refusal};
use graph_ir::graph::{Constant, Literal};
use graph_ir::ops::{Contraction, Reduction, ScalarOp};
use graph_ir::{Element, Shape};

#[test]
fn reductions_go_along_their_axes() {
    let x = [3.0, -1.0, 4.0, 1.0, -5.0, 9.0];
    let graph = graph!(float(&[2, 3]), |b, x| {
        let reduce = |reduction, axes: &[usize]| b.reduce(reduction, x, axes);
        let largest = reduce(Reduction::ArgMax, &[1])?;
        [
            reduce(Reduction::Sum, &[0])?,
            reduce(Reduction::Sum, &[0, 1])?,
            reduce(Reduction::Prod, &[1])?,
            reduce(Reduction::Max, &[1])?,
            reduce(Reduction::Min, &[0])?,
            largest,
            reduce(Reduction::ArgMin, &[0, 1])?,
            b.cast(largest, Element::F64)?,
        ]
    });
    let expected = [
        &[4.0, -6.0, 13.0, 11.0][..],
        &[-12.0, -45.0, 4.0, 9.0],
        &[1.0, -5.0, 4.0],
        &[2.0, 2.0, 4.0, 2.0, 2.0],
    ];
    check(&graph, &x, &expected.concat());
    let empty = graph!(float(&[2, 0]), |b, x| [
        b.reduce(Reduction::Sum, x, &[1])?,
        b.reduce(Reduction::Prod, x, &[1])?,
        b.reduce(Reduction::Max, x, &[0])?,
        b.sum(&[], &float(&[1]))?,
    ]);
    check(&empty, &[], &[0.0, 0.0, 1.0, 1.0, 0.0]);
    let extreme = graph!(float(&[1 << 30, 0]), |b, x| [b.reduce(
        Reduction::Max,
        x,
        &[0]
    )?]);
    check(&extreme, &[], &[]);
}

#[test]
fn contractions_are_products_and_sums() {
    let graph = graph!(float(&[2, 3]), |b, x| {
        let turned = b.transpose(x, &[1, 0])?;
        let row = b.index(x, 0, 0)?;
        [b.matmul(x, turned)?, b.dot(row, row)?, b.matmul(x, row)?]
    });
    let expected = [14.0, 32.0, 32.0, 77.0, 14.0, 14.0, 32.0];
    check(&graph, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &expected);

    let absolute = Contraction {
        absolute: true,
        ..Contraction::product(1)
    };
    let graph = graph!(float(&[4]), |b, x| {
        let (left, right) = (b.range(x, 0, 0, 2)?, b.range(x, 0, 2, 2)?);
        [b.contract(left, right, &absolute)?, b.dot(left, right)?]
    });
    check(&graph, &[0.0, 2.0, INF, 3.0], &[6.0, NAN]);

    let outer = Contraction {
        batch: vec![(0, 0)],
        contracted: vec![],
        absolute: false,
    };
    let graph = graph!(float(&[2, 2]), |b, x| [b.contract(x, x, &outer)?]);
    let expected = [1.0, 2.0, 2.0, 4.0, 9.0, 12.0, 12.0, 16.0];
    check(&graph, &[1.0, 2.0, 3.0, 4.0], &expected);
}

#[test]
fn indices_are_known_or_refused() {
    let constant = |values: &[i64]| {
        let shape = Shape::new(&[values.len()]).unwrap();
        Constant::from_i64s(shape, values.to_vec()).unwrap()
    };
    let graph = graph!(float(&[2, 3]), |b, x| {
        let indices = b.constant(constant(&[2, 0, 2]));
        let one = b.number(Element::I64, 1.0);
        let computed = b.scalar(ScalarOp::Mul, &[one + one, one])?;
        let gathered = b.gather(x, indices, 1)?;
        [
            gathered,
            b.gather(x, b.number(Element::I64, 1.0), 0)?,
            b.gather(x, computed, 1)?,
            b.scatter_add(indices, gathered, 1, &float(&[2, 3]))?,
            b.replace(x, gathered.sum(&[1]), &[1], &[b.number(Element::I64, 1.0)])?,
        ]
    });
    let expected = [
        &[3.0, 1.0, 3.0, 6.0, 4.0, 6.0][..],
        &[4.0, 5.0, 6.0],
        &[3.0, 6.0],
        &[1.0, 0.0, 6.0, 4.0, 0.0, 12.0],
        &[1.0, 7.0, 3.0, 4.0, 16.0, 6.0],
    ];
    check(&graph, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &expected.concat());

    let outside = graph!(float(&[2]), |b, x| {
        [b.gather(x, b.number(Element::I64, 2.0), 0)?]
    });
    assert_eq!(
        refusal(&outside),
        "node %2: indexing cannot be written: the index is out of range"
    );
    let computed = graph!(float(&[2]), |b, x| {
        let index = b.cast(b.index(x, 0, 0)?, Element::I64)?;
        let found = b.gather(x, index, 0)?;
        b.name_node(found, "found");
        [found]
    });
    assert_eq!(
        refusal(&computed),
        "node %4 (`found`): indexing by a computed value cannot be written: the \
         format has no indexing; an index must be a constant"
    );
    let huge = graph!(float(&[1]), |b, x| {
        let integer = b.literal(Literal::I64((1 << 53) + 1));
        [integer, x]
    });
    assert!(refusal(&huge).starts_with("node %1: the integer 9007199254740993 cannot be written"));
}
