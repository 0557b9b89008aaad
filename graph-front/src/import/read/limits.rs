//! Limits on files of compiled functions, and the alternative beyond them.

use graph_formats::Place;
use graph_ir::graph::{EffectKind, Graph};
use graph_ir::ops::Op;
use graph_ir::{Site, passes};

use crate::diagnostics::{Diagnostic, plural};
use crate::parse::{Format, Import};

/// The largest number of operations of a function from a file. Those of CppAD are on single
/// numbers, and make straight-line code, in addition to that of derivatives.
const MAX_OPERATIONS: usize = 1 << 16;

/// The largest number of elements of the arrays of constants of a function from a file, each of
/// which is written out in the code.
const MAX_NUMBERS: usize = 1 << 16;

/// How to read a file at run time.
pub(super) fn at_run_time(format: Format) -> String {
    let name = format.name();
    format!(
        "read it at run time, with `adgraph::json::{name}::from_str`, and differentiate it there \
         with `adgraph::derivative::Evaluator`"
    )
}

/// Refuses operations that generated code cannot do, and graphs that would take too long to
/// compile.
pub(super) fn check(graph: &Graph, import: &Import, text: &str) -> Result<(), Diagnostic> {
    let shown = import.path.value();
    let size = passes::unfolded_size(graph);
    let refused = |message: String| Diagnostic::new(import.place(), message);
    if size > MAX_OPERATIONS {
        let message = format!(
            "`{shown}` has {size} operations, and functions that are read at compile time have at \
             most {MAX_OPERATIONS}"
        );
        return Err(refused(message).help(at_run_time(import.format)));
    }
    let numbers = numbers(graph);
    if numbers > MAX_NUMBERS {
        let message = format!(
            "`{shown}` holds tables of {numbers} numbers, and functions that are read at compile \
             time hold at most {MAX_NUMBERS}"
        );
        return Err(refused(message).help(at_run_time(import.format)));
    }
    let hosts = graph.ids().filter_map(|id| {
        let Op::External(external) = graph.op(id) else {
            return None;
        };
        Some((&graph.external(external).name, graph.node(id).site))
    });
    let mut hosts: Vec<_> = hosts.collect();
    if let Some(&(_, site)) = hosts.first() {
        hosts.sort_unstable_by_key(|(name, _)| *name);
        hosts.dedup_by_key(|(name, _)| *name);
        let names: Vec<String> = hosts.iter().map(|(name, _)| format!("`{name}`")).collect();
        let message = format!(
            "`{shown}` calls {} of the host, first at {}: generated code has none",
            list("function", &names),
            at(site, import.format, text)
        );
        let help = format!(
            "{}, which takes functions of the host",
            at_run_time(import.format)
        );
        return Err(refused(message).help(help));
    }
    match import.silent {
        true => Ok(()),
        false => effects(graph, import, text),
    }
}

/// The elements of all arrays of constants, calls one deep followed: functions of operators call
/// none.
fn numbers(graph: &Graph) -> usize {
    let own = |graph: &Graph| -> usize {
        let constants = graph.ids().filter_map(|id| graph.as_constant(id));
        constants.map(|constant| constant.shape().size()).sum()
    };
    let called = graph.ids().filter_map(|id| {
        let Op::Call(function) = graph.op(id) else {
            return None;
        };
        Some(own(&graph.function(function).graph))
    });
    called.fold(own(graph), usize::saturating_add)
}

/// Refuses statements of a file about comparisons.
fn effects(graph: &Graph, import: &Import, text: &str) -> Result<(), Diagnostic> {
    let effects = graph.effects().iter();
    let mut seen = effects.filter(|effect| matches!(effect.kind, EffectKind::Compare(_)));
    let Some(first) = seen.next() else {
        return Ok(());
    };
    let name = import.format.name();
    let path = import.path.value();
    let message = format!(
        "`{path}` states that a comparison holds at {}: generated code does not count such \
         statements",
        at(first.site, import.format, text)
    );
    let others = seen.count();
    let others = (others > 0).then(|| format!("and so at {others} other place{}", plural(others)));
    Err(Diagnostic::new(import.place(), message)
        .note_if(others)
        .help(format!("leave that out: `#[{name}({path:?}, silent)]`"))
        .help(format!(
            "or {}, where it happens",
            at_run_time(import.format)
        )))
}

/// The place of a site in the file.
fn at(site: Site, format: Format, text: &str) -> String {
    let place = match format {
        Format::Cppad => graph_formats::cppad::place(site),
        Format::Nnvm => graph_formats::nnvm::place(site),
    };
    place
        .unwrap_or_else(Place::default)
        .located(text)
        .to_string()
}

fn list(what: &str, names: &[String]) -> String {
    format!("the {what}{} {}", plural(names.len()), names.join(", "))
}
