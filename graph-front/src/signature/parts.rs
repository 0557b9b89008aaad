//! Several values under numbers, as in a tuple, under names, as in a struct, or under positions, as in
//! an array of these.
//!
//! A struct of a block is a tuple with names. So there is one type for all of them, over whatever
//! stands for a part: a value, a declared type, or the form of an argument.

use std::fmt;
use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, quote};
use syn::Member;
use syn::ext::IdentExt;

use super::{Lengths, extent_tokens};

/// A struct of the block, for the values of its `const` parameters.
#[derive(Debug)]
pub(crate) struct StructType {
    /// Its name, where the block declares it.
    pub(crate) name: Ident,
    /// The values of its `const` parameters.
    pub(crate) lengths: Lengths,
    /// The fields in their order.
    pub(crate) fields: Vec<Field>,
    /// The names of the traits that it derives.
    pub(crate) derives: Vec<String>,
    /// How visible it is, as a module beside it has to say it.
    pub(crate) visibility: TokenStream,
}

/// A field of a struct.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: Ident,
    /// Whether `#[dynamic]` stands on it: there is no derivative by it.
    pub(crate) is_dynamic: bool,
    /// The words of `#[tag(..)]` on it.
    pub(crate) tags: Vec<String>,
}

/// The parts of a tuple, the fields of a struct, or the elements of an array of tuples or structs.
#[derive(Clone, Debug)]
pub(crate) struct Parts<T> {
    of: Of,
    parts: Vec<T>,
}

/// The kind of value whose parts these are.
#[derive(Clone, Debug, PartialEq)]
enum Of {
    Tuple,
    Struct(Rc<StructType>),
    /// An array, whose elements are tuples or structs of one type.
    Array,
}

/// The way from a value to one of its parts.
#[derive(Clone, PartialEq)]
pub(crate) enum Step {
    /// To the field of a struct, or a value of a tuple.
    Member(Member),
    /// To the element of an array.
    Element(usize),
}

impl Step {
    /// The word for it in a name: `w`, or `0`.
    pub(crate) fn word(&self) -> String {
        match self {
            Self::Member(Member::Named(name)) => name.unraw().to_string(),
            Self::Member(Member::Unnamed(number)) => number.index.to_string(),
            Self::Element(position) => position.to_string(),
        }
    }
}

/// As it stands behind the value: `.w`, or `[0]`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Member(member) => write!(f, ".{}", member.to_token_stream()),
            Self::Element(position) => write!(f, "[{position}]"),
        }
    }
}

/// As it stands behind the value.
impl ToTokens for Step {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Self::Member(member) => quote!(.#member),
            Self::Element(position) => {
                let position = Literal::usize_unsuffixed(*position);
                quote!([#position])
            }
        });
    }
}

impl StructType {
    /// The type as Rust names it: `Layer<3, 4>`.
    pub(crate) fn text(&self) -> String {
        let name = self.name.to_string();
        self.lengths.name_of(&name).replace("::<", "<")
    }

    /// The type as Rust writes it.
    pub(crate) fn tokens(&self) -> TokenStream {
        // A type may have the name of a length: in braces it is the length.
        let lengths = self.lengths.iter().map(|(_, value)| {
            let tokens = extent_tokens(value);
            match value.known() {
                Some(_) => tokens,
                None => quote!({ #tokens }),
            }
        });
        let (name, lengths) = (&self.name, lengths.collect::<Vec<TokenStream>>());
        match lengths.is_empty() {
            true => quote!(#name),
            false => quote!(#name<#(#lengths),*>),
        }
    }
}

/// Two are the same where their names and lengths are: a block has one struct of a name.
impl PartialEq for StructType {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.lengths == other.lengths
    }
}

impl<T> Parts<T> {
    /// The fields of a struct, in their order.
    pub(crate) fn of_struct(of: Rc<StructType>, parts: Vec<T>) -> Self {
        Self {
            of: Of::Struct(of),
            parts,
        }
    }

    /// The elements of an array of tuples or structs.
    pub(crate) fn of_array(parts: Vec<T>) -> Self {
        Self {
            of: Of::Array,
            parts,
        }
    }

    /// The struct whose fields these are.
    pub(crate) fn of(&self) -> Option<&Rc<StructType>> {
        match &self.of {
            Of::Struct(of) => Some(of),
            Of::Tuple | Of::Array => None,
        }
    }

    /// Whether these are the elements of an array.
    pub(crate) fn are_elements(&self) -> bool {
        self.of == Of::Array
    }

    /// Whether these are the values of a tuple.
    pub(crate) fn are_of_tuple(&self) -> bool {
        self.of == Of::Tuple
    }

    /// Others in place of these.
    pub(crate) fn with<U>(&self, parts: Vec<U>) -> Parts<U> {
        Parts {
            of: self.of.clone(),
            parts,
        }
    }

    /// The parts that a function makes of these.
    pub(crate) fn map<U>(&self, change: impl FnMut(&T) -> U) -> Parts<U> {
        self.with(self.parts.iter().map(change).collect())
    }

    /// The same; `None` where it is `None` for one of them.
    pub(crate) fn try_map<U>(&self, change: impl FnMut(&T) -> Option<U>) -> Option<Parts<U>> {
        let parts = self.parts.iter().map(change);
        Some(self.with(parts.collect::<Option<_>>()?))
    }

    /// Whether these are as many, of the same kind, and of the same struct if of one.
    pub(crate) fn is_like<U>(&self, other: &Parts<U>) -> bool {
        self.of == other.of && self.parts.len() == other.parts.len()
    }

    /// The step by which each is taken, with the part.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (Step, &T)> {
        self.parts.iter().enumerate().map(|(position, part)| {
            let step = match &self.of {
                Of::Struct(of) => Step::Member(Member::Named(of.fields[position].name.clone())),
                Of::Tuple => Step::Member(Member::from(position)),
                Of::Array => Step::Element(position),
            };
            (step, part)
        })
    }

    /// The position of a member.
    pub(crate) fn position_of(&self, member: &Member) -> Option<usize> {
        match (member, &self.of) {
            (Member::Named(name), Of::Struct(_)) => self.position(name),
            (Member::Unnamed(index), Of::Tuple) => {
                let position = index.index as usize;
                (position < self.parts.len()).then_some(position)
            }
            _ => None,
        }
    }

    /// The position of the field of a name.
    pub(crate) fn position(&self, name: &Ident) -> Option<usize> {
        let fields = &self.of()?.fields;
        fields.iter().position(|field| field.name == *name)
    }
}

/// A tuple.
impl<T> From<Vec<T>> for Parts<T> {
    fn from(parts: Vec<T>) -> Self {
        Self {
            of: Of::Tuple,
            parts,
        }
    }
}

/// A tuple.
impl<T> FromIterator<T> for Parts<T> {
    fn from_iter<I: IntoIterator<Item = T>>(parts: I) -> Self {
        Self::from(parts.into_iter().collect::<Vec<T>>())
    }
}

impl<T: PartialEq> PartialEq for Parts<T> {
    fn eq(&self, other: &Self) -> bool {
        self.is_like(other) && self.parts == other.parts
    }
}

impl<T: Eq> Eq for Parts<T> {}

impl<T> Deref for Parts<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.parts
    }
}

impl<T> DerefMut for Parts<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.parts
    }
}

impl<'p, T> IntoIterator for &'p Parts<T> {
    type Item = &'p T;
    type IntoIter = std::slice::Iter<'p, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.parts.iter()
    }
}
