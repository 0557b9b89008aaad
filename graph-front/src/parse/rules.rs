//! Rules of a block, `const FUSED: Rules = rewrite! { .. };`: the text of each, in the form that the
//! macro of the library has.

use proc_macro2::TokenStream;
use quote::ToTokens as _;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, ItemConst, Macro, Meta, Token, Type, parenthesized};

use crate::diagnostics::{Diagnostic, SourcePlace, print};

mod word {
    syn::custom_keyword!(with);
}

/// The name of the macro, and of the attribute.
pub(crate) const REWRITE: &str = "rewrite";

/// The name of the type.
const RULES: &str = "Rules";

/// Rules under a name.
pub(crate) struct RuleSet {
    /// The name.
    pub(crate) name: Ident,
    /// The text of the rules, which may mention constants.
    pub(crate) tokens: TokenStream,
    /// The rules; the error where they do not parse.
    pub(crate) rules: Result<Vec<RuleSource>, syn::Error>,
}

/// A rule as it is written.
pub(crate) struct RuleSource {
    /// Its description.
    pub(crate) docs: String,
    /// Its name.
    pub(crate) name: Ident,
    /// The variables, and the parts of the pattern that some of them name.
    pub(crate) variables: Vec<(Ident, Option<Expr>)>,
    /// The pattern.
    pub(crate) pattern: Expr,
    /// The replacement.
    pub(crate) replacement: Expr,
    /// The numbers that are computed for the replacement.
    pub(crate) numbers: Vec<(Ident, Expr)>,
    /// The condition.
    pub(crate) condition: Option<Expr>,
}

/// The rules that a constant is, if it is such; the error for what is nearly that.
pub(super) fn rule_set(item: &ItemConst) -> Option<Result<RuleSet, Diagnostic>> {
    let is_named = matches!(&*item.ty, Type::Path(path)
        if path.path.segments.last().is_some_and(|last| last.ident == RULES));
    let name = &item.ident;
    let body = match &*item.expr {
        Expr::Macro(value) if is_rewrite(&value.mac) => Some(&value.mac),
        _ => None,
    };
    let wrong = |place: SourcePlace, message: &str| {
        let help = format!("write `const {name}: {RULES} = {REWRITE}! {{ .. }};`");
        Some(Err(Diagnostic::new(place, message).help(help)))
    };
    match (is_named, body) {
        (false, None) => None,
        (false, Some(_)) => wrong(SourcePlace::of(&item.ty), "rules have the type `Rules`"),
        (true, None) => {
            let place = SourcePlace::of(&item.expr);
            wrong(place, "rules are stated by `rewrite! { .. }`")
        }
        (true, Some(_)) if !matches!(item.vis, syn::Visibility::Inherited) => {
            let message = "rules of a block are seen in it alone";
            wrong(SourcePlace::of(&item.vis), message)
        }
        (true, Some(body)) => Some(Ok(RuleSet {
            name: name.clone(),
            tokens: body.tokens.clone(),
            rules: body.parse_body_with(several),
        })),
    }
}

fn is_rewrite(body: &Macro) -> bool {
    let last = body.path.segments.last();
    last.is_some_and(|last| last.ident == REWRITE)
}

fn several(input: ParseStream<'_>) -> syn::Result<Vec<RuleSource>> {
    let mut rules = Vec::new();
    while !input.is_empty() {
        rules.push(input.parse()?);
    }
    Ok(rules)
}

impl Parse for RuleSource {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let name: Ident = input.parse()?;
        let list;
        parenthesized!(list in input);
        let variables = Punctuated::<Variable, Token![,]>::parse_terminated(&list)?;
        input.parse::<Token![:]>()?;
        let pattern = input.parse()?;
        input.parse::<Token![=>]>()?;
        let mut rule = Self {
            docs: docs(&attributes)?,
            name,
            variables: variables.into_iter().map(|own| (own.0, own.1)).collect(),
            pattern,
            replacement: input.parse()?,
            numbers: Vec::new(),
            condition: None,
        };
        while input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
            if input.peek(word::with) && rule.condition.is_none() {
                input.parse::<word::with>()?;
                let name = input.parse()?;
                input.parse::<Token![=]>()?;
                rule.numbers.push((name, input.parse()?));
            } else if input.peek(Token![if]) && rule.condition.is_none() {
                input.parse::<Token![if]>()?;
                rule.condition = Some(input.parse()?);
            } else {
                let message = "expected `with n = ..` or, as the last, `if ..`";
                return Err(input.error(message));
            }
        }
        match input.parse::<Option<Token![;]>>()? {
            Some(_) => Ok(rule),
            None => Err(input.error("expected `;` behind the rule")),
        }
    }
}

/// A variable, and the part of the pattern that it names.
struct Variable(Ident, Option<Expr>);

impl Parse for Variable {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let name = input.parse()?;
        let part = match input.parse::<Option<Token![=]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Self(name, part))
    }
}

/// The text of doc comments, which alone stand on a rule.
fn docs(attributes: &[Attribute]) -> syn::Result<String> {
    let mut text = String::new();
    for attribute in attributes {
        match &attribute.meta {
            Meta::NameValue(doc) if doc.path.is_ident("doc") => {
                let line = doc.value.to_token_stream().to_string();
                text += line.trim_matches('"');
                text.push('\n');
            }
            other => {
                let message = format!("a rule has no attribute `{}`", print(other.path()));
                return Err(Diagnostic::new(SourcePlace::of(attribute), message).into_syn());
            }
        }
    }
    Ok(text)
}
