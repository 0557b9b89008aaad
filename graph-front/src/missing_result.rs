//! The type of a result that a signature does not name, read from the text of the body: the help
//! for it.

use syn::{Block, Expr, FnArg, Pat, Stmt};

use crate::diagnostics::{print, print_type};
use crate::parse::FunctionSource;
use crate::tokens::mentions;

/// How deep a value is looked at to see what its type is.
const DEEPEST: usize = 8;

/// The type of the result of a function that names none, as far as the text of its body tells it.
pub(crate) fn result_in_text(source: &FunctionSource) -> String {
    let signature = &source.signature;
    let is_written = |own: &str| mentions(&signature.inputs, |name| name == own);
    let generic = signature.generics.type_params().next();
    let number = match generic {
        Some(generic) => generic.ident.to_string(),
        None if is_written("f32") && !is_written("f64") => "f32".into(),
        None => "f64".into(),
    };
    let tail = source.body.as_ref().ok().and_then(|body| {
        let Some(Stmt::Expr(tail, None)) = body.stmts.last() else {
            return None;
        };
        Some((body, tail))
    });
    match tail {
        Some((body, tail)) => type_in_text(source, body, tail, &number, 0),
        None => number,
    }
}

/// The type of a value in a body, as far as the texts of arrays and of the variables that have them
/// tell it; the type of a number for anything else.
fn type_in_text(
    source: &FunctionSource,
    body: &Block,
    value: &Expr,
    number: &str,
    depth: usize,
) -> String {
    let of = |value| type_in_text(source, body, value, number, depth + 1);
    match value {
        _ if depth > DEEPEST => number.into(),
        Expr::Paren(e) => of(&e.expr),
        Expr::Array(e) => match e.elems.first() {
            Some(first) => format!("[{}; {}]", of(first), e.elems.len()),
            None => number.into(),
        },
        Expr::Repeat(e) => format!("[{}; {}]", of(&e.expr), print(&e.len)),
        Expr::Tuple(e) => {
            let parts: Vec<String> = e.elems.iter().map(of).collect();
            format!("({})", parts.join(", "))
        }
        Expr::Path(path) => {
            let is_own = |pattern: &Pat| match pattern {
                Pat::Ident(own) => path.path.is_ident(&own.ident),
                _ => false,
            };
            let bound = body
                .stmts
                .iter()
                .rev()
                .find_map(|statement| match statement {
                    Stmt::Local(local) => match &local.pat {
                        Pat::Type(typed) if is_own(&typed.pat) => Some(print_type(&typed.ty)),
                        pattern if is_own(pattern) => Some(of(&local.init.as_ref()?.expr)),
                        _ => None,
                    },
                    _ => None,
                });
            let argument = || {
                source
                    .signature
                    .inputs
                    .iter()
                    .find_map(|input| match input {
                        FnArg::Typed(typed) if is_own(&typed.pat) => Some(match &*typed.ty {
                            syn::Type::Reference(ty) => print(&ty.elem),
                            ty => print_type(ty),
                        }),
                        _ => None,
                    })
            };
            bound.or_else(argument).unwrap_or_else(|| number.into())
        }
        _ => number.into(),
    }
}
