//! Errors that are found when code is generated: from a graph, which carries lines, to the
//! expression at fault. Only errors pay for it, with another lowering of the block.

use graph_ir::Error;
use proc_macro2::{Span, TokenStream, TokenTree};

use crate::block::{self, Lowered};
use crate::diagnostics::{Diagnostic, Diagnostics, SourcePlace};
use crate::emit::{self, Lines};
use crate::lower::{Notes, Places};
use crate::parse::BlockItems;
use crate::{outside, run_time};

/// Why no items can be generated for one of the lowered functions, which has a signature.
pub(crate) fn diagnostic(
    error: &Error,
    function: &Lowered<'_>,
    number: usize,
    source: &BlockItems,
    facade: &TokenStream,
) -> Diagnostic {
    let name = SourcePlace::token(function.source.signature.ident.span());
    let place = site_of(error).map_or(name, |line| {
        let exact = expression(number, source, facade);
        exact.unwrap_or_else(|| {
            let first = first_of_line(function.source.tokens.clone().into(), line);
            first.map_or(name, SourcePlace::token)
        })
    });
    match error {
        Error::NotByRows { op, found, .. } => {
            let by_rows = run_time::ByRows::of(function);
            run_time::not_by_rows(op, found, place, function.source, by_rows)
        }
        _ => {
            let signature = function.signature.as_ref();
            let outside = signature.map(|s| &s.outside).filter(|s| !s.is_empty());
            let help = outside.map(|outside| outside::higher_order(outside));
            Diagnostic::new(place, error.to_string()).help_if(help)
        }
    }
}

/// The site of the node that an error is about.
fn site_of(error: &Error) -> Option<u32> {
    match error {
        Error::NotByRows { site, .. } => Some(*site),
        _ => None,
    }
}

/// The expression that the node at fault comes from: the function is lowered once more, to a graph
/// that carries places. Nodes of files have numbers of their own.
fn expression(number: usize, source: &BlockItems, facade: &TokenStream) -> Option<SourcePlace> {
    if source.functions.iter().any(|f| f.import.is_some()) {
        return None;
    }
    let (places, unheard) = (Places::default(), Diagnostics::default());
    let notes = Notes {
        places: Some(&places),
        ..Notes::default()
    };
    let lowered = block::lower(source, facade, false, &unheard, notes);
    let function = lowered.get(number)?;
    let (signature, graph) = function.signature.as_ref().zip(function.graph.as_ref())?;
    let error = emit::function(signature, graph, &Lines::default()).err()?;
    places.of(site_of(&error)?)
}

/// The first token on a line.
fn first_of_line(tokens: TokenStream, line: u32) -> Option<Span> {
    let mut open = vec![tokens.into_iter()];
    while let Some(tokens) = open.last_mut() {
        let Some(token) = tokens.next() else {
            open.pop();
            continue;
        };
        let span = match &token {
            TokenTree::Group(group) => group.span_open(),
            other => other.span(),
        };
        if u32::try_from(span.start().line) == Ok(line) {
            return Some(span);
        }
        if let TokenTree::Group(group) = token {
            open.push(group.stream().into_iter());
        }
    }
    None
}
