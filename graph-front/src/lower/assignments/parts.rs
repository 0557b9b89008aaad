//! The parts of tuples and arrays, for patterns and for assignments to several targets.

use graph_ir::intern::signed;
use quote::ToTokens;

use crate::diagnostics::{Diagnostic, SourcePlace, plural, print};
use crate::lower::Lowerer;
use crate::lower::report::{grouped, short_text};
use crate::lower::values::{Operand, Value};

/// The parts of a tuple or an array in a pattern or an assignment, of which `..` may stand for any
/// number that are not named.
pub(in crate::lower) struct Several<'t, T> {
    before: Vec<&'t T>,
    /// Those behind the `..`, where there is one.
    after: Option<Vec<&'t T>>,
}

impl<'t, T> Several<'t, T> {
    pub(in crate::lower) fn of(
        parts: impl IntoIterator<Item = &'t T>,
        is_rest: impl Fn(&T) -> bool,
    ) -> Self {
        let mut before: Vec<&'t T> = parts.into_iter().collect();
        let rest = before.iter().position(|part| is_rest(part));
        let after = rest.map(|rest| {
            let after = before.split_off(rest);
            after.into_iter().skip(1).collect()
        });
        Self { before, after }
    }

    /// How many parts are named.
    fn named(&self) -> usize {
        self.before.len() + self.after.as_ref().map_or(0, Vec::len)
    }

    /// Whether a value may have so many parts.
    pub(in crate::lower) fn fit(&self, count: usize) -> bool {
        count == self.named() || self.after.is_some() && count > self.named()
    }

    /// The parts in brackets, and `..` behind them if they are not all.
    fn in_brackets(&self, are_all: bool) -> String
    where
        T: ToTokens,
    {
        let mut parts: Vec<String> = self.before.iter().map(print).collect();
        if let Some(after) = &self.after {
            parts.push("..".into());
            parts.extend(after.iter().map(print));
        } else if !are_all {
            parts.push("..".into());
        }
        format!("`[{}]`", parts.join(", "))
    }

    /// The parts in brackets behind `..`.
    fn behind_others(&self) -> String
    where
        T: ToTokens,
    {
        let parts: Vec<String> = self.before.iter().map(print).collect();
        format!("`[.., {}]`", parts.join(", "))
    }

    /// The patterns of these parts and `..` that take a tuple apart which has more values, wherever
    /// `..` stands; none where it stands among them already.
    fn with_rest(&self, values: &[Value<'_>]) -> Vec<String>
    where
        T: ToTokens,
    {
        let count = self.before.len();
        if self.after.is_some() || count >= values.len() {
            return Vec::new();
        }
        let rest = values.len() - count;
        let rests = (0..=count).rev();
        let fit = rests.filter(|&rest_at| {
            let taken = values[..rest_at].iter().chain(&values[rest_at + rest..]);
            self.may_take(taken)
        });
        let patterns = fit.map(|rest_at| {
            let mut parts: Vec<String> = self.before.iter().map(print).collect();
            parts.insert(rest_at, "..".into());
            format!("`({})`", parts.join(", "))
        });
        patterns.collect()
    }

    /// Whether values are tuples and arrays where the parts take such apart.
    fn may_take<'v, 'b: 'v>(&self, values: impl Iterator<Item = &'v Value<'b>>) -> bool
    where
        T: ToTokens,
    {
        let mut parts = self.before.iter().zip(values);
        parts.all(|(part, value)| match print(part).chars().next() {
            Some('(') => matches!(value, Value::Tuple(_)),
            Some('[') => value.shape().is_some_and(|shape| shape.rank() > 0),
            _ => true,
        })
    }

    /// The parts in parentheses, as those of a tuple.
    fn in_parentheses_alone(&self) -> Option<String>
    where
        T: ToTokens,
    {
        let parts: Vec<String> = self.before.iter().map(print).collect();
        let is_open = self.after.is_some();
        (!is_open).then(|| format!("`({})`", parts.join(", ")))
    }

    /// The named parts of an array of any length as its elements: `[a, b] = [x[0], x[1]]`.
    fn as_elements(&self, array: &str) -> String
    where
        T: ToTokens,
    {
        let after = self.after.as_deref().unwrap_or_default();
        let names = self.before.iter().chain(after).map(|part| print(*part));
        let first = (0..self.before.len()).map(|at| format!("{array}[{at}]"));
        let last = (1..=after.len()).rev();
        let last = last.map(|back| format!("{array}[{array}.len() - {back}]"));
        let (names, elements): (Vec<String>, Vec<String>) =
            (names.collect(), first.chain(last).collect());
        format!("[{}] = [{}]", names.join(", "), elements.join(", "))
    }

    fn least(&self) -> &'static str {
        self.after.as_ref().map_or("", |_| "at least ")
    }

    /// The named parts, with their values out of all.
    pub(in crate::lower) fn with<V>(self, mut values: Vec<V>) -> Vec<(&'t T, V)> {
        let after = self.after.unwrap_or_default();
        let last = values.split_off(values.len().saturating_sub(after.len()));
        let first = self.before.into_iter().zip(values);
        first.chain(after.into_iter().zip(last)).collect()
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The values of a tuple, to be bound or assigned at a place; poison, and an error, for another
    /// value.
    pub(super) fn parts_of_tuple<T: ToTokens>(
        &mut self,
        value: &Value<'b>,
        several: &Several<'_, T>,
        place: SourcePlace,
    ) -> Vec<Value<'b>> {
        match value {
            Value::Tuple(parts) if parts.are_of_tuple() && several.fit(parts.len()) => {
                parts.to_vec()
            }
            other => self.no_parts(other, several, ("a tuple", "value"), place),
        }
    }

    /// As [`Self::parts_of_tuple`], of an array.
    pub(super) fn parts_of_array<T: ToTokens>(
        &mut self,
        value: &Value<'b>,
        several: &Several<'_, T>,
        place: SourcePlace,
    ) -> Vec<Value<'b>> {
        let extent = value.shape().filter(|s| s.rank() > 0);
        let extent = extent.map(|shape| shape.count_along(0));
        let extent = extent.or_else(|| value.count_of_tuples());
        let extent = extent.and_then(|extent| extent.known());
        match extent.filter(|&extent| several.fit(extent)) {
            Some(extent) => {
                let rank = value.shape().map_or(0, |shape| shape.rank());
                let labels = value.labels().chosen(1..rank);
                let parts = (0..extent).map(|at| self.part(value, at).labelled(labels.clone()));
                parts.collect()
            }
            None => self.no_parts(value, several, ("an array", "element"), place),
        }
    }

    /// Whether an array has a known length, so that it may be taken apart; `start` begins the
    /// statement that does it by elements.
    pub(super) fn has_known_length<T: ToTokens>(
        &mut self,
        operand: &Operand<'b, 'e>,
        several: &Several<'_, T>,
        (start, place): (&str, SourcePlace),
    ) -> bool {
        let shape = operand.value.shape().filter(|shape| shape.rank() > 0);
        let extent = shape.map(|shape| shape.count_along(0));
        let Some(extent) = extent.filter(|extent| extent.known().is_none()) else {
            return true;
        };
        let found = self.describe(&operand.value);
        let message =
            format!("a pattern takes an array of known length apart, and this one is {found}");
        let note = format!("`{extent}` is known only at run time");
        let array = short_text(operand.expr).map(|text| grouped(&text));
        let elements = several.as_elements(array.as_deref().unwrap_or("x"));
        let help = format!("take its elements: `{start}{elements};`");
        self.error(Diagnostic::new(place, message).note(note).help(help));
        false
    }

    /// Reports a value that a pattern cannot take apart.
    fn no_parts<T: ToTokens>(
        &mut self,
        value: &Value<'b>,
        several: &Several<'_, T>,
        (whole, part): (&str, &str),
        place: SourcePlace,
    ) -> Vec<Value<'b>> {
        let count = several.named();
        if !value.is_poison() {
            let found = self.describe(value);
            let message = format!(
                "this pattern binds {whole} of {}{count} {part}{}, but the value is {found}",
                several.least(),
                plural(count)
            );
            let extent = value.shape().filter(|shape| shape.rank() > 0);
            let extent = extent.map(|shape| shape.count_along(0));
            let extent = extent.or_else(|| value.count_of_tuples());
            let extent = extent.and_then(|extent| extent.known());
            let help = extent.and_then(|extent| {
                let parts = several.in_brackets(several.fit(extent));
                match whole {
                    "a tuple" => Some(format!("an array is taken apart with brackets: {parts}")),
                    _ if count < extent && several.after.is_none() => {
                        // Which of them has no name is not known.
                        self.unnamed += extent - count;
                        let others = several.behind_others();
                        Some(format!(
                            "name all {extent}, or let `..` stand for those without a name, wherever \
                             they are: {parts} takes the first {count}, {others} the last {count}"
                        ))
                    }
                    _ => None,
                }
            });
            let values: &[Value<'b>] = match value {
                Value::Tuple(values) => values,
                _ => &[],
            };
            let tuple = || {
                let parts = several.in_parentheses_alone();
                parts.filter(|_| whole != "a tuple" && several.fit(values.len()))
            };
            let help = help.or_else(|| {
                tuple().map(|parts| format!("a tuple is taken apart with parentheses: {parts}"))
            });
            let help = help.or_else(|| {
                let patterns = match whole {
                    "a tuple" => several.with_rest(values),
                    _ => Vec::new(),
                };
                let (last, others) = patterns.split_last()?;
                let patterns = match others {
                    [] => last.clone(),
                    others => format!("{} or {last}", others.join(", ")),
                };
                Some(format!("`..` stands for those without a name: {patterns}"))
            });
            self.error(Diagnostic::new(place, message).help_if(help));
        }
        vec![Value::Poison; count]
    }

    /// The part of an array at a position of its first axis, which exists.
    pub(in crate::lower) fn part(&mut self, value: &Value<'b>, position: usize) -> Value<'b> {
        let index = signed(position);
        match value {
            Value::Tensor(tensor) => match self.builder.index(tensor.wire, 0, index) {
                Ok(wire) => Value::from(wire),
                Err(_) => Value::Poison,
            },
            Value::Table(_) => value.known_row(position).unwrap_or(Value::Poison),
            Value::Tuples(columns) => {
                Value::Tuple(columns.map(|column| self.part(column, position)))
            }
            _ => Value::Poison,
        }
    }
}
