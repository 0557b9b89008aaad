//! The structural operators, one by one: what they become, and their edges.

use super::support::{check, evaluate, float, graph, operators, read_back, refusal, run, ty};
use graph_ir::composite::Composite;
use graph_ir::graph::Constant;
use graph_ir::ops::{Contraction, Reduction, Slice};
use graph_ir::{Element, Shape};
use graph_runtime::json::nnvm::Document;

fn ramp(count: usize) -> Vec<f64> {
    (0..count)
        .map(|k| 0.5 + 0.25 * k as f64 * (-1.0_f64).powi(k as i32))
        .collect()
}

#[test]
fn views_move_elements_about() {
    let before = graph(&[float(&[2, 3])], |b, x| {
        let x = x[0];
        let columns = b.transpose(x, &[1, 0])?;
        let back = Slice::from_known([(2, -2), (1, 1)]);
        let corner = b.slice(columns, &back, &Shape::new(&[2, 1])?)?;
        let row = b.index(x, 0, 1)?;
        let rows = b.broadcast(row, &Shape::new(&[2, 3])?, &[1])?;
        let cube = b.broadcast(columns, &Shape::new(&[3, 4, 2])?, &[0, 2])?;
        let number = b.index(row, 0, 2)?;
        let flat = b.reshape(x, &Shape::new(&[6])?)?;
        Ok(vec![corner, rows, cube, number, flat])
    });
    check(&before, &[ramp(6)], 0.0);
    let used = operators(&before);
    for name in [
        "Reshape",
        "transpose",
        "broadcast_to",
        "slice",
        "slice_axis",
    ] {
        assert!(used.contains(&name.to_string()), "{name}");
    }
}

/// MXNet permutes up to six axes; those that stay side by side are one.
#[test]
fn axes_that_stay_together_are_permuted_together() {
    let extents = [2, 1, 3, 2, 2, 1, 2];
    let before = graph(&[float(&extents)], |b, x| {
        Ok(vec![b.transpose(x[0], &[4, 5, 6, 2, 3, 0, 1])?])
    });
    check(&before, &[ramp(48)], 0.0);
    let document = Document::from_graph(&before).unwrap();
    let moved = document.nodes.iter().find(|node| node.op == "transpose");
    assert_eq!(moved.unwrap().attribute("axes"), Some("(2, 1, 0)"));
    assert_eq!(operators(&before), ["Reshape", "Reshape", "transpose"]);
}

#[test]
fn constants_are_numbers_and_runs_of_numbers() {
    let before = graph(&[], |b, _| {
        let runs = Constant::from_f64s(
            Element::F64,
            Shape::new(&[2, 3])?,
            &[0.1, 0.1, 0.0, -0.0, f64::INFINITY, f64::NAN],
        );
        let truths = Constant::from_f64s(Element::Bool, Shape::new(&[2])?, &[1.0, 0.0]);
        let integers = Constant::from_i64s(Shape::new(&[2])?, vec![1 << 53, -7]);
        Ok(vec![
            b.constant(runs.unwrap()),
            b.constant(truths.unwrap()),
            b.constant(integers.unwrap()),
            b.number(Element::F64, 0.1),
            b.full(&float(&[3]), 1.0)?,
        ])
    });
    check(&before, &[vec![]], 0.0);
    let sign = evaluate(&read_back(&before), &[])[3];
    assert!(sign == 0.0 && sign.is_sign_negative());
    let too_large = graph(&[], |b, _| {
        let integers = Constant::from_i64s(Shape::scalar(), vec![(1 << 53) + 1]);
        Ok(vec![b.constant(integers.unwrap())])
    });
    let message = refusal(&too_large);
    assert!(
        message.starts_with("node %0: the integer 9007199254740993 cannot"),
        "{message}"
    );
}

#[test]
fn pieces_are_concatenated() {
    let before = graph(&[float(&[2, 2]), float(&[2, 1]), float(&[])], |b, x| {
        let joined = b.concat(&[x[0], x[1], x[0]], 1)?;
        let stacked = b.stack(&[x[2], x[2], x[2]], 0)?;
        let padded = b.pad(x[0], &[(1, 0), (0, 2)], x[2])?;
        Ok(vec![joined, stacked, padded])
    });
    check(&before, &[ramp(7)], 0.0);
    assert!(!operators(&before).contains(&"where".to_string()));
}

#[test]
fn pieces_with_steps_are_drawn_apart_or_chosen_from() {
    let place = |axes: &[(i64, i64)]| Slice::from_known(axes.to_vec());
    let before = graph(&[float(&[3]), float(&[2]), float(&[2, 2])], |b, x| {
        let seven = b.number(Element::F64, 7.0);
        let alone = b.assemble(seven, &[(x[0], place(&[(1, 3)]))], &float(&[9]))?;
        let backwards = b.assemble(seven, &[(x[0], place(&[(8, -3)]))], &float(&[9]))?;
        let both = [(x[0], place(&[(0, 2)])), (x[1], place(&[(3, -2)]))];
        let both = b.assemble(seven, &both, &float(&[6]))?;
        let square = b.assemble(seven, &[(x[2], place(&[(3, -2), (0, 2)]))], &float(&[4, 4]))?;
        Ok(vec![alone, backwards, both, square])
    });
    check(&before, &[ramp(9), vec![f64::NAN; 9]], 0.0);
    assert!(operators(&before).contains(&"where".to_string()));
}

/// Boxes around a hole cannot be cut apart.
#[test]
fn a_pinwheel_of_pieces_is_chosen_from() {
    let place = |row, column| Slice::from_known([(row, 1), (column, 1)]);
    let inputs = [float(&[1, 2]), float(&[2, 1])];
    let before = graph(&[inputs.clone(), inputs].concat(), |b, x| {
        let pieces = [
            (x[0], place(0, 0)),
            (x[1], place(0, 2)),
            (x[2], place(2, 1)),
            (x[3], place(1, 0)),
        ];
        let background = b.number(Element::F64, -1.0);
        Ok(vec![b.assemble(background, &pieces, &float(&[3, 3]))?])
    });
    check(&before, &[ramp(8)], 0.0);
}

#[test]
fn reductions_and_sums() {
    let before = graph(&[float(&[2, 3, 4])], |b, x| {
        let x = x[0];
        let mut results = vec![b.sum(&[x, x, x], &float(&[2, 3, 4]))?];
        for reduction in Reduction::ALL {
            for axes in [&[0][..], &[1], &[0, 2], &[1, 2], &[0, 1, 2]] {
                results.push(b.reduce(reduction, x, axes)?);
            }
        }
        results.push(b.reduce(Reduction::ArgMax, x, &[])?);
        let row = b.index(b.index(x, 0, 0)?, 0, 0)?;
        results.push(b.reduce(Reduction::ArgMin, row, &[0])?);
        Ok(results)
    });
    let ties: Vec<f64> = (0..24).map(|k| f64::from(k % 5)).collect();
    check(&before, &[ramp(24), ties], 1e-15);
    let integers = graph(&[ty(Element::I64, &[2, 3])], |b, x| {
        let sum = b.reduce(Reduction::Sum, x[0], &[0])?;
        Ok(vec![sum, b.reduce(Reduction::Max, x[0], &[1])?])
    });
    check(&integers, &[vec![1.0, 5.0, -3.0, 4.0, 4.0, 2.0]], 0.0);
}

#[test]
fn what_has_no_elements_is_left_out() {
    let before = graph(&[float(&[3])], |b, x| {
        let none = b.range(x[0], 0, 0, 0)?;
        let sum = b.reduce(Reduction::Sum, none, &[0])?;
        let product = b.reduce(Reduction::Prod, none, &[0])?;
        let dot = b.dot(none, none)?;
        let joined = b.concat(&[none, x[0], none], 0)?;
        Ok(vec![
            sum,
            product,
            dot + 2.0,
            joined,
            b.sum(&[], &float(&[2]))?,
        ])
    });
    check(&before, &[ramp(3)], 0.0);
    let output = graph(&[float(&[3])], |b, x| Ok(vec![b.range(x[0], 0, 0, 0)?]));
    assert!(refusal(&output).contains("the output \"\" without elements"));
    let none = graph(&[float(&[2])], |_, _| Ok(vec![]));
    assert!(refusal(&none).contains("a graph without outputs"));
    let input = graph(&[float(&[0])], |_, x| Ok(vec![x[0].sum(&[0])]));
    let message = refusal(&input);
    assert!(
        message.contains("the input \"x0\" of shape (0,)"),
        "{message}"
    );
}

#[test]
fn products_of_vectors_and_matrices_need_no_other_operators() {
    let one = |left: &[usize], right: &[usize]| {
        let before = graph(&[float(left), float(right)], |b, x| {
            Ok(vec![b.matmul(x[0], x[1])?])
        });
        let size = |extents: &[usize]| extents.iter().product::<usize>();
        check(&before, &[ramp(size(left) + size(right))], 1e-14);
        operators(&before)
    };
    assert_eq!(one(&[3], &[3]), ["dot"]);
    assert_eq!(one(&[2, 3], &[3]), ["dot"]);
    assert_eq!(one(&[3], &[3, 2]), ["dot"]);
    assert_eq!(one(&[2, 3], &[3, 4]), ["dot"]);
    assert_eq!(one(&[5, 2, 3], &[5, 3, 4]), ["batch_dot"]);
    assert_eq!(one(&[2, 5, 2, 3], &[2, 5, 3, 4]).len(), 4);
    let transposed = graph(&[float(&[3, 2]), float(&[4, 3])], |b, x| {
        let axes = Contraction {
            batch: vec![],
            contracted: vec![(0, 1)],
            absolute: false,
        };
        Ok(vec![b.contract(x[0], x[1], &axes)?])
    });
    check(&transposed, &[ramp(18)], 1e-14);
    assert_eq!(operators(&transposed), ["dot"]);
}

#[test]
fn a_zero_wins_in_an_absolute_product() {
    let before = graph(&[float(&[2, 3]), float(&[3, 2])], |b, x| {
        let axes = Contraction {
            batch: vec![],
            contracted: vec![(1, 0)],
            absolute: true,
        };
        Ok(vec![b.contract(x[0], x[1], &axes)?])
    });
    let x = [
        &[0.0, 2.0, -0.0, 1.0, 2.0, 0.0][..],
        &[f64::INFINITY, f64::NAN, 1.0, 2.0, f64::NAN, f64::INFINITY],
    ];
    check(&before, &[x.concat(), ramp(12)], 1e-15);
}

#[test]
fn indexing_by_values() {
    let types = [
        float(&[3, 2]),
        ty(Element::I64, &[]),
        ty(Element::I64, &[2, 2]),
    ];
    let before = graph(&types, |b, x| {
        let row = b.gather(x[0], x[1], 0)?;
        let column = b.gather(x[0], x[1], 1)?;
        let many = b.gather(x[0], x[2], 1)?;
        let rows = b.scatter_add(x[1], row, 0, &float(&[4, 2]))?;
        let columns = b.scatter_add(x[1], column, 1, &float(&[3, 5]))?;
        let sums = b.scatter_add(x[2], many, 1, &float(&[3, 2]))?;
        Ok(vec![row, column, many, rows, columns, sums])
    });
    let data = [1.0, 2.0, f64::INFINITY, 4.0, 5.0, 6.0];
    let at = |indices: [f64; 5]| [&data[..], &indices].concat();
    let inside = [at([0.0, 0.0, 1.0, 0.0, 0.0]), at([1.0, 1.0, 0.0, 1.0, 1.0])];
    check(&before, &inside, 0.0);
    let after = read_back(&before);
    for outside in [
        at([-1.0, 0.0, 0.0, 0.0, 0.0]),
        at([0.0, 0.0, 0.0, 0.0, 2.0]),
    ] {
        assert!(run(&before, &outside).is_err());
        assert!(run(&after, &outside).is_err());
    }
}

#[test]
fn composites_keep_their_names_where_the_format_has_them() {
    let extents = [2, 3, 4];
    for composite in Composite::ALL {
        for axes in [&[][..], &[0], &[2], &[0, 1], &[1, 2], &[0, 1, 2]] {
            let before = graph(&[float(&extents)], |b, x| {
                Ok(vec![b.composite(composite, x, axes)?])
            });
            check(&before, &[ramp(24), vec![700.0; 24]], 1e-13);
        }
        let number = graph(&[float(&[])], |b, x| {
            Ok(vec![b.composite(composite, x, &[])?])
        });
        check(&number, &[vec![0.75]], 1e-13);
    }
    let used = |composite, axes: &[usize]| {
        operators(&graph(&[float(&extents)], |b, x| {
            Ok(vec![b.composite(composite, x, axes)?])
        }))
    };
    assert_eq!(used(Composite::Softmax, &[1]), ["softmax"]);
    assert_eq!(used(Composite::LogSoftmax, &[2]), ["log_softmax"]);
    assert_eq!(used(Composite::Mean, &[0, 2]), ["mean"]);
    assert_eq!(used(Composite::Norm, &[0, 1, 2]), ["norm"]);
}
