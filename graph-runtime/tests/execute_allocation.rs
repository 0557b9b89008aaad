//! An evaluation allocates nothing: counted by the allocator of this program.

use graph_ir::composite::Composite;
use graph_ir::graph::{EffectKind, External, ExternalKind, InputKind, Role};
use graph_ir::ops::{Reduction, ScalarOp};
use graph_ir::{Builder, Element, Graph, Shape, Type, Wire};
use graph_runtime::execute::{Executable, Functions, Host, Printed, Values};

fn ty(element: Element, extents: &[usize]) -> Type {
    Type::new(element, Shape::new(extents).unwrap())
}

/// A graph with an operator of every kind.
fn everything() -> graph_ir::Result<Graph> {
    let b = Builder::new();
    let f64s = |extents: &[usize]| ty(Element::F64, extents);
    let x = b.input("x", f64s(&[4, 9]), InputKind::Independent);
    let i = b.input("i", ty(Element::I64, &[3]), InputKind::Dynamic);
    // Large enough for the kernel.
    let turned = b.transpose(x, &[1, 0])?;
    let product = b.matmul(x, turned)?;
    let rows = b.gather(product, i, 0)?;
    let scattered = b.scatter_add(i, rows, 0, &f64s(&[4, 4]))?;
    let soft = b.composite(Composite::Softmax, &[scattered], &[1])?;
    let sums = b.reduce(Reduction::Sum, soft, &[0])?;
    let best = b.reduce(Reduction::ArgMax, soft, &[0, 1])?;
    let joined = b.concat(&[sums, sums], 0)?;
    let chosen = b.select(joined.greater(0.0), joined, joined)?;
    let total = b.sum(&[chosen, chosen, chosen], &f64s(&[8]))?;
    let looped = run_loop(&b, total)?;
    let single = b.cast(looped, Element::F32)?;
    let floor = External {
        name: "floor".into(),
        kind: ExternalKind::Discrete,
        role: Role::Value,
        arguments: vec![f64s(&[])],
        results: vec![f64s(&[])],
    };
    let floored = b.external(&floor, &[looped])?[0];
    let print = EffectKind::Print {
        before: "value ".into(),
        after: String::new(),
    };
    b.effect(print, &[b.number(Element::F64, 0.0), floored])?;
    b.effect(EffectKind::Compare(ScalarOp::Less), &[looped, floored])?;
    for (name, output) in [("best", best), ("single", single), ("floored", floored)] {
        b.output(name, output)?;
    }
    b.finish()
}

/// A loop with a branch in it.
fn run_loop<'b>(b: &'b Builder, stacked: Wire<'b>) -> graph_ir::Result<Wire<'b>> {
    let scalar = Type::scalar(Element::F64);
    b.begin_region()?;
    let sum = b.region_input(scalar.clone());
    let element = b.region_input(scalar);
    b.begin_region()?;
    let then = b.end_region(&[sum + element])?;
    b.begin_region()?;
    let otherwise = b.end_region(&[sum * element])?;
    let next = b.branch(sum.less(1.0), then, otherwise)?;
    let body = b.end_region(&next)?;
    let zero = b.number(Element::F64, 0.0);
    Ok(b.scan_region(body, &[zero], &[stacked], 8, true)?[0])
}

#[test]
fn evaluating_allocates_nothing() {
    let executable = Executable::new(&everything().unwrap()).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let functions = Functions::new().discrete("floor", f64::floor);
    let x: Vec<f64> = (0..36).map(|i| f64::from(i) / 20.0 - 1.0).collect();
    let inputs = [Values::F64(&x), Values::I64(&[2, 0, 3])];
    let mut printed = 0;
    let mut total = 0.0;
    let counted = allocation_counter::measure(|| {
        for _ in 0..3 {
            let mut listener = |_: Printed<'_>| printed += 1;
            let mut host = Host::new().functions(&functions).print(&mut listener);
            let outcome = executable.run(&mut host, &mut workspace, &inputs);
            assert_eq!(outcome.unwrap().comparisons_changed, 1);
            if let Some(Values::F32(single)) = workspace.output(1) {
                total += single[0];
            }
        }
    });
    assert_eq!(counted.count_total, 0);
    assert_eq!(printed, 3);
    assert!(total > 0.0);
}

#[test]
fn evaluating_into_slices_allocates_nothing() {
    let b = Builder::new();
    let x = b.input("x", ty(Element::F64, &[100]), InputKind::Independent);
    b.output("y", x.sin() * x).unwrap();
    let executable = Executable::new(&b.finish().unwrap()).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let (x, mut y) = ([0.5; 100], [0.0; 100]);
    let counted = allocation_counter::measure(|| {
        let outcome = executable.evaluate(&mut workspace, &[&x[..]], &mut [&mut y[..]]);
        outcome.unwrap();
    });
    assert_eq!(counted.count_total, 0);
    assert_eq!(y[99], graph_math::math::sin(0.5) * 0.5);
}

#[test]
fn evaluating_columns_allocates_nothing() {
    let b = Builder::new();
    let x = b.input("x", ty(Element::F64, &[2]), InputKind::Independent);
    let (p, q) = (b.index(x, 0, 0).unwrap(), b.index(x, 0, 1).unwrap());
    b.output("y", p.sin() * q + p).unwrap();
    let straight = b.finish().unwrap();
    let b = Builder::new();
    let x = b.input("x", ty(Element::F64, &[2]), InputKind::Independent);
    b.output(
        "y",
        run_loop(&b, b.concat(&[x, x, x, x], 0).unwrap()).unwrap(),
    )
    .unwrap();
    for graph in [straight, b.finish().unwrap()] {
        let executable = Executable::new(&graph).unwrap();
        let mut batch = executable.batch().unwrap();
        assert!(batch.block() > 1);
        let (x, mut y) = ([0.5; 20], [0.0; 20]);
        let counted = allocation_counter::measure(|| {
            let outcome = executable.evaluate_columns(&mut batch, &[&x, &x], &mut [&mut y]);
            outcome.unwrap();
        });
        assert_eq!(counted.count_total, 0);
        assert!(y[19] > 0.0);
    }
}

/// Rayon allocates for the jobs that threads take from others: alone there are none.
#[cfg(feature = "rayon")]
#[test]
fn evaluating_columns_in_parallel_allocates_nothing() {
    let b = Builder::new();
    let x = b.input("x", ty(Element::F64, &[]), InputKind::Independent);
    b.output("y", x.sin() * x).unwrap();
    let executable = Executable::new(&b.finish().unwrap()).unwrap();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1);
    let pool = pool.build().unwrap();
    let mut batches = executable.batches(4).unwrap();
    let (x, mut y) = ([0.5; 100], [0.0; 100]);
    let counted = pool.install(|| {
        allocation_counter::measure(|| {
            let outputs = &mut [&mut y];
            let outcome = executable.evaluate_columns_in_parallel(&mut batches, &[&x], outputs);
            outcome.unwrap();
        })
    });
    assert_eq!(counted.count_total, 0);
    assert_eq!(y, [graph_math::math::sin(0.5) * 0.5; 100]);
}
