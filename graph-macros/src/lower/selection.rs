//! Indices and ranges: `x[1]`, `x[1..3]`, `a[(.., 0)]`, `a[i][j]`.
//!
//! Positions that are known become one slice for a whole chain of brackets; one that is computed
//! at run time becomes a gather.

use graph_ir::ops::Slice;
use graph_ir::{Element, Error, Shape, Type, Wire};
use syn::{Expr, ExprIndex, ExprRange, RangeLimits};

use super::Lowerer;
use super::report::{Operand, short_text};
use super::scalar::Scalar;
use super::value::{Lowered, Table, Value};
use super::variables::VariableId;
use crate::diagnostics::{Diagnostic, Place};

/// One entry of an index.
#[derive(Clone, Debug)]
pub(super) enum Index<'b> {
    /// A known position.
    Position(i64, Place),
    /// A range with known bounds, where they are written.
    Range(Option<i64>, Option<i64>, Place),
    /// Positions computed at run time.
    Computed(Wire<'b>, Place),
    /// Something wrong, which is reported already.
    Wrong,
}

/// A rectangular part of a tensor.
#[derive(Clone, Debug)]
pub(super) struct Selection {
    axes: Vec<Axis>,
    strides: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Axis {
    start: usize,
    count: usize,
    /// Whether the axis is one of the part's.
    kept: bool,
}

impl Selection {
    /// All of a tensor.
    pub(super) fn all(shape: &Shape) -> Self {
        let axis = |count| Axis {
            start: 0,
            count,
            kept: true,
        };
        Self {
            axes: shape.extents().into_iter().map(axis).collect(),
            strides: shape.strides(),
        }
    }

    /// The shape of the part.
    pub(super) fn shape(&self) -> Shape {
        let kept = self.axes.iter().filter(|axis| axis.kept);
        let extents: Vec<usize> = kept.map(|axis| axis.count).collect();
        Shape::new(&extents).unwrap_or_else(|_| Shape::scalar())
    }

    /// The row-major positions of the part's elements, in their order.
    pub(super) fn positions(&self) -> Vec<usize> {
        let mut positions = vec![0];
        for (axis, stride) in self.axes.iter().zip(&self.strides) {
            let along = axis.start..axis.start + axis.count;
            let next = positions.iter().flat_map(|&base: &usize| {
                let along = along.clone();
                along.map(move |position| base + position * stride)
            });
            positions = next.collect();
        }
        positions
    }

    /// The slice of the builder, with an extent for each axis of the tensor.
    fn slice(&self) -> (Slice, Vec<usize>) {
        let start = |axis: &Axis| (i64::try_from(axis.start).unwrap_or(i64::MAX), 1);
        let slice = Slice {
            axes: self.axes.iter().map(start).collect(),
        };
        (slice, self.axes.iter().map(|axis| axis.count).collect())
    }

    /// The axes of the part, as positions in `axes`.
    fn kept(&self) -> Vec<usize> {
        let axes = self.axes.iter().enumerate();
        axes.filter(|(_, axis)| axis.kept).map(|(i, _)| i).collect()
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A value indexed by a chain of brackets.
    pub(super) fn index(&mut self, base: Lowered<'b>, chain: &[&'e ExprIndex]) -> Lowered<'b> {
        let mut place = base.place;
        let mut value = base.value;
        let mut selection: Option<Selection> = None;
        for &expr in chain {
            let entries = self.indices(expr);
            place = place.to(Place::token(expr.bracket_token.span.close()));
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
            let (known, computed) = split(entries, &current.kept());
            if !self.select(current, &known, element) {
                value = Value::Poison;
            } else if !computed.is_empty() {
                let kept = current.kept();
                value = self.take(&value, current, place);
                value = self.gather(value, &kept, &computed);
                selection = None;
            }
        }
        if let (Some(selection), false) = (&selection, value.is_poison()) {
            value = self.take(&value, selection, place);
        }
        Lowered { value, place }
    }

    /// A variable held by its elements, indexed by a chain of brackets.
    pub(super) fn index_variable(
        &mut self,
        id: VariableId,
        base: &'e Expr,
        chain: &[&'e ExprIndex],
    ) -> Lowered<'b> {
        let start = Place::of(base);
        let Some((mut selection, element)) = self.whole_of(id) else {
            let value = self.read(id);
            return self.index(
                Lowered {
                    value,
                    place: start,
                },
                chain,
            );
        };
        let mut place = start;
        for (number, &expr) in chain.iter().enumerate() {
            let entries = self.indices(expr);
            if entries
                .iter()
                .any(|entry| matches!(entry, Index::Computed(..)))
            {
                let value = match number {
                    0 => self.read(id),
                    _ => self.read_positions(id, &selection.positions(), &selection.shape()),
                };
                return self.index(Lowered { value, place }, &chain[number..]);
            }
            place = start.to(Place::token(expr.bracket_token.span.close()));
            if !self.select(&mut selection, &entries, element) {
                let value = Value::Poison;
                return Lowered { value, place };
            }
        }
        let value = self.read_positions(id, &selection.positions(), &selection.shape());
        Lowered { value, place }
    }

    /// The entries of one pair of brackets.
    pub(super) fn indices(&mut self, expr: &'e ExprIndex) -> Vec<Index<'b>> {
        match &*expr.index {
            Expr::Tuple(tuple) => tuple.elems.iter().map(|e| self.entry(e)).collect(),
            single => vec![self.entry(single)],
        }
    }

    /// Narrows a selection by one pair of brackets with known positions; whether that succeeded.
    pub(super) fn select(
        &mut self,
        selection: &mut Selection,
        entries: &[Index<'b>],
        element: Element,
    ) -> bool {
        let found = Type::new(element, selection.shape());
        let kept = selection.kept();
        let mut fine = true;
        for (number, entry) in entries.iter().enumerate() {
            let place = match entry {
                Index::Position(_, place) | Index::Range(_, _, place) => *place,
                Index::Computed(_, place) => *place,
                Index::Wrong => {
                    fine = false;
                    continue;
                }
            };
            let Some(&axis) = kept.get(number) else {
                let error = Error::AxisOutOfRange {
                    axis: number,
                    found: found.clone(),
                };
                let message = self.words.text(&error.to_string());
                let help = format!(
                    "{} has {} to index",
                    self.words.ty(&found),
                    axes(kept.len())
                );
                self.error(Diagnostic::new(place, message).help(help));
                return false;
            };
            let axis = &mut selection.axes[axis];
            let narrowed = match *entry {
                Index::Position(index, _) => position(*axis, index),
                Index::Range(start, end, _) => range(*axis, start, end),
                Index::Computed(..) | Index::Wrong => Ok(*axis),
            };
            match narrowed {
                Ok(narrowed) => *axis = narrowed,
                Err(wrong) => {
                    let extent = axis.count;
                    self.out_of_range(wrong, number, extent, &found, place);
                    fine = false;
                }
            }
        }
        fine
    }

    fn out_of_range(
        &mut self,
        wrong: Wrong,
        axis: usize,
        extent: usize,
        found: &Type,
        place: Place,
    ) {
        let diagnostic = match wrong {
            Wrong::Index(index) => {
                let error = Error::OutOfRange {
                    index,
                    axis,
                    extent,
                    found: found.clone(),
                };
                let message = self.words.text(&error.to_string());
                let back = usize::try_from(index.unsigned_abs()).ok();
                let back = back.filter(|&back| index < 0 && back <= extent);
                let help = back.map(|back| {
                    format!(
                        "positions count from the start: the one meant may be {}",
                        extent - back
                    )
                });
                Diagnostic::new(place, message).help_if(help)
            }
            Wrong::Backwards(start, end) => {
                let message = format!("the range {start}..{end} ends before it starts");
                Diagnostic::new(place, message)
            }
            Wrong::Range(start, end) => {
                let ty = self.words.ty(found);
                let message = format!("the range {start}..{end} leaves axis {axis} of {ty}");
                Diagnostic::new(place, message).note(format!(
                    "the axis has {extent} positions: a range lies within 0..{extent}"
                ))
            }
        };
        self.error(diagnostic);
    }

    /// The element type of a value that can be indexed.
    fn indexable(&mut self, value: &Value<'b>, expr: &'e ExprIndex) -> Option<Element> {
        if let Value::Tensor(_) | Value::Scalar(_) | Value::Table(_) = value
            && value.shape()?.rank() > 0
        {
            return Some(value.element().unwrap_or(self.float));
        }
        let found = self.describe(value);
        let place = Place::of(&expr.expr);
        let message = format!("cannot index into {found}");
        let note = self.explain(&Operand {
            value: value.clone(),
            expr: &expr.expr,
            place,
        });
        let help = match value {
            Value::Tuple(_) => Some("a value of a tuple is taken by its number: `t.0`"),
            _ => None,
        };
        let diagnostic = Diagnostic::new(place, message);
        let diagnostic = match note {
            Some(note) => diagnostic.note(note),
            None => diagnostic,
        };
        self.error(diagnostic.help_if(help));
        None
    }

    fn entry(&mut self, expr: &'e Expr) -> Index<'b> {
        if let Expr::Range(range) = expr {
            return self.range_entry(range);
        }
        let operand = self.operand(expr);
        match &operand.value {
            Value::Poison => Index::Wrong,
            Value::Scalar(Scalar::Integer(index)) => Index::Position(*index, operand.place),
            value if value.element() == Some(Element::I64) => match self.default_wire(value) {
                Some(wire) => Index::Computed(wire, operand.place),
                None => Index::Wrong,
            },
            value => {
                let found = self.describe(value);
                let message = format!("an index must be an integer, found {found}");
                let note = self.explain(&operand);
                let diagnostic = Diagnostic::new(operand.place, message);
                let diagnostic = match note {
                    Some(note) => diagnostic.note(note),
                    None => diagnostic,
                };
                self.error(diagnostic.help("indices are integers: literals, `const` items, loop variables and `usize` arguments"));
                Index::Wrong
            }
        }
    }

    fn range_entry(&mut self, range: &'e ExprRange) -> Index<'b> {
        let mut bound = |bound: &'e Option<Box<Expr>>| match bound {
            None => Ok(None),
            Some(bound) => match self.constant_index(bound, "the bounds of a range") {
                Some(index) => Ok(Some(index)),
                None => Err(()),
            },
        };
        let (Ok(start), Ok(end)) = (bound(&range.start), bound(&range.end)) else {
            return Index::Wrong;
        };
        let end = match range.limits {
            RangeLimits::HalfOpen(_) => end,
            RangeLimits::Closed(_) => end.map(|end| end.saturating_add(1)),
        };
        Index::Range(start, end, Place::of(range))
    }

    /// A compile-time integer; `what` says in the plural what it is for.
    pub(super) fn constant_index(&mut self, expr: &'e Expr, what: &str) -> Option<i64> {
        self.wanted = "usize";
        let operand = self.operand(expr);
        self.wanted = "f64";
        match &operand.value {
            Value::Poison => None,
            Value::Scalar(Scalar::Integer(index)) => Some(*index),
            value => {
                let found = self.describe(value);
                let verb = if what.starts_with("the bounds") {
                    "are"
                } else {
                    "is"
                };
                let (message, help) = if value.element() == Some(Element::I64) {
                    let text = short_text(expr).unwrap_or_else(|| "this".into());
                    (
                        format!("{what} {verb} constant, and `{text}` is known only at run time"),
                        "literals, `const` items, loop variables and arithmetic on them are constant",
                    )
                } else {
                    (
                        format!("{what} {verb} constant integers, found {found}"),
                        "write integers: `0..3`",
                    )
                };
                let note = self.explain(&operand);
                let diagnostic = Diagnostic::new(operand.place, message);
                let diagnostic = match note {
                    Some(note) => diagnostic.note(note),
                    None => diagnostic,
                };
                self.error(diagnostic.help(help));
                None
            }
        }
    }

    /// A part of a tensor.
    fn take(&mut self, value: &Value<'b>, selection: &Selection, place: Place) -> Value<'b> {
        match value {
            Value::Table(table) => {
                let items = selection.positions().into_iter();
                let items: Vec<Scalar> = items.map(|position| table.items[position]).collect();
                match (items.as_slice(), selection.shape()) {
                    (&[only], shape) if shape.rank() == 0 => Value::Scalar(only),
                    (_, shape) => Value::Table(
                        Table {
                            shape,
                            element: table.element,
                            items,
                        }
                        .into(),
                    ),
                }
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
        let part = self.builder.slice(wire, &slice, &Shape::new(&extents)?)?;
        self.builder.reshape(part, &selection.shape())
    }

    /// The parts at computed positions; `kept` are the axes that are left, and each index names
    /// the one that it is for.
    fn gather(
        &mut self,
        value: Value<'b>,
        kept: &[usize],
        computed: &[(usize, Wire<'b>, Place)],
    ) -> Value<'b> {
        let mut value = value;
        // From the last axis to the first, so that the numbers of the others stay.
        for &(axis, indices, place) in computed.iter().rev() {
            let Some(axis) = kept.iter().position(|&k| k == axis) else {
                return Value::Poison;
            };
            let Some(data) = self.default_wire(&value) else {
                return Value::Poison;
            };
            self.at(place);
            value = match self.builder.gather(data, indices, axis) {
                Ok(wire) => Value::from(wire),
                Err(error) => self.refused(&error, place, &[]),
            };
        }
        value
    }
}

/// Known entries, with full ranges for computed ones; and the computed ones with their axes.
#[allow(
    clippy::type_complexity,
    reason = "two lists that belong together only here"
)]
fn split<'b>(
    entries: Vec<Index<'b>>,
    kept: &[usize],
) -> (Vec<Index<'b>>, Vec<(usize, Wire<'b>, Place)>) {
    let mut computed = Vec::new();
    let mut known = Vec::new();
    for (number, entry) in entries.into_iter().enumerate() {
        if let (Index::Computed(wire, place), Some(&axis)) = (&entry, kept.get(number)) {
            computed.push((axis, *wire, *place));
            known.push(Index::Range(None, None, *place));
        } else {
            known.push(entry);
        }
    }
    (known, computed)
}

/// How an entry does not fit its axis.
#[derive(Clone, Copy)]
enum Wrong {
    Index(i64),
    Backwards(i64, i64),
    Range(i64, i64),
}

fn position(axis: Axis, index: i64) -> Result<Axis, Wrong> {
    let inside = usize::try_from(index)
        .ok()
        .filter(|&index| index < axis.count);
    let index = inside.ok_or(Wrong::Index(index))?;
    Ok(Axis {
        start: axis.start + index,
        count: 1,
        kept: false,
    })
}

fn range(axis: Axis, start: Option<i64>, end: Option<i64>) -> Result<Axis, Wrong> {
    let first = start.unwrap_or(0);
    let last = end.unwrap_or_else(|| i64::try_from(axis.count).unwrap_or(i64::MAX));
    if first > last {
        let beyond = end.is_none();
        return Err(if beyond {
            Wrong::Range(first, first)
        } else {
            Wrong::Backwards(first, last)
        });
    }
    let bounds = usize::try_from(first).ok().zip(usize::try_from(last).ok());
    match bounds {
        Some((first, last)) if last <= axis.count => Ok(Axis {
            start: axis.start + first,
            count: last - first,
            kept: true,
        }),
        _ => Err(Wrong::Range(first, last)),
    }
}

fn axes(count: usize) -> String {
    match count {
        0 => "no axis".into(),
        1 => "1 axis".into(),
        count => format!("{count} axes"),
    }
}
