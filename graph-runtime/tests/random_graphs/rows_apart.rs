//! Loops whose rows wait for nothing but sums, and sums over the rows that loops compute: in lanes or
//! row by row, the executor gives what the graph means. Numbers of rows lie around whole blocks.

use std::sync::Mutex;

use graph_ir::graph::{Constant, InputKind, Literal};
use graph_ir::ops::{Contraction, Reduction, ScalarOp};
use graph_ir::{Builder, Element, Graph, Shape, Type};
use graph_program::{Options, Pipeline};

use super::outcome::{evaluate, inputs};
use super::reference;
use super::row_loops::operator;
use super::source::RandomSource;

const LENGTHS: [usize; 12] = [0, 1, 2, 15, 16, 17, 23, 24, 25, 31, 40, 70];

/// A loop over rows with values that all of them take, sums that it carries, and sums of what it
/// computes. Some bodies count, compute with integers, read a table at a position of the row, or add
/// to a sum on one side of a branch.
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
    let first = b.literal(Literal::I64(source.below(7) as i64 - 3));
    let wild = source.once_in(2);
    let [in_table, counts, compares, branches] = [(); 4].map(|()| source.once_in(3));
    b.begin_region().unwrap();
    let (before, many_before) = (b.region_input(ty(&[])), b.region_input(ty(&[3])));
    let counter = b.region_input(Type::scalar(Element::I64));
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
    let mut integer = position;
    if counts {
        let three = b.literal(Literal::I64(3));
        integer = counter * three + position;
        numbers.push(b.cast(integer, Element::F64).unwrap());
    }
    if in_table {
        numbers.push(b.gather(table, position, 0).unwrap());
    }
    if compares {
        let three = b.literal(Literal::I64(3));
        let here = b.scalar(ScalarOp::Rem, &[integer, three]).unwrap();
        numbers.push(here.equal(position).select(number, product));
        // A position that only some rows have.
        b.begin_region().unwrap();
        let inside = b.end_region(&[b.gather(weights, position, 0).unwrap()]);
        b.begin_region().unwrap();
        let outside = b.end_region(&[number]);
        let is_inside = position.less(three);
        let chosen = b.branch(is_inside, inside.unwrap(), outside.unwrap());
        numbers.push(chosen.unwrap()[0]);
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
    let mut next = match source.below(3) {
        0 => before + last,
        1 => before - last + number,
        _ => before,
    };
    if branches {
        let (rises, both) = (last.greater(number), source.once_in(2));
        b.begin_region().unwrap();
        let then = b.end_region(&[next - last * p]);
        b.begin_region().unwrap();
        let otherwise = b.end_region(&[if both { next + p + number } else { next }]);
        next = b.branch(rises, then.unwrap(), otherwise.unwrap()).unwrap()[0];
    }
    let next_counter = counter + b.literal(Literal::I64(2));
    let many_next = match source.once_in(2) {
        true => many_before + many,
        false => many_before,
    };
    let results = [
        next,
        many_next,
        next_counter,
        last,
        many,
        number * last,
        many * p,
        integer,
    ];
    let body = b.end_region(&results);
    let reverse = source.once_in(3);
    let stacked = [x, rows, at];
    let carried = [sum, sums, first];
    let results = b.scan_region(body.unwrap(), &carried, &stacked, length, reverse);
    let results = results.unwrap();
    let last_counter = b.cast(results[2], Element::F64).unwrap();
    for (name, result) in [
        ("s", results[0]),
        ("t", results[1]),
        ("count", last_counter),
        ("u", results[3]),
        ("v", results[4]),
    ] {
        b.output(name, result).unwrap();
    }
    if counts {
        let all = b.cast(results[7], Element::F64).unwrap();
        b.output("integers", all).unwrap();
        let total = b.reduce(Reduction::Sum, results[7], &[0]).unwrap();
        b.output("integer_total", b.cast(total, Element::F64).unwrap())
            .unwrap();
    }
    let total = b.reduce(Reduction::Sum, results[5], &[0]).unwrap();
    b.output("total", total).unwrap();
    let columns = b.transpose(results[6], &[1, 0]).unwrap();
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
