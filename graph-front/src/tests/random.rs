//! Random graphs printed as source: the front end makes functions of the texts, which compute the
//! same.

#[allow(dead_code, reason = "the tests of another crate use the rest")]
#[path = "../../../graph-runtime/tests/random_graphs/generate.rs"]
mod generate;
#[allow(dead_code, reason = "the tests of another crate use the rest")]
#[path = "../../../graph-runtime/tests/random_graphs/inner.rs"]
mod inner;
#[allow(dead_code, reason = "the tests of another crate use the rest")]
#[path = "../../../graph-runtime/tests/random_graphs/outcome.rs"]
mod outcome;
#[allow(dead_code, reason = "the tests of another crate use the rest")]
#[path = "../../../graph-runtime/tests/random_graphs/source.rs"]
pub(super) mod source;
#[allow(dead_code, reason = "the tests of another crate use the rest")]
#[path = "../../../graph-runtime/tests/random_graphs/structural.rs"]
mod structural;

use graph_ir::{Element, Graph};
use graph_runtime::json::{Error, rust};

use super::source::read;
use generate::{Kinds, graph};
use outcome::{evaluate, inputs};
use source::RandomSource;

/// Runs a case for each of this many seeds, or for as many as `RANDOM_CASES` says.
pub(super) fn cases(count: u64, case: impl Fn(u64) -> bool + std::panic::RefUnwindSafe) -> usize {
    let setting = |key: &str| std::env::var(key).ok().and_then(|text| text.parse().ok());
    let first = setting("RANDOM_SEED").unwrap_or(1_u64);
    let seeds = first..first + setting("RANDOM_CASES").unwrap_or(count);
    let run = |&seed: &u64| match std::panic::catch_unwind(|| case(seed)) {
        Ok(said) => said,
        Err(panic) => {
            eprintln!("this was seed {seed}");
            std::panic::resume_unwind(panic);
        }
    };
    seeds.filter(run).count()
}

/// The graph of a graph's text, if there are words for all of it.
fn from_text(graph: &Graph) -> Option<Graph> {
    match rust::to_string_without_effects(graph) {
        Ok(text) => match read(&text) {
            Ok(again) => Some(again),
            // A constant index is an error at compile time, not when it is met.
            Err(errors) if errors.iter().any(|error| error.contains("out of range")) => None,
            Err(errors) => panic!("{}\n{text}", errors.join("\n")),
        },
        Err(Error::Unrepresentable { .. }) => None,
        Err(error) => panic!("{error}\n{graph}"),
    }
}

const LIMIT: u64 = 1 << 24;

#[test]
fn smooth_graphs_compute_the_same() {
    let said = cases(150, |seed| {
        let source = &mut RandomSource::new(seed);
        let kinds = Kinds {
            elements: &[Element::F64, Element::F64, Element::F32],
            wild: false,
            host: false,
            ..Kinds::ALL
        };
        let original = graph(source, kinds);
        let Some(again) = from_text(&original) else {
            return false;
        };
        let inputs = inputs(source, &original, false);
        let Ok(expected) = evaluate(&original, &inputs, LIMIT) else {
            return true;
        };
        let found = evaluate(&again, &inputs, LIMIT).expect("a value");
        let types = original.output_types().map(|ty| ty.element);
        for (element, (found, expected)) in types.zip(found.outputs.iter().zip(&expected.outputs)) {
            let pairs = found.iter().zip(expected);
            for (found, expected) in pairs.map(|(&f, &e)| (number(element, f), number(element, e)))
            {
                let close =
                    (found - expected).abs() <= tolerance(element) * expected.abs().max(1.0);
                let equal = found == expected || found.is_nan() && expected.is_nan();
                let text = rust::to_string_without_effects(&original).unwrap_or_default();
                assert!(equal || close, "{found} for {expected}\n{original}\n{text}");
            }
        }
        true
    });
    println!("{said} graphs");
}

fn tolerance(element: Element) -> f64 {
    match element {
        Element::F32 => 1e-4,
        _ => 1e-11,
    }
}

/// An element of an outcome as a number.
fn number(element: Element, bits: u64) -> f64 {
    match element {
        Element::F32 if bits == u64::MAX => f64::NAN,
        Element::F32 => f32::from_bits(bits as u32).into(),
        Element::F64 | Element::Float => f64::from_bits(bits),
        Element::I64 | Element::Bool => bits as f64,
    }
}
