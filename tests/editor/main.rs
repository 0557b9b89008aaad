//! The editor's view of `graph!`: rust-analyzer of the toolchain, driven over its protocol.
//!
//! The tests need the components `rust-analyzer` and `rust-src`; without them they say so and pass.

mod client;
#[path = "../compiler/mod.rs"]
mod compiler;
mod project;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::MutexGuard;

use adgraph::ir::ops::ScalarOp;
use client::{Client, Completion};

/// Every kind of statement, and names that hide one another.
const BODIES: &str = r#"use adgraph::prelude::*;

#[allow(nonstandard_style)]
struct hidden;
#[allow(nonstandard_style)]
const part: f64 = 1.0;

fn lift(angle: f64, speed: f64) -> f64 {
    angle.sin() * speed * speed
}

fn lift_adjoint(angle: f64, speed: f64, seed: f64) -> (f64, (f64, f64)) {
    (lift(angle, speed), (seed * speed, seed * angle))
}

graph! {
    const N: usize = 3;
    const SCALE: f64 = 2.0 * 3.0;
    const TABLE: [f64; 3] = [1.0, 2.0, 3.0];
    const COMPUTED: f64 = sin(1.0) * TABLE[0];
    type Vector = [f64; N];
    const CHANNEL: Axis = 3;

    #[external(adjoint = lift_adjoint)]
    fn lift(angle: f64, speed: f64) -> f64;

    fn climb(angle: f64, speed: f64) -> f64 { cos(angle) * lift(angle, speed) - 1.0 }

    fn tanh(x: f64) -> f64 { x }

    /// Everything at once.
    #[derivatives(jacobian, batch)]
    pub fn all(x: Vector, a: &[[f64; 3]; 2], index: usize, #[dynamic] p: f64) -> [f64; 2] {
        const HALF: f64 = 0.5;
        let mut y = matmul(a, x);
        let (first, second) = (sum(a, axis = 0, keep = true), x.powi(2).sum());
        let [u, v] = y;
        let hidden = u - v;
        let Capital = hidden;
        let sum = 1.0;
        for k in 0..2 {
            let part = a[(k, ..)];
            y[k] += part[0] * SCALE + dot(part, TABLE) * f64::consts::PI * sum;
        }
        #[unroll]
        for _ in 0..2 {
            y = y * 0.5;
        }
        let z: Vector = if x[0] > p { x.sin() } else { let w = x * HALF; w };
        let root = solve(|r| r * r * r - r.exp() - x[index], 1.0, tolerance = 1e-10);
        let norms = map(|row, scale| row.norm() * scale, a, y);
        let squares = map(tripled, norms).map(|n| n * HALF);
        let count = x.len();
        let small = x as f32;
        let last = tanh(u) + sum(z) + f64::MAX + Capital;
        y * second * squares + stack(v, root) * first[0][0] * last
    }

    fn tripled(v: f64) -> f64 { 3.0 * v }

    fn ends<const N: usize, const M: usize>(x: [f64; N], y: &[[f64; M]; N - 1]) -> [f64; M] {
        let row = y[N - 2] * N as f64;
        row + x[0]
    }

    fn lengths(x: [f64; 3], y: [[f64; 2]; 2]) -> [f64; 2] { ends::<3, 2>(x, y) + ends(x, y) }

    fn along<const A: Axis>(x: [[f64; A]; CHANNEL], w: [f64; CHANNEL]) -> [f64; A] {
        const OTHER: Axis = 3;
        let other = rename(x, CHANNEL, OTHER);
        contract(other, w.rename(CHANNEL, OTHER)) + sum(transpose(x, [A, CHANNEL]) * w, axis = CHANNEL)
    }

    pub fn kernel<const R: usize, const S: usize>(points: Rows<f64, R, S>, w: &[f64; R]) -> f64 {
        let products = gram(points);
        let shifted = log_softmax(w);
        let wide = sum(points * points, axis = 1, keep = true);
        sum(matmul(products, shifted)) + sum(wide)
    }

    fn gram<const P: usize, const Q: usize>(of: Rows<f64, P, Q>) -> [[f64; P]; P] {
        let turned = transpose(of);
        matmul(of, turned)
    }

    pub fn stretched<const LENGTH: usize>(x: &[f64; LENGTH]) -> f64 {
        let parts = x[1..] - x[..LENGTH - 1];
        let mut total = 0.0;
        for i in 0..LENGTH - 1 {
            total += parts[i] * parts[i] / LENGTH as f64;
        }
        total
    }

    fn axes(x: [[f64; 2]; CHANNEL], w: [f64; CHANNEL]) -> [f64; 2] { along(x, w) }

    fn generic<T: Float>(x: T, y: [T; 2]) -> T {
        let q = y * x;
        q.dot(y) + 0.1
    }
}

#[adgraph::differentiable]
fn plain(x: f64) -> f64 {
    let root = x.sqrt();
    root + x
}

#[adgraph::differentiable]
mod formulas {
    pub fn square(x: [f64; 2]) -> f64 {
        let inner = x * x;
        inner.sum()
    }
}

fn main() {
    let (_, d) = all::adjoint([0.0; 3], &[[0.0; 3]; 2], 0, 1.0, [1.0; 2]);
    let _ = d.x;
    let _ = (climb(0.1, 0.2), generic(1.0, [2.0; 2]), plain(1.0), formulas::square([1.0; 2]));
    {
        adgraph::graph! { fn inner(x: f64) -> f64 { let deep = x.cos(); other(deep) } fn other(x: f64) -> f64 { x } }
        let _ = inner::gradient(1.0);
    }
}
"#;

/// The server, or nothing and a message that the tests were skipped, which is shown though they
/// pass.
fn client() -> Option<MutexGuard<'static, Client>> {
    let client = project::client();
    if client.is_none() {
        let message = "\nSKIPPED: this toolchain has no rust-analyzer; \
                       `rustup component add rust-analyzer rust-src` installs it\n";
        std::io::stderr()
            .write_all(message.as_bytes())
            .expect("it is written");
    }
    client
}

/// The README's first block with a statement in its function, in which `^` is the cursor, and other
/// code that uses the function.
fn typing(statement: &str) -> String {
    format!(
        "use adgraph::prelude::*;

graph! {{
    /// Tension energy of a short chain.
    pub fn energy(x: [f64; 3], p: f64) -> f64 {{
        let stretch = x[1..] - x[..2];
        {statement}
        0.5 * p * dot(stretch, stretch) + sum(cos(x))
    }}

    fn twice(x: [f64; 3]) -> f64 {{
        let first = energy(x, 1.0);
        2.0 * first
    }}
}}

fn main() {{
    let (_, d) = energy::gradient([0.1, 0.2, 0.4], 2.0);
    let _ = d.x;
    let _ = twice::gradient([0.1, 0.2, 0.4]);
}}
"
    )
}

/// The functions of the language.
fn functions() -> BTreeSet<String> {
    let text = test_support::tables_of_array_functions();
    let names = text.lines().filter_map(|line| line.strip_prefix("    fn "));
    let names = names.filter_map(|line| Some(line.split_once('(')?.0.to_owned()));
    let scalars = ScalarOp::all()
        .into_iter()
        .filter(|op| op.symbol().is_none());
    let scalars = scalars.map(|op| op.name().to_owned());
    let others = ["sin_cos", "is_nan"].map(String::from);
    names.chain(scalars).chain(others).collect()
}

fn names(completions: &[Completion]) -> BTreeSet<String> {
    completions
        .iter()
        .map(|offered| offered.name.clone())
        .collect()
}

/// Functions whose first operand is no value, or that have no method form.
const NO_METHODS: [&str; 7] = ["einsum", "eye", "full", "ones", "print", "solve", "zeros"];

/// Whether these are the methods of the language, and nothing else but what Rust gives to every
/// value of every type.
#[track_caller]
fn assert_methods(found: &[Completion], context: &str) {
    let mut expected = functions();
    expected.retain(|name| !NO_METHODS.contains(&name.as_str()));
    let mut found = names(found);
    for name in ["into", "try_into"] {
        found.remove(name);
    }
    assert_eq!(found, expected, "{context}");
}

#[test]
fn correct_code_has_no_errors() {
    let Some(mut client) = client() else { return };
    let mut texts = vec![BODIES.to_owned(), typing("")];
    let readme = include_str!("../../README.md");
    let blocks = readme.split("```rust\n").skip(1);
    let blocks = blocks.filter_map(|block| Some(block.split_once("```")?.0.to_owned()));
    texts.extend(blocks.filter(|block| block.contains("graph!")));
    assert!(texts.len() > 4, "the README has examples");
    for example in ["batch", "imports", "mlp", "quickstart", "json_roundtrip"] {
        let path = format!("{}/examples/{example}.rs", env!("CARGO_MANIFEST_DIR"));
        texts.push(std::fs::read_to_string(path).expect("an example"));
    }
    for text in texts {
        client.write(&text);
        assert_eq!(client.diagnostics(), [], "{text}");
    }
}

#[test]
fn a_variable_shows_its_type() {
    let Some(mut client) = client() else { return };
    client.write(&typing(""));
    assert!(
        client
            .hover("let st^retch")
            .contains("let stretch: [f64; 2]")
    );
    client.write(BODIES);
    for (place, expected) in [
        ("let mut ^y", "let mut y: [f64; 2]"),
        ("let (fi^rst", "let first: [[f64; 3]; 1]"),
        ("sec^ond) =", "let second: f64"),
        ("let [^u", "let u: f64"),
        ("for ^k", "let k: usize"),
        ("let p^art", "let part: [f64; 3]"),
        ("let ^z", "let z: [f64; 3]"),
        ("let ^w", "let w: [f64; 3]"),
        ("let ro^ot", "let root: f64"),
        ("|^r|", "let r: f64"),
        ("let co^unt", "let count: usize"),
        ("let sm^all", "let small: [f32; 3]"),
        ("let ^q", "let q: [T; 2]"),
        ("let in^ner", "let inner: [f64; 2]"),
        ("let de^ep", "let deep: f64"),
        // Lengths of the call.
        ("let pa^rts", "let parts: [f64; LENGTH_minus_1]"),
        ("let prod^ucts", "let products: [[f64; R]; R]"),
        ("let shif^ted", "let shifted: [f64; R]"),
        ("let wi^de", "let wide: [[f64; 1]; R]"),
        ("let tur^ned", "let turned: [[f64; P]; Q]"),
        ("matmul(^of, turned)", "of: &[[f64; Q]; P]"),
        (
            "= gr^am(",
            "fn gram<const P: usize, const Q: usize>(of: &[[f64; {const}]; {const}])",
        ),
        ("for i in 0..LEN^GTH", "const LENGTH: usize"),
        ("x: &[f64; LEN^GTH]", "const LENGTH: usize"),
        // Arguments that callers pass as slices.
        ("parts = ^x[1..]", "let x: [f64; LENGTH]"),
        ("gram(poi^nts", "let points: [[f64; S]; R]"),
        ("log_softmax(^w", "let w: [f64; R]"),
        // Uses, arguments, constants.
        ("* sec^ond", "let second: f64"),
        ("dot(p^art", "let part: [f64; 3]"),
        ("x[ind^ex]", "index: usize"),
        ("part[0] * SCA^LE", "const SCALE: f64 = 6.0"),
        ("TAB^LE)", "[1.0, 2.0, 3.0]"),
        ("const COMPU^TED", "const COMPUTED: f64\n"),
        ("let w = x * HA^LF", "const HALF: f64 = 0.5"),
        ("let z: Vec^tor", "type Vector"),
        ("(x: Vec^tor", "type Vector"),
        ("consts::P^I", "const PI: f64 = 3.14159"),
    ] {
        let hover = client.hover(place);
        assert!(hover.contains(expected), "{place}: {hover}");
        assert!(!hover.contains("Tensor"), "{place}: {hover}");
        assert!(!hover.contains("size = 0"), "{place}: {hover}");
    }
}

#[test]
fn an_operator_shows_its_page_alone() {
    let Some(mut client) = client() else { return };
    client.write(BODIES);
    for (place, signature, page) in [
        (
            "mat^mul(a, x)",
            "pub fn matmul(a: Tensor, b: Tensor)",
            "The product of two matrices",
        ),
        (
            "(su^m(a",
            "pub fn sum(x: Tensor, axis: Axes, keep: bool) -> Tensor",
            "The sum of the elements",
        ),
        // A variable of its name stands in between.
        (
            "+ su^m(z)",
            "pub fn sum(x: Tensor, axis: Axes, keep: bool) -> Tensor",
            "The sum of the elements",
        ),
        ("x.po^wi", "pub fn powi(self, n: i32)", "derivative"),
        (
            "powi(2).s^um",
            "pub fn sum(self, axis: Axes, keep: bool)",
            "The sum of the elements",
        ),
        ("r.e^xp", "pub fn exp(self)", "At the edges"),
        ("q.d^ot", "pub fn dot(self, b: Tensor)", "The inner product"),
        ("co^s(angle)", "pub fn cos<T>(x: T) -> T", "At the edges"),
    ] {
        let hover = client.hover(place);
        assert!(hover.contains(signature), "{place}: {hover}");
        assert!(hover.contains(page), "{place}: {hover}");
        assert!(!hover.contains("allow"), "{place}: {hover}");
        assert!(!hover.contains("# Values"), "{place}: {hover}");
        assert_eq!(hover.matches("pub fn").count(), 1, "{place}: {hover}");
    }
}

#[test]
fn a_definition_shows_its_page_and_those_of_no_keywords() {
    let Some(mut client) = client() else { return };
    client.write(&typing(""));
    for (place, signature) in [
        ("fn ener^gy", "pub fn energy(x: "),
        ("fn twi^ce", "fn twice(x: "),
    ] {
        let hover = client.hover(place);
        assert!(hover.contains(signature), "{place}: {hover}");
        let lines: BTreeSet<&str> = hover.lines().collect();
        for word in ["f64", "pub", "fn", "mod"] {
            assert!(!lines.contains(word), "{place}: {hover}");
        }
    }
}

#[test]
fn words_of_attributes_and_options_show_their_pages() {
    let Some(mut client) = client() else { return };
    client.write(BODIES);
    for (place, name, page) in [
        (
            "#[deriv^atives(jac",
            "derivatives",
            "besides value, gradient",
        ),
        ("(jac^obian, ba", "jacobian", "a row for each element"),
        ("jacobian, bat^ch", "batch", "many points at once"),
        ("#[dy^namic]", "dynamic", "without a derivative"),
        ("#[unr^oll]", "unroll", "written out"),
        ("#[exter^nal(", "external", "surrounding code"),
        ("sum(a, ax^is = 0", "axis", "along which"),
        ("axis = 0, ke^ep = true", "keep", "stay in the result"),
        ("tolera^nce = 1e-10", "tolerance", "solved"),
    ] {
        let hover = client.hover(place);
        assert!(
            hover.contains(&format!("pub mod {name}")),
            "{place}: {hover}"
        );
        assert!(hover.contains(page), "{place}: {hover}");
        assert_eq!(hover.matches("pub ").count(), 1, "{place}: {hover}");
    }
}

#[test]
fn requests_are_offered_where_they_stand() {
    let Some(mut client) = client() else { return };
    let mut wrong = Vec::new();
    for attribute in [
        "#[derivatives(ja^)]",
        "#[derivatives(batch, ja^)]",
        "#[derivatives(only(gradient, ja^))]",
        "#[derivatives(^)]",
        "#[derivatives(batch, ^)]",
        "#[derivatives(only(^))]",
    ] {
        let function = format!("{attribute}\n pub fn energy(");
        client.write(&typing("").replace("pub fn energy(", &function));
        let offered = client.completions();
        for name in ["jacobian", "hessian", "sparse_hessian", "batch", "only"] {
            let offered = offered.iter().find(|offered| offered.name == name);
            if offered.is_none_or(|offered| offered.documentation.is_empty()) {
                wrong.push(format!("{attribute}: no {name}"));
            }
        }
        for name in ["sum", "energy", "f64"] {
            if names(&offered).contains(name) {
                wrong.push(format!("{attribute}: {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn attributes_are_offered_on_arguments_and_loops() {
    let Some(mut client) = client() else { return };
    let mut wrong = Vec::new();
    for (place, text) in [
        ("x: [f64; 3], p: f64)", "x: [f64; 3], #[dynam^] p: f64)"),
        ("x: [f64; 3], p: f64)", "x: [f64; 3], #[^] p: f64)"),
        ("x: [f64; 3], p: f64)", "#[^] x: [f64; 3], p: f64)"),
        ("0.5 * p", "#[unr^] for _ in 0..3 { } 0.5 * p"),
        ("0.5 * p", "#[^] for _ in 0..3 { } 0.5 * p"),
    ] {
        client.write(&typing("").replacen(place, text, 1));
        let offered = client.completions();
        for name in ["dynamic", "shared", "unroll", "limit"] {
            let offered = offered.iter().find(|offered| offered.name == name);
            if offered.is_none_or(|offered| offered.documentation.is_empty()) {
                wrong.push(format!("{text}: no {name}"));
            }
        }
        for name in ["sum", "energy", "f64"] {
            if names(&offered).contains(name) {
                wrong.push(format!("{text}: {name}"));
            }
        }
        let definitions = client.definitions("twice::gra^dient");
        if definitions.len() != 1 {
            wrong.push(format!("{text}: {definitions:?}"));
        }
    }
    // On functions there are those of Rust too.
    client.write(&typing("").replace("pub fn", "#[^]\n pub fn"));
    let offered = names(&client.completions());
    assert!(offered.contains("inline"), "{offered:?}");
    client.write(&typing("").replace("p: f64)", "#[] p: f64)"));
    let errors = client.diagnostics();
    let is_own = |(_, text): &(String, String)| text == "expected the name of an attribute";
    assert!(
        errors.iter().all(is_own) && !errors.is_empty(),
        "{errors:?}"
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_definition_is_one_place() {
    let Some(mut client) = client() else { return };
    client.write(BODIES);
    for (place, expected) in [
        ("(cl^imb(0.1", "climb(angle: f64"),
        ("tan^h(u)", "tanh(x: f64) -> f64 { x }"),
        ("* li^ft(", "lift(angle: f64, speed: f64) -> f64 {"),
        ("al^l::adjoint", "all(x: Vector"),
        ("all::adj^oint", "all(x: Vector"),
        ("d.^x", "x: Vector, a"),
        ("x[ind^ex]", "index: usize"),
        ("parts = ^x[1..]", "x: &[f64; LENGTH]"),
        ("* sec^ond", "second) ="),
        ("dot(p^art", "part = a"),
        ("* SCA^LE", "SCALE: f64"),
        ("let z: Vec^tor", "Vector ="),
        ("(x: Vec^tor", "Vector ="),
        ("x * HA^LF", "HALF: f64"),
        ("formulas::squ^are", "square(x: [f64; 2])"),
        ("ot^her(deep)", "other(x: f64)"),
        ("inner::gra^dient", "inner(x: f64)"),
    ] {
        let found = client.definitions(place);
        let [found] = &found[..] else {
            panic!("{place}: {found:?}");
        };
        assert!(found.text.starts_with(expected), "{place}: {found:?}");
    }
    for (place, file, text) in [
        ("mat^mul(a, x)", "src/ops/tensor/products.rs", "fn matmul("),
        ("powi(2).s^um", "src/ops/tensor/reductions.rs", "fn sum("),
        ("+ su^m(z)", "src/ops/tensor/reductions.rs", "fn sum("),
    ] {
        let found = client.definitions(place);
        let [found] = &found[..] else {
            panic!("{place}: {found:?}");
        };
        assert!(found.file.ends_with(file), "{place}: {found:?}");
        let line = usize::try_from(found.line).expect("a small number");
        let source = std::fs::read_to_string(&found.file).expect("the file");
        assert!(
            source
                .lines()
                .nth(line)
                .is_some_and(|line| line.contains(text)),
            "{place}"
        );
    }
}

#[test]
fn a_dot_offers_the_methods_of_the_language() {
    let Some(mut client) = client() else { return };
    for statement in [
        // What parses.
        "let y = x.s^;",
        "let y = x.^sin();",
        "let y = stretch.sq^;",
        "let y = stretch.sq^() + 1.0;",
        "let y = (x * 2.0).su^();",
        "let y = sin(x).n^;",
        "let y = x.sin().co^s();",
        "let y = stretch.su^m();",
        "let y = stretch.su^m(axis = 0);",
        "if p.ab^ > 1.0 { stretch.sin() } else { stretch };",
        // What does not.
        "x.^",
        "p.^",
        "x[0].^",
        "stretch.^",
        "let y = stretch.^",
        "let y = stretch.^;",
        "let y = x.s^",
        "let y = x.len^",
        "let y = (x * 2.0).^;",
        "let y = sin(x).^;",
        "let y = sum(x.^);",
        "let y = sum(x.^, axis = 0);",
        "if p > 1.0 { stretch.^ }",
        "for k in 0..3 { let z = x[k].^ }",
        "let y = solve(|r| r.^, 1.0);",
        "let y = stretch.^ let z = 1.0;",
        "let mut y = stretch; y = x.^\nlet z = sum(y);",
        "let mut y = stretch; y += x.^\nfor k in 0..2 { y[k] = 1.0; }",
        "let mut y = stretch; y[0] = x.^\nlet z = sum(y);",
        "let mut y = stretch; y = x.^\nif p > 0.0 { y = stretch; }",
        "let mut y = stretch; y = x.^\n(y[0], y[1]) = (1.0, 2.0);",
        "x.^\nfor k in 0..2 { x[k]; }",
        "x.^\nlet z = sum(x);",
        "let z = 1.0; let y = z.^; let w = ;",
    ] {
        client.write(&typing(statement));
        let offered = client.completions();
        assert_methods(&offered, statement);
        for offered in &offered {
            let is_of_rust = ["into", "try_into"].contains(&offered.name.as_str());
            assert!(
                !offered.documentation.is_empty() || is_of_rust,
                "{offered:?}"
            );
        }
        let sum = offered
            .iter()
            .find(|offered| offered.name == "sum")
            .expect("it is there");
        assert!(
            sum.documentation.contains("The sum of the elements"),
            "{sum:?}"
        );
    }
    client.write(&BODIES.replace("root + x", "root.^"));
    assert_methods(&client.completions(), "a function with an attribute");
    client.write(&BODIES.replace("inner.sum()", "inner.^; inner.sum()"));
    assert_methods(&client.completions(), "a module with an attribute");
    client.write(&BODIES.replace("other(deep)", "deep.^"));
    assert_methods(&client.completions(), "a block in a function");
}

#[test]
fn a_word_offers_functions_and_variables() {
    let Some(mut client) = client() else { return };
    for statement in [
        "let y = ^",
        "let y = ^;",
        "let y = si^",
        "let y = si^;",
        "let y = si^(x);",
        "let y = clamp(p, ^",
        "let y = clamp(p, ^);",
        "let y = x[^];",
        "let y = x * ^;",
        "si^",
        "if ^ > 1.0 { }",
        "for k in 0..3 { let z = ^ }",
        "stretch = ^;",
    ] {
        let text = typing(statement);
        // Parentheses that are open belong to no block.
        if text.matches('(').count() != text.matches(')').count() {
            continue;
        }
        client.write(&text);
        let offered = names(&client.completions());
        let missing: Vec<String> = functions().difference(&offered).cloned().collect();
        assert!(missing.is_empty(), "{statement}: {missing:?}");
        for name in ["x", "p", "stretch", "twice", "energy"] {
            assert!(offered.contains(name), "{statement}: {offered:?}");
        }
        for name in [
            "Tensor", "Axes", "Extents", "Equation", "Applied", "value", "ty",
        ] {
            assert!(!offered.contains(name), "{statement}: {offered:?}");
        }
    }
    client.write(&typing("let y = f64::consts::^;"));
    assert!(names(&client.completions()).contains("SQRT_2"));
}

#[test]
fn types_alone_are_offered_where_a_type_stands() {
    let Some(mut client) = client() else { return };
    let statements = [
        "let mut z: ^",
        "let mut z: ^;",
        "let mut z: ^ = 1.0;",
        "let mut z: f^",
        "let z: ^ let y = 1.0;",
        "let z: [^; 3] = x;",
        "let z: &[f^; 3]",
        "let z = x as ^;",
    ];
    let items = [
        "fn extra(a: f64, b: ^)",
        "fn extra(a: f64, b: f^)",
        "fn extra(a: f64, b: [^; 3])",
        "fn extra(a: f64, b: ^) -> f64 { a }",
        "fn extra(a: f64) -> ^",
        "fn extra(a: f64) -> f^",
        "fn extra(a: f64) -> ^ { a }",
        "const A: ^ = 1.0;",
        "const A: f^ = 1.0;",
        "const A: f^",
        "const A: ^",
        "const A: [f^; 3]",
        "pub const A: u^",
        "type A = f^",
        "type A = ^",
        "type A = ^;",
    ];
    let text = |items: &str| {
        let items = format!("type Vector = [f64; 3];\n {items}\n fn twice(");
        typing("").replace("fn twice(", &items)
    };
    let statements = statements.map(|statement| {
        let whole = typing(statement);
        whole.replace("fn twice(", "type Vector = [f64; 3];\n fn twice(")
    });
    let texts = statements.into_iter().chain(items.map(text));
    for text in texts {
        client.write(&text);
        let offered = names(&client.completions());
        for name in ["f64", "usize", "bool", "Vector"] {
            assert!(offered.contains(name), "{text}: {offered:?}");
        }
        for name in ["sum", "stretch", "x", "p"] {
            assert!(!offered.contains(name), "{text}: {offered:?}");
        }
    }
}

#[test]
fn half_of_a_statement_costs_nothing_else() {
    let Some(mut client) = client() else { return };
    for statement in [
        "let y = ",
        "let y = ;",
        "let y",
        "let y: ",
        "let y: ;",
        "let y: f64",
        "let",
        "x.",
        "let y = x.",
        "let y = x.;",
        "if p >",
        "for k in",
        "for _ in0..2 { }",
        "let y &= x;",
        "let if [u, v] = y;",
        "let y = x as 1;",
        "x[1..]. y",
    ] {
        client.write(&typing(statement));
        let errors = client.diagnostics();
        assert!(!errors.is_empty(), "{statement}");
        for (place, message) in &errors {
            // All of them are the macro's own.
            let foreign = [
                "Tensor",
                "arguments, found",
                "expected f64, found ()",
                "Syntax Error",
            ];
            let is_foreign = foreign.iter().any(|text| message.contains(text));
            assert!(!is_foreign, "{statement}: {place}: {message}");
        }
        assert!(
            client
                .hover("let st^retch")
                .contains("let stretch: [f64; 2]"),
            "{statement}"
        );
        assert!(
            client.hover("let fi^rst").contains("let first: f64"),
            "{statement}"
        );
        let [gradient] = &client.definitions("energy::gra^dient")[..] else {
            panic!("{statement}");
        };
        assert!(
            gradient.text.starts_with("energy("),
            "{statement}: {gradient:?}"
        );
        assert!(
            client.hover("d.^x").contains("pub x: [f64; 3]"),
            "{statement}"
        );
        let items = names(&client.completions_at("twice::^gradient"));
        assert!(items.contains("adjoint"), "{statement}: {items:?}");
        let items = names(&client.completions_at("energy::^gradient"));
        assert!(items.contains("adjoint"), "{statement}: {items:?}");
        let fields = names(&client.completions_at("d.^x"));
        assert!(fields.contains("p"), "{statement}: {fields:?}");
    }
    client.write(&typing("let half = "));
    let errors = client.diagnostics();
    let [(place, message)] = &errors[..] else {
        panic!("{errors:?}");
    };
    assert_eq!(place, "=");
    assert_eq!(
        message,
        "this statement lacks its value, or the `;` at its end"
    );
}

#[test]
fn a_line_that_ends_too_soon_is_at_fault_itself() {
    let Some(mut client) = client() else { return };
    // The places of an editor are single tokens.
    for (statement, place, message) in [
        ("let y = p +", "+", "expected an expression behind `+`"),
        ("let y = p *", "*", "expected an expression behind `*`"),
        (
            "let mut y = p; y +=",
            "+",
            "expected an expression behind `+=`",
        ),
        (
            "for _ in 0..3 { break let z = p; }",
            "break",
            "expected `;` behind this, found `let`",
        ),
    ] {
        client.write(&typing(&format!(
            "{statement}\n let after = norm(stretch);"
        )));
        let errors = client.diagnostics();
        let expected = (place.to_owned(), message.to_owned());
        assert_eq!(errors, [expected], "{statement}");
        let after = client.hover("let af^ter");
        assert!(after.contains("let after: f64"), "{statement}: {after}");
    }
    for statement in ["n.", "n = p.", "n += p."] {
        for next in [
            "let z = p;",
            "for k in 0..3 { n += x[k]; }",
            "if n > p { n = p; }",
            "n = p;",
        ] {
            client.write(&typing(&format!("let mut n = p; {statement}\n{next}")));
            let errors = client.diagnostics();
            let expected = (".".to_owned(), "expected a name behind `.`".to_owned());
            assert_eq!(errors, [expected], "{statement} {next}");
            let stretch = client.hover("let st^retch");
            assert!(stretch.contains("[f64; 2]"), "{statement} {next}");
        }
    }
}

#[test]
fn an_item_that_is_being_written_is_at_fault_itself() {
    let Some(mut client) = client() else { return };
    for (item, place, message) in [
        ("pub fn fr", "fr", "the signature ends behind `fr`"),
        ("fn", "fn", "the signature ends behind `fn`"),
        ("type T =", "=", "expected a type, such as"),
        ("const N: usize", "usize", "expected `= ..;` behind `usize`"),
        ("fn fr(x: f64)", "(x: f64)", "expected the body, `{ .. }`,"),
    ] {
        let text = typing("").replace("fn twice(", &format!("{item}\n\n    fn twice("));
        client.write(&text);
        let errors = client.diagnostics();
        let [(found, text)] = &errors[..] else {
            panic!("{item}: {errors:?}");
        };
        assert_eq!(found, place, "{item}");
        assert!(text.starts_with(message), "{item}: {text}");
    }
}

#[test]
fn items_are_offered_where_they_exist() {
    let Some(mut client) = client() else { return };
    client.write(&typing(""));
    let offered = names(&client.completions_at("energy::^gradient"));
    let expected = [
        "Adjoint",
        "COST",
        "Function",
        "Tangent",
        "adjoint",
        "adjoint_into",
        "gradient",
        "gradient_into",
        "graph",
        "tangent",
    ];
    assert_eq!(offered, expected.map(String::from).into());
    client.write(
        "adgraph::graph! {
            fn large(x: &[f64; 20000]) -> f64 { let y = sort(x); dot(y, y) }
        }
        fn main() { large::^ }",
    );
    let offered = names(&client.completions());
    for name in ["Workspace", "gradient_into_with", "tangent_with"] {
        assert!(offered.contains(name), "{offered:?}");
    }
}

#[test]
fn a_call_shows_the_arguments_that_it_takes() {
    let Some(mut client) = client() else { return };
    for (statement, expected) in [
        (
            "let y = clamp(^);",
            "fn clamp<T: Float>(*x*: T, lo: T, hi: T) -> T",
        ),
        (
            "let y = clamp(^x, 0.0);",
            "fn clamp<T: Float>(*x*: T, lo: T, hi: T) -> T",
        ),
        (
            "let y = clamp(x, 0.^0);",
            "fn clamp<T: Float>(x: T, *lo*: T, hi: T) -> T",
        ),
        (
            "let y = clamp(x, ^);",
            "fn clamp<T: Float>(x: T, *lo*: T, hi: T) -> T",
        ),
        (
            "let y = clamp(x, 0.0, ^",
            "fn clamp<T: Float>(x: T, lo: T, *hi*: T) -> T",
        ),
        (
            "let y = clamp(p^);",
            "fn clamp<T: Float>(*x*: T, lo: T, hi: T) -> T",
        ),
        // Calls in calls.
        (
            "let y = acos(clamp(^));",
            "fn clamp<T: Float>(*x*: T, lo: T, hi: T) -> T",
        ),
        (
            "let y = matmul(x, clamp(^p, 0.0, 1.0));",
            "fn clamp<T: Float>(*x*: T, lo: T, hi: T) -> T",
        ),
        (
            "let y = energy(energy(^x, p), p);",
            "fn energy(*x*: [f64; 3], p: f64) -> f64",
        ),
        (
            "let y = energy(^energy(x, p), p);",
            "fn energy(*x*: [f64; 3], p: f64) -> f64",
        ),
        (
            "let y = max(clamp(p, 0.0, 1.0), ^);",
            "fn max<T: Float>(x: T, *y*: T) -> T",
        ),
        (
            "let y = energy(x, ^);",
            "fn energy(x: [f64; 3], *p*: f64) -> f64",
        ),
        (
            "let y = p.clamp(0.0, ^);",
            "fn clamp(self, lo: Tensor, *hi*: Tensor) -> Tensor",
        ),
        // Options.
        (
            "let y = sum(x^);",
            "fn sum(*x*: Tensor, axis: Axes, keep: bool) -> Tensor",
        ),
        (
            "let y = sum(x, ^);",
            "fn sum(x: Tensor, *axis*: Axes, keep: bool) -> Tensor",
        ),
        (
            "let y = sum(x, ax^);",
            "fn sum(x: Tensor, *axis*: Axes, keep: bool) -> Tensor",
        ),
        (
            "let y = sum(x, axis = ^);",
            "fn sum(x: Tensor, *axis*: Axes, keep: bool) -> Tensor",
        ),
        (
            "let y = sum(x, axis = 0^);",
            "fn sum(x: Tensor, *axis*: Axes, keep: bool) -> Tensor",
        ),
        (
            "let y = sum(x, axis = 0, ^);",
            "fn sum(x: Tensor, axis: Axes, *keep*: bool) -> Tensor",
        ),
        (
            "let y = sum(x, keep = ^true);",
            "fn sum(x: Tensor, axis: Axes, *keep*: bool) -> Tensor",
        ),
        (
            "let y = sum(x, keep = true, ^);",
            "fn sum(x: Tensor, *axis*: Axes, keep: bool) -> Tensor",
        ),
        (
            "let y = x.sum(ax^);",
            "fn sum(self, *axis*: Axes, keep: bool) -> Tensor",
        ),
        (
            "let y = x.sum(axis = 0, ^);",
            "fn sum(self, axis: Axes, *keep*: bool) -> Tensor",
        ),
    ] {
        let text = typing(statement);
        if text.matches('(').count() != text.matches(')').count() {
            continue;
        }
        client.write(&text);
        assert_eq!(client.signature(), expected, "{statement}");
    }
    // What the macro writes around words is shown nowhere.
    for statement in [
        "let y = x^;",
        "p^;",
        "let y = [p^, p];",
        "let y = nothing(p^);",
    ] {
        client.write(&typing(statement));
        assert_eq!(client.signature(), "", "{statement}");
    }
}

#[test]
fn options_are_offered_where_they_stand() {
    let Some(mut client) = client() else { return };
    let mut wrong = Vec::new();
    for (statement, options) in [
        ("let y = sum(x, ^);", &["axis", "keep"][..]),
        ("let y = sum(x, ax^);", &["axis", "keep"]),
        ("let y = sum(x, ax^ = 0);", &["axis", "keep"]),
        ("let y = sum(x, axis = 0, ke^);", &["axis", "keep"]),
        ("let y = x.sum(^);", &["axis", "keep"]),
        ("let y = x.mean(ke^);", &["axis", "keep"]),
        ("let y = max(x, ax^);", &["axis", "keep"]),
        ("let y = softmax(x, ax^);", &["axis"]),
        (
            "let y = solve(|r| r, 1.0, tol^);",
            &["tolerance", "iterations"],
        ),
        (
            "let y = windows(x, 2, st^);",
            &["axis", "stride", "dilation"],
        ),
    ] {
        client.write(&typing(statement));
        let offered = client.completions();
        for name in options {
            let offered = offered.iter().find(|offered| &offered.name == name);
            if offered.is_none_or(|offered| offered.documentation.is_empty()) {
                wrong.push(format!("{statement}: no {name}"));
            }
        }
        // In front of a value there is an option alone.
        let is_named = statement.contains("^ =");
        for name in ["stretch", "p", "sin"] {
            if names(&offered).contains(name) == is_named {
                wrong.push(format!("{statement}: {name}"));
            }
        }
    }
    for statement in ["let y = ^;", "let y = sum(^);", "let y = clamp(x, ^);"] {
        client.write(&typing(statement));
        let offered = names(&client.completions());
        for name in ["axis", "keep"] {
            if offered.contains(name) {
                wrong.push(format!("{statement}: {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn wrong_calls_are_errors_of_the_macro_alone() {
    let Some(mut client) = client() else { return };
    let calls = functions().into_iter().map(|name| {
        format!(
            "fn a_{name}(x: f64) -> f64 {{ {name}() }}
            fn b_{name}(x: f64) -> f64 {{ {name}(x, x, x, x, x, x) }}
            fn c_{name}(x: f64) -> f64 {{ x.{name}() }}
            fn d_{name}(x: f64) -> f64 {{ x.{name}(x, x, x, x, x) }}
            fn e_{name}(x: f64) -> f64 {{ {name} + x.{name} }}"
        )
    });
    let calls: Vec<String> = calls.collect();
    client.write(&format!(
        "adgraph::graph! {{ {} }} fn main() {{}}",
        calls.join("\n")
    ));
    for (place, message) in client.diagnostics() {
        // Those of the editor itself speak of arguments as Rust has them.
        let foreign = [
            "no method",
            "no field",
            "expected Tensor",
            "expected f64",
            "field",
        ];
        let is_count = message.starts_with("expected") && message.contains("argument");
        let is_foreign = foreign.iter().any(|text| message.starts_with(text));
        assert!(!is_foreign && !is_count, "{place}: {message}");
    }
}

/// The values of a tuple have their numbers, and no methods.
#[test]
fn a_dot_behind_a_tuple_offers_its_numbers() {
    let Some(mut client) = client() else { return };
    for statement in [
        "let p = pair(x); p.^",
        "let p = pair(x); let y = p.^;",
        "for row in TABLE { row.^ }",
        "let (row, _) = (TABLE[0], x); s += row.^;",
    ] {
        client.write(&format!(
            "adgraph::graph! {{
                const TABLE: [(f64, f64); 2] = [(1.0, 2.0), (3.0, 4.0)];
                fn pair(x: [f64; 3]) -> (f64, [f64; 2]) {{ (x[0], x[1..]) }}
                pub fn first(x: [f64; 3]) -> f64 {{ let mut s = x[0]; {statement} s }}
            }}
            fn main() {{ first([1.0; 3]); }}"
        ));
        let offered = names(&client.completions());
        for name in ["0", "1"] {
            assert!(offered.contains(name), "{statement}: {offered:?}");
        }
        assert!(!offered.contains("sin"), "{statement}: {offered:?}");
    }
}

/// Those of iterators beside those of arrays, and nowhere else.
#[test]
fn behind_in_a_dot_offers_what_a_loop_follows() {
    let Some(mut client) = client() else { return };
    let iterators = ["iter", "enumerate", "zip", "rev", "step_by"];
    for (statement, is_sequence) in [
        ("for q in x.^ { p; }", true),
        ("for q in x.^", true),
        ("for q in x.iter().^ { p; }", true),
        ("for (a, b) in x.iter().zip(stretch.^) { p; }", true),
        ("for i in 0..sum(x.^) { p; }", false),
        ("for q in x { stretch.^ }", false),
    ] {
        client.write(&typing(statement));
        let offered = client.completions();
        let found = names(&offered);
        assert!(found.contains("sin"), "{statement}: {found:?}");
        for name in iterators {
            assert_eq!(found.contains(name), is_sequence, "{statement}: {name}");
        }
    }
    client.write(&typing(
        "for (i, v) in x.iter().enumerate() { v; } for i in (0..3).rev().step_by(2) { i; }",
    ));
    assert_eq!(client.diagnostics(), []);
    for (place, page) in [
        (".enum^erate()", "with their indices"),
        ("x.it^er()", "one after another"),
        (".r^ev()", "from the last to the first"),
        (".step^_by(2)", "every so many"),
    ] {
        let hover = client.hover(place);
        assert!(hover.contains(page), "{place}: {hover}");
    }
}

#[test]
fn words_of_types_show_their_pages() {
    let Some(mut client) = client() else { return };
    client.write(BODIES);
    let hover = client.hover("kernel<const R: usize, const S: usize>(points: Ro^ws<");
    assert!(hover.contains("pub struct Rows<'a, T>"), "{hover}");
    // A constant stands in a module, whose name is shown.
    let hover = client.hover("part[0] * SCA^LE");
    assert!(hover.contains("block_of_N"), "{hover}");
}

/// Rules and functions of the surrounding code: attributes name them, and declarations.
#[test]
fn functions_that_attributes_name_are_known_there() {
    let Some(mut client) = client() else { return };
    client.write(
        "fn outer(x: f64) -> f64 { 2.0 * x }
        mod rules { pub fn of_outer(x: f64, seed: f64) -> (f64, f64) { (2.0 * x, 2.0 * seed) } }
        adgraph::graph! {
            #[derivative(adjoint = g_rule)]
            fn g(x: f64) -> f64 { x * x }
            fn g_rule(x: f64, y: f64, seed: f64) -> f64 { 2.0 * x * seed + 0.0 * y }
            #[external(adjoint = rules::of_outer)]
            fn outer(x: f64) -> f64;
            pub fn all(x: f64) -> f64 { g(x) + outer(x) }
        }
        fn main() { all(1.0); }",
    );
    assert_eq!(client.diagnostics(), []);
    for (place, signature, definition) in [
        ("adjoint = g_^rule", "fn g_rule(x: f64", "g_rule(x: f64, y"),
        (
            "rules::of_o^uter",
            "fn of_outer(x: f64",
            "of_outer(x: f64, seed",
        ),
        (
            "fn out^er(x: f64) -> f64;",
            "fn outer(x: f64",
            "outer(x: f64) -> f64 {",
        ),
    ] {
        let hover = client.hover(place);
        assert!(hover.contains(signature), "{place}: {hover}");
        let found = client.definitions(place);
        let [found] = &found[..] else {
            panic!("{place}: {found:?}");
        };
        assert!(found.text.starts_with(definition), "{place}: {found:?}");
    }
    for (places, count) in [
        (["adjoint = g_^rule", "fn g_^rule"].as_slice(), 2),
        (
            &[
                "fn out^er(x: f64) -> f64;",
                "fn out^er(x: f64) -> f64 {",
                "+ out^er(x)",
            ],
            3,
        ),
        (&["rules::of_o^uter", "pub fn of_o^uter"], 2),
    ] {
        for place in places {
            let renamed = client.renamed(place, "other").expect("it has a name");
            let found = renamed.matches("other").count();
            assert_eq!(found, count, "{place}: {renamed}");
        }
    }
}

/// From the definition, and from any use.
#[test]
fn constants_are_renamed_everywhere() {
    let Some(mut client) = client() else { return };
    for (text, places) in [
        (
            "adgraph::graph! {
                const GRAV: f64 = 9.81;
                const TWICE: f64 = 2.0 * GRAV;
                pub fn first(x: f64) -> f64 { let y = GRAV * x; y }
                pub fn second(x: f64) -> f64 { x + GRAV * TWICE }
            }
            fn main() { first(1.0); second(1.0); }",
            &["const GR^AV", "2.0 * GR^AV", "y = GR^AV", "x + GR^AV"][..],
        ),
        (
            "adgraph::graph! {
                const GRAV: usize = 3;
                type State = [f64; GRAV];
                pub fn first(x: [f64; GRAV]) -> State {
                    let mut s = x;
                    for i in 0..GRAV { s[i] += GRAV as f64; }
                    s
                }
            }
            fn main() { first([1.0; 3]); }",
            &[
                "const GR^AV",
                "f64; GR^AV]) ->",
                "0..GR^AV",
                "+= GR^AV",
                "[f64; GR^AV];",
            ],
        ),
        (
            "adgraph::graph! {
                pub const GRAV: [(f64, f64); 2] = [(1.0, 2.0), (3.0, 4.0)];
                pub fn first(x: f64) -> f64 {
                    let mut s = GRAV[0].0;
                    for (low, high) in GRAV { s += low * high * x; }
                    s
                }
            }
            fn main() { first(1.0); println!(\"{}\", GRAV[0].1); }",
            &["const GR^AV", "s = GR^AV", "in GR^AV", ", GR^AV[0].1"],
        ),
        (
            "#[adgraph::differentiable]
            mod m {
                const GRAV: f64 = 9.81;
                pub fn first(x: f64) -> f64 { let y = GRAV * x; y + GRAV }
                pub fn plain() -> f64 { GRAV }
            }
            fn main() { m::first(1.0); m::plain(); }",
            &["const GR^AV", "y = GR^AV", "{ GR^AV }"],
        ),
    ] {
        client.write(text);
        for place in places {
            let expected = Ok(text.replace("GRAV", "OTHER"));
            assert_eq!(client.renamed(place, "OTHER"), expected, "{place}");
        }
    }
}

/// The macro reports it, and nothing else does.
#[test]
fn patterns_that_do_not_fit_are_one_error() {
    let Some(mut client) = client() else { return };
    for statement in [
        "let (a, b, c) = pair(x);",
        "let (a, b) = x;",
        "let (a, (b, c)) = pair(x);",
        "let [a, b] = x;",
        "for &z in &x { s += z; }",
        "for (a, b) in x { s += b; }",
    ] {
        client.write(&format!(
            "adgraph::graph! {{
                fn pair(x: [f64; 3]) -> (f64, [f64; 2]) {{ (x[0], x[1..]) }}
                pub fn first(x: [f64; 3]) -> f64 {{ let mut s = x[0]; {statement} s }}
            }}
            fn main() {{ first([1.0; 3]); }}"
        ));
        let found = client.diagnostics();
        assert_eq!(found.len(), 1, "{statement}: {found:?}");
    }
    for argument in ["[t]: f64", "[t, _]: [f64; 2]", "(t, _): (f64, f64)"] {
        client.write(&format!(
            "adgraph::graph! {{ pub fn first({argument}, y: f64) -> f64 {{ y + t }} }} fn main() {{}}"
        ));
        let found = client.diagnostics();
        assert_eq!(found.len(), 1, "{argument}: {found:?}");
    }
}

#[test]
fn names_in_loops_are_renamed() {
    let Some(mut client) = client() else { return };
    let text = "adgraph::graph! {
        const TABLE: [(f64, f64); 2] = [(1.0, 2.0), (3.0, 4.0)];
        pub fn first(x: [f64; 3], points: &[[f64; 2]; 3]) -> f64 {
            let mut s = 0.0;
            for (index, value) in x.iter().enumerate() { s += value * index as f64; }
            for (low, high) in TABLE { s += low * high; }
            for (number, (left, right)) in TABLE.iter().enumerate() { s += left * right * number as f64; }
            for [across, up] in points { s += across * up; }
            s
        }
    }
    fn main() { first([1.0; 3], &[[1.0; 2]; 3]); }";
    client.write(text);
    for name in [
        "index", "value", "low", "high", "number", "left", "right", "across", "up",
    ] {
        // The first mention, in the pattern.
        let at = text
            .find(&format!("{name},"))
            .or(text.find(&format!("{name})")));
        let at = at
            .or(text.find(&format!("{name}]")))
            .expect("a name in a pattern");
        let before = &text[at - 3..at];
        let place = format!("{before}^{name}");
        let renamed = client.renamed(&place, "other").expect("it has a name");
        assert_eq!(renamed.matches("other").count(), 2, "{name}: {renamed}");
    }
}

#[test]
fn names_of_the_user_are_renamed_everywhere() {
    let Some(mut client) = client() else { return };
    let text = typing("");
    client.write(&text);
    assert_eq!(
        client.renamed("fn twi^ce", "double"),
        Ok(text.replace("twice", "double")),
    );
    assert_eq!(
        client.renamed("= ener^gy(x", "power"),
        Ok(text
            .replace("pub fn energy", "pub fn power")
            .replace("= energy(x", "= power(x")),
    );
    assert_eq!(
        client.renamed("let st^retch", "change"),
        Ok(text.replace("stretch", "change")),
    );
    // The field of the derivatives is renamed with the argument.
    assert_eq!(
        client.renamed("twice(^x", "y"),
        Ok(text
            .replace("twice(x", "twice(y")
            .replace("energy(x,", "energy(y,")),
    );
    let renamed = client.renamed("energy(x: [f64; 3], ^p", "force");
    let renamed = renamed.expect("it has a name");
    assert!(renamed.contains("0.5 * force * dot"), "{renamed}");
    let renamed = client.renamed("energy(^x", "y").expect("it has a name");
    assert!(
        renamed.contains("sum(cos(y))") && renamed.contains("d.y"),
        "{renamed}"
    );
}

/// One error on its own line, wherever in a function a line is half typed.
#[test]
fn half_typed_lines_are_one_error_each() {
    let Some(mut client) = client() else { return };
    let lines = [
        "let s = dot(x, x);",
        "let mut t = s * p;",
        "for i in 0..3 {",
        "    t += x[i] * s;",
        "}",
        "if t > p {",
        "    t = t - 1.0;",
        "}",
        "let y = x * t;",
        "y[0] + t",
    ];
    let mut wrong = Vec::new();
    for half in [
        "let u = if p >",
        "if p >",
        "if p",
        "if",
        "if p > {}",
        "for i in",
        "for i in 0..",
        "for i in 0..3",
        "for i in {}",
        "while p <",
        "let u = (p. + q);",
        "let u = (p. + q)",
        "let a =",
        "let u = p +",
        "let u = p.powi()",
        "let u = sin()",
        "let u = p.s",
        "let u = if p > q { 1.0 }",
        "let u = p q",
        "let u = map(|v|)",
    ] {
        for at in 0..lines.len() {
            let mut own = lines.to_vec();
            own.insert(at, half);
            client.write(&format!(
                "adgraph::graph! {{\nfn f(x: [f64; 3], p: f64, q: f64) -> f64 {{\n{}\n}}\n}}\nfn main() {{}}",
                own.join("\n")
            ));
            let found = client.lines_at_fault();
            let line = u64::try_from(at + 2).expect("a small number");
            if !matches!(&found[..], [(own, _)] if *own == line) {
                wrong.push(format!("{half} on {line}: {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
