//! Golden programs: the scheduler's output for typical graphs, to be read and compared.
//!
//! `BLESS=1 cargo test` writes the files anew; the difference is then to be reviewed.

use std::path::PathBuf;

use graph_ir::builder::Builder;
use graph_ir::graph::{EffectKind, Graph, InputKind, Literal};
use graph_ir::ops::{Reduction, ScalarOp};
use graph_ir::{Element, Shape, Type, Wire};
use graph_program::{Options, Pipeline};

fn tensor(extents: &[usize]) -> Type {
    Type::new(Element::F64, Shape::new(extents).unwrap())
}

/// Holds the program of the graph that `build` makes of a builder against a file.
pub(crate) fn golden(name: &str, build: impl for<'b> Fn(&'b Builder) -> Vec<Wire<'b>>) {
    golden_with(name, Options::default(), build);
}

fn golden_with(name: &str, options: Options, build: impl for<'b> Fn(&'b Builder) -> Vec<Wire<'b>>) {
    let builder = Builder::new();
    builder.set_name(name);
    for (number, result) in build(&builder).into_iter().enumerate() {
        builder.output(&format!("y{number}"), result).unwrap();
    }
    golden_of(name, &builder.finish().unwrap(), options);
}

/// Holds the program of a graph against a file.
pub(crate) fn golden_of(name: &str, graph: &Graph, options: Options) {
    let found = Pipeline::new(options).schedule(graph).unwrap().to_string();
    let path: PathBuf = [
        env!("CARGO_MANIFEST_DIR"),
        "tests/program/golden",
        &format!("{name}.txt"),
    ]
    .iter()
    .collect();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(found, expected, "{} differs", path.display());
}

pub(crate) fn input<'b>(builder: &'b Builder, name: &str, extents: &[usize]) -> Wire<'b> {
    builder.input(name, tensor(extents), InputKind::Independent)
}

#[test]
fn small_tensors_are_scalars_and_views_are_free() {
    golden("energy", |b| {
        let (x, p) = (input(b, "x", &[3]), input(b, "p", &[]));
        let stretch = b.range(x, 0, 1, 2).unwrap() - b.range(x, 0, 0, 2).unwrap();
        let tension = p * 0.5 * b.dot(stretch, stretch).unwrap();
        vec![tension + x.cos().sum(&[0])]
    });
}

#[test]
fn an_elementwise_chain_is_one_loop_that_ends_in_lanes() {
    golden("chain", |b| {
        let x = input(b, "x", &[4, 25]);
        let y = b.transpose(input(b, "y", &[25, 4]), &[1, 0]).unwrap();
        let z = (x * 2.0).sin() + x;
        // `y` is transposed, so that its terms do not lie side by side: `z` is added over a copy.
        vec![z.square().sum(&[0, 1]), (x * y).sum(&[0, 1]), x.sum(&[0])]
    });
}

#[test]
fn products_run_along_rows() {
    golden("products", |b| {
        let (x, y, v) = (
            input(b, "x", &[6, 7]),
            input(b, "y", &[7, 40]),
            input(b, "v", &[40]),
        );
        let transposed = b.transpose(y, &[1, 0]).unwrap();
        vec![
            b.matmul(x, y).unwrap(),
            b.matmul(y, v).unwrap(),
            b.matmul(transposed, input(b, "u", &[7])).unwrap(),
            b.dot(v, v.sin()).unwrap(),
        ]
    });
}

#[test]
fn pieces_are_computed_in_their_place() {
    golden("pieces", |b| {
        let x = input(b, "x", &[40]);
        let padded = b.pad(x.sin(), &[(1, 2)], b.number(Element::F64, 0.5));
        let joined = b.concat(&[x.cos(), x], 0).unwrap();
        vec![padded.unwrap(), joined]
    });
}

#[test]
fn indices_are_checked_where_they_are_used() {
    golden("indices", |b| {
        let x = input(b, "x", &[40, 2]);
        let i = b.input("i", Type::scalar(Element::I64), InputKind::Dynamic);
        let row = b.gather(x, i, 0).unwrap();
        let back = b.scatter_add(i, row.sin(), 0, &tensor(&[40, 2])).unwrap();
        let largest = b.reduce(Reduction::ArgMax, x, &[0]).unwrap();
        vec![row, back, largest]
    });
}

#[test]
fn the_adjoint_of_a_branch_takes_what_the_branch_computed() {
    let builder = Builder::new();
    builder.set_name("branches");
    let x = input(&builder, "x", &[]);
    builder.begin_region().unwrap();
    let then = builder.end_region(&[x.sqrt().sin() * x]).unwrap();
    builder.begin_region().unwrap();
    let otherwise = builder.end_region(&[x.exp() * x.exp() + x]).unwrap();
    let result = builder.branch(x.greater(0.0), then, otherwise).unwrap()[0];
    builder.output("y", result * result).unwrap();
    let graph = graph_autodiff::gradient(&builder.finish().unwrap(), &[0]).unwrap();
    let graph = graph_ir::passes::prepare(&graph).unwrap();
    golden_of("branches", &graph, Options::default());
}

#[test]
fn a_loop_that_assigns_elements_changes_the_array_and_so_does_its_adjoint() {
    let builder = Builder::new();
    builder.set_name("assignments");
    let x = input(&builder, "x", &[100]);
    let start = builder.literal(Literal::I64(0));
    builder.begin_region().unwrap();
    let array = builder.region_input(tensor(&[100]));
    let counter = builder.region_input(Type::scalar(Element::I64));
    let half = counter / builder.literal(Literal::I64(2));
    let read = builder.gather(array, half, 0).unwrap();
    builder.begin_region().unwrap();
    let squared = builder.replace(array, read * read, &[0], &[counter]);
    let then = builder.end_region(&[squared.unwrap()]).unwrap();
    builder.begin_region().unwrap();
    let otherwise = builder.end_region(&[array]).unwrap();
    let changed = builder.branch(read.greater(0.0), then, otherwise).unwrap()[0];
    let next = counter + builder.literal(Literal::I64(1));
    let body = builder.end_region(&[changed, next]).unwrap();
    let results = builder.scan_region(body, &[x, start], &[], 100, false);
    builder.output("y", results.unwrap()[0].sum(&[0])).unwrap();
    let graph = graph_autodiff::gradient(&builder.finish().unwrap(), &[0]).unwrap();
    let graph = graph_ir::passes::prepare(&graph).unwrap();
    golden_of("assignments", &graph, Options::default());
}

#[test]
fn the_adjoint_of_a_loop_that_adds_up_is_the_same_loop() {
    let builder = Builder::new();
    builder.set_name("turned");
    let x = input(&builder, "x", &[100]);
    let zero = builder.number(Element::F64, 0.0);
    builder.begin_region().unwrap();
    let total = builder.region_input(tensor(&[]));
    let element = builder.region_input(tensor(&[]));
    let next = builder.end_region(&[total + element.sin()]).unwrap();
    let total = builder
        .scan_region(next, &[zero], &[x], 100, false)
        .unwrap()[0];
    builder.output("y", total).unwrap();
    let graph = graph_autodiff::gradient(&builder.finish().unwrap(), &[0]).unwrap();
    let graph = graph_ir::passes::prepare(&graph).unwrap();
    golden_of("turned", &graph, Options::default());
}

#[test]
fn a_branch_computes_one_side() {
    golden("branch", |b| {
        let (x, large) = (input(b, "x", &[]), input(b, "large", &[40]));
        b.begin_region().unwrap();
        let then = b.end_region(&[x.ln(), large.sin()]).unwrap();
        b.begin_region().unwrap();
        let otherwise = b.end_region(&[x, large]).unwrap();
        b.branch(x.greater(0.0), then, otherwise).unwrap()
    });
}

#[test]
fn a_loop_carries_its_state() {
    golden("loop", |b| {
        let (x, inputs) = (input(b, "x", &[]), input(b, "inputs", &[10]));
        b.begin_region().unwrap();
        let state = b.region_input(tensor(&[]));
        let input = b.region_input(tensor(&[]));
        let next = (state * x).sin() + input;
        let body = b.end_region(&[next, state]).unwrap();
        b.scan_region(body, &[x], &[inputs], 10, true).unwrap()
    });
}

#[test]
fn arrays_that_are_not_needed_together_share_memory() {
    golden("storage", |b| {
        let (a, x) = (input(b, "a", &[70, 70]), input(b, "x", &[70]));
        b.begin_region().unwrap();
        let state = b.region_input(tensor(&[70]));
        let first = b.matmul(a, state).unwrap();
        let second = b.matmul(a, first).unwrap();
        let third = b.matmul(second, a).unwrap();
        let body = b.end_region(&[third]).unwrap();
        let last = b.scan_region(body, &[x], &[], 5, false).unwrap()[0];
        let product = b.matmul(a, last).unwrap();
        vec![b.matmul(a, product).unwrap()]
    });
}

#[test]
fn effects_stand_where_they_happen() {
    let effects = Options {
        effects: true,
        ..Options::default()
    };
    golden_with("effects", effects, |b| {
        let (x, y) = (input(b, "x", &[]), input(b, "y", &[40]));
        let print = |before: &str| EffectKind::Print {
            before: before.into(),
            after: "\n".into(),
        };
        b.effect(print("x = "), &[x, x * 2.0]).unwrap();
        // The comparison's operand is stored although the sum alone would not need it.
        let z = y.sin();
        b.effect(EffectKind::Compare(ScalarOp::Less), &[y, z])
            .unwrap();
        let sum = b.reduce(Reduction::Sum, z, &[0]).unwrap();
        b.begin_region().unwrap();
        b.effect(print("then "), &[x, sum]).unwrap();
        let then = b.end_region(&[sum]).unwrap();
        b.begin_region().unwrap();
        let otherwise = b.end_region(&[x]).unwrap();
        b.branch(x.less(sum), then, otherwise).unwrap();
        b.effect(EffectKind::Compare(ScalarOp::Equal), &[x, sum])
            .unwrap();
        vec![x]
    });
}

#[test]
fn without_effects_nothing_is_computed_for_them() {
    let b = Builder::new();
    let x = input(&b, "x", &[]);
    b.effect(EffectKind::Compare(ScalarOp::Less), &[x, x.sin()])
        .unwrap();
    b.output("y", x).unwrap();
    let program = Pipeline::new(Options::default())
        .schedule(&b.finish().unwrap())
        .unwrap();
    assert_eq!(program.body.len(), 2, "{program}");
}

/// The second row of a product with a rotation about the first axis, and again its last element.
fn rotated<'b>(b: &'b Builder) -> Vec<Wire<'b>> {
    let (angle, m) = (input(b, "angle", &[]), input(b, "m", &[3, 3]));
    let (sin, cos) = (angle.sin(), angle.cos());
    let (zero, one) = (b.number(Element::F64, 0.0), b.number(Element::F64, 1.0));
    let entries = [one, zero, zero, zero, cos, -sin, zero, sin, cos];
    let entries = b.stack(&entries, 0).unwrap();
    let rotation = b.reshape(entries, &Shape::new(&[3, 3]).unwrap()).unwrap();
    let product = b.matmul(rotation, m).unwrap();
    let row = b.range(product, 0, 1, 1).unwrap();
    let column = b.range(m, 1, 2, 1).unwrap();
    let last = b.matmul(rotation, column).unwrap();
    vec![row, b.range(last, 0, 1, 1).unwrap()]
}

#[test]
fn scalars_are_computed_once_and_ones_vanish() {
    golden("scalars", rotated);
}

#[test]
fn zeros_vanish_where_numbers_are_finite() {
    let finite = Options {
        finite: true,
        ..Options::default()
    };
    golden_with("finite", finite, rotated);
}

#[test]
fn what_no_iteration_changes_is_computed_before_the_loop() {
    golden("invariant", |b| {
        let (x, rate) = (input(b, "x", &[]), input(b, "rate", &[]));
        b.begin_region().unwrap();
        let state = b.region_input(tensor(&[]));
        b.begin_region().unwrap();
        let slow = b.end_region(&[rate.sin() * state]).unwrap();
        b.begin_region().unwrap();
        let fast = b.end_region(&[rate.exp() * state]).unwrap();
        let factor = b.branch(state.less(1.0), slow, fast).unwrap()[0];
        let body = b.end_region(&[factor * rate.cos()]).unwrap();
        b.scan_region(body, &[x], &[], 10, false).unwrap()
    });
}

#[test]
fn products_are_fused_with_what_they_are_added_to() {
    let contract = Options {
        contract: true,
        ..Options::default()
    };
    golden_with("fused", contract, |b| {
        let (x, y) = (input(b, "x", &[100]), input(b, "y", &[]));
        let [z, w] = ["z", "w"].map(|name| input(b, name, &[]));
        let late = (y / z).sqrt();
        // The product whose factor is known late is fused; one that is used otherwise is not.
        let kept = z * w;
        let sums = [
            y * z + late * w,
            late * w - z * z,
            kept - y,
            y - late * z,
            kept.sin(),
        ];
        let mut results = vec![b.dot(x, x).unwrap()];
        results.extend(sums);
        results
    });
}
