//! Gathering and scattering.

use graph_ir::{Element, Graph};
use graph_runtime::execute::{Executable, ExecuteError, Values};

use crate::numbers::numbers;
use crate::support::{assert_bits, f64s, graph, indices, position, result, ty};

fn gather(data: &[usize], count: &[usize], axis: usize) -> Graph {
    graph(&[f64s(data), ty(Element::I64, count)], |b, x| {
        Ok(vec![b.gather(x[0], x[1], axis)?])
    })
}

/// The extents with those of the indices in place of an axis.
fn replaced(data: &[usize], count: &[usize], axis: usize) -> Vec<usize> {
    [&data[..axis], count, &data[axis + 1..]].concat()
}

#[test]
fn gathering_takes_the_parts_at_the_indices() {
    let cases: [(&[usize], &[usize], usize); 6] = [
        (&[5], &[3], 0),
        (&[5], &[], 0),
        (&[4, 3], &[2, 2], 0),
        (&[4, 3], &[3], 1),
        (&[2, 4, 3], &[5], 1),
        (&[2, 4, 0], &[5], 1),
    ];
    for (data, count, axis) in cases {
        let values = numbers(data.iter().product(), 4);
        let wanted: Vec<i64> = (0..count.iter().product::<usize>())
            .map(|i| (i * 7 % data[axis]) as i64)
            .collect();
        let to = replaced(data, count, axis);
        let expected = indices(&to).into_iter().map(|index| {
            let inner = &index[axis..axis + count.len()];
            let mut own = index[..axis].to_vec();
            own.push(wanted[position(count, inner)] as usize);
            own.extend(&index[axis + count.len()..]);
            values[position(data, &own)]
        });
        let expected: Vec<f64> = expected.collect();
        let inputs = [Values::F64(&values), Values::I64(&wanted)];
        let found = result(&gather(data, count, axis), &inputs);
        assert_bits(
            &found,
            &expected,
            &format!("{data:?} at {count:?} along {axis}"),
        );
    }
}

#[test]
fn elements_of_every_type_are_gathered() {
    let indices = [2, 0];
    for element in [Element::F32, Element::I64, Element::Bool] {
        let graph = graph(&[ty(element, &[3]), ty(Element::I64, &[2])], |b, x| {
            Ok(vec![b.gather(x[0], x[1], 0)?])
        });
        let i = Values::I64(&indices);
        match element {
            Element::F32 => {
                let data = Values::F32(&[1.0, 2.0, 3.0]);
                assert_eq!(result::<f32>(&graph, &[data, i]), [3.0, 1.0]);
            }
            Element::I64 => {
                let data = Values::I64(&[1, 2, 3]);
                assert_eq!(result::<i64>(&graph, &[data, i]), [3, 1]);
            }
            _ => {
                let data = Values::Bool(&[true, false, false]);
                assert_eq!(result::<bool>(&graph, &[data, i]), [false, true]);
            }
        }
    }
}

#[test]
fn scattering_adds_in_the_order_of_the_indices() {
    let types = [ty(Element::I64, &[4]), f64s(&[4])];
    let graph = graph(&types, |b, x| {
        Ok(vec![b.scatter_add(x[0], x[1], 0, &f64s(&[3]))?])
    });
    let inputs = [
        Values::I64(&[2, 0, 2, 2]),
        Values::F64(&[1e100, -0.0, 1.0, -1e100]),
    ];
    // 0 + 1e100 + 1 - 1e100 loses the 1, and a negative zero is added to a positive one.
    assert_bits(&result(&graph, &inputs), &[0.0, 0.0, 0.0], "scatter");
}

#[test]
fn scattering_is_the_adjoint_of_gathering() {
    for (data, count, axis) in [(&[4, 3][..], &[2, 2][..], 0), (&[2, 4, 3], &[5], 1)] {
        let wanted: Vec<i64> = (0..count.iter().product::<usize>())
            .map(|i| (i * 3 % data[axis]) as i64)
            .collect();
        let to = replaced(data, count, axis);
        let updates = numbers(to.iter().product(), 6);
        let types = [ty(Element::I64, count), f64s(&to)];
        let scatter = graph(&types, |b, x| {
            Ok(vec![b.scatter_add(x[0], x[1], axis, &f64s(data))?])
        });
        let inputs = [Values::I64(&wanted), Values::F64(&updates)];
        let scattered: Vec<f64> = result(&scatter, &inputs);
        let values = numbers(data.iter().product(), 5);
        let inputs = [Values::F64(&values), Values::I64(&wanted)];
        let gathered: Vec<f64> = result(&gather(data, count, axis), &inputs);
        let dot = |x: &[f64], y: &[f64]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f64>();
        let (left, right) = (dot(&gathered, &updates), dot(&values, &scattered));
        assert!((left - right).abs() < 1e-14, "{left} {right}");
    }
}

#[test]
fn an_index_out_of_range_names_node_and_index() {
    for (extent, index, message) in [
        (5, 5, "at %2: index 5 is out of range: positions are 0 to 4"),
        (
            5,
            -1,
            "at %2: index -1 is out of range: positions are 0 to 4",
        ),
        (
            1,
            3,
            "at %2: index 3 is out of range: the only position is 0",
        ),
        (0, 0, "at %2: index 0 is out of range: the axis is empty"),
        (
            5,
            i64::MIN,
            "at %2: index -9223372036854775808 is out of range: positions are 0 to 4",
        ),
    ] {
        let executable = Executable::new(&gather(&[extent], &[], 0)).unwrap();
        let data = vec![0.0; extent];
        let inputs = [Values::F64(&data), Values::I64(&[index])];
        let error = executable.call::<f64>(&inputs).unwrap_err();
        assert!(matches!(error, ExecuteError::IndexOutOfRange { .. }));
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn indices_are_checked_where_parts_are_empty() {
    let executable = Executable::new(&gather(&[0, 2], &[1], 1)).unwrap();
    let inputs = [Values::F64(&[]), Values::I64(&[2])];
    assert!(executable.call::<f64>(&inputs).is_err());
    // As many parts as memory has bytes, all empty: no time passes.
    let executable = Executable::new(&gather(&[1 << 36, 2, 0], &[0], 1)).unwrap();
    let inputs = [Values::F64(&[]), Values::I64(&[])];
    assert_eq!(executable.call::<f64>(&inputs).unwrap(), [vec![0.0; 0]]);
}

#[test]
fn a_failed_evaluation_leaves_the_workspace_usable() {
    let executable = Executable::new(&gather(&[2], &[], 0)).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let mut evaluate = |index: i64| {
        let mut y = [0.0];
        let inputs = [Values::F64(&[7.0, 8.0]), Values::I64(&[index])];
        let outcome = executable.evaluate(&mut workspace, &inputs, &mut [&mut y]);
        outcome.map(|_| y[0])
    };
    assert!(evaluate(2).is_err());
    assert_eq!(evaluate(1), Ok(8.0));
}

#[test]
fn a_part_is_replaced_at_its_position() {
    let cases: [(&[usize], &[usize]); 8] = [
        (&[5], &[0]),
        (&[40], &[0]),
        (&[4, 3], &[0]),
        (&[4, 3], &[0, 1]),
        (&[7, 9], &[1]),
        (&[3, 4, 5], &[0, 2]),
        (&[3, 4, 5], &[1]),
        (&[3, 0, 5], &[2]),
    ];
    for (extents, axes) in cases {
        let part: Vec<usize> = (0..extents.len())
            .filter(|axis| !axes.contains(axis))
            .map(|axis| extents[axis])
            .collect();
        let positions = vec![ty(Element::I64, &[]); axes.len()];
        let inputs = [&[f64s(extents), f64s(&part)], &positions[..]].concat();
        let graph = graph(&inputs, |b, x| {
            Ok(vec![b.replace(x[0], x[1], axes, &x[2..])?])
        });
        let [whole, part] = [extents, &part].map(|extents| numbers(extents.iter().product(), 4));
        let wanted: Vec<i64> = axes.iter().map(|&axis| extents[axis] as i64 - 1).collect();
        let mut parts = part.iter();
        let expected = indices(extents).into_iter().map(|index| {
            let mut named = axes.iter().zip(&wanted);
            match named.all(|(&axis, &wanted)| index[axis] as i64 == wanted) {
                true => *parts.next().unwrap(),
                false => whole[position(extents, &index)],
            }
        });
        let expected: Vec<f64> = expected.collect();
        let places = wanted.iter().map(std::slice::from_ref);
        let places: Vec<&[i64]> = places.collect();
        let mut inputs = vec![Values::F64(&whole), Values::F64(&part)];
        inputs.extend(places.iter().map(|place| Values::I64(place)));
        let found = result(&graph, &inputs);
        assert_bits(&found, &expected, &format!("{extents:?} at {axes:?}"));
    }
}

#[test]
fn replacing_outside_is_an_error() {
    for (extent, position) in [(3, 3), (3, -1), (40, 40), (40, i64::MIN), (0, 0)] {
        let types = [f64s(&[extent]), f64s(&[]), ty(Element::I64, &[])];
        let graph = graph(&types, |b, x| {
            Ok(vec![b.replace(x[0], x[1], &[0], &[x[2]])?])
        });
        let executable = Executable::new(&graph).unwrap();
        let whole = vec![1.0; extent];
        let inputs = [
            Values::F64(&whole),
            Values::F64(&[2.0]),
            Values::I64(&[position]),
        ];
        let error = executable.call::<f64>(&inputs).unwrap_err();
        assert!(matches!(error, ExecuteError::IndexOutOfRange { .. }));
        assert!(error.to_string().contains(&position.to_string()), "{error}");
    }
}
