//! Help for the elements of an array that a loop runs over, where they stand in the place of their
//! positions: `for i in x { s += x[i]; }`.

use graph_ir::Element;
use graph_ir::types::Extent;
use proc_macro2::{Delimiter, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprForLoop, ExprIndex, ExprMethodCall, Pat};

use super::header::name_of;
use super::sequence::Sequence;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::values::Operand;
use crate::lower::variables::{Origin, RunsOver};
use crate::tokens::{is_value, levels, mentions};

impl RunsOver {
    /// The array whose elements a loop names, as many as these, by their variable alone. The
    /// elements of a list that is written out may well be meant as positions.
    pub(super) fn elements(expr: &ExprForLoop, count: &Extent) -> Option<Self> {
        let Pat::Ident(_) = *expr.pat else {
            return None;
        };
        let (array, positions) = match behind_iterator(&expr.expr) {
            Expr::MethodCall(call) if call.method == "rev" && call.args.is_empty() => (
                behind_iterator(&call.receiver),
                format!("(0..{count}).rev()"),
            ),
            array => (array, format!("0..{count}")),
        };
        let array = text_of_place(array)?;
        Some(Self::Elements { array, positions })
    }

    /// The array whose elements a loop names beside their positions, which this variable has.
    pub(super) fn numbered(expr: &ExprForLoop, position: String) -> Self {
        let array = text_of_place(behind_numbers(&expr.expr));
        let element = match &*expr.pat {
            Pat::Tuple(pair) => pair.elems.last().and_then(name_of),
            _ => None,
        };
        let [is_index, is_position] = [element.as_ref(), Some(&position)]
            .map(|name| name.is_some_and(|name| is_counted(&expr.body, name)));
        Self::Numbered {
            array,
            is_exchanged: is_index && !is_position && mentions(&expr.body, |own| own == position),
            position,
        }
    }
}

/// Whether a body has a name in an index, or converts it with `as`.
fn is_counted(body: &impl ToTokens, name: &str) -> bool {
    let mut found = false;
    levels(body.to_token_stream(), |level| {
        found |= level.windows(2).any(|pair| match pair {
            [TokenTree::Ident(own), TokenTree::Ident(word)] => own == name && word == "as",
            [before, TokenTree::Group(index)] => {
                index.delimiter() == Delimiter::Bracket
                    && is_value(before)
                    && mentions(&index.stream(), |own| own == name)
            }
            _ => false,
        });
    });
    found
}

/// Whether a body has a name in an index, in which nothing is converted.
fn is_index(body: &impl ToTokens, name: &str) -> bool {
    let mut found = false;
    levels(body.to_token_stream(), |level| {
        found |= level.windows(2).any(|pair| match pair {
            [before, TokenTree::Group(index)] if index.delimiter() == Delimiter::Bracket => {
                let has = |word: &str| mentions(&index.stream(), |own| own == word);
                is_value(before) && has(name) && !has("as")
            }
            _ => false,
        });
    });
    found
}

/// The error for a float that a loop names in the place of its position, which the body has as an
/// index: `for (v, i) in x.iter().enumerate()`.
pub(super) fn exchanged(
    pattern: &Pat,
    sequence: &Sequence<'_>,
    body: &impl ToTokens,
) -> Option<Diagnostic> {
    let (Pat::Tuple(pair), Sequence::Tuples(parts)) = (pattern, sequence) else {
        return None;
    };
    let [Sequence::Positions(_), Sequence::Elements(array, ..)] = &parts[..] else {
        return None;
    };
    let is_of_numbers = array.shape()?.rank() == 1 && array.element().is_none_or(Element::is_float);
    let names: Option<Vec<String>> = pair.elems.iter().map(name_of).collect();
    let names = names.filter(|_| is_of_numbers)?;
    let [position, element] = &names[..] else {
        return None;
    };
    let is_used = mentions(body, |own| own == position) && !is_counted(body, position);
    if !is_used || !is_index(body, element) {
        return None;
    }
    let message = format!("`{position}` is the position here, and `{element}` the element");
    let help = position_first(element, position);
    Some(Diagnostic::new(SourcePlace::of(pattern), message).help(help))
}

/// The help for an element and its position in each other's place.
fn position_first(element: &str, position: &str) -> String {
    format!("the position comes first: `({element}, {position})`")
}

/// The text of an array that is a variable, or a part of one.
fn text_of_place(array: &Expr) -> Option<String> {
    let is_place = matches!(array, Expr::Path(_) | Expr::Index(_) | Expr::Field(_));
    short_text(array).filter(|_| is_place)
}

impl<'b> Lowerer<'b, '_> {
    /// The help for the position of an element that stands in the place of the element, where the
    /// two are exchanged in the header of their loop.
    pub(in crate::lower) fn position_as_element(&self, expr: &Expr) -> Option<String> {
        let variable = self.variable_of(expr)?;
        let mut names = self.variables.names().map(|name| self.variables.find(name));
        let element = names.find_map(|id| {
            let other = self.variables.get(id?);
            let is_its_own = match &other.origin {
                Origin::Item(_, Some(over)) => matches!(
                    &**over,
                    RunsOver::Numbered { position, is_exchanged: true, .. }
                        if *position == variable.name
                ),
                _ => false,
            };
            is_its_own.then_some(&other.name)
        })?;
        Some(position_first(element, &variable.name))
    }

    /// The help for an element of an array that a loop runs over, as the index of an array that is
    /// read or assigned.
    pub(in crate::lower) fn element_as_index(
        &self,
        operand: &Operand<'b, '_>,
        index: &ExprIndex,
        is_read: bool,
    ) -> Option<String> {
        let variable = self.variable_of(operand.expr)?;
        let Origin::Item(_, Some(over)) = &variable.origin else {
            return None;
        };
        let name = &variable.name;
        let is_alone = !matches!(without_parentheses(&index.index), Expr::Tuple(_));
        let indexed = short_text(behind_iterator(&index.expr));
        let (is_own, element, counted) = match &**over {
            RunsOver::Elements { array, positions } => (
                indexed.as_ref() == Some(array),
                format!("`{name}` is an element of `{array}`: "),
                format!("count positions: `for {name} in {positions}`"),
            ),
            RunsOver::Numbered {
                array, position, ..
            } => (
                array.is_some() && indexed == *array,
                format!("`{position}` is the position of `{name}`: "),
                match (is_alone, short_text(&index.expr)) {
                    (true, Some(indexed)) => format!("write `{indexed}[{position}]`"),
                    _ => format!("write `{position}`"),
                },
            ),
        };
        Some(if is_own && is_alone && is_read {
            match &**over {
                RunsOver::Elements { .. } => {
                    format!("`{name}` is the element: write `{name}`, or {counted}")
                }
                RunsOver::Numbered { position, .. } => format!(
                    "`{name}` is the element at position `{position}`: write `{name}`, or `{}[{position}]`",
                    indexed.unwrap_or_default()
                ),
            }
        } else if is_own || operand.value.shape()?.rank() > 0 {
            format!("{element}{counted}")
        } else {
            format!("{element}{counted}; or convert it: `{name} as usize`")
        })
    }
}

/// An array without the methods that number its elements, or leave some of them out.
fn behind_numbers(mut expr: &Expr) -> &Expr {
    const METHODS: [&str; 5] = ["enumerate", "rev", "skip", "step_by", "take"];
    loop {
        expr = match behind_iterator(expr) {
            Expr::MethodCall(call) if METHODS.iter().any(|name| call.method == name) => {
                &call.receiver
            }
            expr => return expr,
        };
    }
}

/// An array without what makes an iterator of its elements.
fn behind_iterator(mut expr: &Expr) -> &Expr {
    loop {
        expr = match without_parentheses(expr) {
            Expr::Reference(reference) => &reference.expr,
            Expr::MethodCall(call) if call.args.is_empty() && is_iterator(call) => &call.receiver,
            expr => return expr,
        };
    }
}

/// Whether a call yields the elements of an array in their order.
fn is_iterator(call: &ExprMethodCall) -> bool {
    ["iter", "into_iter", "copied", "cloned"]
        .iter()
        .any(|name| call.method == name)
}
