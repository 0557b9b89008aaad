//! The expansion for rust-analyzer: signatures, and bodies as the names that they mention, so that
//! hover, go-to-definition and completion work; no generated code.
//!
//! An editor checks types as the compiler does, and knows nothing of arrays that are added. So a
//! body is not given back as it is: what stands for an expression are the functions and
//! variables that it mentions, under the user's own tokens, and the type of a variable is the one
//! that lowering found. See [`body`].
//!
//! To complete a word, rust-analyzer expands twice: once with the text as it is, and once with a
//! marker behind the word, and looks at the second for what is being written and at the same
//! position of the first for types and scopes. So all that stands before a word must be the same in
//! both, which is why a body is written token by token, whether it parses or not, why bodies come
//! before all else, and why half of a statement costs no other statement its types ([`recover`]).
//!
//! | file | holds |
//! |---|---|
//! | `body`, `mentions` | a body as the names that it mentions: statements, expressions |
//! | `callee` | the places of the arguments of a call |
//! | `constants` | values of constants that an editor may see as they are |
//! | `halves` | the types in half a signature or definition |
//! | `words` | attributes, and the words in them |
//! | `statements` | the statements of a body, told apart by their tokens |
//! | `recover` | a body that parses, from one that does not |
//! | `place` | the places of generated names |

mod body;
mod callee;
mod constants;
mod halves;
mod mentions;
mod place;
mod recover;
mod statements;
mod words;

use std::collections::HashMap;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::ext::IdentExt as _;
use syn::{FnArg, ItemConst, ItemType, ReturnType};

use crate::block::Lowered;
use crate::diagnostics::{Diagnostics, is_reported};
use crate::emit::{self, mixed};
use crate::hidden::is_hidden;
use crate::lower::{BUILTINS, BoundTypes, is_builtin, type_inside};
use crate::parse::{AXIS, BlockItems, Passed};
use crate::signature::{Formal, Signature};
use crate::stub;
use crate::tokens::joined;
use body::{Body, Context};
use recover::Unfinished;
pub(crate) use words::with_names;

/// The function that gives the place before a token, which only a compiler's process knows.
pub(crate) type Before = fn(Span) -> Span;

/// Gives each function whose body does not parse one that does, without the statements that do not;
/// those that lack their end alone.
pub(crate) fn recover(source: &mut BlockItems, diagnostics: &Diagnostics) -> Vec<Unfinished> {
    let mut found = Vec::new();
    for function in &mut source.functions {
        if function.import.is_some() || function.outside.is_some() {
            continue;
        }
        let error = function.body.as_ref().err().cloned();
        // Of items with an attribute the editor parses the text itself, and reports its errors.
        if error.is_none() && !recover::is_repaired(&function.tokens.clone().into()) {
            continue;
        }
        if let Some((body, unfinished)) = recover::body(function.tokens.clone()) {
            match (unfinished, error) {
                (_, None) => {}
                (_, Some(error)) if is_reported(&error) => {}
                (Some(unfinished), _) => found.push(unfinished),
                (None, Some(error)) => diagnostics.push_syntax(error),
            }
            function.set_body(Ok(body));
        }
    }
    found
}

/// The items of a block: the types of signatures, the functions, whose bodies are the user's, and
/// their modules.
pub(crate) fn items(
    source: &BlockItems,
    lowered: &[Lowered<'_>],
    types: &BoundTypes,
    facade: &TokenStream,
    before: Before,
) -> TokenStream {
    let own = lowered.iter().map(|function| {
        let written = &function.source.signature;
        let resolved = function.signature.as_ref();
        let count = resolved.map_or(written.inputs.len(), |s| s.formals().count());
        (written.ident.to_string(), count)
    });
    let own: HashMap<String, usize> = own.collect();
    let structs = source.structs.iter();
    let fields = structs.clone().flat_map(|item| &item.fields);
    let fields = fields.filter_map(|field| field.ident.as_ref());
    let context = Context {
        types,
        own: &own,
        structs: structs.map(|item| item.ident.to_string()).collect(),
        fields: fields.map(ToString::to_string).collect(),
        facade,
        before,
    };
    let imports = imports(&own, facade);
    let (definitions, constants) = definitions(source, &context);
    let mentions = mentions(source, &context, &constants);
    let (mut functions, mut modules) = (TokenStream::new(), TokenStream::new());
    for function in lowered {
        if function.source.outside.is_some() {
            continue;
        }
        let written = &function.source.signature;
        let is_as_written = function.signature.is_none()
            && is_hidden(function.source)
            && stub::is_of_language(written);
        let typed: Vec<String> = match &function.signature {
            Some(signature) => {
                let typed = signature.typed_symbols();
                typed.iter().map(|own| own.name().to_owned()).collect()
            }
            None if is_as_written => {
                let names = written.generics.const_params();
                names.map(|own| own.ident.to_string()).collect()
            }
            None => Vec::new(),
        };
        let body = Body::new(&context).function(function.source);
        let lengths = lengths(written, &typed);
        let arrays = function.signature.as_ref();
        let arrays = arrays.map(|signature| arrays_inside(signature, &context));
        let body = mixed!({
            #imports
            #constants
            #lengths
            #arrays
            #[allow(nonstandard_style, reason = "names are the user's, and lints the compiler's")]
            #body
            loop {}
        });
        let Some(signature) = &function.signature else {
            if is_as_written {
                functions.extend(stub::as_written(function.source, &body));
                continue;
            }
            let output = written.output.to_token_stream();
            let body = stub::with_arguments(function.source, &body);
            functions.extend(stub::unresolved(function.source, &output, &body));
            continue;
        };
        let [item, module] = emit::editor(signature, function.graph.as_ref(), &body);
        functions.extend(item);
        modules.extend(place::items(module, signature.module(), before));
    }
    // Mentions first: an editor that completes a name looks at the first place of what is typed.
    mixed!(#mentions #definitions #functions #modules)
}

/// The names of the language, without those of the block's own functions, which hide them.
fn imports(own: &HashMap<String, usize>, facade: &TokenStream) -> TokenStream {
    let names = match own.keys().any(|name| is_builtin(name)) {
        false => mixed!(*),
        true => {
            let names = BUILTINS.iter().filter(|name| !own.contains_key(**name));
            let names = names.map(|name| Ident::new(name, Span::mixed_site()));
            let axis = Ident::new(AXIS, Span::mixed_site());
            mixed!({ #axis, #(#names,)* })
        }
    };
    mixed! {
        #[allow(unused_imports, reason = "a body may use no function of the language")]
        use #facade::__private::editor::functions::#names;
    }
}

/// The lengths that come with the call of a function, as names that a body may mention: but for
/// those that are parameters of the Rust function too.
fn lengths(signature: &syn::Signature, typed: &[String]) -> TokenStream {
    let names = signature.generics.const_params().map(|own| &own.ident);
    let names = names.filter(|name| typed.iter().all(|typed| *name != typed));
    mixed! {
        #(
            #[allow(nonstandard_style, unused, reason = "a body may mention no length")]
            const #names: usize;
        )*
    }
}

/// The arguments that are values in a body, and that callers pass as something else: slices, whose
/// lengths no type has, and what is changed, which is no reference to the body.
fn arrays_inside(signature: &Signature, context: &Context<'_>) -> TokenStream {
    let facade = context.facade;
    let differs = |formal: &Formal<'_>| {
        let own = formal.first();
        own.is_state || formal.whole().is_none() && signature.is_slice(&own.ty)
    };
    let arrays = signature.formals().filter(differs);
    let arrays = arrays.map(|formal| {
        let name = formal.name();
        let (ty, formulas) = match formal.whole() {
            None => type_inside(signature, formal.first()),
            Some(whole) => {
                let types = formal.parts.iter().map(|part| &part.ty);
                (signature.form_type(&whole.form, types), Vec::new())
            }
        };
        // At a place of the user, as those of a body are.
        let any = quote_spanned!((context.before)(name.span())=> @ _);
        mixed! {
            #[allow(nonstandard_style, unused, reason = "a body may mention no argument")]
            let #name #any = { #(const #formulas: usize;)* #facade::__private::editor::ty::<#ty>() };
        }
    });
    joined(arrays)
}

/// The private constants and types of a block, in a module that is named for one of them, and their
/// imports, for each function. They are defined once: an editor renames what it finds from there.
/// The module's name is part of the paths that an editor shows.
/// Public ones, and those of a module of the user, stand beside the functions.
fn definitions(source: &BlockItems, context: &Context<'_>) -> (TokenStream, TokenStream) {
    let passed = source.passed.iter().filter_map(Passed::name);
    let is_passed = |name: &Ident| source.is_module || passed.clone().any(|own| own == name);
    let constants = source
        .constants
        .iter()
        .filter(|item| !is_passed(&item.ident));
    let constants: Vec<&ItemConst> = constants.collect();
    let aliases = source.aliases.iter().filter(|item| !is_passed(&item.ident));
    let aliases: Vec<&ItemType> = aliases.collect();
    let own = constants.iter().map(|item| &item.ident);
    let own = own.chain(aliases.iter().map(|item| &item.ident));
    let own: Vec<Ident> = own.filter(|name| *name != "_").map(fresh).collect();
    let Some(first) = own.first() else {
        return Default::default();
    };
    let public = source.passed.iter().filter_map(Passed::name).map(fresh);
    let public: Vec<Ident> = public.collect();
    let around = (!public.is_empty()).then(|| mixed!(use super::{#(#public),*};));
    let module = Ident::new(&format!("block_of_{}", first.unraw()), Span::mixed_site());
    let facade = context.facade;
    let constants = constants.iter().map(|item| {
        let ItemConst {
            ident, ty, expr, ..
        } = item;
        let tokens = mixed!(const #ident: #ty = #expr;).into_iter();
        let item = Body::new(context).constant(&tokens.collect::<Vec<TokenTree>>());
        mixed!(pub(super) #item)
    });
    let aliases = aliases.iter().map(|item| {
        let (name, ty) = (&item.ident, &item.ty);
        mixed!(pub(super) type #name = #ty;)
    });
    let items = joined(constants.chain(aliases));
    let written = mixed! {
        #[doc(hidden)]
        #[allow(unused, nonstandard_style, clippy::all, clippy::pedantic, reason = "generated code")]
        mod #module {
            use #facade::__private::editor::functions::*;
            #around
            #items
        }
    };
    let imports = mixed!(use #module::{#(#own),*};);
    (written, imports)
}

/// A name that is none of the user's tokens.
fn fresh(name: &Ident) -> Ident {
    Ident::new(&name.to_string(), Span::mixed_site())
}

/// The mentions of a block outside of bodies: the types in its signatures, since functions have these
/// resolved, and the types and values of its constants and aliases.
fn mentions(source: &BlockItems, context: &Context<'_>, imports: &TokenStream) -> TokenStream {
    let facade = context.facade;
    let support = mixed!(#facade::__private::editor);
    let types = source.functions.iter().map(|function| {
        let inputs = function.signature.inputs.iter();
        let inputs = inputs.filter_map(|input| match input {
            FnArg::Typed(argument) => Some(argument.ty.to_token_stream()),
            FnArg::Receiver(_) => None,
        });
        let output = match &function.signature.output {
            ReturnType::Type(_, ty) => Some(ty.to_token_stream()),
            ReturnType::Default => None,
        };
        let types = inputs.chain(output).map(|ty| mixed!(#support::ty::<#ty>;));
        let (lengths, types) = (lengths(&function.signature, &[]), joined(types));
        // These are arrays by now.
        let rows = function.rows.names.iter();
        let rows = joined(rows.map(|name| mixed!(#support::ty::<#facade::#name<f64>>;)));
        let words = words::of_function(function, &support);
        mixed!({ #lengths #types #rows #words })
    });
    let of_lost = source
        .lost
        .iter()
        .map(|function| halves::types(&function.rest, &support));
    let definitions = source.lost_definitions.iter();
    let definitions = definitions.map(|rest| halves::type_of_definition(rest, &support));
    let of_lost = of_lost.chain(definitions);
    let constants = source.constants.iter().map(|item| {
        let (ty, value) = (&item.ty, item.expr.to_token_stream());
        let value: Vec<TokenTree> = value.into_iter().collect();
        let value = Body::new(context).mentioned(&value);
        mixed!(#support::ty::<#ty>; { #value })
    });
    let aliases = source.aliases.iter().map(|item| {
        let ty = &item.ty;
        mixed!(#support::ty::<#ty>;)
    });
    let mentions = joined(types.chain(of_lost).chain(constants).chain(aliases));
    let outside = joined(source.functions.iter().map(words::of_surroundings));
    mixed! {
        #[allow(unused, clippy::all, clippy::pedantic, reason = "generated code")]
        const _: () = {
            // The language's own functions are none of the code around.
            #outside
            {
                use #support::functions::*;
                #imports
                #mentions
            }
        };
    }
}
