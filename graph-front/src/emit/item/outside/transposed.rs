//! The mode of derivatives that the user does not give, made of the other one, element by element.

use graph_ir::graph::Role;
use proc_macro2::{Ident, Literal, TokenStream};

use super::glue::Glue;
use super::method;
use super::places::{numbered, zeros};
use crate::emit::mixed;
use crate::emit::names::ident;
use crate::tokens::joined;

impl Glue<'_> {
    /// The tangent of each element of a result is a product with its adjoint.
    pub(super) fn tangent_by_adjoints(&self) -> TokenStream {
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
                for __element in 0..#size {
                    #s[__element] = 1.0;
                    Self::#adjoint(
                        &[#given #(&#seeds[..],)*], &mut [#taken],
                    );
                    #s[__element] = 0.0;
                    #y[__element] = 0.0 #products;
                }
            }
        });
        let each = joined(each);
        let units = self.numbered_results().map(|(number, ty)| {
            let (s, zeros) = (numbered("s", number), zeros(ty));
            mixed!(let mut #s = #zeros;)
        });
        let units = joined(units);
        self.method(Role::Tangent, &["d"], "y", &mixed!(#places #units #each))
    }

    /// The adjoint of each element of an argument is a product with its tangent.
    pub(super) fn adjoint_by_tangents(&self) -> TokenStream {
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
                return mixed!(<[_]>::fill(#a, 0.0););
            }
            let size = Literal::usize_unsuffixed(argument.ty.shape.size());
            mixed! {
                for __element in 0..#size {
                    #d[__element] = 1.0;
                    Self::#tangent(
                        &[#(#given,)* #(&#directions[..],)*], &mut [#taken],
                    );
                    #d[__element] = 0.0;
                    #a[__element] = 0.0 #products;
                }
            }
        });
        let each = joined(each);
        self.method(Role::Adjoint, &["s"], "a", &mixed!(#places #each))
    }
}
