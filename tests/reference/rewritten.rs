//! Operators that formats lack: what is refused, and where what others say instead differs at the
//! edges.

use adgraph::Graph;
use adgraph::derivative::Evaluator;
use adgraph::ir::ops::ScalarOp;
use adgraph::json::{GraphJson, NnvmFlavour, cppad, nnvm};

use crate::edges;

const INFINITY: f64 = f64::INFINITY;

/// Zeros, infinities, NaN, and numbers on both sides of zero and one.
const NUMBERS: [f64; 9] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.25,
    -2.5,
    INFINITY,
    -INFINITY,
    f64::NAN,
];

/// Rounding errors of what others say instead.
const ROUNDING: f64 = 1e-9;

/// A graph that is written for a format, and read again.
type Copied = fn(&Graph) -> Result<Graph, String>;

/// The formats.
const FORMATS: [(&str, Copied); 3] = [
    ("CppAD", |graph| {
        let text = graph.to_cppad_json().map_err(|error| error.to_string())?;
        Ok(cppad::from_str(&text).unwrap())
    }),
    ("NNVM", |graph| copied(graph, NnvmFlavour::Nnvm)),
    ("MXNet", |graph| copied(graph, NnvmFlavour::Mxnet)),
];

fn copied(graph: &Graph, flavour: NnvmFlavour) -> Result<Graph, String> {
    let text = graph.to_nnvm_json_as(flavour);
    let text = text.map_err(|error| error.to_string())?;
    Ok(nnvm::from_str(&text).unwrap())
}

/// The operators with values that files have as numbers.
fn operators() -> impl Iterator<Item = ScalarOp> {
    let is_number = |op: &ScalarOp| op.class().has_partials();
    ScalarOp::all().into_iter().filter(is_number)
}

/// A table of the places where an operator differs in files by more than rounding: one place for
/// each kind of difference.
pub(crate) fn table() -> String {
    let mut table = String::from("| | value | from the file | of |\n|---|---|---|---|\n");
    for op in operators() {
        let graph = edges::graph(op);
        let copies = FORMATS.map(|(name, copied)| (name, copied(&graph).ok()));
        let mut seen = Vec::new();
        for number in 0..NUMBERS.len().pow(op.arity() as u32) {
            let digit = |at: usize| number / NUMBERS.len().pow(at as u32) % NUMBERS.len();
            let point: Vec<f64> = (0..op.arity()).map(|at| NUMBERS[digit(at)]).collect();
            let value = value(&graph, &point);
            let different = copies.iter().filter_map(|(name, copy)| {
                let other = self::value(copy.as_ref()?, &point);
                differ(value, other).then_some((*name, other))
            });
            let different: Vec<(&str, f64)> = different.collect();
            let Some(&(_, other)) = different.first() else {
                continue;
            };
            let names: Vec<&str> = different.into_iter().map(|(name, _)| name).collect();
            let kind = (kind(value), kind(other), names.clone());
            if !seen.contains(&kind) {
                let [value, other] = [value, other].map(edges::shown);
                let (call, names) = (call(op, &point), names.join(", "));
                table.push_str(&format!("| `{call}` | {value} | {other} | {names} |\n"));
                seen.push(kind);
            }
        }
    }
    table
}

fn value(graph: &Graph, point: &[f64]) -> f64 {
    let mut evaluator = Evaluator::<f64>::new(graph).unwrap();
    evaluator.value(point).unwrap()[0]
}

/// Whether two values differ by more than rounding; zeros differ by their signs.
fn differ(value: f64, other: f64) -> bool {
    match kind(value) == kind(other) {
        true if value == 0.0 => value.is_sign_negative() != other.is_sign_negative(),
        true => value != other && (value - other).abs() > ROUNDING * value.abs(),
        // A rounding error beside zero is none.
        false => (value - other).is_nan() || (value - other).abs() > ROUNDING,
    }
}

/// Zero, finite, infinite or not a number.
fn kind(value: f64) -> std::num::FpCategory {
    value.classify()
}

/// A call with numbers as operands.
fn call(op: ScalarOp, point: &[f64]) -> String {
    let operands: Vec<String> = point.iter().map(|&number| edges::shown(number)).collect();
    match op.symbol() {
        Some(symbol) => operands.join(&format!(" {symbol} ")),
        None => format!("{}({})", op.name(), operands.join(", ")),
    }
}

#[test]
fn what_no_format_has_stands_in_the_book() {
    let book = std::fs::read_to_string("book/text/formats.md").unwrap();
    let (_, rest) = book.split_once("No format has").expect("a sentence");
    let (sentence, _) = rest.split_once('.').expect("its end");
    let mut refused = 0;
    for op in operators() {
        let graph = edges::graph(op);
        let errors = FORMATS.map(|(_, copied)| copied(&graph).err());
        let named = sentence.contains(&format!("`{}`", op.name()))
            || op.name().starts_with("bessel") && sentence.contains("Bessel");
        assert_eq!(errors.iter().all(Option::is_some), named, "{op:?}");
        for error in errors.into_iter().flatten() {
            assert!(error.contains(op.name()), "{error}");
            refused += 1;
        }
    }
    assert!(refused > 0);
}

adgraph::graph! {
    /// An operator that no format has, in a loop that stays one.
    fn ring(x: f64) -> f64 {
        let mut y = x;
        for _ in 0..1000 {
            let inner = y * 0.5;
            y = x + bessel_j0(inner);
        }
        y
    }
}

/// There is no file yet whose places an error could name.
#[test]
fn a_refusal_names_the_line_of_the_source() {
    let line = line!() - 9;
    for (_, copied) in FORMATS {
        let error = copied(&ring::graph()).unwrap_err();
        assert!(error.starts_with("node %"), "{error}");
        assert!(error.contains(&format!(" on line {line}")), "{error}");
    }
}
