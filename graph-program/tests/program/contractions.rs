//! Random contractions: any axes batch, free or contracted, in any order, over transposed, sliced
//! and reversed operands, of sizes on both sides of every limit.

use graph_ir::builder::Builder;
use graph_ir::graph::{Graph, InputKind, Literal};
use graph_ir::ops::{Contraction, Slice};
use graph_ir::{Element, Shape, Type, Wire};
use graph_program::{Block, Statement, schedule};

use super::check;
use super::random::Numbers;

/// The role of an axis of an operand, with its number among those of its kind.
#[derive(Clone, Copy, PartialEq)]
enum AxisRole {
    Batch(usize),
    Contracted(usize),
    Free,
}

/// An operand: a view of an input, with its axes in any order.
fn operand<'b>(
    builder: &'b Builder,
    element: Element,
    axes: &[(AxisRole, usize)],
    numbers: &mut Numbers,
) -> (Wire<'b>, Vec<AxisRole>, usize) {
    let mut order: Vec<usize> = (0..axes.len()).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, numbers.below(i + 1));
    }
    // Along each axis the input may be longer, and read backwards or with gaps.
    let (mut stored, mut slice) = (Vec::new(), Vec::new());
    for &axis in &order {
        let extent = axes[axis].1;
        let (length, place) = match numbers.below(8) {
            0 => (extent + 2, (1, 1)),
            1 => (2 * extent, (1, 2)),
            2 if extent > 0 => (extent, (extent as i64 - 1, -1)),
            _ => (extent, (0, 1)),
        };
        stored.push(length);
        slice.push(place);
    }
    let size = stored.iter().product();
    let ty = Type::new(element, Shape::new(&stored).unwrap());
    let input = builder.input("x", ty, InputKind::Independent);
    let extents: Vec<usize> = order.iter().map(|&axis| axes[axis].1).collect();
    let shape = Shape::new(&extents).unwrap();
    let view = builder
        .slice(input, &Slice::from_known(slice), &shape)
        .unwrap();
    let mut inverse = vec![0; order.len()];
    for (i, &axis) in order.iter().enumerate() {
        inverse[axis] = i;
    }
    // Half of the operands are transposed back, so that their memory lies otherwise.
    if numbers.below(2) == 0 {
        let parts = axes.iter().map(|axis| axis.0).collect();
        return (builder.transpose(view, &inverse).unwrap(), parts, size);
    }
    (view, order.iter().map(|&axis| axes[axis].0).collect(), size)
}

fn graph(numbers: &mut Numbers) -> (Graph, Vec<Vec<Literal>>) {
    let element = [Element::F64, Element::F32][numbers.below(2)];
    let sizes = [1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 20, 33];
    let mut budget = 3_000;
    let mut extent = |numbers: &mut Numbers| {
        let extent = sizes[numbers.below(sizes.len())].min(budget);
        budget /= extent;
        extent
    };
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for i in 0..1 + numbers.below(2) {
        let axis = (AxisRole::Contracted(i), extent(numbers));
        left.push(axis);
        right.push(axis);
    }
    for side in [&mut left, &mut right] {
        for _ in 0..[0, 1, 1, 1, 2][numbers.below(5)] {
            side.push((AxisRole::Free, extent(numbers)));
        }
    }
    for i in 0..[0, 0, 0, 1, 2][numbers.below(5)] {
        let axis = (AxisRole::Batch(i), extent(numbers));
        left.push(axis);
        right.push(axis);
    }
    let builder = Builder::new();
    let (l, l_parts, l_size) = operand(&builder, element, &left, numbers);
    let (r, r_parts, r_size) = operand(&builder, element, &right, numbers);
    let pairs = |part: fn(usize) -> AxisRole| {
        let find = |parts: &[AxisRole], i| parts.iter().position(|&p| p == part(i));
        let pairs = (0..4).map_while(|i| Some((find(&l_parts, i)?, find(&r_parts, i)?)));
        pairs.collect()
    };
    let spec = Contraction {
        batch: pairs(AxisRole::Batch),
        contracted: pairs(AxisRole::Contracted),
        absolute: numbers.below(5) == 0,
    };
    let product = builder.contract(l, r, &spec).unwrap();
    // Some results go on, some are wanted in another order.
    let rank = product.ty().unwrap().shape.rank();
    let result = match numbers.below(4) {
        0 => product.square(),
        1 => builder
            .transpose(product, &(0..rank).rev().collect::<Vec<_>>())
            .unwrap(),
        2 => builder.stack(&[product, product.sin()], 0).unwrap(),
        _ => product,
    };
    builder.output("", result).unwrap();
    let mut literals = |size: usize| -> Vec<Literal> {
        let numbers = (0..size).map(|_| Literal::from_f64(element, numbers.number()));
        numbers.collect()
    };
    let inputs = vec![literals(l_size), literals(r_size)];
    (builder.finish().unwrap(), inputs)
}

/// Calls of the kernel in a block, and how many of them continue sums.
fn products(block: &Block) -> (usize, usize) {
    let (mut calls, mut continued) = (0, 0);
    let mut blocks = vec![block];
    while let Some(block) = blocks.pop() {
        for statement in block {
            match statement {
                Statement::Product(product) => {
                    calls += 1;
                    continued += usize::from(product.accumulate);
                }
                Statement::Loop(_, body) => blocks.push(body),
                _ => {}
            }
        }
    }
    (calls, continued)
}

#[test]
fn contractions_of_any_axes_give_the_bits_of_their_sums() {
    let (mut calls, mut continued) = (0, 0);
    for seed in 0..700 {
        let (graph, inputs) = graph(&mut Numbers(seed));
        check(&graph, &inputs, &format!("seed {seed}"));
        let found = products(&schedule(&graph).unwrap().body);
        calls += found.0;
        continued += found.1;
    }
    assert!(calls > 150 && continued > 15, "{calls} and {continued}");
}
