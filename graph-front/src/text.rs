//! The language over the text of a block, for tools without a compiler around them.

use std::panic::resume_unwind;
use std::thread;

use proc_macro2::TokenStream;
use quote::quote;

use graph_ir::Graph;

use crate::block::Lowered;
use crate::diagnostics::{Diagnostic, Diagnostics, Report};
use crate::expand::emitted;
use crate::given_back::given_back;
use crate::lower::Notes;
use crate::parse::{BlockItems, Surroundings, items};
use crate::{block, guard};

/// The graphs of all functions of a block's text, in their order. The lines that they name are the
/// text's.
///
/// ```
/// let graphs = graph_front::graphs("fn square(x: f64) -> f64 { x * x }").unwrap();
/// assert_eq!((graphs.len(), graphs[0].name()), (1, "square"));
///
/// let errors = graph_front::graphs("fn f(x: [f64; 3]) -> f64 {\n    x + 1\n}").unwrap_err();
/// assert_eq!(errors[0].start.line, 2);
/// ```
///
/// # Errors
/// All errors of the text, in the order of their places.
pub fn graphs(text: &str) -> Result<Vec<Graph>, Vec<Report>> {
    on_large_stack(|| {
        lowered(text, |_, lowered, _| {
            let graphs = lowered.into_iter().filter_map(|function| function.graph);
            graphs.collect()
        })
    })
}

/// Something made of the lowered functions of a text, or all errors of the text.
fn lowered<T>(
    text: &str,
    made: impl FnOnce(&BlockItems, Vec<Lowered<'_>>, &Diagnostics) -> T,
) -> Result<T, Vec<Report>> {
    let tokens = tokens(text)?;
    let diagnostics = Diagnostics::default();
    let source: BlockItems = items(tokens, Surroundings::Block, &diagnostics);
    let lowered = block::lower(&source, &facade(), true, &diagnostics, Notes::default());
    if diagnostics.len() > 0 {
        return Err(diagnostics.to_reports());
    }
    let made = made(&source, lowered, &diagnostics);
    match diagnostics.len() {
        0 => Ok(made),
        _ => Err(diagnostics.to_reports()),
    }
}

/// The Rust that the macro writes for a block's text; `adgraph` is named by `::adgraph`.
///
/// # Errors
/// As [`graphs`].
pub fn expand(text: &str) -> Result<String, Vec<Report>> {
    on_large_stack(|| {
        lowered(text, |source, lowered, diagnostics| {
            let passed = given_back(source, &facade(), None);
            let items = emitted(&lowered, source, &facade(), diagnostics);
            quote!(#passed #items).to_string()
        })
    })
}

/// The parser follows nested text by recursion, as deeply as `guard` allows, which is more than the
/// two megabytes of a thread hold in a build without optimisation. Compilers have large stacks.
const STACK: usize = 64 << 20;

/// Runs a computation on a thread with a large stack, where there are threads.
fn on_large_stack<T: Send>(compute: impl FnOnce() -> T + Send) -> T {
    if cfg!(target_family = "wasm") {
        return compute();
    }
    thread::scope(|scope| {
        let large = thread::Builder::new().stack_size(STACK);
        match large.spawn_scoped(scope, compute) {
            Ok(running) => running.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(error) => panic!("no thread can be started: {error}"),
        }
    })
}

fn facade() -> TokenStream {
    quote!(::adgraph)
}

/// The tokens of a text that is safe to read.
fn tokens(text: &str) -> Result<TokenStream, Vec<Report>> {
    let tokens: TokenStream = text.parse().map_err(|error: proc_macro2::LexError| {
        vec![Report::new(error.span(), error.span(), error.to_string())]
    })?;
    match guard::check(tokens.clone()) {
        None => Ok(tokens),
        Some(error) => Err(reports(error)),
    }
}

fn reports(error: Diagnostic) -> Vec<Report> {
    let diagnostics = Diagnostics::default();
    diagnostics.push(error);
    diagnostics.to_reports()
}
