//! The forms of arguments and results: one scalar or array, or several of them under numbers, names or
//! positions.

use graph_ir::Type;
use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Signature;
use super::{Parts, Step, StructType};

/// The form of an argument or a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// One scalar or array.
    One,
    /// Several: a tuple, a struct, or an array of these.
    Several(Parts<Form>),
}

/// One scalar or array within an argument or a result.
#[derive(Clone)]
pub(crate) struct Leaf {
    /// The steps by which it is taken, the outermost first.
    pub(crate) path: Vec<Step>,
    /// Whether `#[dynamic]` stands on a field on the way.
    pub(crate) is_dynamic: bool,
    /// The words of `#[tag(..)]` on fields on the way.
    pub(crate) tags: Vec<String>,
    /// Whether it is the field of a struct, or in one.
    pub(crate) is_in_struct: bool,
}

impl Form {
    /// Its scalars and arrays, in their order. Recurses as deeply as types are nested, which
    /// [`crate::guard`] bounds.
    pub(crate) fn leaves(&self) -> Vec<Leaf> {
        let mut all = Vec::with_capacity(self.count());
        let outermost = Leaf {
            path: Vec::new(),
            is_dynamic: false,
            tags: Vec::new(),
            is_in_struct: false,
        };
        self.leaves_in(&outermost, &mut all);
        all
    }

    /// Those of a form that stands at a place.
    fn leaves_in(&self, place: &Leaf, all: &mut Vec<Leaf>) {
        let Self::Several(parts) = self else {
            all.push(place.clone());
            return;
        };
        for (position, (step, part)) in parts.steps().enumerate() {
            let mut inner = place.clone();
            inner.path.push(step);
            if let Some(of) = parts.of() {
                let field = &of.fields[position];
                inner.is_dynamic |= field.is_dynamic;
                inner.tags.extend(field.tags.iter().cloned());
                inner.is_in_struct = true;
            }
            part.leaves_in(&inner, all);
        }
    }

    /// The number of its scalars and arrays. Recurses as [`Self::leaves`].
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::One => 1,
            Self::Several(parts) => parts.iter().map(Self::count).sum(),
        }
    }

    /// The structs in it, each once.
    pub(crate) fn structs<'f>(&'f self, found: &mut Vec<&'f StructType>) {
        let Self::Several(parts) = self else { return };
        if let Some(of) = parts.of()
            && !found.iter().any(|known| known.name == of.name)
        {
            found.push(of);
        }
        parts.iter().for_each(|part| part.structs(found));
    }

    /// A value of this form, of what stands for each scalar or array in it.
    pub(crate) fn build<T>(
        &self,
        leaves: &mut impl Iterator<Item = T>,
        several: &impl Fn(&Parts<Self>, Vec<T>) -> T,
    ) -> Option<T> {
        match self {
            Self::One => leaves.next(),
            Self::Several(parts) => {
                let built = parts.iter().map(|part| part.build(leaves, several));
                Some(several(parts, built.collect::<Option<_>>()?))
            }
        }
    }
}

/// A path as it stands behind a value.
pub(crate) fn path_tokens(path: &[Step]) -> TokenStream {
    quote!(#(#path)*)
}

/// A path in words: `.m.w1`.
pub(crate) fn path_text(path: &[Step]) -> String {
    path.iter().map(Step::to_string).collect()
}

/// The type of an array as Rust writes it.
pub(crate) fn array_of(element: &TokenStream, count: usize) -> TokenStream {
    let count = Literal::usize_unsuffixed(count);
    quote!([#element; #count])
}

impl Signature {
    /// The type of a form as Rust writes it, of scalars and arrays of these types.
    pub(crate) fn form_type<'t>(
        &self,
        form: &Form,
        types: impl IntoIterator<Item = &'t Type>,
    ) -> TokenStream {
        self.next_type(form, &mut types.into_iter())
    }

    /// The same, of the next of these types. A struct has its name, whatever its fields are. Calls
    /// itself as deeply as tuples are nested.
    fn next_type<'t>(
        &self,
        form: &Form,
        types: &mut impl Iterator<Item = &'t Type>,
    ) -> TokenStream {
        let Form::Several(parts) = form else {
            let ty = types.next().map(|ty| self.rust_type(ty));
            return ty.unwrap_or_default();
        };
        match parts.of() {
            Some(of) => {
                types.by_ref().take(form.count()).for_each(drop);
                of.tokens()
            }
            None if parts.are_elements() => {
                let elements = parts.iter().map(|part| self.next_type(part, types));
                let elements: Vec<TokenStream> = elements.collect();
                array_of(
                    &elements.first().cloned().unwrap_or_default(),
                    elements.len(),
                )
            }
            None => {
                let types = parts.iter().map(|part| self.next_type(part, types));
                let types: Vec<TokenStream> = types.collect();
                match types.len() {
                    1 => quote!((#(#types,)*)),
                    _ => quote!((#(#types),*)),
                }
            }
        }
    }
}
