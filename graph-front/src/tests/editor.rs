//! Expansions for editors, and the shape of expansions.

use proc_macro2::TokenStream;
use quote::quote;

use crate::expand::{Host, attribute_macro, block_macro};

fn expand(text: &str, host: Host) -> String {
    let tokens: TokenStream = text.parse().expect("tokens");
    let expanded = block_macro(quote!((::adgraph) #tokens), host);
    syn::parse2::<syn::File>(expanded.clone()).expect("items");
    expanded.to_string()
}

const TEXT: &str = "pub fn f(x: f64) -> f64 { exp(x) * x.sin() + own(x) }
    fn own(x: f64) -> f64 { x }
    fn tanh(x: f64) -> f64 { x }
    fn g(x: f64) -> f64 { tanh(x) }";

#[test]
fn editors_get_paths_of_functions_and_the_users_body() {
    let expanded = expand(TEXT, Host::Editor);
    assert!(
        expanded.contains(":: adgraph :: ops :: exp as _"),
        "{expanded}"
    );
    assert!(
        expanded.contains(":: adgraph :: ops :: sin as _"),
        "{expanded}"
    );
    assert!(!expanded.contains("ops :: own"), "{expanded}");
    assert!(!expanded.contains("ops :: tanh"), "{expanded}");
    assert!(
        expanded.contains("exp (x) * x . sin () + own (x)"),
        "{expanded}"
    );
    assert!(!expanded.contains("run_value"), "{expanded}");
}

#[test]
fn editors_get_the_users_tokens_first_after_a_syntax_error() {
    let text = "fn f(x: f64) -> f64 { let y = x * ; y }";
    let tokens: TokenStream = text.parse().expect("tokens");
    let expanded = block_macro(quote!((::adgraph) #tokens), Host::Editor).to_string();
    assert!(expanded.starts_with(&tokens.to_string()), "{expanded}");
    assert!(expanded.contains("compile_error"), "{expanded}");
}

#[test]
fn compilers_get_no_paths_and_no_users_body() {
    let expanded = expand(TEXT, Host::Compiler);
    assert!(!expanded.contains("ops ::"), "{expanded}");
    assert!(!expanded.contains("exp (x) * x . sin ()"), "{expanded}");
}

#[test]
fn constants_of_a_block_are_given_back_when_they_are_public() {
    let expanded = expand(
        "pub const A: f64 = 1.0; const B: f64 = 2.0; type V = [f64; 2]; fn f(x: V) -> f64 { x[0] * A * B }",
        Host::Compiler,
    );
    assert!(expanded.contains("pub const A : f64 = 1.0"), "{expanded}");
    assert!(!expanded.contains("const B"), "{expanded}");
}

#[test]
fn modules_keep_what_they_hold() {
    let module = quote! {
        /// Documented.
        pub(crate) mod formulas {
            //! Inside.
            use std::fmt::Debug;
            const NAME: &str = "text";
            const SCALE: f64 = 2.0;
            struct Point;
            impl Point { fn new() -> Self { Point } }
            pub fn twice(x: f64) -> f64 { SCALE * x }
            #[cfg(test)]
            mod tests {}
            #[test]
            fn plain() { assert!(true); }
        }
    };
    let expanded = attribute_macro(quote!(), &module, Host::Compiler);
    let file = syn::parse2::<syn::File>(expanded).expect("items");
    let [syn::Item::Mod(module)] = &file.items[..] else {
        panic!("one module")
    };
    let (_, items) = module.content.as_ref().expect("content");
    let names: Vec<String> = items
        .iter()
        .filter_map(|item| match item {
            syn::Item::Fn(item) => Some(item.sig.ident.to_string()),
            syn::Item::Mod(item) => Some(item.ident.to_string()),
            syn::Item::Const(item) => Some(item.ident.to_string()),
            syn::Item::Struct(item) => Some(item.ident.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(
        names,
        [
            "NAME", "SCALE", "Point", "tests", "plain", "twice", "twice", "_"
        ]
    );
    assert_eq!(module.attrs.len(), 2);
}

#[test]
fn the_facades_path_starts_every_generated_path() {
    let item = quote!(
        pub fn f(x: f64) -> f64 {
            x.sin()
        }
    );
    let expanded = attribute_macro(quote!(crate = some::path), &item, Host::Compiler);
    let text = expanded.to_string();
    assert!(text.contains("some :: path :: __private"), "{text}");
    assert!(!text.contains(":: adgraph"), "{text}");
}

/// The documentation of the module of a function, as one line.
fn module_documentation(text: &str) -> String {
    let tokens: TokenStream = text.parse().expect("tokens");
    let expanded = block_macro(quote!((::adgraph) #tokens), Host::Compiler);
    let file = syn::parse2::<syn::File>(expanded).expect("items");
    let module = file.items.iter().find_map(|item| match item {
        syn::Item::Mod(module) => Some(module),
        _ => None,
    });
    let docs = module.expect("a module").attrs.iter();
    let docs = docs.filter_map(|attribute| match &attribute.meta {
        syn::Meta::NameValue(syn::MetaNameValue {
            value: syn::Expr::Lit(literal),
            ..
        }) => match &literal.lit {
            syn::Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    });
    docs.collect::<Vec<String>>().join(" ").replace('\n', " ")
}

#[test]
fn documentation_names_the_functions_that_there_are() {
    assert_eq!(
        module_documentation("pub fn f(x: &[f64; 8192]) -> f64 { sum(x) }"),
        "Derivatives of [`f`](f()), and its graph.  What takes more than 64 KiB is not returned \
         but written in place, by `adjoint_into`."
    );
    assert_eq!(
        module_documentation("pub fn f(x: &[f64; 9000]) -> f64 { sum(x) }"),
        "Derivatives of [`f`](f()), and its graph.  What takes more than 64 KiB is not returned \
         but written in place, by `adjoint_into`, `gradient_into`."
    );
    assert_eq!(
        module_documentation(
            "#[derivatives(module = g)] pub fn f(x: f64) -> [f64; 9000] { [x; 9000] }"
        ),
        "Derivatives of `f`, and its graph.  What takes more than 64 KiB is not returned but \
         written in place, by `value_into`, `adjoint_into`, `tangent_into`."
    );
    assert_eq!(
        module_documentation("pub fn f(x: [f64; 3]) -> f64 { sum(x) }"),
        "Derivatives of [`f`](f()), and its graph."
    );
}
