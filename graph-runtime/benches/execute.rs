//! Time of preparing and evaluating graphs at run time: scalar graphs of growing size, by node,
//! and small tensor programs, by element. Run with `cargo bench -p graph-runtime`.

use std::hint::black_box;
use std::time::Instant;

use graph_ir::composite::Composite;
use graph_ir::graph::InputKind;
use graph_ir::ops::{Reduction, ScalarOp};
use graph_ir::{Builder, Element, Graph, Result, Shape, Type, Wire};
use graph_runtime::derivative::Evaluator;
use graph_runtime::execute::{Executable, Host};

fn main() {
    println!(
        "{:>9} {:>10} {:>10} {:>10}   ns per node",
        "nodes", "prepare", "value", "gradient"
    );
    for nodes in [1_000, 10_000, 100_000, 1_000_000] {
        scalars(nodes);
    }
    println!("{:>24} {:>12} {:>12}", "", "ns", "per element");
    for (name, elements, graph) in tensors().expect("well-typed graphs") {
        let time = evaluation(&graph);
        println!("{name:>24} {time:>12.0} {:>12.3}", time / elements);
    }
}

/// Prints the times for a random graph of this many scalars.
fn scalars(nodes: usize) {
    let graph = random_graph(nodes);
    let per_node = |ns: f64| ns / nodes as f64;
    let prepare = time(|| Executable::new(&graph).map(|e| e.workspace_bytes()).is_ok());
    let value = evaluation(&graph);
    let mut function = Evaluator::<f64>::new(&graph).expect("a differentiable graph");
    let x = [0.5; 16];
    let gradient = time(|| function.gradient(black_box(&x)).is_ok());
    println!(
        "{nodes:>9} {:>10.0} {:>10.2} {:>10.2}",
        per_node(prepare),
        per_node(value),
        per_node(gradient)
    );
}

/// The time of one evaluation.
fn evaluation(graph: &Graph) -> f64 {
    let executable = Executable::new(graph).expect("a graph that fits");
    let mut workspace = executable.workspace().expect("memory");
    let inputs: Vec<Vec<f64>> = executable
        .input_types()
        .map(|ty| {
            (0..ty.shape.size())
                .map(|i| (i % 97) as f64 / 97.0)
                .collect()
        })
        .collect();
    time(|| {
        let run = executable.run(&mut Host::new(), &mut workspace, black_box(&inputs));
        run.is_ok()
    })
}

/// The best time of a few runs, in nanoseconds; each is repeated for some milliseconds.
fn time(mut run: impl FnMut() -> bool) -> f64 {
    let mut once = || {
        let start = Instant::now();
        assert!(black_box(run()), "the graph was refused");
        start.elapsed().as_nanos() as f64
    };
    let repetitions = (1e7 / once().max(1.0)).clamp(1.0, 10_000.0) as usize;
    let mut best = f64::INFINITY;
    for _ in 0..7 {
        let total: f64 = (0..repetitions).map(|_| once()).sum();
        best = best.min(total / repetitions as f64);
    }
    best
}

/// Small programs over tensors, with the number by which their time is divided.
fn tensors() -> Result<Vec<(&'static str, f64, Graph)>> {
    Ok(vec![
        ("chain of 8 on 10^6", 8e6, chain(1_000_000)?),
        ("chain of 8 on 100", 800.0, chain(100)?),
        ("sine of 10^5", 1e5, unary(&[100_000], |_, x| Ok(x.sin()))?),
        (
            "sum of 10^6",
            1e6,
            unary(&[1_000_000], |b, x| b.reduce(Reduction::Sum, x, &[0]))?,
        ),
        (
            "columns of 1000x100",
            1e5,
            unary(&[1000, 100], |b, x| b.reduce(Reduction::Sum, x, &[0]))?,
        ),
        (
            "rows of 1000x100",
            1e5,
            unary(&[1000, 100], |b, x| b.reduce(Reduction::Sum, x, &[1]))?,
        ),
        (
            "softmax of 1000x100",
            1e5,
            unary(&[1000, 100], |b, x| {
                b.composite(Composite::Softmax, &[x], &[1])
            })?,
        ),
        (
            "transpose of 300x300",
            9e4,
            unary(&[300, 300], |b, x| Ok(b.transpose(x, &[1, 0])? + x))?,
        ),
        (
            "bias on 1000x100",
            1e5,
            binary(&[1000, 100], &[100], |b, x, bias| {
                Ok(x + b.broadcast(bias, &Shape::new(&[1000, 100])?, &[1])?)
            })?,
        ),
        (
            "argmax of rows 1000x100",
            1e5,
            unary(&[1000, 100], |b, x| b.reduce(Reduction::ArgMax, x, &[1]))?,
        ),
        (
            "product 64x64x64",
            262_144.0,
            binary(&[64, 64], &[64, 64], Builder::matmul)?,
        ),
        (
            "product 256x256x1",
            65_536.0,
            binary(&[256, 256], &[256, 1], Builder::matmul)?,
        ),
        ("steps of a loop, 10000", 1e4, steps(10_000)?),
    ])
}

fn chain(extent: usize) -> Result<Graph> {
    unary(&[extent], |_, x| {
        let mut y = x;
        for _ in 0..4 {
            y = (y + 0.25) * x;
        }
        Ok(y)
    })
}

fn unary(
    extents: &[usize],
    build: impl for<'b> FnOnce(&'b Builder, Wire<'b>) -> Result<Wire<'b>>,
) -> Result<Graph> {
    binary(extents, &[], |b, x, _| build(b, x))
}

fn binary(
    left: &[usize],
    right: &[usize],
    build: impl for<'b> FnOnce(&'b Builder, Wire<'b>, Wire<'b>) -> Result<Wire<'b>>,
) -> Result<Graph> {
    let builder = Builder::new();
    {
        let [x, y] = [left, right].map(|extents| {
            let shape = Shape::new(extents).expect("small extents");
            builder.input("", Type::new(Element::F64, shape), InputKind::Independent)
        });
        builder.output("", build(&builder, x, y)?)?;
    }
    builder.finish()
}

/// A loop of two carried numbers.
fn steps(length: usize) -> Result<Graph> {
    unary(&[2], |b, x| {
        let scalar = Type::scalar(Element::F64);
        b.begin_region()?;
        let (p, q) = (b.region_input(scalar.clone()), b.region_input(scalar));
        let body = b.end_region(&[p + q * 0.01, q - p * 0.01])?;
        let start = [b.index(x, 0, 0)?, b.index(x, 0, 1)?];
        let last = b.scan_region(body, &start, &[], length, false)?;
        Ok(last[0] + last[1])
    })
}

/// A function of 16 variables with `nodes` operators, nearly all of them arithmetic, whose
/// operands are drawn from the last 1000 values, by a fixed linear congruential generator.
fn random_graph(nodes: usize) -> Graph {
    let builder = Builder::new();
    let shape = Shape::new(&[16]).expect("a small shape");
    let x = builder.input("x", Type::new(Element::F64, shape), InputKind::Independent);
    let mut values: Vec<_> = (0..16)
        .map(|i| builder.index(x, 0, i).expect("an index in range"))
        .collect();
    let mut state = 1_u64;
    let mut draw = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let arithmetic = [ScalarOp::Add, ScalarOp::Sub, ScalarOp::Mul];
    let mut unused = Vec::new();
    while values.len() < nodes {
        let window = values.len().min(1000);
        // Every value is used: one operand is the oldest that was not.
        let oldest = unused.len().checked_sub(500).map(|_| unused.remove(0));
        let mut pick = || values[values.len() - 1 - draw(window)];
        let (a, b) = (oldest.unwrap_or_else(&mut pick), pick());
        let op = match draw(50) {
            0 => ScalarOp::Sin,
            _ => arithmetic[draw(arithmetic.len())],
        };
        let operands = &[a, b][..op.arity()];
        let value = builder.scalar(op, operands).expect("scalars fit");
        values.push(value);
        unused.push(value);
    }
    let total = unused.into_iter().reduce(|sum, term| sum + term);
    builder
        .output("y", total.unwrap_or(values[0]))
        .expect("a value in scope");
    builder.finish().expect("a well-typed graph")
}
