//! The numbers of rows of tiles.

use graph_ir::builder::{Builder, Wire};
use graph_ir::graph::InputKind;
use graph_ir::passes::prepare;
use graph_ir::types::{Element, Extent, Shape, Symbol, Type};
use graph_program::{Options, Pipeline};

use super::golden::input;

/// The sizes of tiles of a function of an array of `N` rows.
fn sizes(width: usize, f: impl for<'b> Fn(&'b Builder, Wire<'b>) -> Wire<'b>) -> Vec<usize> {
    let b = Builder::new();
    let shape = Shape::of([Extent::symbol(&Symbol::new("N")), width.into()]).unwrap();
    let x = b.input("x", Type::new(Element::F64, shape), InputKind::Independent);
    let result = f(&b, x);
    b.output("y", result).unwrap();
    let graph = prepare(&b.finish().unwrap()).unwrap();
    let tiled = Pipeline::new(Options::default()).tile(&graph, None);
    tiled.unwrap().tiling.sizes
}

/// Those of the product of the rows by a matrix.
fn multiplied(width: usize, columns: usize) -> Vec<usize> {
    sizes(width, |b, x| {
        let w = input(b, "w", &[width, columns]);
        b.matmul(x.sin(), w).unwrap().square().sum(&[0, 1])
    })
}

/// A computation of 300 operators.
fn long<'b>(_: &'b Builder, x: Wire<'b>) -> Wire<'b> {
    (0..150).fold(x, |y, _| y.sin() + x).sum(&[0, 1])
}

#[test]
fn tiles_have_as_many_rows_as_pay() {
    // Elements by themselves: many narrow rows, and few wide ones.
    assert_eq!(sizes(3, |_, x| x.exp().sum(&[0, 1])), [32, 8]);
    assert_eq!(sizes(100, |_, x| x.exp().sum(&[0, 1])), [8]);
    // A long computation is compiled once.
    assert_eq!(sizes(3, long), [8]);
    // Products by a matrix pay for many rows, those by a narrow one do not.
    assert_eq!(multiplied(16, 10), [64, 8]);
    assert_eq!(multiplied(16, 2), [32, 8]);
    assert_eq!(multiplied(100, 2), [8]);
    // Tiles are as large as the second-level cache, or as the matrix.
    assert_eq!(multiplied(256, 64), [64, 8]);
    assert_eq!(multiplied(300, 8), [8]);
    assert_eq!(multiplied(300, 300), [64, 8]);
}
