//! The table of scalar operators, row by row.

use std::collections::HashSet;

use graph_ir::graph::InputKind;
use graph_ir::ops::{Class, ScalarOp};
use graph_ir::{Builder, Element, Type, Wire, text, verify};

use crate::{input, tensor};

/// The element types that an operator of this class takes.
fn elements(class: Class) -> &'static [Element] {
    match class {
        Class::Float => &[Element::F64, Element::F32, Element::Float],
        Class::Number | Class::Comparison => {
            &[Element::F64, Element::F32, Element::Float, Element::I64]
        }
        Class::Integer => &[Element::I64],
        Class::Logic => &[Element::Bool],
    }
}

fn result(op: ScalarOp, element: Element) -> Element {
    match op.class() {
        Class::Comparison => Element::Bool,
        Class::Float | Class::Number | Class::Integer | Class::Logic => element,
    }
}

fn operands<'b>(b: &'b Builder, op: ScalarOp, element: Element) -> Vec<Wire<'b>> {
    let names = op.operands().iter();
    let ty = || Type::scalar(element);
    names
        .map(|name| b.input(name, ty(), InputKind::Independent))
        .collect()
}

#[test]
fn types_follow_the_class() {
    for op in ScalarOp::all() {
        let takes = elements(op.class());
        for element in Element::ALL {
            for extents in [&[][..], &[0], &[2, 1]] {
                let b = &Builder::new();
                let wires: Vec<_> = (0..op.arity())
                    .map(|_| input(b, tensor(element, extents)))
                    .collect();
                let made = b.scalar(op, &wires).and_then(|value| b.ty(value));
                let expected = takes
                    .contains(&element)
                    .then(|| tensor(result(op, element), extents));
                assert_eq!(made.ok(), expected, "{op:?} of {element}");
            }
        }
    }
}

#[test]
fn names_are_distinct_and_lead_back() {
    let mut names = HashSet::new();
    for op in ScalarOp::all() {
        assert_eq!(ScalarOp::from_name(op.name(), op.parameter()), Some(op));
        let other = op.parameter().map_or(Some(1), |_| None);
        assert_eq!(ScalarOp::from_name(op.name(), other), None, "{op:?}");
        assert_eq!(op.operands().len(), op.arity());
        let first = names.insert(op.name());
        assert!(first || op.parameter().is_some(), "{op:?}");
    }
    assert_eq!(ScalarOp::from_name("", None), None);
}

#[test]
fn the_textual_form_gives_every_operator_back() {
    for op in ScalarOp::all() {
        for &element in elements(op.class()) {
            let b = Builder::new();
            let value = b.scalar(op, &operands(&b, op, element)).unwrap();
            let node = value.node();
            b.output("", value).unwrap();
            let text = b.finish().unwrap().to_string();
            let again = text::parse(&text).unwrap();
            assert_eq!(again.op(node), graph_ir::ops::Op::Scalar(op));
            assert_eq!(again.to_string(), text);
        }
    }
}

#[test]
fn bodies_have_the_operators_type() {
    for op in ScalarOp::all() {
        for &element in elements(op.class()) {
            let b = Builder::new();
            let wires = operands(&b, op, element);
            let Some(body) = op.body(&wires) else {
                continue;
            };
            let ty = b.ty(body).unwrap();
            assert_eq!(ty, Type::scalar(result(op, element)), "{op:?} of {element}");
            b.output("", body).unwrap();
            verify::verify(&b.finish().unwrap()).unwrap();
        }
    }
}

#[test]
fn bodies_are_in_terms_of_other_operators() {
    for op in ScalarOp::all() {
        let b = Builder::new();
        let wires = operands(&b, op, elements(op.class())[0]);
        if op.body(&wires).is_none() {
            continue;
        }
        let graph = b.finish().unwrap();
        let own = graph_ir::ops::Op::Scalar(op);
        assert!(graph.ids().all(|id| graph.op(id) != own), "{op:?}");
    }
}

#[test]
fn partials_are_as_many_as_operands_and_of_their_type() {
    use graph_ir::ops::Partial;
    for op in ScalarOp::all() {
        if !op.class().has_partials() {
            continue;
        }
        for element in [Element::F64, Element::F32, Element::Float] {
            let b = Builder::new();
            let wires = operands(&b, op, element);
            let value = b.scalar(op, &wires).unwrap();
            let partials = op.partials(&wires, value);
            assert_eq!(partials.len(), op.arity(), "{op:?}");
            for partial in partials {
                let (wire, element) = match partial {
                    Partial::Times(w)
                    | Partial::Masked(w)
                    | Partial::Guarded(w)
                    | Partial::Unbounded(w) => (w, element),
                    Partial::Where(w) | Partial::WhereNot(w) => (w, Element::Bool),
                    Partial::Zero | Partial::One | Partial::MinusOne => continue,
                };
                assert_eq!(b.ty(wire), Ok(Type::scalar(element)), "{op:?}");
            }
            b.finish().unwrap();
        }
    }
}

/// The words of an expression that could be names.
fn words(text: &str) -> HashSet<&str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect()
}

#[test]
fn rust_texts_are_expressions_over_all_operands() {
    for op in ScalarOp::all() {
        let texts = [Some(op.rust_text()), op.rust_integer_text()];
        for text in texts.into_iter().flatten() {
            let parsed = syn::parse_str::<syn::Expr>(text);
            assert!(parsed.is_ok(), "{op:?}: {text}");
            let words = words(text);
            let missing: Vec<_> = op
                .operands()
                .iter()
                .filter(|o| !words.contains(**o))
                .collect();
            assert!(missing.is_empty(), "{op:?}: {text} lacks {missing:?}");
            assert_eq!(
                words.contains("n"),
                op.parameter().is_some(),
                "{op:?}: {text}"
            );
        }
    }
}

#[test]
fn integers_are_computed_exactly_where_they_are_allowed() {
    for op in ScalarOp::all() {
        let takes = elements(op.class()).contains(&Element::I64);
        assert_eq!(op.rust_integer_text().is_some(), takes, "{op:?}");
    }
}
