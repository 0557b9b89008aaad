//! The signature that a file asks for, as text to paste.

use graph_ir::{Element, Type};

use crate::diagnostics::print;
use crate::signature::{Argument, Formal, ResultType, Signature};

/// How long a signature is on one line.
const WIDTH: usize = 80;

/// The signature, on one line where it is short.
pub(super) fn signature(arguments: &[Argument], results: &[Type], written: &Signature) -> String {
    let result = match results {
        [only] => ResultType::single(only.clone()),
        parts => ResultType::tuple(parts.to_vec()),
    };
    let right = Signature {
        arguments: side_by_side(arguments),
        result,
        ..written.clone()
    };
    let visibility = print(&right.visibility);
    let name = &right.name;
    let own = right.arguments.iter().map(|argument| &argument.ty);
    let is_generic = |ty: &Type| ty.element == Element::Float;
    let generics = match &right.generic {
        // Files have types of their own.
        Some(generic) if own.chain(right.result.parts()).any(is_generic) => {
            format!("<{generic}: {}>", print(&right.bound))
        }
        _ => String::new(),
    };
    let head = format!("{visibility} fn {name}{generics}");
    let arguments = right.formals().map(|formal| argument(formal, &right));
    let arguments: Vec<String> = arguments.collect();
    let result = match right.result.as_single() {
        Some(_) => print(&right.result_type()),
        None => {
            let parts = right
                .result
                .parts()
                .iter()
                .map(|part| print(&right.rust_type(part)));
            format!("({})", parts.collect::<Vec<String>>().join(", "))
        }
    };
    let line = format!("{head}({}) -> {result};", arguments.join(", "));
    let line = line.trim_start();
    if line.len() <= WIDTH {
        return line.into();
    }
    let head = head.trim_start();
    format!(
        "\n{head}(\n    {},\n) -> {result};",
        arguments.join(",\n    ")
    )
}

/// The arguments in their order, those that are parts of one side by side.
fn side_by_side(arguments: &[Argument]) -> Vec<Argument> {
    let place = |own: &Argument| arguments.iter().position(|other| other.name == own.name);
    let mut all = arguments.to_vec();
    all.sort_by_key(place);
    all
}

fn argument(formal: Formal<'_>, signature: &Signature) -> String {
    let first = formal.first();
    let marks = [
        // Fields have marks of their own.
        (first.dynamic && formal.whole().is_none(), "#[dynamic] "),
        (first.shared, "#[shared] "),
    ];
    let marks = marks.into_iter().filter(|(set, _)| *set);
    let marks: String = marks.map(|(_, mark)| mark).collect();
    let ty = print(&match formal.whole() {
        Some(_) => signature.called_type(formal),
        None => signature.argument_type(first),
    });
    format!("{marks}{}: {ty}", first.name)
}
