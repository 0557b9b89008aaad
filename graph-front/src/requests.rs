//! Requests for derivatives, checked against the signature.

use graph_ir::types::Symbol;
use graph_ir::{Element, Shape, Type};
use proc_macro2::Ident;

use crate::derivatives::{Derivatives, Matrix, Need, Request, Trait, size};
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, print_type};
use crate::outside::higher_order;
use crate::parse::{OPTIONS, by_default_and_others, unknown_option};
use crate::signature::{Argument, Signature, display};

/// Refuses items that do not exist.
pub(crate) fn check(signature: &Signature, requests: &[Ident], diagnostics: &Diagnostics) {
    for word in requests {
        let text = word.to_string();
        let mut needs = needs(&text).iter();
        let refusal = needs.find_map(|need| lacking(signature, *need));
        let refusal = refusal.or_else(|| match text.as_str() {
            "batch" => refuse_batch(signature),
            "check" => refuse_check(signature),
            _ => None,
        });
        if text == "check" {
            check_lengths(signature, diagnostics);
        }
        if let Some((message, advice)) = refusal {
            let diagnostic = Diagnostic::new(SourcePlace::token(word.span()), message);
            diagnostics.push(match advice {
                Advice::Help(help) => diagnostic.help(help),
                Advice::Note(note) => diagnostic.note(note),
            });
        } else if !signature.derivatives.only
            && Request::named(&text).is_some_and(|request| request.row().by_default)
        {
            diagnostics.push(by_default(word, requests, &signature.derivatives));
        }
    }
}

/// Refuses lengths of `#[check(N = 5)]` that the function does not have, or has already.
fn check_lengths(signature: &Signature, diagnostics: &Diagnostics) {
    let Some(check) = &signature.derivatives.check else {
        return;
    };
    let symbols = signature.symbols();
    let names = symbols.iter().map(|own| format!("`{}`", own.name()));
    let names = names.collect::<Vec<_>>().join(", ");
    for (number, (name, _)) in check.lengths.iter().enumerate() {
        let place = SourcePlace::token(name.span());
        if !symbols.iter().any(|own| name == own.name()) {
            let function = &signature.name;
            let own = format!("lengths of `{function}` are {names}");
            let own = (!symbols.is_empty()).then_some(own);
            let known = OPTIONS.into_iter().chain(symbols.iter().map(Symbol::name));
            diagnostics.push(unknown_option(name, known).note_if(own));
        } else if check.lengths[..number].iter().any(|(own, _)| own == name) {
            let message = format!("`{name}` has two lengths");
            diagnostics.push(Diagnostic::new(place, message).help("remove one of the two"));
        }
    }
}

/// An error for a request for something that every function has. A list that asks for more is right
/// without it; one that does not may be meant as a list of all that is made.
fn by_default(word: &Ident, requests: &[Ident], asked: &Derivatives) -> Diagnostic {
    let message = format!("`{word}` is there without being asked for");
    let own = (word == "adjoint" || word == "tangent").then(|| {
        format!("to give a function a derivative of its own, write `#[derivative({word} = name)]`")
    });
    let (those, others) = by_default_and_others(requests, asked);
    let help = match (&those[..], others.join(", ")) {
        ([_], others) if others.is_empty() => {
            format!("`only({word})` makes it, and nothing else")
        }
        (those, others) if others.is_empty() => {
            format!("`only({})` makes them, and nothing else", those.join(", "))
        }
        ([_], others) => format!("remove it: `#[derivatives({others})]`"),
        (_, others) => format!("remove all that are: `#[derivatives({others})]`"),
    };
    Diagnostic::new(SourcePlace::token(word.span()), message)
        .help(help)
        .help_if(own)
}

/// Refuses derivatives of a function that has none, for this reason.
pub(crate) fn refuse(
    signature: &Signature,
    requests: &[Ident],
    why: &str,
    diagnostics: &Diagnostics,
) {
    let mut asked = requests.iter();
    let asked = asked.find(|word| needs(&word.to_string()).contains(&Need::Derivative));
    if let Some(word) = asked {
        let message = format!("`{}` has no derivative: {why}", signature.name);
        // A function that gives the adjoint as code of Rust has no second derivatives.
        let is_second = requests
            .iter()
            .any(|word| is_second_order(&word.to_string()));
        let is_smooth = signature.outside.iter().all(|outside| outside.is_smooth());
        let help = match is_second || is_smooth {
            true => higher_order(&signature.outside),
            false => "give it one: `#[external(adjoint = path)]`",
        };
        diagnostics.push(Diagnostic::new(SourcePlace::token(word.span()), message).help(help));
    }
}

/// Whether a request takes derivatives of derivatives.
fn is_second_order(word: &str) -> bool {
    word.contains("hessian") || word == "taylor"
}

/// The reason why a signature does not allow a request, and advice.
pub(crate) fn refusal(signature: &Signature, request: Request) -> Option<(String, String)> {
    let mut needs = request.row().needs.iter();
    let refusal = needs.find_map(|need| lacking(signature, *need));
    refusal.map(|(message, advice)| (message, advice.text().into()))
}

/// The reason why a signature does not allow batches, and advice.
pub(crate) fn refusal_of_batch(signature: &Signature) -> Option<(String, String)> {
    refuse_batch(signature).map(|(message, advice)| (message, advice.text().into()))
}

/// The reason why there are no costs as constants, and advice.
pub(crate) fn refusal_of_cost(signature: &Signature) -> Option<(String, String)> {
    let refusal = refuse_symbols(signature, "constant costs");
    refusal.map(|(message, _)| {
        let advice = "a function of known lengths that calls it has `COST`";
        (message, advice.into())
    })
}

/// The reason why there is no struct for flat slices, where there is none, and advice.
pub(crate) fn refusal_of_flat(signature: &Signature) -> (String, String) {
    let refusal = refuse_derivative(signature);
    let (module, name) = (signature.module(), &signature.name);
    match (refusal, &signature.undifferentiable) {
        (Some((message, advice)), _) => (message, advice.text().into()),
        (None, Some(why)) => {
            let message = format!("`{module}::Function` does not exist: there are no derivatives");
            (message, why.clone())
        }
        (None, None) if signature.one_float().is_none() => (
            format!("`{name}` mixes float types, and a flat slice has one"),
            ONE_FLOAT.into(),
        ),
        (None, None) if signature.float().is_none() => (
            format!("a flat slice holds floats, and `{name}` has other results"),
            "`adjoint` and `tangent` take its own types".into(),
        ),
        (None, None) => (
            format!("`{module}::Function` needs what `only(..)` leaves out"),
            format!("write `only(value, adjoint, tangent, ..)` on `{name}`"),
        ),
    }
}

/// The reason why a signature does not allow a comparison of derivatives, and advice.
pub(crate) fn refusal_of_check(signature: &Signature) -> Option<(String, String)> {
    let mut needs = needs("check").iter();
    let refusal = needs.find_map(|need| lacking(signature, *need));
    let refusal = refusal.or_else(|| refuse_check(signature));
    refusal.map(|(message, advice)| (message, advice.text().into()))
}

/// A line below a message.
enum Advice {
    Help(&'static str),
    Note(&'static str),
}

impl Advice {
    fn text(self) -> &'static str {
        match self {
            Self::Help(text) | Self::Note(text) => text,
        }
    }
}

/// The demands of a word on the signature.
fn needs(word: &str) -> &'static [Need] {
    match Request::named(word) {
        Some(request) => request.row().needs,
        None if word == "check" => &[Need::Derivative, Need::FloatResults, Need::OneFloat],
        None => &[],
    }
}

/// The reason why a signature does not meet a need.
fn lacking(signature: &Signature, need: Need) -> Option<(String, Advice)> {
    match need {
        Need::Derivative => refuse_derivative(signature),
        Need::Number => refuse_gradient(signature),
        Need::OneFloat => refuse_matrix(signature),
        Need::FloatResults => refuse_rows(signature),
        Need::Array(matrix) => refuse_array(signature, matrix),
        Need::KnownExtents => refuse_sparse(signature),
    }
}

/// Why there are no constant places of entries.
fn refuse_sparse(signature: &Signature) -> Option<(String, Advice)> {
    let refusal = refuse_symbols(signature, "sparse matrices");
    let help = "`adgraph::function::WithSparsity::new(f::Function { .. })` finds the places for the \
                lengths of a call: `.jacobian()?`, and with `#[derivatives(hessian_product)]` \
                `.hessian()?`";
    refusal.map(|(message, _)| (message, Advice::Help(help)))
}

/// Why something is not there that is of known extents.
fn refuse_symbols(signature: &Signature, what: &str) -> Option<(String, Advice)> {
    let symbols = signature.symbols();
    let first = symbols.first()?.name();
    let name = &signature.name;
    let message = format!("`{name}` has no {what}: `{first}` is known only when it is called");
    let help = "`jacobian`, `hessian`, products with them and `taylor` are there; a function of \
                known lengths that calls it has all items";
    Some((message, Advice::Help(help)))
}

/// Why there is no derivative at all.
fn refuse_derivative(signature: &Signature) -> Option<(String, Advice)> {
    let name = &signature.name;
    let parts = signature.result.parts();
    let without = match parts.iter().any(Type::is_float) {
        true => signature.undifferentiable_result(),
        false => parts.first(),
    };
    if let Some(part) = without {
        let ty = display(part, signature);
        let (message, help) = match signature.result.is_several() {
            false => (
                format!("`{name}` has no derivative: its result is {ty}"),
                "derivatives exist of functions whose results are floats",
            ),
            true => (
                format!("`{name}` has no derivative: a result of it is {ty}"),
                "derivatives exist of functions whose results are all floats: give the other ones a \
                 function of their own, or make floats of them, `select(c, 1.0, 0.0)`",
            ),
        };
        return Some((message, Advice::Help(help)));
    }
    let independent = signature.arguments.iter().any(Argument::has_derivative);
    (!independent).then(|| {
        let message = format!("`{name}` has no derivative: it has no argument to differentiate by");
        let note = "arguments of floats without `#[dynamic]` have derivatives";
        (message, Advice::Note(note))
    })
}

/// Why there is no gradient.
fn refuse_gradient(signature: &Signature) -> Option<(String, Advice)> {
    let name = &signature.name;
    signature.scalar_result().is_none().then(|| {
        let found = match signature.result.as_single() {
            Some(ty) => format!("its result is {}", display(ty, signature)),
            None => match signature.result.parts() {
                // A struct or a tuple of one number.
                parts @ [_] => {
                    let ty = signature.form_type(signature.result.form(), parts);
                    let ty = syn::parse2::<syn::Type>(ty).map(|ty| print_type(&ty));
                    format!("its result is {}", ty.as_deref().unwrap_or("a struct"))
                }
                parts => format!("it has {} results", parts.len()),
            },
        };
        let message = format!("`{name}` has no gradient: {found}");
        let help = "`adjoint` has the derivatives of the sum of the results, each times its weight";
        (message, Advice::Help(help))
    })
}

/// Why there is no matrix of derivatives.
fn refuse_matrix(signature: &Signature) -> Option<(String, Advice)> {
    signature.one_float().is_none().then(|| {
        let name = &signature.name;
        let message = format!("`{name}` mixes float types, and a matrix of derivatives has one");
        (message, Advice::Note(ONE_FLOAT))
    })
}

/// Why a result has no place in flat slices, nor rows in a matrix of derivatives.
fn refuse_rows(signature: &Signature) -> Option<(String, Advice)> {
    let mut parts = signature.result.parts().iter();
    parts.find(|ty| !ty.is_float()).map(|part| {
        let (name, ty) = (&signature.name, display(part, signature));
        let message = format!(
            "flat slices and matrices of derivatives hold floats, and a result of `{name}` is {ty}"
        );
        let help = "`adjoint` and `tangent` multiply by the Jacobian, and `hessian_product` by the \
                    Hessian";
        (message, Advice::Help(help))
    })
}

/// The needs of flat slices and matrices.
const ONE_FLOAT: &str = "arguments with derivatives, and results, must be of one float type";

/// Why there is no array for a dense matrix.
fn refuse_array(signature: &Signature, matrix: Matrix) -> Option<(String, Advice)> {
    if signature.is_symbolic() {
        return None;
    }
    let independent = signature.arguments.iter().filter(|a| a.has_derivative());
    let columns = size(independent.map(|argument| &argument.ty));
    let (title, rows, help) = match matrix {
        Matrix::Jacobian => (
            "Jacobian",
            size(signature.result.parts()),
            "`adjoint` and `tangent` multiply by it, and `sparse_jacobian` has its entries",
        ),
        Matrix::Hessian => (
            "Hessian",
            columns,
            "`hessian_product` multiplies by it, and `sparse_hessian` has its entries",
        ),
    };
    Shape::new(&[rows, columns]).is_err().then(|| {
        let name = &signature.name;
        let message = format!(
            "the {title} of `{name}` is too large for an array: it has {rows} rows and {columns} \
             columns"
        );
        (message, Advice::Help(help))
    })
}

/// Why nothing is checked where `only` leaves something out.
fn refuse_check(signature: &Signature) -> Option<(String, Advice)> {
    let needed = Request::ALL.iter().filter(|request| {
        let (of, required) = request.row().method;
        of == Trait::Function && required
    });
    let mut missing = needed.filter(|request| !signature.derivatives.makes(**request));
    missing.next().map(|request| {
        let word = request.row().word;
        let message = format!("`#[check]` needs `{word}`, which `only(..)` leaves out");
        let help = "it compares what is listed by `only(value, adjoint, tangent)`";
        (message, Advice::Help(help))
    })
}

/// Why there are no batches.
fn refuse_batch(signature: &Signature) -> Option<(String, Advice)> {
    if let Some((message, _)) = refuse_symbols(signature, "batches") {
        let help = "`map` applies a function to each row of arrays: in one with the number of rows \
                    as a length, `map(|x| f(x, w), rows)` is an array of the results, and the \
                    gradient of its sum has the derivatives by all that the rows share";
        return Some((message, Advice::Help(help)));
    }
    let name = &signature.name;
    let parts = signature.result.parts();
    if let Some(part) = parts.iter().find(|ty| !ty.is_float()) {
        let ty = display(part, signature);
        let its = match signature.result.is_several() {
            false => "its result",
            true => "a result of it",
        };
        let message = format!("`{name}` has no batches: {its} is {ty}");
        return Some((message, Advice::Help("columns hold floats")));
    }
    let mut formals = signature.formals();
    let several =
        formals.find(|own| own.whole().is_some() && own.parts.iter().any(Argument::differs));
    if let Some(several) = several {
        let own = several.name();
        let message = format!("`{name}` has no batches: `{own}` is several values");
        let help = "mark it `#[shared]`, which is the same for all points, or pass its parts";
        return Some((message, Advice::Help(help)));
    }
    if !signature.arguments.iter().any(Argument::differs) {
        let message = format!("`{name}` has no batches: no argument differs between points");
        let note = "arguments of floats without `#[shared]` differ between points";
        return Some((message, Advice::Note(note)));
    }
    let own = signature
        .arguments
        .iter()
        .filter(|argument| !argument.shared);
    if let Some(truth) = { own }.find(|argument| argument.ty.element == Element::Bool) {
        let (ty, own) = (display(&truth.ty, signature), &truth.name);
        let message = format!("`{name}` has no batches: its argument `{own}` is {ty}");
        let help = "columns hold floats: mark it `#[shared]`, or take a number and compare it";
        return Some((message, Advice::Help(help)));
    }
    if signature.column_element().is_none() {
        let message = format!("`{name}` mixes float types, and the columns of a batch have one");
        let note = "all arguments of floats, and results, must be of one float type";
        return Some((message, Advice::Note(note)));
    }
    let mut forms = signature.made().map(|request| &request.row().points);
    forms.all(Option::is_none).then(|| {
        let message = "`batch` makes what is listed beside it for many points, and nothing of that \
                       has such a form";
        let help = "all but `taylor` have it: `only(gradient, batch)`";
        (String::from(message), Advice::Help(help))
    })
}
