//! Types that can be passed as values, and sharing of executables.

use graph_ir::{Element, Graph};
use graph_runtime::execute::{Executable, Functions, Values, ValuesMut, Workspace};

use crate::support::{f64s, graph, result, ty};

fn scaled() -> Graph {
    graph(&[f64s(&[2]), f64s(&[])], |_, x| {
        Ok(vec![x[0] * x[1], x[1] * 2.0])
    })
}

#[test]
fn arrays_vectors_slices_and_numbers_are_taken() {
    let executable = Executable::new(&scaled()).unwrap();
    let expected = vec![vec![3.0, 6.0], vec![6.0]];
    let (array, vector, number) = ([1.0, 2.0], vec![3.0], 3.0);
    let slices: [&[f64]; 2] = [&array, &vector];
    assert_eq!(executable.call::<f64>(&slices).unwrap(), expected);
    assert_eq!(
        executable.call::<f64>(&[array.to_vec(), vector]).unwrap(),
        expected
    );
    let values = [Values::from(&array[..]), Values::F64(&[number])];
    assert_eq!(executable.call::<f64>(&values).unwrap(), expected);
}

#[test]
fn results_go_where_they_are_wanted() {
    let executable = Executable::new(&scaled()).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let inputs: [&[f64]; 2] = [&[1.0, 2.0], &[3.0]];
    let (mut y, mut z) = (vec![0.0; 2], 0.0);
    let mut outputs = [
        ValuesMut::from(&mut y[..]),
        ValuesMut::F64(core::slice::from_mut(&mut z)),
    ];
    executable
        .evaluate(&mut workspace, &inputs, &mut outputs)
        .unwrap();
    assert_eq!((y, z), (vec![3.0, 6.0], 6.0));
    let mut outputs = [vec![0.0; 2], vec![0.0]];
    executable
        .evaluate(&mut workspace, &inputs, &mut outputs)
        .unwrap();
    assert_eq!(outputs, [vec![3.0, 6.0], vec![6.0]]);
    assert_eq!(workspace.output(0), Some(Values::F64(&[3.0, 6.0])));
}

#[test]
fn element_types_mix() {
    let types = [f64s(&[2]), ty(Element::F32, &[2]), ty(Element::Bool, &[])];
    let graph = graph(&types, |b, x| {
        let wide = b.cast(x[1], Element::F64)?;
        let sum = x[0] + wide;
        let narrow = b.cast(sum, Element::F32)?;
        Ok(vec![b.select(x[2], narrow, x[1])?])
    });
    for (condition, expected) in [(true, [1.5_f32, 2.25]), (false, [0.5, 0.25])] {
        let inputs = [
            Values::F64(&[1.0, 2.0]),
            Values::F32(&[0.5, 0.25]),
            Values::Bool(&[condition]),
        ];
        assert_eq!(result::<f32>(&graph, &inputs), expected);
    }
}

#[test]
fn an_input_or_a_constant_may_be_a_result() {
    let graph = graph(&[f64s(&[2])], |b, x| {
        Ok(vec![
            b.number(Element::F64, 7.5),
            x[0],
            b.index(x[0], 0, 1)?,
        ])
    });
    let executable = Executable::new(&graph).unwrap();
    let found = executable.call::<f64>(&[[1.0, 2.0]]).unwrap();
    assert_eq!(found, [vec![7.5], vec![1.0, 2.0], vec![2.0]]);
}

#[test]
fn a_graph_of_nothing_has_no_results() {
    let graph = graph(&[], |_, _| Ok(vec![]));
    let executable = Executable::new(&graph).unwrap();
    assert_eq!(executable.call::<f64>(&[0.0; 0]), Ok(vec![]));
    assert_eq!(executable.workspace_bytes(), 0);
}

#[test]
fn what_no_result_needs_is_not_computed() {
    let types = [f64s(&[2]), ty(Element::I64, &[])];
    let graph = graph(&types, |b, x| {
        b.gather(x[0], x[1], 0)?;
        Ok(vec![x[0]])
    });
    let inputs = [Values::F64(&[1.0, 2.0]), Values::I64(&[9])];
    assert_eq!(result::<f64>(&graph, &inputs), [1.0, 2.0]);
}

#[test]
fn evaluations_are_independent_of_each_other() {
    let executable = Executable::new(&scaled()).unwrap();
    let mut first = executable.workspace().unwrap();
    let mut second = first.clone();
    let run = |workspace: &mut Workspace, x: f64| {
        let mut outputs = [vec![0.0; 2], vec![0.0]];
        let inputs: [&[f64]; 2] = [&[1.0, 2.0], &[x]];
        executable
            .evaluate(workspace, &inputs, &mut outputs)
            .unwrap();
        outputs
    };
    let before = run(&mut first, 3.0);
    run(&mut second, 5.0);
    assert_eq!(first.output(1), Some(Values::F64(&[6.0])));
    run(&mut first, f64::NAN);
    assert_eq!(run(&mut first, 3.0), before);
}

#[test]
fn executables_and_workspaces_are_for_threads() {
    fn shared<T: Send + Sync + Clone>() {}
    shared::<Executable>();
    shared::<Workspace>();
    shared::<Functions>();
    let executable = Executable::new(&scaled()).unwrap();
    std::thread::scope(|scope| {
        for i in 0..4 {
            let executable = &executable;
            scope.spawn(move || {
                let inputs: [&[f64]; 2] = [&[1.0, 2.0], &[f64::from(i)]];
                let found = executable.call::<f64>(&inputs).unwrap();
                assert_eq!(found[1], [f64::from(2 * i)]);
            });
        }
    });
}

#[test]
fn a_long_chain_needs_no_stack() {
    let graph = graph(&[f64s(&[])], |_, x| {
        Ok(vec![(0..100_000).fold(x[0], |y, i| y + f64::from(i % 2))])
    });
    assert_eq!(result::<f64>(&graph, &[0.5]), [50_000.5]);
}
