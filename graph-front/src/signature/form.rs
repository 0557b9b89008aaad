//! The forms of arguments and results: one scalar or array, or several of them under numbers or
//! names.

use graph_ir::Type;
use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::Member;

use super::Signature;
use super::{Parts, StructType};

/// The form of an argument or a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// One scalar or array.
    One,
    /// Several: a tuple or a struct.
    Several(Parts<Form>),
}

/// One scalar or array within an argument or a result.
#[derive(Clone)]
pub(crate) struct Leaf {
    /// The members by which it is taken, the outermost first.
    pub(crate) path: Vec<Member>,
    /// Whether `#[dynamic]` stands on a field on the way.
    pub(crate) is_dynamic: bool,
    /// Whether it is the field of a struct, or in one.
    pub(crate) is_in_struct: bool,
}

impl Form {
    /// Its scalars and arrays, in their order. Recurses as deeply as types are nested, which
    /// [`crate::guard`] bounds.
    pub(crate) fn leaves(&self) -> Vec<Leaf> {
        let Self::Several(parts) = self else {
            return vec![Leaf {
                path: Vec::new(),
                is_dynamic: false,
                is_in_struct: false,
            }];
        };
        let mut all = Vec::new();
        for (position, (member, part)) in parts.members().enumerate() {
            let is_dynamic = parts.of().is_some_and(|of| of.fields[position].is_dynamic);
            all.extend(part.leaves().into_iter().map(|mut leaf| {
                leaf.path.insert(0, member.clone());
                leaf.is_dynamic |= is_dynamic;
                leaf.is_in_struct |= parts.of().is_some();
                leaf
            }));
        }
        all
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

/// A member of a path, behind its dot.
pub(crate) fn path_tokens(path: &[Member]) -> TokenStream {
    quote!(#(.#path)*)
}

/// A path in words: `.m.w1`.
pub(crate) fn path_text(path: &[Member]) -> String {
    path.iter()
        .map(|member| format!(".{}", member.to_token_stream()))
        .collect()
}

impl Signature {
    /// The type of a form as Rust writes it, of scalars and arrays of these types.
    pub(crate) fn form_type<'t>(
        &self,
        form: &Form,
        types: impl IntoIterator<Item = &'t Type>,
    ) -> TokenStream {
        let mut types = types.into_iter().map(|ty| self.rust_type(ty));
        let whole = form.build(&mut types, &|parts, types| match parts.of() {
            Some(of) => of.tokens(),
            None if parts.len() == 1 => quote!((#(#types,)*)),
            None => quote!((#(#types),*)),
        });
        whole.unwrap_or_default()
    }
}
