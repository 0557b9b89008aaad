//! A request as a method of a trait over flat slices.

use graph_autodiff::sparsity::Pattern;
use proc_macro2::{Ident, Literal, TokenStream};

use super::Head;
use crate::derivatives::{InputGroup, Matrix, Named, OutputGroup, Request};
use crate::emit::call::{self, Input, Output};
use crate::emit::item::compute::{ResultPlace, allocates, statements};
use crate::emit::item::matrix::{dense_type, entries_type, flat_dense_type, is_open};
use crate::emit::item::slices::{flat_adjoint, flat_inputs, flat_result};
use crate::emit::item::slices::{part, part_behind, split};
use crate::emit::item::twin::Allocates;
use crate::emit::item::{Bodies, workspace};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};

/// The method that takes a workspace, as the trait has it.
pub(super) fn tokens(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    head: &Head,
    request: Request,
) -> TokenStream {
    let method = Method::new(head, request);
    let body = bodies.body(match head.is_inherent {
        true => method.call(),
        false => body(names, bodies, request),
    });
    method.tokens(&mixed!(#[inline]), &head.workspace, &body)
}

/// The same as a method of the struct itself, which takes a workspace in any memory.
pub(super) fn inherent(
    names: &Names<'_>,
    bodies: &Bodies<'_>,
    head: &Head,
    request: Request,
) -> TokenStream {
    let (of, _) = request.row().method;
    let (method, body) = (Method::new(head, request), body(names, bodies, request));
    let doc = format!(
        " The method of the trait `{}`, with a workspace in any memory.",
        of.name()
    );
    let workspace = workspace::parameter(names, bodies).unwrap_or_else(|| mixed!(()));
    let before = mixed!(#[doc = #doc] #[inline] pub);
    let method = method.tokens(&before, &workspace, &body);
    match allocates(names, bodies, request) {
        Allocates::Vectors => {
            let private = &names.private;
            mixed!(#private::generated::with_alloc! { #method })
        }
        Allocates::Nothing | Allocates::Workspace => method,
    }
}

/// The head of a method.
struct Method<'h> {
    name: Ident,
    float: &'h TokenStream,
    inputs: Vec<Ident>,
    outputs: Vec<Ident>,
    returns: bool,
}

impl<'h> Method<'h> {
    fn new(head: &'h Head, request: Request) -> Self {
        let row = request.row();
        let inputs = row.inputs.iter().map(|group| group.name());
        let outputs = row.outputs.iter().filter_map(|output| output.slice);
        Self {
            name: ident(&format!("{}_with", row.word)),
            float: &head.float,
            inputs: ["x"].into_iter().chain(inputs).map(ident).collect(),
            outputs: outputs.map(ident).collect(),
            returns: row.outputs.iter().any(|output| output.slice.is_none()),
        }
    }

    /// The method, behind attributes and its visibility.
    fn tokens(&self, before: &TokenStream, ty: &TokenStream, body: &TokenStream) -> TokenStream {
        let Self {
            name,
            float,
            inputs,
            outputs,
            ..
        } = self;
        let workspace = ident("workspace");
        let result = self.returns.then(|| mixed!(-> #float));
        mixed! {
            #before fn #name(
                &self, #workspace: &mut #ty
                #(, #inputs: &[#float])* #(, #outputs: &mut [#float])*
            ) #result {
                #body
            }
        }
    }

    /// A call of the method of that name of the struct itself.
    fn call(&self) -> TokenStream {
        let Self {
            name,
            inputs,
            outputs,
            ..
        } = self;
        let workspace = ident("workspace");
        mixed!(Self::#name(self, #workspace #(, #inputs)* #(, #outputs)*))
    }
}

fn body(names: &Names<'_>, bodies: &Bodies<'_>, request: Request) -> TokenStream {
    let names = &names.of_fields();
    let row = request.row();
    let mut checks = check(names, "x", &length_of_inputs(names, InputGroup::Direction));
    let mut inputs = arguments(names);
    for &group in row.inputs {
        checks.extend(check(names, group.name(), &length_of_inputs(names, group)));
        inputs.extend(self::inputs(names, group));
    }
    let slices = || {
        row.outputs
            .iter()
            .filter_map(|output| Some((output.group, output.slice?)))
    };
    checks
        .extend(slices().map(|(group, slice)| check(names, slice, &length(names, bodies, group))));
    let places = row
        .outputs
        .iter()
        .map(|output| place(names, bodies, output));
    let computed = statements(names, bodies, request, inputs, places.collect());
    let returned = row.outputs.iter().find(|output| output.slice.is_none());
    let returned = returned.map(|output| ident(output.name));
    if !row.inputs.contains(&InputGroup::Weights) {
        return mixed!(#checks #computed #returned);
    }
    let derivatives = slices().filter(|(group, _)| *group != OutputGroup::Value);
    let scales = derivatives.map(|(_, slice)| scale(names, &ident(slice)));
    mixed!(#checks { #computed } #(#scales)*)
}

/// All arguments of the function: parts of the slice `x`, and fields of `self`.
fn arguments(names: &Names<'_>) -> Vec<Input> {
    let x = ident("x");
    let mut before = Vec::new();
    let arguments = names.signature.arguments.iter().map(|argument| {
        let name = argument.field();
        if !argument.has_derivative() {
            return Input::held(names, argument, &mixed!(self.#name));
        }
        let part = part_behind(names, &argument.ty, &mixed!(#x), &before, false);
        before.push(argument.ty.shape.count().clone());
        Input::passed(part)
    });
    arguments.collect()
}

/// The inputs of a program from the slice of a group.
fn inputs(names: &Names<'_>, group: InputGroup) -> Vec<Input> {
    let slice = ident(group.name());
    let parts = names.signature.result.parts();
    match group {
        InputGroup::Weights if names.returns_number() => Vec::new(),
        InputGroup::Seed | InputGroup::Weights => split(names, parts.iter(), &mixed!(#slice)),
        InputGroup::Direction => flat_inputs(names, &mixed!(#slice)),
        InputGroup::Curve => {
            let [n_in, _] = extents(names);
            let orders = (0..names.signature.derivatives.order).map(Literal::usize_unsuffixed);
            let directions = orders.map(|k| flat_inputs(names, &mixed!(#slice[#k * #n_in..])));
            directions.flatten().collect()
        }
    }
}

/// The place for a group of results: its slice, or a variable that is returned.
fn place(names: &Names<'_>, bodies: &Bodies<'_>, output: &Named) -> ResultPlace {
    let slice = ident(output.slice.unwrap_or(output.name));
    let mut whole = TokenStream::new();
    let (before, outputs) = match output.group {
        OutputGroup::Value if output.slice.is_none() => {
            let zero = names.zero_result();
            (
                mixed!(let mut #slice = #zero;),
                call::result(names, &mixed!(#slice)),
            )
        }
        OutputGroup::Value | OutputGroup::Tangent => flat_result(names, &mixed!(#slice)),
        OutputGroup::Adjoint | OutputGroup::Product => flat_adjoint(names, &mixed!(#slice)),
        OutputGroup::Series => series(names, &slice),
        OutputGroup::Dense(matrix) if is_open(names, matrix) => {
            whole = mixed!(#slice);
            let place = mixed!((*#slice));
            let output = flat_dense_type(names, matrix).map(|ty| Output::new(ty, place));
            (TokenStream::new(), output.into_iter().collect())
        }
        OutputGroup::Dense(matrix) => {
            let ty = dense_type(names, matrix);
            whole = match &ty {
                Some(ty) => part(names, ty, &mixed!(#slice), 0, true),
                // Its rows, where an array of them would be too large.
                None => {
                    let columns = Literal::usize_unsuffixed(names.inputs());
                    mixed!(#slice.as_chunks_mut::<#columns>().0)
                }
            };
            let place = mixed!((*#whole));
            let output = ty.map(|ty| Output::new(ty, place));
            (TokenStream::new(), output.into_iter().collect())
        }
        OutputGroup::Entries(matrix) => {
            let ty = entries_type(names, bodies.pattern(matrix));
            let part = part(names, &ty, &mixed!(#slice), 0, true);
            let place = mixed!((*#part));
            (TokenStream::new(), vec![Output::new(ty, place)])
        }
    };
    ResultPlace {
        group: output.group,
        before,
        outputs,
        whole,
    }
}

/// Outputs for Taylor coefficients one after another.
fn series(names: &Names<'_>, slice: &Ident) -> (TokenStream, Vec<Output>) {
    let (mut before, mut outputs) = (TokenStream::new(), Vec::new());
    let [_, length] = extents(names);
    for k in 0..=names.signature.derivatives.order {
        let term = ident(&format!("term_{k}"));
        let (split, results) = flat_result(names, &mixed!(#term));
        before.extend(mixed! {
            let (#term, #slice) = #slice.split_at_mut(#length);
            #split
        });
        outputs.extend(results);
    }
    (before, outputs)
}

/// The weight of a single result, which its program does not know, applied to derivatives.
fn scale(names: &Names<'_>, slice: &Ident) -> Option<TokenStream> {
    let [weights, element] = ["weights", "element"].map(ident);
    names.signature.scalar_result().map(|_| {
        mixed! {
            for #element in #slice.iter_mut() {
                *#element = *#element * #weights[0];
            }
        }
    })
}

/// The factors of the length of a group of inputs.
fn length_of_inputs(names: &Names<'_>, group: InputGroup) -> Vec<TokenStream> {
    let [n_in, n_out] = extents(names);
    match group {
        InputGroup::Seed | InputGroup::Weights => vec![n_out],
        InputGroup::Direction => vec![n_in],
        InputGroup::Curve => vec![n_in, number(names.signature.derivatives.order)],
    }
}

/// The factors of the length of a group of results.
fn length(names: &Names<'_>, bodies: &Bodies<'_>, group: OutputGroup) -> Vec<TokenStream> {
    let [n_in, n_out] = extents(names);
    match group {
        OutputGroup::Value | OutputGroup::Tangent => vec![n_out],
        OutputGroup::Adjoint | OutputGroup::Product => vec![n_in],
        OutputGroup::Dense(Matrix::Jacobian) => vec![n_out, n_in],
        OutputGroup::Dense(Matrix::Hessian) => vec![n_in.clone(), n_in],
        OutputGroup::Entries(matrix) => {
            vec![number(bodies.pattern(matrix).map_or(0, Pattern::entries))]
        }
        OutputGroup::Series => vec![n_out, number(names.signature.derivatives.order + 1)],
    }
}

/// The numbers of independent variables and of results.
fn extents(names: &Names<'_>) -> [TokenStream; 2] {
    let private = &names.private;
    ["n_in", "n_out"].map(|method| {
        let method = ident(method);
        match names.signature.is_symbolic() {
            true => mixed!(self.#method()),
            false => mixed!(#private::Function::#method(self)),
        }
    })
}

fn number(number: usize) -> TokenStream {
    let number = Literal::usize_unsuffixed(number);
    mixed!(#number)
}

/// Refuses a slice of another length than the product of these factors.
fn check(names: &Names<'_>, slice: &str, length: &[TokenStream]) -> TokenStream {
    let (private, variable) = (&names.private, ident(slice));
    let first = length.first();
    let others = length.iter().skip(1);
    // No slice is as long as a product that overflows.
    mixed! {
        #private::generated::expect_length(
            #slice, #variable.len(), (#first) #(.saturating_mul(#others))*
        );
    }
}
