//! Places in the user's text: the first and the last token that an error concerns.

use proc_macro2::{Delimiter, Ident, Spacing, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// From the first to the last token of some text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SourcePlace {
    first: Span,
    last: Span,
}

impl SourcePlace {
    /// One token.
    pub(crate) fn token(span: Span) -> Self {
        Self {
            first: span,
            last: span,
        }
    }

    /// From one token to another.
    pub(crate) fn between(first: Span, last: Span) -> Self {
        Self { first, last }
    }

    /// All of some tokens; the place of the macro's call if there are none. Prints the tokens,
    /// so its cost is their number.
    pub(crate) fn of(tokens: &impl ToTokens) -> Self {
        let mut tokens = tokens.to_token_stream().into_iter();
        let Some(first) = tokens.next() else {
            return Self::token(Span::call_site());
        };
        // A group is one token, and has two ends.
        let last = tokens.last().unwrap_or_else(|| first.clone());
        Self::between(first_span(&first), last_span(&last))
    }

    /// From the start of this place to the end of another.
    pub(crate) fn to(self, end: Self) -> Self {
        Self {
            first: self.first,
            last: end.last,
        }
    }

    /// The first token.
    pub(crate) fn start(self) -> Span {
        self.first
    }

    /// The last token.
    pub(crate) fn end(self) -> Span {
        self.last
    }

    /// The line of the source text, as the site of a node; 0, which means none, where it is
    /// unknown.
    pub(crate) fn line(self) -> u32 {
        u32::try_from(self.first.start().line).unwrap_or(0)
    }

    /// Two tokens that carry the spans, for `syn::Error::new_spanned`.
    pub(super) fn into_tokens(self) -> TokenStream {
        let token = |span| TokenTree::Ident(Ident::new("here", span));
        TokenStream::from_iter([token(self.first), token(self.last)])
    }
}

/// The line of a token, where it is known: rust-analyzer does not tell it.
pub(crate) fn line_of(span: Span) -> Option<usize> {
    position_of(span).map(|(line, _)| line)
}

/// The line and column of a token, where they are known.
pub(crate) fn position_of(span: Span) -> Option<(usize, usize)> {
    let start = span.start();
    (!span.file().is_empty()).then_some((start.line, start.column))
}

/// Tokens as the user would write them.
pub(crate) fn print(tokens: &impl ToTokens) -> String {
    let mut text = String::new();
    write_tokens(&mut text, tokens.to_token_stream());
    text
}

/// The tokens of a type, or of the arguments of a function, as the user would write them: no `<`
/// compares there.
pub(crate) fn print_type(tokens: &impl ToTokens) -> String {
    print(tokens).replace(" < ", "<").replace(" >", ">")
}

fn write_tokens(text: &mut String, tokens: TokenStream) {
    let mut previous: Option<TokenTree> = None;
    let mut glued = true;
    // Between the bars of a closure.
    let mut in_bars = false;
    for token in tokens {
        let is_bar = matches!(&token, TokenTree::Punct(p) if p.as_char() == '|');
        let closes = is_bar && in_bars;
        if !glued && !closes && !sticks(previous.as_ref(), &token) {
            text.push(' ');
        }
        glued = !closes && glues(previous.as_ref(), &token);
        in_bars = is_bar && glued || in_bars && !is_bar;
        match &token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                write_tokens(text, group.stream());
                text.push_str(close);
            }
            other => text.push_str(&other.to_string()),
        }
        previous = Some(token);
    }
}

/// Whether a token follows the previous one without a space.
fn sticks(previous: Option<&TokenTree>, token: &TokenTree) -> bool {
    match token {
        TokenTree::Punct(p) => match p.as_char() {
            // A range may start after a comma, a field access may not.
            '.' => !matches!(previous, Some(TokenTree::Punct(p)) if p.as_char() == ','),
            other => matches!(other, ',' | ';' | ':' | '?'),
        },
        // A call or an index sticks to its operand.
        TokenTree::Group(group) => {
            group.delimiter() != Delimiter::Brace && !matches!(previous, Some(TokenTree::Punct(_)))
        }
        _ => false,
    }
}

/// Whether the token after this one follows without a space.
fn glues(previous: Option<&TokenTree>, token: &TokenTree) -> bool {
    let TokenTree::Punct(punct) = token else {
        return false;
    };
    let after_punct = match previous {
        None => true,
        Some(TokenTree::Punct(p)) => p.spacing() == Spacing::Alone && p.as_char() != '?',
        Some(_) => false,
    };
    match punct.as_char() {
        '.' => true,
        '-' | '!' | '&' | '*' if after_punct => true,
        ':' if matches!(previous, Some(TokenTree::Punct(p)) if p.as_char() == ':') => true,
        // The first bar of a closure.
        '|' if punct.spacing() == Spacing::Alone && after_punct => true,
        // The end of a closed range.
        '=' if matches!(previous, Some(TokenTree::Punct(p)) if p.as_char() == '.') => true,
        _ => punct.spacing() == Spacing::Joint,
    }
}

fn first_span(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_open(),
        other => other.span(),
    }
}

fn last_span(token: &TokenTree) -> Span {
    match token {
        TokenTree::Group(group) => group.span_close(),
        other => other.span(),
    }
}

/// Whether two places are one. rust-analyzer tells no lines, but prints different places differently.
pub(crate) fn is_same(place: Span, other: Span) -> bool {
    match (position_of(place), position_of(other)) {
        (Some(place), Some(other)) => place == other,
        _ => format!("{place:?}") == format!("{other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::print;

    #[test]
    fn tokens_print_as_users_write_them() {
        for text in [
            "x * p",
            "x[1..] - x[..2]",
            "0..=n - 1",
            "solve(|y| y * y - x, 1.0)",
            "a | b && c || d",
            "-x.sin() + sum(a[(.., 0)], axis = 0)",
            "a[(0, ..2)] + a[(.., ..)]",
            "f64::consts::PI * 2.0",
            "a && !b || c <= d",
            "y: [f64; 3]",
            "if c { 1.0 } else { -1.0 }",
        ] {
            let tokens: proc_macro2::TokenStream = text.parse().expect("tokens");
            assert_eq!(print(&tokens), text);
        }
    }
}
