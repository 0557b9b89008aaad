//! Constants and types as Rust writes them, without names of the block.

use graph_ir::types::Extent;
use graph_ir::{Builder, Element};
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::Expr;

use super::Names;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::types::Declared;
use crate::lower::values::{Scalar, Value};
use crate::signature::{array_type, extent_tokens};

/// A type with its lengths as numbers; `None` where it is wrong, which is reported.
pub(crate) fn written_type(ty: &syn::Type, names: &Names<'_>) -> Option<TokenStream> {
    if let syn::Type::Tuple(tuple) = ty {
        let parts = tuple.elems.iter().map(|part| written_type(part, names));
        let parts: Vec<TokenStream> = parts.collect::<Option<_>>()?;
        return Some(quote!((#(#parts,)*)));
    }
    let builder = Builder::new();
    let mut lowerer = Lowerer::new(&builder, names, None);
    match lowerer.resolve_type(ty)? {
        Declared::Tensor(resolved, _) => {
            let element: TokenStream = lowerer.element_name(ty, 0)?.parse().ok()?;
            Some(array_type(element, &resolved.shape))
        }
        declared @ (Declared::Tuple(_) | Declared::Tuples(_)) => match ty {
            syn::Type::Array(array) => {
                let row = written_type(&array.elem, names)?;
                let count = extent_tokens(&declared.count_of_tuples());
                Some(quote!([#row; #count]))
            }
            // An alias has been resolved.
            syn::Type::Path(path) => {
                let name = path.path.get_ident()?.to_string();
                written_type(&names.aliases.get(&name)?.ty, names)
            }
            _ => None,
        },
        Declared::Infer => None,
    }
}

/// The value of a constant; `None` where it is wrong, or none that is known while the macro runs.
pub(crate) fn written_value(name: &Ident, names: &Names<'_>) -> Option<TokenStream> {
    value_tokens(&names.constants.get(&name.to_string(), names)?)
}

/// The number of an expression that is known while the macro runs, rounded to these floats; `None`
/// where it is none, or not finite, which is reported.
pub(crate) fn number_of(expr: &Expr, element: Element, names: &Names<'_>) -> Option<f64> {
    let builder = Builder::new();
    let mut lowerer = Lowerer::new(&builder, names, None);
    let value = lowerer.expression(expr).value;
    let number = match &value {
        Value::Scalar(Scalar::Float(number)) => number.value(element),
        Value::Scalar(Scalar::Integer(number)) => *number as f64,
        _ => f64::NAN,
    };
    if !number.is_finite() && !value.is_poison() {
        let message = format!("a finite `{element}` that is known while compiling stands here");
        let place = SourcePlace::of(expr);
        names.diagnostics.push(Diagnostic::new(place, message));
    }
    number.is_finite().then_some(number)
}

/// Recurses as deeply as tuples are nested, which [`crate::guard`] bounds.
fn value_tokens(value: &Value<'_>) -> Option<TokenStream> {
    match value {
        Value::Scalar(scalar) => scalar_tokens(*scalar, None),
        Value::Tuple(parts) => {
            let parts: Vec<TokenStream> = parts.iter().map(value_tokens).collect::<Option<_>>()?;
            Some(quote!((#(#parts,)*)))
        }
        Value::Tuples(_) => {
            let count = value.count_of_tuples()?.known()?;
            let rows = (0..count).map(|at| value_tokens(&value.known_row(at)?));
            let rows: Vec<TokenStream> = rows.collect::<Option<_>>()?;
            Some(quote!([#(#rows),*]))
        }
        Value::Table(table) => {
            let items = table.items.iter();
            let items = items.map(|&item| scalar_tokens(item, table.element));
            let mut items: Vec<TokenStream> = items.collect::<Option<_>>()?;
            let counts = table.shape.counts();
            let counts: Vec<usize> = counts.iter().map(Extent::known).collect::<Option<_>>()?;
            for (axis, &count) in counts.iter().enumerate().rev() {
                let outer = 0..counts[..axis].iter().product();
                let groups = outer.map(|i| &items[i * count..(i + 1) * count]);
                items = groups.map(|group| quote!([#(#group),*])).collect();
            }
            items.into_iter().next()
        }
        Value::Tensor(_) | Value::Position(_) | Value::Unit | Value::Poison => None,
    }
}

fn scalar_tokens(scalar: Scalar, element: Option<Element>) -> Option<TokenStream> {
    let text = match scalar {
        Scalar::Truth(value) => value.to_string(),
        Scalar::Integer(value) => value.to_string(),
        Scalar::Float(number) => {
            let element = number.element().or(element).unwrap_or(Element::F64);
            let value = number.value(element);
            if value.is_nan() {
                format!("{element}::NAN")
            } else if value.is_infinite() {
                let sign = if value < 0.0 { "NEG_" } else { "" };
                format!("{element}::{sign}INFINITY")
            } else if element == Element::F32 {
                // The fewest digits that give the same number back.
                format!("{:?}", value as f32)
            } else {
                format!("{value:?}")
            }
        }
    };
    text.parse().ok()
}
