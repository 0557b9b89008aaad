//! Calls of functions that the language does not have.

use syn::punctuated::Punctuated;
use syn::{Expr, ExprCall, Ident, Token};

use super::builtins::{BUILTINS, is_builtin, synonym};
use crate::diagnostics::{Diagnostic, SourcePlace, closest, print};
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::values::{Lowered, Operand, Value};

impl<'b, 'e> Lowerer<'b, 'e> {
    pub(super) fn unknown_function(
        &mut self,
        name: &Ident,
        args: &'e Punctuated<Expr, Token![,]>,
    ) -> Value<'b> {
        // The arguments may hold errors of their own.
        for arg in args {
            if !matches!(arg, Expr::Assign(_)) {
                self.expression(arg);
            }
        }
        let text = name.to_string();
        let message = format!("cannot find the function `{text}`");
        let diagnostic = Diagnostic::new(SourcePlace::token(name.span()), message);
        let own = self.names.functions.keys().map(String::as_str);
        let builtins = BUILTINS.iter().copied();
        let close = synonym(&text).or_else(|| closest(&text, own.chain(builtins)));
        let diagnostic = match close {
            Some(close) => diagnostic.help(format!("did you mean `{close}`?")),
            None => diagnostic
                .note("the macro sees the functions of the block and those of `adgraph::ops`")
                .help(format!(
                    "write `fn {text}(..)` in the same block, or declare the one around it: \
                     `#[external] fn {text}(..) -> ..;`"
                )),
        };
        self.error(diagnostic)
    }

    pub(super) fn unknown_method(
        &mut self,
        name: &Ident,
        receiver: &Operand<'b, 'e>,
        args: &'e Punctuated<Expr, Token![,]>,
    ) -> Value<'b> {
        for arg in args {
            if !matches!(arg, Expr::Closure(_) | Expr::Assign(_)) {
                self.expression(arg);
            }
        }
        if receiver.value.is_poison() {
            return Value::Poison;
        }
        let text = name.to_string();
        let message = format!(
            "{} has no method `{text}`",
            capital(&self.describe(&receiver.value))
        );
        let diagnostic = Diagnostic::new(SourcePlace::token(name.span()), message);
        let builtins = BUILTINS.iter().copied();
        let receiver = short_text(receiver.expr).unwrap_or_else(|| "x".into());
        let help = match text.as_str() {
            "clone" | "to_owned" | "copied" | "into" => Some(format!("values are copied where they are used: write `{receiver}`")),
            "iter" | "map" | "into_iter" | "iter_mut" | "fold" => {
                Some("functions apply to whole arrays, `sin(x)`, and loops run over positions, `for i in 0..n`".into())
            }
            "unwrap" | "expect" => Some("an operation of the language cannot fail: remove it".into()),
            _ if self.names.functions.contains_key(&text) => {
                Some(format!("`{text}` is a function of the block: `{text}({receiver})`"))
            }
            _ => {
                let close = synonym(&text).or_else(|| closest(&text, builtins));
                close.map(|close| format!("did you mean `{close}`?"))
            }
        };
        self.error(diagnostic.help_if(help))
    }

    pub(super) fn uncallable(&mut self, expr: &'e ExprCall, close: SourcePlace) -> Lowered<'b> {
        let place = SourcePlace::of(&expr.func);
        let text = print(&expr.func);
        let last = match &*expr.func {
            Expr::Path(path) => path.path.segments.last().map(|s| s.ident.to_string()),
            _ => None,
        };
        let message = format!("the macro cannot call `{text}`");
        let diagnostic = Diagnostic::new(place, message);
        let diagnostic = match last.filter(|name| is_builtin(name)) {
            Some(name) => diagnostic.help(format!("call it by its name alone: `{name}(..)`")),
            None => diagnostic
                .note("it calls the functions of the block and those of `adgraph::ops`, by name"),
        };
        self.error(diagnostic);
        Lowered {
            value: Value::Poison,
            place: place.to(close),
        }
    }
}

/// The text as the start of a sentence about a value: types stay as they are.
fn capital(text: &str) -> String {
    match text {
        "an integer" => "an integer constant".into(),
        other => format!("a value of type {other}"),
    }
}
