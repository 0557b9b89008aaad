//! The values with which fields start: `#[init(glorot)]`, `#[init(uniform(-1.0, 1.0))]`.

use graph_ir::Element;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprCall, Field, FnArg, ItemStruct, Meta, ReturnType, Token};

use crate::diagnostics::{Diagnostic, SourcePlace, closest, print};
use crate::lower::{Declared, Names, declared_type, number_of};
use crate::parse::FunctionSource;
use crate::signature::{Lengths, RETURN_LIMIT, bytes_of, extent_tokens};

/// The words of the attribute.
const WORDS: [&str; 7] = [
    "zeros",
    "ones",
    "uniform",
    "normal",
    "glorot",
    "he",
    "orthogonal",
];

/// The value with which a field starts.
enum Start {
    Zeros,
    /// One number everywhere.
    Number(f64),
    /// Random numbers, by a function of two numbers.
    Random(&'static str, [f64; 2]),
    /// Random numbers, by a function of the extents.
    Scaled(&'static str),
    /// The result of a function of the block.
    Computed(Function),
}

/// A function of the block whose result a field starts with.
struct Function {
    name: Ident,
    /// Whether it takes a key of random numbers.
    has_key: bool,
    /// Whether its result is too large to be returned.
    in_place: bool,
}

/// Whether the attribute of a field is right; what is wrong is reported.
pub(super) fn check(field: &Field, ty: &Declared, names: &Names<'_>) -> bool {
    let before = names.diagnostics.len();
    start(field, ty, names);
    // Fields of a file may have one attribute together.
    let found = names.diagnostics.take_after(before, None);
    names.diagnostics.adopt(&found);
    names.diagnostics.len() == before
}

/// Statements that fill the fields of `own`, a struct of zeros, from `seed`.
pub(super) fn statements(
    item: &ItemStruct,
    types: &[Declared],
    facade: &TokenStream,
    names: &Names<'_>,
) -> TokenStream {
    let random = quote!(#facade::__private::random);
    let fields = item.fields.iter().zip(types).enumerate();
    let statements = fields.filter_map(|(number, (field, ty))| {
        let (name, stream) = (field.ident.as_ref()?, Literal::usize_unsuffixed(number));
        let own = match ty {
            Declared::Tuple(_) | Declared::Tuples(_) => {
                let seed = quote!(#random::seed_of(seed, #stream));
                return structs_in(ty, &quote!(own.#name), &seed, &random);
            }
            Declared::Tensor(own, _) => own,
            Declared::Infer => return None,
        };
        let flat = (1..own.shape.rank()).map(|_| quote!(.as_flattened_mut()));
        let elements = match own.shape.rank() {
            0 => quote!(::core::slice::from_mut(&mut own.#name)),
            1 => quote!(&mut own.#name[..]),
            _ => quote!(own.#name #(#flat)*),
        };
        Some(match start(field, ty, names)? {
            Start::Zeros => return None,
            Start::Number(number) => {
                let number = signed(number);
                quote!(<[_]>::fill(#elements, #number);)
            }
            Start::Random(function, numbers) => {
                let ([a, b], function) = (numbers.map(signed), word(function));
                quote!(#random::#function(#elements, [seed, #stream], [#a, #b]);)
            }
            Start::Computed(Function {
                name: of,
                has_key,
                in_place,
            }) => {
                let key = has_key.then(|| quote!(#random::key_of(seed, #stream),));
                match in_place {
                    true => quote!(#of::value_into(#key &mut own.#name);),
                    false => quote!(own.#name = #of(#key);),
                }
            }
            Start::Scaled(function) => {
                let counts = own.shape.counts();
                let (extents, function) = (counts.iter().map(extent_tokens), word(function));
                quote!(#random::#function(#elements, [seed, #stream], &[#(#extents),*]);)
            }
        })
    });
    statements.collect()
}

/// Statements that start the structs in a place, which is one, a tuple, or an array of these; the
/// numbers of a tuple stay zeros. Calls itself as deeply as tuples are nested.
fn structs_in(
    ty: &Declared,
    place: &TokenStream,
    seed: &TokenStream,
    random: &TokenStream,
) -> Option<TokenStream> {
    if let Some((element, _)) = ty.as_array() {
        let started = structs_in(&element, &quote!((*own)), &quote!(seed), random)?;
        return Some(quote! {{
            let seed = #seed;
            for (number, own) in (0..).zip(&mut #place) {
                let seed = #random::seed_of(seed, number);
                #started
            }
        }});
    }
    let Declared::Tuple(parts) = ty else {
        return None;
    };
    if let Some(of) = parts.of() {
        let ty = of.tokens();
        return Some(quote!(#place = <#ty>::init(#seed);));
    }
    let statements = parts.iter().enumerate().filter_map(|(number, part)| {
        let at = Literal::usize_unsuffixed(number);
        let seed = quote!(#random::seed_of(#seed, #at));
        structs_in(part, &quote!(#place.#at), &seed, random)
    });
    Some(statements.collect())
}

fn word(text: &str) -> Ident {
    Ident::new(text, proc_macro2::Span::mixed_site())
}

fn signed(number: f64) -> TokenStream {
    let literal = Literal::f64_unsuffixed(number.abs());
    match number.is_sign_negative() {
        true => quote!(-#literal),
        false => quote!(#literal),
    }
}

/// The start of a field; `None` where its attribute is wrong, which is reported.
fn start(field: &Field, ty: &Declared, names: &Names<'_>) -> Option<Start> {
    let mut attributes = field.attrs.iter().filter(|own| own.path().is_ident("init"));
    let Some(attribute) = attributes.next() else {
        return Some(Start::Zeros);
    };
    let refused = |place: SourcePlace, message: String, help: String| {
        names
            .diagnostics
            .push(Diagnostic::new(place, message).help(help));
        None
    };
    if let Some(second) = attributes.next() {
        let message = "a field starts in one way".to_owned();
        return refused(
            SourcePlace::of(second),
            message,
            "remove one of them".into(),
        );
    }
    let place = SourcePlace::of(attribute);
    let (rank, element) = match ty {
        Declared::Tensor(ty, _) => (ty.shape.rank(), ty.element),
        Declared::Tuple(parts) if parts.of().is_some() => {
            let message = "a struct starts as its own fields say".to_owned();
            let help = "write `#[init(..)]` on the fields of that struct";
            return refused(place, message, help.into());
        }
        Declared::Tuple(parts) | Declared::Tuples(parts)
            if parts.of().is_some() || parts.are_elements() =>
        {
            let message = "structs of an array start as their own fields say".to_owned();
            let help = "write `#[init(..)]` on the fields of that struct";
            return refused(place, message, help.into());
        }
        Declared::Tuple(_) | Declared::Tuples(_) | Declared::Infer => (0, Element::Bool),
    };
    if !element.is_float() {
        let message = "`#[init(..)]` is of floats, and arrays of them".to_owned();
        return refused(
            place,
            message,
            "remove it: the field starts with zeros".into(),
        );
    }
    let Some(value) = value_of(attribute) else {
        let message = "`#[init(..)]` has one value".to_owned();
        return refused(place, message, format!("write one of {}", listed()));
    };
    let (name, numbers) = match &value {
        Expr::Path(path) => (path.path.get_ident().map(ToString::to_string), None),
        Expr::Call(ExprCall { func, args, .. }) => (Some(print(func)), Some(args)),
        _ => (None, None),
    };
    let name = name.filter(|name| {
        let is_word = WORDS.contains(&name.as_str());
        is_word || numbers.is_some() || !names.constants.contains(name)
    });
    let Some(name) = name else {
        return number_of(&value, element, names).map(Start::Number);
    };
    let is_random = matches!(name.as_str(), "uniform" | "normal");
    let given = numbers.map_or(0, Punctuated::len);
    match (name.as_str(), given, rank) {
        ("uniform" | "normal", 2, _) => {
            let given = numbers.into_iter().flatten();
            let given: Vec<f64> = given
                .map(|own| number_of(own, element, names))
                .collect::<Option<_>>()?;
            let [a, b] = [given[0], given[1]];
            let (function, is_right, order) = match name.as_str() {
                "uniform" => (
                    "fill_uniform",
                    (0.0..=f64::MAX).contains(&(b - a)),
                    "the lower end stands first, at a finite distance from the upper one",
                ),
                _ => (
                    "fill_normal",
                    b >= 0.0,
                    "the deviation, behind the mean, is 0 or more",
                ),
            };
            match is_right {
                true => Some(Start::Random(function, [a, b])),
                false => refused(SourcePlace::of(&value), order.into(), usage(&name)),
            }
        }
        ("zeros", 0, _) => Some(Start::Zeros),
        ("ones", 0, _) => Some(Start::Number(1.0)),
        ("glorot", 0, 1..) => Some(Start::Scaled("fill_glorot")),
        ("he", 0, 1..) => Some(Start::Scaled("fill_he")),
        ("orthogonal", 0, 2) => Some(Start::Scaled("fill_orthogonal")),
        ("glorot" | "he", 0, _) => {
            let message = format!("`{name}` is of an array: its extents give the scale");
            let help = "write a number, or `normal(0.0, 1.0)`".into();
            refused(SourcePlace::of(&value), message, help)
        }
        ("orthogonal", 0, _) => {
            let message = "`orthogonal` is of a matrix".to_owned();
            refused(
                SourcePlace::of(&value),
                message,
                "write `glorot` or `he`".into(),
            )
        }
        (known, ..) if WORDS.contains(&known) => {
            let takes = if is_random { "two numbers" } else { "nothing" };
            let message = format!("`{known}` takes {takes}");
            refused(SourcePlace::of(&value), message, usage(known))
        }
        (_, 0, _)
            if let Some(function) =
                names.sources.iter().find(|own| own.signature.ident == name) =>
        {
            of_function(function, ty, SourcePlace::of(&value), names).map(Start::Computed)
        }
        (unknown, ..) => {
            let message = format!("no field starts with `{unknown}`");
            let close = closest(unknown, WORDS);
            let help = match close {
                Some(close) => format!("did you mean `{close}`?"),
                None => format!("write one of {}", listed()),
            };
            refused(SourcePlace::of(&value), message, help)
        }
    }
}

/// A function of the block as the start of a field; `None` where it is none, which is reported.
fn of_function(
    function: &FunctionSource,
    ty: &Declared,
    place: SourcePlace,
    names: &Names<'_>,
) -> Option<Function> {
    let signature = &function.signature;
    let (name, inputs) = (&signature.ident, &signature.inputs);
    let refused = |message: String, help: String| {
        let diagnostic = Diagnostic::new(place, message).help(help);
        names.diagnostics.push(diagnostic);
        None
    };
    let is_key = |own: &FnArg| matches!(own, FnArg::Typed(own) if print(&own.ty) == "usize");
    if inputs.len() > 1 || !inputs.iter().all(is_key) || !signature.generics.params.is_empty() {
        let message =
            format!("a field starts with `{name}` of a key of random numbers, or of nothing");
        let help = format!("write `fn {name}(key: usize) -> ..`");
        return refused(message, help);
    }
    let result = match &signature.output {
        ReturnType::Type(_, result) => declared_type(result, names, None, &Lengths::default())?,
        // What it returns is missing, which is reported.
        ReturnType::Default => return None,
    };
    let (Declared::Tensor(own, _), Declared::Tensor(found, _)) = (ty, &result) else {
        let message = format!("`{name}` gives several values, and the field is one");
        return refused(message, "write a function of one array".into());
    };
    if own != found {
        let message = format!("the field is {own}, and `{name}` gives {found}");
        let help = format!("write a function of that type: `fn {name}(key: usize) -> {own}`");
        return refused(message, help);
    }
    Some(Function {
        name: name.clone(),
        has_key: !inputs.is_empty(),
        in_place: bytes_of([own]) > RETURN_LIMIT,
    })
}

/// The value between the parentheses, if there is one.
fn value_of(attribute: &Attribute) -> Option<Expr> {
    let Meta::List(list) = &attribute.meta else {
        return None;
    };
    let values = list.parse_args_with(Punctuated::<Expr, Token![,]>::parse_terminated);
    let values = values.ok()?;
    match values.len() {
        1 => values.into_iter().next(),
        _ => None,
    }
}

fn usage(word: &str) -> String {
    format!("write {}", example(word))
}

fn listed() -> String {
    format!(
        "{}, a number, or a function of the block",
        WORDS.map(example).join(", ")
    )
}

/// A use of a word, in quotes.
fn example(word: &str) -> String {
    match word {
        "uniform" => "`uniform(-1.0, 1.0)`".into(),
        "normal" => "`normal(0.0, 1.0)`".into(),
        word => format!("`{word}`"),
    }
}
