//! The errors of functions whose lengths come with the call, in the words of their users.

use graph_ir::Type;
use syn::Visibility;

use crate::diagnostics::{Diagnostic, SourcePlace, Words};
use crate::lower::{PRINT, is_builtin};
use crate::parse::FunctionSource;

/// The error for an operator that is not computed row by row. Names of operators that the language
/// does not have stay out of it.
pub(crate) fn not_by_rows(
    op: &str,
    found: &Type,
    place: SourcePlace,
    source: &FunctionSource,
) -> Diagnostic {
    let ty = Words::default().ty(found);
    let message = match op {
        PRINT => "functions of run-time length do not print".into(),
        op if is_builtin(op) => {
            format!("arrays of run-time length are computed row by row, and `{op}` of {ty} is not")
        }
        _ => format!("arrays of run-time length are computed row by row, and this of {ty} is not"),
    };
    let known = "a function of known lengths that calls this one has all operators";
    let help = match source.visibility {
        Visibility::Inherited => known.into(),
        Visibility::Public(_) | Visibility::Restricted(_) => format!(
            "{known}, once `{}` is not `pub`, which makes it for all lengths too",
            source.signature.ident
        ),
    };
    let diagonal = !is_builtin(op) && is_square(found);
    let diagonal = diagonal.then_some(
        "a diagonal of its own is a matrix with zeros beside it: `a + diag(x)`, or `diag(x)`",
    );
    Diagnostic::new(place, message).help_if(diagonal).help(help)
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

    use super::not_by_rows;
    use crate::diagnostics::{Diagnostics, SourcePlace};
    use crate::parse::{Surroundings, items};

    fn text(function: &str, op: &str, extents: Vec<Extent>) -> String {
        let tokens = function.parse().expect("tokens");
        let source = items(tokens, Surroundings::Block, &Diagnostics::default());
        let ty = Type::new(Element::F64, Shape::of(extents).expect("a shape"));
        let place = SourcePlace::token(proc_macro2::Span::call_site());
        let text = not_by_rows(op, &ty, place, &source.functions[0]).text();
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
            let found = text(own, op, extents.clone());
            assert!(found.contains(expected), "{found}");
            let help = "once `f` is not `pub`, which makes it for all lengths too";
            assert!(found.contains(&format!("{known}, {help}")), "{found}");
            let inner = text(own.trim_start_matches("pub "), op, extents);
            assert!(inner.ends_with(known), "{inner}");
        }
    }
}
