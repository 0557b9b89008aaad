//! The checks of the declarations of structs: their parameters, the attributes and the types of
//! their fields.

use graph_ir::Element;
use graph_ir::types::Extent;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Attribute, Field, Fields, GenericParam, ItemStruct, Type};

use super::{init, symbolic};
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, closest, print, print_type};
use crate::lower::{Declared, Names, declared_type, refused_array, struct_type};
use crate::parse::{check_tags, is_level, is_tag};
use crate::tokens::mentions;

/// The attributes of fields that are the language's.
const OWN: [&str; 3] = ["dynamic", "init", "tag"];

/// The types that the module of each function has, which a struct of their name would hide.
const TAKEN: [&str; 8] = [
    "Adjoint",
    "AdjointOrTangent",
    "Function",
    "Lanes",
    "Outside",
    "Tangent",
    "Used",
    "Workspace",
];

/// Whether a declaration is one of the language, as far as its types are not looked at; if it is
/// not, that is reported.
pub(super) fn declaration(item: &ItemStruct, diagnostics: &Diagnostics) -> bool {
    let (name, before) = (&item.ident, diagnostics.len());
    let error = |place: SourcePlace, message: String, help: String| {
        diagnostics.push(Diagnostic::new(place, message).help(help));
    };
    if TAKEN.iter().any(|taken| name == taken) {
        let message = format!("`{name}` is the name of a type that the module of a function has");
        let help = format!("give it another name, such as `{name}Of`");
        error(SourcePlace::token(name.span()), message, help);
    }
    for parameter in &item.generics.params {
        if let Some((message, help)) = refused_parameter(parameter, item) {
            error(SourcePlace::of(parameter), message, help);
        }
    }
    if let Some(clause) = &item.generics.where_clause {
        let message = String::from("a struct of the language has no `where`");
        error(SourcePlace::of(clause), message, "remove it".into());
    }
    let Fields::Named(fields) = &item.fields else {
        let (message, help) = in_place_of_positions(item);
        error(SourcePlace::token(name.span()), message, help);
        return false;
    };
    if fields.named.is_empty() {
        let message = format!("`{name}` has no fields, and no value");
        let help = format!("write `struct {name} {{ a: f64 }}`, or remove it");
        error(SourcePlace::token(name.span()), message, help);
    }
    let mut known: Vec<&Ident> = Vec::new();
    for field in &fields.named {
        let Some(own) = &field.ident else { continue };
        if known.contains(&own) {
            let message = format!("the field `{own}` is declared twice");
            let help = "give each field a name of its own".into();
            error(SourcePlace::token(own.span()), message, help);
        }
        known.push(own);
        check_tags(&field.attrs, diagnostics);
        for attribute in &field.attrs {
            if let Some((message, help)) = refused_attribute(attribute) {
                error(SourcePlace::of(attribute), message, help);
            }
        }
    }
    diagnostics.len() == before
}

/// Whether a struct has lengths as its parameters, and fields with names: the types of its fields
/// then mean something, whatever else is wrong.
pub(super) fn has_own_types(item: &ItemStruct) -> bool {
    let mut parameters = item.generics.params.iter();
    parameters.all(is_length) && matches!(item.fields, Fields::Named(_))
}

fn is_length(parameter: &GenericParam) -> bool {
    matches!(parameter, GenericParam::Const(own) if print(&own.ty) == "usize")
}

/// The message and the help for a parameter that no struct has.
fn refused_parameter(parameter: &GenericParam, item: &ItemStruct) -> Option<(String, String)> {
    let text = print(parameter);
    let message = format!("a struct of the language has lengths as parameters, found `{text}`");
    let help = match parameter {
        GenericParam::Const(own) if is_length(parameter) => {
            let (name, length) = (&item.ident, &own.ident);
            let default = own.default.as_ref().map(|(_, default)| print(default))?;
            let message = format!("the length `{length}` of `{name}` has no default");
            let help = format!(
                "write `const {length}: usize`, and the length where the struct is used: \
                 `{name}<{default}>`"
            );
            return Some((message, help));
        }
        GenericParam::Const(own) => format!("a length is a `usize`: `const {}: usize`", own.ident),
        GenericParam::Type(own) => with_floats(item, &own.ident),
        GenericParam::Lifetime(_) => {
            "remove it: the fields of a struct are values, without a `&`".into()
        }
    };
    Some((message, help))
}

/// The help for a struct with a type parameter: the struct with `f64` in its place.
fn with_floats(item: &ItemStruct, parameter: &Ident) -> String {
    const LONGEST: usize = 80;
    let name = &item.ident;
    let rest = item.generics.params.iter();
    let rest: Vec<String> = rest.filter(|own| is_length(own)).map(print).collect();
    let rest = match rest.is_empty() {
        true => String::new(),
        false => format!("<{}>", rest.join(", ")),
    };
    let fields = item.fields.iter().map(|field| {
        let ty = renamed(field.ty.to_token_stream(), parameter);
        let ty =
            syn::parse2::<Type>(ty).map_or_else(|_| print_type(&field.ty), |ty| print_type(&ty));
        let own = field.ident.as_ref().map(|own| format!("{own}: "));
        own.unwrap_or_default() + &ty
    });
    let fields: Vec<String> = fields.collect();
    let whole = match &item.fields {
        Fields::Named(_) => format!("struct {name}{rest} {{ {} }}", fields.join(", ")),
        Fields::Unnamed(_) | Fields::Unit => String::new(),
    };
    match whole.is_empty() || whole.len() > LONGEST {
        true => {
            format!("write `f64` or `f32` where `{parameter}` stands, and remove the parameter")
        }
        false => format!("write the type of its numbers, `f64` or `f32`: `{whole}`"),
    }
}

/// Tokens with `f64` for a name.
fn renamed(tokens: TokenStream, name: &Ident) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let inner = renamed(group.stream(), name);
            TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inner))
        }
        TokenTree::Ident(own) if own == *name => Ident::new("f64", own.span()).into(),
        other => other,
    });
    tokens.collect()
}

/// The message and the help for a struct without names of fields.
fn in_place_of_positions(item: &ItemStruct) -> (String, String) {
    let name = &item.ident;
    let types = item.fields.iter().map(|field| print_type(&field.ty));
    let letters = ('a'..='z').map(String::from);
    let fields: Vec<String> = letters
        .zip(types)
        .map(|(letter, ty)| format!("{letter}: {ty}"))
        .collect();
    let message = format!("the fields of `{name}` have no names");
    let help = match fields.is_empty() {
        true => format!("write `struct {name} {{ a: f64 }}`, or remove it"),
        false => format!("write `struct {name} {{ {} }}`", fields.join(", ")),
    };
    (message, help)
}

/// The message and the help for an attribute that no field has.
pub(super) fn refused_attribute(attribute: &Attribute) -> Option<(String, String)> {
    let text = print(attribute.path());
    if attribute.path().is_ident("init") || is_tag(attribute) {
        // Types are known later, and the words of tags are checked by themselves.
        return None;
    }
    if is_own(attribute) {
        let takes = !matches!(attribute.meta, syn::Meta::Path(_));
        return takes.then(|| {
            let message = format!("`#[{text}]` takes nothing");
            (
                message,
                format!("it marks the field behind it: `#[{text}] a: ..`"),
            )
        });
    }
    if attribute.path().is_ident("cfg") {
        let message = String::from("a field of the language is there in every build");
        let help = "put `#[cfg(..)]` on the block, or on functions";
        return Some((message, help.into()));
    }
    let close = closest(&text, OWN);
    close.map(|close| {
        let message = format!("a field has no attribute `{text}`");
        (message, format!("did you mean `{close}`?"))
    })
}

pub(super) fn is_own(attribute: &Attribute) -> bool {
    !is_level(attribute) && OWN.iter().any(|own| attribute.path().is_ident(own))
}

/// Whether all fields are of types of the language, for any lengths; if not, that is reported.
pub(super) fn has_types_of_language(item: &ItemStruct, names: &Names<'_>, report: bool) -> bool {
    let (before, lengths) = (names.diagnostics.len(), symbolic(item));
    let mut all = Vec::new();
    for field in &item.fields {
        let declared = declared_type(&field.ty, names, None, &lengths);
        let refused = declared.as_ref().and_then(|own| refused_type(own, field));
        if let Some((message, help)) = refused {
            let diagnostic = Diagnostic::new(SourcePlace::of(&field.ty), message).help(help);
            names.diagnostics.push(diagnostic);
        } else if declared
            .as_ref()
            .is_some_and(|own| init::check(field, own, names))
        {
            all.extend(declared);
        }
    }
    // The whole says what is wrong of all fields together.
    let is_right = all.len() == item.fields.len() && struct_type(item, lengths, names).is_some();
    if !report {
        names.diagnostics.truncate(before);
    }
    is_right
}

/// The message and the help for a type that no field has.
fn refused_type(declared: &Declared, field: &Field) -> Option<(String, String)> {
    let (ty, text) = (&field.ty, print_type(&field.ty));
    match declared {
        Declared::Tensor(own, _) => {
            let is_other = own.element == Element::I64 && !mentions(ty, |name| name == "usize");
            if is_other {
                let message =
                    String::from("an integer of a struct is an index, which is a `usize`");
                let help = "write `usize` for an index, `f64` for a number to compute with";
                return Some((message, help.into()));
            }
            let is_formula = |extent: &Extent| {
                let symbols = extent.symbols();
                !symbols.is_empty() && !symbols.iter().any(|own| *extent == Extent::symbol(own))
            };
            let dims = own.shape.dims().iter();
            let formula = { dims }.find(|dim| is_formula(dim.count()))?;
            let message = format!("no type of Rust has the extent `{}`", formula.count());
            let help = "give the extent a parameter of its own";
            Some((message, help.into()))
        }
        Declared::Tuple(parts) if parts.of().is_some() => None,
        Declared::Tuples(columns) => match refused_array(declared) {
            Some(refused) => Some(refused),
            None => columns
                .iter()
                .find_map(|column| refused_type(column, field)),
        },
        Declared::Tuple(parts) if parts.is_empty() => {
            let name = field.ident.as_ref().map(ToString::to_string);
            let name = name.unwrap_or_default();
            let message = format!("`()` has no value, and the field `{name}` holds one");
            let help = match &text[..] {
                "()" => format!("remove the field `{name}`"),
                _ => String::from("leave `()` out of the tuple"),
            };
            Some((message, help))
        }
        Declared::Tuple(parts) => parts.iter().find_map(|part| refused_type(part, field)),
        Declared::Infer => {
            let message = "the type of a field is written out".to_owned();
            Some((message, "write `f64`, `[f64; 3]` or a struct".into()))
        }
    }
}
