//! The structs of a block: their declarations, checked, and as Rust has them.

mod checks;
mod init;

use graph_ir::Element;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;
use syn::{Field as SourceField, GenericParam, ItemStruct, Type};

use self::checks::{declaration, has_own_types, has_types_of_language, is_own, refused_attribute};
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, print};
use crate::emit::respanned;
use crate::lower::{Declared, Names, declared_type};
use crate::parse::{lengths_of_struct, unused, waits_for_fields};
use crate::signature::{self, Lengths, array_type, extent_tokens};
use crate::tokens::mentions;

/// Checks the structs of a block and makes the right ones known; the names of the others are
/// refused.
pub(crate) fn declare<'s>(structs: &'s [ItemStruct], report: bool, names: &mut Names<'s>) {
    let unreported = Diagnostics::default();
    let diagnostics = if report {
        names.diagnostics
    } else {
        &unreported
    };
    let (mut rest, mut wrong) = (Vec::new(), Vec::new());
    for item in structs {
        let name = item.ident.to_string();
        if waits_for_fields(item) {
            // They are still to be read, or could not be, which is reported.
            continue;
        }
        let is_earlier = |other: &&ItemStruct| other.ident == item.ident;
        let is_known = rest.iter().chain(&wrong).any(is_earlier);
        if is_known || names.aliases.contains_key(&name) {
            diagnostics.push(twice(item));
        } else if declaration(item, diagnostics) {
            names.structs.insert(name, item);
            rest.push(item);
        } else {
            names.refused.add(name);
            wrong.push(item);
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
    for item in wrong.into_iter().filter(|item| has_own_types(item)) {
        has_types_of_language(item, names, report);
    }
}

/// The error for a struct of a name that another item has.
fn twice(item: &ItemStruct) -> Diagnostic {
    let message = format!("`{}` is defined twice in this block", item.ident);
    let diagnostic = Diagnostic::new(SourcePlace::token(item.ident.span()), message);
    let cfg = item.attrs.iter().find(|own| own.path().is_ident("cfg"));
    diagnostic.help_if(cfg.map(|cfg| {
        format!(
            "the macro cannot tell which of them is there: write a block for each case, \
             `{} graph! {{ .. }}`",
            print(cfg).replacen("# [", "#[", 1)
        )
    }))
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
            (None, Some(_)) if facade.is_some() => {
                let wrong = module_of_wrong(item);
                field.ty = Type::Verbatim(quote!(#wrong::Unknown));
            }
            (None, _) => {}
        }
        let (name, zero) = (&field.ident, declared.as_ref().and_then(zero));
        zeros.extend(zero.map(|zero| quote!(#name: #zero,)));
        types.extend(declared);
    }
    let is_complete = known && zeros.len() == written.fields.len();
    let Some(facade) = facade.filter(|_| is_complete) else {
        return match error {
            Some(error) if facade.is_some() => stand_in(item, written, error),
            _ => unused(&written),
        };
    };
    let own = unused(&written);
    let started = init::statements(item, &types, facade, names);
    let tree = tree(item, facade);
    let (name, visibility) = (&item.ident, &item.vis);
    let (declared, passed) = generics_of(item);
    let cfg = item.attrs.iter().filter(|own| own.path().is_ident("cfg"));
    let cfg = quote!(#(#cfg)*);
    quote! {
        #own

        #cfg
        #[allow(forbidden_lint_groups, dead_code, reason = "not every struct starts with zeros")]
        impl #declared #name #passed {
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
/// their own. Types of fields that nobody knows are names in a module with the error in their place,
/// of which the compiler then reports nothing: neither that there are none, nor what has such a type,
/// nor that no field has a parameter's type. What derives something takes no macro in their place.
fn stand_in(item: &ItemStruct, mut written: ItemStruct, error: &TokenStream) -> TokenStream {
    // The names of traits alone may be ones of the language.
    for parameter in &mut written.generics.params {
        if let GenericParam::Type(parameter) = parameter {
            parameter.bounds.clear();
        }
    }
    written.generics.where_clause = None;
    let own = unused(&written);
    let (name, visibility, wrong) = (&item.ident, &item.vis, module_of_wrong(item));
    let (declared, passed) = generics_of(&written);
    quote! {
        #own

        #[doc(hidden)]
        #[allow(warnings, reason = "it stands in for what is wrong")]
        mod #wrong {
            #error
        }

        #[allow(warnings, reason = "it stands in for what is wrong")]
        impl #declared #name #passed {
            #visibility const fn zeros() -> Self {
                loop {}
            }

            #visibility fn init(_: u64) -> Self {
                loop {}
            }
        }
    }
}

/// The module that holds the error of a wrong struct.
fn module_of_wrong(item: &ItemStruct) -> Ident {
    format_ident!("__{}IsWrong", item.ident)
}

/// A struct as a tree of named arrays, for optimisers and files.
fn tree(item: &ItemStruct, facade: &TokenStream) -> TokenStream {
    let (name, tree) = (&item.ident, quote!(#facade::tree));
    let (declared, passed) = generics_of(item);
    let fields = item.fields.iter().enumerate().map(|(at, field)| {
        let is_dynamic = field.attrs.iter().any(|own| own.path().is_ident("dynamic"));
        let own = &field.ident;
        let text = own.as_ref().map(|own| own.unraw().to_string());
        (
            quote!(name: #tree::Name::Field(#text), is_dynamic: #is_dynamic),
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
        impl #declared #tree::Tree for #name #passed {
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
    if let Some((element, count)) = declared.as_array() {
        let (zero, count) = (zero(&element)?, extent_tokens(&count));
        return Some(quote!([const { #zero }; #count]));
    }
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

/// The parameters of a struct as an implementation declares them, and as it passes them on: lengths
/// in braces, as a type may have the name of one.
fn generics_of(item: &ItemStruct) -> (impl ToTokens + '_, TokenStream) {
    let (declared, ..) = item.generics.split_for_impl();
    let passed = item
        .generics
        .params
        .iter()
        .map(|parameter| match parameter {
            GenericParam::Const(length) => {
                let name = &length.ident;
                quote!({ #name })
            }
            GenericParam::Type(ty) => ty.ident.to_token_stream(),
            GenericParam::Lifetime(lifetime) => lifetime.lifetime.to_token_stream(),
        });
    let passed = (passed.len() > 0).then(|| quote!(<#(#passed),*>));
    (declared, passed.unwrap_or_default())
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
    if let Some((element, count)) = declared.as_array() {
        let (element, count) = (rust_type(&element)?, extent_tokens(&count));
        return Some(quote!([#element; #count]));
    }
    match declared {
        Declared::Tensor(ty, _) => Some(signature::rust_type(ty, None)),
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
