//! The operators' chapter of the book.

use adgraph::ir::ops::{Class, ScalarOp};

use crate::{edges, files, functions, page, rewritten, tensors};

const INTRODUCTION: &str = "\
# Operators and functions

The test suite generates these tables from the operator table that the compiler, the executor and \
the formats share, and from files that it writes. Each function has a page in \
[`adgraph::ops`](https://docs.rs/adgraph/latest/adgraph/ops) with its shapes, derivative and edges.

If a format lacks an operator, the writer expresses it with other operators. `-` means that the \
format cannot express it.
";

/// The chapter.
pub(crate) fn chapter() -> String {
    let mut chapter = INTRODUCTION.to_owned();
    chapter
        .push_str("\n## Symbols\n\nElementwise; a scalar combines with an array of any shape.\n\n");
    let signs: Vec<ScalarOp> = ScalarOp::all()
        .into_iter()
        .filter(|op| op.symbol().is_some())
        .collect();
    scalars(&mut chapter, &signs);
    chapter.push_str("\n## Scalar functions\n\nElementwise, also as methods: `x.sin()`.\n\n");
    scalars(&mut chapter, &functions());
    chapter.push_str(
        "\n## Array functions\n\nThe default for `axis` is all axes; the first one for `cumsum`, \
         `cumprod`, `flip`, `roll`, `windows`, `concat` and `stack`; the last one for `sort` and \
         `argsort`. Reductions drop these axes; with `keep = true` they stay, with extent 1, and \
         `broadcast` repeats them. The names in files are those of the call in the first \
         column.\n\n",
    );
    head(
        &mut chapter,
        &["call", "description", "CppAD", "NNVM", "MXNet"],
    );
    let pages = tensors::pages();
    for example in tensors::examples() {
        let (_, page) = pages
            .iter()
            .find(|(name, _)| name == example.name)
            .unwrap_or_else(|| panic!("{} has no page", example.name));
        let files = example.files().map(short);
        row(
            &mut chapter,
            [
                &[format!("`{}`", example.call), first_sentence(page)][..],
                &files,
            ]
            .concat(),
        );
    }
    chapter.push_str(
        "\n## Edges in files\n\nWhere a format lacks an operator, what is written instead agrees to \
         rounding. It differs at these edges, of which the table has one of each kind; the sign \
         of a zero counts.\n\n",
    );
    chapter.push_str(&rewritten::table());
    chapter
}

fn scalars(chapter: &mut String, ops: &[ScalarOp]) {
    head(
        chapter,
        &["", "description", "derivative", "CppAD", "NNVM", "MXNet"],
    );
    for &op in ops {
        let name = match (op.symbol(), op.operands()) {
            (Some(symbol), [x]) => format!("{symbol}{x}"),
            (Some(symbol), [x, y, ..]) => format!("{x} {symbol} {y}"),
            (None, operands) if op.parameter().is_some() => {
                format!("{}({}, n)", op.name(), operands.join(", "))
            }
            (None, operands) => format!("{}({})", op.name(), operands.join(", ")),
            (Some(symbol), []) => symbol.into(),
        };
        let derivative = match op.class() {
            Class::Float | Class::Number => page::derivative(op),
            Class::Comparison | Class::Logic => "none".into(),
        };
        // A file has no truth values as results, so signs that yield or take them are read from the
        // table of names.
        let files = match op.class() {
            Class::Float | Class::Number => {
                files::rows(&edges::graph(op)).map(|(_, said)| short(said))
            }
            Class::Comparison | Class::Logic => [op.cppad(), op.nnvm(), op.mxnet()]
                .map(|name| name.map_or("`cexp` or `where`".into(), |name| format!("`{name}`"))),
        };
        let said = [
            format!("`{name}`"),
            first_sentence(op.description()),
            derivative,
        ];
        row(chapter, [&said[..], &files].concat());
    }
}

fn head(chapter: &mut String, cells: &[&str]) {
    chapter.push_str(&format!(
        "| {} |\n|{}\n",
        cells.join(" | "),
        "---|".repeat(cells.len())
    ));
}

fn row(chapter: &mut String, cells: Vec<String>) {
    let cells: Vec<String> = cells
        .into_iter()
        .map(|cell| cell.replace('|', "\\|"))
        .collect();
    chapter.push_str(&format!("| {} |\n", cells.join(" | ")));
}

/// A cell that stays narrow.
fn short(said: String) -> String {
    match said.as_str() {
        "not supported" => "-".into(),
        _ if said.matches(',').count() > 2 => {
            let names: Vec<&str> = said.split(", ").take(2).collect();
            format!("{}, ..", names.join(", "))
        }
        _ => said,
    }
}

/// The first sentence of an operator's documentation.
fn first_sentence(text: &str) -> String {
    let text = text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let end = text.find([';', ':']).into_iter().chain(text.find(". "));
    let end = end
        .min()
        .unwrap_or(text.trim_end().trim_end_matches('.').len());
    text[..end].replace("[`", "`").replace("`]", "`")
}
