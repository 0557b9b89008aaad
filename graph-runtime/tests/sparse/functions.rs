//! Functions of many kinds, sparse against dense.

use graph_ir::graph::{Constant, InputKind};
use graph_ir::ops::{Reduction, Windows};
use graph_ir::{Builder, Element, Graph, Shape, Type, Wire};

use crate::dense::{Exact, check};

pub(crate) fn shape(extents: &[usize]) -> Shape {
    Shape::new(extents).unwrap()
}

pub(crate) fn tensor(extents: &[usize]) -> Type {
    Type::new(Element::F64, shape(extents))
}

pub(crate) fn variables<'b>(b: &'b Builder, name: &str, extents: &[usize]) -> Wire<'b> {
    b.input(name, tensor(extents), InputKind::Independent)
}

pub(crate) fn part(x: Wire<'_>, start: usize, count: usize) -> Wire<'_> {
    x.builder()
        .range(x, 0, i64::try_from(start).unwrap(), count)
        .unwrap()
}

pub(crate) fn element(x: Wire<'_>, i: usize) -> Wire<'_> {
    x.builder().index(x, 0, i64::try_from(i).unwrap()).unwrap()
}

fn graph(f: impl for<'b> Fn(&'b Builder) -> Vec<Wire<'b>>) -> Graph {
    let builder = Builder::new();
    for (position, result) in f(&builder).into_iter().enumerate() {
        builder.output(&format!("y{position}"), result).unwrap();
    }
    builder.finish().unwrap()
}

/// The terms `(x[i + 1] - x[i]^2)^2` of a chain, as tensors.
pub(crate) fn chain_terms<'b>(x: Wire<'b>, count: usize) -> Wire<'b> {
    let (here, next) = (part(x, 0, count - 1), part(x, 1, count - 1));
    (next - here.square()).square() * 100.0 + (1.0 - here).square()
}

#[test]
fn chains_of_all_lengths() {
    for count in [2, 3, 5, 17, 60, 200] {
        let sum = graph(|b| vec![chain_terms(variables(b, "x", &[count]), count).sum(&[0])]);
        check(&sum, Exact::Yes);
        let terms = graph(|b| vec![chain_terms(variables(b, "x", &[count]), count)]);
        check(&terms, Exact::Yes);
    }
}

#[test]
fn chains_of_numbers() {
    for count in [2, 5, 40, 300] {
        let sum = graph(|b| {
            let x = variables(b, "x", &[count]);
            let x: Vec<Wire<'_>> = (0..count).map(|i| element(x, i)).collect();
            let terms = x
                .windows(2)
                .map(|pair| (pair[1] - pair[0] * pair[0]).square());
            vec![terms.reduce(|sum, term| sum + term).unwrap()]
        });
        check(&sum, Exact::Yes);
    }
}

#[test]
fn arrows_with_several_inputs() {
    for count in [3, 50] {
        let arrow = graph(|b| {
            let (p, x) = (variables(b, "p", &[]), variables(b, "x", &[count]));
            let all = (p * x.sin()).sum(&[0]).stacked();
            let each = (x - p).exp() * x;
            vec![all, each]
        });
        check(&arrow, Exact::Yes);
    }
}

trait Stacked {
    fn stacked(self) -> Self;
}

impl Stacked for Wire<'_> {
    fn stacked(self) -> Self {
        self.reshape(&shape(&[1]))
    }
}

#[test]
fn grids() {
    for (height, width) in [(3, 4), (9, 8)] {
        // The sum of a nonlinear function of each point and its four neighbours.
        let grid = graph(|b| {
            let x = variables(b, "x", &[height, width]);
            let padded = b
                .pad(x, &[(1, 1), (1, 1)], b.number(Element::F64, 0.0))
                .unwrap();
            let shifted = |down: i64, right: i64| {
                let rows = b.range(padded, 0, down, height).unwrap();
                b.range(rows, 1, right, width).unwrap()
            };
            let near = shifted(0, 1) + shifted(2, 1) + shifted(1, 0) + shifted(1, 2);
            let residual = near - 4.0 * x + x.exp();
            let sum = (x * near.sin()).sum(&[0, 1]);
            vec![residual, sum]
        });
        check(&grid, Exact::Yes);
    }
}

#[test]
fn products_with_constant_matrices() {
    let count = 40;
    let differences = graph(|b| {
        let x = variables(b, "x", &[count]);
        let number = |place: usize| {
            let (row, column) = (place / count, place % count);
            f64::from(u8::from(row == column)) - f64::from(u8::from(row + 1 == column))
        };
        let matrix: Vec<f64> = (0..count * count).map(number).collect();
        let matrix = Constant::from_f64s(Element::F64, shape(&[count, count]), &matrix);
        let matrix = b.constant(matrix.unwrap());
        vec![b.matmul(matrix, x.sin()).unwrap().square()]
    });
    check(&differences, Exact::Yes);
}

#[test]
fn windows_reductions_and_contractions() {
    let mixed = graph(|b| {
        let x = variables(b, "x", &[24]);
        let windows = b
            .windows(
                x,
                Windows {
                    stride: 2,
                    ..Windows::new(0, 4)
                },
            )
            .unwrap();
        let largest = b.reduce(Reduction::Max, windows.sin(), &[1]).unwrap();
        let products = b.reduce(Reduction::Prod, windows, &[1]).unwrap();
        let weights = variables(b, "w", &[4]);
        let filtered = b.matmul(windows, weights).unwrap();
        vec![largest, products, filtered.square().sum(&[0])]
    });
    check(&mixed, Exact::No);
}

#[test]
fn masks_branches_and_loops() {
    let mixed = graph(|b| {
        let x = variables(b, "x", &[12]);
        let positive = x.greater(0.0);
        let chosen = positive.select(x.square(), x.sin());
        let condition = element(x, 0).less(element(x, 1));
        b.begin_region().unwrap();
        let then = b.end_region(&[element(x, 2) * element(x, 3)]).unwrap();
        b.begin_region().unwrap();
        let otherwise = b.end_region(&[element(x, 4).exp()]).unwrap();
        let branch = b.branch(condition, then, otherwise).unwrap()[0];
        b.begin_region().unwrap();
        let (state, step) = (b.region_input(tensor(&[])), b.region_input(tensor(&[])));
        let next = state + step * element(x, 11).cos();
        let body = b.end_region(&[next, next.square()]).unwrap();
        let start = element(x, 10);
        let steps = part(x, 0, 10);
        let scan = b.scan_region(body, &[start], &[steps], 10, false).unwrap();
        vec![chosen, branch, scan[0], scan[1]]
    });
    check(&mixed, Exact::No);
}

#[test]
fn composites() {
    use graph_ir::composite::Composite;
    for composite in Composite::ALL {
        let function = graph(|b| {
            let x = variables(b, "x", &[3, 5]);
            vec![b.composite(composite, &[x], &[1]).unwrap()]
        });
        check(&function, Exact::No);
    }
}

#[test]
fn indices_known_and_unknown() {
    let known = graph(|b| {
        let x = variables(b, "x", &[50]);
        let indices = (0..40).map(|i| (i * i) % 50).collect();
        let indices = Constant::from_i64s(shape(&[40]), indices).unwrap();
        vec![b.gather(x.square(), b.constant(indices), 0).unwrap().exp()]
    });
    check(&known, Exact::Yes);
    let unknown = graph(|b| {
        let x = variables(b, "x", &[6]);
        let i = b.input("i", Type::scalar(Element::I64), InputKind::Dynamic);
        let chosen = b.gather(x, i, 0).unwrap();
        vec![chosen * element(x, 1), x.sin()]
    });
    check(&unknown, Exact::No);
}

#[test]
fn edges() {
    check(&graph(|b| vec![variables(b, "x", &[0]).sin()]), Exact::Yes);
    check(&graph(|b| vec![variables(b, "x", &[]).sin()]), Exact::Yes);
    check(&graph(|b| vec![variables(b, "x", &[3]) * 2.0]), Exact::Yes);
    check(
        &graph(|b| {
            variables(b, "x", &[3]);
            vec![b.number(Element::F64, 1.0)]
        }),
        Exact::Yes,
    );
    // A full Hessian of many variables: more colours than sweeps written out.
    check(
        &graph(|b| vec![variables(b, "x", &[100]).sin().sum(&[0]).exp()]),
        Exact::Yes,
    );
    check(
        &graph(|b| {
            let x = variables(b, "x", &[20]);
            let (left, right) = (
                x.reshape(&shape(&[20, 1])),
                x.exp().reshape(&shape(&[1, 20])),
            );
            vec![b.matmul(left, right).unwrap()]
        }),
        Exact::Yes,
    );
}

/// Uneven indices into `count` places: half of the terms have the first place, the others any.
fn skewed<'b>(b: &'b Builder, count: usize) -> Wire<'b> {
    let mut state = 1_usize;
    let place = |term: usize| {
        state = (state * 48_271) % 2_147_483_647;
        let anywhere = i64::try_from(state % count).unwrap();
        if term.is_multiple_of(2) { 0 } else { anywhere }
    };
    let places = (0..count).map(place).collect();
    let places = Constant::from_i64s(shape(&[count]), places).unwrap();
    b.constant(places)
}

#[test]
fn many_terms_of_one_entry() {
    for count in [1, 2, 30] {
        let with_one = graph(|b| {
            let (x, p) = (variables(b, "x", &[count]), variables(b, "p", &[]));
            let chosen = b.gather(x, skewed(b, count), 0).unwrap();
            vec![(chosen * p).sin().sum(&[0])]
        });
        check(&with_one, Exact::Yes);
        let with_many = graph(|b| {
            let (x, p) = (variables(b, "x", &[count]), variables(b, "p", &[count]));
            let chosen = b.gather(x, skewed(b, count), 0).unwrap();
            let added = b
                .scatter_add(skewed(b, count), x.sin() * p, 0, &tensor(&[count]))
                .unwrap();
            vec![(chosen * p).sin().sum(&[0]), added.sum(&[0]) * p.sum(&[0])]
        });
        check(&with_many, Exact::Yes);
    }
}

#[test]
fn products_of_matrices() {
    for count in [1, 2, 3, 7] {
        let constant = graph(|b| {
            let x = variables(b, "x", &[count, count]);
            let table: Vec<f64> = (0..count * count).map(|i| (i as f64).sin() + 0.1).collect();
            let table = Constant::from_f64s(Element::F64, shape(&[count, count]), &table);
            let product = b.matmul(x, b.constant(table.unwrap())).unwrap();
            vec![product.square().sum(&[0, 1]), product.sin().sum(&[1])]
        });
        check(&constant, Exact::Yes);
        let both = graph(|b| {
            let (x, y) = (
                variables(b, "x", &[count, 3]),
                variables(b, "y", &[3, count]),
            );
            vec![b.matmul(x, y).unwrap().square().sum(&[0, 1])]
        });
        check(&both, Exact::Yes);
    }
}
