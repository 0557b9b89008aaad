//! Ranges between the brackets of an index.

use graph_ir::Element;
use graph_ir::types::Extent;
use syn::{Expr, ExprLit, ExprRange, Lit, RangeLimits};

use super::constants::{BOUNDS, UNROLLED};
use super::selection::{Index, Start};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::report::short_text;
use crate::lower::values::{Operand, Value};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// Reports a range between two floats, if it is one.
    pub(in crate::lower) fn is_between_floats(&mut self, range: &ExprRange, what: &str) -> bool {
        let digits = [&range.start, &range.end].map(|bound| match bound.as_deref() {
            Some(Expr::Lit(ExprLit {
                lit: Lit::Float(number),
                ..
            })) => Some(number.base10_digits()),
            _ => None,
        });
        let [Some(start), Some(end)] = digits else {
            return false;
        };
        let integers = [start, end].map(|digits| {
            let digits = digits.strip_suffix(".0").or(digits.strip_suffix('.'));
            digits.and_then(|digits| digits.parse::<u64>().ok())
        });
        let help = match integers {
            [Some(start), Some(end)] => {
                format!("write integers: `{start}{}{end}`", print(&range.limits))
            }
            _ => "write integers: `0..3`".into(),
        };
        let spaced = (what == BOUNDS)
            .then(|| self.evenly_spaced(range))
            .flatten();
        let help = match (spaced, integers) {
            // Between 0 and 1 there is one integer.
            (Some(spaced), [Some(start), Some(end)]) if start + 1 < end => {
                format!("{help}; {spaced}")
            }
            (Some(spaced), _) => spaced,
            (None, _) => help,
        };
        let message = format!("{what} are constant integers, found floats");
        self.error(Diagnostic::new(SourcePlace::of(range), message).help(help));
        true
    }

    /// The loop over floats between two others that may be meant.
    fn evenly_spaced(&self, range: &ExprRange) -> Option<String> {
        let (start, end) = (print(&range.start), print(&range.end));
        let counter = self.counter()?;
        Some(format!(
            "evenly spaced numbers are an array, of as many elements as its last argument says: `for \
             {counter} in linspace({start}, {end}, ..)`"
        ))
    }

    /// A range as an entry of an index.
    pub(super) fn range_entry(&mut self, range: &'e ExprRange) -> Index<'b> {
        if self.is_between_floats(range, "the bounds of a range") {
            return Index::Wrong;
        }
        let bounds = [&range.start, &range.end];
        let bounds = bounds.map(|bound| bound.as_deref().map(|bound| self.integer_operand(bound)));
        let place = SourcePlace::of(range);
        let closed = usize::from(matches!(range.limits, RangeLimits::Closed(_)));
        let mut whole = true;
        for operand in bounds.iter().flatten() {
            let value = &operand.value;
            let is_index = value.element() == Some(Element::I64);
            let is_scalar = value.shape().is_some_and(|shape| shape.rank() == 0);
            if value.as_affine().is_none() && !(is_index && is_scalar) {
                self.not_constant(operand, "the bounds of a range");
                whole = false;
            }
        }
        if !whole {
            return Index::Wrong;
        }
        let known = |bound: &Option<Operand<'b, 'e>>| match bound {
            None => Some(None),
            Some(operand) => operand.value.as_extent().map(Some),
        };
        if let [Some(start), Some(end)] = [known(&bounds[0]), known(&bounds[1])] {
            let end = end.map(|end| end + closed);
            return Index::Range(start, end, place);
        }
        if let [Some(start), Some(end)] = &bounds
            && let Some((start, distance)) = self.window_between(&start.value, &end.value)
        {
            let count = distance + closed;
            if !count.is_negative() {
                return Index::Window(start, count, place);
            }
        }
        self.length_unknown(&bounds, range)
    }

    /// The start of a range and the distance to its end, where that is known.
    fn window_between(
        &mut self,
        start: &Value<'b>,
        end: &Value<'b>,
    ) -> Option<(Start<'b>, Extent)> {
        if let (Some(start), Some(end)) = (start.as_affine(), end.as_affine()) {
            let distance = end.plus(&start, -1)?.as_extent()?.clone();
            return Some((Start::Moving(start.into()), distance));
        }
        let (start, end) = (self.default_wire(start)?, self.default_wire(end)?);
        let distance = self.builder.distance(start, end)?;
        Some((Start::Computed(start), distance))
    }

    /// Reports a range whose length is not known.
    fn length_unknown(
        &mut self,
        bounds: &[Option<Operand<'b, 'e>>; 2],
        written: &ExprRange,
    ) -> Index<'b> {
        let [start, end] = bounds;
        let (place, dots) = (SourcePlace::of(written), print(&written.limits));
        let text = |bound: &Option<Operand<'b, 'e>>| match bound {
            None => Some(String::new()),
            Some(operand) => short_text(operand.expr),
        };
        let range = match (text(start), text(end)) {
            (Some(start), Some(end)) => format!("`{start}{dots}{end}`"),
            _ => "this one".into(),
        };
        let message = format!("ranges have a constant length, and that of {range} changes");
        let mut diagnostic = Diagnostic::new(place, message);
        let open = bounds.iter().flatten();
        let unknown = |operand: &&Operand<'b, 'e>| operand.value.as_extent().is_none();
        let operand = open.clone().find(unknown);
        let moving = open.clone().find_map(|operand| match &operand.value {
            Value::Position(affine) if operand.value.moves() => Some(affine),
            _ => None,
        });
        if let Some(operand) = operand {
            let text = short_text(operand.expr).unwrap_or_else(|| "a bound".into());
            diagnostic = diagnostic.note(match operand.value {
                Value::Position(_) => {
                    format!("`{text}` moves with a loop that is not unrolled: one type serves all repetitions")
                }
                _ => format!("`{text}` is known only at run time"),
            });
        }
        let help = match moving {
            Some(affine) if self.loops.can_unroll(affine) => UNROLLED.into(),
            Some(_) => self.inner_loop([text(start), text(end)], written),
            None if self.is_range_of_loop(bounds) => {
                self.loop_over([text(start), text(end)], written)
            }
            None => self.chosen_positions([text(start), text(end)], written),
        };
        self.error(diagnostic.help(help));
        Index::Wrong
    }

    /// The help for a range whose length moves with a loop: a loop over its positions inside of that.
    fn inner_loop(&self, bounds: [Option<String>; 2], range: &ExprRange) -> String {
        let [Some(start), Some(end)] = bounds else {
            return "take the elements in an inner loop: `for j in 0..i { .. }`".into();
        };
        let counter = self.unused_name(&["j", "k", "l"]);
        let start = if start.is_empty() { "0".into() } else { start };
        let end = if end.is_empty() { "n".into() } else { end };
        let dots = print(&range.limits);
        format!(
            "take the elements in an inner loop: `for {counter} in {start}{dots}{end} {{ .. }}`"
        )
    }

    /// Whether a loop may run from one bound to the other: from a known one to one that something
    /// bounds.
    fn is_range_of_loop(&self, [start, end]: &[Option<Operand<'b, 'e>>; 2]) -> bool {
        let is_known = |start: &Operand<'b, 'e>| start.value.as_extent().is_some();
        let is_bounded = |end: &Operand<'b, 'e>| self.upper(end.expr).is_some();
        start.as_ref().is_none_or(is_known) && end.as_ref().is_some_and(is_bounded)
    }

    /// The help for a range that a loop may run over.
    fn loop_over(&self, bounds: [Option<String>; 2], range: &ExprRange) -> String {
        let counter = self.unused_name(&["i", "j", "k"]);
        let [start, end] = bounds.map(|bound| bound.unwrap_or_else(|| "..".into()));
        let start = if start.is_empty() { "0".into() } else { start };
        let dots = print(&range.limits);
        format!("take the elements in a loop: `for {counter} in {start}{dots}{end} {{ .. }}`")
    }

    /// The help for a range whose length is known only at run time: a loop over all positions that
    /// leaves some out.
    fn chosen_positions(&self, bounds: [Option<String>; 2], range: &ExprRange) -> String {
        const WINDOW: &str = "a range of constant length starts anywhere: `x[n..n + 3]`";
        let [Some(start), Some(end)] = bounds else {
            return WINDOW.into();
        };
        let counter = self.unused_name(&["i", "j", "k"]);
        let below = match range.limits {
            RangeLimits::Closed(_) => "<=",
            RangeLimits::HalfOpen(_) => "<",
        };
        // A position that is counted from the end, as `-n`.
        let from = |bound: &str, sign: &str| match bound.strip_prefix('-') {
            Some(back) => format!("{counter} + {} {sign} N", back.trim_start()),
            None => format!("{counter} {sign} {bound}"),
        };
        let first = (!matches!(&*start, "" | "0")).then(|| from(&start, ">="));
        let last = (!end.is_empty()).then(|| from(&end, below));
        let conditions: Vec<String> = first.into_iter().chain(last).collect();
        format!(
            "{WINDOW}; of others, choose the positions in a loop: `for {counter} in 0..N {{ if {} \
             {{ .. }} }}`",
            conditions.join(" && ")
        )
    }
}
