//! Rules of views, assemblies, reductions and contractions.

use graph_ir::graph::Literal;
use graph_ir::ops::{Contraction, Op, Reduction, Slice};
use graph_ir::{Builder, Element, Shape, Wire};

use super::{SPECIAL, compare, operators, simplified, tensor};

fn at(axes: &[(i64, i64)]) -> Slice {
    Slice::from_known(axes.to_vec())
}

fn shape(extents: &[usize]) -> Shape {
    Shape::new(extents).unwrap()
}

/// Structural rules: the inputs, the graph, and the operators that are left.
#[test]
fn structural_rules_leave_what_must_be_computed() {
    type Rule = for<'b> fn(&'b Builder, &[Wire<'b>]) -> Wire<'b>;
    type Case = (&'static [&'static [usize]], Rule, &'static [&'static str]);
    let rules: &[Case] = &[
        // An element of an array that was put together.
        (
            &[&[], &[], &[]],
            |b, x| {
                let rows = [&[x[0], x[1]], &[x[1], x[2]]].map(|row| b.stack(row, 0).unwrap());
                let matrix = b.stack(&rows, 0).unwrap();
                b.index(b.index(matrix, 0, 1).unwrap(), 0, 1).unwrap()
            },
            &[],
        ),
        // The same behind a transposition, and of many pieces.
        (
            &[&[], &[]],
            |b, x| {
                let row: Vec<Wire<'_>> = (0..20).map(|i| x[i % 2]).collect();
                let row = b.stack(&row, 0).unwrap();
                let matrix = b
                    .transpose(b.stack(&[row, row], 0).unwrap(), &[1, 0])
                    .unwrap();
                b.index(b.index(matrix, 0, 7).unwrap(), 0, 0).unwrap()
            },
            &[],
        ),
        // A part of a piece, and a part of the background.
        (
            &[&[6], &[]],
            |b, x| {
                let padded = b.pad(x[0], &[(3, 4)], x[1]).unwrap();
                b.slice(padded, &at(&[(7, -2)]), &shape(&[3])).unwrap()
            },
            &["slice"],
        ),
        (
            &[&[6], &[]],
            |b, x| {
                let padded = b.pad(x[0], &[(3, 4)], x[1]).unwrap();
                b.slice(padded, &at(&[(9, 1)]), &shape(&[4])).unwrap()
            },
            &["broadcast"],
        ),
        // A part of a piece with steps, and one that lies between its elements.
        (
            &[&[3], &[]],
            |b, x| {
                let apart = b
                    .assemble(x[1], &[(x[0], at(&[(5, -2)]))], &tensor(&[7]))
                    .unwrap();
                b.slice(apart, &at(&[(1, 4)]), &shape(&[2])).unwrap()
            },
            &["slice"],
        ),
        (
            &[&[3], &[]],
            |b, x| {
                let apart = b
                    .assemble(x[1], &[(x[0], at(&[(5, -2)]))], &tensor(&[7]))
                    .unwrap();
                b.slice(apart, &at(&[(0, 2)]), &shape(&[4])).unwrap()
            },
            &["broadcast"],
        ),
        // Parts where pieces overlap, or that reach over several, stay.
        (
            &[&[3], &[3]],
            |b, x| {
                let zero = b.number(Element::F64, 0.0);
                let pieces = [(x[0], at(&[(0, 1)])), (x[1], at(&[(2, 1)]))];
                let both = b.superpose(zero, &pieces, &tensor(&[5])).unwrap();
                b.slice(both, &at(&[(2, 1)]), &shape(&[1])).unwrap()
            },
            &["assemble", "slice"],
        ),
        (
            &[&[3], &[3]],
            |b, x| b.range(b.concat(x, 0).unwrap(), 0, 2, 2).unwrap(),
            &["assemble", "slice"],
        ),
        // Pieces like the background; one piece that is everything.
        (
            &[&[3]],
            |b, x| {
                let zeros = b.full(&tensor(&[2]), 0.0).unwrap();
                let joined = b.concat(&[zeros, x[0], zeros], 0).unwrap();
                b.range(joined, 0, 1, 5).unwrap()
            },
            &["assemble", "slice"],
        ),
        (
            &[&[3]],
            |b, x| {
                let zero = b.number(Element::F64, 0.0);
                b.assemble(zero, &[(x[0], at(&[(0, 1)]))], &tensor(&[3]))
                    .unwrap()
            },
            &[],
        ),
        // Views change places until they meet.
        (
            &[&[3, 4]],
            |b, x| {
                let turned = b.transpose(x[0], &[1, 0]).unwrap();
                let part = b
                    .slice(turned, &at(&[(1, 1), (0, 1)]), &shape(&[2, 3]))
                    .unwrap();
                b.transpose(part, &[1, 0]).unwrap()
            },
            &["slice"],
        ),
        (
            &[&[3, 1]],
            |b, x| {
                let turned = b.transpose(x[0], &[1, 0]).unwrap();
                b.reshape(turned, &shape(&[3, 1])).unwrap()
            },
            &[],
        ),
        (
            &[&[]],
            |b, x| {
                let row = b.broadcast(x[0], &shape(&[6]), &[]).unwrap();
                let matrix = b.reshape(row, &shape(&[2, 3])).unwrap();
                let turned = b.transpose(matrix, &[1, 0]).unwrap();
                b.range(turned, 0, 1, 2).unwrap()
            },
            &["broadcast"],
        ),
        (
            &[&[4]],
            |b, x| {
                let rows = b.broadcast(x[0], &shape(&[3, 4]), &[1]).unwrap();
                let part = b
                    .slice(rows, &at(&[(1, 1), (3, -1)]), &shape(&[2, 2]))
                    .unwrap();
                b.transpose(part, &[1, 0]).unwrap()
            },
            &["slice", "broadcast"],
        ),
        // A repeated value is computed once.
        (
            &[&[4], &[4]],
            |b, x| {
                let [x, y] = [x[0], x[1]].map(|x| b.broadcast(x, &shape(&[4, 3]), &[0]).unwrap());
                (x * y).sin() / 3.0 + 1.0
            },
            &[
                "mul",
                "sin",
                "broadcast",
                "div",
                "broadcast",
                "add",
                "broadcast",
            ],
        ),
        (
            &[&[4], &[4]],
            |b, x| {
                let x0 = b.broadcast(x[0], &shape(&[4, 4]), &[0]).unwrap();
                let x1 = b.broadcast(x[1], &shape(&[4, 4]), &[1]).unwrap();
                x0 * x1
            },
            &["broadcast", "broadcast", "mul"],
        ),
        // Sums and products of one term.
        (
            &[&[3, 1]],
            |b, x| b.reduce(Reduction::Max, x[0], &[1]).unwrap(),
            &["reshape"],
        ),
        (
            &[&[3], &[]],
            |b, x| {
                let over_nothing = contraction(&[], &[], false);
                let scaled = b.contract(x[1], x[0], &over_nothing).unwrap();
                scaled + b.contract(x[0], x[1], &over_nothing).unwrap()
            },
            &["broadcast", "mul", "broadcast", "mul"],
        ),
        (
            &[&[2, 3], &[4, 2]],
            |b, x| {
                b.contract(x[0], x[1], &contraction(&[(0, 1)], &[], true))
                    .unwrap()
            },
            &["broadcast", "transpose", "broadcast", "azmul"],
        ),
        (
            &[&[2, 1], &[1, 3]],
            |b, x| b.matmul(x[0], x[1]).unwrap(),
            &["reshape", "broadcast", "reshape", "broadcast", "mul"],
        ),
        // A transposed product.
        (
            &[&[5, 20], &[20, 3]],
            |b, x| b.transpose(b.matmul(x[0], x[1]).unwrap(), &[1, 0]).unwrap(),
            &["contract"],
        ),
        (
            &[&[5, 20], &[20, 3]],
            |b, x| {
                let product = b
                    .contract(x[0], x[1], &contraction(&[], &[(1, 0)], true))
                    .unwrap();
                b.transpose(product, &[1, 0]).unwrap()
            },
            &["contract", "transpose"],
        ),
    ];
    for (number, (extents, rule, left)) in rules.iter().enumerate() {
        let (graph, simpler) = simplified(extents, rule);
        let ops = operators(&simpler, |op| !matches!(op, Op::Input(_) | Op::Constant(_)));
        assert_eq!(ops, *left, "rule {number}:\n{simpler}");
        for start in 0..SPECIAL.len() {
            let mut next = start..;
            let inputs = extents.iter().map(|extents| {
                let values = 0..extents.iter().product::<usize>();
                let values = values.map(|_| SPECIAL[next.next().unwrap() % SPECIAL.len()]);
                values.map(|x| Literal::F64(x.to_bits())).collect()
            });
            let inputs: Vec<_> = inputs.collect();
            compare(&graph, &simpler, &inputs, &format!("rule {number}"));
        }
    }
}

fn contraction(
    batch: &[(usize, usize)],
    contracted: &[(usize, usize)],
    absolute: bool,
) -> Contraction {
    Contraction {
        batch: batch.to_vec(),
        contracted: contracted.to_vec(),
        absolute,
    }
}
