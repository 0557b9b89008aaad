//! Declarations of C, Python and their kin in a body: `double s[3];`, `float y = 2.0;`,
//! `let s[3];`, `let y == x`, `def g(y): y`.

use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

use super::foreign_syntax::Repair;
use super::juxtaposed::is_function;
use super::several::several;
use super::without_equals::without_equals;
use crate::diagnostics::{Diagnostic, SourcePlace, line_of, print};
use crate::tokens::{is_value, sign, unknown_value};

/// Words in front of a value in other languages.
const OPERATORS: [&str; 10] = [
    "and", "assert", "del", "elif", "elseif", "elsif", "lambda", "not", "or", "print",
];

/// A declaration as another language writes it, which this word starts where a statement starts.
pub(super) fn declaration(
    before: &[TokenTree],
    first: &Ident,
    after: impl Iterator<Item = TokenTree> + Clone,
) -> Option<Repair> {
    let starts = match before.last() {
        None => true,
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(token) => sign(token) == Some(';'),
    };
    if !starts {
        return None;
    }
    let word = first.to_string();
    if OPERATORS.contains(&&*word) || is_function(&word) {
        return None;
    }
    let next: Vec<TokenTree> = after.clone().take(3).collect();
    let statement = || -> Vec<TokenTree> {
        let own = after.clone();
        own.take_while(|token| sign(token) != Some(';')).collect()
    };
    if let Some(several) = several(before, first, &statement()) {
        return Some(several);
    }
    match (word.as_str(), &next[..]) {
        ("fn", [TokenTree::Ident(name), TokenTree::Group(parameters), ..])
            if parameters.delimiter() == Delimiter::Parenthesis =>
        {
            let rest: Vec<TokenTree> = after.skip(2).collect();
            Some(function(first, name, parameters, 1, &rest))
        }
        ("let", _) => binding(first, &statement()),
        ("const" | "static", [TokenTree::Ident(_), TokenTree::Ident(_), ..]) => {
            variable(first, &statement())
        }
        _ if is_value(&first.clone().into()) && next.first().is_some_and(is_name) => {
            let statement = statement();
            let words = words(&statement);
            // The result of a body ends without a semicolon.
            if statement.len() == words && after.clone().count() == words {
                return None;
            }
            match (statement.get(words - 1), statement.get(words)) {
                (Some(TokenTree::Ident(name)), Some(TokenTree::Group(parameters)))
                    if parameters.delimiter() == Delimiter::Parenthesis
                        && statement.len() > words + 1 =>
                {
                    let rest: Vec<TokenTree> = after.skip(words + 1).collect();
                    Some(function(first, name, parameters, words, &rest))
                }
                _ => variable(first, &statement),
            }
        }
        _ => None,
    }
}

pub(super) fn is_name(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(_)) && is_value(token)
}

/// How many names the tokens start with.
pub(super) fn words(tokens: &[TokenTree]) -> usize {
    tokens.iter().take_while(|token| is_name(token)).count()
}

/// The error for `double y = 2.0`, `double y`, `double s[3]`, behind the first word of it.
fn variable(first: &Ident, statement: &[TokenTree]) -> Option<Repair> {
    let words = words(statement);
    let name = words.checked_sub(1).and_then(|last| statement.get(last))?;
    // On a later line it is another statement.
    if line_of(first.span()) < line_of(name.span()) {
        return None;
    }
    let rest = &statement[words..];
    let types = statement[..words - 1].iter().map(print);
    let types: Vec<String> = [first.to_string()].into_iter().chain(types).collect();
    let message = format!(
        "a variable is bound by `let`, and not by `{}`",
        types.join(" ")
    );
    let error = Diagnostic::new(SourcePlace::token(first.span()), message);
    let several = statement.split(|token| sign(token) == Some(','));
    let names: Vec<TokenTree> = several
        .skip(1)
        .filter_map(|entry| entry.first().filter(|token| is_name(token)).cloned())
        .collect();
    if !names.is_empty() {
        let help = "write a `let` for each variable: `let mut a = 0.0;`";
        let unknown = unknown_value(first.span());
        return Some(Repair {
            error: error.help(help),
            tokens: quote_spanned!(first.span()=> let (mut #name, #(mut #names),*) = #unknown),
            taken: statement.len(),
        });
    }
    let whole = |help: String| Repair {
        error: error.clone().help(help),
        tokens: bound(first, name),
        taken: statement.len(),
    };
    match rest.first() {
        None => Some(whole(format!("write `let mut {name} = 0.0;`"))),
        Some(token) if sign(token) == Some('=') && rest.get(1).and_then(sign) != Some('=') => {
            let help = format!("write `let {name} = ..;`, or `let mut {name} = ..;`");
            Some(Repair {
                error: error.clone().help(help),
                tokens: quote_spanned!(first.span()=> let),
                taken: words - 1,
            })
        }
        Some(TokenTree::Group(group)) => match group.delimiter() {
            Delimiter::Bracket => Some(whole(format!("write `let mut {name} = {};`", array(rest)))),
            Delimiter::Parenthesis if rest.len() == 1 => Some(whole(format!(
                "write `let mut {name} = {};`",
                print(&group.stream())
            ))),
            _ => None,
        },
        Some(_) => None,
    }
}

/// The error for `let s[3]`, `let double y`, `let y == x` and `let y x`, behind their `let`.
fn binding(first: &Ident, statement: &[TokenTree]) -> Option<Repair> {
    if let Some(found) = compared(first, statement).or_else(|| without_equals(first, statement)) {
        return Some(found);
    }
    let is_mut = matches!(statement.first(), Some(TokenTree::Ident(word)) if word == "mut");
    let rest = &statement[usize::from(is_mut)..];
    let (error, name) = match rest {
        [name @ TokenTree::Ident(_), ty @ TokenTree::Ident(word), ..]
            if words(rest) == 2 && is_name(name) && is_type(&word.to_string()) =>
        {
            let place = SourcePlace::token(ty.span());
            let message = "a type stands behind `:`";
            let help = format!("write `let {name}: {ty} = ..;`");
            (Diagnostic::new(place, message).help(help), name)
        }
        [TokenTree::Ident(_), name @ TokenTree::Ident(_), ..] if words(rest) == 2 => {
            let place = SourcePlace::token(rest[0].span());
            let message = "a type stands behind the name of its variable";
            let help = format!("write `let {name} = ..;`, or `let {name}: f64 = ..;`");
            (Diagnostic::new(place, message).help(help), name)
        }
        [name @ TokenTree::Ident(_), TokenTree::Group(extent), ..]
            if extent.delimiter() == Delimiter::Bracket && is_name(name) =>
        {
            let place = SourcePlace::between(extent.span_open(), extent.span_close());
            let message = "the extent of an array stands in its value, and not behind its name";
            let declared = format!("write `let mut {name} = {};`", array(&rest[1..]));
            let behind = rest[1..].iter().find(|token| !is_brackets(token));
            let help = match behind.and_then(sign) {
                Some('=') => format!("{declared}; an element is assigned without `let`"),
                _ => declared,
            };
            (Diagnostic::new(place, message).help(help), name)
        }
        _ => return None,
    };
    Some(Repair {
        error,
        tokens: bound(first, name),
        taken: statement.len(),
    })
}

fn is_brackets(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
}

/// Whether a word is a type of the language, which is no name of a variable.
fn is_type(word: &str) -> bool {
    matches!(word, "f64" | "f32" | "bool" | "usize")
}

/// The error for `let y == x`, behind its `let`.
fn compared(first: &Ident, statement: &[TokenTree]) -> Option<Repair> {
    let equals = statement
        .iter()
        .position(|token| sign(token) == Some('='))?;
    let is_joint = |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.spacing() == Spacing::Joint);
    let [pattern @ .., last] = &statement[..equals] else {
        return None;
    };
    let next = statement
        .get(equals + 1)
        .filter(|next| sign(next) == Some('='))?;
    if is_joint(last) || !is_joint(&statement[equals]) || is_joint(next) {
        return None;
    }
    let written: TokenStream = pattern.iter().chain([last]).cloned().collect();
    let place = SourcePlace::between(statement[equals].span(), next.span());
    let error = Diagnostic::new(place, "`==` compares, and `=` gives a variable its value")
        .help(format!("write `let {} = ..;`", print(&written)));
    let mut single = Punct::new('=', Spacing::Alone);
    single.set_span(next.span());
    Some(Repair {
        error,
        tokens: quote!(#first #written #single),
        taken: equals + 2,
    })
}

/// A variable of unknown value.
fn bound(first: &Ident, name: &TokenTree) -> TokenStream {
    let unknown = unknown_value(first.span());
    quote_spanned!(first.span()=> let mut #name = #unknown)
}

/// The array that is declared by its extents, and by its elements where they are given.
fn array(rest: &[TokenTree]) -> String {
    let extents = rest.iter().map_while(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => Some(group.stream()),
        _ => None,
    });
    let extents: Vec<TokenStream> = extents.collect();
    if let Some([equals, TokenTree::Group(elements)]) = rest.get(extents.len()..)
        && sign(equals) == Some('=')
        && extents.len() == 1
        && elements.delimiter() != Delimiter::Parenthesis
        && !elements.stream().is_empty()
    {
        return format!("[{}]", print(&elements.stream()));
    }
    let start = String::from("0.0");
    let inner_first = extents.iter().rev();
    inner_first.fold(start, |inner, extent| {
        format!("[{inner}; {}]", print(extent))
    })
}

/// The error for a function inside of a body, `def g(y): y` or `double g(double y) { .. }`. One in
/// braces ends with them; another one may end anywhere, and so takes what is left of the body.
fn function(
    first: &Ident,
    name: &Ident,
    parameters: &Group,
    words: usize,
    rest: &[TokenTree],
) -> Repair {
    let place = SourcePlace::token(first.span()).to(SourcePlace::token(parameters.span_close()));
    let entries: Vec<TokenTree> = parameters.stream().into_iter().collect();
    let entries = entries.split(|token| sign(token) == Some(','));
    let arguments = entries.filter_map(|entry| {
        let typed = entry.iter().position(|token| sign(token) == Some(':'));
        let name = entry[..typed.unwrap_or(entry.len())].last()?;
        is_name(name).then(|| format!("{name}: f64"))
    });
    let arguments: Vec<String> = arguments.collect();
    let help = format!(
        "write it in the block, beside the functions: `fn {name}({}) -> f64 {{ .. }}`",
        arguments.join(", ")
    );
    let error = Diagnostic::new(place, "functions cannot stand here").help(help);
    let braces = rest.iter().position(
        |token| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace),
    );
    let is_python = rest.first().and_then(sign) == Some(':') || first == "def";
    let unknown = unknown_value(first.span());
    let (tokens, taken) = match braces.filter(|_| !is_python) {
        Some(braces) => (quote!(let #name = #unknown;), braces + 1),
        None => (quote!(#unknown), rest.len()),
    };
    Repair {
        error,
        tokens,
        taken: words + 1 + taken,
    }
}
