//! Functions of the host.

use graph_ir::graph::{External, ExternalKind, Role};
use graph_ir::{Element, Graph, Type};
use graph_runtime::execute::{
    Arguments, Executable, Functions, Host, HostError, HostFunction, Results, Values,
};

use crate::support::{f64s, graph, ty};

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
