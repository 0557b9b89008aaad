//! Help for a range with a bound that is known only at run time: a constant range that holds it, and
//! a condition inside. The arrays that the body reads at the loop's variable say how long that is.

use graph_ir::types::Extent;
use syn::{Expr, ExprForLoop, ExprRange, Pat, RangeLimits};

use super::header::name_of;
use super::sequence::least;
use crate::diagnostics::print;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::indexing::End;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::Operand;

/// The number of repetitions where nothing says how many there may be: a name, as a number would be
/// taken over as it stands, and decide the value.
const MOST: &str = "MOST";

/// The name of the argument of `step_by` in messages.
pub(in crate::lower) const STEP: &str = "the step of a loop";

/// The words of a help about [`MOST`].
const TO_CHOOSE: &str =
    ", where `MOST` is the most repetitions that there may be, as later ones are left out";

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The name of the variable of the loop whose header is read.
    pub(in crate::lower) fn counter(&self) -> Option<String> {
        let header = self.loops.header?;
        name_of(&header.pat).or_else(|| name_behind_count(header))
    }

    /// The help for the bound of a loop that is known only at run time.
    pub(in crate::lower) fn chosen_inside(&self, open: &Operand<'b, 'e>, end: End) -> String {
        let unused = || self.unused_name(&["i", "j", "k"]).to_string();
        let counter = self.counter().unwrap_or_else(unused);
        let text = short_text(without_parentheses(open.expr)).unwrap_or_else(|| "n".into());
        let sign = end.sign();
        let range = self.loops.header.and_then(range_in);
        let most = self.most_repetitions(open.expr, end);
        let is_known = most.is_some() || end == End::Start;
        let most = most.map_or(MOST.into(), |most| most.to_string());
        let (start, last) = match (end, range) {
            (End::Start, Some(range)) => {
                let closed = matches!(range.limits, RangeLimits::Closed(_));
                let last = range.end.as_deref().and_then(short_text);
                let last = last.map(|last| if closed { format!("={last}") } else { last });
                ("0".into(), last.unwrap_or(most))
            }
            (_, Some(range)) => {
                let start = range.start.as_deref().and_then(short_text);
                (start.unwrap_or_else(|| "0".into()), most)
            }
            (_, None) => ("0".into(), most),
        };
        let whole = format!("{start}..{last}");
        let sequence = match (self.loops.header, range) {
            (Some(header), Some(range)) => print(&header.expr).replace(&print(range), &whole),
            _ => whole,
        };
        let how = match is_known {
            true => "",
            false => TO_CHOOSE,
        };
        let pattern = match self.loops.header.map(|header| &*header.pat) {
            Some(pattern @ Pat::Tuple(_)) => print(pattern),
            _ => counter.clone(),
        };
        format!(
            "a loop runs over a constant range; choose inside of it{how}: \
             `for {pattern} in {sequence} {{ if {counter} {sign} {text} {{ .. }} }}`"
        )
    }

    /// The help for a step that is known only at run time: a condition in the loop whose header is
    /// read.
    pub(in crate::lower) fn in_steps(&self) -> Option<String> {
        let header = self.loops.header?;
        let Expr::MethodCall(call) = without_parentheses(&header.expr) else {
            return None;
        };
        let step = short_text(call.args.first()?).filter(|_| call.method == "step_by")?;
        let (step, counter) = (grouped(&step), name_of(&header.pat)?);
        match without_parentheses(&call.receiver) {
            Expr::Range(range) => {
                let start = short_text(range.start.as_deref()?)?;
                let counted = match start.as_str() {
                    "0" => counter.clone(),
                    start => format!("({counter} - {})", grouped(start)),
                };
                let range = print(range);
                Some(format!(
                    "choose inside of it: `for {counter} in {range} {{ if {counted} % {step} == 0 \
                     {{ .. }} }}`"
                ))
            }
            all => {
                let (all, position) = (short_text(all)?, self.unused_name(&["i", "j", "k"]));
                Some(format!(
                    "choose inside of it: `for ({position}, {counter}) in {all}.enumerate() {{ if \
                     {position} % {step} == 0 {{ .. }} }}`"
                ))
            }
        }
    }

    /// How often the loop whose header is read repeats at most, for an end of its range that is
    /// known only at run time: as far as its body reads arrays, or as far as the end may be.
    pub(super) fn most_repetitions(&self, bound: &Expr, end: End) -> Option<Extent> {
        let read = self.positions_in_body();
        let upper = match end {
            End::Start => None,
            End::Open => self.upper(bound),
            End::Closed => self.upper(bound).map(|last| last + 1),
        };
        let most = match (read, upper) {
            (Some(read), Some(upper)) => least(&read, &upper).unwrap_or(read),
            (read, upper) => read.or(upper)?,
        };
        // A loop over nothing is no help.
        (most.known_integer() != Some(0)).then_some(most)
    }
}

/// The name of the positions of a range that is enumerated, `for (n, i) in (2..9).enumerate()`.
fn name_behind_count(header: &ExprForLoop) -> Option<String> {
    let Pat::Tuple(pair) = &*header.pat else {
        return None;
    };
    let Expr::MethodCall(call) = without_parentheses(&header.expr) else {
        return None;
    };
    let is_range = matches!(without_parentheses(&call.receiver), Expr::Range(_));
    (is_range && call.method == "enumerate").then(|| name_of(pair.elems.get(1)?))?
}

/// The range behind `in`, in front of its methods.
fn range_in(header: &ExprForLoop) -> Option<&ExprRange> {
    let mut expr = without_parentheses(&header.expr);
    loop {
        match expr {
            Expr::Range(range) => return Some(range),
            Expr::MethodCall(call) => expr = without_parentheses(&call.receiver),
            _ => return None,
        }
    }
}
