//! Products of two vectors of which the second one is transposed: mathematics has a matrix there, and
//! here a vector has one axis, so that its transpose is the vector itself.

use syn::Expr;

use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::values::Operand;

/// The names of a transposition.
const NAMES: [&str; 2] = ["transpose", "t"];

/// The error for a product of a vector and a transposed one. Of vectors of equal length, the product
/// may be meant that is written as a call of `function`, or of the operator of that name.
pub(in crate::lower) fn turned_vector(
    operands: &[Operand<'_, '_>],
    function: &str,
    place: SourcePlace,
) -> Option<Diagnostic> {
    let [a, b] = operands else { return None };
    let [first, second] = [a, b].map(|operand| operand.value.shape());
    let (first, second) = (first?, second?);
    let vector = transposed(b.expr)?;
    if first.rank() != 1 || second.rank() != 1 || transposed(a.expr).is_some() {
        return None;
    }
    let [u, v] = [a.expr, vector].map(short_text);
    let (u, v) = (u?, v?);
    let other = match function {
        "dot" => format!("the sum of products is `dot({u}, {v})`"),
        operator => format!("the products of elements are `{u} {operator} {v}`"),
    };
    let outer = format!("the matrix of all products is `outer({u}, {v})`");
    let help = match first == second {
        true => format!("{outer}, {other}"),
        false => outer,
    };
    let message = "a vector has one axis: its transpose is the vector itself";
    Some(Diagnostic::new(place, message).help(help))
}

/// The operand of a transposition, by the language's name or by that of other libraries.
pub(in crate::lower) fn transposed(expr: &Expr) -> Option<&Expr> {
    match without_parentheses(expr) {
        Expr::Call(call) if call.args.len() == 1 => match &*call.func {
            Expr::Path(path) if NAMES.iter().any(|name| path.path.is_ident(name)) => {
                call.args.first()
            }
            _ => None,
        },
        Expr::MethodCall(call) if call.args.is_empty() => {
            let is_named = NAMES.iter().any(|name| call.method == name);
            is_named.then_some(&*call.receiver)
        }
        _ => None,
    }
}
