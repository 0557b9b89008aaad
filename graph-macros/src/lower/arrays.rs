//! Names of values, and array literals.

use graph_ir::{Element, Shape, Type};
use syn::{Expr, ExprArray, ExprPath, ExprRepeat};

use super::Lowerer;
use super::report::Operand;
use super::scalar::{Number, Scalar};
use super::value::{Lowered, Table, Value};
use crate::diagnostics::{Diagnostic, Place, closest, print};

/// The largest array of equal numbers that is kept as a table; a larger one is a node.
const LARGEST_TABLE: usize = 1 << 12;

impl<'b, 'e> Lowerer<'b, 'e> {
    /// A name: a variable, a constant of the block, a constant of the language.
    pub(super) fn path(&mut self, expr: &'e ExprPath) -> Lowered<'b> {
        if let (None, Some(name)) = (&expr.qself, expr.path.get_ident()) {
            let place = Place::token(name.span());
            let name = name.to_string();
            let value = match self.variables.find(&name) {
                Some(id) => self.read(id),
                None => match self.names.constants.get(&name, self.names) {
                    Some(value) => value,
                    None => self.unknown_value(&name, place),
                },
            };
            return Lowered { value, place };
        }
        let place = Place::of(expr);
        let names: Vec<String> = expr
            .path
            .segments
            .iter()
            .map(|s| s.ident.to_string())
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let value = match self.language_constant(&names) {
            Some(number) => Value::Scalar(Scalar::Float(number)),
            None => self.unknown_path(expr, place),
        };
        Lowered { value, place }
    }

    fn unknown_path(&mut self, expr: &ExprPath, place: Place) -> Value<'b> {
        let text = print(expr);
        let message = format!("the macro cannot see `{text}`");
        let known = "known are the constants of `f64` and `f32`, such as `f64::consts::PI`";
        let diagnostic = Diagnostic::new(place, message).note(known);
        self.error(diagnostic.help("write the value as a `const` item in the block"))
    }

    /// Reports a name that nothing has.
    pub(super) fn unknown_value(&mut self, name: &str, place: Place) -> Value<'b> {
        let message = format!("cannot find the value `{name}`");
        let diagnostic = Diagnostic::new(place, message);
        let constants = self.names.constants.names();
        let close = closest(name, self.variables.names().chain(constants));
        let wanted = self.wanted;
        let is_function = super::is_builtin(name) || self.names.functions.contains_key(name);
        let upper = name.chars().any(char::is_uppercase) && !name.chars().any(char::is_lowercase);
        let diagnostic = if is_function {
            diagnostic.help(format!("`{name}` is a function: call it, `{name}(..)`"))
        } else if let Some(close) = close {
            diagnostic.help(format!("did you mean `{close}`?"))
        } else if upper {
            diagnostic
                .note("the macro sees only what stands in the block, not constants outside of it")
                .help(format!(
                    "write the constant in the block: `const {name}: {wanted} = ..;`"
                ))
        } else {
            diagnostic
                .note("the macro sees only arguments, variables and the block's `const` items")
        };
        self.error(diagnostic)
    }

    /// `[a, b, c]`.
    pub(super) fn array(&mut self, expr: &'e ExprArray) -> Lowered<'b> {
        let span = expr.bracket_token.span;
        let place = Place::between(span.open(), span.close());
        let items = expr.elems.iter().map(|item| self.operand(item));
        let items: Vec<Operand<'b, 'e>> = items.collect();
        let value = self.array_of(&items, place);
        Lowered { value, place }
    }

    fn array_of(&mut self, items: &[Operand<'b, 'e>], place: Place) -> Value<'b> {
        let Some(first) = items.first() else {
            let message = "an array literal needs an element";
            return self.error(
                Diagnostic::new(place, message).help("an array without elements is `zeros(0)`"),
            );
        };
        if items.iter().any(|item| item.value.is_poison()) {
            return Value::Poison;
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
        if let Some(other) = items.iter().find(|item| of(item) != expected) {
            let (a, b) = (self.describe(&first.value), self.describe(&other.value));
            let message = format!("the elements of an array are of one type, found {a} and {b}");
            return self.error(Diagnostic::new(other.place, message));
        }
        if let Some(table) = table_of(items, expected.as_ref()) {
            return Value::Table(table.into());
        }
        self.at(place);
        let wires: Option<Vec<_>> = items.iter().map(|i| self.wire(&i.value, element)).collect();
        match wires.map(|wires| self.builder.stack(&wires, 0)) {
            Some(Ok(wire)) => Value::from(wire),
            Some(Err(error)) => self.refused(&error, place, &[]),
            None => Value::Poison,
        }
    }

    /// `[value; count]`.
    pub(super) fn repeat(&mut self, expr: &'e ExprRepeat) -> Lowered<'b> {
        let span = expr.bracket_token.span;
        let place = Place::between(span.open(), span.close());
        let item = self.operand(&expr.expr);
        let count = self.extent(&expr.len);
        let value = match count {
            Some(count) => self.repeated(&item, &[count], place),
            None => Value::Poison,
        };
        Lowered { value, place }
    }

    /// A value repeated along new leading axes.
    pub(super) fn repeated(
        &mut self,
        item: &Operand<'b, 'e>,
        counts: &[usize],
        place: Place,
    ) -> Value<'b> {
        let value = &item.value;
        if value.is_poison() {
            return Value::Poison;
        }
        let Some(own) = value.shape() else {
            let found = self.describe(value);
            let message = format!("an array is made of scalars or arrays, found {found}");
            return self.error(Diagnostic::new(item.place, message));
        };
        let extents: Vec<usize> = counts.iter().copied().chain(own.extents()).collect();
        let shape = match Shape::new(&extents) {
            Ok(shape) => shape,
            Err(error) => return self.refused(&error, place, &[]),
        };
        let items = match value {
            Value::Scalar(scalar) => Some(vec![*scalar]),
            Value::Table(table) => Some(table.items.clone()),
            _ => None,
        };
        match items {
            Some(items)
                if shape.size() <= LARGEST_TABLE
                    || value.element() == Some(Element::I64)
                        && shape.size() <= super::elements::MAX_ELEMENTS =>
            {
                let count: usize = counts.iter().product();
                Value::Table(
                    Table {
                        shape,
                        element: value.element(),
                        items: items.repeat(count),
                    }
                    .into(),
                )
            }
            _ => {
                self.at(place);
                let axes: Vec<usize> = (counts.len()..extents.len()).collect();
                let wire = self.default_wire(value);
                match wire.map(|wire| self.builder.broadcast(wire, &shape, &axes)) {
                    Some(Ok(wire)) => Value::from(wire),
                    Some(Err(error)) => self.refused(&error, place, &[]),
                    None => Value::Poison,
                }
            }
        }
    }

    /// An extent: a constant integer that is not negative.
    pub(super) fn extent(&mut self, expr: &'e Expr) -> Option<usize> {
        let extent = self.constant_index(expr, "the length of an array")?;
        if let Ok(extent) = usize::try_from(extent) {
            return Some(extent);
        }
        let message = format!("an array cannot have {extent} elements");
        self.error(Diagnostic::new(Place::of(expr), message));
        None
    }

    /// A constant such as `f64::consts::PI`.
    fn language_constant(&self, names: &[&str]) -> Option<Number> {
        let names = match names {
            ["std" | "core", rest @ ..] => rest,
            names => names,
        };
        let (&first, rest) = names.split_first()?;
        let element = match first {
            "f64" => Element::F64,
            "f32" => Element::F32,
            name if self.words.generic.as_deref() == Some(name) => Element::Float,
            _ => return None,
        };
        let value = match rest {
            ["consts", name] if element != Element::Float => mathematical(name)?,
            [name] => limit(name, element)?,
            _ => return None,
        };
        Some(Number::typed(value, element))
    }
}

/// The items as one table, if all of them are known.
fn table_of(items: &[Operand<'_, '_>], part: Option<&Type>) -> Option<Table> {
    let part = &part?.shape;
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
    let extents: Vec<usize> = [items.len()].into_iter().chain(part.extents()).collect();
    let table = Table {
        shape: Shape::new(&extents).ok()?,
        element: None,
        items: all,
    };
    Some(match element {
        Some(element) => table.decide(element),
        None => table,
    })
}

fn mathematical(name: &str) -> Option<f64> {
    use core::f64::consts;
    Some(match name {
        "E" => consts::E,
        "FRAC_1_PI" => consts::FRAC_1_PI,
        "FRAC_1_SQRT_2" => consts::FRAC_1_SQRT_2,
        "FRAC_2_PI" => consts::FRAC_2_PI,
        "FRAC_2_SQRT_PI" => consts::FRAC_2_SQRT_PI,
        "FRAC_PI_2" => consts::FRAC_PI_2,
        "FRAC_PI_3" => consts::FRAC_PI_3,
        "FRAC_PI_4" => consts::FRAC_PI_4,
        "FRAC_PI_6" => consts::FRAC_PI_6,
        "FRAC_PI_8" => consts::FRAC_PI_8,
        "LN_2" => consts::LN_2,
        "LN_10" => consts::LN_10,
        "LOG2_10" => consts::LOG2_10,
        "LOG2_E" => consts::LOG2_E,
        "LOG10_2" => consts::LOG10_2,
        "LOG10_E" => consts::LOG10_E,
        "PI" => consts::PI,
        "SQRT_2" => consts::SQRT_2,
        "TAU" => consts::TAU,
        _ => return None,
    })
}

fn limit(name: &str, element: Element) -> Option<f64> {
    let single = element == Element::F32;
    let pick = |double: f64, value: f32| if single { f64::from(value) } else { double };
    Some(match name {
        "INFINITY" => f64::INFINITY,
        "NEG_INFINITY" => f64::NEG_INFINITY,
        "NAN" => f64::NAN,
        "ZERO" if element == Element::Float => 0.0,
        "ONE" if element == Element::Float => 1.0,
        // These depend on the type that the generic float turns out to be.
        _ if element == Element::Float => return None,
        "EPSILON" => pick(f64::EPSILON, f32::EPSILON),
        "MAX" => pick(f64::MAX, f32::MAX),
        "MIN" => pick(f64::MIN, f32::MIN),
        "MIN_POSITIVE" => pick(f64::MIN_POSITIVE, f32::MIN_POSITIVE),
        _ => return None,
    })
}
