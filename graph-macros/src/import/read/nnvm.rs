//! Functions of NNVM's and MXNet's format: an argument for each variable, under its name.
//!
//! A name that is no identifier of Rust becomes one: what cannot stand in it becomes `_`, a digit
//! at the start gets a `_` before it, a keyword one behind it, and of names that become equal the
//! later ones are numbered (`fc_2`). Arguments may stand in any order. What has one number may be
//! a scalar in the signature, and axes of extent 1 may come and go.

use std::collections::{BTreeMap, HashMap, HashSet};

use graph_formats::nnvm::{Document, Inferred};
use graph_ir::graph::{Graph, Input, InputKind};
use graph_ir::{Builder, Element, Type, Wire};
use proc_macro2::{Ident, Span};

use super::Offer;
use super::suggest::is_large;
use crate::diagnostics::{Diagnostic, closest, plural};
use crate::import::Import;
use crate::signature::{Argument, Signature, display};

/// Shapes of variables by the names of the file.
type Shapes = BTreeMap<String, Vec<usize>>;

/// What the file offers. The shapes of the arguments that are written are taken as given.
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
    let inferred = infer(&document, written).map_err(|error| {
        let (variables, count) = variables(&document);
        let note = format!("its variables are {variables}");
        let help = "write the arguments whose shapes the file does not tell: \
                    the others follow from them";
        let missing = written.arguments.len() < count;
        let diagnostic = refused(error).note(note);
        diagnostic.help_if(missing.then_some(help))
    })?;
    let (element, mixed) = element(written);
    let graph = inferred.to_graph(element).map_err(refused)?;
    let mut differences = Vec::new();
    if mixed {
        differences.push("all numbers of the file are of one float type".into());
    }
    let arguments = arguments(&graph, written, &mut differences);
    let results = results_near(&graph, written, &mut differences);
    Ok(Offer {
        graph,
        arguments,
        results,
        differences,
    })
}

/// The shapes of everything. Numbers are given as vectors of one element only where the file does
/// not tell.
fn infer<'d>(
    document: &'d Document,
    written: &Signature,
) -> Result<Inferred<'d>, graph_formats::Error> {
    let names = identifiers(document.variables().map(|(_, node)| node.name.as_str()));
    let given = |scalar: Option<usize>| -> Shapes {
        let arguments = written.arguments.iter().filter_map(|argument| {
            let name = names.get(&argument.name.to_string())?;
            let shape = match argument.ty.is_scalar() {
                true => vec![scalar?],
                false => argument.ty.shape.extents(),
            };
            Some(((*name).to_owned(), shape))
        });
        arguments.collect()
    };
    let (arrays, all) = (given(None), given(Some(1)));
    match document.infer(&arrays) {
        Err(_) if all.len() > arrays.len() => document.infer(&all),
        result => result,
    }
}

/// The variables as arguments, for a note, and how many they are.
fn variables(document: &Document) -> (String, usize) {
    const SHOWN: usize = 12;
    let all: Vec<&str> = document
        .variables()
        .map(|(_, node)| node.name.as_str())
        .collect();
    let names = identifiers(all.iter().copied());
    let mut by_name: HashMap<&str, &String> =
        names.iter().map(|(own, name)| (*name, own)).collect();
    let shown = all
        .iter()
        .take(SHOWN)
        .filter_map(|name| by_name.remove(name));
    let shown: Vec<String> = shown.map(|name| format!("`{name}`")).collect();
    let more = all.len().saturating_sub(SHOWN);
    let more = match more {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    (shown.join(", ") + &more, all.len())
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

/// The names of the file by the identifiers that they become.
fn identifiers<'n>(names: impl Iterator<Item = &'n str>) -> HashMap<String, &'n str> {
    let mut taken: HashMap<String, &'n str> = HashMap::new();
    let mut seen: HashSet<&str> = HashSet::new();
    for name in names.filter(|name| seen.insert(name)) {
        let own = identifier(name);
        let numbered = (2_usize..).map(|n| format!("{own}_{n}"));
        let mut candidates = std::iter::once(own.clone()).chain(numbered);
        if let Some(free) = candidates.find(|candidate| !taken.contains_key(candidate)) {
            taken.insert(free, name);
        }
    }
    taken
}

/// The identifier that a name becomes.
fn identifier(name: &str) -> String {
    let allowed = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut own: String = name.chars().map(allowed).collect();
    if own.starts_with(|c: char| c.is_ascii_digit()) {
        own.insert(0, '_');
    }
    if own.chars().all(|c| c == '_') {
        own.push_str("input");
    }
    if syn::parse_str::<Ident>(&own).is_err() {
        own.push('_');
    }
    own
}

/// For each input of the graph the identifier that it has in signatures.
fn own_names(graph: &Graph) -> Vec<String> {
    let inputs = graph.inputs().iter().map(|input| input.name.as_str());
    let names = identifiers(inputs.clone());
    let names: HashMap<&str, &String> = names.iter().map(|(own, name)| (*name, own)).collect();
    let own = inputs.map(|name| {
        names
            .get(name)
            .map_or_else(String::new, |own| (*own).clone())
    });
    own.collect()
}

/// The arguments that are right: those that are written where they fit.
fn arguments(graph: &Graph, written: &Signature, differences: &mut Vec<String>) -> Vec<Argument> {
    let names = own_names(graph);
    for argument in &written.arguments {
        let name = argument.name.to_string();
        if !names.contains(&name) {
            let close = closest(&name, names.iter().map(String::as_str));
            let close = close.map_or_else(String::new, |c| format!("; did you mean `{c}`?"));
            differences.push(format!("the file has no variable `{name}`{close}"));
        }
    }
    let inputs = graph.inputs().iter().zip(graph.input_types()).zip(names);
    let mut missing: Vec<String> = Vec::new();
    let arguments = inputs.map(|((input, ty), name)| {
        let own = written.arguments.iter().find(|a| a.name == name);
        match own {
            Some(own) if fits(&own.ty, ty) => return own.clone(),
            Some(own) => {
                let own = display(&own.ty, written);
                let ty = display(ty, written);
                differences.push(format!("the variable `{name}` is {ty}, the argument {own}"));
            }
            None => missing.push(format!("`{name}`")),
        }
        right(input, ty, &name, own)
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
        by_reference: is_large(ty) || (own.is_some_and(|own| own.by_reference) && !ty.is_scalar()),
        dynamic: input.kind == InputKind::Dynamic || own.is_some_and(|own| own.dynamic),
        shared: own.is_some_and(|own| own.shared),
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

/// For each argument of a signature that fits the name that it has in the file.
pub(super) fn file_names(graph: &Graph, signature: &Signature) -> Vec<String> {
    let own = own_names(graph);
    let arguments = signature.arguments.iter().map(|argument| {
        let position = own.iter().position(|name| argument.name == *name);
        position.map_or_else(String::new, |position| {
            graph.inputs()[position].name.clone()
        })
    });
    arguments.collect()
}

/// The inputs of the file from the arguments of a signature that fits.
pub(super) fn inputs<'b>(
    builder: &'b Builder,
    graph: &Graph,
    names: &[String],
    arguments: &[Wire<'b>],
) -> graph_ir::Result<Vec<Wire<'b>>> {
    let by_name: HashMap<&str, Wire<'b>> = names
        .iter()
        .map(String::as_str)
        .zip(arguments.iter().copied())
        .collect();
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

#[cfg(test)]
mod tests {
    use super::{identifier, identifiers};

    #[test]
    fn names_become_identifiers() {
        for (name, own) in [
            ("fc1_weight", "fc1_weight"),
            ("conv0.weight", "conv0_weight"),
            ("stage1/unit:0", "stage1_unit_0"),
            ("0", "_0"),
            ("type", "type_"),
            ("self", "self_"),
            ("_", "_input"),
            ("", "input"),
            ("größe", "gr__e"),
        ] {
            assert_eq!(identifier(name), own);
        }
    }

    #[test]
    fn names_that_become_equal_are_numbered() {
        let names = identifiers(["a.b", "a_b", "a_b_2", "a/b"].into_iter());
        for (own, name) in [
            ("a_b", "a.b"),
            ("a_b_2", "a_b"),
            ("a_b_2_2", "a_b_2"),
            ("a_b_3", "a/b"),
        ] {
            assert_eq!(names.get(own), Some(&name), "{own}");
        }
    }
}
