//! The module `batch`: the function and its derivatives at many points, held as columns.

mod columns;
mod head;
mod kernel;
mod structs;
mod sums;

use graph_ir::{Element, Type};
use proc_macro2::{Ident, TokenStream};

use super::{Bodies, absent, compute, slices, workspace};
use crate::derivatives::{InputGroup, Named, OutputGroup, Points, Request};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::signature::Argument;
use crate::tokens::joined;
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
    let points = signature.made();
    let points = points.filter_map(|request| Some((request, request.row().points.as_ref()?)));
    let points = points.map(|(request, points)| batch.request(request, points));
    let (workspace, structs, sums) = (batch.workspace(), batch.structs(), batch.sums());
    let absent = absent::in_batch(names, bodies, batch.sums_gradient());
    mixed! {
        #[doc = #doc]
        pub mod batch {
            use super::*;
            #workspace
            #structs
            #(#points)*
            #sums
            #absent
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
    /// The form of a request.
    fn request(&self, request: Request, points: &Points) -> TokenStream {
        let (row, names) = (request.row(), self.names);
        let (generics, arguments) = (names.generics(), self.parameters_of_arguments());
        let (mut inputs, mut outputs) = (Columns::new("columns"), Columns::new("results"));
        let (mut passed, mut types, mut more) = (self.passed(), Vec::new(), TokenStream::new());
        self.arguments(&mut inputs);
        for &group in row.inputs {
            let (name, ty) = self.input(group, &mut inputs, &mut passed);
            more.extend(mixed!(#name: #ty,));
        }
        for output in row.outputs {
            let (name, ty) = self.output(output, &mut outputs, &mut types);
            more.extend(mixed!(#name: #ty,));
        }
        let (single, seed) = compute::single(names, self.bodies, request);
        let kernel = Kernel {
            lanes: points.lanes,
            single,
            seed,
            inputs: passed,
            outputs: types,
            adds: false,
        };
        let (name, doc) = (ident(row.word), format!(" {}", points.doc));
        let body = self.bodies.body(self.each(&inputs, &outputs, &kernel));
        mixed! {
            #[doc = #doc]
            ///
            /// # Panics
            /// When columns differ in length.
            #[track_caller]
            pub fn #name #generics(#arguments #more) { #body }
        }
    }

    /// The parameter of a group of inputs, whose columns are added.
    fn input(
        &self,
        group: InputGroup,
        columns: &mut Columns,
        passed: &mut Vec<Passed>,
    ) -> (Ident, TokenStream) {
        let (name, text) = (ident(group.name()), group.name());
        if group == InputGroup::Direction {
            let parameters = self.tangent_parameters(&mixed!('_));
            self.fields(columns, &mixed!(#name), text, Argument::differs);
            passed.extend(self.names.independent().map(|argument| {
                let field = &argument.name;
                match argument.differs() {
                    true => Passed::Point(argument.ty.clone()),
                    false => Passed::Shared(argument.ty.clone(), mixed!(#name.#field)),
                }
            }));
            return (name, mixed!(Tangent #parameters));
        }
        let parts = self.names.signature.result.parts();
        self.result(columns, &mixed!(#name), text);
        passed.extend(parts.iter().cloned().map(Passed::Point));
        (name, self.result_type(false))
    }

    /// The parameter of a group of results, whose columns are added.
    fn output(
        &self,
        output: &Named,
        columns: &mut Columns,
        types: &mut Vec<Type>,
    ) -> (Ident, TokenStream) {
        let (name, text) = (ident(output.name), output.name);
        if output.group == OutputGroup::Adjoint {
            let parameters = self.parameters(&mixed!('_));
            self.fields(columns, &mixed!(#name), text, |_| true);
            types.extend(self.names.independent().map(|a| a.ty.clone()));
            return (name, mixed!(Adjoint #parameters));
        }
        self.result(columns, &mixed!(#name), text);
        types.extend_from_slice(self.names.signature.result.parts());
        (name, self.result_type(true))
    }

    /// Statements that compute a result for each point.
    fn each(&self, inputs: &Columns, outputs: &Columns, kernel: &Kernel) -> TokenStream {
        let (private, float) = (&self.names.private, self.float());
        let (before, and_before) = (inputs.inputs(&float), outputs.outputs(&float));
        let groups = inputs.groups().chain(outputs.groups());
        let block = self.block(kernel);
        let (columns, results) = (inputs.name(), outputs.name());
        mixed! {
            #before
            #and_before
            #private::generated::batch::each(
                &[#(#groups,)*], #columns, #results, &#block
            );
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

    /// The arguments as parameters: columns, and shared values.
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
        joined(parameters)
    }

    /// The result as columns, to write to or to read.
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
