//! Contractions, against loops over index tuples.

use graph_ir::Element;
use graph_ir::ops::Contraction;

use crate::support::{assert_bits, combine, f64s, graph, indices, numbers, position, result, ty};

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
    let free = |axes: &[usize], extents: &[usize]| axes.iter().map(|&a| extents[a]).product();
    let (rows, columns): (usize, usize) = (
        free(&left_free, left_extents),
        free(&right_free, right_extents),
    );
    let innermost =
        c.contracted.last() == Some(&(left_rank - 1, right_rank - 1)) && (rows < 4 || columns < 4);
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
