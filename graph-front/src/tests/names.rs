//! Generated code calls values as the source does, and by numbers where that could be misread.

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::expand::{Host, attribute_macro, block_macro};

/// The statements of a private function, without spaces.
fn statements(text: &str, function: &str) -> Vec<String> {
    let tokens: TokenStream = format!("(::adgraph) {text}").parse().expect("tokens");
    let expanded = block_macro(tokens, Host::Compiler).to_string();
    assert!(!expanded.contains("compile_error"), "{expanded}");
    let start = expanded
        .find(&format!("fn {function} "))
        .expect("a function");
    let rest = &expanded[start..];
    let end = rest[3..].find(" fn ").map_or(rest.len(), |at| at + 3);
    let squeezed = rest[..end].replace(' ', "").replace("let", "let ");
    squeezed.split([';', '{', '}']).map(String::from).collect()
}

fn has(statements: &[String], wanted: &[&str]) {
    for wanted in wanted {
        let found = statements.iter().any(|statement| statement == wanted);
        assert!(found, "{wanted} in {statements:#?}");
    }
}

#[test]
fn values_are_called_as_the_source_calls_them() {
    let text = "fn chain(x: [f64; 4], p: f64) -> f64 {
        let stretch = x[1..] - x[..3];
        let energy = dot(stretch, stretch);
        p * energy + sum(stretch * x[..3])
    }";
    let value = statements(text, "run_value");
    assert!(value[0].starts_with("fnrun_value(x:&[f64"), "{value:#?}");
    has(&value, &["let x_1=x[1]", "let stretch_0=x_1-x_0"]);
    let adjoint = statements(text, "run_adjoint");
    assert!(
        adjoint.iter().any(|s| s.contains("d_x:&mut[f64")),
        "{adjoint:#?}"
    );
    has(
        &adjoint,
        &[
            "let stretch_2=x_3-x_2",
            "d_x[0]=d_x_0",
            "d_x[3]=d_stretch_2",
        ],
    );
    let defined = |name: &str| {
        adjoint
            .iter()
            .any(|s| s.starts_with(&format!("let {name}=")))
    };
    for name in [
        "d_energy",
        "d_stretch_0",
        "d_stretch_1",
        "d_stretch_2",
        "d_x_0",
        "d_p",
    ] {
        assert!(defined(name), "{name} in {adjoint:#?}");
    }
}

#[test]
fn arrays_are_called_as_the_source_calls_them() {
    let text = "fn large(x: &[f64; 400]) -> ([f64; 400], f64) {
        let wave = sin(x);
        let ordered = sort(wave);
        (ordered * wave, ordered[3])
    }";
    let value = statements(text, "run_value");
    has(&value, &["let mutwave=[0.0f64"]);
    assert!(
        value.iter().any(|s| s.contains("&mutwave[..]")),
        "{value:#?}"
    );
}

#[test]
fn what_a_loop_carries_is_called_as_the_source_calls_it() {
    let text = "fn swing(x: &[f64; 4000], angle: f64) -> f64 {
        let mut velocity = 0.0;
        let mut position = angle;
        for i in 0..4000 {
            let force = x[i] * sin(position);
            velocity += 0.01 * force;
            position += 0.01 * velocity;
        }
        position * position
    }";
    let (own, of_adjoint, of_tangent) = (
        ["velocity", "position"],
        ["d_velocity", "d_position"],
        ["tangent_velocity", "tangent_position"],
    );
    for (function, carried) in [
        ("run_value", own),
        ("run_adjoint", of_adjoint),
        ("run_tangent", own),
        ("run_tangent", of_tangent),
    ] {
        let statements = statements(text, function);
        for name in carried {
            for start in [format!("let mut{name}="), format!("{name}=")] {
                let found = statements.iter().any(|s| s.starts_with(&start));
                assert!(found, "{start} in {function}: {statements:#?}");
            }
        }
    }
    // The states that the adjoint runs back over.
    has(
        &statements(text, "run_adjoint"),
        &["let mutposition=[0.0f64"],
    );
    let tangent = statements(text, "run_tangent");
    assert!(tangent.iter().any(|s| s.starts_with("let tangent_force=")));
}

#[test]
fn marks_of_names_that_are_no_keywords_mean_nothing() {
    for text in [
        "fn f(x: f64) -> f64 { let r#a = 2.0 * x; a + 1.0 }",
        "fn f(r#x: f64) -> f64 { let a = 2.0 * x; r#a + 1.0 }",
        "fn f(x: f64) -> f64 { let (r#a, b) = (2.0, x); a * r#b + 1.0 }",
        "fn f(x: f64) -> f64 { let mut r#a = 1.0; for r#i in 0..2 { a += x; } r#a }",
        "const r#K: f64 = 2.0; fn f(x: f64) -> f64 { K * x + 1.0 }",
        "fn r#g(x: f64) -> f64 { 2.0 * x } fn f(x: f64) -> f64 { g(x) + 1.0 }",
        "type r#V = [f64; 2]; fn f(x: r#f64) -> f64 { let v: V = [x; 2]; r#sum(v) + 1.0 }",
        "fn f(x: f64) -> f64 { sum(map(|r#a| 2.0 * a, [x])) + 1.0 }",
        "fn f(x: f64) -> f64 { let y = x * x; deriv(y, r#x) + 1.0 }",
        "fn f(x: f64) -> f64 { let r#type = 2.0 * x; r#type + 1.0 }",
        "fn f(gen: f64) -> f64 { let r#a = 2.0 * r#gen; a + 1.0 }",
    ] {
        assert_eq!(super::value(text, &[&[3.0]]), 7.0, "{text}");
    }
    // What stands in a module is the compiler's, too.
    let module = "mod m { pub const r#K: f64 = 2.0; pub fn f(r#x: f64) -> f64 { K * x } }";
    let tokens: TokenStream = module.parse().expect("tokens");
    let arguments = "crate = ::adgraph".parse().expect("arguments");
    let expanded = attribute_macro(arguments, &tokens, Host::Compiler).to_string();
    assert!(!expanded.contains("compile_error"), "{expanded}");
}

#[test]
fn names_that_mean_something_else_keep_their_numbers() {
    let text = "
        const LIMIT: f64 = 2.0;
        fn clash(v0: f64, b0: f64, math: f64, value: f64, r#type: f64, \u{3b8}: f64) -> f64 {
            let LIMIT = v0 * b0;
            let x_v3 = math + value;
            LIMIT * exp(x_v3) * r#type + \u{3b8}
        }";
    let value = statements(text, "run_value");
    let head = "fnrun_value(v0_b0:f64,b0_b1:f64,math_b2:f64,value:f64,type_b4:f64,u3b8:f64,)";
    assert!(value[0].starts_with(head), "{value:#?}");
    let starts = |name: &str| {
        value
            .iter()
            .any(|s| s.starts_with(&format!("let {name}_v")))
    };
    for name in ["LIMIT", "x_v3", "value", "u3b8"] {
        assert!(starts(name), "{name} in {value:#?}");
    }
}

/// The names of constants, statics, and unit and tuple structs among items, which patterns match.
fn matched(tokens: TokenStream, names: &mut Vec<String>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    // Associated constants are no patterns, and no variables stand in these modules.
    let mut is_elsewhere = false;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) => {
                let words = ["impl", "trait", "offset", "shared_offset", "flow"];
                is_elsewhere |= words.iter().any(|other| word == other);
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                if !std::mem::take(&mut is_elsewhere) {
                    matched(group.stream(), names);
                }
            }
            TokenTree::Group(group) => matched(group.stream(), names),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        let [TokenTree::Ident(keyword), TokenTree::Ident(name), after] =
            &tokens[at..tokens.len().min(at + 3)]
        else {
            continue;
        };
        let before = at.checked_sub(1).map(|before| tokens[before].to_string());
        if matches!(before.as_deref(), Some("<" | ",")) {
            continue; // A parameter.
        }
        let is_value = match &*keyword.to_string() {
            "const" | "static" => after.to_string() == ":",
            "struct" => after.to_string() == ";" || after.to_string().starts_with('('),
            _ => false,
        };
        if is_value && name != "_" {
            names.push(name.to_string());
        }
    }
}

#[test]
fn variables_have_no_names_of_generated_values() {
    let text =
        "#[derivatives(jacobian, hessian, sparse_jacobian, sparse_hessian, taylor(2), batch)]
        fn f(x: [f64; 300], y: f64, i: usize) -> f64 { sum(x * x * y) * [1.0, 2.0, 4.0, 9.0][i] }
        #[derivatives(batch(rows))]
        fn g(x: [f64; 300], #[shared] y: f64) -> f64 { sum(sin(x)) * y }";
    let expand = |text: &str| -> TokenStream {
        let tokens: TokenStream = format!("(::adgraph) {text}").parse().expect("tokens");
        block_macro(tokens, Host::Compiler)
    };
    let mut names = Vec::new();
    matched(expand(text), &mut names);
    assert!(names.iter().any(|name| name == "COST"), "{names:?}");
    assert!(names.iter().any(|name| name == "Function"), "{names:?}");
    for name in names {
        let expanded = expand(&format!("fn f({name}: f64) -> f64 {{ {name} }}")).to_string();
        assert!(expanded.contains(&format!("{name}_ : f64")), "{name}");
    }
    // All others are kept.
    for name in ["K_1", "X2", "TABLE_1", "RUN_VALUE", "Q_TABLE"] {
        let expanded = expand(&format!("fn f({name}: f64) -> f64 {{ {name} }}")).to_string();
        assert!(expanded.contains(&format!("{name} : f64")), "{name}");
        assert!(!expanded.contains(&format!("{name}_ :")), "{name}");
    }
}
