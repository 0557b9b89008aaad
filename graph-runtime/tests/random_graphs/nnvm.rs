//! Random graphs as files of MXNet and NNVM: a written file can be read, is written the same again,
//! and computes the same.

use graph_ir::{Element, Graph};
use graph_runtime::json::Error;
use graph_runtime::json::nnvm::{self, Document, Flavour};

use super::generate::{Kinds, graph};
use super::outcome::{Input, Outcome, evaluate, inputs};
use super::source::RandomSource;
use std::sync::atomic::{AtomicUsize, Ordering};

const LIMIT: u64 = 1 << 24;

const FLAVOURS: [Flavour; 2] = [Flavour::Mxnet, Flavour::Nnvm];

/// The graph that comes back, unless the program cannot say the graph.
fn read_back(graph: &Graph, flavour: Flavour) -> Option<Graph> {
    let text = match nnvm::to_string_as(graph, flavour) {
        Ok(text) => text,
        Err(Error::Unrepresentable { .. } | Error::TooLarge { .. }) => return None,
        Err(error) => panic!("{error}\n{graph}"),
    };
    let document: Document = text.parse().unwrap();
    document.check().unwrap();
    let again = nnvm::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{graph}\n{text}"));
    assert_eq!(nnvm::to_string(&again).unwrap(), text, "{graph}");
    Some(again)
}

#[test]
fn files_of_any_graph_come_back() {
    super::cases("nnvm", 150, |seed| {
        let source = &mut RandomSource::new(seed);
        let original = graph(source, Kinds::ALL);
        for again in FLAVOURS
            .into_iter()
            .filter_map(|flavour| read_back(&original, flavour))
        {
            // Errors are fine.
            let wide = inputs(source, &original, true)
                .iter()
                .map(widened)
                .collect::<Vec<_>>();
            let _ = evaluate(&again, &wide, LIMIT);
        }
    });
}

#[test]
fn files_of_smooth_graphs_compute_the_same() {
    let compared = FLAVOURS.map(|_| AtomicUsize::new(0));
    super::cases("nnvm values", 300, |seed| {
        let source = &mut RandomSource::new(seed);
        let kinds = Kinds {
            elements: &[Element::F64],
            wild: false,
            host: false,
            ..Kinds::ALL
        };
        let original = graph(source, kinds);
        let inputs = inputs(source, &original, false);
        let Ok(expected) = evaluate(&original, &inputs, LIMIT) else {
            return;
        };
        for (flavour, compared) in FLAVOURS.into_iter().zip(&compared) {
            if let Some(again) = read_back(&original, flavour) {
                let found = evaluate(&again, &inputs, LIMIT).unwrap();
                let count = compare(&original, &found, &expected);
                compared.fetch_add(count, Ordering::Relaxed);
            }
        }
    });
    println!("{compared:?} numbers");
    assert!(
        compared
            .iter()
            .all(|compared| compared.load(Ordering::Relaxed) > 0)
    );
}

/// Checks the results of what comes back against those of a graph, and counts them.
fn compare(original: &Graph, found: &Outcome, expected: &Outcome) -> usize {
    let mut count = 0;
    let types = original.output_types().map(|ty| ty.element);
    for (element, (found, expected)) in types.zip(found.outputs.iter().zip(&expected.outputs)) {
        assert_eq!(found.len(), expected.len());
        for (&found, &expected) in found.iter().zip(expected) {
            let (found, expected) = (f64::from_bits(found), number(element, expected));
            let equal = found == expected || found.is_nan() && expected.is_nan();
            let close = (found - expected).abs() <= 1e-9 * expected.abs().max(1.0);
            assert!(equal || close, "{found} for {expected}\n{original}");
            count += 1;
        }
    }
    count
}

/// An input as the file's doubles.
fn widened(input: &Input) -> Input {
    Input::F64(match input {
        Input::F64(values) => values.clone(),
        Input::F32(values) => values.iter().map(|&x| x.into()).collect(),
        Input::Bool(values) => values.iter().map(|&x| f64::from(u8::from(x))).collect(),
        Input::I64(values) => values.iter().map(|&x| x as f64).collect(),
    })
}

/// An element of an outcome as a number.
fn number(element: Element, bits: u64) -> f64 {
    match element {
        Element::I64 | Element::Bool => bits as i64 as f64,
        Element::F32 if bits == u64::MAX => f64::NAN,
        Element::F32 => f32::from_bits(bits as u32).into(),
        Element::F64 | Element::Float => f64::from_bits(bits),
    }
}
