//! Structural operators: views, reductions, contractions, indexing.

use graph_ir::Wire;
use graph_ir::graph::Constant;
use graph_ir::ops::{Contraction, Reduction, Slice, Windows};
use graph_ir::types::{Element, Shape};

use super::check::{check, gradient_of, graph};
use super::evaluate;

/// Numbers that differ by more than the differences' step: no maximum changes place within it.
fn points(n: usize) -> Vec<f64> {
    #[allow(clippy::cast_precision_loss, reason = "small numbers")]
    (0..n)
        .map(|i| 0.4 + ((i * 7 % n.max(1)) as f64 + 0.3) / n as f64)
        .collect()
}

#[test]
fn views() {
    let g = graph(&[&[2, 3]], |b, x| {
        let shape = Shape::new(&[4, 2, 5, 3]).unwrap();
        let spread = b.broadcast(x[0], &shape, &[1, 3]).unwrap();
        let turned = b.transpose(spread, &[2, 0, 3, 1]).unwrap();
        let flat = b.reshape(turned, &Shape::new(&[20, 6]).unwrap()).unwrap();
        vec![flat.sin() * flat]
    });
    check("broadcast, transpose, reshape", &g, &points(6));
}

#[test]
fn slices_and_assemblies() {
    let g = graph(&[&[4, 5], &[]], |b, x| {
        let slice = Slice::from_known([(3, -1), (0, 2)]);
        let part = b
            .slice(x[0], &slice, &Shape::new(&[3, 3]).unwrap())
            .unwrap();
        let row = b.index(x[0], 0, 2).unwrap();
        let padded = b.pad(part, &[(1, 0), (2, 1)], x[1]).unwrap();
        let joined = b.concat(&[part, part * part], 1).unwrap();
        let stacked = b.stack(&[row, row.sin()], 1).unwrap();
        vec![padded * padded, joined.exp(), stacked * stacked]
    });
    check("slice, pad, concat, stack", &g, &points(21));
}

#[test]
fn overlapping_parts() {
    let g = graph(&[&[7]], |b, x| {
        let a = b.range(x[0], 0, 0, 5).unwrap();
        let c = b.range(x[0], 0, 2, 5).unwrap();
        let single = b.index(x[0], 0, 3).unwrap();
        let again = b.index(x[0], 0, 3).unwrap();
        vec![a * c * single, again * again]
    });
    check("overlapping slices", &g, &points(7));
}

#[test]
fn windows_that_overlap() {
    for (size, stride, dilation) in [
        (3, 1, 1),
        (2, 2, 1),
        (2, 3, 2),
        (4, 1, 2),
        (7, 1, 1),
        (1, 2, 1),
    ] {
        let g = graph(&[&[2, 9], &[size]], |b, x| {
            let windows = Windows {
                axis: 1,
                size,
                stride,
                dilation,
            };
            let slid = b.windows(x[0], windows).unwrap();
            let product = b.matmul(slid.reshape(&flat(slid)), x[1]).unwrap();
            vec![
                product.sin(),
                b.reduce(Reduction::Max, slid, &[2]).unwrap(),
                slid * slid,
            ]
        });
        check("windows", &g, &points(18 + size));
    }
}

/// All axes but the last as one.
fn flat(wire: Wire<'_>) -> Shape {
    let shape = wire.ty().unwrap().shape;
    let last = shape.extent(shape.rank() - 1);
    Shape::new(&[shape.size() / last, last]).unwrap()
}

#[test]
fn one_position_by_many_steps() {
    let g = graph(&[&[5]], |b, x| {
        let one = Shape::new(&[1]).unwrap();
        let parts = [1, 2, -1].map(|step| {
            let axes = vec![(3, step)];
            b.slice(x[0], &Slice::from_known(axes), &one).unwrap()
        });
        vec![parts[0].sin(), parts[1].exp() * parts[2]]
    });
    check("one position", &g, &points(5));
}

#[test]
fn reductions() {
    for reduction in [
        Reduction::Sum,
        Reduction::Prod,
        Reduction::Max,
        Reduction::Min,
    ] {
        for axes in [&[][..], &[0], &[1], &[2], &[0, 2], &[1, 2], &[0, 1, 2]] {
            let g = graph(&[&[3, 2, 5]], |b, x| {
                let y = b.reduce(reduction, x[0], axes).unwrap();
                vec![y * y]
            });
            check(&format!("{reduction:?} over {axes:?}"), &g, &points(30));
        }
    }
}

#[test]
fn maxima_of_many_elements() {
    // Tables of positions end at 1024.
    for count in [1, 1023, 1024, 1025, 2500] {
        let g = graph(&[&[count]], |b, x| {
            vec![b.reduce(Reduction::Max, x[0], &[0]).unwrap() * 2.0]
        });
        let gradient = gradient_of(&g);
        for place in [0, count / 2, count - 1] {
            let mut point = vec![-1.0; count];
            point[place] = 1.5;
            let mut expected = vec![0.0; count + 1];
            (expected[0], expected[place + 1]) = (3.0, 2.0);
            assert_eq!(evaluate(&gradient, &point), expected);
        }
    }
}

#[test]
fn maxima_of_more_elements_than_any_memory_holds() {
    let g = graph(&[&[]], |b, x| {
        let shape = Shape::new(&[1 << 20, (1 << 20) - 1]).unwrap();
        let many = b.broadcast(x[0], &shape, &[]).unwrap();
        vec![b.reduce(Reduction::Max, many, &[0, 1]).unwrap()]
    });
    gradient_of(&g);
}

#[test]
fn products_with_zeros() {
    let g = graph(&[&[5]], |b, x| {
        vec![b.reduce(Reduction::Prod, x[0], &[0]).unwrap()]
    });
    check("one zero", &g, &[0.0, 1.5, -0.5, 2.0, 3.0]);
    check("two zeros", &g, &[0.0, 1.5, 0.0, 2.0, 3.0]);
    check("three zeros", &g, &[0.0, 1.5, 0.0, 2.0, 0.0]);
    let g = graph(&[&[1]], |b, x| {
        vec![b.reduce(Reduction::Prod, x[0], &[0]).unwrap()]
    });
    check("one factor", &g, &[0.0]);
    let g = graph(&[&[0], &[]], |b, x| {
        vec![b.reduce(Reduction::Prod, x[0], &[0]).unwrap() * x[1]]
    });
    check("no factor", &g, &[2.0]);
}

#[test]
fn contractions() {
    type Pairs = &'static [(usize, usize)];
    let cases: [(&[usize], &[usize], Pairs, Pairs); 7] = [
        (&[3], &[3], &[], &[(0, 0)]),
        (&[2, 3], &[3], &[], &[(1, 0)]),
        (&[3], &[3, 2], &[], &[(0, 0)]),
        (&[2, 3], &[3, 4], &[], &[(1, 0)]),
        (&[2, 3], &[4, 3], &[], &[(1, 1)]),
        (&[3, 2, 4], &[5, 4, 2], &[], &[(2, 1), (1, 2)]),
        (&[2, 3, 2], &[3, 2, 2], &[(1, 0)], &[(2, 2)]),
    ];
    for (left, right, batch, contracted) in cases {
        let g = graph(&[left, right], |b, x| {
            let spec = Contraction {
                batch: batch.to_vec(),
                contracted: contracted.to_vec(),
                absolute: false,
            };
            let y = b.contract(x[0], x[1], &spec).unwrap();
            vec![y * y]
        });
        let n = left.iter().product::<usize>() + right.iter().product::<usize>();
        check(&format!("{left:?} by {right:?}"), &g, &points(n));
    }
}

#[test]
fn an_operand_contracted_with_itself() {
    let g = graph(&[&[3, 3]], |b, x| vec![b.matmul(x[0], x[0]).unwrap()]);
    check("square of a matrix", &g, &points(9));
}

#[test]
fn masked_contractions_of_both_sides() {
    let g = graph(&[&[2, 3], &[3, 2]], |b, x| {
        let product = b.matmul(x[0], x[1]).unwrap();
        let chosen = product.greater(0.2).select(product * product, 0.0);
        vec![chosen]
    });
    check("select of a product", &g, &points(12));
}

#[test]
fn indexing_by_values() {
    let g = graph(&[&[4, 3], &[5, 3]], |b, x| {
        let five = Shape::new(&[5]).unwrap();
        let indices = Constant::from_i64s(five, vec![3, 0, 3, 1, 3]).unwrap();
        let indices = b.constant(indices);
        let rows = b.gather(x[0], indices, 0).unwrap();
        let ty = x[0].ty().unwrap();
        let sums = b.scatter_add(indices, x[1] * rows, 0, &ty).unwrap();
        vec![rows.sin(), sums * sums]
    });
    check("gather and scatter", &g, &points(27));
}

#[test]
fn sums_casts_and_choices() {
    let g = graph(&[&[3], &[3], &[]], |b, x| {
        let ty = x[0].ty().unwrap();
        let sum = b.sum(&[x[0], x[1], x[0], x[0] * x[1]], &ty).unwrap();
        let choice = x[0].less(x[1]).select(sum, x[0] * x[2]);
        let stopped = b.stop_gradient(x[0]).unwrap();
        let number = b.cast(x[0].greater(0.0), Element::F64).unwrap();
        vec![choice * number, sum + (stopped - x[0]) * 0.0]
    });
    check(
        "sum, select, cast",
        &g,
        &[0.5, -0.4, 1.2, 0.8, 0.9, 0.3, -0.7],
    );
}
