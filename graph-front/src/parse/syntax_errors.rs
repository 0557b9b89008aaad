//! Places of syntax errors. A parser stops at the first token that does not fit, which is on the
//! next line where a statement lacks its end.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::ParseStream;

use super::type_names::own_type;
use crate::diagnostics::{
    A_TYPE, Diagnostic, SourcePlace, in_words, is_same, line_of, position_of, print,
};
use crate::tokens::{levels, sign};

/// The message for a `let` whose value may be missing, or the `;` behind it.
pub(crate) const LACKS_END: &str = "this statement lacks its value, or the `;` at its end";

/// The error at the token behind which something is missing, if the parser reports it at the token
/// after, and that stands on a later line or the statement's `;` is missing.
pub(super) fn behind_statement(error: syn::Error, tokens: TokenStream) -> syn::Error {
    let message = error.to_string();
    if message == "comparison operators cannot be chained" {
        let help = "split the comparison into two: `a < b && b < c`";
        let place = SourcePlace::token(error.span());
        return Diagnostic::new(place, message).help(help).into_syn();
    }
    if message == "expected `:`"
        && let Some((Some(TokenTree::Ident(name)), Some(equals))) =
            around(tokens.clone(), error.span())
        && sign(&equals) == Some('=')
    {
        let ty = type_of_value(tokens, &equals);
        let help = format!("a constant has a type: `const {name}: {ty} = ..;`");
        let place = SourcePlace::token(error.span());
        return Diagnostic::new(place, message).help(help).into_syn();
    }
    if let Some(empty) = empty_array_type(&message, &tokens, error.span()) {
        return empty.into_syn();
    }
    let found = around(tokens.clone(), error.span()).and_then(|(_, found)| found);
    let help = match (message.as_str(), &found) {
        ("expected `in`", Some(comma)) if sign(comma) == Some(',') => {
            Some("several names stand in parentheses: `for (i, v) in x.iter().enumerate()`")
        }
        ("expected `in`", Some(equals)) if sign(equals) == Some('=') => {
            Some("a loop is written `for i in 0..4 { .. }`")
        }
        ("expected `,`", Some(TokenTree::Ident(word))) if word == "in" => {
            Some("a loop has no parentheses: `for i in 0..4 { .. }`")
        }
        _ => None,
    };
    if let Some(help) = help {
        let place = SourcePlace::token(error.span());
        return Diagnostic::new(place, message).help(help).into_syn();
    }
    if let Some(TokenTree::Ident(word)) = &found
        && message.contains("identifier")
        && let Some(keyword) = keyword_for_name(word)
    {
        return keyword.into_syn();
    }
    if matches!(
        message.as_str(),
        "expected curly braces" | "expected `if` or curly braces"
    ) {
        let help =
            "what belongs to `if`, `else` or `for` stands in braces: `if c { a } else { b }`";
        let place = SourcePlace::token(error.span());
        return Diagnostic::new(place, message).help(help).into_syn();
    }
    let lacks_end = message.ends_with("expected `;`");
    if let (true, Some(comma)) = (lacks_end, &found)
        && sign(comma) == Some(',')
        && let Some(values) = entries_at(tokens.clone(), error.span())
        && !["const ", "type ", "use ", "pub ", "static ", "let "]
            .iter()
            .any(|item| values.starts_with(item))
    {
        let place = SourcePlace::token(error.span());
        let help = format!("write `({values})` for several values, `[{values}]` for an array");
        let message = "a block has one value, and no list of them";
        return Diagnostic::new(place, message).help(help).into_syn();
    }
    if let Some(missing) = message.strip_prefix("unexpected end of input, ")
        && !lacks_end
        && let Some((Some(before), None)) = around(tokens.clone(), error.span())
    {
        let what = match missing {
            "expected identifier or integer" => "expected a name",
            missing => in_words(missing).unwrap_or(missing),
        };
        let place = SourcePlace::token(SourcePlace::of(&before).end());
        let message = format!("{what} behind `{}`", last_sign(&before));
        return Diagnostic::new(place, message).into_syn();
    }
    if message == "expected identifier or integer"
        && let Some((Some(point), Some(_))) = around(tokens.clone(), error.span())
        && sign(&point) == Some('.')
    {
        let place = SourcePlace::token(point.span());
        return Diagnostic::new(place, "expected a name behind `.`").into_syn();
    }
    let lacks_rest = message.contains("expected an expression");
    if !lacks_end && !lacks_rest {
        return at_end_of_line(error, tokens);
    }
    let all = tokens.clone();
    let Some((Some(before), found)) = around(tokens, error.span()) else {
        return error;
    };
    let is_later = line_of(before.span()) < line_of(error.span());
    let place = SourcePlace::token(SourcePlace::of(&before).end());
    let diagnostic = match (lacks_end, found) {
        (true, Some(found)) => {
            let message = format!("expected `;` behind this, found `{}`", print(&found));
            let several = (sign(&found) == Some(','))
                .then(|| in_parentheses(all, found.span()))
                .flatten();
            Diagnostic::new(place, message).help_if(several)
        }
        (true, None) => return at_end_of_block(error, &all, &before),
        (false, _) if is_later => {
            let message = format!("expected an expression behind `{}`", print(&before));
            Diagnostic::new(place, message)
        }
        (false, _) => return error,
    };
    diagnostic.into_syn()
}

/// The error for what is missing in front of a later line, at the end of the line before.
fn at_end_of_line(error: syn::Error, tokens: TokenStream) -> syn::Error {
    let message = error.to_string();
    let Some((Some(before), Some(_))) = around(tokens, error.span()) else {
        return error;
    };
    let end = SourcePlace::of(&before).end();
    if !message.starts_with("expected ") || line_of(end) >= line_of(error.span()) {
        return error;
    }
    let what = match message.contains("identifier") {
        true => "expected a name",
        false => in_words(&message).unwrap_or(&message),
    };
    let message = format!("{what} behind `{}`", last_sign(&before));
    Diagnostic::new(SourcePlace::token(end), message).into_syn()
}

/// The error for a last statement of a block without its end, at the statement and not at the end of
/// the block: at its `=`, where the value stands on a later line and may be the next statement.
fn at_end_of_block(error: syn::Error, tokens: &TokenStream, last: &TokenTree) -> syn::Error {
    let end = SourcePlace::of(last).end();
    let mut unfinished = None;
    levels(tokens.clone(), |level| {
        if level
            .last()
            .is_none_or(|own| !is_same(SourcePlace::of(own).end(), end))
        {
            return;
        }
        let is_let = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "let");
        let statement = &level[level.iter().rposition(is_let).unwrap_or(0)..];
        let mut pairs = statement.windows(2).filter(|pair| sign(&pair[0]).is_some());
        let broken = |pair: &&[TokenTree]| line_of(pair[0].span()) < line_of(pair[1].span());
        unfinished = pairs.find(broken).map(|pair| pair[0].span());
    });
    let diagnostic = match unfinished {
        Some(sign) => Diagnostic::new(SourcePlace::token(sign), LACKS_END),
        None if line_of(end).is_none() => return error,
        None => Diagnostic::new(SourcePlace::token(end), "expected `;` behind this"),
    };
    diagnostic.into_syn()
}

/// The help for several results at the end of a body without their parentheses, between which a
/// comma is at this place.
fn in_parentheses(tokens: TokenStream, comma: Span) -> Option<String> {
    let mut help = None;
    levels(tokens, |level| {
        let Some(at) = level.iter().position(|token| is_same(token.span(), comma)) else {
            return;
        };
        let is_end = |token: &TokenTree| match token {
            TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
            token => sign(token) == Some(';'),
        };
        let start = level[..at]
            .iter()
            .rposition(is_end)
            .map_or(0, |end| end + 1);
        let is_let = matches!(&level[start..], [TokenTree::Ident(word), ..] if word == "let");
        if is_let || level[at..].iter().any(is_end) {
            return;
        }
        let results: TokenStream = level[start..].iter().cloned().collect();
        help = Some(format!(
            "several results are a tuple, in parentheses: `({})`",
            print(&results)
        ));
    });
    help
}

/// The end of a token as a message names it.
fn last_sign(token: &TokenTree) -> String {
    match token {
        TokenTree::Group(group) => match group.delimiter() {
            Delimiter::Parenthesis => ")".into(),
            Delimiter::Bracket => "]".into(),
            Delimiter::Brace => "}".into(),
            Delimiter::None => print(token),
        },
        token => print(token),
    }
}

/// The error in a signature, with help where a type is missing or a value is given.
pub(super) fn in_signature(error: syn::Error, signature: ParseStream<'_>) -> syn::Error {
    let message = error.to_string();
    let rest = signature.parse::<TokenStream>().unwrap_or_default();
    if let Some(empty) = empty_array_type(&message, &rest, error.span()) {
        return empty.into_syn();
    }
    if message.starts_with("unexpected end of input")
        && let Some(last) = last_at_end(&rest, error.span())
    {
        let before = rest.clone().into_iter().collect::<Vec<_>>();
        let is_arrow = matches!(&before[..], [.., dash, _] if sign(dash) == Some('-'));
        let last_text = match sign(&last) {
            Some('>') if is_arrow => "->".into(),
            _ => print(&last),
        };
        let message = format!("the signature ends behind `{last_text}`");
        let help = "a function is written `fn f(x: f64) -> f64 { .. }`";
        return Diagnostic::new(SourcePlace::token(last.span()), message)
            .help(help)
            .into_syn();
    }
    if let Some(other) = types_first(&rest) {
        return other.into_syn();
    }
    let is_parameter = is_outside(&rest, error.span());
    let Some((before, found)) = around(rest, error.span()) else {
        return error;
    };
    if let (Some(before), Some(TokenTree::Group(extent))) = (&before, &found)
        && extent.delimiter() == Delimiter::Bracket
        && message == "expected `,`"
    {
        return extent_behind(before, extent).into_syn();
    }
    let name = match before {
        Some(TokenTree::Ident(name)) => Some(name),
        _ => None,
    };
    if let Some(bare) = bare_attribute(&message, name.as_ref(), found.as_ref()) {
        return bare.into_syn();
    }
    let is_equals = found.as_ref().and_then(sign) == Some('=');
    let help = match message.as_str() {
        // Between `<` and `>`.
        "expected `:`" | "expected `,`" if is_parameter => {
            let found = match &found {
                Some(TokenTree::Ident(word)) => Some(word),
                _ => name.as_ref(),
            };
            let name = found.map_or_else(|| "N".into(), ToString::to_string);
            format!("a length is written `const {name}: usize`")
        }
        "expected curly braces" if name.as_ref().is_some_and(|word| word == "const") => {
            return without(name.as_ref(), &error).into_syn();
        }
        "expected `const` or `mut`" => {
            "an argument is a value, `x: f64`, or a reference to an array, `x: &[f64; 3]`".into()
        }
        "expected `,`" if !is_equals => "a comma stands between two arguments".into(),
        "expected `:`"
            if let Some(ty) = name
                .as_ref()
                .filter(|name| own_type(&name.to_string()).is_some()) =>
        {
            format!("an argument has a name: `x: {ty}`")
        }
        "expected `:`" if name.is_some() => {
            let name = name.map_or_else(String::new, |name| name.to_string());
            format!("an argument has a type: `{name}: f64`, or `{name}: [f64; 3]`")
        }
        "unexpected token, expected `]`" if found.as_ref().and_then(sign) == Some(',') => {
            "the length of an array stands behind a semicolon: `[f64; 3]`".into()
        }
        "expected `,`" if is_equals => {
            "arguments have no default values: give the value at the call".into()
        }
        _ if message.contains("identifier")
            && let Some(TokenTree::Ident(word)) = &found
            && syn::parse_str::<syn::Ident>(&word.to_string()).is_err() =>
        {
            if ["const", "let", "static", "ref"]
                .iter()
                .any(|own| word == own)
            {
                return without(Some(word), &error).into_syn();
            }
            let place = SourcePlace::token(word.span());
            if word == "dyn" && name.is_none() {
                let message = "an argument cannot have the attribute `dyn`";
                let help = "did you mean `dynamic`?";
                return Diagnostic::new(place, message).help(help).into_syn();
            }
            return match keyword_for_name(word) {
                Some(keyword) => keyword.into_syn(),
                None => error,
            };
        }
        _ => return error,
    };
    let place = SourcePlace::token(error.span());
    Diagnostic::new(place, message).help(help).into_syn()
}

/// The error for an array type with nothing in its brackets, if a type is missing at this place.
fn empty_array_type(message: &str, tokens: &TokenStream, place: Span) -> Option<Diagnostic> {
    if !message.starts_with("unexpected end of input") || in_words(message) != Some(A_TYPE) {
        return None;
    }
    let mut brackets = None;
    levels(tokens.clone(), |level| {
        for token in level {
            if let TokenTree::Group(group) = token
                && group.delimiter() == Delimiter::Bracket
                && group.stream().is_empty()
                && is_same(group.span_close(), place)
            {
                brackets = Some(SourcePlace::between(group.span_open(), group.span_close()));
            }
        }
    });
    let message = "an array type has the type of its elements and their number";
    Some(Diagnostic::new(brackets?, message).help("write `[f64; 3]`"))
}

/// The error for a keyword in the place of a name.
fn keyword_for_name(word: &syn::Ident) -> Option<Diagnostic> {
    if syn::parse_str::<syn::Ident>(&word.to_string()).is_ok() || word == "_" {
        return None;
    }
    let message = format!("`{word}` is a keyword of Rust, and no name");
    let help = match syn::parse_str::<syn::Ident>(&format!("r#{word}")) {
        Ok(raw) => format!("choose another name, or write `{raw}` everywhere"),
        Err(_) => "choose another name".into(),
    };
    Some(Diagnostic::new(SourcePlace::token(word.span()), message).help(help))
}

/// The error for an attribute of an argument without its brackets: `dynamic p: f64`, or with a sign
/// alone.
fn bare_attribute(
    message: &str,
    before: Option<&syn::Ident>,
    found: Option<&TokenTree>,
) -> Option<Diagnostic> {
    let Some(TokenTree::Ident(found)) = found else {
        return None;
    };
    let (attribute, behind) = match message {
        "expected `:`" => (before?, format!(" {found}: ..")),
        "expected square brackets" => (found, String::new()),
        _ => return None,
    };
    let is_own = attribute == "dynamic" || attribute == "shared";
    is_own.then(|| {
        let place = SourcePlace::token(attribute.span());
        let message = format!("the attribute `{attribute}` stands in brackets");
        Diagnostic::new(place, message).help(format!("write `#[{attribute}]{behind}`"))
    })
}

/// The error for a word before an argument.
fn without(word: Option<&syn::Ident>, error: &syn::Error) -> Diagnostic {
    let place = SourcePlace::token(word.map_or_else(|| error.span(), syn::Ident::span));
    let text = word.map_or_else(String::new, ToString::to_string);
    let message = format!("an argument has no `{text}`");
    Diagnostic::new(place, message).help("remove it: an argument is written `x: f64`")
}

/// The error for arguments with their types before their names: `double x, const double y[3]`.
fn types_first(signature: &TokenStream) -> Option<Diagnostic> {
    let arguments = signature
        .clone()
        .into_iter()
        .find_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => Some(group),
            _ => None,
        })?;
    let tokens: Vec<TokenTree> = arguments.stream().into_iter().collect();
    let (mut written, mut place) = (Vec::new(), None);
    for argument in tokens.split(|token| sign(token) == Some(',')) {
        let all: TokenStream = argument.iter().cloned().collect();
        match type_first(argument) {
            Some(own) => {
                place = place.or(Some(SourcePlace::of(&all)));
                written.push(own);
            }
            None if argument.is_empty() => {}
            None => written.push(print(&all)),
        }
    }
    let message = "the type of an argument stands behind its name";
    let help = format!("write `({})`", written.join(", "));
    place.map(|place| Diagnostic::new(place, message).help(help))
}

/// An argument with its type before its name, as the language writes it.
fn type_first(argument: &[TokenTree]) -> Option<String> {
    let is_const = matches!(argument.first(), Some(TokenTree::Ident(word)) if word == "const");
    let [TokenTree::Ident(ty), rest @ ..] = &argument[usize::from(is_const)..] else {
        return None;
    };
    let ty = own_type(&ty.to_string())?;
    let is_pointer = |token: &&TokenTree| matches!(sign(token), Some('*' | '&'));
    let pointers = rest.iter().take_while(is_pointer).count();
    let [TokenTree::Ident(name), extents @ ..] = &rest[pointers..] else {
        return None;
    };
    let extents = extents.iter().map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
            Some(print(&group.stream()))
        }
        _ => None,
    });
    let extents: Vec<String> = extents.collect::<Option<_>>()?;
    let is_array = rest.first().and_then(sign) == Some('*') && extents.is_empty();
    let inner_first = extents.iter().rev();
    let ty = inner_first.fold(ty.to_string(), |ty, extent| match extent.as_str() {
        "" => format!("[{ty}; 3]"),
        extent => format!("[{ty}; {extent}]"),
    });
    Some(match is_array {
        true => format!("{name}: &[{ty}; 3]"),
        false => format!("{name}: {ty}"),
    })
}

/// Whether a place is that of a token outside of all groups.
fn is_outside(tokens: &TokenStream, place: Span) -> bool {
    let place = position_of(place);
    let mut tokens = tokens.clone().into_iter();
    place.is_some() && tokens.any(|token| position_of(token.span()) == place)
}

/// The error for an array type as C writes it, `f64[3]`.
pub(super) fn extent_behind(element: &impl ToTokens, extent: &Group) -> Diagnostic {
    let place = SourcePlace::between(extent.span_open(), extent.span_close());
    let message = "the extent of an array stands inside of its type";
    let help = format!("write `[{}; {}]`", print(element), print(&extent.stream()));
    Diagnostic::new(place, message).help(help)
}

/// The error in an item that starts these tokens, at its last token where something is missing
/// behind that.
pub(super) fn of_item(error: syn::Error, rest: TokenStream) -> syn::Error {
    let message = error.to_string();
    let last = rest.clone().into_iter().last();
    let (Some(last), None) = (last, around(rest.clone(), error.span())) else {
        return behind_statement(error, rest);
    };
    let message = in_words(&message).map_or(message.clone(), String::from);
    let is_defined = rest
        .clone()
        .into_iter()
        .any(|token| sign(&token) == Some('='));
    let defines = rest
        .into_iter()
        .any(|token| matches!(token, TokenTree::Ident(word) if word == "const" || word == "type"));
    let message = match message.trim_start_matches("unexpected end of input, ") {
        "expected `;`" if defines && !is_defined => "expected `= ..;`",
        message => message,
    };
    let text = match &last {
        TokenTree::Group(_) => "this".into(),
        last => format!("`{}`", print(last)),
    };
    let place = SourcePlace::token(SourcePlace::of(&last).end());
    Diagnostic::new(place, format!("{message} behind {text}")).into_syn()
}

/// The last token before a place and before its attributes, which is none at the start of a group,
/// and the token there, which is none at the end of a group.
fn around(tokens: TokenStream, place: Span) -> Option<(Option<TokenTree>, Option<TokenTree>)> {
    let mut open = vec![tokens];
    while let Some(tokens) = open.pop() {
        let mut before: Vec<TokenTree> = Vec::new();
        for token in tokens {
            if starts_at(&token, place) {
                while let [rest @ .., sharp, TokenTree::Group(_)] = &before[..]
                    && sign(sharp) == Some('#')
                {
                    before.truncate(rest.len());
                }
                return Some((before.pop(), Some(token)));
            }
            if let TokenTree::Group(group) = &token {
                if is_same(group.span_close(), place) {
                    return Some((group.stream().into_iter().last(), None));
                }
                open.push(group.stream());
            }
            before.push(token);
        }
    }
    None
}

fn starts_at(token: &TokenTree, place: Span) -> bool {
    match token {
        TokenTree::Group(group) => {
            is_same(group.span(), place) || is_same(group.span_open(), place)
        }
        token => is_same(token.span(), place),
    }
}

/// The type of a constant whose value stands behind this sign, as far as literals tell it.
fn type_of_value(tokens: TokenStream, equals: &TokenTree) -> &'static str {
    let place = position_of(equals.span());
    let mut ty = "f64";
    levels(tokens, |level| {
        let equals = level
            .iter()
            .position(|token| position_of(token.span()) == place);
        let value = level[equals.unwrap_or(level.len())..].iter().skip(1);
        let value = value.take_while(|token| sign(token) != Some(';'));
        let words: Vec<String> = value
            .filter(|token| sign(token).is_none())
            .map(print)
            .collect();
        let is_whole = |word: &String| word.parse::<usize>().is_ok();
        let is_truth = |word: &String| word == "true" || word == "false";
        if words.iter().any(is_truth) {
            ty = "bool";
        } else if !words.is_empty() && words.iter().all(is_whole) {
            ty = "usize";
        }
    });
    ty
}

/// The text of the values of a block, if a comma at a place stands between two of them.
fn entries_at(tokens: TokenStream, place: Span) -> Option<String> {
    let place = position_of(place)?;
    let mut found = None;
    levels(tokens, |level| {
        let is_here = level
            .iter()
            .any(|token| position_of(token.span()) == Some(place));
        let is_list = !level.iter().any(|token| sign(token) == Some(';'));
        if is_here && is_list {
            found = Some(print(&level.iter().cloned().collect::<TokenStream>()));
        }
    });
    found
}

/// The last of the tokens, if an error that is about their end has no place among them.
fn last_at_end(tokens: &TokenStream, place: Span) -> Option<TokenTree> {
    let last = tokens.clone().into_iter().last()?;
    let is_inside = around(tokens.clone(), place).is_some_and(|(before, _)| before.is_some());
    (!is_inside).then_some(last)
}
