//! The pages of the functions of numbers, and the table of them.

use adgraph::ir::ops::{Class, ScalarOp};

use crate::{edges, expression, files};

/// The first lines of the table.
const HEAD: &str = "\
//! The table of scalar functions: `BLESS=1 cargo test --test reference` writes it from the operator
//! table.

use graph_math::math::{self, Float};

use crate::ops::Tensor;

functions! {
";

/// The functions, each with its page, as the source of a module.
pub(crate) fn table(functions: &[ScalarOp]) -> String {
    let mut table = String::from(HEAD);
    for (position, &op) in functions.iter().enumerate() {
        if position > 0 {
            table.push('\n');
        }
        for line in page(op).lines() {
            let space = if line.is_empty() { "" } else { " " };
            table.push_str(&format!("    ///{space}{line}\n"));
        }
        let parameter = op.parameter().map_or("", |_| "; n");
        let operands = op.operands().join(", ");
        table.push_str(&format!("    {}({operands}{parameter});\n", op.name()));
    }
    table.push_str("}\n");
    table
}

/// The sentence about a reduction along axes that has the name of an operator.
fn reduced(op: ScalarOp) -> Option<String> {
    let extreme = match op.name() {
        "max" => "largest",
        "min" => "smallest",
        _ => return None,
    };
    let name = op.name();
    Some(format!(
        "\nOf one array, `{name}(x)` is the {extreme} element, and `{name}(x, axis = 0)` that along\n\
         axes. A NaN beside numbers is ignored, the first of equals gets the derivative, and an axis\n\
         without elements is an error.\n"
    ))
}

/// Description, shapes, derivative, names in files, and a table of edges.
fn page(op: ScalarOp) -> String {
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
    page.extend(reduced(op));
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
