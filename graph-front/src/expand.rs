//! The stages of an expansion, from tokens to items.

use std::rc::Rc;

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::Parser;

use crate::block::Lowered;
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};
use crate::emit::Lines;
use crate::given_back::given_back;
use crate::lower::{BoundTypes, Notes, SelfAssignments};
use crate::parse::{
    BlockItems, FunctionSource, ModuleSource, Surroundings, differentiable_arguments, items,
};
use crate::resolve::receiver_refused;
use crate::signature::Signature;
use crate::timings::timed;
use crate::{
    at_fault, block, cases, editor, emit, facade, fragments, guard, hidden, lints, parse, stub,
    templates, weights,
};

/// Who runs the macro.
#[derive(Clone, Copy)]
pub enum Host {
    /// The compiler.
    Compiler,
    /// rust-analyzer, which wants types and names at once and no generated code; with the function
    /// that gives the place before a token, which only the macro's process knows.
    Editor(fn(Span) -> Span),
}

/// `graph! { (facade) items.. }`: the facade's `macro_rules!` puts its own path first.
pub fn block_macro(tokens: TokenStream, host: Host) -> TokenStream {
    // The block's own tokens follow the path.
    let first = tokens.clone().into_iter().nth(1);
    timed("expanded", place(first), || block(tokens, host))
}

fn block(tokens: TokenStream, host: Host) -> TokenStream {
    let mut tokens = tokens.into_iter();
    let Some(TokenTree::Group(facade)) = tokens.next() else {
        return quote!(::core::compile_error! { "call this macro as `adgraph::graph!`" });
    };
    let tokens: TokenStream = tokens.collect();
    if let Some(error) = guard::check(tokens.clone()) {
        return report(error);
    }
    let tokens = fragments::opened(tokens);
    if let Some(cases) = cases::split(&tokens, &facade.stream()) {
        return cases;
    }
    let diagnostics = Diagnostics::default();
    let tokens = match host {
        Host::Compiler => tokens,
        Host::Editor(_) => editor::with_names(tokens, &diagnostics),
    };
    let mut source = items(tokens, Surroundings::Block, &diagnostics);
    let expanded = functions(&mut source, &facade.stream(), true, &diagnostics, host);
    std::mem::forget(source);
    expanded
}

/// `#[differentiable]` on a function or a module.
pub fn attribute_macro(arguments: TokenStream, item: &TokenStream, host: Host) -> TokenStream {
    let first = item.clone().into_iter().next();
    timed("expanded", place(first), || {
        attribute(arguments, item, host)
    })
}

/// The file and the line of a token.
fn place(token: Option<TokenTree>) -> String {
    let span = token.map_or_else(Span::call_site, |token| token.span());
    format!("{}:{}", span.file(), span.start().line)
}

fn attribute(arguments: TokenStream, item: &TokenStream, host: Host) -> TokenStream {
    if let Some(error) = guard::check(item.clone()) {
        return report(error);
    }
    let item = &fragments::opened(item.clone());
    let diagnostics = Diagnostics::default();
    let written = differentiable_arguments(arguments).unwrap_or_else(|error| {
        diagnostics.push_syntax(error);
        None
    });
    let facade = written.unwrap_or_else(facade::path);
    match ModuleSource::parse.parse2(item.clone()) {
        Ok(Some(module)) => module_items(&module, &facade, &diagnostics, host),
        Err(error) if is_module(item) => {
            diagnostics.push_syntax(error);
            diagnostics.to_tokens()
        }
        _ => function_item(item, &facade, &diagnostics, host),
    }
}

fn module_items(
    module: &ModuleSource,
    facade: &TokenStream,
    diagnostics: &Diagnostics,
    host: Host,
) -> TokenStream {
    let mut source = module.items(diagnostics);
    let expanded = functions(&mut source, facade, false, diagnostics, host);
    let [attributes, inner] = module.passed_attributes();
    let ModuleSource {
        visibility, name, ..
    } = module;
    std::mem::forget(source);
    // What the compiler says of the module, that it has no documentation, stands at its name.
    let content = quote!(#(#inner)* #expanded);
    let content = quote_spanned!(name.span()=> { #content });
    quote!(#(#attributes)* #visibility mod #name #content)
}

fn function_item(
    item: &TokenStream,
    facade: &TokenStream,
    diagnostics: &Diagnostics,
    host: Host,
) -> TokenStream {
    if !parse::is_function(item) {
        let message = "`#[differentiable]` stands on a function or on a module";
        let first = item.clone().into_iter().next();
        let place = match &first {
            Some(first) => SourcePlace::of(first),
            None => SourcePlace::token(Span::call_site()),
        };
        let diagnostic = Diagnostic::new(place, message);
        let holds_methods =
            first.is_some_and(|first| is_word(&first, &["impl", "trait", "unsafe"]));
        diagnostics.push(match holds_methods {
            true => diagnostic.help(
                "write its functions outside, with what they read as arguments; methods may call \
                 them",
            ),
            false => diagnostic,
        });
        let errors = diagnostics.to_tokens();
        return quote!(#item #errors);
    }
    let mut source = items(item.clone(), Surroundings::Block, diagnostics);
    if let (Host::Compiler, Some(first)) = (host, source.functions.first()) {
        let attributes = first.attributes.iter();
        let early = attributes.filter_map(|own| parse::too_early(own, Span::call_site()));
        early.for_each(|diagnostic| diagnostics.push(diagnostic));
    }
    let expanded = match source.functions.first() {
        Some(first) if first.signature.receiver().is_some() => method(first, diagnostics),
        _ => functions(&mut source, facade, true, diagnostics, host),
    };
    std::mem::forget(source);
    expanded
}

/// The error of a method, and the method without its meaning. It stands where no module can.
fn method(function: &FunctionSource, diagnostics: &Diagnostics) -> TokenStream {
    let (visibility, signature) = (&function.visibility, &function.signature);
    if let Some(receiver) = signature.receiver() {
        diagnostics.push(receiver_refused(receiver));
    }
    let errors = diagnostics.to_tokens();
    quote! {
        #[allow(warnings, reason = "the method stands in for one with errors")]
        #visibility #signature { loop {} }
        #errors
    }
}

/// Whether a token is one of these words.
fn is_word(token: &TokenTree, words: &[&str]) -> bool {
    matches!(token, TokenTree::Ident(word) if words.iter().any(|own| word == own))
}

/// Lowers the functions and emits their items, or the errors and stubs, behind the items that are
/// given back.
fn functions(
    source: &mut BlockItems,
    facade: &TokenStream,
    report_constants: bool,
    diagnostics: &Diagnostics,
    host: Host,
) -> TokenStream {
    weights::fill(source, facade, diagnostics);
    if let Host::Editor(before) = host {
        let unfinished = editor::recover(source, diagnostics);
        let types = BoundTypes::default();
        let notes = Notes {
            types: Some(&types),
            ..Notes::default()
        };
        let lowered = block::lower(source, facade, report_constants, diagnostics, notes);
        unfinished
            .into_iter()
            .for_each(|own| own.report(diagnostics));
        let mut output = given_back(source, facade, None);
        output.extend(editor::items(source, &lowered, &types, facade, before));
        output.extend(diagnostics.to_tokens());
        return output;
    }
    let self_assignments = Rc::new(SelfAssignments::default());
    let lowered = block::lower(
        source,
        facade,
        report_constants,
        diagnostics,
        Notes {
            self_assignments: Some(&self_assignments),
            ..Notes::default()
        },
    );
    if diagnostics.len() > 0 {
        let errors = diagnostics.to_items();
        // The compiler would report the declarations of functions from outside, which have errors.
        let declares = lowered.iter().any(|own| own.outside.is_some());
        let mut errors = stub::Errors::new(&errors);
        let beside = declares.then(|| errors.rest());
        let mut output = given_back(source, facade, Some(errors.first()));
        let mut stubs = TokenStream::new();
        for function in &lowered {
            stubs.extend(stub::function(function, &mut errors));
        }
        for function in &source.lost {
            stubs.extend(stub::lost(function, &mut errors));
        }
        output.extend(beside);
        output.extend(errors.rest());
        output.extend(stubs);
        output.extend(lints::imports(source, facade, report_constants));
        let outside = lowered.iter().filter_map(|own| own.outside.as_ref());
        output.extend(outside.map(|outside| emit::calls_of_outside(outside)));
        return output;
    }
    let mut output = given_back(source, facade, None);
    output.extend(emitted(&lowered, source, facade, diagnostics));
    if diagnostics.len() == 0 {
        let mirrors = lints::mirrors(
            source,
            &lowered,
            facade,
            report_constants,
            &self_assignments,
        );
        output.extend(mirrors);
        output.extend(hidden::stand_ins(&lowered, facade));
    }
    output.extend(diagnostics.to_tokens());
    output
}

/// The items of lowered functions, and stubs of those that cannot be emitted.
pub(crate) fn emitted(
    lowered: &[Lowered<'_>],
    source: &BlockItems,
    facade: &TokenStream,
    diagnostics: &Diagnostics,
) -> TokenStream {
    let mut output = TokenStream::new();
    let lines = Lines::of(lowered.iter().map(|function| function.source));
    for (number, function) in lowered.iter().enumerate() {
        if let Some(outside) = &function.outside {
            // Functions that no module calls are checked all the same.
            let calls = lowered.iter().filter(|caller| caller.outside.is_none());
            let mut reached = calls.filter_map(|caller| caller.signature.as_ref());
            if !reached.any(|caller| caller.reaches(outside)) {
                output.extend(emit::check_outside(outside));
            }
            continue;
        }
        let (Some(signature), Some(graph)) = (&function.signature, &function.graph) else {
            continue;
        };
        if let Some(diagnostic) = templates::unwritable(signature) {
            output.extend(refused(signature, diagnostic, diagnostics));
            continue;
        }
        output.extend(function.watch.clone());
        let emitted = timed("generated", &signature.name, || {
            emit::function(signature, graph, &lines)
        });
        output.extend(emitted.unwrap_or_else(|error| {
            let diagnostic = at_fault::diagnostic(&error, function, number, source, facade);
            refused(signature, diagnostic, diagnostics)
        }));
    }
    output
}

/// Reports why a function cannot be emitted, and gives its stub.
fn refused(
    signature: &Signature,
    diagnostic: Diagnostic,
    diagnostics: &Diagnostics,
) -> TokenStream {
    let error = diagnostic.clone().into_syn().into_compile_error();
    diagnostics.push(diagnostic);
    emit::stub(signature, &error)
}

fn report(error: Diagnostic) -> TokenStream {
    let diagnostics = Diagnostics::default();
    diagnostics.push(error);
    diagnostics.to_tokens()
}

/// Whether the item is a module, however wrong.
fn is_module(item: &TokenStream) -> bool {
    let words = item
        .to_token_stream()
        .into_iter()
        .filter_map(|token| match token {
            TokenTree::Ident(ident) => Some(ident.to_string()),
            _ => None,
        });
    let mut words = words.skip_while(|word| word == "pub" || word == "unsafe");
    words.next().is_some_and(|word| word == "mod")
}
