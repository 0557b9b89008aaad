//! `Rows<f64, N, M>` in signatures: a matrix whose extents both come with the call.
//!
//! To the language it is an array, `&[[f64; M]; N]`; to callers from outside of the block it is a
//! slice with the length of a row.

use proc_macro2::token_stream::IntoIter;
use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{
    Expr, FnArg, GenericArgument, PathArguments, ReturnType, Stmt, Type, parse_quote_spanned,
};

use crate::tokens::sign;

/// Which arguments, and which parts of the result, are written so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RowsMarks {
    pub(crate) arguments: Vec<bool>,
    pub(crate) results: Vec<bool>,
    /// The name as the user wrote it, without a path.
    pub(crate) names: Vec<Ident>,
}

/// The name of the type.
pub(crate) const ROWS: &str = "Rows";

/// The tokens with braces around the formulas of such types, `Rows<f64, 2 * N, M>`, without which
/// they are no arguments of a type in Rust. Follows groups by recursion, whose depth
/// [`crate::guard`] bounds.
pub(super) fn with_braces(tokens: TokenStream) -> TokenStream {
    braced(tokens.clone()).unwrap_or(tokens)
}

/// The tokens where there are such formulas. Other groups stay as they are, with the places of their
/// ends.
fn braced(tokens: TokenStream) -> Option<TokenStream> {
    let (mut done, mut is_braced) = (Vec::new(), false);
    let mut rest = tokens.into_iter();
    while let Some(token) = rest.next() {
        let is_name = matches!(&token, TokenTree::Ident(name) if name == ROWS);
        done.push(match token {
            TokenTree::Group(group) => match braced(group.stream()) {
                Some(inner) => {
                    is_braced = true;
                    let mut braced = Group::new(group.delimiter(), inner);
                    braced.set_span(group.span());
                    braced.into()
                }
                None => group.into(),
            },
            other => other,
        });
        if is_name {
            is_braced |= arguments(&mut rest, &mut done);
        }
    }
    is_braced.then(|| done.into_iter().collect())
}

/// Takes the arguments between `<` and `>`, if there are such, and puts braces around formulas;
/// whether there are any.
fn arguments(rest: &mut IntoIter, done: &mut Vec<TokenTree>) -> bool {
    let mut ahead = rest.clone();
    let is = |token: &TokenTree, expected| sign(token) == Some(expected);
    let Some(open) = ahead.next().filter(|token| is(token, '<')) else {
        return false;
    };
    let (mut found, mut argument, mut depth) = (vec![open], Vec::new(), 0);
    let mut is_braced = false;
    loop {
        let Some(token) = ahead.next() else {
            return false;
        };
        match sign(&token) {
            Some('<') => depth += 1,
            Some('>') if depth > 0 => depth -= 1,
            Some(',' | '>') if depth == 0 => {
                let is_end = is(&token, '>');
                let argument = std::mem::take(&mut argument);
                let is_formula = is_formula(&argument);
                is_braced |= is_formula;
                match is_formula {
                    true => found.push(in_braces(argument)),
                    false => found.extend(argument),
                }
                found.push(token);
                if is_end {
                    break;
                }
                continue;
            }
            _ => {}
        }
        argument.push(token);
    }
    done.append(&mut found);
    *rest = ahead;
    is_braced
}

fn is_formula(argument: &[TokenTree]) -> bool {
    let is_operator = |token| matches!(sign(token), Some('+' | '-' | '*' | '/' | '%'));
    argument.iter().any(is_operator)
}

fn in_braces(formula: Vec<TokenTree>) -> TokenTree {
    let place = formula
        .first()
        .map_or_else(Span::mixed_site, TokenTree::span);
    let mut braces = Group::new(Delimiter::Brace, formula.into_iter().collect());
    braces.set_span(place);
    braces.into()
}

/// Writes arrays in the place of such types.
pub(super) fn as_arrays(signature: &mut syn::Signature) -> RowsMarks {
    let mut marks = RowsMarks::default();
    for input in &mut signature.inputs {
        let FnArg::Typed(input) = input else {
            marks.arguments.push(false);
            continue;
        };
        let array = array(&input.ty);
        marks.arguments.push(array.is_some());
        marks.names.extend(array.as_ref().and(name(&input.ty)));
        if let Some(array) = array {
            *input.ty = parse_quote_spanned!(input.ty.span()=> &#array);
        }
    }
    if let ReturnType::Type(_, ty) = &mut signature.output {
        let parts = match &mut **ty {
            Type::Tuple(tuple) => tuple.elems.iter_mut().collect(),
            ty => vec![ty],
        };
        for part in parts {
            let array = array(part);
            marks.results.push(array.is_some());
            marks.names.extend(array.as_ref().and(name(part)));
            if let Some(array) = array {
                *part = array;
            }
        }
    }
    marks
}

/// The name of a type that is written without a path.
fn name(ty: &Type) -> Option<Ident> {
    let Type::Path(path) = ty else { return None };
    let segments = &path.path.segments;
    let is_alone = segments.len() == 1 && path.path.leading_colon.is_none();
    let first = segments.first().filter(|_| is_alone);
    first.map(|own| own.ident.clone())
}

/// `[[T; M]; N]` for `Rows<T, N, M>`.
fn array(ty: &Type) -> Option<Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|own| own.ident == ROWS)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let arguments: Vec<&GenericArgument> = arguments.args.iter().collect();
    let [GenericArgument::Type(element), rows, columns] = arguments[..] else {
        return None;
    };
    let is_extent = |own: &GenericArgument| {
        matches!(
            own,
            GenericArgument::Type(Type::Path(_)) | GenericArgument::Const(_)
        )
    };
    let fits = is_extent(rows) && is_extent(columns);
    let [rows, columns] = [rows, columns].map(extent);
    fits.then(|| parse_quote_spanned!(ty.span()=> [[#element; #columns]; #rows]))
}

/// The tokens of an extent among the arguments of a type, without the braces around a formula, which
/// an array's extent does not need.
fn extent(argument: &GenericArgument) -> TokenStream {
    match argument {
        GenericArgument::Const(Expr::Block(block)) if block.attrs.is_empty() => {
            match &block.block.stmts[..] {
                [Stmt::Expr(formula, None)] => formula.to_token_stream(),
                _ => argument.to_token_stream(),
            }
        }
        argument => argument.to_token_stream(),
    }
}
