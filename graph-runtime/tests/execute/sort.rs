//! Sorting against std's stable sort.

use graph_ir::passes::prepare;
use graph_ir::{Element, Graph};
use graph_runtime::check::Random;
use graph_runtime::execute::{Executable, Values};

use crate::support::{EDGES, assert_bits, f64s, graph, indices, position, result, ty};

/// The lengths around which the code changes: nothing, one, comparisons written out, keys that are
/// copied into less or more, positions alone.
const LENGTHS: [usize; 14] = [0, 1, 2, 3, 7, 9, 16, 17, 32, 33, 128, 129, 300, 1000];

/// The order, by std: NaNs last, both zeros one.
fn expected(x: &[f64]) -> Vec<i64> {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|&i, &j| match (x[i].is_nan(), x[j].is_nan()) {
        (false, false) => x[i].partial_cmp(&x[j]).unwrap(),
        (a, b) => a.cmp(&b),
    });
    order.into_iter().map(|i| i as i64).collect()
}

/// Both operators over one operand.
fn both(element: Element, extents: &[usize], axis: usize) -> Graph {
    graph(&[ty(element, extents)], |b, x| {
        Ok(vec![b.sort(x[0], axis)?, b.argsort(x[0], axis)?])
    })
}

fn run(graph: &Graph, x: Values<'_>) -> (Vec<f64>, Vec<i64>) {
    let executable = Executable::new(graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    executable
        .run(
            &mut graph_runtime::execute::Host::new(),
            &mut workspace,
            &[x],
        )
        .unwrap();
    let sorted = match workspace.output(0).unwrap() {
        Values::F64(v) => v.to_vec(),
        Values::F32(v) => v.iter().map(|&x| f64::from(x)).collect(),
        Values::I64(v) => v.iter().map(|&x| x as f64).collect(),
        Values::Bool(_) => unreachable!("numbers"),
    };
    let Values::I64(positions) = workspace.output(1).unwrap() else {
        unreachable!("positions are integers");
    };
    (sorted, positions.to_vec())
}

/// Few different numbers, so that there are ties, with what is at the edges among them.
fn numbers(random: &mut Random, length: usize) -> Vec<f64> {
    let one = |random: &mut Random| match random.below(4) {
        0 => EDGES[random.below(EDGES.len())],
        _ => random.below(7) as f64 - 3.0,
    };
    (0..length).map(|_| one(random)).collect()
}

#[test]
fn vectors_of_all_lengths() {
    let random = &mut Random::new(7);
    for length in LENGTHS {
        let graph = both(Element::F64, &[length], 0);
        for _ in 0..20 {
            let x = numbers(random, length);
            let (sorted, positions) = run(&graph, Values::F64(&x));
            assert_eq!(positions, expected(&x), "{x:?}");
            let by_std: Vec<f64> = positions.iter().map(|&i| x[i as usize]).collect();
            assert_bits(&sorted, &by_std, "sorted");
        }
    }
}

#[test]
fn zeros_and_nans_keep_their_order() {
    let x = [
        f64::NAN,
        0.0,
        -0.0,
        f64::INFINITY,
        0.0,
        -f64::NAN,
        -0.0,
        f64::NEG_INFINITY,
    ];
    let (sorted, positions) = run(&both(Element::F64, &[8], 0), Values::F64(&x));
    assert_eq!(positions, [7, 1, 2, 4, 6, 3, 0, 5]);
    let inf = f64::INFINITY;
    let bits = [-inf, 0.0, -0.0, 0.0, -0.0, inf, f64::NAN, f64::NAN];
    assert_bits(&sorted, &bits, "sorted");
    // The same among more than are compared one with another.
    let mut long = vec![1.0; 40];
    long[..8].copy_from_slice(&x);
    let (sorted, positions) = run(&both(Element::F64, &[40], 0), Values::F64(&long));
    assert_eq!(positions, expected(&long));
    assert_bits(&sorted[..5], &bits[..5], "first");
    assert!(sorted[38].is_nan() && sorted[39].is_nan());
    assert_eq!(positions[38..], [0, 5]);
}

#[test]
fn every_axis_of_every_shape() {
    let random = &mut Random::new(8);
    let shapes: [&[usize]; 11] = [
        &[2, 3],
        &[3, 2],
        &[12, 30],
        &[30, 12],
        &[1, 20],
        &[20, 1],
        &[4, 10, 9],
        &[4, 17, 3],
        &[50, 1, 1],
        &[0, 9],
        &[2, 1, 5],
    ];
    for extents in shapes {
        for axis in 0..extents.len() {
            let graph = both(Element::F64, extents, axis);
            let x = numbers(random, extents.iter().product());
            let (sorted, positions) = run(&graph, Values::F64(&x));
            for index in indices(extents) {
                let at = |along: usize| {
                    let mut index = index.clone();
                    index[axis] = along;
                    position(extents, &index)
                };
                let line: Vec<f64> = (0..extents[axis]).map(|i| x[at(i)]).collect();
                let from = expected(&line)[index[axis]];
                let here = position(extents, &index);
                assert_eq!(
                    positions[here], from,
                    "{extents:?} along {axis} at {index:?}"
                );
                assert_bits(&[sorted[here]], &[line[from as usize]], "sorted");
            }
        }
    }
}

#[test]
fn floats_of_32_bits_and_integers() {
    for length in LENGTHS {
        let x: Vec<i64> = (0..length as i64).map(|i| (i * 37 + 11) % 23 - 9).collect();
        let singles: Vec<f32> = x.iter().map(|&x| x as f32 / 3.0).collect();
        let doubles: Vec<f64> = x.iter().map(|&x| x as f64).collect();
        let order = expected(&doubles);
        let values: Vec<f64> = order.iter().map(|&i| doubles[i as usize]).collect();
        let (sorted, positions) = run(&both(Element::I64, &[length], 0), Values::I64(&x));
        assert_eq!((&positions, &sorted), (&order, &values));
        let (sorted, positions) = run(&both(Element::F32, &[length], 0), Values::F32(&singles));
        assert_eq!(positions, order);
        let values: Vec<f64> = order.iter().map(|&i| singles[i as usize].into()).collect();
        assert_bits(&sorted, &values, "sorted");
    }
    let extremes = [5, i64::MIN, i64::MAX, -1, i64::MIN, 0, i64::MAX, 7, 1, 2];
    let (_, positions) = run(&both(Element::I64, &[10], 0), Values::I64(&extremes));
    assert_eq!(positions, [1, 4, 3, 5, 8, 9, 0, 7, 2, 6]);
}

/// Sorted values, and positions that are used, may be views, and may come from loops.
#[test]
fn through_views_and_of_what_is_computed() {
    let graph = graph(&[f64s(&[40])], |b, x| {
        let pairs = b.reshape(x[0], &graph_ir::Shape::new(&[20, 2])?)?;
        let column = b.index(pairs, 1, 1)?;
        let squares = column * column;
        let turned = b.flip(squares, 0)?;
        let order = b.argsort(turned, 0)?;
        let flipped = b.flip(order, 0)?;
        Ok(vec![
            b.gather(turned, flipped, 0)?,
            b.gather(column, order, 0)?,
        ])
    });
    let x: Vec<f64> = (0..40).map(|i| f64::from(i * 29 % 40) - 20.0).collect();
    let column: Vec<f64> = x.iter().copied().skip(1).step_by(2).collect();
    let turned: Vec<f64> = column.iter().rev().map(|x| x * x).collect();
    let order = expected(&turned);
    let executable = Executable::new(&graph).unwrap();
    let found = executable.call::<f64>(&[&x]).unwrap();
    let down: Vec<f64> = order.iter().rev().map(|&i| turned[i as usize]).collect();
    assert_eq!(found[0], down);
    let other: Vec<f64> = order.iter().map(|&i| column[i as usize]).collect();
    assert_eq!(found[1], other);
}

#[test]
fn of_one_number_repeated() {
    let graph = graph(&[f64s(&[])], |b, x| {
        let row = b.broadcast(x[0], &graph_ir::Shape::new(&[40])?, &[])?;
        let order = b.argsort(row, 0)?;
        Ok(vec![b.sort(row, 0)? + b.cast(order, Element::F64)?])
    });
    let expected: Vec<f64> = (0..40).map(|i| f64::from(i) + 0.5).collect();
    assert_eq!(result::<f64>(&graph, &[[0.5]]), expected);
}

#[test]
fn a_loop_sorts_in_each_iteration() {
    let graph = graph(&[f64s(&[12])], |b, x| {
        b.begin_region()?;
        let carried = b.region_input(x[0].ty()?);
        let sorted = b.sort(carried, 0)?;
        let turned = b.flip(sorted, 0)? * -1.0;
        let body = b.end_region(&[turned])?;
        Ok(vec![b.scan_region(body, &[x[0]], &[], 3, false)?[0]])
    });
    let x: Vec<f64> = (0..12).map(|i| f64::from(i * 7 % 12) - 5.0).collect();
    let mut expected = x.clone();
    for _ in 0..3 {
        expected.sort_by(f64::total_cmp);
        expected.reverse();
        expected.iter_mut().for_each(|x| *x = -*x);
    }
    assert_eq!(result::<f64>(&graph, &[&x]), expected);
    let prepared = prepare(&graph).unwrap();
    assert_eq!(result::<f64>(&prepared, &[&x]), expected);
}
