//! The builder's refusals as errors at the user's tokens, with the origin of each operand and a
//! suggested replacement.
//!
//! | file | suggests |
//! |---|---|
//! | `advice` | what fits the operator that refused it |
//! | `alignment` | repetition along the axes that a larger array has more |
//! | `axes` | a reduction along another axis |
//! | `brackets` | an array for a tuple, and the reverse |
//! | `filled` | another extent in the `let` of an array |
//! | `members` | a struct for a tuple or an array, and a tuple for a struct |
//! | `origins` | nothing: it tells which axes of arrays come from the same value |
//! | `other_argument` | the float type of the other arguments |
//! | `parts` | parts of arrays of other lengths |
//! | `targets` | values of the shape of what they are added to |

mod advice;
mod alignment;
mod axes;
mod brackets;
mod filled;
mod members;
mod origins;
mod other_argument;
mod parts;
mod targets;

pub(super) use alignment::{alignments, tuple};
pub(super) use filled::{filled_text, with_elements};
pub(super) use members::{field_at, struct_of};
pub(super) use parts::{along, one_difference, part_of};

use std::fmt::Display;

use graph_ir::types::Extent;
use graph_ir::{Error, Type};
use syn::Expr;

use super::Lowerer;
use super::expressions::leftmost;
use super::values::{Operand, Value};
use super::variables::{Origin, Variable};
use crate::diagnostics::{Diagnostic, SourcePlace, line_of, print};
use crate::tokens::mentions;

/// The longest text of an operand that a note repeats.
const LONGEST: usize = 40;
/// How deep a chain is looked at to see whether its text is short.
const DEEPEST: usize = 8;

impl<'b> Lowerer<'b, '_> {
    /// Reports an error.
    pub(super) fn error(&self, diagnostic: Diagnostic) -> Value<'b> {
        self.names.diagnostics.push(diagnostic);
        Value::Poison
    }

    /// Names for values that a help leaves open, which nothing else has there.
    pub(super) fn unused_names(&self, count: usize) -> Vec<String> {
        let names = ('a'..='z').map(String::from);
        let unused = names.filter(|name| !self.has_value_named(name));
        unused
            .chain(std::iter::repeat("..".into()))
            .take(count)
            .collect()
    }

    /// Reports an error of the builder.
    pub(super) fn refused(
        &self,
        error: &Error,
        place: SourcePlace,
        operands: &[Operand<'b, '_>],
    ) -> Value<'b> {
        self.refused_by(None, error, place, operands)
    }

    /// Reports an error of the builder in a call of one of the language's functions.
    pub(super) fn refused_by(
        &self,
        function: Option<&str>,
        error: &Error,
        place: SourcePlace,
        operands: &[Operand<'b, '_>],
    ) -> Value<'b> {
        // Where a value is unknown after an error, a region may lack what stands behind it.
        if matches!(error, Error::OutOfScope) && self.names.diagnostics.len() > 0 {
            return Value::Poison;
        }
        // The errors about the type of a variable are errors about what is computed from it.
        let is_doubted =
            |o: &Operand<'b, '_>| mentions(o.expr, |name| self.variables.is_doubted(name));
        if operands.iter().any(is_doubted) && self.names.diagnostics.len() > 0 {
            return Value::Poison;
        }
        let other = match error {
            Error::ElementMismatch { .. } => self.other_argument(operands),
            _ => None,
        };
        let own = self.of_own_types(error, operands);
        let error = own.as_ref().unwrap_or(error);
        let (message, help) = match error {
            Error::Symbolic { extents } => unknown_extents(function, extents),
            error => {
                let message = self.words.text(&error.to_string());
                let help = self.advice(error, operands);
                let rows = function.and_then(|name| self.applied_to_each_row(name, operands));
                (message, with_rows(help, rows))
            }
        };
        let mut diagnostic = Diagnostic::new(place, message);
        for operand in operands {
            if let Some(note) = self.explain(operand) {
                diagnostic = diagnostic.note(note);
            }
        }
        let (mistake, help) = match other {
            Some((mistake, other)) => (Some(mistake), Some(other)),
            None => (None, help),
        };
        self.error(diagnostic.help_if(help).showing(mistake))
    }

    /// The error about the element types of two operands of which one is a number: it was repeated
    /// to the shape of the other, and the user wrote a number.
    fn of_own_types(&self, error: &Error, operands: &[Operand<'b, '_>]) -> Option<Error> {
        let (Error::ElementMismatch { op, left, right }, [a, b]) = (error, operands) else {
            return None;
        };
        let own = |found: &Type, operand: &Operand<'b, '_>| {
            let own = operand.value.ty(self.float)?;
            (own.element == found.element).then_some(own)
        };
        Some(Error::ElementMismatch {
            op: op.clone(),
            left: own(left, a)?,
            right: own(right, b)?,
        })
    }

    /// A description of an operand, and of its origin.
    pub(super) fn explain(&self, operand: &Operand<'b, '_>) -> Option<String> {
        if let Expr::Lit(_) = operand.expr {
            return None;
        }
        let ty = self.describe(&operand.value);
        let text = short_text(operand.expr).filter(|text| *text != ty)?;
        let variable = self.variable_of(operand.expr);
        let origin = variable.map(|variable| self.origin(variable));
        Some(match origin {
            Some(origin) if variable.is_some_and(|v| matches!(v.origin, Origin::Loop)) => {
                format!("`{text}` is {origin}")
            }
            Some(origin) => format!("`{text}` is {ty}: {origin}"),
            None => format!("`{text}` is {ty}"),
        })
    }

    /// Where a variable comes from, in words.
    pub(super) fn origin(&self, variable: &Variable<'b>) -> String {
        match (&variable.origin, self.signature) {
            (Origin::Argument | Origin::State, Some(signature)) => {
                format!("an argument of `{}`", signature.name)
            }
            (Origin::Argument | Origin::State, None) => "an argument".into(),
            (Origin::Let(span), _) => match line_of(*span) {
                Some(line) => format!("from the `let` on line {line}"),
                None => "from its `let`".into(),
            },
            (Origin::Item(span, _), _) => match line_of(*span) {
                Some(line) => format!("from the `for` on line {line}"),
                None => "from its `for`".into(),
            },
            (Origin::Row(span), _) => match line_of(*span) {
                Some(line) => format!("a parameter of the closure on line {line}"),
                None => "a parameter of the closure".into(),
            },
            (Origin::Unknown, _) => "the unknown of the equation".into(),
            (Origin::Loop, _) => "the variable of a `for` loop, an integer".into(),
            (Origin::Constant, _) => "a `const`".into(),
            (Origin::Length, _) => "a `const` parameter".into(),
            (Origin::Axis { is_parameter: true }, _) => "an axis, a `const` parameter".into(),
            (Origin::Axis { .. }, _) => "an axis".into(),
        }
    }

    /// The variable that an expression names.
    pub(super) fn variable_of(&self, expr: &Expr) -> Option<&Variable<'b>> {
        let Expr::Path(path) = expr else { return None };
        let name = path.path.get_ident()?.to_string();
        let id = self.variables.find(&name)?;
        Some(self.variables.get(id))
    }
}

/// The help for a call of a function, and the call that applies it to each row of its operands.
fn with_rows(help: Option<String>, rows: Option<String>) -> Option<String> {
    match (help, rows) {
        (Some(help), Some(rows)) => Some(format!("{help}; of each row it is {rows}")),
        (None, Some(rows)) => Some(format!("apply it to each row: {rows}")),
        (help, None) => help,
    }
}

/// How a function gets lengths that are numbers.
pub(super) const OF_KNOWN_LENGTHS: &str = "call this function, without `pub`, where the lengths are \
                                           numbers: `pub fn f(x: [f64; 100]) -> f64 { g(x) }` \
                                           makes `g` for 100 elements";

/// The message about a function along extents that only a call from outside of the block knows, and
/// the help.
fn unknown_extents(function: Option<&str>, extents: &[Extent]) -> (String, Option<String>) {
    let extents = extents.iter().filter(|extent| extent.is_symbolic());
    let mut extents: Vec<String> = extents.map(|extent| format!("`{extent}`")).collect();
    extents.dedup();
    let an = match extents.len() {
        1 => "an extent that is",
        _ => "extents that are",
    };
    let extents = extents.join(" and ");
    let what = function.map_or("this".into(), |name| format!("`{name}`"));
    let message = format!("{what} is not computed along {an} known only at run time, {extents}");
    (message, Some(OF_KNOWN_LENGTHS.into()))
}

/// The text of an expression, if it is short.
pub(super) fn short_text(expr: &Expr) -> Option<String> {
    let mut inner = expr;
    for _ in 0..DEEPEST {
        match leftmost(inner) {
            Some(left) => inner = left,
            None => {
                let text = print(expr);
                return (text.chars().count() <= LONGEST && !text.contains('\n')).then_some(text);
            }
        }
    }
    None
}

/// The text of an array of these extents, all of whose elements have one text.
pub(super) fn repeated(element: String, counts: &[impl Display]) -> String {
    let counts = counts.iter().rev();
    counts.fold(element, |element, count| format!("[{element}; {count}]"))
}

/// The text of an operand as the operand of an operator that binds more tightly.
pub(super) fn grouped(text: &str) -> String {
    let simple = text
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | ':'));
    let is_call = || {
        let expr = syn::parse_str::<Expr>(text);
        matches!(
            expr,
            Ok(Expr::Array(_)
                | Expr::Call(_)
                | Expr::Index(_)
                | Expr::MethodCall(_)
                | Expr::Paren(_)
                | Expr::Repeat(_))
        )
    };
    if simple || is_call() {
        text.into()
    } else {
        format!("({text})")
    }
}
