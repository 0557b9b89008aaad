//! The workspace of a function of run-time length.

use std::collections::BTreeMap;

use graph_ir::Element;
use graph_ir::types::Symbol;
use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;

use super::{documentation, element_type, is_generic, pool};
use crate::emit::counts::ident_of;
use crate::emit::item::{Bodies, absent};
use crate::emit::mixed;
use crate::emit::names::{Names, angles, ident};
use crate::emit::tiled::count_of;

/// The workspace of a function of run-time length; none beside stubs, whose programs are unknown.
pub(super) fn grown<'n>(names: &'n Names<'n>, bodies: &'n Bodies<'n>) -> Option<Grown<'n>> {
    let Bodies::Programs(programs) = bodies else {
        return None;
    };
    let is_symbolic = names.signature.is_symbolic();
    is_symbolic.then_some(Grown {
        names,
        pools: &programs.workspace,
        takers: &programs.pools,
        generic: is_generic(bodies)
            .then_some(names.signature.generic.as_ref())
            .flatten(),
    })
}

/// Stubs of the constructor within memory of the caller, and of the function that counts the
/// elements.
pub(super) fn stubs(names: &Names<'_>) -> (Option<TokenStream>, Option<TokenStream>) {
    if !names.signature.is_symbolic() {
        return (None, None);
    }
    let within = mixed! {
        /// A workspace within memory of the caller, which does not grow.
        #[must_use]
        pub const fn within<M>(memory: M) -> Self { loop {} }
    };
    let parameters = parameters(names);
    let len = mixed! {
        /// The number of elements that [`Workspace::within`] needs for calls with these lengths.
        #[must_use]
        pub const fn workspace_len(#(#parameters: usize),*) -> usize { loop {} }
    };
    (Some(within), Some(len))
}

/// The lengths of a call.
fn parameters(names: &Names<'_>) -> Vec<Ident> {
    names.signature.symbols().iter().map(ident_of).collect()
}

/// A workspace whose type has a parameter for the memory of the elements of each type.
pub(super) struct Grown<'n> {
    names: &'n Names<'n>,
    pools: &'n BTreeMap<Element, usize>,
    /// The private functions that take memory from it, and the symbols that say how much.
    takers: &'n BTreeMap<&'static str, (Vec<Element>, Vec<Symbol>)>,
    /// The generic float type, where there are elements of it.
    generic: Option<&'n Ident>,
}

impl Grown<'_> {
    /// The types of the elements: floats before others.
    pub(super) fn elements(&self) -> impl Iterator<Item = Element> {
        let of = |float| {
            let elements = self.pools.keys().copied();
            elements.filter(move |element| element.is_float() == float)
        };
        of(true).chain(of(false))
    }

    /// The type with memory of these types, or with these parameters for it.
    pub(super) fn workspace(&self, memory: &[TokenStream]) -> TokenStream {
        let generic = self.generic.iter();
        let generic = generic.map(ToTokens::to_token_stream);
        let all = angles(&generic.chain(memory.iter().cloned()).collect::<Vec<_>>());
        mixed!(Workspace #all)
    }

    pub(super) fn items(&self) -> TokenStream {
        let definition = self.definition();
        let on_heap = self.on_heap();
        let within = self.within();
        let len = self.len();
        mixed!(#definition #on_heap #within #len)
    }

    fn definition(&self) -> TokenStream {
        let (names, private) = (self.names, &self.names.private);
        let declared = self.elements().map(|element| {
            let (own, ty) = (self.memory(element), element_type(names, element));
            mixed!(#own = #private::generated::rows::Pool<#ty>)
        });
        let declared = self.workspace(&declared.collect::<Vec<_>>());
        let fields = self.elements().map(|element| {
            let (name, own) = (pool(element), self.memory(element));
            mixed!(#name: #own,)
        });
        let marker = self
            .generic
            .map(|generic| mixed!(marker: ::core::marker::PhantomData<#generic>,));
        let doc = documentation(names)
            + "\n\nIt grows on demand, and without an allocator it is within memory of the caller: \
               see [`Workspace::within`].";
        mixed! {
            #[doc = #doc]
            #[derive(::core::clone::Clone, ::core::fmt::Debug)]
            pub struct #declared { #(#fields)* #marker }
        }
    }

    /// The name of the parameter for the memory of the elements of a type.
    fn memory(&self, element: Element) -> Ident {
        let name = match element {
            Element::F64 => "Doubles",
            Element::F32 => "Singles",
            Element::Bool => "Truths",
            Element::I64 => "Integers",
            Element::Float => "Floats",
        };
        match self.generic {
            Some(own) if own == name => ident(&format!("MemoryOf{name}")),
            _ => ident(name),
        }
    }

    fn marker(&self) -> Option<TokenStream> {
        self.generic
            .map(|_| mixed!(marker: ::core::marker::PhantomData,))
    }

    /// The constructors of a workspace that grows.
    fn on_heap(&self) -> TokenStream {
        let (names, private) = (self.names, &self.names.private);
        let (generics, marker) = (self.generics(None), self.marker());
        let ty = self.workspace(&[]);
        let zeros = self.elements().map(|element| {
            let name = pool(element);
            mixed!(#name: #private::generated::rows::Pool::new(),)
        });
        let absent = absent::on_heap(names);
        mixed! {
            #private::generated::with_alloc! {
                impl #generics #ty {
                    /// A workspace without elements, which grows on demand.
                    #[must_use]
                    pub fn new() -> Self {
                        Self { #(#zeros)* #marker }
                    }
                }

                impl #generics ::core::default::Default for #ty {
                    fn default() -> Self {
                        Self::new()
                    }
                }
            }
            #private::generated::without_alloc! {
                impl #generics #ty { #absent }
            }
        }
    }

    /// The generic float type with its bound, behind a lifetime.
    fn generics(&self, lifetime: Option<&TokenStream>) -> TokenStream {
        let private = &self.names.private;
        let generic = self.generic.iter();
        let generic = generic.map(|own| mixed!(#own: #private::math::Float));
        angles(
            &lifetime
                .cloned()
                .into_iter()
                .chain(generic)
                .collect::<Vec<_>>(),
        )
    }

    /// The constructor of a workspace within memory of the caller.
    fn within(&self) -> TokenStream {
        let lifetime = mixed!('memory);
        let generics = self.generics(Some(&lifetime));
        let types = self.elements().map(|element| {
            let ty = element_type(self.names, element);
            mixed!(&#lifetime mut [#ty])
        });
        let types: Vec<TokenStream> = types.collect();
        let ty = self.workspace(&types);
        let fields: Vec<Ident> = self.elements().map(pool).collect();
        let (given, taken, own) = match (&fields[..], &types[..]) {
            ([field], [ty]) => (mixed!(#field), mixed!(#ty), ""),
            _ => {
                let own = ", a slice for the elements of each type";
                (mixed!((#(#fields),*)), mixed!((#(#types),*)), own)
            }
        };
        let doc = format!(
            " A workspace within memory of the caller{own}. It does not grow: [`workspace_len`] says \
             how many elements calls need, and one that needs more panics.",
        );
        let marker = self.marker();
        mixed! {
            impl #generics #ty {
                #[doc = #doc]
                #[must_use]
                pub const fn within(#given: #taken) -> Self {
                    Self { #(#fields,)* #marker }
                }
            }
        }
    }

    /// The function that counts the elements.
    fn len(&self) -> TokenStream {
        let private = &self.names.private;
        let parameters = parameters(self.names);
        let counts = self.elements().map(|element| {
            let takers = self.takers.iter();
            let takers = takers.filter(|(_, (pools, _))| pools.contains(&element));
            let counts = takers.map(|(function, (_, symbols))| {
                let count = ident(&count_of(function, element));
                let symbols = symbols.iter().map(ident_of);
                mixed!(#count(#(#symbols as i64),*))
            });
            mixed!(#private::generated::rows::greatest(&[#(#counts),*]))
        });
        let counts: Vec<TokenStream> = counts.collect();
        let (result, value, of) = match &counts[..] {
            [count] => (mixed!(usize), mixed!(#count), ""),
            _ => {
                let types = counts.iter().map(|_| mixed!(usize));
                let of = ", in each of its slices";
                (mixed!((#(#types),*)), mixed!((#(#counts),*)), of)
            }
        };
        let doc = format!(
            " The number of elements that [`Workspace::within`] needs for calls with these \
             lengths{of}.",
        );
        mixed! {
            #[doc = #doc]
            #[must_use]
            pub const fn workspace_len(#(#parameters: usize),*) -> #result {
                #value
            }
        }
    }
}
