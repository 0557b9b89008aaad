//! Loops that store between each other's elements: one loop where their lengths are near, and the
//! same bits in any case.

use graph_autodiff::{Weights, sparse_hessian};
use graph_ir::builder::Builder;
use graph_ir::graph::{Graph, Literal};
use graph_ir::ops::Slice;
use graph_ir::passes::prepare;
use graph_ir::{Element, Shape, Type, Wire};
use graph_program::{Options, Statement, schedule};

use super::check;
use super::golden::{golden_of, input};
use super::random::Numbers;

#[test]
fn the_rows_of_a_band_are_written_in_one_loop() {
    let builder = Builder::new();
    builder.set_name("band");
    let x = input(&builder, "x", &[40]);
    let [next, this] = [1, 0].map(|start| builder.range(x, 0, start, 39).unwrap());
    let residual = next - this * this;
    let sum = builder.dot(residual, residual).unwrap();
    builder.output("y", sum).unwrap();
    let graph = builder.finish().unwrap();
    let hessian = sparse_hessian(&graph, &[0], Weights::One).unwrap();
    golden_of(
        "band",
        &prepare(&hessian.graph).unwrap(),
        Options::default(),
    );
}

/// A strand of elements: its start, its length, and its value as a function of the input from its
/// start on.
type Strand = (usize, usize, for<'b> fn(Wire<'b>) -> Wire<'b>);

/// Strands in steps of a size, of parts of an input of 200 numbers.
fn woven(step: usize, strands: &[Strand]) -> Graph {
    let builder = Builder::new();
    let x = input(&builder, "x", &[200]);
    let end = |&(offset, length, _): &Strand| offset + step * (length - 1) + 1;
    let size = strands.iter().map(end).max().unwrap();
    let pieces = strands.iter().map(|&(offset, length, of)| {
        let part = builder.range(x, 0, offset as i64, length).unwrap();
        let axes = vec![(offset as i64, step as i64)];
        (of(part), Slice::from_known(axes))
    });
    let pieces: Vec<_> = pieces.collect();
    let ty = Type::new(Element::F64, Shape::new(&[size]).unwrap());
    let background = builder.number(Element::F64, -1.5);
    let whole = builder.superpose(background, &pieces, &ty).unwrap();
    builder.output("y", whole).unwrap();
    builder.finish().unwrap()
}

/// Holds the program against its graph; the number of its loops that compute something.
fn loops(graph: &Graph, what: &str) -> usize {
    let x = (0..200).map(|i| f64::from(i * 7 % 31) / 5.0 - 3.0);
    let x = x.map(|x| Literal::F64(x.to_bits()));
    check(graph, &[x.collect()], what);
    let program = schedule(&prepare(graph).unwrap()).unwrap();
    let computes = |s: &Statement| matches!(s, Statement::Let(..));
    let loops = program.body.iter().filter(|statement| match statement {
        Statement::Loop(_, body) => body.iter().any(computes),
        _ => false,
    });
    loops.count()
}

#[test]
fn strands_of_similar_length_are_one_loop() {
    let cases: [(usize, &[Strand], usize); 10] = [
        (2, &[(0, 50, |x| x * x), (1, 50, |x| x + 0.5)], 1),
        (2, &[(0, 50, |x| x * x), (1, 49, |x| x + 0.5)], 1),
        (2, &[(1, 50, |x| x * x), (0, 51, |x| -x)], 1),
        (
            3,
            &[(2, 46, |x| x * x), (0, 50, |x| -x), (1, 47, |x| x.abs())],
            1,
        ),
        // The first begins three steps before the second.
        (2, &[(0, 53, |x| x * x), (7, 50, |x| x + 0.5)], 1),
        // Four iterations are written out, five are not.
        (2, &[(0, 54, |x| x * x), (1, 50, |x| x + 0.5)], 1),
        (2, &[(0, 55, |x| x * x), (1, 50, |x| x + 0.5)], 2),
        (2, &[(0, 55, |x| x * x), (11, 50, |x| x + 0.5)], 2),
        // Each iteration would write at two ends.
        (2, &[(0, 50, |x| x * x), (21, 50, |x| x + 0.5)], 2),
        // A short one stays away from two long ones.
        (
            3,
            &[(0, 90, |x| x * x), (1, 60, |x| -x), (2, 88, |x| x - 1.0)],
            2,
        ),
    ];
    for (number, (step, strands, expected)) in cases.into_iter().enumerate() {
        let graph = woven(step, strands);
        let found = loops(&graph, &format!("case {number}"));
        let program = schedule(&prepare(&graph).unwrap()).unwrap();
        assert_eq!(found, expected, "case {number}:\n{program}");
    }
}

#[test]
fn random_strands_keep_their_bits() {
    let functions: [for<'b> fn(Wire<'b>) -> Wire<'b>; 4] =
        [|x| x * x - 0.5, |x| x.abs(), |x| -x, |x| x.full_like(0.25)];
    for seed in 1..=300 {
        let mut numbers = Numbers(seed);
        let step = 2 + numbers.below(3);
        let length = 12 + numbers.below(20);
        let mut residues: Vec<usize> = (0..step).collect();
        residues.retain(|_| numbers.below(4) > 0);
        let strands: Vec<Strand> = residues
            .into_iter()
            .map(|residue| {
                let offset = residue + step * numbers.below(5);
                let length = length + numbers.below(7);
                (offset, length, functions[numbers.below(4)])
            })
            .collect();
        if !strands.is_empty() {
            loops(&woven(step, &strands), &format!("seed {seed}"));
        }
    }
}
