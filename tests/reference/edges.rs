//! Values and derivatives of scalar operators at the edges of their ranges, as they are computed.

use adgraph::derivative::Evaluator;
use adgraph::ir::graph::InputKind;
use adgraph::ir::ops::ScalarOp;
use adgraph::{Builder, Element, Graph, Type, Wire};

const INFINITY: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Where an operator of one operand is looked at.
const UNARY: [f64; 7] = [-INFINITY, -1.0, -0.0, 0.0, 1.0, INFINITY, NAN];

/// Where one of two operands is.
const BINARY: [[f64; 2]; 9] = [
    [0.0, 0.0],
    [1.0, 0.0],
    [0.0, 1.0],
    [1.0, 1.0],
    [-1.0, 0.5],
    [INFINITY, 0.0],
    [0.0, INFINITY],
    [NAN, 0.0],
    [0.0, NAN],
];

/// Where one of three is.
const TERNARY: [[f64; 3]; 5] = [
    [1.0, 1.0, 2.0],
    [2.0, 1.0, 2.0],
    [3.0, 2.0, 1.0],
    [NAN, 0.0, 1.0],
    [INFINITY, 0.0, 1.0],
];

/// A table of points, values and partial derivatives; `None` for operators on truth values.
pub(crate) fn table(op: ScalarOp) -> Option<String> {
    if !op.class().has_partials() {
        return None;
    }
    let points: Vec<&[f64]> = match op.arity() {
        1 => UNARY.chunks(1).collect(),
        2 => BINARY.iter().map(<[f64; 2]>::as_slice).collect(),
        3 => TERNARY.iter().map(<[f64; 3]>::as_slice).collect(),
        more => panic!("points with {more} coordinates"),
    };
    let graph = graph(op);
    let mut evaluator = Evaluator::<f64>::new(&graph).unwrap();
    let names = op.operands();
    let derivatives: Vec<String> = match names {
        [_] => vec!["derivative".into()],
        names => names.iter().map(|name| format!("by `{name}`")).collect(),
    };
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    let head = [names, vec!["value".into()], derivatives].concat();
    let mut table = format!("| {} |\n|{}\n", head.join(" | "), "---|".repeat(head.len()));
    for point in points {
        let (value, gradient) = evaluator.gradient(point).unwrap();
        let row: Vec<String> = point
            .iter()
            .chain([&value])
            .chain(gradient)
            .map(|&number| shown(number))
            .collect();
        table.push_str(&format!("| {} |\n", row.join(" | ")));
    }
    Some(table)
}

/// An input for each operand, of one number, under its name.
pub(crate) fn operands(b: &Builder, op: ScalarOp) -> Vec<Wire<'_>> {
    let scalar = Type::scalar(Element::F64);
    let names = op.operands().iter();
    names
        .map(|name| b.input(name, scalar.clone(), InputKind::Independent))
        .collect()
}

/// The operator as a graph.
pub(crate) fn graph(op: ScalarOp) -> Graph {
    let b = Builder::new();
    let operands = operands(&b, op);
    b.output("y", b.scalar(op, &operands).unwrap()).unwrap();
    b.finish().unwrap()
}

/// A number to six digits.
pub(crate) fn shown(number: f64) -> String {
    if number.is_infinite() {
        return if number > 0.0 { "∞" } else { "-∞" }.into();
    }
    let whole = number.to_string();
    if whole.len() <= 8 {
        return whole;
    }
    let exponent = number.abs().log10().floor() as i32;
    match (-5..6).contains(&exponent) {
        true => format!("{number:.*}", usize::try_from(5 - exponent).unwrap()),
        false => format!("{number:.5e}"),
    }
}
