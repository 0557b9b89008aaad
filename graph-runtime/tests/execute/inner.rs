//! Nodes with inner graphs: branches, loops, calls, functions of the host.

use std::sync::Arc;

use graph_ir::graph::{External, ExternalKind, Function, FunctionKind, Role};
use graph_ir::{Builder, Element, Graph, Type, Wire};
use graph_runtime::execute::{
    Arguments, Executable, Functions, Host, HostError, HostFunction, Results, Values,
};

use crate::support::{f64s, graph, numbers, result, ty};

fn function(graph: Graph) -> Arc<Function> {
    let kind = FunctionKind::Plain;
    Arc::new(Function { kind, graph })
}

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
    let square = function(graph(&[f64s(&[])], |_, x| Ok(vec![x[0] * x[0]])));
    let mut power = square;
    // Each calls the one below twice: 2^14 calls of the first one, of 15 blocks.
    for _ in 0..14 {
        power = function(graph(&[f64s(&[])], |b, x| {
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
    for _ in 0..graph_ir::builder::MAX_DEPTH {
        let below = function(inner);
        inner = graph(&[f64s(&[2])], |b, x| b.call(&below, x));
    }
    assert_eq!(result::<f64>(&inner, &[[4.0, 4.0]]), [0.5, 0.5]);
}

/// `(u, v) -> (u v, u + v)`, with its call's number added to the product.
struct ProductAndSum;

impl HostFunction for ProductAndSum {
    fn value(&self, x: &Arguments<'_>, y: &mut Results<'_>) -> Result<(), HostError> {
        let (u, v) = (x.get::<f64>(0)?, x.get::<f64>(1)?);
        let call = x.call().unwrap_or(0) as f64;
        for i in 0..u.len() {
            y.get_mut::<f64>(0)?[i] = u[i] * v[i] + call;
            y.get_mut::<f64>(1)?[i] = u[i] + v[i];
        }
        Ok(())
    }

    fn tangent(
        &self,
        x: &Arguments<'_>,
        t: &Arguments<'_>,
        y: &mut Results<'_>,
    ) -> Result<(), HostError> {
        let (u, v) = (x.get::<f64>(0)?, x.get::<f64>(1)?);
        let (du, dv) = (t.get::<f64>(0)?, t.get::<f64>(1)?);
        for i in 0..u.len() {
            y.get_mut::<f64>(0)?[i] = du[i] * v[i] + u[i] * dv[i];
            y.get_mut::<f64>(1)?[i] = du[i] + dv[i];
        }
        Ok(())
    }

    fn adjoint(
        &self,
        x: &Arguments<'_>,
        s: &Arguments<'_>,
        y: &mut Results<'_>,
    ) -> Result<(), HostError> {
        let (u, v) = (x.get::<f64>(0)?, x.get::<f64>(1)?);
        let (product, sum) = (s.get::<f64>(0)?, s.get::<f64>(1)?);
        for i in 0..u.len() {
            y.get_mut::<f64>(0)?[i] = product[i] * v[i] + sum[i];
            y.get_mut::<f64>(1)?[i] = product[i] * u[i] + sum[i];
        }
        Ok(())
    }
}

fn external(name: &str, kind: ExternalKind, role: Role, types: &[Type]) -> Graph {
    let external = External {
        name: name.into(),
        kind,
        role,
        arguments: types.to_vec(),
        results: types.to_vec(),
    };
    let arguments: Vec<Type> = external.argument_types().into_iter().cloned().collect();
    graph(&arguments, |b, x| {
        // The host's function is called with values of the middle of a frame.
        let moved: Vec<_> = x.iter().map(|&x| x + 1.0).collect();
        b.external(&external, &moved)
    })
}

fn run(graph: &Graph, functions: &Functions, inputs: &[[f64; 2]]) -> Result<Vec<Vec<f64>>, String> {
    let executable = Executable::new(graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let mut host = Host::new().functions(functions);
    let outcome = executable.run(&mut host, &mut workspace, inputs);
    outcome.map_err(|error| error.to_string())?;
    let outputs = (0..executable.output_types().len()).map(|i| match workspace.output(i) {
        Some(Values::F64(values)) => values.to_vec(),
        other => panic!("{other:?}"),
    });
    Ok(outputs.collect())
}

#[test]
fn functions_of_the_host_give_value_tangent_and_adjoint() {
    let functions = Functions::new().register("mulsum", ProductAndSum);
    let types = [f64s(&[2]), f64s(&[2])];
    let inputs = [[1.0, 2.0], [3.0, 4.0], [0.0, 1.0], [4.0, -2.0]];
    let role = |kind, role, count: usize| {
        let graph = external("mulsum", kind, role, &types);
        run(&graph, &functions, &inputs[..count]).unwrap()
    };
    let smooth = ExternalKind::Smooth;
    assert_eq!(role(smooth, Role::Value, 2), [[8.0, 15.0], [6.0, 8.0]]);
    let numbered = ExternalKind::Numbered { call: 7 };
    assert_eq!(role(numbered, Role::Value, 2), [[15.0, 22.0], [6.0, 8.0]]);
    // Arguments (2, 4) and (3, 5); what the role adds is (1, 5) and (2, -1).
    assert_eq!(role(smooth, Role::Tangent, 4), [[14.0, 7.0], [6.0, 1.0]]);
    assert_eq!(role(smooth, Role::Adjoint, 4), [[9.0, 9.0], [7.0, 5.0]]);
}

#[test]
fn discrete_functions_have_zero_derivatives() {
    let functions = Functions::new().discrete("floor", f64::floor);
    let types = [f64s(&[2])];
    let role = |role, inputs: &[[f64; 2]]| {
        let graph = external("floor", ExternalKind::Discrete, role, &types);
        run(&graph, &functions, inputs).unwrap()
    };
    assert_eq!(role(Role::Value, &[[0.5, -0.25]]), [[1.0, 0.0]]);
    assert_eq!(
        role(Role::Tangent, &[[0.5, -0.25], [1.0, 2.0]]),
        [[0.0, 0.0]]
    );
    assert_eq!(
        role(Role::Adjoint, &[[0.5, -0.25], [1.0, 2.0]]),
        [[0.0, 0.0]]
    );
    let single = ty(Element::F32, &[1]);
    let graph = external("floor", ExternalKind::Discrete, Role::Value, &[single]);
    let executable = Executable::new(&graph).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let mut host = Host::new().functions(&functions);
    executable
        .run(&mut host, &mut workspace, &[[1.5_f32]])
        .unwrap();
    assert_eq!(workspace.output(0), Some(Values::F32(&[2.0])));
}

/// Fails, or asks for what is not there.
struct Broken;

impl HostFunction for Broken {
    fn value(&self, x: &Arguments<'_>, y: &mut Results<'_>) -> Result<(), HostError> {
        assert_eq!((x.len(), y.len()), (1, 1));
        if x.get::<f64>(0)?[0] > 1.0 {
            return Err(HostError::new("the sensor is off"));
        }
        y.get_mut::<f32>(0).map(|_| ())
    }
}

#[test]
fn a_function_of_the_host_that_is_missing_or_fails_is_named() {
    let types = [f64s(&[2])];
    let of = |role| external("probe", ExternalKind::Smooth, role, &types);
    let value = of(Role::Value);
    let none = Functions::new();
    assert_eq!(
        run(&value, &none, &[[1.0; 2]]).unwrap_err(),
        "at %4: the function `probe` of the host is not registered"
    );
    let broken = Functions::new().register("probe", Broken);
    assert_eq!(
        run(&value, &broken, &[[1.0; 2]]).unwrap_err(),
        "at %4: the function `probe` of the host failed: the sensor is off"
    );
    assert_eq!(
        run(&value, &broken, &[[-1.0; 2]]).unwrap_err(),
        "at %4: the function `probe` of the host failed: it has no result 0 of `f32`"
    );
    let adjoint = run(&of(Role::Adjoint), &broken, &[[1.0; 2]; 2]).unwrap_err();
    assert!(adjoint.ends_with("failed: it has no adjoint"), "{adjoint}");
}
