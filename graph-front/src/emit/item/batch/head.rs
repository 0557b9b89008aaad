//! Values that are the same for all points: they are computed before a sum, and propagated to
//! derivatives after it.

use graph_ir::Type;
use proc_macro2::{Ident, TokenStream};

use super::{Batch, workspace};
use crate::emit::call::{self, Input, Output};
use crate::emit::mixed;
use crate::emit::names::ident;
use crate::signature::Argument;
use crate::tokens::joined;

/// The values that are handed to the points, in variables.
pub(super) struct Head {
    /// The private function that computes them.
    function: &'static str,
    pub(super) handed: Vec<Type>,
    pub(super) values: Vec<Ident>,
}

impl Head {
    /// Those of these types that a private function computes.
    pub(super) fn new(function: &'static str, handed: Vec<Type>) -> Self {
        let values = (0..handed.len()).map(|number| ident(&format!("handed_{number}")));
        Self {
            function,
            values: values.collect(),
            handed,
        }
    }

    /// Statements that compute the values, given inputs after the shared arguments.
    pub(super) fn before(&self, batch: &Batch<'_>, more: &[Input]) -> TokenStream {
        if self.handed.is_empty() {
            return TokenStream::new();
        }
        let declarations = self.declarations(batch, &self.values);
        let outputs = self.outputs(&self.values);
        let mut inputs = self.arguments(batch);
        inputs.extend_from_slice(more);
        let call = self.call(batch, self.function, &inputs, &outputs);
        mixed!(#declarations #call)
    }

    /// Variables for the derivatives by the values.
    pub(super) fn seeds(&self) -> Vec<Ident> {
        let seeds = (0..self.handed.len()).map(|number| ident(&format!("seed_{number}")));
        seeds.collect()
    }

    /// Statements that propagate the derivatives by the values, by this private function, to those
    /// by the shared arguments, fields of `shared`.
    pub(super) fn after(
        &self,
        batch: &Batch<'_>,
        function: &str,
        (shared, fields): (&Ident, &[&Argument]),
    ) -> TokenStream {
        if self.handed.is_empty() {
            return TokenStream::new();
        }
        let (names, seeds) = (batch.names, self.seeds());
        let declarations = self.declarations(batch, &self.values);
        let mut inputs = self.arguments(batch);
        let values = self.handed.iter().zip(&seeds);
        inputs.extend(values.map(|(ty, seed)| Input::value(names, ty, &mixed!(#seed))));
        let mut outputs = self.outputs(&self.values);
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        for (number, argument) in fields.iter().enumerate() {
            let (field, more) = (argument.field(), ident(&format!("more_{number}")));
            let zero = names.zero(&argument.ty);
            before.extend(mixed!(let mut #more = #zero;));
            after.extend(added(&argument.ty, &mixed!(#shared.#field), &more));
            outputs.push(Output::new(argument.ty.clone(), mixed!(#more)));
        }
        let call = self.call(batch, function, &inputs, &outputs);
        mixed!(#declarations #before #call #after)
    }

    /// Variables of the values' types.
    pub(super) fn declarations(&self, batch: &Batch<'_>, variables: &[Ident]) -> TokenStream {
        let variables = self.handed.iter().zip(variables).map(|(ty, variable)| {
            let zero = batch.names.zero(ty);
            mixed!(let mut #variable = #zero;)
        });
        joined(variables)
    }

    fn outputs(&self, variables: &[Ident]) -> Vec<Output> {
        let outputs = self.handed.iter().zip(variables);
        let outputs = outputs.map(|(ty, variable)| Output::new(ty.clone(), mixed!(#variable)));
        outputs.collect()
    }

    /// The arguments that are the same for all points.
    fn arguments(&self, batch: &Batch<'_>) -> Vec<Input> {
        let arguments = batch.names.signature.arguments.iter();
        let shared = arguments.filter(|argument| !argument.differs());
        shared
            .map(|argument| Input::argument(batch.names, argument))
            .collect()
    }

    fn call(
        &self,
        batch: &Batch<'_>,
        function: &str,
        inputs: &[Input],
        outputs: &[Output],
    ) -> TokenStream {
        let call = call::call(batch.names, batch.bodies, function, inputs, outputs);
        if batch.bodies.slots(function).is_empty() {
            return call;
        }
        let room = ident("workspace");
        let ty = workspace::ty(batch.names, batch.bodies);
        mixed! {
            let mut #room: #ty = Workspace::new();
            let #room = &mut #room;
            #call
        }
    }
}

/// A statement that adds a value to a place.
fn added(ty: &Type, place: &TokenStream, more: &Ident) -> TokenStream {
    if ty.is_scalar() {
        return mixed!(#place += #more;);
    }
    let deeper = || 1..ty.shape.rank();
    let places = deeper().map(|_| mixed!(.as_flattened_mut()));
    let flat = deeper().map(|_| mixed!(.as_flattened()));
    let [place_ident, number] = ["place", "number"].map(ident);
    mixed! {
        for (#place_ident, #number) in #place #(#places)*.iter_mut().zip(#more #(#flat)*.iter()) {
            *#place_ident += *#number;
        }
    }
}
