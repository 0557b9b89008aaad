//! The element type that operands have in common.

use graph_ir::Element;
use proc_macro2::{Group, Literal, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprLit, Lit};

use crate::diagnostics::{Diagnostic, print};
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Number, Operand, Scalar, Value};
use crate::lower::variables::Origin;
use crate::tokens::mentions;

impl<'b> Lowerer<'b, '_> {
    /// The element type that open operands take: that of the others. Reports operands that are
    /// no tensors, and integers that should be floats.
    pub(in crate::lower) fn common_element(
        &mut self,
        label: &str,
        numbers: bool,
        operands: &[Operand<'b, '_>],
    ) -> Option<Element> {
        let mut fine = true;
        for operand in operands {
            if let Value::Tuple(_) | Value::Unit = operand.value {
                let found = self.describe(&operand.value);
                let message = format!("`{label}` needs scalars or arrays, found {found}");
                let help = self.in_brackets(&operand.value, operand.expr);
                self.error(Diagnostic::new(operand.place, message).help_if(help));
                fine = false;
            }
        }
        let decided = |o: &Operand<'b, '_>| {
            (!o.value.is_constant_integer())
                .then(|| o.value.element())
                .flatten()
        };
        let typed = operands.iter().find_map(decided);
        let open = operands.iter().any(|o| o.value.element().is_none());
        let integers = operands.iter().any(|o| o.value.is_constant_integer());
        let element = match typed {
            Some(element) => element,
            None if open || integers => self.float,
            None => self.float,
        };
        if numbers && element.is_float() {
            for operand in operands.iter().filter(|o| o.value.is_constant_integer()) {
                match self.axis_or_number(label, operands) {
                    Some(diagnostic) => {
                        self.error(diagnostic);
                    }
                    None => self.integer_for_float(operand, element),
                }
                fine = false;
            }
        }
        if element == Element::F32 {
            fine &= !self.exceed_single(operands);
        }
        if element == Element::Bool {
            for operand in operands.iter().filter(|o| o.value.element().is_none()) {
                if !operand.value.is_poison() {
                    self.number_for_truth(label, operand, operands);
                    fine = false;
                }
            }
        }
        if element == Element::I64 {
            // A number whose type is open is a float.
            for operand in operands.iter().filter(|o| o.value.element().is_none()) {
                self.float_for_integer(label, operand, operands);
                fine = false;
            }
        }
        fine.then_some(element)
    }

    /// Reports a number whose type is open beside truth values.
    fn number_for_truth(
        &mut self,
        label: &str,
        operand: &Operand<'b, '_>,
        operands: &[Operand<'b, '_>],
    ) {
        let found = self.describe(&operand.value);
        let message = format!("`{label}` takes this for a bool like the others, found {found}");
        let compared = operands.iter().find_map(|other| match other.expr {
            Expr::Binary(compared) => {
                let op = print(&compared.op);
                let compares = matches!(&*op, "==" | "!=" | "<" | "<=" | ">" | ">=");
                let value = short_text(&compared.left).filter(|_| compares)?;
                Some(format!("{value} {op}"))
            }
            _ => None,
        });
        let is_number = operand.value.shape().is_some_and(|shape| shape.rank() == 0);
        let text = short_text(operand.expr).filter(|_| is_number);
        let help = match (label, compared, text) {
            ("&&" | "||", Some(compared), Some(text)) => Some(format!(
                "each side of `{label}` is a condition of its own: `{compared} {text}`"
            )),
            ("&&" | "||", None, Some(text)) if !matches!(operand.expr, Expr::Lit(_)) => {
                Some(format!("compare: `{text} != 0.0`"))
            }
            _ => None,
        };
        self.error(Diagnostic::new(operand.place, message).help_if(help));
    }

    /// The operands with literal integers, which are reported, as the floats that are meant, and how
    /// many these are: the rest of the function is checked with them.
    pub(in crate::lower) fn as_floats<'x>(
        &self,
        operands: &[Operand<'b, 'x>],
    ) -> Option<(Vec<Operand<'b, 'x>>, usize)> {
        let mut count = 0;
        let floats = operands.iter().map(|operand| {
            let literal = operand.value.as_integer();
            let Some(integer) = literal.filter(|_| !mentions(operand.expr, |_| true)) else {
                return operand.clone();
            };
            count += 1;
            let number = Number::literal(integer as f64, integer as f32);
            Operand {
                value: Value::Scalar(Scalar::Float(number)),
                ..operand.clone()
            }
        });
        Some((floats.collect(), count))
    }

    /// The error for `max(a, 1)` of an array, where other languages have an axis.
    pub(in crate::lower) fn axis_or_number(
        &self,
        label: &str,
        operands: &[Operand<'b, '_>],
    ) -> Option<Diagnostic> {
        let ([array, integer], "max" | "min") = (operands, label) else {
            return None;
        };
        let (shape, axis) = (array.value.shape()?, integer.value.as_integer()?);
        let text = short_text(array.expr)?;
        if shape.rank() == 0 {
            return None;
        }
        let axis = match usize::try_from(axis) {
            Ok(axis) => axis,
            Err(_) => shape.rank() - 1,
        };
        let (number, float) = (as_float(integer.expr), self.words.element(self.float));
        let message = format!(
            "`{}` is an integer, and {float} is needed",
            print(integer.expr)
        );
        let which = if label == "max" { "larger" } else { "smaller" };
        let elements =
            format!("the {which} of each element and a number is `{label}({text}, {number})`");
        let help = match axis < shape.rank() {
            true => format!("along an axis it is `{label}({text}, axis = {axis})`; {elements}"),
            false => elements,
        };
        Some(Diagnostic::new(integer.place, message).help(help))
    }

    /// Reports a float beside integers, which would be truncated.
    fn float_for_integer(
        &mut self,
        label: &str,
        operand: &Operand<'b, '_>,
        operands: &[Operand<'b, '_>],
    ) {
        let text = short_text(operand.expr).unwrap_or_else(|| "this".into());
        let integer = operands
            .iter()
            .find(|o| o.value.element() == Some(Element::I64) && !o.value.is_constant_integer());
        let help = match (whole_number(operand.expr), self.wanted == "usize") {
            (Some(whole), true) => Some(format!("write an integer: `{whole}`")),
            (None, true) => Some("positions are integers".into()),
            (_, false) => integer.and_then(|integer| {
                let (text, float) = (short_text(integer.expr)?, self.words.element(self.float));
                Some(format!(
                    "convert the integer: `{} as {float}`",
                    grouped(&text)
                ))
            }),
        };
        let message = format!("`{label}` has a float beside an integer: `{text}`");
        self.error(Diagnostic::new(operand.place, message).help_if(help));
    }

    /// Reports an integer where a float is needed.
    pub(in crate::lower) fn integer_for_float(
        &mut self,
        operand: &Operand<'b, '_>,
        element: Element,
    ) {
        let float = self.words.element(element);
        let text = short_text(operand.expr);
        let bound = self.variable_of(operand.expr);
        let bound = bound.filter(|variable| matches!(variable.origin, Origin::Let(_)));
        let starts = bound.is_some_and(|variable| variable.mutable);
        let is_named = bound.is_some() && operand.value.as_integer().is_some();
        let (message, help) = match (operand.expr, text) {
            (_, Some(text)) if starts => (
                format!("`{text}` is an integer, and {float} is needed"),
                Some(format!(
                    "give `{text}` a float to start with, such as `0.0`"
                )),
            ),
            (_, Some(text)) if is_named => (
                format!("`{text}` is an integer, and {float} is needed"),
                Some(format!(
                    "write the numbers of its `let` as floats, such as `1.0`: integers drop the rest \
                     of a quotient; or convert it: `{text} as {float}`"
                )),
            ),
            (expr, Some(text)) if !mentions(expr, |_| true) => (
                format!("`{text}` is an integer, and {float} is needed"),
                Some(format!("write it as a float: `{}`", as_float(expr))),
            ),
            (_, Some(text)) => (
                format!("`{text}` is an integer, and {float} is needed"),
                Some(format!("convert it: `{} as {float}`", grouped(&text))),
            ),
            (_, None) => (format!("this is an integer, and {float} is needed"), None),
        };
        let note = self.variable_of(operand.expr).map(|v| self.origin(v));
        let mut diagnostic = Diagnostic::new(operand.place, message);
        if let (Some(note), Some(text)) = (note, short_text(operand.expr)) {
            diagnostic = diagnostic.note(format!("`{text}` is {note}"));
        }
        self.error(diagnostic.help_if(help));
    }
}

/// The text of an expression of integer literals as one of floats.
pub(in crate::lower) fn as_float(expr: &impl ToTokens) -> String {
    print(&floats(expr.to_token_stream()))
}

/// A float literal without its point, if nothing but zeros stands behind that.
pub(in crate::lower) fn whole_number(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Float(number),
            ..
        }) => number.base10_digits().strip_suffix(".0"),
        _ => None,
    }
}

fn floats(tokens: TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Literal(literal) => {
            let digits = literal.to_string();
            match syn::parse_str::<syn::LitInt>(&digits).map(|int| int.base10_parse::<f64>()) {
                Ok(Ok(value)) => TokenTree::Literal(Literal::f64_unsuffixed(value)),
                _ => TokenTree::Literal(literal),
            }
        }
        TokenTree::Group(group) => {
            TokenTree::Group(Group::new(group.delimiter(), floats(group.stream())))
        }
        other => other,
    });
    tokens.collect()
}
