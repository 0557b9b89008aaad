//! Variables that tokens bind, assign to and index.

use std::collections::HashSet;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

use super::{idents, levels, mentions, sign, words};

/// A variable to which something is assigned, or a field of one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Assigned {
    /// The variable.
    pub(crate) name: String,
    /// The names, or the positions, that lead to the field.
    pub(crate) fields: Vec<String>,
}

impl From<String> for Assigned {
    /// A whole variable.
    fn from(name: String) -> Self {
        Self {
            name,
            fields: Vec::new(),
        }
    }
}

/// The names to which something is assigned, each once, and perhaps others.
pub(crate) fn assigned(tokens: TokenStream) -> Vec<String> {
    let mut known = HashSet::new();
    let names = assigned_places(tokens).into_iter().map(|own| own.name);
    names.filter(|name| known.insert(name.clone())).collect()
}

/// The variables and fields to which something is assigned, each once, and perhaps others.
pub(crate) fn assigned_places(tokens: TokenStream) -> Vec<Assigned> {
    let (mut found, mut known) = (Vec::new(), HashSet::new());
    levels(tokens, |level| {
        let mut target: Vec<Assigned> = Vec::new();
        let mut before = ' ';
        for (position, token) in level.iter().enumerate() {
            match token {
                TokenTree::Punct(punct) => {
                    let next = level.get(position + 1).and_then(sign);
                    let equals = punct.as_char() == '='
                        && !matches!(next, Some('=' | '>'))
                        && !matches!(before, '=' | '<' | '>' | '!' | '.');
                    if equals {
                        target.retain(|own| known.insert(own.clone()));
                        found.append(&mut target);
                    } else if next != Some('=') && punct.as_char() != '.' {
                        target.clear();
                    }
                    before = punct.as_char();
                    continue;
                }
                TokenTree::Ident(_) | TokenTree::Literal(_) if is_member(&level[..position]) => {
                    if let [own] = &mut target[..] {
                        own.fields.extend(members(token));
                    }
                }
                TokenTree::Ident(word) if word == "mut" && before == '&' => {
                    // What a function is given to change.
                    let own = place_at(&level[position + 1..]);
                    found.extend(own.filter(|own| known.insert(own.clone())));
                }
                TokenTree::Ident(ident) => target = vec![Assigned::from(ident.to_string())],
                TokenTree::Group(group) if is_index(group, &level[..position]) => {}
                TokenTree::Group(group) => {
                    let names = idents(&group.stream()).into_iter();
                    let names = names.map(|name| name.to_string());
                    let names = names.filter(|name| name != "_");
                    target = names.map(Assigned::from).collect();
                }
                TokenTree::Literal(_) => {}
            }
            before = ' ';
        }
    });
    found
}

/// The variable or the field with which tokens begin.
fn place_at(tokens: &[TokenTree]) -> Option<Assigned> {
    let (TokenTree::Ident(name), rest) = tokens.split_first()? else {
        return None;
    };
    let pairs = rest.chunks_exact(2);
    let fields = pairs.map_while(|pair| match (sign(&pair[0]), &pair[1]) {
        (Some('.'), member @ (TokenTree::Ident(_) | TokenTree::Literal(_))) => {
            Some(members(member))
        }
        _ => None,
    });
    Some(Assigned {
        name: name.to_string(),
        fields: fields.flatten().collect(),
    })
}

/// The members that a token behind a dot names: one, or two positions, `0.1`.
fn members(token: &TokenTree) -> Vec<String> {
    token.to_string().split('.').map(String::from).collect()
}

/// How many signs the assignment has with which tokens begin: one of `= ..`, two of `+= ..`.
pub(crate) fn assignment(tokens: &[TokenTree]) -> Option<usize> {
    let signs: String = tokens.iter().map_while(sign).take(2).collect();
    match signs.as_bytes() {
        [b'=', b'=' | b'>'] => None,
        [b'=', ..] => Some(1),
        [b'+' | b'-' | b'*' | b'/' | b'%', b'='] => Some(2),
        _ => None,
    }
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

/// All mentions of a variable, or of a field, `s.a`; `None` when one has no brackets behind it, or
/// stands among several targets of an assignment. Another field of the same variable is another one.
pub(crate) fn indexed(tokens: TokenStream, place: &str) -> Option<Vec<Mention>> {
    // The element of an array of structs is one part of a text with brackets.
    if place.contains('[') {
        return None;
    }
    let mut names = place.split('.');
    let (name, fields) = (names.next()?, names.collect::<Vec<&str>>());
    // Two positions of tuples in tuples may be one token, `0.1`.
    if fields.len() > 1
        && fields
            .iter()
            .any(|own| own.starts_with(|c: char| c.is_ascii_digit()))
    {
        return None;
    }
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
            let own = place_at(&level[position..]).map_or(Vec::new(), |own| own.fields);
            if own.iter().zip(&fields).any(|(own, field)| own != field) {
                continue;
            }
            // A method of the array, or a value with this field, stands without brackets.
            let behind = (own.len() >= fields.len()).then_some(position + 1 + 2 * fields.len());
            let Some(rest) = behind.and_then(|behind| level.get(behind..)) else {
                all = None;
                continue;
            };
            let brackets = rest.iter().map_while(|token| match token {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                    Some(group.stream())
                }
                _ => None,
            });
            let brackets: Vec<TokenStream> = brackets.collect();
            let mention = Mention {
                assigned: is_assigned(&rest[brackets.len()..]) || is_lent(&level[..position]),
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

/// Whether what stands after these tokens is given to a function to be changed: `&mut`.
fn is_lent(before: &[TokenTree]) -> bool {
    matches!(before, [.., and, TokenTree::Ident(word)] if word == "mut" && sign(and) == Some('&'))
}

/// Whether the next name after these tokens is that of a field or a method.
fn is_member(before: &[TokenTree]) -> bool {
    let mut before = before.iter().rev().map(sign);
    before.next().flatten() == Some('.') && before.next().flatten() != Some('.')
}

#[cfg(test)]
mod tests {
    use super::{assigned, bound, indexed};

    #[test]
    fn targets_of_assignments_are_found() {
        let tokens = "let n = 0; a = 1; b[i][(j, k)] += c; d -= -e; if f == g && h <= l { m =-1; }
            (o) = 2; (p[0], q) = 2; [r, _] = 2; if z {} [s, t] = 2; sum(p, axis = 0); for q in 0..=r { s.t(u) } v *= { w /= 2; w };
            aa.bb = 1; ab.0.bb[i] -= 2; (*ac).bb = 3; f(&mut ad, &x, &mut ae.bb);";
        let mut found = assigned(tokens.parse().expect("tokens"));
        found.sort_unstable();
        // `n` and `axis` are none: too many names do no harm.
        assert_eq!(
            found,
            [
                "a", "aa", "ab", "ac", "ad", "ae", "axis", "b", "d", "m", "n", "o", "p", "q", "r",
                "s", "t", "v", "w"
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
