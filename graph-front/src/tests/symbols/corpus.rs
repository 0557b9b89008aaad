//! The programs of the other tests, with a symbol in the place of a number: each makes a graph, which
//! gives the bits of the program once the number is put back, or says why not.

use std::collections::BTreeSet;
use std::path::Path;

use graph_ir::{Element, Graph, passes};
use graph_runtime::execute::Executable;
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::ToTokens;

use super::super::lower;
use super::super::robustness::on_a_compilers_stack;
use super::equality::results;
use super::with_symbols;

/// The longest text of a program here: longer ones take long.
const LONGEST: usize = 400;

/// Tests of what takes long.
const SLOW: [&str; 3] = ["growth.rs", "robustness.rs", "random.rs"];

/// The literals in the tokens.
fn literals(tokens: TokenStream, found: &mut Vec<Literal>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => literals(group.stream(), found),
            TokenTree::Literal(literal) => found.push(literal),
            TokenTree::Ident(_) | TokenTree::Punct(_) => {}
        }
    }
}

/// The texts in the sources of the tests that may be programs.
fn texts(folder: &Path, found: &mut Vec<String>) {
    let entries = folder.read_dir().expect("the folder of the tests");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    for path in paths {
        if SLOW.iter().any(|slow| path.ends_with(slow)) {
            continue;
        }
        if path.is_dir() {
            texts(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source");
            let mut all = Vec::new();
            literals(text.parse().expect("tokens"), &mut all);
            let strings = all.iter().filter_map(|literal| {
                let text = syn::parse_str::<syn::LitStr>(&literal.to_string()).ok()?;
                Some(text.value())
            });
            found.extend(strings.filter(|text| text.contains("fn ") && text.contains("->")));
        }
    }
}

/// The tokens with `N` in the place of a number.
fn replaced(tokens: TokenStream, number: &str) -> TokenStream {
    let replace = |token: TokenTree| match token {
        TokenTree::Group(group) => {
            let inner = replaced(group.stream(), number);
            TokenTree::Group(proc_macro2::Group::new(group.delimiter(), inner))
        }
        TokenTree::Literal(literal) if literal.to_string() == number => {
            TokenTree::Ident(proc_macro2::Ident::new("N", literal.span()))
        }
        other => other,
    };
    tokens.into_iter().map(replace).collect()
}

/// The program whose last function is for any length in the place of a number, in its signature and
/// perhaps in its body.
fn variants(text: &str) -> Vec<(String, usize)> {
    let Ok(file) = syn::parse_str::<syn::File>(text) else {
        return Vec::new();
    };
    let Some((syn::Item::Fn(last), others)) = file.items.split_last() else {
        return Vec::new();
    };
    let mut numbers = Vec::new();
    literals(last.sig.to_token_stream(), &mut numbers);
    let numbers: BTreeSet<String> = numbers.iter().map(ToString::to_string).collect();
    let others: TokenStream = others.iter().map(ToTokens::to_token_stream).collect();
    let mut variants = Vec::new();
    for number in numbers {
        let Ok(value) = number.parse() else { continue };
        for in_body in [false, true] {
            let mut function = last.clone();
            let Ok(signature) = syn::parse2(replaced(last.sig.to_token_stream(), &number)) else {
                continue;
            };
            function.sig = signature;
            function
                .sig
                .generics
                .params
                .push(syn::parse_quote!(const N: usize));
            function.sig.generics.lt_token = Some(Default::default());
            function.sig.generics.gt_token = Some(Default::default());
            function.vis = syn::parse_quote!(pub);
            if in_body {
                let body = replaced(last.block.to_token_stream(), &number);
                let Ok(body) = syn::parse2(body) else {
                    continue;
                };
                *function.block = body;
            }
            variants.push((format!("{others}\n{}", function.to_token_stream()), value));
        }
    }
    variants
}

/// The bits of the results, where the graph can be evaluated.
fn bits(graph: &Graph) -> Option<Vec<Vec<u64>>> {
    let graph = passes::specialize(graph, Element::F64).ok()?;
    Executable::new(&graph).ok()?;
    // An index among the arguments may be out of range.
    std::panic::catch_unwind(|| results(&graph)).ok()
}

#[test]
fn programs_for_any_length_are_those_for_each() {
    on_a_compilers_stack(compare_all);
}

fn compare_all() {
    let mut found = Vec::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests");
    texts(&folder, &mut found);
    let mut made = 0;
    for text in found.iter().filter(|text| text.len() < LONGEST) {
        let variants = variants(text);
        let known = program(text).filter(|_| !variants.is_empty());
        let Some(known) = known else { continue };
        let expected = bits(&known);
        for (variant, number) in variants {
            let Ok((_, graph)) = with_symbols(&variant) else {
                continue;
            };
            made += 1;
            let with = graph.with_extents(&[("N", number)]);
            let with = with.unwrap_or_else(|error| panic!("{error}\n{variant}"));
            if expected.is_some() {
                assert_eq!(bits(&with), expected, "{variant}");
            }
        }
    }
    assert!(made > 50, "{made}");
}

/// The graph of the last function of a text that is a program without errors.
fn program(text: &str) -> Option<Graph> {
    text.parse::<TokenStream>().ok()?;
    let graph = lower(text).ok()?.pop()?;
    let is_small = |ty: &graph_ir::Type| ty.shape.size() < 10_000;
    let is_small = graph.input_types().all(is_small);
    is_small.then_some(graph)
}
