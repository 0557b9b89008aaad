//! Syntax of other array languages that is not Rust's, read as the user means it, because the
//! message of a parser does not help: `x[1, 2]` as `x[(1, 2)]`, `x[1:]` as an unknown index,
//! `a @ b` as a product of unknown value, and `where(c, a, b)` as `select(c, a, b)`.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};

use quote::quote;

use super::bars::absolute_value;
use super::casts::compared;
use super::closures::half_typed;
use super::comprehensions::comprehension;
use super::foreign_loops::foreign_loop;
use super::foreign_syntax::repair;
use super::from_end::counted_from_end;
use super::joined::joined;
use super::juxtaposed::{in_group, juxtaposed};
use super::line_ends::line_end;
use super::lost::lost;
use super::matrix_products::{is_transposed, product};
use super::missing_arguments::with_comma;
use super::missing_bodies::missing_body;
use super::missing_commas::with_commas;
use super::mistyped::mistyped;
use super::strides::{extent, from_end, in_place_of_step};
use super::turbofish::parameters_of_call;
use super::unfinished::unfinished;
use crate::diagnostics::{Diagnostic, SourcePlace, position_of, print};
use crate::tokens::{chain_before, is_value, sign, unknown_value};

/// The tokens as Rust reads them, with an error for each place where they are not Rust. Follows
/// groups by recursion, whose depth [`crate::guard`] bounds.
pub(super) fn as_rust(tokens: TokenStream) -> (TokenStream, Vec<Diagnostic>) {
    let mut errors = Vec::new();
    let tokens = repaired(tokens, Delimiter::None, &mut errors);
    (tokens, errors)
}

/// The tokens of a group with these delimiters.
fn repaired(
    tokens: TokenStream,
    delimiter: Delimiter,
    errors: &mut Vec<Diagnostic>,
) -> TokenStream {
    let has_statements = delimiter == Delimiter::Brace;
    let mut done: Vec<TokenTree> = Vec::new();
    let all = tokens.clone();
    let mut further_products: usize = 0;
    let has_product = all
        .clone()
        .into_iter()
        .any(|token| sign(&token) == Some('@'));
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        // The help for a product has its transposed factors.
        if has_product && done.last().is_some_and(is_value) && is_transposed(&token, tokens.clone())
        {
            tokens.next();
            continue;
        }
        if sign(&token) == Some('@') && done.last().is_some_and(is_value) {
            match further_products.checked_sub(1) {
                // The help for the first product has the whole chain.
                Some(others) => further_products = others,
                None => {
                    let level: Vec<TokenTree> = all.clone().into_iter().collect();
                    let at = level.len() - tokens.clone().count() - 1;
                    let found = product(&level, at);
                    errors.push(found.error);
                    further_products = found.further;
                }
            }
            let sign_at =
                |own| TokenTree::Punct(located(Punct::new(own, Spacing::Alone), token.span()));
            let unknown = unknown_value(token.span());
            // `a @= b` assigns the product.
            let assigns = tokens.next_if(|next| sign(next) == Some('=')).is_some();
            let first = if assigns { '=' } else { '*' };
            done.extend([sign_at(first), unknown.into(), sign_at('*')]);
            continue;
        }
        if let Some(name) = keyword_called(&token, tokens.peek()) {
            // Calls through a module, `np.where(c, a, b)`, and of `mod` are errors of their own.
            let is_of_module = matches!(done.last().and_then(sign), Some('.' | ':'));
            if name == "mod" || is_of_module {
                done.push(Ident::new_raw(name, token.span()).into());
                continue;
            }
            if name == "where" {
                let place = SourcePlace::token(token.span());
                let message = "`where` is a keyword of Rust, and no function";
                let has_sides = tokens.peek().is_some_and(has_commas);
                // The condition alone asks for positions, whose number is no type.
                let help = match has_sides {
                    true => "did you mean `select`?",
                    false => "values are chosen by a condition with `select(condition, a, b)`",
                };
                errors.push(Diagnostic::new(place, message).help(help));
                if has_sides {
                    done.push(Ident::new("select", token.span()).into());
                } else {
                    done.push(unknown_value(token.span()).into());
                    tokens.next();
                }
                continue;
            }
        }
        if has_statements && let Some(found) = mistyped(&done, &token, tokens.clone()) {
            errors.push(found.error);
            done.extend(found.tokens);
            tokens.by_ref().take(found.taken).for_each(drop);
            continue;
        }
        if has_statements && let Some(error) = line_end(&done, &token, tokens.clone()) {
            errors.push(error);
            done.push(Punct::new(';', Spacing::Alone).into());
        }
        if let Some(lost) = lost(&done, &token) {
            errors.push(lost.error);
            done.extend(lost.operator);
        }
        if let Some(bars) = absolute_value(&done, &token, tokens.clone()) {
            errors.push(bars.error);
            done.extend(bars.call);
            tokens.by_ref().take(bars.taken).for_each(drop);
            continue;
        }
        if is_colon_equals(&token, tokens.peek()) {
            errors.push(definition(&mut done, &token));
            continue;
        }
        if let Some(found) = compared(&done, &token, tokens.peek()) {
            errors.extend(found.error);
            done.truncate(done.len() - found.before);
            done.extend([found.conversion, token]);
            continue;
        }
        if let Some(found) = parameters_of_call(&done, &token, tokens.clone()) {
            errors.push(found.error);
            done.truncate(done.len() - found.before);
            done.extend(found.tokens);
            tokens.by_ref().take(found.taken).for_each(drop);
            continue;
        }
        let found = match has_statements {
            true => foreign_loop(&done, &token, tokens.clone())
                .or_else(|| missing_body(&done, &token, tokens.clone()))
                .or_else(|| unfinished(&done, &token, tokens.clone())),
            false => None,
        };
        let found = found.or_else(|| repair(&done, &token, tokens.clone(), has_statements));
        if let Some(found) = found {
            errors.push(found.error);
            done.extend(found.tokens);
            tokens.by_ref().take(found.taken).for_each(drop);
            continue;
        }
        if has_statements && let Some(found) = juxtaposed(&done, &token, tokens.clone()) {
            errors.push(found.error);
            done.truncate(done.len() - found.before);
            done.extend(found.tokens);
            tokens.by_ref().take(found.taken).for_each(drop);
            continue;
        }
        let TokenTree::Group(mut group) = token else {
            done.push(token);
            continue;
        };
        if let Some((pattern, error)) = with_commas(&done, &group) {
            errors.push(error);
            group = pattern;
        }
        if let Some(error) = half_typed(&done, &group).or_else(|| joined(&done, &group)) {
            errors.push(error);
            done.truncate(done.len() - chain_before(&done));
            done.push(unknown_value(group.span()).into());
            continue;
        }
        let side_by_side = in_group(&done, &group);
        let is_index = group.delimiter() == Delimiter::Bracket && done.last().is_some_and(is_value);
        let wrong = match (group.delimiter(), is_index) {
            (Delimiter::Bracket, true) => wrong_entry(done.last(), &group)
                .or_else(|| wrong_range(done.last(), &group))
                .or_else(|| {
                    let place = SourcePlace::between(group.span_open(), group.span_close());
                    counted_from_end(&done, &group, place)
                }),
            (Delimiter::Bracket, false) => comprehension(&group),
            (Delimiter::Parenthesis, _) if done.last().is_some_and(is_value) => {
                comprehension(&group)
            }
            _ => None,
        };
        if let Some(wrong) = wrong.or(side_by_side) {
            errors.push(wrong);
            let mut new = Group::new(
                group.delimiter(),
                TokenTree::from(unknown_value(group.span())).into(),
            );
            new.set_span(group.span());
            done.push(TokenTree::Group(new));
            continue;
        }
        let is_call =
            group.delimiter() == Delimiter::Parenthesis && done.last().is_some_and(is_value);
        let mut content = group.stream();
        if let Some((arguments, error)) = with_comma(&done, &group) {
            errors.push(error);
            content = arguments;
        }
        if is_call {
            content = with_options(content, errors);
        }
        content = repaired(content, group.delimiter(), errors);
        if let (true, Some(tuple)) = (is_index, tuple(&content)) {
            content = tuple;
            errors.push(error(done.last(), &group, &content));
        }
        let mut new = Group::new(group.delimiter(), content);
        new.set_span(group.span());
        done.push(TokenTree::Group(new));
    }
    done.into_iter().collect()
}

/// The text of an index of the array `base` in which ranges are written with `:`, as the language
/// writes it.
fn ranges(base: &str, content: &TokenStream) -> Option<String> {
    let tokens: Vec<TokenTree> = content.clone().into_iter().collect();
    let is_colon = |at: usize| tokens.get(at).and_then(sign) == Some(':');
    // `f64::MAX` is a path, and `x[::2]` a range with a step.
    let is_path = |at: usize| is_colon(at + 1) || at > 0 && is_colon(at - 1);
    let is_range = |at: usize| is_colon(at) && !is_path(at);
    let counts = (0..tokens.len()).any(is_range);
    counts.then(|| {
        let base = if base.is_empty() { "x" } else { base };
        let mut entries = vec![vec![String::new()]];
        for (at, token) in tokens.iter().enumerate() {
            let last = entries.last_mut();
            match (last, sign(token)) {
                (_, Some(',')) => entries.push(vec![String::new()]),
                (Some(parts), _) if is_range(at) => parts.push(String::new()),
                (Some(parts), _) => {
                    let part = parts.last_mut();
                    part.into_iter().for_each(|part| *part += &print(token));
                }
                (None, _) => {}
            }
        }
        // `-1` is one position before the end.
        let entry = |(axis, parts): (usize, &Vec<String>)| {
            let part = |part: &String| from_end(&extent(base, axis), part);
            let parts = parts.iter().map(|text| part(text).unwrap_or(text.clone()));
            parts.collect::<Vec<_>>().join("..")
        };
        let entries: Vec<String> = entries.iter().enumerate().map(entry).collect();
        match &entries[..] {
            [one] => one.clone(),
            several => format!("({})", several.join(", ")),
        }
    })
}

/// Whether a group has several entries.
fn has_commas(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(group) => group
            .stream()
            .into_iter()
            .any(|token| sign(&token) == Some(',')),
        _ => false,
    }
}

/// The error for an index with `None` or `...` among its entries.
fn wrong_entry(base: Option<&TokenTree>, group: &Group) -> Option<Diagnostic> {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let mut entries = tokens.split(|token| sign(token) == Some(','));
    entries.find_map(|entry| match entry {
        [TokenTree::Ident(word)] if word == "None" || word == "newaxis" => {
            let is_first = position_of(tokens[0].span()) == position_of(word.span());
            let count = tokens
                .iter()
                .filter(|token| sign(token) == Some(','))
                .count()
                + 1;
            Some(new_axis(base, word, is_first, count))
        }
        [first, _, last] if entry.iter().all(|token| sign(token) == Some('.')) => {
            let place = SourcePlace::between(first.span(), last.span());
            let text = print(&group.stream()).replacen("...", "..", 1);
            let help = match text.contains(',') {
                true => format!(
                    "write `..` for each of the axes that it stands for: `a[({text})]` for one"
                ),
                false => "write the array alone: it is all of its elements".into(),
            };
            Some(Diagnostic::new(place, "an index has no `...`").help(help))
        }
        _ => None,
    })
}

/// The error for a new axis among the entries of an index. One beside another entry makes a row or
/// a column of a vector.
fn new_axis(base: Option<&TokenTree>, word: &Ident, is_first: bool, count: usize) -> Diagnostic {
    let base = match base {
        Some(TokenTree::Ident(name)) => name.to_string(),
        _ => "x".into(),
    };
    let (extents, repeated) = match (count, is_first) {
        (2, true) => (format!("[1, {base}.len()]"), format!("[2, {base}.len()]")),
        (2, false) => (
            format!("[{base}.len(), 1]"),
            format!("[{base}.len(), 2], axis = 0"),
        ),
        _ => ("[..]".into(), format!("[2, {base}.len()]")),
    };
    let help = format!(
        "an axis of extent 1 is made by `reshape({base}, {extents})`, and an array is repeated along \
         a new axis by `broadcast({base}, {repeated})`"
    );
    let place = SourcePlace::token(word.span());
    Diagnostic::new(place, "an index makes no new axes").help(help)
}

/// The arguments of a call with `=` in options that are written with `:`.
fn with_options(content: TokenStream, errors: &mut Vec<Diagnostic>) -> TokenStream {
    let mut tokens: Vec<TokenTree> = content.into_iter().collect();
    let is_sign = |token: Option<&TokenTree>, own| token.and_then(sign) == Some(own);
    // The types in a closure are no options, nor are the bodies of closures elsewhere.
    let is_closure = |token: &TokenTree| match token {
        TokenTree::Ident(word) => word == "lambda",
        token => sign(token) == Some('|'),
    };
    if tokens.iter().any(is_closure) {
        return tokens.into_iter().collect();
    }
    let (mut is_repaired, mut has_value) = (false, false);
    for colon in 1..tokens.len() {
        let starts = colon == 1 || is_sign(tokens.get(colon - 2), ',');
        let is_option = is_sign(tokens.get(colon), ':') && !is_sign(tokens.get(colon + 1), ':');
        let TokenTree::Ident(name) = &tokens[colon - 1] else {
            continue;
        };
        if starts && is_option {
            let place = SourcePlace::token(tokens[colon].span());
            let has_equals = is_sign(tokens.get(colon + 1), '=');
            let value = tokens.get(colon + 1 + usize::from(has_equals));
            let value = value.map_or_else(|| "..".into(), print);
            let own = if has_equals { ":=" } else { ":" };
            let message = format!("an option is written with `=`, and not with `{own}`");
            errors.push(Diagnostic::new(place, message).help(format!("write `{name} = {value}`")));
            let equals = Punct::new('=', Spacing::Alone);
            let equals = TokenTree::Punct(located(equals, tokens[colon].span()));
            tokens.splice(colon..=colon + usize::from(has_equals), [equals]);
            has_value = has_value || colon > 1;
            is_repaired = true;
        }
    }
    let tokens = tokens.into_iter().collect();
    match is_repaired && !has_value {
        // Whatever is missing in front of it is no error of its own.
        true => {
            let unknown = unknown_value(Span::mixed_site());
            quote!(#unknown, #tokens)
        }
        false => tokens,
    }
}

/// The error for an index with ranges that are written with `:`.
fn wrong_range(base: Option<&TokenTree>, group: &Group) -> Option<Diagnostic> {
    let place = SourcePlace::between(group.span_open(), group.span_close());
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let is_name = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Ident(_)));
    let is_step = |at: usize| {
        let double = [at, at + 1].map(|at| tokens.get(at).and_then(sign)) == [Some(':'); 2];
        double && !(at > 0 && is_name(tokens.get(at - 1)) && is_name(tokens.get(at + 2)))
    };
    let base = match base {
        Some(TokenTree::Ident(name)) => name.to_string(),
        _ => String::new(),
    };
    let entries = tokens.split(|token| sign(token) == Some(','));
    let colons = |entry: &[TokenTree]| entry.iter().filter(|t| sign(t) == Some(':')).count();
    let has_paths = tokens
        .windows(2)
        .any(|pair| sign(&pair[0]) == Some(':') && is_name(pair.get(1)));
    let twice = !has_paths && entries.into_iter().any(|entry| colons(entry) > 1);
    let entries = tokens.split(|token| sign(token) == Some(','));
    let is_dots = |pair: &&[TokenTree]| pair.iter().all(|token| sign(token) == Some('.'));
    let dots = |entry: &[TokenTree]| entry.windows(2).filter(is_dots).count();
    let ranged = entries
        .into_iter()
        .any(|entry| dots(entry) + usize::from(dots(entry) > 0) * colons(entry) > 1);
    if twice || ranged || (0..tokens.len()).any(is_step) {
        let help = in_place_of_step(&base, &tokens);
        return Some(Diagnostic::new(place, "a range has no step").help(help));
    }
    let ranges = ranges(&base, &group.stream())?;
    let message = "a range is written with `..`, and not with `:`";
    Some(Diagnostic::new(place, message).help(format!("write `{base}[{ranges}]`")))
}

/// The content of an index with its positions in parentheses, if commas separate several; without
/// the comma, if one ends in it.
fn tuple(content: &TokenStream) -> Option<TokenStream> {
    let is_comma = |token: &TokenTree| sign(token) == Some(',');
    let tokens: Vec<TokenTree> = content.clone().into_iter().collect();
    match tokens.iter().position(is_comma)? {
        0 => None,
        comma if comma + 1 == tokens.len() => Some(tokens[..comma].iter().cloned().collect()),
        _ => {
            let tuple = Group::new(Delimiter::Parenthesis, content.clone());
            Some(TokenTree::Group(tuple).into())
        }
    }
}

fn error(base: Option<&TokenTree>, group: &Group, content: &TokenStream) -> Diagnostic {
    let place = SourcePlace::between(group.span_open(), group.span_close());
    let base = match base {
        Some(TokenTree::Ident(name)) => name.to_string(),
        _ => String::new(),
    };
    let index = print(content);
    let help = match pairs(&base, content) {
        Some(pairs) => format!(
            "write `{base}[{index}]`, which of two arrays is a matrix, with every row that the first \
             one names and every column that the second one does; their pairs are `{pairs}`"
        ),
        None => format!("write `{base}[{index}]`"),
    };
    Diagnostic::new(place, "an index has no commas but in parentheses").help(help)
}

/// The elements of a matrix at pairs of positions, where both entries of an index may be arrays: lists,
/// and names of more than one letter, which counters of loops seldom have.
fn pairs(base: &str, content: &TokenStream) -> Option<String> {
    let Some(TokenTree::Group(tuple)) = content.clone().into_iter().next() else {
        return None;
    };
    let tokens: Vec<TokenTree> = tuple.stream().into_iter().collect();
    let [rows, comma, columns] = &tokens[..] else {
        return None;
    };
    let may_be_array = |entry: &TokenTree| match entry {
        TokenTree::Ident(name) => name.to_string().len() > 1,
        TokenTree::Group(list) => list.delimiter() == Delimiter::Bracket,
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    };
    let are_arrays = sign(comma) == Some(',') && may_be_array(rows) && may_be_array(columns);
    (are_arrays && !base.is_empty())
        .then(|| format!("map(|i, j| {base}[(i, j)], {rows}, {columns})"))
}

/// Whether `:=` starts here.
fn is_colon_equals(token: &TokenTree, next: Option<&TokenTree>) -> bool {
    matches!(token, TokenTree::Punct(colon) if colon.as_char() == ':' && colon.spacing() == Spacing::Joint)
        && next.and_then(sign) == Some('=')
}

/// The error for `y := x`, which is read as a `let`.
fn definition(before: &mut Vec<TokenTree>, colon: &TokenTree) -> Diagnostic {
    let place = SourcePlace::token(colon.span());
    let error = Diagnostic::new(place, "there is no operator `:=`");
    let is_let = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "let");
    let Some(TokenTree::Ident(name)) = before.last().cloned() else {
        return error.help("a variable is bound by `let y = ..;`");
    };
    let starts = match before[..before.len() - 1].last() {
        None => true,
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(token) => sign(token) == Some(';'),
    };
    if starts && !is_let(&before[before.len() - 1]) {
        before.insert(before.len() - 1, Ident::new("let", name.span()).into());
    }
    error.help(format!("write `let {name} = ..;`"))
}

/// The keyword of Rust that is called here, as a function of other languages.
fn keyword_called(token: &TokenTree, next: Option<&TokenTree>) -> Option<&'static str> {
    let TokenTree::Ident(word) = token else {
        return None;
    };
    let is_call = matches!(
        next, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis
    );
    ["where", "mod"]
        .into_iter()
        .find(|name| is_call && word == name)
}

fn located(mut punct: Punct, span: Span) -> Punct {
    punct.set_span(span);
    punct
}
