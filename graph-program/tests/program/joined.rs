//! Branches that join earlier ones on their condition: only where they may, and to the same bits.

use graph_ir::builder::Builder;
use graph_ir::graph::{Graph, InputKind, Literal};
use graph_ir::passes::prepare;
use graph_ir::{Element, Shape, Type, Wire};
use graph_program::{Block, Options, Statement, schedule};

use super::golden::{golden_of, input};
use super::random::Numbers;
use super::{check, check_program};

/// The number of branches of a prepared graph's program, those inside of others among them.
fn branches(graph: &Graph) -> usize {
    fn count(block: &Block) -> usize {
        let own = block.iter().filter(|s| matches!(s, Statement::If(_)));
        let inner = block.iter().flat_map(Statement::blocks);
        own.count() + inner.map(count).sum::<usize>()
    }
    count(&schedule(&prepare(graph).unwrap()).unwrap().body)
}

/// A branch with one result.
fn branch<'b>(
    builder: &'b Builder,
    condition: Wire<'b>,
    then: impl FnOnce() -> Wire<'b>,
    otherwise: impl FnOnce() -> Wire<'b>,
) -> Wire<'b> {
    builder.begin_region().unwrap();
    let then = builder.end_region(&[then()]).unwrap();
    builder.begin_region().unwrap();
    let otherwise = builder.end_region(&[otherwise()]).unwrap();
    builder.branch(condition, then, otherwise).unwrap()[0]
}

/// The function that `build` makes of four numbers and an index up to three.
fn function(build: impl for<'b> Fn(&'b Builder, Wire<'b>, Wire<'b>) -> Vec<Wire<'b>>) -> Graph {
    let builder = Builder::new();
    let x = input(&builder, "x", &[4]);
    let i64 = Type::new(Element::I64, Shape::scalar());
    let i = builder.input("i", i64, InputKind::Dynamic);
    for result in build(&builder, x, i) {
        builder.output("y", result).unwrap();
    }
    builder.finish().unwrap()
}

fn numbers(x: [f64; 4], index: i64) -> Vec<Vec<Literal>> {
    let x = x.map(|x| Literal::F64(x.to_bits()));
    vec![x.to_vec(), vec![Literal::I64(index)]]
}

/// Holds a function's program against it on both sides of `x[0] > 0`; its number of branches.
fn branches_of(build: impl for<'b> Fn(&'b Builder, Wire<'b>, Wire<'b>) -> Vec<Wire<'b>>) -> usize {
    let graph = function(build);
    for index in [0, 3, 4] {
        check(&graph, &numbers([0.7, -1.5, 0.0, 2.0], index), "first side");
        check(&graph, &numbers([-0.7, 1.5, -0.0, 3.0], index), "second");
        check(&graph, &numbers([f64::NAN, 1.5, 1.0, 3.0], index), "NaN");
    }
    branches(&graph)
}

#[test]
fn the_rows_of_a_jacobian_branch_together() {
    let builder = Builder::new();
    builder.set_name("joined");
    let x = input(&builder, "x", &[2]);
    let [a, b] = [0, 1].map(|at| builder.index(x, 0, at).unwrap());
    let turned = branch(&builder, a.greater(0.0), || a.sqrt() * b, || b.sin());
    builder.output("y", turned.sin()).unwrap();
    builder.output("z", turned.exp()).unwrap();
    let graph = graph_autodiff::jacobian(&builder.finish().unwrap(), &[0]).unwrap();
    golden_of("joined", &prepare(&graph).unwrap(), Options::default());
}

#[test]
fn what_a_branch_gives_is_known_on_its_sides() {
    let count = branches_of(|b, x, _| {
        let x = [0, 1, 2].map(|at| b.index(x, 0, at).unwrap());
        let first = branch(b, x[0].greater(0.0), || x[1].sin(), || x[2].cos());
        let between = x[2] * x[1];
        let second = || branch(b, between.less(1.0), || first * between, || between);
        let third = branch(b, x[0].greater(0.0), second, || first + between);
        vec![third, first, between]
    });
    assert_eq!(count, 2);
}

#[test]
fn a_branch_waits_for_what_leads_to_it() {
    let count = branches_of(|b, x, _| {
        let x = [0, 1, 2].map(|at| b.index(x, 0, at).unwrap());
        let first = branch(b, x[0].greater(0.0), || x[1].sin(), || x[2].cos());
        let between = first * x[1];
        vec![branch(
            b,
            x[0].greater(0.0),
            || between.exp(),
            || x[2].sin(),
        )]
    });
    assert_eq!(count, 2);
}

#[test]
fn branches_on_other_conditions_stay_apart() {
    let count = branches_of(|b, x, _| {
        let x = [0, 1, 2].map(|at| b.index(x, 0, at).unwrap());
        let first = branch(b, x[0].greater(0.0), || x[1].sin(), || x[2].cos());
        let second = branch(b, x[1].greater(0.0), || x[1].sin(), || x[2].cos());
        // Joins the first one, and the next one then the second.
        let third = branch(b, x[0].greater(0.0), || x[2].exp(), || x[1]);
        let fourth = branch(b, x[1].greater(0.0), || third.sin(), || first);
        vec![first, second, third, fourth]
    });
    assert_eq!(count, 2);
}

/// An index out of range ends the evaluation where it is looked at.
#[test]
fn a_check_is_not_moved_before_a_branch() {
    let element = |checked_first: bool| {
        branches_of(move |b, x, i| {
            let [first, second] = [0, 1].map(|at| b.index(x, 0, at).unwrap());
            let early = checked_first.then(|| b.gather(x, i, 0).unwrap());
            let a = branch(b, first.greater(0.0), || second.sin(), || second.cos());
            let element = early.unwrap_or_else(|| b.gather(x, i, 0).unwrap());
            let c = branch(b, first.greater(0.0), || element.sin(), || element.cos());
            vec![a, c]
        })
    };
    assert_eq!((element(true), element(false)), (1, 2));
}

#[test]
fn what_loops_compute_is_not_moved() {
    let count = branches_of(|b, x, _| {
        let elements = [0, 1, 2].map(|at| b.index(x, 0, at).unwrap());
        let large = b.concat(&[x; 20], 0).unwrap();
        let positive = elements[0].greater(0.0);
        let first = branch(b, positive, || elements[1].sin(), || elements[2].cos());
        // An accumulator, whose branch waits; an array, whose sides are loops; an element of it.
        let total = (large * elements[1]).sum(&[0]);
        let second = branch(b, positive, || total.sin(), || total.cos());
        let array = branch(b, positive, || large.sin(), || large.exp());
        let element = b.index(array, 0, 7).unwrap();
        let fourth = branch(b, positive, || element.sin(), || element.cos());
        // Needs nothing of them, and joins the last.
        let fifth = branch(b, positive, || elements[2].exp(), || elements[1]);
        vec![first, second, array, fourth, fifth]
    });
    assert_eq!(count, 4);
}

/// Adds operations and branches on two conditions, one inside of another now and then.
fn grow<'b>(
    builder: &'b Builder,
    wires: &mut Vec<Wire<'b>>,
    conditions: &[Wire<'b>],
    numbers: &mut Numbers,
    (steps, depth): (usize, usize),
) {
    for _ in 0..steps {
        let mut pick = || wires[numbers.below(wires.len())];
        let (a, b) = (pick(), pick());
        match numbers.below(if depth < 3 { 9 } else { 6 }) {
            0 => wires.push(a.sin()),
            1 | 2 => wires.push(a * b),
            3 => wires.push(a - b),
            4 | 5 => wires.push(a + b),
            _ => {
                let condition = conditions[numbers.below(conditions.len())];
                let mut side = || {
                    builder.begin_region().unwrap();
                    let mut inner = wires.clone();
                    let size = (1 + numbers.below(4), depth + 1);
                    grow(builder, &mut inner, conditions, numbers, size);
                    let last = inner[inner.len() - 1];
                    let any = inner[numbers.below(inner.len())];
                    builder.end_region(&[last, any]).unwrap()
                };
                let (then, otherwise) = (side(), side());
                wires.extend(builder.branch(condition, then, otherwise).unwrap());
            }
        }
    }
}

/// A function of four numbers with many branches on two conditions.
fn random(seed: u64) -> (Graph, Vec<Vec<Literal>>) {
    let mut numbers_of = Numbers(seed);
    let builder = Builder::new();
    let x = input(&builder, "x", &[4]);
    let mut wires: Vec<Wire<'_>> = (0..4).map(|at| builder.index(x, 0, at).unwrap()).collect();
    let conditions = [wires[0].greater(0.0), wires[1].less(wires[2])];
    grow(&builder, &mut wires, &conditions, &mut numbers_of, (14, 0));
    for wire in wires.iter().rev().take(3) {
        builder.output("y", *wire).unwrap();
    }
    let x = [(); 4].map(|()| Literal::F64(numbers_of.number().to_bits()));
    drop(wires);
    (builder.finish().unwrap(), vec![x.to_vec()])
}

#[test]
fn random_branches_that_join_keep_their_bits() {
    let (mut joined, mut stayed) = (0, 0);
    for seed in 0..200 {
        let (graph, inputs) = random(seed);
        check(&graph, &inputs, &format!("seed {seed}"));
        let prepared = prepare(&graph).unwrap();
        let before = nodes_that_branch(&prepared);
        let after = branches(&graph);
        assert!(after <= before, "seed {seed}: {after} of {before}");
        joined += before - after;
        stayed += after;
        let jacobian = graph_autodiff::jacobian(&graph, &[0]).unwrap();
        let program = schedule(&prepare(&jacobian).unwrap()).unwrap();
        let what = format!("Jacobian of seed {seed}");
        check_program(&jacobian, &program, &inputs, &what);
    }
    assert!(joined > 300 && stayed > 300, "{joined} and {stayed}");
}

/// The number of branches of a graph, counted where they are used.
fn nodes_that_branch(graph: &Graph) -> usize {
    let sides = |id| match graph.op(id) {
        graph_ir::ops::Op::Branch(then, otherwise) => Some([then, otherwise]),
        _ => None,
    };
    let inner = graph.ids().filter_map(sides).map(|sides| {
        let inside = sides.map(|side| nodes_that_branch(&graph.function(side).graph));
        1 + inside.iter().sum::<usize>()
    });
    inner.sum()
}
