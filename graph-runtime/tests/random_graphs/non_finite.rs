//! Origins of NaNs and infinities in random graphs, through whatever they are made of.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use graph_runtime::check::first_non_finite_with;
use graph_runtime::execute::{Executable, Host, Values};

use super::generate::{Kinds, graph};
use super::outcome::{functions, inputs};
use super::source::RandomSource;

/// The first element that is not finite: a NaN if there is one.
fn worst(values: Values<'_>) -> Option<f64> {
    let numbers: Vec<f64> = match values {
        Values::F64(v) => v.to_vec(),
        Values::F32(v) => v.iter().map(|&x| x.into()).collect(),
        Values::Bool(_) | Values::I64(_) => Vec::new(),
    };
    let nan = numbers.iter().find(|x| x.is_nan());
    nan.or(numbers.iter().find(|x| x.is_infinite())).copied()
}

#[test]
fn every_value_that_is_not_finite_has_an_origin() {
    let [found, finite] = [(); 2].map(|()| AtomicUsize::new(0));
    super::cases("non_finite", 200, |seed| {
        let source = &mut RandomSource::new(seed);
        let graph = graph(source, Kinds::ALL);
        let inputs = inputs(source, &graph, true);
        let functions = functions();
        let Ok(executable) = Executable::new(&graph) else {
            return;
        };
        let mut workspace = executable.workspace().unwrap();
        let mut host = Host::new().functions(&functions);
        if executable.run(&mut host, &mut workspace, &inputs).is_err() {
            return;
        }
        let outputs = (0..graph.outputs().len()).filter_map(|i| workspace.output(i));
        let expected = outputs.enumerate().find_map(|(i, v)| Some((i, worst(v)?)));
        let told = match first_non_finite_with(&graph, &functions, &inputs) {
            Ok(told) => told,
            // An index may be out of range in what no result needs.
            Err(error) => return assert!(error.to_string().contains("out of range"), "{error}"),
        };
        let (Some((output, value)), Some(told)) = (expected, &told) else {
            finite.fetch_add(1, Relaxed);
            return assert_eq!(expected.is_some(), told.is_some());
        };
        found.fetch_add(1, Relaxed);
        assert_eq!((told.output, told.value.is_nan()), (output, value.is_nan()));
        let first = &told.origins[0];
        assert_eq!(first.value.is_nan(), value.is_nan(), "{told}");
        for origin in &told.origins {
            let bad = |x: &f64| match origin.value.is_nan() {
                true => x.is_nan(),
                false => x.is_infinite(),
            };
            assert!(bad(&origin.value), "{told}");
            // The operands of an origin have no such values.
            let operands = origin
                .operands
                .iter()
                .filter(|operand| operand.ty.is_float());
            let elements = operands.flat_map(|operand| &operand.elements);
            assert!(!elements.into_iter().any(bad), "{told}");
        }
    });
    let counts = [found, finite].map(AtomicUsize::into_inner);
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}
