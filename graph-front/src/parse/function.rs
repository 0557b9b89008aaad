//! One function: its signature, and its body or the syntax error in it.

use std::cell::OnceCell;
use std::mem::ManuallyDrop;

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::parse::ParseStream;
use syn::{Attribute, Block, Token, Visibility};

use super::attributes::{
    Import, OutsideSource, RuleNames, import, misspelt, outside, rule, unknown_file,
};
use super::exits::structured;
use super::missing_arguments::lacks_comma;
use super::mistyped::has_mistyped;
use super::rows::RowsMarks;
use super::syntax_errors::{behind_statement, extents_behind, in_body, in_signature};
use super::unfinished::is_unfinished;
use super::{array_syntax, lengths, missing_arrow, rows};
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, line_of, print, reported};
use crate::tokens::sign;

/// The help for a function without a body, and without an attribute that says where it is.
const WITHOUT_BODY: &str = "one of the code around the block has the attribute `#[external]`, one of a \
                            file `#[cppad(\"f.json\")]` or `#[nnvm(\"f.json\")]`";

/// A function as the user wrote it.
pub(crate) struct FunctionSource {
    /// The attributes.
    pub(crate) attributes: Vec<Attribute>,
    /// The visibility.
    pub(crate) visibility: Visibility,
    /// From `fn` to the result type, with arrays in the place of `Rows`.
    pub(crate) signature: syn::Signature,
    /// Where the user wrote `Rows`.
    pub(crate) rows: RowsMarks,
    /// The body, or the syntax error in it. A tree is as deep as its longest chain of operators;
    /// dropping it would recurse as deeply, so it is never dropped: the compiler's process is
    /// about to forget it anyway.
    pub(crate) body: ManuallyDrop<syn::Result<Block>>,
    /// The body with `for` in place of all other loops, where it has any, once it was asked for.
    structured: OnceCell<ManuallyDrop<Option<Block>>>,
    /// The body's tokens, braces included.
    pub(crate) tokens: TokenTree,
    /// The file that the function comes from, in place of a body, which is empty then.
    pub(crate) import: Option<Import>,
    /// The functions of the surrounding code that it declares, in place of a body, which is empty
    /// then.
    pub(crate) outside: Option<OutsideSource>,
    /// The functions of the block that its derivative is made of, where it has its own.
    pub(crate) rule: Option<RuleNames>,
}

impl FunctionSource {
    /// The arguments that are declared as references, with the types behind these.
    pub(crate) fn referenced(&self) -> impl Iterator<Item = (&Ident, &syn::Type)> {
        self.signature.inputs.iter().filter_map(|own| {
            let syn::FnArg::Typed(own) = own else {
                return None;
            };
            match (&*own.pat, &*own.ty) {
                (syn::Pat::Ident(name), syn::Type::Reference(ty)) => Some((&name.ident, &*ty.elem)),
                _ => None,
            }
        })
    }

    /// The body as it is lowered: `for` is the only loop in it. Errors in other loops are reported
    /// at the first request.
    ///
    /// # Errors
    /// The syntax error in the body.
    pub(crate) fn structured(&self, diagnostics: &Diagnostics) -> Result<&Block, &syn::Error> {
        let body = self.body.as_ref()?;
        let made = || ManuallyDrop::new(structured(&self.tokens, body, diagnostics));
        Ok(self.structured.get_or_init(made).as_ref().unwrap_or(body))
    }

    /// The function with another signature, parsed anew, and without attributes.
    pub(crate) fn with_signature(&self, signature: syn::Signature) -> Self {
        Self {
            attributes: Vec::new(),
            visibility: self.visibility.clone(),
            signature,
            rows: self.rows.clone(),
            body: ManuallyDrop::new(syn::parse2(self.tokens.clone().into())),
            structured: OnceCell::new(),
            tokens: self.tokens.clone(),
            import: None,
            rule: None,
            outside: None,
        }
    }

    /// Gives the function another body.
    pub(crate) fn set_body(&mut self, body: syn::Result<Block>) {
        self.body = ManuallyDrop::new(body);
        self.structured = OnceCell::new();
    }
}

/// Whether a function starts here, after its attributes and visibility.
pub(super) fn starts(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    let skip = || -> syn::Result<()> {
        ahead.parse::<Option<Token![const]>>()?;
        ahead.parse::<Option<Token![async]>>()?;
        ahead.parse::<Option<Token![unsafe]>>()?;
        if ahead.parse::<Option<Token![extern]>>()?.is_some() {
            ahead.parse::<Option<syn::LitStr>>()?;
        }
        Ok(())
    };
    skip().is_ok() && ahead.peek(Token![fn])
}

/// Parses a function from its qualifiers on.
pub(super) fn parse(
    input: ParseStream<'_>,
    attributes: Vec<Attribute>,
    visibility: Visibility,
    diagnostics: &Diagnostics,
) -> syn::Result<FunctionSource> {
    let before = input.fork();
    let signature = input.parse::<syn::Signature>();
    let mut signature = signature.map_err(|error| in_signature(error, &before))?;
    lengths::as_constants(&mut signature, diagnostics);
    let rows = rows::as_arrays(&mut signature);
    if let Some(twice) = parameter_twice(&signature) {
        return Err(twice.into_syn());
    }
    missing_arrow::result(input, &mut signature, diagnostics);
    let import = import(&attributes, diagnostics);
    let rule = rule(&attributes, diagnostics);
    let outside = outside(&attributes, diagnostics);
    let lacks_body = outside.is_some() || !matches!(import, Ok(None));
    if !lacks_body && input.peek(Token![;]) && input.peek2(syn::token::Brace) {
        let place = SourcePlace::token(input.parse::<Token![;]>()?.span);
        let message = "the body stands behind the signature, without a `;`";
        diagnostics.push(Diagnostic::new(place, message).help("remove this semicolon"));
    }
    if input.peek(Token![;]) {
        if !lacks_body {
            let misspelt = attributes.iter().find_map(misspelt);
            let unknown = unknown_file(&attributes)
                .or(misspelt)
                .map(Diagnostic::into_syn);
            let message = "a function of `graph!` needs a body: `{ .. }`";
            return Err(unknown.unwrap_or_else(|| {
                let place = SourcePlace::token(input.span());
                Diagnostic::new(place, message)
                    .help(WITHOUT_BODY)
                    .into_syn()
            }));
        }
        input.parse::<Token![;]>()?;
        return Ok(FunctionSource {
            rule,
            outside,
            rows,
            ..without_body(attributes, visibility, signature, import)
        });
    }
    if !input.peek(syn::token::Brace) {
        let end = SourcePlace::of(&signature).end();
        if input.is_empty() || line_of(end) < line_of(input.span()) {
            let what = if lacks_body {
                "`;`"
            } else {
                "the body, `{ .. }`,"
            };
            let message = format!("expected {what} behind this");
            return Err(Diagnostic::new(SourcePlace::token(end), message).into_syn());
        }
    }
    let tokens: TokenTree = input.parse()?;
    let is_body = matches!(&tokens, TokenTree::Group(g) if g.delimiter() == Delimiter::Brace);
    if !is_body
        && let (TokenTree::Group(extent), syn::ReturnType::Type(_, ty)) =
            (&tokens, &signature.output)
    {
        let mut extents = vec![extent.clone()];
        while input.peek(syn::token::Bracket)
            && let TokenTree::Group(extent) = input.parse()?
        {
            extents.push(extent);
        }
        return Err(extents_behind(&ty, &extents).into_syn());
    }
    if !is_body {
        let place = SourcePlace::token(tokens.span());
        let diagnostic = Diagnostic::new(place, "expected the body: `{ .. }`");
        let is_sign = |own| sign(&tokens) == Some(own);
        return Err(diagnostic
            .help_if(behind_result(&signature, is_sign, input))
            .into_syn());
    }
    let body = match import {
        Ok(None) if outside.is_some() => Err(syn::Error::new(
            tokens.span(),
            "a function from outside has no body: end its signature with `;`",
        )),
        Ok(None) => {
            let returns_array = match &signature.output {
                syn::ReturnType::Type(_, ty) => matches!(**ty, syn::Type::Array(_)),
                syn::ReturnType::Default => false,
            };
            body(
                &TokenStream::from(tokens.clone()),
                returns_array,
                diagnostics,
            )
        }
        Ok(Some(_)) => Err(syn::Error::new(
            tokens.span(),
            "a function from a file has no body: end its signature with `;`",
        )),
        Err(error) => Err(error),
    };
    Ok(FunctionSource {
        attributes,
        visibility,
        signature,
        rows,
        body: ManuallyDrop::new(body),
        structured: OnceCell::new(),
        tokens,
        import: None,
        rule,
        outside,
    })
}

/// The help for what stands between the type of the result and the body.
fn behind_result(
    signature: &syn::Signature,
    is_sign: impl Fn(char) -> bool,
    rest: ParseStream<'_>,
) -> Option<String> {
    let syn::ReturnType::Type(_, first) = &signature.output else {
        return None;
    };
    if is_sign(':') && rest.peek(syn::token::Brace) {
        return Some("remove the `:`".into());
    }
    let ahead = rest.fork();
    let mut types = vec![print(first)];
    while is_sign(',') {
        types.push(print(&ahead.parse::<syn::Type>().ok()?));
        if ahead.parse::<Option<Token![,]>>().ok()?.is_none() {
            let types = types.join(", ");
            return Some(format!(
                "several results stand in parentheses: `-> ({types})`"
            ));
        }
    }
    None
}

/// The error at a parameter between `<` and `>` that has the name of one before it, in the compiler's
/// words.
fn parameter_twice(signature: &syn::Signature) -> Option<Diagnostic> {
    let mut names: Vec<&Ident> = Vec::new();
    for parameter in &signature.generics.params {
        let name = match parameter {
            syn::GenericParam::Type(parameter) => &parameter.ident,
            syn::GenericParam::Const(parameter) => &parameter.ident,
            syn::GenericParam::Lifetime(_) => continue,
        };
        if names.contains(&name) {
            let message = format!(
                "the name `{name}` is already used for a generic parameter in this item's generic \
                 parameters"
            );
            return Some(Diagnostic::new(SourcePlace::token(name.span()), message));
        }
        names.push(name);
    }
    None
}

/// A function that comes from a file, or an error in the attribute that names it.
fn without_body(
    attributes: Vec<Attribute>,
    visibility: Visibility,
    signature: syn::Signature,
    import: syn::Result<Option<Import>>,
) -> FunctionSource {
    let tokens = TokenTree::from(Group::new(Delimiter::Brace, TokenStream::new()));
    let (body, import) = match import {
        Ok(import) => (syn::parse2(tokens.clone().into()), import),
        Err(error) => (Err(error), None),
    };
    FunctionSource {
        attributes,
        visibility,
        signature,
        rows: RowsMarks::default(),
        body: ManuallyDrop::new(body),
        structured: OnceCell::new(),
        tokens,
        import,
        rule: None,
        outside: None,
    }
}

/// Whether Rust reads the tokens of a body otherwise than they are meant.
pub(super) fn is_misread(tokens: &TokenStream) -> bool {
    is_unfinished(tokens.clone()) || has_mistyped(tokens.clone()) || lacks_comma(tokens.clone())
}

/// Parses a body, as a group, so that "unexpected end" is reported at its closing brace.
fn body(
    tokens: &TokenStream,
    returns_array: bool,
    diagnostics: &Diagnostics,
) -> syn::Result<Block> {
    let body = syn::parse2(tokens.clone());
    if body.is_ok() && !is_misread(tokens) {
        return body;
    }
    let (repaired, errors) = array_syntax::as_rust(tokens.clone());
    // Tokens that are the same lost the places of their brackets.
    let body = match (errors.is_empty(), syn::parse2(repaired)) {
        (true, Err(_)) => body,
        (_, repaired) => repaired,
    };
    let body = body.map_err(|error| match errors.is_empty() {
        true => in_body(error, tokens.clone(), returns_array),
        false => behind_repairs(error, tokens, &errors),
    });
    for error in errors {
        diagnostics.push(error);
    }
    body
}

/// The syntax error in a body with other errors. A missing `;` may be caused by one on the same line;
/// at the end of a block, and where no lines are known, by any.
fn behind_repairs(error: syn::Error, tokens: &TokenStream, errors: &[Diagnostic]) -> syn::Error {
    let (message, place) = (error.to_string(), error.span());
    let error = behind_statement(error, tokens.clone());
    let line = line_of(error.span());
    let is_caused = |own: &Diagnostic| {
        let place = own.place();
        let [start, end] = [place.start(), place.end()].map(line_of);
        message == "expected `;`" || line.is_none() || start <= line && line <= end
    };
    match message.ends_with("expected `;`") && errors.iter().any(is_caused) {
        true => reported(place),
        false => error,
    }
}
