//! Sums and products, which the executor computes in chains of one operator: their bits are those
//! of plain Rust, whatever is fused with what.

use graph_ir::Element;
use graph_math::math::Float;
use graph_runtime::execute::{Executable, Item};

use crate::numbers::numbers;
use crate::support::{Bits, EDGES, assert_bits, graph, ty};

/// Functions of three numbers: of single operators, of products that a sum absorbs, and of
/// products that it must not absorb because something else reads them.
fn check_edges<T: Float + Item + Bits>() {
    let types = vec![ty(T::ELEMENT, &[]); 3];
    let graph = graph(&types, |_, x| {
        let (x, y, z) = (x[0], x[1], x[2]);
        let shared = x * z;
        Ok(vec![
            x + y,
            x - y,
            x * y,
            -x,
            x * y + z,
            z + y * x,
            y * x - z,
            z - y * y,
            y * y + z * z,
            shared + y,
            shared + shared,
            shared,
            -(y * z) + x,
            x * 2.5 + y,
        ])
    });
    let executable = Executable::new(&graph).unwrap();
    let edges = EDGES.map(T::from_f64);
    for x in edges {
        for y in edges {
            for z in edges {
                let expected = [
                    x + y,
                    x - y,
                    x * y,
                    -x,
                    x * y + z,
                    z + y * x,
                    y * x - z,
                    z - y * y,
                    y * y + z * z,
                    x * z + y,
                    x * z + x * z,
                    x * z,
                    -(y * z) + x,
                    x * T::from_f64(2.5) + y,
                ];
                let found = executable.call::<T>(&[&[x][..], &[y], &[z]]).unwrap();
                assert_bits(
                    &found.concat(),
                    &expected,
                    &format!("at {x:?}, {y:?}, {z:?}"),
                );
            }
        }
    }
}

#[test]
fn links_have_the_bits_of_their_operators_at_the_edges() {
    check_edges::<f64>();
    check_edges::<f32>();
}

#[test]
fn a_product_and_a_sum_have_two_roundings() {
    let graph = graph(&vec![ty(Element::F64, &[]); 3], |_, x| {
        Ok(vec![x[0] * x[1] + x[2]])
    });
    let executable = Executable::new(&graph).unwrap();
    let mut differs = 0;
    for triple in numbers(3000, 1).chunks(3) {
        let found = executable.call::<f64>(&[[triple[0]], [triple[1]], [triple[2]]]);
        let expected = triple[0] * triple[1] + triple[2];
        assert_eq!(found.unwrap()[0][0].to_bits(), expected.to_bits());
        differs += usize::from(expected != triple[0].mul_add(triple[1], triple[2]));
    }
    assert!(differs > 100, "one rounding would not show");
}

#[test]
fn chains_of_both_precisions_wait_for_other_operators() {
    // Neither type's statements may run before what they wait for, of the other type or none.
    let graph = graph(&[ty(Element::F64, &[]), ty(Element::F32, &[])], |b, x| {
        let (mut double, mut single) = (x[0], x[1]);
        for step in 0..200 {
            double = double * 0.75 + x[0];
            single = single * 0.5 - x[1];
            match step % 9 {
                2 => double = double.sin() + b.cast(single, Element::F64)?,
                5 => single = b.cast(double, Element::F32)? * single,
                7 => double = double / (double * double + 1.0),
                _ => {}
            }
        }
        Ok(vec![double + b.cast(single, Element::F64)?])
    });
    let executable = Executable::new(&graph).unwrap();
    for x in numbers(50, 2) {
        let y = x as f32 * 0.3;
        let (mut double, mut single) = (x, y);
        for step in 0..200 {
            double = double * 0.75 + x;
            single = single * 0.5 - y;
            match step % 9 {
                2 => double = graph_math::math::sin(double) + f64::from(single),
                5 => single *= double as f32,
                7 => double /= double * double + 1.0,
                _ => {}
            }
        }
        let mut workspace = executable.workspace().unwrap();
        let mut found = [0.0_f64];
        let inputs = [
            graph_runtime::execute::Values::F64(&[x]),
            graph_runtime::execute::Values::F32(&[y]),
        ];
        let outcome = executable.evaluate(&mut workspace, &inputs, &mut [&mut found]);
        outcome.unwrap();
        assert_eq!(found[0].to_bits(), (double + f64::from(single)).to_bits());
    }
}
