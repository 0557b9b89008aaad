//! Several variables without parentheses, as Python and Julia have them: `let a, b = x, y`,
//! `a, b = b, a`, and `let mut (a, b) = x`.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::quote_spanned;

use super::foreign_syntax::Repair;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::tokens::{is_value, mentions, sign, unknown_value};

/// The error for a statement that starts with this word, and binds or assigns several variables.
pub(super) fn several(
    before: &[TokenTree],
    first: &Ident,
    statement: &[TokenTree],
) -> Option<Repair> {
    let is_let = first == "let";
    let is_mut =
        is_let && matches!(statement.first(), Some(TokenTree::Ident(word)) if word == "mut");
    if let (true, Some(TokenTree::Group(pattern))) = (is_mut, statement.get(1)) {
        return before_pattern(first, &statement[0], pattern);
    }
    let first_name = [TokenTree::Ident(first.clone())];
    let whole = match is_let {
        true => statement.to_vec(),
        false => [&first_name[..], statement].concat(),
    };
    let equals = (0..whole.len()).find(|&at| is_equals(&whole, at))?;
    let (left, right) = (&whole[..equals], &whole[equals + 1..]);
    let sides = [left, right].map(entries);
    let [targets, values] = &sides;
    let is_name = |target: &&[TokenTree]| {
        matches!(target, [TokenTree::Ident(_)]) && target.iter().all(is_value)
    };
    let are_names = targets.len() > 1 && targets.iter().all(is_name);
    let is_pattern = matches!(left, [TokenTree::Group(_)]) && values.len() > 1;
    if !are_names && !is_pattern || sides.iter().flatten().any(|entry| entry.is_empty()) {
        return None;
    }
    let list = |side: &[&[TokenTree]]| match side {
        [one] => text(one),
        several => {
            let several: Vec<String> = several.iter().map(|entry| text(entry)).collect();
            format!("({})", several.join(", "))
        }
    };
    let start = if is_let { "let " } else { "" };
    let message = "several values stand in parentheses";
    // Names of the function and of outer blocks are not known here.
    let is_declared = is_let || targets.iter().all(|target| is_bound(before, target));
    let help = format!("write `{start}{} = {};`", list(targets), list(values));
    let help = match is_declared || !are_names {
        true => help,
        false => format!("{help}, with `let` in front where the names are new"),
    };
    let place = SourcePlace::of(&match are_names {
        true => left.iter().cloned().collect::<TokenStream>(),
        false => right.iter().cloned().collect(),
    });
    let (span, unknown) = (first.span(), unknown_value(first.span()));
    let assigns = !is_let && (is_declared || !are_names);
    let pattern: TokenStream = match are_names {
        true => {
            let names = targets.iter().map(|target| &target[0]);
            match assigns {
                false => quote_spanned!(span=> (#(mut #names),*)),
                true => quote_spanned!(span=> (#(#names),*)),
            }
        }
        false => left.iter().cloned().collect(),
    };
    let tokens = match !assigns {
        true => quote_spanned!(span=> let #pattern = #unknown),
        false => quote_spanned!(span=> #pattern = #unknown),
    };
    Some(Repair {
        error: Diagnostic::new(place, message).help(help),
        tokens,
        taken: statement.len(),
    })
}

/// Whether these statements bind the name that is assigned.
fn is_bound(before: &[TokenTree], target: &[TokenTree]) -> bool {
    let [TokenTree::Ident(name)] = target else {
        return false;
    };
    before.windows(3).any(|tokens| match tokens {
        [TokenTree::Ident(word), TokenTree::Ident(own), _] if own == name => word == "mut",
        [
            TokenTree::Ident(word),
            TokenTree::Ident(own),
            TokenTree::Group(names),
        ] => word == "let" && own == "mut" && mentions(&names.stream(), |own| name == own),
        [TokenTree::Ident(word), TokenTree::Group(names), _] => {
            word == "let" && mentions(&names.stream(), |own| name == own)
        }
        _ => false,
    })
}

/// The error for `let mut (a, b)`.
fn before_pattern(first: &Ident, word: &TokenTree, pattern: &Group) -> Option<Repair> {
    let content: Vec<TokenTree> = pattern.stream().into_iter().collect();
    let names = entries(&content);
    let is_name = |name: &&[TokenTree]| matches!(name, [TokenTree::Ident(_)]);
    if !names.iter().all(is_name) || pattern.delimiter() == Delimiter::Brace {
        return None;
    }
    let names = names.iter().map(|name| &name[0]);
    let span = first.span();
    let content = quote_spanned!(span=> #(mut #names),*);
    let mutable = TokenTree::Group(Group::new(pattern.delimiter(), content));
    let message = "`mut` stands before each name of a pattern";
    let help = format!("write `let {} = ..;`", print(&mutable));
    Some(Repair {
        error: Diagnostic::new(SourcePlace::token(word.span()), message).help(help),
        tokens: quote_spanned!(span=> let #mutable),
        taken: 2,
    })
}

/// Whether the sign of an assignment stands here, and no part of a longer one.
fn is_equals(tokens: &[TokenTree], at: usize) -> bool {
    let sign_at = |at: Option<usize>| at.and_then(|at| tokens.get(at)).and_then(sign);
    sign_at(Some(at)) == Some('=')
        && sign_at(at.checked_add(1)) != Some('=')
        && sign_at(at.checked_sub(1)).is_none()
}

/// The tokens between commas.
fn entries(tokens: &[TokenTree]) -> Vec<&[TokenTree]> {
    tokens.split(|token| sign(token) == Some(',')).collect()
}

fn text(tokens: &[TokenTree]) -> String {
    print(&tokens.iter().cloned().collect::<TokenStream>())
}
