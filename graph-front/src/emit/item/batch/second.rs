//! The functions that add up the second derivatives of points, by the arguments that all of them
//! share.

use graph_ir::{Shape, Type};
use proc_macro2::{Ident, Literal, TokenStream};

use super::Batch;
use super::head::Head;
use super::kernel::Passed;
use super::slices::split;
use crate::derivatives::{InputGroup, OutputGroup, Request, SumForm};
use crate::emit::call::{self, Input};
use crate::emit::item::forms::ResultForm;
use crate::emit::item::matrix::offset_module;
use crate::emit::mixed;
use crate::emit::names::ident;
use crate::tokens::joined;

/// A result of a sum.
pub(super) struct Summed {
    group: OutputGroup,
    name: Ident,
    ty: TokenStream,
    zero: TokenStream,
    /// The types of its parts, and their places where the variable refers to it.
    pub(super) types: Vec<Type>,
    places: Vec<TokenStream>,
}

impl Batch<'_> {
    /// All of them, with the offsets in their matrices.
    pub(super) fn second_sums(&self) -> TokenStream {
        let shared = self.shared();
        let made = Request::ALL.iter().copied();
        let made = made.filter(|&request| self.lacks_sum(request, ResultForm::InPlace).is_none());
        let forms = made.filter_map(|request| {
            let sum = request.row().points.as_ref()?.sum.as_ref()?;
            Some(self.second_sum(request, sum))
        });
        let functions = joined(forms);
        if functions.is_empty() {
            return functions;
        }
        let offsets = offset_module("shared_offset", &shared, self.bodies);
        mixed! {
            /// The first column of each shared argument in matrices of sums.
            #offsets
            #functions
        }
    }

    /// The functions of one of them: the one that writes its results in place, and the one that
    /// returns them, unless they are large.
    fn second_sum(&self, request: Request, sum: &SumForm) -> TokenStream {
        let (names, row) = (self.names, request.row());
        let results: Vec<Summed> = row
            .outputs
            .iter()
            .map(|o| self.summed(o.group, o.name))
            .collect();
        let is_returned =
            |result: &Summed| result.group == OutputGroup::Value && names.returns_number();
        let [weights, direction] = ["weights", "direction"].map(ident);
        let (result, parameters) = (names.result(), names.parameters());
        let has_weights = row.inputs.contains(&InputGroup::Weights) && !names.returns_number();
        let has_direction = row.inputs.contains(&InputGroup::Direction);
        let weighted = has_weights.then(|| mixed!(#weights: &#result,));
        let weighted_by_value = has_weights.then(|| mixed!(#weights: #result,));
        let weights_passed = has_weights.then(|| mixed!(&#weights,));
        let directed = has_direction.then(|| mixed!(#direction: &Shared #parameters,));
        let direction_passed = has_direction.then(|| mixed!(#direction,));
        let written = results.iter().filter(|r| !is_returned(r));
        let written = joined(written.map(|Summed { name, ty, .. }| mixed!(#name: &mut #ty,)));
        let number = results.iter().find(|r| is_returned(r));
        let declared = number.map(|Summed { name, zero, .. }| {
            let place = ident("place");
            mixed!(let mut #place = #zero; let #name = &mut #place;)
        });
        let returned = number.map(|Summed { name, .. }| mixed!(*#name));
        let returns = number.map(|Summed { ty, .. }| mixed!(-> #ty));
        let computed = self.computed(request, sum, &results);
        let body = self.bodies.body(mixed!(#declared #computed #returned));
        let (generics, arguments) = (names.generics(), self.parameters_of_arguments());
        let (function, into) = (
            names.item(&format!("sum_{}", row.word)),
            names.item(&format!("sum_{}_into", row.word)),
        );
        let text = |doc: &str| match has_weights {
            true => {
                format!(" {doc} Each element of a value is multiplied by its element of `weights`.")
            }
            false => format!(" {doc}"),
        };
        let (doc, doc_into, panics) = (text(sum.doc), text(sum.doc_into), self.panics());
        let by_value = self.lacks_sum(request, ResultForm::ByValue).is_none();
        let by_value = by_value.then(|| {
            let types = joined_types(results.iter().map(|result| result.ty.clone()));
            let values = joined_types(results.iter().map(|Summed { name, .. }| mixed!(#name)));
            let zeros = joined(
                results
                    .iter()
                    .map(|Summed { name, zero, .. }| mixed!(let mut #name = #zero;)),
            );
            let places = results.iter().filter(|r| !is_returned(r));
            let places = joined(places.map(|Summed { name, .. }| mixed!(&mut #name,)));
            let assigned = number.map(|Summed { name, .. }| mixed!(#name =));
            let passed = names.argument_names();
            let body = self.bodies.body(mixed! {
                #zeros
                #assigned #into(#passed #weights_passed #direction_passed #places);
                #values
            });
            mixed! {
                #[doc = #doc]
                #panics
                #[track_caller]
                #[must_use]
                pub fn #function #generics(#arguments #weighted_by_value #directed) -> #types {
                    #body
                }
            }
        });
        mixed! {
            #by_value

            #[doc = #doc_into]
            #panics
            #[track_caller]
            pub fn #into #generics(#arguments #weighted #directed #written) #returns { #body }
        }
    }

    /// Statements that compute the results, which variables refer to.
    fn computed(&self, request: Request, sum: &SumForm, results: &[Summed]) -> TokenStream {
        let batches = self.bodies.batches();
        let Some(second) = batches.and_then(|batches| batches.second.get(&request)) else {
            // A stub.
            return TokenStream::new();
        };
        let names = self.names;
        let head = Head::of(sum.head, second.handed.clone());
        let shared: Vec<Type> = self.shared().iter().map(|a| a.ty.clone()).collect();
        let [weights, direction, column, sums] =
            ["weights", "direction", "column", "sums"].map(ident);
        let mut types = Vec::new();
        let mut more = Vec::new();
        if request.row().inputs.contains(&InputGroup::Weights) && !names.returns_number() {
            types.extend_from_slice(names.signature.result.parts());
            more.extend(call::seeds(names, &mixed!((*#weights))));
        }
        let directions = match second.by_columns {
            true => split(names, shared.iter(), &mixed!(#direction)),
            false if request.row().inputs.contains(&InputGroup::Direction) => {
                let fields = self.shared();
                let fields = fields.iter().map(|argument| {
                    let field = &argument.name;
                    Input::value(names, &argument.ty, &mixed!(#direction.#field))
                });
                fields.collect()
            }
            false => Vec::new(),
        };
        if !directions.is_empty() {
            types.extend_from_slice(&shared);
            more.extend(directions);
        }
        let mut inputs = self.passed();
        let shared_inputs = types.iter().zip(&more);
        inputs.extend(
            shared_inputs
                .map(|(ty, input)| Passed::Shared(ty.clone(), input.clone().into_tokens())),
        );
        let direct = results
            .iter()
            .filter(|result| !(second.by_columns && matches!(result.group, OutputGroup::Dense(_))));
        let (mut outputs, mut places) = (Vec::new(), Vec::new());
        for result in direct {
            outputs.extend_from_slice(&result.types);
            places.extend(result.places.iter().cloned());
        }
        let direct = outputs.clone();
        if second.by_columns {
            outputs.extend_from_slice(&shared);
        }
        let kernel = self.adding(sum.adds, &head, inputs, outputs);
        let (before, summed) = (head.before(self, &more), self.sum(&kernel));
        let taken = self.taken(&direct, &places, &sums);
        let run = mixed!(#before #summed #taken);
        let matrix = results
            .iter()
            .find(|r| matches!(r.group, OutputGroup::Dense(_)));
        let (true, Some(Summed { name: matrix, .. })) = (second.by_columns, matrix) else {
            return run;
        };
        let count: usize = shared.iter().map(|ty| ty.shape.size()).sum();
        let (private, float) = (&names.private, self.float());
        if count == 0 {
            // No column asks for value and gradient.
            return mixed!(let #direction: &[#float; 0] = &[]; #run);
        }
        let start: usize = direct.iter().map(|ty| ty.shape.size()).sum();
        let [n, start] = [count, start].map(Literal::usize_unsuffixed);
        mixed! {
            #private::generated::columns::<_, #n, #n>(&mut #matrix[..], |#direction, #column| {
                #run
                #column.copy_from_slice(&#sums[#start..]);
            });
        }
    }

    /// A group of results.
    pub(super) fn summed(&self, group: OutputGroup, name: &str) -> Summed {
        let (names, name, shared) = (self.names, ident(name), self.shared());
        let parameters = names.parameters();
        let (ty, zero, types, places) = match group {
            OutputGroup::Adjoint | OutputGroup::Product => (
                mixed!(Shared #parameters),
                mixed!(Shared::ZERO),
                shared.iter().map(|a| a.ty.clone()).collect(),
                shared
                    .iter()
                    .map(|a| &a.name)
                    .map(|field| mixed!(#name.#field))
                    .collect(),
            ),
            OutputGroup::Dense(_) | OutputGroup::Entries(_) => {
                let count = shared.iter().map(|a| a.ty.shape.size()).sum();
                // A matrix that is too large for an array has been refused.
                let shape = Shape::new(&[count, count]).unwrap_or_else(|_| Shape::scalar());
                let ty = Type::new(self.element, shape);
                let rust = names.signature.rust_type(&ty);
                (rust, names.zero(&ty), vec![ty], vec![mixed!(*#name)])
            }
            OutputGroup::Value | OutputGroup::Tangent | OutputGroup::Series => (
                names.result(),
                names.zero_result(),
                names.signature.result.parts().to_vec(),
                names.result_parts(&mixed!((*#name))),
            ),
        };
        Summed {
            group,
            name,
            ty,
            zero,
            types,
            places,
        }
    }
}

/// One of them, or a tuple.
fn joined_types(types: impl Iterator<Item = TokenStream>) -> TokenStream {
    let types: Vec<TokenStream> = types.collect();
    match &types[..] {
        [ty] => ty.clone(),
        types => mixed!((#(#types),*)),
    }
}
