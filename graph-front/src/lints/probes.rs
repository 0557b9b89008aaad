//! Probes: expressions of a shape about which the compiler has a lint, under the user's tokens. A
//! probe has the shape alone, and reads nothing.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    BinOp, Block, Expr, ExprBinary, ExprClosure, ExprLit, ExprUnary, ExprWhile, Lit, Stmt, UnOp,
};

use super::kinds::Kind;
use super::reads::call_at;
use crate::emit::{ident, mixed};
use crate::lower::leftmost;

/// The kind of value that an expression computes with.
#[derive(Clone, Copy)]
pub(super) enum Probe {
    /// `-(-x)` without the parentheses.
    Signed,
    /// A comparison with 0, which no `usize` is below.
    Unsigned,
    /// A comparison with NaN, of the type of this name.
    Float(&'static str),
}

impl Probe {
    /// A value of the type, at the place of an operand.
    fn operand(self, at: &Expr) -> TokenStream {
        let element = match self {
            Self::Signed => "i8",
            Self::Unsigned => "usize",
            Self::Float(name) => name,
        };
        let element = ident(element);
        call_at(at, &mixed!(zero::<#element>), TokenStream::new())
    }
}

/// The probe of a comparison, if the compiler may have something to say about it. Integers of the
/// language are signed: the predicate tells which expressions are never below 0.
pub(super) fn comparison(
    expr: &ExprBinary,
    is_natural: impl Fn(&Expr) -> bool,
) -> Option<TokenStream> {
    if !is_comparison(&expr.op) {
        return None;
    }
    let [left, right] = [&*expr.left, &*expr.right];
    let sides = [(left, kind(left)), (right, kind(right))];
    let ([(_, Some(probe)), (_, None)] | [(_, None), (_, Some(probe))]) = sides else {
        return None;
    };
    let is_signed = || {
        let mut others = sides.iter().filter(|(_, kind)| kind.is_none());
        !others.all(|(side, _)| is_natural(side))
    };
    if matches!(probe, Probe::Unsigned) && is_signed() {
        return None;
    }
    let [left, right] = sides.map(|(side, kind)| match kind {
        Some(_) => side.to_token_stream(),
        None => probe.operand(side),
    });
    let op = &expr.op;
    Some(mixed!(#left #op #right))
}

fn is_comparison(op: &BinOp) -> bool {
    use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_))
}

/// The subject of a comparison with this operand: 0, or NaN.
fn kind(side: &Expr) -> Option<Probe> {
    match side {
        Expr::Paren(e) => kind(&e.expr),
        Expr::Group(e) => kind(&e.expr),
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) if matches!(number.suffix(), "" | "usize") => {
                (number.base10_digits() == "0").then_some(Probe::Unsigned)
            }
            _ => None,
        },
        Expr::Path(path) => {
            let names = path.path.segments.iter().map(|segment| &segment.ident);
            match names.collect::<Vec<&Ident>>()[..] {
                [ty, name] if ty == "f64" && name == "NAN" => Some(Probe::Float("f64")),
                [ty, name] if ty == "f32" && name == "NAN" => Some(Probe::Float("f32")),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The probe of a prefix operator: of two minus signs in a row.
pub(super) fn negation(outer: &ExprUnary) -> Option<TokenStream> {
    let (UnOp::Neg(first), Expr::Unary(inner)) = (&outer.op, &*outer.expr) else {
        return None;
    };
    let UnOp::Neg(second) = &inner.op else {
        return None;
    };
    let is_inner = !matches!(&*inner.expr, Expr::Unary(e) if matches!(e.op, UnOp::Neg(_)));
    let operand = Probe::Signed.operand(&inner.expr);
    is_inner.then(|| mixed!(#first #second #operand))
}

/// The operation of a prefix operator whose value is dropped.
pub(super) fn prefixed(expr: &ExprUnary) -> Option<TokenStream> {
    let (op, operand) = (&expr.op, &expr.expr);
    match op {
        UnOp::Neg(_) => {
            let operand = Probe::Signed.operand(operand);
            Some(mixed!(#op #operand))
        }
        UnOp::Not(_) => {
            let operand = call_at(operand, &mixed!(truth), mixed!(()));
            Some(mixed!(#op #operand))
        }
        _ => None,
    }
}

/// The probe of a `while true`, with its label.
pub(super) fn endless(expr: &ExprWhile) -> Option<TokenStream> {
    let mut condition = &*expr.cond;
    while let Expr::Paren(inner) = condition {
        condition = &inner.expr;
    }
    let Expr::Lit(ExprLit {
        lit: Lit::Bool(truth),
        ..
    }) = condition
    else {
        return None;
    };
    let (label, token, condition) = (&expr.label, expr.while_token, &expr.cond);
    let mut body = Group::new(
        Delimiter::Brace,
        match label {
            Some(label) => {
                let name = &label.name;
                mixed!(break #name;)
            }
            None => mixed!(break;),
        },
    );
    body.set_span(expr.body.brace_token.span.join());
    truth.value.then(|| mixed!(#label #token #condition #body))
}

/// Parentheses or braces around an expression that the compiler may find unnecessary.
#[derive(Clone, Copy)]
pub(super) struct Delimited<'e> {
    pub(super) inner: &'e Expr,
    delimiter: Delimiter,
    place: Span,
}

impl<'e> Delimited<'e> {
    pub(super) fn new(expr: &'e Expr) -> Option<Self> {
        let (inner, delimiter, place) = match expr {
            Expr::Paren(e) => (&*e.expr, Delimiter::Parenthesis, e.paren_token.span.join()),
            Expr::Block(e) if e.label.is_none() && e.attrs.is_empty() => {
                let inner = only_value(&e.block)?;
                (inner, Delimiter::Brace, e.block.brace_token.span.join())
            }
            _ => return None,
        };
        let delimited = Self {
            inner,
            delimiter,
            place,
        };
        (is_block(inner) || !starts_with_block(inner)).then_some(delimited)
    }

    /// Whether the delimiters are braces.
    pub(super) fn is_braces(self) -> bool {
        self.delimiter == Delimiter::Brace
    }

    /// The same around something else.
    pub(super) fn around(self, inner: TokenStream) -> TokenStream {
        let mut group = Group::new(self.delimiter, inner);
        group.set_span(self.place);
        TokenTree::Group(group).into()
    }
}

/// The mirror of an expression without its parentheses and braces, in these; if there are any.
pub(super) fn around_all(
    expr: &Expr,
    inner: impl FnOnce(&Expr) -> TokenStream,
) -> Option<TokenStream> {
    let (mut expr, mut delimiters) = (expr, Vec::new());
    while let Some(delimited) = Delimited::new(expr) {
        expr = delimited.inner;
        delimiters.push(delimited);
    }
    let inner_first = delimiters.iter().rev();
    let around = |inner: TokenStream, delimited: &Delimited<'_>| delimited.around(inner);
    (!delimiters.is_empty()).then(|| inner_first.fold(inner(expr), around))
}

/// The probe of a constant whose value stands in parentheses or braces.
pub(super) fn delimited_constant(value: &Expr, levels: &TokenStream) -> Option<TokenStream> {
    let value = around_all(value, |inner| Kind::Number.constant(inner))?;
    Some(mixed!(#levels const _: f64 = #value;))
}

/// The probe of a closure whose body stands in parentheses.
pub(super) fn delimited_body(closure: &ExprClosure) -> Option<TokenStream> {
    let delimited = Delimited::new(&closure.body).filter(|delimited| !delimited.is_braces())?;
    let value = delimited.around(Kind::Number.constant(delimited.inner));
    let (start, end) = (closure.inputs_begin, closure.inputs_end);
    Some(mixed!(flow::value(#start #end #value);))
}

/// Whether an expression is a block or a branch and nothing else, without a label or an attribute.
fn is_block(expr: &Expr) -> bool {
    match expr {
        Expr::Block(e) => e.label.is_none() && e.attrs.is_empty(),
        Expr::If(e) => e.attrs.is_empty(),
        _ => false,
    }
}

/// The value of a block that is nothing but it.
fn only_value(block: &Block) -> Option<&Expr> {
    match &block.stmts[..] {
        [Stmt::Expr(value, None)] => Some(value),
        _ => None,
    }
}

/// Whether an expression starts with a block, behind which a statement would end.
fn starts_with_block(expr: &Expr) -> bool {
    let mut first = expr;
    while let Some(left) = leftmost(first) {
        first = left;
    }
    matches!(first, Expr::Block(_) | Expr::If(_) | Expr::ForLoop(_))
}
