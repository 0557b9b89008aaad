//! Constants as literals.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use graph_ir::graph::{Constant, Literal};
use graph_ir::types::Element;

use super::text::{Binding, Text, extents};

/// A number. A literal of another type than `float`, the type of bare literals, has a suffix.
pub(super) fn number(literal: Literal, float: Element) -> Text {
    let (element, value) = (literal.element(), literal.to_f64());
    match literal {
        Literal::Bool(truth) => return Text::atom(format!("{truth}")),
        Literal::I64(i64::MIN) => return Text::new(format!("{} - 1", i64::MIN + 1), Binding::Sum),
        Literal::I64(value) if value < 0 => return Text::new(format!("{value}"), Binding::Prefix),
        Literal::I64(value) => return Text::atom(format!("{value}")),
        _ => {}
    }
    let ty = type_name(element);
    if value.is_nan() {
        return Text::atom(format!("{ty}::NAN"));
    }
    if value.is_infinite() {
        let name = if value > 0.0 {
            "INFINITY"
        } else {
            "NEG_INFINITY"
        };
        return Text::atom(format!("{ty}::{name}"));
    }
    let binding = match value.is_sign_negative() {
        true => Binding::Prefix,
        false => Binding::Atom,
    };
    let suffix = match element == float || element == Element::Float {
        true => "",
        false => ty,
    };
    Text::new(format!("{literal}{suffix}"), binding)
}

/// A number with its type, where nothing else decides it.
pub(super) fn typed(literal: Literal) -> Text {
    number(literal, Element::Bool)
}

/// The type of the elements; `T` for a generic float.
pub(super) fn type_name(element: Element) -> &'static str {
    match element {
        Element::F64 => "f64",
        Element::F32 => "f32",
        Element::Bool => "bool",
        Element::I64 => "usize",
        Element::Float => "T",
    }
}

/// A value repeated in a shape.
pub(super) fn filled(shape: &[usize], value: &Text) -> Text {
    match shape {
        [] => value.clone(),
        [one] => Text::atom(format!("[{}; {one}]", value.words)),
        all => Text::atom(format!("full({}, {})", extents(all), value.words)),
    }
}

/// A constant of any shape.
pub(super) fn constant(constant: &Constant, float: Element) -> Text {
    let shape = constant.shape().extents();
    if let Some(value) = constant.splat() {
        return filled(&shape, &number(value, float));
    }
    if constant.shape().size() == 0 {
        let zero = Literal::from_f64(constant.element(), 0.0);
        return filled(&shape, &number(zero, float));
    }
    let mut parts: Vec<String> = constant
        .literals()
        .map(|l| number(l, float).words)
        .collect();
    for &extent in shape.iter().rev() {
        let groups = parts.chunks(extent.max(1));
        parts = groups
            .map(|group| format!("[{}]", group.join(", ")))
            .collect();
    }
    Text::atom(parts.concat())
}
