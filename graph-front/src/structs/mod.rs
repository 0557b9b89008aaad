//! The structs of a block: their declarations, checked, and as Rust has them.

mod init;

use graph_ir::Element;
use graph_ir::types::Extent;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Attribute, Field as SourceField, Fields, GenericParam, ItemStruct, Type};

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, closest, print};
use crate::emit::respanned;
use crate::import::waits_for_fields;
use crate::lower::{Declared, Names, declared_type, struct_type};
use crate::parse::{is_level, lengths_of_struct, unused};
use crate::signature::{Lengths, array_type};
use crate::tokens::mentions;

/// The attributes of fields that are the language's.
const OWN: [&str; 2] = ["dynamic", "init"];

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

/// Checks the structs of a block and makes the right ones known; the names of the others are
/// refused.
pub(crate) fn declare<'s>(structs: &'s [ItemStruct], report: bool, names: &mut Names<'s>) {
    let unreported = Diagnostics::default();
    let diagnostics = if report {
        names.diagnostics
    } else {
        &unreported
    };
    let mut rest = Vec::new();
    for item in structs {
        let name = item.ident.to_string();
        if waits_for_fields(item) || names.refused.may_have(&name) {
            // Its fields are still to be read, or could not be, which is reported.
            continue;
        }
        if names.structs.contains_key(&name) || names.aliases.contains_key(&name) {
            let message = format!("`{name}` is defined twice in this block");
            diagnostics.push(Diagnostic::new(
                SourcePlace::token(item.ident.span()),
                message,
            ));
        } else if declaration(item, diagnostics) {
            names.structs.insert(name, item);
            rest.push(item);
        } else {
            names.refused.add(name);
        }
    }
    let endless: Vec<String> = rest
        .iter()
        .filter(|item| holds_itself(item, names))
        .map(|item| item.ident.to_string())
        .collect();
    for item in &rest {
        let name = item.ident.to_string();
        if endless.contains(&name) {
            let message = format!("`{name}` holds itself, and has no size");
            let help = "a struct holds numbers, arrays of them, tuples, and other structs";
            let place = SourcePlace::token(item.ident.span());
            diagnostics.push(Diagnostic::new(place, message).help(help));
            names.structs.remove(&name);
            names.refused.add(name);
        }
    }
    rest.retain(|item| names.structs.contains_key(&item.ident.to_string()));
    // Those that hold a wrong one are wrong, without an error of their own: the others come first.
    while !rest.is_empty() {
        let waits = |item: &&ItemStruct| {
            let held = item.fields.iter().flat_map(|field| named_in(field, names));
            held.into_iter()
                .any(|held| rest.iter().any(|other| other.ident == held.ident))
        };
        let (later, ready): (Vec<&ItemStruct>, Vec<&ItemStruct>) =
            rest.iter().copied().partition(waits);
        for item in ready {
            if !has_types_of_language(item, names, report) {
                let name = item.ident.to_string();
                names.structs.remove(&name);
                names.refused.add(name);
            }
        }
        rest = later;
    }
}

/// A struct as Rust has it: without the attributes of the language, and without names of the block
/// in its types. The error stands for a type that is wrong. A module may have structs that are none
/// of the language's, and functions of its own: where there is a facade, the struct gets zeros, and
/// start values.
pub(crate) fn written(
    item: &ItemStruct,
    error: Option<&TokenStream>,
    facade: Option<&TokenStream>,
    names: &Names<'_>,
) -> TokenStream {
    let mut written = item.clone();
    let known = names.structs.contains_key(&item.ident.to_string());
    let (lengths, mut zeros, mut types) = (symbolic(item), Vec::new(), Vec::new());
    for field in &mut written.fields {
        field
            .attrs
            .retain(|own| !is_own(own) && refused_attribute(own).is_none());
        let declared = known.then(|| declared_type(&field.ty, names, None, &lengths));
        let declared = declared.flatten();
        let tokens = declared.as_ref().and_then(rust_type);
        match (tokens, error) {
            // Lints show the field, which ends with its type.
            (Some(tokens), _) => field.ty = Type::Verbatim(respanned(tokens, field.ty.span())),
            (None, Some(error)) if facade.is_some() => field.ty = Type::Verbatim(error.clone()),
            (None, _) => {}
        }
        let (name, zero) = (&field.ident, declared.as_ref().and_then(zero));
        zeros.extend(zero.map(|zero| quote!(#name: #zero,)));
        types.extend(declared);
    }
    let own = unused(&written);
    let Some(facade) = facade.filter(|_| zeros.len() == written.fields.len()) else {
        return match error.is_some() && facade.is_some() {
            true => stand_in(item, &own),
            false => own,
        };
    };
    let started = init::statements(item, &types, facade, names);
    let tree = tree(item, facade);
    let (name, visibility) = (&item.ident, &item.vis);
    let (generics, passed, _) = item.generics.split_for_impl();
    let cfg = item.attrs.iter().filter(|own| own.path().is_ident("cfg"));
    let cfg = quote!(#(#cfg)*);
    quote! {
        #own

        #cfg
        #[allow(forbidden_lint_groups, dead_code, reason = "not every struct starts with zeros")]
        impl #generics #name #passed {
            /// Zeros in all fields.
            #[must_use]
            #visibility const fn zeros() -> Self {
                Self { #(#zeros)* }
            }

            /// The values of the fields' `#[init(..)]`, zeros where there is none: for a seed the
            /// same on every platform.
            #[must_use]
            #[allow(
                forbidden_lint_groups, unused_mut, unused_variables, clippy::all, clippy::pedantic,
                clippy::nursery, clippy::restriction, reason = "generated code"
            )]
            #visibility fn init(seed: u64) -> Self {
                let mut own = Self::zeros();
                #started
                own
            }
        }

        #cfg
        #tree
    }
}

/// A wrong struct with functions that stand for those of a right one: its uses are no errors of
/// their own.
fn stand_in(item: &ItemStruct, own: &TokenStream) -> TokenStream {
    let (name, visibility) = (&item.ident, &item.vis);
    let (generics, passed, clause) = item.generics.split_for_impl();
    quote! {
        #own

        #[allow(warnings, reason = "it stands in for what is wrong")]
        impl #generics #name #passed #clause {
            #visibility const fn zeros() -> Self {
                loop {}
            }

            #visibility fn init(_: u64) -> Self {
                loop {}
            }
        }
    }
}

/// A struct as a tree of named arrays, for optimisers and files.
fn tree(item: &ItemStruct, facade: &TokenStream) -> TokenStream {
    let (name, tree) = (&item.ident, quote!(#facade::tree));
    let (generics, passed, _) = item.generics.split_for_impl();
    let fields = item.fields.iter().enumerate().map(|(at, field)| {
        let is_dynamic = field.attrs.iter().any(|own| own.path().is_ident("dynamic"));
        let own = &field.ident;
        let text = own.as_ref().map(|own| own.unraw().to_string());
        (
            quote!(name: #text, is_dynamic: #is_dynamic),
            own,
            Literal::usize_unsuffixed(at),
        )
    });
    let arms = |borrow: TokenStream, kind: TokenStream| {
        let arms = fields.clone().map(
            |(known, own, at)| quote!(#at => #tree::#kind { #known, value: #borrow self.#own },),
        );
        arms.collect::<TokenStream>()
    };
    let read = arms(quote!(&), quote!(Field));
    let changed = arms(quote!(&mut), quote!(FieldMut));
    quote! {
        #[allow(forbidden_lint_groups, clippy::all, clippy::pedantic, reason = "generated code")]
        impl #generics #tree::Tree for #name #passed {
            fn field(&self, at: usize) -> ::core::option::Option<#tree::Field<'_>> {
                ::core::option::Option::Some(match at {
                    #read
                    _ => return ::core::option::Option::None,
                })
            }

            fn field_mut(&mut self, at: usize) -> ::core::option::Option<#tree::FieldMut<'_>> {
                ::core::option::Option::Some(match at {
                    #changed
                    _ => return ::core::option::Option::None,
                })
            }
        }
    }
}

/// The zero of a declared type, as Rust writes it.
fn zero(declared: &Declared) -> Option<TokenStream> {
    match declared {
        Declared::Tensor(ty, _) => {
            let zero = match ty.element {
                Element::I64 => quote!(0),
                Element::Bool => quote!(false),
                Element::F32 | Element::F64 | Element::Float => quote!(0.0),
            };
            Some(array_type(zero, &ty.shape))
        }
        Declared::Tuple(parts) => match parts.of() {
            Some(of) => {
                let ty = of.tokens();
                Some(quote!(<#ty>::zeros()))
            }
            None => {
                let zeros: Vec<TokenStream> = parts.iter().map(zero).collect::<Option<_>>()?;
                Some(quote!((#(#zeros,)*)))
            }
        },
        Declared::Tuples(_) | Declared::Infer => None,
    }
}

/// The lengths of a struct as symbols.
fn symbolic(item: &ItemStruct) -> Lengths {
    Lengths::symbolic(
        lengths_of_struct(item)
            .iter()
            .map(|own| (own.to_string(), false)),
    )
}

/// A declared type as Rust writes it.
fn rust_type(declared: &Declared) -> Option<TokenStream> {
    match declared {
        Declared::Tensor(ty, _) => {
            let element: TokenStream = match ty.element {
                Element::I64 => "usize",
                Element::Bool => "bool",
                Element::F32 => "f32",
                Element::F64 | Element::Float => "f64",
            }
            .parse()
            .ok()?;
            Some(array_type(element, &ty.shape))
        }
        Declared::Tuple(parts) => {
            let types: Option<Vec<TokenStream>> = parts.iter().map(rust_type).collect();
            Some(match parts.of() {
                Some(of) => of.tokens(),
                None => {
                    let types = types?;
                    quote!((#(#types,)*))
                }
            })
        }
        Declared::Tuples(_) | Declared::Infer => None,
    }
}

/// Whether a declaration is one of the language, as far as its types are not looked at; if it is
/// not, that is reported.
fn declaration(item: &ItemStruct, diagnostics: &Diagnostics) -> bool {
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
        let is_length = match parameter {
            GenericParam::Const(own) => print(&own.ty) == "usize",
            _ => false,
        };
        if !is_length {
            let message = format!(
                "a struct of the language has lengths as parameters, found `{}`",
                print(parameter)
            );
            let help = format!(
                "write `struct {name}<const N: usize> {{ .. }}`, with `f64` or `f32` as the type of its numbers"
            );
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
        for attribute in &field.attrs {
            if let Some((message, help)) = refused_attribute(attribute) {
                error(SourcePlace::of(attribute), message, help);
            }
        }
    }
    diagnostics.len() == before
}

/// The message and the help for a struct without names of fields.
fn in_place_of_positions(item: &ItemStruct) -> (String, String) {
    let name = &item.ident;
    let types = item.fields.iter().map(|field| print(&field.ty));
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
fn refused_attribute(attribute: &Attribute) -> Option<(String, String)> {
    let text = print(attribute.path());
    if attribute.path().is_ident("init") {
        // Types are known later.
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

fn is_own(attribute: &Attribute) -> bool {
    !is_level(attribute) && OWN.iter().any(|own| attribute.path().is_ident(own))
}

/// Whether a struct holds itself, be it in others.
fn holds_itself(item: &ItemStruct, names: &Names<'_>) -> bool {
    let (mut open, mut seen) = (vec![item], Vec::new());
    while let Some(next) = open.pop() {
        for field in &next.fields {
            for held in named_in(field, names) {
                if held.ident == item.ident {
                    return true;
                }
                if !seen.contains(&&held.ident) {
                    seen.push(&held.ident);
                    open.push(held);
                }
            }
        }
    }
    false
}

/// The structs that the type of a field names.
fn named_in<'n>(field: &SourceField, names: &'n Names<'_>) -> impl Iterator<Item = &'n ItemStruct> {
    let ty = &field.ty;
    let own = names.structs.values();
    own.filter(move |item| mentions(ty, |name| item.ident == name))
        .map(|item| &**item)
}

/// Whether all fields are of types of the language, for any lengths; if not, that is reported.
fn has_types_of_language(item: &ItemStruct, names: &Names<'_>, report: bool) -> bool {
    let before = names.diagnostics.len();
    let declared = struct_type(item, symbolic(item), names);
    let mut is_right = declared.is_some();
    if let Some(Declared::Tuple(parts)) = &declared {
        is_right &= init::check(item, parts, names);
        for (field, part) in item.fields.iter().zip(parts) {
            if let Some((message, help)) = refused_type(part, &field.ty) {
                is_right = false;
                let place = SourcePlace::of(&field.ty);
                let diagnostic = Diagnostic::new(place, message).help(help);
                names.diagnostics.push(diagnostic);
            }
        }
    }
    if !report {
        names.diagnostics.truncate(before);
    }
    is_right
}

/// The message and the help for a type that no field has.
fn refused_type(declared: &Declared, ty: &Type) -> Option<(String, String)> {
    let text = print(ty);
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
        Declared::Tuple(parts) => parts.iter().find_map(|part| refused_type(part, ty)),
        Declared::Tuples(_) => {
            let message = format!(
                "a field is a number, an array of numbers, a tuple or a struct, found `{text}`"
            );
            let help = "write a field for each, or an array of numbers with one more axis";
            Some((message, help.into()))
        }
        Declared::Infer => {
            let message = "the type of a field is written out".to_owned();
            Some((message, "write `f64`, `[f64; 3]` or a struct".into()))
        }
    }
}
