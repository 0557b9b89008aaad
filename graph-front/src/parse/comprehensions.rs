//! Arrays that are made of a loop, as Python writes them: `[v * v for v in x]`. The help has the
//! `map`, or the loop, that makes the same.

use proc_macro2::{Group, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprCall, ExprMethodCall, ExprRange, RangeLimits};

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::tokens::{levels, mentions, sign};

const GENERAL: &str = "functions and operators apply to whole arrays, `x * x`, and `map` applies others \
                       to each element: `x.map(|v| ..)`";

/// The most tokens that are parsed for a help: a tree is as deep as its longest chain of operators.
const LONGEST: usize = 256;

/// The parts of `[value for names in sequence if condition]`.
struct Comprehension {
    value: String,
    names: Vec<String>,
    sequence: Expr,
    condition: Option<String>,
}

/// The error for an array that is made of a loop.
pub(super) fn comprehension(group: &Group) -> Option<Diagnostic> {
    let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
    let word = tokens.iter().skip(1).find(|token| is_word(token, "for"))?;
    let place = SourcePlace::token(word.span());
    let code = parts(&tokens).and_then(|parts| parts.code());
    let help = match (code, tokens.iter().any(|token| is_word(token, "if"))) {
        (Some(code), false) => format!("write `{code}`"),
        (Some(code), true) => format!("write `{code}`, which has 0.0 in the places of the others"),
        (None, _) => GENERAL.into(),
    };
    Some(Diagnostic::new(place, "an array is not made by `for` in brackets").help(help))
}

fn parts(tokens: &[TokenTree]) -> Option<Comprehension> {
    let at = |word: &str| tokens.iter().position(|token| is_word(token, word));
    let (start, inside) = (at("for")?, at("in")?);
    let loops = tokens.iter().filter(|token| is_word(token, "for")).count();
    if loops > 1 || start > inside || tokens.len() > LONGEST {
        return None;
    }
    let rest = &tokens[inside + 1..];
    let condition = rest.iter().position(|token| is_word(token, "if"));
    let sequence = &rest[..condition.unwrap_or(rest.len())];
    // What is no Rust itself has another error once this one is gone.
    let code = |tokens: &[TokenTree]| match syn::parse2::<Expr>(stream(tokens)) {
        Ok(expr) if !has_power(tokens) => print(&expr),
        _ => "..".into(),
    };
    Some(Comprehension {
        value: code(&tokens[..start]),
        names: names(&tokens[start + 1..inside])?,
        sequence: syn::parse2(stream(sequence)).ok()?,
        condition: condition.map(|condition| code(&rest[condition + 1..])),
    })
}

/// Whether there is Python's `**`, which Rust reads as a product with a reference.
fn has_power(tokens: &[TokenTree]) -> bool {
    let mut found = false;
    levels(stream(tokens), |level| {
        found |= level.windows(2).any(|pair| match pair {
            [TokenTree::Punct(first), second] => {
                first.as_char() == '*'
                    && first.spacing() == Spacing::Joint
                    && sign(second) == Some('*')
            }
            _ => false,
        });
    });
    found
}

/// The names before `in`, perhaps in parentheses.
fn names(tokens: &[TokenTree]) -> Option<Vec<String>> {
    if let [TokenTree::Group(group)] = tokens {
        return names(&group.stream().into_iter().collect::<Vec<_>>());
    }
    let names = tokens.split(|token| sign(token) == Some(','));
    let names = names.map(|name| match name {
        [TokenTree::Ident(name)] => Some(name.to_string()),
        _ => None,
    });
    names.collect()
}

impl Comprehension {
    /// The array in the language.
    fn code(&self) -> Option<String> {
        let value = match &self.condition {
            // Elements that are left out would change the length.
            Some(condition) => format!("if {condition} {{ {} }} else {{ 0.0 }}", self.value),
            None => self.value.clone(),
        };
        match (&self.names[..], &self.sequence) {
            ([name], Expr::Range(range)) => self.by_range(name, range, &value),
            ([name], Expr::Call(call)) if is_called(call, "range") => {
                let bounds: Vec<String> = call.args.iter().map(print).collect();
                let range = match &bounds[..] {
                    [end] => format!("0..{end}"),
                    [start, end] => format!("{start}..{end}"),
                    _ => return None,
                };
                self.by_range(name, &syn::parse_str(&range).ok()?, &value)
            }
            ([position, name], Expr::Call(call)) if is_called(call, "enumerate") => {
                let array = operand(call.args.first()?);
                let header = format!("for ({position}, {name}) in {array}.iter().enumerate()");
                self.by_loop(&format!("{array}.len()"), &header, position, &value)
            }
            (names, Expr::Call(call)) if is_called(call, "zip") => {
                let arrays: Vec<String> = call.args.iter().map(print).collect();
                let is_whole = arrays.len() == names.len();
                is_whole.then(|| mapped(names, &value, &arrays.join(", ")))
            }
            (names @ [_, _], Expr::MethodCall(zip)) if zip.method == "zip" => {
                let arrays = [&*zip.receiver, zip.args.first()?];
                let arrays = arrays.map(|array| print(without_iterator(array)));
                Some(mapped(names, &value, &arrays.join(", ")))
            }
            ([name], sequence) => {
                let array = operand(without_iterator(sequence));
                Some(format!("{array}.map(|{name}| {value})"))
            }
            _ => None,
        }
    }

    fn by_range(&self, name: &str, range: &ExprRange, value: &str) -> Option<String> {
        let (start, end) = (print(range.start.as_ref()?), print(range.end.as_ref()?));
        let is_open = matches!(range.limits, RangeLimits::HalfOpen(_));
        let last = i64::from(!is_open);
        let numbers = start.parse::<i64>().ok().zip(end.parse::<i64>().ok());
        let length = match numbers {
            Some((start, end)) => end.checked_sub(start)?.checked_add(last)?.to_string(),
            None if start == "0" && is_open => end,
            None => return None,
        };
        let position = match start.as_str() {
            "0" => name.into(),
            start => format!("{name} - {start}"),
        };
        let header = format!("for {name} in {}", print(range));
        self.by_loop(&length, &header, &position, value)
    }

    /// A loop that assigns the elements of a new array.
    fn by_loop(&self, length: &str, header: &str, position: &str, value: &str) -> Option<String> {
        let is_used = |own: &str| {
            let is_own = |name: &str| name == own;
            let texts = [value, length, header].map(str::parse::<TokenStream>);
            let mut texts = texts.into_iter().flatten();
            texts.any(|tokens| mentions(&tokens, is_own)) || self.names.iter().any(|n| n == own)
        };
        let array = ["y", "z", "u", "r"].into_iter().find(|own| !is_used(own))?;
        Some(format!(
            "let mut {array} = [0.0; {length}]; {header} {{ {array}[{position}] = {value}; }}"
        ))
    }
}

fn mapped(names: &[String], value: &str, arrays: &str) -> String {
    format!("map(|{}| {value}, {arrays})", names.join(", "))
}

fn is_called(call: &ExprCall, name: &str) -> bool {
    matches!(&*call.func, Expr::Path(path) if path.path.is_ident(name))
}

/// An array without the methods that make an iterator of it.
fn without_iterator(expr: &Expr) -> &Expr {
    match expr {
        Expr::Reference(reference) => without_iterator(&reference.expr),
        Expr::MethodCall(ExprMethodCall {
            receiver, method, ..
        }) if ["iter", "into_iter", "copied", "cloned"]
            .iter()
            .any(|own| method == own) =>
        {
            without_iterator(receiver)
        }
        expr => expr,
    }
}

/// An expression as what a method is called on.
fn operand(expr: &Expr) -> String {
    match expr {
        Expr::Path(_)
        | Expr::MethodCall(_)
        | Expr::Call(_)
        | Expr::Index(_)
        | Expr::Field(_)
        | Expr::Array(_)
        | Expr::Paren(_) => print(expr),
        other => format!("({})", print(&other.to_token_stream())),
    }
}

fn stream(tokens: &[TokenTree]) -> TokenStream {
    tokens.iter().cloned().collect()
}

fn is_word(token: &TokenTree, own: &str) -> bool {
    matches!(token, TokenTree::Ident(word) if word == own)
}
