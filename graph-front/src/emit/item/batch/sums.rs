//! The functions that add up what a request makes, over points: over all of them, over each chunk of
//! points, and over chunks that others have added up.

use proc_macro2::{Ident, Literal, TokenStream};

use super::adding::Numbers;
use super::summed::Summed;
use super::{Batch, is_borrowed};
use crate::derivatives::{InputGroup, OutputGroup, Request, SumForm};
use crate::emit::item::forms::ResultForm;
use crate::emit::item::matrix::offset_module;
use crate::emit::mixed;
use crate::emit::names::ident;
use crate::signature::Formal;
use crate::tokens::joined;

/// The sum of what a request makes.
pub(super) struct Sum<'b> {
    pub(super) batch: &'b Batch<'b>,
    request: Request,
    pub(super) form: &'static SumForm,
    pub(super) results: Vec<Summed>,
}

/// The numbers that a sum is made of.
#[derive(Clone, Copy)]
enum Given {
    /// Those of all points.
    Points,
    /// The sums of chunks.
    Chunks,
}

impl Given {
    const ALL: [Self; 2] = [Self::Points, Self::Chunks];

    /// The ending of a function's name.
    fn ending(self) -> &'static str {
        match self {
            Self::Points => "",
            Self::Chunks => "_of",
        }
    }
}

impl Batch<'_> {
    /// The functions that add up points.
    pub(super) fn sums(&self) -> TokenStream {
        let private = &self.names.private;
        let sums: Vec<Sum<'_>> = { Request::ALL.iter() }
            .filter(|&&request| self.lacks_chunks(request).is_none())
            .filter_map(|&request| Sum::new(self, request))
            .collect();
        if sums.is_empty() {
            return TokenStream::new();
        }
        let derivatives = sums.iter().any(|sum| sum.request != Request::Value);
        let structure = derivatives.then(|| self.shared_struct());
        let has_matrix = |sum: &Sum<'_>| {
            let is_second = |group| matches!(group, OutputGroup::Dense(_) | OutputGroup::Product);
            sum.results.iter().any(|result| is_second(result.group))
        };
        let offsets = sums.iter().any(has_matrix).then(|| {
            let module = offset_module("shared_offset", &self.shared(), self.bodies);
            mixed! {
                /// The first column of each shared argument in matrices of sums.
                #module
            }
        });
        let functions = joined(sums.iter().map(Sum::items));
        mixed! {
            #private::generated::with_alloc! {
                /// How many points are added up together: a sum over all of them is the sum of the
                /// sums of these chunks, in their order.
                pub const CHUNK: usize = #private::generated::batch::CHUNK;
                #structure
                #offsets
                #functions
            }
        }
    }
}

impl<'b> Sum<'b> {
    fn new(batch: &'b Batch<'b>, request: Request) -> Option<Self> {
        let row = request.row();
        let results = row.outputs.iter();
        Some(Self {
            batch,
            request,
            form: row.points.as_ref()?.sum.as_ref()?,
            results: results.map(|o| batch.summed(o.group, o.name)).collect(),
        })
    }

    pub(super) fn takes(&self, group: InputGroup) -> bool {
        self.request.row().inputs.contains(&group)
    }

    /// Whether each element of a value has a weight.
    pub(super) fn has_weights(&self) -> bool {
        self.takes(InputGroup::Weights) && !self.batch.names.returns_number()
    }

    /// All functions.
    fn items(&self) -> TokenStream {
        let (batch, names) = (self.batch, self.batch.names);
        let made = batch.bodies.batches();
        let made = made.and_then(|batches| batches.sums.get(&self.request));
        let numbers = made.map(|made| Numbers::new(self, made));
        let private = numbers.as_ref().map(|numbers| self.private(numbers));
        // Of a stub, nobody knows it.
        let count = numbers.as_ref().map_or(0, Numbers::count);
        let (size, word) = (Literal::usize_unsuffixed(count), self.request.row().word);
        let constant = self.count();
        let doc = format!(" How many numbers `sum_{word}_chunks` writes for each chunk.");
        let functions = ResultForm::ALL.map(|form| {
            let is_there = batch.lacks_sum(self.request, form).is_none();
            let functions = Given::ALL.map(|given| match form {
                ResultForm::ByValue => self.returned(given),
                ResultForm::InPlace => self.written(given),
            });
            is_there.then(|| joined(functions))
        });
        let (chunks, constant) = (
            self.chunks(),
            names.at_function(mixed!(pub const #constant)),
        );
        mixed! {
            #private
            #[doc = #doc]
            #constant: usize = #size;
            #(#functions)*
            #chunks
        }
    }

    /// The constant that is the number of numbers.
    fn count(&self) -> Ident {
        ident(&self.request.size_of_sum())
    }

    /// The name of one of the functions.
    fn name(&self, given: Given, form: ResultForm) -> Ident {
        let word = self.request.row().word;
        let endings = [given.ending(), form.ending()].concat();
        self.batch.names.item(&format!("sum_{word}{endings}"))
    }

    /// The private functions: the one that adds up numbers, and the one that takes results of them.
    fn private(&self, numbers: &Numbers) -> TokenStream {
        let names = self.batch.names;
        let (private, float, sums) = (&names.private, self.batch.float(), ident("sums"));
        let (add_up, take, count) = (self.add_up(), self.take(), self.count());
        let (generics, arguments) = (names.generics(), self.batch.parameters_of_arguments(true));
        let [weights, direction] = self.parameters(ResultForm::InPlace);
        let shared = self.shared_parameters(true);
        let (written, returns) = (self.places(), self.returns());
        let (added, taken) = (self.added(numbers), self.taken(numbers));
        let number = self.number();
        let declared = number.map(|Summed { name, zero, .. }| {
            let place = ident("place");
            mixed!(let mut #place = #zero; let #name = &mut #place;)
        });
        let returned = number.map(|Summed { name, .. }| mixed!(*#name));
        mixed! {
            #[track_caller]
            fn #add_up #generics(
                #arguments #weights #direction
                mut #sums: #private::generated::batch::Sums<'_, #float>
            ) { #added }

            fn #take #generics(#shared #sums: &[#float; #count], #written) #returns {
                #declared
                #taken
                #returned
            }
        }
    }

    fn add_up(&self) -> Ident {
        ident(&format!("add_up_{}", self.request.row().word))
    }

    fn take(&self) -> Ident {
        ident(&format!("take_{}", self.request.row().word))
    }

    /// The result that is returned where the others are written in place.
    fn number(&self) -> Option<&Summed> {
        let returns = self.batch.names.returns_number();
        let mut results = self.results.iter();
        results.find(|result| result.group == OutputGroup::Value && returns)
    }

    /// The results that are written in place.
    fn in_place(&self) -> impl Iterator<Item = &Summed> {
        let returns = self.batch.names.returns_number();
        let results = self.results.iter();
        results.filter(move |result| !(result.group == OutputGroup::Value && returns))
    }

    /// The parameters for weights and a direction.
    fn parameters(&self, form: ResultForm) -> [Option<TokenStream>; 2] {
        let names = self.batch.names;
        let (result, parameters) = (names.result(), names.parameters());
        let [weights, direction] = ["weights", "direction"].map(ident);
        let reference = (form == ResultForm::InPlace).then(|| mixed!(&));
        let takes_direction = self.takes(InputGroup::Direction);
        [
            self.has_weights()
                .then(|| mixed!(#weights: #reference #result,)),
            takes_direction.then(|| mixed!(#direction: &Shared #parameters,)),
        ]
    }

    /// The arguments that are the same for all points, as parameters.
    fn shared_parameters(&self, borrows: bool) -> TokenStream {
        let batch = self.batch;
        joined(
            self.shared()
                .map(|formal| batch.shared_parameter(formal, borrows)),
        )
    }

    /// Statements that borrow what the private functions borrow.
    fn borrowed(&self) -> TokenStream {
        let borrowed = self.shared().filter(is_borrowed);
        joined(borrowed.map(|formal| {
            let name = formal.first().variable();
            mixed!(let #name = &#name;)
        }))
    }

    fn shared(&self) -> impl Iterator<Item = Formal<'_>> {
        let formals = self.batch.names.signature.formals();
        formals.filter(|formal| !formal.first().differs())
    }

    /// The parameters that results are written to.
    fn places(&self) -> TokenStream {
        joined(
            self.in_place()
                .map(|Summed { name, ty, .. }| mixed!(#name: &mut #ty,)),
        )
    }

    /// The type of the result that is returned where the others are written in place.
    fn returns(&self) -> Option<TokenStream> {
        self.number().map(|Summed { ty, .. }| mixed!(-> #ty))
    }

    /// The parameters of a function in one of the forms that are before those of its results.
    fn inputs(&self, given: Given, form: ResultForm) -> TokenStream {
        let (float, count) = (self.batch.float(), self.count());
        match given {
            Given::Points => {
                let arguments = self.batch.parameters_of_arguments(false);
                let [weights, direction] = self.parameters(form);
                mixed!(#arguments #weights #direction)
            }
            Given::Chunks => {
                let (shared, chunks) = (self.shared_parameters(false), ident("chunks"));
                mixed!(#shared #chunks: &[[#float; #count]],)
            }
        }
    }

    /// Statements that compute the numbers `sums`.
    fn numbers(&self, given: Given, form: ResultForm) -> TokenStream {
        let (private, zero, count) = (&self.batch.names.private, self.batch.zero(), self.count());
        let (float, sums) = (self.batch.float(), ident("sums"));
        let computed = match given {
            Given::Points => {
                let target = mixed!(#private::generated::batch::Sums::All(&mut #sums[..]));
                self.call_of_add_up(form, &target)
            }
            Given::Chunks => {
                let chunks = ident("chunks");
                mixed!(#private::generated::batch::total(#chunks, #sums);)
            }
        };
        let borrowed = self.borrowed();
        mixed! {
            #borrowed
            let mut #sums = #private::generated::Arena::<#float, #count>::new(#zero);
            let #sums = #sums.array();
            #computed
        }
    }

    fn call_of_add_up(&self, form: ResultForm, target: &TokenStream) -> TokenStream {
        let (add_up, arguments) = (self.add_up(), self.batch.names.argument_names());
        let [weights, direction] = ["weights", "direction"].map(ident);
        let reference = (form == ResultForm::ByValue).then(|| mixed!(&));
        let weights = self.has_weights().then(|| mixed!(#reference #weights,));
        let direction = self
            .takes(InputGroup::Direction)
            .then(|| mixed!(#direction,));
        mixed!(#add_up(#arguments #weights #direction #target);)
    }

    /// The names of the arguments that the function takes which takes results of numbers.
    fn taken_from(&self) -> TokenStream {
        let names = self.shared().map(|formal| formal.first().variable());
        let sums = ident("sums");
        mixed!(#(#names,)* #sums,)
    }

    /// The function that writes its results in place.
    fn written(&self, given: Given) -> TokenStream {
        let names = self.batch.names;
        let (name, generics) = (self.name(given, ResultForm::InPlace), names.generics());
        let (inputs, places, returns) = (
            self.inputs(given, ResultForm::InPlace),
            self.places(),
            self.returns(),
        );
        let (take, passed) = (self.take(), self.taken_from());
        let numbers = self.numbers(given, ResultForm::InPlace);
        let written = self.in_place().map(|Summed { name, .. }| name);
        let body = self
            .batch
            .bodies
            .body(mixed!(#numbers #take(#passed #(#written),*)));
        let docs = self.docs(given, self.form.doc_into);
        mixed! {
            #docs
            #[track_caller]
            pub fn #name #generics(#inputs #places) #returns { #body }
        }
    }

    /// The function that returns its results.
    fn returned(&self, given: Given) -> TokenStream {
        let names = self.batch.names;
        let (name, generics) = (self.name(given, ResultForm::ByValue), names.generics());
        let inputs = self.inputs(given, ResultForm::ByValue);
        let (take, passed) = (self.take(), self.taken_from());
        let numbers = self.numbers(given, ResultForm::ByValue);
        let declared = self.in_place();
        let declared = declared.map(|Summed { name, zero, .. }| mixed!(let mut #name = #zero;));
        let places = self
            .in_place()
            .map(|Summed { name, .. }| mixed!(&mut #name));
        let number = self.number().map(|Summed { name, .. }| mixed!(let #name =));
        let values = one_or_tuple(self.results.iter().map(|Summed { name, .. }| mixed!(#name)));
        let types = one_or_tuple(self.results.iter().map(|result| result.ty.clone()));
        let body = self.batch.bodies.body(mixed! {
            #numbers
            #(#declared)*
            #number #take(#passed #(#places),*);
            #values
        });
        let docs = self.docs(given, self.form.doc);
        mixed! {
            #docs
            #[track_caller]
            #[must_use]
            pub fn #name #generics(#inputs) -> #types { #body }
        }
    }

    /// The function that writes the sums of chunks.
    fn chunks(&self) -> TokenStream {
        let names = self.batch.names;
        let (private, float, count) = (&names.private, self.batch.float(), self.count());
        let word = self.request.row().word;
        let (name, chunks) = (names.item(&format!("sum_{word}_chunks")), ident("chunks"));
        let generics = names.generics();
        let inputs = self.inputs(Given::Points, ResultForm::InPlace);
        let target = mixed!(#private::generated::batch::Sums::chunks(#chunks));
        let (borrowed, call) = (
            self.borrowed(),
            self.call_of_add_up(ResultForm::InPlace, &target),
        );
        let body = self.batch.bodies.body(mixed!(#borrowed #call));
        let doc = format!(
            " Writes the numbers that `sum_{word}` adds up, of each chunk of `CHUNK` points, to \
             `chunks`: `sum_{word}_of` makes the results of them. The last chunk has the points \
             that are left."
        );
        let panics = self
            .batch
            .panics_or(", or there are more or fewer chunks than those of the points");
        mixed! {
            #[doc = #doc]
            #panics
            #[track_caller]
            pub fn #name #generics(#inputs #chunks: &mut [[#float; #count]]) { #body }
        }
    }

    /// The documentation of a function, given what it says of all points.
    fn docs(&self, given: Given, of_points: &str) -> TokenStream {
        let word = self.request.row().word;
        match given {
            Given::Points => {
                let weights = match self.has_weights() {
                    true => " Each element of a value is multiplied by its element of `weights`.",
                    false => "",
                };
                let (doc, panics) = (format!(" {of_points}{weights}"), self.batch.panics());
                mixed!(#[doc = #doc] #panics)
            }
            Given::Chunks => {
                let doc = format!(
                    " The same as `sum_{word}` of all points, to the same bits, given the numbers \
                     that `sum_{word}_chunks` writes of them, in the order of the points, \
                     whoever computed them."
                );
                mixed!(#[doc = #doc])
            }
        }
    }
}

/// One of them, or a tuple.
fn one_or_tuple(types: impl Iterator<Item = TokenStream>) -> TokenStream {
    let types: Vec<TokenStream> = types.collect();
    match &types[..] {
        [ty] => ty.clone(),
        types => mixed!((#(#types),*)),
    }
}
