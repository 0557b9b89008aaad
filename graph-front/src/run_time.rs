//! The errors of functions whose lengths come with the call, in the words of their users.

use graph_ir::Type;
use syn::Visibility;

use crate::block::Lowered;
use crate::derivatives::{Request, Sweep};
use crate::diagnostics::{Diagnostic, SourcePlace, Words};
use crate::emit::{self, Lines};
use crate::lower::{PRINT, is_builtin};
use crate::parse::FunctionSource;

/// The requests of a function of which some are not computed row by row.
#[derive(Clone, Copy, Default)]
pub(crate) struct ByRows {
    /// The first request that is not, where the value is.
    refused: Option<Request>,
    /// Whether the products with the Hessian are.
    products: bool,
}

impl ByRows {
    /// The requests of this function: each is made once more, alone.
    pub(crate) fn of(function: &Lowered<'_>) -> Self {
        let (Some(signature), Some(graph)) = (&function.signature, &function.graph) else {
            return Self::default();
        };
        let is_made = |request: Request| {
            let mut alone = signature.clone();
            alone.derivatives = alone.derivatives.only(request);
            emit::function(&alone, graph, &Lines::default()).is_ok()
        };
        let mut made = signature.made();
        let refused = match is_made(Request::Value) {
            true => made.find(|&request| !is_made(request)),
            false => None,
        };
        Self {
            refused,
            products: refused.is_some() && is_made(Request::HessianProduct),
        }
    }
}

/// The error for an operator that is not computed row by row. Names of operators that the language
/// does not have stay out of it, and those that only a derivative has.
pub(crate) fn not_by_rows(
    op: &str,
    found: &Type,
    place: SourcePlace,
    source: &FunctionSource,
    requests: ByRows,
) -> Diagnostic {
    let ty = Words::default().ty(found);
    let name = &source.signature.ident;
    let by_products = match requests.refused.map(|request| request.row().sweep) {
        Some(Some(Sweep::Hessian)) if requests.products => Some(format!(
            "the products are, by `#[derivatives(hessian_product)]`: \
             `{name}::hessian_product` of each unit vector is a column"
        )),
        _ => None,
    };
    let message = match (requests.refused.map(|request| request.row().word), op) {
        (Some(word), _) => format!(
            "arrays of run-time length are computed row by row, and the `{word}` of `{name}`, with \
             {ty} in it, is not"
        ),
        (None, PRINT) => "functions of run-time length do not print".into(),
        (None, op) if is_builtin(op) => {
            format!("arrays of run-time length are computed row by row, and `{op}` of {ty} is not")
        }
        (None, _) => {
            format!("arrays of run-time length are computed row by row, and this of {ty} is not")
        }
    };
    let known = "a function of known lengths that calls this one has all operators";
    let help = match source.visibility {
        Visibility::Inherited => known.into(),
        Visibility::Public(_) | Visibility::Restricted(_) => {
            format!("{known}, once `{name}` is not `pub`, which makes it for all lengths too")
        }
    };
    let diagonal = requests.refused.is_none() && !is_builtin(op) && is_square(found);
    let diagonal = diagonal.then_some(
        "a diagonal of its own is a matrix with zeros beside it: `a + diag(x)`, or `diag(x)`",
    );
    Diagnostic::new(place, message)
        .help_if(by_products)
        .help_if(diagonal)
        .help(help)
}

/// Whether a type is that of square matrices.
fn is_square(ty: &Type) -> bool {
    match &ty.shape.counts()[..] {
        [rows, columns] => rows == columns,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use graph_ir::types::{Element, Extent};
    use graph_ir::{Shape, Type};

    use super::{ByRows, not_by_rows};
    use crate::derivatives::Request;
    use crate::diagnostics::{Diagnostics, SourcePlace};
    use crate::parse::{Surroundings, items};

    fn text(function: &str, op: &str, extents: Vec<Extent>, requests: ByRows) -> String {
        let tokens = function.parse().expect("tokens");
        let source = items(tokens, Surroundings::Block, &Diagnostics::default());
        let ty = Type::new(Element::F64, Shape::of(extents).expect("a shape"));
        let place = SourcePlace::token(proc_macro2::Span::call_site());
        let text = not_by_rows(op, &ty, place, &source.functions[0], requests).text();
        std::mem::forget(source);
        text
    }

    #[test]
    fn operators_are_named_as_users_know_them() {
        let n = || Extent::symbol(&graph_ir::types::Symbol::new("N"));
        let own = "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { 1.0 }";
        let known = "a function of known lengths that calls this one has all operators";
        for (op, extents, expected) in [
            ("sum", vec![n()], "and `sum` of [f64; N] is not"),
            ("assemble", vec![n()], "and this of [f64; N] is not"),
            (
                "print",
                vec![n()],
                "functions of run-time length do not print",
            ),
        ] {
            let found = text(own, op, extents.clone(), ByRows::default());
            assert!(found.contains(expected), "{found}");
            let help = "once `f` is not `pub`, which makes it for all lengths too";
            assert!(found.contains(&format!("{known}, {help}")), "{found}");
            let inner = text(
                own.trim_start_matches("pub "),
                op,
                extents,
                ByRows::default(),
            );
            assert!(inner.ends_with(known), "{inner}");
        }
    }

    #[test]
    fn a_request_is_named_where_the_value_is_there() {
        let extents = vec![Extent::symbol(&graph_ir::types::Symbol::new("N"))];
        let own = "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { 1.0 }";
        let products = "`f::hessian_product` of each unit vector is a column";
        for request in [
            Request::Hessian,
            Request::ValueGradientHessian,
            Request::Gradient,
        ] {
            let requests = ByRows {
                refused: Some(request),
                products: true,
            };
            let found = text(own, "azmul", extents.clone(), requests);
            let word = request.row().word;
            let expected = format!("and the `{word}` of `f`, with [f64; N] in it, is not");
            assert!(found.contains(&expected), "{found}");
            let is_second = request != Request::Gradient;
            assert_eq!(found.contains(products), is_second, "{found}");
        }
    }
}
