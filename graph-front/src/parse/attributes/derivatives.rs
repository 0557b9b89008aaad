//! `#[derivatives(..)]`: the items of a function in addition to those that every function has, or,
//! with `only(..)`, instead of them.

use proc_macro2::TokenTree;
use syn::parse::ParseStream;
use syn::{Attribute, Ident, Meta, Token};

use super::ParsedAttributes;
use super::words::{each_word, name, words};
use crate::derivatives::{Derivatives, InputGroup, Layout, Request};
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, closest};

/// The highest order of Taylor coefficients: their code grows with the square of the order.
const MAX_ORDER: usize = 16;

/// The list in which a word stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    /// In addition to the items that every function has.
    More,
    /// In `only(..)`.
    Only,
}

/// Records the requests of one attribute.
pub(super) fn derivatives(
    attribute: &Attribute,
    parsed: &mut ParsedAttributes,
    diagnostics: &Diagnostics,
) {
    let one = |word: Ident, input: ParseStream<'_>| match word.to_string().as_str() {
        "only" => only(&word, input, parsed, diagnostics),
        "module" => {
            if !input.peek(Token![=]) {
                let diagnostic = Diagnostic::new(
                    SourcePlace::token(word.span()),
                    "`module` takes the name of the module",
                );
                return Err(diagnostic.help("write `module = name`").into_syn());
            }
            input.parse::<Token![=]>()?;
            parsed.derivatives.module = Some(name(input, "a name")?);
            parsed.requests.push(word);
            Ok(())
        }
        _ => {
            parsed.more.push(word.clone());
            request(word, input, List::More, parsed, diagnostics)
        }
    };
    let result = match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => each_word(list, one),
        _ => Err(syn::Error::new_spanned(
            attribute,
            "write what is wanted: `#[derivatives(jacobian, hessian)]`",
        )),
    };
    if let Err(error) = result {
        diagnostics.push_syntax(error);
    }
}

/// The layout of a batch, where it is in rows.
const ROWS: &str = "rows";

/// The list in `only(..)`.
fn only(
    word: &Ident,
    input: ParseStream<'_>,
    parsed: &mut ParsedAttributes,
    diagnostics: &Diagnostics,
) -> syn::Result<()> {
    if !input.peek(syn::token::Paren) {
        let message = "expected all that is to be made in parentheses: `only(value, gradient)`";
        return Err(syn::Error::new(word.span(), message));
    }
    let content;
    syn::parenthesized!(content in input);
    let report = |message: &str, help: &str| {
        let place = SourcePlace::token(word.span());
        diagnostics.push(Diagnostic::new(place, message).help(help));
    };
    if parsed.derivatives.only {
        report("`only` stands here twice", "one list has all that is made");
    } else if content.is_empty() {
        let help = "write what is wanted: `only(value, gradient)`";
        report("`only` lists nothing that is to be made", help);
    }
    parsed.derivatives.only = true;
    words(&content, |word, input| {
        request(word, input, List::Only, parsed, diagnostics)
    })
}

/// Refuses words next to `only(..)`, which lists all items that are made.
pub(super) fn check_only(parsed: &ParsedAttributes, diagnostics: &Diagnostics) {
    if !parsed.derivatives.only {
        return;
    }
    let Some(first) = parsed.more.first() else {
        return;
    };
    let beside: Vec<String> = parsed
        .more
        .iter()
        .map(|word| written(word, &parsed.derivatives))
        .collect();
    let listed = listed(parsed);
    let absent: Vec<String> = { beside.iter() }
        .filter(|word| !listed.contains(word))
        .cloned()
        .collect();
    let (stand, them) = match beside.len() {
        1 => ("stands", "it"),
        _ => ("stand", "them"),
    };
    let words: Vec<String> = parsed.more.iter().map(|word| format!("`{word}`")).collect();
    let words = words.join(" and ");
    let message = format!("{words} {stand} beside `only(..)`, which lists all that is made");
    let all = [&listed[..], &absent[..]].concat().join(", ");
    let help = match absent.is_empty() {
        true => format!("remove {them}: `only({all})` has {them} already"),
        false => format!("put {them} into the list: `only({all})`"),
    };
    diagnostics.push(Diagnostic::new(SourcePlace::token(first.span()), message).help(help));
}

/// The words in `only(..)`: those that are asked for, without one of each that stands beside it.
fn listed(parsed: &ParsedAttributes) -> Vec<String> {
    let mut beside: Vec<&Ident> = parsed.more.iter().collect();
    let mut listed = Vec::new();
    for word in parsed.requests.iter().filter(|word| is_item(word)) {
        match beside.iter().position(|own| *own == word) {
            Some(position) => _ = beside.swap_remove(position),
            None => listed.push(written(word, &parsed.derivatives)),
        }
    }
    listed
}

/// Whether a word asks for items, as `module` and `check` do not.
fn is_item(word: &Ident) -> bool {
    word == "batch" || Request::named(&word.to_string()).is_some()
}

/// The words of `#[derivatives(..)]` that every function has, and all others, as they are written.
pub(crate) fn by_default_and_others(
    words: &[Ident],
    asked: &Derivatives,
) -> (Vec<String>, Vec<String>) {
    let (mut by_default, mut others) = (Vec::new(), Vec::new());
    for word in words {
        let request = Request::named(&word.to_string());
        let list = match request.is_some_and(|request| request.row().by_default) {
            true => &mut by_default,
            false if is_item(word) || word == "module" => &mut others,
            false => continue,
        };
        let written = written(word, asked);
        if !list.contains(&written) {
            list.push(written);
        }
    }
    (by_default, others)
}

/// A word with what belongs to it: its order, the layout of its points, or a name.
fn written(word: &Ident, asked: &Derivatives) -> String {
    match (Request::named(&word.to_string()), &asked.module) {
        (Some(request), _) if takes_order(request) => format!("{word}({})", asked.order),
        (None, Some(name)) if word == "module" => format!("{word} = {name}"),
        (None, _) if word == "batch" && asked.batch == Some(Layout::Rows) => {
            format!("{word}({ROWS})")
        }
        _ => word.to_string(),
    }
}

/// Parses the input that belongs to a word, and records the request.
fn request(
    word: Ident,
    input: ParseStream<'_>,
    list: List,
    parsed: &mut ParsedAttributes,
    diagnostics: &Diagnostics,
) -> syn::Result<()> {
    if stands_twice(&word, list, parsed) {
        let message = format!("`{word}` stands here twice");
        let diagnostic = Diagnostic::new(SourcePlace::token(word.span()), message);
        diagnostics.push(diagnostic.help("a request is made once"));
    }
    let (text, asked) = (word.to_string(), &mut parsed.derivatives);
    match Request::named(&text) {
        Some(request) if list == List::Only || !request.row().by_default => {
            if takes_order(request) {
                asked.order = order(&word, input)?;
            }
            asked.ask(request);
            if input.peek(syn::token::Paren) {
                diagnostics.push(with_variables(&word, &input.parse()?));
            }
        }
        _ if text == "batch" => {
            let written = layout(input)?;
            asked.batch = Some(match parsed.requests.iter().any(|other| other == ROWS) {
                true => Layout::Rows,
                false => written,
            });
        }
        // What every function has is refused with the signature, which may have another reason.
        Some(_) => {}
        None => {
            diagnostics.push(unknown(&word, &text, list));
            // The batch is the one that is meant, so that its calls are no errors of their own.
            if text == ROWS && asked.batch.is_some() {
                asked.batch = Some(Layout::Rows);
            }
            // Tokens that belong to it are no second error.
            while !input.is_empty() && !input.peek(Token![,]) {
                input.parse::<TokenTree>()?;
            }
        }
    }
    parsed.requests.push(word);
    Ok(())
}

/// The layout in `batch(rows)`; columns where there is none.
fn layout(input: ParseStream<'_>) -> syn::Result<Layout> {
    if input.peek(Token![=]) {
        let diagnostic = Diagnostic::new(
            SourcePlace::token(input.span()),
            "`batch` takes the layout of its points in parentheses",
        );
        return Err(diagnostic.help("write `batch(rows)`").into_syn());
    }
    if !input.peek(syn::token::Paren) {
        return Ok(Layout::Columns);
    }
    let content;
    syn::parenthesized!(content in input);
    let expected = "expected the layout of points: `rows` or `columns`";
    let word: Ident = content.parse().map_err(|_| content.error(expected))?;
    let layout = match word.to_string().as_str() {
        "columns" => Layout::Columns,
        ROWS => Layout::Rows,
        _ => return Err(syn::Error::new(word.span(), expected)),
    };
    match content.is_empty() {
        true => Ok(layout),
        false => Err(content.error("expected `)`: the points of a batch have one layout")),
    }
}

/// The error for the variables of a derivative in parentheses behind its word.
fn with_variables(word: &Ident, variables: &TokenTree) -> Diagnostic {
    let message = format!("`{word}` takes nothing in parentheses");
    let diagnostic = Diagnostic::new(SourcePlace::token(variables.span()), message);
    if let TokenTree::Group(inside) = variables
        && inside.stream().to_string() == "sparse"
        && (word == "jacobian" || word == "hessian")
    {
        return diagnostic.help(format!("did you mean `sparse_{word}`?"));
    }
    diagnostic
        .note("it is with respect to all arguments but those with `#[dynamic]`")
        .help("mark the other arguments: `fn f(x: f64, #[dynamic] p: f64)`")
}

/// Whether a word has stood in its list before.
fn stands_twice(word: &Ident, list: List, parsed: &ParsedAttributes) -> bool {
    let beside = parsed.more.iter().filter(|other| *other == word).count();
    match list {
        List::More => beside > 1,
        List::Only => beside == 0 && parsed.requests.contains(word),
    }
}

/// Whether a word is followed by an order in parentheses.
fn takes_order(request: Request) -> bool {
    request.row().inputs.contains(&InputGroup::Curve)
}

/// The order in `taylor(order)`.
fn order(word: &Ident, input: ParseStream<'_>) -> syn::Result<usize> {
    if !input.peek(syn::token::Paren) {
        let message = format!("expected the highest order in parentheses: `{word}(3)`");
        return Err(syn::Error::new(word.span(), message));
    }
    let content;
    syn::parenthesized!(content in input);
    let expected = format!("expected the highest order, a number: `{word}(3)`");
    let order: syn::LitInt = content.parse().map_err(|_| content.error(expected))?;
    if !content.is_empty() {
        return Err(content.error(format!("expected `)`: `{word}` takes one order")));
    }
    match order.base10_parse() {
        Ok(number @ 1..=MAX_ORDER) => Ok(number),
        _ => {
            let message = format!("the order is a number from 1 to {MAX_ORDER}");
            Err(syn::Error::new(order.span(), message))
        }
    }
}

/// Whether `#[derivatives(..)]` takes a word.
pub(super) fn is_request(word: &str) -> bool {
    ["batch", "module"].contains(&word) || taken(List::More).any(|known| known.row().word == word)
}

/// Whether a word asks for a derivative, or for the points of a batch.
pub(super) fn is_asked_for(word: &str) -> bool {
    word == "batch" || taken(List::More).any(|known| known.row().word == word)
}

/// The requests of a list.
fn taken(list: List) -> impl Iterator<Item = Request> {
    let all = Request::ALL.iter().copied();
    all.filter(move |request| list == List::Only || !request.row().by_default)
}

/// The request that an abbreviation of other libraries means.
fn in_full(word: &str) -> Option<&'static str> {
    Some(match word {
        "grad" => "gradient",
        "hess" => "hessian",
        "jac" => "jacobian",
        "hvp" | "hessp" | "hessian_vector" => "hessian_product",
        "jvp" => "tangent",
        "vjp" => "adjoint",
        _ => return None,
    })
}

fn unknown(word: &Ident, text: &str, list: List) -> Diagnostic {
    let words = taken(list).map(|request| match takes_order(request) {
        true => format!("`{}(order)`, ", request.row().word),
        false => format!("`{}`, ", request.row().word),
    });
    let words = words.collect::<String>();
    let known = taken(list).map(|request| request.row().word);
    let (note, close) = match list {
        List::More => (
            format!(
                "`#[derivatives(..)]` takes {words}`batch` (or `batch(columns)`), `batch(rows)`, \
                 `module = name` and `only(..)`"
            ),
            closest(text, known.chain(["batch", "module", "only"])),
        ),
        List::Only => (
            format!(
                "`only(..)` takes {}, `batch` (or `batch(columns)`) and `batch(rows)`",
                words.trim_end_matches(", ")
            ),
            closest(text, known.chain(["batch"])),
        ),
    };
    let help = match (list, text) {
        (List::Only, "module") => Some(String::from(
            "it stands beside the list: `#[derivatives(only(gradient), module = name)]`",
        )),
        (_, ROWS | "columns") => Some(String::from(
            "the points of a batch are columns, `batch`, or rows, `batch(rows)`",
        )),
        (_, "check") => Some(String::from(
            "the comparison of derivatives has an attribute of its own: `#[check]`",
        )),
        (_, text) if text.starts_with("sum_") => Some(String::from(
            "sums over the points of a batch come with it: `batch` has `sum_gradient`, and `batch, \
             hessian` has `sum_hessian`",
        )),
        (_, text) if let Some(request) = in_full(text) => {
            let is_there = taken(list).any(|known| known.row().word == request);
            Some(match is_there {
                true => format!("did you mean `{request}`?"),
                false => format!("`{request}` is there without being asked for"),
            })
        }
        _ => close.map(|name| format!("did you mean `{name}`?")),
    };
    Diagnostic::new(
        SourcePlace::token(word.span()),
        format!("there is no derivative item `{text}`"),
    )
    .note(note)
    .help_if(help)
}
