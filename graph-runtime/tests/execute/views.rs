//! Views and assemblies, against loops over index tuples.

use graph_ir::ops::{Slice, Windows};
use graph_ir::{Element, Shape};
use graph_runtime::execute::Values;

use crate::numbers::numbers;
use crate::support::{f64s, graph, indices, position, result, ty};

const EXTENTS: [&[usize]; 6] = [&[], &[1], &[3], &[2, 3, 4], &[3, 1, 2], &[2, 0, 3]];

/// Numbers that tell where they come from.
fn counted(size: usize) -> Vec<f64> {
    (0..size).map(|i| i as f64).collect()
}

#[test]
fn broadcasting_repeats_along_new_axes() {
    let cases: [(&[usize], &[usize], &[usize]); 7] = [
        (&[], &[2, 3], &[]),
        (&[3], &[2, 3], &[1]),
        (&[2], &[2, 3], &[0]),
        (&[2, 4], &[2, 3, 4], &[0, 2]),
        (&[3], &[1, 3, 1], &[1]),
        (&[1], &[1, 5], &[0]),
        (&[0], &[4, 0], &[1]),
    ];
    for (from, to, axes) in cases {
        let graph = graph(&[f64s(from)], |b, x| {
            Ok(vec![b.broadcast(x[0], &Shape::new(to)?, axes)?])
        });
        let values = counted(from.iter().product());
        let expected = indices(to).into_iter().map(|index| {
            let own: Vec<usize> = axes.iter().map(|&axis| index[axis]).collect();
            values[position(from, &own)]
        });
        let expected: Vec<f64> = expected.collect();
        assert_eq!(
            result::<f64>(&graph, &[values]),
            expected,
            "{from:?} to {to:?}"
        );
    }
}

#[test]
fn transposing_permutes_axes() {
    let permutations: [&[usize]; 5] = [&[1, 2, 0], &[2, 1, 0], &[0, 2, 1], &[1, 0, 2], &[0, 1, 2]];
    for extents in [[2, 3, 4], [3, 1, 2], [2, 0, 3]] {
        for permutation in permutations {
            let graph = graph(&[f64s(&extents)], |b, x| {
                Ok(vec![b.transpose(x[0], permutation)?])
            });
            let values = counted(extents.iter().product());
            let to: Vec<usize> = permutation.iter().map(|&axis| extents[axis]).collect();
            let expected = indices(&to).into_iter().map(|index| {
                let mut own = [0; 3];
                for (&axis, i) in permutation.iter().zip(index) {
                    own[axis] = i;
                }
                values[position(&extents, &own)]
            });
            let expected: Vec<f64> = expected.collect();
            assert_eq!(
                result::<f64>(&graph, &[values]),
                expected,
                "{permutation:?}"
            );
        }
    }
}

#[test]
fn reshaping_keeps_the_elements() {
    for (from, to) in [(&[2, 6][..], &[3, 4][..]), (&[1], &[]), (&[0, 3], &[5, 0])] {
        let graph = graph(&[f64s(from)], |b, x| {
            Ok(vec![b.reshape(x[0], &Shape::new(to)?)?])
        });
        let values = counted(from.iter().product());
        assert_eq!(result::<f64>(&graph, &[&values[..]]), values);
    }
}

#[test]
fn windows_slide_along_an_axis() {
    // Extents, axis, size, stride and dilation.
    type Case = (&'static [usize], usize, [usize; 3]);
    let cases: [Case; 8] = [
        (&[5], 0, [3, 1, 1]),
        (&[5], 0, [2, 2, 1]),
        (&[7, 2], 0, [3, 2, 2]),
        (&[2, 9], 1, [2, 3, 4]),
        (&[2, 40], 1, [5, 1, 2]),
        (&[4], 0, [1, 3, 1]),
        (&[4], 0, [4, 1, 1]),
        (&[3, 0], 0, [2, 1, 1]),
    ];
    for (from, axis, [size, stride, dilation]) in cases {
        let windows = Windows {
            axis,
            size,
            stride,
            dilation,
        };
        let graph = graph(&[f64s(from)], |b, x| Ok(vec![b.windows(x[0], windows)?]));
        let values = counted(from.iter().product());
        let to = graph.output_types().next().unwrap().shape.extents();
        let expected = indices(&to).into_iter().map(|mut own| {
            let within = own.pop().unwrap();
            own[axis] = own[axis] * stride + within * dilation;
            values[position(from, &own)]
        });
        let expected: Vec<f64> = expected.collect();
        assert_eq!(
            result::<f64>(&graph, &[values]),
            expected,
            "{windows:?} of {from:?}"
        );
    }
}

#[test]
fn slicing_starts_and_steps() {
    // Extents, start and step along each axis, extents of the part.
    type Case = (&'static [usize], &'static [(i64, i64)], &'static [usize]);
    let cases: [Case; 9] = [
        (&[5], &[(1, 1)], &[3]),
        (&[5], &[(4, -2)], &[3]),
        (&[5], &[(2, 1)], &[0]),
        (&[5], &[(3, 1)], &[1]),
        (&[4, 5], &[(0, 2), (4, -1)], &[2, 5]),
        (&[4, 5], &[(2, 1), (0, 1)], &[1, 5]),
        (&[4, 5], &[(1, 1), (2, 1)], &[2, 1]),
        (&[2, 3, 4], &[(1, 1), (0, 2), (3, -3)], &[1, 2, 2]),
        (&[], &[], &[]),
    ];
    for (from, axes, to) in cases {
        let slice = Slice::from_known(axes.to_vec());
        let graph = graph(&[f64s(from)], |b, x| {
            Ok(vec![b.slice(x[0], &slice, &Shape::new(to)?)?])
        });
        let values = counted(from.iter().product());
        let expected = indices(to).into_iter().map(|index| {
            let own = axes.iter().zip(index);
            let own = own.map(|(&(start, step), i)| (start + step * i as i64) as usize);
            values[position(from, &own.collect::<Vec<_>>())]
        });
        let expected: Vec<f64> = expected.collect();
        assert_eq!(
            result::<f64>(&graph, &[values]),
            expected,
            "{axes:?} of {from:?}"
        );
    }
}

#[test]
fn views_of_views_find_their_elements() {
    let graph = graph(&[f64s(&[4, 6])], |b, x| {
        let rows = b.range(x[0], 0, 1, 2)?;
        let row = b.index(rows, 0, 1)?;
        let pairs = b.reshape(row, &Shape::new(&[3, 2])?)?;
        let turned = b.transpose(pairs, &[1, 0])?;
        Ok(vec![b.index(turned, 0, 1)?])
    });
    assert_eq!(result::<f64>(&graph, &[counted(24)]), [13.0, 15.0, 17.0]);
}

#[test]
fn an_assembly_places_pieces_over_a_background() {
    let places = [
        Slice::from_known([(0, 2), (1, 1)]),
        Slice::from_known([(1, 1), (3, -1)]),
    ];
    let types = [f64s(&[]), f64s(&[2, 3]), f64s(&[1, 2])];
    let graph = graph(&types, |b, x| {
        let pieces = [(x[1], places[0].clone()), (x[2], places[1].clone())];
        Ok(vec![b.assemble(x[0], &pieces, &f64s(&[3, 4]))?])
    });
    let pieces = [vec![-1.0], counted(6), vec![8.0, 9.0]];
    let expected = [
        [-1.0, 0.0, 1.0, 2.0],
        [-1.0, -1.0, 9.0, 8.0],
        [-1.0, 3.0, 4.0, 5.0],
    ];
    assert_eq!(result::<f64>(&graph, &pieces), expected.as_flattened());
}

/// A sum starts with its first term: nothing is added to it, not even a zero.
#[test]
fn pieces_are_added_in_their_order_where_they_overlap() {
    let at = |start, step| Slice::from_known([(start, step)]);
    let types = [f64s(&[]), f64s(&[3]), f64s(&[2]), f64s(&[3])];
    let graph = graph(&types, |b, x| {
        let pieces = [(x[1], at(0, 1)), (x[2], at(4, -3)), (x[3], at(0, 2))];
        Ok(vec![b.superpose(x[0], &pieces, &f64s(&[6]))?])
    });
    let pieces = [
        vec![-1.0],
        vec![1e16, 1.0, -0.0],
        vec![-0.0, 2.0],
        vec![1.0, -0.0, -0.0],
    ];
    let found = result::<f64>(&graph, &pieces);
    let expected = [1e16 + 1.0, 3.0, -0.0, -1.0, -0.0, -1.0];
    let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&found), bits(&expected), "{found:?}");
}

#[test]
fn concatenation_padding_and_stacking_are_assemblies() {
    let types = [f64s(&[2, 1]), f64s(&[2, 0]), f64s(&[2, 2])];
    let concat = graph(&types, |b, x| Ok(vec![b.concat(x, 1)?]));
    let pieces = [vec![1.0, 2.0], vec![], vec![3.0, 4.0, 5.0, 6.0]];
    let expected = [1.0, 3.0, 4.0, 2.0, 5.0, 6.0];
    assert_eq!(result::<f64>(&concat, &pieces), expected);

    let stack = graph(&[f64s(&[]), f64s(&[])], |b, x| Ok(vec![b.stack(x, 0)?]));
    assert_eq!(result::<f64>(&stack, &[7.0, 8.0]), [7.0, 8.0]);

    let pad = graph(&[f64s(&[2]), f64s(&[])], |b, x| {
        Ok(vec![b.pad(x[0], &[(1, 2)], x[1])?])
    });
    let inputs = [vec![1.0, 2.0], vec![9.0]];
    assert_eq!(result::<f64>(&pad, &inputs), [9.0, 1.0, 2.0, 9.0, 9.0]);
}

#[test]
fn elements_of_every_type_are_moved() {
    for element in [Element::F32, Element::I64, Element::Bool] {
        let graph = graph(&[ty(element, &[2, 3])], |b, x| {
            let turned = b.transpose(x[0], &[1, 0])?;
            Ok(vec![b.concat(&[turned, turned], 0)?])
        });
        let order = [0, 3, 1, 4, 2, 5, 0, 3, 1, 4, 2, 5];
        let (singles, integers) = ([0.5_f32, 1.5, 2.5, 3.5, 4.5, 5.5], [10, 11, 12, 13, 14, 15]);
        let truths = [true, false, false, true, true, false];
        match element {
            Element::F32 => {
                let found = result::<f32>(&graph, &[Values::F32(&singles)]);
                assert_eq!(found, order.map(|i| singles[i]));
            }
            Element::I64 => {
                let found = result::<i64>(&graph, &[Values::I64(&integers)]);
                assert_eq!(found, order.map(|i| integers[i]));
            }
            _ => {
                let found = result::<bool>(&graph, &[Values::Bool(&truths)]);
                assert_eq!(found, order.map(|i| truths[i]));
            }
        }
    }
}

#[test]
fn views_are_for_every_extent() {
    for extents in EXTENTS {
        let graph = graph(&[f64s(extents)], |b, x| {
            let reversed: Vec<usize> = (0..extents.len()).rev().collect();
            let there = b.transpose(x[0], &reversed)?;
            Ok(vec![b.transpose(there, &reversed)? + x[0]])
        });
        let values = numbers(extents.iter().product(), 1);
        let doubled: Vec<f64> = values.iter().map(|x| x + x).collect();
        assert_eq!(result::<f64>(&graph, &[values]), doubled);
    }
}
