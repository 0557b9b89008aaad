//! Loops over rows as operators over arrays: every row keeps its bits, and derivatives their values.

use graph_ir::graph::{Constant, InputKind};
use graph_ir::ops::ScalarOp;
use graph_ir::{Builder, Element, Graph, Shape, Type, passes};
use graph_runtime::derivative::Evaluator;

use super::outcome::{Input, inputs};
use super::reference;
use super::same_bits::expect_same;
use super::source::RandomSource;

const TABLE: usize = 5;

/// A loop of so many rows, each of a number, a row of three and a position in a table. Its body is
/// made of operators on numbers, choices, conversions, elements of rows and of the table, and of
/// values that are the same for all rows.
fn graph(source: &mut RandomSource, length: usize, wild: bool) -> Graph {
    let b = Builder::new();
    let ty = |extents: &[usize]| Type::new(Element::F64, Shape::new(extents).unwrap());
    let input = |name, extents: &[usize]| b.input(name, ty(extents), InputKind::Independent);
    let (x, rows) = (input("x", &[length]), input("rows", &[length, 3]));
    let (p, table) = (input("p", &[]), input("table", &[TABLE]));
    let at = (0..length).map(|_| i64::try_from(source.below(TABLE)).unwrap());
    let at = Constant::from_i64s(Shape::new(&[length]).unwrap(), at.collect()).unwrap();
    let at = b.constant(at);
    b.begin_region().unwrap();
    let number = b.region_input(ty(&[]));
    let row = b.region_input(ty(&[3]));
    let position = b.region_input(Type::scalar(Element::I64));
    let mut numbers = vec![number, p, b.number(Element::F64, source.moderate())];
    for _ in 0..3 + source.below(8) {
        let [a, c, d] = [(); 3].map(|()| numbers[source.below(numbers.len())]);
        let op = operator(source, wild);
        numbers.push(match source.below(8) {
            0 => b.index(row, 0, source.below(3)).unwrap(),
            1 => {
                let turned = b.reshape(row, &Shape::new(&[3, 1]).unwrap()).unwrap();
                let part = b.range(turned, 0, source.below(2), 2).unwrap();
                b.index(b.index(part, 1, 0).unwrap(), 0, 1).unwrap()
            }
            2 => b.gather(table, position, 0).unwrap(),
            3 => a.less(c).select(d, number),
            4 => b.cast(position, Element::F64).unwrap() * a,
            // The same for all rows.
            5 => (table * table).sum(&[0]) * c,
            6 => b.sum(&[a, c, d], &ty(&[])).unwrap(),
            _ => {
                let operands = [a, c, d];
                b.scalar(op, &operands[..op.arity()]).unwrap()
            }
        });
    }
    let last = [
        numbers[numbers.len() - 1],
        row,
        p,
        numbers[numbers.len() / 2],
    ];
    let body = b.end_region(&last).unwrap();
    let reverse = source.once_in(2);
    let results = b.scan_region(body, &[], &[x, rows, at], length, reverse);
    for (name, result) in ["a", "b", "c", "d"].into_iter().zip(results.unwrap()) {
        b.output(name, result).unwrap();
    }
    b.finish().unwrap()
}

/// An operator on floats: any, or one of those that stay moderate.
pub(crate) fn operator(source: &mut RandomSource, wild: bool) -> ScalarOp {
    let op = *source.pick(&ScalarOp::all());
    match op.class().has_partials() && wild {
        true => op,
        false => *source.pick(&[ScalarOp::Add, ScalarOp::Mul, ScalarOp::Sin, ScalarOp::Tanh]),
    }
}

fn has_loop(graph: &Graph) -> bool {
    graph.to_string().contains("scan")
}

#[test]
fn operators_over_all_rows_keep_every_bit() {
    super::cases("row loops", 200, |seed| {
        let source = &mut RandomSource::new(seed);
        let length = *source.pick(&[0, 1, 2, 7, 40]);
        let original = graph(source, length, true);
        let arrays = passes::row_loops(&original).unwrap();
        assert!(
            has_loop(&original) && !has_loop(&arrays),
            "{original}\n{arrays}"
        );
        for _ in 0..3 {
            let inputs = inputs(source, &original, true);
            expect_same("row_loops", &arrays, &original, &inputs);
        }
    });
}

/// Against differences of the loop: the derivatives are those of the arrays.
#[test]
fn derivatives_are_those_of_the_rows() {
    super::cases("derivatives of row loops", 60, |seed| {
        let source = &mut RandomSource::new(seed);
        let graph = graph(source, 7, false);
        let mut function = Evaluator::<f64>::new(&graph).unwrap();
        let (n_in, n_out) = (function.n_in(), function.n_out());
        let x: Vec<f64> = (0..n_in).map(|_| source.moderate()).collect();
        let jacobian = function.jacobian(&x).unwrap().elements().to_vec();
        let value = |x: &[f64]| -> Vec<f64> {
            let mut rest = x;
            let inputs = graph.input_types().map(|ty| {
                let numbers = rest.split_off(..ty.shape.size()).unwrap();
                Input::F64(numbers.to_vec())
            });
            let inputs: Vec<_> = inputs.collect();
            let outcome = reference::evaluate(&graph, &inputs).unwrap();
            outcome
                .outputs
                .concat()
                .into_iter()
                .map(f64::from_bits)
                .collect()
        };
        for column in 0..n_in {
            let step = 1e-6;
            let [above, below] = [step, -step].map(|step| {
                let mut moved = x.clone();
                moved[column] += step;
                value(&moved)
            });
            for row in 0..n_out {
                let expected = (above[row] - below[row]) / (2.0 * step);
                let found = jacobian[row * n_in + column];
                let tolerance = 1e-5 * expected.abs().max(1.0);
                assert!(
                    (found - expected).abs() < tolerance,
                    "{found} {expected}\n{graph}"
                );
            }
        }
    });
}
