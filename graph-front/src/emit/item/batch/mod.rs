//! The module `batch`: the function and its derivatives at many points, held as columns or as rows.

mod adding;
mod forms;
mod groups;
mod head;
mod kernel;
mod structs;
mod summed;
mod sums;

use graph_ir::{Element, Type};
use proc_macro2::{Ident, Literal, TokenStream};

use super::forms::ResultForm;
use super::matrix::Numbers;
use super::{Bodies, absent, compute, slices, workspace};
use crate::derivatives::{InputGroup, Layout, Named, OutputGroup, Points, Request};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::signature::{Argument, Formal};
use crate::tokens::joined;
pub(super) use forms::{Lack, has_sum};
use groups::{Groups, group_type};
use kernel::{Kernel, Passed, Single};

/// The module, where it was asked for and can be.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let signature = names.signature;
    let differs = signature.arguments.iter().any(Argument::differs);
    let floats = signature.result.parts().iter().all(Type::is_float);
    let can_be = differs && floats && !signature.is_symbolic();
    let element = signature.column_element().filter(|_| can_be);
    let (Some(layout), Some(element)) = (signature.derivatives.batch, element) else {
        return TokenStream::new();
    };
    let title = names.title();
    let held = match layout {
        Layout::Columns => {
            "columns: a slice for each number of the arguments and results, with an element for \
             each point"
        }
        Layout::Rows => {
            "rows: a slice for each argument and result, with a value of its type for each point"
        }
    };
    let doc = format!(
        " `{title}` at many points, held as {held}. Arguments with `#[shared]`, and indices, are \
         the same for all points.\n\n\
         Points are computed eight at a time, and with the crate's feature `rayon` on all cores; \
         each has the bits that it has alone."
    );
    let batch = Batch {
        names: &names.within(),
        bodies,
        layout,
        element,
    };
    let made = Request::ALL.iter().copied();
    let made = made.filter(|&request| batch.lacks(request, ResultForm::ByValue).is_none());
    let points = made.filter_map(|request| {
        let points = request.row().points.as_ref()?;
        Some(batch.request(request, points))
    });
    let (workspace, structs, sums) = (batch.workspace(), batch.structs(), batch.sums());
    let absent = absent::in_batch(&batch);
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
pub(super) struct Batch<'b> {
    names: &'b Names<'b>,
    bodies: &'b Bodies<'b>,
    layout: Layout,
    /// The float type of all numbers of points.
    element: Element,
}

impl Batch<'_> {
    /// Whether bodies are stubs.
    pub(super) fn is_stub(&self) -> bool {
        matches!(self.bodies, Bodies::Stub { .. })
    }

    /// The form of a request.
    fn request(&self, request: Request, points: &Points) -> TokenStream {
        let (row, names) = (request.row(), self.names);
        let (generics, arguments) = (names.generics(), self.parameters_of_arguments(false));
        let (mut inputs, mut outputs) = (self.groups("points"), self.groups("results"));
        let (mut passed, mut types, mut more) = (self.passed(), Vec::new(), TokenStream::new());
        self.arguments(&mut inputs);
        for &group in row.inputs {
            if let Some((name, ty)) = self.input(group, &mut inputs, &mut passed) {
                more.extend(mixed!(#name: #ty,));
            }
        }
        for output in row.outputs {
            let (name, ty) = self.output(output, &mut outputs, &mut types);
            more.extend(mixed!(#name: #ty,));
        }
        let more = names.at_function(more);
        let kernel = Kernel {
            lanes: points.lanes,
            single: Single::Request(request),
            inputs: passed,
            outputs: types,
            adds: false,
        };
        let (name, doc) = (names.item(row.word), format!(" {}", points.doc));
        let body = self.bodies.body(self.each(&inputs, &outputs, &kernel));
        let panics = self.panics();
        mixed! {
            #[doc = #doc]
            #panics
            #[track_caller]
            pub fn #name #generics(#arguments #more) { #body }
        }
    }

    /// The part of the documentation about panics.
    fn panics(&self) -> TokenStream {
        self.panics_or("")
    }

    /// The same with another reason.
    fn panics_or(&self, other: &str) -> TokenStream {
        let groups = match self.layout {
            Layout::Columns => "columns",
            Layout::Rows => "slices",
        };
        let when = format!(" When {groups} differ in length{other}.");
        mixed! {
            ///
            /// # Panics
            #[doc = #when]
        }
    }

    fn groups(&self, name: &str) -> Groups {
        Groups::new(self.layout, name)
    }

    /// The parameter of a group of inputs, if there is one; its numbers are added.
    fn input(
        &self,
        group: InputGroup,
        groups: &mut Groups,
        passed: &mut Vec<Passed>,
    ) -> Option<(Ident, TokenStream)> {
        let (name, text) = (ident(group.name()), group.name());
        match group {
            InputGroup::Weights if self.names.returns_number() => None,
            InputGroup::Direction => {
                let parameters = self.tangent_parameters(&mixed!('_));
                self.fields(groups, &mixed!(#name), text, Argument::differs);
                passed.extend(self.names.independent().map(|argument| {
                    let field = argument.flat_name();
                    match argument.differs() {
                        true => Passed::Point(argument.ty.clone()),
                        false => Passed::Shared(argument.ty.clone(), mixed!(#name.#field)),
                    }
                }));
                Some((name, mixed!(Tangent #parameters)))
            }
            // A curve has no form for many points.
            InputGroup::Seed | InputGroup::Weights | InputGroup::Curve => {
                let parts = self.names.signature.result.parts();
                self.result(groups, &mixed!(#name), text);
                passed.extend(parts.iter().cloned().map(Passed::Point));
                Some((name, self.result_type(&mixed!(&))))
            }
        }
    }

    /// The parameter of a group of results, whose numbers are added.
    fn output(
        &self,
        output: &Named,
        groups: &mut Groups,
        types: &mut Vec<Type>,
    ) -> (Ident, TokenStream) {
        let (name, text) = (ident(output.name), output.name);
        let numbers = match output.group {
            OutputGroup::Adjoint | OutputGroup::Product => {
                let parameters = self.parameters(&mixed!('_));
                self.fields(groups, &mixed!(#name), text, |_| true);
                types.extend(self.names.independent().map(|a| a.ty.clone()));
                return (name, mixed!(Adjoint #parameters));
            }
            // A series has no form for many points.
            OutputGroup::Value | OutputGroup::Tangent | OutputGroup::Series => {
                self.result(groups, &mixed!(#name), text);
                types.extend_from_slice(self.names.signature.result.parts());
                return (name, self.result_type(&mixed!(&mut)));
            }
            OutputGroup::Dense(matrix) => Numbers::dense(self.names, self.bodies, matrix),
            OutputGroup::Entries(matrix) => Numbers::entries(self.names, self.bodies, matrix),
        };
        match numbers {
            Numbers::Known(ty) => {
                groups.add(&ty, mixed!(#name), text);
                let parameter = self.group_type(&ty, &mixed!(&mut));
                types.push(ty);
                (name, parameter)
            }
            // Of a stub.
            Numbers::Rows(..) | Numbers::Open(..) => (name, mixed!(impl ::core::marker::Sized)),
        }
    }

    /// Statements that compute a result for each point.
    fn each(&self, inputs: &Groups, outputs: &Groups, kernel: &Kernel) -> TokenStream {
        let (private, float) = (&self.names.private, self.float());
        let (before, and_before) = (inputs.inputs(&float), outputs.outputs(&float));
        let labels = inputs.labels().chain(outputs.labels());
        let block = self.block(kernel);
        let (points, results) = (inputs.name(), outputs.name());
        mixed! {
            #before
            #and_before
            #private::generated::batch::each(
                &[#(#labels,)*], &#points, #results, &#block
            );
        }
    }

    /// The numbers of the arguments.
    fn arguments(&self, groups: &mut Groups) {
        let arguments = self.names.signature.arguments.iter();
        for argument in arguments.filter(|a| a.differs()) {
            let (name, label) = (argument.place(), argument.full_name());
            groups.add(&argument.ty, mixed!(#name), &label);
        }
    }

    /// The numbers of a result in a variable: those of several are side by side, whatever form they
    /// have.
    fn result(&self, groups: &mut Groups, variable: &TokenStream, label: &str) {
        let result = &self.names.signature.result;
        if let Some(ty) = result.as_single() {
            return groups.add(ty, variable.clone(), label);
        }
        for (number, ty) in result.parts().iter().enumerate() {
            let at = Literal::usize_unsuffixed(number);
            groups.add(ty, mixed!((#variable).#at), &format!("{label}.{number}"));
        }
    }

    /// The numbers in the fields of a struct with one for each derivative.
    fn fields(
        &self,
        groups: &mut Groups,
        variable: &TokenStream,
        label: &str,
        has_numbers: impl Fn(&Argument) -> bool,
    ) {
        for argument in self.names.independent().filter(|a| has_numbers(a)) {
            let field = argument.flat_name();
            groups.add(
                &argument.ty,
                mixed!(#variable.#field),
                &format!("{label}.{field}"),
            );
        }
    }

    /// The arguments as parameters: numbers of points, and shared values. A private function borrows
    /// structs and tuples that the function of the user takes by value: they may not be `Copy`, and it
    /// is one of several that read them.
    fn parameters_of_arguments(&self, borrows: bool) -> TokenStream {
        let parameters = self.names.signature.formals().map(|formal| {
            let argument = formal.first();
            let name = argument.variable();
            if !argument.differs() {
                return self.shared_parameter(formal, borrows);
            }
            let ty = self.group_type(&argument.ty, &mixed!(&));
            // Rows are behind a reference already.
            let refers = argument.by_reference && self.layout == Layout::Columns;
            let reference = refers.then(|| mixed!(&));
            self.names.parameter(&name, mixed!(#reference #ty))
        });
        joined(parameters)
    }

    /// An argument that is the same for all points as a parameter, which may borrow it.
    fn shared_parameter(&self, formal: Formal<'_>, borrows: bool) -> TokenStream {
        let ty = { self.names.signature }.formal_type(formal, &TokenStream::new());
        let reference = (borrows && is_borrowed(&formal)).then(|| mixed!(&));
        let name = formal.first().variable();
        self.names.parameter(&name, mixed!(#reference #ty))
    }

    /// The type of a result at many points, behind this reference.
    fn result_type(&self, reference: &TokenStream) -> TokenStream {
        let group = |ty| self.group_type(ty, reference);
        let result = &self.names.signature.result;
        match result.as_single() {
            Some(ty) => group(ty),
            None => {
                let parts = result.parts().iter().map(group);
                mixed!((#(#parts,)*))
            }
        }
    }

    /// The type of a group of numbers, behind this reference.
    fn group_type(&self, ty: &Type, reference: &TokenStream) -> TokenStream {
        group_type(self.names, self.layout, ty, reference)
    }

    /// The float type of all numbers of points, as Rust writes it.
    fn float(&self) -> TokenStream {
        self.names.element(self.element)
    }

    fn zero(&self) -> TokenStream {
        self.names.zero(&Type::scalar(self.element))
    }

    /// The parameters of a struct that holds slices.
    fn parameters(&self, lifetime: &TokenStream) -> TokenStream {
        match &self.names.signature.generic {
            Some(name) => mixed!(<#lifetime, #name>),
            None => mixed!(<#lifetime>),
        }
    }
}

/// Whether private functions borrow an argument that the function of the user takes by value.
fn is_borrowed(formal: &Formal<'_>) -> bool {
    !formal.first().differs() && formal.whole().is_some_and(|whole| !whole.by_reference)
}
