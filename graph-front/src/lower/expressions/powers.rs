//! Powers as other languages write them, `x ** 2`, `x^2` and `pow(x, 2)`: the method, or the
//! product of integers, that is meant.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, ExprBinary, Lit, Token, UnOp};

use super::bits::other_parity;
use super::paths::is_of_euler;
use super::{leftmost, without_parentheses};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::calls::is_builtin;
use crate::lower::report::{grouped, short_text};
use crate::lower::types::as_float;
use crate::lower::values::{Affine, IntegerError, Lowered, Operand, Value};
use crate::tokens::{chain_before, is_value, joined, run, sign, values};

/// The longest expression that a help writes anew.
const LONGEST: usize = 60;

/// How deep the chain of an expression is that a help writes anew, and how many powers of powers.
const DEEPEST: usize = 24;

const ANY: &str = "write a power as a method: `x.powi(2)`, or `x.powf(p)` of any exponent";

/// What is known of an operand of a power.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A constant integer.
    Whole(i64),
    /// An integer that is known at run time only.
    Integer,
    /// A float, or something unknown.
    Other,
    /// A power of Euler's number.
    OfEuler,
}

/// An operand of a power as text.
struct Part {
    text: String,
    kind: Kind,
}

impl Part {
    /// The number, where the text is one.
    fn number(&self) -> Option<i64> {
        match self.kind {
            Kind::Whole(number) => Some(number).filter(|number| self.text == number.to_string()),
            Kind::Integer | Kind::Other | Kind::OfEuler => None,
        }
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `x ** 2`, which Rust reads as the product of `x` and `*2`. Several in a row, which other
    /// languages read from the right, are one error: it takes the place of the one before.
    pub(super) fn power(
        &mut self,
        left: &Operand<'b, 'e>,
        power: &'e Expr,
        star: SourcePlace,
    ) -> Lowered<'b> {
        if as_power(left.expr).is_some() || self.ends_in_euler(left.expr) {
            self.forget_last();
        }
        let right = self.operand(power);
        let place = left.place.to(right.place);
        let mut exponents = vec![self.part_of_power(power, Some(&right.value))];
        let mut base = left.expr;
        let mut first = star;
        while let Some((inner, exponent, star)) = as_power(base)
            && exponents.len() < DEEPEST
        {
            exponents.push(self.part_of_power(exponent, None));
            (base, first) = (inner, star);
        }
        let own = base_of_power(base);
        let is_whole = std::ptr::eq(own, left.expr);
        let base = self.part_of_power(own, is_whole.then_some(&left.value));
        let exponents: Option<Vec<Part>> = exponents.into_iter().rev().collect();
        let help = match (base, exponents) {
            (Some(base), Some(exponents)) => self.help(&self.power_of(&base, exponents)),
            _ => ANY.into(),
        };
        let diagnostic = Diagnostic::new(first, "there is no operator `**`");
        Lowered {
            value: self.error(diagnostic.help(help)),
            place,
        }
    }

    /// `x^2`, which is a bitwise operator of Rust and binds less tightly than `+`: the whole
    /// expression around it is one error.
    pub(super) fn exclusive_or(
        &mut self,
        left: &Operand<'b, 'e>,
        expr: &'e ExprBinary,
    ) -> Value<'b> {
        if is_exclusive_or(left.expr) || self.ends_in_euler(left.expr) {
            self.forget_last();
        }
        if let Some(error) = self.power_of_function(left, expr) {
            self.forget_last();
            return self.error(error);
        }
        if self.is_of_bits(left, expr) {
            return self.unsupported_operator(expr, std::slice::from_ref(left));
        }
        // Printing follows chains by recursion.
        let is_shallow = is_shallow(&expr.left) && is_shallow(&expr.right);
        let help = is_shallow.then(|| self.with_methods(&expr.to_token_stream()));
        let help = help.flatten().unwrap_or_else(|| ANY.into());
        let (mut first, mut depth) = (expr, 0);
        while let Expr::Binary(inner) = &*first.left
            && is_exclusive_or(&first.left)
            && depth < DEEPEST
        {
            (first, depth) = (inner, depth + 1);
        }
        let place = SourcePlace::of(&first.op);
        if let Some(parity) = other_parity(left, expr) {
            let message = "the operator `^` is not part of the language of `graph!`";
            return self.error(Diagnostic::new(place, message).help(parity));
        }
        self.error(Diagnostic::new(place, "`^` is no power in Rust").help(help))
    }

    /// The error for `sin^2(x)` and `exp^x`, a function with its power in front of its operand.
    fn power_of_function(
        &self,
        left: &Operand<'b, 'e>,
        expr: &'e ExprBinary,
    ) -> Option<Diagnostic> {
        let Expr::Path(path) = left.expr else {
            return None;
        };
        let name = path.path.get_ident()?.to_string();
        if !left.value.is_poison() || !is_builtin(&name) || self.has_value_named(&name) {
            return None;
        }
        // The power binds more tightly where it is one.
        let mut operand = &*expr.right;
        while let Expr::Binary(chain) = operand {
            operand = &chain.left;
        }
        let whole = short_text(&expr.right)?;
        let behind = whole.strip_prefix(&print(operand))?;
        let applied = match operand {
            Expr::Call(call) if call.args.len() == 1 => match &*call.func {
                Expr::Lit(exponent) => {
                    let power = match &exponent.lit {
                        Lit::Int(_) => "powi",
                        _ => "powf",
                    };
                    format!("{name}({}).{power}({})", print(&call.args), print(exponent))
                }
                _ => format!("{name}({})", print(operand)),
            },
            operand => format!("{name}({})", print(without_parentheses(operand))),
        };
        let help = format!("{applied}{behind}");
        let message = format!("`{name}` is a function, and `^` is no power in Rust");
        let place = left.place.to(SourcePlace::of(&expr.right));
        Some(Diagnostic::new(place, message).help(format!("write `{help}`")))
    }

    /// `x ^= 2`.
    pub(super) fn power_assigned(&mut self, expr: &'e ExprBinary) -> Value<'b> {
        let exponent = self.operand(&expr.right);
        let parts = [
            self.part_of_power(&expr.left, None),
            self.part_of_power(&expr.right, Some(&exponent.value)),
        ];
        let help = match parts {
            [Some(base), Some(exponent)] => {
                let power = self.power_of(&base, vec![exponent]).text;
                format!("write a power as a method: `{} = {power};`", base.text)
            }
            _ => ANY.into(),
        };
        let place = SourcePlace::of(&expr.op);
        self.error(Diagnostic::new(place, "`^` is no power in Rust").help(help))
    }

    /// The help for `pow(x, 2)`, and for `x.pow(2)`, in which `base` is the receiver.
    pub(in crate::lower) fn power_called(
        &mut self,
        name: &str,
        base: Option<(&'e Expr, &Value<'b>)>,
        mut args: impl Iterator<Item = &'e Expr>,
    ) -> Option<String> {
        if !["pow", "power", "Pow"].contains(&name) {
            return None;
        }
        let base = match base {
            Some((base, value)) => self.part_of_power(base, Some(value))?,
            None => self.part_of_power(args.next()?, None)?,
        };
        let exponent = self.part_of_power(args.next()?, None)?;
        args.next()
            .is_none()
            .then(|| self.help(&self.power_of(&base, vec![exponent])))
    }

    /// `n.pow(k)` of integers that are known while the macro runs; none of others.
    pub(in crate::lower) fn power_of_integers(
        &mut self,
        base: &Operand<'b, 'e>,
        args: &'e Punctuated<Expr, Token![,]>,
        place: SourcePlace,
    ) -> Option<Value<'b>> {
        let (base, Some(exponent), 1) = (base.value.as_integer()?, args.first(), args.len()) else {
            return None;
        };
        let before = self.names.diagnostics.len();
        let exponent = self.operand(exponent);
        let known = exponent.value.as_integer().map(u32::try_from);
        match known {
            Some(Ok(exponent)) => Some(match base.checked_pow(exponent) {
                Some(power) => Value::from(Affine::constant(power)),
                None => self.integer_error(IntegerError::Overflow, place),
            }),
            Some(Err(_)) => {
                let message = "the exponent of `pow` is 0 or more";
                Some(self.error(Diagnostic::new(exponent.place, message)))
            }
            // It is lowered again.
            None => {
                self.names.diagnostics.truncate(before);
                None
            }
        }
    }

    /// A power, of which the exponents are powers again, the last one being the innermost.
    fn power_of(&self, base: &Part, exponents: Vec<Part>) -> Part {
        let mut inner_first = exponents.into_iter().rev();
        let Some(mut exponent) = inner_first.next() else {
            return Part {
                text: base.text.clone(),
                kind: base.kind,
            };
        };
        for base in inner_first {
            exponent = self.method(&base, &exponent);
        }
        self.method(base, &exponent)
    }

    /// One power as a method, or a product.
    fn method(&self, base: &Part, exponent: &Part) -> Part {
        let float = self.words.element(self.float);
        let own = grouped(&base.text);
        if self.is_euler(&base.text) {
            let text = match exponent.kind {
                Kind::Whole(number) => format!("exp({number}.0)"),
                Kind::Integer => format!("exp({} as {float})", grouped(&exponent.text)),
                Kind::Other | Kind::OfEuler => format!("exp({})", exponent.text),
            };
            let kind = Kind::OfEuler;
            return Part { text, kind };
        }
        let is_integer = matches!(base.kind, Kind::Whole(_) | Kind::Integer);
        let is_literal = base.text.bytes().all(|byte| byte.is_ascii_digit());
        let known = match (base.kind, exponent.kind) {
            (Kind::Whole(base), Kind::Whole(exponent)) => u32::try_from(exponent)
                .ok()
                .and_then(|n| base.checked_pow(n)),
            _ => None,
        };
        let other = |text: String| Part {
            text,
            kind: Kind::Other,
        };
        match (exponent.kind, known) {
            (_, Some(known)) if is_literal => Part {
                text: known.to_string(),
                kind: Kind::Whole(known),
            },
            (Kind::Whole(n @ 1..=4), _) if is_integer => Part {
                text: vec![own; n as usize].join(" * "),
                kind: known.map_or(Kind::Integer, Kind::Whole),
            },
            (exponent_kind, _) => {
                let base = match (is_integer, is_literal) {
                    (true, true) => format!("{}.0", base.text),
                    (true, false) => format!("({} as {float})", base.text),
                    (false, _) => own,
                };
                match exponent_kind {
                    Kind::Whole(_) => other(format!("{base}.powi({})", exponent.text)),
                    Kind::Integer => other(format!(
                        "{base}.powf({} as {float})",
                        grouped(&exponent.text)
                    )),
                    Kind::Other | Kind::OfEuler => other(format!("{base}.powf({})", exponent.text)),
                }
            }
        }
    }

    /// An operand with the value that it has, or may have by its name.
    fn part_of_power(&mut self, expr: &Expr, value: Option<&Value<'b>>) -> Option<Part> {
        let text = short_text(expr)?;
        Some(match value {
            // A quotient of integers has no remainder in Rust alone.
            Some(_) if text.contains('/') => self
                .part_of_integers(expr)
                .unwrap_or_else(|| part(text, Kind::Other)),
            Some(value) => part(text, kind(value)),
            None => self.part_of_text(text),
        })
    }

    fn part_of_text(&mut self, text: String) -> Part {
        if let Ok(number) = text.replace(' ', "").parse() {
            return part(text, Kind::Whole(number));
        }
        let expr = syn::parse_str::<Expr>(&text).ok();
        if let Some(part) = expr.and_then(|expr| self.part_of_integers(&expr)) {
            return part;
        }
        let name: Option<Ident> = syn::parse_str(&text).ok();
        let before = self.names.diagnostics.len();
        let value = name.map(|name| self.named(&name));
        self.names.diagnostics.truncate(before);
        part(text, value.as_ref().map_or(Kind::Other, kind))
    }

    /// Arithmetic with integers that are not all known: as an integer, and where it divides, as the
    /// float that it would be without the rest.
    fn part_of_integers(&self, expr: &Expr) -> Option<Part> {
        let expr = without_parentheses(expr);
        if !matches!(expr, Expr::Binary(_) | Expr::Unary(_)) || !is_shallow(expr) {
            return None;
        }
        let mut has_variable = false;
        let mut open = vec![expr];
        while let Some(part) = open.pop() {
            match without_parentheses(part) {
                Expr::Binary(e) => open.extend([&*e.left, &*e.right]),
                Expr::Unary(e) => open.push(&e.expr),
                Expr::Lit(literal) if matches!(literal.lit, Lit::Int(_)) => {}
                part => {
                    let variable = self.variable_of(part)?;
                    has_variable |= variable.holds_integers();
                    if !variable.holds_integers() {
                        return None;
                    }
                }
            }
        }
        let float = self.words.element(self.float);
        let quotient = self.quotient_of_floats(expr, &float);
        has_variable.then(|| match quotient {
            Some(quotient) => part(quotient, Kind::Other),
            None => part(print(expr), Kind::Integer),
        })
    }

    /// The help for an expression with `^` in it, all of which are written as methods.
    fn with_methods(&mut self, expr: &TokenStream) -> Option<String> {
        let mut powers = Vec::new();
        let mut tokens = self.methods(expr.clone(), &mut powers)?;
        let is_float = |power: &Part| matches!(power.kind, Kind::Other | Kind::OfEuler);
        if powers.iter().all(is_float) {
            tokens = beside_floats(tokens);
        }
        let (first, whole) = (powers.first()?, print(&tokens));
        Some(
            match whole.chars().count() <= LONGEST && whole != first.text {
                true if first.kind == Kind::OfEuler => {
                    format!("a power of Euler's number is `exp(..)`: `{whole}`")
                }
                true => format!("write a power as a method: `{whole}`"),
                false => self.help(first),
            },
        )
    }

    /// The tokens with methods for powers, each in a group without delimiters.
    fn methods(&mut self, tokens: TokenStream, powers: &mut Vec<Part>) -> Option<TokenStream> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut done: Vec<TokenTree> = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if let TokenTree::Group(group) = token {
                let is_index =
                    group.delimiter() == Delimiter::Bracket && done.last().is_some_and(is_value);
                let wanted = if is_index { "usize" } else { self.wanted };
                let before = std::mem::replace(&mut self.wanted, wanted);
                let content = self.methods(group.stream(), powers);
                self.wanted = before;
                done.push(Group::new(group.delimiter(), content?).into());
                at += 1;
                continue;
            }
            if signs_of_power(&tokens[at..]) == 0 {
                done.push(token.clone());
                at += 1;
                continue;
            }
            let start = done.len() - chain_before(&done);
            let base = text(&done[start..]);
            let mut exponents = Vec::new();
            while let signs @ 1.. = signs_of_power(&tokens[at..]) {
                let from = at + signs;
                let is_negative = tokens.get(from).and_then(sign) == Some('-');
                let value = from + usize::from(is_negative);
                let end = value + run(&tokens, value);
                let exponent = tokens.get(value..end).unwrap_or_default();
                if base.is_empty() || values(exponent).len() != 1 {
                    return None;
                }
                exponents.push(self.part_of_text(text(&tokens[from..end])));
                at = end;
            }
            let base = self.part_of_text(base);
            let power = self.power_of(&base, exponents);
            done.truncate(start);
            let is_alone = start == 0 && at == tokens.len();
            let power_text = match power.number() {
                Some(number) if !is_alone && self.wanted != "usize" => format!("{number}.0"),
                _ => power.text.clone(),
            };
            done.push(Group::new(Delimiter::None, power_text.parse().ok()?).into());
            powers.push(power);
        }
        Some(done.into_iter().collect())
    }

    fn help(&self, power: &Part) -> String {
        match (power.kind, power.number()) {
            (_, Some(number)) if self.wanted == "usize" => format!("write the number: `{number}`"),
            (_, Some(number)) => {
                format!("write the number: `{number}.0`, or `{number}` as an integer")
            }
            (Kind::Other, None) => format!("write a power as a method: `{}`", power.text),
            (Kind::OfEuler, None) => format!("a power of Euler's number is `{}`", power.text),
            (Kind::Whole(_) | Kind::Integer, None) => format!(
                "a power of an integer is a product, in parentheses as an operand: `{}`",
                power.text
            ),
        }
    }

    /// Whether a text is Euler's number, which nothing is called.
    fn is_euler(&self, text: &str) -> bool {
        is_of_euler(text) && !self.has_value_named(text) && !self.names.refused.may_have(text)
    }

    /// Whether the base of a power is that number, of which there is an error.
    fn ends_in_euler(&self, left: &Expr) -> bool {
        let name = match base_of_power(left) {
            Expr::Path(path) => path.path.get_ident(),
            _ => None,
        };
        name.is_some_and(|name| self.is_euler(&name.to_string()))
    }

    /// Takes back the error of an operand that a larger one stands for.
    fn forget_last(&self) {
        let diagnostics = self.names.diagnostics;
        diagnostics.truncate(diagnostics.len().saturating_sub(1));
    }
}

/// Whether an expression begins no long chain.
fn is_shallow(expr: &Expr) -> bool {
    let mut chain = std::iter::successors(Some(expr), |expr| leftmost(expr));
    chain.nth(DEEPEST).is_none()
}

fn kind(value: &Value<'_>) -> Kind {
    match value.as_integer() {
        Some(number) => Kind::Whole(number),
        None if value.element() == Some(graph_ir::Element::I64) => Kind::Integer,
        None => Kind::Other,
    }
}

/// An operand without the parentheses that it does not need where it is an argument.
fn part(text: String, kind: Kind) -> Part {
    let parsed = match text.starts_with('(') && text.ends_with(')') {
        true => syn::parse_str::<Expr>(&text).ok(),
        false => None,
    };
    let text = match (kind, parsed) {
        // A number has a suffix: `2usize`.
        (Kind::Whole(number), _) if text.starts_with(|c: char| c.is_ascii_digit()) => {
            number.to_string()
        }
        (Kind::Other, Some(Expr::Paren(inner))) => as_float(&inner.expr),
        (_, Some(Expr::Paren(inner))) => print(&inner.expr),
        _ => text,
    };
    Part { text, kind }
}

/// The tokens with floats for integers that stand beside the powers of floats, in operators alone.
fn beside_floats(tokens: TokenStream) -> TokenStream {
    let mut is_behind_value = false;
    let tokens = tokens.into_iter().map(|token| {
        let is_called = std::mem::replace(&mut is_behind_value, is_value(&token));
        match token {
            TokenTree::Literal(literal) => as_float(&literal).parse().unwrap_or_default(),
            TokenTree::Group(group)
                if group.delimiter() == Delimiter::Parenthesis && !is_called =>
            {
                Group::new(group.delimiter(), beside_floats(group.stream())).into_token_stream()
            }
            other => other.into(),
        }
    });
    joined(tokens)
}

/// How many signs of a power start the tokens: `^`, or `**`, which Rust reads as `*` twice.
fn signs_of_power(tokens: &[TokenTree]) -> usize {
    let sign_at = |at: usize| tokens.get(at).and_then(sign);
    match (sign_at(0), sign_at(1)) {
        (Some('^'), _) => 1,
        (Some('*'), Some('*')) => 2,
        _ => 0,
    }
}

fn text(tokens: &[TokenTree]) -> String {
    print(&tokens.iter().cloned().collect::<TokenStream>())
}

/// Whether `**` is written, and not the product with what a `*` reads behind a reference, `x * *y`.
pub(super) fn is_one_sign(first: Span, second: Span) -> bool {
    first.end() == second.start() || first.start() == second.start()
}

/// The base and the exponent of `x ** y`, and the place of its sign.
fn as_power(expr: &Expr) -> Option<(&Expr, &Expr, SourcePlace)> {
    match expr {
        Expr::Binary(ExprBinary {
            left,
            op: BinOp::Mul(star),
            right,
            ..
        }) => match &**right {
            Expr::Unary(unary) => match unary.op {
                UnOp::Deref(second) if is_one_sign(star.span, second.span) => Some((
                    left,
                    &unary.expr,
                    SourcePlace::between(star.span, second.span),
                )),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

fn is_exclusive_or(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(binary) if matches!(binary.op, BinOp::BitXor(_)))
}

/// The operand of `**` where Rust has taken `*` for a product: `2.0 * x ** 2` is twice a square,
/// and `-x ** 2` the negative of one.
fn base_of_power(left: &Expr) -> &Expr {
    let left = match left {
        Expr::Binary(product) => &product.right,
        left => left,
    };
    match left {
        Expr::Unary(negated) => &negated.expr,
        left => left,
    }
}
