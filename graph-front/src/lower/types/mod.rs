//! Types, with aliases resolved and extents evaluated, and conversion of values to them.
//!
//! | file | holds |
//! |---|---|
//! | `casts` | `as`, and values in declared types |
//! | `holes` | `_` in the types of arrays |
//! | `ranges` | numbers outside the range of their declared types |
//! | `structs` | structs of the block |
//! | `agreement` | the common element type of operands |
//! | `converted` | integers as floats, for help |
//! | `loose_casts` | `as` that takes less than was meant, for help |

mod agreement;
mod casts;
mod converted;
mod holes;
mod loose_casts;
mod ranges;
mod structs;

pub(super) use agreement::{as_float, floats_in_tuples, whole_number};
pub(super) use holes::stays_open;
pub(super) use ranges::{too_large_float, wrong_suffix};
pub(crate) use structs::struct_type;
pub(super) use structs::{Given, given_in, given_to, lengths_as, other_count, struct_named};

use graph_ir::types::Extent;
use graph_ir::{Element, Shape, Type};
use syn::Expr;

use super::Lowerer;
use super::scope::Names;
use super::values::MAX_PARTS;
use crate::diagnostics::{Diagnostic, SourcePlace, closest, foreign_types, print};
use crate::labels::{Label, Labels};
use crate::parse::{AXIS, ROWS};
use crate::signature::{Form, Lengths, Parts};
use crate::tokens::UNKNOWN_VALUE;

/// How far aliases may refer to aliases.
const MAX_ALIASES: usize = 64;

/// A type in a `let`, a cast, or a signature.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Declared {
    /// A scalar or an array, with the names of its dimensions.
    Tensor(Type, Labels),
    /// A tuple or a struct; in one of these, an array of them too, as its elements.
    Tuple(Parts<Declared>),
    /// An array of tuples or structs, as the types of arrays of each of their values.
    Tuples(Parts<Declared>),
    /// `_`.
    Infer,
}

impl Declared {
    /// The length of an array of tuples.
    pub(crate) fn count_of_tuples(&self) -> Extent {
        match self {
            Self::Tuples(columns) => columns
                .first()
                .map_or(Extent::from(0), Self::count_of_tuples),
            Self::Tensor(ty, _) if ty.shape.rank() > 0 => ty.shape.count_along(0),
            Self::Tensor(..) | Self::Tuple(_) | Self::Infer => Extent::from(0),
        }
    }

    /// The type of an element of an array of tuples, or of a row of an array of numbers.
    pub(crate) fn row(&self) -> Option<Self> {
        match self {
            Self::Tuples(columns) => columns.try_map(Self::row).map(Self::Tuple),
            Self::Tensor(ty, labels) if ty.shape.rank() > 0 => {
                let labels = labels.chosen(1..ty.shape.rank());
                Some(Self::Tensor(ty.with_shape(ty.shape.row()), labels))
            }
            Self::Tensor(..) | Self::Tuple(_) | Self::Infer => None,
        }
    }

    /// The type of the elements of an array of tuples, and their number, be they one by one or
    /// together.
    pub(crate) fn as_array(&self) -> Option<(Self, Extent)> {
        match self {
            Self::Tuple(parts) if parts.are_elements() => {
                Some((parts.first()?.clone(), Extent::from(parts.len())))
            }
            Self::Tuples(_) => Some((self.row()?, self.count_of_tuples())),
            Self::Tensor(..) | Self::Tuple(_) | Self::Infer => None,
        }
    }

    /// An array of tuples as its elements, where these are known and not too many, also in a tuple;
    /// any other type as it is. Calls itself as deeply as tuples are nested.
    pub(super) fn by_elements(self) -> Self {
        if let Self::Tuple(parts) = self {
            return Self::Tuple(parts.map(|part| part.clone().by_elements()));
        }
        let Some((row, count)) = self.as_array() else {
            return self;
        };
        match count.known() {
            Some(count @ 1..) if count.saturating_mul(self.count()) <= MAX_PARTS => {
                Self::Tuple(Parts::of_array(vec![row; count]))
            }
            _ => self,
        }
    }

    /// The form, and its scalars and arrays with the names of their dimensions; `None` where a part
    /// is none of these.
    pub(crate) fn flattened(self) -> Option<(Form, Vec<(Type, Labels)>)> {
        match self.by_elements() {
            Self::Tensor(ty, labels) => Some((Form::One, vec![(ty, labels)])),
            Self::Tuple(parts) => {
                let mut all = Vec::new();
                let forms = parts.try_map(|part| {
                    let (form, types) = part.clone().flattened()?;
                    all.extend(types);
                    Some(form)
                });
                Some((Form::Several(forms?), all))
            }
            Self::Tuples(_) | Self::Infer => None,
        }
    }

    /// How many types this is, those of tuples in tuples counted.
    fn count(&self) -> usize {
        match self {
            Self::Tuple(parts) | Self::Tuples(parts) => parts.iter().map(Self::count).sum(),
            Self::Tensor(..) | Self::Infer => 1,
        }
    }
}

/// The reason why an array of tuples or structs is no part of a struct, an argument or a result, and
/// a help: there is a scalar or an array of the graph for each number and array in it. `None` where
/// it may be one, for some lengths at least.
pub(crate) fn refused_array(declared: &Declared) -> Option<(String, String)> {
    let Declared::Tuples(_) = declared else {
        return None;
    };
    let count = declared.count_of_tuples().known()?;
    let parts = count.saturating_mul(declared.count());
    let (message, help) = match count {
        0 => (
            String::from("an array of tuples or structs has an element at least"),
            "give it a length of 1 or more, or leave it out",
        ),
        _ if parts > MAX_PARTS => (
            format!(
                "the elements of an array of tuples or structs have at most {MAX_PARTS} numbers \
                 and arrays in all, and these have {parts}"
            ),
            "write an array for each number and array of an element, with one more axis: \
             `x: [[f64; 3]; 1000]`",
        ),
        _ => return None,
    };
    Some((message, help.into()))
}

/// The reason why an array of tuples or structs whose length comes with the call is no argument, and
/// a help.
pub(crate) fn open_array(declared: &Declared) -> Option<(String, String)> {
    let length = match declared {
        Declared::Tuples(_) => declared.count_of_tuples(),
        Declared::Tuple(parts) => return parts.iter().find_map(open_array),
        Declared::Tensor(..) | Declared::Infer => return None,
    };
    if length.known().is_some() {
        return refused_array(declared);
    }
    let message = format!(
        "an array of tuples or structs has a length that is known while compiling, and `{length}` \
         comes with the call"
    );
    let help = "write the length as a number, or an array for each number and array of an element, \
                which may have any length: `x: &[[f64; 3]; N]`";
    Some((message, help.into()))
}

/// An extent, and the name that it is written with.
type Written = (Extent, Option<Label>);

/// A type in a signature, where only the block's constants and the function's own lengths are
/// known; `None` when it is none of the language's, which is reported.
pub(crate) fn declared_type(
    ty: &syn::Type,
    names: &Names<'_>,
    generic: Option<&str>,
    lengths: &Lengths,
) -> Option<Declared> {
    let mut extent = |given: Given<'_>| evaluate_extent(given, names, lengths);
    resolve(ty, names, generic, &mut extent, 0)
}

fn resolve(
    ty: &syn::Type,
    names: &Names<'_>,
    generic: Option<&str>,
    extent: &mut dyn FnMut(Given<'_>) -> Option<Written>,
    depth: usize,
) -> Option<Declared> {
    match ty {
        syn::Type::Paren(ty) => resolve(&ty.elem, names, generic, extent, depth),
        syn::Type::Group(ty) => resolve(&ty.elem, names, generic, extent, depth),
        syn::Type::Infer(_) => Some(Declared::Infer),
        syn::Type::Tuple(tuple) => {
            let parts = tuple.elems.iter();
            let parts = parts.map(|part| resolve(part, names, generic, extent, depth));
            let parts: Vec<Declared> = parts.collect::<Option<_>>()?;
            if parts.iter().map(Declared::count).sum::<usize>() > MAX_PARTS {
                let message =
                    format!("a tuple, with the tuples in it, has at most {MAX_PARTS} values");
                let diagnostic = Diagnostic::new(SourcePlace::of(tuple), message);
                names.diagnostics.push(diagnostic);
                return None;
            }
            Some(Declared::Tuple(parts.into()))
        }
        syn::Type::Array(array) => {
            let element = resolve(&array.elem, names, generic, extent, depth);
            let length = extent(Given::Expression(&array.len))?;
            array_of(element?, &length, array, names)
        }
        syn::Type::Path(path) if let Some(item) = struct_named(&path.path, names) => {
            let mut length = |given: Given<'_>| extent(given).map(|(length, _)| length);
            structs::of_path(item, path, names, &mut length)
        }
        syn::Type::Path(path) if path.qself.is_none() => named(ty, path, names, generic, depth),
        other => {
            names.diagnostics.push(unknown_type(other, names));
            None
        }
    }
}

/// The type of an array of elements of a type: of tuples, that of an array of each of their values.
fn array_of(
    element: Declared,
    length: &Written,
    array: &syn::TypeArray,
    names: &Names<'_>,
) -> Option<Declared> {
    let refused = |diagnostic| {
        names.diagnostics.push(diagnostic);
        None
    };
    match element.by_elements() {
        Declared::Tuple(parts) if !parts.is_empty() => {
            let columns = parts.try_map(|part| array_of(part.clone(), length, array, names))?;
            Some(Declared::Tuples(columns))
        }
        Declared::Infer => {
            let message = "`_` is an element in the type of a `let` alone, whose value has some";
            let help = format!("write their type: `[f64; {}]`", print(&array.len));
            refused(Diagnostic::new(SourcePlace::of(&array.elem), message).help(help))
        }
        Declared::Tuple(_) | Declared::Tuples(_) => {
            let message = "an array is made of scalars, of arrays of them, or of tuples of those";
            refused(Diagnostic::new(SourcePlace::of(&array.elem), message))
        }
        Declared::Tensor(inner, labels) => {
            let (count, label) = length.clone();
            if let Some(axis) = label.as_ref().filter(|own| own.is_axis())
                && !labels.positions(axis).is_empty()
            {
                return refused(axis_twice(axis, &array.len));
            }
            let labels = Labels::of(vec![label]).followed_by(1, &labels, inner.shape.rank());
            match Shape::of([count].into_iter().chain(inner.shape.counts())) {
                Ok(shape) => Some(Declared::Tensor(inner.with_shape(shape), labels)),
                Err(error) => refused(Diagnostic::new(SourcePlace::of(array), error.to_string())),
            }
        }
    }
}

fn named(
    ty: &syn::Type,
    path: &syn::TypePath,
    names: &Names<'_>,
    generic: Option<&str>,
    depth: usize,
) -> Option<Declared> {
    let Some(name) = path.path.get_ident().map(ToString::to_string) else {
        if names.refused.may_lead(&path.path) {
            return None;
        }
        names.diagnostics.push(unknown_type(ty, names));
        return None;
    };
    let scalar = |element| Some(Declared::Tensor(Type::scalar(element), Labels::default()));
    if let Some(alias) = names.aliases.get(&name) {
        if depth >= MAX_ALIASES {
            let message = format!("the type alias `{name}` refers to itself");
            names
                .diagnostics
                .push(Diagnostic::new(SourcePlace::of(ty), message));
            return None;
        }
        let mut extent = |given: Given<'_>| evaluate_extent(given, names, &Lengths::default());
        return resolve(&alias.ty, names, generic, &mut extent, depth + 1);
    }
    match name.as_str() {
        name if generic == Some(name) => scalar(Element::Float),
        "f64" => scalar(Element::F64),
        "f32" => scalar(Element::F32),
        "bool" => scalar(Element::Bool),
        "usize" | "isize" | "u8" | "u16" | "u32" | "u64" | "i8" | "i16" | "i32" | "i64" => {
            scalar(Element::I64)
        }
        name if names.refused.may_have(name) || names.diagnostics.declare(name) => None,
        // What stands there is an error that is reported.
        UNKNOWN_VALUE => None,
        ROWS => {
            names.diagnostics.push(unknown_type(ty, names));
            None
        }
        name => {
            let diagnostic = Diagnostic::unknown(SourcePlace::of(ty), "type", name);
            let aliases = names.aliases.keys().map(String::as_str);
            let structs = names.structs.keys().map(String::as_str);
            let known = ["f64", "f32", "usize", "bool", AXIS]
                .into_iter()
                .chain(aliases)
                .chain(structs)
                .chain(generic);
            names.diagnostics.push(
                match (
                    foreign_types::advice(name),
                    closest(name, known).or(foreign_types::meant(name)),
                ) {
                    (Some(advice), _) => diagnostic.help(advice),
                    (None, Some(close)) => diagnostic.help(format!("did you mean `{close}`?")),
                    (None, None) => diagnostic
                        .note(match structs_in_words(names) {
                            none if none.is_empty() => String::from(
                                "the macro sees only what stands in the block, not types outside of it",
                            ),
                            structs => format!(
                                "the macro sees only what stands in the block, not types outside of \
                                 it; the structs of the block are {structs}"
                            ),
                        })
                        .help(format!(
                            "declare it in the block: an alias, `type {name} = [f64; 3];`, or a \
                             struct, `struct {name} {{ .. }}`; one of another block has all its \
                             functions there"
                        )),
                },
            );
            None
        }
    }
}

/// How many parameters stand behind the name of a type.
fn parameters(path: &syn::TypePath) -> usize {
    match path.path.segments.last().map(|last| &last.arguments) {
        Some(syn::PathArguments::AngleBracketed(arguments)) => arguments.args.len(),
        _ => 0,
    }
}

const A_SLICE: &str = "a slice has no length that the macro could know";
const A_VEC: &str = "a `Vec` has no length that the macro could know";

fn unknown_type(ty: &syn::Type, names: &Names<'_>) -> Diagnostic {
    const LENGTH: &str = "write a length that the call brings as a parameter, \
                          `fn f<const N: usize>(x: &[f64; N])`, and a fixed one as a number, \
                          `[f64; 100]`";
    let last = match ty {
        syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    };
    let advice = last.as_deref().and_then(foreign_types::advice);
    let (message, help) = match (ty, advice) {
        (syn::Type::Slice(_), _) => (
            A_SLICE,
            LENGTH.into(),
        ),
        (syn::Type::Path(_), _) if last.as_deref() == Some("Vec") => (
            A_VEC,
            LENGTH.into(),
        ),
        (syn::Type::Path(path), _) if last.as_deref() == Some("Matrix") => (
            "this type is not part of the language of `graph!`",
            foreign_types::matrix(&path.path),
        ),
        (syn::Type::Path(path), _) if last.as_deref() == Some(ROWS) => (
            match parameters(path) < 3 {
                true => "`Rows` has the type of its elements, and its two extents",
                false => "`Rows` stands for the whole type of an argument or a result",
            },
            match parameters(path) {
                0..3 => {
                    "write `Rows<f64, N, M>` for the argument or the result, without a `&`, and \
                     declare its lengths: `fn f<const N: usize, const M: usize>(x: Rows<f64, N, M>)`"
                }
                _ => {
                    "write `Rows<f64, N, M>` for the argument or the result, without a `&`, and \
                     elsewhere the array that it is, `[[f64; M]; N]`"
                }
            }
            .into(),
        ),
        (syn::Type::Reference(_), _) => (
            "references stand in signatures only, around the whole type",
            "values are passed as they are: remove the `&`, here and in front of the value".into(),
        ),
        (syn::Type::ImplTrait(bounds), _) if !is_of_functions(bounds) => (
            "a type of the language has a name",
            "name the float type behind the function's name: `fn g<T: Float>(x: T) -> T`".into(),
        ),
        (syn::Type::FnPtr(_) | syn::Type::ImplTrait(_) | syn::Type::TraitObject(_), _) => (
            "functions are no values of the language",
            "write the function in the block, and call it by its name".into(),
        ),
        (_, advice) => (
            "this type is not part of the language of `graph!`",
            match advice {
                Some(advice) => advice,
                None => match last.as_deref().and_then(|last| closest(last, [ROWS])) {
                    Some(rows) => format!("did you mean `{rows}`?"),
                    None => types_in_words(names),
                },
            },
        ),
    };
    Diagnostic::new(SourcePlace::of(ty), message).help(help)
}

/// The types of the language, and the structs of the block, in words.
fn types_in_words(names: &Names<'_>) -> String {
    let types = "types are `f64`, `f32`, `bool`, `usize` and nested arrays: `[[f64; 3]; 2]`";
    let structs = structs_in_words(names);
    match structs.is_empty() {
        true => types.into(),
        false => format!("{types}; and the structs of the block: {structs}"),
    }
}

/// The names of the structs of a block, as far as a help lists them.
fn structs_in_words(names: &Names<'_>) -> String {
    const MOST: usize = 6;
    let mut structs: Vec<String> = names.structs.keys().map(|own| format!("`{own}`")).collect();
    structs.sort();
    match structs.len() > MOST {
        true => format!("{} and others", structs[..MOST].join(", ")),
        false => structs.join(", "),
    }
}

/// Whether a type is some function.
fn is_of_functions(ty: &syn::TypeImplTrait) -> bool {
    ty.bounds.iter().any(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|last| last.ident.to_string().starts_with("Fn"))
        }
        _ => false,
    })
}

/// The error for an array type that has one axis twice.
fn axis_twice(axis: &Label, at: &Expr) -> Diagnostic {
    let name = axis.name();
    let message = format!("an axis lies along one dimension of an array, and `{name}` along two");
    let help = "declare a second axis of this length, and call one of the dimensions by it";
    Diagnostic::new(SourcePlace::of(at), message).help(help)
}

/// An extent in a signature or an alias.
fn evaluate_extent(given: Given<'_>, names: &Names<'_>, lengths: &Lengths) -> Option<Written> {
    let builder = graph_ir::Builder::new();
    let mut lowerer = Lowerer::new(&builder, names, None);
    lowerer.declare_lengths(lengths);
    match given {
        Given::Expression(expr) => Some((lowerer.extent(expr)?, lowerer.label_of(expr))),
        Given::Name(name) => Some((lowerer.length_named(name)?, None)),
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A type inside of a body.
    pub(super) fn resolve_type(&mut self, ty: &'e syn::Type) -> Option<Declared> {
        if let Some(without_length) = without_length(ty) {
            let help = "leave the type out, or write the length: `[f64; 3]`, or `[f64; N]`";
            let diagnostic = Diagnostic::new(SourcePlace::of(ty), without_length);
            self.error(diagnostic.help(help));
            return None;
        }
        let mut extents = Vec::new();
        collect_extents(ty, self.names, &mut extents);
        let known = extents.into_iter().map(|given| match given {
            Given::Expression(expr) => Some((self.extent(expr)?, self.label_of(expr))),
            Given::Name(name) => Some((self.length_named(name)?, None)),
        });
        let known: Vec<Option<Written>> = known.collect();
        let mut known = known.into_iter();
        let mut extent = |_: Given<'_>| known.next().flatten();
        resolve(
            ty,
            self.names,
            self.words.generic.as_deref(),
            &mut extent,
            0,
        )
    }
}

/// The message for a type in a body that does not say how many elements there are.
fn without_length(ty: &syn::Type) -> Option<&'static str> {
    match ty {
        syn::Type::Reference(ty) => without_length(&ty.elem),
        syn::Type::Slice(_) => Some(A_SLICE),
        syn::Type::Path(path) => {
            let last = path.path.segments.last()?;
            (last.ident == "Vec").then_some(A_VEC)
        }
        _ => None,
    }
}

/// The lengths of the arrays in a type, innermost first, as `resolve` asks for them.
fn collect_extents<'e>(ty: &'e syn::Type, names: &Names<'_>, extents: &mut Vec<Given<'e>>) {
    match ty {
        syn::Type::Paren(ty) => collect_extents(&ty.elem, names, extents),
        syn::Type::Group(ty) => collect_extents(&ty.elem, names, extents),
        syn::Type::Path(path) if struct_named(&path.path, names).is_some() => {
            extents.extend(given_to(&path.path).into_iter().flatten());
        }
        syn::Type::Tuple(tuple) => {
            for part in &tuple.elems {
                collect_extents(part, names, extents);
            }
        }
        syn::Type::Array(array) => {
            collect_extents(&array.elem, names, extents);
            extents.push(Given::Expression(&array.len));
        }
        _ => {}
    }
}
