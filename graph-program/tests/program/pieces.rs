//! Pieces of assemblies that overlap: whose sums tell how they were added, and which meet.

use graph_ir::builder::Builder;
use graph_ir::graph::{Graph, InputKind, Literal};
use graph_ir::ops::{Placement, Slice};
use graph_ir::{Element, Shape, Type};

use super::check;
use super::random::superpose::place;
use super::random::{Numbers, shape};

const SPECIAL: [f64; 7] = [0.0, -0.0, f64::INFINITY, f64::NAN, 1e16, 1.0, -1e16];

/// Nothing is added to the first piece that covers an element, and the background to none: signed
/// zeros tell.
#[test]
fn an_element_is_the_sum_of_the_pieces_that_cover_it_and_of_nothing_else() {
    // Small and large, with a piece that covers everything in each position, or none.
    for size in [7, 70] {
        for whole in 0..5 {
            for shift in 0..SPECIAL.len() {
                let (graph, inputs) = overlapping(size, whole, shift);
                check(&graph, &inputs, &format!("{size}, {whole}, {shift}"));
            }
        }
    }
}

/// Four pieces, of which the one numbered `whole` covers everything.
fn overlapping(size: usize, whole: usize, shift: usize) -> (Graph, Vec<Vec<Literal>>) {
    let b = Builder::new();
    let ty = |count| Type::new(Element::F64, Shape::new(&[count]).unwrap());
    let half = size / 2;
    let places = [(0, 1), (size as i64 - 1, -2), (1, 1), (half as i64, 1)];
    let counts = [size - 2, half, size - 3, size - half];
    let (mut pieces, mut inputs) = (Vec::new(), Vec::new());
    for (number, (place, count)) in places.into_iter().zip(counts).enumerate() {
        let (place, count) = match number == whole {
            true => ((0, 1), size),
            false => (place, count),
        };
        let x = b.input("x", ty(count), InputKind::Independent);
        let value = |i: usize| SPECIAL[(i / (number + 1) + number + shift) % SPECIAL.len()];
        let values = (0..count).map(|i| Literal::F64(value(i).to_bits()));
        inputs.push(values.collect());
        // One piece is computed in its place, the others are there before.
        let x = if number == 2 { -x.abs() } else { x };
        let axes = vec![place];
        pieces.push((x, Slice::from_known(axes)));
    }
    let background = b.number(Element::F64, SPECIAL[shift]);
    let result = b.superpose(background, &pieces, &ty(size)).unwrap();
    b.output("", result).unwrap();
    (b.finish().unwrap(), inputs)
}

/// A piece that is laid out at steps is stored by itself; pieces inside of it are there all the
/// same.
#[test]
fn a_piece_at_steps_has_pieces_of_its_own() {
    let ty = |extents: &[usize]| Type::new(Element::F64, shape(extents));
    let at = |axes: [(i64, i64); 2]| Slice::from_known(axes.to_vec());
    for case in ["itself", "computed", "turned"] {
        let b = Builder::new();
        let x = b.input("x", ty(&[50, 1]), InputKind::Independent);
        let number = |value| b.number(Element::F64, value);
        let inner = [(x, at([(49, 1), (1, 1)]))];
        let inner = b.superpose(number(1.0), &inner, &ty(&[100, 2])).unwrap();
        let (piece, axes, extents) = match case {
            "itself" => (inner, [(2, 2), (3, 1)], [202, 5]),
            "computed" => (inner.sin(), [(2, 2), (3, 1)], [202, 5]),
            _ => {
                let turned = b.transpose(inner, &[1, 0]).unwrap();
                (turned, [(3, -2), (3, 1)], [5, 105])
            }
        };
        let outer = b.superpose(number(-0.0), &[(piece, at(axes))], &ty(&extents));
        b.output("", outer.unwrap()).unwrap();
        let inputs = (1..51).map(|i| Literal::F64(f64::from(i).to_bits()));
        check(&b.finish().unwrap(), &[inputs.collect()], case);
    }
}

#[test]
fn pieces_that_meet_are_found_and_lie_in_different_layers() {
    let mut overlapping = 0;
    for seed in 0..300 {
        let mut numbers = Numbers(seed);
        let rank = numbers.below(4);
        let whole: Vec<usize> = (0..rank).map(|_| 2 + numbers.below(7)).collect();
        let shapes = (0..numbers.below(9)).map(|_| {
            let extents = whole.iter().map(|&extent| numbers.below(extent + 1));
            shape(&extents.collect::<Vec<_>>())
        });
        let shapes: Vec<Shape> = shapes.collect();
        let pieces = shapes.iter();
        let pieces = pieces.map(|own| place(&own.extents(), &whole, &mut numbers));
        let placement = Placement {
            pieces: pieces.collect(),
        };
        let (whole, own) = (shape(&whole), shapes.iter().collect::<Vec<_>>());
        let layers = placement.layers(&own, &whole);
        let over = placement.over_earlier(&own, &whole);
        let strides = whole.strides();
        let elements = |piece: usize| -> Vec<usize> {
            let place = &placement.pieces[piece];
            place.positions(&shapes[piece], &strides).collect()
        };
        for later in 0..shapes.len() {
            let own = elements(later);
            let meets = |&earlier: &usize| elements(earlier).iter().any(|e| own.contains(e));
            let below: Vec<usize> = (0..later).filter(meets).map(|e| layers[e]).collect();
            let case = format!("piece {later}, seed {seed}: {placement:?}");
            assert_eq!(over[later], !below.is_empty(), "{case}");
            let free = (0..).find(|layer| !below.contains(layer));
            assert_eq!(Some(layers[later]), free, "{case}");
            overlapping += below.len();
        }
    }
    assert!(overlapping > 300, "{overlapping}");
}
