//! Contractions, against loops over index tuples.

use graph_ir::graph::Constant;
use graph_ir::ops::Contraction;
use graph_ir::{Element, Shape};
use graph_runtime::execute::Executable;

use crate::numbers::numbers;
use crate::support::{assert_bits, combine, f64s, graph, indices, position, result, ty};

/// A contraction by its definition.
fn contracted(
    c: &Contraction,
    (left, left_extents): (&[f64], &[usize]),
    (right, right_extents): (&[f64], &[usize]),
) -> Vec<f64> {
    let (left_rank, right_rank) = (left_extents.len(), right_extents.len());
    let (left_free, right_free) = (c.left_free(left_rank), c.right_free(right_rank));
    let batch = c.batch.iter().map(|&(l, _)| left_extents[l]);
    let extents = batch.chain(left_free.iter().map(|&l| left_extents[l]));
    let extents: Vec<usize> = extents
        .chain(right_free.iter().map(|&r| right_extents[r]))
        .collect();
    let inner: Vec<usize> = c.contracted.iter().map(|&(l, _)| left_extents[l]).collect();
    // In a product of matrices both operands have free axes.
    let is_product = !left_free.is_empty() && !right_free.is_empty();
    let innermost = c.contracted.last() == Some(&(left_rank - 1, right_rank - 1)) && !is_product;
    let results = indices(&extents).into_iter().map(|index| {
        let (in_batch, free) = index.split_at(c.batch.len());
        let (in_left, in_right) = free.split_at(left_free.len());
        let terms = indices(&inner).into_iter().map(|along| {
            let (mut l, mut r) = (vec![0; left_rank], vec![0; right_rank]);
            let pairs = c
                .batch
                .iter()
                .zip(in_batch)
                .chain(c.contracted.iter().zip(&along));
            for (&(left_axis, right_axis), &i) in pairs {
                (l[left_axis], r[right_axis]) = (i, i);
            }
            left_free
                .iter()
                .zip(in_left)
                .for_each(|(&axis, &i)| l[axis] = i);
            right_free
                .iter()
                .zip(in_right)
                .for_each(|(&axis, &i)| r[axis] = i);
            let x = left[position(left_extents, &l)];
            let y = right[position(right_extents, &r)];
            if c.absolute && x == 0.0 { 0.0 } else { x * y }
        });
        let terms: Vec<f64> = terms.collect();
        combine(&terms, innermost, |x, y| x + y).unwrap_or(0.0)
    });
    results.collect()
}

#[test]
fn contractions_are_sums_of_products() {
    type Pairs = &'static [(usize, usize)];
    let cases: [(&[usize], &[usize], Pairs, Pairs); 13] = [
        (&[20], &[20], &[], &[(0, 0)]),
        (&[1], &[1], &[], &[(0, 0)]),
        (&[3, 20], &[20, 4], &[], &[(1, 0)]),
        (&[3, 20], &[4, 20], &[], &[(1, 1)]),
        (&[4, 20], &[4, 20], &[], &[(1, 1)]),
        (&[20], &[40, 20], &[], &[(0, 1)]),
        (&[20, 3], &[20, 4], &[], &[(0, 0)]),
        (&[2, 3, 17], &[2, 4, 17], &[(0, 0)], &[(2, 2)]),
        (&[2, 3, 5], &[5, 3, 4], &[], &[(1, 1), (2, 0)]),
        (&[2, 6, 5], &[3, 6, 5], &[], &[(1, 1), (2, 2)]),
        (&[2], &[3], &[], &[]),
        (&[4], &[4], &[(0, 0)], &[]),
        (&[3, 0], &[0, 2], &[], &[(1, 0)]),
    ];
    for (left_extents, right_extents, batch, pairs) in cases {
        for absolute in [false, true] {
            let c = Contraction {
                batch: batch.to_vec(),
                contracted: pairs.to_vec(),
                absolute,
            };
            let mut left = numbers(left_extents.iter().product(), 7);
            let mut right = numbers(right_extents.iter().product(), 8);
            if absolute && !left.is_empty() {
                left[0] = -0.0;
                right[0] = f64::INFINITY;
            }
            let types = [f64s(left_extents), f64s(right_extents)];
            let graph = graph(&types, |b, x| Ok(vec![b.contract(x[0], x[1], &c)?]));
            let expected = contracted(&c, (&left, left_extents), (&right, right_extents));
            let found = result(&graph, &[left, right]);
            assert_bits(
                &found,
                &expected,
                &format!("{left_extents:?} {right_extents:?}"),
            );
        }
    }
}

#[test]
fn a_contraction_starts_with_its_first_term() {
    let graph = graph(&[f64s(&[2]), f64s(&[2])], |b, x| {
        Ok(vec![b.dot(x[0], x[1])?])
    });
    assert_bits(&result(&graph, &[[-0.0, -0.0], [1.0, 1.0]]), &[-0.0], "dot");
}

#[test]
fn single_precision_products_are_single() {
    let left: Vec<f32> = numbers(20, 1).iter().map(|&x| x as f32).collect();
    let right: Vec<f32> = numbers(20, 2).iter().map(|&x| x as f32).collect();
    let types = [ty(Element::F32, &[20]), ty(Element::F32, &[20])];
    let graph = graph(&types, |b, x| Ok(vec![b.dot(x[0], x[1])?]));
    let products: Vec<f32> = left.iter().zip(&right).map(|(x, y)| x * y).collect();
    let expected = combine(&products, true, |x, y| x + y).unwrap();
    assert_bits(&result(&graph, &[left, right]), &[expected], "dot of f32");
}

#[test]
fn products_for_the_kernel_are_the_same_sums() {
    type Pairs = &'static [(usize, usize)];
    let cases: [(&[usize], &[usize], Pairs, Pairs); 10] = [
        (&[12, 16], &[16, 20], &[], &[(1, 0)]),
        (&[16, 12], &[16, 20], &[], &[(0, 0)]),
        // Both operands lie across.
        (&[16, 12], &[20, 16], &[], &[(0, 1)]),
        // The columns are the left operand's.
        (&[16, 20], &[12, 16], &[], &[(0, 1)]),
        (&[1, 64], &[64, 33], &[], &[(1, 0)]),
        (&[64, 2], &[2, 40], &[], &[(1, 0)]),
        (&[30, 300], &[300, 9], &[], &[(1, 0)]),
        (&[3, 5, 16], &[3, 16, 20], &[(0, 0)], &[(2, 1)]),
        // Terms over two axes, which lie together in both operands, and in one of them only.
        (&[5, 12, 16], &[5, 12, 8], &[], &[(0, 0), (1, 1)]),
        (&[5, 12, 16], &[12, 5, 20], &[], &[(0, 1), (1, 0)]),
    ];
    for (left_extents, right_extents, batch, pairs) in cases {
        let c = Contraction {
            batch: batch.to_vec(),
            contracted: pairs.to_vec(),
            absolute: false,
        };
        let left = numbers(left_extents.iter().product(), 3);
        let right = numbers(right_extents.iter().product(), 4);
        let types = [f64s(left_extents), f64s(right_extents)];
        let graph = graph(&types, |b, x| Ok(vec![b.contract(x[0], x[1], &c)?]));
        let prepared = graph_ir::passes::prepare(&graph).unwrap();
        let program = graph_program::schedule(&prepared).unwrap().to_string();
        assert!(program.contains("product"), "{program}");
        let expected = contracted(&c, (&left, left_extents), (&right, right_extents));
        let found = result(&graph, &[left, right]);
        let what = format!("{left_extents:?} {right_extents:?}");
        assert_bits(&found, &expected, &what);
    }
}

/// Products of a chain: the operands and results of the kernel are parts of inputs and outputs,
/// constants, and locals that loops go over.
#[test]
fn the_kernel_reads_and_writes_wherever_matrices_are() {
    let table = numbers(24 * 24, 5);
    let graph = graph(&[f64s(&[40, 24]), f64s(&[24, 24])], |b, x| {
        let part = b.range(x[0], 0, 4, 24)?;
        let shape = Shape::new(&[24, 24])?;
        let table = Constant::from_f64s(Element::F64, shape, &table).unwrap();
        let table = b.constant(table);
        b.begin_region()?;
        let state = b.region_input(f64s(&[24, 24]));
        let next = b.matmul(b.matmul(state, part)?, table)?;
        let body = b.end_region(&[next, state])?;
        b.scan_region(body, &[x[1]], &[], 3, true)
    });
    let (x, first) = (numbers(40 * 24, 6), numbers(24 * 24, 7));
    let matmul = |left: &[f64], right: &[f64]| {
        let c = Contraction {
            batch: vec![],
            contracted: vec![(1, 0)],
            absolute: false,
        };
        contracted(&c, (left, &[24, 24]), (right, &[24, 24]))
    };
    let mut states = vec![first.clone()];
    for _ in 0..3 {
        let last = &states[states.len() - 1];
        states.push(matmul(&matmul(last, &x[4 * 24..28 * 24]), &table));
    }
    let executable = Executable::new(&graph).unwrap();
    let found: Vec<Vec<f64>> = executable.call(&[&x, &first]).unwrap();
    assert_bits(&found[0], &states[3], "state");
    let stacked = [&states[2][..], &states[1], &states[0]].concat();
    assert_bits(&found[1], &stacked, "states");
}

#[test]
fn single_precision_matrices_are_single() {
    // All sums are integers that `f32` has.
    let whole = |count, seed| numbers(count, seed).into_iter().map(|x| (x * 50.0).round());
    let (left, right): (Vec<f64>, Vec<f64>) =
        (whole(7 * 30, 1).collect(), whole(30 * 21, 2).collect());
    let types = [ty(Element::F32, &[7, 30]), ty(Element::F32, &[30, 21])];
    let graph = graph(&types, |b, x| Ok(vec![b.matmul(x[0], x[1])?]));
    let c = Contraction {
        batch: vec![],
        contracted: vec![(1, 0)],
        absolute: false,
    };
    let single = |v: &[f64]| v.iter().map(|&x| x as f32).collect::<Vec<f32>>();
    let expected = contracted(&c, (&left, &[7, 30]), (&right, &[30, 21]));
    let found = result(&graph, &[single(&left), single(&right)]);
    assert_bits(&found, &single(&expected), "product of f32");
}
