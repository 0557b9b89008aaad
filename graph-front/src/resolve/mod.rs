//! Signatures as the user writes them, resolved: arguments and results.

mod results;

use std::rc::Rc;

use graph_ir::Element;
use proc_macro2::{Ident, TokenStream};
use syn::{FnArg, Receiver, ReturnType};

use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, closest, print, print_type};
use crate::lower::{Declared, Names, declared_type, open_array};
use crate::parameters::{bound, generic};
use crate::parse::{FunctionSource, Import, ParsedAttributes, check_tags, is_level, is_tag, tags};
use crate::patterns::{has_other_integers, in_place_of_tuples, unnamed};
use crate::qualifiers::qualifiers;
use crate::signature::{Argument, Form, Lengths, Signature, Whole, Within};
use crate::tokens::{idents, mentions};
use crate::undeclared_float::undeclared_float;
use results::{result, with_states};

/// Resolves a function's signature for the values of its `const` parameters; `None` when it holds
/// an error, which is reported.
pub(crate) fn signature(
    source: &FunctionSource,
    attributes: &ParsedAttributes,
    facade: &TokenStream,
    names: &Names<'_>,
    lengths: &Lengths,
) -> Option<Signature> {
    let before = names.diagnostics.len();
    qualifiers(source, names.diagnostics);
    let (generic, refused) = generic(source, lengths, names.diagnostics);
    if let Some(undeclared) = undeclared_float(source, names) {
        names.diagnostics.push(undeclared);
        return None;
    }
    let resolver = Resolver {
        names,
        generic: generic.as_ref().map(ToString::to_string),
        lengths,
        refused,
    };
    let arguments = arguments(source, attributes.derivatives.batch.is_some(), &resolver);
    // A list of all that is made may leave the batch out.
    if attributes.derivatives.batch.is_none()
        && !asks_for_batch(source)
        && !attributes.derivatives.only
        && let Some(shared) = shared_by_none(source)
    {
        names.diagnostics.push(shared);
    }
    let returned = match (&source.signature.output, &arguments) {
        (ReturnType::Default, Some(own)) if own.iter().any(|own| own.is_state) => None,
        _ => Some(result(source, &resolver)),
    };
    if names.diagnostics.len() > before {
        return None;
    }
    let arguments = arguments?;
    let returned = match returned {
        Some(returned) => Some(returned?),
        None => None,
    };
    let returned_form = returned.as_ref().map(|(ty, _)| ty.form().clone());
    let (result, result_labels) = with_states(returned, &arguments);
    Some(Signature {
        name: source.signature.ident.clone(),
        visibility: source.visibility.clone(),
        attributes: attributes.attributes.clone(),
        generic,
        bound: bound(source),
        lengths: lengths.clone(),
        arguments,
        result,
        result_labels,
        returned: returned_form,
        rows: source.rows.clone(),
        derivatives: attributes.derivatives.clone(),
        codegen: attributes.codegen,
        outside: Vec::new(),
        silent: source.import.as_ref().is_some_and(|import| import.silent),
        undifferentiable: None,
        facade: facade.clone(),
    })
}

/// The scope in which types are resolved.
struct Resolver<'r, 'e> {
    names: &'r Names<'e>,
    generic: Option<String>,
    lengths: &'r Lengths,
    /// Parameters that the language does not have: their uses are no errors of their own.
    refused: Vec<String>,
}

/// The error of a method.
pub(crate) fn receiver_refused(receiver: &Receiver) -> Diagnostic {
    let message = "a function of `graph!` has no `self`";
    let help = "write it outside of the `impl`, with the fields that it reads as arguments; a method \
                may call it";
    Diagnostic::new(SourcePlace::of(receiver), message).help(help)
}

/// The arguments; `None` when one of them is wrong.
fn arguments(
    source: &FunctionSource,
    has_batch: bool,
    resolver: &Resolver<'_, '_>,
) -> Option<Vec<Argument>> {
    let diagnostics = resolver.names.diagnostics;
    let (mut arguments, mut given): (Vec<Argument>, usize) = (Vec::new(), 0);
    for input in &source.signature.inputs {
        let typed = match input {
            FnArg::Typed(typed) => typed,
            FnArg::Receiver(receiver) => {
                diagnostics.push(receiver_refused(receiver));
                resolver.names.refused.add("self".into());
                continue;
            }
        };
        let name = match &*typed.pat {
            syn::Pat::Ident(p) if p.by_ref.is_none() && p.subpat.is_none() => {
                // The function is checked on: it means the same without the word.
                if let Some(refused) = mutable_reference(p, &typed.ty) {
                    diagnostics.push(refused);
                }
                &p.ident
            }
            other => {
                diagnostics.push(unnamed(other, &typed.ty, source, resolver.names));
                continue;
            }
        };
        if arguments.iter().any(|argument| argument.name == *name) {
            let message = format!("the argument `{name}` is declared twice");
            let help = "give each argument a name of its own";
            diagnostics.push(Diagnostic::new(SourcePlace::token(name.span()), message).help(help));
            continue;
        }
        if let Some(length) = length_by_argument(source, &typed.ty, resolver.names) {
            diagnostics.push(length);
            continue;
        }
        let Some((declared, by_reference, is_state)) = resolver.argument_type(&typed.ty) else {
            if has_batch {
                of_one_point(typed, name, diagnostics);
            }
            continue;
        };
        let is_several = matches!(declared, Declared::Tuple(_) | Declared::Tuples(_));
        let is_struct = matches!(&declared, Declared::Tuple(parts) if parts.of().is_some());
        // The fields of a struct have the names of a file's variables.
        let has_variables = is_struct && source.import.as_ref().is_some_and(Import::has_names);
        if (is_state || is_several && !has_variables)
            && let Some(refused) = several_refused(source, &typed.ty)
        {
            diagnostics.push(refused);
            continue;
        }
        let mut marks_on_it = Marks {
            is_state,
            tags: tags(&typed.attrs),
            ..Marks::default()
        };
        check_tags(&typed.attrs, diagnostics);
        for attribute in &typed.attrs {
            let marks = ["dynamic", "shared"].map(|mark| attribute.path().is_ident(mark));
            if marks != [false; 2] && !matches!(attribute.meta, syn::Meta::Path(_)) {
                let text = print(attribute.path());
                let message = format!("`#[{text}]` takes nothing");
                let help = format!("it marks the argument behind it: `#[{text}] {name}: ..`");
                diagnostics.push(Diagnostic::new(SourcePlace::of(attribute), message).help(help));
            }
            if marks[0] {
                marks_on_it.dynamic = true;
            } else if marks[1] {
                marks_on_it.shared = true;
            } else if attribute.path().is_ident("doc") {
                marks_on_it.docs.push(attribute.clone());
            } else if !is_level(attribute) && !is_tag(attribute) {
                let text = print(attribute.path());
                let close = closest(&text, ["dynamic", "shared", "tag", "doc"]);
                let message = format!("an argument cannot have the attribute `{text}`");
                let diagnostic = Diagnostic::new(SourcePlace::of(attribute), message);
                diagnostics.push(match close {
                    Some(close) => diagnostic.help(format!("did you mean `{close}`?")),
                    None => diagnostic.help(
                        "`#[dynamic]` marks an argument without a derivative, `#[shared]` one that \
                         is the same for all points of a batch",
                    ),
                });
            }
        }
        given += 1;
        arguments.extend(parts(name, declared, by_reference, &marks_on_it));
    }
    (given == source.signature.inputs.len()).then_some(arguments)
}

/// The error for `mut r: &mut T`: there is no other reference that `r` could become.
fn mutable_reference(pattern: &syn::PatIdent, ty: &syn::Type) -> Option<Diagnostic> {
    let (word, name) = (pattern.mutability?, &pattern.ident);
    let syn::Type::Reference(reference) = ty else {
        return None;
    };
    reference.mutability?;
    let message = format!("`{name}` is changed behind its `&mut`, and needs no `mut` of its own");
    let help = format!("write `{name}: &mut {}`", print_type(&reference.elem));
    Some(Diagnostic::new(SourcePlace::token(word.span), message).help(help))
}

/// The error for a struct or a tuple in the signature of a function that is not the block's own
/// alone: of a file, of the surrounding code, or with a derivative of its own.
fn several_refused(source: &FunctionSource, ty: &syn::Type) -> Option<Diagnostic> {
    let whose = match source {
        _ if source.import.is_some() => "a function from a file",
        _ if source.outside.is_some() => "a function from outside of the block",
        _ if source.rule.is_some() => "a function with a derivative of its own",
        _ => return None,
    };
    let message = format!("{whose} has numbers and arrays");
    let help = "write an argument or a result for each part, and a function of the block that has the \
                whole and calls this one";
    Some(Diagnostic::new(SourcePlace::of(ty), message).help(help))
}

/// The marks on an argument.
#[derive(Default)]
struct Marks {
    dynamic: bool,
    shared: bool,
    is_state: bool,
    tags: Vec<String>,
    docs: Vec<syn::Attribute>,
}

/// The scalars and arrays of an argument: itself, or its parts.
fn parts(name: &Ident, declared: Declared, by_reference: bool, marks: &Marks) -> Vec<Argument> {
    let Some((form, types)) = declared.flattened() else {
        return Vec::new();
    };
    let whole = (form != Form::One).then(|| {
        Rc::new(Whole {
            form: form.clone(),
            by_reference,
        })
    });
    let leaves = form.leaves().into_iter().zip(types);
    let parts = leaves.map(|(leaf, (ty, labels))| Argument {
        name: name.clone(),
        within: whole.clone().map(|whole| Within {
            whole,
            path: leaf.path,
        }),
        ty,
        labels,
        by_reference: by_reference && whole.is_none(),
        dynamic: marks.dynamic || leaf.is_dynamic,
        shared: marks.shared,
        tags: marks.tags.iter().cloned().chain(leaf.tags).collect(),
        is_state: marks.is_state,
        docs: marks.docs.clone(),
    });
    parts.collect()
}

/// Has the help for a slice, in a function that has a batch, speak of one point: with a length that
/// the call brings there would be no batch.
fn of_one_point(typed: &syn::PatType, name: &Ident, diagnostics: &Diagnostics) {
    let ty = match &*typed.ty {
        syn::Type::Reference(reference) => &*reference.elem,
        ty => ty,
    };
    let syn::Type::Slice(slice) = ty else { return };
    let help = match &*slice.elem {
        row @ syn::Type::Array(_) => {
            format!("write what one point has, a row: `{name}: {}`", print(row))
        }
        number => format!(
            "write what one point has, a number, `{name}: {}`, or an array of a fixed length",
            print(number)
        ),
    };
    let is_of_lengths = |help: &str| help.starts_with("write a length that the call brings");
    diagnostics.change_helps_in(SourcePlace::of(ty), |own| {
        is_of_lengths(own).then(|| help.clone())
    });
}

impl Resolver<'_, '_> {
    /// The type of an argument, the names of its dimensions, and whether it is passed by reference.
    fn argument_type(&self, ty: &syn::Type) -> Option<(Declared, bool, bool)> {
        let diagnostics = self.names.diagnostics;
        let (inner, by_reference, is_state) = match ty {
            syn::Type::Reference(reference) => {
                (&*reference.elem, true, reference.mutability.is_some())
            }
            other => (other, false, false),
        };
        let message = match self.resolve(inner)? {
            Declared::Tensor(resolved, labels) => {
                let is_index = resolved.element == Element::I64;
                if by_reference && resolved.is_scalar() && !is_state {
                    "a number is passed by value: remove the `&`".to_string()
                } else if is_index && !is_usize(inner, self.names) {
                    let message = "an integer argument is an index, which is a `usize`";
                    let help = "write `usize` for an index, `f64` for a number to compute with";
                    diagnostics.push(Diagnostic::new(SourcePlace::of(ty), message).help(help));
                    return None;
                } else {
                    // The function of values takes a number by value.
                    let by_reference = by_reference && !resolved.is_scalar();
                    let declared = Declared::Tensor(resolved, labels);
                    return Some((declared, by_reference, is_state));
                }
            }
            Declared::Tuple(parts) if parts.is_empty() => {
                let message = "an argument of type `()` has no value";
                diagnostics.push(Diagnostic::new(SourcePlace::of(ty), message).help("remove it"));
                return None;
            }
            Declared::Tuple(_) | Declared::Tuples(_) if has_other_integers(inner, self.names) => {
                let message = "an integer argument is an index, which is a `usize`";
                let help = "write `usize` for an index, `f64` for a number to compute with";
                diagnostics.push(Diagnostic::new(SourcePlace::of(ty), message).help(help));
                return None;
            }
            declared @ (Declared::Tuple(_) | Declared::Tuples(_))
                if declared.clone().flattened().is_some() =>
            {
                return Some((declared, by_reference, is_state));
            }
            declared if let Some((message, help)) = open_array(&declared) => {
                let diagnostic = Diagnostic::new(SourcePlace::of(ty), message);
                let columns = match inner {
                    syn::Type::Array(array) => in_place_of_tuples(array, by_reference),
                    _ => None,
                };
                diagnostics.push(diagnostic.help(columns.unwrap_or(help)));
                return None;
            }
            _ => "an argument is a number, an array, or a tuple or a struct of these".to_string(),
        };
        diagnostics.push(Diagnostic::new(SourcePlace::of(ty), message));
        None
    }

    fn resolve(&self, ty: &syn::Type) -> Option<Declared> {
        if mentions(ty, |name| {
            self.refused.iter().any(|refused| refused == name)
        }) {
            return None;
        }
        declared_type(ty, self.names, self.generic.as_deref(), self.lengths)
    }
}

/// Whether the elements of a type are written as `usize`, be it in an alias.
fn is_usize(ty: &syn::Type, names: &Names<'_>) -> bool {
    // Aliases that refer to themselves have been refused.
    let mut rest = ty;
    loop {
        rest = match rest {
            syn::Type::Array(ty) => &ty.elem,
            syn::Type::Paren(ty) => &ty.elem,
            syn::Type::Group(ty) => &ty.elem,
            syn::Type::Path(path) => match path.path.get_ident() {
                Some(name) if name == "usize" => return true,
                Some(name) => match names.aliases.get(&name.to_string()) {
                    Some(alias) => &alias.ty,
                    None => return false,
                },
                None => return false,
            },
            _ => return false,
        };
    }
}

/// Whether an attribute asks for a batch in words that may be wrong.
fn asks_for_batch(source: &FunctionSource) -> bool {
    let is_of_batch = |name: &str| {
        ["batch", "sum_"]
            .iter()
            .any(|start| name.starts_with(start))
            || matches!(name, "rows" | "columns")
    };
    let mut attributes = source.attributes.iter();
    attributes.any(|attribute| mentions(attribute, is_of_batch))
}

/// The error for an argument that is the same for all points of a batch which the function lacks.
fn shared_by_none(source: &FunctionSource) -> Option<Diagnostic> {
    let attributes = source
        .signature
        .inputs
        .iter()
        .flat_map(|input| match input {
            FnArg::Typed(typed) => &typed.attrs[..],
            FnArg::Receiver(_) => &[],
        });
    let mut shared = attributes.filter(|attribute| attribute.path().is_ident("shared"));
    let place = SourcePlace::of(shared.next()?);
    let name = &source.signature.ident;
    let message = format!("`#[shared]` marks an argument of a batch, and `{name}` has none");
    let help = "ask for the batch, `#[derivatives(batch)]`, or remove the attribute";
    Some(Diagnostic::new(place, message).help(help))
}

/// The error for an array whose length is an argument, or computed from one.
fn length_by_argument(
    source: &FunctionSource,
    ty: &syn::Type,
    names: &Names<'_>,
) -> Option<Diagnostic> {
    let length = match ty {
        syn::Type::Reference(ty) => return length_by_argument(source, &ty.elem, names),
        syn::Type::Paren(ty) => return length_by_argument(source, &ty.elem, names),
        syn::Type::Tuple(ty) => {
            let mut parts = ty.elems.iter();
            return parts.find_map(|part| length_by_argument(source, part, names));
        }
        syn::Type::Array(ty) => match length_by_argument(source, &ty.elem, names) {
            Some(inner) => return Some(inner),
            None => idents(&ty.len),
        },
        _ => return None,
    };
    let is_argument = |name: &Ident| {
        source.signature.inputs.iter().any(|input| match input {
            FnArg::Typed(typed) => matches!(&*typed.pat, syn::Pat::Ident(p) if p.ident == *name),
            FnArg::Receiver(_) => false,
        })
    };
    // Types see no arguments: a length or a constant of that name is what is meant.
    let is_length = |name: &Ident| {
        let own = source.signature.generics.const_params();
        { own }.any(|own| own.ident == *name)
            || names.constants.get(&name.to_string(), names).is_some()
    };
    let name = { length }
        .into_iter()
        .find(|name| is_argument(name) && !is_length(name))?;
    let upper = name.to_string().to_uppercase();
    let message = format!("the length of an array is no argument: `{name}` is a number of its own");
    let help = format!(
        "write a length that comes with the call as a parameter, in place of the argument: `fn \
         {}<const {upper}: usize>(x: &[f64; {upper}])`",
        source.signature.ident
    );
    Some(Diagnostic::new(SourcePlace::token(name.span()), message).help(help))
}
