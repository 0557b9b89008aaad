//! Reductions, contractions and composites, against loops over index tuples.

use graph_ir::Element;
use graph_ir::composite::Composite;
use graph_ir::ops::{Contraction, Reduction};
use graph_runtime::execute::Values;

use crate::support::{EDGES, assert_bits, f64s, graph, indices, numbers, position, result, ty};

/// The agreed order of combination, written out: eight partial results from sixteen terms on
/// where they are neighbours, else from the first to the last.
fn combine<T: Copy>(terms: &[T], innermost: bool, f: impl Fn(T, T) -> T) -> Option<T> {
    let (&first, rest) = terms.split_first()?;
    if !innermost || terms.len() < 16 {
        return Some(rest.iter().fold(first, |sum, &x| f(sum, x)));
    }
    let (groups, tail) = terms.as_chunks::<8>();
    let mut lanes = groups[0];
    for group in &groups[1..] {
        for (lane, &x) in lanes.iter_mut().zip(group) {
            *lane = f(*lane, x);
        }
    }
    let [a, b, c, d, e, g, h, i] = lanes;
    let tree = f(f(f(a, e), f(c, h)), f(f(b, g), f(d, i)));
    Some(tail.iter().fold(tree, |sum, &x| f(sum, x)))
}

/// The terms of each result of a reduction.
fn terms<T: Copy>(values: &[T], extents: &[usize], axes: &[usize]) -> Vec<Vec<T>> {
    let select = |keep: bool| -> Vec<usize> {
        let all = 0..extents.len();
        all.filter(|axis| axes.contains(axis) != keep).collect()
    };
    let (kept, reduced) = (select(true), select(false));
    let of = |axes: &[usize]| -> Vec<usize> { axes.iter().map(|&axis| extents[axis]).collect() };
    let results = indices(&of(&kept)).into_iter().map(|outer| {
        let terms = indices(&of(&reduced)).into_iter().map(|inner| {
            let mut index = vec![0; extents.len()];
            for (&axis, &i) in kept.iter().zip(&outer).chain(reduced.iter().zip(&inner)) {
                index[axis] = i;
            }
            values[position(extents, &index)]
        });
        terms.collect()
    });
    results.collect()
}

const REDUCTIONS: [(&[usize], &[usize]); 13] = [
    (&[1], &[0]),
    (&[15], &[0]),
    (&[16], &[0]),
    (&[37], &[0]),
    (&[40, 3], &[0]),
    (&[3, 40], &[1]),
    (&[40, 1], &[0]),
    (&[20, 1], &[0, 1]),
    (&[5, 3, 7], &[0, 2]),
    (&[5, 3, 7], &[1]),
    (&[5, 3, 7], &[0, 1]),
    (&[5, 3, 7], &[0, 1, 2]),
    (&[0, 3], &[1]),
];

#[test]
fn reductions_combine_in_the_agreed_order() {
    for (extents, axes) in REDUCTIONS {
        // Of very different sizes, so that another order gives other bits.
        let values = numbers(extents.iter().product(), 3);
        let scaled = |(i, x): (usize, &f64)| x * 10_f64.powi(i as i32 % 9);
        let values: Vec<f64> = values.iter().enumerate().map(scaled).collect();
        let innermost = axes.contains(&(extents.len() - 1));
        let all = terms(&values, extents, axes);
        for reduction in Reduction::ALL {
            let graph = graph(&[f64s(extents)], |b, x| {
                Ok(vec![b.reduce(reduction, x[0], axes)?])
            });
            let what = format!("{reduction:?} of {extents:?} over {axes:?}");
            let fold = |f: fn(f64, f64) -> f64| -> Vec<f64> {
                all.iter()
                    .map(|terms| combine(terms, innermost, f).unwrap())
                    .collect()
            };
            let expected = match reduction {
                Reduction::Sum => fold(|x, y| x + y),
                Reduction::Prod => fold(|x, y| x * y),
                Reduction::Max => fold(f64::max),
                Reduction::Min => fold(f64::min),
                Reduction::ArgMax | Reduction::ArgMin => {
                    let largest = reduction == Reduction::ArgMax;
                    let best = |terms: &Vec<f64>| {
                        let ordered = |&i: &usize, &j: &usize| {
                            let order = terms[i].total_cmp(&terms[j]);
                            let order = if largest { order.reverse() } else { order };
                            order.then(i.cmp(&j))
                        };
                        (0..terms.len()).min_by(ordered).unwrap() as i64
                    };
                    let expected: Vec<i64> = all.iter().map(best).collect();
                    assert_eq!(result::<i64>(&graph, &[&values[..]]), expected, "{what}");
                    continue;
                }
            };
            assert_bits(&result(&graph, &[&values[..]]), &expected, &what);
        }
    }
}

#[test]
fn single_precision_is_combined_in_single_precision() {
    let values: Vec<f32> = numbers(37, 5).iter().map(|&x| x as f32).collect();
    let graph = graph(&[ty(Element::F32, &[37])], |b, x| {
        Ok(vec![b.reduce(Reduction::Sum, x[0], &[0])?])
    });
    let expected = combine(&values, true, |x, y| x + y).unwrap();
    assert_bits(&result(&graph, &[values]), &[expected], "sum of f32");
}

#[test]
fn a_reduction_of_nothing_is_neutral() {
    for (reduction, expected) in [(Reduction::Sum, 0.0), (Reduction::Prod, 1.0)] {
        let graph = graph(&[f64s(&[2, 0])], |b, x| {
            Ok(vec![b.reduce(reduction, x[0], &[1])?])
        });
        assert_bits(&result(&graph, &[[0.0; 0]]), &[expected; 2], "nothing");
    }
    let graph = graph(&[f64s(&[0, 5])], |b, x| {
        Ok(vec![b.reduce(Reduction::Max, x[0], &[1])?])
    });
    assert_eq!(result::<f64>(&graph, &[[0.0; 0]]), []);
}

#[test]
fn zeros_and_nans_at_the_edges_of_reductions() {
    let reduce = |reduction, values: &[f64]| {
        let graph = graph(&[f64s(&[values.len()])], |b, x| {
            Ok(vec![b.reduce(reduction, x[0], &[0])?])
        });
        result::<f64>(&graph, &[values])[0]
    };
    let nan = f64::NAN;
    assert_bits(
        &[reduce(Reduction::Sum, &[-0.0; 3])],
        &[-0.0],
        "negative zeros",
    );
    assert_bits(
        &[reduce(Reduction::Sum, &[-0.0; 20])],
        &[-0.0],
        "negative zeros",
    );
    assert_bits(
        &[reduce(Reduction::Max, &[-0.0, 0.0])],
        &[-0.0],
        "first of a tie",
    );
    assert_bits(
        &[reduce(Reduction::Max, &[nan, 1.0, nan, 2.0])],
        &[2.0],
        "beside NaN",
    );
    assert_bits(&[reduce(Reduction::Min, &[nan, nan])], &[nan], "only NaN");
    assert_bits(&[reduce(Reduction::Sum, &EDGES)], &[nan], "NaN in a sum");
    let position = |reduction, values: &[f64]| {
        let graph = graph(&[f64s(&[values.len()])], |b, x| {
            Ok(vec![b.reduce(reduction, x[0], &[0])?])
        });
        result::<i64>(&graph, &[values])[0]
    };
    assert_eq!(position(Reduction::ArgMax, &[nan, 1.0, nan, 2.0, 2.0]), 3);
    assert_eq!(position(Reduction::ArgMin, &[0.0, -0.0, nan]), 0);
    assert_eq!(position(Reduction::ArgMax, &[nan, nan]), 0);
    assert_eq!(position(Reduction::ArgMax, &[5.0]), 0);
}

#[test]
fn integers_reduce_by_their_order() {
    let values = [3, i64::MAX, -7, i64::MAX, i64::MIN, 2];
    let expected = [
        (
            Reduction::Sum,
            values.iter().fold(0, |s: i64, &x| s.wrapping_add(x)),
        ),
        (
            Reduction::Prod,
            values.iter().fold(1, |s: i64, &x| s.wrapping_mul(x)),
        ),
        (Reduction::Max, i64::MAX),
        (Reduction::Min, i64::MIN),
        (Reduction::ArgMax, 1),
        (Reduction::ArgMin, 4),
    ];
    for (reduction, expected) in expected {
        let graph = graph(&[ty(Element::I64, &[6])], |b, x| {
            Ok(vec![b.reduce(reduction, x[0], &[0])?])
        });
        assert_eq!(
            result::<i64>(&graph, &[values]),
            [expected],
            "{reduction:?}"
        );
    }
}

#[test]
fn positions_in_rank_zero_are_zero() {
    let graph = graph(&[f64s(&[])], |b, x| {
        Ok(vec![b.reduce(Reduction::ArgMax, x[0], &[])?])
    });
    assert_eq!(result::<i64>(&graph, &[f64::NAN]), [0]);
}

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
    let innermost = c.contracted.last() == Some(&(left_rank - 1, right_rank - 1));
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
    let cases: [(&[usize], &[usize], Pairs, Pairs); 11] = [
        (&[20], &[20], &[], &[(0, 0)]),
        (&[1], &[1], &[], &[(0, 0)]),
        (&[3, 20], &[20, 4], &[], &[(1, 0)]),
        (&[3, 20], &[4, 20], &[], &[(1, 1)]),
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
fn composites_are_their_formulas_without_overflow() {
    let rows = [[1.0, 2.0, 0.5], [1000.0, 1000.0, -1000.0], [0.0, 0.0, 0.0]];
    let composite = |composite: Composite, values: &[f64]| {
        let graph = graph(&[f64s(&[3, 3])], |b, x| {
            Ok(vec![b.composite(composite, &[x[0]], &[1])?])
        });
        result::<f64>(&graph, &[values])
    };
    let close = |found: &[f64], expected: &[f64]| {
        assert_eq!(found.len(), expected.len());
        for (f, e) in found.iter().zip(expected) {
            assert!(
                (f - e).abs() <= 1e-14 * e.abs().max(1.0),
                "{found:?}, not {expected:?}"
            );
        }
    };
    let values = rows.as_flattened();
    let sum = 1_f64.exp() + 2_f64.exp() + 0.5_f64.exp();
    let third = 1.0 / 3.0;
    let first = [1.0, 2.0, 0.5].map(|x: f64| x.exp() / sum);
    let softmax = [first, [0.5, 0.5, 0.0], [third; 3]];
    close(
        &composite(Composite::Softmax, values),
        softmax.as_flattened(),
    );
    let logarithm = [
        [1.0, 2.0, 0.5].map(|x: f64| x - sum.ln()),
        [-(2_f64.ln()), -(2_f64.ln()), -2000.0 - 2_f64.ln()],
        [third.ln(); 3],
    ];
    close(
        &composite(Composite::LogSoftmax, values),
        logarithm.as_flattened(),
    );
    let log_sum_exp = [sum.ln(), 1000.0 + 2_f64.ln(), 3_f64.ln()];
    close(&composite(Composite::LogSumExp, values), &log_sum_exp);
    close(
        &composite(Composite::Mean, values),
        &[3.5 / 3.0, 1000.0 / 3.0, 0.0],
    );
    let variance = |row: [f64; 3]| {
        let mean = (row[0] + row[1] + row[2]) / 3.0;
        row.map(|x| (x - mean) * (x - mean)).iter().sum::<f64>() / 3.0
    };
    let variances = rows.map(variance);
    for (f, e) in composite(Composite::Variance, values).iter().zip(variances) {
        assert!((f - e).abs() <= 1e-14 * e, "{f}, not {e}");
    }
    let norm = [(1.0_f64 + 4.0 + 0.25).sqrt(), 3e6_f64.sqrt(), 0.0];
    close(&composite(Composite::Norm, values), &norm);
}

#[test]
fn a_composite_has_the_bits_of_its_expansion() {
    for composite in Composite::ALL {
        for element in [Element::F64, Element::F32] {
            let graph = graph(&[ty(element, &[2, 20])], |b, x| {
                Ok(vec![b.composite(composite, &[x[0]], &[1])?])
            });
            let expanded = graph_ir::passes::expand(&graph).unwrap();
            let values = numbers(40, 9);
            let singles: Vec<f32> = values.iter().map(|&x| x as f32).collect();
            let what = composite.name();
            if element == Element::F64 {
                let inputs = [Values::F64(&values)];
                let expected: Vec<f64> = result(&expanded, &inputs);
                assert_bits(&result(&graph, &inputs), &expected, what);
            } else {
                let inputs = [Values::F32(&singles)];
                let expected: Vec<f32> = result(&expanded, &inputs);
                assert_bits(&result(&graph, &inputs), &expected, what);
            }
        }
    }
}
