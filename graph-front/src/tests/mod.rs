//! Tests of the front end without a compiler: from text to graphs, which the executor evaluates,
//! and from text to messages.

mod axes;
mod branches;
mod calls;
mod constants;
mod derivative_rules;
mod derivatives;
mod editor;
mod einsum;
mod elements;
mod growth;
mod imports;
mod kept_structs;
mod lanes;
mod language;
mod lengths;
mod levels;
mod loops;
mod map;
mod messages;
mod names;
mod random;
mod random_structs;
mod requests;
mod robustness;
mod rules;
mod rust;
mod source;
mod symbols;
mod tags;
mod tuples;

use graph_ir::{Element, Graph, passes, verify};
use graph_runtime::execute::{Executable, Host, Values};
use proc_macro2::TokenStream;
use quote::quote;

use crate::block;
use crate::diagnostics::Diagnostics;
use crate::lower::Notes;
use crate::parse::{BlockItems, Surroundings, items};
use crate::signature::Signature;

/// The functions of a block, lowered.
fn lowered<'s>(source: &'s BlockItems, diagnostics: &'s Diagnostics) -> Vec<block::Lowered<'s>> {
    let facade = quote!(::adgraph);
    block::lower(source, &facade, true, diagnostics, Notes::default())
}

/// The graphs of the functions of a block, by name, or the messages of its errors.
fn lower(text: &str) -> Result<Vec<Graph>, Vec<String>> {
    let tokens: TokenStream = text.parse().expect("tokens");
    let diagnostics = Diagnostics::default();
    if let Some(error) = crate::guard::check(tokens.clone()) {
        return Err(vec![error.text()]);
    }
    let mut source = items(tokens, Surroundings::Block, &diagnostics);
    crate::weights::fill(&mut source, &quote!(::adgraph), &diagnostics);
    let lowered = lowered(&source, &diagnostics);
    let lowered = lowered.into_iter();
    let with_items = lowered.filter(|function| !crate::templates::is_template(function.source));
    let graphs: Option<Vec<Graph>> = with_items.map(|function| function.graph).collect();
    std::mem::forget(source);
    let texts = diagnostics.texts();
    match graphs {
        Some(graphs) if texts.is_empty() => {
            for graph in &graphs {
                verify::verify(graph).expect("valid graph");
            }
            Ok(graphs)
        }
        _ => Err(texts),
    }
}

/// The graph of the last function, which is called from outside for lengths that are known only then,
/// and its signature; or the messages of its errors.
fn with_symbols(text: &str) -> Result<(Signature, Graph), Vec<String>> {
    let tokens: TokenStream = text.parse().expect("tokens");
    let diagnostics = Diagnostics::default();
    let mut source = items(tokens, Surroundings::Block, &diagnostics);
    crate::weights::fill(&mut source, &quote!(::adgraph), &diagnostics);
    let lowered = lowered(&source, &diagnostics);
    let last = lowered.into_iter().next_back().expect("a function");
    let found = last.signature.zip(last.graph);
    std::mem::forget(source);
    let texts = diagnostics.texts();
    match found {
        Some((signature, graph)) if texts.is_empty() => {
            verify::verify(&graph).expect("valid graph");
            Ok((signature, graph))
        }
        _ => Err(texts),
    }
}

/// The graph of the last function.
fn graph(text: &str) -> Graph {
    let mut graphs = lower(text).unwrap_or_else(|errors| panic!("{}", errors.join("\n")));
    graphs.pop().expect("a function")
}

/// The messages of the errors.
pub(crate) fn errors(text: &str) -> Vec<String> {
    match lower(text) {
        Ok(_) => panic!("no error in: {text}"),
        Err(errors) => errors,
    }
}

/// The results of the last function at some arguments, each a list of elements.
pub(crate) fn values(text: &str, arguments: &[&[f64]]) -> Vec<Vec<f64>> {
    values_as(text, Element::F64, arguments)
}

/// As [`values`], a generic float being `element`.
fn values_as(text: &str, element: Element, arguments: &[&[f64]]) -> Vec<Vec<f64>> {
    evaluated(
        &passes::specialize(&graph(text), element).expect("specialised"),
        arguments,
    )
}

/// The results of a graph at some arguments, each a list of elements.
fn evaluated(graph: &Graph, arguments: &[&[f64]]) -> Vec<Vec<f64>> {
    let types: Vec<_> = graph.input_types().cloned().collect();
    assert_eq!(types.len(), arguments.len(), "arguments");
    let arguments = types.iter().zip(arguments);
    let arguments: Vec<Data> = arguments
        .map(|(ty, values)| Data::of(ty.element, values))
        .collect();
    let executable = Executable::new(graph).expect("executable");
    let inputs: Vec<Values<'_>> = arguments.iter().map(Data::values).collect();
    let mut workspace = executable.workspace().expect("workspace");
    let result = executable.run(&mut Host::new(), &mut workspace, &inputs);
    result.expect("evaluated");
    let count = graph.outputs().len();
    (0..count)
        .map(|position| floats(workspace.output(position).expect("output")))
        .collect()
}

/// Elements of some type.
enum Data {
    F64(Vec<f64>),
    F32(Vec<f32>),
    Bool(Vec<bool>),
    I64(Vec<i64>),
}

impl Data {
    fn of(element: Element, values: &[f64]) -> Self {
        let values = values.iter();
        match element {
            Element::F32 => Self::F32(values.map(|&v| v as f32).collect()),
            Element::Bool => Self::Bool(values.map(|&v| v != 0.0).collect()),
            Element::I64 => Self::I64(values.map(|&v| v as i64).collect()),
            Element::F64 | Element::Float => Self::F64(values.copied().collect()),
        }
    }

    fn values(&self) -> Values<'_> {
        match self {
            Self::F64(values) => Values::F64(values),
            Self::F32(values) => Values::F32(values),
            Self::Bool(values) => Values::Bool(values),
            Self::I64(values) => Values::I64(values),
        }
    }
}

fn floats(values: Values<'_>) -> Vec<f64> {
    match values {
        Values::F64(values) => values.to_vec(),
        Values::F32(values) => values.iter().map(|&v| f64::from(v)).collect(),
        Values::Bool(values) => values.iter().map(|&v| f64::from(u8::from(v))).collect(),
        Values::I64(values) => values.iter().map(|&v| v as f64).collect(),
    }
}

/// The single scalar result.
fn value(text: &str, arguments: &[&[f64]]) -> f64 {
    let values = values(text, arguments);
    assert_eq!((values.len(), values[0].len()), (1, 1));
    values[0][0]
}
