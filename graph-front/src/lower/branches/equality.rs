//! Arrays that a condition compares as wholes.

use syn::{BinOp, Expr};

use crate::diagnostics::print;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;

/// So many elements are written out, and more are a reduction.
const MOST_WRITTEN: usize = 4;

/// The help for a comparison of arrays that asks whether they are equal as wholes, as in Rust.
pub(super) fn of_equal_arrays(expr: &Expr) -> Option<String> {
    let Expr::Binary(compared) = without_parentheses(expr) else {
        return None;
    };
    let (of_all, joined) = match compared.op {
        BinOp::Eq(_) => ("min", "&&"),
        BinOp::Ne(_) => ("max", "||"),
        _ => return None,
    };
    let symbol = print(&compared.op);
    let own = without_parentheses(&compared.left);
    let whole = match without_parentheses(&compared.right) {
        Expr::Array(list) if list.elems.len() <= MOST_WRITTEN && matches!(own, Expr::Path(_)) => {
            let elements = list.elems.iter().enumerate();
            let elements = elements.map(|(position, element)| {
                Some(format!(
                    "{}[{position}] {symbol} {}",
                    print(own),
                    short_text(element)?
                ))
            });
            let elements = elements.collect::<Option<Vec<_>>>()?;
            elements.join(&format!(" {joined} "))
        }
        _ => format!("{of_all}(select({}, 1.0, 0.0)) > 0.5", short_text(expr)?),
    };
    Some(format!(
        "arrays are compared element by element; as wholes by `{whole}`"
    ))
}
