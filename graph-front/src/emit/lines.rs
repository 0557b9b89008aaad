//! The places of checks. An index that is out of range panics at the line of the user who wrote it:
//! a panic is located by the tokens of the call that raises it. The graph knows the line of a node,
//! so the text of a program has it in the name of the check, which becomes a token of that line.

use std::cell::OnceCell;
use std::collections::HashMap;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::parse::FunctionSource;
use crate::tokens::levels;

/// The function that checks an index, with the line behind it.
const CHECK: &str = "index_at_";

/// The text of the function that checks the index of a node.
pub(super) fn check(line: u32) -> String {
    match line {
        0 => "index".into(),
        line => format!("{CHECK}{line}"),
    }
}

/// The lines of a block, with a token of each.
#[derive(Default)]
pub(crate) struct Lines {
    bodies: Vec<TokenTree>,
    spans: OnceCell<HashMap<usize, Span>>,
}

impl Lines {
    /// The lines of functions. Nodes that come from a file have numbers of their own.
    pub(crate) fn of<'s>(functions: impl Iterator<Item = &'s FunctionSource> + Clone) -> Self {
        let has_import = functions.clone().any(|function| function.import.is_some());
        let bodies = functions.map(|function| function.tokens.clone());
        Self {
            bodies: bodies.filter(|_| !has_import).collect(),
            spans: OnceCell::new(),
        }
    }

    /// The first index of a line, or its first token.
    fn span(&self, line: usize) -> Option<Span> {
        let spans = self.spans.get_or_init(|| {
            let (mut first, mut indices) = (HashMap::new(), HashMap::new());
            levels(self.bodies.iter().cloned().collect(), |level| {
                for (position, token) in level.iter().enumerate() {
                    let span = token.span();
                    let line = span.start().line;
                    first.entry(line).or_insert(span);
                    let before = position.checked_sub(1).map(|before| &level[before]);
                    if is_index(before, token) {
                        indices.entry(line).or_insert(span);
                    }
                }
            });
            first.extend(indices);
            first
        });
        spans.get(&line).copied()
    }

    /// The tokens of a text with the checks at their lines.
    pub(super) fn placed(&self, text: &str, tokens: TokenStream) -> TokenStream {
        match text.contains(CHECK) {
            true => self.with_checks(tokens),
            false => tokens,
        }
    }

    /// Recurses as deeply as blocks are nested.
    fn with_checks(&self, tokens: TokenStream) -> TokenStream {
        let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
        for position in 0..tokens.len() {
            match &tokens[position] {
                TokenTree::Group(group) => {
                    let mut placed =
                        Group::new(group.delimiter(), self.with_checks(group.stream()));
                    placed.set_span(group.span());
                    tokens[position] = placed.into();
                }
                TokenTree::Ident(name) => {
                    let name = name.to_string();
                    let line = name.strip_prefix(CHECK).and_then(|line| line.parse().ok());
                    if let Some(line) = line {
                        let span = self.span(line).unwrap_or_else(Span::call_site);
                        tokens[position] = Ident::new("index", span).into();
                        place_call(&mut tokens[position.saturating_sub(3)..], span);
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        tokens.into_iter().collect()
    }
}

/// Puts `support::index(..)`, with which the tokens start, at a place.
fn place_call(tokens: &mut [TokenTree], span: Span) {
    for token in tokens.iter_mut().take(5) {
        token.set_span(span);
    }
}

fn is_index(before: Option<&TokenTree>, token: &TokenTree) -> bool {
    let is_value = match before {
        Some(TokenTree::Ident(name)) => !matches!(&*name.to_string(), "in" | "else" | "return"),
        Some(TokenTree::Group(group)) => group.delimiter() != Delimiter::Brace,
        _ => false,
    };
    is_value && matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket)
}
