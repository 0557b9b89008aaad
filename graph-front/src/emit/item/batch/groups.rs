//! Groups of numbers that parameters hold for many points, in either layout.

use graph_ir::Type;
use proc_macro2::{Ident, Literal, TokenStream};

use crate::derivatives::Layout;
use crate::emit::mixed;
use crate::emit::names::{Names, ident};
use crate::tokens::joined;

/// The parameters of one direction on their way to the run time: which group is where.
pub(super) struct Groups {
    layout: Layout,
    name: Ident,
    groups: Vec<Group>,
}

struct Group {
    ty: Type,
    place: TokenStream,
    label: String,
}

impl Groups {
    /// No groups yet; the array of them is to have a name.
    pub(super) fn new(layout: Layout, name: &str) -> Self {
        Self {
            layout,
            name: ident(name),
            groups: Vec::new(),
        }
    }

    /// Adds the numbers of a type that a parameter, or part of one, holds.
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

    /// The label of each group with the number of its slices.
    pub(super) fn labels(&self) -> impl Iterator<Item = TokenStream> {
        self.groups.iter().map(|group| {
            let slices = match self.layout {
                Layout::Columns => group.ty.shape.size(),
                Layout::Rows => 1,
            };
            let (label, slices) = (&group.label, literal(slices));
            mixed!((#label, #slices))
        })
    }

    /// Statements that make the array, of groups to read.
    pub(super) fn inputs(&self, float: &TokenStream) -> TokenStream {
        if self.layout == Layout::Rows {
            return self.rows(&mixed!(Rows), &mixed!(as_flattened));
        }
        let (name, size) = (&self.name, literal(self.size()));
        let empty = mixed!([&[#float]; #size] = [&[]; #size]);
        self.columns(
            &empty,
            &mixed!(.as_flattened()),
            |places, columns| mixed!(#name[#places].copy_from_slice(&#columns[..]);),
        )
    }

    /// Statements that make the array, of groups to write to.
    pub(super) fn outputs(&self, float: &TokenStream) -> TokenStream {
        if self.layout == Layout::Rows {
            return self.rows(&mixed!(RowsMut), &mixed!(as_flattened_mut));
        }
        let (name, size) = (&self.name, literal(self.size()));
        let empty = mixed! {
            [&mut [#float]; #size] = ::core::array::from_fn(|_| ::core::default::Default::default())
        };
        self.columns(
            &empty,
            &mixed!(.into_iter().flatten()),
            |places, columns| mixed!(support::batch::place(&mut #name[#places], #columns);),
        )
    }

    /// Statements that make the array of columns, empty at first: `flat` takes a dimension from
    /// nested columns, and `put` puts a group of them to its places.
    fn columns(
        &self,
        empty: &TokenStream,
        flat: &TokenStream,
        put: impl Fn(TokenStream, TokenStream) -> TokenStream,
    ) -> TokenStream {
        let name = &self.name;
        let statements = self.places().map(|(group, first, end)| {
            let place = &group.place;
            match group.ty.shape.rank() {
                0 => mixed!(#name[#first] = #place;),
                rank => {
                    let flat = (1..rank).map(|_| flat);
                    put(mixed!(#first..#end), mixed!(#place #(#flat)*))
                }
            }
        });
        let statements = joined(statements);
        mixed! {
            let mut #name: #empty;
            #statements
        }
    }

    /// A statement that makes the array of rows.
    fn rows(&self, of: &TokenStream, flattened: &TokenStream) -> TokenStream {
        let name = &self.name;
        let groups = self.groups.iter().map(|Group { ty, place, .. }| {
            let width = literal(ty.shape.size());
            let flat = (0..ty.shape.rank()).map(|_| mixed!(.#flattened()));
            mixed! {
                support::batch::#of {
                    points: #place.len(),
                    width: #width,
                    numbers: #place #(#flat)*,
                }
            }
        });
        mixed!(let #name = [#(#groups,)*];)
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

/// The type of a group of numbers, given the reference that its slices are behind: columns as an
/// array, nested as a type is, or values of the type.
pub(super) fn group_type(
    names: &Names<'_>,
    layout: Layout,
    ty: &Type,
    reference: &TokenStream,
) -> TokenStream {
    if layout == Layout::Rows {
        let ty = names.signature.rust_type(ty);
        return mixed!(#reference [#ty]);
    }
    let float = names.element(ty.element);
    let dims = ty.shape.dims().iter().rev();
    dims.fold(mixed!(#reference [#float]), |inner, dim| {
        let extent = literal(dim.extent());
        mixed!([#inner; #extent])
    })
}

fn literal(number: usize) -> Literal {
    Literal::usize_unsuffixed(number)
}
