//! Adapters between flat slices and the user's function: a method for each role, which makes the
//! arguments from the slices, calls the function, and writes its results.

use graph_ir::Type;
use graph_ir::graph::Role;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote_spanned;
use syn::Path;
use syn::spanned::Spanned;

use super::method;
use super::places::{flat, nested, numbered, tuple};
use crate::emit::mixed;
use crate::emit::names::ident;
use crate::emit::places::{at, respanned};
use crate::signature::{Argument, Outside};
use crate::tokens::joined;

/// The adapters between flat slices and the user's function.
pub(super) struct Glue<'s> {
    pub(super) outside: &'s Outside,
    pub(super) private: &'s TokenStream,
}

impl Glue<'_> {
    pub(super) fn methods(&self) -> TokenStream {
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
        let function = match self.outside.is_graph {
            true => self.of_graph(),
            false => self.function(
                &self.outside.value,
                &self.argument_types(),
                &self.result_type(),
            ),
        };
        let arguments = self.arguments();
        let span = at(self.outside.value.span());
        let call = quote_spanned!(span=> __function(#(#arguments),*));
        let body = mixed! {
            #function
            let __value = #call;
        };
        let written = self.write_results(&mixed!(__value));
        self.method(Role::Value, &[], "y", &mixed!(#body #written))
    }

    /// The adjoint that the user names: of the arguments and a seed.
    fn adjoint(&self, path: &Path) -> TokenStream {
        let mut types = self.argument_types();
        let result = self.result_type();
        types.push(result.clone());
        let span = at(path.span());
        let function = self.derivative(path, &types);
        let mut arguments = self.arguments();
        arguments.push(self.given_result("s"));
        let call = quote_spanned!(span=> __function(#(#arguments),*));
        let (private, fields) = (self.private, self.fields_type());
        // What is returned is told from what should be, which a type of the function would not.
        let parts = quote_spanned! {span=>
            <_ as #private::ValueAndDerivatives<#result>>::derivatives(__returned)
        };
        let into = quote_spanned! {span=>
            <_ as #private::DerivativesByArguments<#fields>>::into_fields(__adjoint)
        };
        let places = self.field_places(&mixed!(__fields));
        let mut places = places.into_iter();
        let written = self.numbered_arguments().map(|(number, argument)| {
            let place = numbered("a", number);
            match argument.has_derivative() {
                true => {
                    let field = flat(&places.next().unwrap_or_default(), &argument.ty);
                    mixed!(<[_]>::copy_from_slice(#place, #field);)
                }
                false => mixed!(<[_]>::fill(#place, 0.0);),
            }
        });
        let written = joined(written);
        let body = mixed! {
            #function
            let __returned = #call;
            let __adjoint = #parts;
            let __fields: #fields = #into;
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
        let function = self.derivative(path, &types);
        let mut arguments = self.arguments();
        arguments.push(quote_spanned!(span=> &__direction));
        let call = quote_spanned!(span=> __function(#(#arguments),*));
        let (private, fields) = (self.private, self.fields_type());
        let independent = self
            .numbered_arguments()
            .filter(|(_, a)| a.has_derivative());
        let values = independent.map(|(number, argument)| {
            nested(self.private, &numbered("d", number), &argument.ty, false)
        });
        let values = tuple(values.collect());
        let from = quote_spanned! {span=>
            <_ as #private::DerivativesByArguments<#fields>>::from_fields(__fields)
        };
        let parts = quote_spanned! {span=>
            <_ as #private::ValueAndTangent<#result>>::tangent(__returned)
        };
        let body = mixed! {
            #function
            let __fields: #fields = #values;
            let __direction = #from;
            let __returned = #call;
            let __value = #parts;
        };
        let written = self.write_results(&mixed!(__value));
        self.method(Role::Tangent, &["d"], "y", &mixed!(#body #written))
    }

    /// A method, whose body knows the slices of the arguments as `x0`, `x1` and so on, those that
    /// the role adds by another letter, and the places of the results by yet another one.
    pub(super) fn method(
        &self,
        role: Role,
        added: &[&str],
        results: &str,
        body: &TokenStream,
    ) -> TokenStream {
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
            fn #name(__arguments: &[&[#element]], __results: &mut [&mut [#element]]) {
                let (&[#(#arguments),*], [#(#results),*]) = (__arguments, __results) else {
                    return;
                };
                #body
            }
        }
    }

    /// The user's function, of the type that it must have: errors are reported at its path.
    pub(super) fn function(
        &self,
        path: &Path,
        arguments: &[TokenStream],
        result: &TokenStream,
    ) -> TokenStream {
        let span = at(path.span());
        let name = ident("__function");
        quote_spanned!(span=> let #name: fn(#(#arguments),*) -> #result = #path;)
    }

    /// A derivative of the user's function, of the arguments that it must have. Of a function of
    /// another block it has the wrong ones where the function has, which is no error of its own.
    fn derivative(&self, path: &Path, arguments: &[TokenStream]) -> TokenStream {
        let result = quote_spanned!(at(path.span())=> _);
        if !self.outside.is_graph {
            return self.function(path, arguments, &result);
        }
        let (value, private, span) = (self.of_graph(), self.private, at(path.span()));
        quote_spanned! {span=>
            #value
            let __function: fn(#(#arguments),*) -> #result =
                #private::generated::outside::checked(__function, #path);
        }
    }

    /// The function of another block. Elements of an array are of one type: where the function has
    /// another signature than is declared, the compiler says so and knows no type of the variable,
    /// nor of what is made of it. It says the same but once.
    fn of_graph(&self) -> TokenStream {
        let (path, span) = (&self.outside.value, at(self.outside.value.span()));
        let (arguments, result) = (self.argument_types(), self.result_type());
        let unnamed = arguments.iter().map(|_| quote_spanned!(span=> _));
        quote_spanned! {span=>
            let __declared: fn(#(#arguments),*) -> #result = |#(#unnamed),*| loop {};
            let [_, __function] = [__declared, #path];
        }
    }

    /// The types of the arguments, under the name of the function.
    pub(super) fn argument_types(&self) -> Vec<TokenStream> {
        let signature = &self.outside.signature;
        let types = signature
            .arguments
            .iter()
            .map(|a| signature.argument_type(a));
        types
            .map(|ty| respanned(ty, at(signature.name.span())))
            .collect()
    }

    pub(super) fn result_type(&self) -> TokenStream {
        let signature = &self.outside.signature;
        respanned(signature.result_type(), at(signature.name.span()))
    }

    /// The arguments as the user's function takes them.
    fn arguments(&self) -> Vec<TokenStream> {
        let arguments = self.numbered_arguments().map(|(number, argument)| {
            nested(
                self.private,
                &numbered("x", number),
                &argument.ty,
                argument.by_reference,
            )
        });
        arguments.collect()
    }

    /// A value of the type of the result, from the slices with this letter.
    fn given_result(&self, letter: &str) -> TokenStream {
        let parts = self.numbered_results();
        let parts =
            parts.map(|(number, ty)| nested(self.private, &numbered(letter, number), ty, false));
        let parts: Vec<TokenStream> = parts.collect();
        match self.outside.signature.result.is_several() {
            false => mixed!(#(#parts)*),
            true => mixed!((#(#parts,)*)),
        }
    }

    /// Writes a value of the type of the result to the slices `y0`, `y1` and so on.
    fn write_results(&self, value: &TokenStream) -> TokenStream {
        let single = !self.outside.signature.result.is_several();
        let written = self.numbered_results().map(|(number, ty)| {
            let y = numbered("y", number);
            let position = Literal::usize_unsuffixed(number);
            let part = match single {
                true => value.clone(),
                false => mixed!(#value.#position),
            };
            let part = flat(&part, ty);
            mixed!(<[_]>::copy_from_slice(#y, #part);)
        });
        joined(written)
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

    pub(super) fn numbered_arguments(&self) -> impl Iterator<Item = (usize, &Argument)> {
        self.outside.signature.arguments.iter().enumerate()
    }

    pub(super) fn numbered_results(&self) -> impl Iterator<Item = (usize, &Type)> {
        self.outside.signature.result.parts().iter().enumerate()
    }

    fn element(&self) -> TokenStream {
        let signature = &self.outside.signature;
        signature.rust_type(&Type::scalar(self.outside.element()))
    }
}
