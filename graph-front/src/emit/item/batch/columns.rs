//! Groups of columns, as parameters hold them, taken apart into one flat array of columns.

use graph_ir::Type;
use proc_macro2::{Ident, Literal, TokenStream};

use crate::emit::mixed;
use crate::emit::names::ident;
use crate::tokens::joined;

/// A flat array of columns on its way: which group goes where.
pub(super) struct Columns {
    name: Ident,
    groups: Vec<Group>,
}

struct Group {
    ty: Type,
    place: TokenStream,
    label: String,
}

impl Columns {
    /// No columns yet; the array is to have a name.
    pub(super) fn new(name: &str) -> Self {
        Self {
            name: ident(name),
            groups: Vec::new(),
        }
    }

    /// Adds the columns of a type that a parameter, or part of one, holds.
    pub(super) fn add(&mut self, ty: &Type, place: TokenStream, label: &str) {
        self.groups.push(Group {
            ty: ty.clone(),
            place,
            label: label.to_string(),
        });
    }

    pub(super) fn name(&self) -> &Ident {
        &self.name
    }

    /// The label of each group with its number of columns.
    pub(super) fn groups(&self) -> impl Iterator<Item = TokenStream> {
        self.groups.iter().map(|group| {
            let (label, size) = (&group.label, literal(group.ty.shape.size()));
            mixed!((#label, #size))
        })
    }

    /// Statements that make the array, of columns to read.
    pub(super) fn inputs(&self, float: &TokenStream) -> TokenStream {
        let (name, size) = (&self.name, literal(self.size()));
        let statements = self.places().map(|(group, first, end)| {
            let place = &group.place;
            match group.ty.shape.rank() {
                0 => mixed!(#name[#first] = #place;),
                rank => {
                    let flat = (1..rank).map(|_| mixed!(.as_flattened()));
                    mixed!(#name[#first..#end].copy_from_slice(&#place #(#flat)*[..]);)
                }
            }
        });
        let statements = joined(statements);
        mixed! {
            let mut #name: [&[#float]; #size] = [&[]; #size];
            #statements
        }
    }

    /// Statements that make the array, of columns to write to.
    pub(super) fn outputs(&self, float: &TokenStream) -> TokenStream {
        let (name, size) = (&self.name, literal(self.size()));
        let statements = self.places().map(|(group, first, end)| {
            let place = &group.place;
            match group.ty.shape.rank() {
                0 => mixed!(#name[#first] = #place;),
                rank => {
                    let flat = (1..rank).map(|_| mixed!(.into_iter().flatten()));
                    mixed!(support::batch::place(&mut #name[#first..#end], #place #(#flat)*);)
                }
            }
        });
        let statements = joined(statements);
        mixed! {
            let mut #name: [&mut [#float]; #size] =
                ::core::array::from_fn(|_| ::core::default::Default::default());
            #statements
        }
    }

    fn size(&self) -> usize {
        self.groups.iter().map(|group| group.ty.shape.size()).sum()
    }

    /// Each group with the position of its first column and of the one after its last.
    fn places(&self) -> impl Iterator<Item = (&Group, Literal, Literal)> {
        let mut start = 0;
        self.groups.iter().map(move |group| {
            let first = start;
            start += group.ty.shape.size();
            (group, literal(first), literal(start))
        })
    }
}

/// A group of columns as an array, nested as a type is.
pub(super) fn columns_type(ty: &Type, column: &TokenStream) -> TokenStream {
    let dims = ty.shape.dims().iter().rev();
    dims.fold(column.clone(), |inner, dim| {
        let extent = literal(dim.extent());
        mixed!([#inner; #extent])
    })
}

fn literal(number: usize) -> Literal {
    Literal::usize_unsuffixed(number)
}
