//! The types and the symbols of functions, and the text of their graphs.

use graph_ir::types::Symbol;

use super::{symbolic, with_symbols};

#[test]
fn a_function_has_symbols_in_the_order_of_its_parameters() {
    let text = "pub fn f<const M: usize, const N: usize>(x: &[[f64; N]; M], y: [f64; N]) -> [f64; 2 * N + 1] {
        concat(y, sum(x, axis = 0), [1.0])
    }";
    let (signature, graph) = with_symbols(text).expect("a graph");
    let symbols: Vec<String> = signature
        .symbols()
        .iter()
        .map(|s| s.name().into())
        .collect();
    assert_eq!(symbols, ["M", "N"]);
    let arguments = signature.arguments.iter().map(|a| a.ty.to_string());
    assert_eq!(arguments.collect::<Vec<_>>(), ["[[f64; N]; M]", "[f64; N]"]);
    assert_eq!(signature.result.parts()[0].to_string(), "[f64; 2 * N + 1]");
    // `N` is part of a type, and no formula can be.
    let typed = signature.typed_symbols();
    assert_eq!(typed.iter().map(Symbol::name).collect::<Vec<_>>(), ["N"]);
    let rust = |ty| signature.rust_type(ty).to_string().replace(' ', "");
    let result = rust(&signature.result.parts()[0]);
    assert!(result.ends_with("::Vec<f64>"), "{result}");
    assert_eq!(rust(&signature.arguments[1].ty), "[f64;N]");
    let rows = signature.argument_type(&signature.arguments[0]);
    assert_eq!(rows.to_string().replace(' ', ""), "&[[f64;N]]");
    let inputs: Vec<String> = graph.input_types().map(ToString::to_string).collect();
    assert_eq!(inputs, ["[[f64; N]; M]", "[f64; N]"]);
    let outputs: Vec<String> = graph.output_types().map(ToString::to_string).collect();
    assert_eq!(outputs, ["[f64; 2 * N + 1]"]);
}

#[test]
fn squared_errors_of_a_linear_model() {
    let text = "pub fn loss<const N: usize>(x: &[[f64; 3]; N], y: &[f64; N], w: [f64; 3]) -> f64 {
        let error = matmul(x, w) - y;
        dot(error, error) / N as f64
    }";
    let expected = "\
adgraph 1
graph loss
sites line
%0: [[f64; 3]; N] = input 0 x @1
%1: [f64; N] = input 1 y @1
%2: [f64; 3] = input 2 w @1
%3: [f64; N] = contract over [1:0] %0, %2 @2
%4: [f64; N] = sub %3, %1 as error @2
%5: f64 = contract over [0:0] %4, %4 @3
%6: i64 = extent N @3
%7: f64 = cast %6 @3
%8: f64 = div %5, %7 @3
output %8
";
    assert_eq!(symbolic(text).to_string(), expected);
}

#[test]
fn what_a_body_needs_is_required_of_the_lengths() {
    let text = "pub fn f<const N: usize>(x: &[f64; N]) -> f64 { x[3] + sum(x[..N - 5]) }";
    let needs = symbolic(text).requirements().expect("a graph");
    let needs: Vec<String> = needs.iter().map(|need| need.extent.to_string()).collect();
    assert_eq!(needs, ["N - 4", "N - 5"]);
}

#[test]
fn what_is_never_used_requires_nothing() {
    let text = "pub fn f<const N: usize>(x: &[f64; N]) -> f64 {
        if N >= 0 { sum(x) } else { x[100] }
    }";
    assert!(symbolic(text).requirements().expect("a graph").is_empty());
}

#[test]
fn lengths_that_would_be_negative_are_refused_when_they_are_known() {
    for ty in ["[f64; N - 1]", "[f64; 3 - N]", "[f64; -N]"] {
        let text =
            format!("pub fn f<const N: usize>(x: &[f64; N], y: {ty}) -> f64 {{ sum(x) + sum(y) }}");
        let graph = symbolic(&text);
        let wrong = if ty == "[f64; N - 1]" { 0 } else { 5 };
        assert!(graph.with_extents(&[("N", wrong)]).is_err(), "{ty}");
    }
}

#[test]
fn functions_inside_take_the_symbols_on() {
    let text = "
        fn layer<const I: usize, const O: usize>(w: &[[f64; I]; O], x: [f64; I]) -> [f64; O] { tanh(matmul(w, x)) }
        fn pad<const N: usize, const M: usize>(x: [f64; N]) -> [f64; M] { concat(x, zeros(M - N)) }
        pub fn f<const N: usize>(v: &[[f64; N]; 2 * N], w: [[f64; 4]; N], x: [f64; 4]) -> [f64; 3 * N] {
            pad::<_, { 3 * N }>(layer(v, layer(&w, x)))
        }";
    let (signature, _) = with_symbols(text).expect("a graph");
    assert_eq!(signature.result.parts()[0].to_string(), "[f64; 3 * N]");
}
