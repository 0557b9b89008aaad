//! The operators that functions become in files, found by writing them.

use adgraph::Graph;
use adgraph::json::{GraphJson, NnvmFlavour, cppad, nnvm};

/// The rows of a page that say which operators a function becomes in each format.
pub(crate) fn rows(graph: &Graph) -> [(&'static str, String); 3] {
    let nnvm = |flavour| {
        let text = graph.to_nnvm_json_as(flavour).ok()?;
        let document = text.parse::<nnvm::Document>().unwrap();
        Some(named(document.nodes.iter().map(|node| node.op.clone())))
    };
    [
        ("CppAD", said(cppad(graph))),
        ("NNVM", said(nnvm(NnvmFlavour::Nnvm))),
        ("MXNet", said(nnvm(NnvmFlavour::Mxnet))),
    ]
}

fn cppad(graph: &Graph) -> Option<Vec<String>> {
    let text = graph.to_cppad_json().ok()?;
    let document = text.parse::<cppad::Document>().unwrap();
    Some(named(
        document
            .usages()
            .map(|usage| usage.operator.name().to_owned()),
    ))
}

/// Each name once, in the order of their first use; variables have none.
fn named(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut each: Vec<String> = Vec::new();
    for name in names {
        if name != "null" && !name.is_empty() && !each.contains(&name) {
            each.push(name);
        }
    }
    each
}

fn said(names: Option<Vec<String>>) -> String {
    match names {
        None => "not supported".into(),
        Some(names) if names.is_empty() => "no operator: it vanishes".into(),
        Some(names) => {
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            names.join(", ")
        }
    }
}
