//! Time of each pass over scalar graphs of growing size: a straight line per node means that the
//! pass is linear. Run with `cargo bench -p graph-ir`.

use std::hint::black_box;
use std::time::Instant;

use graph_ir::graph::InputKind;
use graph_ir::ops::ScalarOp;
use graph_ir::types::{Element, Shape, Type};
use graph_ir::{Builder, Graph, passes, verify};

fn main() {
    println!(
        "{:>9} {:>10} {:>10} {:>10} {:>10}   ns per node",
        "nodes", "build", "verify", "optimize", "reverse"
    );
    for nodes in [1_000, 10_000, 100_000, 1_000_000] {
        let start = Instant::now();
        let graph = random_graph(nodes);
        let build = start.elapsed();
        let times = [
            time(|| verify::verify(&graph).is_ok()),
            time(|| passes::optimize(&graph).is_ok()),
            time(|| graph_autodiff::gradient(&graph, &[0]).is_ok()),
        ];
        #[allow(clippy::cast_precision_loss, reason = "sizes are small")]
        let per_node = |ns: u128| ns as f64 / nodes as f64;
        print!("{nodes:>9} {:>10.0}", per_node(build.as_nanos()));
        for time in times {
            print!(" {:>10.0}", per_node(time));
        }
        println!();
    }
}

/// The best of three runs, in nanoseconds.
fn time(run: impl Fn() -> bool) -> u128 {
    let mut best = u128::MAX;
    for _ in 0..3 {
        let start = Instant::now();
        assert!(black_box(run()), "the pass refused the graph");
        best = best.min(start.elapsed().as_nanos());
    }
    best
}

/// A function of 16 variables with `nodes` operators whose operands are drawn from the last 100
/// values, by a fixed linear congruential generator.
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
        usize::try_from(state >> 33).expect("31 bits") % below
    };
    let ops = [
        ScalarOp::Add,
        ScalarOp::Sub,
        ScalarOp::Mul,
        ScalarOp::Sin,
        ScalarOp::Tanh,
    ];
    while values.len() < nodes {
        let window = values.len().min(100);
        let mut pick = || values[values.len() - 1 - draw(window)];
        let (a, b) = (pick(), pick());
        let op = ops[draw(ops.len())];
        let operands = &[a, b][..op.arity()];
        values.push(builder.scalar(op, operands).expect("scalars fit"));
    }
    let last = values[values.len() - 1];
    builder.output("y", last).expect("a value in scope");
    builder.finish().expect("a well-typed graph")
}
