//! The public functions of a module: for each request one that returns its results, unless they are
//! large, and one that writes them in place, unless all of them are single numbers.

use graph_ir::{Shape, Type};
use proc_macro2::{Ident, Literal, TokenStream};

use super::Bodies;
use super::compute::{self, ResultPlace, statements};
use super::forms::{Form, ResultForm, lack};
use super::matrix::{Numbers, places};
use super::twin::{Allocates, Item, parameter};
use super::value::HIDDEN;
use crate::derivatives::{InputGroup, Named, OutputGroup, Request};
use crate::emit::call::{self, Input, Output};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::tokens::joined;

/// The functions of a request, and the constants that they need.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>, request: Request) -> TokenStream {
    let constants = places(names, bodies, request);
    let forms = ResultForm::ALL.into_iter();
    let functions = forms.filter(|&form| lack(names, bodies, request, Form::of(form)).is_none());
    let functions =
        joined(functions.map(|form| Function::new(names, bodies, request, form).tokens()));
    mixed!(#constants #functions)
}

/// The bytes that the results of a request take where they are returned.
pub(super) fn returned_size(names: &Names<'_>, bodies: &Bodies<'_>, request: Request) -> usize {
    let function = Function::new(names, bodies, request, ResultForm::ByValue);
    let sizes = function.results.iter().map(|result| result.size);
    sizes.fold(0, usize::saturating_add)
}

/// The need of an allocator of the function that returns the results of a request.
pub(super) fn allocates(names: &Names<'_>, bodies: &Bodies<'_>, request: Request) -> Allocates {
    Function::new(names, bodies, request, ResultForm::ByValue).allocates()
}

/// A function on its way.
struct Function<'f> {
    names: &'f Names<'f>,
    bodies: &'f Bodies<'f>,
    request: Request,
    form: ResultForm,
    results: Vec<ResultOf>,
}

/// A group of results in a function.
struct ResultOf {
    group: OutputGroup,
    name: Ident,
    ty: TokenStream,
    zero: TokenStream,
    /// Bytes, as far as they count: a number that is returned everywhere does not.
    size: usize,
    /// Whether it is a variable of the function, which is returned.
    is_returned: bool,
    /// The type of a matrix.
    numbers: Option<Numbers>,
}

impl<'f> Function<'f> {
    fn new(
        names: &'f Names<'f>,
        bodies: &'f Bodies<'f>,
        request: Request,
        form: ResultForm,
    ) -> Self {
        let outputs = request.row().outputs.iter();
        let results = outputs.map(|output| ResultOf::new(names, bodies, output, form));
        Self {
            results: results.collect(),
            names,
            bodies,
            request,
            form,
        }
    }

    fn tokens(self) -> TokenStream {
        let (names, row) = (self.names, self.request.row());
        let several = usize::from(names.signature.scalar_result().is_none());
        let name = format!("{}{}", row.word, self.form.ending());
        let doc = match self.form {
            ResultForm::ByValue => row.doc[several],
            ResultForm::InPlace => row.doc_into[several],
        };
        let written = self.results.iter().filter(|result| !result.is_returned);
        let given = row.inputs.iter().filter_map(|group| self.parameter(*group));
        let written = written.map(|ResultOf { name, ty, .. }| parameter(name, mixed!(&mut #ty)));
        let parameters = given.chain(written).collect();
        let returned = || self.results.iter().filter(|result| result.is_returned);
        let types: Vec<&TokenStream> = returned().map(|result| &result.ty).collect();
        let values: Vec<&Ident> = returned().map(|result| &result.name).collect();
        let (result, value) = match (&types[..], &values[..]) {
            ([], _) | (_, []) => (None, TokenStream::new()),
            ([ty], [value]) => (Some(mixed!(#ty)), mixed!(#value)),
            _ => (Some(mixed!((#(#types),*))), mixed!((#(#values),*))),
        };
        let declared = returned().map(|ResultOf { name, zero, .. }| mixed!(let mut #name = #zero;));
        let declared = joined(declared);
        let computed = self.computed();
        let generics = self
            .results
            .iter()
            .find_map(|r| Some(r.numbers.as_ref()?.generics(names)));
        let generics = generics.unwrap_or_else(|| names.generics());
        let item = Item {
            hidden: (name == "value").then_some(HIDDEN),
            name,
            doc,
            must_use: self.form == ResultForm::ByValue,
            in_place: false,
            parameters,
            result,
            body: mixed!(#declared #computed #value),
            allocates: self.allocates(),
        };
        item.tokens(&generics, names, self.bodies)
    }

    /// Its need of an allocator.
    fn allocates(&self) -> Allocates {
        let (names, row) = (self.names, self.request.row());
        let is_program = matches!(self.bodies, Bodies::Programs(_));
        if !is_program || !names.signature.is_symbolic() {
            return Allocates::Nothing;
        }
        let inputs = row.inputs.iter().any(|group| match group {
            InputGroup::Seed | InputGroup::Weights => !self.is_slice() && names.results_allocate(),
            InputGroup::Direction | InputGroup::Curve => names.variables_allocate(),
        });
        let results = self.results.iter().any(|result| match result.group {
            OutputGroup::Value | OutputGroup::Tangent => {
                let is_written = !result.is_returned && self.is_slice();
                names.results_allocate() && (!is_written || self.is_rows())
            }
            OutputGroup::Series => names.results_allocate(),
            OutputGroup::Adjoint | OutputGroup::Product => names.variables_allocate(),
            OutputGroup::Dense(_) | OutputGroup::Entries(_) => result.is_rows(),
        });
        match compute::allocates(names, self.bodies, self.request) {
            _ if inputs || results => Allocates::Vectors,
            on_the_way => on_the_way,
        }
    }

    fn computed(&self) -> TokenStream {
        let names = self.names;
        let mut inputs = Input::arguments(names);
        for &group in self.request.row().inputs {
            inputs.extend(self.inputs(group));
        }
        let places = self.results.iter().map(|result| result.place(names));
        statements(names, self.bodies, self.request, inputs, places.collect())
    }

    /// The parameter of a group of inputs.
    fn parameter(&self, group: InputGroup) -> Option<(Ident, TokenStream)> {
        let (names, name) = (self.names, ident(group.name()));
        let (parameters, result) = (names.parameters(), names.result());
        let ty = match group {
            InputGroup::Weights if names.returns_number() => return None,
            InputGroup::Seed | InputGroup::Weights if self.is_slice() => self.slice(),
            InputGroup::Seed | InputGroup::Weights if self.is_referred() => mixed!(&#result),
            InputGroup::Seed | InputGroup::Weights => result,
            InputGroup::Direction => mixed!(&Tangent #parameters),
            InputGroup::Curve => {
                let order = Literal::usize_unsuffixed(names.signature.derivatives.order);
                mixed!(&[Tangent #parameters; #order])
            }
        };
        Some(parameter(&name, ty))
    }

    /// The inputs of a program from a group.
    fn inputs(&self, group: InputGroup) -> Vec<Input> {
        let (names, name) = (self.names, ident(group.name()));
        match group {
            InputGroup::Weights if names.returns_number() => Vec::new(),
            InputGroup::Seed | InputGroup::Weights if self.is_slice() => {
                vec![Input::passed(mixed!(#name))]
            }
            InputGroup::Seed | InputGroup::Weights if self.is_referred() => {
                call::seeds(names, &mixed!((*#name)))
            }
            InputGroup::Seed | InputGroup::Weights => call::seeds(names, &mixed!(#name)),
            InputGroup::Direction => call::directions(names, &mixed!(#name)),
            InputGroup::Curve => {
                let orders = (0..names.signature.derivatives.order).map(Literal::usize_unsuffixed);
                let directions = orders.map(|k| call::directions(names, &mixed!(#name[#k])));
                directions.flatten().collect()
            }
        }
    }

    /// Whether the one result is an array of run-time length.
    fn is_slice(&self) -> bool {
        let signature = self.names.signature;
        signature
            .result
            .as_single()
            .is_some_and(|ty| signature.is_slice(ty))
    }

    /// Whether the one result is a matrix of run-time extents.
    fn is_rows(&self) -> bool {
        let signature = self.names.signature;
        signature
            .result
            .as_single()
            .is_some_and(|ty| signature.is_rows(ty))
    }

    /// A reference to such a result.
    fn slice(&self) -> TokenStream {
        let signature = self.names.signature;
        let ty = &signature.result.parts()[0];
        if signature.is_rows(ty) {
            return signature.rows_type(ty);
        }
        let row = signature.row_type(&signature.result.parts()[0]);
        mixed!(&[#row])
    }

    /// Whether values of the result's type are passed by reference: where results are not returned,
    /// unless it is a number.
    fn is_referred(&self) -> bool {
        self.form == ResultForm::InPlace && !self.names.returns_number()
    }
}

impl ResultOf {
    fn new(names: &Names<'_>, bodies: &Bodies<'_>, output: &Named, form: ResultForm) -> Self {
        let (parameters, result) = (names.parameters(), names.result());
        let of_numbers = |numbers: Numbers| {
            let (ty, zero) = numbers.tokens(names);
            (ty, zero, numbers.size(), Some(numbers))
        };
        let (ty, zero, size, numbers) = match output.group {
            OutputGroup::Value | OutputGroup::Tangent => {
                let signature = names.signature;
                let ty = match signature.result.as_single() {
                    Some(ty)
                        if form == ResultForm::InPlace
                            && signature.is_slice(ty)
                            && !signature.is_rows(ty) =>
                    {
                        let row = signature.row_type(ty);
                        mixed!([#row])
                    }
                    _ => result,
                };
                (ty, names.zero_result(), names.result_size(), None)
            }
            OutputGroup::Adjoint | OutputGroup::Product => {
                let (ty, zero) = (mixed!(Adjoint #parameters), names.zero_adjoint());
                (ty, zero, names.adjoint_size(), None)
            }
            OutputGroup::Dense(matrix) => of_numbers(Numbers::dense(names, bodies, matrix)),
            OutputGroup::Entries(matrix) => of_numbers(Numbers::entries(names, bodies, matrix)),
            OutputGroup::Series => {
                let terms = names.signature.derivatives.order + 1;
                let size = names.result_size().saturating_mul(terms);
                let zero = names.zero_result();
                // Vectors are not copied, and structs may not be.
                let mut structs = Vec::new();
                names.signature.result.form().structs(&mut structs);
                let zeros = match names.signature.is_symbolic() || !structs.is_empty() {
                    true => {
                        let zeros = vec![zero; terms];
                        mixed!([#(#zeros),*])
                    }
                    false => {
                        let terms = Literal::usize_unsuffixed(terms);
                        mixed!([#zero; #terms])
                    }
                };
                let terms = Literal::usize_unsuffixed(terms);
                (mixed!([#result; #terms]), zeros, size, None)
            }
        };
        let is_result = matches!(output.group, OutputGroup::Value | OutputGroup::Tangent);
        let is_number = is_result && names.returns_number();
        Self {
            group: output.group,
            name: ident(output.name),
            ty,
            zero,
            size: output.slice.map_or(0, |_| size),
            is_returned: form == ResultForm::ByValue || is_number,
            numbers,
        }
    }

    /// Whether it is a matrix whose extents come with the call.
    fn is_rows(&self) -> bool {
        matches!(self.numbers, Some(Numbers::Rows(..)))
    }

    fn place(&self, names: &Names<'_>) -> ResultPlace {
        let name = &self.name;
        let whole = match self.is_returned {
            true => mixed!(&mut #name),
            false => mixed!(#name),
        };
        let (mut before, mut outputs) = (TokenStream::new(), Vec::new());
        match (self.group, &self.numbers) {
            (OutputGroup::Value | OutputGroup::Tangent, _) => {
                outputs = call::result(
                    names,
                    &match self.is_returned {
                        true => mixed!(#name),
                        false => mixed!((*#name)),
                    },
                );
            }
            (OutputGroup::Adjoint | OutputGroup::Product, _) => {
                if !self.is_returned {
                    before = names.resize_adjoint(name);
                }
                outputs = call::adjoint(names, &mixed!(#name));
            }
            (OutputGroup::Series, _) => {
                let terms =
                    (0..=names.signature.derivatives.order).map(|k| ident(&format!("term_{k}")));
                let terms: Vec<Ident> = terms.collect();
                before = mixed!(let [#(#terms,)*] = #whole;);
                if !self.is_returned {
                    let resized = terms.iter().map(|term| names.resize_result(term));
                    before.extend(joined(resized));
                }
                let terms = terms
                    .iter()
                    .map(|term| call::result(names, &mixed!((*#term))));
                outputs = terms.flatten().collect();
            }
            (OutputGroup::Dense(_) | OutputGroup::Entries(_), Some(Numbers::Known(ty))) => {
                let (ty, place) = (ty.clone(), mixed!((*#whole)));
                outputs.push(Output::new(ty, place));
            }
            (OutputGroup::Dense(_), Some(Numbers::Rows(element, extents))) => {
                if !self.is_returned {
                    let [rows, columns] = extents.each_ref().map(|extent| names.count(extent));
                    before = mixed!(#name.resize(#rows, #columns););
                }
                if let Ok(shape) = Shape::of([&extents[0] * &extents[1]]) {
                    let ty = Type::new(*element, shape);
                    let place = mixed!((*#name.elements_mut()));
                    outputs.push(Output::new(ty, place));
                }
            }
            (OutputGroup::Dense(_) | OutputGroup::Entries(_), _) => {}
        }
        ResultPlace {
            group: self.group,
            before,
            outputs,
            whole,
        }
    }
}
