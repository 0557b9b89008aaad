//! Calls of the private functions that programs become.

use std::collections::{BTreeMap, BTreeSet};

use graph_ir::{Element, Type};
use graph_program::Slot;
use proc_macro2::{Delimiter, Group, Ident, TokenStream};
use syn::ext::IdentExt as _;

use super::item::{Bodies, pool};
use super::mixed;
use super::names::{Names, ident, zeros};
use crate::signature::{Argument, Step, path_tokens};

/// An input of a program, in the form in which it is passed.
#[derive(Clone)]
pub(crate) struct Input(TokenStream);

/// An output of a program: its type, and the place that receives it.
pub(crate) struct Output {
    pub(crate) ty: Type,
    /// A variable, or what is behind a reference.
    variable: TokenStream,
    /// The steps from there to the place.
    path: Vec<Step>,
}

impl Output {
    /// One that a whole variable receives.
    pub(crate) fn new(ty: Type, variable: TokenStream) -> Self {
        let path = Vec::new();
        Self { ty, variable, path }
    }

    /// One that a part of a variable receives.
    pub(crate) fn within(ty: Type, variable: TokenStream, path: &[Step]) -> Self {
        let path = path.to_vec();
        Self { ty, variable, path }
    }

    /// The place as one expression.
    pub(crate) fn place(&self) -> TokenStream {
        let (variable, path) = (&self.variable, path_tokens(&self.path));
        mixed!(#variable #path)
    }
}

/// Statements that take arrays of structs apart in which places are, and the places: the compiler
/// lends elements of an array at one time where a pattern tells them apart.
fn apart(outputs: &[Output]) -> (TokenStream, Vec<TokenStream>) {
    // Each array, in the order in which a place is first in it, with the positions of its elements
    // that have places. One that is an element of another comes behind it.
    let mut arrays: Vec<(TokenStream, BTreeSet<usize>)> = Vec::new();
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let element = |array: usize, at: usize| ident(&format!("element_{array}_{at}"));
    let places = outputs.iter().map(|Output { variable, path, .. }| {
        let (mut place, mut rest) = (variable.clone(), &path[..]);
        for (before, step) in path.iter().enumerate() {
            let &Step::Element(at) = step else { continue };
            let members = path_tokens(&path[path.len() - rest.len()..before]);
            let array = mixed!(#place #members);
            let number = *numbers.entry(array.to_string()).or_insert(arrays.len());
            if number == arrays.len() {
                arrays.push((array, BTreeSet::new()));
            }
            arrays[number].1.insert(at);
            let name = element(number, at);
            (place, rest) = (mixed!((*#name)), &path[before + 1..]);
        }
        let rest = path_tokens(rest);
        mixed!(#place #rest)
    });
    let places = places.collect();
    let statements = arrays.iter().enumerate().map(|(number, (array, used))| {
        let elements = (0..=used.last().map_or(0, |&last| last)).map(|at| {
            let name = element(number, at);
            if used.contains(&at) {
                mixed!(#name)
            } else {
                mixed!(_)
            }
        });
        mixed!(let [#(#elements,)* ..] = &mut #array;)
    });
    (statements.collect(), places)
}

impl Input {
    /// An argument of the user's function under its own name.
    pub(crate) fn argument(names: &Names<'_>, argument: &Argument) -> Self {
        Self::held(names, argument, &argument.place())
    }

    /// An argument whose value, as the user's function takes it, is at a place.
    pub(crate) fn held(names: &Names<'_>, argument: &Argument, place: &TokenStream) -> Self {
        let by_reference = argument.by_reference || names.signature.is_rows(&argument.ty);
        let value = match (argument.ty.is_scalar(), by_reference) {
            (true, true) => mixed!(*#place),
            (true, false) | (false, true) => mixed!(#place),
            (false, false) => mixed!(&#place),
        };
        Self(match argument.is_index() && argument.ty.is_scalar() {
            true => converted(&value, 0, &integer(names)),
            false => value,
        })
    }

    /// All arguments of the user's function.
    pub(crate) fn arguments(names: &Names<'_>) -> Vec<Self> {
        let arguments = names.signature.arguments.iter();
        arguments.map(|a| Self::argument(names, a)).collect()
    }

    /// A value at a place.
    pub(crate) fn value(names: &Names<'_>, ty: &Type, place: &TokenStream) -> Self {
        Self(match ty.shape.rank() {
            0 if ty.element == Element::I64 => converted(place, 0, &integer(names)),
            0 => mixed!(#place),
            _ if names.signature.is_rows(ty) => mixed!(#place.as_rows()),
            _ => mixed!(&#place),
        })
    }

    /// The tokens that are passed.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.0
    }

    /// An input from tokens that are already in the form in which they are passed.
    pub(crate) fn passed(tokens: TokenStream) -> Self {
        Self(tokens)
    }
}

/// Outputs for the parts of the result, in a variable of its type.
pub(crate) fn result(names: &Names<'_>, variable: &TokenStream) -> Vec<Output> {
    let result = &names.signature.result;
    let outputs = result.form().leaves().into_iter().zip(result.parts());
    let outputs = outputs.map(|(leaf, ty)| match &leaf.path[..] {
        [] => Output::new(ty.clone(), variable.clone()),
        path => Output::within(ty.clone(), mixed!((#variable)), path),
    });
    outputs.collect()
}

/// Outputs for the fields of a variable of type `Adjoint`.
pub(crate) fn adjoint(names: &Names<'_>, variable: &TokenStream) -> Vec<Output> {
    let fields = names.independent().map(|argument| {
        let name = &argument.name;
        Output::within(
            argument.ty.clone(),
            mixed!(#variable.#name),
            argument.path(),
        )
    });
    fields.collect()
}

/// Inputs from the fields of a variable of type `Adjoint` or `Tangent`.
pub(crate) fn directions(names: &Names<'_>, variable: &TokenStream) -> Vec<Input> {
    let fields = names.independent().map(|argument| {
        let field = argument.field();
        Input::value(names, &argument.ty, &mixed!(#variable.#field))
    });
    fields.collect()
}

/// Inputs from the parts of the result, in a variable of its type.
pub(crate) fn seeds(names: &Names<'_>, variable: &TokenStream) -> Vec<Input> {
    let parts = names.signature.result.parts().iter();
    let places = names.result_parts(variable).into_iter();
    let seeds = parts
        .zip(places)
        .map(|(ty, place)| Input::value(names, ty, &place));
    seeds.collect()
}

/// Statements that run a program: arrays are written in place, numbers are assigned afterwards.
pub(crate) fn call(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    function: &str,
    inputs: &[Input],
    outputs: &[Output],
) -> TokenStream {
    let path = ident(function);
    call_as(names, bodies, (function, &mixed!(#path)), inputs, outputs)
}

/// The same, of a function by another path than its name.
pub(crate) fn call_as(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    (function, path): (&str, &TokenStream),
    inputs: &[Input],
    outputs: &[Output],
) -> TokenStream {
    let (mut before, slots) = slots(names, bodies.slots(function));
    let pools = bodies.pools(function).iter();
    let pools = pools.map(|&element| {
        let (pool, workspace) = (pool(element), ident("workspace"));
        mixed!(&mut #workspace.#pool)
    });
    let inputs = inputs.iter().map(|Input(tokens)| tokens);
    let (taken_apart, places) = apart(outputs);
    let (mut arrays, mut numbers, mut after) = (Vec::new(), Vec::new(), Vec::new());
    for (number, (output, place)) in outputs.iter().zip(&places).enumerate() {
        let result = ident(&format!("result_{number}"));
        let rank = output.ty.shape.rank();
        let positions = output.ty.element == Element::I64;
        if rank == 0 {
            numbers.push(result.clone());
            let value = match positions {
                true => converted(&mixed!(#result), 0, &position(names)),
                false => mixed!(#result),
            };
            after.push(mixed!(#place = #value;));
        } else if positions && names.signature.is_slice(&output.ty) {
            // The place has the length that the function checks.
            let (private, zero) = (&names.private, integers(&output.ty.row()));
            before.push(
                mixed!(let mut #result = #private::generated::rows::many(#zero, #place.len());),
            );
            arrays.push(mixed!(&mut #result));
            let [to, from] = ["to", "from"].map(ident);
            let value = converted(&mixed!(#from), rank - 1, &position(names));
            after.push(mixed! {
                for (#to, #from) in #place.iter_mut().zip(#result) {
                    *#to = #value;
                }
            });
        } else if positions {
            let zero = integers(&output.ty);
            before.push(mixed!(let mut #result = #zero;));
            arrays.push(mixed!(&mut #result));
            let value = converted(&mixed!(#result), rank, &position(names));
            after.push(mixed!(#place = #value;));
        } else {
            arrays.push(mixed!(&mut #place));
        }
    }
    mixed! {
        #(#before)*
        #taken_apart
        let (#(#numbers,)*) = #path(#(#inputs,)* #(#arrays,)* #(#slots,)* #(#pools,)*);
        #(#after)*
    }
}

/// Statements that take slots from the workspace, and their names.
fn slots(names: &Names<'_>, slots: &[Slot]) -> (Vec<TokenStream>, Vec<Ident>) {
    let (private, workspace) = (&names.private, ident("workspace"));
    let (mut before, mut taken) = (Vec::new(), Vec::new());
    for (number, slot) in slots.iter().enumerate() {
        let pool = pool(slot.element);
        let is_first = slots[..number].iter().all(|s| s.element != slot.element);
        if is_first {
            before.push(mixed!(let #pool = #workspace.#pool.elements();));
        }
        let name = ident(&format!("slot_{number}"));
        before.push(mixed!(let (#name, #pool) = #private::generated::slot(#pool);));
        taken.push(name);
    }
    (before, taken)
}

/// An array with a function applied to each element.
fn converted(array: &TokenStream, rank: usize, function: &TokenStream) -> TokenStream {
    let element = ident("element");
    let deeper = 1..rank;
    let inner = deeper.fold(
        mixed!(#function),
        |inner, _| mixed!(|#element| #element.map(#inner)),
    );
    match rank {
        0 => mixed!((#function)(#array)),
        _ => mixed!(#array.map(#inner)),
    }
}

fn integer(names: &Names<'_>) -> TokenStream {
    let private = &names.private;
    mixed!(#private::generated::integer)
}

/// The function that makes a position of an integer, whose panic is at the name of the user's
/// function. A path alone would panic where it is called, which is no place of the user's.
fn position(names: &Names<'_>) -> TokenStream {
    let (private, name) = (&names.private, &names.signature.name);
    let (integer, text) = (ident("integer"), name.unraw().to_string());
    // `$crate` would be at the macro's call.
    let position = Ident::new("__position", name.span());
    let mut operands = Group::new(Delimiter::Parenthesis, mixed!(#integer, #text));
    operands.set_span(name.span());
    mixed!({
        use #private::generated::position as #position;
        |#integer| #position #operands
    })
}

/// Zeros of a type whose elements are integers in the graph.
fn integers(ty: &Type) -> TokenStream {
    zeros(mixed!(0i64), ty)
}
