//! Indexing a value by a chain of brackets.
//!
//! Known indices become one slice for the whole chain; an index that is computed at run time
//! becomes a gather. `brackets` reads the entries between brackets, `ranges` those that are ranges,
//! `constants` the integers in them that are known, `floats` refuses variables of floats,
//! `from_end` refuses those that are counted from the end, `computed` checks those that are computed
//! from the counters of loops, `rank` refuses more positions than there are axes, and `selection` is
//! the rectangular part of a tensor that a chain narrows.

mod axis;
mod brackets;
mod computed;
mod constants;
mod floats;
mod from_end;
mod ranges;
mod rank;
mod selection;

pub(super) use brackets::Bracket;
pub(super) use constants::{EXTENT, End, POINTS};
pub(super) use selection::{Computed, Index, Selection, Start};

use graph_ir::{Element, Error, Shape, Wire};
use syn::{Expr, ExprIndex, ExprLit, Lit};

use super::Lowerer;
use super::report::{field_at, short_text};
use super::values::{Lowered, Operand, Scalar, Value};
use super::variables::{Stored, VariableId};
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::Labels;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A value indexed by a chain of brackets.
    pub(super) fn index(&mut self, base: Lowered<'b>, chain: &[&'e ExprIndex]) -> Lowered<'b> {
        let brackets = self.brackets(chain, true);
        self.index_by(base, brackets)
    }

    fn index_by(&mut self, base: Lowered<'b>, brackets: Vec<Bracket<'b, 'e>>) -> Lowered<'b> {
        if let Value::Tuples(_) = base.value {
            return self.index_tuples(base, brackets);
        }
        let mut place = base.place;
        let mut value = base.value;
        let mut selection: Option<Selection> = None;
        for Bracket { entries, expr } in brackets {
            place = place.to(SourcePlace::token(expr.bracket_token.span.close()));
            if value.is_poison() {
                continue;
            }
            let Some(element) = self.indexable(&value, expr) else {
                value = Value::Poison;
                continue;
            };
            let shape = value.shape();
            let current = selection
                .get_or_insert_with(|| Selection::all(&shape.unwrap_or_else(Shape::scalar)));
            if !self.has_axes(current, &entries, expr, element) {
                value = Value::Poison;
                continue;
            }
            let (known, computed) = self.split(entries, current, element);
            if !self.select(current, &known, element) {
                value = Value::Poison;
            } else if !computed.is_empty() {
                value = self.gathered(&value, current, &computed, place);
                selection = None;
            }
        }
        if let (Some(selection), false) = (&selection, value.is_poison()) {
            value = self.take(&value, selection, place);
        }
        Lowered { value, place }
    }

    /// An array of tuples indexed by a chain of brackets: the first of them takes a tuple, or some.
    fn index_tuples(&mut self, base: Lowered<'b>, brackets: Vec<Bracket<'b, 'e>>) -> Lowered<'b> {
        let mut brackets = brackets.into_iter();
        let (Value::Tuples(columns), Some(first)) = (&base.value, brackets.next()) else {
            return base;
        };
        let end = SourcePlace::token(first.expr.bracket_token.span.close());
        let place = base.place.to(end);
        if first.entries.len() > 1 {
            let found = self.describe(&base.value);
            let message = format!("one position takes a tuple of {found}, found several");
            let value = self.error(Diagnostic::new(end, message).help(
                "a value of the tuple is taken by its number: `t[i].0`; rows that are \
                           arrays have columns",
            ));
            return Lowered { value, place };
        }
        let count = base.value.count_of_tuples().and_then(|count| count.known());
        if let ([Index::Position(at, own)], Some(count)) = (&first.entries[..], count)
            && at.known().is_some_and(|at| at >= count)
            && let Some(last) = count.checked_sub(1)
        {
            let found = self.describe(&base.value);
            let message =
                format!("{at} is out of range for axis 0 of {found}: positions are 0 to {last}");
            let value = self.error(Diagnostic::new(*own, message));
            return Lowered { value, place };
        }
        let takes_one = matches!(
            first.entries[..],
            [Index::Position(..) | Index::Moving(..) | Index::Computed(..)]
        );
        let mut parts = Vec::with_capacity(columns.len());
        for column in columns {
            let bracket = Bracket {
                entries: first.entries.clone(),
                expr: first.expr,
            };
            let column = Lowered {
                value: column.clone(),
                place: base.place,
            };
            let part = self.index_by(column, vec![bracket]).value;
            if part.is_poison() {
                // The other columns would be wrong in the same way.
                return Lowered { value: part, place };
            }
            parts.push(part);
        }
        let parts = columns.with(parts);
        let value = match takes_one {
            true => self.as_array(Value::Tuple(parts)),
            false => Value::Tuples(parts),
        };
        self.index_by(Lowered { value, place }, brackets.collect())
    }

    /// The element of an array along its first axis at a position.
    pub(super) fn at_position(
        &mut self,
        value: &Value<'b>,
        position: &Value<'b>,
        place: SourcePlace,
    ) -> Value<'b> {
        if let Value::Tuples(columns) = value {
            let parts = columns.map(|column| self.at_position(column, position, place));
            return self.as_array(Value::Tuple(parts));
        }
        let Some(shape) = value.shape() else {
            return Value::Poison;
        };
        let element = value.element().unwrap_or(self.float);
        let mut selection = Selection::all(&shape);
        let index = self.index_at(position, place);
        let (known, computed) = self.split(vec![index], &selection, element);
        match (self.select(&mut selection, &known, element), &computed[..]) {
            (false, _) => Value::Poison,
            (true, []) => self.take(value, &selection, place),
            (true, computed) => self.gathered(value, &selection, computed, place),
        }
    }

    /// A variable that is held by its elements, or in which a loop's iteration has its own part,
    /// indexed by a chain of brackets.
    pub(super) fn index_variable(
        &mut self,
        id: VariableId,
        base: &'e Expr,
        chain: &[&'e ExprIndex],
    ) -> Lowered<'b> {
        let brackets = self.brackets(chain, true);
        self.index_stored(id, SourcePlace::of(base), brackets)
    }

    fn index_stored(
        &mut self,
        id: VariableId,
        start: SourcePlace,
        mut brackets: Vec<Bracket<'b, 'e>>,
    ) -> Lowered<'b> {
        if let Stored::Part(part) = &self.variables.get(id).stored {
            let part = part.clone();
            let end = brackets.last().map(|b| b.expr.bracket_token.span.close());
            let place = end.map_or(start, |end| start.to(SourcePlace::token(end)));
            let Some(row) = self.row_of(&part, &mut brackets) else {
                let value = Value::Poison;
                return Lowered { value, place };
            };
            brackets.retain(|bracket| !bracket.entries.is_empty());
            let lowered = self.index_stored(row, start, brackets);
            return Lowered { place, ..lowered };
        }
        let Some((mut selection, element)) = self.whole_of(id) else {
            let value = self.read(id);
            let place = start;
            return self.index_by(Lowered { value, place }, brackets);
        };
        let mut place = start;
        let mut brackets = brackets.into_iter().peekable();
        let mut first = true;
        while let Some(bracket) = brackets.next_if(|bracket| bracket.entries.iter().all(is_still)) {
            let end = bracket.expr.bracket_token.span.close();
            place = start.to(SourcePlace::token(end));
            if !self.has_axes(&selection, &bracket.entries, bracket.expr, element)
                || !self.select(&mut selection, &bracket.entries, element)
            {
                let value = Value::Poison;
                return Lowered { value, place };
            }
            first = false;
        }
        let labels = selection.labels(&self.variables.get(id).labels);
        let value = match (brackets.peek(), selection.positions()) {
            (None, Some(positions)) => {
                let part = self.read_positions(id, &positions, &selection.shape());
                part.labelled(labels)
            }
            (Some(_), Some(positions)) if !first => {
                let part = self.read_positions(id, &positions, &selection.shape());
                part.labelled(labels)
            }
            _ => self.read(id),
        };
        self.index_by(Lowered { value, place }, brackets.collect())
    }

    /// The element type of a value that can be indexed.
    pub(super) fn indexable(&mut self, value: &Value<'b>, expr: &'e ExprIndex) -> Option<Element> {
        if let Value::Tensor(_) | Value::Scalar(_) | Value::Table(_) = value
            && value.shape()?.rank() > 0
        {
            return Some(value.element().unwrap_or(self.float));
        }
        let found = self.describe(value);
        let place = SourcePlace::of(&expr.expr);
        let message = format!("cannot index into {found}");
        let note = self.explain(&Operand {
            value: value.clone(),
            expr: &expr.expr,
            place,
        });
        let help = match value {
            Value::Tuple(parts) if parts.of().is_some() => {
                Some(field_at(parts, short_text(&expr.expr), Some(&expr.index)))
            }
            Value::Tuple(_) => Some(match (short_text(&expr.expr), &*expr.index) {
                (
                    Some(tuple),
                    Expr::Lit(ExprLit {
                        lit: Lit::Int(number),
                        ..
                    }),
                ) => {
                    format!("a value of a tuple is taken by its number: `{tuple}.{number}`")
                }
                _ => "a value of a tuple is taken by its number: `t.0`".into(),
            }),
            _ => None,
        };
        let diagnostic = Diagnostic::new(place, message).note_if(note);
        self.error(diagnostic.help_if(help));
        None
    }

    /// A part of a tensor.
    pub(super) fn take(
        &mut self,
        value: &Value<'b>,
        selection: &Selection,
        place: SourcePlace,
    ) -> Value<'b> {
        let labels = selection.labels(&value.labels());
        self.selected(value, selection, place).labelled(labels)
    }

    fn selected(
        &mut self,
        value: &Value<'b>,
        selection: &Selection,
        place: SourcePlace,
    ) -> Value<'b> {
        match value {
            _ if selection.is_moving() => self.take_moving(value, selection, place),
            // Where it lies is known only at run time.
            Value::Table(_) if selection.is_symbolic() => match self.default_wire(value) {
                Some(wire) => self.take(&Value::from(wire), selection, place),
                None => Value::Poison,
            },
            Value::Table(table) => {
                let items = selection.positions().unwrap_or_default().into_iter();
                let items: Vec<Scalar> = items.map(|position| table.items[position]).collect();
                table.part(selection.shape(), items)
            }
            Value::Tensor(tensor) => {
                self.at(place);
                match self.slice(tensor.wire, selection) {
                    Ok(wire) => Value::from(wire),
                    Err(error) => self.refused(&error, place, &[]),
                }
            }
            other => other.clone(),
        }
    }

    fn slice(&mut self, wire: Wire<'b>, selection: &Selection) -> Result<Wire<'b>, Error> {
        let (slice, extents) = selection.slice();
        let part = self.builder.slice(wire, &slice, &Shape::of(extents)?)?;
        self.builder.reshape(part, &selection.shape())
    }

    /// The parts of a selection at computed positions.
    fn gathered(
        &mut self,
        value: &Value<'b>,
        selection: &Selection,
        computed: &[Computed<'b>],
        place: SourcePlace,
    ) -> Value<'b> {
        let part = self.take(value, selection, place);
        self.gather(part, &selection.kept(), computed)
    }

    /// The parts at computed positions; `kept` are the axes that are left, and each index names
    /// the one that it is for.
    fn gather(&mut self, value: Value<'b>, kept: &[usize], computed: &[Computed<'b>]) -> Value<'b> {
        let mut value = value;
        // From the last axis to the first, so that the numbers of the others stay.
        for computed in computed.iter().rev() {
            let Some(axis) = kept.iter().position(|&k| k == computed.axis) else {
                return Value::Poison;
            };
            let Some(data) = self.default_wire(&value) else {
                return Value::Poison;
            };
            self.at(computed.place);
            let labels = taken(&value, axis, computed.indices);
            value = match self.builder.gather(data, computed.indices, axis) {
                Ok(wire) => Value::from(wire).labelled(labels),
                Err(error) => self.refused(&error, computed.place, &[]),
            };
        }
        value
    }
}

/// The names of the dimensions where positions of one are computed: an array of positions has its own
/// dimensions in the place of that one.
fn taken(value: &Value<'_>, axis: usize, positions: Wire<'_>) -> Labels {
    let rank = value.shape().map_or(0, |shape| shape.rank());
    let new = positions.ty().map_or(0, |ty| ty.shape.rank());
    let mut labels = value.labels().list(rank);
    labels.splice(axis..=axis, (0..new).map(|_| None));
    Labels::of(labels)
}

/// Whether an entry is known in full, or wrong, which is reported.
pub(super) fn is_still(entry: &Index<'_>) -> bool {
    match entry {
        Index::Position(index, _) => !index.is_symbolic(),
        Index::Range(start, end, _) => {
            let mut bounds = [start, end].into_iter().flatten();
            !bounds.any(graph_ir::types::Extent::is_symbolic)
        }
        Index::Listed(..) | Index::Wrong => true,
        Index::Moving(..) | Index::Window(..) | Index::Computed(..) => false,
    }
}
