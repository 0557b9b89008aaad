//! Views, reductions, contractions and indexing, element by element.

use graph_autodiff::sparsity;
use graph_ir::graph::InputKind;
use graph_ir::ops::{Reduction, Slice, Windows};
use graph_ir::{Builder, Element, Wire};

use crate::{graph, hessian, indices, jacobian, rows, shape, stopped, table, tensor, variables};

#[test]
fn views_hand_elements_on() {
    let transposed = jacobian(|b| b.transpose(variables(b, &[2, 3]), &[1, 0]).unwrap());
    assert_eq!(transposed.concat(), [0, 3, 1, 4, 2, 5]);
    let reshaped = jacobian(|b| variables(b, &[2, 3]).reshape(&shape(&[6, 1])));
    assert_eq!(reshaped.concat(), [0, 1, 2, 3, 4, 5]);
    let repeated = jacobian(|b| variables(b, &[2]).broadcast(&shape(&[2, 3]), &[0]));
    assert_eq!(repeated.concat(), [0, 0, 0, 1, 1, 1]);
    let backwards = jacobian(|b| {
        let place = Slice::from_known([(4, -2), (1, 1)]);
        b.slice(variables(b, &[5, 3]), &place, &shape(&[3, 2]))
            .unwrap()
    });
    assert_eq!(backwards.concat(), [13, 14, 7, 8, 1, 2]);
    let windows = Windows {
        axis: 0,
        size: 2,
        stride: 2,
        dilation: 3,
    };
    let windows = jacobian(|b| b.windows(variables(b, &[8]), windows).unwrap());
    assert_eq!(windows.concat(), [0, 3, 2, 5, 4, 7]);
}

#[test]
fn assemblies_place_elements_and_add_them_where_they_meet() {
    let found = jacobian(|b| {
        let x = variables(b, &[4]);
        let place = |start| Slice::from_known([(start, 1)]);
        let piece = |start| b.range(x, 0, start, 2).unwrap();
        let pieces = [(piece(0), place(0)), (piece(2), place(1))];
        b.superpose(
            b.number(Element::F64, 1.0),
            &pieces,
            &tensor(Element::F64, &[4]),
        )
        .unwrap()
    });
    assert_eq!(found, [vec![0], vec![1, 2], vec![3], vec![]]);
}

#[test]
fn a_background_is_everywhere_else() {
    let found = jacobian(|b| {
        let x = variables(b, &[2]);
        let background = b.index(x, 0, 0).unwrap();
        let piece = (b.range(x, 0, 1, 1).unwrap(), Slice::from_known([(1, 1)]));
        b.assemble(background, &[piece], &tensor(Element::F64, &[3]))
            .unwrap()
    });
    assert_eq!(found, [[0], [1], [0]]);
}

#[test]
fn reductions_depend_on_what_they_reduce() {
    for reduction in [Reduction::Sum, Reduction::Prod, Reduction::Max] {
        let found = jacobian(|b| b.reduce(reduction, variables(b, &[2, 3]), &[0]).unwrap());
        assert_eq!(found, [[0, 3], [1, 4], [2, 5]], "{reduction:?}");
    }
    let curved =
        |reduction: Reduction| hessian(|b| b.reduce(reduction, variables(b, &[3]), &[0]).unwrap());
    let none: [&[usize]; 3] = [&[], &[], &[]];
    assert_eq!(curved(Reduction::Sum), none);
    assert_eq!(curved(Reduction::Max), none);
    assert_eq!(curved(Reduction::Prod), [vec![], vec![0], vec![0, 1]]);
    // Twice the same factor is its square.
    let twice = hessian(|b| {
        let x = variables(b, &[]).broadcast(&shape(&[2]), &[]);
        b.reduce(Reduction::Prod, x, &[0]).unwrap()
    });
    assert_eq!(twice, [[0]]);
    let position = jacobian(|b| {
        let position = b.reduce(Reduction::ArgMax, variables(b, &[3]), &[0]);
        b.cast(position.unwrap(), Element::F64).unwrap()
    });
    assert_eq!(position, [vec![]; 1] as [Vec<usize>; 1]);
}

#[test]
fn nothing_reduces_to_what_depends_on_nothing() {
    let found = jacobian(|b| {
        let x = variables(b, &[]).broadcast(&shape(&[2, 0]), &[]);
        b.reduce(Reduction::Sum, x, &[1]).unwrap()
    });
    assert_eq!(found, [vec![], vec![]] as [Vec<usize>; 2]);
}

#[test]
fn a_constant_matrix_has_its_own_pattern() {
    let matrix = [1.0, -1.0, 0.0, 0.0, 2.0, 0.0];
    let product = jacobian(|b| {
        let x = variables(b, &[3]);
        b.matmul(table(b, &[2, 3], &matrix), x).unwrap()
    });
    assert_eq!(product, [vec![0, 1], vec![1]]);
    let form = hessian(|b| {
        let x = variables(b, &[3]);
        let matrix = [2.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 3.0];
        let product = b.matmul(table(b, &[3, 3], &matrix), x).unwrap();
        b.dot(x, product).unwrap()
    });
    assert_eq!(form, [vec![0], vec![], vec![0, 2]]);
}

#[test]
fn products_of_matrices_pair_rows_with_columns() {
    let found = jacobian(|b| {
        let x = variables(b, &[2, 2]);
        let left = b.range(x, 0, 0, 1).unwrap();
        b.matmul(left, x).unwrap()
    });
    assert_eq!(found, [[0, 1, 2], [0, 1, 3]]);
    let found = hessian(|b| {
        let x = variables(b, &[2, 2]);
        let left = b.range(x, 0, 0, 1).unwrap();
        b.matmul(left, x).unwrap()
    });
    // x0 x0 + x1 x2 and x0 x1 + x1 x3.
    assert_eq!(found, [vec![0], vec![0], vec![1], vec![1]]);
}

#[test]
fn composites_are_what_they_are_made_of() {
    use graph_ir::composite::Composite;
    let none: [&[usize]; 2] = [&[], &[]];
    for composite in Composite::ALL {
        let found = (
            jacobian(|b| b.composite(composite, &[variables(b, &[2])], &[0]).unwrap()),
            hessian(|b| b.composite(composite, &[variables(b, &[2])], &[0]).unwrap()),
        );
        assert!(found.0.iter().all(|row| *row == [0, 1]), "{composite:?}");
        match composite {
            Composite::Mean => assert_eq!(found.1, none),
            _ => assert_eq!(found.1, [vec![0], vec![0, 1]], "{composite:?}"),
        }
    }
}

#[test]
fn what_is_sorted_depends_on_its_line() {
    for extent in [3, 18] {
        let along = |axis: usize| {
            let extents = [[extent, 2], [2, extent]][axis];
            jacobian(|b| b.sort(variables(b, &extents), axis).unwrap())
        };
        for (row, found) in along(0).iter().enumerate() {
            let expected: Vec<usize> = (0..extent).map(|i| 2 * i + row % 2).collect();
            assert_eq!(*found, expected);
        }
        for (row, found) in along(1).iter().enumerate() {
            let first = row / extent * extent;
            assert_eq!(*found, (first..first + extent).collect::<Vec<_>>());
        }
        let none = hessian(|b| b.sort(variables(b, &[extent]), 0).unwrap());
        assert!(none.iter().all(Vec::is_empty));
        let squares = hessian(|b| b.sort(variables(b, &[2, extent]), 1).unwrap().square());
        for (row, found) in squares.iter().enumerate() {
            assert_eq!(*found, (row / extent * extent..=row).collect::<Vec<_>>());
        }
        let position = jacobian(|b| {
            let order = b.argsort(variables(b, &[extent]), 0).unwrap();
            b.cast(order, Element::F64).unwrap()
        });
        assert!(position.iter().all(Vec::is_empty));
    }
}

#[test]
fn constant_indices_name_elements() {
    let gathered = jacobian(|b| {
        b.gather(variables(b, &[2, 3]), indices(b, &[2, 0]), 1)
            .unwrap()
    });
    assert_eq!(gathered, [[2], [0], [5], [3]]);
    let scattered = jacobian(|b| {
        let ty = tensor(Element::F64, &[3]);
        b.scatter_add(indices(b, &[2, 0, 2]), variables(b, &[3]), 0, &ty)
            .unwrap()
    });
    assert_eq!(scattered, [vec![1], vec![], vec![0, 2]]);
    // Indices that are computed of constants are constants.
    let computed = jacobian(|b| {
        let index = b.cast(b.number(Element::F64, 1.0), Element::I64).unwrap() + 1.0;
        b.gather(variables(b, &[3]), index, 0).unwrap()
    });
    assert_eq!(computed, [[2]]);
    // Such an index ends the evaluation.
    let outside = jacobian(|b| {
        b.gather(variables(b, &[3]), indices(b, &[3, -1]), 0)
            .unwrap()
    });
    assert_eq!(outside.len(), 2);
}

#[test]
fn indices_of_the_run_time_could_name_any_element() {
    let gathered = graph(|b| {
        let x = variables(b, &[2, 2]);
        let i = b.input("i", tensor(Element::I64, &[2]), InputKind::Dynamic);
        b.gather(x, i, 0).unwrap()
    });
    let pattern = sparsity::jacobian(&gathered, &[0]).unwrap();
    assert_eq!(rows(&pattern), [[0, 2], [1, 3], [0, 2], [1, 3]]);
    let scattered = graph(|b| {
        let x = variables(b, &[2]);
        let i = b.input("i", tensor(Element::I64, &[2]), InputKind::Dynamic);
        let ty = tensor(Element::F64, &[3]);
        b.scatter_add(i, x.sin(), 0, &ty).unwrap()
    });
    let pattern = sparsity::jacobian(&scattered, &[0]).unwrap();
    assert_eq!(rows(&pattern), [[0, 1], [0, 1], [0, 1]]);
}

#[test]
fn no_element_is_known_after_an_addition_at_an_unknown_index() {
    fn mask(b: &Builder) -> Wire<'_> {
        let i = b.input("i", tensor(Element::I64, &[1]), InputKind::Dynamic);
        let ty = tensor(Element::F64, &[2]);
        b.scatter_add(i, table(b, &[1], &[1.0]), 0, &ty).unwrap()
    }
    // Either side may be chosen, and no factor is zero.
    let chosen = graph(|b| {
        let x = variables(b, &[2]);
        let other = variables(b, &[2]);
        mask(b).greater(0.5).select(x, other)
    });
    let pattern = sparsity::jacobian(&chosen, &[0, 1]).unwrap();
    assert_eq!(rows(&pattern), [[0, 2], [1, 3]]);
    let scaled = graph(|b| variables(b, &[2]) * mask(b));
    let pattern = sparsity::jacobian(&scaled, &[0]).unwrap();
    assert_eq!(rows(&pattern), [[0], [1]]);
}

#[test]
fn conditions_that_are_constant_choose() {
    let found = jacobian(|b| {
        let x = variables(b, &[3]);
        let first = table(b, &[3], &[1.0, 0.0, 1.0]).greater(0.5);
        first.select(
            x,
            stopped(x) * b.index(x, 0, 0).unwrap().broadcast(&shape(&[3]), &[]),
        )
    });
    assert_eq!(found, [[0], [0], [2]]);
}
