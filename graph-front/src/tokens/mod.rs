//! Looks for names in tokens, without parsing them: the functions that a body calls, and the
//! variables that it mentions.

use std::collections::HashSet;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree, token_stream::IntoIter};
use quote::ToTokens;

/// A name that stands where the user wrote something that is no Rust, and whose error is reported:
/// its value is unknown.
pub(crate) const UNKNOWN_VALUE: &str = "__unknown";

/// That name, at a place.
pub(crate) fn unknown_value(span: Span) -> Ident {
    Ident::new(UNKNOWN_VALUE, span)
}

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

/// The names that stand alone as arguments of calls of these functions, be it as methods, or in
/// tuples that are arguments.
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
                        [TokenTree::Ident(name)] => {
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

/// Whether an expression mentions a name that the predicate accepts.
pub(crate) fn mentions(expr: &impl ToTokens, accept: impl Fn(&str) -> bool) -> bool {
    let mut found = false;
    walk(expr.to_token_stream(), |token| {
        if let TokenTree::Ident(ident) = token {
            found = found || accept(&ident.to_string());
        }
    });
    found
}

/// The names that start with a small letter, each once.
pub(crate) fn words(tokens: &impl ToTokens) -> Vec<String> {
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    walk(tokens.to_token_stream(), |token| {
        if let TokenTree::Ident(ident) = token {
            let name = ident.to_string();
            if name.starts_with(char::is_lowercase) && known.insert(name.clone()) {
                found.push(name);
            }
        }
    });
    found
}

/// All names, in their order.
pub(crate) fn idents(tokens: &impl ToTokens) -> Vec<Ident> {
    let mut found = Vec::new();
    walk(tokens.to_token_stream(), |token| {
        if let TokenTree::Ident(ident) = token {
            found.push(ident.clone());
        }
    });
    found
}

/// The names to which something is assigned, each once, and perhaps others.
pub(crate) fn assigned(tokens: TokenStream) -> Vec<String> {
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    levels(tokens, |level| {
        let mut target: Vec<String> = Vec::new();
        let mut before = ' ';
        for (position, token) in level.iter().enumerate() {
            match token {
                TokenTree::Punct(punct) => {
                    let next = level.get(position + 1).and_then(sign);
                    let equals = punct.as_char() == '='
                        && !matches!(next, Some('=' | '>'))
                        && !matches!(before, '=' | '<' | '>' | '!' | '.');
                    if equals {
                        target.retain(|name| known.insert(name.clone()));
                        found.append(&mut target);
                    } else if next != Some('=') {
                        target.clear();
                    }
                    before = punct.as_char();
                    continue;
                }
                TokenTree::Ident(ident) => target = vec![ident.to_string()],
                TokenTree::Group(group) if is_index(group, &level[..position]) => {}
                TokenTree::Group(group) => {
                    let names = idents(&group.stream()).into_iter();
                    let names = names.map(|name| name.to_string());
                    target = names.filter(|name| name != "_").collect();
                }
                TokenTree::Literal(_) => {}
            }
            before = ' ';
        }
    });
    found
}

/// Whether a group behind these tokens is an index.
fn is_index(group: &Group, before: &[TokenTree]) -> bool {
    let is_value = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Ident(_) | TokenTree::Literal(_) => true,
        TokenTree::Punct(_) => false,
    };
    group.delimiter() == Delimiter::Bracket && before.last().is_some_and(is_value)
}

/// The names that patterns bind, and perhaps others.
pub(crate) fn bound(tokens: TokenStream) -> HashSet<String> {
    let mut found = HashSet::new();
    levels(tokens, |level| {
        let mut binding = false;
        for token in level {
            match token {
                TokenTree::Ident(ident) => {
                    let name = ident.to_string();
                    match name.as_str() {
                        "let" | "for" | "const" => binding = true,
                        "in" => binding = false,
                        _ if binding => {
                            found.insert(name);
                        }
                        _ => {}
                    }
                }
                TokenTree::Punct(punct) if matches!(punct.as_char(), '=' | ';') => binding = false,
                TokenTree::Group(group) if binding => found.extend(words(&group.stream())),
                _ => {}
            }
        }
    });
    found
}

/// A mention of a variable.
pub(crate) struct Mention {
    /// The contents of the brackets behind it.
    pub(crate) brackets: Vec<TokenStream>,
    /// Whether something is assigned to it.
    pub(crate) assigned: bool,
}

/// All mentions of a variable; `None` when one has no brackets behind it, or stands among several
/// targets of an assignment.
pub(crate) fn indexed(tokens: TokenStream, name: &str) -> Option<Vec<Mention>> {
    let mut all = Some(Vec::new());
    levels(tokens, |level| {
        for (position, token) in level.iter().enumerate() {
            if let TokenTree::Group(group) = token
                && is_assigned(&level[position + 1..])
                && !is_index(group, &level[..position])
                && mentions(&group.stream(), |mentioned| mentioned == name)
            {
                all = None;
            }
            let is_name = matches!(token, TokenTree::Ident(ident) if ident == name);
            if !is_name || is_member(&level[..position]) {
                continue;
            }
            let brackets = level[position + 1..].iter().map_while(|token| match token {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                    Some(group.stream())
                }
                _ => None,
            });
            let brackets: Vec<TokenStream> = brackets.collect();
            let mention = Mention {
                assigned: is_assigned(&level[position + 1 + brackets.len()..]),
                brackets,
            };
            match &mut all {
                Some(found) if !mention.brackets.is_empty() => found.push(mention),
                other => *other = None,
            }
        }
    });
    all
}

/// Whether these tokens start with `=`, or with `+=` and the like.
fn is_assigned(after: &[TokenTree]) -> bool {
    let mut after = after.iter().map(|token| sign(token).unwrap_or(' '));
    let [first, second, third] = [(); 3].map(|()| after.next().unwrap_or(' '));
    match first {
        '=' => !matches!(second, '=' | '>'),
        '+' | '-' | '*' | '/' | '%' => second == '=' && third != '=',
        _ => false,
    }
}

/// Whether the next name after these tokens is that of a field or a method.
fn is_member(before: &[TokenTree]) -> bool {
    let mut before = before.iter().rev().map(sign);
    before.next().flatten() == Some('.') && before.next().flatten() != Some('.')
}

/// The character of a punctuation mark.
pub(crate) fn sign(token: &TokenTree) -> Option<char> {
    match token {
        TokenTree::Punct(punct) => Some(punct.as_char()),
        _ => None,
    }
}

/// Tokens one after another. To collect them is the same, and more to compile: `proc_macro2` takes
/// each iterator apart for the compiler and again for use without one.
pub(crate) fn joined(parts: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let mut all = TokenStream::new();
    for part in parts {
        all.extend(part);
    }
    all
}

/// Visits the tokens, and those of each group, which stand side by side.
pub(crate) fn levels(tokens: TokenStream, mut visit: impl FnMut(&[TokenTree])) {
    let mut open = vec![tokens];
    while let Some(tokens) = open.pop() {
        let level: Vec<TokenTree> = tokens.into_iter().collect();
        visit(&level);
        open.extend(level.iter().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group.stream()),
            _ => None,
        }));
    }
}

/// Visits every token, groups before their content.
fn walk(tokens: TokenStream, mut visit: impl FnMut(&TokenTree)) {
    let mut stack: Vec<IntoIter> = vec![tokens.into_iter()];
    while let Some(tokens) = stack.last_mut() {
        match tokens.next() {
            None => {
                stack.pop();
            }
            Some(token) => {
                visit(&token);
                if let TokenTree::Group(group) = token {
                    stack.push(group.stream().into_iter());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{assigned, bound, calls, indexed, mentions, named_arguments};

    #[test]
    fn calls_are_found_at_any_depth() {
        let tokens = "fn i() {} let y = f(x, [g(1.0); 3]).sin() + (h) * k;".parse();
        let found = calls(tokens.expect("tokens"));
        let names: Vec<String> = found.iter().map(|c| c.name.to_string()).collect();
        assert_eq!(names, ["f", "g", "sin"]);
        assert_eq!(found.iter().filter(|c| c.is_method).count(), 1);
    }

    #[test]
    fn arguments_that_are_names_are_found() {
        let tokens = "if a { -deriv(energy, x) + b.deriv(y).sin() * g(deriv(h(c), (z, w)), d) }";
        let found = named_arguments(tokens.parse().expect("tokens"), &["deriv", "jvp"]);
        let mut found: Vec<String> = found.into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, ["energy", "w", "x", "y", "z"]);
    }

    #[test]
    fn mentions_sees_all_names() {
        let expr: syn::Expr = syn::parse_str("x[(.., i)] + 1.0").expect("expression");
        assert!(mentions(&expr, |name| name == "i"));
        assert!(!mentions(&expr, |name| name == "j"));
    }

    #[test]
    fn targets_of_assignments_are_found() {
        let tokens = "let n = 0; a = 1; b[i][(j, k)] += c; d -= -e; if f == g && h <= l { m =-1; }
            (o) = 2; (p[0], q) = 2; [r, _] = 2; if z {} [s, t] = 2; sum(p, axis = 0); for q in 0..=r { s.t(u) } v *= { w /= 2; w };";
        let mut found = assigned(tokens.parse().expect("tokens"));
        found.sort_unstable();
        // `n` and `axis` are none: too many names do no harm.
        assert_eq!(
            found,
            [
                "a", "axis", "b", "d", "m", "n", "o", "p", "q", "r", "s", "t", "v", "w"
            ]
        );
    }

    #[test]
    fn names_of_patterns_are_found() {
        let tokens = "let (a, mut b): T = c; { for d in e { let f = g; } } h = i;";
        let found = bound(tokens.parse().expect("tokens"));
        for name in ["a", "b", "d", "f"] {
            assert!(found.contains(name), "{name}");
        }
        for name in ["c", "e", "g", "h", "i"] {
            assert!(!found.contains(name), "{name}");
        }
    }

    #[test]
    fn mentions_have_their_brackets() {
        let found = |text: &str| {
            let all = indexed(text.parse().expect("tokens"), "y")?;
            let counts = all.iter().map(|m| (m.brackets.len(), m.assigned));
            Some(counts.collect::<Vec<_>>())
        };
        assert_eq!(
            found("y[i] = y[i][(j, 2)] + x.y;"),
            Some(vec![(1, true), (2, false)])
        );
        assert_eq!(
            found("for k in 0..y[1] { f(y[y[2]]) }"),
            Some(vec![(1, false); 3])
        );
        assert_eq!(found("y[i] = sum(y);"), None);
        assert_eq!(found("(y[i], z) = (z, y[i]);"), None);
        assert_eq!(found("[z, y[i]] = x;"), None);
        assert_eq!(found("x[y[i]] = z;"), Some(vec![(1, false)]));
    }
}
