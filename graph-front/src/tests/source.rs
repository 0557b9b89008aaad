//! Graphs printed as source: the front end makes the same function of the text.

use graph_ir::graph::{EffectKind, InputKind};
use graph_ir::{Builder, Element, Graph, Type};
use graph_runtime::execute::{Executable, Host, Printed, Values};
use graph_runtime::json::rust::{self, Effects};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::lower;

/// The graph that the front end makes of a text, or its messages.
pub(super) fn read(text: &str) -> Result<Graph, Vec<String>> {
    let tokens: TokenStream = text.parse().expect("tokens");
    let Some(TokenTree::Group(block)) = tokens.into_iter().last() else {
        panic!("no block: {text}");
    };
    lower(&block.stream().to_string()).map(|mut graphs| graphs.pop().expect("a function"))
}

/// The graph that the front end makes of a graph's text.
fn read_back(graph: &Graph) -> Graph {
    let text = rust::to_string_without_effects(graph);
    let text = text.unwrap_or_else(|error| panic!("{error}\n{graph}"));
    let again = read(&text).unwrap_or_else(|errors| panic!("{}\n{text}", errors.join("\n")));
    let types = |graph: &Graph| -> Vec<_> {
        let types = graph.input_types().chain(graph.output_types());
        types.cloned().collect()
    };
    assert_eq!(types(&again), types(graph), "{text}");
    again
}

/// Numbers between 0 and 1, always the same.
fn numbers(count: usize) -> Vec<f64> {
    let mut state = 5_u64;
    let next = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005);
        state = state.wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    (0..count).map(next).collect()
}

fn evaluate(graph: &Graph, point: &[f64]) -> Option<Vec<f64>> {
    let executable = Executable::new(graph).ok()?;
    let mut rest = point;
    let mut inputs = Vec::new();
    for ty in executable.input_types() {
        inputs.push(rest.split_off(..ty.shape.size())?);
    }
    let sizes = executable.output_types().map(|ty| ty.shape.size());
    let mut outputs: Vec<Vec<f64>> = sizes.map(|size| vec![0.0; size]).collect();
    let mut workspace = executable.workspace().ok()?;
    let done = executable.evaluate(&mut workspace, &inputs, &mut outputs);
    done.ok().map(|_| outputs.concat())
}

/// Checks that a graph over doubles and its text agree in their values and adjoints.
fn check(name: &str, graph: &Graph) {
    let again = read_back(graph);
    let independent = |graph: &Graph| -> Vec<usize> {
        let inputs = graph.inputs().iter().zip(graph.input_types()).enumerate();
        let inputs = inputs.filter(|(_, (input, ty))| {
            input.kind == InputKind::Independent && ty.element == Element::F64
        });
        inputs.map(|(position, _)| position).collect()
    };
    let reverse = |graph: &Graph| graph_autodiff::reverse(graph, &independent(graph)).ok();
    let pairs = [
        (Some(graph.clone()), Some(again.clone())),
        (reverse(graph), reverse(&again)),
    ];
    for (before, after) in pairs {
        let (Some(before), Some(after)) = (before, after) else {
            continue;
        };
        let count = before.input_types().map(|ty| ty.shape.size()).sum();
        let point = numbers(count);
        let Some(expected) = evaluate(&before, &point) else {
            continue;
        };
        let found = evaluate(&after, &point).expect("a value");
        let equal = expected.iter().zip(&found).all(|(&e, &f)| {
            e == f || e.is_nan() && f.is_nan() || (e - f).abs() <= 1e-12 * e.abs().max(1.0)
        });
        let text = rust::to_string_without_effects(graph).unwrap_or_default();
        assert!(equal, "{name}: {found:?} for {expected:?}\n{text}");
    }
}

/// The blocks of the test programs of the facade: groups after `graph` in their files.
fn programs() -> Vec<(String, String)> {
    fn find(tokens: TokenStream, file: &str, found: &mut Vec<(String, String)>) {
        let mut after = false;
        for token in tokens {
            match token {
                TokenTree::Group(group) if after && group.delimiter() == Delimiter::Brace => {
                    let name = format!("program {} of {file}", found.len());
                    found.push((name, group.stream().to_string()));
                    after = false;
                }
                TokenTree::Group(group) => find(group.stream(), file, found),
                TokenTree::Ident(ident) => after = ident == "graph",
                _ => after = false,
            }
        }
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/programs/list");
    let mut found = Vec::new();
    for file in std::fs::read_dir(folder).expect("the programs") {
        let path = file.expect("a file").path();
        // The definition of the macro that the others call.
        if path.ends_with("mod.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        let tokens = text.parse().expect("tokens");
        find(
            tokens,
            &path.file_name().unwrap_or_default().to_string_lossy(),
            &mut found,
        );
    }
    found
}

#[test]
fn programs_come_back_from_their_text() {
    let programs = programs();
    assert!(programs.len() > 80, "{}", programs.len());
    for (name, block) in programs {
        let mut graphs = lower(&block).unwrap_or_else(|errors| panic!("{}", errors.join("\n")));
        check(&name, &graphs.pop().expect("a function"));
    }
}

#[test]
fn adjoints_of_programs_come_back_from_their_text() {
    for (name, block) in programs() {
        let mut graphs = lower(&block).unwrap_or_else(|errors| panic!("{}", errors.join("\n")));
        let graph = graphs.pop().expect("a function");
        let all: Vec<usize> = (0..graph.inputs().len()).collect();
        let reverse = graph_autodiff::reverse(&graph, &all).expect("an adjoint");
        check(&name, &reverse);
    }
}

/// The functions from files of the facade's tests: cases of CppAD, MXNet and NNVM.
#[cfg(feature = "import")]
#[test]
fn files_come_back_from_their_text() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/imports");
    let mut count = 0;
    for file in ["cppad.rs", "nnvm.rs"] {
        let text = std::fs::read_to_string(format!("{root}/{file}")).expect("a text");
        let text = text.replace("tests/imports/files", &format!("{root}/files"));
        let tokens: TokenStream = text.parse().expect("tokens");
        let blocks = tokens.into_iter().filter_map(|token| match token {
            TokenTree::Group(group) => Some(group),
            _ => None,
        });
        let functions = blocks.map(|block| block.stream().to_string());
        let functions = functions.filter(|text| text.contains("tests/imports/files"));
        for block in functions {
            let graphs = lower(&block).unwrap_or_else(|errors| panic!("{}", errors.join("\n")));
            for graph in graphs {
                check(graph.name(), &graph);
                count += 1;
            }
        }
    }
    assert!(count >= 85, "{count}");
}

/// A chain of equal steps is written as a loop, and is the chain again.
#[test]
fn repeated_steps_become_loops() {
    let step = "t = t - (t - e * sin(t) - m) / (1.0 - e * cos(t));";
    let steps = step.repeat(8);
    let text = format!("fn f(m: f64, e: f64) -> f64 {{ let mut t = m; {steps} t + m }}");
    let graph = lower(&text).expect("a graph").pop().expect("a function");
    check("kepler", &graph);
    let written = rust::to_string(&graph).expect("a text");
    assert_eq!(
        written,
        "adgraph::graph! {
    pub fn f(m: f64, e: f64) -> f64 {
        let mut t1 = m;
        for _ in 0..8 {
            t1 = t1 - (t1 - e * sin(t1) - m) / (1.0 - e * cos(t1));
        }
        m + t1
    }
}
"
    );
}

/// Blocks as the printer writes them.
const SETTLED: &[&str] = &[
    "adgraph::graph! {
    pub fn f(x: [f64; 3], #[dynamic] p: f64) -> f64 {
        let stretch = x[1..] - x[..2];
        p * dot(stretch, stretch) + sum(cos(x))
    }
}
",
    "adgraph::graph! {
    pub fn f(x: f64, y: f64) -> f64 {
        let larger = if x < y { exp(x) * y } else { x };
        let t1 = if larger > 1.0 {
            let s = sqrt(larger);
            s + ln(s)
        } else {
            -x
        };
        y * t1
    }
}
",
    "adgraph::graph! {
    fn step(x: [f64; 2], h: f64) -> [f64; 2] {
        [h * x[1], x[0]]
    }

    pub fn f(x: [f64; 2]) -> [f64; 2] {
        let t1 = step(x, 0.5);
        step(t1, x[0])
    }
}
",
    "adgraph::graph! {
    pub fn f(x: &[f64; 2000]) -> f64 {
        let mut t1 = 0.0;
        for i1 in 0..1999 {
            let d = x[i1 + 1] - x[i1];
            t1 += d * d;
        }
        t1
    }
}
",
    "adgraph::graph! {
    pub fn f(
        picture: &[[f64; 12]; 12],
        filters: &[[f64; 9]; 4],
    ) -> [[[f64; 4]; 10]; 10] {
        let patches = windows(windows(picture, 3), 3, axis = 1);
        let t1 = reshape(matmul(reshape(patches, [100, 9]), transpose(filters)), [10, 10, 4]);
        relu(t1)
    }
}
",
    "adgraph::graph! {
    pub fn f(a: [[f32; 3]; 2], k: usize, c: [bool; 3]) -> ([f32; 3], [[f32; 2]; 3]) {
        let row = a[k];
        let t1 = stack(select(c, row, 0.0), a[0], axis = 1);
        (row, t1)
    }
}
",
    "adgraph::graph! {
    fn slope(x: f64, root: f64, seed: f64) -> f64 {
        if x > 0.0 { 0.5 * seed / root } else { 0.0 }
    }

    #[derivative(adjoint = slope)]
    pub fn root(x: f64) -> f64 {
        sqrt(x)
    }
}
",
    "adgraph::graph! {
    fn against(_x: f32, p: f32, _t: f32, s: f32) -> f32 {
        p * s
    }

    fn along(_x: f32, p: f32, _t: f32, d: f32) -> f32 {
        p * d
    }

    #[derivative(adjoint = against, tangent = along)]
    fn scaled(x: f32, #[dynamic] p: f32) -> f32 {
        x * p
    }

    pub fn f(x: [f32; 2]) -> f32 {
        scaled(x[0], x[1]) + scaled(x[1], x[0])
    }
}
",
];

#[test]
fn what_the_printer_writes_stays_as_it_is() {
    let mut all = Vec::new();
    for text in SETTLED {
        let graph = read(text).unwrap_or_else(|errors| panic!("{}\n{text}", errors.join("\n")));
        all.push(rust::to_string(&graph).expect("a text"));
    }
    assert_eq!(all.concat(), SETTLED.concat());
}

/// No function of a block takes the name of one that its text may call.
#[test]
fn the_printer_knows_the_functions_of_the_language() {
    for name in crate::lower::BUILTINS.iter() {
        assert!(rust::is_function(name), "{name}");
    }
}

/// The text that a graph prints at a point.
fn printed(graph: &Graph, point: &[f64]) -> String {
    let executable = Executable::new(graph).expect("a program");
    let mut rest = point;
    let inputs = executable.input_types().map(|ty| {
        let numbers = rest.split_off(..ty.shape.size());
        Values::F64(numbers.expect("numbers"))
    });
    let inputs: Vec<Values<'_>> = inputs.collect();
    let mut lines = String::new();
    let mut listener = |printed: Printed<'_>| lines.push_str(&printed.to_string());
    let mut host = Host::new().print(&mut listener);
    let mut workspace = executable.workspace().expect("memory");
    let done = executable.run(&mut host, &mut workspace, &inputs);
    done.expect("values");
    lines
}

/// The function of a block, and its text.
fn text_of(block: &str) -> (Graph, String) {
    let mut graphs = lower(block).unwrap_or_else(|errors| panic!("{}", errors.join("\n")));
    let graph = graphs.pop().expect("a function");
    let text = rust::to_string(&graph).unwrap_or_else(|error| panic!("{error}\n{graph}"));
    (graph, text)
}

/// Prints come back with their values, in their order and at their places: in loops, on the sides
/// of branches, in functions whose values nothing needs, and in steps that look like a loop's.
#[test]
fn prints_come_back_from_their_text() {
    for (block, text) in [
        (
            "fn f(x: [f64; 2]) -> f64 { print(\"x\", x); print(\"a {} \\\"b\\\"\", sin(x[0])); x[1] }",
            "print(\"x\", x);\n        print(\"a {} \\\"b\\\"\", sin(x[0]));\n        x[1]\n",
        ),
        (
            "fn f(x: f64) -> f64 {
                if x > 1.0 { print(\"large\", x); }
                if x > 2.0 { } else { print(\"small\", 0.5); }
                x
            }",
            "if x > 1.0 {\n            print(\"large\", x);\n        }\n",
        ),
        (
            "fn f(x: f64) -> f64 {
                let mut s = x;
                #[unroll(never)]
                for i in 0..3 { print(\"i\", i); s = sin(s); print(\"s\", s); }
                print(\"end\", s);
                s
            }",
            "print(\"i\", ",
        ),
        (
            "fn loud(x: f64) -> f64 { print(\"loud\", x); 2.0 * x }
            fn f(x: f64) -> f64 { let _ = loud(x); let y = loud(x + 1.0); print(\"y\", y); x }",
            "let _ = loud(x);\n",
        ),
        (
            "fn f(x: f64) -> f64 {
                let mut s = x;
                for i in 0..8 {
                    s = cos(sin(s) * s + 1.0);
                    if i == 5 { print(\"sixth\", x); }
                }
                s
            }",
            "print(\"sixth\", x);\n",
        ),
    ] {
        let (graph, written) = text_of(block);
        assert!(written.contains(text), "{written}");
        let again = read(&written).unwrap_or_else(|errors| panic!("{errors:?}\n{written}"));
        for x in [0.5, 1.5, 2.5] {
            let point = vec![x; graph.input_types().map(|ty| ty.shape.size()).sum()];
            let expected = printed(&graph, &point);
            assert!(!expected.is_empty() || x > 2.0);
            assert_eq!(printed(&again, &point), expected, "{written}");
        }
    }
}

/// Prints of other formats have conditions and any text: the nearest that the language has is
/// written where that is asked for.
#[test]
fn prints_of_files_are_written_if_the_language_has_them() {
    let text = |before: &str, after: &str, condition: Option<f64>| {
        let builder = Builder::new();
        let x = builder.input("x", Type::scalar(Element::F64), InputKind::Independent);
        let condition = condition.map_or(x, |number| builder.number(Element::F64, number));
        let kind = EffectKind::Print {
            before: before.into(),
            after: after.into(),
        };
        let y = x * 2.0;
        builder.effect(kind, &[condition, y]).expect("an effect");
        builder.output("y", y).expect("an output");
        builder.finish().expect("a graph")
    };
    let always = text("y = ", "\n", Some(0.0));
    assert!(
        rust::to_string(&always)
            .expect("a text")
            .contains("print(\"y\", t1);\n")
    );
    let never = text("y = ", "\n", Some(1.0));
    assert!(!rust::to_string(&never).expect("a text").contains("print"));
    let not_a_number = text("y = ", "\n", Some(f64::NAN));
    assert!(
        rust::to_string(&not_a_number)
            .expect("a text")
            .contains("        print")
    );
    let sometimes = text("y = ", "\n", None);
    let written = rust::to_string(&sometimes).expect("a text");
    assert!(written.contains("if !(x > 0.0) {\n            print(\"y\", t1);\n        }\n"));
    let again = read(&written).expect("a graph");
    for x in [-1.0, 0.0, 1.0, f64::NAN] {
        assert_eq!(printed(&again, &[x]), printed(&sometimes, &[x]), "{x}");
    }
    for (before, after, label) in [
        ("y is: ", "\n", "y is"),
        ("y = ", "", "y"),
        ("", " metres\n", "metres"),
        ("", "", ""),
    ] {
        let other = text(before, after, Some(-1.0));
        let refused = rust::to_string(&other)
            .expect_err("another form")
            .to_string();
        let expected = format!("a print of another form, {before:?}, cannot be written");
        assert!(refused.contains(&expected), "{refused}");
        let nearest = rust::to_string_with(&other, Effects::Nearest).expect("a text");
        assert!(
            nearest.contains(&format!("print({label:?}, t1);")),
            "{nearest}"
        );
    }
}

/// Quotation marks hold spaces at which no line may be broken.
#[test]
fn long_labels_stay_whole() {
    let label = "a label (of many words ".repeat(8);
    let block = format!("fn f(x: f64) -> f64 {{ print({label:?}, sin(x) + cos(x)); x }}");
    let (_, text) = text_of(&block);
    assert!(text.contains(&label), "{text}");
    assert!(read(&text).is_ok(), "{text}");
}
