//! Functions that make or change shapes.

use graph_ir::ops::Windows;
use graph_ir::types::Extent;
use graph_ir::{Element, Error, Shape, Type, Wire};
use syn::Expr;

use super::apply::{checked, single_axis};
use super::arguments::Arguments;
use crate::diagnostics::{Diagnostic, SourcePlace, plural_of};
use crate::labels::Labels;
use crate::lower::Lowerer;
use crate::lower::expressions::without_parentheses;
use crate::lower::indexing::EXTENT;
use crate::lower::report::{alignments, short_text, tuple};
use crate::lower::types::whole_number;
use crate::lower::values::{Operand, Scalar, Value};

impl<'b, 'e> Lowerer<'b, 'e> {
    /// The extent of the first axis, as a constant.
    pub(super) fn len(&mut self, operand: &Operand<'b, 'e>) -> Value<'b> {
        if let Some(count) = operand.value.count_of_tuples() {
            return Value::from(count);
        }
        match operand.value.shape() {
            Some(shape) if shape.rank() > 0 => Value::from(shape.count_along(0)),
            _ => {
                let found = self.describe(&operand.value);
                let message = format!("`len` needs an array, found {found}");
                self.error(Diagnostic::new(operand.place, message))
            }
        }
    }

    /// The windows that slide along an axis.
    pub(super) fn windows(
        &mut self,
        arguments: &Arguments<'b, 'e>,
        place: SourcePlace,
    ) -> Value<'b> {
        let [operand, size] = &arguments.operands[..] else {
            return Value::Poison;
        };
        if let Some(error) = arguments.count_before("windows", "the size of a window") {
            return self.error(error);
        }
        let Some(size) = self.positive_value(size, "the size of a window") else {
            return Value::Poison;
        };
        let Some(wire) = self.tensor("windows", operand) else {
            return Value::Poison;
        };
        self.at(place);
        let axis = match single_axis(arguments, &[wire], 0) {
            Ok(axis) => axis,
            Err(error) => {
                let at = arguments.axes_place().unwrap_or(place);
                return self.refused(&error, at, &arguments.operands[..1]);
            }
        };
        let windows = Windows {
            axis,
            size,
            stride: arguments.count("stride").unwrap_or(1),
            dilation: arguments.count("dilation").unwrap_or(1),
        };
        match self.builder.windows(wire, windows) {
            Ok(wire) => {
                let rank = operand.value.shape().map_or(0, |shape| shape.rank());
                let mut labels = operand
                    .value
                    .labels()
                    .only(rank, |at| at != axis)
                    .list(rank);
                labels.push(None);
                Value::from(wire).labelled(Labels::of(labels))
            }
            Err(Error::OutOfRange { extent, .. }) => {
                let found = self.describe(&operand.value);
                let message = format!("no window fits into axis {axis} of {found}");
                let span = windows.span();
                let note = format!("a window spans {span} positions, and the axis has {extent}");
                let note = match windows.dilation {
                    1 => note,
                    apart => format!("{note}: {size} positions that lie {apart} apart"),
                };
                let diagnostic = Diagnostic::new(place, message).note(note);
                let explained = self.explain(operand);
                self.error(diagnostic.note_if(explained))
            }
            Err(error) => self.refused_by(Some("windows"), &error, place, &arguments.operands[..1]),
        }
    }

    /// A count that is written: a constant integer above zero; `what` names it.
    pub(super) fn positive(&mut self, expr: &'e Expr, what: &str) -> Option<usize> {
        let operand = self.integer_operand(expr);
        self.positive_value(&operand, what)
    }

    pub(super) fn positive_value(
        &mut self,
        operand: &Operand<'b, 'e>,
        what: &str,
    ) -> Option<usize> {
        if operand.value.is_poison() {
            return None;
        }
        let Some(count) = operand.value.as_integer() else {
            self.not_constant(operand, what);
            return None;
        };
        let positive = usize::try_from(count).ok().filter(|&count| count > 0);
        if positive.is_none() {
            let message = format!("{what} is positive, found {count}");
            self.error(Diagnostic::new(operand.place, message));
        }
        positive
    }

    /// A value repeated in a shape.
    /// The error for `full(value, 3)`, whose extents stand behind the value.
    pub(super) fn extents_behind(&self, operands: &[Operand<'b, 'e>]) -> Option<Diagnostic> {
        let [value, extents] = operands else {
            return None;
        };
        let is_float = value.value.element().is_none_or(Element::is_float);
        if !is_float || integers_of(&value.value).is_some() {
            return None;
        }
        integers_of(&extents.value)?;
        let (text, extents) = (short_text(value.expr)?, short_text(extents.expr)?);
        let extents = match extents.starts_with('[') {
            true => extents,
            false => format!("[{extents}]"),
        };
        let message = "the extents of `full` stand before the value of its elements";
        let help = format!("write `full({extents}, {text})`");
        Some(Diagnostic::new(value.place, message).help(help))
    }

    pub(super) fn filled(
        &mut self,
        shape: &Operand<'b, 'e>,
        value: Value<'b>,
        place: SourcePlace,
    ) -> Value<'b> {
        match self.shape(shape, false) {
            Some(extents) => {
                if let (Err(error), Some(help)) =
                    (Shape::of(extents.clone()), listed_extents(shape.expr))
                {
                    return self.error(Diagnostic::new(place, error.to_string()).help(help));
                }
                let item = Operand {
                    value,
                    expr: shape.expr,
                    place,
                };
                let labels = self.labels_of_shape(shape.expr);
                let rank = item.value.shape().map_or(0, |shape| shape.rank());
                let labels = labels.followed_by(extents.len(), &item.value.labels(), rank);
                self.repeated(&item, &extents, place).labelled(labels)
            }
            None => Value::Poison,
        }
    }

    pub(super) fn reshape(
        &mut self,
        operands: &[Operand<'b, 'e>],
        place: SourcePlace,
    ) -> Value<'b> {
        if let Some(error) = turned("reshape", operands) {
            return self.error(error);
        }
        let Some(extents) = self.shape(&operands[1], true) else {
            return Value::Poison;
        };
        let result = Shape::of(extents);
        if let (Err(error), Some(help)) = (&result, listed_extents(operands[1].expr)) {
            return self.error(Diagnostic::new(place, error.to_string()).help(help));
        }
        let wire = self.tensor("reshape", &operands[0]);
        self.at(place);
        match (wire, result) {
            (Some(wire), Ok(shape)) => match self.builder.reshape(wire, &shape) {
                Ok(wire) => Value::from(wire).labelled(self.labels_of_shape(operands[1].expr)),
                Err(error) => match listed_extents(operands[1].expr) {
                    Some(help) => {
                        let message = self.words.text(&error.to_string());
                        let diagnostic = Diagnostic::new(place, message);
                        let note = self.explain(&operands[0]);
                        self.error(diagnostic.note_if(note).help(help))
                    }
                    None => self.refused(&error, place, &operands[..1]),
                },
            },
            (_, Err(error)) => self.refused(&error.into(), operands[1].place, &[]),
            (None, _) => Value::Poison,
        }
    }

    /// A value repeated to a shape; without axes the operand's are the last ones.
    pub(super) fn broadcast(
        &mut self,
        arguments: &Arguments<'b, 'e>,
        place: SourcePlace,
    ) -> Value<'b> {
        let operands = &arguments.operands;
        if let Some(error) = turned("broadcast", operands) {
            return self.error(error);
        }
        let Some(extents) = self.shape(&operands[1], false) else {
            return Value::Poison;
        };
        let shape = match Shape::of(extents) {
            Ok(shape) => shape,
            Err(error) => return self.refused(&error.into(), operands[1].place, &[]),
        };
        let Some(wire) = self.tensor("broadcast", &operands[0]) else {
            return Value::Poison;
        };
        self.at(place);
        let labels = self.labels_of_shape(operands[1].expr);
        let own = operands[0].value.labels();
        let mut wire = wire;
        let result = wire.ty().and_then(|ty| {
            let whole = Type::new(ty.element, shape.clone());
            let by_name = own.places_in(ty.shape.rank(), &labels, shape.rank());
            let (ty, by_name) = match by_name.filter(|_| arguments.axes().is_none()) {
                Some((order, places)) => {
                    wire = self.builder.transpose(wire, &order)?;
                    (wire.ty()?, Some(places))
                }
                None => (ty, None),
            };
            let axes = match arguments.axes() {
                Some(axes) => checked(axes, &whole)?,
                None if by_name.is_some() => by_name.unwrap_or_default(),
                None => (shape.rank().saturating_sub(ty.shape.rank())..shape.rank()).collect(),
            };
            Ok((ty, axes))
        });
        let at = arguments.axes_place().unwrap_or(place);
        let (ty, axes) = match result {
            Ok(found) => found,
            Err(error) => return self.refused(&error, at, &operands[..1]),
        };
        let lies = |at: usize| axes.get(at).and_then(|&axis| labels.get(axis));
        let rank = ty.shape.rank();
        let mut pairs = (0..rank).filter_map(|at| Some([own.get(at)?, lies(at)?]));
        if arguments.axes().is_some() || !own.are_axes(rank) || !labels.are_axes(shape.rank()) {
            let two = pairs.find(|[a, b]| a.is_axis() && b.is_axis() && a != b);
            if let Some(axes) = two {
                self.two_axes("broadcast", axes, place, &[&operands[0]]);
                return Value::Poison;
            }
        }
        match self.stretch(wire, &ty, &shape, &axes) {
            Ok(wire) => Value::from(wire).labelled(labels),
            Err(_) => self.unlike(&operands[0], &ty, &shape, &axes, at),
        }
    }

    /// A value repeated to a shape, along axes of extent 1 too.
    fn stretch(
        &self,
        wire: Wire<'b>,
        ty: &Type,
        shape: &Shape,
        axes: &[usize],
    ) -> Result<Wire<'b>, Error> {
        let stretches = |axis: usize| {
            let wanted = axes.get(axis).filter(|&&to| to < shape.rank());
            let wanted = wanted.map(|&to| shape.count_along(to));
            ty.shape.count_along(axis) == 1 && wanted.is_some_and(|wanted| wanted != 1)
        };
        if axes.len() != ty.shape.rank() || !(0..ty.shape.rank()).any(stretches) {
            return self.builder.broadcast(wire, shape, axes);
        }
        let own = ty.shape.filter_axes(|axis| !stretches(axis));
        let wire = self.builder.reshape(wire, &own)?;
        let axes = axes.iter().enumerate();
        let left = axes.filter(|&(axis, _)| !stretches(axis));
        let left: Vec<usize> = left.map(|(_, &to)| to).collect();
        self.builder.broadcast(wire, shape, &left)
    }

    /// Reports a value that cannot be repeated to a shape along the axes asked for.
    fn unlike(
        &mut self,
        operand: &Operand<'b, 'e>,
        ty: &Type,
        shape: &Shape,
        axes: &[usize],
        at: SourcePlace,
    ) -> Value<'b> {
        let own = self.words.ty(ty);
        let differs = |pair: &(usize, &usize)| {
            let own = ty.shape.count_along(pair.0);
            own != 1 && own != shape.count_along(*pair.1)
        };
        let diagnostic = Diagnostic::new(at, format!("{own} cannot be repeated to {shape}"));
        let diagnostic = match axes.iter().enumerate().find(differs) {
            Some((from, &to)) if axes.len() == ty.shape.rank() => {
                let (has, wants) = (ty.shape.count_along(from), shape.count_along(to));
                diagnostic.note(format!(
                    "axis {from} of the value has {has} position{}, and lies along axis {to} of \
                     the result, which has {wants}",
                    plural_of(&has)
                ))
            }
            _ => {
                let rank = ty.shape.rank();
                diagnostic.note(format!(
                    "each of the {rank} axes of the value lies along one axis of the result, in \
                     ascending order"
                ))
            }
        };
        let ways = alignments(&ty.shape, shape, &[]);
        let named = ways.iter().map(|axes| format!("`axis = {}`", tuple(axes)));
        let named: Vec<String> = named.collect();
        let which = ways.first().map(|axes| which(axes));
        let help = which.map(|which| format!("along {which}: {}", named.join(" or ")));
        let note = self.explain(operand);
        let diagnostic = diagnostic.note_if(note);
        self.error(diagnostic.help_if(help))
    }

    /// An operand as a wire; reports one that is no tensor.
    pub(super) fn tensor(&mut self, name: &str, operand: &Operand<'b, 'e>) -> Option<Wire<'b>> {
        if let Some(wire) = self.default_wire(&operand.value) {
            return Some(wire);
        }
        let found = self.describe(&operand.value);
        let message = format!("`{name}` needs a scalar or an array, found {found}");
        self.error(Diagnostic::new(operand.place, message));
        None
    }

    /// Extents: one integer, or an array or a tuple of them, each of which may be a formula of
    /// lengths; `may_follow` where other languages have -1 for the one that follows from the
    /// others.
    pub(super) fn shape(
        &mut self,
        operand: &Operand<'b, 'e>,
        may_follow: bool,
    ) -> Option<Vec<Extent>> {
        let found = integers_of(&operand.value);
        let negative = found.iter().flatten().find(|extent| extent.is_negative());
        if let (Some(negative), false) = (negative, may_follow) {
            let message = format!("an extent is not negative, found {negative}");
            let help = "it is the number of elements along an axis";
            self.error(Diagnostic::new(operand.place, message).help(help));
            return None;
        }
        let (found, help) = match (&found, negative) {
            (Some(extents), None) => return Some(extents.clone()),
            (None, _) if is_computed(&operand.value) => {
                self.not_constant(operand, EXTENT);
                return None;
            }
            (Some(_), Some(negative)) => (
                negative.to_string(),
                "write out all extents; the one that follows is the number of elements, divided by \
                 the others",
            ),
            (None, _) => (
                self.describe(&operand.value),
                "write it as `[2, 3]`, with literals or `const` items",
            ),
        };
        let message = format!("a shape is made of constant integers, found {found}");
        let diagnostic = Diagnostic::new(operand.place, message);
        let whole = whole_number(operand.expr).map(|whole| format!("write an integer: `{whole}`"));
        let whole = whole.or_else(|| self.whole_start(operand));
        self.error(diagnostic.help(whole.unwrap_or_else(|| help.into())));
        None
    }

    /// An operand that may be a shape: an array of lengths is a tuple of them while one is known
    /// only at run time, since it would be computed otherwise.
    pub(super) fn shape_operand(&mut self, expr: &'e Expr) -> Operand<'b, 'e> {
        let Expr::Array(array) = without_parentheses(expr) else {
            return self.integer_operand(expr);
        };
        let items = array
            .elems
            .iter()
            .map(|extent| self.integer_operand(extent));
        let items: Vec<Operand<'b, 'e>> = items.collect();
        let mut computed = items.iter().filter(|item| is_computed(&item.value));
        if let Some(item) = computed.next() {
            self.not_constant(item, EXTENT);
            let (value, place) = (Value::Poison, SourcePlace::of(expr));
            return Operand { value, expr, place };
        }
        let extents = items.iter().map(|item| item.value.as_extent());
        let extents = extents.collect::<Option<Vec<Extent>>>();
        let is_symbolic = extents.is_some_and(|all| all.iter().any(Extent::is_symbolic));
        let place = SourcePlace::of(expr);
        let value = match is_symbolic {
            true => Value::Tuple(items.into_iter().map(|item| item.value).collect()),
            false => self.array_of(&items, place),
        };
        Operand { value, expr, place }
    }
}

/// Whether a value is an integer that is no formula of lengths.
fn is_computed(value: &Value<'_>) -> bool {
    let is_number = value.shape().is_some_and(|shape| shape.rank() == 0);
    is_number && value.element() == Some(Element::I64) && value.as_extent().is_none()
}

/// One integer, or an array or a tuple of them.
fn integers_of(value: &Value<'_>) -> Option<Vec<Extent>> {
    match value {
        Value::Tuple(parts) => parts.iter().map(Value::as_extent).collect(),
        Value::Table(table) if table.shape.rank() == 1 => {
            let integer = |item: &Scalar| Value::Scalar(*item).as_extent();
            table.items.iter().map(integer).collect()
        }
        value => value.as_extent().map(|extent| vec![extent]),
    }
}

fn which(axes: &[usize]) -> &'static str {
    if axes.len() == 1 {
        "another axis"
    } else {
        "other axes"
    }
}

/// The error for a shape in the place of the array that takes it.
fn turned(name: &str, operands: &[Operand<'_, '_>]) -> Option<Diagnostic> {
    let [shape, array] = operands else {
        return None;
    };
    let is_array = array.value.element().is_some_and(Element::is_float);
    if integers_of(&shape.value).is_none() || !is_array {
        return None;
    }
    let message = format!("the array stands first in `{name}`, and its shape behind it");
    let texts = [array, shape].map(|operand| short_text(operand.expr));
    let help = match texts {
        [Some(array), Some(shape)] => Some(format!("write `{name}({array}, {shape})`")),
        _ => None,
    };
    Some(Diagnostic::new(shape.place.to(array.place), message).help_if(help))
}

/// The help for extents that are written as one of them, repeated.
fn listed_extents(shape: &Expr) -> Option<String> {
    let Expr::Repeat(repeat) = without_parentheses(shape) else {
        return None;
    };
    let (extent, count) = (short_text(&repeat.expr)?, short_text(&repeat.len)?);
    Some(format!(
        "extents stand between commas: `[{extent}, {count}]`"
    ))
}
