//! `#[check]`: requests a check of a function's derivatives, and gives its points.

use syn::parse::ParseStream;
use syn::{Attribute, Lit, Meta, Token};

use super::words::each_word;
use crate::derivatives::Check;

/// The options of `#[check]` or `#[check(points = 20, range = 0.1..2.0, seed = 7)]`.
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
    each_word(list, |word, input| {
        input.parse::<Token![=]>()?;
        match word.to_string().as_str() {
            "points" => {
                let points: syn::LitInt = input.parse()?;
                check.points = Some(points.base10_parse()?);
                if check.points == Some(0) {
                    let message = "at no points nothing is checked";
                    return Err(syn::Error::new(points.span(), message));
                }
            }
            "seed" => check.seed = Some(input.parse::<syn::LitInt>()?.base10_parse()?),
            "range" => check.range = Some(range(input)?),
            _ => {
                let message = "`#[check(..)]` takes `points`, `range` and `seed`";
                return Err(syn::Error::new(word.span(), message));
            }
        }
        Ok(())
    })?;
    Ok(check)
}

/// `low..high`.
fn range(input: ParseStream<'_>) -> syn::Result<[f64; 2]> {
    let span = input.span();
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
    let literal: Lit = input.parse()?;
    let number: f64 = match &literal {
        Lit::Float(float) => float.base10_parse()?,
        Lit::Int(int) => int.base10_parse()?,
        other => return Err(syn::Error::new(other.span(), "expected a number")),
    };
    Ok(if negative { -number } else { number })
}
