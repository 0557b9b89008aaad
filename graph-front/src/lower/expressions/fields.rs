//! Fields with a name, of what is no struct.

use syn::{Expr, ExprField, Member};

use super::without_parentheses;
use crate::diagnostics::{Diagnostic, SourcePlace, closest, print, slipped};
use crate::lower::Lowerer;
use crate::lower::calls::{BUILTINS, is_builtin, is_module, of_type};
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Lowered, Value};

/// The functions whose value has a part for each of several variables.
const DERIVATIVES: [&str; 3] = ["deriv", "jacobian", "hessian"];

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Reports a field with a name.
    pub(in crate::lower) fn no_named_field(
        &mut self,
        value: &Value<'b>,
        name: &str,
        expr: &'e ExprField,
        place: SourcePlace,
    ) {
        let base = short_text(&expr.base);
        let at = |position: usize| format!("`{}[{position}]`", base.as_deref().unwrap_or_default());
        // A text that is too long has no name in a help: that of another value would be read.
        let base = (base.clone()).unwrap_or_else(|| self.unused_names(1).concat());
        let close = match name {
            _ if is_builtin(name) => Some(name),
            // A name that something has is no slip.
            _ if self.has_value_named(name) => None,
            _ => slipped(name, BUILTINS.iter().copied()),
        };
        let help = match name {
            _ if let Some(position) = self.part_named(&expr.base, name) => {
                let part = match short_text(&expr.base) {
                    Some(base) => format!("`{}.{position}`", grouped(&base)),
                    None => format!("`.{position}`"),
                };
                Some(format!(
                    "parts of tuples have numbers: that of `{name}` is {part}"
                ))
            }
            _ if let Value::Tuples(columns) = value
                && let Some(of) = columns.of()
                && of.fields.iter().any(|field| field.name == name) =>
            {
                let all = match short_text(&expr.base) {
                    Some(array) => format!(", and of all `map(|p| p.{name}, {array})`"),
                    None => String::new(),
                };
                Some(format!(
                    "fields are those of an element: `{base}[i].{name}`{all}"
                ))
            }
            _ if let Value::Tuple(parts) = value => {
                let count = parts.len().saturating_sub(1);
                Some(format!(
                    "the values of a tuple have numbers: `{base}.0` to `{base}.{count}`"
                ))
            }
            _ if self.is_derivative_by(&expr.base, name) => {
                let itself = format!("it is the derivative by `{name}` itself");
                Some(match short_text(&expr.base) {
                    Some(base) => format!("write `{base}`: {itself}"),
                    None => format!("remove `.{name}`: {itself}"),
                })
            }
            "T" => Some(format!("write `transpose({base})`")),
            "shape" | "size" | "ndim" => Some(format!(
                "shapes are part of types; `{base}.len()` is the extent of the first axis"
            )),
            "I" => Some(format!("write `inverse({base})`")),
            "real" | "data" | "values" => Some(format!("write `{base}`")),
            "dtype" => Some("the type of an element is part of the type: `[f64; 3]`".into()),
            "grad" => Some(format!(
                "a derivative is a value of its own: `deriv(c, {base})`"
            )),
            "at" => Some("assign to a variable: `y[i] = ..`, `y[i] += ..`".into()),
            _ => close
                .map(|close| format!("to call the method write `.{close}()`"))
                .or_else(|| in_place_of_field(value, name, &base, at)),
        };
        let message = format!("{} has no field `{name}`", of_type(&self.describe(value)));
        self.error(Diagnostic::new(place, message).help_if(help));
    }

    /// Reports a field of something that no value is, `self.mass`, where a value has the field's
    /// name: the function stood in a struct.
    pub(super) fn field_of_unknown(&self, base: &Expr, spine: &[&Expr]) -> Option<Lowered<'b>> {
        let (Expr::Path(path), Some(Expr::Field(field))) = (base, spine.last()) else {
            return None;
        };
        let (whole, Member::Named(name)) = (path.path.get_ident()?, &field.member) else {
            return None;
        };
        let (text, name) = (whole.to_string(), name.to_string());
        // These have errors of their own, which say more.
        let is_function = || is_builtin(&text) || self.names.functions.contains_key(&text);
        let is_other = || is_module(&text) || is_function() || self.ended(&text).is_some();
        let is_close = || closest(&text, self.variables.names()).is_some();
        let is_known = self.has_value_named(&text) || self.unnamed > 0 || is_other() || is_close();
        if is_known || !self.has_value_named(&name) {
            return None;
        }
        let place = SourcePlace::token(whole.span());
        let help = format!("`{name}` is a value of its own: write `{name}`");
        let value = self.error(Diagnostic::unknown(place, "value", &text).help(help));
        Some(Lowered { value, place })
    }

    /// Whether a value is the derivative by what has this name, and by nothing else.
    fn is_derivative_by(&self, value: &Expr, name: &str) -> bool {
        match self.variable_of(without_parentheses(value)) {
            Some(variable) => !variable.mutable && variable.told.by.iter().any(|own| own == name),
            None => self
                .names_of_derivative(value)
                .iter()
                .any(|own| own == name),
        }
    }

    /// The names of what an expression is the derivative by, where that is one variable: its own,
    /// and those of the arguments for which it stands in a call of a function of the block.
    pub(in crate::lower) fn names_of_derivative(&self, expr: &Expr) -> Vec<String> {
        let Some((value, Expr::Path(by))) = derivative(expr) else {
            return Vec::new();
        };
        let Some(by) = by.path.get_ident() else {
            return Vec::new();
        };
        let mut names = vec![by.to_string()];
        let Expr::Call(call) = without_parentheses(value) else {
            return names;
        };
        let callee = self.names.functions.get(&print(&call.func));
        let signature = callee.and_then(|callee| callee.signature.as_ref());
        let parameters = signature.iter().flat_map(|own| own.formals());
        let mut stands_for = parameters.zip(&call.args).filter(
            |(_, arg)| matches!(without_parentheses(arg), Expr::Path(own) if own.path.is_ident(by)),
        );
        // By a variable that stands for two arguments, it is the derivative by neither.
        if let (Some((parameter, _)), None) = (stands_for.next(), stands_for.next()) {
            names.push(parameter.name().to_string());
        }
        names
    }

    /// The position in a tuple of the part that belongs to a variable of this name.
    fn part_named(&self, tuple: &Expr, name: &str) -> Option<usize> {
        let position = |names: &[String]| names.iter().position(|own| own == name);
        match self.variable_of(without_parentheses(tuple)) {
            Some(variable) => position(&variable.told.parts),
            None => position(&names_of_parts(tuple)),
        }
    }
}

/// The help for a field of a number or an array, whose elements have positions. A value of the
/// field's name is another one than the part of this: a help that named it would be followed to a
/// program with other results.
fn in_place_of_field(
    value: &Value<'_>,
    name: &str,
    base: &str,
    at: impl Fn(usize) -> String,
) -> Option<String> {
    let shape = value.shape()?;
    if shape.rank() == 0 {
        return Some(format!("`{base}` is a number, and has no parts"));
    }
    let extent = shape.count_along(0);
    let position = component(name).filter(|position| !extent.at_most(*position));
    let positions = match (position, extent.known()) {
        (Some(position), _) => at(position),
        // Which of them has another name is not known.
        (None, Some(0)) => return None,
        (None, Some(1)) => at(0),
        (None, Some(count)) => format!("{} to {}", at(0), at(count - 1)),
        (None, None) => format!("{} and so on", at(0)),
    };
    Some(match shape.rank() {
        1 => format!("the elements have positions: {positions}"),
        _ => format!("the parts of an array have positions: {positions}"),
    })
}

/// The position of the element that a vector of a library has by this name.
fn component(name: &str) -> Option<usize> {
    let names = [["x", "y", "z", "w"], ["r", "g", "b", "a"]];
    let mut positions = names
        .iter()
        .map(|names| names.iter().position(|own| *own == name));
    positions.find_map(|position| position)
}

/// The value and the variables of a derivative.
fn derivative(expr: &Expr) -> Option<(&Expr, &Expr)> {
    let (value, variables) = match without_parentheses(expr) {
        Expr::Call(call) if DERIVATIVES.contains(&print(&call.func).as_str()) => {
            (call.args.first()?, call.args.get(1)?)
        }
        Expr::MethodCall(call) if DERIVATIVES.iter().any(|own| call.method == own) => {
            (&*call.receiver, call.args.first()?)
        }
        _ => return None,
    };
    Some((value, without_parentheses(variables)))
}

/// The names of the variables to which the parts of a tuple belong: those that it is made of, or
/// those that its derivatives are by. There are none where the text does not tell.
pub(in crate::lower) fn names_of_parts(expr: &Expr) -> Vec<String> {
    let own = without_parentheses(expr);
    match derivative(own).map_or(own, |(_, variables)| variables) {
        Expr::Tuple(parts) => parts.elems.iter().map(print).collect(),
        _ => Vec::new(),
    }
}
