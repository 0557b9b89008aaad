//! Lengths that stand among the arguments of a function with `const` parameters: they are passed in
//! front of these, `p::<{ K - 1 }>(x)`.

use syn::{Expr, GenericParam};

use crate::diagnostics::print;
use crate::lower::report::short_text;
use crate::lower::values::Operand;

/// The call with its lengths in their place, if that many integers are too many arguments.
pub(super) fn with_lengths(
    signature: &syn::Signature,
    operands: &[Operand<'_, '_>],
) -> Option<String> {
    let is_length = |parameter: &GenericParam| matches!(parameter, GenericParam::Const(_));
    let parameters = &signature.generics.params;
    if !parameters.iter().all(is_length)
        || operands.len() != signature.inputs.len() + parameters.len()
    {
        return None;
    }
    let (mut lengths, mut others) = (Vec::new(), Vec::new());
    // The last integers are lengths, if there are more.
    for operand in operands.iter().rev() {
        let is_integer = operand.value.is_constant_integer() || operand.value.as_extent().is_some();
        let list = match is_integer && lengths.len() < parameters.len() {
            true => &mut lengths,
            false => &mut others,
        };
        list.push(operand.expr);
    }
    if lengths.len() != parameters.len() {
        return None;
    }
    let lengths = lengths.into_iter().rev().map(length);
    let lengths = lengths.collect::<Option<Vec<_>>>()?.join(", ");
    let others = others.into_iter().rev().map(short_text);
    let others = others.collect::<Option<Vec<_>>>()?.join(", ");
    Some(format!("{}::<{lengths}>({others})", signature.ident))
}

/// A length between `<` and `>`.
fn length(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(_) | Expr::Lit(_) => Some(print(expr)),
        _ => Some(format!("{{ {} }}", short_text(expr)?)),
    }
}
