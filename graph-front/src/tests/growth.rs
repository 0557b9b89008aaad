//! Short programs that describe large computations: the length of the generated code is bounded by
//! the length of the text, or the text is refused. Lengths are counted, in nodes of graphs and
//! statements of generated code, so that no machine is too slow.

use std::fmt::Write;

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::quote;

use super::lower;
use crate::expand::{Host, block_macro};

/// The expected outcome for a text.
enum Wanted {
    /// At most this many nodes in all graphs, and this many statements of generated code.
    AtMost(usize, usize),
    /// An error with these words.
    Refused(&'static str),
}
use Wanted::{AtMost, Refused};

/// This many parts, each made from its number.
fn repeat(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

/// A function of `x` with this body.
fn function(body: &str) -> String {
    format!("fn f(x: f64) -> f64 {{ {body} }}")
}

/// A statement inside of others, each made from its depth and its content.
fn nested(depth: usize, inner: &str, around: impl Fn(usize, &str) -> String) -> String {
    (0..depth).fold(inner.into(), |inner, depth| around(depth, &inner))
}

/// Semicolons, at any depth, but for those behind imports.
fn statements(tokens: TokenStream) -> usize {
    let mut open = vec![tokens];
    let mut count = 0;
    while let Some(tokens) = open.pop() {
        let mut is_import = false;
        for token in tokens {
            match token {
                TokenTree::Group(group) => open.push(group.stream()),
                TokenTree::Ident(word) => is_import |= word == "use",
                TokenTree::Punct(punct) if punct.as_char() == ';' => {
                    count += usize::from(!is_import);
                    is_import = false;
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
    }
    count
}

/// The nodes of all graphs of a text and the statements of its code, or its first error.
fn lengths(text: &str) -> Result<(usize, usize), String> {
    let graphs = lower(text).map_err(|errors| errors.into_iter().next().unwrap_or_default())?;
    let nodes = graphs.iter().map(graph_ir::passes::unfolded_size).sum();
    let tokens: TokenStream = text.parse().expect("tokens");
    let expanded = block_macro(quote!((::adgraph) #tokens), Host::Compiler);
    Ok((nodes, statements(expanded)))
}

#[test]
fn short_texts_make_short_code_or_errors() {
    let doubled = |first: &str, step: &str, last: &str| {
        function(&format!("let a = {first}; {} {last}", step.repeat(40)))
    };
    let derivatives = |order| {
        let each = repeat(order, |i| format!("let y{} = deriv(y{i}, x);", i + 1));
        function(&format!("let y0 = sin(x) * exp(x * x); {each} y{order}"))
    };
    let chain = |body: fn(usize) -> String, first: &str| {
        let rest = repeat(40, |i| {
            format!("fn f_{}(x: f64) -> f64 {{ {} }}", i + 1, body(i))
        });
        format!("fn f_0(x: f64) -> f64 {{ {first} }} {rest}")
    };
    let tuples = repeat(40, |i| format!("type A{} = (A{i}, A{i});", i + 1));
    let arrays = repeat(60, |i| format!("type A{} = [A{i}; 2];", i + 1));
    let constants = repeat(60, |i| format!("const A{}: f64 = A{i} + A{i};", i + 1));
    let looped = |depth, inner: &str| {
        let text = nested(depth, inner, |i, inner| {
            format!("for i{i} in 0..3 {{ {inner} }}")
        });
        function(&format!("let mut s = x; {text} s"))
    };
    let branches = nested(24, "y = y + 1.0;", |i, inner| {
        format!("if y > {i}.0 {{ {inner} }} else {{ y = y * 2.0; }}")
    });
    let chosen = nested(7, "s = sin(s);", |i, inner| {
        let rest = "s = cos(s) * x; m *= sin(m + s);".repeat(4);
        let choice = format!("if i{i} > 1 {{ s += x; }} else {{ s *= 0.5; }}");
        format!("#[unroll(never)] for i{i} in 0..4 {{ {choice} {rest} {inner} }}")
    });
    let triangle = "fn f(v: &[f64; 64], l: &[f64; 2016]) -> f64 {
        let mut y = v;
        for a in 1..64 {
            for b in 0..a { y[a] += l[a * (a - 1) / 2 + b] * v[b]; }
        }
        dot(y, y)
    }";
    let blocks = nested(40, "x", |_, inner| format!("{{ let x = {inner}; x }}"));
    let choice = "let t = if x > 0.0 { (t, t) } else { (t, x) };";
    let numbers = repeat(20_000, |i| format!("{i}.5,"));
    let table = [
        (
            "tuples of tuples",
            doubled("x", "let a = (a, a);", "x"),
            Refused("at most 1024 values"),
        ),
        (
            "tuples of sides",
            function(&format!("let t = x; {} x", choice.repeat(2))),
            Refused("if"),
        ),
        (
            "types of types",
            format!("type A0 = f64; {tuples} fn f(x: f64) -> A40 {{ x }}"),
            Refused("at most 1024 values"),
        ),
        (
            "arrays of arrays of types",
            format!("type A0 = f64; {arrays} fn f(x: A60) -> f64 {{ 1.0 }}"),
            Refused("too large"),
        ),
        (
            "arrays of arrays",
            doubled("x", "let a = [a, a];", "sum(a)"),
            AtMost(200, 5_000),
        ),
        (
            "known arrays",
            doubled("1.5", "let a = [a, a];", "x + sum(a)"),
            AtMost(200, 5_000),
        ),
        (
            "known parts",
            doubled("1.5", "let a = [(a), {a}];", "x + sum(a)"),
            AtMost(200, 5_000),
        ),
        (
            "known integers",
            doubled("1", "let a = [a, a];", "x"),
            AtMost(100, 300),
        ),
        (
            "one after the other",
            doubled("[x, x]", "let a = concat(a, a);", "sum(a)"),
            Refused("too large"),
        ),
        (
            "squares",
            doubled("x", "let a = a * a + a;", "a"),
            AtMost(200, 2_000),
        ),
        (
            "known numbers",
            format!("const A0: f64 = 1.0; {constants} fn f(x: f64) -> f64 {{ x + A60 }}"),
            AtMost(5, 200),
        ),
        (
            "the tenth derivative",
            derivatives(10),
            AtMost(2_000, 20_000),
        ),
        (
            "the fourteenth derivative",
            derivatives(14),
            Refused("this one is of order 1"),
        ),
        (
            "the fortieth derivative",
            derivatives(40),
            Refused("this one is of order 1"),
        ),
        (
            "calls twice",
            chain(|i| format!("f_{i}(x) + f_{i}(x + 1.0)"), "sin(x)"),
            Refused("operations, counting those of the functions that it calls"),
        ),
        (
            "calls once",
            chain(|i| format!("f_{i}(x) * x"), "sin(x)"),
            AtMost(5_000, 16_000),
        ),
        (
            "loops in loops",
            looped(30, "s = s * 0.5 + x;"),
            AtMost(1_000, 8_000),
        ),
        (
            "loops around a choice",
            looped(12, "if i0 > 1 { s += x; }"),
            AtMost(200, 2_000),
        ),
        (
            "a choice in each of loops in loops",
            function(&format!(
                "let mut s = x; let mut m = full([40], x); {chosen} s + sum(m)"
            )),
            AtMost(700, 16_000),
        ),
        ("a triangle of rows", triangle.into(), AtMost(1_100, 14_000)),
        (
            "branches in branches",
            function(&format!("let mut y = x; {branches} y")),
            AtMost(300, 2_000),
        ),
        (
            "branch after branch",
            function(&format!(
                "let mut y = x; {} y",
                "if y > 1.0 { y = y * 0.5; } else { y = sin(y); }".repeat(200)
            )),
            AtMost(2_500, 10_000),
        ),
        (
            "sums of sums in a loop",
            function(&format!(
                "let mut s = 0.0; for _ in 0..2000 {{ let a = x + s; {} s = 0.5 * s + sin(a); }} s",
                "let a = a + a; ".repeat(60)
            )),
            AtMost(1_000, 4_000),
        ),
        ("blocks in blocks", function(&blocks), AtMost(5, 300)),
        (
            "numbers",
            format!("fn f(x: [f64; 20000]) -> f64 {{ dot(x, [{numbers}]) }}"),
            AtMost(5, 300),
        ),
        (
            "a long sum",
            function(&format!("x{}", " + x * 1.5".repeat(5_000))),
            AtMost(5_100, 40_000),
        ),
    ];
    let mut wrong = String::new();
    for (name, text, wanted) in table {
        let found = lengths(&text);
        let fits = match (&found, wanted) {
            (Ok((nodes, statements)), AtMost(most, more)) => *nodes <= most && *statements <= more,
            (Err(message), Refused(words)) => message.contains(words),
            _ => false,
        };
        if !fits {
            writeln!(wrong, "{name}: {found:?}").expect("text");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The most statements of a function of the code for a text.
fn longest_function(text: &str) -> usize {
    let tokens: TokenStream = text.parse().expect("tokens");
    let mut open = vec![block_macro(quote!((::adgraph) #tokens), Host::Compiler)];
    let mut longest = 0;
    while let Some(tokens) = open.pop() {
        let mut in_function = false;
        for token in tokens {
            match token {
                TokenTree::Ident(word) if word == "fn" => in_function = true,
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    if in_function {
                        longest = longest.max(statements(group.stream()));
                    }
                    in_function = false;
                    open.push(group.stream());
                }
                _ => {}
            }
        }
    }
    longest
}

/// Compilers take time that grows with the square of a function's length where loops are nested.
#[test]
fn loops_of_long_bodies_are_several_functions() {
    // Each statement needs the numbers that the loops around it change.
    let steps = |count| {
        repeat(count, |i| {
            format!("s{i} = sin(s{} * x) + s{i};", (i + 7) % 40)
        })
    };
    let states = repeat(40, |i| format!("let mut s{i} = x + {i}.0;"));
    let sum = repeat(40, |i| format!(" + s{i}"));
    let body = nested(4, "", |i, inner| {
        format!(
            "#[unroll(never)] for i{i} in 0..5 {{ {} {inner} {} }}",
            steps(40),
            steps(40)
        )
    });
    let text = format!("fn f(x: f64) -> f64 {{ {states} {body} x{sum} }}");
    let (_, all) = lengths(&text).expect("a function");
    let longest = longest_function(&text);
    assert!(all > 10_000 && longest < 3_000, "{longest} of {all}");
}

/// A Kalman filter over this many measurements.
fn kalman(steps: usize) -> String {
    format!(
        "pub fn kalman(
            f: [[f64; 4]; 4], h: [[f64; 4]; 2], q: [[f64; 4]; 4], r: [[f64; 2]; 2],
            z: &[[f64; 2]; {steps}],
        ) -> f64 {{
            let mut x = zeros([4]);
            let mut p = q;
            let mut nll = 0.0;
            for t in 0..{steps} {{
                x = matmul(f, x);
                p = matmul(matmul(f, p), transpose(f)) + q;
                let y = z[t] - matmul(h, x);
                let s = matmul(matmul(h, p), transpose(h)) + r;
                let d = s[(0, 0)] * s[(1, 1)] - s[(0, 1)] * s[(1, 0)];
                let i = [[s[(1, 1)] / d, -s[(0, 1)] / d], [-s[(1, 0)] / d, s[(0, 0)] / d]];
                let k = matmul(matmul(p, transpose(h)), i);
                x += matmul(k, y);
                p = p - matmul(matmul(k, h), p);
                nll += 0.5 * (ln(d) + dot(y, matmul(i, y)));
            }}
            nll
        }}"
    )
}

#[test]
fn a_kept_loop_is_as_long_as_its_body() {
    // Both are long enough that the values that are kept of all steps have places in the workspace.
    let [(nodes, short), (same, long)] =
        [400, 800].map(|steps| lengths(&kalman(steps)).expect("a filter"));
    assert_eq!(nodes, same);
    assert_eq!(short, long);
    // States of very long loops are stored at checkpoints, which are further loops.
    let (_, longest) = lengths(&kalman(1_000_000)).expect("a filter");
    assert!(longest < 2 * short, "{short} {longest}");
}

/// Each iteration that is followed takes time while a crate compiles.
#[test]
fn zeros_of_a_small_hessian_are_not_sought_in_long_loops() {
    let apart = |steps: usize| {
        let text = format!(
            "#[derivatives(only(hessian))] fn f(x: f64, p: f64) -> f64 {{
                let (mut s, mut t) = (x, p);
                #[unroll(never)]
                for _ in 0..{steps} {{ s += 0.001 * sin(s); t -= 0.001 * cos(t); }}
                s + t
            }}"
        );
        lengths(&text).expect("a function").1
    };
    assert!(apart(100_000) > apart(100));
}
