//! `einsum("ij,jk->ik", a, b)`: sums of products over named axes.
//!
//! The names stand in a string literal, in numpy's notation. Spaces mean nothing; without `->` the
//! result has the axes that are named once, in alphabetical order.

use graph_ir::types::Extent;
use syn::punctuated::Punctuated;
use syn::{Expr, Lit, Token};

use super::arguments::option;
use super::builtins::Builtin;
use crate::diagnostics::{Diagnostic, SourcePlace, plural};
use crate::labels::{Label, Labels};
use crate::lower::Lowerer;
use crate::lower::values::{Operand, Value};

/// The name of the function.
const EINSUM: &str = "einsum";

/// The names of the axes of each operand, and of the result.
struct Subscripts {
    operands: Vec<Vec<char>>,
    result: Vec<char>,
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `einsum("ij,jk->ik", a, b)`.
    pub(super) fn einsum(
        &mut self,
        is_method: bool,
        args: &'e Punctuated<Expr, Token![,]>,
        place: SourcePlace,
    ) -> Value<'b> {
        let usage = format!("it is called as `{}`", Builtin::Einsum.usage(EINSUM));
        if is_method {
            let message = "`einsum` is no method: its first argument names the axes";
            return self.error(Diagnostic::new(place, message).help(usage));
        }
        if let Some((name, _)) = args.iter().find_map(option) {
            self.unknown_option(EINSUM, name, &[], None);
            return Value::Poison;
        }
        let mut args = args.iter();
        let Some(first) = args.next() else {
            let message = "`einsum` takes at least 2 arguments, found 0";
            return self.error(Diagnostic::new(place, message).help(usage));
        };
        let Expr::Lit(syn::ExprLit {
            lit: Lit::Str(text),
            ..
        }) = first
        else {
            let message = "the first argument of `einsum` names the axes, in a string literal";
            return self.error(Diagnostic::new(SourcePlace::of(first), message).help(usage));
        };
        let names = SourcePlace::token(text.span());
        let subscripts = Subscripts::parse(&text.value());
        let operands: Vec<Operand<'b, 'e>> = args.map(|arg| self.operand(arg)).collect();
        let subscripts = match subscripts {
            Ok(subscripts) => subscripts,
            Err((message, help)) => {
                return self.error(Diagnostic::new(names, message).help(help));
            }
        };
        if operands.iter().any(|operand| operand.value.is_poison()) {
            return Value::Poison;
        }
        let (expected, found) = (subscripts.operands.len(), operands.len());
        if expected != found {
            let message = format!(
                "`{}` names the axes of {expected} operand{}, found {found}",
                text.value(),
                plural(expected)
            );
            return self.error(Diagnostic::new(names, message).help(usage));
        }
        let misfit = self.misfit(&subscripts, &operands);
        let misfit = misfit.or_else(|| self.two_axes_of_one_letter(&subscripts, &operands));
        match misfit {
            Some(error) => self.error(error),
            None => self.sum_of_products(&subscripts, &operands, place),
        }
    }

    /// The complaint about the first operand that does not have the axes that are named.
    fn misfit(&self, subscripts: &Subscripts, operands: &[Operand<'b, 'e>]) -> Option<Diagnostic> {
        let mut known: Vec<(char, Extent, usize)> = Vec::new();
        for (number, (names, operand)) in subscripts.operands.iter().zip(operands).enumerate() {
            let found = self.describe(&operand.value);
            let Some(shape) = operand.value.shape() else {
                let message = format!("`{EINSUM}` needs a scalar or an array, found {found}");
                return Some(Diagnostic::new(operand.place, message));
            };
            let (count, rank) = (names.len(), shape.rank());
            if count != rank {
                let own: String = names.iter().collect();
                let message = match count {
                    0 => format!("no axis is named of {found}, which has {rank}"),
                    _ => format!(
                        "`{own}` names {count} {}, and {found} has {rank}",
                        if count == 1 { "axis" } else { "axes" }
                    ),
                };
                let diagnostic = Diagnostic::new(operand.place, message);
                return Some(diagnostic.note_if(self.explain(operand)));
            }
            for (axis, &name) in names.iter().enumerate() {
                let extent = shape.count_along(axis);
                match known.iter().find(|(own, ..)| *own == name) {
                    None => known.push((name, extent, number)),
                    Some((_, other, _)) if *other == extent => {}
                    Some(&(_, ref other, from)) => {
                        let message = format!(
                            "the axes named `{name}` run together and need equal extents, found \
                             {other} and {extent}"
                        );
                        let mut diagnostic = Diagnostic::new(operand.place, message);
                        if from != number {
                            diagnostic = diagnostic.note_if(self.explain(&operands[from]));
                        }
                        return Some(diagnostic.note_if(self.explain(operand)));
                    }
                }
            }
        }
        None
    }

    /// The complaint about dimensions of one letter that are two axes.
    fn two_axes_of_one_letter(
        &self,
        subscripts: &Subscripts,
        operands: &[Operand<'b, 'e>],
    ) -> Option<Diagnostic> {
        let mut known: Vec<(char, Label)> = Vec::new();
        for (letters, operand) in subscripts.operands.iter().zip(operands) {
            let labels = operand.value.labels();
            for (at, &letter) in letters.iter().enumerate() {
                let Some(label) = labels.get(at).filter(|label| label.is_axis()) else {
                    continue;
                };
                match known.iter().find(|(own, _)| *own == letter) {
                    None => known.push((letter, label.clone())),
                    Some((_, other)) if other == label => {}
                    Some((_, other)) => {
                        let (a, b) = (other.name(), label.name());
                        let message = format!(
                            "the axes named `{letter}` run together, and `{a}` and `{b}` are two"
                        );
                        let diagnostic = Diagnostic::new(operand.place, message);
                        let notes = [other, label].map(|axis| self.origin_of_axis(axis));
                        let noted = notes.into_iter().fold(diagnostic, Diagnostic::note_if);
                        return Some(noted);
                    }
                }
            }
        }
        None
    }

    fn sum_of_products(
        &mut self,
        subscripts: &Subscripts,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Value<'b> {
        let Some(element) = self.common_element(EINSUM, true, operands) else {
            return Value::Poison;
        };
        self.at(place);
        let wires = operands.iter().map(|o| self.wire(&o.value, element));
        let Some(wires) = wires.collect::<Option<Vec<_>>>() else {
            return Value::Poison;
        };
        let names: Vec<&[char]> = subscripts.operands.iter().map(Vec::as_slice).collect();
        let labels = subscripts.labels(operands);
        match self.builder.einsum(&names, &subscripts.result, &wires) {
            Ok(wire) => Value::from(wire).labelled(labels),
            Err(error) => self.refused(&error, place, operands),
        }
    }
}

impl Subscripts {
    /// The names that dimensions of the result have in the operands.
    fn labels(&self, operands: &[Operand<'_, '_>]) -> Labels {
        let labels = operands.iter().map(|operand| operand.value.labels());
        let labels: Vec<Labels> = labels.collect();
        let named = |letter: &char| {
            let all = self.operands.iter().zip(&labels);
            { all }.find_map(|(own, labels)| {
                let at = own.iter().position(|other| other == letter)?;
                labels.get(at).cloned()
            })
        };
        Labels::of(self.result.iter().map(named))
    }

    /// The names in a text; or the complaint about it, and the remedy.
    fn parse(text: &str) -> Result<Self, (String, &'static str)> {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        if text.contains("..") {
            let message = format!("`{text}` leaves axes without a name");
            return Err((message, "name each axis: `einsum` has no `...`"));
        }
        let (operands, result) = match text.split_once("->") {
            Some((operands, result)) => (operands, Some(result)),
            None => (&text[..], None),
        };
        let letters = |part: &str| -> Result<Vec<char>, (String, &'static str)> {
            let wrong = part.chars().find(|c| !c.is_ascii_alphabetic());
            match wrong {
                None => Ok(part.chars().collect()),
                Some(wrong) => Err((
                    format!("`{wrong}` in `{text}` names no axis"),
                    "axes are named by letters, as in `ij,jk->ik`",
                )),
            }
        };
        let operands = operands.split(',').map(letters);
        let operands: Vec<Vec<char>> = operands.collect::<Result<_, _>>()?;
        let Some(result) = result else {
            return Ok(Self {
                result: named_once(&operands),
                operands,
            });
        };
        let result = letters(result)?;
        for (at, name) in result.iter().enumerate() {
            if !operands.iter().any(|own| own.contains(name)) {
                let message =
                    format!("the result of `{text}` names `{name}`, an axis of no operand");
                return Err((message, "the result has axes of the operands, each once"));
            }
            if result[..at].contains(name) {
                let message = format!("the result of `{text}` names `{name}` twice");
                return Err((message, "the result has axes of the operands, each once"));
            }
        }
        Ok(Self { operands, result })
    }
}

/// The names that stand once among the axes of all operands, in alphabetical order.
fn named_once(operands: &[Vec<char>]) -> Vec<char> {
    let all = || operands.iter().flatten();
    let once = |name: &char| all().filter(|other| *other == name).count() == 1;
    let mut result: Vec<char> = all().copied().filter(once).collect();
    result.sort_unstable();
    result
}
