//! Long programs in parts: they lose nothing, and no function of them is long.

use graph_ir::builder::Builder;
use graph_ir::graph::{Graph, Literal};
use graph_ir::ops::Slice;
use graph_ir::passes::prepare;
use graph_ir::{Element, Shape, Type};
use graph_program::{Block, Options, Parts, Pipeline, Program, Statement};

use super::golden::{golden_of, input};
use super::{check_program, random};

fn in_parts(length: usize) -> Options {
    let from = length + length / 2;
    Options {
        parts: Some(Parts { from, length }),
        ..Options::default()
    }
}

/// A recurrence of scalars that needs its arguments and older states all along.
fn long(steps: usize) -> Graph {
    let builder = Builder::new();
    builder.set_name("long");
    let (a, x) = (input(&builder, "a", &[2]), input(&builder, "x", &[]));
    let factor = |at| builder.index(a, 0, at).unwrap();
    let (mut now, mut before) = (x, x * 0.5);
    for _ in 0..steps {
        (now, before) = (factor(0) * now + factor(1) * before * x.sin(), now);
    }
    builder.output("y", now).unwrap();
    builder.finish().unwrap()
}

/// The lengths of all functions of a program: the code outside of parts, and each part.
fn lengths(block: &Block) -> Vec<usize> {
    fn count(block: &Block, own: usize, lengths: &mut Vec<usize>) {
        for statement in block {
            lengths[own] += 1;
            let inner = match statement {
                Statement::Part(..) => {
                    lengths.push(0);
                    lengths.len() - 1
                }
                _ => own,
            };
            for block in statement.blocks() {
                count(block, inner, lengths);
            }
        }
    }
    let mut lengths = vec![0];
    count(block, 0, &mut lengths);
    lengths
}

fn is_whole(program: &Program) -> bool {
    lengths(&program.body).len() == 1
}

/// A program in parts, however short, does the same as the whole.
#[test]
fn parts_see_nothing_and_lose_nothing() {
    let (mut parts, mut inner, mut lanes) = (0, 0, 0);
    for seed in 0..300 {
        let (graph, inputs) = random::graph(seed, 10 + (seed as usize % 30));
        let program = Pipeline::new(in_parts(4 + seed as usize % 20))
            .schedule(&graph)
            .unwrap();
        let whole = Pipeline::new(Options::default()).schedule(&graph).unwrap();
        let text = program.to_string();
        parts += text.matches("part p").count();
        inner += text.matches("    part p").count();
        let carries = whole.buffers.len()..program.buffers.len();
        let in_lanes = carries.filter(|buffer| text.contains(&format!("b{buffer}[lane")));
        lanes += in_lanes.count();
        check_program(&graph, &program, &inputs, &format!("seed {seed}"));
    }
    assert!(parts > 500 && inner > 50, "{parts} and {inner}");
    assert!(lanes > 50, "{lanes} programs carry lanes");
}

#[test]
fn no_part_is_much_longer_than_wanted() {
    let graph = prepare(&long(2_000)).unwrap();
    let number = |x: f64| Literal::F64(x.to_bits());
    let inputs = [vec![number(0.9), number(-0.2)], vec![number(1.25)]];
    let statements = lengths(
        &Pipeline::new(Options::default())
            .schedule(&graph)
            .unwrap()
            .body,
    )[0];
    for limit in [100, 500, 2_000] {
        let program = Pipeline::new(in_parts(limit)).schedule(&graph).unwrap();
        let lengths = lengths(&program.body);
        let (outside, parts) = (lengths[0], &lengths[1..]);
        assert!(parts.len() >= statements / limit, "{}", parts.len());
        assert!(parts.iter().all(|&length| length <= 2 * limit), "{parts:?}");
        assert!(outside <= parts.len() + 20, "{outside} outside");
        check_program(&graph, &program, &inputs, &format!("{limit}"));
    }
}

/// A loop of three numbers whose body is long.
fn long_loop(steps: usize) -> Graph {
    let builder = Builder::new();
    builder.set_name("long_loop");
    let x = input(&builder, "x", &[]);
    builder.begin_region().unwrap();
    let state = [(); 3].map(|()| builder.region_input(Type::scalar(Element::F64)));
    let [mut a, mut b, mut c] = state;
    for _ in 0..steps {
        (a, b, c) = (b * state[0].sin() + x, c * state[1], a * 0.5 - state[2]);
    }
    let body = builder.end_region(&[a, b, c]).unwrap();
    let first = [x, x * 0.25, x - 1.0];
    let last = builder.scan_region(body, &first, &[], 4, false).unwrap();
    builder.output("y", last[0] + last[1] + last[2]).unwrap();
    builder.finish().unwrap()
}

#[test]
fn the_state_of_a_long_loop_lies_in_a_buffer() {
    let graph = prepare(&long_loop(300)).unwrap();
    let inputs = [vec![Literal::F64(0.7_f64.to_bits())]];
    let whole = Pipeline::new(Options::default()).schedule(&graph).unwrap();
    let mutable = |program: &Program| program.to_string().matches("mut v").count();
    assert!(mutable(&whole) > 0, "{whole}");
    for limit in [50, 200] {
        let program = Pipeline::new(in_parts(limit)).schedule(&graph).unwrap();
        assert_eq!(mutable(&program), 0);
        let lengths = lengths(&program.body);
        assert!(
            lengths.iter().all(|&length| length <= 2 * limit),
            "{lengths:?}"
        );
        check_program(&graph, &program, &inputs, &format!("{limit}"));
    }
}

#[test]
fn short_programs_are_left_alone() {
    let graph = prepare(&long(20)).unwrap();
    let whole = Pipeline::new(Options::default()).schedule(&graph).unwrap();
    assert!(is_whole(&whole));
    let statements = lengths(&whole.body)[0];
    for (from, parts) in [(statements + 1, false), (statements, true)] {
        let length = 20;
        let options = Options {
            parts: Some(Parts { from, length }),
            ..Options::default()
        };
        let program = Pipeline::new(options).schedule(&graph).unwrap();
        assert_eq!(program != whole, parts, "{from}");
        assert_eq!(is_whole(&program), !parts, "{from}");
    }
}

/// A compiler follows each variable through each loop: many loops are split as long programs are.
#[test]
fn many_loops_are_split_before_they_are_long() {
    let builder = Builder::new();
    builder.set_name("sums");
    let x = input(&builder, "x", &[400]);
    let total = (40..400).map(|end| {
        let (at, shape) = (Slice::from_known([(0, 1)]), Shape::new(&[end]).unwrap());
        builder.slice(x, &at, &shape).unwrap().sum(&[0])
    });
    let total = total.reduce(|a, b| a * b).unwrap();
    builder.output("y", total).unwrap();
    let graph = prepare(&builder.finish().unwrap()).unwrap();
    let whole = Pipeline::new(Options::default()).schedule(&graph).unwrap();
    let parts = Parts {
        from: 10_000,
        length: 1_000,
    };
    let options = Options {
        parts: Some(parts),
        ..Options::default()
    };
    let program = Pipeline::new(options).schedule(&graph).unwrap();
    assert!(lengths(&whole.body)[0] < parts.from);
    assert!(!is_whole(&program));
    let inputs = [(0..400)
        .map(|n| Literal::F64((f64::from(n) * 1e-2).to_bits()))
        .collect()];
    check_program(&graph, &program, &inputs, "many loops");
}

#[test]
fn what_is_needed_later_is_carried_between_parts() {
    golden_of("parts", &prepare(&long(7)).unwrap(), in_parts(12));
}
