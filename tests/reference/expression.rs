//! Derivatives of scalar operators as a reader writes them: from the graph that the rule builds.

use adgraph::ir::NodeId;
use adgraph::ir::ops::{Op, Partial, ScalarOp};
use adgraph::{Builder, Graph};

use crate::edges::operands;

/// The partial derivatives by each operand.
pub(crate) fn partials(op: ScalarOp) -> Vec<String> {
    let b = Builder::new();
    let operands = operands(&b, op);
    let value = b.scalar(op, &operands).unwrap();
    let said: Vec<&str> = op
        .partials(&operands, value)
        .into_iter()
        .map(|partial| {
            let (said, factor) = match partial {
                Partial::Zero => ("0", None),
                Partial::One => ("1", None),
                Partial::MinusOne => ("-1", None),
                Partial::Times(factor)
                | Partial::Masked(factor)
                | Partial::Guarded(factor)
                | Partial::Unbounded(factor) => ("{}", Some(factor)),
                Partial::Where(condition) => ("1 where {}, else 0", Some(condition)),
                Partial::WhereNot(condition) => ("0 where {}, else 1", Some(condition)),
            };
            if let Some(factor) = factor {
                b.output("factor", factor).unwrap();
            }
            said
        })
        .collect();
    let graph = b.finish().unwrap();
    let mut factors = graph.outputs().iter();
    said.into_iter()
        .map(|said| match said.contains("{}") {
            false => said.to_owned(),
            true => said.replace("{}", &expression(&graph, factors.next().unwrap().node, 0)),
        })
        .collect()
}

/// How tightly an operator binds; a function's arguments stand in parentheses of its own.
fn precedence(op: ScalarOp) -> u8 {
    match op.symbol() {
        _ if op.arity() == 1 && op.symbol().is_some() => 6,
        Some("*" | "/" | "%") => 5,
        Some("+" | "-") => 4,
        Some("&&") => 2,
        Some("||") => 1,
        Some(_) => 3,
        None => u8::MAX,
    }
}

/// The Rust expression of a node, in parentheses where it binds less than `least`.
fn expression(graph: &Graph, node: NodeId, least: u8) -> String {
    let arguments = graph.arguments(node);
    let list = |arguments: &[NodeId]| {
        let each: Vec<String> = arguments.iter().map(|&a| expression(graph, a, 0)).collect();
        each.join(", ")
    };
    let (text, binds) = match graph.op(node) {
        Op::Input(i) => (graph.inputs()[i as usize].name.clone(), u8::MAX),
        Op::Constant(id) => {
            let number = graph.constant(id).literal(0).to_f64();
            (number.to_string(), if number < 0.0 { 6 } else { u8::MAX })
        }
        Op::Select => (format!("select({})", list(arguments)), u8::MAX),
        Op::Scalar(op) => {
            let binds = precedence(op);
            let text = match (op.symbol(), arguments) {
                (Some(symbol), &[x]) => format!("{symbol}{}", expression(graph, x, binds)),
                (Some(symbol), &[x, y]) => format!(
                    "{} {symbol} {}",
                    expression(graph, x, binds),
                    expression(graph, y, binds + 1)
                ),
                _ => match op.parameter() {
                    Some(n) => format!("{}({}, {n})", op.name(), list(arguments)),
                    None => format!("{}({})", op.name(), list(arguments)),
                },
            };
            (text, binds)
        }
        other => panic!("{other:?} in the derivative of a scalar operator"),
    };
    match binds < least {
        true => format!("({text})"),
        false => text,
    }
}
