//! Pictures of all functions of the repository whose lengths come with the call, of their
//! gradients, and of what the passes make of both: none of them asks a length for its number.

use std::fs;
use std::path::{Path, PathBuf};

use graph_front::graphs;
use graph_ir::{Graph, passes};
use graph_runtime::draw::GraphDraw;
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// The files and folders whose blocks are drawn.
const SOURCES: [&str; 9] = [
    "README.md",
    "book/text",
    "examples",
    "tests/axes.rs",
    "tests/matrices.rs",
    "tests/run_time_arrays",
    "tests/run_time_lengths",
    "tests/run_time_loops",
    "tests/run_time_matrices",
];

#[test]
fn every_function_of_run_time_lengths_is_drawn() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut drawn = 0;
    for source in SOURCES {
        let before = drawn;
        for file in files(root.join(source)) {
            let text = fs::read_to_string(&file).expect("a text");
            for block in blocks(&text) {
                // Some are refused on purpose, and some are written by other macros.
                for graph in graphs(&block).unwrap_or_default() {
                    if !graph.symbols().is_empty() {
                        draw(&graph);
                        drawn += 1;
                    }
                }
            }
        }
        let has_files_of_others = ["examples", "tests/matrices.rs"].contains(&source);
        assert!(drawn > before || has_files_of_others, "{source}");
    }
    assert!(drawn > 200, "{drawn}");
}

/// Draws a graph in each format, and what is made of it.
fn draw(graph: &Graph) {
    let inputs: Vec<usize> = graph_autodiff::differentiable_inputs(graph);
    let adjoint = graph_autodiff::reverse(graph, &inputs);
    let made = [Some(graph.clone()), adjoint.ok()].into_iter().flatten();
    for graph in made {
        let prepared = passes::prepare(&graph).unwrap_or_else(|error| panic!("{error}\n{graph}"));
        for graph in [graph, prepared] {
            let pictures = [
                graph.to_dot(),
                graph.to_mermaid(),
                graph.to_svg(),
                graph.to_html(),
            ];
            assert!(pictures.iter().all(|picture| !picture.is_empty()));
        }
    }
}

/// The texts of the blocks in a file of Rust, or in the code of a page.
fn blocks(text: &str) -> Vec<String> {
    let code: Vec<&str> = match text.split_once("```") {
        Some(_) if !text.starts_with("//!") => text.split("```").skip(1).step_by(2).collect(),
        _ => vec![text],
    };
    let code = code.into_iter().map(|code| {
        let (_, code) = code.split_once('\n').unwrap_or_default();
        // A line that the page hides begins with `# `.
        code.replace("\n# ", "\n")
    });
    let tokens = code.filter_map(|code| code.parse::<TokenStream>().ok());
    let mut found = Vec::new();
    tokens.for_each(|tokens| collect(tokens, &mut found));
    found
}

/// Adds the texts of the blocks among tokens.
fn collect(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let TokenTree::Group(group) = token else {
            continue;
        };
        let called = |name: &str| {
            let before = tokens[..at].iter().rev().take(2).map(ToString::to_string);
            before.eq(["!", name])
        };
        let inner = group.stream();
        if called("graph") {
            found.push(inner.to_string());
        } else if called("in_both") && group.delimiter() == Delimiter::Brace {
            // The name of a module and `:` stand first.
            found.push(
                inner
                    .into_iter()
                    .skip(2)
                    .collect::<TokenStream>()
                    .to_string(),
            );
        } else {
            collect(inner, found);
        }
    }
}

/// The file, or the files in a folder and in those inside of it.
fn files(path: PathBuf) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path];
    }
    let entries = fs::read_dir(&path).expect("a folder");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths.retain(|path| path.is_dir() || path.extension().is_some_and(|e| e == "rs" || e == "md"));
    paths.into_iter().flat_map(files).collect()
}
