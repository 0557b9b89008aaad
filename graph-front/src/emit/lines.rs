//! The places of checks. An index that is out of range, or a divisor that is zero, panics at the
//! line of the user who wrote it: a panic is located by the tokens of the call that raises it. The
//! graph knows the line of a node, so the text of a program has it in the name of the check, which
//! becomes a token of that line.

use std::cell::OnceCell;
use std::collections::HashMap;

use graph_program::Condition;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};

use crate::parse::FunctionSource;
use crate::tokens::levels;

/// A function of generated code that checks an integer.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Check {
    Index,
    Divisor,
    Iterations,
}

impl Check {
    const ALL: [Self; 3] = [Self::Index, Self::Divisor, Self::Iterations];

    /// The function that checks a condition.
    pub(super) fn of(condition: Condition) -> Self {
        match condition {
            Condition::Below(_) => Self::Index,
            Condition::NotZero => Self::Divisor,
            Condition::AtMost(_) => Self::Iterations,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Index => "index",
            Self::Divisor => "divisor",
            Self::Iterations => "iterations",
        }
    }

    /// The text before the line in the name of the function.
    fn prefix(self) -> &'static str {
        match self {
            Self::Index => "index_at_",
            Self::Divisor => "divisor_at_",
            Self::Iterations => "iterations_at_",
        }
    }

    /// The text of the function for a node of a line.
    pub(super) fn text(self, line: u32) -> String {
        match line {
            0 => self.name().into(),
            line => format!("{}{line}", self.prefix()),
        }
    }

    /// The function, and the line, that a text names.
    fn read(text: &str) -> Option<(Self, usize)> {
        Self::ALL.into_iter().find_map(|check| {
            let line = text.strip_prefix(check.prefix())?;
            Some((check, line.parse().ok()?))
        })
    }

    /// Whether a token, which follows another one, is the place in the user's code.
    fn is_at(self, before: Option<&TokenTree>, token: &TokenTree) -> bool {
        match self {
            Self::Index => is_index(before, token),
            Self::Divisor => {
                matches!(token, TokenTree::Punct(p) if matches!(p.as_char(), '/' | '%'))
            }
            Self::Iterations => matches!(before, Some(TokenTree::Ident(name)) if name == "in"),
        }
    }
}

/// The lines of a block, with a token of each.
#[derive(Default)]
pub(crate) struct Lines {
    bodies: Vec<TokenTree>,
    spans: OnceCell<Spans>,
}

/// The first token of each line, and the first at which a check is.
type Spans = HashMap<(usize, Option<Check>), Span>;

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

    /// The first place of a check in a line, or the line's first token.
    fn span(&self, check: Check, line: usize) -> Option<Span> {
        let spans = self.spans.get_or_init(|| {
            let mut spans = Spans::new();
            levels(self.bodies.iter().cloned().collect(), |level| {
                for (position, token) in level.iter().enumerate() {
                    let span = token.span();
                    let line = span.start().line;
                    spans.entry((line, None)).or_insert(span);
                    let before = position.checked_sub(1).map(|before| &level[before]);
                    for check in Check::ALL {
                        if check.is_at(before, token) {
                            spans.entry((line, Some(check))).or_insert(span);
                        }
                    }
                }
            });
            spans
        });
        let span = spans.get(&(line, Some(check)));
        span.or_else(|| spans.get(&(line, None))).copied()
    }

    /// The tokens of a text with the checks at their lines.
    pub(super) fn placed(&self, text: &str, tokens: TokenStream) -> TokenStream {
        match Check::ALL.iter().any(|c| text.contains(c.prefix())) {
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
                    if let Some((check, line)) = Check::read(&name.to_string()) {
                        let span = self.span(check, line).unwrap_or_else(Span::call_site);
                        tokens[position] = Ident::new(check.name(), span).into();
                        place_call(&mut tokens[position.saturating_sub(3)..], span);
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        tokens.into_iter().collect()
    }
}

/// Puts `support::index(..)` or another check, with which the tokens start, at a place.
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
