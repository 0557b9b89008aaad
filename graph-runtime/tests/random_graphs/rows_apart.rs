//! Loops whose rows wait for nothing but sums, and sums over the rows that loops compute: in lanes or
//! row by row, the executor gives what the graph means. Numbers of rows lie around whole blocks.

use std::sync::Mutex;

use graph_ir::graph::{Constant, InputKind};
use graph_ir::ops::{Contraction, Reduction};
use graph_ir::{Builder, Element, Graph, Shape, Type};
use graph_program::{Options, Pipeline};

use super::outcome::{evaluate, inputs};
use super::reference;
use super::row_loops::operator;
use super::source::RandomSource;

const LENGTHS: [usize; 12] = [0, 1, 2, 15, 16, 17, 23, 24, 25, 31, 40, 70];

/// A loop over rows with values that all of them take, sums that it carries, and sums of what it
/// computes. Some bodies read a table at a position of the row, which lanes do not.
fn graph(source: &mut RandomSource, length: usize) -> Graph {
    let b = Builder::new();
    let ty = |extents: &[usize]| Type::new(Element::F64, Shape::new(extents).unwrap());
    let input = |name, extents: &[usize]| b.input(name, ty(extents), InputKind::Independent);
    let (x, rows) = (input("x", &[length]), input("rows", &[length, 3]));
    let (p, weights, table) = (
        input("p", &[]),
        input("weights", &[3]),
        input("table", &[5]),
    );
    let (sum, sums) = (input("sum", &[]), input("sums", &[3]));
    let at = (0..length).map(|_| i64::try_from(source.below(5)).unwrap());
    let at = Constant::from_i64s(Shape::new(&[length]).unwrap(), at.collect());
    let at = b.constant(at.unwrap());
    let (in_table, wild) = (source.once_in(4), source.once_in(2));
    b.begin_region().unwrap();
    let (before, many_before) = (b.region_input(ty(&[])), b.region_input(ty(&[3])));
    let number = b.region_input(ty(&[]));
    let row = b.region_input(ty(&[3]));
    let position = b.region_input(Type::scalar(Element::I64));
    let dot = Contraction {
        batch: Vec::new(),
        contracted: vec![(0, 0)],
        absolute: false,
    };
    let product = b.contract(row, weights, &dot).unwrap();
    let mut numbers = vec![number, p, product];
    if in_table {
        numbers.push(b.gather(table, position, 0).unwrap());
    }
    for _ in 0..2 + source.below(6) {
        let [a, c, d] = [(); 3].map(|()| numbers[source.below(numbers.len())]);
        numbers.push(match source.below(6) {
            0 => b.index(row, 0, source.below(3)).unwrap(),
            1 => a.less(c).select(d, number),
            2 => b.sum(&[a, c, d], &ty(&[])).unwrap(),
            _ => {
                let operands = [a, c, d];
                let op = operator(source, wild);
                b.scalar(op, &operands[..op.arity()]).unwrap()
            }
        });
    }
    let last = numbers[numbers.len() - 1];
    let wide = b.spread_to(last, &Shape::new(&[3]).unwrap()).unwrap();
    let many = row * weights + wide;
    let next = match source.below(3) {
        0 => before + last,
        1 => before - last + number,
        _ => before,
    };
    let many_next = match source.once_in(2) {
        true => many_before + many,
        false => many_before,
    };
    let body = b.end_region(&[next, many_next, last, many, number * last, many * p]);
    let reverse = source.once_in(3);
    let stacked = [x, rows, at];
    let results = b.scan_region(body.unwrap(), &[sum, sums], &stacked, length, reverse);
    let results = results.unwrap();
    for (name, &result) in ["s", "t", "u", "v"].into_iter().zip(&results) {
        b.output(name, result).unwrap();
    }
    let total = b.reduce(Reduction::Sum, results[4], &[0]).unwrap();
    b.output("total", total).unwrap();
    let columns = b.transpose(results[5], &[1, 0]).unwrap();
    let totals = b.reduce(Reduction::Sum, columns, &[1]).unwrap();
    b.output("totals", totals).unwrap();
    b.finish().unwrap()
}

#[test]
fn rows_and_their_sums_have_the_bits_that_the_graph_means() {
    let seen = Mutex::new([0; 2]);
    super::cases("rows apart", 240, |seed| {
        let source = &mut RandomSource::new(seed);
        let length = *source.pick(&LENGTHS);
        let value = graph(source, length);
        let wrt: Vec<usize> = (0..value.inputs().len()).collect();
        let adjoint = graph_autodiff::reverse(&value, &wrt).unwrap();
        for (graph, wild) in [(&value, true), (&adjoint, true), (&adjoint, false)] {
            let program = Pipeline::new(Options::default()).run(graph).unwrap();
            let program = program.to_string();
            // Rows in lanes combine these; rows in order find their lane.
            for (seen, word) in seen.lock().unwrap().iter_mut().zip(["combine", " rem "]) {
                *seen += usize::from(program.contains(word));
            }
            let inputs = inputs(source, graph, wild);
            let expected = reference::evaluate(graph, &inputs).unwrap();
            let found = evaluate(graph, &inputs, 1 << 24);
            assert!(
                found.as_ref() == Ok(&expected),
                "{found:x?}\ninstead of {expected:x?}\nfor {inputs:?}\n{graph}"
            );
        }
    });
    let seen = seen.into_inner().unwrap();
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}
