//! The language over the text of a block, without a compiler: graphs, expansions, and errors with
//! lines and columns.

use graph_front::{Position, expand, graphs};

const ENERGY: &str = "\
/// Tension energy of a short chain.
pub fn energy(x: [f64; 3], p: f64) -> f64 {
    let stretch = x[1..] - x[..2];
    0.5 * p * dot(stretch, stretch)
}

fn twice(x: f64) -> f64 { 2.0 * x }
";

#[test]
fn a_text_yields_a_graph_for_each_function() {
    let graphs = graphs(ENERGY).unwrap();
    let names: Vec<&str> = graphs.iter().map(graph_ir::Graph::name).collect();
    assert_eq!(names, ["energy", "twice"]);
    let types: Vec<String> = graphs[0].input_types().map(ToString::to_string).collect();
    assert_eq!(types, ["[f64; 3]", "f64"]);
    // Nodes name the lines of the text.
    let text = graphs[0].to_string();
    assert!(
        text.contains("sub") && text.contains("as stretch @3"),
        "{text}"
    );
    graphs
        .iter()
        .for_each(|graph| graph_ir::verify::verify(graph).unwrap());
}

#[test]
fn an_expansion_is_rust() {
    let file = syn::parse_file(&expand(ENERGY).unwrap()).unwrap();
    let has = |name: &str| {
        file.items
            .iter()
            .any(|item| matches!(item, syn::Item::Fn(f) if f.sig.ident == name))
    };
    assert!(has("energy") && has("twice"));
}

#[test]
fn every_error_has_its_place_and_its_words() {
    let text = "fn f(x: [f64; 3], w: [f64; 4]) -> [f64; 3] {\n    x + w\n}\nfn g(y: f64) -> f64 {\n    \
                y + unknown\n}\n";
    let errors = graphs(text).unwrap_err();
    assert_eq!(errors.len(), 2);
    assert_eq!(errors[0].start, Position { line: 2, column: 4 });
    assert_eq!(errors[0].end, Position { line: 2, column: 9 });
    let message = "2:5: `+` needs operands of equal shape";
    assert!(errors[0].to_string().starts_with(message), "{}", errors[0]);
    assert_eq!(errors[1].start, Position { line: 5, column: 8 });
    assert_eq!(expand(text).unwrap_err(), errors);
}

#[test]
fn what_is_no_rust_is_an_error_too() {
    for text in [
        "fn f(x: f64) -> f64 { (x }",
        "fn f(x: f64) -> f64 { \"",
        "fn",
        "struct",
    ] {
        let errors = graphs(text).unwrap_err();
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
    }
    assert!(graphs("").unwrap().is_empty());
}

#[test]
fn nesting_up_to_the_limit_fits_on_any_thread() {
    let nested = |levels: usize| {
        let [open, close] = ["(", ")"].map(|bracket| bracket.repeat(levels));
        format!("fn f(x: f64) -> f64 {{ {open}x{close} }}")
    };
    let chain = "if x > 0.0 { 1.0 } else ".repeat(60);
    let chain = format!("fn f(x: f64) -> f64 {{ {chain} {{ x }} }}");
    assert_eq!(graphs(&nested(90)).unwrap().len(), 1);
    assert_eq!(graphs(&chain).unwrap().len(), 1);
    let error = &graphs(&nested(5_000)).unwrap_err()[0];
    assert!(error.message.contains("nested too deeply"), "{error}");
}

/// The tokens under the only error of a text.
fn marked(text: &str) -> &str {
    let [error] = &expand(text).unwrap_err()[..] else {
        panic!("one error: {text}");
    };
    assert_eq!(error.start.line, error.end.line);
    let line = text.lines().nth(error.start.line - 1).unwrap();
    &line[error.start.column..error.end.column]
}

#[test]
fn what_a_run_time_length_does_not_allow_is_marked_itself() {
    // So many rows of such a length are not taken apart.
    let head = "pub fn f<const N: usize>(x: &[[f64; N]; 300], k: usize) -> f64 {\n";
    for (body, expected) in [
        ("sum(exp(x))", "exp(x)"),
        ("let y = 2.0 * x;\nsum(y[k])", "2.0 * x"),
    ] {
        let text = format!("{head}{body}\n}}");
        assert_eq!(marked(&text), expected, "{body}");
    }
}

#[test]
fn a_length_is_a_number_in_branches_too() {
    let head = "pub fn f<const N: usize>(x: &[f64; N], t: f64) -> f64 {\n";
    let bodies = [
        "let y = if t > 0.0 { t * N as f64 } else { 1.0 }; sum(x) * y",
        "let mut i = 0; let mut s = t; #[limit(9)] while i < N { s *= 0.5; i += 1; if s < 1.0 { break; } } \
         sum(x) * s",
    ];
    for body in bodies {
        let expanded = expand(&format!("{head}{body}\n}}"));
        assert!(expanded.is_ok(), "{:?}", expanded.err());
    }
}

#[test]
fn half_written_items_are_marked_at_their_ends() {
    for (item, expected, message) in [
        ("fn g()", ")", "expected the body"),
        ("fn g(x: f64) -> f64", "f64", "expected the body"),
        ("const", "const", "expected a name behind `const`"),
        ("const K", "K", "expected `:` behind `K`"),
        ("const K: f64", "f64", "expected `= ..;` behind `f64`"),
        ("const K: f64 =", "=", "expected an expression behind `=`"),
        ("const K: f64 = 2.0", "2.0", "expected `;` behind `2.0`"),
        ("type V", "V", "expected `= ..;` behind `V`"),
        ("type V = [f64; 3]", "]", "expected `;` behind this"),
        ("pub", "pub", "expected a function"),
        ("use", "use", "expected a path behind `use`"),
        ("use std::f64", "f64", "expected `;` behind `f64`"),
    ] {
        // At the end of a block, and in front of another item.
        let text = format!("fn f(x: f64) -> f64 {{ x }}\n{item}");
        assert_eq!(marked(&text), expected, "{item}");
        let error = &graphs(&text).unwrap_err()[0];
        assert!(error.message.contains(message), "{item}: {error}");
    }
    for (item, expected) in [
        ("const K: f64 = 2.0", "2.0"),
        ("type V = [f64; 3]", "]"),
        ("fn g(x: f64) -> f64", "f64"),
        ("#[external] fn g(x: f64) -> f64", "f64"),
    ] {
        let text = format!("{item}\nfn f(x: f64) -> f64 {{ x }}");
        assert_eq!(marked(&text), expected, "{item}");
    }
}

#[test]
fn foreign_operators_are_marked_whole() {
    for (operator, marks) in [
        ("===", "==="),
        ("=<", "=<"),
        ("~=", "~="),
        ("is", "is"),
        ("and", "and"),
    ] {
        let text = format!("fn f(p: f64) -> f64 {{\nlet b = p {operator} p; p\n}}");
        assert_eq!(marked(&text), marks, "{operator}");
    }
    let text = "fn f(p: f64) -> f64 {\np +\nlet y = p; y\n}";
    assert_eq!(marked(text), "+");
}
