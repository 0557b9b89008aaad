//! Loops and blocks of other languages: `for i in 0..3:` and `if c:` with an indented block,
//! `foreach v in x`, `for each v in x`, `for v of x`, `for in x`, `for i in 1..9 step 2`,
//! `repeat 3 { .. }`, `while i-- > 0 { .. }`, `until c { .. }`, and `do { .. } while (c);`.

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};
use quote::quote_spanned;

use super::foreign_syntax::Repair;
use crate::diagnostics::{Diagnostic, SourcePlace, line_of, print};
use crate::tokens::{is_value, mentions, sign, unknown_value};

/// The words of a help about the number in `#[limit(..)]`.
const MOST: &str = "with the most repetitions that there may be between the parentheses: \
                    behind them the loop ends";

/// The repair of what a token begins between these tokens of a block, if it belongs to a loop or a
/// block as another language writes them.
pub(super) fn foreign_loop(
    before: &[TokenTree],
    token: &TokenTree,
    after: impl Iterator<Item = TokenTree> + Clone,
) -> Option<Repair> {
    if sign(token) == Some(':') {
        let after: Vec<TokenTree> = after.collect();
        return indented(before, token, &after);
    }
    let TokenTree::Ident(word) = token else {
        return None;
    };
    let starts = before
        .last()
        .is_none_or(|last| sign(last) == Some(';') || is_braces(last));
    match word.to_string().as_str() {
        "foreach" | "repeat" | "until" | "do" if starts => {
            let statement: Vec<TokenTree> =
                after.take_while(|token| sign(token) != Some(';')).collect();
            loop_word(word, &statement)
        }
        "while" => {
            let header: Vec<TokenTree> = after.take_while(|token| !is_braces(token)).collect();
            counted_down(word, &header, !starts)
        }
        "each" | "every" if before.last().is_some_and(|last| is_word(last, "for")) => {
            let header: Vec<TokenTree> = after.take_while(|token| !is_braces(token)).collect();
            let is_name = header.first().is_none_or(|next| is_word(next, "in"));
            let header = print(&header.into_iter().collect::<TokenStream>());
            let help = format!("write `for {header} {{ .. }}`");
            (!is_name).then(|| repair(word, &help, TokenStream::new(), 0))
        }
        "step" | "by" | "to" | "until" | "downTo" | "downto" => between_bounds(before, word, after),
        "in" if before.last().is_some_and(|last| is_word(last, "for")) => {
            let header: Vec<TokenTree> = after.take_while(|token| !is_braces(token)).collect();
            Some(without_name(before, word, header))
        }
        "of" => match before {
            [.., start, TokenTree::Ident(_)] if is_word(start, "for") => {
                let span = word.span();
                Some(repair(word, "write `in`", quote_spanned!(span=> in), 0))
            }
            _ => None,
        },
        _ => None,
    }
}

/// A statement that starts with a word for a loop.
fn loop_word(word: &Ident, statement: &[TokenTree]) -> Option<Repair> {
    let (span, unknown) = (word.span(), unknown_value(word.span()));
    let body = statement.iter().position(is_braces)?;
    let header = &statement[..body];
    // A variable may have the name.
    if header.first().and_then(sign).is_some() {
        return None;
    }
    let text = print(&header.iter().cloned().collect::<TokenStream>());
    match (word.to_string().as_str(), header) {
        ("foreach", [TokenTree::Group(inner)]) => {
            let inner = inner.stream();
            let help = format!("write `for {} {{ .. }}`", print(&inner));
            Some(repair(word, &help, quote_spanned!(span=> for #inner), 1))
        }
        ("foreach", [_, ..]) => {
            let help = format!("write `for {text} {{ .. }}`");
            Some(repair(word, &help, quote_spanned!(span=> for), 0))
        }
        ("repeat", [_, ..]) => {
            let help = format!("write `for _ in 0..{text} {{ .. }}`");
            let tokens = quote_spanned!(span=> for _ in 0..#unknown);
            Some(repair(word, &help, tokens, header.len()))
        }
        ("until", [_, ..]) => {
            let help = format!("write `#[limit(..)] while !({text}) {{ .. }}`, {MOST}");
            Some(repair(word, &help, quote_spanned!(span=> if), 0))
        }
        ("do", []) => {
            let condition = match &statement[body + 1..] {
                [again, condition @ ..] if is_word(again, "while") && !condition.is_empty() => {
                    let condition = print(&condition.iter().cloned().collect::<TokenStream>());
                    match condition.starts_with('(') && condition.ends_with(')') {
                        true => format!("!{condition}"),
                        false => format!("!({condition})"),
                    }
                }
                _ => "c".into(),
            };
            let help = format!(
                "write `#[limit(..)] loop {{ ..; if {condition} {{ break; }} }}`, with the condition \
                 under which it ends, and {MOST}"
            );
            Some(repair(
                word,
                &help,
                quote_spanned!(span=> {}),
                statement.len(),
            ))
        }
        _ => None,
    }
}

/// `for in x`: a loop without the name of what it runs over.
fn without_name(before: &[TokenTree], word: &Ident, header: Vec<TokenTree>) -> Repair {
    let header: TokenStream = header.into_iter().collect();
    let all: TokenStream = before.iter().cloned().chain(header.clone()).collect();
    let mut names = ["i", "j", "k", "n"].into_iter();
    let name = names.find(|name| !mentions(&all, |other| other == *name));
    let name = Ident::new(name.unwrap_or("position"), word.span());
    let place = before.last().map_or(word.span(), TokenTree::span);
    let place = SourcePlace::between(place, word.span());
    let help = format!("write `for {name} in {} {{ .. }}`", print(&header));
    let error = Diagnostic::new(place, "a name is missing between `for` and `in`").help(help);
    Repair {
        error,
        tokens: quote_spanned!(word.span()=> #name #word),
        taken: 0,
    }
}

/// A word in the range of a loop: `for i in 1..9 step 2`, `for i in 0 until n`.
fn between_bounds(
    before: &[TokenTree],
    word: &Ident,
    after: impl Iterator<Item = TokenTree>,
) -> Option<Repair> {
    let position = before.iter().rposition(|token| is_word(token, "in"))?;
    let is_header = before[..position]
        .iter()
        .rev()
        .take(2)
        .any(|token| is_word(token, "for"));
    let range = &before[position + 1..];
    let is_own = |token: &TokenTree| !is_braces(token) && sign(token) != Some(';');
    let bound: Vec<TokenTree> = after.take_while(|token| !is_braces(token)).collect();
    // A variable may have the name, and a function.
    let is_between = range.last().is_some_and(is_value)
        && bound
            .first()
            .is_some_and(|next| sign(next).is_none() || sign(next) == Some('-'));
    if !is_header || !is_between || !range.iter().chain(&bound).all(is_own) {
        return None;
    }
    let text = |tokens: &[TokenTree]| print(&tokens.iter().cloned().collect::<TokenStream>());
    let is_known = !range
        .iter()
        .any(|token| matches!(token, TokenTree::Ident(_)));
    let (range, end) = (text(range), text(&bound));
    let (help, tokens) = match word.to_string().as_str() {
        "step" | "by" if is_known => (format!("`({range}).step_by({end})`"), TokenStream::new()),
        "step" | "by" => (
            format!(
                "`({range}).step_by({end})`; with a bound that is known only at run time, run over \
                 all positions and choose: `if i % {end} == 0 {{ .. }}`"
            ),
            TokenStream::new(),
        ),
        "until" => (format!("`{range}..{end}`"), unknown_end(word)),
        "to" => (format!("`{range}..={end}`"), unknown_end(word)),
        _ => (format!("`({end}..={range}).rev()`"), unknown_end(word)),
    };
    Some(repair(word, &format!("write {help}"), tokens, bound.len()))
}

/// The rest of a range whose end is not known.
fn unknown_end(word: &Ident) -> TokenStream {
    let unknown = unknown_value(word.span());
    quote_spanned!(word.span()=> .. #unknown)
}

/// `while i-- > 0`, `while (i--)`: a condition that counts down. What is known of the loop is that it
/// has a limit, which a range has by itself.
fn counted_down(word: &Ident, header: &[TokenTree], is_limited: bool) -> Option<Repair> {
    let inner: Vec<TokenTree> = match header {
        [TokenTree::Group(group)] => group.stream().into_iter().collect(),
        header => header.to_vec(),
    };
    let [TokenTree::Ident(counter), first, second, rest @ ..] = &inner[..] else {
        return None;
    };
    if sign(first) != Some('-') || sign(second) != Some('-') {
        return None;
    }
    let is_bound = |end: &[TokenTree]| {
        let mut signs = end.iter().filter_map(sign);
        !end.is_empty() && !signs.any(|sign| matches!(sign, '=' | '&' | '|'))
    };
    let help = match rest {
        [above, end @ ..] if sign(above) == Some('>') && is_bound(end) => {
            let end = print(&end.iter().cloned().collect::<TokenStream>());
            format!("count down by a range: `for i in ({end}..{counter}).rev() {{ .. }}`")
        }
        _ => format!("change it by a statement of its own: `{counter} -= 1;`"),
    };
    let (span, unknown) = (word.span(), unknown_value(word.span()));
    let limit = (!is_limited).then(|| quote_spanned!(span=> #[limit(1)]));
    let place = SourcePlace::between(span, second.span());
    Some(Repair {
        error: Diagnostic::new(place, "there is no operator `--`").help(help),
        tokens: quote_spanned!(span=> #limit #word #unknown),
        taken: header.len(),
    })
}

fn repair(word: &Ident, help: &str, tokens: TokenStream, taken: usize) -> Repair {
    let message = format!("there is no `{word}`");
    Repair {
        error: Diagnostic::new(SourcePlace::token(word.span()), message).help(help),
        tokens,
        taken,
    }
}

/// The colon before an indented block. Where that ends is not known: all behind it is taken.
fn indented(before: &[TokenTree], colon: &TokenTree, after: &[TokenTree]) -> Option<Repair> {
    let starts = before.iter().rposition(|token| {
        ["if", "else", "elif", "for", "while"]
            .iter()
            .any(|word| is_word(token, word))
    })?;
    let header = &before[starts..];
    let is_path = [before.last(), after.first()]
        .into_iter()
        .flatten()
        .any(|token| sign(token) == Some(':'));
    let is_own = |token: &TokenTree| !is_braces(token) && !matches!(sign(token), Some(';' | ','));
    let has_braces = after
        .iter()
        .take_while(|token| sign(token) != Some(';'))
        .any(is_braces);
    let is_later = after
        .first()
        .is_none_or(|next| line_of(next.span()) > line_of(colon.span()));
    // `for k in 1:3` has a range, and `for k = 1:3` no `in`.
    let may_be_range = matches!(before.last(), Some(TokenTree::Literal(_)))
        && !header
            .windows(2)
            .any(|pair| pair.iter().all(|token| sign(token) == Some('.')));
    let is_loop = is_word(&header[0], "for");
    let is_other =
        is_loop && (!header.iter().any(|token| is_word(token, "in")) || may_be_range && !is_later);
    if is_path || is_other || !header.iter().all(is_own) || has_braces && !is_later {
        return None;
    }
    let (span, unknown) = (colon.span(), unknown_value(colon.span()));
    let own = before.iter().rev().take_while(|token| is_own(token));
    let is_bound = own.into_iter().any(|token| is_word(token, "let"));
    let rest = is_bound.then(|| quote_spanned!(span=> ; #unknown));
    let tokens = match &header[0] {
        start if is_loop || is_word(start, "while") => {
            quote_spanned!(span=> {} #unknown)
        }
        start if is_word(start, "else") => quote_spanned!(span=> { #unknown } #rest),
        _ => quote_spanned!(span=> { #unknown } else { #unknown } #rest),
    };
    let message = "a block stands in braces, and not behind `:`";
    let written = print(&header.iter().cloned().collect::<TokenStream>());
    Some(Repair {
        error: Diagnostic::new(SourcePlace::token(span), message)
            .help(format!("write `{written} {{ .. }}`")),
        tokens,
        taken: after.len(),
    })
}

fn is_word(token: &TokenTree, own: &str) -> bool {
    matches!(token, TokenTree::Ident(word) if word == own)
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}
