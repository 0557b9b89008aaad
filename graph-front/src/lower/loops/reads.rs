//! The positions at which the body of a loop reads arrays at the loop's variable: their extents say
//! how often the loop repeats at most.

use graph_ir::types::Extent;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ExprForLoop;

use super::sequence::least;
use crate::lower::Lowerer;
use crate::tokens::{bound, levels, sign, words};

/// An index that moves with the variable of a loop: a multiple of it, and a number added.
struct Moved {
    factor: i64,
    after: i64,
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// How many positions the variable of the loop whose header is read may have.
    pub(super) fn positions_in_body(&self) -> Option<Extent> {
        self.positions_read(self.loops.header?, &self.counter()?)
    }

    /// How many positions the variable of a loop may have, as its body reads arrays there. Of two
    /// extents that may be ordered either way the first one is taken: each array ends the loop.
    pub(super) fn positions_read(&self, header: &ExprForLoop, counter: &str) -> Option<Extent> {
        let body = header.body.to_token_stream();
        let own = bound(body.clone());
        if own.contains(counter) {
            return None;
        }
        let mut found: Option<Extent> = None;
        levels(without_guarded(body, counter), |level| {
            for (at, token) in level.iter().enumerate() {
                let TokenTree::Ident(name) = token else {
                    continue;
                };
                let name = name.to_string();
                let shape = self.variables.find(&name).filter(|_| !own.contains(&name));
                let shape = shape.and_then(|id| self.variables.get(id).shape());
                let Some(shape) = shape else { continue };
                let counts = shape.counts();
                for (axis, moved) in indices(&level[at + 1..], counter) {
                    let count = counts.get(axis).and_then(|extent| moved.positions(extent));
                    let Some(count) = count else { continue };
                    found = match found.take() {
                        Some(other) => Some(least(&other, &count).unwrap_or(other)),
                        None => Some(count),
                    };
                }
            }
        });
        found.filter(|count| !count.is_negative())
    }
}

impl Moved {
    /// How many positions the variable may have from zero on, for this index to lie within an
    /// extent; of an extent that is not known, perhaps more.
    fn positions(&self, extent: &Extent) -> Option<Extent> {
        let count = extent - Extent::from(self.after);
        match count.known_integer() {
            // The last factor may be cut short.
            Some(known) => {
                let rounded = known.checked_add(self.factor - 1)?;
                Some(Extent::from(rounded.div_euclid(self.factor)))
            }
            None => Some(count),
        }
    }
}

/// The tokens without the branches of each `if` that compares the variable of a loop by size: what
/// they read says nothing of the repetitions in which they are left out.
fn without_guarded(tokens: TokenStream, counter: &str) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_word = |at: usize, word: &str| match tokens.get(at) {
        Some(TokenTree::Ident(ident)) => ident == word,
        _ => false,
    };
    let is_braces = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut at = 0;
    let mut is_guarded = false;
    while let Some(token) = tokens.get(at) {
        if is_word(at, "if") {
            let condition: Vec<_> = tokens[at + 1..]
                .iter()
                .take_while(|t| !is_braces(t))
                .collect();
            let is_lazy = |pair: &[&TokenTree]| {
                matches!(
                    [sign(pair[0]), sign(pair[1])],
                    [Some('&'), Some('&')] | [Some('|'), Some('|')]
                )
            };
            // What stands behind the first `&&` may not be computed.
            if let Some(first) = condition.windows(2).position(is_lazy) {
                let computed = condition[..first]
                    .iter()
                    .map(|&token| token.clone())
                    .collect();
                kept.extend(without_guarded(computed, counter));
                at += condition.len();
            }
            let has = |own: &dyn Fn(&TokenTree) -> bool| condition.iter().any(|token| own(token));
            is_guarded |= has(&|token| matches!(sign(token), Some('<' | '>')))
                && has(&|token| matches!(token, TokenTree::Ident(name) if name == counter));
        }
        at += 1;
        match token {
            TokenTree::Group(group) if is_braces(token) && is_guarded => {
                is_guarded = is_word(at, "else");
                kept.push(Group::new(group.delimiter(), TokenStream::new()).into());
            }
            TokenTree::Group(group) => {
                let inner = without_guarded(group.stream(), counter);
                kept.push(Group::new(group.delimiter(), inner).into());
            }
            _ => kept.push(token.clone()),
        }
    }
    kept.into_iter().collect()
}

/// The axes along which the brackets that start these tokens hold the variable of a loop, with how
/// they move with it.
fn indices(after: &[TokenTree], counter: &str) -> Vec<(usize, Moved)> {
    let brackets = after.iter().map_while(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => Some(group),
        _ => None,
    });
    let (mut axis, mut found) = (0, Vec::new());
    for bracket in brackets {
        for entry in entries(bracket) {
            found.extend(moved(&entry, counter).map(|moved| (axis, moved)));
            axis += 1;
        }
    }
    found
}

/// The entries between brackets, which stand in parentheses where there are several.
fn entries(bracket: &Group) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<TokenTree> = bracket.stream().into_iter().collect();
    match &tokens[..] {
        [TokenTree::Group(inner)] if inner.delimiter() == Delimiter::Parenthesis => {
            let inner: Vec<TokenTree> = inner.stream().into_iter().collect();
            let parts = inner.split(|token| sign(token) == Some(','));
            parts.map(<[TokenTree]>::to_vec).collect()
        }
        _ => vec![tokens],
    }
}

/// How an index moves with the variable of a loop: `2 * i + 1`, or a sum with what is not negative,
/// `first[n] + i`.
fn moved(entry: &[TokenTree], counter: &str) -> Option<Moved> {
    let mut terms = entry.split(|token| sign(token) == Some('+'));
    let holds = |tokens: &&[TokenTree]| {
        let stream: TokenStream = tokens.iter().cloned().collect();
        words(&stream).iter().any(|word| word == counter)
    };
    let (moving, others): (Vec<_>, Vec<_>) = terms.by_ref().partition(holds);
    let is_added = |tokens: &[TokenTree]| match tokens {
        [TokenTree::Ident(_)] => true,
        [TokenTree::Ident(_), TokenTree::Group(index)] => index.delimiter() == Delimiter::Bracket,
        _ => false,
    };
    match (&moving[..], &others[..]) {
        ([term], [_, ..]) if others.iter().all(|other| is_added(other)) => {
            let own = multiple(term, counter)?;
            (own.after >= 0).then_some(Moved { after: 0, ..own })
        }
        _ => multiple(entry, counter),
    }
}

/// A multiple of the variable of a loop, and a number added.
fn multiple(entry: &[TokenTree], counter: &str) -> Option<Moved> {
    let number = |token: &TokenTree| token.to_string().parse::<i64>().ok();
    let is_counter = |token: &TokenTree| matches!(token, TokenTree::Ident(name) if name == counter);
    let (factor, rest) = match entry {
        [by, times, name, rest @ ..] if sign(times) == Some('*') && is_counter(name) => {
            (number(by)?, rest)
        }
        [name, times, by, rest @ ..] if sign(times) == Some('*') && is_counter(name) => {
            (number(by)?, rest)
        }
        [name, rest @ ..] if is_counter(name) => (1, rest),
        _ => return None,
    };
    let after = match rest {
        [] => 0,
        [plus, by] if sign(plus) == Some('+') => number(by)?,
        [minus, by] if sign(minus) == Some('-') => number(by)?.checked_neg()?,
        _ => return None,
    };
    (factor > 0).then_some(Moved { factor, after })
}
