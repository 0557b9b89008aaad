//! Stand-ins in the module `batch`: for all of it where nobody asked for it, and for what it lacks.

use proc_macro2::{Ident, TokenStream};

use super::functions::returning;
use super::{Reason, StandIns, demand, guessed, needs_allocator, unasked, unmade};
use crate::derivatives::Request;
use crate::emit::item::batch::{Batch, Lack, has_sum};
use crate::emit::item::forms::{ResultForm, written};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::requests;
use crate::signature::Formal;

/// The word that asks for a module of functions at many points, and its name.
const BATCH: &str = "batch";

/// The stand-in for the module. It holds nothing else: what it took from the module around it would
/// be meant by its callers, and is not.
pub(super) fn module(names: &Names<'_>) -> TokenStream {
    let signature = names.signature;
    if signature.derivatives.batch.is_some() {
        return TokenStream::new();
    }
    let item = format!("`{}::batch`", signature.module());
    let reason = match requests::refusal_of_batch(signature) {
        Some((message, advice)) => Reason { message, advice },
        None => unasked(signature, &item, BATCH),
    };
    let mut stand_ins = StandIns::new(names);
    stand_ins.demand(BATCH, || reason);
    for (&request, of, form) in functions_of_batches() {
        let parameters = of.parameters(names, request, form);
        stand_ins.add(&of.name(request, form), parameters, BATCH);
    }
    for request in Request::ALL.iter().copied().filter(|own| has_sum(*own)) {
        stand_ins.add(&turned(request), returning(names, request), BATCH);
    }
    let (functions, structs) = (stand_ins.tokens, structs(names));
    mixed! {
        #[doc(hidden)]
        pub mod batch {
            #functions
            #structs
        }
    }
}

/// Adds the stand-ins beside the module, for the functions that it alone has or may have.
pub(super) fn add_beside(stand_ins: &mut StandIns<'_>) {
    let names = stand_ins.names;
    let signature = names.signature;
    let sums = functions_of_batches()
        .filter(|(request, of, _)| *of != Of::EachPoint && has_sum(**request));
    let is_there = signature.derivatives.batch.is_some();
    for (&request, of, form) in sums {
        let word = match is_there {
            true => of.word(request),
            false => SUMS.into(),
        };
        stand_ins.demand(&word, || match requests::refusal_of_batch(signature) {
            Some((message, advice)) => Reason { message, advice },
            None if is_there => {
                let item = format!("`{}::batch::{word}`", signature.module());
                Reason {
                    message: format!("sums over the points of a batch are in its module: {item}"),
                    advice: format!("write {item}"),
                }
            }
            None => {
                let item = format!(
                    "`{}::batch`, with the sums over many points,",
                    signature.module()
                );
                unasked(signature, &item, BATCH)
            }
        });
        let parameters = of.parameters(names, request, form);
        stand_ins.add(&of.name(request, form), parameters, &word);
    }
}

/// The name of a sum the other way round, as other libraries have it.
fn turned(request: Request) -> String {
    format!("{}_sum", request.row().word)
}

/// Adds the stand-ins for sums by that name, in the module that there is.
fn add_turned(stand_ins: &mut StandIns<'_>, batch: &Batch<'_>, module: &str) {
    for request in Request::ALL.iter().copied().filter(|own| has_sum(*own)) {
        let (word, turned) = (Of::Sum.word(request), turned(request));
        let parameters = returning(batch.names(), request);
        let demanded = match batch.lacks_sum(request, ResultForm::ByValue) {
            Some(Lack::Unmade | Lack::Unshared) => &word,
            _ => {
                let item = format!("`{module}::{word}`");
                stand_ins.demand(&turned, || Reason {
                    message: format!("the sum over all points is called {item}"),
                    advice: format!("write {item}"),
                });
                &turned
            }
        };
        stand_ins.add(&turned, parameters, demanded);
    }
}

/// Stand-ins for the structs: they take fields of any types.
fn structs(names: &Names<'_>) -> TokenStream {
    if !names.signature.is_differentiable() {
        return TokenStream::new();
    }
    let fields: Vec<&Ident> = names.independent_formals().map(Formal::name).collect();
    let types = (0..fields.len()).map(|number| ident(&format!("Field{number}")));
    let types: Vec<Ident> = types.collect();
    let Some(first) = types.first() else {
        return TokenStream::new();
    };
    let demanded = Ident::new(BATCH, names.signature.name.span());
    // As a type the struct stands without parameters, and what has the trait is then taken for one.
    let any = mixed!(::core::convert::Infallible);
    let structs = ["Adjoint", "Tangent", "Shared"].map(|name| {
        let name = ident(name);
        mixed! {
            #[doc(hidden)]
            pub struct #name<#(#types = #any),*> where #first: #demanded {
                #(pub #fields: #types,)*
            }
        }
    });
    mixed!(#(#structs)*)
}

/// The results of a function of a batch: of each point, or sums over all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    EachPoint,
    Sum,
    /// Sums of chunks of points.
    Chunks,
    /// A sum, of those of chunks.
    SumOfChunks,
}

impl Of {
    const ALL: [Self; 4] = [Self::EachPoint, Self::Sum, Self::Chunks, Self::SumOfChunks];

    /// The name of a function.
    fn name(self, request: Request, form: ResultForm) -> String {
        let of = match self {
            Self::EachPoint | Self::Sum => "",
            Self::Chunks => "_chunks",
            Self::SumOfChunks => "_of",
        };
        format!("{}{of}{}", self.word(request), form.ending())
    }

    /// Whether a batch may have such a function.
    fn may_be(self, request: Request, form: ResultForm) -> bool {
        match self {
            Self::EachPoint | Self::Sum => true,
            Self::Chunks => form == ResultForm::ByValue && has_sum(request),
            Self::SumOfChunks => has_sum(request),
        }
    }

    /// The name of the function without an ending, which is also that of the trait.
    fn word(self, request: Request) -> String {
        let word = request.row().word;
        match self {
            Self::EachPoint => String::from(word),
            Self::Sum | Self::Chunks | Self::SumOfChunks => format!("sum_{word}"),
        }
    }

    /// The number of parameters.
    fn parameters(self, names: &Names<'_>, request: Request, form: ResultForm) -> usize {
        let places = match (self, form) {
            (Self::EachPoint, _) => request.row().outputs.len(),
            (Self::Chunks, _) => 1,
            (Self::Sum | Self::SumOfChunks, ResultForm::ByValue) => 0,
            (Self::Sum | Self::SumOfChunks, ResultForm::InPlace) => written(names, request).max(1),
        };
        let inputs = match self {
            Self::EachPoint | Self::Sum | Self::Chunks => returning(names, request),
            Self::SumOfChunks => {
                let formals = names.signature.formals();
                formals.filter(|formal| !formal.first().differs()).count() + 1
            }
        };
        inputs + places
    }
}

/// All functions that a batch may have.
fn functions_of_batches() -> impl Iterator<Item = (&'static Request, Of, ResultForm)> {
    Request::ALL.iter().flat_map(|request| {
        let of = Of::ALL.into_iter();
        let functions = of.flat_map(move |of| ResultForm::ALL.map(|form| (request, of, form)));
        functions.filter(|(request, of, form)| of.may_be(**request, *form))
    })
}

/// The trait that sums demand where there is no batch, or no allocator.
const SUMS: &str = "sums";

/// The trait that functions of each point demand whose name says that they write in place.
const IN_PLACE: &str = "in_place";

/// The stand-ins in the module `batch` that there is: for what is not made, and for what has no
/// form for many points or no sum.
pub(in crate::emit::item) fn in_batch(batch: &Batch<'_>) -> TokenStream {
    if batch.is_stub() {
        return TokenStream::new();
    }
    let names = batch.names();
    let module = format!("{}::batch", names.signature.module());
    let (mut stand_ins, mut sums) = (StandIns::new(names), StandIns::new(names));
    for (&request, of, form) in functions_of_batches() {
        let lack = match of {
            Of::EachPoint => batch.lacks(request, form),
            Of::Sum | Of::SumOfChunks => batch.lacks_sum(request, form),
            Of::Chunks => batch.lacks_chunks(request),
        };
        let (name, word) = (of.name(request, form), of.word(request));
        let parameters = of.parameters(names, request, form);
        match (lack, of) {
            (None, Of::EachPoint) => {}
            (None, Of::Sum | Of::Chunks | Of::SumOfChunks) => sums.add(&name, parameters, SUMS),
            (Some(lack), _) => {
                let demanded = match lack {
                    Lack::Written => IN_PLACE,
                    _ => &word,
                };
                let path = format!("{module}::{word}");
                stand_ins.demand(demanded, || reason(names, request, &path, lack));
                stand_ins.add(&name, parameters, demanded);
            }
        }
    }
    let is_absent = |request| batch.lacks(request, ResultForm::ByValue).is_some();
    let parameters = |request| Of::EachPoint.parameters(names, request, ResultForm::ByValue);
    guessed::add_all(&mut stand_ins, &module, is_absent, parameters);
    add_turned(&mut stand_ins, batch, &module);
    let (items, unallocated) = (stand_ins.tokens, unallocated(names, &module, &sums.tokens));
    mixed!(#items #unallocated)
}

/// The stand-ins for the sums that there are, where there is no allocator for them.
fn unallocated(names: &Names<'_>, module: &str, sums: &TokenStream) -> TokenStream {
    if sums.is_empty() {
        return TokenStream::new();
    }
    let private = &names.private;
    let demanded = demand(
        names,
        SUMS,
        &needs_allocator(&format!("sums of `{module}`")),
    );
    mixed!(#private::generated::without_alloc! { #demanded #sums })
}

/// Why a batch lacks a function of this path, without an ending.
fn reason(names: &Names<'_>, request: Request, path: &str, lack: Lack) -> Reason {
    let (signature, word) = (names.signature, request.row().word);
    let title = signature.module();
    let [message, advice] = match lack {
        Lack::Unmade => return unmade(signature, request, &format!("`{path}`")),
        Lack::OnePoint => [
            format!("`{path}` does not exist: `{word}` has no form for many points"),
            format!("`{title}::{word}` is that of one point: call it for each"),
        ],
        Lack::NoSum => [
            format!("`{path}` does not exist"),
            "there are sums of values, gradients, Hessians and their products; add up the others \
             yourself"
                .into(),
        ],
        Lack::Unshared => [
            format!("`{path}` is by arguments with `#[shared]`"),
            format!(
                "the derivatives by all other arguments are those of each point: `batch::{word}`"
            ),
        ],
        Lack::Large if request == Request::Value => [
            format!("`{path}` would return more than 64 KiB"),
            format!("add up the values that `{title}::batch::value` writes"),
        ],
        Lack::Large => [
            format!("`{path}` would return more than 64 KiB"),
            format!("call `{path}_into`, which writes its results in place"),
        ],
        Lack::Written => [
            format!(
                "all functions of `{title}::batch` for each point write their results in place"
            ),
            "leave out `_into`".into(),
        ],
        Lack::Returned => [
            format!("`{path}` returns the sum"),
            "leave out `_into` and the place for the result".into(),
        ],
    };
    Reason { message, advice }
}
