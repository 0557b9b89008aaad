//! Functions of NNVM's and MXNet's format: an argument for each variable, under its name.
//!
//! Names become identifiers of Rust, as `names` says. Arguments may stand in any order. A tensor
//! with one element may be a scalar in the signature, and axes of extent 1 may come and go.

use std::collections::{BTreeMap, HashMap};

use graph_formats::nnvm::{Document, Inferred};
use graph_ir::graph::{Graph, Input, InputKind};
use graph_ir::{Builder, Element, Type, Wire};
use proc_macro2::{Ident, Span};

use super::Offer;
use super::names::Names;
use crate::diagnostics::{Diagnostic, closest, plural};
use crate::labels::Labels;
use crate::parse::Import;
use crate::signature::{Argument, Signature, display, is_large};

/// Shapes of variables by the names of the file.
type Shapes = BTreeMap<String, Vec<usize>>;

/// Reads the graph and the signature that the file offers. The shapes of written arguments are
/// taken as given.
pub(super) fn offer(text: &str, import: &Import, written: &Signature) -> Result<Offer, Diagnostic> {
    let path = import.path.value();
    let refused = |error: graph_formats::Error| {
        let error = error.located(text);
        let message = format!("`{path}` cannot be read as a file of NNVM or MXNet: {error}");
        let other = text.contains("\"op_usage_vec\"");
        let help = format!("files of CppAD are read by `#[cppad({path:?})]`");
        Diagnostic::new(import.place(), message).help_if(other.then_some(help))
    };
    let document: Document = text.parse().map_err(refused)?;
    let mut names = Names::default();
    for (_, node) in document.variables() {
        names.add(&node.name);
    }
    let inferred = infer(&document, &names, written).map_err(|error| {
        let note = format!("its variables are {}", variables(&document, &names));
        let help = "write the arguments whose shapes the file does not tell: \
                    the others follow from them";
        let missing = written.arguments.len() < document.variables().count();
        let diagnostic = refused(error).note(note);
        diagnostic.help_if(missing.then_some(help))
    })?;
    let (element, mixed) = element(written);
    let graph = inferred.to_graph(element).map_err(refused)?;
    for input in graph.inputs() {
        names.add(&input.name);
    }
    let mut differences = Vec::new();
    if mixed {
        differences.push("all numbers of the file are of one float type".into());
    }
    let arguments = arguments(&graph, &names, written, &mut differences);
    let results = results_near(&graph, written, &mut differences);
    Ok(Offer {
        graph,
        arguments,
        results,
        differences,
        names,
    })
}

/// The shapes of everything. Numbers are given as vectors of one element only where the file does
/// not tell.
fn infer<'d>(
    document: &'d Document,
    names: &Names,
    written: &Signature,
) -> Result<Inferred<'d>, graph_formats::Error> {
    let given = |scalar: Option<usize>| -> Shapes {
        let arguments = written.arguments.iter().filter_map(|argument| {
            let name = names.name(&argument.last_name())?;
            let shape = match argument.ty.is_scalar() {
                true => vec![scalar?],
                false => argument.ty.shape.extents(),
            };
            Some((name.to_owned(), shape))
        });
        arguments.collect()
    };
    let (arrays, all) = (given(None), given(Some(1)));
    let found = match document.infer(&arrays) {
        Err(_) if all.len() > arrays.len() => document.infer(&all),
        result => result,
    };
    found.or_else(|error| without_conflict(document, &all).ok_or(error))
}

/// The shapes of everything where those given do not fit, and the file tells enough without all of
/// them, or without one.
fn without_conflict<'d>(document: &'d Document, given: &Shapes) -> Option<Inferred<'d>> {
    let without = |name: &String| {
        let mut others = given.clone();
        others.remove(name);
        document.infer(&others).ok()
    };
    let all = || document.infer(&Shapes::new()).ok();
    given.keys().find_map(without).or_else(all)
}

/// The variables as arguments, for a note.
fn variables(document: &Document, names: &Names) -> String {
    const SHOWN: usize = 12;
    let all = document.variables().map(|(_, node)| names.own(&node.name));
    let shown: Vec<String> = all.take(SHOWN).map(|own| format!("`{own}`")).collect();
    let more = document.variables().count().saturating_sub(SHOWN);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    shown.join(", ") + &more
}

/// The float type of the signature, `f64` where it has none; and whether it has others.
fn element(written: &Signature) -> (Element, bool) {
    let arguments = written.arguments.iter().map(|a| &a.ty);
    let all = arguments.chain(written.result.parts());
    let mut elements = all.map(|ty| ty.element);
    let found: Vec<Element> = elements.by_ref().collect();
    let first = found.iter().copied().find(|element| element.is_float());
    let element = first.unwrap_or(Element::F64);
    (element, found.iter().any(|&other| other != element))
}

/// The arguments that are right: those that are written where they fit.
fn arguments(
    graph: &Graph,
    names: &Names,
    written: &Signature,
    differences: &mut Vec<String>,
) -> Vec<Argument> {
    let inputs = graph.inputs().iter().map(|input| names.own(&input.name));
    let known: Vec<&str> = inputs.collect();
    for (position, argument) in written.arguments.iter().enumerate() {
        let name = argument.last_name();
        let mut earlier = written.arguments[..position].iter();
        if let Some(earlier) = earlier.find(|own| own.last_name() == name) {
            let both = [earlier, argument].map(Argument::full_name);
            differences.push(format!("`{}` and `{}` are one variable", both[0], both[1]));
        }
        if !known.contains(&name.as_str()) {
            let close = closest(&name, known.iter().copied());
            let close = close.map_or_else(String::new, |c| format!("; did you mean `{c}`?"));
            differences.push(format!("the file has no variable `{name}`{close}"));
        }
    }
    let inputs = graph.inputs().iter().zip(graph.input_types()).zip(known);
    let mut missing: Vec<String> = Vec::new();
    let arguments = inputs.map(|((input, ty), name)| {
        let own = written.arguments.iter().find(|a| a.last_name() == name);
        match own {
            Some(own) if fits(&own.ty, ty) => return own.clone(),
            Some(field) if field.within.is_some() => {
                let (own, ty) = (display(&field.ty, written), display(ty, written));
                let full = field.full_name();
                differences.push(format!(
                    "the variable `{name}` is {ty}, the field `{full}` {own}"
                ));
                return field.clone();
            }
            Some(own) => {
                let own = display(&own.ty, written);
                let ty = display(ty, written);
                differences.push(format!("the variable `{name}` is {ty}, the argument {own}"));
            }
            None => missing.push(format!("`{name}`")),
        }
        right(input, ty, name, own)
    });
    let arguments = arguments.collect();
    if !missing.is_empty() {
        differences.push(format!(
            "there is no argument for the variable{} {}",
            plural(missing.len()),
            missing.join(", ")
        ));
    }
    arguments
}

fn right(input: &Input, ty: &Type, name: &str, own: Option<&Argument>) -> Argument {
    Argument {
        name: Ident::new(name, Span::call_site()),
        ty: ty.clone(),
        within: None,
        labels: Labels::default(),
        by_reference: is_large(ty) || (own.is_some_and(|own| own.by_reference) && !ty.is_scalar()),
        dynamic: input.kind == InputKind::Dynamic || own.is_some_and(|own| own.dynamic),
        shared: own.is_some_and(|own| own.shared),
        tags: own.map_or_else(Vec::new, |own| own.tags.clone()),
        is_state: false,
        docs: Vec::new(),
    }
}

/// The results that are right: those that are written where they fit, and a number as such.
fn results_near(graph: &Graph, written: &Signature, differences: &mut Vec<String>) -> Vec<Type> {
    let parts = written.result.parts();
    let found: Vec<&Type> = graph.output_types().collect();
    if parts.len() != found.len() {
        differences.push(format!(
            "the file has {} result{}, the function {}",
            found.len(),
            plural(found.len()),
            parts.len()
        ));
    }
    let results = found.into_iter().enumerate().map(|(position, ty)| {
        let own = parts.get(position);
        match own {
            Some(own) if fits(own, ty) => return own.clone(),
            Some(own) if parts.len() == graph.outputs().len() => {
                let number = match parts.len() {
                    1 => "the result".into(),
                    _ => format!("result {position}"),
                };
                let (ty, own) = (display(ty, written), display(own, written));
                differences.push(format!(
                    "{number} of the file is {ty}, that of the function {own}"
                ));
            }
            _ => {}
        }
        match ty.shape.size() {
            1 => Type::scalar(ty.element),
            _ => ty.clone(),
        }
    });
    results.collect()
}

/// Whether two types are the same but for axes of extent 1.
fn fits(own: &Type, found: &Type) -> bool {
    let long = |ty: &Type| -> Vec<usize> {
        let extents = ty.shape.extents().into_iter();
        extents.filter(|&extent| extent != 1).collect()
    };
    own.element == found.element && long(own) == long(found)
}

/// The inputs of the file from the arguments of a signature that fits.
pub(super) fn inputs<'b>(
    builder: &'b Builder,
    graph: &Graph,
    names: &[&str],
    arguments: &[Wire<'b>],
) -> graph_ir::Result<Vec<Wire<'b>>> {
    let pairs = names.iter().copied().zip(arguments.iter().copied());
    let by_name: HashMap<&str, Wire<'b>> = pairs.collect();
    let inputs = graph.inputs().iter().zip(graph.input_types());
    let inputs = inputs.map(|(input, ty)| {
        let wire = by_name.get(input.name.as_str()).copied();
        builder.reshape(wire.ok_or(graph_ir::Error::OutOfScope)?, &ty.shape)
    });
    inputs.collect()
}

/// The parts of the signature's result from the outputs of the file.
pub(super) fn results<'b>(
    builder: &'b Builder,
    outputs: &[Wire<'b>],
    parts: &[Type],
) -> graph_ir::Result<Vec<Wire<'b>>> {
    let pairs = outputs.iter().zip(parts);
    pairs
        .map(|(&output, part)| builder.reshape(output, &part.shape))
        .collect()
}
