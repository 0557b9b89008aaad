//! Emission held against the meaning of graphs: random graphs become functions of a program that is
//! compiled and run, and its output must agree with the evaluated graphs.

#[path = "../../../tests/compiler/mod.rs"]
mod compiler;
#[path = "../../../graph-program/tests/program/direct.rs"]
mod direct;
#[path = "../../../graph-program/tests/program/random.rs"]
mod random;
#[path = "../../../graph-program/tests/program/scalar.rs"]
#[allow(dead_code, reason = "the file serves other tests too")]
mod scalar;

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use graph_ir::graph::Literal;
use graph_ir::{Element, Graph, Type, passes};
use graph_program::Parts;
use proc_macro2::{Ident, Span};
use quote::quote;

use super::Lines;
use super::function_within;
use super::program::Limits;
use crate::derivatives::{Derivatives, Layout, Request};
use crate::labels::Labels;
use crate::parse::{Attributes, Codegen, RowsMarks};
use crate::signature::{Argument, Lengths, ResultType, Signature};

type Tensors = Vec<Vec<Literal>>;

/// A signature for a graph whose inputs have no good names.
fn signature(name: &str, graph: &Graph, by_reference: bool) -> Signature {
    let ident = |name: &str| Ident::new(name, Span::call_site());
    let arguments = graph
        .input_types()
        .enumerate()
        .map(|(number, ty)| Argument {
            name: ident(&format!("x{number}")),
            ty: ty.clone(),
            within: None,
            labels: Labels::default(),
            by_reference: by_reference && !ty.is_scalar(),
            dynamic: false,
            shared: false,
            tags: Vec::new(),
            is_state: false,
            docs: Vec::new(),
        });
    let result = ResultType::tuple(graph.output_types().cloned().collect());
    Signature {
        name: ident(name),
        visibility: syn::parse_quote!(pub),
        attributes: Attributes {
            docs: vec![syn::parse_quote!(#[doc = "A random function."])],
            ..Attributes::default()
        },
        generic: None,
        bound: proc_macro2::TokenStream::new(),
        lengths: Lengths::default(),
        arguments: arguments.collect(),
        returned: Some(result.form().clone()),
        result,
        result_labels: Vec::new(),
        rows: RowsMarks::default(),
        derivatives: Derivatives::default(),
        codegen: Codegen::default(),
        outside: Vec::new(),
        silent: false,
        undifferentiable: None,
        facade: quote!(::adgraph),
    }
}

/// Elements as `{:?}` prints the nested array that holds them.
fn nested(ty: &Type, elements: &[Literal], as_text: fn(Literal) -> String) -> String {
    let extents = ty.shape.extents();
    let Some((&outer, inner)) = extents.split_first() else {
        return as_text(elements[0]);
    };
    let inner = ty.with_shape(graph_ir::Shape::new(inner).expect("a smaller shape"));
    let width = inner.shape.size();
    let rows = (0..outer).map(|i| nested(&inner, &elements[i * width..(i + 1) * width], as_text));
    format!("[{}]", rows.collect::<Vec<_>>().join(", "))
}

fn tuple(types: &[Type], values: &[Vec<Literal>]) -> String {
    let parts = types.iter().zip(values);
    let parts: Vec<String> = parts.map(|(ty, v)| nested(ty, v, shown)).collect();
    match &parts[..] {
        [only] => format!("({only},)"),
        _ => format!("({})", parts.join(", ")),
    }
}

/// A literal as it is printed; integers are positions, which are not negative.
fn shown(literal: Literal) -> String {
    match literal {
        Literal::I64(value) => value.max(0).to_string(),
        other => other.to_string(),
    }
}

/// A literal as an argument of a call.
fn argument(literal: Literal) -> String {
    match literal {
        Literal::F64(bits) => format!("f64::from_bits({bits})"),
        other => other.to_string(),
    }
}

/// One function with the expected output of its calls.
struct Case {
    items: String,
    calls: String,
    expected: Vec<String>,
}

fn case(seed: u64) -> Option<Case> {
    let (graph, inputs) = random::graph(seed, 8 + (seed as usize % 20));
    let sizes = graph.input_types().chain(graph.output_types());
    if sizes.map(|ty| ty.shape.size()).sum::<usize>() > 4_000 {
        // Large results are only written in place.
        return None;
    }
    let name = format!("f{seed}");
    let by_reference = seed.is_multiple_of(2);
    let mut signature = signature(&name, &graph, by_reference);
    // The crate is built for a target without fused multiply-add, where neither changes a bit.
    signature.codegen.contract = seed % 8 == 3;
    signature.codegen.dispatch = seed % 8 == 5 || seed % 8 == 6;
    request(&mut signature, seed);
    let items = function_within(&signature, &graph, limits(seed), &Lines::default()).ok()?;
    let types = |graph: &Graph| graph.input_types().cloned().collect::<Vec<_>>();
    let call = |graph: &Graph, inputs: &[Vec<Literal>]| {
        let arguments = types(graph).into_iter().zip(inputs).map(|(ty, input)| {
            let reference = if by_reference && !ty.is_scalar() {
                "&"
            } else {
                ""
            };
            format!("{reference}{}", nested(&ty, input, argument))
        });
        arguments.collect::<Vec<_>>().join(", ")
    };
    let arguments = call(&graph, &inputs);
    let mut case = Case {
        items: items.to_string(),
        calls: format!("    show(|| {name}({arguments}));\n"),
        expected: vec![expected(&graph, &inputs, tuple)],
    };
    if signature.is_differentiable() {
        add_adjoint(&mut case, &signature, &graph, &inputs, &arguments);
    }
    Some(case)
}

/// The bounds of large programs, met by small ones: parts of a few statements, and arrays that come
/// from a workspace.
fn limits(seed: u64) -> Limits {
    let parts = |length: usize| Parts {
        from: length + length / 2,
        length,
    };
    Limits {
        parts: if seed % 4 == 2 {
            parts(12)
        } else {
            Limits::USUAL.parts
        },
        lanes: if seed % 4 == 2 {
            parts(40)
        } else {
            Limits::USUAL.lanes
        },
        stack: if seed % 3 == 1 {
            0
        } else {
            Limits::USUAL.stack
        },
        rows: if seed % 3 == 1 { 0 } else { Limits::USUAL.rows },
    }
}

/// Requests further derivatives for some seeds, where they are small: they are compiled, not run.
fn request(signature: &mut Signature, seed: u64) {
    let results = signature.result.parts().iter();
    let arguments = signature.arguments.iter().filter(|a| a.has_derivative());
    let inputs: usize = arguments.map(|a| a.ty.shape.size()).sum();
    if !results
        .map(|ty| ty.element)
        .all(|element| element == Element::F64)
    {
        return;
    }
    let asked = &mut signature.derivatives;
    if inputs <= 40 && seed % 5 == 3 {
        // Any list that holds the two that are called.
        (asked.only, asked.order) = (true, 1);
        for (bit, request) in Request::ALL.iter().enumerate() {
            let is_called = matches!(request, Request::Value | Request::Adjoint);
            if is_called || (seed / 5) >> (bit % 4) & 1 == 1 {
                asked.ask(*request);
            }
        }
    }
    asked.batch = match seed % 12 {
        1 => Some(Layout::Columns),
        7 => Some(Layout::Rows),
        _ => None,
    };
    if !asked.only && inputs <= 40 && seed % 4 == 2 {
        asked.ask(Request::Jacobian);
        asked.ask(Request::Hessian);
        asked.ask(Request::ValueGradientHessian);
    }
}

/// The adjoint at a random seed.
fn add_adjoint(
    case: &mut Case,
    signature: &Signature,
    graph: &Graph,
    inputs: &Tensors,
    arguments: &str,
) {
    let wrt = signature.independent();
    let adjoint = graph_autodiff::reverse(graph, &wrt).expect("an adjoint");
    let mut numbers = random::Numbers(7);
    let seeds = graph.output_types().map(|ty| numbers.elements(ty));
    let seeds: Tensors = seeds.collect();
    let seed_types = graph.output_types().zip(&seeds);
    let seed_text: String = seed_types.fold(String::new(), |mut text, (ty, seed)| {
        write!(text, "{}, ", nested(ty, seed, argument)).expect("memory");
        text
    });
    let name = &signature.name;
    writeln!(
        case.calls,
        "    show(|| {name}::adjoint({arguments}, ({seed_text})));"
    )
    .expect("memory");
    let all: Tensors = inputs.iter().chain(&seeds).cloned().collect();
    let results = graph.outputs().len();
    case.expected
        .push(expected(&adjoint, &all, |types, values| {
            let fields = wrt.iter().enumerate().map(|(number, position)| {
                let at = results + number;
                let field = nested(&types[at], &values[at], shown);
                format!("x{position}: {field}")
            });
            let fields: Vec<String> = fields.collect();
            let value = tuple(&types[..results], &values[..results]);
            format!("({value}, AdjointOrTangent {{ {} }})", fields.join(", "))
        }));
}

/// The expected output of a call.
fn expected(
    graph: &Graph,
    inputs: &Tensors,
    print: impl Fn(&[Type], &[Vec<Literal>]) -> String,
) -> String {
    let types: Vec<Type> = graph.output_types().cloned().collect();
    // An index out of range in code that no result needs is not found any more.
    let values = direct::evaluate(graph, inputs).or_else(|_| {
        let prepared = passes::prepare(graph).expect("a graph that was emitted");
        direct::evaluate(&prepared, inputs)
    });
    match values {
        Ok(values) => print(&types, &values),
        Err(_) => String::from("out of range"),
    }
}

/// Compiles and runs a program that shows all cases, and gives the lines that it prints.
fn run(cases: &[Case], optimized: bool) -> Vec<String> {
    let root: PathBuf = [env!("CARGO_MANIFEST_DIR"), ".."].iter().collect();
    let folder = root.join("target/emitted");
    std::fs::create_dir_all(&folder).expect("a writable target folder");
    let mut source = String::from(
        "//! Functions of random graphs.\n#![deny(warnings, missing_docs, clippy::all)]\n\
         // What a macro writes is not reported as unused; as text it would be.\n\
         #![allow(dead_code)]\n\
         fn show<T: std::fmt::Debug>(f: impl FnOnce() -> T + std::panic::UnwindSafe) {\n    \
         match std::panic::catch_unwind(f) {\n        Ok(value) => println!(\"{value:?}\"),\n        \
         Err(_) => println!(\"out of range\"),\n    }\n}\n",
    );
    for case in cases {
        source += &case.items;
        source.push('\n');
    }
    source += "fn main() {\n    std::panic::set_hook(Box::new(|_| ()));\n";
    for case in cases {
        source += &case.calls;
    }
    source += "}\n";
    let name = if optimized { "optimized" } else { "emitted" };
    let (file, program) = (folder.join(name).with_extension("rs"), folder.join(name));
    std::fs::write(&file, source).expect("a writable target folder");
    let mut rustc = compiler::rustc(&root);
    if optimized {
        rustc.arg("-Copt-level=2");
    }
    compiler::run(rustc.arg("-o").arg(&program).arg(file));
    let printed = compiler::run(&mut Command::new(program));
    printed.lines().map(String::from).collect()
}

fn check(seeds: std::ops::Range<u64>, release: bool) {
    let cases: Vec<Case> = seeds.filter_map(case).collect();
    let printed = run(&cases, release);
    let mut printed = printed.iter();
    for case in &cases {
        for (expected, call) in case.expected.iter().zip(case.calls.lines()) {
            let found = printed.next().map_or("", String::as_str);
            assert!(
                found == expected,
                "{call}\n{found}\nshould be\n{expected}\n{}",
                difference(found, expected)
            );
        }
    }
    assert!(cases.len() > 10, "most graphs have code");
}

/// The text around the first difference of two long lines.
fn difference(found: &str, expected: &str) -> String {
    let pairs = found.bytes().zip(expected.bytes());
    let same = pairs.take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        let bytes = &text.as_bytes()[same.saturating_sub(60)..];
        String::from_utf8_lossy(&bytes[..bytes.len().min(120)]).into_owned()
    };
    format!("at {same}: {} / {}", around(found), around(expected))
}

/// The graphs that every run has time for; `EMISSION_SEEDS=300` draws more.
const FEW: u64 = 48;

#[test]
fn functions_of_random_graphs_give_the_graphs_bits() {
    let wanted = std::env::var("EMISSION_SEEDS").ok();
    let seeds = wanted.and_then(|text| text.parse().ok()).unwrap_or(FEW);
    check(0..seeds, false);
    if seeds > FEW {
        check(seeds..2 * seeds, true);
    }
}

#[test]
fn literals_are_shown_as_the_elements_are() {
    assert_eq!(Literal::from_f64(Element::F64, -0.0).to_string(), "-0.0");
    assert_eq!(
        Literal::from_f64(Element::F64, 1e300).to_string(),
        format!("{:?}", 1e300)
    );
}
