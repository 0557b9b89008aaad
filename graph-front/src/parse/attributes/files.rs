//! `#[cppad("path")]` and `#[nnvm("path")]`, with or without `silent`.

use syn::parse::ParseStream;
use syn::{Attribute, Ident, LitStr, Meta, Token};

use super::words::expected;
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace, closest};

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    /// CppAD's `json_ad_graph`.
    Cppad,
    /// The graph JSON of NNVM and MXNet.
    Nnvm,
}

impl Format {
    const ALL: [Self; 2] = [Self::Cppad, Self::Nnvm];

    /// The name of the attribute.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cppad => "cppad",
            Self::Nnvm => "nnvm",
        }
    }

    fn of(attribute: &Attribute) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|format| attribute.path().is_ident(format.name()))
    }
}

/// Where a function comes from.
#[derive(Clone)]
pub(crate) struct Import {
    /// The format of the file.
    pub(crate) format: Format,
    /// The path of the file, relative to the manifest of the crate.
    pub(crate) path: LitStr,
    /// Whether prints and assertions of the file are left out.
    pub(crate) silent: bool,
}

impl Import {
    /// The place of the path.
    pub(crate) fn place(&self) -> SourcePlace {
        SourcePlace::token(self.path.span())
    }

    /// Whether the variables of the file have names.
    pub(crate) fn has_names(&self) -> bool {
        match self.format {
            Format::Cppad => false,
            Format::Nnvm => true,
        }
    }
}

/// Whether an attribute names a file.
pub(crate) fn is_import(attribute: &Attribute) -> bool {
    Format::of(attribute).is_some()
}

/// The file that the attributes of a function name, if they name one.
pub(in crate::parse) fn import(
    attributes: &[Attribute],
    diagnostics: &Diagnostics,
) -> syn::Result<Option<Import>> {
    let mut named = attributes.iter().filter(|a| is_import(a));
    let Some(attribute) = named.next() else {
        return Ok(None);
    };
    if let Some(second) = named.next() {
        let message = "a function comes from one file";
        diagnostics.push(Diagnostic::new(SourcePlace::of(second), message));
    }
    let Some(format) = Format::of(attribute) else {
        return Ok(None);
    };
    parse(attribute, format, diagnostics).map(Some)
}

/// The error for an attribute that names a file of a format that is not read.
pub(in crate::parse) fn unknown_file(attributes: &[Attribute]) -> Option<Diagnostic> {
    let names_file = |attribute: &&Attribute| {
        matches!(&attribute.meta, Meta::List(list)
            if syn::parse2::<LitStr>(list.tokens.clone()).is_ok())
    };
    let attribute = attributes.iter().find(names_file)?;
    let name = attribute.path().get_ident()?.to_string();
    let file = attribute.parse_args::<LitStr>().ok()?.value();
    let message = format!("a function does not come from a file by `#[{name}(..)]`");
    let known = match &*name {
        "mxnet" | "tvm" => Some("nnvm"),
        _ => closest(&name, Format::ALL.map(Format::name)),
    };
    let help = match known {
        Some(known) => format!("did you mean `#[{known}({file:?})]`?"),
        None => "files are read by `#[cppad(\"f.json\")]` and `#[nnvm(\"f.json\")]`".into(),
    };
    Some(Diagnostic::new(SourcePlace::of(attribute), message).help(help))
}

fn parse(attribute: &Attribute, format: Format, diagnostics: &Diagnostics) -> syn::Result<Import> {
    let parser = |input: ParseStream<'_>| {
        let path: LitStr = expected(input, "expected the path of a file in quotation marks")?;
        let mut silent = false;
        while input.parse::<Option<Token![,]>>()?.is_some() && !input.is_empty() {
            let word: Ident = input.parse()?;
            match word.to_string().as_str() {
                "silent" => silent = true,
                other => diagnostics.push(unknown(&word, other, format)),
            }
        }
        Ok(Import {
            format,
            path,
            silent,
        })
    };
    match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => list.parse_args_with(parser),
        _ => {
            let name = format.name();
            let message = format!("write which file: `#[{name}(\"model/f.json\")]`");
            Err(syn::Error::new_spanned(attribute, message))
        }
    }
}

fn unknown(word: &Ident, text: &str, format: Format) -> Diagnostic {
    let close = closest(text, ["silent"]).map(|name| format!("did you mean `{name}`?"));
    let message = format!("`{}` has no option `{text}`", format.name());
    Diagnostic::new(SourcePlace::token(word.span()), message)
        .note("it takes `silent`: what the file prints and states about comparisons is left out")
        .help_if(close)
}
