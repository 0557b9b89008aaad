//! The bounds of a loop: constants and lengths.

use graph_ir::types::Extent;
use syn::{ExprRange, RangeLimits};

use super::WHOLE_ARRAYS;
use super::open_bound::{MANY, TO_CHOOSE};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::indexing::End;
use crate::lower::values::{Operand, Range, Value};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A range with constant bounds.
    pub(super) fn range_of_loop(&mut self, range: &'e ExprRange) -> Option<Range> {
        let place = SourcePlace::of(range);
        if self.is_between_floats(range, "the bounds of a loop") {
            return None;
        }
        let bounds = [&range.start, &range.end];
        let bounds = bounds.map(|bound| bound.as_deref().map(|bound| self.integer_operand(bound)));
        if let [Some(start), Some(end)] = &bounds
            && self.neither_is_constant(range, [start, end])
        {
            return None;
        }
        let last = match range.limits {
            RangeLimits::Closed(_) => End::Closed,
            RangeLimits::HalfOpen(_) => End::Open,
        };
        let [start, end] = &bounds;
        let start = self.bound_of_range(start.as_ref(), End::Start, range);
        let end = self.bound_of_range(end.as_ref(), last, range)?;
        let start = start?;
        let closed = usize::from(matches!(range.limits, RangeLimits::Closed(_)));
        let count = match (start.known_integer(), end.known_integer()) {
            (Some(start), Some(end)) => {
                let count = i128::from(end) - i128::from(start) + closed as i128;
                if count < 0 && self.ends_before_it_starts(range, [start, end]) {
                    return None;
                }
                let Ok(count) = i64::try_from(count.max(0)) else {
                    self.too_many_at(place, WHOLE_ARRAYS);
                    return None;
                };
                Extent::from(count)
            }
            _ if self.runs_backwards(range, [&start, &end]) => return None,
            // A loop never runs backwards: what is negative for all lengths is none.
            _ => match &end - &start + closed {
                count if count.is_negative() => Extent::from(0),
                count => count,
            },
        };
        Some(Range {
            start,
            step: 1,
            count,
        })
    }

    /// The help for a range without its end, where the body reads arrays at its positions.
    fn with_end(&self, range: &ExprRange) -> Option<String> {
        let start = range.start.as_deref().map(print)?;
        let length = self.positions_in_body()?;
        Some(format!("write `{start}..{length}`"))
    }

    /// A bound of a range at a place, which must be there.
    fn bound_of_range(
        &mut self,
        bound: Option<&Operand<'b, 'e>>,
        end: End,
        range: &'e ExprRange,
    ) -> Option<Extent> {
        match bound {
            Some(bound) => self.bound_of_loop(bound, end),
            None => {
                let place = SourcePlace::of(range);
                let message = "the range of a loop needs both bounds";
                let help = (end != End::Start).then(|| self.with_end(range)).flatten();
                self.error(Diagnostic::new(place, message).help_if(help));
                None
            }
        }
    }

    /// Reports a range of which neither bound is constant, `at[i]..at[i + 1]`: the positions are
    /// counted, since no range that is known holds them.
    fn neither_is_constant(&mut self, range: &'e ExprRange, bounds: [&Operand<'b, 'e>; 2]) -> bool {
        let is_open = |bound: &&Operand<'b, 'e>| {
            let value = &bound.value;
            value.as_extent().is_none() && value.is_one_integer()
        };
        if !bounds.iter().all(is_open) {
            return false;
        }
        let moving = bounds.map(|bound| match &bound.value {
            Value::Position(affine) => Some(affine),
            _ => None,
        });
        let [start, end] = bounds.map(|bound| print(bound.expr));
        let (why, can_unroll) = match moving {
            [Some(first), Some(last)] => (
                "move with a loop that is not unrolled",
                self.loops.can_unroll(first) && self.loops.can_unroll(last),
            ),
            _ => ("are known only at run time", false),
        };
        let message = format!(
            "the bounds of a loop are constants and lengths, and `{start}` and `{end}` {why}"
        );
        let own = self.counter().filter(|name| name != "_");
        let counter = own.unwrap_or_else(|| self.unused_name(&["j", "k", "i"]).into());
        let last = match range.limits {
            RangeLimits::Closed(_) => End::Closed,
            RangeLimits::HalfOpen(_) => End::Open,
        };
        let most = (range.end.as_deref()).and_then(|end| self.most_repetitions(end, last));
        let how = if most.is_some() { "" } else { TO_CHOOSE };
        let most = most.map_or(MANY.into(), |most| most.to_string());
        let sign = last.sign();
        let help = match can_unroll {
            true => "they are numbers in a loop that is unrolled: `#[unroll]`".into(),
            false => format!(
                "count{how}: `let mut {counter} = {start}; \
                 #[limit({most})] while {counter} {sign} {end} {{ ..; {counter} += 1; }}`"
            ),
        };
        self.error(Diagnostic::new(SourcePlace::of(range), message).help(help));
        true
    }
}
