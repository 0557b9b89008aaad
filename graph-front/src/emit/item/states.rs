//! The function that changes arguments behind `&mut`: it computes what the function of values does,
//! and writes further results over these arguments. All other items are those of the function of
//! values.

use graph_ir::Type;
use proc_macro2::{Ident, Literal, TokenStream};

use super::Bodies;
use super::compute::{ResultPlace, statements};
use super::function::allocates;
use super::slices::part;
use super::twin::{Allocates, Item};
use crate::derivatives::{OutputGroup, Request};
use crate::emit::call::{Input, Output};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::signature::{Argument, Form, bytes_of, path_tokens};
use crate::tokens::joined;

/// The name of the function in the module that the user's function calls.
pub(super) const HIDDEN: &str = "__in_place";

/// How many bytes of a new state are a variable of the function; a larger one lies beside the stack.
const SMALL: usize = 4096;

/// The function, and its twin that takes a workspace.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let signature = names.signature;
    if !signature.has_states() || !signature.makes(Request::Value) {
        return TokenStream::new();
    }
    let item = Item {
        hidden: Some(HIDDEN),
        name: "in_place".into(),
        doc: "The function itself, which changes its arguments behind `&mut`.",
        must_use: false,
        in_place: true,
        parameters: Vec::new(),
        result: signature.returned_type(),
        body: body(names, bodies),
        allocates: match signature.is_symbolic() {
            true => allocates(names, bodies, Request::Value),
            false => Allocates::Nothing,
        },
    };
    item.tokens(&names.generics(), names, bodies)
}

fn body(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let signature = names.signature;
    let states: Vec<&Argument> = signature
        .arguments
        .iter()
        .filter(|own| own.is_state)
        .collect();
    let formals = signature.formals().filter(|formal| formal.first().is_state);
    let borrowed = formals.map(|formal| {
        let (variable, place) = (formal.first().variable(), place_of(formal.first()));
        let value = match formal.by_reference() {
            true => mixed!(&*#place),
            false => mixed!(*#place),
        };
        mixed!(let #place = #variable; let #variable = #value;)
    });
    let borrowed = joined(borrowed);
    let value = ident("value");
    let (own, new) = signature
        .result
        .parts()
        .split_at(signature.returned_parts());
    let declared = signature.returned.as_ref().map(|form| {
        let zero = names.zero_of_form(form, own);
        mixed!(let mut #value = #zero;)
    });
    let leaves = signature.returned.iter().flat_map(Form::leaves);
    let mut outputs: Vec<Output> = own
        .iter()
        .zip(leaves)
        .map(|(ty, leaf)| Output::within(ty.clone(), mixed!(#value), &leaf.path))
        .collect();
    let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
    for (number, (ty, argument)) in new.iter().zip(states).enumerate() {
        let room = New::of(names, ty, number);
        before.extend(room.declared);
        after.extend(written(names, argument, ty, &room.place));
        outputs.push(Output::new(ty.clone(), room.place));
    }
    let place = ResultPlace {
        group: OutputGroup::Value,
        before: TokenStream::new(),
        outputs,
        whole: TokenStream::new(),
    };
    let run = statements(
        names,
        bodies,
        Request::Value,
        Input::arguments(names),
        vec![place],
    );
    let value = signature.returned.is_some().then(|| mixed!(#value));
    mixed!(#borrowed #declared #before #run #after #value)
}

/// The room for a new state.
struct New {
    declared: TokenStream,
    place: TokenStream,
}

impl New {
    fn of(names: &Names<'_>, ty: &Type, number: usize) -> Self {
        let name = ident(&format!("new_{number}"));
        let is_known = !names.signature.is_slice(ty) && !ty.shape.is_symbolic();
        if !is_known || !ty.is_float() || bytes_of([ty]) <= SMALL {
            let zero = names.zero_of_call(ty);
            return Self {
                declared: mixed!(let mut #name = #zero;),
                place: mixed!(#name),
            };
        }
        let (private, room) = (&names.private, ident(&format!("room_{number}")));
        let scalar = Type::scalar(ty.element);
        let (float, zero) = (names.element(ty.element), names.zero(&scalar));
        let size = Literal::usize_unsuffixed(ty.shape.size());
        let part = part(names, ty, &mixed!(#name), 0, true);
        Self {
            declared: mixed! {
                let mut #room = #private::generated::Arena::<#float, #size>::new(#zero);
                let #name = #room.elements();
                let #name = #part;
            },
            place: mixed!((*#name)),
        }
    }
}

/// The variable that still refers to a state while its name is that of the value.
fn place_of(argument: &Argument) -> Ident {
    ident(&format!(
        "__place_of_{}",
        argument.name.to_string().trim_start_matches("r#")
    ))
}

/// A statement that writes a new state.
fn written(names: &Names<'_>, argument: &Argument, ty: &Type, new: &TokenStream) -> TokenStream {
    let (place, path) = (place_of(argument), path_tokens(argument.path()));
    match ty.shape.rank() {
        0 => mixed!((*#place) #path = #new;),
        _ if names.signature.is_slice(ty) => mixed!((*#place) #path.clone_from_slice(&#new[..]);),
        _ => mixed!((*#place) #path.copy_from_slice(&#new[..]);),
    }
}
