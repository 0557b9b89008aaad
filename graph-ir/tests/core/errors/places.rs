//! Axes, positions and extents that are not there or do not fit.

use graph_ir::composite::Composite;
use graph_ir::ops::{Contraction, Reduction, Slice, Windows};
use graph_ir::{Builder, Element, Shape, Type};

use super::{integers, zero};
use crate::{doubles, shape, x};

#[test]
fn sizes_and_ranks() {
    let error = Shape::new(&[1 << 20, 1 << 20, 2]).unwrap_err();
    let message = "a value of extents [1048576, 1048576, 2] is too large: at most 1099511627776 \
                   elements are allowed";
    assert_eq!(error.to_string(), message);
    let error = Shape::new(&[1; 65]).unwrap_err();
    let message = "a value of 65 axes is nested too deeply: at most 64 axes are allowed";
    assert_eq!(error.to_string(), message);
}

#[test]
fn axes_that_are_not_there() {
    let message = "axis 2 is out of range for [[f64; 3]; 2], which has rank 2";
    refuse!(message, |b| b.reduce(Reduction::Sum, x(b, &[2, 3]), &[2]));
    refuse!(message, |b| b.transpose(x(b, &[2, 3]), &[0, 2]));
    refuse!(message, |b| b.range(x(b, &[2, 3]), 2, 0, 1));
    refuse!(message, |b| b.index(x(b, &[2, 3]), 2, 0));
    refuse!(message, |b| b.concat(&[x(b, &[2, 3])], 2));
    refuse!(message, |b| b.gather(x(b, &[2, 3]), integers(b, &[]), 2));
    refuse!(message, |b| {
        b.composite(Composite::Mean, &[x(b, &[2, 3])], &[2])
    });
    refuse!(message, |b| b.broadcast(x(b, &[3]), &shape(&[2, 3]), &[2]));
    refuse!(
        "axis 3 is out of range for [[f64; 3]; 2], which has rank 2",
        |b| b.stack(&[x(b, &[2, 3])], 3),
    );
    refuse!("axis 0 is out of range for f64, which has rank 0", |b| {
        b.index(x(b, &[]), 0, 0)
    });
    refuse!(
        "axis 1 is out of range for [f64; 3], which has rank 1",
        |b| {
            let contraction = Contraction {
                batch: vec![],
                contracted: vec![(0, 1)],
                absolute: false,
            };
            b.contract(x(b, &[3]), x(b, &[3]), &contraction)
        },
    );
}

#[test]
fn lists_of_axes_that_do_not_fit() {
    refuse!(
        "the axes [1, 1] do not fit [[f64; 3]; 2]: each axis may be named once",
        |b| b.reduce(Reduction::Sum, x(b, &[2, 3]), &[1, 1]),
    );
    refuse!(
        "the axes [0] do not fit [[f64; 3]; 2]: each axis must be named once",
        |b| b.transpose(x(b, &[2, 3]), &[0]),
    );
    let expected = "each axis of the operand needs an axis of equal extent, in ascending order";
    refuse!(
        format!("the axes [0] do not fit [[f64; 3]; 2]: {expected}"),
        |b| b.broadcast(x(b, &[3]), &shape(&[2, 3]), &[0]),
    );
    refuse!(
        format!("the axes [1, 0] do not fit [[f64; 3]; 3]: {expected}"),
        |b| b.broadcast(x(b, &[3, 3]), &shape(&[3, 3]), &[1, 0]),
    );
    refuse!(
        format!("the axes [] do not fit [f64; 3]: {expected}"),
        |b| b.broadcast(x(b, &[3]), &shape(&[3]), &[]),
    );
}

#[test]
fn positions_that_are_not_there() {
    refuse!(
        "3 is out of range for axis 0 of [f64; 3]: positions are 0 to 2",
        |b| b.index(x(b, &[3]), 0, 3),
    );
    refuse!(
        "-1 is out of range for axis 1 of [[f64; 1]; 2]: the only position is 0",
        |b| b.index(x(b, &[2, 1]), 1, -1),
    );
    refuse!(
        "0 is out of range for axis 0 of [f64; 0]: the axis is empty",
        |b| b.index(x(b, &[0]), 0, 0),
    );
    refuse!(
        "4 is out of range for axis 0 of [f64; 3]: positions are 0 to 2",
        |b| b.range(x(b, &[3]), 0, 1, 4),
    );
    refuse!(
        "4 is out of range for axis 0 of [f64; 3]: positions are 0 to 2",
        |b| b.range(x(b, &[3]), 0, 4, 0),
    );
    refuse!(
        "-2 is out of range for axis 0 of [f64; 3]: positions are 0 to 2",
        |b| {
            let axes = vec![(0, -2)];
            b.slice(x(b, &[3]), &Slice::from_known(axes), &shape(&[2]))
        },
    );
    refuse!(
        "9223372036854775807 is out of range for axis 0 of [f64; 3]: positions are 0 to 2",
        |b| {
            let axes = vec![(1, i64::MAX)];
            b.slice(x(b, &[3]), &Slice::from_known(axes), &shape(&[3]))
        },
    );
    refuse!(
        "3 is out of range for axis 0 of [f64; 3]: positions are 0 to 2",
        |b| {
            let axes = vec![(2, 1)];
            b.assemble(
                zero(b),
                &[(x(b, &[2]), Slice::from_known(axes))],
                &doubles(&[3]),
            )
        },
    );
    refuse!(
        "4 is out of range for axis 0 of [f64; 4]: positions are 0 to 3",
        |b| {
            let dilation = 2;
            b.windows(
                x(b, &[4]),
                Windows {
                    dilation,
                    ..Windows::new(0, 3)
                },
            )
        },
    );
    refuse!(
        "9223372036854775807 is out of range for axis 0 of [f64; 4]: positions are 0 to 3",
        |b| b.windows(x(b, &[4]), Windows::new(0, usize::MAX)),
    );
    refuse!(
        "axis 1 is out of range for [f64; 4], which has rank 1",
        |b| b.windows(x(b, &[4]), Windows::new(1, 2)),
    );
    refuse!(
        "`windows` needs a size, a stride and a dilation of at least 1, found [f64; 4]",
        |b| b.windows(x(b, &[4]), Windows::new(0, 0)),
    );
}

#[test]
fn extents_that_do_not_fit() {
    refuse!(
        "[f64; 6] has 6 elements and cannot take the shape [4, 2], which has 8",
        |b| b.reshape(x(b, &[6]), &shape(&[4, 2])),
    );
    refuse!(
        "`matmul` needs equal extents along the axes that run together, found 3 (axis 1 of \
         [[f64; 3]; 2]) and 4 (axis 0 of [f64; 4])",
        |b| b.matmul(x(b, &[2, 3]), x(b, &[4])),
    );
    refuse!(
        "`max` of no elements has no value: [f64; 0] is empty along the reduced axes",
        |b| b.reduce(Reduction::Max, x(b, &[0]), &[0]),
    );
    let message = "`argmin` of no elements has no value: [[f64; 0]; 2] is empty along the reduced \
                   axes";
    refuse!(message, |b| {
        b.reduce(Reduction::ArgMin, x(b, &[2, 0]), &[1])
    });
    refuse!(
        "`mean` of no elements has no value: [f64; 0] is empty along the reduced axes",
        |b| b.composite(Composite::Mean, &[x(b, &[0])], &[0]),
    );
}

#[test]
fn the_norm_of_no_elements_has_a_value() {
    let builder = Builder::new();
    let norm = builder.composite(Composite::Norm, &[x(&builder, &[0])], &[0]);
    assert_eq!(
        norm.and_then(graph_ir::Wire::ty),
        Ok(Type::scalar(Element::F64))
    );
}

#[test]
fn assemblies_that_do_not_fit() {
    let at = |start| Slice::from_known([(start, 1)]);
    refuse!("background 0 should be f64, found [f64; 1]", |b| {
        b.assemble(x(b, &[1]), &[], &doubles(&[3]))
    });
    refuse!("piece 1 should be [f64; 1], found [i64; 1]", |b| {
        let pieces = [(x(b, &[1]), at(0)), (integers(b, &[1]), at(1))];
        b.assemble(zero(b), &pieces, &doubles(&[3]))
    });
    refuse!("the number of sliced axes should be 2, found 1", |b| {
        b.assemble(zero(b), &[(x(b, &[1]), at(0))], &doubles(&[3, 3]))
    });
    refuse!("pieces 0 and 2 of an assembly overlap", |b| {
        let pieces = [
            (x(b, &[2]), at(0)),
            (x(b, &[2]), at(3)),
            (x(b, &[2]), at(1)),
        ];
        b.assemble(zero(b), &pieces, &doubles(&[5]))
    });
    refuse!(
        "the number of operands of a concatenation should be 1, found 0",
        |b| { b.concat(&[], 0) }
    );
    refuse!("the number of pairs of widths should be 2, found 1", |b| {
        b.pad(x(b, &[2, 2]), &[(1, 1)], zero(b))
    });
}
