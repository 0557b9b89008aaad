//! A plain evaluator of documents of the CppAD format, usage by usage, independent of graphs: what
//! is written is held against it.

use graph_runtime::json::cppad::{Detail, Document, Usage};

/// The values of the dependents, with the `discrete` functions that written graphs use.
pub(crate) fn evaluate(document: &Document, p: &[f64], x: &[f64]) -> Vec<f64> {
    assert_eq!(document.n_dynamic() as usize, p.len());
    assert_eq!(document.n_variable() as usize, x.len());
    let mut nodes = [p, x, document.constants()].concat();
    for usage in document.usages() {
        let operands: Vec<f64> = usage.arguments.iter().map(|&n| at(&nodes, n)).collect();
        let results = apply(&usage, &operands);
        assert_eq!(usage.results.len(), results.len());
        nodes.extend(results);
    }
    let dependents = document.dependents().iter();
    dependents.map(|&node| at(&nodes, node)).collect()
}

fn at(nodes: &[f64], node: u32) -> f64 {
    nodes[node as usize - 1]
}

fn apply(usage: &Usage<'_>, operands: &[f64]) -> Vec<f64> {
    let name = usage.operator.name();
    let choose = |holds| if holds { operands[2] } else { operands[3] };
    vec![match (name, operands) {
        ("comp_eq" | "comp_le" | "comp_lt" | "comp_ne" | "print", [_, _]) => return vec![],
        ("sum", terms) => terms.iter().fold(0.0, |sum, term| sum + term),
        ("cexp_eq", [l, r, ..]) => choose(l == r),
        ("cexp_le", [l, r, ..]) => choose(l <= r),
        ("cexp_lt", [l, r, ..]) => choose(l < r),
        ("discrete", &[x]) => discrete(usage.detail, x),
        (_, &[x, y]) => binary(name, x, y),
        (_, &[x]) => unary(name, x),
        _ => panic!("{name} of {operands:?}"),
    }]
}

fn discrete(detail: Detail<'_>, x: f64) -> f64 {
    match detail {
        Detail::Function { name: "floor" } => x.floor(),
        Detail::Function { name: "ceil" } => x.ceil(),
        Detail::Function { name: "round" } => x.round(),
        Detail::Function { name: "trunc" } => x.trunc(),
        Detail::Function {
            name: "stop_gradient",
        } => x,
        _ => panic!("{detail:?}"),
    }
}

fn binary(name: &str, x: f64, y: f64) -> f64 {
    match name {
        "add" => x + y,
        "sub" => x - y,
        "mul" => x * y,
        "div" => x / y,
        "pow" => x.powf(y),
        "azmul" if x == 0.0 => 0.0,
        "azmul" => x * y,
        _ => panic!("{name}"),
    }
}

fn unary(name: &str, x: f64) -> f64 {
    match name {
        "abs" => x.abs(),
        "acos" => x.acos(),
        "acosh" => x.acosh(),
        "asin" => x.asin(),
        "asinh" => x.asinh(),
        "atan" => x.atan(),
        "atanh" => x.atanh(),
        "cos" => x.cos(),
        "cosh" => x.cosh(),
        "erf" => graph_math::math::erf(x),
        "erfc" => graph_math::math::erfc(x),
        "exp" => x.exp(),
        "expm1" => x.exp_m1(),
        "log" => x.ln(),
        "log1p" => x.ln_1p(),
        "neg" => -x,
        "sign" if x == 0.0 => 0.0,
        "sign" => x.signum(),
        "sin" => x.sin(),
        "sinh" => x.sinh(),
        "sqrt" => x.sqrt(),
        "tan" => x.tan(),
        "tanh" => x.tanh(),
        _ => panic!("{name}"),
    }
}
