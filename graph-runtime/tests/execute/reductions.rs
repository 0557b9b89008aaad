//! Reductions, against loops over index tuples.

use graph_ir::Element;
use graph_ir::ops::Reduction;

use crate::numbers::numbers;
use crate::support::{EDGES, assert_bits, combine, f64s, graph, indices, position, result, ty};

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
    assert!(result::<f64>(&graph, &[[0.0; 0]]).is_empty());
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
