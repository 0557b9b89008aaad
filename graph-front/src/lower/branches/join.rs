//! One value from the values of both sides of a branch.

use graph_ir::{Element, Wire};
use syn::{Expr, ExprIf};

use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::endings::dropped_value;
use crate::lower::report::{grouped, short_text};
use crate::lower::types::as_float;
use crate::lower::values::{Operand, Several, Value};
use crate::lower::variables::VariableId;
use crate::signature::Parts;
use crate::tokens::mentions;

/// A value of both sides of a branch.
pub(super) enum Joined<'b> {
    /// Known already, and equal on both sides.
    Known(Value<'b>),
    /// The result of that number, with the names of its dimensions.
    Result(usize, Labels),
    /// Several, and the constructor of their kind.
    Several(Parts<Joined<'b>>, Several<'b>),
}

/// Pairs of values that become results of a branch, with the element type of open ones.
pub(super) type Pairs<'b> = Vec<(Value<'b>, Value<'b>, Element)>;

impl<'b, 'e> Lowerer<'b, 'e> {
    pub(super) fn join_variable(
        &mut self,
        id: VariableId,
        a: &Value<'b>,
        b: &Value<'b>,
        place: SourcePlace,
        pairs: &mut Pairs<'b>,
    ) -> Option<Joined<'b>> {
        if a.is_poison() || b.is_poison() {
            return None;
        }
        let joined = self.join(a, b, pairs);
        if joined.is_none() {
            let name = &self.variables.get(id).name;
            let (a, b) = (self.describe(a), self.describe(b));
            let message =
                format!("`{name}` is {a} after one side of the `if` and {b} after the other");
            self.error(Diagnostic::new(place, message));
        }
        joined
    }

    pub(super) fn join_values(
        &mut self,
        a: &Value<'b>,
        b: &Value<'b>,
        expr: Option<&'e ExprIf>,
        place: SourcePlace,
        pairs: &mut Pairs<'b>,
    ) -> Option<Joined<'b>> {
        if a.is_poison() || b.is_poison() {
            return None;
        }
        let joined = self.join(a, b, pairs);
        if joined.is_some() {
            if let (Some(expr), Some((.., Element::F32))) = (expr, pairs.last()) {
                self.check_tails([a, b], expr);
            }
            return joined;
        }
        let (first, second) = (self.describe(a), self.describe(b));
        let Some(expr) = expr else { return joined };
        let diagnostic = match &expr.else_branch {
            None => Diagnostic::new(
                place,
                format!("this `if` has a value of type {first} and no `else`"),
            )
            .help(match self.is_dropped {
                true => "add `else { .. }` with the other value, or end the value with `;`",
                false => "add `else { .. }` with the other value",
            }),
            Some((_, otherwise)) => {
                if let Some(diagnostic) = self.integer_tail([a, b], expr, otherwise) {
                    self.error(diagnostic);
                    return None;
                }
                if let Some(dropped) = dropped_in_branch([a, b], expr, otherwise) {
                    self.error(dropped);
                    return None;
                }
                let at = tail_place(otherwise);
                let message =
                    format!("`if` and `else` have values of different types, {first} and {second}");
                let diagnostic = Diagnostic::new(at, message);
                let (own, others) = (a.labels(), b.labels());
                let diagnostic = match own.conflict(&others) {
                    Some(axes) => self.noted(diagnostic, axes),
                    None => diagnostic,
                };
                let array = self.number_for_array([a, b], expr, otherwise);
                let diagnostic = match expr.then_branch.stmts.last() {
                    Some(syn::Stmt::Expr(tail, None)) if short_text(tail).is_some() => {
                        let diagnostic = diagnostic.note(format!("`{}` is {first}", print(tail)));
                        let is_array = b.shape().is_some_and(|shape| shape.rank() > 0);
                        let help = is_array.then(|| self.in_brackets(a, tail));
                        diagnostic.help_if(help.flatten())
                    }
                    _ => diagnostic,
                };
                diagnostic.help_if(array)
            }
        };
        self.error(diagnostic);
        None
    }

    /// The help for a number on one side of a branch, and an array of floats on the other: the array
    /// whose elements are that number.
    fn number_for_array(
        &self,
        values: [&Value<'b>; 2],
        expr: &ExprIf,
        otherwise: &Expr,
    ) -> Option<String> {
        let [then, other] = values.map(|value| value.shape().filter(|_| !value.is_poison()));
        let (shape, number, block) = match (then?, other?, otherwise) {
            (array, number, Expr::Block(e)) if number.rank() == 0 => (array, values[1], &e.block),
            (number, array, _) if number.rank() == 0 => (array, values[0], &expr.then_branch),
            _ => return None,
        };
        let is_number = |element: Element| element.is_float() || element == Element::I64;
        let Some(syn::Stmt::Expr(tail, None)) = block.stmts.last() else {
            return None;
        };
        if shape.rank() == 0 || !number.element().is_none_or(is_number) {
            return None;
        }
        let text = match number.is_constant_integer() {
            true => as_float(tail),
            false => short_text(tail)?,
        };
        Some(match &*text {
            "0.0" => format!("an array of zeros is `zeros({shape})`"),
            _ => format!("an array of that number is `full({shape}, {text})`"),
        })
    }

    /// The error for a side that ends with an integer where the other is a float.
    fn integer_tail(
        &self,
        values: [&Value<'b>; 2],
        expr: &ExprIf,
        otherwise: &Expr,
    ) -> Option<Diagnostic> {
        let [then, other] = values.map(|value| value.ty(self.float).map(|ty| ty.element));
        let (stmts, float) = match (then, other, otherwise) {
            (Some(Element::I64), Some(float), _) if float.is_float() => {
                (&expr.then_branch.stmts, float)
            }
            (Some(float), Some(Element::I64), Expr::Block(e)) if float.is_float() => {
                (&e.block.stmts, float)
            }
            _ => return None,
        };
        let scalar = |value: &Value<'b>| value.shape().is_some_and(|shape| shape.rank() == 0);
        let Some(syn::Stmt::Expr(tail, None)) = stmts.last() else {
            return None;
        };
        if !values.into_iter().all(scalar) {
            return None;
        }
        let (text, float) = (print(tail), self.words.element(float));
        let message = format!("`{text}` is an integer, and the other value of the `if` is {float}");
        let help = match tail {
            tail if !mentions(tail, |_| true) => {
                format!("write it as a float: `{}`", as_float(tail))
            }
            tail => self
                .converted(tail, &float)
                .unwrap_or_else(|| format!("convert it: `{} as {float}`", grouped(&text))),
        };
        Some(Diagnostic::new(SourcePlace::of(tail), message).help(help))
    }

    /// Reports literals at the ends of both sides that do not fit into `f32`, which they become.
    fn check_tails(&mut self, values: [&Value<'b>; 2], expr: &'e ExprIf) {
        let otherwise = match &expr.else_branch {
            Some((_, otherwise)) => match &**otherwise {
                Expr::Block(e) => e.block.stmts.last(),
                _ => None,
            },
            None => None,
        };
        let tails = [expr.then_branch.stmts.last(), otherwise];
        for (value, tail) in values.into_iter().zip(tails) {
            if let Some(syn::Stmt::Expr(tail, None)) = tail {
                self.exceed_single(&[Operand {
                    value: value.clone(),
                    expr: tail,
                    place: SourcePlace::of(tail),
                }]);
            }
        }
    }

    /// One value from two of the same type; `None` when the types differ.
    pub(super) fn join(
        &mut self,
        a: &Value<'b>,
        b: &Value<'b>,
        pairs: &mut Pairs<'b>,
    ) -> Option<Joined<'b>> {
        match (a, b) {
            (Value::Unit, Value::Unit) => return Some(Joined::Known(Value::Unit)),
            (Value::Tuple(own), Value::Tuple(others))
            | (Value::Tuples(own), Value::Tuples(others))
                if own.is_like(others) =>
            {
                let of = a.as_several().map(|(_, of)| of)?;
                let mut others = others.iter();
                let parts = own.try_map(|a| self.join(a, others.next()?, pairs));
                return parts.map(|parts| Joined::Several(parts, of));
            }
            (Value::Scalar(a), Value::Scalar(b)) if a.same(*b) => {
                return Some(Joined::Known(Value::Scalar(*a)));
            }
            (Value::Position(a), Value::Position(b)) if a == b => {
                return Some(Joined::Known(Value::Position(a.clone())));
            }
            _ => {}
        }
        let element = match (a.element(), b.element()) {
            (Some(a), Some(b)) if a != b => return None,
            (Some(element), _) | (None, Some(element)) => element,
            (None, None) => self.float,
        };
        let open = a.element().is_none() || b.element().is_none();
        if (open && !element.is_float()) || a.shape()? != b.shape()? {
            return None;
        }
        let (labels, others) = (a.labels(), b.labels());
        if labels.conflict(&others).is_some() {
            return None;
        }
        let labels = labels.merged(&others, a.shape()?.rank());
        pairs.push((a.clone(), b.clone(), element));
        Some(Joined::Result(pairs.len() - 1, labels))
    }
}

pub(super) fn resolve<'b>(joined: &Joined<'b>, results: &[Wire<'b>]) -> Value<'b> {
    match joined {
        Joined::Known(value) => value.clone(),
        Joined::Result(number, labels) => Value::from(results[*number]).labelled(labels.clone()),
        Joined::Several(parts, of) => of(parts.map(|part| resolve(part, results))),
    }
}

/// Where the value of an `else` stands.
fn tail_place(otherwise: &Expr) -> SourcePlace {
    match otherwise {
        Expr::Block(e) => match e.block.stmts.last() {
            Some(last) => SourcePlace::of(last),
            None => SourcePlace::of(otherwise),
        },
        other => SourcePlace::of(other),
    }
}

/// The error for a branch whose value is dropped by the `;` behind it, where the other one has one.
fn dropped_in_branch(
    [then, other]: [&Value<'_>; 2],
    expr: &ExprIf,
    otherwise: &Expr,
) -> Option<Diagnostic> {
    match (then, other, otherwise) {
        (Value::Unit, Value::Unit, _) => None,
        (Value::Unit, _, _) => dropped_value(&expr.then_branch, ""),
        (_, Value::Unit, Expr::Block(e)) => dropped_value(&e.block, ""),
        _ => None,
    }
}
