//! The graph of the function that the struct holds, in which the run time finds patterns.

use proc_macro2::{Literal, TokenStream};

use super::Parameters;
use crate::emit::item::Bodies;
use crate::emit::mixed;
use crate::emit::names::Names;
use crate::signature::Argument;

/// The implementation, where there is an allocator.
pub(super) fn implementation(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    parameters: &Parameters,
) -> TokenStream {
    let private = &names.private;
    let names = &names.of_fields();
    let symbols = names.signature.symbols();
    let lengths = symbols.iter().map(|symbol| {
        let (text, value) = (symbol.name(), names.value_of(symbol));
        mixed!((#text, #value))
    });
    let arguments = names.signature.arguments.iter().enumerate();
    let integers = arguments.filter(|(_, argument)| argument.is_index());
    let integers = integers.map(|(input, argument)| {
        let (input, elements) = (Literal::usize_unsuffixed(input), elements(names, argument));
        mixed!(#private::generated::integers_at(#input, #elements))
    });
    let generic = names.float_parameters();
    let generic = (!generic.is_empty()).then(|| mixed!(::#generic));
    let body = bodies.body(mixed! {
        #private::generated::graph_of_call(
            &graph #generic (), &[#(#lengths),*], [#(#integers),*].into(),
        )
    });
    let Parameters {
        generics, passed, ..
    } = parameters;
    mixed! {
        #private::generated::with_alloc! {
            impl #generics #private::GraphFunction for Function #passed {
                fn graph(&self) -> #private::generated::GraphResult {
                    #body
                }
            }
        }
    }
}

/// The elements of an argument that the struct holds, as one slice.
fn elements(names: &Names<'_>, argument: &Argument) -> TokenStream {
    let name = argument.field();
    match argument.ty.shape.rank() {
        0 if argument.by_reference => mixed!(::core::slice::from_ref(self.#name)),
        0 => mixed!(::core::slice::from_ref(&self.#name)),
        rank if names.signature.is_rows(&argument.ty) => {
            let flat = (2..rank).map(|_| mixed!(.as_flattened()));
            mixed!(self.#name.elements() #(#flat)*)
        }
        rank => {
            let flat = (1..rank).map(|_| mixed!(.as_flattened()));
            mixed!((&self.#name[..]) #(#flat)*)
        }
    }
}
