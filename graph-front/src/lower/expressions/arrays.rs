//! Array literals.

use graph_ir::types::Extent;
use graph_ir::{Element, Shape, Type};
use syn::{Expr, ExprArray, ExprRepeat, RangeLimits};

use super::without_parentheses;
use crate::diagnostics::{Diagnostic, SourcePlace};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::report::{one_difference, short_text};
use crate::lower::types::as_float;
use crate::lower::values::{Lowered, MAX_ELEMENTS, Operand, Table, Value};
use crate::lower::variables::Stored;

/// The message for a matrix that is written with semicolons.
const A_MATRIX: &str = "a matrix is an array of its rows";

/// The largest array of equal numbers that is kept as a table; a larger one is a node.
const LARGEST_TABLE: usize = 1 << 12;

/// The largest array of floats that is kept as a table where it is not written out: `[a, a]` has
/// twice the elements of `a`, and a body that repeats this would take exponential time.
const LARGEST_COPY: usize = 1 << 16;

/// A part of an array that is written of other ones and of elements.
enum Part<'e> {
    Elements(Vec<&'e Expr>),
    Array(&'e Expr),
}

impl Part<'_> {
    fn is_empty(&self) -> bool {
        matches!(self, Self::Elements(elements) if elements.is_empty())
    }

    /// As an operand of `concat`.
    fn text(&self, is_of_floats: bool) -> Option<String> {
        let elements = match self {
            Self::Array(array) => return short_text(array),
            Self::Elements(elements) => elements.iter(),
        };
        let texts = elements.map(|element| match element {
            Expr::Lit(_) if is_of_floats => Some(as_float(element)),
            element => short_text(element),
        });
        Some(format!(
            "[{}]",
            texts.collect::<Option<Vec<_>>>()?.join(", ")
        ))
    }
}

/// The array whose elements are to stand among others, as `..` says elsewhere.
fn array_in(item: &Expr) -> Option<&Expr> {
    match item {
        Expr::Range(range) if range.start.is_none() => match range.limits {
            RangeLimits::HalfOpen(_) => range.end.as_deref(),
            RangeLimits::Closed(_) => None,
        },
        _ => None,
    }
}

impl<'b, 'e> Lowerer<'b, 'e> {
    /// `[a, b, c]`.
    pub(super) fn array(&mut self, expr: &'e ExprArray) -> Lowered<'b> {
        let span = expr.bracket_token.span;
        let place = SourcePlace::between(span.open(), span.close());
        if let Some(error) = self.spread_elements(expr) {
            let value = self.error(error);
            return Lowered { value, place };
        }
        let items = expr.elems.iter().map(|item| self.operand(item));
        let items: Vec<Operand<'b, 'e>> = items.collect();
        let value = self.array_of(&items, place);
        Lowered { value, place }
    }

    /// The error for the elements of an array among those of another one, `[..a, b]`.
    fn spread_elements(&mut self, expr: &'e ExprArray) -> Option<Diagnostic> {
        let first = expr.elems.iter().find(|item| array_in(item).is_some())?;
        let (mut parts, mut own, mut is_of_floats) = (Vec::new(), Vec::new(), false);
        for item in &expr.elems {
            let Some(array) = array_in(item) else {
                own.push(item);
                continue;
            };
            let value = self.operand_if_valid(array)?.value;
            value.shape().filter(|shape| shape.rank() > 0)?;
            is_of_floats |= value.element().is_some_and(Element::is_float);
            parts.extend([Part::Elements(std::mem::take(&mut own)), Part::Array(array)]);
        }
        parts.push(Part::Elements(own));
        let parts = parts.iter().filter(|part| !part.is_empty());
        let texts: Option<Vec<String>> = parts.map(|part| part.text(is_of_floats)).collect();
        let help = match texts.as_deref() {
            Some([array]) => format!("write `{array}`"),
            Some(texts) => format!(
                "arrays are joined by `concat`: `concat({})`",
                texts.join(", ")
            ),
            None => "arrays are joined by `concat`, outside of brackets".into(),
        };
        let message = "the elements of an array do not stand among those of another one";
        Some(Diagnostic::new(SourcePlace::of(first), message).help(help))
    }

    /// The array of some elements.
    pub(in crate::lower) fn array_of(
        &mut self,
        items: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Value<'b> {
        let Some(first) = items.first() else {
            let message = "an array literal needs an element";
            return self.error(
                Diagnostic::new(place, message).help("an array without elements is `zeros(0)`"),
            );
        };
        if items.iter().any(|item| item.value.is_poison()) {
            return Value::Poison;
        }
        if let Value::Tuples(_) = first.value {
            let items = items.iter().map(|item| Operand {
                value: self.as_elements(&item.value),
                ..item.clone()
            });
            let items: Vec<Operand<'b, 'e>> = items.collect();
            if let Value::Tuple(_) = items[0].value {
                return self.tuples_of(&items, place);
            }
        }
        if let Value::Tuple(_) = first.value {
            return self.tuples_of(items, place);
        }
        let all_integers = items.iter().all(|item| item.value.is_constant_integer());
        let truths = items
            .iter()
            .all(|item| item.value.element() == Some(Element::Bool));
        let element = if all_integers {
            Some(Element::I64)
        } else {
            self.common_element("[..]", !truths, items)
        };
        let Some(element) = element else {
            return Value::Poison;
        };
        let of = |item: &Operand<'b, 'e>| {
            let element = item.value.element().unwrap_or(element);
            item.value.shape().map(|shape| Type::new(element, shape))
        };
        let expected = of(first);
        let labels = first.value.labels();
        let differs = |item: &Operand<'b, 'e>| {
            of(item) != expected || item.value.labels().conflict(&labels).is_some()
        };
        if let Some(other) = items.iter().find(|item| differs(item)) {
            let (a, b) = (self.describe(&first.value), self.describe(&other.value));
            let message = format!("the elements of an array are of one type, found {a} and {b}");
            let diagnostic = Diagnostic::new(other.place, message);
            return self.error(match other.value.labels().conflict(&labels) {
                Some(axes) => self.noted(diagnostic, axes),
                None => diagnostic.help_if(joined(items).or_else(|| joined_along(items))),
            });
        }
        let rank = expected.as_ref().map_or(0, |ty| ty.shape.rank());
        let merged = |all: Labels, item: &Operand<'b, 'e>| all.merged(&item.value.labels(), rank);
        let labels = items.iter().fold(labels, merged);
        let labels = Labels::default().followed_by(1, &labels, rank);
        if let Some(table) = table_of(items, expected.as_ref()) {
            return Value::Table(table.into()).labelled(labels);
        }
        self.at(place);
        let wires: Option<Vec<_>> = items.iter().map(|i| self.wire(&i.value, element)).collect();
        match wires.map(|wires| self.builder.stack(&wires, 0)) {
            Some(Ok(wire)) => Value::from(wire).labelled(labels),
            Some(Err(error)) => self.refused(&error, place, &[]),
            None => Value::Poison,
        }
    }

    /// The array of some tuples, of which the first one decides the number of values.
    fn tuples_of(&mut self, items: &[Operand<'b, 'e>], place: SourcePlace) -> Value<'b> {
        let Some(Value::Tuple(first)) = items.first().map(|item| &item.value) else {
            return Value::Poison;
        };
        let is_like = |item: &&Operand<'b, 'e>| matches!(&item.value, Value::Tuple(own) if own.is_like(first));
        if let Some(other) = items.iter().find(|item| !is_like(item)) {
            let [a, b] = [&items[0], other].map(|item| self.describe(&item.value));
            let message = format!("the elements of an array are of one type, found {a} and {b}");
            return self.error(Diagnostic::new(other.place, message));
        }
        let rows: Vec<Vec<Operand<'b, 'e>>> = items.iter().map(Operand::parts).collect();
        let columns = (0..first.len()).map(|number| {
            let column = rows.iter().map(|row| row[number].clone());
            self.array_of(&column.collect::<Vec<_>>(), place)
        });
        let columns: Vec<Value<'b>> = columns.collect();
        match columns.iter().any(Value::is_poison) {
            true => Value::Poison,
            false => Value::Tuples(first.with(columns)),
        }
    }

    /// `[value; count]`.
    pub(super) fn repeat(&mut self, expr: &'e ExprRepeat) -> Lowered<'b> {
        let span = expr.bracket_token.span;
        let place = SourcePlace::between(span.open(), span.close());
        if let Some(matrix) = with_semicolons(expr, place) {
            return Lowered {
                value: self.error(matrix),
                place,
            };
        }
        let item = self.operand(&expr.expr);
        let before = self.names.diagnostics.len();
        let count = self.extent(&expr.len);
        if count.is_none()
            && let Some(elements) = self.semicolon_for_comma(expr, &item, before)
        {
            return Lowered {
                value: self.error(elements),
                place,
            };
        }
        let value = match count {
            Some(count) => {
                let labels = Labels::of(vec![self.label_of(&expr.len)]);
                let rank = item.value.shape().map_or(0, |shape| shape.rank());
                let labels = labels.followed_by(1, &item.value.labels(), rank);
                self.repeated(&item, &[count], place).labelled(labels)
            }
            None => Value::Poison,
        };
        Lowered { value, place }
    }

    /// The error for two elements with a semicolon between them, `[x; y]`, which takes the place of
    /// those behind the first `before`: about the second one as a count, which is a float.
    fn semicolon_for_comma(
        &mut self,
        expr: &'e ExprRepeat,
        item: &Operand<'b, 'e>,
        before: usize,
    ) -> Option<Diagnostic> {
        if let (Expr::Lit(_), _) | (_, Expr::Lit(_)) = (item.expr, &*expr.len) {
            return None;
        }
        let [first, second] = [&*expr.expr, &*expr.len].map(short_text);
        let (first, second) = (first?, second?);
        let count = self.operand_if_valid(&expr.len)?;
        let is_constant = matches!(count.value, Value::Scalar(_));
        let is_float = count.value.element().is_none_or(Element::is_float);
        let shape = count.value.shape().filter(|_| is_float && !is_constant)?;
        (item.value.shape()? == shape).then_some(())?;
        self.names.diagnostics.truncate(before);
        let found = self.describe(&count.value);
        let message = format!("behind `;` stands how often the value is repeated, found {found}");
        let help = format!("elements stand with commas between them: `[{first}, {second}]`");
        Some(Diagnostic::new(count.place, message).help(help))
    }

    /// A value repeated along new leading axes.
    pub(in crate::lower) fn repeated(
        &mut self,
        item: &Operand<'b, 'e>,
        counts: &[Extent],
        place: SourcePlace,
    ) -> Value<'b> {
        let value = &self.as_elements(&item.value);
        if value.is_poison() {
            return Value::Poison;
        }
        if let (Value::Tuple(parts), [_]) = (value, counts) {
            let item = Operand {
                value: value.clone(),
                ..item.clone()
            };
            let columns = item.parts().into_iter();
            let columns = columns.map(|part| self.repeated(&part, counts, place));
            let columns: Vec<Value<'b>> = columns.collect();
            return match columns.iter().any(Value::is_poison) {
                true => Value::Poison,
                false => Value::Tuples(parts.with(columns)),
            };
        }
        let Some(own) = value.shape() else {
            let found = self.describe(value);
            let message = format!("an array is made of scalars or arrays, found {found}");
            return self.error(Diagnostic::new(item.place, message));
        };
        let shape = match Shape::of(counts.iter().cloned().chain(own.counts())) {
            Ok(shape) => shape,
            Err(error) => return self.refused(&error.into(), place, &[]),
        };
        let items = match value {
            Value::Scalar(scalar) => Some(vec![*scalar]),
            Value::Table(table) => Some(table.items.clone()),
            _ => None,
        };
        let is_integer = value.element() == Some(Element::I64);
        let largest = if is_integer {
            MAX_ELEMENTS
        } else {
            LARGEST_TABLE
        };
        let count: Extent = counts.iter().cloned().product();
        match (items, count.known()) {
            (Some(items), Some(count)) if shape.count().at_most(largest) => Value::Table(
                Table {
                    shape,
                    element: value.element(),
                    items: items.repeat(count),
                    labels: Labels::default(),
                }
                .into(),
            ),
            _ => {
                self.at(place);
                let axes: Vec<usize> = (counts.len()..shape.rank()).collect();
                let wire = self.default_wire(value);
                match wire.map(|wire| self.builder.broadcast(wire, &shape, &axes)) {
                    Some(Ok(wire)) => Value::from(wire),
                    Some(Err(error)) => self.refused(&error, place, &[]),
                    None => Value::Poison,
                }
            }
        }
    }

    /// An extent: a constant integer, or a formula of lengths, that is not negative.
    pub(in crate::lower) fn extent(&mut self, expr: &'e Expr) -> Option<Extent> {
        if let Expr::Infer(_) = expr {
            let message = "`_` is a length in the type of a `let` alone, whose value has one";
            let help = "write a number, or a parameter of the function: \
                        `fn f<const N: usize>(x: &[f64; N])`";
            self.error(Diagnostic::new(SourcePlace::of(expr), message).help(help));
            return None;
        }
        let extent = self.extent_index(expr, "the length of an array")?;
        if !extent.is_negative() {
            return Some(extent);
        }
        let message = format!("an array cannot have {extent} elements");
        self.error(Diagnostic::new(SourcePlace::of(expr), message));
        None
    }

    /// The length of a name.
    pub(in crate::lower) fn length_named(&mut self, name: &syn::Ident) -> Option<Extent> {
        let text = name.to_string();
        let known = match self.variables.find(&text) {
            Some(id) => match &self.variables.get(id).stored {
                Stored::Value(value) => Some(value.clone()),
                _ => None,
            },
            None => self.names.constants.get(&text, self.names),
        };
        let extent = known.as_ref().and_then(Value::as_extent);
        if extent.is_none() && !known.is_some_and(|value| value.is_poison()) {
            let message = format!("`{text}` is no length that is known here");
            let help = "write a number, a `const` of the block, or a parameter of the function";
            let place = SourcePlace::token(name.span());
            self.error(Diagnostic::new(place, message).help(help));
        }
        extent
    }
}

/// The items as one table, if all of them are known.
fn table_of(items: &[Operand<'_, '_>], part: Option<&Type>) -> Option<Table> {
    let part = &part?.shape;
    let written = |item: &Operand<'_, '_>| {
        matches!(
            without_parentheses(item.expr),
            Expr::Array(_) | Expr::Lit(_) | Expr::Unary(_)
        )
    };
    let size = part.count().known()?.saturating_mul(items.len());
    if size > LARGEST_COPY && !items.iter().all(written) {
        let integers = items.iter().all(|item| item.value.is_constant_integer());
        if !integers || size > MAX_ELEMENTS {
            return None;
        }
    }
    let mut all = Vec::new();
    let mut element = None;
    for item in items {
        match &item.value {
            Value::Scalar(scalar) => all.push(*scalar),
            Value::Table(table) => all.extend_from_slice(&table.items),
            _ => return None,
        }
        element = element.or(item.value.element());
    }
    let extents = [Extent::from(items.len())].into_iter();
    let table = Table {
        shape: Shape::of(extents.chain(part.counts())).ok()?,
        element: None,
        items: all,
        labels: Labels::default(),
    };
    Some(match element {
        Some(element) => table.decide(element),
        None => table,
    })
}

/// The help for arrays of more axes that differ along one of them, which is the one that joins them.
fn joined_along(items: &[Operand<'_, '_>]) -> Option<String> {
    let shapes = items.iter().map(|item| item.value.shape());
    let shapes: Vec<Shape> = shapes.collect::<Option<_>>()?;
    let (first, others) = shapes.split_first()?;
    let mut differ = others.iter().filter(|other| *other != first);
    let axis = one_difference(first, differ.next()?).filter(|_| first.rank() > 1)?;
    if differ.any(|other| one_difference(first, other) != Some(axis)) {
        return None;
    }
    let texts = items.iter().map(|item| short_text(item.expr));
    let parts = texts.collect::<Option<Vec<_>>>()?.join(", ");
    Some(format!(
        "arrays are joined by `concat`, outside of brackets: `concat({parts}, axis = {axis})`"
    ))
}

/// The call that joins the items of an array literal, if they are vectors and numbers.
fn joined(items: &[Operand<'_, '_>]) -> Option<String> {
    let parts = items.iter().map(|item| {
        let text = short_text(item.expr)?;
        match item.value.shape()?.rank() {
            0 => Some(format!("[{text}]")),
            1 => Some(text),
            _ => None,
        }
    });
    let ranks = |item: &Operand<'_, '_>| item.value.shape().is_some_and(|shape| shape.rank() == 1);
    let parts = parts.collect::<Option<Vec<String>>>()?.join(", ");
    let mixed = items.iter().any(ranks);
    if items.iter().all(ranks) {
        return Some(format!(
            "the rows of a matrix are of equal length, and arrays are joined by `concat`, outside \
             of brackets: `concat({parts})`"
        ));
    }
    mixed.then(|| format!("arrays are joined by `concat`, outside of brackets: `concat({parts})`"))
}

/// The error for a matrix of two rows with a semicolon between them, `[[1, 2]; [3, 4]]`, which Rust
/// reads as a repeated row.
fn with_semicolons(expr: &ExprRepeat, place: SourcePlace) -> Option<Diagnostic> {
    let rows = [&expr.expr, &expr.len].map(|row| without_parentheses(row));
    let [Expr::Array(first), Expr::Array(second)] = rows else {
        return None;
    };
    if first.elems.len() != second.elems.len() {
        let help = "its rows have equal lengths, and stand with commas between them";
        return Some(Diagnostic::new(place, A_MATRIX).help(help));
    }
    let row = |row: &ExprArray| {
        let entries: Option<Vec<String>> = row.elems.iter().map(short_text).collect();
        let floats = entries?
            .into_iter()
            .map(|entry| match entry.parse::<u64>() {
                Ok(_) => format!("{entry}.0"),
                Err(_) => entry,
            });
        Some(format!("[{}]", floats.collect::<Vec<_>>().join(", ")))
    };
    let help = match (row(first), row(second)) {
        (Some(first), Some(second)) => format!("write `[{first}, {second}]`"),
        _ => "write a comma between the rows".into(),
    };
    Some(Diagnostic::new(place, A_MATRIX).help(help))
}
