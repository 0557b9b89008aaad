//! Passes and the textual form change no bit of any result and nothing of what is printed.

use graph_ir::{Element, Graph, passes, text, verify};

use super::generate::{Kinds, graph};
use super::outcome::{Input, evaluate, inputs};
use super::source::Source;

const LIMIT: u64 = 1 << 24;

/// Checks that a graph gives for these inputs what another one gives.
fn expect_same(what: &str, found: &Graph, original: &Graph, inputs: &[Input]) {
    verify::verify(found).unwrap();
    let (a, b) = (
        evaluate(original, inputs, LIMIT),
        evaluate(found, inputs, LIMIT),
    );
    // What fails may be superfluous, and gone after a pass.
    let Ok(a) = a else { return };
    assert!(
        b.as_ref() == Ok(&a),
        "{what}: {b:x?}\ninstead of {a:x?}\nfor {inputs:?}\n{original}\n{found}"
    );
}

#[test]
fn passes_and_text_keep_every_bit() {
    super::cases("bits", 150, |seed| {
        let source = &mut Source::new(seed);
        let kinds = Kinds {
            sharing: !source.once_in(4),
            ..Kinds::ALL
        };
        let original = graph(source, kinds);
        let again = text::parse(&text::print(&original)).unwrap();
        assert_eq!(text::print(&again), text::print(&original));
        let versions = [
            ("text", again),
            ("inline", passes::inline(&original).unwrap()),
            ("expand", passes::expand(&original).unwrap()),
            ("optimize", passes::optimize(&original).unwrap()),
            ("prepare", passes::prepare(&original).unwrap()),
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
        let source = &mut Source::new(seed);
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
