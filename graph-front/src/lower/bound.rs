//! The types of the variables that patterns bind, for editors.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use graph_ir::Type;
use graph_ir::types::{Extent, Symbol};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;
use syn::{Pat, Token};

use super::Lowerer;
use super::values::{Scalar, Value};
use crate::emit::ident;
use crate::signature::{Argument, Lengths, Parts, Signature, array_of, extent_tokens, rust_type};
use crate::tokens::{idents, mentions};

/// The type of what each pattern of a block binds, where it is lowered for the first time without
/// parts that are unknown: for the lengths of its function as names, where it is for those at all.
#[derive(Default)]
pub(crate) struct BoundTypes {
    /// By the place of the first name: nothing else tells which tokens a pattern was parsed from.
    by_place: RefCell<HashMap<String, BoundType>>,
    /// The patterns whose types are whole, with whether lengths were names.
    seen: RefCell<HashSet<(*const Pat, bool)>>,
}

/// The type of what a pattern binds.
#[derive(Clone)]
pub(crate) struct BoundType {
    pub(crate) ty: TokenStream,
    /// The names in it that stand for formulas of lengths, which no type of Rust has.
    pub(crate) formulas: Vec<Ident>,
    /// Whether nothing in it is unknown, and whether it was found for lengths that are names.
    rank: (bool, bool),
}

impl BoundTypes {
    /// The type of what a pattern binds.
    pub(crate) fn of(&self, pattern: &impl ToTokens) -> Option<BoundType> {
        self.by_place.borrow().get(&place(pattern)?).cloned()
    }
}

/// The first name of a pattern, which may be `_`.
fn first_name(pattern: &impl ToTokens) -> Option<Ident> {
    let mut names = idents(pattern).into_iter();
    names.find(|name| name != "mut" && name != "ref")
}

/// Whether a pattern takes a value apart into as many parts as it has. Recurses as deeply as patterns
/// are nested, which [`crate::guard`] bounds.
fn takes_apart(pattern: &Pat, value: &Value<'_>) -> bool {
    let fits = |parts: &Punctuated<Pat, Token![,]>, count: usize| {
        let rest = parts
            .iter()
            .filter(|part| matches!(part, Pat::Rest(_)))
            .count();
        match rest {
            0 => parts.len() == count,
            rest => parts.len() - rest <= count,
        }
    };
    match (pattern, value) {
        (_, Value::Poison) => true,
        (Pat::Paren(inner), value) => takes_apart(&inner.pat, value),
        (Pat::Type(typed), value) => takes_apart(&typed.pat, value),
        (Pat::Tuple(tuple), Value::Tuple(values)) => {
            let has_rest = tuple.elems.iter().any(|part| matches!(part, Pat::Rest(_)));
            let mut parts = tuple.elems.iter().zip(values);
            fits(&tuple.elems, values.len())
                && (has_rest || parts.all(|(part, value)| takes_apart(part, value)))
        }
        (Pat::Slice(slice), value) => {
            let shape = value.shape().filter(|shape| shape.rank() > 0);
            let count = shape.map(|shape| shape.count_along(0));
            let count = count.or_else(|| value.count_of_tuples());
            let count = count.and_then(|count| count.known());
            count.is_some_and(|count| fits(&slice.elems, count))
        }
        (Pat::Tuple(_) | Pat::Struct(_) | Pat::Reference(_), _) => false,
        _ => true,
    }
}

/// The place of the first name of a pattern, and whether the pattern has more than the name.
fn place(pattern: &impl ToTokens) -> Option<String> {
    let name = first_name(pattern)?;
    let mut tokens = pattern.to_token_stream().into_iter();
    let has_parts = tokens.any(|token| matches!(token, TokenTree::Group(_)));
    Some(format!("{:?} {has_parts}", name.span()))
}

impl<'b> Lowerer<'b, '_> {
    /// Notes the type of a value that a pattern binds, where somebody wants to know.
    pub(super) fn note_type(&self, pattern: &Pat, value: &Value<'b>) {
        let Some(types) = self.names.notes.types else {
            return;
        };
        let signature = self.signature;
        let is_symbolic = signature.is_some_and(|own| own.lengths.is_symbolic());
        let Some(place) = place(pattern) else {
            return;
        };
        // An editor would report the two types beside the error.
        if !takes_apart(pattern, value) {
            return;
        }
        if types
            .seen
            .borrow()
            .contains(&(&raw const *pattern, is_symbolic))
        {
            return;
        }
        let mut formulas = Vec::new();
        let ty = self.type_of(value, &mut formulas);
        let is_whole = !mentions(&ty, |part| part == "_");
        if is_whole {
            types.seen.borrow_mut().insert((pattern, is_symbolic));
        }
        let rank = (is_whole, is_symbolic);
        let mut types = types.by_place.borrow_mut();
        let known = types.get(&place);
        if known.is_none_or(|known| rank > known.rank) {
            let bound = BoundType { ty, formulas, rank };
            types.insert(place, bound);
        }
    }

    /// The type of a value as Rust writes it, and the names in it that stand for formulas; `_` where
    /// an error hides it.
    pub(super) fn type_of(&self, value: &Value<'b>, formulas: &mut Vec<Ident>) -> TokenStream {
        let signature = self.signature;
        let generic = signature.and_then(|signature| signature.generic.as_ref());
        match value {
            Value::Tuple(parts) if let Some(of) = parts.of() => of.tokens(),
            Value::Tuple(parts) if parts.are_elements() => {
                let element = parts.first().map(|first| self.type_of(first, formulas));
                array_of(&element.unwrap_or_default(), parts.len())
            }
            Value::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.type_of(part, formulas));
                let parts: Vec<TokenStream> = parts.collect();
                quote!((#(#parts,)*))
            }
            Value::Tuples(columns) => {
                let row = self.type_of_row(columns, formulas);
                let count = value.count_of_tuples().unwrap_or(Extent::from(0));
                let lengths = signature.map(|signature| &signature.lengths);
                let count = extent_of(&count, lengths, formulas);
                quote!([#row; #count])
            }
            Value::Unit => quote!(()),
            Value::Scalar(Scalar::Integer(number)) if *number < 0 => quote!(isize),
            other => match other.ty(self.float) {
                Some(ty) => {
                    let element = rust_type(&Type::scalar(ty.element), generic);
                    let lengths = signature.map(|signature| &signature.lengths);
                    array_type(element, &ty, lengths, formulas)
                }
                None => quote!(_),
            },
        }
    }

    /// The type of the tuples of an array of them.
    fn type_of_row(&self, columns: &Parts<Value<'b>>, formulas: &mut Vec<Ident>) -> TokenStream {
        if let Some(of) = columns.of() {
            return of.tokens();
        }
        if columns.are_elements()
            && let Some(Value::Tuples(first)) = columns.first()
        {
            return array_of(&self.type_of_row(first, formulas), columns.len());
        }
        let signature = self.signature;
        let generic = signature.and_then(|signature| signature.generic.as_ref());
        let lengths = signature.map(|signature| &signature.lengths);
        let parts = columns.iter().map(|column| match column {
            Value::Tuples(columns) => self.type_of_row(columns, formulas),
            column => match column.ty(self.float) {
                Some(ty) => {
                    let element = rust_type(&Type::scalar(ty.element), generic);
                    array_type(element, &ty.with_shape(ty.shape.row()), lengths, formulas)
                }
                None => quote!(_),
            },
        });
        let parts: Vec<TokenStream> = parts.collect();
        quote!((#(#parts,)*))
    }
}

/// The type of an argument inside of its function, where an array is one, whatever callers pass,
/// and the names in it that stand for formulas.
pub(crate) fn type_inside(signature: &Signature, argument: &Argument) -> (TokenStream, Vec<Ident>) {
    let (ty, mut formulas) = (&argument.ty, Vec::new());
    let element = rust_type(&Type::scalar(ty.element), signature.generic.as_ref());
    let ty = array_type(element, ty, Some(&signature.lengths), &mut formulas);
    (ty, formulas)
}

fn array_type(
    element: TokenStream,
    ty: &Type,
    lengths: Option<&Lengths>,
    formulas: &mut Vec<Ident>,
) -> TokenStream {
    let dims = ty.shape.dims().iter().rev();
    dims.fold(element, |inner, dim| {
        let extent = extent_of(dim.count(), lengths, formulas);
        quote!([#inner; #extent])
    })
}

/// An extent as it may stand in a type: a number, a `const` parameter of the function, or a name
/// for a formula of these; `_` where it is made of what the function does not name.
fn extent_of(extent: &Extent, lengths: Option<&Lengths>, formulas: &mut Vec<Ident>) -> TokenStream {
    if !extent.is_symbolic() {
        return extent_tokens(extent);
    }
    let name_of = |extent: &Extent| {
        let mut lengths = lengths.into_iter().flat_map(Lengths::iter);
        let (name, _) = lengths.find(|(_, value)| *value == extent)?;
        Some(name.to_owned())
    };
    if let Some(name) = name_of(extent) {
        return name.parse().unwrap_or_default();
    }
    let words = extent.to_string();
    let words = words.split(' ').map(|word| match word {
        "+" => Some("plus".into()),
        "-" => Some("minus".into()),
        "*" => Some("times".into()),
        _ if word.parse::<usize>().is_ok() => Some(word.to_owned()),
        _ => name_of(&Extent::symbol(&Symbol::new(word)))
            .map(|name| name.trim_start_matches("r#").to_owned()),
    });
    let Some(words) = words.collect::<Option<Vec<String>>>() else {
        return quote!(_);
    };
    let words = words.join("_");
    let formula = match words.starts_with(|first: char| first.is_ascii_digit()) {
        true => format!("_{words}"),
        false => words,
    };
    let formula = ident(&formula);
    if !formulas.contains(&formula) {
        formulas.push(formula.clone());
    }
    formula.to_token_stream()
}
