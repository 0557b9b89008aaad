//! Orders of norms, which numpy and torch write behind the array: `norm(x, 1)`. Each is a formula of
//! its own.

use syn::{Expr, Ident};

use super::arguments::option;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::types::as_float;
use crate::lower::values::Operand;
use crate::tokens::has_unknown_value;

/// The name of the function.
pub(super) const NORM: &str = "norm";

/// An order of a norm.
#[derive(Clone, Copy)]
enum Order<'e> {
    One,
    Two,
    Infinity,
    MinusInfinity,
    Frobenius,
    Nuclear,
    /// Another number, as it is written.
    Other(&'e Expr),
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Whether a norm has an order, behind the array or by a name, which is reported unless the array
    /// is wrong itself.
    pub(super) fn has_order(
        &mut self,
        receiver: Option<&Operand<'b, 'e>>,
        args: &[&'e Expr],
    ) -> bool {
        let options: Vec<_> = args.iter().filter_map(|arg| option(arg)).collect();
        let named = |wanted: fn(&Ident) -> bool| {
            let mut found = options.iter().filter(|(name, _)| wanted(name));
            found.next().map(|(_, value)| *value)
        };
        let mut unnamed = args.iter().filter(|arg| option(arg).is_none());
        let first = match receiver {
            Some(_) => None,
            None => unnamed.next().copied(),
        };
        let Some(order) = unnamed.next().copied().or(named(is_order)) else {
            return false;
        };
        let array = match (receiver, first) {
            (Some(receiver), _) => receiver.clone(),
            (None, Some(first)) => self.operand(first),
            (None, None) => return false,
        };
        if !array.value.is_poison() && !has_unknown_value(order) {
            let axis = named(|name| name == "axis" || name == "dim");
            let help = of_order(&array, order, axis).or_else(|| orders(&array));
            let place = SourcePlace::of(order);
            self.error(Diagnostic::new(place, "`norm` takes no order").help_if(help));
        }
        true
    }
}

/// Whether an option of a norm is its order.
fn is_order(name: &Ident) -> bool {
    name == "ord" || name == "p"
}

/// The help for a norm of an order, along the axis that is written.
fn of_order(array: &Operand<'_, '_>, order: &Expr, axis: Option<&Expr>) -> Option<String> {
    let text = short_text(array.expr)?;
    let rank = array.value.shape()?.rank();
    let axis = axis.map(|axis| format!(", axis = {}", print(axis)));
    let order = read(order)?;
    match (rank, axis) {
        (1.., Some(axis)) => of_elements(order, &text, &axis),
        (1, None) => of_elements(order, &text, ""),
        (2, None) => of_matrix(order, &text),
        _ => None,
    }
}

/// The help for an order that is not known.
fn orders(array: &Operand<'_, '_>) -> Option<String> {
    let x = short_text(array.expr)?;
    match array.value.shape()?.rank() {
        1 => Some(format!(
            "`norm({x})` is of order 2, `sum(abs({x}))` of order 1, and `max(abs({x}))` of order \
             infinity; along an axis it is `norm({x}, axis = 0)`"
        )),
        2 => Some(format!(
            "`norm({x})` is Frobenius' norm, `max(svd({x}).1)` the one of order 2, \
             `max(sum(abs({x}), axis = 0))` of order 1, and `max(sum(abs({x}), axis = 1))` of order \
             infinity; along an axis it is `norm({x}, axis = 0)`"
        )),
        _ => None,
    }
}

/// The order that an expression is.
fn read(order: &Expr) -> Option<Order<'_>> {
    let text = print(without_parentheses(order));
    let (is_negative, number) = match text.strip_prefix('-') {
        Some(number) => (true, number),
        None => (false, &*text),
    };
    let name = number.rsplit([':', '.']).next()?;
    Some(match (is_negative, name, &*text) {
        (false, "inf" | "Inf" | "INFINITY" | "\"inf\"", _) => Order::Infinity,
        (true, "inf" | "Inf" | "INFINITY", _) => Order::MinusInfinity,
        (_, _, "\"fro\"") => Order::Frobenius,
        (_, _, "\"nuc\"") => Order::Nuclear,
        (_, _, "1" | "1.0" | "\"l1\"") => Order::One,
        (_, _, "2" | "2.0" | "\"l2\"") => Order::Two,
        (false, _, number) if number.parse::<f64>().is_ok_and(|number| number > 0.0) => {
            Order::Other(order)
        }
        _ => return None,
    })
}

/// The help for a norm of the elements of a vector, or along an axis.
fn of_elements(order: Order<'_>, x: &str, axis: &str) -> Option<String> {
    Some(match order {
        Order::One => format!("of order 1 it is `sum(abs({x}){axis})`"),
        Order::Two => format!("of order 2 it is `norm({x}{axis})`"),
        Order::Infinity => format!("of order infinity it is `max(abs({x}){axis})`"),
        Order::MinusInfinity => format!("of order -infinity it is `min(abs({x}){axis})`"),
        Order::Other(order) => {
            let (own, p) = (print(order), as_float(order));
            format!("of order {own} it is `sum(abs({x}).powf({p}){axis}).powf(1.0 / {p})`")
        }
        Order::Frobenius | Order::Nuclear => return None,
    })
}

/// The help for a norm of a matrix.
fn of_matrix(order: Order<'_>, a: &str) -> Option<String> {
    Some(match order {
        Order::One => format!("of order 1 it is `max(sum(abs({a}), axis = 0))`"),
        Order::Two => format!("of order 2 it is `max(svd({a}).1)`"),
        Order::Infinity => format!("of order infinity it is `max(sum(abs({a}), axis = 1))`"),
        Order::MinusInfinity => format!("of order -infinity it is `min(sum(abs({a}), axis = 1))`"),
        Order::Frobenius => format!("Frobenius' norm is `norm({a})`"),
        Order::Nuclear => format!("the nuclear norm is `sum(svd({a}).1)`"),
        Order::Other(_) => return None,
    })
}
