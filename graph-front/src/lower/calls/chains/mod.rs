//! Chains of Rust's iterators, `x.iter().zip(y).map(|(a, b)| a * b).sum()`: the help has the
//! expression of whole arrays that they make, or the loop where positions count.

mod compared;
mod ends;
mod stream;

use graph_ir::Element;
use graph_ir::types::{Extent, Shape};
use syn::{Expr, ExprMethodCall, RangeLimits};

use super::is_builtin;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::report::short_text;
use crate::lower::values::Lowered;
use stream::{Mapped, Stream};

/// The methods that start a chain, which arrays do not have.
const STARTS: [&str; 10] = [
    "chunks",
    "chunks_exact",
    "enumerate",
    "fold",
    "into_iter",
    "iter",
    "skip",
    "step_by",
    "take",
    "zip",
];

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Reports a chain of iterators that starts with this call, and whose other calls are the next
    /// ones of the spine, which it takes. `None` where the chain is another one.
    pub(in crate::lower) fn iterator_chain(
        &self,
        receiver: &Lowered<'b>,
        first: &'e ExprMethodCall,
        spine: &mut Vec<&'e Expr>,
    ) -> Option<Lowered<'b>> {
        let name = first.method.to_string();
        let is_of_floats = receiver.value.element().is_some_and(Element::is_float);
        let shape = receiver.value.shape().filter(|shape| shape.rank() > 0)?;
        let starts = STARTS.contains(&&*name) || name == "rev" && !spine.is_empty();
        if !starts || !is_of_floats || is_builtin(&name) || self.names.functions.contains_key(&name)
        {
            return None;
        }
        let others = spine.iter().rev().map_while(|outer| match outer {
            Expr::MethodCall(call) => Some(call),
            _ => None,
        });
        let calls: Vec<&ExprMethodCall> = [first].into_iter().chain(others).collect();
        let whole = self.in_place_of_chain(&first.receiver, &shape, &calls);
        let whole = whole.or_else(|| Some((ends::of_long(first)?, 1)));
        let (help, taken) = whole.or_else(|| Some((self.every(first, &shape)?, 1)))?;
        spine.truncate(spine.len() - (taken - 1));
        let place = SourcePlace::token(first.method.span());
        let found = self.describe(&receiver.value);
        let message = format!("a value of type {found} has no method `{name}`");
        let value = self.error(Diagnostic::new(place, message).help(self.in_own_float(&help)));
        let place = receiver.place.to(SourcePlace::of(calls[taken - 1]));
        Some(Lowered { value, place })
    }

    /// Reports a chain over a range, `(0..3).rev().map(|i| x[i] * y[i]).sum()`, as the loop that it
    /// is: takes its calls off the spine.
    pub(in crate::lower) fn chain_over_range(
        &mut self,
        base: &'e Expr,
        spine: &mut Vec<&'e Expr>,
    ) -> Option<Lowered<'b>> {
        let Expr::Range(range) = without_parentheses(base) else {
            return None;
        };
        let calls = spine.iter().rev().map_while(|outer| match outer {
            Expr::MethodCall(call) => Some(call),
            _ => None,
        });
        let calls: Vec<&ExprMethodCall> = calls.collect();
        let before = self.names.diagnostics.len();
        let bounds = [&range.start, &range.end].map(|bound| {
            let bound = bound.as_deref()?;
            self.expression(bound).value.as_extent()
        });
        self.names.diagnostics.truncate(before);
        let [start, stop] = bounds;
        let (start, stop) = (start?, stop?);
        let closed = i64::from(matches!(range.limits, RangeLimits::Closed(_)));
        let count = &(&stop - &start) + &Extent::from(closed);
        let (help, taken) = ends::of_range(range, &start, count, &calls)?;
        spine.truncate(spine.len() - taken);
        let place = SourcePlace::of(base);
        let message = "a range is no iterator, and has no methods but in the header of a loop";
        let help = self.in_own_float(&help);
        let value = self.error(Diagnostic::new(place, message).help(help));
        Some(Lowered { value, place })
    }

    /// The help for a chain, and how many of its calls that replaces.
    fn in_place_of_chain(
        &self,
        array: &Expr,
        shape: &Shape,
        calls: &[&'e ExprMethodCall],
    ) -> Option<(String, usize)> {
        let mut stream = Stream::of(array, shape)?;
        let mut taken = 0;
        while let Some(call) = calls.get(taken) {
            let name = call.method.to_string();
            match name.as_str() {
                "map" => break,
                "chunks" | "chunks_exact" if taken == 0 && shape.rank() == 1 => {
                    let Some(rows) = stream.chunks(call) else {
                        return Some((self.rows_of_chunks(call), calls.len()));
                    };
                    stream = rows;
                }
                "zip" => {
                    let other = self.zipped(call.args.first()?)?;
                    stream = stream.zip(other)?;
                }
                _ => match stream.adapted(&name, call) {
                    Some(adapted) => stream = adapted?,
                    None => break,
                },
            }
            taken += 1;
        }
        let mut mapped = Mapped::new(stream);
        while let Some(call) = calls.get(taken).filter(|call| call.method == "map") {
            mapped = mapped.map(call.args.first().filter(|_| call.args.len() == 1)?)?;
            taken += 1;
            let is_same =
                |call: &&&ExprMethodCall| call.method == "copied" || call.method == "cloned";
            taken += calls[taken..].iter().take_while(is_same).count();
        }
        let (code, ends) = ends::ended(&mapped, calls.get(taken).copied())?;
        // An iterator alone has no value to name.
        if ends == 0 && short_text(array).is_some_and(|text| code == format!("write `{text}`")) {
            return None;
        }
        taken += ends;
        let is_unwrapped =
            |call: &&&ExprMethodCall| call.method == "unwrap" || call.method == "copied";
        taken += calls[taken..].iter().take_while(is_unwrapped).count();
        Some((code, taken.max(1)))
    }

    /// The help for `x.step_by(2)` of an array: its elements at these positions.
    fn every(&self, call: &ExprMethodCall, shape: &Shape) -> Option<String> {
        const MOST: usize = 8;
        let array = short_text(&call.receiver).filter(|_| call.method == "step_by")?;
        let step: usize = match call.args.first()? {
            Expr::Lit(step) => match &step.lit {
                syn::Lit::Int(step) => step.base10_parse().ok()?,
                _ => return None,
            },
            _ => return None,
        };
        let extent = shape.count_along(0).known()?;
        let positions = (0..extent).step_by(step.max(1)).map(|at| at.to_string());
        let positions: Vec<String> = positions.collect();
        match positions.len() {
            _ if step == 0 => None,
            1..=MOST => Some(format!(
                "take the elements: `{array}[[{}]]`",
                positions.join(", ")
            )),
            count => {
                let [counter, result] = [["i", "j", "k"], ["y", "z", "u"]];
                let (counter, result) = (self.unused_name(&counter), self.unused_name(&result));
                Some(format!(
                    "take the elements in a loop into an array of {count}: `for {counter} in \
                     0..{count} {{ {result}[{counter}] = {array}[{step} * {counter}]; }}`"
                ))
            }
        }
    }

    /// The shape of a variable, or of a part of it at single positions: `b[0]`.
    fn shape_of_part(&self, expr: &Expr) -> Option<Shape> {
        let (mut whole, mut taken) = (expr, 0);
        while let Expr::Index(part) = whole
            && let Expr::Lit(_) | Expr::Path(_) = &*part.index
        {
            (whole, taken) = (&part.expr, taken + 1);
        }
        let shape = self.variable_of(whole)?.shape()?;
        Shape::of(shape.counts().get(taken..)?.iter().cloned()).ok()
    }

    /// The operand of `zip`, which may have methods of iterators itself.
    fn zipped(&self, expr: &Expr) -> Option<Stream> {
        let (mut base, mut calls) = (expr, Vec::new());
        loop {
            base = match base {
                Expr::Reference(e) => &e.expr,
                Expr::Paren(e) => &e.expr,
                Expr::MethodCall(call) if !is_builtin(&call.method.to_string()) => {
                    calls.push(call);
                    &call.receiver
                }
                _ => break,
            };
        }
        let shape = self.shape_of_part(base)?;
        short_text(base)?;
        let mut stream = Stream::of(base, &shape).filter(|_| shape.rank() > 0)?;
        while let Some(call) = calls.pop() {
            stream = stream.adapted(&call.method.to_string(), call)??;
        }
        Some(stream)
    }
}
