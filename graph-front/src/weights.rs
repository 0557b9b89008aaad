//! Structs under `#[weights(net)]`, whose fields are what the file of `net` takes beside the other
//! arguments of the function.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Attribute, Fields, FieldsNamed, FnArg, Ident, ItemStruct, ReturnType, parse_quote};

use crate::block;
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, closest};
use crate::import;
use crate::lower::Notes;
use crate::parse::{BlockItems, FunctionSource, Import, ParsedAttributes, Passed, is_weights};
use crate::resolve;
use crate::signature::{Argument, Lengths, rust_type};

/// The attribute beside it that says how its matrices start.
const INIT: &str = "init";

/// The ends of the names of vectors that start with ones.
const ONES: [&str; 3] = ["gamma", "moving_var", "running_var"];

/// Gives the structs under `#[weights(f)]` their fields, the variables of the file of `f`. The names
/// of those that get none are refused.
pub(crate) fn fill(source: &mut BlockItems, facade: &TokenStream, diagnostics: &Diagnostics) {
    for at in 0..source.structs.len() {
        let item = &source.structs[at];
        let Some(attribute) = item.attrs.iter().find(|own| is_weights(own)) else {
            continue;
        };
        let filled = fields(item, attribute, source, facade);
        let mut filled_item = item.clone();
        filled_item
            .attrs
            .retain(|own| !is_weights(own) && !own.path().is_ident(INIT));
        match filled {
            Ok(fields) => {
                filled_item.fields = Fields::Named(fields);
                filled_item.semi_token = None;
                source.structs[at] = filled_item.clone();
            }
            Err(error) => {
                error.into_iter().for_each(|error| diagnostics.push(error));
                source.refused.add(item.ident.to_string());
            }
        }
        let passed = source.passed.iter_mut().filter_map(|own| match own {
            Passed::Struct(own) => Some(own),
            _ => None,
        });
        if let Some(own) = { passed }.nth(at) {
            **own = filled_item;
        }
    }
}

/// The fields of a struct; the error where there are none, unless it is reported elsewhere.
fn fields(
    item: &ItemStruct,
    attribute: &Attribute,
    source: &BlockItems,
    facade: &TokenStream,
) -> Result<FieldsNamed, Option<Diagnostic>> {
    let name = &item.ident;
    let place = SourcePlace::of(attribute);
    let Ok(of) = attribute.parse_args::<Ident>() else {
        let message = "`#[weights(..)]` names the function whose file has them";
        let help = "write `#[weights(net)]`, for a function `net` of `#[nnvm(\"net.json\")]`";
        return Err(Some(Diagnostic::new(place, message).help(help)));
    };
    if !item.fields.is_empty() || !item.generics.params.is_empty() {
        let message = format!("`{name}` has its fields from the file of `{of}`");
        let help = format!("write `struct {name};`");
        return Err(Some(
            Diagnostic::new(SourcePlace::token(name.span()), message).help(help),
        ));
    }
    let (function, import) = function_of(&of, source)?;
    let Some(without) = without_argument(function, name) else {
        let message = format!("`{of}` has no argument of the type `{name}`");
        let help = format!("write it among its arguments: `fn {of}(.., weights: &{name})`");
        return Err(Some(Diagnostic::new(place, message).help(help)));
    };
    let unreported = Diagnostics::default();
    let names = block::names(source, false, &unreported, Notes::default());
    let attributes = ParsedAttributes::of(&function.attributes, &unreported);
    let resolved = resolve::signature(&without, &attributes, facade, &names, &Lengths::default());
    let Some(written) = resolved else {
        // The other arguments are wrong, which is reported where they are read.
        return Err(None);
    };
    let variables = import::variables(import, &written)?;
    let fields: Vec<TokenStream> = variables.iter().map(|own| field(own, item)).collect();
    if fields.is_empty() {
        let message = format!("the file of `{of}` has no variables beside its other arguments");
        let help = format!("remove `{name}`, or one of these");
        return Err(Some(Diagnostic::new(place, message).help(help)));
    }
    Ok(parse_quote!({ #(#fields,)* }))
}

/// The function of that name, and its file.
fn function_of<'s>(
    of: &Ident,
    source: &'s BlockItems,
) -> Result<(&'s FunctionSource, &'s Import), Diagnostic> {
    let with_names = source.functions.iter().filter_map(|function| {
        let import = function.import.as_ref()?;
        import.has_names().then_some((function, import))
    });
    let found = { with_names.clone() }.find(|(function, _)| function.signature.ident == *of);
    found.ok_or_else(|| {
        let message = format!("`{of}` is no function from a file of NNVM or MXNet");
        let known: Vec<String> = with_names
            .map(|(function, _)| function.signature.ident.to_string())
            .collect();
        let close = closest(&of.to_string(), known.iter().map(String::as_str));
        let help = match close {
            Some(close) => format!("did you mean `{close}`?"),
            None => format!("the block has it as `#[nnvm(\"net.json\")] fn {of}(..) -> ..;`"),
        };
        Diagnostic::new(SourcePlace::token(of.span()), message).help(help)
    })
}

/// The function without its argument of the type of that name, which it may have by reference.
fn without_argument(function: &FunctionSource, name: &Ident) -> Option<FunctionSource> {
    let mut signature = function.signature.clone();
    let is_own = |argument: &FnArg| match argument {
        FnArg::Typed(typed) => match &*typed.ty {
            syn::Type::Reference(reference) => is_path(&reference.elem, name),
            ty => is_path(ty, name),
        },
        FnArg::Receiver(_) => false,
    };
    let all = signature.inputs.len();
    let others = signature.inputs.into_iter().filter(|own| !is_own(own));
    signature.inputs = others.collect();
    if signature.inputs.len() == all {
        return None;
    }
    if matches!(signature.output, ReturnType::Default) {
        // The arguments alone tell shapes.
        signature.output = parse_quote!(-> f64);
    }
    Some(function.with_signature(signature))
}

fn is_path(ty: &syn::Type, name: &Ident) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.is_ident(name))
}

/// A field. Where `#[init(..)]` stands on the struct, matrices start so, and vectors as MXNet's
/// initialisers have them by the ends of their names.
fn field(argument: &Argument, item: &ItemStruct) -> TokenStream {
    let (name, visibility) = (&argument.name, &item.vis);
    let ty = rust_type(&argument.ty, None);
    let text = format!("The variable `{name}` of the file.");
    let dynamic = argument.dynamic.then(|| quote!(#[dynamic]));
    let start = item.attrs.iter().find(|own| own.path().is_ident(INIT));
    let ends_with_one = |name: &str| ONES.iter().any(|end| name.ends_with(end));
    let start = start.and_then(|start| match argument.ty.shape.rank() {
        0 | 1 if ends_with_one(&name.to_string()) => Some(quote!(#[init(ones)])),
        0 | 1 => None,
        _ => Some(start.to_token_stream()),
    });
    quote!(#[doc = #text] #dynamic #start #visibility #name: #ty)
}
