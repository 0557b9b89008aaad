//! Assignments at several positions at once: `y[[0, 2]] = x`, `u[FREE] += d`.
//!
//! Positions that are known, each of them named once, take their parts like those of a range. Where
//! one may be named twice, only sums mean the same in every order: such parts are added as
//! `scatter_add` adds them.

use graph_ir::graph::Literal;
use graph_ir::ops::{SCALAR_LIMIT, ScalarOp};
use graph_ir::types::Extent;
use graph_ir::{Error, Shape, Wire};
use syn::{Expr, ExprIndex};

use super::Target;
use super::replacement::Level;
use crate::diagnostics::{Diagnostic, SourcePlace, print};
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::indexing::{Bracket, Index, Selection, is_still};
use crate::lower::report::{grouped, short_text};
use crate::lower::values::Operand;
use crate::lower::variables::VariableId;

/// How the parts at the lists of positions in a target are assigned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lists {
    /// Each part replaces the one at its position; with `few`, there are no more than a handful.
    Distinct { few: bool },
    /// Each part is added to what stands at its position, or subtracted from it.
    Added(ScalarOp),
}

/// A list of positions between the brackets of a target.
struct List<'e> {
    expr: &'e Expr,
    place: SourcePlace,
    extents: Vec<Extent>,
    /// The positions, where they are known.
    known: Option<Vec<i64>>,
    /// The brackets, where nothing else stands between them.
    alone: Option<&'e ExprIndex>,
}

impl List<'_> {
    /// The first position that is named again.
    fn repeated(&self) -> Option<i64> {
        let mut sorted = self.known.clone()?;
        sorted.sort_unstable();
        let mut pairs = sorted.windows(2);
        pairs.find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
    }

    fn is_distinct(&self) -> bool {
        self.known.is_some() && self.repeated().is_none()
    }

    /// Whether the positions are few, in a row.
    fn is_short(&self) -> bool {
        let length = self.known.as_ref().map(Vec::len);
        self.extents.len() == 1 && length.is_some_and(|length| length <= SCALAR_LIMIT)
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// How the lists of positions in a target are assigned; `None`, and an error, where they cannot
    /// be.
    pub(super) fn lists(
        &mut self,
        id: VariableId,
        to: Target<'e>,
        brackets: &[Bracket<'b, 'e>],
        op: Option<ScalarOp>,
        value: &Operand<'b, 'e>,
    ) -> Option<Lists> {
        let lists: Vec<List<'e>> = { brackets.iter() }
            .flat_map(|bracket| self.lists_of(bracket))
            .collect();
        let Some(wrong) = lists.iter().find(|list| !list.is_distinct()) else {
            let few = lists.iter().all(List::is_short);
            return Some(Lists::Distinct { few });
        };
        // Integers are not scattered.
        let are_floats = !self.variables.get(id).holds_integers();
        match op {
            Some(op @ (ScalarOp::Add | ScalarOp::Sub)) if are_floats => Some(Lists::Added(op)),
            _ => {
                let diagnostic = match wrong.repeated() {
                    Some(position) => {
                        let message = format!(
                            "position {position} stands here twice, and an element has one value"
                        );
                        let sum = || sum_of_parts(to, value).filter(|_| op.is_none() && are_floats);
                        let help = sum().or_else(|| self.run_over(&lists, brackets, to, op, value));
                        Diagnostic::new(wrong.place, message).help_if(help)
                    }
                    None => {
                        let message =
                            "several positions computed at run time cannot be assigned at once";
                        let help = self.run_over(&lists, brackets, to, op, value);
                        let help = help
                            .unwrap_or_else(|| "run over the positions with a `for` loop".into());
                        let diagnostic = Diagnostic::new(wrong.place, message);
                        diagnostic.note("two of them may be the same").help(help)
                    }
                };
                self.error(diagnostic);
                None
            }
        }
    }

    fn lists_of(&self, bracket: &Bracket<'b, 'e>) -> Vec<List<'e>> {
        let exprs: Vec<&'e Expr> = match &*bracket.expr.index {
            Expr::Tuple(tuple) => tuple.elems.iter().collect(),
            single => vec![single],
        };
        let alone = (exprs.len() == 1).then_some(bracket.expr);
        let entries = bracket.entries.iter().zip(exprs);
        let lists = entries.filter_map(|(entry, expr)| {
            let Index::Computed(positions, place) = *entry else {
                return None;
            };
            let extents = positions.ty().ok()?.shape.counts();
            (!extents.is_empty()).then(|| List {
                expr,
                place,
                extents,
                known: self.known_positions(positions),
                alone,
            })
        });
        lists.collect()
    }

    fn known_positions(&self, positions: Wire<'b>) -> Option<Vec<i64>> {
        let constant = self.builder.as_constant(positions)?;
        let integers = constant.literals().map(|literal| match literal {
            Literal::I64(integer) => Some(integer),
            _ => None,
        });
        integers.collect()
    }

    /// Makes known positions of lists that are known; whether the positions in all brackets are, so
    /// that the elements there can be assigned one by one.
    pub(super) fn hold_lists(&self, brackets: &mut [Bracket<'b, 'e>]) -> bool {
        let mut known = Vec::new();
        for (at, bracket) in brackets.iter().enumerate() {
            for (number, entry) in bracket.entries.iter().enumerate() {
                match *entry {
                    Index::Computed(wire, place) => match self.known_positions(wire) {
                        Some(list) => known.push((at, number, Index::Listed(list.into(), place))),
                        None => return false,
                    },
                    ref entry if is_still(entry) => {}
                    _ => return false,
                }
            }
        }
        for (at, number, list) in known {
            brackets[at].entries[number] = list;
        }
        true
    }

    /// The help that assigns the parts one by one, in a loop over the positions of a list, or in two
    /// over those of rows and columns.
    fn run_over(
        &self,
        lists: &[List<'e>],
        brackets: &[Bracket<'b, 'e>],
        to: Target<'e>,
        op: Option<ScalarOp>,
        value: &Operand<'b, 'e>,
    ) -> Option<String> {
        let is_column = |bracket: &Bracket<'b, 'e>| match &*bracket.expr.index {
            Expr::Tuple(entries) => entries.elems.len() == 2 && print(&entries.elems[0]) == "..",
            _ => false,
        };
        match (lists, brackets) {
            ([list], [_]) => list.alone?,
            ([rows, _], [_, columns]) if is_column(columns) => rows.alone?,
            _ => return None,
        };
        let counts = lists.iter().map(|list| match &list.extents[..] {
            [count] => Some(count.to_string()),
            _ => None,
        });
        let counts = counts.collect::<Option<Vec<_>>>()?;
        let positions = lists.iter().map(|list| short_text(list.expr));
        let positions = positions.collect::<Option<Vec<_>>>()?;
        let sign = match op {
            Some(op) => format!("{}=", op.symbol()?),
            None => "=".into(),
        };
        let names = self.unused_names(lists.len() + 1);
        let (counters, all) = names.split_at(lists.len());
        let (array, text) = (short_text(to.base)?, short_text(value.expr)?);
        let element: String = counters.iter().map(|k| format!("[{k}]")).collect();
        let is_name = matches!(without_parentheses(value.expr), Expr::Path(_));
        let (before, new) = match value.value.shape()?.rank() {
            0 => (String::new(), text),
            _ if is_name => (String::new(), format!("{text}{element}")),
            _ => {
                let all = &all[0];
                (format!("let {all} = {text}; "), format!("{all}{element}"))
            }
        };
        let parts = positions.iter().zip(counters);
        let place: String = parts
            .map(|(at, k)| format!("[{}[{k}]]", grouped(at)))
            .collect();
        let statement = format!("{array}{place} {sign} {new};");
        let headers = counters.iter().zip(&counts).rev();
        let code = headers.fold(statement, |inner, (k, count)| {
            format!("for {k} in 0..{count} {{ {inner} }}")
        });
        Some(format!("run over the positions: `{before}{code}`"))
    }

    /// The array at the first of the levels that have lists, with the parts at the last one added.
    pub(super) fn summed(
        &self,
        levels: &mut Vec<Level<'b>>,
        op: ScalarOp,
        parts: Wire<'b>,
    ) -> Result<Wire<'b>, Error> {
        let first = levels.iter().position(Level::has_lists).unwrap_or(0);
        let (mut parts, mut whole) = (parts, None);
        for level in levels.drain(first..).rev() {
            for &(array, axis, positions) in level.steps.iter().rev() {
                parts = self
                    .builder
                    .scatter_add(positions, parts, axis, &array.ty()?)?;
            }
            let ty = level.whole.ty()?;
            if level.known != Selection::all(&ty.shape) {
                let (slice, extents) = level.known.slice();
                let zero = self.builder.number(ty.element, 0.0);
                let pieces = [(self.builder.reshape(parts, &Shape::of(extents)?)?, slice)];
                parts = self.builder.assemble(zero, &pieces, &ty)?;
            }
            whole = Some(level.whole);
        }
        match whole {
            Some(whole) => self.builder.scalar(op, &[whole, parts]),
            None => Ok(parts),
        }
    }
}

/// The help for parts at equal positions that may be meant to be added.
fn sum_of_parts(to: Target<'_>, value: &Operand<'_, '_>) -> Option<String> {
    let (target, value) = (short_text(to.whole)?, short_text(value.expr)?);
    Some(format!(
        "to add the parts at equal positions, write `{target} += {value};`"
    ))
}
