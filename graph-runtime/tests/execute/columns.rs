//! Many points at once: the bits of single evaluations, whatever the graph and the number of
//! points.

use graph_ir::graph::EffectKind;
use graph_ir::ops::{Reduction, ScalarOp};
use graph_ir::{Builder, Element, Graph, Wire, differentiate};
use graph_runtime::execute::{
    AsValues, AsValuesMut, Executable, Host, Outcome, Printed, Values, ValuesMut,
};

use crate::random::random_graph;
use crate::support::{EDGES, f64s, graph, numbers, ty};

/// One element at all points.
#[derive(Clone, Debug)]
enum Column {
    F64(Vec<f64>),
    F32(Vec<f32>),
    Bool(Vec<bool>),
    I64(Vec<i64>),
}

impl Column {
    /// Numbers at the edges and others; integers are 0, 1 or 2.
    fn new(element: Element, points: usize, seed: u64) -> Self {
        let edges = EDGES.into_iter().cycle().skip(seed as usize % EDGES.len());
        let others = numbers(points, seed).into_iter();
        let mixed = others.zip(edges).enumerate();
        let mixed = mixed.map(|(i, (x, edge))| if i % 3 == 1 { edge } else { 2.0 * x });
        match element {
            Element::F32 => Self::F32(mixed.map(|x| x as f32).collect()),
            Element::Bool => Self::Bool(mixed.map(|x| x > 0.0).collect()),
            Element::I64 => Self::I64(
                (0..points as u64)
                    .map(|i| ((i * i + seed) % 3) as i64)
                    .collect(),
            ),
            _ => Self::F64(mixed.collect()),
        }
    }

    fn zeros(element: Element, points: usize) -> Self {
        match element {
            Element::F32 => Self::F32(vec![0.0; points]),
            Element::Bool => Self::Bool(vec![false; points]),
            Element::I64 => Self::I64(vec![0; points]),
            _ => Self::F64(vec![0.0; points]),
        }
    }

    fn at(&self, point: usize) -> Self {
        match self {
            Self::F64(v) => Self::F64(vec![v[point]]),
            Self::F32(v) => Self::F32(vec![v[point]]),
            Self::Bool(v) => Self::Bool(vec![v[point]]),
            Self::I64(v) => Self::I64(vec![v[point]]),
        }
    }

    /// One value of all elements that are given.
    fn join(parts: &[Self], element: Element) -> Self {
        let mut all = Self::zeros(element, 0);
        for part in parts {
            match (&mut all, part) {
                (Self::F64(all), Self::F64(part)) => all.extend(part),
                (Self::F32(all), Self::F32(part)) => all.extend(part),
                (Self::Bool(all), Self::Bool(part)) => all.extend(part),
                (Self::I64(all), Self::I64(part)) => all.extend(part),
                _ => panic!("columns of one input have one type"),
            }
        }
        all
    }
}

impl AsValues for Column {
    fn as_values(&self) -> Values<'_> {
        match self {
            Self::F64(v) => Values::F64(v),
            Self::F32(v) => Values::F32(v),
            Self::Bool(v) => Values::Bool(v),
            Self::I64(v) => Values::I64(v),
        }
    }
}

impl AsValuesMut for Column {
    fn as_values_mut(&mut self) -> ValuesMut<'_> {
        match self {
            Self::F64(v) => ValuesMut::F64(v),
            Self::F32(v) => ValuesMut::F32(v),
            Self::Bool(v) => ValuesMut::Bool(v),
            Self::I64(v) => ValuesMut::I64(v),
        }
    }
}

/// The element type of each column of some types.
fn elements<'t>(types: impl Iterator<Item = &'t graph_ir::Type>) -> Vec<Element> {
    let columns = types.flat_map(|ty| std::iter::repeat_n(ty.element, ty.shape.size()));
    columns.collect()
}

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
    // Without any column nobody says how many points there are.
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
    let derivative = differentiate::reverse(&scalars(), &[0]).unwrap();
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
        check(&branches, points, "branches");
        check(&indices, points, "indices");
        check(&nothing, points, "nothing");
        check(&constant, points, "a constant");
        check(&tensors, points.min(20), "tensors");
    }
}

#[test]
fn random_graphs_have_the_bits_of_single_evaluations() {
    for seed in 0..300 {
        check(&random_graph(seed), 11, &format!("graph {seed}"));
    }
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
fn threads_take_parts_of_the_columns() {
    let executable = Executable::new(&differentiate::reverse(&scalar(), &[0]).unwrap()).unwrap();
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
