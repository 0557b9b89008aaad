//! Functions from outside: the trait by which a module reaches them, and the implementation beside
//! it, which sees what the user's code sees. (An implementation counts everywhere, wherever it
//! stands, so that it serves inside of function bodies too, whose names no module sees.)

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Path;
use syn::spanned::Spanned;

use graph_ir::Type;
use graph_ir::graph::Role;

use super::Bodies;
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::outside::Outside;
use crate::signature::{Argument, ResultType};

/// The method of the trait that computes a function, or its derivative.
pub(crate) fn method(name: &str, role: Role) -> String {
    let role = match role {
        Role::Value => "value",
        Role::Tangent => "tangent",
        Role::Adjoint => "adjoint",
    };
    format!("{role}_{name}")
}

/// What the module declares.
pub(super) fn items(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let reached = &names.signature.outside;
    if reached.is_empty() || matches!(bodies, Bodies::Stub { .. }) {
        return TokenStream::new();
    }
    let methods = reached.iter().flat_map(|outside| {
        let element = names.element(outside.element());
        roles(outside).map(move |role| {
            let method = ident(&method(&outside.name(), role));
            mixed!(fn #method(arguments: &[&[#element]], results: &mut [&mut [#element]]);)
        })
    });
    let functions = functions(names);
    mixed! {
        #[doc(hidden)]
        pub trait External { #(#methods)* }

        #[doc(hidden)]
        pub struct Outside;

        #functions
    }
}

/// The roles in which a function can be called.
fn roles(outside: &Outside) -> impl Iterator<Item = Role> + use<> {
    let smooth = outside.is_smooth();
    let roles = [Role::Value, Role::Tangent, Role::Adjoint].into_iter();
    roles.filter(move |role| smooth || *role == Role::Value)
}

/// The functions for an evaluation of the graph at run time.
fn functions(names: &Names<'_>) -> TokenStream {
    let (facade, private) = (&names.signature.facade, &names.private);
    let registered = names.signature.outside.iter().map(|outside| {
        let name = outside.name();
        let [value, tangent, adjoint] = [Role::Value, Role::Tangent, Role::Adjoint].map(|role| {
            let method = ident(&method(&name, role));
            mixed!(<Outside as External>::#method)
        });
        let derivatives = match outside.is_smooth() {
            true => [tangent, adjoint].map(|path| mixed!(::core::option::Option::Some(#path))),
            false => [(); 2].map(|()| mixed!(::core::option::Option::None)),
        };
        let [tangent, adjoint] = derivatives;
        let element = names.element(outside.element());
        mixed! {
            .register(#name, #private::generated::outside::Host::<#element> {
                value: #value,
                tangent: #tangent,
                adjoint: #adjoint,
            })
        }
    });
    let doc = format!(
        " The functions from outside that the graph of `{}` calls, for its evaluation at run time.",
        names.title()
    );
    mixed! {
        #private::generated::with_alloc! {
            #[doc = #doc]
            #[must_use]
            pub fn functions() -> #facade::execute::Functions {
                #facade::execute::Functions::new() #(#registered)*
            }
        }
    }
}

/// What stands beside the module.
pub(super) fn implementation(names: &Names<'_>, bodies: &Bodies<'_>) -> TokenStream {
    let signature = names.signature;
    if signature.outside.is_empty() || matches!(bodies, Bodies::Stub { .. }) {
        return TokenStream::new();
    }
    let (cfg, module) = (names.cfg(), signature.module());
    let methods = signature.outside.iter().map(|outside| {
        let glue = Glue {
            outside,
            private: &names.private,
        };
        glue.methods()
    });
    mixed! {
        #(#cfg)*
        #[allow(
            unused, nonstandard_style, unused_qualifications, trivial_casts,
            clippy::all, clippy::pedantic
        )]
        impl #module::External for #module::Outside { #(#methods)* }
    }
}

/// That a function that nothing reaches is what it is declared to be.
pub(crate) fn check(outside: &Outside) -> TokenStream {
    let own = Names::new(&outside.signature);
    let glue = Glue {
        outside,
        private: &own.private,
    };
    let function = glue.function(&outside.value, &glue.argument_types(), &glue.result_type());
    mixed! {
        const _: () = {
            #[allow(unused, clippy::all, clippy::pedantic)]
            fn declared() { #function }
        };
    }
}

/// What stands between flat slices and the user's function.
struct Glue<'s> {
    outside: &'s Outside,
    private: &'s TokenStream,
}

impl Glue<'_> {
    fn methods(&self) -> TokenStream {
        let value = self.value();
        if !self.outside.is_smooth() {
            return value;
        }
        let adjoint = match &self.outside.adjoint {
            Some(path) => self.adjoint(path),
            None => self.adjoint_by_tangents(),
        };
        let tangent = match &self.outside.tangent {
            Some(path) => self.tangent(path),
            None => self.tangent_by_adjoints(),
        };
        mixed!(#value #tangent #adjoint)
    }

    fn value(&self) -> TokenStream {
        let function = self.function(
            &self.outside.value,
            &self.argument_types(),
            &self.result_type(),
        );
        let arguments = self.arguments();
        let span = at(self.outside.value.span());
        let call = quote_spanned!(span=> function(#(#arguments),*));
        let body = mixed! {
            #function
            let value = #call;
        };
        let written = self.write_results(&mixed!(value));
        self.method(Role::Value, &[], "y", &mixed!(#body #written))
    }

    /// The adjoint that the user names: of the arguments and a seed.
    fn adjoint(&self, path: &Path) -> TokenStream {
        let mut types = self.argument_types();
        let result = self.result_type();
        types.push(result.clone());
        let span = at(path.span());
        let function = self.function(path, &types, &quote_spanned!(span=> (#result, _)));
        let mut arguments = self.arguments();
        arguments.push(self.given_result("s"));
        let call = quote_spanned!(span=> function(#(#arguments),*));
        let (private, fields) = (self.private, self.fields_type());
        let into = quote_spanned! {span=>
            <_ as #private::generated::outside::Fields<#fields>>::into_fields(adjoint)
        };
        let places = self.field_places(&mixed!(fields));
        let mut places = places.into_iter();
        let written = self.numbered_arguments().map(|(number, argument)| {
            let place = numbered("a", number);
            match argument.has_derivative() {
                true => {
                    let field = flat(&places.next().unwrap_or_default(), &argument.ty);
                    mixed!(#place.copy_from_slice(#field);)
                }
                false => mixed!(#place.fill(0.0);),
            }
        });
        let written: TokenStream = written.collect();
        let body = mixed! {
            #function
            let (_, adjoint) = #call;
            let fields: #fields = #into;
            #written
        };
        self.method(Role::Adjoint, &["s"], "a", &body)
    }

    /// The tangent that the user names: of the arguments and a direction.
    fn tangent(&self, path: &Path) -> TokenStream {
        let mut types = self.argument_types();
        let result = self.result_type();
        let span = at(path.span());
        types.push(quote_spanned!(span=> &_));
        let function = self.function(path, &types, &quote_spanned!(span=> (#result, #result)));
        let mut arguments = self.arguments();
        arguments.push(quote_spanned!(span=> &direction));
        let call = quote_spanned!(span=> function(#(#arguments),*));
        let (private, fields) = (self.private, self.fields_type());
        let independent = self
            .numbered_arguments()
            .filter(|(_, a)| a.has_derivative());
        let values = independent
            .map(|(number, argument)| self.nested(&numbered("d", number), &argument.ty, false));
        let values = tuple(values.collect());
        let from = quote_spanned! {span=>
            <_ as #private::generated::outside::Fields<#fields>>::from_fields(fields)
        };
        let body = mixed! {
            #function
            let fields: #fields = #values;
            let direction = #from;
            let (_, value) = #call;
        };
        let written = self.write_results(&mixed!(value));
        self.method(Role::Tangent, &["d"], "y", &mixed!(#body #written))
    }

    /// The tangent of each element of a result is a product with its adjoint.
    fn tangent_by_adjoints(&self) -> TokenStream {
        let private = self.private;
        let adjoint = ident(&method(&self.outside.name(), Role::Adjoint));
        let own = self.numbered_arguments();
        let (mut places, mut products) = (TokenStream::new(), TokenStream::new());
        let (mut given, mut taken) = (TokenStream::new(), TokenStream::new());
        for (number, argument) in own {
            let [x, d, a] = ["x", "d", "a"].map(|letter| numbered(letter, number));
            let zeros = zeros(&argument.ty);
            places.extend(mixed!(let mut #a = #zeros;));
            given.extend(mixed!(#x,));
            taken.extend(mixed!(&mut #a[..],));
            products.extend(mixed!(+ #private::generated::outside::along(&#a, #d)));
        }
        let seeds: Vec<Ident> = self
            .numbered_results()
            .map(|(n, _)| numbered("s", n))
            .collect();
        let each = self.numbered_results().map(|(number, ty)| {
            let (y, s) = (numbered("y", number), numbered("s", number));
            let size = Literal::usize_unsuffixed(ty.shape.size());
            mixed! {
                for element in 0..#size {
                    #s[element] = 1.0;
                    Self::#adjoint(
                        &[#given #(&#seeds[..],)*], &mut [#taken],
                    );
                    #s[element] = 0.0;
                    #y[element] = 0.0 #products;
                }
            }
        });
        let each: TokenStream = each.collect();
        let units = self.numbered_results().map(|(number, ty)| {
            let (s, zeros) = (numbered("s", number), zeros(ty));
            mixed!(let mut #s = #zeros;)
        });
        let units: TokenStream = units.collect();
        self.method(Role::Tangent, &["d"], "y", &mixed!(#places #units #each))
    }

    /// The adjoint of each element of an argument is a product with its tangent.
    fn adjoint_by_tangents(&self) -> TokenStream {
        let private = self.private;
        let tangent = ident(&method(&self.outside.name(), Role::Tangent));
        let (mut places, mut products) = (TokenStream::new(), TokenStream::new());
        let mut taken = TokenStream::new();
        for (number, ty) in self.numbered_results() {
            let (t, s, zeros) = (numbered("t", number), numbered("s", number), zeros(ty));
            places.extend(mixed!(let mut #t = #zeros;));
            taken.extend(mixed!(&mut #t[..],));
            products.extend(mixed!(+ #private::generated::outside::along(&#t, #s)));
        }
        let own = || self.numbered_arguments();
        let directions: Vec<Ident> = own().map(|(n, _)| numbered("d", n)).collect();
        let given: Vec<Ident> = own().map(|(n, _)| numbered("x", n)).collect();
        for (number, argument) in own() {
            let (d, zeros) = (numbered("d", number), zeros(&argument.ty));
            places.extend(mixed!(let mut #d = #zeros;));
        }
        let each = own().map(|(number, argument)| {
            let (a, d) = (numbered("a", number), numbered("d", number));
            if !argument.has_derivative() {
                return mixed!(#a.fill(0.0););
            }
            let size = Literal::usize_unsuffixed(argument.ty.shape.size());
            mixed! {
                for element in 0..#size {
                    #d[element] = 1.0;
                    Self::#tangent(
                        &[#(#given,)* #(&#directions[..],)*], &mut [#taken],
                    );
                    #d[element] = 0.0;
                    #a[element] = 0.0 #products;
                }
            }
        });
        let each: TokenStream = each.collect();
        self.method(Role::Adjoint, &["s"], "a", &mixed!(#places #each))
    }

    /// A method, whose body knows the slices of the arguments as `x0`, `x1` and so on, those that
    /// the role adds by another letter, and the places of the results by yet another one.
    fn method(&self, role: Role, added: &[&str], results: &str, body: &TokenStream) -> TokenStream {
        let name = ident(&method(&self.outside.name(), role));
        let element = self.element();
        let mut arguments: Vec<Ident> = self
            .numbered_arguments()
            .map(|(n, _)| numbered("x", n))
            .collect();
        let (own, yielded) = (arguments.len(), self.outside.signature.result.parts().len());
        for letter in added {
            let count = if *letter == "s" { yielded } else { own };
            arguments.extend((0..count).map(|number| numbered(letter, number)));
        }
        let count = if results == "a" { own } else { yielded };
        let results = (0..count).map(|number| numbered(results, number));
        mixed! {
            #[inline]
            fn #name(arguments: &[&[#element]], results: &mut [&mut [#element]]) {
                let (&[#(#arguments),*], [#(#results),*]) = (arguments, results) else {
                    return;
                };
                #body
            }
        }
    }

    /// The user's function, of the type that it must have: what is wrong is said of its path.
    fn function(
        &self,
        path: &Path,
        arguments: &[TokenStream],
        result: &TokenStream,
    ) -> TokenStream {
        let span = at(path.span());
        let name = ident("function");
        quote_spanned!(span=> let #name: fn(#(#arguments),*) -> #result = #path;)
    }

    /// The types of the arguments, under the name of the function.
    fn argument_types(&self) -> Vec<TokenStream> {
        let signature = &self.outside.signature;
        let types = signature
            .arguments
            .iter()
            .map(|a| signature.argument_type(a));
        types
            .map(|ty| respanned(ty, at(signature.name.span())))
            .collect()
    }

    fn result_type(&self) -> TokenStream {
        let signature = &self.outside.signature;
        respanned(signature.result_type(), at(signature.name.span()))
    }

    /// The arguments as the user's function takes them.
    fn arguments(&self) -> Vec<TokenStream> {
        let arguments = self.numbered_arguments().map(|(number, argument)| {
            self.nested(&numbered("x", number), &argument.ty, argument.by_reference)
        });
        arguments.collect()
    }

    /// A value of the type of the result, from the slices with this letter.
    fn given_result(&self, letter: &str) -> TokenStream {
        let parts = self.numbered_results();
        let parts = parts.map(|(number, ty)| self.nested(&numbered(letter, number), ty, false));
        let parts: Vec<TokenStream> = parts.collect();
        match &self.outside.signature.result {
            ResultType::Single(_) => mixed!(#(#parts)*),
            ResultType::Tuple(_) => mixed!((#(#parts,)*)),
        }
    }

    /// Writes a value of the type of the result to the slices `y0`, `y1` and so on.
    fn write_results(&self, value: &TokenStream) -> TokenStream {
        let single = matches!(self.outside.signature.result, ResultType::Single(_));
        let written = self.numbered_results().map(|(number, ty)| {
            let y = numbered("y", number);
            let position = Literal::usize_unsuffixed(number);
            let part = match single {
                true => value.clone(),
                false => mixed!(#value.#position),
            };
            let part = flat(&part, ty);
            mixed!(#y.copy_from_slice(#part);)
        });
        written.collect()
    }

    /// The type of derivatives by the arguments: one value, or a tuple.
    fn fields_type(&self) -> TokenStream {
        let signature = &self.outside.signature;
        let independent = signature.arguments.iter().filter(|a| a.has_derivative());
        let types = independent.map(|argument| signature.rust_type(&argument.ty));
        tuple(types.collect())
    }

    /// The places of the values in a variable of that type.
    fn field_places(&self, variable: &TokenStream) -> Vec<TokenStream> {
        let signature = &self.outside.signature;
        let count = signature.independent().len();
        let places = (0..count).map(|number| match count {
            1 => variable.clone(),
            _ => {
                let position = Literal::usize_unsuffixed(number);
                mixed!(#variable.#position)
            }
        });
        places.collect()
    }

    /// A slice as a number or an array, or a reference to one.
    fn nested(&self, slice: &Ident, ty: &Type, by_reference: bool) -> TokenStream {
        let private = self.private;
        let extents = ty.shape.extents();
        let reference = by_reference.then(|| mixed!(&));
        if ty.shape.size() == 0 {
            let zeros = nested_zeros(&extents);
            return mixed!(#reference #zeros);
        }
        let Some((outer, inner)) = extents.split_first() else {
            return mixed!(#private::generated::known(#slice.first().copied()));
        };
        let outer = Literal::usize_unsuffixed(*outer);
        let rows = inner.iter().rev().map(|&extent| {
            let extent = Literal::usize_unsuffixed(extent);
            mixed!(.as_chunks::<#extent>().0)
        });
        let rows: TokenStream = rows.collect();
        let array = mixed!(#private::generated::known(#slice #rows.first_chunk::<#outer>()));
        match by_reference {
            true => array,
            false => mixed!(*#array),
        }
    }

    fn numbered_arguments(&self) -> impl Iterator<Item = (usize, &Argument)> {
        self.outside.signature.arguments.iter().enumerate()
    }

    fn numbered_results(&self) -> impl Iterator<Item = (usize, &Type)> {
        self.outside.signature.result.parts().iter().enumerate()
    }

    fn element(&self) -> TokenStream {
        let signature = &self.outside.signature;
        signature.rust_type(&Type::scalar(self.outside.element()))
    }
}

/// A number or array as a slice.
fn flat(value: &TokenStream, ty: &Type) -> TokenStream {
    let rank = ty.shape.rank();
    if rank == 0 {
        return mixed!(::core::slice::from_ref(&#value));
    }
    let flattened = (1..rank).map(|_| mixed!(.as_flattened()));
    mixed!(&#value[..] #(#flattened)*)
}

/// As many zeros as a type has elements.
fn zeros(ty: &Type) -> TokenStream {
    nested_zeros(&[ty.shape.size()])
}

fn nested_zeros(extents: &[usize]) -> TokenStream {
    let extents = extents.iter().rev();
    extents.fold(mixed!(0.0), |inner, &extent| {
        let extent = Literal::usize_unsuffixed(extent);
        mixed!([#inner; #extent])
    })
}

/// One thing by itself, several as a tuple.
fn tuple(mut parts: Vec<TokenStream>) -> TokenStream {
    match parts.len() {
        1 => parts.swap_remove(0),
        _ => mixed!((#(#parts,)*)),
    }
}

/// A place of the user's for tokens that are none of theirs.
fn at(span: Span) -> Span {
    Span::mixed_site().located_at(span)
}

fn numbered(letter: &str, number: usize) -> Ident {
    ident(&format!("{letter}{number}"))
}

/// Tokens that stand for others of the user's, so that errors about them fall there.
fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let tokens = tokens.into_token_stream().into_iter().map(|mut token| {
        if let proc_macro2::TokenTree::Group(group) = &token {
            let stream = respanned(group.stream(), span);
            let mut group = proc_macro2::Group::new(group.delimiter(), stream);
            group.set_span(span);
            return proc_macro2::TokenTree::Group(group);
        }
        token.set_span(span);
        token
    });
    tokens.collect()
}
