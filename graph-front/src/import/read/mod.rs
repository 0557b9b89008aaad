//! Reading: from a file and a signature to the graph of a function.

mod cppad;
mod file;
mod limits;
mod names;
mod nnvm;
mod suggest;

use graph_ir::graph::{Graph, InputKind};
use graph_ir::{Builder, Wire};
use proc_macro2::TokenStream;
use syn::ReturnType;

use super::Imported;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower;
use crate::parse::{Format, FunctionSource, Import, ParsedAttributes};
use crate::resolve;
use crate::signature::{Argument, Lengths, Signature};
use names::Names;

/// The graph and the signature that a file offers to a function.
struct Offer {
    /// The graph of the file.
    graph: Graph,
    /// The correct arguments, as close as possible to those written.
    arguments: Vec<Argument>,
    /// The correct results.
    results: Vec<graph_ir::Type>,
    /// The differences of the written signature.
    differences: Vec<String>,
    /// The names of the inputs as identifiers, where the format has names.
    names: Names,
}

/// The function of a file, under the signature that is written.
pub(crate) fn function(
    source: &FunctionSource,
    import: &Import,
    attributes: &ParsedAttributes,
    facade: &TokenStream,
    names: &lower::Names<'_>,
) -> Imported {
    let resolve = |source: &FunctionSource| {
        resolve::signature(source, attributes, facade, names, &Lengths::default())
    };
    let is_finished = !matches!(source.signature.output, ReturnType::Default);
    let written = match is_finished {
        true => resolve(source),
        // The arguments alone: they may tell shapes.
        false => with_output(source).and_then(|source| resolve(&source)),
    };
    let Some(written) = written else {
        return Imported::default();
    };
    let mut imported = Imported {
        watch: file::watch(import, &attributes.attributes.cfg),
        ..Imported::default()
    };
    let offer = file::read(import).and_then(|text| {
        let offer = match import.format {
            Format::Cppad => cppad::offer(&text, import, &written),
            Format::Nnvm => nnvm::offer(&text, import, &written),
        }?;
        limits::check(&offer.graph, import, &text).map(|()| offer)
    });
    let offer = match offer {
        Ok(offer) => offer,
        Err(diagnostic) => {
            names.diagnostics.push(diagnostic);
            imported.signature = is_finished.then_some(written);
            return imported;
        }
    };
    if is_finished && offer.differences.is_empty() {
        match fitted(&offer, &written, import) {
            Ok(graph) => imported.graph = Some(graph),
            Err(error) => names
                .diagnostics
                .push(Diagnostic::new(import.place(), error.to_string())),
        }
        imported.signature = Some(written);
        return imported;
    }
    let right = suggest::signature(&offer.arguments, &offer.results, &written);
    let own = suggest::signature(&written.arguments, written.result.parts(), &written);
    // What is wrong is the field of a struct where it is the same.
    let help = (right != own).then_some(&*right);
    names
        .diagnostics
        .push(refused(source, import, &offer, is_finished, help));
    imported.signature = match is_finished {
        true => Some(written),
        // Callers are checked against the signature that is right.
        false => suggested(source, &right).and_then(|source| resolve(&source)),
    };
    imported
}

/// The variables of a file of NNVM or MXNet that are no arguments of a signature, as arguments.
pub(crate) fn variables(import: &Import, written: &Signature) -> Result<Vec<Argument>, Diagnostic> {
    let offer = nnvm::offer(&file::read(import)?, import, written)?;
    let is_written = |own: &Argument| written.arguments.iter().any(|other| other.name == own.name);
    let others = offer.arguments.into_iter().filter(|own| !is_written(own));
    Ok(others.collect())
}

fn refused(
    source: &FunctionSource,
    import: &Import,
    offer: &Offer,
    is_finished: bool,
    right: Option<&str>,
) -> Diagnostic {
    let name = &source.signature.ident;
    let path = import.path.value();
    let message = match is_finished {
        true => format!("the signature of `{name}` is not that of `{path}`"),
        false => format!("the signature of `{name}` is not complete"),
    };
    let mut diagnostic = Diagnostic::new(SourcePlace::of(&source.signature), message);
    for difference in offer.differences.iter().filter(|_| is_finished) {
        diagnostic = diagnostic.note(difference);
    }
    diagnostic.help_if(right.map(|right| format!("`{path}` has this one: {right}")))
}

/// The graph of a file with the inputs and results of a signature that it fits.
fn fitted(offer: &Offer, signature: &Signature, import: &Import) -> graph_ir::Result<Graph> {
    let graph = &offer.graph;
    // Names and nodes stay as they are: the graph is written as the file that it came from.
    let builder = Builder::without_sharing();
    builder.set_name(graph.name());
    builder.set_sites(graph.sites());
    for (key, value) in graph.attributes() {
        builder.set_attribute(key, value);
    }
    let own = signature.arguments.iter().map(Argument::last_name);
    let own: Vec<String> = own.collect();
    let names = own.iter().map(|own| offer.names.name(own).unwrap_or(own));
    let names: Vec<&str> = names.collect();
    let arguments = signature.arguments.iter().zip(&names);
    let arguments = arguments.map(|(argument, name)| {
        let kind = match argument.has_derivative() {
            true => InputKind::Independent,
            false => InputKind::Dynamic,
        };
        let wire = builder.input(name, argument.ty.clone(), kind);
        argument
            .tags
            .iter()
            .for_each(|tag| builder.tag_node(wire, tag));
        wire
    });
    let arguments: Vec<Wire<'_>> = arguments.collect();
    let inputs = match import.format {
        Format::Cppad => cppad::inputs(&builder, graph, signature, &arguments),
        Format::Nnvm => nnvm::inputs(&builder, graph, &names, &arguments),
    }?;
    let outputs = builder.embed(graph, &inputs)?;
    let parts = signature.result.parts();
    let results = match import.format {
        Format::Cppad => cppad::results(&builder, &outputs, parts),
        Format::Nnvm => nnvm::results(&builder, &outputs, parts),
    }?;
    let mut outputs = graph.outputs().iter();
    for result in results {
        let name = outputs.next().map_or("", |output| &output.name);
        builder.output(name, result)?;
    }
    builder.finish()
}

/// The function as if it had a result.
fn with_output(source: &FunctionSource) -> Option<FunctionSource> {
    let mut signature = source.signature.clone();
    signature.output = syn::parse_quote!(-> f64);
    with_signature(source, signature)
}

/// The function as if it had a signature as it is suggested.
fn suggested(source: &FunctionSource, right: &str) -> Option<FunctionSource> {
    let function: syn::ForeignItemFn = syn::parse_str(right).ok()?;
    let mut signature = function.sig;
    signature.ident = source.signature.ident.clone();
    with_signature(source, signature)
}

fn with_signature(source: &FunctionSource, signature: syn::Signature) -> Option<FunctionSource> {
    Some(source.with_signature(signature))
}
