//! `#[check]`: requests a check of a function's derivatives, and gives its points.

use std::str::FromStr;

use syn::parse::ParseStream;
use syn::{Attribute, Ident, Lit, LitInt, Meta, Token};

use super::words::{each_word, expected};
use crate::derivatives::Check;
use crate::diagnostics::{Diagnostic, SourcePlace, closest};

/// The words of `check`.
pub(crate) const OPTIONS: [&str; 3] = ["points", "range", "seed"];

/// The error for an option that is none of those known, which may be lengths, too.
pub(crate) fn unknown_option<'k>(
    word: &Ident,
    known: impl IntoIterator<Item = &'k str>,
) -> Diagnostic {
    let message = "`#[check(..)]` takes `points`, `range` and `seed`";
    let text = word.to_string();
    let close = closest(&text, known);
    let help = match text.as_str() {
        "tolerance" | "tol" | "rtol" | "atol" | "eps" | "epsilon" => {
            Some("the tolerance follows from the values: leave it out".into())
        }
        _ => close.map(|close| format!("did you mean `{close}`?")),
    };
    Diagnostic::new(SourcePlace::token(word.span()), message).help_if(help)
}

/// The options of `#[check]` or `#[check(points = 20, range = 0.1..2.0, seed = 7, N = 5)]`.
pub(super) fn check(attribute: &Attribute) -> syn::Result<Check> {
    let mut check = Check::default();
    let list = match &attribute.meta {
        Meta::Path(_) => return Ok(check),
        Meta::List(list) => list,
        Meta::NameValue(_) => {
            let message = "write `#[check]`, or `#[check(points = 20, range = 0.1..2.0)]`";
            return Err(syn::Error::new_spanned(attribute, message));
        }
    };
    if let Ok(number) = syn::parse2::<Lit>(list.tokens.clone()) {
        let diagnostic = Diagnostic::new(SourcePlace::token(number.span()), "expected a word");
        let help = match &number {
            Lit::Int(points) => format!("say what it is: `#[check(points = {points})]`"),
            _ => "the tolerance follows from the values: write `#[check]`, or \
                  `#[check(points = 20, range = 0.1..2.0)]`"
                .into(),
        };
        return Err(diagnostic.help(help).into_syn());
    }
    each_word(list, |word, input| {
        let has_value = input.parse::<Option<Token![=]>>()?.is_some();
        if !has_value && OPTIONS.iter().any(|own| word == own) {
            let message = format!("expected a value: `{word} = ..`");
            return Err(syn::Error::new(word.span(), message));
        }
        match word.to_string().as_str() {
            "points" => {
                let (points, count) = integer(input)?;
                check.points = Some(count);
                if check.points == Some(0) {
                    let message = "at no points nothing is checked";
                    return Err(syn::Error::new(points.span(), message));
                }
            }
            "seed" => check.seed = Some(integer(input)?.1),
            "range" => check.range = Some(range(input)?),
            // The signature says whether it is a length.
            _ if has_value && input.peek(LitInt) && !input.peek2(Token![..]) => {
                let (_, length) = integer(input)?;
                check.lengths.push((word, length));
            }
            _ => {
                let note = "of a function with `const` parameters it takes their lengths, too: \
                            `N = 5`";
                return Err(unknown_option(&word, OPTIONS).note(note).into_syn());
            }
        }
        Ok(())
    })?;
    Ok(check)
}

/// The error for a text or a float that is a whole number, `points = "20"`.
fn in_place_of_integer(input: ParseStream<'_>) -> Option<Diagnostic> {
    let literal: Lit = input.fork().parse().ok()?;
    let text = match &literal {
        Lit::Str(text) => text.value(),
        Lit::Float(float) => float.base10_digits().trim_end_matches(".0").into(),
        _ => return None,
    };
    let whole = text.trim().parse::<usize>().ok();
    let place = SourcePlace::token(literal.span());
    let error = Diagnostic::new(place, "expected a whole number");
    whole.map(|whole| error.help(format!("write `{whole}`")))
}

/// A literal, and the number that it is.
fn integer<N: FromStr>(input: ParseStream<'_>) -> syn::Result<(LitInt, N)> {
    if let Some(other) = in_place_of_integer(input) {
        return Err(other.into_syn());
    }
    let literal: LitInt = expected(input, "expected a whole number")?;
    let digits = literal.base10_digits();
    let is = if digits.starts_with('-') {
        "negative"
    } else {
        "too large"
    };
    match digits.parse() {
        Ok(number) => Ok((literal, number)),
        Err(_) => {
            let message = format!("expected a whole number, and `{digits}` is {is}");
            Err(syn::Error::new(literal.span(), message))
        }
    }
}

/// `low..high`.
fn range(input: ParseStream<'_>) -> syn::Result<[f64; 2]> {
    let span = input.span();
    if !input.peek(Lit) && !input.peek(Token![-]) {
        return Err(input.error("expected a range of numbers: `0.1..2.0`"));
    }
    let low = number(input)?;
    input.parse::<Token![..]>()?;
    let high = number(input)?;
    if low < high {
        return Ok([low, high]);
    }
    Err(syn::Error::new(
        span,
        "the range is empty: write `low..high`",
    ))
}

fn number(input: ParseStream<'_>) -> syn::Result<f64> {
    let negative = input.parse::<Option<Token![-]>>()?.is_some();
    let literal: Lit = input
        .parse()
        .map_err(|_| input.error("expected a number"))?;
    let number: f64 = match &literal {
        Lit::Float(float) => float.base10_parse()?,
        Lit::Int(int) => int.base10_parse()?,
        other => return Err(syn::Error::new(other.span(), "expected a number")),
    };
    Ok(if negative { -number } else { number })
}
