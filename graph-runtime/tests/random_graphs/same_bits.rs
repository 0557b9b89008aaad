//! Executor, passes and the textual form change no bit of any result and nothing of what is
//! printed.

use graph_ir::{Element, Graph, passes, text, verify};

use super::generate::{Kinds, graph};
use super::outcome::{Input, evaluate, inputs};
use super::reference;
use super::source::RandomSource;

const LIMIT: u64 = 1 << 24;

/// Checks that a graph gives what another one means: by the reference evaluator, which takes
/// graphs as they are, and by the executor.
pub(crate) fn expect_same(what: &str, found: &Graph, original: &Graph, inputs: &[Input]) {
    verify::verify(found).unwrap();
    // A failing node may be superfluous, and gone after a pass.
    let Ok(expected) = reference::evaluate(original, inputs) else {
        return;
    };
    let by_reference = reference::evaluate(found, inputs);
    let executed = evaluate(found, inputs, LIMIT).map_err(|error| error.to_string());
    for (who, outcome) in [("reference", by_reference), ("executor", executed)] {
        assert!(
            outcome.as_ref() == Ok(&expected),
            "{what}, {who}: {outcome:x?}\ninstead of {expected:x?}\nfor {inputs:?}\n{original}\n{found}"
        );
    }
}

#[test]
fn passes_and_text_keep_every_bit() {
    super::cases("bits", 150, |seed| {
        let source = &mut RandomSource::new(seed);
        let kinds = Kinds {
            sharing: !source.once_in(4),
            ..Kinds::ALL
        };
        let original = graph(source, kinds);
        let again = text::parse(&text::print(&original)).unwrap();
        assert_eq!(text::print(&again), text::print(&original));
        let versions = [
            ("original", original.clone()),
            ("text", again),
            ("inline", passes::inline(&original).unwrap()),
            ("expand", passes::expand(&original).unwrap()),
            ("guarded", passes::guarded(&original).unwrap().into_owned()),
            (
                "branch_sums",
                passes::branch_sums(&original).unwrap().into_owned(),
            ),
            (
                "counters",
                passes::counters(&original).unwrap().into_owned(),
            ),
            ("hoist", passes::hoist(&original).unwrap().into_owned()),
            (
                "row_loops",
                passes::row_loops(&original).unwrap().into_owned(),
            ),
            ("optimize", passes::optimize(&original).unwrap()),
            ("prepare", passes::prepare(&original).unwrap()),
            (
                "vectorize",
                passes::vectorize(&original).unwrap().into_owned(),
            ),
        ];
        for _ in 0..3 {
            let inputs = inputs(source, &original, true);
            for (what, version) in &versions {
                expect_same(what, version, &original, &inputs);
            }
        }
    });
}

#[test]
fn specialising_and_preparing_may_change_places() {
    super::cases("specialise", 40, |seed| {
        let source = &mut RandomSource::new(seed);
        let kinds = Kinds {
            elements: &[Element::Float, Element::Float, Element::I64, Element::Bool],
            host: false,
            ..Kinds::ALL
        };
        let generic = graph(source, kinds);
        let prepared = passes::prepare(&generic).unwrap();
        for element in [Element::F64, Element::F32] {
            let original = passes::specialize(&generic, element).unwrap();
            let found = passes::specialize(&prepared, element).unwrap();
            let inputs = inputs(source, &original, true);
            expect_same("specialize", &found, &original, &inputs);
        }
    });
}
