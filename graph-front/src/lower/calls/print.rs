//! `print("x", x)`: an effect of the function, besides its results.

use graph_ir::graph::EffectKind;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, Token};

use super::builtins::Builtin;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Operand, Value};

/// The name of the function.
pub(crate) const PRINT: &str = "print";

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `print("x", x)`, which has no value.
    pub(super) fn print(
        &mut self,
        receiver: Option<&Operand<'b, 'e>>,
        args: &'e Punctuated<Expr, Token![,]>,
        place: SourcePlace,
    ) -> Value<'b> {
        let usage = format!("it is called as `{}`", Builtin::Print.usage(PRINT));
        if let Some(receiver) = receiver {
            let text = short_text(receiver.expr).unwrap_or_else(|| "x".into());
            let help = format!("write `print(\"{text}\", {text})`");
            let message = "`print` is no method: it takes a text and a value";
            return self.error(Diagnostic::new(place, message).help(help));
        }
        let args: Vec<&'e Expr> = args.iter().collect();
        let (label, value) = match args[..] {
            [label, value] => (label, value),
            [value] if text_of(value).is_none() => {
                let text = short_text(value).unwrap_or_else(|| "x".into());
                let help = format!("name the value: `print({text:?}, {text})`");
                let message = "`print` takes a text and a value, found one argument";
                return self.error(Diagnostic::new(place, message).help(help));
            }
            _ => {
                let message = format!("`print` takes 2 arguments, found {}", args.len());
                return self.error(Diagnostic::new(place, message).help(usage));
            }
        };
        let Some(label) = text_of(label) else {
            let message = "the first argument of `print` is a text in quotation marks";
            let diagnostic = Diagnostic::new(SourcePlace::of(label), message);
            return self.error(diagnostic.help(usage));
        };
        let text = short_text(value).unwrap_or_else(|| "x".into());
        let places = ["{}", "{:?}", &format!("{{{text}}}")];
        if places.iter().any(|place| label.trim_end().ends_with(place)) {
            let message = "a text of `print` has no place for a value, which follows it";
            let help = format!("write `print({text:?}, {text})`, which prints `{text} = ..`");
            return self.error(Diagnostic::new(SourcePlace::of(args[0]), message).help(help));
        }
        let operand = self.operand(value);
        if operand.value.is_poison() {
            return Value::Poison;
        }
        let Some(wire) = self.default_wire(&operand.value) else {
            let found = self.describe(&operand.value);
            let message = format!("`print` prints a number or an array, found {found}");
            let help = match operand.value {
                Value::Tuple(ref parts) => {
                    let text = short_text(value).unwrap_or_else(|| "t".into());
                    let first = parts.steps().next();
                    first.map(|(step, _)| {
                        let part = format!("{}{step}", grouped(&text));
                        let what = if parts.of().is_some() {
                            "fields"
                        } else {
                            "values"
                        };
                        format!("print its {what} one by one: `print({part:?}, {part})`")
                    })
                }
                Value::Tuples(_) => {
                    Some("print its values one by one: `print(\"first\", t[0].0)`".into())
                }
                _ => None,
            };
            return self.error(Diagnostic::new(operand.place, message).help_if(help));
        };
        self.at(place);
        let kind = EffectKind::Print {
            before: format!("{label} = "),
            after: "\n".into(),
        };
        // Always: the condition is not positive.
        let always = self.builder.number(self.float, 0.0);
        match self.builder.effect(kind, &[always, wire]) {
            Ok(()) => Value::Unit,
            Err(error) => self.refused(&error, place, &[operand]),
        }
    }
}

/// The text of a literal.
fn text_of(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}
