//! Parsing: from tokens to items, with one parser for the three spellings.
//!
//! A function's signature is parsed before its body, and the result for the body is kept as a
//! value, so that a syntax error in a body does not lose the signature. After an error the parser
//! continues with the next item.

mod array_syntax;
mod array_types;
mod attributes;
mod axes;
mod bare_words;
mod bars;
mod casts;
mod closures;
mod comments;
mod comprehensions;
mod declarations;
mod definitions;
mod exits;
mod foreign_loops;
mod foreign_syntax;
mod from_end;
mod function;
mod imports;
mod joined;
mod juxtaposed;
mod keywords;
mod lengths;
mod line_ends;
mod lost;
mod matrix_products;
mod missing_arguments;
mod missing_arrow;
mod missing_bodies;
mod missing_commas;
mod mistyped;
mod module;
mod named_results;
mod of_block;
mod rows;
mod rules;
mod several;
mod strides;
mod structs;
mod syntax_errors;
mod turbofish;
mod type_names;
mod unfinished;
mod without_equals;
mod wrong_items;

#[cfg(feature = "import")]
pub(crate) use attributes::Format;
pub(crate) use attributes::{
    Attributes, Codegen, Import, OPTIONS, OutsideSource, ParsedAttributes, RuleNames, STATED,
    by_default_and_others, check_tags, differentiable_arguments, expectations_in_body, is_import,
    is_level, is_own, is_tag, levels_in_body, levels_of_deprecated, levels_of_function,
    misplaced_in_body, tags, too_early, unknown_on_loop, unknown_option,
};
pub(crate) use axes::{AXIS, is_axis};
pub(crate) use exits::{GOES_ON, LIMIT, LIMITED, behind_loop, condition_of};
pub(crate) use from_end::counted_from_end;
pub(crate) use function::FunctionSource;
pub(crate) use imports::imported_constants;
pub(crate) use line_ends::missing_semicolon;
pub(crate) use module::ModuleSource;
pub(crate) use rows::{ROWS, RowsMarks};
pub(crate) use rules::{RuleSet, RuleSource};
pub(crate) use structs::{derives, is_dynamic, is_weights, lengths_of_struct, waits_for_fields};
pub(crate) use syntax_errors::LACKS_END;
pub(crate) use type_names::own_type;
pub(crate) use wrong_items::LostFunction;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{ParseStream, Parser};
use syn::token::Paren;
use syn::{Attribute, Ident, Item, ItemConst, ItemStruct, ItemType, ItemUse, Token, Visibility};

use crate::diagnostics::{Diagnostic, Diagnostics, Refused, SourcePlace, print, unsupported_item};
use attributes::{Carrier, codegen, is_codegen, is_misplaced, is_rewrite, rewrites};
use comments::without_comments;
use wrong_items::name_of_item;

/// The items of a block.
#[derive(Default)]
pub(crate) struct BlockItems {
    /// The functions, in their order.
    pub(crate) functions: Vec<FunctionSource>,
    /// The `const` items, and the constants that imports bring.
    pub(crate) constants: Vec<ItemConst>,
    /// The imports of constants that code outside does not see.
    pub(crate) imports: Vec<ItemUse>,
    /// The type aliases.
    pub(crate) aliases: Vec<ItemType>,
    /// The structs.
    pub(crate) structs: Vec<ItemStruct>,
    /// The functions whose signatures do not parse.
    pub(crate) lost: Vec<LostFunction>,
    /// Constants and type aliases that do not parse: the tokens behind their names, up to the end
    /// of the block.
    pub(crate) lost_definitions: Vec<TokenStream>,
    /// The names of what the language cannot define: their uses are no errors of their own.
    pub(crate) refused: Refused,
    /// Items that are given back to the compiler.
    pub(crate) passed: Vec<Passed>,
    /// The rules.
    pub(crate) rules: Vec<RuleSet>,
    /// The permissions of the code of all functions.
    pub(crate) codegen: Codegen,
    /// The names of the rules that are applied to the graphs of all functions.
    pub(crate) rewrites: Vec<Ident>,
    /// Whether they stand in a module of the user, who has the items beside the functions there.
    pub(crate) is_module: bool,
}

/// An item that is given back to the compiler.
pub(crate) enum Passed {
    /// A constant of a module as Rust knows it.
    Constant(Box<ItemConst>),
    /// A public constant of a block, without the others.
    PublicConstant(Box<ItemConst>),
    /// A public type of a block, without the others.
    PublicType(Box<ItemType>),
    /// An import of constants of a module.
    Import(Box<ItemUse>),
    /// A struct, whose fields have attributes of the language.
    Struct(Box<ItemStruct>),
    /// Something else of a module.
    Other(TokenStream),
}

impl Passed {
    /// The name of a constant or a type of the user that stands beside the functions as it is.
    pub(crate) fn name(&self) -> Option<&Ident> {
        match self {
            Self::Constant(item) | Self::PublicConstant(item) => Some(&item.ident),
            Self::PublicType(item) => Some(&item.ident),
            Self::Struct(item) => Some(&item.ident),
            Self::Import(_) | Self::Other(_) => None,
        }
    }
}

/// Where items stand: this decides which other items are allowed next to functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Surroundings {
    /// `graph! { .. }`: functions, constants and aliases.
    Block,
    /// `#[differentiable] mod`: any items.
    Module,
}

/// Parses the items of a block or a module.
pub(crate) fn items(
    tokens: TokenStream,
    surroundings: Surroundings,
    diagnostics: &Diagnostics,
) -> BlockItems {
    let mut source = BlockItems {
        is_module: surroundings == Surroundings::Module,
        ..BlockItems::default()
    };
    let mut levels = Vec::new();
    let parser = |input: ParseStream<'_>| {
        if surroundings == Surroundings::Block {
            let inner = input.call(Attribute::parse_inner)?;
            source.codegen = codegen(&inner, diagnostics);
            source.rewrites = rewrites(&inner, diagnostics);
            levels = of_block::levels(inner, diagnostics);
        }
        while !input.is_empty() {
            if surroundings == Surroundings::Block
                && input.peek(Token![#])
                && input.peek2(Token![!])
            {
                let late = input.call(Attribute::parse_inner)?;
                late.iter()
                    .for_each(|late| diagnostics.push(of_block::behind_item(late)));
                continue;
            }
            let (start, known) = (input.fork(), diagnostics.len());
            if let Err(error) = item(input, surroundings, &mut source, diagnostics) {
                source.lost.extend(LostFunction::read(&start.fork()));
                let definition = wrong_items::behind_name(&start.fork());
                source.lost_definitions.extend(definition);
                if let Some(name) = name_of_item(&start.fork()) {
                    source.refused.add(name.to_string());
                }
                wrong_items::report(error, &start, input, surroundings, known, diagnostics)?;
            }
        }
        Ok(())
    };
    // Other items of a module may have macros with a syntax of their own.
    let tokens = match surroundings {
        Surroundings::Block => {
            let tokens = keywords::as_names(without_comments(tokens, diagnostics));
            let tokens = bare_words::in_parentheses(tokens, diagnostics);
            let tokens = array_types::with_lengths(rows::with_braces(tokens), diagnostics);
            named_results::without_names(tokens, diagnostics)
        }
        Surroundings::Module => keywords::without_marks(tokens),
    };
    if let Err(error) = parser.parse2(tokens) {
        diagnostics.push_syntax(error);
    }
    of_block::set_levels(&mut source, levels);
    source
}

/// The error for attributes and comments at the end of a block, at the last one.
fn without_item(attributes: &[Attribute]) -> Diagnostic {
    let is_comment = attributes
        .last()
        .is_some_and(|last| last.path().is_ident("doc"));
    let place = attributes.last().map(SourcePlace::of);
    let place = place.unwrap_or_else(|| SourcePlace::token(proc_macro2::Span::call_site()));
    let (message, help) = match is_comment {
        true => (
            "expected a function behind this comment",
            "a comment that documents nothing starts with `//`",
        ),
        false => (
            "expected a function behind this attribute",
            "an attribute stands before the function that it is about",
        ),
    };
    Diagnostic::new(place, message).help(help)
}

/// Whether an item is a function, however wrong.
pub(crate) fn is_function(item: &TokenStream) -> bool {
    let parser = |input: ParseStream<'_>| {
        input.call(Attribute::parse_outer)?;
        input.parse::<Visibility>()?;
        let starts = function::starts(input);
        input.parse::<TokenStream>()?;
        Ok(starts)
    };
    parser.parse2(item.clone()).unwrap_or(false)
}

fn item(
    input: ParseStream<'_>,
    surroundings: Surroundings,
    source: &mut BlockItems,
    diagnostics: &Diagnostics,
) -> syn::Result<()> {
    let ahead = input.fork();
    let attributes = ahead.call(Attribute::parse_outer)?;
    let visibility = ahead.parse::<Visibility>()?;
    if surroundings == Surroundings::Block && ahead.peek(Token![;]) {
        let place = SourcePlace::token(ahead.span());
        let message = "expected a function, a `const` or a type alias, found `;`";
        let diagnostic = Diagnostic::new(place, message);
        return Err(diagnostic.help("remove this semicolon").into_syn());
    }
    let is_test = attributes.iter().any(|a| a.path().is_ident("test"));
    if function::starts(&ahead) && !is_test {
        // Parsed ahead: the rest of a wrong signature is not an error of its own.
        let function = function::parse(&ahead, attributes, visibility, diagnostics)?;
        input.advance_to(&ahead);
        source.functions.push(function);
        return Ok(());
    }
    if ahead.is_empty() && !attributes.is_empty() {
        return Err(without_item(&attributes).into_syn());
    }
    if let (Surroundings::Block, Some(word)) = (surroundings, unknown_item(&ahead)) {
        let message = format!("expected a function, a `const` or a type alias, found `{word}`");

        let is_function = ahead.peek2(Paren)
            || ahead.peek2(Token![<])
            || ahead.peek2(Ident) && (ahead.peek3(Paren) || ahead.peek3(Token![<]));
        let help = match word.to_string().as_str() {
            _ if is_function => Some("a function is written `fn f(x: f64) -> f64 { .. }`"),
            "let" | "var" | "static" => Some("a constant is written `const N: usize = 3;`"),
            _ if ahead.peek2(Token![=]) => Some("a constant is written `const G: f64 = 9.81;`"),
            _ => None,
        };
        let place = SourcePlace::token(word.span());
        return Err(Diagnostic::new(place, message).help_if(help).into_syn());
    }
    let before = input.fork();
    // Parsed ahead: the next item may stand where this one ends too early.
    let ahead = input.fork();
    let item: Item = ahead.parse()?;
    input.advance_to(&ahead);
    match (item, surroundings) {
        (Item::Const(item), _) => constant(item, surroundings, source, diagnostics),
        (Item::Type(mut item), _) => {
            definition(&mut item.attrs, diagnostics);
            if surroundings == Surroundings::Module {
                source.passed.push(Passed::Other(unused(&item)));
            } else if is_public(&item.vis) {
                source
                    .passed
                    .push(Passed::PublicType(Box::new(item.clone())));
            }
            source.aliases.push(item);
        }
        (Item::Struct(mut item), _) => {
            let is_misplaced = |own: &Attribute| {
                is_misplaced(own, Carrier::Definition, &Diagnostics::default())
                    && is_misplaced(own, Carrier::Struct, diagnostics)
            };
            item.attrs.retain(|own| !is_misplaced(own));
            source.passed.push(Passed::Struct(Box::new(item.clone())));
            source.structs.push(item);
        }
        (Item::Use(item), surroundings) => match (imported_constants(&item), surroundings) {
            (Some(constants), _) => import(item, constants, surroundings, source, diagnostics),
            (None, Surroundings::Module) => {
                source.passed.push(Passed::Other(item.to_token_stream()));
            }
            (None, Surroundings::Block) => refuse(&Item::Use(item), source, diagnostics),
        },
        (item, Surroundings::Module) => {
            source.passed.push(Passed::Other(item.to_token_stream()));
        }
        (Item::Verbatim(tokens), Surroundings::Block)
            if let Some(missing) = wrong_items::missing(&before) =>
        {
            let wrong_sign = definitions::wrong_sign(&tokens);
            diagnostics.push(wrong_sign.unwrap_or_else(|| without(missing, &tokens)));
            if let Some(name) = name_of_item(&before) {
                source.refused.add(name.to_string());
            }
        }
        (item, Surroundings::Block) => refuse(&item, source, diagnostics),
    }
    Ok(())
}

/// A constant, which other items of a module, or code outside of the block, may name too.
fn constant(
    mut item: ItemConst,
    surroundings: Surroundings,
    source: &mut BlockItems,
    diagnostics: &Diagnostics,
) {
    definition(&mut item.attrs, diagnostics);
    match rules::rule_set(&item) {
        Some(Ok(set)) => return source.rules.push(set),
        Some(Err(error)) => {
            diagnostics.push(error);
            return source.refused.add(item.ident.to_string());
        }
        None => {}
    }
    if surroundings == Surroundings::Module {
        let item = axes::as_rust(&item).into();
        source.passed.push(Passed::Constant(item));
    } else if is_public(&item.vis) {
        let item = axes::as_rust(&item).into();
        source.passed.push(Passed::PublicConstant(item));
    }
    source.constants.push(item);
}

/// Constants of a float type that an import brings, which a module has as Rust knows it.
fn import(
    item: ItemUse,
    constants: Vec<ItemConst>,
    surroundings: Surroundings,
    source: &mut BlockItems,
    diagnostics: &Diagnostics,
) {
    match surroundings {
        Surroundings::Block => {
            for item in constants {
                constant(item, surroundings, source, diagnostics);
            }
        }
        Surroundings::Module => {
            source.constants.extend(constants);
            source.passed.push(Passed::Import(Box::new(item.clone())));
        }
    }
    if !is_public(&item.vis) {
        source.imports.push(item);
    }
}

fn refuse(item: &Item, source: &mut BlockItems, diagnostics: &Diagnostics) {
    diagnostics.push(unsupported_item(item));
    source.refused.add_item(item);
}

/// The error for a constant without a value, or an alias without a type, at its semicolon.
fn without(message: &str, item: &TokenStream) -> Diagnostic {
    let whole = print(item);
    let help = format!("write `{} = ..;`", whole.trim_end_matches(';'));
    let place = SourcePlace::token(SourcePlace::of(item).end());
    Diagnostic::new(place, message).help(help)
}

/// Removes the attributes of a constant or an alias that stand on something else; they are
/// reported.
fn definition(attributes: &mut Vec<Attribute>, diagnostics: &Diagnostics) {
    attributes.retain(|attribute| !is_misplaced(attribute, Carrier::Definition, diagnostics));
}

/// The word that starts an unknown item.
fn unknown_item(input: ParseStream<'_>) -> Option<Ident> {
    const KEYWORDS: [&str; 16] = [
        "const",
        "type",
        "struct",
        "enum",
        "union",
        "trait",
        "impl",
        "static",
        "use",
        "extern",
        "mod",
        "macro_rules",
        "fn",
        "unsafe",
        "auto",
        "async",
    ];
    let ahead = input.fork();
    let word = ahead.call(Ident::parse_any).ok()?;
    let is_macro = ahead.peek(Token![!]);
    let known = KEYWORDS.iter().any(|keyword| word == keyword);
    (!known && !is_macro).then_some(word)
}

/// An item that the generated code does not use: in bodies the names of constants and types are
/// resolved.
pub(crate) fn unused(item: &impl ToTokens) -> TokenStream {
    quote::quote! {
        #[allow(
            forbidden_lint_groups, dead_code,
            reason = "generated code uses its value, not its name"
        )]
        #item
    }
}

fn is_public(visibility: &Visibility) -> bool {
    !matches!(visibility, Visibility::Inherited)
}
