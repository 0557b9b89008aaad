//! The entries between the brackets of an index: positions and ranges.

use graph_ir::Element;
use graph_ir::types::Extent;
use syn::{Expr, ExprIndex, ExprLit, ExprRange, Lit, RangeLimits};

use super::selection::{Index, Start};
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::loops::STEP;
use crate::lower::report::{OF_KNOWN_LENGTHS, grouped, short_text};
use crate::lower::types::whole_number;
use crate::lower::values::{Operand, Scalar, Value};

/// The ends of the range of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::lower) enum End {
    Start,
    /// The end, which is not a position itself.
    Open,
    /// The last position.
    Closed,
}

impl End {
    /// The sign of the comparison with a bound that stands for it.
    pub(in crate::lower) fn sign(self) -> &'static str {
        match self {
            Self::Start => ">=",
            Self::Open => "<",
            Self::Closed => "<=",
        }
    }

    /// The help for a bound that is not constant: the condition that stands for it.
    fn condition(self, bound: &str, counter: Option<&str>) -> String {
        let mentions = |name: &str| {
            let mut words = bound.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            words.any(|word| word == name)
        };
        let mut others = ["j", "k", "i"].into_iter();
        let counter = counter.or_else(|| others.find(|name| !mentions(name)));
        let counter = counter.unwrap_or("j");
        let sign = self.sign();
        let bound = match bound
            .strip_prefix('(')
            .and_then(|inner| inner.strip_suffix(')'))
        {
            Some(inner) if !inner.contains(['(', ')']) => inner,
            _ => bound,
        };
        format!(
            "constant bounds and a condition in the loop do the same: \
             `if {counter} {sign} {bound} {{ .. }}`"
        )
    }
}

/// The name of bounds in messages.
const BOUNDS: &str = "the bounds of a loop";
/// The name of the entries of a shape in messages.
pub(in crate::lower) const EXTENT: &str = "an extent";
const CONSTANT: &str =
    "literals, `const` items, loop variables and arithmetic on them are constant";

const LENGTH: &str = "lengths are sums, differences and products of constants and `const` \
                      parameters";

const WHOLE_MULTIPLES: &str = "no length is a quotient: lengths are sums of whole multiples of `const` \
                               parameters; this one is a parameter of its own that an argument has, \
                               `const M: usize` and `_y: &[f64; M]`";

/// One pair of brackets, lowered.
pub(in crate::lower) struct Bracket<'b, 'e> {
    pub(in crate::lower) entries: Vec<Index<'b>>,
    pub(in crate::lower) expr: &'e ExprIndex,
}

impl Bracket<'_, '_> {
    /// Whether it takes one known position along each of its axes.
    pub(in crate::lower) fn is_one(&self) -> bool {
        let mut entries = self.entries.iter();
        entries.all(|entry| matches!(entry, Index::Position(..)))
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A chain of brackets, behind what is read or assigned.
    pub(in crate::lower) fn brackets(
        &mut self,
        chain: &[&'e ExprIndex],
        is_read: bool,
    ) -> Vec<Bracket<'b, 'e>> {
        let brackets = chain.iter().map(|&expr| Bracket {
            entries: self.indices(expr, is_read),
            expr,
        });
        brackets.collect()
    }

    /// The entries of one pair of brackets.
    fn indices(&mut self, expr: &'e ExprIndex, is_read: bool) -> Vec<Index<'b>> {
        let is_wrong = self.is_counted_from_end(expr);
        match &*expr.index {
            Expr::Tuple(tuple) if is_wrong => tuple.elems.iter().map(|_| Index::Wrong).collect(),
            _ if is_wrong => vec![Index::Wrong],
            Expr::Tuple(tuple) => tuple
                .elems
                .iter()
                .map(|e| self.entry(e, expr, is_read))
                .collect(),
            single => vec![self.entry(single, expr, is_read)],
        }
    }

    /// One entry of an index.
    fn entry(&mut self, expr: &'e Expr, index: &ExprIndex, is_read: bool) -> Index<'b> {
        if let Expr::Range(range) = expr {
            return self.range_entry(range);
        }
        let operand = self.integer_operand(expr);
        match &operand.value {
            value if value.is_poison() || value.element() == Some(Element::I64) => {
                self.index_at(value, operand.place)
            }
            value => {
                let found = self.describe(value);
                let message = format!("an index must be an integer, found {found}");
                let note = self.explain(&operand);
                let diagnostic = Diagnostic::new(operand.place, message).note_if(note);
                let element = self.element_as_index(&operand, index, is_read);
                let help = element.unwrap_or_else(|| self.integer_for_index(&operand));
                self.error(diagnostic.help(help));
                Index::Wrong
            }
        }
    }

    /// The index that an integer is.
    pub(in crate::lower) fn index_at(
        &mut self,
        value: &Value<'b>,
        place: SourcePlace,
    ) -> Index<'b> {
        match value {
            Value::Scalar(Scalar::Integer(index)) => Index::Position(Extent::from(*index), place),
            Value::Position(affine) => match affine.as_extent() {
                Some(index) => Index::Position(index.clone(), place),
                None => Index::Moving(affine.clone(), place),
            },
            value => match self.default_wire(value) {
                Some(wire) => Index::Computed(wire, place),
                None => Index::Wrong,
            },
        }
    }

    /// How to write an index that is a float.
    fn integer_for_index(&self, operand: &Operand<'b, 'e>) -> String {
        let value = &operand.value;
        let text = short_text(operand.expr);
        let is_scalar = value.shape().is_some_and(|shape| shape.rank() == 0);
        let is_number = is_scalar && value.element() != Some(Element::Bool);
        match (whole_number(operand.expr), text) {
            (Some(whole), _) => format!("write an integer: `{whole}`"),
            (None, Some(text)) if value.element() == Some(Element::Bool) && !is_scalar => {
                let names = self.unused_names(2);
                let (a, b) = (&names[0], &names[1]);
                format!(
                    "`select({text}, {a}, {b})` is `{a}` where it holds and `{b}` elsewhere, element \
                     by element"
                )
            }
            (None, Some(text)) if !is_scalar && !matches!(operand.expr, Expr::Array(_)) => {
                format!("convert the floats: `{} as usize`", grouped(&text))
            }
            (None, Some(text)) if is_number && !matches!(operand.expr, Expr::Lit(_)) => {
                format!(
                    "write an integer without a point, or convert the float: `{} as usize`",
                    grouped(&text)
                )
            }
            _ => "indices are integers: literals, `const` items, loop variables and `usize` \
                  arguments"
                .into(),
        }
    }

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
            "evenly spaced numbers are an array: `for {counter} in linspace({start}, {end}, 11)`"
        ))
    }

    fn range_entry(&mut self, range: &'e ExprRange) -> Index<'b> {
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
            Some(affine) if self.loops.can_unroll(affine) => {
                "it is a number in a loop that is unrolled: `#[unroll]`".into()
            }
            Some(_) => {
                "take all positions and mask them: `tril(a)[i]`, or an inner loop, `for j in 0..N { if j < i { .. } }`".into()
            }
            None => self.chosen_positions([text(start), text(end)], written),
        };
        self.error(diagnostic.help(help));
        Index::Wrong
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

    pub(in crate::lower) fn integer_operand(&mut self, expr: &'e Expr) -> Operand<'b, 'e> {
        let before = core::mem::replace(
            &mut self.wanted,
            match without_parentheses(expr) {
                Expr::Cast(_) => "f64",
                _ => "usize",
            },
        );
        let operand = self.operand(expr);
        self.wanted = before;
        operand
    }

    /// A compile-time integer; `what` names its use.
    pub(in crate::lower) fn constant_index(&mut self, expr: &'e Expr, what: &str) -> Option<i64> {
        let operand = self.integer_operand(expr);
        match operand.value.as_integer() {
            Some(index) => Some(index),
            None => {
                self.not_constant(&operand, what);
                None
            }
        }
    }

    /// An integer that is known, or a formula of lengths that are known only at run time.
    pub(in crate::lower) fn extent_index(&mut self, expr: &'e Expr, what: &str) -> Option<Extent> {
        let operand = self.integer_operand(expr);
        let extent = operand.value.as_extent();
        if extent.is_none() {
            self.not_constant(&operand, what);
        }
        extent
    }

    /// The start, or the end, of the range of a loop.
    pub(in crate::lower) fn bound_of_loop(
        &mut self,
        bound: &Operand<'b, 'e>,
        end: End,
    ) -> Option<Extent> {
        let extent = bound.value.as_extent();
        if extent.is_none() {
            self.not_constant_at(bound, BOUNDS, Some(end));
        }
        extent
    }

    /// Reports an operand that is not a compile-time integer.
    pub(in crate::lower) fn not_constant(&mut self, operand: &Operand<'b, 'e>, what: &str) {
        self.not_constant_at(operand, what, None);
    }

    fn not_constant_at(&mut self, operand: &Operand<'b, 'e>, what: &str, end: Option<End>) {
        match &operand.value {
            Value::Poison => {}
            value => {
                let found = self.describe(value);
                let verb = if what.starts_with("the bounds") {
                    "are"
                } else {
                    "is"
                };
                let text = short_text(operand.expr).unwrap_or_else(|| "this".into());
                let (message, help) = if let Some(extent) = value.as_extent() {
                    let own = match extent.to_string() {
                        own if own == text => String::new(),
                        own => format!(", `{own}`"),
                    };
                    let message = format!(
                        "{what} {verb} constant, and `{text}` is an extent that is known only at \
                         run time{own}"
                    );
                    (message, Some(OF_KNOWN_LENGTHS.into()))
                } else if let Value::Position(affine) = value {
                    let message = format!(
                        "{what} {verb} constant, and `{text}` moves with a loop that is not unrolled"
                    );
                    let is_unrolled = self.loops.can_unroll(affine);
                    let unrolled = "it is a number in a loop that is unrolled: `#[unroll]`";
                    let help = match end {
                        _ if is_unrolled => Some(unrolled.into()),
                        Some(end) => Some(end.condition(&text, self.counter().as_deref())),
                        None if what == STEP => self.in_steps(),
                        None => None,
                    };
                    (message, help)
                } else if value.is_one_integer() {
                    let message = match end {
                        Some(End::Open | End::Closed) => format!(
                            "{what} are constants, lengths, or integers that something bounds, \
                             and nothing bounds `{text}`, which is known only at run time"
                        ),
                        Some(End::Start) | None => {
                            format!(
                                "{what} {verb} constant, and `{text}` is known only at run time"
                            )
                        }
                    };
                    (
                        message,
                        Some(match (what, end) {
                            ("the length of an array" | EXTENT, _) if divides(operand.expr) => {
                                WHOLE_MULTIPLES.into()
                            }
                            (_, Some(end)) => self.chosen_inside(operand, end),
                            ("the length of an array" | EXTENT, _) if self.has_symbols() => {
                                LENGTH.into()
                            }
                            (STEP, _) => self.in_steps().unwrap_or_else(|| CONSTANT.into()),
                            _ => CONSTANT.into(),
                        }),
                    )
                } else {
                    let wanted = match verb {
                        "are" => "constant integers",
                        _ => "a constant integer",
                    };
                    let whole = whole_number(operand.expr);
                    let help = whole.map(|whole| format!("write an integer: `{whole}`"));
                    let diagnostic = Diagnostic::new(
                        operand.place,
                        format!("{what} {verb} {wanted}, found {found}"),
                    );
                    let help = help.or_else(|| self.whole_start(operand));
                    let help = help.unwrap_or_else(|| CONSTANT.into());
                    let diagnostic = diagnostic.note_if(self.explain(operand)).help(help);
                    self.error(diagnostic);
                    return;
                };
                let note = self.explain(operand);
                let diagnostic = Diagnostic::new(operand.place, message).note_if(note);
                self.error(diagnostic.help_if(help));
            }
        }
    }

    /// Whether the function is made for lengths that are known only at run time.
    fn has_symbols(&self) -> bool {
        self.signature
            .is_some_and(|signature| signature.lengths.is_symbolic())
    }
}

/// Whether a length is written with a division.
fn divides(length: &Expr) -> bool {
    short_text(length).is_some_and(|text| text.contains(['/', '%']))
}
