//! `#[derivative(..)]`: its form in the graph, and how deeply such functions may be nested.

use std::fmt::Write;

use super::{errors, graph, lower};

#[test]
fn the_graph_of_a_function_is_a_call_of_it_with_its_rule() {
    let text = "
        #[derivative(tangent = along)]
        fn f<T: Float>(x: T, #[dynamic] p: T) -> (T, bool) { (x * p, x > p) }
        fn along<T: Float>(x: T, p: T, y: T, b: bool, d: T) -> T { if b { d } else { p * d } }
        fn g(x: f32) -> f32 { let (y, _) = f(x, 2.0); y }
    ";
    let graphs = lower(text).expect("no errors");
    let own = graphs[0].to_string();
    assert!(own.contains("%2: (T, bool) = call f0 %0, %1"), "{own}");
    assert!(own.contains("function f0 {tangent f1} f"), "{own}");
    assert!(own.contains("%1: T = dynamic 1 p"), "{own}");
    // The rule is in the float type of the call.
    let called = graphs[2].to_string();
    assert!(called.contains("{tangent f1} f"), "{called}");
    assert!(!called.contains(": T "), "{called}");
}

#[test]
fn functions_with_rules_stay_calls_however_deep_they_lie() {
    let chain = |functions: usize| {
        let mut text = String::from("fn f_0(x: f64) -> f64 { sin(x) }");
        for number in 1..=functions {
            let before = number - 1;
            // A plain function in between, which is inlined where that becomes deep.
            write!(
                text,
                "#[derivative(adjoint = a{number})]
                fn f_{number}(x: f64) -> f64 {{ g{number}(x) }}
                fn a{number}(x: f64, y: f64, s: f64) -> f64 {{ 2.0 * s }}
                fn g{number}(x: f64) -> f64 {{ f_{before}(x) }}"
            )
            .expect("a string");
        }
        write!(text, "fn last(x: f64) -> f64 {{ f_{functions}(x) }}").expect("a string");
        text
    };
    let deep = graph(&chain(50));
    let slope = graph_autodiff::gradient(&deep, &[0]).expect("a gradient");
    let slope = graph_ir::passes::prepare(&slope).expect("prepared");
    // Of the outermost rule alone.
    let text = slope.to_string();
    let doubled = "%2: f64 = constant 2.0 @150\noutput %1\noutput %2 adjoint_x\n";
    assert!(text.ends_with(doubled), "{text}");
    let refused = errors(&chain(70));
    assert!(
        refused[0].starts_with(
            "branches, and functions with derivatives of their own, are nested more than 60 deep"
        ),
        "{refused:?}"
    );
}
