//! Calls between the functions of a block.

use graph_ir::Element;

use super::{errors, graph, value, values_as};

#[test]
fn functions_stand_in_any_order() {
    let text = "
        fn twice(x: f64) -> f64 { 2.0 * x }
        fn pair(x: f64) -> (f64, [f64; 2]) { (twice(x), [x, 1.0]) }
        fn f(x: f64) -> f64 { let (a, b) = pair(x); a + b[0] * later(b) }
        fn later(x: [f64; 2]) -> f64 { x[0] + x[1] }
        fn g(x: f64) -> f64 { f(x) }";
    assert_eq!(value(text, &[&[3.0]]), 6.0 + 3.0 * 4.0);
}

#[test]
fn generic_functions_are_called_with_concrete_floats() {
    let text = "
        fn half<T: Float>(x: T) -> T { x * 0.5 }
        fn f(x: f64, y: f32) -> f64 { half(x) + half(y) as f64 + half(2.0) }";
    assert_eq!(value(text, &[&[3.0], &[5.0]]), 1.5 + 2.5 + 1.0);
    let generic = "
        fn half<T: Float>(x: T) -> T { x * 0.5 }
        fn f<S: Float>(x: S) -> S { half(x) + 1.0 }";
    assert_eq!(values_as(generic, Element::F32, &[&[3.0]]), [[2.5]]);
}

#[test]
fn references_are_passed_as_rust_passes_them() {
    let text = "
        fn total(x: &[f64; 2]) -> f64 { x[0] + x[1] }
        fn f(x: &[f64; 2], y: [f64; 2]) -> f64 { total(x) * total(&y) }";
    assert_eq!(value(text, &[&[1.0, 2.0], &[3.0, 4.0]]), 21.0);
}

#[test]
fn a_function_of_the_block_hides_one_of_the_language() {
    let text = "
        fn sin(x: f64) -> f64 { x + 1.0 }
        fn f(x: f64) -> f64 { sin(x) }";
    assert_eq!(value(text, &[&[1.0]]), 2.0);
}

#[test]
fn integers_are_passed_as_indices() {
    let text = "
        fn at(x: [f64; 3], i: usize) -> f64 { x[i] }
        fn f(x: [f64; 3]) -> f64 { at(x, 2) * 10.0 + at(x, 0) }";
    assert_eq!(value(text, &[&[1.0, 2.0, 3.0]]), 31.0);
}

#[test]
fn long_chains_of_calls_are_no_recursion() {
    let mut text = String::from("fn f_0(x: f64) -> f64 { x }\n");
    for i in 1..400 {
        text.push_str(&format!(
            "fn f_{i}(x: f64) -> f64 {{ f_{}(x) + 1.0 }}\n",
            i - 1
        ));
    }
    graph(&text);
}

#[test]
fn recursion_names_the_cycle() {
    let direct = errors("fn f(x: f64) -> f64 { f(x - 1.0) }");
    assert_eq!(direct.len(), 1, "{direct:?}");
    assert!(direct[0].starts_with("`f` calls itself, and the language has no recursion"));

    let cycle = errors(
        "fn a(x: f64) -> f64 { b(x) }
         fn b(x: f64) -> f64 { c(x) }
         fn c(x: f64) -> f64 { a(x) }
         fn outside(x: f64) -> f64 { a(x) }",
    );
    assert_eq!(cycle.len(), 1, "{cycle:?}");
    assert!(
        cycle[0].contains("`a` calls `b`, which calls `c`, which calls `a`"),
        "{cycle:?}"
    );
}

#[test]
fn callers_of_a_wrong_function_are_checked_against_its_signature() {
    let found = errors(
        "fn bad(x: f64) -> f64 { y }
         fn fine(x: f64) -> f64 { bad(x) + 1.0 }
         fn wrong(x: [f64; 2]) -> f64 { bad(x) }",
    );
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("cannot find the value `y`"));
    assert!(found[1].starts_with("the argument `x` of `bad` is f64, found [f64; 2]"));
}

#[test]
fn paths_of_float_types_are_no_calls_of_the_block() {
    let text = "
        fn sqrt(x: f64) -> f64 { f64::sqrt(x + 1.0) }
        fn sin(x: f64) -> f64 { cos(x) * 2.0 }
        fn cos(x: f64) -> f64 { std::f64::sin(x) }
        fn max<const N: usize>(x: [f64; N]) -> f64 { f64::max(x[0], self::sqrt(x[1])) }
        fn f(x: f64) -> f64 { sqrt(x) + sin(x) + max([x, x]) }";
    let x = 0.3_f64;
    let root = (x + 1.0).sqrt();
    let found = value(text, &[&[x]]);
    assert!(
        (found - (root + 2.0 * x.sin() + root)).abs() < 1e-15,
        "{found}"
    );
    let own = "fn sqrt(x: f64) -> f64 { self::sqrt(x) }";
    assert!(errors(own)[0].contains("`sqrt` calls itself"));
}
