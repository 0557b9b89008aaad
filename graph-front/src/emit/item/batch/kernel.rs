//! Computations block by block: in lanes, or one point after the other.

use graph_ir::{Element, Shape, Type};
use graph_math::order::LANES;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::ToTokens;

use super::compute::ResultPlace;
use super::slices::{flat_outputs, part};
use super::workspace;
use super::{Batch, compute};
use crate::derivatives::Request;
use crate::emit::call::{self, Input, Output};
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::emit::programs::Pools;

/// How many results of a single point are kept on the stack at most.
const ON_STACK: usize = 2048;

/// The computation of a batch for a block of points, in lanes and for a single point, with its
/// inputs and outputs.
pub(super) struct Kernel {
    /// The private function that computes a point in each lane.
    pub(super) lanes: &'static str,
    pub(super) single: Single,
    pub(super) inputs: Vec<Passed>,
    pub(super) outputs: Vec<Type>,
    /// Whether results are added up.
    pub(super) adds: bool,
}

/// The computation of a single point.
pub(super) enum Single {
    /// As a request is computed.
    Request(Request),
    /// By a private function.
    Function(&'static str),
}

/// An input of a program.
pub(super) enum Passed {
    /// Part of the block of points.
    Point(Type),
    /// The same for all points: a number, or a reference to an array.
    Shared(Type, TokenStream),
}

impl Passed {
    /// The number of columns.
    fn size(&self) -> usize {
        match self {
            Self::Point(ty) => ty.shape.size(),
            Self::Shared(..) => 0,
        }
    }
}

impl Kernel {
    /// The inputs that are the same for all points.
    fn shared(&self) -> impl Iterator<Item = (&Type, &TokenStream)> {
        self.inputs.iter().filter_map(|input| match input {
            Passed::Shared(ty, value) => Some((ty, value)),
            Passed::Point(_) => None,
        })
    }

    /// The inputs, where `points` has those of a block or of one point.
    fn passed(
        &self,
        names: &Names<'_>,
        points: &TokenStream,
        point: impl Fn(&Type, TokenStream) -> TokenStream,
    ) -> Vec<Input> {
        let (mut start, mut number) = (0, 0);
        let inputs = self.inputs.iter().map(|input| match input {
            Passed::Shared(..) => {
                let field = shared(number);
                number += 1;
                Input::passed(mixed!(self.#field))
            }
            Passed::Point(ty) => {
                let part = part(names, ty, points, start, false);
                start += ty.shape.size();
                Input::passed(point(ty, part))
            }
        });
        inputs.collect()
    }
}

/// The field that holds the inputs shared by all points.
fn shared(number: usize) -> Ident {
    ident(&format!("shared_{number}"))
}

impl Batch<'_> {
    /// The state that a thread computes with: its type, and the expression that creates it.
    fn state(&self, kernel: &Kernel) -> (TokenStream, TokenStream) {
        let none = || (mixed!(()), TokenStream::new());
        if !self.in_lanes(kernel) {
            return match workspace::ty(self.names, self.bodies) {
                Some(ty) => (ty, mixed!(Workspace::new())),
                None => none(),
            };
        }
        match self.room() {
            Some(pools) => {
                let parameters = self.parameters_of_room(pools);
                (mixed!(Room #parameters), mixed!(Room::new()))
            }
            None => none(),
        }
    }

    fn in_lanes(&self, kernel: &Kernel) -> bool {
        let batches = self.bodies.batches();
        batches.is_some_and(|batches| batches.in_lanes(kernel.lanes))
    }

    /// A value that computes a block of results from a block of points.
    pub(super) fn block(&self, kernel: &Kernel) -> TokenStream {
        let [workspace, x, y] = ["workspace", "x", "y"].map(ident);
        let (private, float) = (&self.names.private, self.float());
        let (count, body) = match self.in_lanes(kernel) {
            true => (mixed!(_), self.lanes(kernel)),
            false => (ident("count").into_token_stream(), self.single(kernel)),
        };
        let sizes = [
            kernel.inputs.iter().map(Passed::size).sum::<usize>(),
            kernel.outputs.iter().map(|ty| ty.shape.size()).sum(),
        ];
        let [i, o] = sizes.map(Literal::usize_unsuffixed);
        let lanes = Literal::usize_unsuffixed(LANES);
        let (state, new) = self.state(kernel);
        let dispatches = self.bodies.dispatches() && self.in_lanes(kernel);
        let generic = self.names.signature.generic.as_ref();
        let declared = generic.map(|name| mixed!(#name: #private::math::Float));
        let types = kernel.shared().enumerate().map(|(number, (ty, _))| {
            let (field, ty) = (shared(number), self.shared_type(ty));
            mixed!(#field: #ty,)
        });
        let values = kernel.shared().enumerate().map(|(number, (_, value))| {
            let field = shared(number);
            mixed!(#field: #value,)
        });
        let marker = ident("marker");
        mixed! {{
            struct Block<'a, #declared> {
                #(#types)*
                #marker: ::core::marker::PhantomData<&'a (#generic)>,
            }

            impl<'a, #declared> #private::generated::batch::Block<#float, #i, #o>
                for Block<'a, #generic>
            {
                type State = #state;

                const DISPATCHES: bool = #dispatches;

                #[inline(always)]
                fn state(&self) -> Self::State {
                    #new
                }

                #[inline(always)]
                fn run<M: #private::generated::Machine>(
                    &self,
                    #workspace: &mut Self::State,
                    #count: usize,
                    #x: &[[#float; #lanes]; #i],
                    #y: &mut [[#float; #lanes]; #o],
                ) {
                    #body
                }
            }

            Block { #(#values)* #marker: ::core::marker::PhantomData }
        }}
    }

    /// The type of an input shared by all points, as a field holds it.
    fn shared_type(&self, ty: &Type) -> TokenStream {
        if *ty == Type::scalar(Element::I64) {
            return mixed!(i64);
        }
        let rust = self.names.signature.rust_type(ty);
        match ty.is_scalar() {
            true => rust,
            false => mixed!(&'a #rust),
        }
    }

    /// All points of a block at once.
    fn lanes(&self, kernel: &Kernel) -> TokenStream {
        let names = self.names;
        let [x, y] = ["x", "y"].map(ident);
        let inputs = kernel.passed(names, &mixed!(#x), |ty, part| match ty.is_scalar() {
            true => mixed!(&#part),
            false => part,
        });
        let (before, mut outputs) = flat_outputs(names, kernel.outputs.iter(), &mixed!(#y));
        for output in &mut outputs {
            output.ty = with_lanes(&output.ty);
        }
        let path = match self.bodies.dispatches() {
            true => {
                let generic = names.signature.generic.as_ref();
                let function = ident(&format!("{}_on", kernel.lanes));
                mixed!(#function::<M, #generic>)
            }
            false => {
                let function = ident(kernel.lanes);
                mixed!(#function)
            }
        };
        let function = (kernel.lanes, &path);
        let call = call::call_as(names, self.bodies, function, &inputs, &outputs);
        mixed!(#before #call)
    }

    /// The points of a block one after the other.
    fn single(&self, kernel: &Kernel) -> TokenStream {
        let names = self.names;
        let (private, float) = (&names.private, self.float());
        let [x, y, count, point, result, lane, place, number] = [
            "x", "y", "count", "point", "single", "lane", "place", "number",
        ]
        .map(ident);
        let inputs = kernel.passed(names, &mixed!(#point), |_, part| part);
        let (before, outputs) = flat_outputs(names, kernel.outputs.iter(), &mixed!(#result));
        let call = match kernel.single {
            Single::Function(function) => {
                call::call(names, self.bodies, function, &inputs, &outputs)
            }
            Single::Request(request) => {
                let places = self.places(request, outputs);
                compute::statements(names, self.bodies, request, inputs, places)
            }
        };
        let results: usize = kernel.outputs.iter().map(|ty| ty.shape.size()).sum();
        let size = Literal::usize_unsuffixed(results);
        let zero = self.zero();
        let write = match kernel.adds {
            true => mixed!(+=),
            false => mixed!(=),
        };
        // Many results have room elsewhere than on the stack.
        let (room, own) = match results <= ON_STACK {
            true => (None, mixed!(let mut #result = [#zero; #size];)),
            false => (
                Some(mixed! {
                    let mut #result = #private::generated::Arena::<#float, #size>::new(#zero);
                    let #result = #result.array();
                }),
                TokenStream::new(),
            ),
        };
        mixed! {
            #room
            for #lane in 0..#count {
                let #point = #x.map(|#number| #number[#lane]);
                #own
                { #before #call }
                for (#place, #number) in #y.iter_mut().zip(#result.iter()) {
                    #place[#lane] #write *#number;
                }
            }
        }
    }

    /// The places of a request's results among the outputs of a single point.
    fn places(&self, request: Request, outputs: Vec<Output>) -> Vec<ResultPlace> {
        let mut outputs = outputs.into_iter();
        let groups = request.row().outputs.iter().map(|output| output.group);
        let places = groups.map(|group| {
            let count = group.outputs(
                self.names.signature.result.parts().len(),
                self.names.independent().count(),
            );
            let outputs: Vec<Output> = outputs.by_ref().take(count).collect();
            let whole = outputs
                .first()
                .map(Output::place)
                .map(|place| mixed!(&mut #place));
            ResultPlace {
                group,
                before: TokenStream::new(),
                whole: whole.unwrap_or_default(),
                outputs,
            }
        });
        places.collect()
    }

    /// The workspace of functions in lanes whose arrays are too large for the stack.
    fn room(&self) -> Option<&Pools> {
        let batches = self.bodies.batches()?;
        Some(&batches.workspace).filter(|pools| !pools.is_empty())
    }

    fn parameters_of_room(&self, pools: &Pools) -> Option<TokenStream> {
        let is_generic = pools.contains_key(&Element::Float);
        is_generic.then(|| self.names.parameters())
    }

    /// The struct of that workspace.
    pub(super) fn workspace(&self) -> TokenStream {
        let Some(pools) = self.room() else {
            return TokenStream::new();
        };
        let fields = workspace::fields(self.names, pools);
        let zeros = workspace::zeros(self.names, pools);
        let parameters = self.parameters_of_room(pools);
        let generics = parameters.is_some().then(|| self.names.generics());
        mixed! {
            struct Room #parameters { #fields }

            impl #generics Room #parameters {
                fn new() -> Self {
                    Self { #zeros }
                }
            }
        }
    }

    /// The arguments of the function as inputs of its programs.
    pub(super) fn passed(&self) -> Vec<Passed> {
        let arguments = self.names.signature.arguments.iter();
        let passed = arguments.map(|argument| match argument.differs() {
            true => Passed::Point(argument.ty.clone()),
            false => Passed::Shared(
                argument.ty.clone(),
                Input::argument(self.names, argument).into_tokens(),
            ),
        });
        passed.collect()
    }
}

/// A type with an axis for the points of a block.
fn with_lanes(ty: &Type) -> Type {
    let mut extents = ty.shape.extents();
    extents.push(LANES);
    match Shape::new(&extents) {
        Ok(shape) => Type::new(ty.element, shape),
        Err(_) => ty.clone(),
    }
}
