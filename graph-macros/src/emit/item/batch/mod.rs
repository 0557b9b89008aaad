//! The module `batch`: the function and its derivatives at many points, held as columns.

mod columns;
mod head;
mod kernel;
mod structs;
mod sums;

use graph_ir::{Element, Type};
use proc_macro2::TokenStream;

use super::{Bodies, derivative, slices, workspace};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::signature::Argument;
use columns::{Columns, columns_type};
use kernel::{Kernel, Passed};

/// The module, where it was asked for and can be.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let signature = names.signature;
    let differs = signature.arguments.iter().any(Argument::differs);
    let floats = signature.result.parts().iter().all(Type::is_float);
    let element = signature.column_element();
    let (true, Some(element)) = (signature.derivatives.batch && differs && floats, element) else {
        return TokenStream::new();
    };
    let title = names.title();
    let doc = format!(
        " `{title}` at many points, held as columns: a slice for each number of the arguments and \
         results, with an element for each point. Arguments with `#[shared]`, and indices, are the \
         same for all points.\n\n\
         Points are computed eight at a time, and with the crate's feature `rayon` on all cores; \
         each has the bits that it has alone."
    );
    let batch = Batch {
        names,
        bodies,
        element,
    };
    let (value, sums) = (batch.value(), batch.sums());
    let derivatives = signature.is_differentiable().then(|| batch.derivatives());
    let workspace = batch.workspace();
    mixed! {
        #[doc = #doc]
        pub mod batch {
            use super::*;
            #workspace
            #value
            #derivatives
            #sums
        }
    }
}

/// The items of a batch.
struct Batch<'b> {
    names: &'b Names<'b>,
    bodies: &'b Bodies<'b>,
    /// The float type of all columns.
    element: Element,
}

impl Batch<'_> {
    fn value(&self) -> TokenStream {
        let (value, result) = (ident("value"), self.result_columns());
        let mut inputs = Columns::new("columns");
        self.arguments(&mut inputs);
        let mut outputs = Columns::new("results");
        self.result(&mut outputs, &mixed!(#value), "value");
        let kernel = Kernel {
            lanes: "points_value",
            single: "run_value",
            seed: None,
            inputs: self.passed(),
            outputs: self.names.signature.result.parts().to_vec(),
            adds: false,
        };
        let doc = " Writes the value at each point to `value`.";
        self.each(
            "value",
            doc,
            &mixed!(#value: #result),
            (&inputs, &outputs),
            &kernel,
        )
    }

    fn derivatives(&self) -> TokenStream {
        let (adjoint, tangent) = (self.adjoint(), self.tangent());
        let gradient = self
            .names
            .signature
            .scalar_result()
            .map(|_| self.gradient());
        let structs = [self.adjoint_struct(), self.tangent_struct()];
        mixed!(#(#structs)* #adjoint #gradient #tangent)
    }

    fn adjoint(&self) -> TokenStream {
        let [seed, value, adjoint] = ["seed", "value", "adjoint"].map(ident);
        let (result, parameters) = (self.result_columns(), self.parameters(&mixed!('_)));
        let seeds = self.result_type(false);
        let mut inputs = Columns::new("columns");
        self.arguments(&mut inputs);
        self.result(&mut inputs, &mixed!(#seed), "seed");
        let mut outputs = Columns::new("results");
        self.result(&mut outputs, &mixed!(#value), "value");
        self.fields(&mut outputs, &mixed!(#adjoint), "adjoint", |_| true);
        let parts = self.names.signature.result.parts();
        let mut passed = self.passed();
        passed.extend(parts.iter().cloned().map(Passed::Point));
        let kernel = Kernel {
            lanes: "points_adjoint",
            single: "run_adjoint",
            seed: None,
            inputs: passed,
            outputs: self.value_and_adjoint(),
            adds: false,
        };
        let doc = " Writes the value at each point to `value`, and the vector-Jacobian product \
                   with the point's `seed` to `adjoint`.";
        let more = mixed!(#seed: #seeds, #value: #result, #adjoint: Adjoint #parameters);
        self.each("adjoint", doc, &more, (&inputs, &outputs), &kernel)
    }

    fn gradient(&self) -> TokenStream {
        let [value, adjoint] = ["value", "adjoint"].map(ident);
        let (result, parameters) = (self.result_columns(), self.parameters(&mixed!('_)));
        let mut inputs = Columns::new("columns");
        self.arguments(&mut inputs);
        let mut outputs = Columns::new("results");
        self.result(&mut outputs, &mixed!(#value), "value");
        self.fields(&mut outputs, &mixed!(#adjoint), "adjoint", |_| true);
        let (single, seed) = derivative::gradient_call(self.names, self.bodies);
        let kernel = Kernel {
            lanes: "points_gradient",
            single,
            seed,
            inputs: self.passed(),
            outputs: self.value_and_adjoint(),
            adds: false,
        };
        let doc = " Writes the value at each point to `value`, and its derivatives to `adjoint`.";
        let more = mixed!(#value: #result, #adjoint: Adjoint #parameters);
        self.each("gradient", doc, &more, (&inputs, &outputs), &kernel)
    }

    fn tangent(&self) -> TokenStream {
        let [direction, value, tangent] = ["direction", "value", "tangent"].map(ident);
        let result = self.result_columns();
        let parameters = self.tangent_parameters(&mixed!('_));
        let mut inputs = Columns::new("columns");
        self.arguments(&mut inputs);
        self.fields(
            &mut inputs,
            &mixed!(#direction),
            "direction",
            Argument::differs,
        );
        let mut outputs = Columns::new("results");
        self.result(&mut outputs, &mixed!(#value), "value");
        self.result(&mut outputs, &mixed!(#tangent), "tangent");
        let mut passed = self.passed();
        passed.extend(self.names.independent().map(|argument| {
            let name = &argument.name;
            match argument.differs() {
                true => Passed::Point(argument.ty.clone()),
                false => Passed::Shared(argument.ty.clone(), mixed!(#direction.#name)),
            }
        }));
        let parts = self.names.signature.result.parts();
        let kernel = Kernel {
            lanes: "points_tangent",
            single: "run_tangent",
            seed: None,
            inputs: passed,
            outputs: [parts, parts].concat(),
            adds: false,
        };
        let doc = " Writes the value at each point to `value`, and its derivative in the point's \
                   direction to `tangent`.";
        let more = mixed!(
            #direction: Tangent #parameters, #value: #result, #tangent: #result
        );
        self.each("tangent", doc, &more, (&inputs, &outputs), &kernel)
    }

    /// A function with a result for each point.
    fn each(
        &self,
        name: &str,
        doc: &str,
        more: &TokenStream,
        (inputs, outputs): (&Columns, &Columns),
        kernel: &Kernel,
    ) -> TokenStream {
        let (name, generics) = (ident(name), self.names.generics());
        let (arguments, private) = (self.parameters_of_arguments(), &self.names.private);
        let float = self.float();
        let (before, and_before) = (inputs.inputs(&float), outputs.outputs(&float));
        let groups = inputs.groups().chain(outputs.groups());
        let block = self.block(kernel);
        let (columns, results) = (inputs.name(), outputs.name());
        let body = self.bodies.body(mixed! {
            #before
            #and_before
            #private::generated::batch::each(
                &[#(#groups,)*], #columns, #results, &#block
            );
        });
        mixed! {
            #[doc = #doc]
            ///
            /// # Panics
            /// When columns differ in length.
            #[track_caller]
            pub fn #name #generics(#arguments #more) { #body }
        }
    }

    /// The columns of the arguments.
    fn arguments(&self, columns: &mut Columns) {
        let arguments = self.names.signature.arguments.iter();
        for argument in arguments.filter(|a| a.differs()) {
            let name = &argument.name;
            columns.add(&argument.ty, mixed!(#name), &name.to_string());
        }
    }

    /// The columns of a result in a variable.
    fn result(&self, columns: &mut Columns, variable: &TokenStream, label: &str) {
        let parts = self.names.signature.result.parts();
        let places = self.names.result_parts(variable);
        for (number, (ty, place)) in parts.iter().zip(places).enumerate() {
            let label = match parts.len() {
                1 => label.to_string(),
                _ => format!("{label}.{number}"),
            };
            columns.add(ty, place, &label);
        }
    }

    /// The columns in the fields of a struct with one for each derivative.
    fn fields(
        &self,
        columns: &mut Columns,
        variable: &TokenStream,
        label: &str,
        has_columns: impl Fn(&Argument) -> bool,
    ) {
        for argument in self.names.independent().filter(|a| has_columns(a)) {
            let field = &argument.name;
            columns.add(
                &argument.ty,
                mixed!(#variable.#field),
                &format!("{label}.{field}"),
            );
        }
    }

    fn value_and_adjoint(&self) -> Vec<Type> {
        let mut types = self.names.signature.result.parts().to_vec();
        types.extend(self.names.independent().map(|a| a.ty.clone()));
        types
    }

    /// The arguments as parameters: columns, and what is shared.
    fn parameters_of_arguments(&self) -> TokenStream {
        let float = self.float();
        let parameters = self.names.signature.arguments.iter().map(|argument| {
            let name = &argument.name;
            if !argument.differs() {
                let ty = self.names.signature.argument_type(argument);
                return mixed!(#name: #ty,);
            }
            let ty = columns_type(&argument.ty, &mixed!(&[#float]));
            let reference = argument.by_reference.then(|| mixed!(&));
            mixed!(#name: #reference #ty,)
        });
        parameters.collect()
    }

    /// The result as columns to write to.
    fn result_columns(&self) -> TokenStream {
        self.result_type(true)
    }

    fn result_type(&self, mutable: bool) -> TokenStream {
        let float = self.float();
        let column = match mutable {
            true => mixed!(&mut [#float]),
            false => mixed!(&[#float]),
        };
        let parts = self.names.signature.result.parts();
        let columns = parts.iter().map(|ty| columns_type(ty, &column));
        match &self.names.signature.result {
            crate::signature::ResultType::Single(ty) => columns_type(ty, &column),
            crate::signature::ResultType::Tuple(_) => mixed!((#(#columns,)*)),
        }
    }

    /// The float type of all columns, as Rust writes it.
    fn float(&self) -> TokenStream {
        self.names.element(self.element)
    }

    fn zero(&self) -> TokenStream {
        self.names.zero(&Type::scalar(self.element))
    }

    /// The parameters of a struct that holds columns.
    fn parameters(&self, lifetime: &TokenStream) -> TokenStream {
        match &self.names.signature.generic {
            Some(name) => mixed!(<#lifetime, #name>),
            None => mixed!(<#lifetime>),
        }
    }
}
