//! Derivatives with more than one argument behind the value: `deriv(y, x, 2)`, `deriv(y, x, z)`.

use super::Builtin;
use crate::lower::report::short_text;
use crate::lower::values::Operand;

/// The help for a derivative with an order or with more variables behind the first one.
pub(super) fn variables_or_order(
    name: &str,
    builtin: Builtin,
    operands: &[Operand<'_, '_>],
) -> Option<String> {
    let texts: Option<Vec<String>> = operands.iter().map(|own| short_text(own.expr)).collect();
    let texts = texts?;
    let ([value, variable, others @ ..], [y, x, rest @ ..]) = (operands, &texts[..]) else {
        return None;
    };
    let order = match others {
        [] => return None,
        [order] if let Some(order) = order.value.as_integer() => usize::try_from(order).ok(),
        _ => rest.iter().all(|text| text == x).then_some(rest.len() + 1),
    };
    let rank = |operand: &Operand<'_, '_>| operand.value.shape().map(|shape| shape.rank());
    let ranks = (rank(value), rank(variable));
    let is_first = builtin != Builtin::Hessian;
    match (order, ranks) {
        (Some(1), _) if is_first => Some(format!("write `{name}({y}, {x})`")),
        (Some(2), _) if !is_first => Some(format!("write `hessian({y}, {x})`")),
        (Some(2), (Some(0), Some(1..))) => {
            Some(format!("a second derivative is `hessian({y}, {x})`"))
        }
        (Some(order @ 2..=4), (Some(_), Some(0))) if is_first => {
            let code = (0..order).fold(y.clone(), |inner, _| format!("{name}({inner}, {x})"));
            let (this, before) = match order {
                2 => ("second", "first"),
                3 => ("third", "second"),
                _ => ("fourth", "third"),
            };
            Some(format!(
                "a {this} derivative is the derivative of the {before}: `{code}`"
            ))
        }
        (Some(_), _) => Some(format!("it is called as `{}`", builtin.usage(name))),
        (None, _) => {
            let is_name = |text: &String| syn::parse_str::<syn::Ident>(text).is_ok();
            let all = texts[1..].join(", ");
            let are_names = texts[1..].iter().all(is_name);
            are_names
                .then(|| format!("several variables stand in parentheses: `{name}({y}, ({all}))`"))
        }
    }
}
