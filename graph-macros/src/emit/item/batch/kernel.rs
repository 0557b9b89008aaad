//! What is computed block by block: in lanes, or one point after the other.

use graph_ir::order::LANES;
use graph_ir::{Shape, Type};
use proc_macro2::{Literal, TokenStream};

use super::Batch;
use super::slices::{flat_outputs, part};
use super::workspace;
use crate::emit::call::{self, Input};
use crate::emit::mixed;
use crate::emit::names::ident;

/// What a batch computes for a block of points: the function that does it in lanes, and the one
/// for a single point, with what they take and give.
pub(super) struct Kernel {
    pub(super) lanes: &'static str,
    pub(super) single: &'static str,
    /// What the function for a single point takes after everything else.
    pub(super) seed: Option<Input>,
    pub(super) inputs: Vec<Passed>,
    pub(super) outputs: Vec<Type>,
    /// Whether results are added up.
    pub(super) adds: bool,
}

/// An input of a program.
pub(super) enum Passed {
    /// Part of the block of points.
    Point(Type),
    /// The same for all points.
    Shared(TokenStream),
}

impl Batch<'_> {
    /// The function that makes what a thread computes with.
    pub(super) fn state(&self, kernel: &Kernel) -> TokenStream {
        let needed = match self.bodies.batches() {
            Some(batches) if batches.in_lanes(kernel.lanes) => !batches.workspace.is_empty(),
            _ => workspace::ty(self.names, self.bodies).is_some(),
        };
        let lanes = self.in_lanes(kernel);
        match (needed, lanes) {
            (false, _) => mixed!(|| ()),
            (true, true) => mixed!(Room::new),
            (true, false) => mixed!(Workspace::new),
        }
    }

    fn in_lanes(&self, kernel: &Kernel) -> bool {
        let batches = self.bodies.batches();
        batches.is_some_and(|batches| batches.in_lanes(kernel.lanes))
    }

    /// The function that computes a block of results from a block of points.
    pub(super) fn block(&self, kernel: &Kernel) -> TokenStream {
        let [workspace, x, y] = ["workspace", "x", "y"].map(ident);
        let body = match self.in_lanes(kernel) {
            true => self.lanes(kernel),
            false => self.single(kernel),
        };
        mixed!(|#workspace, #x, #y| { #body })
    }

    /// All points of a block at once.
    fn lanes(&self, kernel: &Kernel) -> TokenStream {
        let names = self.names;
        let [x, y] = ["x", "y"].map(ident);
        let mut start = 0;
        let inputs = kernel.inputs.iter().map(|input| match input {
            Passed::Shared(tokens) => Input::passed(tokens.clone()),
            Passed::Point(ty) => {
                let part = part(names, ty, &mixed!(#x), start, false);
                start += ty.shape.size();
                Input::passed(match ty.is_scalar() {
                    true => mixed!(&#part),
                    false => part,
                })
            }
        });
        let inputs: Vec<Input> = inputs.collect();
        let (before, mut outputs) = flat_outputs(names, kernel.outputs.iter(), &mixed!(#y));
        for output in &mut outputs {
            output.ty = with_lanes(&output.ty);
        }
        let call = call::call(names, self.bodies, kernel.lanes, &inputs, &outputs);
        mixed!(#before #call)
    }

    /// The points of a block one after the other.
    fn single(&self, kernel: &Kernel) -> TokenStream {
        let names = self.names;
        let [x, y, point, result, lane, place, number] =
            ["x", "y", "point", "single", "lane", "place", "number"].map(ident);
        let mut start = 0;
        let inputs = kernel.inputs.iter().map(|input| match input {
            Passed::Shared(tokens) => Input::passed(tokens.clone()),
            Passed::Point(ty) => {
                let part = part(names, ty, &mixed!(#point), start, false);
                start += ty.shape.size();
                Input::passed(part)
            }
        });
        let mut inputs: Vec<Input> = inputs.collect();
        inputs.extend(kernel.seed.clone());
        let (before, outputs) = flat_outputs(names, kernel.outputs.iter(), &mixed!(#result));
        let call = call::call(names, self.bodies, kernel.single, &inputs, &outputs);
        let size: usize = kernel.outputs.iter().map(|ty| ty.shape.size()).sum();
        let (size, lanes) = (
            Literal::usize_unsuffixed(size),
            Literal::usize_unsuffixed(LANES),
        );
        let zero = self.zero();
        let write = match kernel.adds {
            true => mixed!(+=),
            false => mixed!(=),
        };
        mixed! {
            for #lane in 0..#lanes {
                let #point = #x.map(|#number| #number[#lane]);
                let mut #result = [#zero; #size];
                { #before #call }
                for (#place, #number) in #y.iter_mut().zip(#result) {
                    #place[#lane] #write #number;
                }
            }
        }
    }

    /// Room for what functions in lanes keep that is too much for the stack.
    pub(super) fn workspace(&self) -> TokenStream {
        let pools = self.bodies.batches().map(|batches| &batches.workspace);
        let Some(pools) = pools.filter(|pools| !pools.is_empty()) else {
            return TokenStream::new();
        };
        let fields = workspace::fields(self.names, pools);
        let zeros = workspace::zeros(self.names, pools);
        let is_generic = pools.contains_key(&graph_ir::Element::Float);
        let generics = is_generic.then(|| self.names.generics());
        let parameters = is_generic.then(|| self.names.parameters());
        mixed! {
            struct Room #parameters { #fields }

            impl #generics Room #parameters {
                fn new() -> Self {
                    Self { #zeros }
                }
            }
        }
    }

    /// What the arguments of the function are to its programs.
    pub(super) fn passed(&self) -> Vec<Passed> {
        let arguments = self.names.signature.arguments.iter();
        let passed = arguments.map(|argument| match argument.differs() {
            true => Passed::Point(argument.ty.clone()),
            false => Passed::Shared(Input::argument(self.names, argument).into_tokens()),
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
