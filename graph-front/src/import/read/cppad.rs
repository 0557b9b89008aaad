//! Functions of CppAD's format: a vector of dynamic parameters, one of independent variables, one
//! of results, all of `f64`.
//!
//! A signature may divide them up: its arguments without `#[dynamic]`, one after another in
//! row-major order, are the independent variables, those with it the dynamic parameters, and the
//! parts of its result the results.

use graph_formats::cppad;
use graph_ir::graph::{Graph, InputKind};
use graph_ir::intern::signed;
use graph_ir::{Builder, Element, Shape, Type, Wire};
use proc_macro2::{Ident, Span};

use super::Offer;
use super::names::Names;
use crate::diagnostics::{Diagnostic, plural};
use crate::labels::Labels;
use crate::parse::Import;
use crate::signature::{Argument, Signature, is_large};

/// Reads the graph and the signature that the file offers.
pub(super) fn offer(text: &str, import: &Import, written: &Signature) -> Result<Offer, Diagnostic> {
    let path = import.path.value();
    let refused = |message: String| Diagnostic::new(import.place(), message);
    let graph = cppad::from_str(text).map_err(|error| {
        let error = error.located(text);
        let message = format!("`{path}` cannot be read as a file of CppAD: {error}");
        let other = text.contains("\"arg_nodes\"");
        let help = format!("files of NNVM and MXNet are read by `#[nnvm({path:?})]`");
        refused(message).help_if(other.then_some(help))
    })?;
    let count = |kind: InputKind| -> usize {
        let inputs = graph.inputs().iter().zip(graph.input_types());
        let same = inputs.filter(|(input, _)| input.kind == kind);
        same.map(|(_, ty)| ty.shape.size()).sum()
    };
    let (variables, parameters) = (count(InputKind::Independent), count(InputKind::Dynamic));
    let results: usize = graph.output_types().map(|ty| ty.shape.size()).sum();
    if results == 0 {
        return Err(refused(format!("`{path}` has no results")));
    }
    let parts = written.result.parts();
    let mut differences = elements(written);
    for (found, dynamic, what, where_) in [
        (variables, false, "independent variable", "without"),
        (parameters, true, "dynamic parameter", "with"),
    ] {
        let held = numbers(written, dynamic);
        if held != found {
            differences.push(format!(
                "the file has {found} {what}{}, the arguments {where_} `#[dynamic]` hold {held} \
                 number{}",
                plural(found),
                plural(held)
            ));
        }
    }
    let held = total(parts);
    if held != results {
        differences.push(format!(
            "the file has {results} result{}, the function {held}",
            plural(results)
        ));
    }
    let arguments = [(variables, false, "x"), (parameters, true, "p")];
    let arguments = arguments.into_iter();
    Ok(Offer {
        arguments: arguments
            .flat_map(|(n, dynamic, name)| near(written, n, dynamic, name))
            .collect(),
        results: match held == results && parts.iter().all(is_f64) {
            true => parts.to_vec(),
            false => vec![vector_or_number(results)],
        },
        graph,
        differences,
        names: Names::default(),
    })
}

/// Errors in the types of the numbers.
fn elements(written: &Signature) -> Vec<String> {
    let arguments = written.arguments.iter().map(|a| &a.ty);
    let all = arguments.chain(written.result.parts());
    match { all }.all(is_f64) {
        true => Vec::new(),
        false => vec!["all numbers of the file are f64".into()],
    }
}

fn is_f64(ty: &Type) -> bool {
    ty.element == Element::F64
}

fn total(types: &[Type]) -> usize {
    types.iter().map(|ty| ty.shape.size()).sum()
}

fn held(written: &Signature, dynamic: bool) -> impl Iterator<Item = &Argument> {
    let arguments = written.arguments.iter();
    arguments.filter(move |argument| argument.dynamic == dynamic)
}

fn numbers(written: &Signature, dynamic: bool) -> usize {
    held(written, dynamic).map(|a| a.ty.shape.size()).sum()
}

/// The arguments as they are written where that is right, else one vector.
fn near(written: &Signature, count: usize, dynamic: bool, name: &str) -> Vec<Argument> {
    let own: Vec<&Argument> = held(written, dynamic).collect();
    if numbers(written, dynamic) == count && own.iter().all(|a| is_f64(&a.ty)) {
        return own.into_iter().cloned().collect();
    }
    if count == 0 {
        return Vec::new();
    }
    let ty = vector(count);
    vec![Argument {
        name: match own.first() {
            Some(first) => first.name.clone(),
            None => Ident::new(name, Span::call_site()),
        },
        by_reference: is_large(&ty),
        ty,
        within: None,
        labels: Labels::default(),
        dynamic,
        shared: false,
        tags: Vec::new(),
        is_state: false,
        docs: Vec::new(),
    }]
}

fn vector(count: usize) -> Type {
    let shape = Shape::new(&[count]);
    Type::new(Element::F64, shape.unwrap_or_else(|_| Shape::scalar()))
}

fn vector_or_number(count: usize) -> Type {
    match count {
        1 => Type::scalar(Element::F64),
        _ => vector(count),
    }
}

/// The inputs of the file from the arguments of the signature.
pub(super) fn inputs<'b>(
    builder: &'b Builder,
    graph: &Graph,
    signature: &Signature,
    arguments: &[Wire<'b>],
) -> graph_ir::Result<Vec<Wire<'b>>> {
    let inputs = graph.inputs().iter().zip(graph.input_types());
    let inputs = inputs.map(|(input, ty)| {
        let dynamic = input.kind == InputKind::Dynamic;
        let own = signature.arguments.iter().zip(arguments);
        let own = own.filter(|(argument, _)| argument.dynamic == dynamic);
        let flat = own.map(|(_, &wire)| flattened(builder, wire));
        let flat = flat.collect::<graph_ir::Result<Vec<_>>>()?;
        let joined = match flat[..] {
            [only] => only,
            _ => builder.concat(&flat, 0)?,
        };
        builder.reshape(joined, &ty.shape)
    });
    inputs.collect()
}

/// The parts of the signature's result from the outputs of the file.
pub(super) fn results<'b>(
    builder: &'b Builder,
    outputs: &[Wire<'b>],
    parts: &[Type],
) -> graph_ir::Result<Vec<Wire<'b>>> {
    let &[output] = outputs else {
        return Ok(Vec::new());
    };
    if let [part] = parts {
        return Ok(vec![builder.reshape(output, &part.shape)?]);
    }
    let flat = flattened(builder, output)?;
    let mut start = 0;
    let parts = parts.iter().map(|part| {
        let size = part.shape.size();
        let range = builder.range(flat, 0, start, size)?;
        start += signed(size);
        builder.reshape(range, &part.shape)
    });
    parts.collect()
}

fn flattened<'b>(builder: &'b Builder, wire: Wire<'b>) -> graph_ir::Result<Wire<'b>> {
    let size = builder.ty(wire)?.shape.size();
    builder.reshape(wire, &Shape::new(&[size])?)
}
