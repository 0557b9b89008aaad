//! Refused graphs and arguments, and the messages about them.

use graph_ir::{Element, Graph, Shape};
use graph_runtime::check;
use graph_runtime::derivative::Evaluator;
use graph_runtime::execute::{Executable, Host, Values};

use crate::support::{f64s, graph, ty};

fn identity() -> Graph {
    graph(&[f64s(&[3]), ty(Element::I64, &[])], |_, x| Ok(vec![x[0]]))
}

/// The sine, the sine of the sine, and so on, of so many elements: all of them results.
fn sines(extent: usize, count: usize) -> Graph {
    graph(&[f64s(&[extent])], |_, x| {
        let mut last = x[0];
        let sines = (0..count).map(|_| {
            last = last.sin();
            last
        });
        Ok(sines.collect())
    })
}

fn refused(graph: &Graph) -> String {
    Executable::new(graph).unwrap_err().to_string()
}

#[test]
fn a_generic_graph_names_the_way_out() {
    let generic = graph(&[ty(Element::Float, &[])], |_, x| Ok(vec![x[0].sin()]));
    assert_eq!(
        refused(&generic),
        "the graph is generic over its float type and cannot be executed: choose a type with \
         `passes::specialize` first"
    );
    let special = graph_ir::passes::specialize(&generic, Element::F32).unwrap();
    assert_eq!(
        Executable::new(&special).unwrap().call(&[0.0_f32]),
        Ok(vec![vec![0.0_f32]])
    );
}

#[test]
fn memory_is_limited_before_it_is_allocated() {
    let large = graph(&[f64s(&[])], |b, x| {
        Ok(vec![b.broadcast(x[0], &Shape::new(&[1 << 40])?, &[])?])
    });
    assert_eq!(
        refused(&large),
        "executing the graph needs at least 8796093022208 bytes, at most 4294967296 are allowed"
    );
    let inputs = graph(&[f64s(&[1 << 40])], |_, x| Ok(vec![x[0]]));
    assert!(refused(&inputs).starts_with("executing the graph needs at least"));
    // Many values that are each within the limit, and all needed at the end.
    let many = sines(1000, 100);
    let bytes = Executable::new(&many).unwrap().workspace_bytes();
    assert!((808_000..820_000).contains(&bytes), "{bytes}");
    let executable = Executable::with_limit(&many, bytes).unwrap();
    assert_eq!(executable.workspace_bytes(), bytes);
    assert!(Executable::with_limit(&many, bytes - 1).is_err());
}

#[test]
fn memory_that_is_not_there_is_an_error() {
    // 320 TiB are more than a process can address, whatever its system promises.
    let executable = Executable::with_limit(&sines(1 << 40, 39), u64::MAX).unwrap();
    let bytes = executable.workspace_bytes();
    assert!(bytes >= 351_843_720_888_320, "{bytes}");
    let error = executable.workspace().unwrap_err().to_string();
    let expected = format!("the {bytes} bytes that executing the graph needs cannot be allocated");
    assert_eq!(error, expected);
}

#[test]
fn inputs_and_outputs_must_fit() {
    let executable = Executable::new(&identity()).unwrap();
    let mut workspace = executable.workspace().unwrap();
    let mut evaluate = |inputs: &[Values<'_>], outputs: &mut [&mut [f64]]| {
        let outcome = executable.evaluate(&mut workspace, inputs, outputs);
        outcome.map_err(|error| error.to_string())
    };
    let (x, i) = (Values::F64(&[1.0, 2.0, 3.0]), Values::I64(&[0]));
    let (mut y, mut short) = ([0.0; 3], [0.0]);
    assert!(evaluate(&[x, i], &mut [&mut y]).is_ok());
    assert_eq!(y, [1.0, 2.0, 3.0]);
    let mut message =
        |inputs: &[Values<'_>], outputs: &mut [&mut [f64]]| evaluate(inputs, outputs).unwrap_err();
    assert_eq!(message(&[x], &mut [&mut y]), "expected 2 inputs, found 1");
    assert_eq!(message(&[x, i], &mut []), "expected 1 output, found 0");
    assert_eq!(
        message(&[i, i], &mut [&mut y]),
        "input 0 (`x0`) should be [f64; 3], which is 3 elements of `f64`, found 1 element of `i64`"
    );
    assert_eq!(
        message(&[Values::F64(&[1.0; 2]), i], &mut [&mut y]),
        "input 0 (`x0`) should be [f64; 3], which is 3 elements of `f64`, found 2 elements of `f64`"
    );
    assert_eq!(
        message(&[x, i], &mut [&mut short]),
        "output 0 (`y0`) should be [f64; 3], which is 3 elements of `f64`, found 1 element of `f64`"
    );
    assert_eq!(
        message(&[x, x], &mut [&mut y]),
        "input 1 (`x1`) should be `i64`, found 3 elements of `f64`"
    );
    let wrong = executable.call::<f32>(&[x, i]).unwrap_err().to_string();
    assert!(wrong.ends_with("found 3 elements of `f32`"), "{wrong}");
}

#[test]
fn extents_that_are_no_numbers_yet_are_asked_for() {
    let graph = graph_ir::text::parse(
        "adgraph 1\ngraph\n%0: [f64; N] = input 0\n%1: f64 = reduce sum [0] %0\noutput %1\n",
    )
    .unwrap();
    let wanted = "the extent `N` must be a number: `with_extents(&[(\"N\", ..)])` gives it one";
    let of = [
        Executable::new(&graph).map(drop),
        Evaluator::<f64>::new(&graph).map(drop),
        check::graph(&graph, check::Options::default()).map(drop),
    ];
    for result in of {
        assert_eq!(result.unwrap_err().to_string(), wanted);
    }
    let known = graph.with_extents(&[("N", 3)]).unwrap();
    let mut known = Evaluator::<f64>::new(&known).unwrap();
    assert_eq!(known.value(&[1.0, 2.0, 4.0]).unwrap(), [7.0]);
}

#[test]
fn a_workspace_belongs_to_its_executable() {
    let (one, other) = (Executable::new(&identity()), Executable::new(&identity()));
    let mut workspace = one.as_ref().unwrap().workspace().unwrap();
    let inputs = [Values::F64(&[1.0; 3]), Values::I64(&[0])];
    let mut run = |executable: &Executable| {
        let outcome = executable.run(&mut Host::new(), &mut workspace, &inputs);
        outcome.map_err(|error| error.to_string())
    };
    assert!(run(&one.as_ref().unwrap().clone()).is_ok());
    assert_eq!(
        run(&other.unwrap()).unwrap_err(),
        "the workspace belongs to another executable"
    );
}
