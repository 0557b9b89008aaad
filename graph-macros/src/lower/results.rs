//! What a body yields, against what its signature promises.

use graph_ir::Element;
use syn::{Block, Expr, Stmt};

use super::Lowerer;
use super::report::{Operand, grouped, short_text};
use super::value::Value;
use crate::diagnostics::{Diagnostic, Place, print};
use crate::parse::FunctionSource;
use crate::signature::{ResultType, Signature};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Declares the graph's outputs.
    pub(super) fn results(
        &mut self,
        value: &Value<'b>,
        body: &'e Block,
        source: &'e FunctionSource,
    ) {
        let Some(signature) = self.signature else {
            return;
        };
        let parts: Option<Vec<&Value<'b>>> = match (&signature.result, value) {
            (_, value) if value.is_poison() => return,
            (ResultType::Tuple(types), Value::Tuple(values)) if types.len() == values.len() => {
                Some(values.iter().collect())
            }
            (ResultType::Single(_), value) => Some(vec![value]),
            _ => None,
        };
        let fitted = parts.and_then(|parts| {
            let parts = parts.into_iter().zip(signature.result.parts());
            parts
                .map(|(value, ty)| self.fit_type(value, ty))
                .collect::<Option<Vec<_>>>()
        });
        let Some(fitted) = fitted else {
            return self.wrong_result(value, body, source, signature);
        };
        for (value, ty) in fitted.iter().zip(signature.result.parts()) {
            let Some(wire) = self.wire(value, ty.element) else {
                continue;
            };
            if let Err(error) = self.builder.output("", wire) {
                let place = Place::of(&source.signature.output);
                self.refused(&error, place, &[]);
            }
        }
    }

    fn wrong_result(
        &mut self,
        value: &Value<'b>,
        body: &'e Block,
        source: &'e FunctionSource,
        signature: &Signature,
    ) {
        let name = &signature.name;
        let expected = print(&source.signature.output).replacen("-> ", "", 1);
        let tail = match body.stmts.last() {
            Some(Stmt::Expr(expr, None)) => Some(expr),
            _ => None,
        };
        let span = body.brace_token.span;
        let place = tail.map_or(Place::token(span.close()), Place::of);
        if let (Some(expr), ResultType::Single(ty)) = (tail, &signature.result)
            && ty.is_float()
            && value.is_constant_integer()
        {
            let operand = Operand {
                value: value.clone(),
                expr,
                place,
            };
            return self.integer_for_float(&operand, ty.element);
        }
        let promised = format!("the signature promises {expected}");
        if let Value::Unit = value {
            let message = format!("`{name}` ends without a value, and {promised}");
            let help = match body.stmts.last() {
                Some(Stmt::Expr(expr, Some(_))) => match short_text(expr) {
                    Some(text) if !matches!(expr, Expr::Assign(_)) => {
                        format!("remove the `;` after the result: `{text}`")
                    }
                    _ => "write the result as the last expression, without `;`".into(),
                },
                _ => "write the result as the last expression, without `;`".into(),
            };
            self.error(Diagnostic::new(place, message).help(help));
            return;
        }
        let found = self.describe(value);
        let message = format!("`{name}` yields {found}, and {promised}");
        let diagnostic = Diagnostic::new(place, message);
        let note = tail.and_then(|expr| {
            let is_name = matches!(expr, Expr::Path(_));
            is_name.then(|| {
                self.explain(&Operand {
                    value: value.clone(),
                    expr,
                    place,
                })
            })?
        });
        let diagnostic = match note {
            Some(note) => diagnostic.note(note),
            None => diagnostic,
        };
        let floats = value.element().is_some_and(Element::is_float);
        let sums =
            matches!(&signature.result, ResultType::Single(ty) if ty.is_scalar() && ty.is_float());
        let is_array = value.shape().is_some_and(|shape| shape.rank() > 0);
        let help = (sums && floats && is_array)
            .then_some("reduce it to a number, with `sum` or `norm` for instance");
        let converts = match (&signature.result, tail.and_then(short_text)) {
            (ResultType::Single(ty), Some(text)) if floats && ty.is_float() => {
                let same = value.shape().as_ref() == Some(&ty.shape);
                let to = self.words.element(ty.element);
                same.then(|| format!("convert it: `{} as {to}`", grouped(&text)))
            }
            _ => None,
        };
        self.error(diagnostic.help_if(converts.or(help.map(String::from))));
    }
}
