//! The results of a body, checked against its signature.

use graph_ir::{Element, Type};
use syn::{Block, Expr, Stmt};

use super::Lowerer;
use super::expressions::compound_operator;
use super::report::{grouped, short_text};
use super::values::{Operand, Value};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
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
            let types = signature
                .result
                .parts()
                .iter()
                .zip(&signature.result_labels);
            let parts = parts.into_iter().zip(types);
            parts
                .map(|(value, (ty, labels))| self.fit_type(value, ty, labels))
                .collect::<Option<Vec<_>>>()
        });
        let Some(fitted) = fitted else {
            return self.wrong_result(value, body, source, signature);
        };
        if let (Some(Stmt::Expr(tail, None)), ResultType::Single(ty)) =
            (body.stmts.last(), &signature.result)
            && ty.element == Element::F32
        {
            self.exceed_single(&[Operand {
                value: value.clone(),
                expr: tail,
                place: SourcePlace::of(tail),
            }]);
        }
        for (value, ty) in fitted.iter().zip(signature.result.parts()) {
            let Some(wire) = self.wire(value, ty.element) else {
                continue;
            };
            if let Err(error) = self.builder.output("", wire) {
                let place = SourcePlace::of(&source.signature.output);
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
        let promised = print(&source.signature.output).replacen("-> ", "", 1);
        let promised = format!("the signature promises {promised}");
        let name = &signature.name;
        let tail = match body.stmts.last() {
            Some(Stmt::Expr(expr, None)) => expr,
            last => {
                let place = SourcePlace::token(body.brace_token.span.close());
                let message = format!("`{name}` ends without a value, and {promised}");
                let help = missing_result(last);
                self.error(Diagnostic::new(place, message).help(help));
                return;
            }
        };
        if matches!(value, Value::Unit)
            && let Some(dropped) = dropped_value(tail)
        {
            self.error(dropped);
            return;
        }
        let operand = Operand {
            value: value.clone(),
            expr: tail,
            place: SourcePlace::of(tail),
        };
        let single = match &signature.result {
            ResultType::Single(ty) => Some(ty),
            ResultType::Tuple(_) => None,
        };
        if let Some(ty) = single.filter(|ty| ty.is_float())
            && value.is_constant_integer()
        {
            return self.integer_for_float(&operand, ty.element);
        }
        let found = self.describe(value);
        let message = format!("`{name}` yields {found}, and {promised}");
        let is_name = matches!(tail, Expr::Path(_));
        let note = is_name.then(|| self.explain(&operand)).flatten();
        let help = single.and_then(|ty| self.other_result(&operand, ty));
        let is_array = single.is_some_and(|ty| !ty.is_scalar());
        let brackets = || is_array.then(|| self.in_brackets(value, tail))?;
        let help = help.or_else(brackets);
        let diagnostic = Diagnostic::new(operand.place, message).note_if(note);
        let diagnostic = match (&signature.result_labels[..], single) {
            ([labels], Some(_)) => self.with_axes(diagnostic, &operand, labels),
            _ => diagnostic,
        };
        self.error(diagnostic.help_if(help));
    }

    /// A suggestion of how to turn the operand into a float result of this type.
    fn other_result(&self, operand: &Operand<'b, 'e>, ty: &Type) -> Option<String> {
        let element = operand
            .value
            .element()
            .filter(|element| *element != Element::Bool)?;
        if !ty.is_float() {
            return None;
        }
        let shape = operand.value.shape()?;
        if shape == ty.shape && operand.value.element() != Some(ty.element) {
            let to = self.words.element(ty.element);
            let text = short_text(operand.expr)?;
            return Some(format!("convert it: `{} as {to}`", grouped(&text)));
        }
        if !element.is_float() {
            return None;
        }
        let joins = matches!(operand.expr, Expr::Array(_)) && shape.rank() == 2;
        if joins && ty.shape.rank() == 1 && shape.count() == ty.shape.count() {
            return Some("arrays are joined by `concat`: `concat(x, y)`".into());
        }
        let reducible = ty.is_scalar() && shape.rank() > 0;
        reducible.then(|| "reduce it to a number, with `sum` or `norm` for instance".into())
    }
}

/// How to end a body with a value.
fn missing_result(last: Option<&Stmt>) -> String {
    if let Some(Stmt::Expr(expr, Some(_))) = last
        && is_value(expr)
        && let Some(text) = short_text(expr)
    {
        return format!("remove the `;` after the result: `{text}`");
    }
    "write the result as the last expression, without `;`".into()
}

/// Whether a statement without its semicolon is a value.
fn is_value(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(e) => compound_operator(&e.op).is_none(),
        Expr::Call(_)
        | Expr::Field(_)
        | Expr::Index(_)
        | Expr::Lit(_)
        | Expr::MethodCall(_)
        | Expr::Paren(_)
        | Expr::Path(_)
        | Expr::Unary(_) => true,
        _ => false,
    }
}

/// The error for a branch or a block that would have a value but for the `;` behind it.
pub(super) fn dropped_value(expr: &Expr) -> Option<Diagnostic> {
    let block = match expr {
        Expr::If(e) => &e.then_branch,
        Expr::Block(e) => &e.block,
        _ => return None,
    };
    let Some(Stmt::Expr(last, Some(semicolon))) = block.stmts.last() else {
        return None;
    };
    is_value(last).then(|| {
        let place = SourcePlace::token(semicolon.span);
        let message = "the value in front of this `;` is dropped, and the block has none";
        let help = match expr {
            Expr::If(_) => "remove the `;`, here and in each other branch",
            _ => "remove the `;`",
        };
        Diagnostic::new(place, message).help(help)
    })
}
