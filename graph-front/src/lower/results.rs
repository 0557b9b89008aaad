//! The results of a body, checked against its signature.

use graph_ir::{Element, Shape, Type};
use syn::{Block, Expr, Stmt};

use super::Lowerer;
use super::endings::{difference_of_lines, dropped_at_end, dropped_by, missing_result};
use super::expressions::without_parentheses;
use super::report::{grouped, one_difference, short_text};
use super::values::{Operand, Value};
use super::variables::Variable;
use crate::diagnostics::{Diagnostic, SourcePlace, print, print_type};
use crate::labels::Labels;
use crate::parse::FunctionSource;
use crate::signature::{Form, Signature};
use crate::tokens::{mentions, words};

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
        if value.is_poison() {
            return;
        }
        let parts = match &signature.returned {
            Some(form) => self.leaves_of(value, form),
            None => matches!(value, Value::Unit).then(Vec::new),
        };
        let fitted = parts.and_then(|parts| {
            let types = signature
                .result
                .parts()
                .iter()
                .zip(&signature.result_labels);
            let parts = parts.into_iter().zip(types);
            parts
                .map(|(value, (ty, labels))| self.fit_type(&value, ty, labels))
                .collect::<Option<Vec<_>>>()
        });
        let Some(fitted) = fitted else {
            return self.wrong_result(value, body, source, signature);
        };
        if let (Some(Stmt::Expr(tail, None)), Some(ty)) =
            (body.stmts.last(), signature.result.as_single())
            && ty.element == Element::F32
        {
            self.exceed_single(&[Operand {
                value: value.clone(),
                expr: tail,
                place: SourcePlace::of(tail),
            }]);
        }
        let Some(states) = self.states_at_end(signature) else {
            return;
        };
        let all = fitted.iter().chain(&states);
        for (value, ty) in all.zip(signature.result.parts()) {
            let Some(wire) = self.wire(value, ty.element) else {
                continue;
            };
            if let Err(error) = self.builder.output("", wire) {
                let place = SourcePlace::of(&source.signature.output);
                self.refused(&error, place, &[]);
            }
        }
    }

    /// The last values of the arguments that the function changes; `None` where an error hides one.
    fn states_at_end(&mut self, signature: &Signature) -> Option<Vec<Value<'b>>> {
        let mut all = Vec::new();
        for formal in signature.formals().filter(|own| own.first().is_state) {
            let id = self.variables.find(&formal.name().to_string())?;
            let value = self.read(id);
            let leaves = self.leaves_of(&value, formal.form())?.into_iter();
            for (value, part) in leaves.zip(formal.parts) {
                all.push(self.fit_type(&value, &part.ty, &part.labels)?);
            }
        }
        Some(all)
    }

    fn wrong_result(
        &mut self,
        value: &Value<'b>,
        body: &'e Block,
        source: &'e FunctionSource,
        signature: &Signature,
    ) {
        let promised = match &signature.returned {
            Some(_) => print_type(&source.signature.output).replacen("-> ", "", 1),
            None => "nothing".into(),
        };
        let promised = format!("the signature promises {promised}");
        let name = &signature.name;
        let tail = match body.stmts.last() {
            Some(Stmt::Expr(expr, None)) => expr,
            last => {
                let end = match dropped_by(last) {
                    Some(semicolon) => semicolon,
                    None => body.brace_token.span.close(),
                };
                let place = SourcePlace::token(end);
                let message = format!("`{name}` ends without a value, and {promised}");
                let help = missing_result(last, &signature.result);
                self.error(Diagnostic::new(place, message).help(help));
                return;
            }
        };
        if matches!(value, Value::Unit) {
            if self.lacks_semicolon {
                return;
            }
            let place = SourcePlace::of(tail);
            let message = format!("`{name}` ends without a value, and {promised}");
            let help = missing_result(body.stmts.last(), &signature.result);
            let error = difference_of_lines(tail).or_else(|| dropped_at_end(tail));
            let error = error.unwrap_or(Diagnostic::new(place, message).help(help));
            self.error(error);
            return;
        }
        // The errors about the type of a variable are errors about this type.
        let is_doubted = mentions(tail, |name| self.variables.is_doubted(name));
        if is_doubted && self.names.diagnostics.len() > 0 {
            return;
        }
        let operand = Operand {
            value: value.clone(),
            expr: tail,
            place: SourcePlace::of(tail),
        };
        let single = signature.result.as_single();
        if let Some(ty) = single.filter(|ty| ty.is_float())
            && value.is_constant_integer()
        {
            return self.integer_for_float(&operand, ty.element);
        }
        let found = self.describe(value);
        let message = format!("`{name}` yields {found}, and {promised}");
        let is_name = matches!(tail, Expr::Path(_));
        let note = is_name.then(|| self.explain(&operand)).flatten();
        let of_condition = || self.loose_cast_of_condition(tail);
        let help = single
            .filter(|_| found == "bool")
            .and_then(|_| of_condition());
        let help = help.or_else(|| single.and_then(|ty| self.other_result(&operand, ty)));
        let is_array = single.is_some_and(|ty| !ty.is_scalar());
        let brackets = || is_array.then(|| self.in_brackets(value, tail))?;
        let parentheses = || match single {
            None => self.in_parentheses(value, signature.result.parts(), tail),
            Some(_) => None,
        };
        let members = || match &signature.returned {
            Some(Form::Several(parts)) => self.as_parts(value, parts, tail),
            Some(Form::One) | None => None,
        };
        let help = help.or_else(brackets).or_else(members).or_else(parentheses);
        let help = help.or_else(|| {
            let is_unit = signature.returned.is_none() && value.shape().is_some();
            is_unit.then(|| format!("write `-> {found}` for the result, or `;` behind the value"))
        });
        let diagnostic = Diagnostic::new(operand.place, message).note_if(note);
        let diagnostic = match (&signature.result_labels[..], single) {
            ([labels], Some(_)) => self.with_axes(diagnostic, &operand, labels),
            _ => diagnostic,
        };
        self.error(diagnostic.help_if(help));
        self.names.has_another_result(&signature.name.to_string());
    }

    /// A suggestion of how to turn the operand into a float result of this type.
    fn other_result(&mut self, operand: &Operand<'b, 'e>, ty: &Type) -> Option<String> {
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
            return match operand.value.element() {
                Some(Element::Float) => {
                    let own = self.describe(&operand.value);
                    Some(format!("promise the function's float type: `-> {own}`"))
                }
                Some(Element::I64) => self.converted(operand.expr, &to),
                _ => {
                    let text = short_text(operand.expr)?;
                    Some(format!("convert it: `{} as {to}`", grouped(&text)))
                }
            };
        }
        if !element.is_float() {
            return None;
        }
        if shape.count() == ty.shape.count()
            && let Some(help) = in_other_shape(operand.expr, &shape, &ty.shape)
        {
            return Some(help);
        }
        if let Some(joined) = joined(operand.expr, &shape, &ty.shape) {
            return Some(joined);
        }
        if let Some(help) = self.other_axis(operand.expr, &shape, ty) {
            return Some(help);
        }
        if let Some(help) = self.along_both_axes(operand.expr) {
            return Some(help);
        }
        let is_own = operand.value.element().is_none_or(|own| own == ty.element);
        if one_difference(&shape, &ty.shape).is_some() && is_own {
            let found = self.describe(&operand.value);
            return Some(format!("promise the length that it has: `-> {found}`"));
        }
        // Of axes, a help says which stand where.
        let promised = self.signature.map(|signature| &signature.result_labels);
        let has_axes = operand.value.labels().has_axes()
            || promised.is_some_and(|promised| promised.iter().any(Labels::has_axes));
        // What has axes that nobody promised was hardly meant.
        let is_deeper = shape.rank() > ty.shape.rank() + 1;
        if shape.rank() > 0 && ty.shape.rank() > 0 && is_own && !has_axes && !is_deeper {
            let promised = format!(
                "promise the shape that it has: `-> {}`",
                self.describe(&operand.value)
            );
            let (own, wanted) = (shape.counts(), ty.shape.counts());
            let is_transposed = own.len() == 2 && own.iter().rev().eq(wanted.iter());
            return Some(match short_text(operand.expr).filter(|_| is_transposed) {
                Some(text) => format!("exchange its axes: `transpose({text})`; or {promised}"),
                None => promised,
            });
        }
        let reducible = ty.is_scalar() && shape.rank() > 0;
        if let Some(help) = self.as_number(operand, reducible) {
            return Some(help);
        }
        if !reducible {
            return None;
        }
        let arrays = self.arrays_of(operand.expr);
        Some(match &arrays[..] {
            [] => "reduce it to a number, with `sum` or `norm` for instance".into(),
            [only] => {
                format!("{only} is an array: reduce it, or what is computed of it, to a number")
            }
            _ => format!(
                "{} are arrays: reduce them, or what is computed of them, to a number",
                arrays.join(", ")
            ),
        })
    }

    /// The variables of an expression that are arrays, each once, in quotation marks.
    fn arrays_of(&self, expr: &Expr) -> Vec<String> {
        let mut found = Vec::new();
        for name in words(expr) {
            let variable = self.variables.find(&name).map(|id| self.variables.get(id));
            if variable.is_some_and(Variable::is_array) {
                found.push(format!("`{name}`"));
            }
        }
        found
    }
}

/// How an array becomes one of as many elements, with axes of a single element or without them.
fn in_other_shape(expr: &Expr, found: &Shape, wanted: &Shape) -> Option<String> {
    let without_ones = |shape: &Shape| {
        let counts = shape.counts().into_iter();
        counts.filter(|count| *count != 1).collect::<Vec<_>>()
    };
    if found.rank() == wanted.rank() || without_ones(found) != without_ones(wanted) {
        return None;
    }
    if keeps_axis(expr) && found.rank() == wanted.rank() + 1 {
        return Some("leave `keep = true` out, which keeps the axis of a single element".into());
    }
    let text = short_text(expr)?;
    match wanted.rank() {
        0 => {
            let zeros = vec!["0"; found.rank()].join("][");
            Some(format!(
                "take its only element: `{}[{zeros}]`",
                grouped(&text)
            ))
        }
        _ => {
            let extents: Vec<String> = wanted.counts().iter().map(ToString::to_string).collect();
            Some(format!(
                "give it this shape: `reshape({text}, [{}])`",
                extents.join(", ")
            ))
        }
    }
}

/// The help for arrays that an axis holds where their elements are to stand one behind the other.
fn joined(expr: &Expr, found: &Shape, wanted: &Shape) -> Option<String> {
    let (own, wanted) = (found.counts(), wanted.counts());
    let ([count, first, rest @ ..], [whole, others @ ..]) = (&own[..], &wanted[..]) else {
        return None;
    };
    if rest != others || Some(count.known()? * first.known()?) != whole.known() {
        return None;
    }
    let parts: Option<Vec<String>> = match without_parentheses(expr) {
        Expr::Array(array) => array.elems.iter().map(short_text).collect(),
        Expr::Call(call) if print(&call.func) == "stack" => {
            let operands = call.args.iter();
            let operands = operands.filter(|arg| !matches!(arg, Expr::Assign(_)));
            operands.map(short_text).collect()
        }
        Expr::Path(_) => None,
        _ => return None,
    };
    let call = match parts.filter(|parts| Some(parts.len()) == count.known()) {
        Some(parts) => format!("concat({})", parts.join(", ")),
        None => "concat(x, y)".into(),
    };
    Some(format!(
        "arrays are joined by `concat`: `{call}`; brackets and `stack` hold them along an axis of \
         its own"
    ))
}

/// Whether a call asks for the axis that it reduces.
fn keeps_axis(expr: &Expr) -> bool {
    let args = match expr {
        Expr::Call(call) => &call.args,
        Expr::MethodCall(call) => &call.args,
        _ => return false,
    };
    args.iter()
        .any(|arg| matches!(arg, Expr::Assign(option) if print(&option.left) == "keep"))
}
