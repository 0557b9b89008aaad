//! The table of requests: its rows fit together, and nothing is made that no request needs.

use proc_macro2::TokenStream;

use syn::{Item, ItemMacro, UseTree};

use super::editor::EDITOR;
use crate::derivatives::{InputGroup, OutputGroup, Program, Request};
use crate::expand::{Host, block_macro};

fn expand(text: &str) -> String {
    let tokens: TokenStream = format!("(::adgraph) {text}").parse().expect("tokens");
    block_macro(tokens, Host::Compiler).to_string()
}

/// The private functions that a list in `only(..)` leads to, of a function with this head and body.
fn private(list: &str, function: &str) -> Vec<String> {
    let expanded = expand(&format!("#[derivatives(only({list}))] {function}"));
    assert!(!expanded.contains("compile_error"), "{list}: {expanded}");
    let names = expanded
        .split("fn ")
        .filter_map(|rest| rest.split([' ', '<']).next());
    let is_private = |name: &&str| {
        ["run_", "points_", "add_"]
            .iter()
            .any(|p| name.starts_with(p))
    };
    names.filter(is_private).map(String::from).collect()
}

#[test]
fn words_are_names_of_their_own() {
    for &request in Request::ALL {
        assert_eq!(Request::named(request.row().word), Some(request));
    }
}

#[test]
fn programs_yield_what_requests_give() {
    let takes = |request: Request, program: Program| {
        let known = |group: &InputGroup| request.row().inputs.contains(group);
        // The gradient is the adjoint with seed 1.
        let fits = |group: &InputGroup| known(group) || *group == InputGroup::Seed;
        program.row().inputs.iter().all(fits)
            && request
                .row()
                .inputs
                .iter()
                .all(|g| program.row().inputs.contains(g))
    };
    for &request in Request::ALL {
        let row = request.row();
        assert!(!row.programs.is_empty(), "{request:?}");
        for &program in row.programs {
            let yields = |group| program.row().outputs.contains(&group);
            assert!(
                row.outputs.iter().all(|o| yields(o.group)),
                "{request:?} {program:?}"
            );
            assert!(takes(request, program), "{request:?} {program:?}");
            // There are variables for the remaining outputs.
            let gives = |group| row.outputs.iter().any(|o| o.group == group);
            let mut more = program.row().outputs.iter().filter(|group| !gives(**group));
            let has_place = |group| [OutputGroup::Value, OutputGroup::Adjoint].contains(group);
            assert!(more.all(has_place), "{request:?} {program:?}");
        }
        // Only a dense matrix can be swept, and one of each kind can be too large for a program.
        let is_dense = |group| matches!(group, OutputGroup::Dense(_));
        let dense = row.outputs.iter().any(|output| is_dense(output.group));
        assert_eq!(dense, row.sweep.is_some(), "{request:?}");
    }
}

#[test]
fn only_what_is_listed_is_made() {
    let few = "fn f(x: [f64; 3]) -> f64 { x[0] * x[1] * exp(x[2]) }";
    for (list, expected) in [
        ("value", &["run_value"][..]),
        ("adjoint", &["run_adjoint"]),
        ("gradient", &["run_gradient"]),
        ("tangent", &["run_tangent"]),
        ("jacobian", &["run_jacobian"]),
        ("hessian", &["run_value_gradient_hessian"]),
        ("hessian_product", &["run_hessian"]),
        ("value_gradient_hessian", &["run_value_gradient_hessian"]),
        ("sparse_jacobian", &["run_sparse_jacobian"]),
        ("sparse_hessian", &["run_sparse_hessian"]),
        (
            "value_gradient_sparse_hessian",
            &["run_value_gradient_sparse_hessian"],
        ),
        ("taylor(2)", &["run_taylor"]),
        (
            "value, gradient, hessian_product",
            &["run_value", "run_gradient", "run_hessian"],
        ),
        ("gradient, batch", &["run_gradient", "points_gradient"]),
        (
            "value, batch",
            &["run_value", "points_value", "add_value", "add_up_value"],
        ),
    ] {
        assert_eq!(private(list, few), expected, "{list}");
    }
    // Matrices of many rows and columns are filled by products.
    let many = "fn f(x: [f64; 40]) -> [f64; 30] { x[..30] * x[10..] }";
    for (list, expected) in [
        ("jacobian", "run_adjoint"),
        ("hessian", "run_hessian"),
        ("value_gradient_hessian", "run_hessian"),
    ] {
        assert_eq!(private(list, many), [expected], "{list}");
    }
    let tall = "fn f(x: [f64; 30]) -> [[f64; 30]; 2] { [x, sin(x)] }";
    assert_eq!(private("jacobian", tall), ["run_tangent"]);
}

#[test]
fn only_what_is_listed_is_public() {
    for list in [
        "value",
        "gradient",
        "hessian_product",
        "sparse_jacobian",
        "taylor(1)",
    ] {
        let text =
            format!("#[derivatives(only({list}))] pub fn f(x: [f64; 3]) -> f64 {{ sum(x * x) }}");
        let expanded = expand(&text);
        for request in Request::ALL.iter().map(|request| request.row().word) {
            let listed = list.split('(').next() == Some(request);
            for name in [
                // Stand-ins have a type parameter.
                format!("pub fn {request} ("),
                format!("pub fn {request}_into ("),
            ] {
                let hidden = request == "value" || request == "gradient" && name.contains("into");
                assert!(listed || !expanded.contains(&name), "{list}: {name}");
                assert!(
                    !listed || hidden || expanded.contains(&name),
                    "{list}: {name}"
                );
            }
        }
        assert_eq!(expanded.contains("pub fn f ("), list == "value", "{list}");
        assert_eq!(
            // A stand-in has type parameters.
            expanded.contains("struct AdjointOrTangent {"),
            list != "value" && list != "sparse_jacobian"
        );
    }
}

#[test]
fn an_editor_still_reads_the_body() {
    let tokens = "(::adgraph) #[derivatives(only(gradient))] fn f(x: f64) -> f64 { x.sin() }";
    let tokens: TokenStream = tokens.parse().expect("tokens");
    let expanded = block_macro(tokens, EDITOR).to_string();
    assert!(expanded.contains(". sin ()"), "{expanded}");
}

/// Vectors are results and derivatives of functions of run-time length, and workspaces are made of
/// them: without an allocator, there are stand-ins for such functions, which say so.
#[test]
fn vectors_need_an_allocator() {
    let lengths = "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { prod(softmax(x)) }";
    let expanded = expand(lengths);
    for (name, needs) in [
        ("__value", false),
        ("value_with", false),
        ("gradient", true),
        ("gradient_into_with", true),
        ("tangent_with", true),
    ] {
        let stand_in = format!("pub fn {name} < 'any ,");
        let alone = format!("without_alloc ! {{ # [doc (hidden)] {stand_in}");
        assert_eq!(expanded.contains(&alone), needs, "{name}: {expanded}");
    }
    let error = "this form of `f` needs an allocator";
    assert!(expanded.contains(error), "{expanded}");
    let of_block = expand("pub fn f(x: [f64; 3]) -> f64 { prod(softmax(x)) }");
    assert!(!of_block.contains(error), "{of_block}");
}

/// An error that stands in a module, where the compiler then reports no path, stands there alone:
/// incremental compilations report twice what stands twice.
#[test]
fn errors_of_signatures_stand_once() {
    for text in [
        "pub fn f(x: Vec<f64>) -> f64 { sum(x) }",
        "fn g(x: f64) -> f64 { y } pub fn f(x: [f64]) -> f64 { g(z) }",
        "pub fn f<T>(x: T) -> T { x }",
        "struct A { x: f64 } pub fn f(x: f64) -> f64 { x }",
    ] {
        let expanded = expand(text);
        let errors: Vec<&str> = expanded.split("compile_error ! {").skip(1).collect();
        for (number, error) in errors.iter().enumerate() {
            let text = error.split('}').next();
            let others = &errors[number + 1..];
            assert!(
                others.iter().all(|other| other.split('}').next() != text),
                "{expanded}"
            );
        }
    }
}

/// A function that only its block calls has a stand-in for code outside, which gives way to an item
/// of the same name: it comes by a `use` of all names.
#[test]
fn functions_of_the_block_alone_have_stand_ins() {
    let text = "fn g<const N: usize>(x: [f64; N]) -> f64 { x[0] } pub fn f(x: [f64; 3]) -> f64";
    let expanded = expand(&format!("{text} {{ g(x) }}"));
    assert!(expanded.contains("`g` has `const` parameters and no `pub`"));
    assert!(
        expanded.contains("use only_in_the_block_of_f :: * ;"),
        "{expanded}"
    );
    let public = expand(&format!("pub {text} {{ g(x) }}"));
    assert!(!public.contains("only_in_the_block"), "{public}");
    // Beside an error the compiler is silent about names that are not there.
    let wrong = expand(&format!("{text} {{ g(x, x) }}"));
    assert!(!wrong.contains("only_in_the_block"), "{wrong}");
}

#[test]
fn the_value_is_the_function_itself_or_that_of_a_batch() {
    let batch = "write `f`, or for many points `f::batch::value`";
    for (list, advice) in [
        ("hessian", "write `f`"),
        ("batch", batch),
        ("batch(rows)", batch),
        ("only(value, batch)", batch),
        (
            "batch, module = of_f",
            "write `f`, or for many points `of_f::batch::value`",
        ),
    ] {
        let expanded = expand(&format!(
            "#[derivatives({list})] fn f(x: f64) -> f64 {{ x * x }}"
        ));
        let quoted = format!("{advice:?}");
        assert!(expanded.contains(&quoted), "{list}: {expanded}");
    }
}

/// A module has a function of each request in each form, or a stand-in that says why it has not,
/// and one alone; so has the module of a batch. The value is the function itself.
#[test]
fn every_form_of_a_request_is_there_or_has_a_stand_in() {
    let signatures = [
        "fn f(x: [f64; 2], #[shared] p: f64) -> f64 { p * x[0] * x[1] }",
        "fn f(x: [f64; 2], #[shared] p: f64) -> [f64; 2] { p * x }",
        "fn f(x: f64, #[shared] p: &[f64; 9000]) -> f64 { x * sum(p) }",
        "fn f(x: [f64; 2], #[shared] p: f64) -> ([f64; 2], f64) { (p * x, p) }",
        "fn f(x: [f64; 2], p: f32) -> f64 { x[0] + p as f64 }",
        "fn f(x: [f64; 2]) -> bool { x[0] > 1.0 }",
        "fn f(x: f64, #[shared] p: f64) -> [f64; 9000] { p * x + zeros([9000]) }",
        "pub fn f<const N: usize>(x: &[f64; N]) -> [f64; N] { x * x }",
    ];
    let lists = [
        "",
        "batch",
        "batch, hessian, jacobian",
        "only(value)",
        "only(gradient)",
    ];
    let mut checked = 0;
    for function in signatures {
        for list in lists {
            let function = match list {
                "" => function.replace("#[shared] ", ""),
                list if list.contains("batch") => format!("#[derivatives({list})] {function}"),
                list => format!(
                    "#[derivatives({list})] {}",
                    function.replace("#[shared] ", "")
                ),
            };
            let expanded = syn::parse_file(&expand(&function)).expect("items").items;
            let Some(module) = modules(&expanded, "f").next() else {
                panic!("{function}");
            };
            // The list may ask for what the signature does not allow.
            let is_error =
                |item: &Item| matches!(item, Item::Macro(own) if called(own) == "compile_error");
            if expanded.iter().any(is_error) {
                continue;
            }
            checked += 1;
            let batch = modules(module, "batch").next().expect("a batch");
            let [functions, batch] = [module, batch].map(functions);
            let count = |functions: &[String], name: &str| {
                functions.iter().filter(|own| *own == name).count()
            };
            for &request in Request::ALL {
                let word = request.row().word;
                for ending in ["", "_into", "_with", "_into_with"] {
                    let name = format!("{word}{ending}");
                    assert_eq!(count(&functions, &name), 1, "{name}: {function}");
                }
                for name in [word, &format!("sum_{word}")] {
                    for ending in ["", "_into"] {
                        let name = format!("{name}{ending}");
                        assert_eq!(count(&batch, &name), 1, "batch::{name}: {function}");
                    }
                }
                let points = request.row().points.as_ref();
                let has_sum = points.is_some_and(|points| points.sum.is_some());
                for ending in ["_chunks", "_of", "_of_into"] {
                    let (name, expected) = (format!("sum_{word}{ending}"), usize::from(has_sum));
                    assert_eq!(count(&batch, &name), expected, "batch::{name}: {function}");
                }
            }
        }
    }
    assert!(checked >= 25, "{checked} functions were made");
}

/// The items of the modules of a name.
fn modules<'i>(items: &'i [Item], name: &str) -> impl Iterator<Item = &'i [Item]> {
    items.iter().filter_map(move |item| match item {
        Item::Mod(module) if module.ident == name => Some(&module.content.as_ref()?.1[..]),
        _ => None,
    })
}

/// The name of a macro.
fn called(call: &ItemMacro) -> String {
    let last = call.mac.path.segments.last();
    last.map_or_else(String::new, |last| last.ident.to_string())
}

/// The names of the functions of a module where there is an allocator.
fn functions(items: &[Item]) -> Vec<String> {
    let mut names = Vec::new();
    for item in items {
        match item {
            Item::Fn(function) => names.push(function.sig.ident.to_string()),
            // A further name of a stand-in.
            Item::Use(own) => names.extend(renamed(&own.tree)),
            Item::Macro(own) if called(own) == "with_alloc" => {
                let inner = syn::parse2::<syn::File>(own.mac.tokens.clone()).expect("items");
                names.extend(functions(&inner.items));
            }
            _ => {}
        }
    }
    names
}

/// The new name of an item of the same module, `self::f as g`.
fn renamed(tree: &UseTree) -> Option<String> {
    match tree {
        UseTree::Path(path) if path.ident == "self" => match &*path.tree {
            UseTree::Rename(name) => Some(name.rename.to_string()),
            _ => None,
        },
        _ => None,
    }
}

/// Hessians by rows and by columns of run-time length are computed row by row.
#[test]
fn hessians_of_arrays_of_any_length_are_there() {
    for request in ["hessian", "value_gradient_hessian", "hessian_product"] {
        for ty in ["&[[f64; N]; 3]", "&[[f64; 3]; N]", "&[[f64; N]; N]"] {
            let found = expand(&format!(
                "#[derivatives({request})] pub fn f<const N: usize>(s: {ty}) -> f64 {{ sum(s * s) }}"
            ));
            assert!(!found.contains("row by row"), "{request} of {ty}: {found}");
        }
    }
}

/// The items that stand in for a function with an error have no names that the block alone has: the
/// compiler would report these too.
#[test]
fn stand_ins_have_no_names_of_the_block() {
    for text in [
        "const NN: usize = 3; pub fn f(#[dynamc] x: [f64; NN]) -> [f64; NN] { x }",
        "type NN = [f64; 3]; pub fn f(#[dynamc] x: NN) -> (f64, NN) { (1.0, x) }",
        "const NN: usize = 3; #[derivatives(batch(row))] \
         pub fn f(x: [f64; NN], #[shared] y: [f64; NN]) -> [f64; NN] { x + y }",
        "const NN: usize = 3; pub fn f<T>(x: [T; NN]) -> [T; NN] { x }",
        "pub fn f(x: f64) -> NN { x }",
        "const NN = 4; pub type V = [f64; NN]; pub const C: [[f64; NN]; NN] = [[1.0; NN]; NN]; \
         pub fn f(s: V) -> [[f64; NN]; 10] { broadcast(s, [10, NN]) }",
    ] {
        let expanded = expand(text);
        let outside: Vec<&str> = expanded.split("compile_error ! {").collect();
        let without_texts = outside.iter().map(|part| match part.split_once("\" }") {
            Some((_, rest)) => rest,
            None => part,
        });
        let without_texts: String = without_texts.collect();
        assert!(!without_texts.contains("NN"), "{text}\n{without_texts}");
        // An unknown layout of a batch is no missing batch.
        assert!(!expanded.contains("has none"), "{expanded}");
    }
}

#[test]
fn rows_as_an_item_are_those_of_the_batch() {
    let expanded = |list: &str| {
        let text = "pub fn f(x: [f64; 2]) -> f64 { x[0] }";
        expand(&format!("#[derivatives({list})] {text}"))
    };
    let is_in_rows = |text: &str| text.contains("x : & [[f64 ; 2]]");
    assert!(
        is_in_rows(&expanded("batch(rows)")),
        "{}",
        expanded("batch(rows)")
    );
    assert!(!is_in_rows(&expanded("batch")));
    for list in ["batch, rows", "rows, batch", "only(value, batch, rows)"] {
        let expanded = expanded(list);
        assert!(expanded.contains("compile_error"), "{list}");
        assert!(is_in_rows(&expanded), "{list}: {expanded}");
    }
}
