//! Values side by side: `sin x`, `2.0 x`, `[s t]`, `max(s t)`, rows of a matrix without brackets,
//! `[1 2; 3 4]`, and conversions in front of their values, `(double) n`.

use graph_ir::ops::ScalarOp;
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};

use super::type_names::own_type;
use crate::diagnostics::{Diagnostic, SourcePlace, line_of, print};
use crate::tokens::{
    UNKNOWN_VALUE, chain_before, has_unknown_value, is_value, run, sign, unknown_value, values,
};

/// Functions that mathematics writes without parentheses, besides those of numbers.
const OF_ARRAYS: [&str; 13] = [
    "deriv",
    "det",
    "dot",
    "inverse",
    "len",
    "log",
    "mean",
    "norm",
    "prod",
    "sort",
    "sum",
    "trace",
    "transpose",
];

/// Words of other languages behind or before a value, which have errors of their own.
const OPERATORS: [&str; 9] = [
    "and", "assert", "del", "end", "is", "lambda", "not", "or", "then",
];

/// Where values stand side by side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Among {
    Statements,
    Elements,
    Positions,
    Arguments,
    Parentheses,
}

/// Values side by side in an expression of a statement.
pub(super) struct Juxtaposed {
    pub(super) error: Diagnostic,
    /// The tokens that are read in place of the values.
    pub(super) tokens: TokenStream,
    /// How many tokens before the last one belong to the first of the values.
    pub(super) before: usize,
    /// How many tokens behind it belong to the others.
    pub(super) taken: usize,
}

/// The values that end and begin between these tokens of statements. A line that ends between them
/// lacks its `;`.
pub(super) fn juxtaposed(
    before: &[TokenTree],
    token: &TokenTree,
    after: impl Iterator<Item = TokenTree>,
) -> Option<Juxtaposed> {
    let last = before.last().filter(|last| is_value(last))?;
    let starts = matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_)) && is_value(token);
    let is_attribute = before.len().checked_sub(2).and_then(|at| sign(&before[at])) == Some('#');
    let line = line_of(SourcePlace::of(last).end()).filter(|_| !is_attribute)?;
    if !starts || line_of(token.span()) != Some(line) || is_header(before) {
        return None;
    }
    let first = chain_before(before);
    let own = before;
    let before = &before[before.len() - first..];
    let after: Vec<TokenTree> = after.collect();
    let on_line = |token: &&TokenTree| line_of(token.span()) == Some(line);
    let behind: Vec<TokenTree> = after.iter().take_while(on_line).cloned().collect();
    let behind = [std::slice::from_ref(token), &behind[..]].concat();
    let taken = run(&behind, 0).saturating_sub(1);
    let tokens = [before, &behind[..=taken]].concat();
    let values = values(&tokens);
    let next = after.get(taken).and_then(sign);
    if values.len() < 2
        || matches!(next, Some('=' | ':'))
        || values.iter().any(|value| is_operator(value))
    {
        return None;
    }
    let unknown = unknown_value(token.span());
    let bound = bound_before(own);
    let is_last = after.len() == taken;
    let end = TokenTree::Punct(Punct::new(';', Spacing::Alone));
    // The result of a body stands on the line of the `let` that it names.
    if let (true, Some(name), [values @ .., [TokenTree::Ident(result)]]) =
        (is_last, &bound, &values[..])
        && name == result
    {
        let (error, value) = match values {
            [value] => {
                let place = SourcePlace::token(SourcePlace::of(last).end());
                let message = format!("expected `;` behind this, found `{result}`");
                let value = value.iter().cloned().collect();
                (Diagnostic::new(place, message), value)
            }
            values => {
                let tokens = &tokens[..tokens.len() - 1];
                let error = error(Among::Statements, values, tokens, "")?;
                (error, unknown.into_token_stream())
            }
        };
        return Some(Juxtaposed {
            error,
            tokens: quote!(#value #end #result),
            before: first,
            taken,
        });
    }
    // A `let` is no result: its missing end is no error of its own.
    let rest = (is_last && bound.is_some()).then(|| quote!(#end #unknown));
    Some(Juxtaposed {
        error: error(Among::Statements, &values, &tokens, "")?,
        tokens: quote!(#unknown #rest),
        before: first,
        taken,
    })
}

/// The name that the last of these statements binds: `let y = ..`.
fn bound_before(before: &[TokenTree]) -> Option<Ident> {
    let is_end = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => sign(token) == Some(';'),
    };
    let start = before.iter().rposition(is_end).map_or(0, |end| end + 1);
    let mut words = before[start..].iter().map_while(|token| match token {
        TokenTree::Ident(word) => Some(word.clone()),
        _ => None,
    });
    let is_let = words.next().is_some_and(|word| word == "let");
    words.find(|word| is_let && word != "mut")
}

/// The error for values side by side in brackets or parentheses, behind the tokens `before`.
pub(super) fn in_group(before: &[TokenTree], group: &Group) -> Option<Diagnostic> {
    let is_attribute = before.last().and_then(sign) == Some('#');
    let is_behind_value = before.last().is_some_and(is_value);
    let among = match (group.delimiter(), is_behind_value) {
        (Delimiter::Bracket, true) => Among::Positions,
        (Delimiter::Bracket, false) => Among::Elements,
        (Delimiter::Parenthesis, true) => Among::Arguments,
        (Delimiter::Parenthesis, false) => Among::Parentheses,
        (Delimiter::Brace | Delimiter::None, _) => return None,
    };
    if is_attribute {
        return None;
    }
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    if among == Among::Elements
        && let Some(matrix) = matrix(group, &tokens)
    {
        return Some(matrix);
    }
    let called = text(&before[before.len() - chain_before(before)..]);
    if tokens.chunks(1).any(is_operator) {
        return None;
    }
    let mut at = 0;
    while at < tokens.len() {
        let end = at + run(&tokens, at);
        let run = &tokens[at..end];
        let values = values(run);
        if values.len() > 1 {
            let list = with_commas(&tokens);
            let whole = match among {
                Among::Elements => format!("[{list}]"),
                Among::Positions => format!("{called}[({list})]"),
                _ => format!("{called}({list})"),
            };
            return error(among, &values, run, &whole);
        }
        at = end.max(at + 1);
    }
    None
}

/// The error for the rows of a matrix with semicolons between them.
fn matrix(group: &Group, tokens: &[TokenTree]) -> Option<Diagnostic> {
    // `[[1 2] [3 4]]` is an index for Rust.
    let inner = |token: &TokenTree| match token {
        TokenTree::Group(row) if row.delimiter() == Delimiter::Bracket => {
            let row: Vec<TokenTree> = row.stream().into_iter().collect();
            (row.len() > 1).then_some(row)
        }
        _ => None,
    };
    let inner: Option<Vec<Vec<TokenTree>>> = tokens.iter().map(inner).collect();
    let rows: Vec<&[TokenTree]> = match &inner {
        Some(rows) => rows.iter().map(Vec::as_slice).collect(),
        None => tokens.split(|token| sign(token) == Some(';')).collect(),
    };
    if rows.len() < 2 {
        return None;
    }
    let entries = |row: &[TokenTree]| -> Option<Vec<String>> {
        let mut entries = Vec::new();
        for entry in row.split(|token| sign(token) == Some(',')) {
            let whole = run(entry, 0) == entry.len();
            match whole {
                true => entries.extend(values(entry).into_iter().map(text)),
                false => entries.push(text(entry)),
            }
        }
        let are_known = entries.iter().all(|entry| !entry.is_empty());
        (are_known && !entries.iter().any(|entry| entry.contains(UNKNOWN_VALUE))).then_some(entries)
    };
    let rows: Vec<Vec<String>> = rows.into_iter().map(entries).collect::<Option<_>>()?;
    let [first, others @ ..] = &rows[..] else {
        return None;
    };
    let is_type = first.len() == 1 && own_type(&first[0]).is_some();
    if is_type || first.len() == 1 && others.len() < 2 && others.iter().all(|row| row.len() == 1) {
        return None;
    }
    let place = SourcePlace::between(group.span_open(), group.span_close());
    let message = "a matrix is an array of its rows";
    let code = match others {
        // Rows have equal lengths: the number is how often the row is there.
        [count] if first.len() > 1 && count.len() == 1 => {
            format!("[[{}]; {}]", first.join(", "), count[0])
        }
        _ if rows.iter().any(|row| row.len() != first.len()) && first.len() > 1 => {
            let help = "its rows have equal lengths, and stand with commas between them";
            return Some(Diagnostic::new(place, message).help(help));
        }
        // `[0.0; 2, 3]` has its extents behind the semicolon.
        [extents] if first.len() == 1 && extents.len() > 1 => {
            let inner_first = extents.iter().rev();
            inner_first.fold(first[0].clone(), |inner, extent| {
                format!("[{inner}; {extent}]")
            })
        }
        _ => {
            let row = |row: &Vec<String>| {
                let row: Vec<String> = row.iter().map(|entry| as_float(entry)).collect();
                format!("[{}]", row.join(", "))
            };
            let rows: Vec<String> = rows.iter().map(row).collect();
            format!("[{}]", rows.join(", "))
        }
    };
    Some(Diagnostic::new(place, message).help(format!("write `{code}`")))
}

/// The error for values without signs between them, in a list that is written as `whole`.
fn error(
    among: Among,
    values: &[&[TokenTree]],
    tokens: &[TokenTree],
    whole: &str,
) -> Option<Diagnostic> {
    let first = values.first()?.first()?;
    let all: TokenStream = tokens.iter().cloned().collect();
    let place = SourcePlace::of(&all);
    let is_known = !has_unknown_value(&all) && !whole.contains(UNKNOWN_VALUE);
    let texts: Vec<String> = values.iter().map(|value| text(value)).collect();
    let [head, .., operand] = &texts[..] else {
        return None;
    };
    let inner = &texts[..texts.len() - 1];
    if let Some(ty) = converted(values[0])
        && texts.len() == 2
    {
        let message = "a conversion stands behind its value";
        let help = format!("write `{operand} as {ty}`, in parentheses as an operand");
        return Some(Diagnostic::new(place, message).help(help));
    }
    let (message, help) = if head == "print" {
        let message = "the operands of `print` stand in parentheses";
        (message, format!("write `print(\"{operand}\", {operand})`"))
    } else if inner.iter().all(|name| is_function(name)) {
        let inner_first = inner.iter().rev();
        let call = inner_first.fold(operand.clone(), |call, name| match parenthesized(&call) {
            true => format!("{name}{call}"),
            false => format!("{name}({call})"),
        });
        let message = "the operand of a function stands in parentheses";
        (message, format!("write `{call}`"))
    } else {
        let list = texts.join(", ");
        let floats: Vec<String> = texts.iter().map(|text| as_float(text)).collect();
        let product = floats.join(" * ");
        let is_number = matches!(first, TokenTree::Literal(_)) && head.starts_with(is_digit);
        let are_numbers = texts.iter().all(|text| text.starts_with(is_digit));
        match among {
            Among::Elements if floats.join(", ") != list && whole == format!("[{list}]") => (
                "the elements of an array stand with commas between them",
                format!("write `[{}]`, or `{whole}` of integers", floats.join(", ")),
            ),
            // MATLAB joins vectors so.
            Among::Elements
                if whole == format!("[{list}]") && texts.iter().all(|text| is_name(text)) =>
            {
                (
                    "the elements of an array stand with commas between them",
                    format!("write `{whole}`; vectors are joined by `concat({list})`"),
                )
            }
            Among::Elements => (
                "the elements of an array stand with commas between them",
                format!("write `{whole}`"),
            ),
            Among::Positions => (
                "positions stand in parentheses, with commas between them",
                format!("write `{whole}`"),
            ),
            // Nobody writes the product of two numbers.
            Among::Arguments if !is_number || are_numbers => (
                "arguments stand with commas between them",
                format!("write `{whole}`"),
            ),
            Among::Parentheses if !is_number => (
                "a sign is missing between these values",
                format!("write `{product}` for their product, `{whole}` for several values"),
            ),
            _ if is_number || texts.len() > 2 || head.contains(['(', '[']) => (
                "a sign is missing between these values",
                format!("write `{product}` for their product"),
            ),
            _ => (
                "a sign is missing between these values",
                format!("write `{product}` for their product, `{head}({operand})` for a call"),
            ),
        }
    };
    let diagnostic = Diagnostic::new(place, message);
    Some(match is_known {
        true => diagnostic.help(help),
        false => diagnostic,
    })
}

/// The type in parentheses, if a value is one: `(double)`.
fn converted(value: &[TokenTree]) -> Option<&'static str> {
    let [TokenTree::Group(group)] = value else {
        return None;
    };
    match group.delimiter() {
        Delimiter::Parenthesis => own_type(&print(&group.stream())),
        _ => None,
    }
}

/// Whether tokens before the place belong to the head of an `if` or a loop, whose braces are
/// missing.
pub(super) fn is_header(before: &[TokenTree]) -> bool {
    let is_end = |token: &&TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        token => sign(token) == Some(';'),
    };
    let own = before.iter().rev().take_while(|token| !is_end(token));
    own.into_iter().any(|token| match token {
        TokenTree::Ident(word) => ["if", "else", "for", "while", "match", "fn", "let"]
            .iter()
            .any(|keyword| word == keyword && (word != "let" || !has_equals(before))),
        _ => false,
    })
}

fn is_digit(character: char) -> bool {
    character.is_ascii_digit()
}

fn has_equals(before: &[TokenTree]) -> bool {
    let own = before.iter().rev();
    let mut own = own.take_while(|token| sign(token) != Some(';'));
    own.any(|token| sign(token) == Some('='))
}

fn is_operator(value: &[TokenTree]) -> bool {
    matches!(value, [TokenTree::Ident(word)] if OPERATORS.iter().any(|own| word == own))
}

/// Whether the language has a function of this name that is written without parentheses elsewhere.
pub(super) fn is_function(name: &str) -> bool {
    let named = |op: &ScalarOp| op.name() == name && op.symbol().is_none();
    OF_ARRAYS.contains(&name) || ScalarOp::all().iter().any(named)
}

fn parenthesized(text: &str) -> bool {
    text.starts_with('(') && text.ends_with(')')
}

/// Whether a text is a name, of which the tokens do not tell whether it is a number.
fn is_name(text: &str) -> bool {
    !text.starts_with(is_digit) && text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// A whole number as a float.
fn as_float(text: &str) -> String {
    let is_whole = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match is_whole {
        true => format!("{text}.0"),
        false => text.into(),
    }
}

/// The tokens with commas between values that stand side by side.
fn with_commas(tokens: &[TokenTree]) -> String {
    let (mut done, mut at) = (TokenStream::new(), 0);
    while at < tokens.len() {
        let end = (at + run(tokens, at)).max(at + 1);
        for (position, value) in values(&tokens[at..end]).into_iter().enumerate() {
            if position > 0 {
                done.extend([TokenTree::Punct(Punct::new(',', Spacing::Alone))]);
            }
            done.extend(value.iter().cloned());
        }
        at = end;
    }
    print(&done)
}

/// The tokens as the user would write them.
fn text(tokens: &[TokenTree]) -> String {
    print(&tokens.iter().cloned().collect::<TokenStream>())
}
