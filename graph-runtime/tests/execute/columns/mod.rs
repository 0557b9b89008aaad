//! Many points at once: the bits of single evaluations, whatever the graph and the number of
//! points.

mod column;
#[cfg(feature = "rayon")]
mod threads;

use graph_ir::composite::Composite;
use graph_ir::graph::EffectKind;
use graph_ir::ops::{Reduction, ScalarOp};
use graph_ir::{Builder, Element, Graph, Wire};
use graph_runtime::execute::{AsValues, Executable, Host, Outcome, Printed, Values};

use crate::numbers::numbers;
use crate::random::random_graph;
use crate::support::{f64s, graph, ty};
use column::{Column, elements};

/// Compares columns with single evaluations, as text, in which NaNs are alike and zeros keep their
/// signs; gives how many points were evaluated together.
fn check(graph: &Graph, points: usize, what: &str) -> usize {
    let executable = Executable::new(graph).unwrap();
    let mut batch = executable.batch().unwrap();
    let columns = elements(executable.input_types()).into_iter().zip(1..);
    let inputs = columns.map(|(element, seed)| Column::new(element, points, seed));
    let inputs: Vec<Column> = inputs.collect();
    let outputs = elements(executable.output_types()).into_iter();
    let mut outputs: Vec<Column> = outputs.map(|e| Column::zeros(e, points)).collect();
    let found = executable.evaluate_columns(&mut batch, &inputs, &mut outputs);
    // Without any column the number of points is not known.
    let points = if inputs.len() + outputs.len() == 0 {
        0
    } else {
        points
    };
    let mut expected = Outcome::default();
    let mut workspace = executable.workspace().unwrap();
    for point in 0..points {
        let mut columns = inputs.iter().map(|column| column.at(point));
        let values = executable.input_types().map(|ty| {
            let parts: Vec<Column> = columns.by_ref().take(ty.shape.size()).collect();
            Column::join(&parts, ty.element)
        });
        let values: Vec<Column> = values.collect();
        let outcome = executable.run(&mut Host::new(), &mut workspace, &values);
        expected.comparisons_changed += outcome.unwrap().comparisons_changed;
        let mut columns = outputs.iter().map(|column| column.at(point));
        for (position, ty) in executable.output_types().enumerate() {
            let parts: Vec<Column> = columns.by_ref().take(ty.shape.size()).collect();
            let found = Column::join(&parts, ty.element);
            let expected = workspace.output(position).unwrap();
            assert_eq!(
                format!("{:?}", found.as_values()),
                format!("{expected:?}"),
                "{what}: output {position} at point {point} of {points}"
            );
        }
    }
    assert_eq!(found, Ok(expected), "{what}");
    batch.block()
}

/// Statements of every kind that straight-line code has.
fn scalars() -> Graph {
    let types = [
        f64s(&[3]),
        ty(Element::F32, &[]),
        ty(Element::I64, &[]),
        ty(Element::Bool, &[]),
    ];
    graph(&types, |b, x| {
        let [p, q, r] = [
            b.index(x[0], 0, 0)?,
            b.index(x[0], 0, 1)?,
            b.index(x[0], 0, 2)?,
        ];
        let (single, integer, truth) = (x[1], x[2], x[3]);
        let both = b.scalar(ScalarOp::And, &[truth, p.less(q)])?;
        let chosen = b.select(both, p * q + r, q.sin() / r)?;
        let mixed = b.cast(single * 3.0 - single, Element::F64)?
            + b.cast(integer * integer, Element::F64)?;
        b.effect(EffectKind::Compare(ScalarOp::Less), &[p, q])?;
        Ok(vec![
            chosen,
            mixed * chosen,
            b.cast(chosen, Element::F32)? + single,
            b.cast(mixed, Element::I64)?,
            both,
            x[0],
            b.number(Element::F64, 2.5),
        ])
    })
}

#[test]
fn straight_line_code_runs_in_blocks() {
    for points in [0, 1, 7, 8, 9, 15, 16, 17, 1000] {
        assert!(check(&scalars(), points, "scalars") > 1);
    }
    let derivative = graph_autodiff::reverse(&scalars(), &[0]).unwrap();
    assert!(check(&derivative, 100, "the adjoint of scalars") > 1);
}

/// A branch on the first number between two results.
fn branch<'b>(b: &'b Builder, x: Wire<'b>, y: Wire<'b>) -> graph_ir::Result<Wire<'b>> {
    b.begin_region()?;
    let then = b.end_region(&[x.sin() * y])?;
    b.begin_region()?;
    let otherwise = b.end_region(&[x / y])?;
    Ok(b.branch(x.greater(0.0), then, otherwise)?[0])
}

#[test]
fn points_may_go_different_ways() {
    let branches = graph(&[f64s(&[]), f64s(&[])], |b, x| {
        Ok(vec![branch(b, x[0], x[1])?])
    });
    let indices = graph(&[f64s(&[3]), ty(Element::I64, &[])], |b, x| {
        Ok(vec![b.gather(x[0], x[1], 0)?, x[0]])
    });
    let tensors = graph(&[f64s(&[5, 20])], |b, x| {
        let sums = b.reduce(Reduction::Sum, x[0].sin(), &[1])?;
        Ok(vec![sums, b.reduce(Reduction::ArgMax, x[0], &[0])?])
    });
    let nothing = graph(&[f64s(&[0])], |_, x| Ok(vec![x[0]]));
    let constant = graph(&[], |b, _| Ok(vec![b.number(Element::F64, 4.0)]));
    for points in [0, 1, 7, 8, 9, 1000] {
        assert!(check(&branches, points, "branches") > 1);
        assert!(check(&indices, points, "indices of their own") > 1);
        check(&nothing, points, "nothing");
        check(&constant, points, "a constant");
        check(&tensors, points.min(20), "tensors");
    }
}

/// The numbers of a scan over an array, of which each step goes one of two ways.
fn scan(extent: usize) -> Graph {
    graph(&[f64s(&[extent]), f64s(&[])], |b, x| {
        b.begin_region()?;
        let carried = b.region_input(f64s(&[]));
        let element = b.region_input(f64s(&[]));
        let next = branch(b, carried - element, carried * 0.5 + element)?;
        let body = b.end_region(&[next, next + element])?;
        b.scan_region(body, &[x[1]], &[x[0]], extent, false)
    })
}

#[test]
fn tensors_loops_and_branches_run_in_blocks() {
    let rows = graph(&[f64s(&[3, 5]), f64s(&[5])], |b, x| {
        let product = b.matmul(x[0], x[1])?.tanh();
        let shares = b.composite(Composite::Softmax, &[x[0]], &[1])?;
        Ok(vec![product, shares, b.reduce(Reduction::Max, x[0], &[0])?])
    });
    let single = graph(&[ty(Element::F32, &[4])], |b, x| {
        let y = x[0].exp() / (x[0] + 1.5);
        Ok(vec![b.reduce(Reduction::Sum, y, &[0])?, y])
    });
    for (graph, what) in [(&rows, "rows"), (&single, "single"), (&scan(9), "a scan")] {
        let adjoint = graph_autodiff::reverse(graph, &[0]).unwrap();
        for points in [1, 7, 8, 9, 50] {
            assert!(check(graph, points, what) > 1, "{what}");
            check(&adjoint, points, &format!("the adjoint of {what}"));
        }
    }
}

#[test]
fn large_arrays_are_computed_point_by_point() {
    let large = graph(&[f64s(&[40, 40]), f64s(&[40, 40])], |b, x| {
        Ok(vec![b.matmul(x[0], x[1])?])
    });
    assert_eq!(check(&large, 3, "a product"), 1);
}

#[test]
fn random_graphs_have_the_bits_of_single_evaluations() {
    let blocks = (0..300).map(|seed| check(&random_graph(seed), 11, &format!("graph {seed}")));
    let together = blocks.filter(|&block| block > 1).count();
    // Where the functions of a point are in lanes already, points run one by one.
    assert!(together > 80, "{together} of 300 graphs run in blocks");
}

#[test]
fn the_first_point_that_fails_is_reported() {
    let gather = graph(&[f64s(&[3]), ty(Element::I64, &[])], |b, x| {
        Ok(vec![b.gather(x[0], x[1], 0)?])
    });
    let executable = Executable::new(&gather).unwrap();
    let mut batch = executable.batch().unwrap();
    let column = Column::F64(vec![0.5; 9]);
    let mut inputs = vec![column.clone(), column.clone(), column];
    inputs.push(Column::I64(vec![0, 1, 2, 7, 0, -1, 0, 0, 0]));
    let mut y = [0.0; 9];
    let outcome = executable.evaluate_columns(&mut batch, &inputs, &mut [&mut y]);
    let error = outcome.unwrap_err().to_string();
    assert!(error.contains("index 7 is out of range"), "{error}");
    // The batch is as good as new.
    inputs[3] = Column::I64(vec![1; 9]);
    let outcome = executable.evaluate_columns(&mut batch, &inputs, &mut [&mut y]);
    assert_eq!(outcome.unwrap(), Outcome::default());
    assert_eq!(y, [0.5; 9]);
}

#[test]
fn prints_come_in_the_order_of_the_points() {
    let printing = graph(&[f64s(&[])], |b, x| {
        let kind = EffectKind::Print {
            before: "x is ".into(),
            after: String::new(),
        };
        b.effect(kind, &[x[0], x[0] * 2.0])?;
        Ok(vec![x[0]])
    });
    let executable = Executable::new(&printing).unwrap();
    let mut batch = executable.batch().unwrap();
    let mut lines = Vec::new();
    let mut listener = |printed: Printed<'_>| lines.push(format!("{:?}", printed.value));
    let mut host = Host::new().print(&mut listener);
    let (x, mut y) = ([-1.0, 3.0, -0.5, -4.0], [0.0; 4]);
    let outcome = executable.evaluate_columns_with(&mut host, &mut batch, &[x], &mut [&mut y]);
    outcome.unwrap();
    assert_eq!(lines, ["F64([-2.0])", "F64([-1.0])", "F64([-8.0])"]);
}

#[test]
fn columns_must_fit() {
    let product = graph(&[f64s(&[2]), f64s(&[])], |b, x| {
        Ok(vec![b.index(x[0], 0, 0)? * x[1]])
    });
    let executable = Executable::new(&product).unwrap();
    let other = Executable::new(&product).unwrap();
    let mut batch = executable.batch().unwrap();
    let full = [0.5; 10];
    let mut y = [0.0; 10];
    let mut message =
        |executable: &Executable, inputs: &[Values<'_>], outputs: &mut [&mut [f64]]| {
            let outcome = executable.evaluate_columns(&mut batch, inputs, outputs);
            outcome.unwrap_err().to_string()
        };
    let x = Values::F64(&full);
    assert_eq!(
        message(&executable, &[x, x], &mut [&mut y]),
        "expected 3 input columns, found 2"
    );
    assert_eq!(
        message(&executable, &[x; 3], &mut []),
        "expected 1 output column, found 0"
    );
    assert_eq!(
        message(&executable, &[x, x, Values::F64(&full[..9])], &mut [&mut y]),
        "the column of element 0 of input (`x1`) should be 10 elements of `f64`, \
         found 9 elements of `f64`"
    );
    assert_eq!(
        message(&executable, &[x, Values::F32(&[0.5; 10]), x], &mut [&mut y]),
        "the column of element 1 of input (`x0`) should be 10 elements of `f64`, \
         found 10 elements of `f32`"
    );
    assert_eq!(
        message(&executable, &[x; 3], &mut [&mut y[..1]]),
        "the column of element 0 of output (`y0`) should be 10 elements of `f64`, \
         found 1 element of `f64`"
    );
    assert_eq!(
        message(&other, &[x; 3], &mut [&mut y]),
        "the workspace belongs to another executable"
    );
}

#[test]
fn points_may_share_numbers() {
    let gather = graph(&[f64s(&[2]), ty(Element::I64, &[])], |b, x| {
        Ok(vec![b.gather(x[0], x[1], 0)? * 2.0])
    });
    let product = graph(&[f64s(&[]), f64s(&[])], |_, x| Ok(vec![x[0].sin() * x[1]]));
    let all = [0.25; 11];
    let evaluate = |graph: &Graph, inputs: &[Values<'_>], points: usize| {
        let executable = Executable::new(graph).unwrap();
        let mut batch = executable.batch().unwrap();
        let mut y = vec![0.0; points];
        let outcome = executable.evaluate_columns(&mut batch, inputs, &mut [&mut y]);
        outcome.map(|_| y).map_err(|error| error.to_string())
    };
    let (one, many) = (Values::F64(&[0.5]), Values::F64(&all));
    for points in [0, 1, 7, 11] {
        let inputs = [one, Values::F64(&all[..points])];
        let alone = evaluate(&product, &[one, Values::F64(&[0.25])], 1).unwrap();
        assert_eq!(
            evaluate(&product, &inputs, points),
            Ok(vec![alone[0]; points])
        );
        // Nobody but the outputs says how many there are.
        let index = Values::I64(&[1]);
        assert_eq!(
            evaluate(&gather, &[one, one, index], points),
            Ok(vec![1.0; points])
        );
    }
    assert_eq!(
        evaluate(&product, &[one, many], 1).unwrap_err(),
        "the column of element 0 of output (`y0`) should be 11 elements of `f64`, \
         found 1 element of `f64`"
    );
}

#[test]
fn threads_take_parts_of_the_columns() {
    let executable = Executable::new(&graph_autodiff::reverse(&scalar(), &[0]).unwrap()).unwrap();
    let x = numbers(100, 8);
    let seeds = vec![1.0; 100];
    let evaluate = |x: &[f64], seeds: &[f64], y: &mut [f64], slope: &mut [f64]| {
        let mut batch = executable.batch().unwrap();
        let outcome = executable.evaluate_columns(&mut batch, &[x, seeds], &mut [y, slope]);
        outcome.unwrap();
    };
    let (mut whole, mut parts) = (
        [vec![0.0; 100], vec![0.0; 100]],
        [vec![0.0; 100], vec![0.0; 100]],
    );
    let [y, slope] = &mut whole;
    evaluate(&x, &seeds, y, slope);
    // Parts of a size that is no multiple of a block's.
    let [y, slope] = &mut parts;
    std::thread::scope(|scope| {
        let results = y.chunks_mut(37).zip(slope.chunks_mut(37));
        for ((x, seeds), (y, slope)) in x.chunks(37).zip(seeds.chunks(37)).zip(results) {
            scope.spawn(|| evaluate(x, seeds, y, slope));
        }
    });
    assert_eq!(whole, parts);
    let exact = x.iter().map(|x| x.cos() * x + x.sin());
    for (slope, exact) in whole[1].iter().zip(exact) {
        assert!((slope - exact).abs() < 1e-14, "{slope} {exact}");
    }
}

fn scalar() -> Graph {
    graph(&[f64s(&[])], |_, x| Ok(vec![x[0].sin() * x[0]]))
}
