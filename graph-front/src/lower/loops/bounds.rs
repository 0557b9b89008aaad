//! The range of a loop: between constants and lengths, or between integers that move with loops
//! around it or are computed.

use graph_ir::types::Extent;
use syn::{Expr, ExprRange, RangeLimits};

use super::WHOLE_ARRAYS;
use super::attributes::may_end_early;
use super::positions::{Moved, Positions, natural, with_slack};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::indexing::End;
use crate::lower::values::{Affine, Operand, Range, Value};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The positions of a range. Its bounds are constants and lengths, or positions and integers that
    /// are known only when the loop starts, if something says how many there are at most.
    pub(super) fn positions_of_loop(&mut self, range: &'e ExprRange) -> Option<Positions<'b>> {
        if self.is_between_floats(range, "the bounds of a loop") {
            return None;
        }
        let bounds = [&range.start, &range.end];
        let bounds = bounds.map(|bound| bound.as_deref().map(|bound| self.integer_operand(bound)));
        // What is wrong with one of them says nothing about the other.
        if bounds.iter().flatten().any(|bound| bound.value.is_poison()) {
            return None;
        }
        let [Some(start), Some(end)] = &bounds else {
            self.lacks_bound(range, &bounds);
            return None;
        };
        let both = [start, end];
        let is_known = both.map(|bound| bound.value.as_extent().is_some());
        let is_integer = both.iter().all(|bound| bound.value.is_one_integer());
        if is_integer && is_known != [true, true] {
            if let Some(moved) = self.moved_range(range, both) {
                return Some(Positions::Moved(moved));
            }
            if self.neither_is_constant(range, both) {
                return None;
            }
        }
        self.range_of_loop(range, both).map(Positions::Constant)
    }

    /// A range with constant bounds.
    fn range_of_loop(
        &mut self,
        range: &'e ExprRange,
        [start, end]: [&Operand<'b, 'e>; 2],
    ) -> Option<Range> {
        let start = self.bound_of_loop(start, End::Start);
        let end = self.bound_of_loop(end, last_of(range))?;
        let start = start?;
        let closed = usize::from(is_closed(range));
        let count = match (start.known_integer(), end.known_integer()) {
            (Some(start), Some(end)) => {
                let count = i128::from(end) - i128::from(start) + closed as i128;
                if count < 0 && self.ends_before_it_starts(range, [start, end]) {
                    return None;
                }
                let Ok(count) = i64::try_from(count.max(0)) else {
                    self.too_many_at(SourcePlace::of(range), WHOLE_ARRAYS);
                    return None;
                };
                Extent::from(count)
            }
            _ if self.runs_backwards(range, [&start, &end]) => return None,
            // A loop never runs backwards: what is negative for all lengths is none.
            _ => natural(&end - &start + closed),
        };
        Some(Range {
            start,
            step: 1,
            count,
        })
    }

    /// The positions between two integers, at least one of which is known only when the loop starts;
    /// `None` where nothing says how many there are at most.
    fn moved_range(
        &mut self,
        range: &ExprRange,
        [start, end]: [&Operand<'b, 'e>; 2],
    ) -> Option<Moved<'b>> {
        let closed = Affine::constant(i64::from(is_closed(range)));
        if let (Some(first), Some(last)) = (start.value.as_affine(), end.value.as_affine()) {
            let count = last.plus(&first, -1)?.plus(&closed, 1)?;
            let [_, most] = self.extremes(&count);
            let is_constant = count.as_extent().is_some();
            return Some(Moved {
                first: start.value.clone(),
                step: 1,
                most: natural(if is_constant { most } else { with_slack(most) }),
                told: (!is_constant).then(|| Value::from(count)),
            });
        }
        // A position that moves with loops stays one, and bounds those of loops inside.
        let mut computed = |bound: &Value<'b>| match bound.as_affine() {
            Some(_) => Some(bound.clone()),
            None => self.default_wire(bound).map(Value::from),
        };
        let (from, to) = (computed(&start.value)?, computed(&end.value)?);
        if let Some(count) = self.distance(range) {
            return Some(Moved {
                first: from,
                step: 1,
                most: natural(count + closed.offset),
                told: None,
            });
        }
        let most = self.most_between(range, [&start.value, &end.value])?;
        let count = self.added(&to, &from, -1)?;
        Some(Moved {
            first: from,
            step: 1,
            most: natural(with_slack(most)),
            told: Some(self.added(&count, &Value::from(closed), 1)?),
        })
    }

    /// How many positions a range with a computed bound has at most. Where nothing bounds its end,
    /// the arrays do that are read at the positions: the loop checks the number. That of a loop which
    /// may end early is not known, and must be bounded.
    fn most_between(&self, range: &ExprRange, [start, end]: [&Value<'b>; 2]) -> Option<Extent> {
        let (start_of, end_of) = (range.start.as_deref()?, range.end.as_deref()?);
        let lowest = start
            .as_affine()
            .map(|start| self.extremes(&start)[0].clone());
        let header = self.loops.header;
        let ends_early = header.is_some_and(|header| may_end_early(&header.attrs));
        if ends_early && lowest.is_none() && !self.is_never_negative(start_of) {
            return None;
        }
        let closed = usize::from(is_closed(range));
        let behind = match end.as_affine() {
            Some(end) => &self.extremes(&end)[1] + closed,
            None if ends_early => self.upper(end_of)? + closed,
            None => self.most_repetitions(end_of, last_of(range))?,
        };
        Some(behind - lowest.unwrap_or(Extent::from(0)))
    }

    /// Reports a range without one of its bounds, whatever the other one is.
    fn lacks_bound(&self, range: &ExprRange, bounds: &[Option<Operand<'b, 'e>>; 2]) {
        let help = match bounds {
            [start, None] => self.with_end(start.as_ref()),
            [None, Some(end)] => self.with_start(range, end),
            [Some(_), Some(_)] => None,
        };
        let message = "the range of a loop needs both bounds";
        self.error(Diagnostic::new(SourcePlace::of(range), message).help_if(help));
    }

    /// The help for a range without its end, where the body reads arrays at its positions.
    fn with_end(&self, start: Option<&Operand<'b, 'e>>) -> Option<String> {
        let start = start.map_or("0".into(), |start| print(start.expr));
        let length = self.positions_in_body()?;
        Some(format!("write `{start}..{length}`"))
    }

    /// The help for a range without its start, where something bounds its end.
    fn with_start(&self, range: &ExprRange, end: &Operand<'b, 'e>) -> Option<String> {
        let is_known = end.value.as_extent().is_some();
        let is_bounded = || self.most_repetitions(end.expr, last_of(range)).is_some();
        (is_known || is_bounded()).then(|| format!("write `0{}`", print(range)))
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
        let [start, end] = bounds.map(|bound| print(bound.expr));
        let message = format!(
            "the bounds of a loop are constants and lengths, and `{start}` and `{end}` are known \
             only at run time"
        );
        let most =
            (range.end.as_deref()).and_then(|end| self.most_repetitions(end, last_of(range)));
        let how = match most {
            Some(_) => "",
            None => {
                ", with the most repetitions that there may be between the parentheses of `limit`, \
                 as later ones are left out"
            }
        };
        let most = most.map_or("..".into(), |most| most.to_string());
        let help = match self.counting(range, [&start, &end]) {
            Some([first, repeated]) => {
                format!("count{how}: `let mut {first}; #[limit({most})] while {repeated}`")
            }
            None => format!("count in a `while`{how}: `#[limit({most})] while .. {{ .. }}`"),
        };
        self.error(Diagnostic::new(SourcePlace::of(range), message).help(help));
        true
    }

    /// The positions of the loop whose header is read as a variable that counts, with its first
    /// value, and as the rest of a `while`; `None` where several sequences are bound.
    fn counting(&self, range: &ExprRange, [start, end]: [&str; 2]) -> Option<[String; 2]> {
        let own = self.counter().filter(|name| name != "_");
        let counter = own.unwrap_or_else(|| self.unused_name(&["j", "k", "i"]).into());
        let header = self.loops.header?;
        let sign = last_of(range).sign();
        let (mut sequence, mut adapter) = (without_parentheses(&header.expr), None);
        if let Expr::MethodCall(call) = sequence {
            adapter = Some(call);
            sequence = without_parentheses(&call.receiver);
        }
        if !matches!(sequence, Expr::Range(_)) {
            return None;
        }
        let next = self.unused_name(&["next", "left", "at"]);
        let step = match adapter {
            Some(call) if call.method == "rev" => {
                let behind = match is_closed(range) {
                    true => format!("{end} + 1"),
                    false => end.into(),
                };
                return Some([
                    format!("{next} = {behind}"),
                    format!("{next} > {start} {{ {next} -= 1; let {counter} = {next}; .. }}"),
                ]);
            }
            Some(call) if call.method == "step_by" => print(call.args.first()?),
            Some(_) => return None,
            None => "1".into(),
        };
        // First in the body: `continue` would leave out what stands at its end.
        Some([
            format!("{next} = {start}"),
            format!("{next} {sign} {end} {{ let {counter} = {next}; {next} += {step}; .. }}"),
        ])
    }
}

/// Whether the last position of a range is its end.
fn is_closed(range: &ExprRange) -> bool {
    matches!(range.limits, RangeLimits::Closed(_))
}

fn last_of(range: &ExprRange) -> End {
    match is_closed(range) {
        true => End::Closed,
        false => End::Open,
    }
}
