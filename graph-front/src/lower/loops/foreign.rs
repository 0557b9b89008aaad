//! Loops as other languages write them: over mutable references, `for v in &mut y`, over a range
//! whose end has the methods of the whole, `0..4.rev()`, over `range(4)` and `reversed(0..4)`, and over
//! `x.chunks(2)`.

use graph_ir::types::Extent;
use syn::{Expr, ExprMethodCall, ExprRange};

use super::sequence::is_adapter;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::variables::Variable;

/// The error for such a loop.
pub(super) fn foreign(sequence: &Expr) -> Option<Diagnostic> {
    match sequence {
        Expr::Reference(reference) if reference.mutability.is_some() => {
            let message = "a loop takes copies of elements, and no references";
            let diagnostic = Diagnostic::new(SourcePlace::of(sequence), message);
            Some(diagnostic.help(by_position(&reference.expr)))
        }
        Expr::Range(range) => range
            .end
            .as_ref()
            .and_then(|end| methods_of_end(range, end)),
        Expr::Call(call) => {
            let Expr::Path(function) = &*call.func else {
                return None;
            };
            let name = function.path.get_ident()?.to_string();
            const RANGE: &str = "a range is written with its ends and two dots";
            let (message, help) = match (name.as_str(), call.args.first()?) {
                ("reversed" | "reverse" | "rev", Expr::Range(range)) if call.args.len() == 1 => {
                    let help = format!("write `({}).rev()`", print(range));
                    ("a range runs backwards by a method", help)
                }
                ("range" | "arange", _) => {
                    let bounds = call.args.iter().map(short_text);
                    (RANGE, range_of(&bounds.collect::<Option<Vec<String>>>()?)?)
                }
                _ => return None,
            };
            Some(Diagnostic::new(SourcePlace::of(sequence), message).help(help))
        }
        _ => None,
    }
}

impl Lowerer<'_, '_> {
    /// The rows of a matrix in place of `x.chunks(2)`.
    pub(in crate::lower) fn rows_of_chunks(&self, adapter: &ExprMethodCall) -> String {
        let general = "run over the rows of a matrix: `for row in reshape(x, [n, 2])`";
        let shape = self
            .variable_of(&adapter.receiver)
            .and_then(Variable::shape);
        let count = shape.filter(|shape| shape.rank() == 1);
        let count = count.map(|shape| shape.count().clone());
        let (x, size) = (print(&adapter.receiver), adapter.args.first().map(print));
        let size = size.and_then(|size| size.parse::<usize>().ok());
        if let (Some(count), Some(size @ 1..)) = (&count, size)
            && count.is_symbolic()
        {
            let part = self.counter().unwrap_or_else(|| "part".into());
            let at = ["i", "k", "j"]
                .into_iter()
                .find(|own| *own != part && *own != x);
            let at = at.unwrap_or("at");
            let starts = count - Extent::from(size as i64 - 1);
            return format!(
                "take each by its range: `for {at} in 0..{starts} {{ if {at} % {size} == 0 {{ let \
                 {part} = {x}[{at}..{at} + {size}]; .. }} }}`, which leaves out what fills none"
            );
        }
        match (count.and_then(|count| count.known()), size) {
            (Some(count), Some(size)) if size > 0 && count % size == 0 => {
                let rows = count / size;
                format!(
                    "run over the rows of a matrix: `for row in reshape({x}, [{rows}, {size}])`"
                )
            }
            (Some(count), Some(size)) if size > 0 => format!(
                "{count} elements are no whole number of chunks of {size}: take each by its range, \
                 `let part = {x}[{size} * k..{size} * k + {size}];`"
            ),
            _ => general.into(),
        }
    }
}

/// The help for a loop that is meant to change the elements of an array.
pub(super) fn by_position(array: &Expr) -> String {
    let text = short_text(array).unwrap_or_else(|| "y".into());
    let counter = if text == "i" { "k" } else { "i" };
    format!(
        "run over the positions: `for {counter} in 0..{text}.len() {{ {text}[{counter}] = ..; }}`"
    )
}

/// The error for `0..4.rev()`, whose method is one of the 4.
fn methods_of_end(range: &ExprRange, end: &Expr) -> Option<Diagnostic> {
    short_text(end)?;
    let mut last = end;
    let call = loop {
        last = match last {
            Expr::Binary(binary) => &binary.right,
            Expr::MethodCall(call) => break call,
            _ => return None,
        };
    };
    let receiver = before_adapters(call)?;
    let methods = print(call);
    let methods = methods.strip_prefix(&print(receiver))?;
    let text = print(range);
    let whole = text.strip_suffix(methods)?;
    let message = "a method of a range stands behind parentheses";
    let place = SourcePlace::of(range);
    Some(Diagnostic::new(place, message).help(format!("write `({whole}){methods}`")))
}

/// The receiver of the methods of a range that end a chain.
fn before_adapters(call: &ExprMethodCall) -> Option<&Expr> {
    let (mut receiver, mut call) = (None, Some(call));
    while let Some(adapter) = call.filter(|call| is_adapter(&call.method.to_string())) {
        receiver = Some(&*adapter.receiver);
        call = match &*adapter.receiver {
            Expr::MethodCall(inner) => Some(inner),
            _ => None,
        };
    }
    receiver
}

/// The range with these bounds of Python's `range`, and its step.
fn range_of(bounds: &[String]) -> Option<String> {
    let plus_one = |bound: &str| match bound.replace(' ', "").parse::<i64>() {
        Ok(bound) => bound.checked_add(1).map(|bound| bound.to_string()),
        Err(_) => Some(format!("{bound} + 1")),
    };
    let code = match bounds {
        [end] => format!("0..{end}"),
        [start, end] => format!("{start}..{end}"),
        [start, end, step] => match step.replace(' ', "").strip_prefix('-') {
            // From the end of the range on, as Python's begins with its start.
            Some("1") => format!("({}..={start}).rev()", plus_one(end)?),
            Some(back) => format!("({}..={start}).rev().step_by({back})", plus_one(end)?),
            None => format!("({start}..{end}).step_by({step})"),
        },
        _ => return None,
    };
    Some(format!("write `{code}`"))
}
