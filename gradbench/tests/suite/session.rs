//! Sessions with the tool, and comparisons.

use serde_json::{Value, json};

/// The responses to lines.
pub(crate) fn responses(lines: &str) -> Vec<Value> {
    let mut output = Vec::new();
    gradbench::serve(lines.as_bytes(), &mut output).expect("a session");
    let output = String::from_utf8(output).expect("text");
    let line = |line| serde_json::from_str(line).expect("JSON");
    output.lines().map(line).collect()
}

/// The response to the evaluation of a function.
pub(crate) fn response(module: &str, function: &str, input: &Value) -> Value {
    let message = json!({
        "id": 7, "kind": "evaluate", "module": module, "function": function, "input": input,
    });
    let mut responses = responses(&format!("{message}\n"));
    assert_eq!(responses.len(), 1);
    assert_eq!(responses[0]["id"], 7);
    responses.remove(0)
}

/// The result of a function.
pub(crate) fn output(module: &str, function: &str, input: &Value) -> Value {
    let mut response = response(module, function, input);
    assert_eq!(
        response["success"], true,
        "{module}::{function}: {response}"
    );
    response["output"].take()
}

/// The message about an input that has no result.
pub(crate) fn error(module: &str, function: &str, input: &Value) -> String {
    let response = response(module, function, input);
    assert_eq!(
        response["success"], false,
        "{module}::{function}: {response}"
    );
    assert!(response.get("output").is_none());
    response["error"].as_str().expect("words").into()
}

/// The number at a place.
pub(crate) fn number(value: &Value, place: &str) -> f64 {
    let number = value.pointer(place).and_then(Value::as_f64);
    number.unwrap_or_else(|| panic!("a number at {place:?} of {value}"))
}

/// Compares a derivative with the difference of values on both sides of an input.
pub(crate) fn is_slope(
    (module, function): (&str, &str),
    input: &Value,
    place: &str,
    result: &str,
    found: f64,
) {
    let h = 1e-5;
    let beside = |h: f64| {
        let mut input = input.clone();
        let moved = json!(number(&input, place) + h);
        *input.pointer_mut(place).expect("a place") = moved;
        number(&output(module, function, &input), result)
    };
    let expected = (beside(h) - beside(-h)) / (2.0 * h);
    assert!(
        (found - expected).abs() < 1e-6 * (1.0 + expected.abs()),
        "{module} by {place}: {found} is not {expected}"
    );
}

/// Compares two numbers.
pub(crate) fn close(found: f64, expected: f64) {
    assert!(
        (found - expected).abs() <= 1e-11 * (1.0 + expected.abs()),
        "{found} is not {expected}"
    );
}

/// Numbers from -1 to 1 without a pattern, always the same for a seed.
pub(crate) fn numbers(seed: u64) -> impl FnMut() -> f64 {
    let mut bits = seed;
    move || {
        bits = bits
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (bits >> 33) as f64 / f64::from(1_u32 << 30) - 1.0
    }
}

/// Rows of numbers without a pattern.
pub(crate) fn rows(draw: &mut impl FnMut() -> f64, rows: usize, width: usize) -> Vec<Vec<f64>> {
    let mut row = || (0..width).map(|_| draw()).collect();
    (0..rows).map(|_| row()).collect()
}
