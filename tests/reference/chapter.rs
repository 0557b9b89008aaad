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

/// The functions of one number that are made of operators.
const COMPOSED: [[&str; 6]; 2] = [
    [
        "`is_nan(x)`",
        "Whether `x` is a NaN, `x != x`",
        "none",
        "`cexp` or `where`",
        "`cexp` or `where`",
        "`_not_equal`",
    ],
    [
        "`sin_cos(x)`",
        "The sine and the cosine, `let (s, c) = sin_cos(x);`",
        "as of `sin` and `cos`",
        "`sin`, `cos`",
        "-",
        "`sin`, `cos`",
    ],
];

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
    for [call, description, derivative, cppad, nnvm, mxnet] in COMPOSED {
        let cells = [call, description, derivative, cppad, nnvm, mxnet];
        row(&mut chapter, cells.map(str::to_owned).to_vec());
    }
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
            Class::Comparison | Class::Integer | Class::Logic => "none".into(),
        };
        // A file has no truth values as results, so signs that yield or take them are read from the
        // table of names.
        let files = match op.class() {
            Class::Float | Class::Number => {
                files::rows(&edges::graph(op)).map(|(_, said)| short(said))
            }
            Class::Comparison | Class::Integer | Class::Logic => {
                [op.cppad(), op.nnvm(), op.mxnet()]
                    .map(|name| name.map_or("`cexp` or `where`".into(), |name| format!("`{name}`")))
            }
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

/// The first sentence of an operator's documentation, or what stands before its first `;` or `:`.
fn first_sentence(text: &str) -> String {
    let text = text.lines().map(str::trim).collect::<Vec<_>>().join(" ");
    let text = text.trim();
    let mut rest = text.char_indices().peekable();
    let (mut is_code, mut depth) = (false, 0_usize);
    // Whether a letter alone stands before: the initial of a name, or a part of `e.g.`
    let mut is_initial = false;
    let mut before = ' ';
    let mut end = text.trim_end_matches('.').len();
    while let Some((position, character)) = rest.next() {
        let is_last = rest.peek().is_none_or(|(_, next)| *next == ' ');
        match character {
            '`' => is_code = !is_code,
            _ if is_code => {}
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ if depth > 0 => {}
            ';' | ':' => {
                end = position;
                break;
            }
            '.' if is_last && !is_initial => {
                end = position;
                break;
            }
            _ => {}
        }
        is_initial = match before {
            ' ' | '(' => character.is_uppercase(),
            '.' => character.is_alphabetic(),
            _ => false,
        };
        before = character;
    }
    text[..end].replace("[`", "`").replace("`]", "`")
}

#[test]
fn a_sentence_ends_where_it_does() {
    for (text, sentence) in [
        (" The sum. More.", "The sum"),
        (" The sum\n of all.", "The sum of all"),
        (" The sum; of nothing it is zero.", "The sum"),
        (" Any of these: `a`.", "Any of these"),
        (
            " The parts, `let (q, r) = qr(a);`. More.",
            "The parts, `let (q, r) = qr(a);`",
        ),
        (
            " Of degree 13 (N. J. Higham; 2005). More.",
            "Of degree 13 (N. J. Higham; 2005)",
        ),
        (
            " The method of N. J. Higham. More.",
            "The method of N. J. Higham",
        ),
        (" e to the power of x.", "e to the power of x"),
        (" The power of x. More.", "The power of x"),
        (" Up to 0.5, e.g. here. More.", "Up to 0.5, e.g. here"),
        (
            " As [`sin`], `1 + ..`, without end",
            "As `sin`, `1 + ..`, without end",
        ),
    ] {
        assert_eq!(first_sentence(text), sentence);
    }
}

/// Whether text ends in code or in parentheses.
fn is_cut(said: &str) -> bool {
    let parts: Vec<&str> = said.split('`').collect();
    let prose: String = parts.iter().step_by(2).copied().collect();
    let count = |mark: char| prose.matches(mark).count();
    parts.len().is_multiple_of(2) || count('(') != count(')') || count('[') != count(']')
}

#[test]
fn no_description_is_cut() {
    assert!(is_cut("The factors, `let (q, r) = qr(a)") && is_cut("Of degree 13 (N"));
    let pages = tensors::pages().into_iter().map(|(_, page)| page);
    let scalars = ScalarOp::all()
        .into_iter()
        .map(|op| op.description().to_owned());
    for page in pages.chain(scalars) {
        let said = first_sentence(&page);
        assert!(!said.is_empty() && !is_cut(&said), "{said}");
    }
}

#[test]
fn each_function_has_its_own_description() {
    let transposed = tensors::pages()
        .into_iter()
        .find(|(name, _)| name == "transpose");
    let (_, page) = transposed.expect("its page");
    assert!(
        first_sentence(&page).starts_with("The array with its axes"),
        "{page}"
    );
}
