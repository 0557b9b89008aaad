//! Structs that are written as tuples or arrays, and tuples that are structs.

use std::iter;

use syn::{Expr, ExprLit, Ident, Lit};

use super::{grouped, short_text};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::values::Value;
use crate::signature::Parts;

impl<'b> Lowerer<'b, '_> {
    /// The help for a value in place of a struct, or of a tuple where it is a struct.
    pub(in crate::lower) fn as_parts<T>(
        &self,
        value: &Value<'b>,
        wanted: &Parts<T>,
        expr: &Expr,
    ) -> Option<String> {
        if let Some(of) = wanted.of() {
            let fields: Vec<&Ident> = of.fields.iter().map(|field| &field.name).collect();
            return self.as_struct(value, &of.name, &fields, expr);
        }
        let Value::Tuple(parts) = value else {
            return None;
        };
        let text = short_text(expr).filter(|_| parts.of().is_some())?;
        let is_place = matches!(without_parentheses(expr), Expr::Path(_) | Expr::Field(_));
        let fields = parts.steps().map(|(step, _)| format!("{text}{step}"));
        let fields: Vec<String> = fields.collect();
        let fits = is_place && fields.len() == wanted.len();
        fits.then(|| {
            format!(
                "a tuple has the values in parentheses: `({})`",
                fields.join(", ")
            )
        })
    }

    /// The help for a value in place of a struct with these fields: the struct that has its parts,
    /// where it has as many.
    pub(in crate::lower) fn as_struct(
        &self,
        value: &Value<'b>,
        name: &Ident,
        fields: &[&Ident],
        expr: &Expr,
    ) -> Option<String> {
        let count = match value {
            // Another struct is no slip.
            Value::Tuple(parts) if parts.of().is_some() => return None,
            Value::Poison => return None,
            Value::Tuple(parts) => Some(parts.len()),
            value => value
                .shape()
                .filter(|shape| shape.rank() > 0)
                .and_then(|shape| {
                    let count = shape.count_along(0);
                    count.known()
                }),
        };
        let written = match without_parentheses(expr) {
            Expr::Tuple(parts) => parts.elems.iter().map(short_text).collect(),
            Expr::Array(parts) => parts.elems.iter().map(short_text).collect(),
            Expr::Path(_) | Expr::Field(_) => short_text(expr).map(|text| {
                let text = grouped(&text);
                let part = |number: usize| match value {
                    Value::Tuple(_) => format!("{text}.{number}"),
                    _ => format!("{text}[{number}]"),
                };
                (0..fields.len()).map(part).collect::<Vec<String>>()
            }),
            _ => None,
        };
        let written = written.filter(|_| count == Some(fields.len()));
        Some(struct_of(name, fields, written.unwrap_or_default()))
    }
}

/// The help that writes a struct with the values that are known, the first of its fields.
pub(in crate::lower) fn struct_of(
    name: &Ident,
    fields: &[&Ident],
    values: impl IntoIterator<Item = String>,
) -> String {
    let values = { values.into_iter() }.chain(iter::repeat("..".into()));
    let fields = fields.iter().zip(values);
    let fields: Vec<String> = fields
        .map(|(field, value)| format!("{field}: {value}"))
        .collect();
    format!("write the struct: `{name} {{ {} }}`", fields.join(", "))
}

/// The help for brackets behind a struct, whose fields have names.
pub(in crate::lower) fn field_at<T>(
    parts: &Parts<T>,
    text: Option<String>,
    index: Option<&Expr>,
) -> String {
    let text = text.map_or_else(|| "m".into(), |text| grouped(&text));
    let number = match index.map(without_parentheses) {
        Some(Expr::Lit(ExprLit {
            lit: Lit::Int(number),
            ..
        })) => number.base10_parse::<usize>().ok(),
        _ => None,
    };
    let members = parts.steps().map(|(step, _)| format!("`{text}{step}`"));
    let members: Vec<String> = members.collect();
    match number.and_then(|number| members.get(number)) {
        Some(member) => format!("the fields of a struct have names: {member}"),
        None => format!("the fields of a struct have names: {}", members.join(", ")),
    }
}
