//! Functions from files: the limits, files that are no graphs, and editors. The results of compiled
//! imports and the messages of the compiler are tested with the facade.

use proc_macro2::TokenStream;
use quote::quote;

use super::editor::EDITOR;
use crate::expand::block_macro;

/// The expansion in an editor of a block with one function from a file.
fn in_an_editor(function: &str) -> String {
    let tokens: TokenStream = function.parse().expect("tokens");
    block_macro(quote!((::adgraph) #tokens), EDITOR).to_string()
}

#[test]
fn editors_get_an_error_and_the_signature() {
    let expanded = in_an_editor("#[cppad(\"no/such/file.json\")] pub fn f(x: f64) -> f64;");
    assert!(expanded.contains("compile_error"), "{expanded}");
    assert!(expanded.contains("pub fn f"), "{expanded}");
    assert!(!expanded.contains("include_bytes"), "{expanded}");
    let expanded = in_an_editor("#[nnvm(\"no/such/file.json\")] fn f();");
    assert!(expanded.contains("compile_error"), "{expanded}");
}

#[test]
#[cfg(not(feature = "import"))]
fn the_feature_that_reads_files_is_named() {
    for format in ["cppad", "nnvm"] {
        let found = super::errors(&format!("#[{format}(\"f.json\")] fn f(x: f64) -> f64;"));
        assert_eq!(
            found,
            [format!(
                "`#[{format}(..)]` reads a file, which is switched off\n\
                 = help: switch on the feature `import` of the crate `adgraph`"
            )]
        );
    }
}

#[cfg(feature = "import")]
mod reading {
    use std::path::{Path, PathBuf};

    use graph_ir::graph::InputKind;

    use super::super::{errors, graph, values};

    /// A file that lasts as long as the value.
    struct File(PathBuf);

    impl File {
        fn new(name: &str, content: &[u8]) -> Self {
            let name = format!("adgraph-{}-{name}", std::process::id());
            let path = std::env::temp_dir().join(name);
            std::fs::write(&path, content).expect("a file");
            Self(path)
        }

        /// A block with the function of this file.
        fn block(&self, format: &str, signature: &str) -> String {
            let path = self.0.to_string_lossy();
            format!("#[{format}({path:?})] {signature}")
        }

        /// The only error of the block, without the path.
        fn error(&self, format: &str, signature: &str) -> String {
            let found = errors(&self.block(format, signature));
            assert_eq!(found.len(), 1, "{found:#?}");
            found[0].replace(&*self.0.to_string_lossy(), "FILE")
        }
    }

    impl Drop for File {
        fn drop(&mut self) {
            drop(std::fs::remove_file(&self.0));
        }
    }

    /// A file of CppAD with a chain of this many sines.
    fn chain(length: usize) -> String {
        let usages: Vec<String> = (1..=length).map(|node| format!("[1, {node}]")).collect();
        format!(
            "{{\"function_name\": \"chain\",
            \"op_define_vec\": [1, [{{\"op_code\": 1, \"name\": \"sin\", \"n_arg\": 1}}]],
            \"n_dynamic_ind\": 0, \"n_variable_ind\": 1, \"constant_vec\": [0, []],
            \"op_usage_vec\": [{length}, [{}]], \"dependent_vec\": [1, [{}]]}}",
            usages.join(", "),
            length + 1
        )
    }

    #[test]
    fn a_path_from_the_root_is_taken_as_it_is() {
        let file = File::new("short", chain(3).as_bytes());
        let graph = graph(&file.block("cppad", "fn f(x: f64) -> f64;"));
        assert_eq!((graph.inputs().len(), graph.outputs().len()), (1, 1));
        assert_eq!(graph.inputs()[0].name, "x");
    }

    /// A file has types of its own: the signature to paste is not generic.
    #[test]
    fn signatures_of_files_are_not_generic() {
        let file = File::new("generic", chain(3).as_bytes());
        let error = file.error("cppad", "pub fn f<T: Float>(x: [T; 2]) -> T;");
        assert!(
            error.contains("has this one: pub fn f(x: [f64; 1]) -> f64;"),
            "{error}"
        );
    }

    #[test]
    fn names_of_the_file_stay_in_the_graph() {
        let text = r#"{"nodes": [{"op": "null", "name": "a.b", "inputs": []},
            {"op": "null", "name": "a_b", "inputs": []},
            {"op": "null", "name": "match", "inputs": []},
            {"op": "elemwise_sub", "name": "d", "inputs": [[0, 0, 0], [1, 0, 0]]},
            {"op": "elemwise_mul", "name": "y", "inputs": [[3, 0, 0], [2, 0, 0]]}],
            "arg_nodes": [0, 1, 2], "heads": [[4, 0, 0], [3, 0, 0]]}"#;
        let file = File::new("names", text.as_bytes());
        let signature = "fn f(match_: [f64; 2], a_b: [f64; 2], #[dynamic] a_b_2: [f64; 2])
            -> ([f64; 2], [[f64; 2]; 1]);";
        let graph = graph(&file.block("nnvm", signature));
        let inputs = graph.inputs().iter();
        let inputs: Vec<_> = inputs.map(|i| (i.name.as_str(), i.kind)).collect();
        let (own, dynamic) = (InputKind::Independent, InputKind::Dynamic);
        assert_eq!(inputs, [("match", own), ("a.b", own), ("a_b", dynamic)]);
        let block = file.block("nnvm", signature);
        let found = values(&block, &[&[3.0, 5.0], &[7.0, 1.0], &[2.0, 4.0]]);
        assert_eq!(found, [[15.0, -15.0], [5.0, -3.0]]);
    }

    const PRODUCT: &str = r#"{"nodes": [{"op": "null", "name": "a", "inputs": []},
        {"op": "null", "name": "b.weight", "inputs": []},
        {"op": "null", "name": "c", "inputs": []},
        {"op": "elemwise_sub", "name": "d", "inputs": [[0, 0, 0], [1, 0, 0]]},
        {"op": "elemwise_mul", "name": "y", "inputs": [[3, 0, 0], [2, 0, 0]]}],
        "arg_nodes": [0, 1, 2], "heads": [[4, 0, 0]]}"#;

    #[test]
    fn a_struct_has_the_variables_of_a_file() {
        let file = File::new("product", PRODUCT.as_bytes());
        let of_file = |signature: &str| file.block("nnvm", signature);
        let function = of_file("fn f(w: &W, a: [f64; 2]) -> [f64; 2];");
        for w in [
            "#[weights(f)] struct W;",
            "struct W { c: [f64; 2], b_weight: [f64; 2] }",
        ] {
            let body = "fn g(a: [f64; 2], w: &W) -> f64 { sum(f(w, a) * w.b_weight) }";
            let block = format!("{w} {function} {body}");
            let given: [&[f64]; 3] = match w.contains("weights") {
                true => [&[3.0, 5.0], &[1.0, 2.0], &[7.0, 1.0]],
                false => [&[3.0, 5.0], &[7.0, 1.0], &[1.0, 2.0]],
            };
            assert_eq!(values(&block, &given), [[2.0 * 7.0 + 3.0 * 2.0]]);
        }
        let graph = graph(&format!("#[weights(f)] struct W; {function}"));
        let names: Vec<&str> = graph.inputs().iter().map(|own| own.name.as_str()).collect();
        assert_eq!(names, ["b.weight", "c", "a"]);
    }

    #[test]
    fn a_struct_without_variables_says_why() {
        let file = File::new("weights", PRODUCT.as_bytes());
        let function = file.block("nnvm", "fn f(a: [f64; 2], w: &W) -> [f64; 2];");
        let flat = "fn f(a: [f64; 2], b_weight: [f64; 2], c: [f64; 2]) -> [f64; 2];";
        let flat = file.block("nnvm", flat);
        let full = "fn f(a: [f64; 2], b_weight: [f64; 2], c: [f64; 2], w: &W) -> [f64; 2];";
        let missing = "#[nnvm(\"no/such.json\")] fn f(a: [f64; 2], w: &W) -> [f64; 2];";
        let names_function = "`#[weights(..)]` names the function whose file has them";
        for (w, function, expected) in [
            ("#[weights] struct W;", &*function, names_function),
            ("#[weights()] struct W;", &function, names_function),
            ("#[weights(\"f\")] struct W;", &function, names_function),
            (
                "#[weights(g)] struct W;",
                &function,
                "`g` is no function from a file of NNVM or MXNet",
            ),
            (
                "#[weights(f)] struct W { a: f64 }",
                &function,
                "`W` has its fields from the file of `f`\n= help: write `struct W;`",
            ),
            (
                "#[weights(f)] struct W<const N: usize>;",
                &function,
                "`W` has its fields from the file of `f`",
            ),
            (
                "#[weights(f)] struct W;",
                &flat,
                "`f` has no argument of the type `W`",
            ),
            (
                "#[weights(f)] struct W;",
                &file.block("nnvm", full),
                "has no variables beside its other arguments",
            ),
            (
                "#[weights(f)] struct W;",
                missing,
                "there is no file `no/such.json`",
            ),
            (
                "#[weights(f)] struct W;",
                &file.block("nnvm", "fn f(a: [f65; 2], w: &W) -> [f64; 2];"),
                "f65",
            ),
            (
                "#[weights(f)] #[init(golrot)] struct W;",
                &file.block("nnvm", "fn f(a: [[f64; 2]; 2], w: &W) -> [[f64; 2]; 2];"),
                "no field starts with `golrot`",
            ),
            (
                "struct W { b_weight: [f64; 2] }",
                &function,
                "there is no argument for the variable `c`",
            ),
            (
                "struct W { b_weight: [f64; 2], c: [f64; 2], d: f64 }",
                &function,
                "the file has no variable `d`",
            ),
            (
                "struct W { b_weight: [f64; 2], c: [f64; 2], a: [f64; 2] }",
                &function,
                "`a` and `w.a` are one variable",
            ),
            (
                "struct W { b_weight: [f64; 2], c: [f64; 3] }",
                &function,
                "= note: the variable `c` is [f64; 2], the field `w.c` [f64; 3]",
            ),
        ] {
            let found = errors(&format!("{w} {function}"));
            let is_right = matches!(&found[..], [only] if only.contains(expected));
            assert!(is_right, "{w} {function}\n{found:#?}\n{expected}");
        }
    }

    #[test]
    fn what_is_too_large_is_refused_with_the_way_out() {
        let file = File::new("long", chain(70_000).as_bytes());
        let error = file.error("cppad", "fn f(x: f64) -> f64;");
        assert!(error.contains("functions that are read at compile time have at most 65536"));
        assert!(error.contains("adgraph::json::cppad::from_str"), "{error}");
        let file = File::new("huge", &vec![b' '; (16 << 20) + 1]);
        let error = file.error("nnvm", "fn f(x: f64) -> f64;");
        assert!(error.starts_with("`FILE` has 16777217 bytes"), "{error}");
        assert!(error.contains("adgraph::json::nnvm::from_str"), "{error}");
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let file = File::new("bytes", b"{\n\n\xff}");
        let error = file.error("cppad", "fn f(x: f64) -> f64;");
        assert_eq!(error, "`FILE` is no text: line 3 is not UTF-8");
        let file = File::new("empty", b"");
        for format in ["cppad", "nnvm"] {
            let error = file.error(format, "fn f();");
            assert!(error.contains("line 1, column 1"), "{error}");
        }
    }

    #[test]
    fn no_file_makes_the_macro_panic() {
        let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases");
        let mut count = 0;
        for folder in ["cppad/malformed", "nnvm/malformed"] {
            let Ok(entries) = shared.join(folder).read_dir() else {
                println!("without {folder}, which is not here");
                continue;
            };
            for path in entries.map(|entry| entry.expect("an entry").path()) {
                for format in ["cppad", "nnvm"] {
                    let path = path.to_string_lossy();
                    errors(&format!("#[{format}({path:?})] fn f();"));
                    count += 1;
                }
            }
        }
        println!("{count} files");
    }
}
