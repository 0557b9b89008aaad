//! The functions that add up the values of points.

use graph_ir::Type;
use proc_macro2::{Ident, Literal, TokenStream};

use super::Batch;
use super::head::Head;
use super::kernel::{Kernel, Passed, Single};
use super::slices::part;
use crate::derivatives::Request;
use crate::emit::call::Input;
use crate::emit::item::forms::ResultForm;
use crate::emit::mixed;
use crate::emit::names::ident;
use crate::tokens::joined;

impl Batch<'_> {
    /// The functions that add up the values of points.
    pub(super) fn sums(&self) -> TokenStream {
        let private = &self.names.private;
        let has = |request, form| self.lacks_sum(request, form).is_none();
        let value = has(Request::Value, ResultForm::ByValue).then(|| self.sum_value());
        let gradient = has(Request::Gradient, ResultForm::InPlace).then(|| self.sum_gradient());
        let second = self.second_sums();
        let has_struct = gradient.is_some() || !second.is_empty();
        let structure = has_struct.then(|| self.shared_struct());
        mixed!(#private::generated::with_alloc! { #structure #value #gradient #second })
    }

    fn sum_value(&self) -> TokenStream {
        let names = self.names;
        let [value, sums] = ["value", "sums"].map(ident);
        let (generics, result, zero) = (names.generics(), names.result(), names.zero_result());
        let (arguments, panics) = (self.parameters_of_arguments(), self.panics());
        let head = Head::new(self);
        let kernel = self.adding(
            "add_value",
            &head,
            self.passed(),
            names.signature.result.parts().to_vec(),
        );
        let (before, sum) = (head.before(self, &[]), self.sum(&kernel));
        let parts = names.result_parts(&mixed!(#value));
        let taken = self.taken(&kernel.outputs, &parts, &sums);
        let body = self.bodies.body(mixed! {
            #before
            #sum
            let mut #value = #zero;
            #taken
            #value
        });
        let name = names.item("sum_value");
        mixed! {
            /// The sum of the values at all points, to the same bits for any number of threads.
            #panics
            #[track_caller]
            #[must_use]
            pub fn #name #generics(#arguments) -> #result { #body }
        }
    }

    fn sum_gradient(&self) -> TokenStream {
        let names = self.names;
        let [value, shared, sums] = ["value", "shared", "sums"].map(ident);
        let (generics, result, zero) = (names.generics(), names.result(), names.zero_result());
        let (parameters, arguments) = (names.parameters(), self.parameters_of_arguments());
        let fields = self.shared();
        let head = Head::new(self);
        let mut outputs = names.signature.result.parts().to_vec();
        outputs.extend(fields.iter().map(|a| a.ty.clone()));
        outputs.extend(head.handed.iter().cloned());
        let kernel = self.adding("add_gradient", &head, self.passed(), outputs);
        let (before, sum) = (head.before(self, &[]), self.sum(&kernel));
        let mut places = names.result_parts(&mixed!(#value));
        places.extend(fields.iter().map(|a| {
            let field = &a.name;
            mixed!(#shared.#field)
        }));
        let (seeds, after) = head.after(self, &fields);
        places.extend(seeds.iter().map(|seed| mixed!(#seed)));
        let seeds = head.declarations(self, &seeds);
        let taken = self.taken(&kernel.outputs, &places, &sums);
        let body = self.bodies.body(mixed! {
            #before
            #sum
            let mut #value = #zero;
            #seeds
            #taken
            #after
            #value
        });
        let (passed, panics) = (names.argument_names(), self.panics());
        let [name, into] = ["sum_gradient", "sum_gradient_into"].map(|name| names.item(name));
        let by_value = self
            .lacks_sum(Request::Gradient, ResultForm::ByValue)
            .is_none();
        let by_value = by_value.then(|| {
            let body = self.bodies.body(mixed! {
                let mut #shared = Shared::ZERO;
                let #value = sum_gradient_into(#passed &mut #shared);
                (#value, #shared)
            });
            mixed! {
                /// The sum of the values at all points, and its derivatives by the shared
                /// arguments, to the same bits for any number of threads.
                #panics
                #[track_caller]
                #[must_use]
                pub fn #name #generics(#arguments) -> (#result, Shared #parameters) {
                    #body
                }
            }
        });
        mixed! {
            #by_value

            /// Writes the derivatives by the shared arguments of the sum of the values at all
            /// points to `shared`, and returns the sum, to the same bits for any number of threads.
            #panics
            #[track_caller]
            pub fn #into #generics(
                #arguments #shared: &mut Shared #parameters
            ) -> #result { #body }
        }
    }

    /// The kernel that adds up points, given its inputs and the values computed before.
    pub(super) fn adding(
        &self,
        function: &'static str,
        head: &Head,
        mut inputs: Vec<Passed>,
        outputs: Vec<Type>,
    ) -> Kernel {
        let values = head.handed.iter().zip(&head.values);
        inputs.extend(values.map(|(ty, value)| {
            let value = Input::value(self.names, ty, &mixed!(#value)).into_tokens();
            Passed::Shared(ty.clone(), value)
        }));
        Kernel {
            lanes: function,
            single: Single::Function(function),
            inputs,
            outputs,
            adds: true,
        }
    }

    /// Statements that add up points to a flat array `sums`.
    pub(super) fn sum(&self, kernel: &Kernel) -> TokenStream {
        let (private, float, sums) = (&self.names.private, self.float(), ident("sums"));
        let mut inputs = self.groups("points");
        self.arguments(&mut inputs);
        let (points, before) = (inputs.name(), inputs.inputs(&float));
        let labels = inputs.labels();
        let block = self.block(kernel);
        let size: usize = kernel.outputs.iter().map(|ty| ty.shape.size()).sum();
        let size = Literal::usize_unsuffixed(size);
        let zero = self.zero();
        mixed! {
            #before
            let mut #sums = #private::generated::Arena::<#float, #size>::new(#zero);
            let #sums = #sums.array();
            #private::generated::batch::sum(&[#(#labels,)*], &#points, #sums, &#block);
        }
    }

    /// Statements that take results from a flat array.
    pub(super) fn taken(
        &self,
        types: &[Type],
        places: &[TokenStream],
        sums: &Ident,
    ) -> TokenStream {
        let mut start = 0;
        let statements = types.iter().zip(places).map(|(ty, place)| {
            let part = part(self.names, ty, &mixed!(#sums), start, false);
            start += ty.shape.size();
            match ty.is_scalar() {
                true => mixed!(#place = #part;),
                false => mixed!(#place = *#part;),
            }
        });
        joined(statements)
    }
}
