//! Functions that tokens call, and the names among their arguments.

use std::collections::HashSet;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use super::{levels, sign, walk};

/// A name that is called: `name(..)`, or `.name(..)`.
pub(crate) struct Called {
    /// The name.
    pub(crate) name: Ident,
    /// Whether it follows a dot.
    pub(crate) is_method: bool,
    /// Whether it is of something else than the block: `f64::sqrt(..)`, but not `self::sqrt(..)`.
    pub(crate) is_foreign: bool,
}

/// The tokens since a name that may be called.
#[derive(Clone, Copy)]
enum Since {
    /// Nothing.
    Name,
    /// `:`.
    Colon,
    /// `::`.
    Colons,
    /// `::<..`, with so many `<` open.
    Parameters(usize),
}

/// All names that are called, in their order, be it with parameters: `name::<3>(..)`.
pub(crate) fn calls(tokens: TokenStream) -> Vec<Called> {
    let mut found = Vec::new();
    let mut last: Option<Called> = None;
    let mut since = Since::Name;
    let (mut after_dot, mut after_fn) = (false, false);
    walk(tokens, |token| {
        let name = last.take();
        let next = match (since, sign(token)) {
            (Since::Name, Some(':')) => Some(Since::Colon),
            (Since::Colon, Some(':')) => Some(Since::Colons),
            (Since::Colons, Some('<')) => Some(Since::Parameters(1)),
            (Since::Parameters(1), Some('>')) => Some(Since::Name),
            (Since::Parameters(open), Some('>')) => Some(Since::Parameters(open - 1)),
            (Since::Parameters(open), Some('<')) => Some(Since::Parameters(open + 1)),
            (Since::Parameters(open), _) => Some(Since::Parameters(open)),
            _ => None,
        };
        if let (Some(next), true) = (next, name.is_some()) {
            (last, since) = (name, next);
            return;
        }
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                found.extend(name.filter(|_| matches!(since, Since::Name)));
            }
            // `fn f()` is no call.
            TokenTree::Ident(ident) if !after_fn => {
                let of_path = name.filter(|_| matches!(since, Since::Colons));
                last = Some(Called {
                    name: ident.clone(),
                    is_method: after_dot,
                    is_foreign: of_path.is_some_and(|before| before.name != "self"),
                });
            }
            _ => {}
        }
        since = Since::Name;
        after_fn = matches!(token, TokenTree::Ident(ident) if ident == "fn");
        after_dot = sign(token) == Some('.');
    });
    found
}

/// The names that are bound to closures: `let g = |x| ..`. A call of one is no call of a function.
pub(crate) fn closures(tokens: TokenStream) -> HashSet<String> {
    let mut found = HashSet::new();
    levels(tokens, |level| {
        for (position, token) in level.iter().enumerate() {
            let (TokenTree::Ident(name), Some('=')) =
                (token, level.get(position + 1).and_then(sign))
            else {
                continue;
            };
            let is_word = |token: &TokenTree, own: &str| matches!(token, TokenTree::Ident(word) if word == own);
            let before = level[..position].iter().rev();
            let mut before = before.skip_while(|token| is_word(token, "mut"));
            let is_bound = before.next().is_some_and(|token| is_word(token, "let"));
            let value = level[position + 2..].iter();
            let mut value = value.skip_while(|token| is_word(token, "move"));
            if is_bound && value.next().and_then(sign) == Some('|') {
                found.insert(name.to_string());
            }
        }
    });
    found
}

/// The names that stand first among the arguments of calls of this function, be it as a method, and
/// alone there: those of functions that it applies.
pub(crate) fn applied(tokens: TokenStream, function: &str) -> Vec<Ident> {
    let mut found = Vec::new();
    levels(tokens, |level| {
        for pair in level.windows(2) {
            let [TokenTree::Ident(name), TokenTree::Group(group)] = pair else {
                continue;
            };
            if name != function || group.delimiter() != Delimiter::Parenthesis {
                continue;
            }
            let arguments: Vec<TokenTree> = group.stream().into_iter().collect();
            let mut arguments = arguments.split(|token| sign(token) == Some(','));
            found.extend(arguments.next().and_then(path));
        }
    });
    found
}

/// The name of a function of the block that tokens are: `f`, `self::f`, `f::<3>`.
fn path(tokens: &[TokenTree]) -> Option<Ident> {
    let mut rest = tokens;
    while let [TokenTree::Ident(own), a, b, TokenTree::Ident(_), ..] = rest
        && own == "self"
        && [a, b].into_iter().all(|token| sign(token) == Some(':'))
    {
        rest = &rest[3..];
    }
    match rest {
        [TokenTree::Ident(name)] => Some(name.clone()),
        [TokenTree::Ident(name), colon, ..] if sign(colon) == Some(':') => Some(name.clone()),
        _ => None,
    }
}

/// The names that stand alone, or with fields behind them, as arguments of calls of these functions,
/// be it as methods, or in tuples that are arguments.
pub(crate) fn named_arguments(tokens: TokenStream, functions: &[&str]) -> HashSet<String> {
    let mut found = HashSet::new();
    levels(tokens, |level| {
        for pair in level.windows(2) {
            let [TokenTree::Ident(name), TokenTree::Group(group)] = pair else {
                continue;
            };
            let is_call = group.delimiter() == Delimiter::Parenthesis;
            if !is_call || !functions.iter().any(|function| name == function) {
                continue;
            }
            let mut open = vec![group.stream()];
            while let Some(arguments) = open.pop() {
                let tokens: Vec<TokenTree> = arguments.into_iter().collect();
                for argument in tokens.split(|token| sign(token) == Some(',')) {
                    match argument {
                        [TokenTree::Ident(name), fields @ ..] if are_fields(fields) => {
                            found.insert(name.to_string());
                        }
                        [TokenTree::Group(tuple)]
                            if tuple.delimiter() == Delimiter::Parenthesis =>
                        {
                            open.push(tuple.stream());
                        }
                        _ => {}
                    }
                }
            }
        }
    });
    found
}

/// Whether tokens behind a value are fields of it: `.weights.first`.
fn are_fields(tokens: &[TokenTree]) -> bool {
    // Also `.0.1`, which is a dot and a number.
    let is_field = |pair: &[TokenTree]| match pair {
        [dot, TokenTree::Ident(_) | TokenTree::Literal(_)] => sign(dot) == Some('.'),
        _ => false,
    };
    tokens.chunks(2).all(is_field)
}

#[cfg(test)]
mod tests {
    use super::{applied, calls, named_arguments};

    #[test]
    fn calls_are_found_at_any_depth() {
        let tokens = "fn i() {} let y = f(x, [g(1.0); 3]).sin() + (h) * k;".parse();
        let found = calls(tokens.expect("tokens"));
        let names: Vec<String> = found.iter().map(|c| c.name.to_string()).collect();
        assert_eq!(names, ["f", "g", "sin"]);
        assert_eq!(found.iter().filter(|c| c.is_method).count(), 1);
    }

    #[test]
    fn functions_that_are_applied_are_found() {
        let tokens = "map(f, x) + y.map(g) * map(|a| map(self::h, a), z) + map(k::<3>, x) + \
                      map(sin(l), m) + n(o, p) + map()";
        let found = applied(tokens.parse().expect("tokens"), "map");
        let mut found: Vec<String> = found.iter().map(ToString::to_string).collect();
        found.sort_unstable();
        assert_eq!(found, ["f", "g", "h", "k"]);
    }

    #[test]
    fn arguments_that_are_names_are_found() {
        let tokens = "if a { -deriv(energy, x) + b.deriv(y).sin() * g(deriv(h(c), (z, w.a.0)), d, \
                    deriv(c, e.f()) + deriv(c, m.w.b)) }";
        let found = named_arguments(tokens.parse().expect("tokens"), &["deriv", "jvp"]);
        let mut found: Vec<String> = found.into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, ["c", "energy", "m", "w", "x", "y", "z"]);
    }
}
