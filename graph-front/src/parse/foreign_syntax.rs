//! Syntax of Python and C that Rust does not have: `x and y`, `not x`, `x if c else y`, `elif`,
//! `c ? x : y`, `x++`, `for (;;)`, `x **= y`, `x <> y`, `.5`, `lambda x: x`, `x .^ y`; and `a < b & c < d`,
//! which Rust reads otherwise.

use proc_macro2::{Delimiter, Punct, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};

use super::declarations::declaration;
use super::juxtaposed::is_header;
use crate::diagnostics::{Diagnostic, SourcePlace, line_of, print};
use crate::tokens::{UNKNOWN_VALUE, chain_before, is_value, sign, unknown_value};

/// The replacement of a foreign operator.
pub(super) struct Repair {
    pub(super) error: Diagnostic,
    pub(super) tokens: TokenStream,
    /// How many of the tokens behind the operator belong to it.
    pub(super) taken: usize,
}

/// The error for a closure in the place of a value whose second bar is missing: it ends with its
/// line.
fn half_closure(bar: &TokenTree, rest: &[TokenTree]) -> Option<Repair> {
    let line = line_of(bar.span())?;
    let is_own =
        |token: &&TokenTree| sign(token) != Some(';') && line_of(token.span()) == Some(line);
    let own: Vec<&TokenTree> = rest.iter().take_while(is_own).collect();
    if own.iter().any(|token| sign(token) == Some('|')) {
        return None;
    }
    let (span, taken) = (bar.span(), own.len());
    let unknown = unknown_value(span);
    let is_ended = rest.get(taken).is_none_or(|next| sign(next) == Some(';'));
    let message = "the parameters of a closure stand between two bars";
    Some(Repair {
        error: Diagnostic::new(SourcePlace::token(span), message),
        tokens: match is_ended {
            true => quote_spanned!(span=> #unknown),
            false => quote_spanned!(span=> #unknown;),
        },
        taken,
    })
}

/// Comparisons of other languages, the longer ones first, with those that are meant.
const COMPARISONS: [(&str, &str); 7] = [
    ("===", "=="),
    ("!==", "!="),
    ("<>", "!="),
    ("~=", "!="),
    ("=!", "!="),
    ("=<", "<="),
    ("=>", ">="),
];

/// The operator that a token begins, between these tokens, if it is one; a declaration where
/// statements stand.
pub(super) fn repair(
    before: &[TokenTree],
    token: &TokenTree,
    after: impl Iterator<Item = TokenTree> + Clone,
    is_statement: bool,
) -> Option<Repair> {
    if is_statement
        && let TokenTree::Ident(word) = token
        && let Some(declaration) = declaration(before, word, after.clone())
    {
        return Some(declaration);
    }
    const FUNCTION: &str =
        "write a function in the block, `fn g(x: f64) -> f64 { .. }`, and call it by its name";
    const CHOICE: &str = "write `if c { a } else { b }`, with the condition first";
    let mut end = None;
    let rest: Vec<TokenTree> = after.collect();
    let after = rest.iter().take_while(|token| {
        end = sign(token).filter(|_| ends(token));
        end.is_none()
    });
    let after: Vec<TokenTree> = after.cloned().collect();
    let behind_value = before.last().is_some_and(is_value);
    let before_value = after.first().is_some_and(begins_value);
    let follows_sign = before.last().is_none_or(|last| sign(last).is_some()) && !behind_value;
    let before_name = before_value && !matches!(after.first(), Some(TokenTree::Group(_)));
    let span = token.span();
    let unknown = unknown_value(span);
    let [and, or] = [quote_spanned!(span=> &&), quote_spanned!(span=> ||)];
    let whole = quote_spanned!(span=> * #unknown);
    let found = |message: &str, help: &str, tokens, taken| {
        let signs = after
            .iter()
            .take(taken)
            .take_while(|token| sign(token).is_some());
        let last = signs.last().map_or(span, TokenTree::span);
        let place = SourcePlace::between(span, last);
        let error = Diagnostic::new(place, message).help(help);
        Some(Repair {
            error,
            tokens,
            taken,
        })
    };
    let word = match token {
        TokenTree::Ident(word) => word.to_string(),
        _ => String::new(),
    };
    if let Some(range) = range_of_loop(before, token, &after) {
        return Some(range);
    }
    match word.as_str() {
        // That its operands are no conditions is no error of its own.
        "and" | "or" if behind_value && before_value => {
            let (own, tokens) = if word == "and" {
                ("&&", and)
            } else {
                ("||", or)
            };
            let own_before = before.iter().rev().take_while(|token| !ends(token));
            let tokens = match compares(own_before) && compares(after.iter()) {
                true => tokens,
                false => quote_spanned!(span=> * #unknown *),
            };
            let message = format!("there is no operator `{word}`");
            found(&message, &format!("write `{own}`"), tokens, 0)
        }
        "is" if behind_value && before_value => {
            let is_not = matches!(after.first(), Some(TokenTree::Ident(word)) if word == "not");
            let (text, own, tokens) = match is_not {
                true => ("is not", "!=", quote_spanned!(span=> !=)),
                false => ("is", "==", quote_spanned!(span=> ==)),
            };
            let message = format!("there is no operator `{text}`");
            found(
                &message,
                &format!("write `{own}`"),
                tokens,
                usize::from(is_not),
            )
        }
        "not" if !behind_value && before_name => found(
            "there is no operator `not`",
            "write `!` in front of a condition, in parentheses where it has operators: `!(x > 0.0)`",
            quote_spanned!(span=> #unknown *),
            0,
        ),
        _ if sign(token) == Some('~') && !behind_value && before_value => found(
            "there is no operator `~`",
            "write `!` in front of a condition, in parentheses where it has operators: `!(x > 0.0)`",
            quote_spanned!(span=> #unknown *),
            0,
        ),
        _ if sign(token) == Some('|')
            && before.last().and_then(sign) == Some('=')
            && let Some(closure) = half_closure(token, &rest) =>
        {
            Some(closure)
        }
        "lambda"
            if !behind_value
                && before_name
                && let Some((closure, taken)) = closure(&rest) =>
        {
            let is_argument = before.last().is_none_or(|last| sign(last) == Some(','));
            let closure = closure.filter(|_| is_argument);
            let help = closure.map(|closure| {
                format!(
                    "write `{closure}` in `map` and `solve`, and a function in the block elsewhere"
                )
            });
            found(
                "`lambda` is not Rust",
                help.as_deref().unwrap_or(FUNCTION),
                quote_spanned!(span=> #unknown),
                taken,
            )
        }
        "elif" | "elsif" | "elseif" if before.last().is_some_and(is_braces) && before_value => {
            let message = format!("there is no `{word}`");
            found(
                &message,
                "write `else if`",
                quote_spanned!(span=> else if),
                0,
            )
        }
        "end" if behind_value && after.is_empty() && end.is_none() && !is_header(before) => found(
            "there is no `end`",
            "blocks stand in braces: remove it",
            TokenStream::new(),
            0,
        ),
        "if" if behind_value && after.iter().any(is_else) => found(
            "`if` does not stand behind a value",
            CHOICE,
            whole,
            after.len(),
        ),
        "for" if is_three_parts(&after) => found(
            "a loop has no condition and no step of its own",
            "write `for i in 0..n { .. }`",
            quote_spanned!(span=> {}),
            2,
        ),
        _ if let Some((foreign, own)) = comparison(before, token, &after) => {
            let message = format!("there is no operator `{foreign}`");
            let help = format!("write `{own}`");
            let signs = own.chars().enumerate().map(|(at, sign)| {
                let spacing = if at + 1 < own.len() {
                    Spacing::Joint
                } else {
                    Spacing::Alone
                };
                let mut sign = Punct::new(sign, spacing);
                sign.set_span(span);
                TokenTree::from(sign)
            });
            found(&message, &help, signs.collect(), foreign.len() - 1)
        }
        _ => match (sign(token)?, after.first().and_then(sign)) {
            (own @ ('&' | '|'), Some(next))
                if own == next && behind_value && after.get(1).and_then(sign) == Some('=') =>
            {
                let text =
                    |tokens: &[TokenTree]| print(&tokens.iter().cloned().collect::<TokenStream>());
                let target = text(&before[before.len() - chain_before(before)..]);
                let value = text(&after[2..]);
                let message = format!("there is no operator `{own}{own}=`");
                let help = format!("write `{target} = {target} {own}{own} {value};`");
                let tokens = quote_spanned!(span=> = #unknown);
                found(&message, &help, tokens, after.len())
            }
            ('+', None) if before_value && is_behind_equals(before) => found(
                "there is no operator `=+`",
                "write `+=`",
                TokenStream::new(),
                0,
            ),
            ('?', _) if behind_value && before_value => {
                found("there is no operator `? :`", CHOICE, whole, after.len())
            }
            (own @ ('+' | '-'), Some(next))
                if own == next && behind_value && (after.len() == 1 || is_double_plus(token)) =>
            {
                let message = format!("there is no operator `{own}{own}`");
                let is_statement = end == Some(';') && after.len() == 1 && !is_part(before);
                let help = format!("write `{own}= 1.0`, or `{own}= 1` for an integer");
                let (help, tokens) = match is_statement {
                    true => (help, quote_spanned!(span=> = #unknown)),
                    // Between two values it is one sign too many.
                    false if after.get(1).is_some_and(begins_value) => {
                        ("write one `+`".into(), quote_spanned!(span=> +))
                    }
                    false => (format!("{help}, in a statement of its own"), whole),
                };
                found(&message, &help, tokens, 1)
            }
            ('+', Some('+')) if follows_sign && is_double_plus(token) => found(
                "there is no operator `++`",
                "write `+= 1.0`, or `+= 1` for an integer, in a statement of its own",
                quote_spanned!(span=> #unknown *),
                1,
            ),
            ('+', None) if follows_sign && before_value => found(
                "there is no operator `+` in front of a value",
                "remove the `+`",
                TokenStream::new(),
                0,
            ),
            ('*', Some('*')) if behind_value && after.get(1).and_then(sign) == Some('=') => {
                let text =
                    |tokens: &[TokenTree]| print(&tokens.iter().cloned().collect::<TokenStream>());
                let base = text(&before[before.len() - chain_before(before)..]);
                let exponent = text(&after[2..]);
                let is_whole = exponent.replace(' ', "").parse::<i64>().is_ok();
                let method = if is_whole { "powi" } else { "powf" };
                let help =
                    format!("write a power as a method: `{base} = {base}.{method}({exponent});`");
                found(
                    "there is no operator `**=`",
                    &help,
                    quote_spanned!(span=> = #unknown *),
                    2,
                )
            }
            ('.', Some('*' | '/' | '+' | '-' | '^' | '<' | '>' | '='))
                if behind_value && !is_joint(token) =>
            {
                found(
                    "expected the name of a method behind `.`",
                    "a method is called as `x.sin()`; without one, remove the `.`",
                    quote_spanned!(span=> * #unknown),
                    0,
                )
            }
            // `x.^2` and `x .* y` of Julia and MATLAB.
            ('.', Some(own @ ('*' | '/' | '+' | '-' | '^' | '<' | '>' | '=')))
                if behind_value && !matches!(before.last(), Some(TokenTree::Literal(_))) =>
            {
                let is_power = own == '^' || own == '*' && after.get(1).and_then(sign) == Some('*');
                let help = match is_power {
                    true => "write a power as a method: `x.powi(2)`".into(),
                    false => format!("operators apply to whole arrays: write `{own}`"),
                };
                let signs = after
                    .iter()
                    .take_while(|token| sign(token).is_some())
                    .count();
                let text: String = after[..signs].iter().filter_map(sign).collect();
                let message = format!("there is no operator `.{text}`");
                found(&message, &help, quote_spanned!(span=> * #unknown *), signs)
            }
            ('|', Some('>')) if behind_value => found(
                "there is no operator `|>`",
                "write a call: `f(x)`",
                whole,
                after.len(),
            ),
            ('.', None) if !behind_value && before.last().and_then(sign) != Some('.') => {
                let TokenTree::Literal(digits) = after.first()? else {
                    return None;
                };
                let help = format!("write `0.{digits}`");
                found(
                    "a number starts with a digit",
                    &help,
                    unknown.into_token_stream(),
                    1,
                )
            }
            (own @ ('&' | '|'), other)
                if other != Some(own)
                    && behind_value
                    && before.last().and_then(sign) != Some(own)
                    && compares(before.iter().rev().take_while(|token| !ends(token)))
                    && compares(after.iter()) =>
            {
                let message = format!("`{own}` binds more tightly than comparisons");
                let help = format!("write `{own}{own}`");
                let tokens = if own == '&' { and } else { or };
                found(&message, &help, tokens, 0)
            }
            _ => None,
        },
    }
}

/// Whether a sign stands next to the one behind it.
fn is_joint(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(sign) if sign.spacing() == Spacing::Joint)
}

/// The comparison that a token begins, as another language writes it, and the one that is meant.
fn comparison(
    before: &[TokenTree],
    token: &TokenTree,
    after: &[TokenTree],
) -> Option<(&'static str, &'static str)> {
    let signs = [Some(token)].into_iter().chain(after.iter().map(Some));
    let signs: String = signs.map_while(|token| sign(token?)).collect();
    let found = COMPARISONS
        .iter()
        .find(|(foreign, _)| signs.starts_with(foreign));
    let &(foreign, own) = found.filter(|_| before.last().is_some_and(is_value))?;
    // An assignment may have a qualified type behind it, and a pattern of a `match` its guard.
    let is_pattern = matches!(foreign, "=>" | "=!") && !is_condition(before);
    let is_followed = match after.get(foreign.len() - 1) {
        Some(next) => begins_value(next) || matches!(sign(next), Some('-' | '!' | '&' | '.')),
        None => false,
    };
    (is_followed && !is_pattern && (is_joint(token) || foreign == "<>")).then_some((foreign, own))
}

/// Whether the tokens before a place begin the condition of an `if` or a `while`.
fn is_condition(before: &[TokenTree]) -> bool {
    let is_start = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "if" || word == "while");
    let start = before.iter().rposition(is_start);
    start.is_some_and(|start| {
        let is_guard = start.checked_sub(1).is_some_and(|at| is_value(&before[at]));
        !is_guard
            && !before[start..]
                .iter()
                .any(|token| ends(token) || is_braces(token))
    })
}

/// Whether the sign of an assignment, and no longer one, ends the tokens, next to what follows.
fn is_behind_equals(before: &[TokenTree]) -> bool {
    match before {
        [.., target, TokenTree::Punct(equals)] => {
            equals.as_char() == '=' && equals.spacing() == Spacing::Joint && is_value(target)
        }
        _ => false,
    }
}

/// Whether another `+` follows this one without a space.
fn is_double_plus(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(sign) if sign.as_char() == '+' && sign.spacing() == Spacing::Joint)
}

/// Whether what stands behind a `for` is C's: `(int i = 0; i < n; i++) { .. }`.
fn is_three_parts(after: &[TokenTree]) -> bool {
    let [TokenTree::Group(header), body, ..] = after else {
        return false;
    };
    let parts = header.stream().into_iter();
    is_braces(body) && parts.filter(|token| sign(token) == Some(';')).count() == 2
}

/// Whether the tokens before an operator begin a larger statement than one about a variable.
fn is_part(before: &[TokenTree]) -> bool {
    let own = before.iter().rev();
    let mut own = own.take_while(|token| !ends(token) && !is_braces(token));
    own.any(|token| match token {
        TokenTree::Ident(word) => word == "let" || word == "return",
        other => matches!(sign(other), Some('=')),
    })
}

/// `for i in 1:3`: the range of a loop with a colon for its dots; a second one would be a step.
fn range_of_loop(before: &[TokenTree], token: &TokenTree, after: &[TokenTree]) -> Option<Repair> {
    let is_word =
        |token: &TokenTree, own: &str| matches!(token, TokenTree::Ident(word) if word == own);
    let is_path =
        before.last().and_then(sign) == Some(':') || after.first().and_then(sign) == Some(':');
    let position = before.iter().rposition(|token| is_word(token, "in"))?;
    let start = &before[position + 1..];
    let is_header = before[..position]
        .iter()
        .rev()
        .take(2)
        .any(|token| is_word(token, "for"));
    let is_start = !start.is_empty() && !start.iter().any(|token| is_braces(token) || ends(token));
    if sign(token) != Some(':') || is_path || !is_header || !is_start {
        return None;
    }
    let end: Vec<TokenTree> = after
        .iter()
        .take_while(|token| !is_braces(token))
        .cloned()
        .collect();
    if end.is_empty() {
        let place = SourcePlace::token(token.span());
        let message = "the body of a loop stands in braces alone, without a colon before them";
        return Some(Repair {
            error: Diagnostic::new(place, message).help("remove the `:`"),
            tokens: TokenStream::new(),
            taken: 0,
        });
    }
    let text = |tokens: &[TokenTree]| print(&tokens.iter().cloned().collect::<TokenStream>());
    let help = match end.iter().any(|token| sign(token) == Some(':')) {
        true => "a range with a step is `(0..10).step_by(2)`".into(),
        false => {
            let (start, end) = (text(start), text(&end));
            format!("write `{start}..{end}`, or `{start}..={end}` with its end")
        }
    };
    let (span, unknown) = (token.span(), unknown_value(token.span()));
    let message = "a range is written with `..`, and not with `:`";
    Some(Repair {
        error: Diagnostic::new(SourcePlace::token(span), message).help(help),
        tokens: quote_spanned!(span=> .. #unknown),
        taken: end.len(),
    })
}

/// Whether there is a comparison among the tokens.
fn compares<'t>(tokens: impl Iterator<Item = &'t TokenTree>) -> bool {
    let signs: Vec<Option<char>> = tokens.map(sign).collect();
    let is_double = |pair: &[Option<char>]| {
        matches!(pair, [Some('=' | '!'), Some('=')] | [Some('='), Some('!')])
    };
    signs.iter().any(|sign| matches!(sign, Some('<' | '>'))) || signs.windows(2).any(is_double)
}

fn is_braces(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
}

/// Whether a token ends the expression before it.
fn ends(token: &TokenTree) -> bool {
    matches!(sign(token), Some(';' | ','))
}

fn begins_value(token: &TokenTree) -> bool {
    match token {
        TokenTree::Group(_) | TokenTree::Literal(_) => true,
        TokenTree::Ident(word) => word != "else" && word != "as",
        TokenTree::Punct(_) => false,
    }
}

fn is_else(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(word) if word == "else")
}

/// The closure that stands for tokens behind `lambda`, where their text is known, and how many these
/// are.
fn closure(after: &[TokenTree]) -> Option<(Option<String>, usize)> {
    let text = |tokens: &[TokenTree]| print(&tokens.iter().cloned().collect::<TokenStream>());
    let is_parameter =
        |token: &&TokenTree| matches!(token, TokenTree::Ident(_)) || sign(token) == Some(',');
    let colon = after.iter().take_while(is_parameter).count();
    after.get(colon).filter(|token| sign(token) == Some(':'))?;
    let (parameters, body) = (&after[..colon], &after[colon + 1..]);
    let end = body.iter().position(ends).unwrap_or(body.len());
    let body = text(&body[..end]);
    let is_known = !body.is_empty() && !body.contains(UNKNOWN_VALUE);
    let closure = is_known.then(|| format!("|{}| {body}", text(parameters)));
    Some((closure, colon + 1 + end))
}
