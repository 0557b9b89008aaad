//! Nodes with inner graphs: branches, loops, calls.

use graph_ir::graph::Function;
use graph_ir::{Builder, Element, Graph, Wire};
use graph_runtime::execute::{Executable, Host, Values};

use crate::numbers::numbers;
use crate::support::{f64s, graph, result, ty};

/// A branch on `x[0] > 0` between two results.
fn branch<'b>(
    b: &'b Builder,
    condition: Wire<'b>,
    then: impl FnOnce() -> graph_ir::Result<Wire<'b>>,
    otherwise: impl FnOnce() -> graph_ir::Result<Wire<'b>>,
) -> graph_ir::Result<Wire<'b>> {
    b.begin_region()?;
    let then = b.end_region(&[then()?])?;
    b.begin_region()?;
    let otherwise = b.end_region(&[otherwise()?])?;
    Ok(b.branch(condition, then, otherwise)?[0])
}

#[test]
fn a_branch_computes_one_side() {
    let types = [f64s(&[]), f64s(&[2]), ty(Element::I64, &[])];
    let graph = graph(&types, |b, x| {
        let positive = x[0].greater(0.0);
        let taken = || b.gather(x[1], x[2], 0);
        Ok(vec![branch(b, positive, taken, || Ok(x[0] * 2.0))?])
    });
    let evaluate = |x: f64, index: i64| {
        let inputs = [
            Values::F64(&[x]),
            Values::F64(&[7.0, 8.0]),
            Values::I64(&[index]),
        ];
        Executable::new(&graph).unwrap().call::<f64>(&inputs)
    };
    assert_eq!(evaluate(1.0, 1).unwrap(), [[8.0]]);
    // The index is out of range on the side that is not taken.
    assert_eq!(evaluate(-1.0, 99).unwrap(), [[-2.0]]);
    assert_eq!(
        evaluate(f64::NAN, 99).unwrap()[0][0].to_bits(),
        f64::NAN.to_bits()
    );
    let error = evaluate(1.0, 99).unwrap_err().to_string();
    assert!(
        error.starts_with("at %5/%2: index 99 is out of range"),
        "{error}"
    );
}

#[test]
fn branches_nest() {
    let graph = graph(&[f64s(&[])], |b, x| {
        let x = x[0];
        let inner = || branch(b, x.greater(10.0), || Ok(x * x), || Ok(x + 1.0));
        Ok(vec![branch(b, x.greater(0.0), inner, || Ok(-x))?])
    });
    for (x, y) in [(11.0, 121.0), (3.0, 4.0), (-3.0, 3.0)] {
        assert_eq!(result::<f64>(&graph, &[x]), [y]);
    }
}

#[test]
fn a_branch_may_yield_what_it_captures() {
    let graph = graph(&[f64s(&[2]), f64s(&[2])], |b, x| {
        let condition = b
            .reduce(graph_ir::ops::Reduction::Sum, x[0], &[0])?
            .less(1.0);
        b.begin_region()?;
        let then = b.end_region(&[x[1], x[0]])?;
        b.begin_region()?;
        let otherwise = b.end_region(&[x[0], b.full(&f64s(&[2]), 5.0)?])?;
        b.branch(condition, then, otherwise)
    });
    let executable = Executable::new(&graph).unwrap();
    let call = |x: [f64; 2]| executable.call::<f64>(&[x, [3.0, 4.0]]).unwrap();
    assert_eq!(call([0.0, 0.5]), [[3.0, 4.0], [0.0, 0.5]]);
    assert_eq!(call([1.0, 2.0]), [[1.0, 2.0], [5.0, 5.0]]);
}

/// A loop over `x[2]` that carries two numbers, captures `x[0]` and yields the sum so far.
fn accumulate(length: usize, reverse: bool) -> Graph {
    let types = [f64s(&[]), f64s(&[]), f64s(&[length, 2])];
    graph(&types, |b, x| {
        b.begin_region()?;
        let (sum, old) = (b.region_input(f64s(&[])), b.region_input(f64s(&[])));
        let row = b.region_input(f64s(&[2]));
        let next = sum * x[0] + b.index(row, 0, 0)? - b.index(row, 0, 1)? + old * 0.25;
        // The second carried value is the first one of before.
        let body = b.end_region(&[next, sum, next, row])?;
        b.scan_region(body, &[x[1], x[1]], &[x[2]], length, reverse)
    })
}

#[test]
fn a_loop_carries_captures_and_stacks() {
    for length in 0..6 {
        for reverse in [false, true] {
            let rows = numbers(2 * length, 3);
            let (mut sum, mut old) = (0.5, 0.5);
            let mut stacked = vec![0.0; length];
            let mut order: Vec<usize> = (0..length).collect();
            if reverse {
                order.reverse();
            }
            for i in order {
                let next = sum * 1.5 + rows[2 * i] - rows[2 * i + 1] + old * 0.25;
                (sum, old) = (next, sum);
                stacked[i] = next;
            }
            let executable = Executable::new(&accumulate(length, reverse)).unwrap();
            let inputs = [&[1.5][..], &[0.5], &rows];
            let found = executable.call::<f64>(&inputs).unwrap();
            assert_eq!(
                found,
                [vec![sum], vec![old], stacked, rows],
                "{length} {reverse}"
            );
        }
    }
}

#[test]
fn carried_values_change_places() {
    for length in 0..5 {
        let graph = graph(&[f64s(&[2]), f64s(&[2])], |b, x| {
            b.begin_region()?;
            let (left, right) = (b.region_input(f64s(&[2])), b.region_input(f64s(&[2])));
            let body = b.end_region(&[right, left])?;
            b.scan_region(body, x, &[], length, false)
        });
        let executable = Executable::new(&graph).unwrap();
        let found = executable.call::<f64>(&[[1.0, 2.0], [3.0, 4.0]]).unwrap();
        let mut expected = [[1.0, 2.0], [3.0, 4.0]];
        if length % 2 == 1 {
            expected.reverse();
        }
        assert_eq!(found, expected, "{length}");
    }
}

#[test]
fn loops_nest_and_stack_every_type() {
    let types = [ty(Element::I64, &[3, 2]), ty(Element::F32, &[3])];
    let graph = graph(&types, |b, x| {
        b.begin_region()?;
        let row = b.region_input(ty(Element::I64, &[2]));
        let scale = b.region_input(ty(Element::F32, &[]));
        let zero = b.number(Element::F32, 0.0);
        b.begin_region()?;
        let sum = b.region_input(ty(Element::F32, &[]));
        let element = b.region_input(ty(Element::I64, &[]));
        let inner = sum + b.cast(element, Element::F32)? * scale;
        let inner = b.end_region(&[inner])?;
        let sum = b.scan_region(inner, &[zero], &[row], 2, true)?[0];
        let body = b.end_region(&[sum, sum.greater(zero), row])?;
        b.scan_region(body, &[], &[x[0], x[1]], 3, false)
    });
    let executable = Executable::new(&graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let integers = [1, 2, -3, -4, 5, 6];
    let inputs = [Values::I64(&integers), Values::F32(&[1.0, 0.5, 2.0])];
    let outcome = executable.run(&mut Host::new(), &mut workspace, &inputs);
    outcome.unwrap();
    let outputs = [0, 1, 2].map(|i| workspace.output(i).unwrap());
    assert_eq!(outputs[0], Values::F32(&[3.0, -3.5, 22.0]));
    assert_eq!(outputs[1], Values::Bool(&[true, false, true]));
    assert_eq!(outputs[2], Values::I64(&integers));
    assert_eq!(workspace.output(3), None);
}

#[test]
fn a_loop_may_hold_a_branch_that_captures() {
    let graph = graph(&[f64s(&[4]), f64s(&[])], |b, x| {
        b.begin_region()?;
        let (sum, i) = (b.region_input(f64s(&[])), b.region_input(f64s(&[])));
        let large = i.greater(1.5);
        let next = branch(b, large, || Ok(sum + i * x[1]), || Ok(sum))?;
        let body = b.end_region(&[next])?;
        let zero = b.number(Element::F64, 0.0);
        b.scan_region(body, &[zero], &[x[0]], 4, false)
    });
    let inputs = [&[1.0, 2.0, 3.0, 1.0][..], &[10.0]];
    assert_eq!(result::<f64>(&graph, &inputs), [50.0]);
}

#[test]
fn a_function_is_called_from_many_places() {
    let square = Function::plain(graph(&[f64s(&[])], |_, x| Ok(vec![x[0] * x[0]])));
    let mut power = square;
    // Each calls the one below twice: 2^14 calls of the first one, of 15 blocks.
    for _ in 0..14 {
        power = Function::plain(graph(&[f64s(&[])], |b, x| {
            let half = b.call(&power, &[x[0]])?[0];
            let other = b.call(&power, &[x[0] + 0.0])?[0];
            Ok(vec![(half + other) * 0.5])
        }));
    }
    let graph = graph(&[f64s(&[])], |b, x| b.call(&power, x));
    assert_eq!(result::<f64>(&graph, &[3.0]), [9.0]);
}

#[test]
fn functions_nest_as_deeply_as_graphs_allow() {
    let mut inner = graph(&[f64s(&[2])], |b, x| {
        Ok(vec![b.composite(
            graph_ir::composite::Composite::Softmax,
            x,
            &[0],
        )?])
    });
    for _ in 0..graph_ir::graph::MAX_DEPTH {
        let below = Function::plain(inner);
        inner = graph(&[f64s(&[2])], |b, x| b.call(&below, x));
    }
    assert_eq!(result::<f64>(&inner, &[[4.0, 4.0]]), [0.5, 0.5]);
}
