//! Numbers merged into tensors: every number keeps its bits, and so do derivatives their values.

use graph_ir::graph::InputKind;
use graph_ir::ops::ScalarOp;
use graph_ir::{Builder, Element, Graph, Shape, Type, Wire, passes};
use graph_runtime::derivative::Evaluator;

use super::outcome::inputs;
use super::same_bits::expect_same;
use super::source::RandomSource;

/// One step of the repeated computation.
#[derive(Clone, Copy)]
enum Step {
    /// The element at this distance from the current one.
    Element(i64),
    /// A number that is the same for all.
    Shared,
    Number(f64),
    Operator(ScalarOp, [usize; 3]),
    Choice([usize; 4]),
}

fn steps(source: &mut RandomSource, wild: bool) -> Vec<Step> {
    let mut steps = vec![
        Step::Element(0),
        Step::Element(1),
        Step::Shared,
        Step::Number(0.5),
    ];
    let all = ScalarOp::all();
    while steps.len() < 6 + source.below(8) {
        let places: Vec<usize> = (0..4).map(|_| source.below(steps.len())).collect();
        let op = *source.pick(&all);
        let smooth = [
            ScalarOp::Add,
            ScalarOp::Sub,
            ScalarOp::Mul,
            ScalarOp::Sin,
            ScalarOp::Tanh,
        ];
        steps.push(match source.below(8) {
            0 => Step::Element(source.below(3) as i64),
            1 => Step::Choice([places[0], places[1], places[2], places[3]]),
            2 => Step::Number(source.moderate()),
            _ if op.class().has_partials() && wild => {
                Step::Operator(op, [places[0], places[1], places[2]])
            }
            _ => Step::Operator(*source.pick(&smooth), [places[0], places[1], places[2]]),
        });
    }
    steps
}

/// The steps for each of so many positions, with sums of the results and the results themselves.
fn graph(source: &mut RandomSource, wild: bool) -> Graph {
    let count = 40 + source.below(30);
    let steps = steps(source, wild);
    let b = Builder::new();
    let x = Type::new(Element::F64, Shape::new(&[count + 3]).unwrap());
    let x = b.input("x", x, InputKind::Independent);
    let p = b.input("p", Type::scalar(Element::F64), InputKind::Independent);
    let stride = 1 + source.below(2);
    let mut results: Vec<Wire<'_>> = Vec::new();
    for position in 0..count / stride {
        // Something in between that differs now and then.
        if source.once_in(15) && !results.is_empty() {
            let last = results.len() - 1;
            results[last] = results[last].sin();
        }
        let at = |offset: i64| {
            let place = i64::try_from(position * stride).unwrap() + offset;
            b.index(x, 0, place).unwrap()
        };
        let mut values: Vec<Wire<'_>> = Vec::new();
        for step in &steps {
            values.push(match *step {
                Step::Element(offset) => at(offset),
                Step::Shared => p * 2.0,
                Step::Number(number) => b.number(Element::F64, number + position as f64),
                Step::Operator(op, places) => {
                    let operands = places.map(|place| values[place]);
                    b.scalar(op, &operands[..op.arity()]).unwrap()
                }
                Step::Choice([a, c, d, e]) => {
                    values[a].less(values[c]).select(values[d], values[e])
                }
            });
        }
        results.push(values[values.len() - 1]);
    }
    let sum = results
        .iter()
        .copied()
        .reduce(|sum, term| match source.once_in(4) {
            true => sum - term,
            false => sum + term,
        });
    b.output("sum", sum.unwrap()).unwrap();
    b.output("all", b.stack(&results, 0).unwrap()).unwrap();
    let ty = Type::scalar(Element::F64);
    b.output("more", b.sum(&results, &ty).unwrap()).unwrap();
    b.finish().unwrap()
}

#[test]
fn merging_numbers_keeps_every_bit() {
    let mut smaller = 0;
    let smaller = std::sync::Mutex::new(&mut smaller);
    super::cases("vectorized", 200, |seed| {
        let source = &mut RandomSource::new(seed);
        let original = graph(source, true);
        let merged = passes::vectorize(&original).unwrap();
        **smaller.lock().unwrap() += usize::from(merged.len() < original.len() / 2);
        for _ in 0..3 {
            let inputs = inputs(source, &original, true);
            expect_same("vectorize", &merged, &original, &inputs);
        }
    });
    let smaller = **smaller.lock().unwrap();
    assert!(smaller > 100, "{smaller}");
}

#[test]
fn sparse_derivatives_of_merged_numbers_are_the_dense_ones() {
    super::cases("vectorized derivatives", 60, |seed| {
        let source = &mut RandomSource::new(seed);
        let graph = graph(source, false);
        let mut function = Evaluator::<f64>::new(&graph).unwrap();
        let (n_in, n_out) = (function.n_in(), function.n_out());
        let x: Vec<f64> = (0..n_in).map(|_| source.moderate()).collect();
        let weights: Vec<f64> = (0..n_out).map(|_| source.moderate()).collect();
        let dense = function.jacobian(&x).unwrap().elements().to_vec();
        let largest = dense.iter().fold(1.0_f64, |most, d| most.max(d.abs()));
        for (row, column, value) in function.sparse_jacobian(&x).unwrap().triplets() {
            let dense = dense[row * n_in + column];
            assert!((value - dense).abs() <= 1e-10 * largest, "{value} {dense}");
        }
        let dense = function.hessian(&x, &weights).unwrap().elements().to_vec();
        let largest = dense.iter().fold(1.0_f64, |most, d| most.max(d.abs()));
        let sparse = function.sparse_hessian(&x, &weights).unwrap();
        let mut there = vec![false; n_in * n_in];
        for (row, column, value) in sparse.triplets() {
            there[row * n_in + column] = true;
            let dense = dense[row * n_in + column];
            assert!((value - dense).abs() <= 1e-10 * largest, "{value} {dense}");
        }
        for (place, &dense) in dense.iter().enumerate() {
            let (row, column) = (place / n_in, place % n_in);
            assert!(
                there[place] || column > row || dense == 0.0,
                "{row} {column} {dense}"
            );
        }
    });
}
