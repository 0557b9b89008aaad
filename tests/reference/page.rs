//! The page of a function of numbers.

use adgraph::ir::ops::{Class, ScalarOp};

use crate::{edges, expression, files};

/// Description, shapes, derivative, names in files, and a table of edges.
pub(crate) fn page(op: ScalarOp) -> String {
    let mut page = String::new();
    for line in op.description().lines() {
        page.push_str(line.strip_prefix(' ').unwrap_or(line));
        page.push('\n');
    }
    page.push_str("\n| | |\n|---|---|\n");
    let mut row = |name: &str, text: &str| {
        page.push_str(&format!("| {name} | {} |\n", text.replace("||", "\\|\\|")));
    };
    row("shapes", shapes(op));
    row("derivative", &derivative(op));
    for (format, operators) in files::rows(&edges::graph(op)) {
        row(format, &operators);
    }
    if let Some(table) = edges::table(op) {
        let of = op
            .parameter()
            .map_or(String::new(), |n| format!(", for `n = {n}`"));
        page.push_str(&format!("\nAt the edges{of}:\n\n{table}"));
    }
    page
}

fn shapes(op: ScalarOp) -> &'static str {
    match (op.class(), op.arity()) {
        (Class::Logic | Class::Comparison, _) => {
            "operands of one shape; truth values of that shape"
        }
        (_, 1) => "any; elementwise",
        _ => "operands of one shape; elementwise; a scalar combines with any shape",
    }
}

/// The partial derivatives by the operands, for one sample of a parameter.
pub(crate) fn derivative(op: ScalarOp) -> String {
    let partials = expression::partials(op);
    let said = |partial: &String| match partial.split_once(" where ") {
        Some((number, rest)) => {
            let (condition, otherwise) = rest.rsplit_once(", ").unwrap_or((rest, ""));
            format!("{number} where `{condition}`, {otherwise}")
        }
        None => format!("`{partial}`"),
    };
    let of = op
        .parameter()
        .map_or(String::new(), |n| format!(" for `n = {n}`"));
    match partials.as_slice() {
        [one] => said(one) + &of,
        several => {
            let by = op.operands().iter().zip(several);
            let each: Vec<String> = by
                .map(|(operand, partial)| format!("by `{operand}`: {}", said(partial)))
                .collect();
            each.join("; ")
        }
    }
}
